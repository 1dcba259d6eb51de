"""Score sheets at the command line: read, shown beside the proposed game, and accepted."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from firmware.commands import UsageError, at, read_file
from firmware.commands.output import complain
from firmware.sheets import Line, Proposal, Row, UnreadError, propose, read_sheet
from firmware.sheets.lexicon import words_in
from firmware.storage.files import beside
from firmware.study.report import as_text
from firmware.words import N_, Text, Words, find_words
from firmware.words.terminal import printable
from rules import Move, Reading, Record, RecordError, read_record

PROPOSED = N_("this game is proposed; check it and say --accept to take it so")
_DOUBTED = N_(
    "this game is proposed, and in doubt in line {lines}; put that right, or say --accept=doubts to take it so"
)
_ENTER = N_("Enter takes this game; a number changes that line, q leaves it:")
_SETTLE = N_("Each line with ? has to be settled; a number does that (0: what is said above), q leaves it:")
_LINE = N_("Line {number} is {moves}. Enter: that is right. #: it is a remark. Else type what it says:")
_WIDTH = 58  # characters of a line of a sheet that are shown


class ProposedError(UsageError):
    """A sheet with a proposed game that is not accepted yet."""

    status = 3


def record_of(file: str, words: Words, *, accept: str = "", whole: bool = True) -> Record:
    """Return the game in a file. accept, whole: as for :func:`taken`.

    Raises:
        UsageError: It cannot be read.
        ProposedError: It is proposed, and not accepted.
    """
    found, _ = read(file, words)
    return found if isinstance(found, Record) else taken(file, found, words, accept=accept, whole=whole)


def read(
    file: str, words: Words, *, strict: bool = False, every: bool = False, coded: bool = False
) -> tuple[Record | Proposal, bool]:
    """Return the record in a file or the proposed game, and whether all lines could be read.

    Notes and errors of a record are printed on standard error.

    Args:
        file: A path, or ``-`` for standard input.
        words: The language of messages.
        strict: Whether only the exact format is read.
        every: Whether to report every line of a record that cannot be read, and return the record
            above them.
        coded: Whether messages are for programs: in English.

    Raises:
        UsageError: It cannot be read.
    """
    reading = Reading(strict=strict, every=every)
    words = find_words("en", {}) if coded else words
    data, load = read_file(file), beside(Path(file))
    found: Record | Proposal
    try:
        found = read_record(data, load, reading) if strict or every else read_sheet(data, load, reading)
    except RecordError as error:
        why = str(error) if strict else words.tell(error.plain)
        raise UsageError(at(f"{file}:{error.line}", Text("{why}", {"why": why}))) from None
    said = [(line, words.tell(note)) for line, note in reading.notes.items()]
    said += [(one.line, str(one) if strict else words.tell(one.plain)) for one in reading.faults]
    for line, text in sorted(said):
        complain(f"{file}:{line}: {text}")
    return found, not reading.faults


def taken(file: str, proposal: Proposal, words: Words, *, accept: str = "", whole: bool = True) -> Record:
    """Return the game of a sheet if it is accepted: by `accept`, or by a person at a terminal.

    accept: as for :meth:`Proposal.taken`; "" to ask. whole: whether a sheet that is not accepted is
    shown beside its moves. Raise ProposedError.
    """
    if proposal.taken(accept):
        return proposal.record
    asked = not accept and file != "-" and all(map(_is_terminal, (sys.stdin, sys.stderr)))
    if asked:
        return _asked(file, proposal, words)
    for line in shown(proposal, words) if whole else ():
        print(line, file=sys.stderr)
    raise ProposedError(at(file, _why(proposal)))


def _is_terminal(stream: TextIO | None) -> bool:
    return stream is not None and stream.isatty()


def _why(proposal: Proposal) -> Text:
    """Return why a proposal is not accepted, and how to accept it."""
    if proposal.sure:
        return Text(PROPOSED, {})
    rows = ", ".join(map(str, proposal.doubts)) or "-"
    return Text(_DOUBTED, {"lines": rows})


def shown(proposal: Proposal, words: Words) -> Iterator[str]:
    """Yield lines for people to check: players and score, then sheet lines beside their moves."""
    record = proposal.record
    yield from printable_lines(as_text(record.header, record.position, words))
    said = words_in(words.language)[record.header.game]
    for name, letters in zip(record.header.players, proposal.colours, strict=True):
        if letters:
            colours = words.all_of(said[letter][0] for letter in letters)
            yield printable(f"  {name}: {colours}")
    for check in proposal.checks:
        yield printable(f"? {words.tell(check)}")
    yield ""
    for line in proposal.lines:
        yield _beside(line)


def as_proposed(proposal: Proposal) -> dict[str, Any]:
    """Return the fields that ``score --json`` adds for a proposed game."""
    return {
        "proposed": True,
        "doubts": proposal.doubts,
        "checks": [str(check) for check in proposal.checks],
        "lines": [{"row": line.row, "text": line.text, "moves": list(line.moves)} for line in proposal.lines],
    }


def printable_lines(text: str) -> Iterator[str]:
    """Yield the lines of a text as a terminal can print them."""
    yield from map(printable, text.split("\n"))


def _beside(line: Line) -> str:
    text = " ".join(line.text.split())
    text = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}\u2026"
    mark = "?" if line.doubt else " "
    return printable(f"{mark} {line.row:4} {text:{_WIDTH}} {', '.join(line.moves)}".rstrip())


def _asked(file: str, proposal: Proposal, words: Words) -> Record:
    """Return the game as the user at the terminal accepts it. Raise ProposedError."""
    rows = [Row(line.row, line.text) for line in proposal.lines]
    settled: dict[int, tuple[Move, ...]] = {}
    while True:
        for text in shown(proposal, words):
            print(text, file=sys.stderr)
        answer = _answer(words(_ENTER) if proposal.sure else words(_SETTLE)).strip()
        if not answer and proposal.sure:
            return proposal.record
        if not answer.isdecimal():
            if answer:
                raise ProposedError(at(file, _why(proposal)))
            continue
        number = int(answer)
        line = next((one for one in proposal.lines if one.row == number), None)
        if number == 0:
            settled[0] = ()
        elif line is None:
            complain(words("there is no line {number}", number=answer))
            continue
        else:
            moves = ", ".join(line.moves) or "-"
            said = _answer(words(_LINE, number=answer, moves=moves)).strip()
            settled[number] = () if said == "#" else line.moves
            if said not in ("", "#"):
                del settled[number]
                rows = [Row(n, said if n == number else text) for n, text in rows]
        try:
            proposal = propose(rows, settled)
        except UnreadError as error:
            complain(words.tell(error.plain))


def _answer(question: str) -> str:
    """Return the typed answer. Raise ProposedError at the end of the input."""
    print(f"{question} ", end="", file=sys.stderr, flush=True)
    line = sys.stdin.readline()
    if not line:
        raise ProposedError(Text(PROPOSED, {}))
    return line
