"""Slips of the pen whose consequence may show only lines later.

Where a game cannot go on, one sign of that line may be wrong, or one above it that touches the same
piece. The repair of a sign costs what its slip does, and the engine tells how far the game goes on
with it. Those that cost least for the most lines are tried first, and no more than a bounded
number.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from heapq import heappop, heappush
from itertools import count, pairwise
from typing import Any, NamedTuple, TypeAlias

from rules.game import GameError, Move, Position
from rules.reading_slips import CHANGED, SWAPPED, slips

_SIGN = re.compile(r"(?<![^\W_])(?:(?=[^\W_]*\d)[^\W_]{1,4}(?:[.,]\d{1,3})?|[^\W\d_])(?![^\W_])")
_COMMA = re.compile(r"[,;]\s+")
_EACH = 1.0  # a slip, whatever it is,
_HIDDEN = 1.0  # and more where the line could be read all the same
_PER_LINE = 0.5  # that a line is worth that can be read
_NEAR = 2.5  # by how much every other game has to cost more
_MOST_COST = 8.0  # of the repairs in a sheet,
_MOST_PER_LINE = 0.4  # and more for each of its lines
_MOST_READ = 800  # lines that are read with repairs, or so many times _LONG characters,
_MOST_STUCK = 250  # and as long as none lets the game go on
_LONG = 30

Made: TypeAlias = tuple[tuple[int, Move], ...]
"""Moves in order, each with the line in which it stands."""


class UnreadError(GameError):
    """A line that cannot be read. part: which of its parts; start, end: where that stands."""

    def __init__(self, part: int, start: int, end: int) -> None:
        super().__init__("")
        self.part, self.start, self.end = part, start, end


class Standing(NamedTuple):
    """How a game stands in front of a line. others: what else whoever reads it has to know."""

    position: Position
    others: tuple[Any, ...]


Read: TypeAlias = Callable[[int, str, Standing], tuple[Made, Standing]]
"""Returns what a line means, given its number, its text and how the game stands in front of it, and
how it stands behind it. Raises UnreadError."""


class _Way(NamedTuple):
    """A game as far as it can be read with some repairs.

    texts: of the lines that are repaired. standings: in front of each line. moves: of each. stop:
    why it cannot go on, None where it is whole.
    """

    cost: float
    texts: Mapping[int, str]
    standings: list[Standing]
    moves: list[Made]
    stop: UnreadError | None = None

    @property
    def reached(self) -> tuple[int, int]:
        """The line, and the part of it, that cannot be read."""
        return len(self.moves), self.stop.part if self.stop else 0


def parts_of(text: str) -> list[tuple[int, int]]:
    """Return where the parts of a line stand that commas set off."""
    commas = [found.span() for found in _COMMA.finditer(text)]
    cuts = [(one[1], two[0]) for one, two in pairwise([(0, 0), *commas, (len(text), 0)])]
    return [(start, end) for start, end in cuts if text[start:end].strip()]


class Repairs:
    """The repairs of a sheet."""

    def __init__(self, texts: Sequence[str], read: Read, atoms: frozenset[str]) -> None:
        """Make those of lines with these texts. atoms: the signs that moves are written with."""
        self._texts, self._read_line, self._atoms = texts, read, atoms
        self._left = _MOST_READ

    def games(self, start: Standing) -> list[Made]:
        """Return the games that the sheet may tell with repairs, the cheapest first.

        Those that cost much more than it are left out.
        """
        order = count()
        first = self._onward(_Way(0.0, {}, [start], []))
        ways: list[tuple[float, int, _Way, int, str]] = []
        self._branch(first, ways, order)
        seen = {(tuple(first.moves), first.reached)}
        found: list[tuple[float, Made]] = []
        most = _MOST_COST + _MOST_PER_LINE * len(self._texts)
        while ways and self._left > (_MOST_READ - _MOST_STUCK) * (len(seen) == 1):
            _, _, before, n, text = heappop(ways)
            way = self._repaired(before, n, text) if before.cost <= most else None
            if way is None or (known := (tuple(way.moves), way.reached)) in seen:
                continue
            seen.add(known)
            self._branch(way, ways, order)
            if way.stop is None:
                found.append((way.cost, tuple(one for made in way.moves for one in made)))
                most = min(most, way.cost + _NEAR)
        return [made for cost, made in sorted(found, key=lambda one: one[0]) if cost <= most]

    def _branch(
        self, way: _Way, ways: list[tuple[float, int, _Way, int, str]], order: Iterator[int]
    ) -> None:
        """Add the repairs by which a way may go on, each with the cost of both."""
        for more, n, text in self._repairs_of(way) if way.stop else ():
            dearer = way._replace(cost=way.cost + more + _EACH)
            key = dearer.cost - _PER_LINE * len(way.moves)
            heappush(ways, (key, next(order), dearer, n, text))

    def _read(self, n: int, text: str, standing: Standing) -> tuple[Made, Standing]:
        self._left -= 1 + len(text) // _LONG
        return self._read_line(n, text, standing)

    def _onward(self, way: _Way) -> _Way:
        """Return a way as far as it can be read."""
        for n in range(len(way.moves), len(self._texts)):
            text = way.texts.get(n, self._texts[n])
            try:
                made, after = self._read(n, text, way.standings[-1])
            except UnreadError as stop:
                return way._replace(stop=stop)
            way.moves.append(made)
            way.standings.append(after)
        return way._replace(stop=None)

    def _repaired(self, before: _Way, n: int, text: str) -> _Way | None:
        """Return a way with one more line repaired, None where it goes no further."""
        standings, moves = before.standings[: n + 1], before.moves[:n]
        try:
            if n < len(before.moves):
                made, after = self._read(n, text, standings[-1])
                moves.append(made)
                standings.append(after)
            for below in range(n + 1, len(before.moves)):  # which are not read again
                position = standings[-1].position
                for _, move in before.moves[below]:
                    position = position.play(move)
                moves.append(before.moves[below])
                standings.append(before.standings[below + 1]._replace(position=position))
        except GameError:
            return None
        texts = {**before.texts, n: text}
        way = self._onward(_Way(before.cost, texts, standings, moves))
        return way if way.stop is None or way.reached > before.reached else None

    def _repairs_of(self, way: _Way) -> Iterator[tuple[float, int, str]]:
        """Yield the repairs that may let a game go on: the cost, the line and its text."""
        assert way.stop is not None
        start, end, last = way.stop.start, way.stop.end, len(way.moves)
        text = way.texts.get(last, self._texts[last])
        touched = {one[0] for one in _SIGN.finditer(text, start, end)}
        for cost, changed, at, signs in self._changes(text, end):
            if at >= start:
                yield cost, last, changed
            elif last not in way.texts and not touched.isdisjoint(signs):
                yield cost + _HIDDEN, last, changed
        for n, made in enumerate(way.moves):
            thrown = all(move.startswith("roll ") for _, move in made)  # which moves no piece
            for cost, changed, _, signs in self._changes(self._texts[n]) if not thrown else ():
                if n not in way.texts and not touched.isdisjoint(signs):
                    yield cost + _HIDDEN, n, changed

    def _changes(
        self, text: str, end: int | None = None
    ) -> Iterator[tuple[float, str, int, tuple[str, str]]]:
        """Yield a text with a slip repaired: the cost, the text, where, and the signs concerned."""
        signs = [*_SIGN.finditer(text, 0, len(text) if end is None else end)]
        for one in signs:
            for cost, other in _others(one[0], self._atoms):
                changed = text[: one.start()] + other + text[one.end() :]
                yield cost, changed, one.start(), (one[0], other)
        for one, two in pairwise(signs):
            between = text[one.end() : two.start()]
            if one[0] != two[0] and not _COMMA.search(between):  # a move that is written backwards
                changed = text[: one.start()] + two[0] + between + one[0] + text[two.end() :]
                yield SWAPPED, changed, one.start(), (one[0], two[0])


@cache
def _others(sign: str, atoms: frozenset[str]) -> Sequence[tuple[float, str]]:
    """Return the signs that one may have been meant to be, each with what the slip costs."""
    costs = {form: cost for cost, form in (*slips(sign.casefold()), *slips(sign))}
    found = list[tuple[float, str]]()
    for atom in atoms - {sign}:
        alike = _shape(atom) == _shape(sign)
        if alike and (sign in atoms or len(sign) > 1) and _is_near(sign, atom):
            costs.setdefault(atom, CHANGED)
        if atom in costs and (alike or sign not in atoms):
            found.append((costs[atom], atom))
    return sorted(found)


def _shape(sign: str) -> str:
    return re.sub(r"\d+", "0", re.sub(r"[^\W\d_]", "a", sign))


def _is_near(sign: str, atom: str) -> bool:
    """Whether one character is another, or is missing."""
    missing = (atom[:n] + atom[n + 1 :] for n in range(len(atom)))
    changed = len(sign) == len(atom) and sum(map(str.__ne__, sign, atom)) == 1
    return changed or sign in missing
