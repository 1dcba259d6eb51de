"""A score sheet as somebody wrote it, read for a page that shows it line beside line.

==============================  ====================================================================
GET ``/read``                   the page
POST ``/api/read``              a sheet as it was written: what was read of it, see :func:`read`;
                                ``?accept=1`` takes what is only proposed; or 413, 429
==============================  ====================================================================
"""

import re
from collections.abc import Container, Mapping, Sequence
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.web.answers import LONGEST_RECORD, as_answer, body_of
from firmware.web.packed import PAGE, PackedFiles
from firmware.web.reading import make_of
from firmware.words import Words, spell
from rules import (
    NAMES,
    Game,
    Position,
    ProposalError,
    Reading,
    Record,
    RecordError,
    find_game,
    read_record,
)
from rules.game import closest
from rules.reading import plain
from rules.reading_moves import is_move
from rules.reading_text import EncodingError, decode
from rules.reading_titles import title_of
from rules.record import header_line

MOST_CHOICES = 6  # moves that are offered for a line
_BEFORE = re.compile(r"^\s*\d+[.)]\s+|\b\w(?=@)")  # a number, a piece
_PLACE = re.compile(r"[a-z]?\d+", re.IGNORECASE)
_SECOND = re.compile(r"\s*(\d+)(?:[.,](\d{1,3}))?\s")


def read(data: bytes, accept: bool, words: Words) -> dict[str, Any]:
    """Return what was read of a sheet, as plain JSON.

    ``sheet`` is its text. ``lines`` are those of which there is something to say, ``{"line",
    "notes", "changed", "error", "choices"}``: what was read otherwise and what was left out,
    whether that has to be accepted, why it cannot be read, and what could stand in its place.
    ``record`` is the text of the record, null where there is none; ``proposed`` whether it has to
    be accepted; ``moves`` how many were read. ``above`` are lines of which one should stand above
    all others, as no game is named.
    """
    try:
        sheet, _ = decode(data, strict=False)
    except EncodingError as error:
        why = RecordError(error.line, error.args[0])
        return _told("", None, _lines(Reading(), [why], words), proposed=False)
    reading = Reading(strict=False, accept=accept, spell=spell)
    try:
        record = read_record(data, reading=reading)
    except ProposalError as error:
        guessed = reading.guessed == error.line
        lines = _lines(reading, [error] if guessed else [], words, error.changed)
        if not guessed:
            _offer(lines, sheet, error.record.header.game, error.changed)
        return _told(sheet, error.record, lines, proposed=True)
    except RecordError:
        return _faulty(sheet, data, words)
    return _told(sheet, record, _lines(reading, [], words), proposed=False)


def _faulty(sheet: str, data: bytes, words: Words) -> dict[str, Any]:
    """Return what was read of a sheet in which some lines cannot be read."""
    reading = Reading(strict=False, every=True, spell=spell)
    try:
        record = read_record(data, reading=reading)
    except RecordError as error:
        told = _told(sheet, None, _lines(reading, [error], words), proposed=False)
        if any(map(title_of, sheet.splitlines())):
            return told
        helps = [name for name in NAMES if _is_helped(data, name)]
        return told | {"above": [header_line("game", name) for name in helps or NAMES]}
    lines = _lines(reading, reading.faults, words)
    if reading.faults:
        _offer(lines, sheet, record.header.game, {reading.faults[0].line: record.position})
    return _told(sheet, None, lines, proposed=False) | {"moves": len(record.moves)}


def _offer(
    lines: Sequence[dict[str, Any]], sheet: str, game: str, before: Mapping[int, Position]
) -> None:
    """Add moves that could stand in the place of lines. before: by line, the position before it."""
    written = dict(enumerate(sheet.splitlines(), 1))
    for line in lines:
        number = line["line"]
        if number in before and number in written:
            line["choices"] = _choices(find_game(game), before[number], written[number])


def _is_helped(data: bytes, name: str) -> bool:
    """Whether a sheet can be read, whole or with changes, as one of this game."""
    reading = Reading(strict=False, spell=spell)
    try:
        read_record(f"{header_line('game', name)}\n".encode() + data, reading=reading)
    except ProposalError:
        return True
    except RecordError:
        return False
    return True


def _choices(game: Game, position: Position, written: str) -> list[str]:
    """Return the legal moves that are the most like a line of one move, as lines of a record."""
    text = _BEFORE.sub("", written)
    found = _SECOND.match(text) if game.timed else None
    later = round(float(f"{found[1]}.{found[2] or 0}") * 1000) if found else 0
    now = getattr(position, "now", 0)
    then = position.later(later - now) if later > now else position
    legal = {then.written(move): move for move in then.legal_moves()}
    if len(_PLACE.findall(text)) > max((len(_PLACE.findall(move)) for move in legal), default=0):
        return []  # others would be lost
    wanted = [move for moves in game.meant(plain(text), then) for move in moves[-1:]]
    meant = [line for line, move in legal.items() if move in wanted]
    moves = [move for move in wanted if is_move(then, move)]
    placed = [move for move in moves if "@" in move]
    near = closest((placed or moves or [plain(written)])[0], legal.values())
    return list(dict.fromkeys([*meant, *map(then.written, near)]))[:MOST_CHOICES]


def _lines(
    reading: Reading, errors: Sequence[RecordError], words: Words, changed: Container[int] = ()
) -> list[dict[str, Any]]:
    """Return what is to be said of each line, in their order."""
    why = {error.line: words.tell(error.plain) for error in reversed(errors)}
    return [
        {
            "line": line,
            "notes": words.tell(reading.notes[line]) if line in reading.notes else "",
            "changed": line in changed,
            "error": why.get(line, ""),
            "choices": list[str](),
        }
        for line in sorted({*reading.notes, *why})
    ]


def _told(
    sheet: str, record: Record | None, lines: list[dict[str, Any]], *, proposed: bool
) -> dict[str, Any]:
    return {
        "sheet": sheet,
        "record": None if record is None else record.text,
        "proposed": proposed,
        "moves": 0 if record is None else len(record.moves),
        "lines": lines,
        "above": [],
    }


async def _page(request: Request) -> Response:
    return PackedFiles(PAGE).find("read.html").answer(request.headers)


async def _read(request: Request) -> Response:
    data = await body_of(request, LONGEST_RECORD)
    accept = request.query_params.get("accept") == "1"
    return as_answer(await make_of(request, read, data, accept))


ROUTES = [Route("/read", _page), Route("/api/read", _read, methods=["POST"])]
