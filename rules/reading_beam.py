"""Which of the things that doubtful lines may mean lets the whole game be legal.

A beam of readings goes down the sheet: each line adds what it costs to read it so, the engine drops
what cannot be played, and the cheapest whole game is left. Costs are in the same spirit as those by
which a table reads hands: minus the logarithm of how often a slip of the pen happens, roughly.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple, TypeAlias

from rules.game import AGREE, Game, Move, Position
from rules.reading_moves import Near, Read

TWINS = 1.0  # two signs that are the same in many hands
CONFUSED = 2.5  # two signs that look alike in some
TURNED = 1.5  # a figure in front of its letter: 5f
SWAPPED = 3.5  # two other signs beside each other, the other way round
ADDED = 4.0  # a sign too many
CHANGED = 5.0  # any other sign, or one that is missing
MISSPELT = 2.0  # a word with one letter wrong
ELSEWHERE = 5.0  # a move in the column of somebody else
REPEATED = 1.0  # a line that stands there twice
LEFT_OUT = 8.0  # a whole line with figures, at least
ASKED = 1.0  # a last line that may say that the game has ended
SURE = 0.5  # what needs not be asked: a line of words alone is left out
MARGIN = 1.5  # by which the cheapest game has to be cheaper than every other
_MOST_COST = 6.0  # of one move
_WIDTH = 24  # readings that are kept
_MOST_PER_SHEET = 15.0  # that a whole sheet may cost,
_MOST_PER_LINE = 0.25  # and more for each line of it
_WORK = 30_000  # readings of all lines together

_ALIKE = (
    "1li7|!",
    "0oqd",
    "b68h",
    "5s",
    "a4qd9",
    "g9q",
    "8b3",
    "2z7",
    "ce",
    "yvu4",
    "rvn",
    "kh",
    "wvu",
    "fe",
    "f7t",
)
_LOOKS_LIKE: Mapping[str, str] = {
    sign: "".join(
        dict.fromkeys("".join(alike for alike in _ALIKE if sign in alike).replace(sign, ""))
    )
    for sign in set("".join(_ALIKE))
}
_TWINS = {
    frozenset(pair) for pair in ("1l", "1i", "1|", "0o", "6b", "5s", "2z", "8b", "9q", "9g", "aq")
}
_SIGNS = "abcdefghijklmnopqrstuvwxyz0123456789*-"


class Situation(NamedTuple):
    """Where a line is read. seat: who is said to move. before: the position before the last."""

    position: Position
    seat: str | None
    before: Position | None


Readings: TypeAlias = Callable[[Situation], Sequence[Read]]
"""Return each way to read a line."""


class Choice(NamedTuple):
    """One way to read a whole sheet. reads: of each line, in order."""

    cost: float
    reads: tuple[Read, ...]

    @property
    def moves(self) -> tuple[Move, ...]:
        """All moves of the game."""
        moves: list[Move] = []
        counts = [0]
        for read in self.reads:
            if read.undoes:
                del moves[counts.pop() :]
            if read.moves:
                counts.append(len(moves))
            moves += read.moves
        return tuple(moves)


class _State(NamedTuple):
    cost: float
    position: Position
    seat: str | None
    before: Position | None
    trail: "tuple[object, Read] | None"


def cheapest(start: Position, lines: Sequence[Readings]) -> list[Choice]:
    """Return the cheapest ways to read a sheet, the cheapest first; none when nothing is legal.

    lines: what each line may mean. Two ways that make the same moves are one.
    """
    width = max(2, min(_WIDTH, _WORK // max(len(lines), 1)))
    most = _MOST_PER_SHEET + _MOST_PER_LINE * len(lines)
    beam = [_State(0.0, start, None, None, None)]
    for line in lines:
        after: list[_State] = []
        for state in beam:
            for read in line(Situation(state.position, state.seat, state.before)):
                position = state.before if read.undoes and state.before else state.position
                after.append(
                    _State(
                        state.cost + read.cost,
                        (position, *read.after)[-1],
                        read.seat if read.pending else None if read.moves else state.seat,
                        position if read.moves else state.before,
                        (state.trail, read),
                    )
                )
        after.sort(key=lambda state: state.cost)
        beam = [state for state in after[:width] if state.cost <= most]
        if not beam:
            return []
    found: dict[tuple[Move, ...], Choice] = {}
    for state in beam:
        choice = Choice(state.cost, tuple(_trail(state.trail))[::-1])
        found.setdefault(choice.moves, choice)
    return list(found.values())


def _trail(trail: object) -> Iterator[Read]:
    while isinstance(trail, tuple):
        trail, read = trail
        yield read


def near(game: Game, start: Position) -> Near:
    """Return what finds the moves of a game that a text may be with a slip of the pen."""
    forms: dict[str, dict[Move, None]] = {}
    for move in (*game.every_move(start), *game.rolls, AGREE):
        for form in _forms(move):
            forms.setdefault(form, {})[move] = None

    @cache
    def find(text: str) -> Sequence[tuple[float, Move]]:
        if game.timed:
            second, _, step = text.partition(" ")
            meant = second.casefold().translate(_FIGURES)
            slipped = TWINS * sum(a != b for a, b in zip(second.casefold(), meant, strict=True))
            if not step or slipped > _MOST_COST or not meant[:1].isdecimal():
                return ()
            ways = [(0.0, step)] if slipped else []
            ways += [(cost, move) for cost, move in steps(step)]
            return [(slipped + cost, f"{meant.replace(',', '.')} {move}") for cost, move in ways]
        return steps(text)

    def steps(text: str) -> Sequence[tuple[float, Move]]:
        written = _form(text)
        if written in forms or not len(written) < 9:
            return ()
        found: dict[Move, float] = {}
        for cost, form in slips(written):
            for move in forms.get(form, ()):
                found[move] = min(cost, found.get(move, cost))
        return [(cost, move) for move, cost in found.items()]

    return find


_FIGURES = str.maketrans("olisbzqg", "01158299")  # for letters in a second


def _form(text: str) -> str:
    return text.casefold().replace("@", "").replace(" ", "")


def _forms(move: Move) -> Iterable[str]:
    """Return how a move may be written, without signs that say nothing."""
    form = _form(move)
    yield form
    if "@" in move and len(form) > 2 and form[0].isalpha():
        yield form[1:]  # whose it is may go without saying
    if move.startswith("roll "):
        yield move[5:]


@cache
def slips(text: str) -> Sequence[tuple[float, str]]:
    """Return what a text may have been meant to be, each with what the slip costs."""
    found: dict[str, float] = {text: 0.0}
    for at, sign in enumerate(text):
        for form, cost in list(found.items()):
            for other in _LOOKS_LIKE.get(sign, ""):
                _keep(found, form[:at] + other + form[at + 1 :], cost + _confusion(sign, other))
    for form, cost in list(found.items()):
        if cost > CONFUSED:
            continue
        for at in range(len(form)):
            if at:
                swapped = form[: at - 1] + form[at] + form[at - 1] + form[at + 1 :]
                turned = form[at - 1].isdecimal() and form[at].isalpha()
                _keep(found, swapped, cost + (TURNED if turned else SWAPPED))
            _keep(found, form[:at] + form[at + 1 :], cost + ADDED)
    if len(text) > 2:
        for at in range(len(text)):
            for other in _SIGNS:
                _keep(found, text[:at] + other + text[at + 1 :], CHANGED)
    return [(cost, form) for form, cost in found.items() if cost]


def _confusion(one: str, other: str) -> float:
    """Return what it costs to take a sign for another that looks like it."""
    return TWINS if frozenset((one, other)) in _TWINS else CONFUSED


def _keep(found: dict[str, float], form: str, cost: float) -> None:
    if cost <= _MOST_COST and cost < found.get(form, _MOST_COST + 1):
        found[form] = cost
