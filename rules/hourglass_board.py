"""The board of hourglass: the default board of HG-3, or a household's own.

Holes are numbered in the order of the board's description; a set of holes is an integer with a bit
for each.

A household's own board (option ``board``) is a TOML file::

    white = ["a", "b", "c", "d"]  # where white starts: its three closest, then the fourth (HG-2)
    pink = ["A", "B", "C", "D"]
    lines = ["a-d", "b-d", "c-d", "d-m", "m-D", "D-A", "D-B", "D-C"]

    [holes]  # every hole, and the cell of the table (row 0-7, column 0-11) on which it lies
    a = [2, 1]
    b = [4, 1]
    c = [6, 1]
    d = [4, 2]
    m = [4, 3]
    D = [4, 4]
    A = [6, 5]
    B = [4, 5]
    C = [2, 5]

Names of holes are letters, digits and ``_``.
"""

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

from rules.game import MalformedError, Move
from rules.text import Text, told

SEATS = ("white", "pink")
ROWS, COLUMNS = 8, 12  # of the table
RANKS = ("abc", "d", "ef", "ghi", "jklm", "IHG", "FE", "D", "CBA")  # HG-3
HALF_OF_LINES = "a-e b-e b-f c-f b-d d-e d-f e-g e-h f-h f-i g-j g-k h-k h-l i-l i-m"
HALF_TURN = str.maketrans("abcdefghiABCDEFGHIjmkl", "ABCDEFGHIabcdefghimjlk")
_ROWS_OF_RANK = {1: (4,), 2: (3, 5), 3: (2, 4, 6), 4: (1, 3, 5, 7)}

_MOST_KNOWN = 1 << 16  # move lists that a board remembers: some 15 megabytes


class Board:
    """The holes of a board and the lines between them (HG-1, HG-2): checked when made.

    name: the file it came from, "" for the default board. cells: the cell (row, column) of each
    hole. lines: pairs of holes. homes: the four start holes of white, and those of pink; the first
    glass to move starts in the last hole.
    """

    def __init__(
        self,
        name: str,
        cells: Mapping[str, tuple[int, int]],
        lines: Iterable[tuple[str, str]],
        homes: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self.name = name
        self.cells = dict(cells)
        self.lines = tuple(lines)
        self.homes = (tuple(homes[0]), tuple(homes[1]))
        self.holes = tuple(self.cells)
        self.numbers = {hole: number for number, hole in enumerate(self.holes)}
        _check_cells(self.cells)
        self.near = self._joined()
        _check_homes(self.homes, self.numbers)
        self.starts = self.homes[0] + self.homes[1]  # the names of the eight glasses
        self.key = (name, tuple(self.cells.items()), frozenset(self.lines), self.homes)
        # The parts of a move that `play` needs: the bits of its two holes, both together, their
        # bytes, and the number of the first.
        self.steps = {
            f"{a}-{b}": (1 << at, 1 << to, 1 << at | 1 << to, bytes((at,)), bytes((to,)), at)
            for one, two in self.lines
            for a, b in ((one, two), (two, one))
            for at, to in ((self.numbers[a], self.numbers[b]),)
        }
        # The moves from each hole, with the hole that each needs free; and, filled in as they
        # come up, the lists of these moves by which holes beside it are occupied.
        self.ways = tuple(
            [(to, move) for move, (at, to, *_) in self.steps.items() if at == 1 << hole]
            for hole in range(len(self.holes))
        )
        self.from_hole: tuple[dict[int, tuple[Move, ...]], ...] = tuple({} for _ in self.holes)
        # For each set of movable glasses: the holes beside them, and their moves by the occupied
        # ones among these holes. Without the holes farther off in the key, few entries serve many
        # positions.
        self.known: dict[int, tuple[int, dict[int, tuple[Move, ...]]]] = {}
        self.remembered = 0

    def _joined(self) -> tuple[int, ...]:
        """Return the set of holes that lines join to each hole. Raise MalformedError."""
        near = [0] * len(self.holes)
        for a, b in self.lines:
            for hole in (a, b):
                if hole not in self.numbers:
                    raise MalformedError(told("line {a}-{b}: there is no hole {hole!r}", a=a, b=b, hole=hole))
            one, two = self.numbers[a], self.numbers[b]
            if one == two:
                raise MalformedError(told("line {a}-{b} should join two different holes", a=a, b=b))
            if near[one] >> two & 1:
                raise MalformedError(told("line {a}-{b} is given twice (b-a is the same as a-b)", a=a, b=b))
            near[one] |= 1 << two
            near[two] |= 1 << one
        reached = edge = 1
        while edge:
            edge = sum(1 << hole for hole in range(len(near)) if near[hole] & edge) & ~reached
            reached |= edge
        for number, hole in enumerate(self.holes):
            if not reached >> number & 1:
                raise MalformedError(
                    told("hole {hole}: no lines lead from it to {first}", hole=hole, first=self.holes[0])
                )
        return tuple(near)

    def moves(self, movable: int, occupied: int) -> tuple[Move, ...]:
        """Return the moves of the glasses in the set of holes `movable` (HG-10).

        They are remembered, because the same glasses stand among the same holes again and again.
        """
        entry = self.known.get(movable)
        if entry is None:
            beside = 0
            for hole, near in enumerate(self.near):
                if movable >> hole & 1:
                    beside |= near
            entry = self.known[movable] = (beside, {})
        beside, by_occupied = entry
        moves = by_occupied.get(occupied & beside)
        if moves is None:
            moves = by_occupied[occupied & beside] = self._gathered(movable, occupied)
            self.remembered += 1
            if self.remembered == _MOST_KNOWN:
                self.known.clear()
                self.remembered = 0
        return moves

    def _gathered(self, movable: int, occupied: int) -> tuple[Move, ...]:
        """Return the moves from all holes of the set `movable`."""
        moves: tuple[Move, ...] = ()
        while movable:
            hole = movable.bit_length() - 1
            movable ^= 1 << hole
            around = occupied & self.near[hole]
            some = self.from_hole[hole].get(around)
            if some is None:
                some = tuple([move for to, move in self.ways[hole] if not around & to])
                self.from_hole[hole][around] = some
            moves += some
        return moves


def _check_cells(cells: Mapping[str, tuple[int, int]]) -> None:
    """Check that each hole has a cell of its own on the table. Raise MalformedError."""
    taken: dict[tuple[int, int], str] = {}
    for hole, cell in cells.items():
        if not hole.isascii() or not hole.replace("_", "a").isalnum():
            raise MalformedError(told("hole {hole!r} should be named by letters, digits and _", hole=hole))
        if not (0 <= cell[0] < ROWS and 0 <= cell[1] < COLUMNS):
            raise MalformedError(
                told(
                    "hole {hole}: cell {cell} is off the table; rows are 0-{row}, columns 0-{column}",
                    hole=hole,
                    cell=str(list(cell)),
                    row=ROWS - 1,
                    column=COLUMNS - 1,
                )
            )
        if cell in taken:
            raise MalformedError(
                told(
                    "hole {hole}: cell {cell} is that of {other} too",
                    hole=hole,
                    cell=str(list(cell)),
                    other=taken[cell],
                )
            )
        taken[cell] = hole


def _check_homes(homes: tuple[Sequence[str], Sequence[str]], known: Mapping[str, int]) -> None:
    """Check that each seat has four start holes, all different (HG-2). Raise MalformedError."""
    seen: dict[str, str] = {}
    for seat, home in zip(SEATS, homes, strict=True):
        if len(home) != 4:
            raise MalformedError(told("{seat} should have four start holes, not {number}", seat=seat, number=len(home)))
        for hole in home:
            if hole not in known:
                raise MalformedError(told("{seat}: there is no hole {hole!r}", seat=seat, hole=hole))
            if hole in seen:
                raise MalformedError(
                    told("{seat}: {hole} is a start hole of {other} already", seat=seat, hole=hole, other=seen[hole])
                )
            seen[hole] = seat


def _default_board() -> Board:
    """Return the board of HG-3, with the cells on which it lies on the table."""
    cells = {
        hole: (row, rank + 1)
        for rank, holes in enumerate(RANKS)
        for hole, row in zip(holes, _ROWS_OF_RANK[len(holes)], strict=True)
    }
    lines = [*HALF_OF_LINES.split(), *HALF_OF_LINES.translate(HALF_TURN).split()]
    return Board("", cells, ((line[0], line[2]) for line in lines), ("abcd", "ABCD"))


def read_board(name: str, text: str) -> Board:
    """Return the board that a file describes, in the format of this module's docstring.

    name: the file. Raise MalformedError saying which file and which entry.
    """
    try:
        data = tomllib.loads(text)
        return _described(name, data)
    except RecursionError:
        raise MalformedError(told("{name}: values are nested too deeply", name=name)) from None
    except ValueError as error:  # TOMLDecodeError, MalformedError, a number of too many digits
        raise MalformedError(
            Text("{name}: {error}", {"name": name, "error": getattr(error, "message", str(error))})
        ) from None


def _described(name: str, data: dict[str, Any]) -> Board:
    """Return the board that the entries of a file describe. Raise MalformedError."""
    entries = ("white", "pink", "lines", "holes")
    for entry in (*entries, *data):
        if entry not in data or entry not in entries:
            lacks = (
                told("{entry!r} is unknown", entry=entry)
                if entry in data
                else told("{entry!r} is missing", entry=entry)
            )
            raise MalformedError(told("{lacks}; there should be: {entries}", lacks=lacks, entries=", ".join(entries)))
    for entry in entries[:3]:
        if not isinstance(data[entry], list) or not all(isinstance(t, str) for t in data[entry]):
            raise MalformedError(told("{entry!r} should be a list of texts", entry=entry))
    if not isinstance(data["holes"], dict):
        raise MalformedError(told("'holes' should be a table of NAME = [ROW, COLUMN]"))
    for hole, cell in data["holes"].items():
        if not isinstance(cell, list) or [type(part) for part in cell] != [int, int]:
            raise MalformedError(told("hole {hole}: {cell} should be [ROW, COLUMN]", hole=hole, cell=repr(cell)))
    lines = []
    for line in data["lines"]:
        a, dash, b = line.partition("-")
        if not (a and dash and b):
            raise MalformedError(told("line {line!r} should be two holes, such as a-e", line=line))
        lines.append((a, b))
    cells = {hole: (cell[0], cell[1]) for hole, cell in data["holes"].items()}
    return Board(name, cells, lines, (data["white"], data["pink"]))


@lru_cache(maxsize=1)
def built_in_board() -> Board:
    """Return the board of HG-3, always the same object."""
    return _default_board()


@lru_cache(maxsize=16)
def own_board(name: str, text: str) -> Board:
    """Return the board of a file, the same object while the text is the same."""
    return read_board(name, text)
