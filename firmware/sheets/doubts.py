"""The doubts about a game: rows that somebody has to settle, and statements that it does not bear out."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from firmware.sheets.costs import Bound, Cost
from firmware.sheets.hypotheses import Candidate
from firmware.sheets.lexicon import Tokens, fold, speaks_of
from firmware.sheets.signs import Sign
from firmware.sheets.top import number_named, players_said
from rules import AGREE, GameError, Record
from rules.text import Text, told

_MOST_NAMED = 5  # moves with a named piece to one without, at least, where most are named
_FEW_MOVES = 8  # of a game that may be found by chance,
_WORDS_EACH = 10  # where there are so many words to each
_MEANING_WORD = re.compile(r"[^\W\d_]{4,}")
_SENTENCE_END = re.compile(r"(?<=[.!?])\s")
_POINTS = re.compile(r"(?<![\w:.,])-?\d+(?![\w:])")
_MINUS = str.maketrans("\u2212\u2013", "--")
_ASKED = re.compile(r"(?:\d|(?<![^\W_])[a-mA-M])\.? ?\(?\?(?![?!])")  # d4?


def doubted_rows(game: Candidate, texts: Sequence[str], rival: Candidate | None) -> set[int]:
    """Return the rows of a game that are in doubt. rival: another game that is as likely."""
    lost = set() if game.sheet.lost is None else {game.sheet.lost}
    asked = _asked_rows(game, texts) | _rival_rows(game, rival)
    turns = _out_of_turn(game) | _of_others(game) | _unsaid_rows(game)
    return unread_rows(game) | asked | turns | _unnamed_rows(game) | _corrected_rows(game) | lost


def strained_rows(game: Candidate) -> set[int]:
    """Return the rows that may hide a slip: a move is taken dearly, or much is passed over."""
    paid: defaultdict[int, float] = defaultdict(float)
    for sign in _passed(game):
        paid[sign.row] += sign.skipped
    for one in game.written:
        paid[one.row] = max(paid[one.row], one.named_cost)
    return {row for row, cost in paid.items() if cost >= Bound.STRAINED}


def unread_rows(game: Candidate) -> set[int]:
    """Return the rows in which a possible move is passed over, or a move is taken dearly.

    A possible move is a field; where moves name no fields, a number, a hole or a second.
    """
    passed = (one for one in _passed(game) if one.skipped >= Cost.NUMBER)
    if game.sheet.lettered:
        passed = (one for one in passed if any(size > 1 or one.skipped >= Cost.FIELD for *_, size in one.ways))
    seconds = Counter(one.row for one in game.walked if one.second is not None)
    moves = Counter(one.row for one in game.written if game.sheet.game.timed)
    unplayed = {row for row, count in moves.items() if seconds[row] > count}
    return {one.row for one in game.written if one.named_cost > Bound.DEAR} | {one.row for one in passed} | unplayed


def _passed(game: Candidate) -> Iterator[Sign]:
    """Yield the signs from the first move on that are passed over."""
    if game.written:
        said = {id(sign) for one in game.written for sign in one.said}
        first = min(one.row for one in game.written)  # the second player's row may be above
        yield from (sign for sign in game.walked if sign.row >= first and id(sign) not in said)


def _corrected_rows(game: Candidate) -> set[int]:
    """Return the rows in which a move is called wrong behind it, and stays: d4, no, d5 as two moves."""
    begins = {one.row: one.said[0].token for one in reversed(game.written)}
    return {one.row for one in _passed(game) if one.undoes and begins.get(one.row, one.token) < one.token}


def _rival_rows(game: Candidate, rival: Candidate | None) -> set[int]:
    """Return the rows in which a game that is as likely has other moves."""
    others = {(one.row, one.moves) for one in rival.walk.steps()} if rival else set()
    return {one.row for one in game.written if rival and (one.row, one.moves) not in others}


def _asked_rows(game: Candidate, texts: Sequence[str]) -> set[int]:
    """Return the rows that say themselves that something is in doubt: d4?, not sure."""
    moved = {one.row for one in game.written}
    doubted = {n for n, text in enumerate(texts) if n >= min(moved, default=0) and speaks_of("doubted", text)}
    return doubted | {n for n in moved if _ASKED.search(texts[n])}


def _out_of_turn(game: Candidate) -> set[int]:
    """Return the rows played behind later rows though players alternate in rows: a move is missing there."""
    owners = {one.row: one.said[0].owner for one in game.written}
    order = sorted(owners)
    turns = sum(owners[a] != owners[b] for a, b in pairwise(order))
    if len(game.way.queues) < 2 or len(order) < len(game.written) or 2 * turns < len(order):
        return set()
    return {two.row for one, two in pairwise(game.written) if two.row < one.row}


def _unsaid_rows(game: Candidate) -> set[int]:
    """Return the rows with unknown words behind which a turn ends unsaid: they may tell its last move."""
    made = game.written
    rows = {one.row for one, two in pairwise(made) if len(two.moves) > 1}
    return {row for row in rows if any(game.sheet.is_unknown(token) for token in game.sheet.parsed[row])}


def _unnamed_rows(game: Candidate) -> set[int]:
    """Return the rows of a colour that is not named in front of its field, where most are."""
    placed = [one for one in game.written if "@" in one.moves[-1] and game.sheet.coloured]
    unnamed = {one.row for one in placed if one.named_cost}
    return unnamed if _MOST_NAMED * sum(one.row in unnamed for one in placed) < len(placed) else set()


def _of_others(game: Candidate) -> set[int]:
    """Return the rows of a move that is of another player than most moves beside the same name."""
    moves = ((one.row, one.said[0].owner, one.mover) for one in game.written)
    named = [one for one in moves if one[1] in game.sheet.owners.names]
    most: dict[str | None, str | None] = {}
    for (owner, seat), _ in Counter((owner, seat) for _, owner, seat in named).most_common():
        most.setdefault(owner, seat)
    return {row for row, owner, seat in named if most[owner] != seat} if len(most) > 1 else set()


def checks_of(record: Record, rows: Sequence[tuple[str, Tokens]], told_rows: Collection[int]) -> list[Text]:
    """Return the statements of a sheet about itself that a game does not bear out.

    rows: of the sheet, each with its tokens. told_rows: the indices of rows with moves.
    """
    texts = [text for text, _ in rows]
    first, last = min(told_rows, default=0), max(told_rows, default=0)
    seats = record.position.seats
    numbers = [said for text in texts[: first + 1] if (said := players_said(text)) is not None]
    named = number_named(rows[: first + 1], seats, record.header.players)
    numbers += [named] if named > len(seats) else []
    found = [
        told("the sheet speaks of {said} players; this game has {number}", said=said, number=len(seats))
        for said in numbers
        if said != len(seats)
    ]
    for sentence in (one for text in texts[last + 1 :] for one in _SENTENCE_END.split(text)):
        found += _said_of_end(record, sentence)
    if _may_be_agreed(record, texts[last + 1 :]):
        found.append(told("what stands behind the last move may say that all agreed to end the game"))
    made = len(record.moves)
    words = sum(len(re.findall(r"[^\W\d_]{2,}", text)) for text in texts)
    if made < _FEW_MOVES and words > _WORDS_EACH * made:
        found.append(told("only {number} moves are found in {words} words", number=made, words=words))
    return found[:1] + [one for one in found[1:] if one != found[0]]


def _may_be_agreed(record: Record, texts: Sequence[str]) -> bool:
    """Whether rows behind the last move may tell that all agreed: neither points alone nor that it goes on."""
    try:
        record.position.play(AGREE)
    except GameError:
        return False
    known = {*re.findall(r"\w+", fold(" ".join(record.header.players)))}
    said = any(len({*_MEANING_WORD.findall(fold(text))} - known) > 1 for text in texts)
    return said and not any(speaks_of("unfinished", text) for text in texts)


def _said_of_end(record: Record, text: str) -> Iterator[Text]:
    """Yield the statements of a sentence behind the moves that the end does not bear out."""
    outcome, scores = record.position.outcome, record.position.scores()
    seats = dict(zip(record.header.players, record.position.seats, strict=True))
    said = {name: _after(name, text) for name in seats}
    named = [name for name, found in said.items() if found]
    if outcome is not None and speaks_of("unfinished", text):
        yield told("the sheet says that the game is not over, and it is")
    if outcome is None and speaks_of("final", text) and not speaks_of("unfinished", text):
        yield told("the sheet says that the game is over, and it is not")
    if len(named) == 1 and speaks_of("won", text):
        winners = outcome.winners if outcome else ()
        if seats[named[0]] not in winners:
            yield told("the sheet says that {name} won", name=named[0])
    points = {name: int(found[1]) for name, found in said.items() if found and found[1]}
    if not (len(points) > 1 or speaks_of("score", text)):
        return
    if len(named) == 1:  # Anna wins, 4 points (11 stones)
        numbers = [int(one) for one in _POINTS.findall(text.translate(_MINUS))]
        points = {named[0]: numbers[0]} if numbers and scores[seats[named[0]]] not in numbers else {}
    for name, number in points.items():
        if number != scores[seats[name]]:
            yield told(
                "the sheet gives {name} {said}, the game {score}",
                name=name,
                said=str(number),
                score=scores[seats[name]],
            )


def _after(name: str, text: str) -> re.Match[str] | None:
    """Return where a name stands in a text, and the number behind it as a group."""
    number = r"(?:[^\w-]{1,3}(-?\d+)(?![\w:]))?"
    plain = fold(text).translate(_MINUS)
    return re.search(rf"(?<!\w){re.escape(fold(name))}(?!\w){number}", plain)
