"""The game that is meant by the writing on score sheets: the cheapest legal game.

Each line costs the effort of seeing a move in its boxes: minus the logarithm of how probable the
signs of that move are there. Walks go down the lines as they do down a sheet of text
(:mod:`firmware.sheets.walks`), and the rules drop moves that cannot be played. The result is a
proposal, never a record: the lines in which another legal move is nearly as probable are marked,
and where a second whole game is as near, no game is proposed.
"""

from collections.abc import Mapping, Sequence
from importlib import import_module
from itertools import product
from math import log
from types import MappingProxyType
from typing import NamedTuple

from firmware.paper.picture import Page, PhotographError, Written
from firmware.sheets.signs import Sign
from firmware.sheets.walks import Board, StepBudget, Walk, Walker
from rules.game import Game, Move, Position
from rules.record import Header, Record, make_header
from rules.registry import find_game
from rules.text import told
from wiring.score_sheets.layout import Sheet

AS_NEAR = 0.5  # by which the cheapest game has to be cheaper than every other
SURE = 3.0  # by which a line has to be cheaper than any other move in its place, not to be marked
DEAR = 2.0  # the cost of a line above which it is marked
_UNSEEN = 6.0  # the cost of a sign in a blank place, or of a blank where a sign is seen
_DOUBT = 0.02  # how often the network is quite wrong
_DEAREST = 16.0  # the highest cost of a line
_MOST_PER_SHEET, _MOST_PER_LINE = 15.0, 0.25  # the highest cost of a sheet, and more for each line
_UNREAD = 1000.0  # the cost of passing over a line, which is prohibitive
_WIDTH, _STEPS = 24, 30_000  # walks that are kept, and steps of all
_SECONDS = 4  # places of a second, in a game with a clock; the last is of tenths


class Doubt(NamedTuple):
    """A line that should be looked at.

    Attributes:
        line: The written line.
        meant: The text that it is read as.
        perhaps: Another text that it may be, None where no other is near.
    """

    line: Written
    meant: str
    perhaps: str | None


class Proposal(NamedTuple):
    """The game that is read from photographs, and the doubts about it."""

    record: Record
    doubts: tuple[Doubt, ...]


class UnreadableError(PhotographError):
    """The writing on a sheet is no game.

    Attributes:
        line: The last line that can be read, None where the fault is in no line.
    """

    line: Written | None = None


def propose(
    pages: Sequence[Page], players: Sequence[str] | None = None, options: Mapping[str, str] = MappingProxyType({})
) -> Proposal:
    """Return the game that is written on photographed pages.

    Args:
        pages: In any order; pages with the same number in the order of writing.
        players: Their names in seat order; as they are written, when not given.
        options: The house rules of the game: name -> text.

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
    reader = _Reader(find_game(header.game), first.game, header.start(), moves)
    best, *others = reader.walks(len(moves))
    if not reader.is_read(best):
        raise reader.unread()
    if others and others[0].cost - best.cost < AS_NEAR:
        raise reader.two(best, others[0])
    doubts += reader.doubts(best)
    position, played = header.start(), list[Move]()
    for move in (one for walk in best.steps() for one in walk.moves):
        played.append(position.written(move))
        position = position.play(move)
    return Proposal(Record(header, tuple(played), position), tuple(doubts))


_ABOVE = ("name", "rewards", "white", "black")


def _header(
    written: Sequence[Written], sheet: Sheet, players: Sequence[str] | None, options: Mapping[str, str]
) -> tuple[Header, list[Doubt]]:
    """Return the header, and the doubts about it."""
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
    """Return the likeliest text of boxes that no rule restricts, and another text if in doubt."""
    text, other = "", ""
    doubtful = False
    for signs in line.signs:
        first, second, *_ = sorted(signs, key=signs.__getitem__, reverse=True) or ("", "")
        near = bool(signs) and _cost(signs, second) - _cost(signs, first) < SURE
        doubtful |= near
        text, other = text + first, other + (second if near else first)
    return text, other if doubtful else None


def _cost(signs: Mapping[str, float], sign: str) -> float:
    """Return the cost of a sign in a place; a space without a sign costs 0."""
    if not signs or sign not in signs:
        return 0.0 if not signs and sign == " " else _UNSEEN
    share = signs[sign] / max(sum(signs.values()), 1e-9)
    return -log((1 - _DOUBT) * share + _DOUBT / len(signs))


def _cost_of(line: Written, text: str) -> float:
    """Return the cost of a text in the places of a line, from the first on."""
    padded = text.ljust(len(line.signs))
    return sum(map(_cost, line.signs, padded))


class _Reader:
    """Finds the games that the lines of a sheet may mean."""

    def __init__(self, game: Game, name: str, start: Position, lines: Sequence[Written]) -> None:
        """Take the lines of a sheet. name: of the sheet's game."""
        self._lines = lines
        self._signs = [
            Sign(
                n,
                tuple((move, cost, 1) for cost, move in _candidates(game, name, start, line)),
                _UNREAD,
                owner=None if line.entry.seat is None else start.seats[line.entry.seat],
                whole=True,
            )
            for n, line in enumerate(lines)
        ]
        seats = {seat: seat for seat in start.seats}
        effort = StepBudget(_STEPS + _WIDTH * len(lines))
        self._walker = Walker(game, start, Board(), effort, seats=seats)

    def walks(self, most: int) -> list[Walk]:
        """Return up to `most` of the cheapest walks down the lines, the cheapest first."""
        return self._walker.walks({None: self._signs}, _WIDTH, most)

    def is_read(self, walk: Walk) -> bool:
        """Whether a walk makes a move of each line, and costs no more than a sheet may."""
        return walk.cost <= _MOST_PER_SHEET + _MOST_PER_LINE * len(self._lines)

    def doubts(self, best: Walk) -> list[Doubt]:
        """Return the lines of a game that should be looked at."""
        found = []
        for walk in (one for one in best.steps() if one.said and one.before):
            assert walk.before is not None
            others = [
                told.moves
                for told in self._walker.whole(walk.before.position, walk.said[0])
                if told.moves != walk.moves and told.cost < walk.named_cost + SURE
            ]
            if others or walk.named_cost > DEAR:
                perhaps = others[0][-1] if others else None
                found.append(Doubt(self._lines[walk.row], walk.moves[-1], perhaps))
        return found

    def unread(self) -> UnreadableError:
        """Return an error that names the line up to which a sheet can be read."""
        low, high = 0, len(self._lines)
        while high - low > 1:
            middle = (low + high) // 2
            if self.is_read(self.walks(middle)[0]):
                low = middle
            else:
                high = middle
        error = UnreadableError(
            told(
                "no legal move is near to what is written here, or above; check the lines up to here, or type the game"
            )
        )
        error.line = self._lines[high - 1]
        return error

    def two(self, best: Walk, other: Walk) -> UnreadableError:
        """Return an error that names the line where two games part that are both near."""
        pairs = zip(best.steps(), other.steps(), strict=False)
        one, two = next(pair for pair in pairs if pair[0].moves != pair[1].moves)
        error = UnreadableError(
            told(
                "this may be {one} or {other}, and both give a whole game; write it more clearly, or type the game",
                one=one.moves[-1],
                other=two.moves[-1],
            )
        )
        error.line = self._lines[one.row]
        return error


def _candidates(game: Game, name: str, start: Position, line: Written) -> list[tuple[float, Move]]:
    """Return the moves that may be written on a line, with their costs, the cheapest first."""
    spelled = import_module(f"wiring.score_sheets.{name}").spelled
    if game.timed:
        step = line._replace(signs=line.signs[_SECONDS:])
        steps = _spelled(step, game.every_move(start), spelled)[:_MOST_STEPS]
        pairs = product(_seconds(line.signs[:_SECONDS]), steps)
        found = [(a + b, f"{second} {move}") for (a, second), (b, move) in pairs]
    else:
        found = _spelled(line, [*game.every_move(start), *game.rolls], spelled)
    return sorted(one for one in found if one[0] <= _DEAREST)


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
    return [(cost, f"{int(text[:-1] or 0)}.{text[-1]}" if tenths else str(int(text))) for cost, text in whole]
