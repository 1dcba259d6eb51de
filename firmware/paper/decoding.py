"""Which game is meant by what is written on score sheets: the cheapest one that is legal.

Each line costs what it takes to see a legal move in its boxes: minus the logarithm of how probable
the signs of that move are there. A beam goes down the lines (:mod:`firmware.paper.beam`), and the
rules drop what cannot be played. What is found is a proposal, never a record: the lines in which
another legal move is nearly as probable are marked, and where a second whole game is as near, none
is proposed.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from itertools import product
from math import log
from types import MappingProxyType
from typing import NamedTuple

from firmware.paper.beam import Choice, Read, Readings, cheapest
from firmware.paper.picture import Page, PhotographError, Written
from rules.game import Game, GameError, Move, Position
from rules.record import Header, Record, make_header
from rules.registry import find_game
from rules.text import told
from wiring.score_sheets.layout import Sheet

AS_NEAR = 0.5  # by which the cheapest game has to be cheaper than every other
SURE = 3.0  # by which a line has to be cheaper than any other move in its place, not to be marked
DEAR = 2.0  # what a line may cost, not to be marked
_UNSEEN = 6.0  # a sign where nothing is seen, or nothing where a sign is seen
_DOUBT = 0.02  # how often the network is quite wrong
_KEPT = 6.0  # what a reading may cost more than the best one of its line
_DEAREST = 16.0  # that a line may cost
_SECONDS = 4  # places of a second, in a game with a clock; the last one is of tenths


class Doubt(NamedTuple):
    """A line that should be looked at.

    Attributes:
        line: What is written.
        meant: What it is read as.
        perhaps: What else it may be, None where there is nothing near.
    """

    line: Written
    meant: str
    perhaps: str | None


class Proposal(NamedTuple):
    """The game that is read from photographs, and what in it is doubtful."""

    record: Record
    doubts: tuple[Doubt, ...]


class UnreadableError(PhotographError):
    """What is written on a sheet is no game.

    Attributes:
        line: Up to which it can be read, None where it is no question of a line.
    """

    line: Written | None = None


def propose(
    pages: Sequence[Page],
    players: Sequence[str] | None = None,
    options: Mapping[str, str] = MappingProxyType({}),
) -> Proposal:
    """Return the game that is written on photographed pages.

    Args:
        pages: In any order; those with the same number in the order of writing.
        players: Their names in seat order; as they are written, when not given.
        options: By which house rules was played: name -> text.

    Raises:
        PhotographError: The pages are not those of one game, or no game is near, or two are.
        GameError: The names or options cannot be those of a game.
    """
    pages = sorted(pages, key=lambda page: page.sheet.page)
    first = pages[0].sheet
    for page in pages:
        if page.sheet[:2] != first[:2]:
            raise PhotographError(told("the pictures are of sheets of different games"))
    if first.page or sum(page.sheet.page == 0 for page in pages) > 1:
        raise PhotographError(told("give one picture of the first page, then those that follow it"))
    written = [line for page in pages for line in page.written]
    header, doubts = _header(written, first, players, options)
    moves = [line for line in written if line.entry.key not in _ABOVE]
    if not moves:
        raise PhotographError(told("no move is written on this sheet"))
    reader = _Reader(find_game(header.game), first.game)
    start = reader.opened(header.start())
    lines = [partial(reader.readings, line) for line in moves]
    choices = cheapest(start, lines)
    if not choices:
        raise _unread(start, lines, moves)
    best, *others = choices
    if others and others[0].cost - best.cost < AS_NEAR:
        raise _two(best, others[0], moves)
    doubts += reader.doubts(start, best, moves)
    before = (*(("start",) if start.plies else ()),)
    position, played = header.start(), []
    for move in (*before, *best.moves):
        played.append(position.written(move))
        position = position.play(move)
    return Proposal(Record(header, tuple(played), position), tuple(doubts))


_ABOVE = ("name", "rewards", "white", "black")


def _header(
    written: Sequence[Written],
    sheet: Sheet,
    players: Sequence[str] | None,
    options: Mapping[str, str],
) -> tuple[Header, list[Doubt]]:
    """Return the header, and what in it is doubtful."""
    doubts: list[Doubt] = []
    names = list(players or find_game(sheet.game).seats(sheet.players))
    texts: dict[tuple[str, int], str] = {}
    for line in written:
        if line.entry.key not in _ABOVE:
            continue
        text, other = _likeliest(line)
        if line.entry.key == "name":
            if players is None and line.entry.seat is not None:
                names[line.entry.seat] = text.title()
                doubts.append(Doubt(line, text.title(), None))
            continue
        texts[line.entry.key, line.entry.column] = str(int(text or 0))
        if other is not None:
            doubts.append(Doubt(line, text, other))
    if texts:
        form = import_module(f"wiring.score_sheets.{sheet.game}")
        options = {**form.options(texts), **options}
    return make_header(sheet.game, names, options), doubts


def _likeliest(line: Written) -> tuple[str, str | None]:
    """Return what most probably stands in boxes that no rule says more of, and what else may."""
    text, other = "", ""
    doubtful = False
    for signs in line.signs:
        first, second, *_ = sorted(signs, key=signs.__getitem__, reverse=True) or ("", "")
        near = bool(signs) and _cost(signs, second) - _cost(signs, first) < SURE
        doubtful |= near
        text, other = text + first, other + (second if near else first)
    return text, other if doubtful else None


def _cost(signs: Mapping[str, float], sign: str) -> float:
    """Return what it costs to see a sign in a place; a space is none."""
    if not signs or sign not in signs:
        return 0.0 if not signs and sign == " " else _UNSEEN
    share = signs[sign] / max(sum(signs.values()), 1e-9)
    return -log((1 - _DOUBT) * share + _DOUBT / len(signs))


def _cost_of(line: Written, text: str) -> float:
    """Return what it costs to see a text in the places of a line, from the first on."""
    padded = text.ljust(len(line.signs))
    return sum(map(_cost, line.signs, padded))


@dataclass(frozen=True, slots=True)
class _Reader:
    """Finds what the lines of one game may mean. name: of the game whose sheet it is."""

    game: Game
    name: str

    def opened(self, start: Position) -> Position:
        """Return the position in which the first line is written."""
        return start.play("start") if self.game.timed else start

    def readings(self, line: Written, position: Position) -> list[Read]:
        """Return the legal ways to read a line in a position, the cheapest first."""
        found: list[Read] = []
        for before in ((), *((end,) for end in self.game.turn_ends(position))):
            after: tuple[Position, ...] = ()
            for move in before:
                after = (*after, (after or (position,))[-1].play(move))
            found += self._moves(line, (after or (position,))[-1], before, after)
        found.sort(key=lambda read: read.cost)
        return [read for read in found if read.cost <= found[0].cost + _KEPT]

    def _moves(
        self,
        line: Written,
        position: Position,
        before: tuple[Move, ...],
        after: tuple[Position, ...],
    ) -> Iterator[Read]:
        """Yield the ways to read a line in a position, the cheapest first."""
        seat, most = line.entry.seat, _DEAREST
        if seat is not None and position.mover != position.seats[seat] and not self.game.timed:
            return
        for cost, move in self._candidates(line, position):
            if cost > most:
                break
            try:
                played = position.play(move)
            except GameError:
                continue
            if seat is not None and self.game.mover(position, move) != position.seats[seat]:
                continue
            most = min(most, cost + _KEPT)
            yield Read((*before, move), (*after, played), cost=cost)

    def _candidates(self, line: Written, position: Position) -> list[tuple[float, Move]]:
        """Return the moves that may be written on a line, with their costs, the cheapest first."""
        spelled = import_module(f"wiring.score_sheets.{self.name}").spelled
        if self.game.timed:
            step = line._replace(signs=line.signs[_SECONDS:])
            steps = _spelled(step, self.game.every_move(position), spelled)
            pairs = product(_seconds(line.signs[:_SECONDS]), steps[:_MOST_STEPS])
            return sorted((a + b, f"{second} {move}") for (a, second), (b, move) in pairs)
        return _spelled(line, position.legal_moves(), spelled)

    def doubts(self, start: Position, best: Choice, lines: Sequence[Written]) -> list[Doubt]:
        """Return the lines of a game that should be looked at."""
        position, found = start, []
        for line, read in zip(lines, best.reads, strict=True):
            others = [
                other
                for other in self.readings(line, position)
                if other.moves != read.moves and other.cost < read.cost + SURE
            ]
            if others or read.cost > DEAR:
                perhaps = others[0].moves[-1] if others else None
                found.append(Doubt(line, read.moves[-1], perhaps))
            position = read.after[-1]
        return found


_MOST_STEPS = 12


def _spelled(line: Written, moves: Sequence[Move], spelled: object) -> list[tuple[float, Move]]:
    assert callable(spelled)
    return sorted(
        (min(_cost_of(line, text) for text in texts), move)
        for move in moves
        if (texts := spelled(move, line.entry.key))
    )


def _seconds(places: Sequence[Mapping[str, float]]) -> list[tuple[float, str]]:
    """Return the seconds that may be written in some places, with their costs."""
    found = [(0.0, "")]
    for signs in places:
        choices = sorted((_cost(signs, sign), sign) for sign in signs)[:3] if signs else [(0.0, "")]
        found = [(a + b, text + sign) for a, text in found for b, sign in choices]
    whole = [(cost, text) for cost, text in sorted(found)[:24] if text]
    tenths = bool(places[-1])
    return [
        (cost, f"{int(text[:-1] or 0)}.{text[-1]}" if tenths else str(int(text)))
        for cost, text in whole
    ]


def _unread(
    start: Position, lines: Sequence[Readings], moves: Sequence[Written]
) -> UnreadableError:
    """Return an error that names the line up to which a sheet can be read."""
    low, high = 0, len(lines)
    while high - low > 1:
        middle = (low + high) // 2
        if cheapest(start, lines[:middle]):
            low = middle
        else:
            high = middle
    error = UnreadableError(
        told(
            "no legal move is near to what is written here, or above; check the lines up to here, "
            "or type the game"
        )
    )
    error.line = moves[high - 1]
    return error


def _two(best: Choice, other: Choice, moves: Sequence[Written]) -> UnreadableError:
    """Return an error that names the line where two games part that are both near."""
    for line, one, two in zip(moves, best.reads, other.reads, strict=True):
        if one.moves != two.moves:
            error = UnreadableError(
                told(
                    "this may be {one} or {other}, and both give a whole game; write it more "
                    "clearly, or type the game",
                    one=one.moves[-1],
                    other=two.moves[-1],
                )
            )
            error.line = line
            return error
    raise AssertionError("two games with the same moves")
