"""The board of Forum Romanum: fields, sectors and buildings (FR-1 to FR-3).

Fields are numbered ``7 * row + column`` with row 0 the top row (7) and column 0 the column a,
so that field 0 is a7 and field 48 is g1. Sets of fields are integers: bit n stands for field n.
"""

from dataclasses import dataclass

from rules.game import MalformedError
from rules.text import told

SIDE = 7  # rows, and fields in a row
FIELDS = tuple(column + row for row in "7654321" for column in "abcdefg")  # FR-1
DEFAULT_LAYOUT = "1111222/1111222/3344455/3344455/3344455/6666777/6666777"  # FR-3
BUILDINGS = ("I", "II", "III", "IV", "V", "VI", "VII")
SECTORS = (*"7654321", *"abcdefg", "\\", "/", *BUILDINGS)  # FR-2; \ runs from a7 to g1


def canonical_layout(text: str) -> str:
    """Return a description of the buildings as it is. Raises MalformedError.

    Checked are its form, the size of each building, and that each is in one piece (FR-3).
    """
    rows = text.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE or set(text) - set("1234567/"):
        raise MalformedError(told("{text!r} should be 7 rows of 7 digits 1-7, top row first, joined by /", text=text))
    plan = "".join(rows)
    for number, name in enumerate(BUILDINGS, 1):
        fields = {at for at, digit in enumerate(plan) if digit == str(number)}
        if not 6 <= len(fields) <= 9:
            raise MalformedError(
                told(
                    "building {name} ({number}) has {size} fields; it should have 6-9",
                    name=name,
                    number=number,
                    size=len(fields),
                )
            )
        reached = {min(fields)}
        edge = set(reached)
        while edge:
            edge = {
                near
                for at in edge
                for near in (
                    at - SIDE,
                    at + SIDE,
                    *([at - 1] if at % SIDE else []),
                    *([at + 1] if (at + 1) % SIDE else []),
                )
                if near in fields
            } - reached
            reached |= edge
        if reached != fields:
            apart = FIELDS[min(fields - reached)]
            raise MalformedError(
                told(
                    "building {name} ({number}) is not in one piece: {apart} is apart from {field}",
                    name=name,
                    number=number,
                    apart=apart,
                    field=FIELDS[min(fields)],
                )
            )
    return text


@dataclass(frozen=True, slots=True)
class Sector:
    """A sector of the forum, of 23 (FR-2).

    number: in SECTORS. members: its fields. fields: the same as a set of bits. coin: its coin as a
    set of bits.
    """

    number: int
    members: frozenset[int]
    fields: int
    coin: int


def sectors(layout: str) -> tuple[Sector, ...]:
    """Return the sectors in the order of SECTORS (FR-2)."""
    plan = layout.replace("/", "")
    every = range(len(FIELDS))
    members = [
        *(range(SIDE * row, SIDE * row + SIDE) for row in range(SIDE)),
        *(every[column::SIDE] for column in range(SIDE)),
        every[:: SIDE + 1],  # from a7 to g1
        every[SIDE - 1 : -1 : SIDE - 1],  # from g7 to a1
        *([at for at in every if plan[at] == str(n)] for n in range(1, len(BUILDINGS) + 1)),
    ]
    return tuple(
        Sector(number, frozenset(fields), sum(1 << at for at in fields), 1 << number)
        for number, fields in enumerate(members)
    )
