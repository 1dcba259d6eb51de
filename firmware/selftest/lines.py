"""The search for broken or exchanged wires that explain the answers of touched contacts.

A fault names, for each contact that it concerns, the contact that answers instead. It is reported
when all touched contacts among them did so, the widest fault first. So a broken wire is a single
line.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from itertools import combinations, pairwise
from typing import NamedTuple

from firmware.words import N_, Text, Value
from hal import ALL_CELLS, CELLS, Cells, Contacts, Layer, cell_set, cells_of, layer_of, members, one_cell
from wiring import COLUMNS, ROWS


class Contact(NamedTuple):
    """A contact of the table, or the place in the map that answers when it closes."""

    layer: Layer
    cell: int

    @property
    def bit(self) -> Contacts:
        """The set of this contact alone."""
        return layer_of(self.layer, one_cell(self.cell))


Answers = Mapping[Contact, Collection[Contact]]
"""For each touched contact the contacts that answered; a contact that answered itself is right."""

_Line = list[Contact]


class _Fault(NamedTuple):
    """A wrong or broken wire.

    Attributes:
        text: the line for the builder.
        instead: for each contact concerned the contact that answers instead, None for no answer.
        spread: in how many rows, columns and layers at least contacts must have answered wrong.
        least: how many contacts at least must have answered wrong.
    """

    text: Text
    instead: Mapping[Contact, Contact | None]
    spread: tuple[int, int, int] = (1, 1, 1)
    least: int = 2

    def explained(self, answers: Answers) -> set[Contact]:
        """Return the wrong answers it explains. Empty if an answer contradicts it."""
        wrong = set()
        for one, other in self.instead.items():
            if one not in answers:
                continue
            others = answers[one]
            right = one in others
            if one == other or right:
                if not right or one != other:
                    return set()
            elif others if other is None else other not in others:
                return set()
            else:
                wrong.add(one)
        seen: tuple[set[object], ...] = (
            {one.cell // COLUMNS for one in wrong},
            {one.cell % COLUMNS for one in wrong},
            {one.layer for one in wrong},
        )
        enough = len(wrong) >= self.least and all(
            len(found) >= wanted for found, wanted in zip(seen, self.spread, strict=True)
        )
        return wrong if enough else set()


def explain(answers: Answers, *, mapped: bool = True, soldered: bool = True) -> tuple[list[Text], set[Contact]]:
    """Return a line of text for each fault of the wires, and the dead contacts besides.

    mapped: whether a map says where its wires are, so that `check --learn` can learn them.
    soldered: whether the table has wires.
    """
    left = {one for one, others in answers.items() if one not in others}
    lines = []
    for fault in _faults(answers, mapped=mapped) if left and soldered else ():
        explained = fault.explained(answers)
        if len(explained & left) >= 2:
            lines.append(fault.text)
            left -= explained
    dead = {one for one in left if not answers[one]}
    astray: dict[tuple[str, Layer, Layer], set[tuple[int, int]]] = {}
    for one in sorted(left - dead, key=_bit):
        for other in sorted(answers[one], key=_bit):
            advice = (FOLLOW if other in answers else _TEST_TOO) if soldered else ""
            astray.setdefault((advice, one.layer, other.layer), set()).add((one.cell, other.cell))
    for (advice, layer, other_layer), pairs in astray.items():
        cells, others = (cell_set(found) for found in zip(*pairs, strict=True))
        lines.append(advised(_of_two(_INSTEAD, layer, cells, other_layer, others), advice))
    return lines, dead


def _faults(answers: Answers, *, mapped: bool) -> Iterator[_Fault]:
    """Yield the possible faults of the wires, the widest first."""
    rows = [_row(at) for at in range(ROWS)]
    columns = {layer: [_column(layer, at) for at in range(COLUMNS)] for layer in Layer}
    if mapped:
        yield from _cables(rows, columns)
    yield from _open_lines(rows, columns)
    yield from _broken_lines(answers, rows, columns)
    if mapped:
        yield from _swapped_lines(rows, columns)
    for one, two in combinations(sorted(answers, key=_bit), 2):
        text = _of_two(_TWO, one.layer, one_cell(one.cell), two.layer, one_cell(two.cell))
        yield _Fault(text, _exchanged([one], [two]))


def _cables(rows: list[_Line], columns: Mapping[Layer, list[_Line]]) -> Iterator[_Fault]:
    """Yield the faults of a whole cable: unplugged, a pin off, turned round, or exchanged."""
    every = [contact for row in rows for contact in row]
    yield _Fault(Text(_NO_ROWS, {}), dict.fromkeys(every), (2, 2, 2))
    for text, spread, turned in _TURNED:
        instead = {one: one._replace(cell=turned(one.cell)) for one in every}
        yield _Fault(Text(text, {}), instead, spread)
    for by in (1, -1):
        yield _Fault(Text(_ROWS_OFF, {}), _shifted(rows[::by]), (2, 1, 1), 3)
    for layer, lines in columns.items():
        values: dict[str, Value] = {"layer": layer.value}
        out = dict.fromkeys(contact for line in lines for contact in line)
        yield _Fault(Text(_NO_COLUMNS, values), out, (1, 2, 1))
        for by in (1, -1):
            yield _Fault(Text(_COLUMNS_OFF, values), _shifted(lines[::by]), (1, 2, 1), 3)
        yield _Fault(Text(_COLUMNS_TURNED, values), _paired(lines, lines[::-1]), (1, 3, 1), 3)
    for layer, other in combinations(columns, 2):
        values = {"layer": layer.value, "other": other.value}
        both = columns[layer] + columns[other], columns[other] + columns[layer]
        yield _Fault(Text(_CABLES_EXCHANGED, values), _paired(*both), (1, 2, 2), 4)


def _open_lines(rows: list[_Line], columns: Mapping[Layer, list[_Line]]) -> Iterator[_Fault]:
    """Yield the faults of an open line: no contact on it closes."""
    for at, row in enumerate(rows):
        yield _Fault(Text(_NO_ROW, {"row": at}), dict.fromkeys(row), (1, 2, 2))
    for at in range(COLUMNS):
        cable = dict.fromkeys(contact for lines in columns.values() for contact in lines[at])
        yield _Fault(Text(_NO_CABLE, {"column": at}), cable, (2, 1, 2))
    for layer, lines in columns.items():
        for at, column in enumerate(lines):
            text = Text(_NO_COLUMN, {"layer": layer.value, "column": at})
            yield _Fault(text, dict.fromkeys(column))


def _broken_lines(answers: Answers, rows: list[_Line], columns: Mapping[Layer, list[_Line]]) -> Iterator[_Fault]:
    """Yield the faults of a line broken in between, so that its far part is open."""
    for at, row in enumerate(rows):
        for one, other, instead in _parts(row, answers, lambda cell: cell % COLUMNS):
            values: dict[str, Value] = {"row": at, "one": one, "other": other}
            yield _Fault(Text(_BROKEN_ROW, values), instead, (1, 2, 2))
    for layer, lines in columns.items():
        for at, column in enumerate(lines):
            for one, other, instead in _parts(column, answers, lambda cell: cell // COLUMNS):
                values = {"layer": layer.value, "column": at, "one": one, "other": other}
                yield _Fault(Text(_BROKEN_COLUMN, values), instead)


def _parts(
    line: _Line, answers: Answers, along: Callable[[int], int]
) -> Iterator[tuple[int, int, dict[Contact, Contact | None]]]:
    """Yield each pair of touched places around a possible break, and the answers it would give."""
    touched = sorted({along(one.cell) for one in line if one in answers})
    for one, other in pairwise(touched):
        near = {contact for contact in line if along(contact.cell) <= one}
        for alive in (near, {*line} - near):
            yield one, other, {at: at if at in alive else None for at in line}


def _swapped_lines(rows: list[_Line], columns: Mapping[Layer, list[_Line]]) -> Iterator[_Fault]:
    """Yield the faults of two exchanged lines."""
    for at, other in combinations(range(ROWS), 2):
        text = Text(_ROWS_SWAPPED, {"row": at, "other_row": other})
        yield _Fault(text, _exchanged(rows[at], rows[other]), (2, 1, 1), 3)
    for at, other in combinations(range(COLUMNS), 2):
        text = Text(_CABLES_SWAPPED, {"column": at, "other_column": other})
        one, two = ([c for lines in columns.values() for c in lines[n]] for n in (at, other))
        yield _Fault(text, _exchanged(one, two), (1, 2, 2), 4)
    named = sorted((layer.value, at, layer) for layer in columns for at in range(COLUMNS))
    for (_, at, layer), (_, other, other_layer) in combinations(named, 2):
        values: dict[str, Value] = {
            "layer": layer.value,
            "column": at,
            "other_layer": other_layer.value,
            "other_column": other,
        }
        yield _Fault(
            Text(_COLUMNS_SWAPPED, values),
            _exchanged(columns[layer][at], columns[other_layer][other]),
            (1, 1 + (at != other), 1 + (layer is not other_layer)),
            3,
        )


def _bit(contact: Contact) -> int:
    return contact.bit


def _column(layer: Layer, column: int) -> list[Contact]:
    return [Contact(layer, COLUMNS * row + column) for row in range(ROWS)]


def _row(row: int) -> list[Contact]:
    return [Contact(layer, COLUMNS * row + at) for layer in Layer for at in range(COLUMNS)]


def _paired(lines: Sequence[_Line], others: Sequence[_Line]) -> dict[Contact, Contact | None]:
    """Return the contact that answers for each contact if lines have the places of others."""
    return {one: two for line, other in zip(lines, others, strict=True) for one, two in zip(line, other, strict=True)}


def _exchanged(line: _Line, other: _Line) -> dict[Contact, Contact | None]:
    return _paired((line, other), (other, line))


def _shifted(lines: Sequence[_Line]) -> dict[Contact, Contact | None]:
    """Return the answers if each line has the place of the next and the last line is open."""
    return _paired(lines[:-1], lines[1:]) | dict.fromkeys(lines[-1])


def _of_two(text: str, layer: Layer, cells: Cells, other: Layer, others: Cells) -> Text:
    return Text(text, {"layer": layer.value, "one": places(cells), "other_layer": other.value, "other": places(others)})


_NO_ROWS = N_("no contact in any row closes: check the cable of the rows and its plug")
_ROWS_OFF = N_("the plug of the rows is one pin off")
_NO_COLUMNS = N_("{layer}: none of its contacts closes; check the cable of its columns")
_COLUMNS_OFF = N_("{layer}: the plug of its columns is one pin off")
_COLUMNS_TURNED = N_("{layer}: the plug of its columns is turned round")
_CABLES_EXCHANGED = N_("{layer} and {other}: the cables of their columns are exchanged")
_NO_ROW = N_("row {row}: none of its contacts closes; check its wire and its plug")
_NO_CABLE = N_("column {column}: none of its contacts closes; check its cable and its plug")
_NO_COLUMN = N_("{layer} column {column}: none of its contacts closes; check its wire and its plug")
_BROKEN_ROW = N_("row {row} is broken between columns {one} and {other}: check the joints there")
_BROKEN_COLUMN = N_("{layer} column {column} is broken between rows {one} and {other}: check the joints there")
_ROWS_SWAPPED = N_(
    "row {row} and row {other_row} answer for each other: their lines are swapped; check --learn tells how it is wired"
)
_CABLES_SWAPPED = N_(
    "column {column} and column {other_column} answer for each other: their cables are swapped; "
    "check --learn tells how it is wired"
)
_COLUMNS_SWAPPED = N_(
    "{layer} column {column} and {other_layer} column {other_column} answer for each other: their "
    "lines are swapped; check --learn tells how it is wired"
)
_TWO = N_("{layer} at {one} and {other_layer} at {other} answer for each other: these two are exchanged")
_INSTEAD = N_("{layer} at {one}: {other_layer} at {other} answered instead")
FOLLOW = N_("follow the wires")
_TEST_TOO = N_("test these too, to find out which wires are exchanged")
_TURNED: tuple[tuple[str, tuple[int, int, int], Callable[[int], int]], ...] = (
    (
        N_(
            "the table is wired turned round: row 0 answers as the last row, column 0 as the last "
            "column; check --learn keeps it so"
        ),
        (2, 2, 2),
        lambda cell: CELLS - 1 - cell,
    ),
    (
        N_("all columns are wired mirrored: column 0 answers as the last column; check --learn keeps it so"),
        (1, 3, 2),
        lambda cell: cell + COLUMNS - 1 - 2 * (cell % COLUMNS),
    ),
    (
        N_("all rows are wired mirrored: row 0 answers as the last row; check --learn keeps it so"),
        (3, 1, 2),
        lambda cell: CELLS - COLUMNS - cell + 2 * (cell % COLUMNS),
    ),
)


def by_layer(text: str, contacts: Contacts, advice: str = "") -> list[Text]:
    """Return a line for each layer that has contacts in the set."""
    return [
        advised(Text(text, {"layer": layer.value, "cells": places(cells)}), advice)
        for layer in Layer
        if (cells := cells_of(contacts & layer_of(layer, ALL_CELLS)))
    ]


def advised(fault: Text, advice: str) -> Text:
    """Return a fault with the advice for it, if there is any."""
    return Text(N_("{fault}; {advice}"), {"fault": fault, "advice": Text(advice, {})}) if advice else fault


def places(cells: Cells) -> str:
    """Return a set of cells as text: their rows and columns."""
    return " ".join(f"({cell // COLUMNS},{cell % COLUMNS})" for cell in members(cells))
