"""Which wire explains what single contacts did: an open line, or two that are swapped?

A line is a row, with all its contacts, or a column of one layer.
"""

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_
from typing import NamedTuple

from firmware.words import Text, Value, say
from hal import Layer, layer_of, members
from wiring import COLUMNS, ROWS

LEAST = 2  # cells that a line must have had judged before all of them are the line's fault


class Contact(NamedTuple):
    """One contact of the table, or the place in the map that answers when it closes."""

    layer: Layer
    cell: int

    @property
    def bit(self) -> int:
        """The set of this contact alone."""
        return layer_of(self.layer, 1 << self.cell)


def open_lines(
    dead: Mapping[Layer, int], judged: Mapping[Layer, int], answered: Mapping[Layer, int]
) -> tuple[list[Text], dict[Layer, int]]:
    """Return a line of text for each open row or column, and the dead contacts without theirs.

    dead: by layer the cells whose contact never closed. judged: those of which that is known.
    answered: those for which another one answered.
    """
    left = {layer: dead[layer] & ~answered.get(layer, 0) for layer in dead}
    lines = []
    for row in range(ROWS):
        cells = ((1 << COLUMNS) - 1) << COLUMNS * row
        of_row = {layer: judged.get(layer, 0) & cells for layer in left}
        if (
            reduce(or_, of_row.values()).bit_count() >= LEAST
            and sum(one > 0 for one in of_row.values()) > 1
            and all(of_row[layer] == left[layer] & cells for layer in left)
        ):
            told = say("row {row}: none of its contacts closes; check its wire and its plug")
            lines.append(Text(told, {"row": row}))
            left = {layer: one & ~cells for layer, one in left.items()}
    for layer in left:
        for column in range(COLUMNS):
            cells = sum(1 << COLUMNS * row + column for row in range(ROWS))
            of_column = judged.get(layer, 0) & cells
            if of_column.bit_count() >= LEAST and of_column == left[layer] & cells:
                told = say(
                    "{layer} column {column}: none of its contacts closes; check its wire and its "
                    "plug"
                )
                lines.append(Text(told, {"layer": layer.value, "column": column}))
                left[layer] &= ~cells
    return lines, left


def swapped_lines(
    strays: Collection[tuple[Contact, Contact]],
) -> tuple[list[Text], dict[Layer, int]]:
    """Return a line of text for each two lines that are swapped, and the contacts that are meant.

    strays: contacts that were meant, with the one that answered.
    """
    found: dict[tuple[str, tuple[tuple[str, Value], ...]], None] = {}
    meant = dict.fromkeys(Layer, 0)
    for one, other in sorted(strays, key=lambda pair: (pair[0].bit, pair[1].bit)):
        meant[one.layer] |= 1 << one.cell
        row, column = divmod(one.cell, COLUMNS)
        other_row, other_column = divmod(other.cell, COLUMNS)
        values: dict[str, Value]
        if row == other_row:
            told = say(
                "{layer} column {column} and {other_layer} column {other_column} answer for each "
                "other: their lines are swapped; check --learn tells how it is wired"
            )
            lines = sorted([(one.layer.value, column), (other.layer.value, other_column)])
            values = {
                "layer": lines[0][0], "column": lines[0][1],
                "other_layer": lines[1][0], "other_column": lines[1][1],
            }  # fmt: skip
        elif column == other_column and one.layer is other.layer:
            told = say(
                "row {row} and row {other_row} answer for each other: their lines are swapped; "
                "check --learn tells how it is wired"
            )
            values = {"row": min(row, other_row), "other_row": max(row, other_row)}
        else:
            told = say("{other} answered when {one} was touched: are their lines swapped?")
            values = {"one": places(1 << one.cell), "other": places(1 << other.cell)}
        found[told, tuple(values.items())] = None
    return [Text(told, dict(values)) for told, values in found], meant


def places(cells: int) -> str:
    """Return a set of cells in words: their rows and columns."""
    return " ".join(f"({cell // COLUMNS},{cell % COLUMNS})" for cell in members(cells))
