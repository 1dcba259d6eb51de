"""The table of all moves of Revolution: their effects on the city, and the legal part of it.

`rules.revolution` explains the numbers of moves and the lanes.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import chain
from operator import itemgetter
from typing import Any

from rules.game import Move, some_of

SIDE = 5
FIELDS = tuple(letter + number for number in "54321" for letter in "abcde")  # RV-1
SEATS = ("light", "dark")
CARDS = "0123456789F"  # RV-2
BUILDINGS = "NVB"  # RV-3
END = "end"  # RV-18
LYING = ("", *(f"l{card}" for card in CARDS), *BUILDINGS, *(f"d{card}" for card in CARDS))

# Rows of the table of all moves, after the numbers 0-9.
FLAG = 10
NOTRE_DAME = 11
STONE = 14
BUILDING_ROWS = bytes(range(NOTRE_DAME, STONE))
FULL_HAND = bytes((*range(9, -1, -1), FLAG))  # RV-2; the highest first, RV-13 asks for it
STONE_ROW = bytes((STONE,))

CITY = bytes(range(1, SIDE * SIDE + 1))  # all columns that are fields
END_COLUMN = b"\0"

_COLUMN_OF_LANE = sum((lane + 1) << 8 * lane for lane in range(SIDE * SIDE))


def _around(column: int) -> bytes:
    """Return the columns of a field's neighbours (RV-4)."""
    row, at = divmod(column - 1, SIDE)
    around = ((row - 1, at), (row, at - 1), (row, at + 1), (row + 1, at))
    return bytes(1 + SIDE * r + a for r, a in around if 0 <= r < SIDE and 0 <= a < SIDE)


NEIGHBOURS = (b"", *(_around(column) for column in CITY))  # by column

_TEXTS: tuple[tuple[Move, ...], ...] = (
    *(("", *[f"{what}@{field}" for field in FIELDS]) for what in (*CARDS, *BUILDINGS)),
    (END, *[f"*{field}" for field in FIELDS]),
)  # every move by row and column


@dataclass(frozen=True, slots=True)
class Effect:
    """The changes that a move makes.

    Attributes:
        row: its row in the table of all moves.
        column: its column there.
        card: the row as a byte, to be taken out of hands.
        field: the column as a byte, to be taken out of free fields.
        bit: the set of its field.
        around: 1 in the lane of each neighbour, which has one free neighbour less.
        leads: by the seat that moves, the sums to add to the leads of light and of dark.
        lies: by the seat that moves, the sum to add to ``lying``.
    """

    row: int
    column: int
    card: bytes
    field: bytes
    bit: int = 0
    around: int = 0
    leads: tuple[tuple[int, int], tuple[int, int]] = ((0, 0), (0, 0))
    lies: tuple[int, int] = (0, 0)


def _effects() -> Iterator[tuple[Move, Effect]]:
    """Yield the text of every move with its effect."""
    yield END, Effect(STONE, 0, STONE_ROW, END_COLUMN)
    for column in CITY:
        field = bytes((column,))
        here = 1 << 8 * (column - 1)
        around = sum([1 << 8 * (near - 1) for near in NEIGHBOURS[column]])
        for row in range(STONE):
            card, bit, text = bytes((row,)), here << 7, _TEXTS[row][column]
            if row >= NOTRE_DAME:  # RV-9a: buildings have no influence
                leads = ((0, 0), (0, 0))
                names = (BUILDINGS[row - NOTRE_DAME],) * 2
            else:  # RV-9; RV-9a: the flag has none
                influence = row % FLAG * (here + around)
                leads = ((influence + here, -influence), (-influence, influence + here))
                names = (f"l{CARDS[row]}", f"d{CARDS[row]}")
            light, dark = (LYING.index(name) * here for name in names)
            yield text, Effect(row, column, card, field, bit, around, leads, (light, dark))
        yield _TEXTS[STONE][column], Effect(STONE, column, STONE_ROW, field, here << 7)


EFFECTS = dict(_effects())


class Moves(Sequence[Move]):
    """The legal moves, made lazily: each pair of a row and a column."""

    __slots__ = ("_columns", "_rows")

    def __init__(self, rows: bytes, columns: bytes) -> None:
        self._rows = rows
        self._columns = columns

    def __len__(self) -> int:
        return len(self._rows) * len(self._columns)

    def __getitem__(self, index: Any) -> Any:
        columns = self._columns
        size = len(columns)
        try:
            return _TEXTS[self._rows[index // size]][columns[index % size]]
        except TypeError:
            if not isinstance(index, slice):
                raise
            return [self[i] for i in range(*index.indices(len(self)))]

    def __iter__(self) -> Iterator[Move]:
        texts = [_TEXTS[row] for row in self._rows]
        if len(self._columns) > 1:
            return chain.from_iterable(map(itemgetter(*self._columns), texts))
        return map(itemgetter(*self._columns), texts)

    def __contains__(self, move: object) -> bool:
        effect = EFFECTS.get(str(move))
        return effect is not None and effect.row in self._rows and effect.column in self._columns

    def __repr__(self) -> str:
        return f"<{some_of(self)}>"


def columns_of(fields: int) -> bytes:
    """Return the columns of a set of fields, then that of ``end``."""
    lanes = fields - (fields >> 7) & _COLUMN_OF_LANE  # 127 in the lanes of the set, masked
    return lanes.to_bytes(SIDE * SIDE, "little").translate(None, b"\0") + END_COLUMN


def lane(lanes: int, field: int) -> int:
    """Return the lane of a field, given as a set of this field alone."""
    return lanes >> field.bit_length() - 8 & 255


@cache
def building_sites(free: bytes, apart: bool) -> bytes:
    """Return the fields where a further building may stand (RV-6, RV-7).

    free: the free fields; the other buildings stand on all other fields.
    """
    taken = set(CITY) - set(free)
    sites = []
    for column in free:
        after = taken | {column}
        nears = [set(NEIGHBOURS[at]) for at in after]
        if all(near - after for near in nears) and not (  # RV-6
            apart and any(near & after for near in nears)  # RV-7
        ):
            sites.append(column)
    return bytes(sites)
