"""Sets of contacts: what is put together comes apart again."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal import (
    ALL_CONTACTS,
    CELLS,
    NO_CONTACTS,
    Cells,
    Contacts,
    Layer,
    buttons_of,
    cell_set,
    cells_of,
    contacts_of,
    find_contact,
    layer_of,
    members,
    one_cell,
    reed,
    reeds_of,
    tilt,
    tilts_of,
)

CELL_SETS = st.sets(st.integers(0, CELLS - 1)).map(cell_set)


@given(CELL_SETS, CELL_SETS, CELL_SETS)
def test_the_layers_of_a_set_are_kept_apart(reeds: Cells, tilts: Cells, buttons: Cells) -> None:
    contacts = contacts_of(reeds, tilts, buttons)
    assert (reeds_of(contacts), tilts_of(contacts), buttons_of(contacts)) == (reeds, tilts, buttons)
    assert cells_of(contacts) == reeds | tilts | buttons
    assert contacts | ALL_CONTACTS == ALL_CONTACTS


@given(st.sampled_from(Layer), st.integers(0, 95))
def test_a_contact_is_found_by_its_number(layer: Layer, cell: int) -> None:
    (number,) = members(layer_of(layer, one_cell(cell)))
    assert find_contact(number) == (layer, cell)


def test_a_tilt_contact_is_the_one_of_its_cell() -> None:
    assert tilt(7) == layer_of(Layer.TILT, one_cell(7)) == contacts_of(tilts=one_cell(7))


def test_a_set_is_a_plain_integer_when_the_program_runs() -> None:
    assert {Cells, Contacts} == {int}
    assert {type(one) for one in (reed(7), one_cell(7), ~NO_CONTACTS, reeds_of(reed(7)))} == {int}


MIXED = """
from hal import NO_CELLS, Cells, Contacts, contacts_of, one_cell, reed, reeds_of

contacts: Contacts = reed(1) | contacts_of(one_cell(2)) & ~reed(3) ^ reed(4)
cells: Cells = reeds_of(contacts) | one_cell(2) ^ ~NO_CELLS
number: int = contacts
if contacts >> 5 & 1 and contacts != reed(5):
    cells |= one_cell(5)
contacts & cells  # operator
cells | contacts  # operator
cells ^ contacts  # operator
contacts = contacts & 1  # assignment
contacts |= cells  # operator
contacts = cells  # assignment
contacts = 1 << 5  # assignment
cells = contacts >> 96  # assignment
contacts = contacts & -contacts  # assignment
reeds_of(cells)  # arg-type
contacts_of(contacts)  # arg-type
contacts == cells  # comparison-overlap
"""


def test_mypy_refuses_to_mix_contacts_and_cells_and_nothing_else(tmp_path: Path) -> None:
    api = pytest.importorskip("mypy.api")
    text = tmp_path / "mixed.py"
    text.write_text(MIXED)
    told, failed, _ = api.run(["--strict", "--cache-dir", str(tmp_path / "cache"), str(text)])
    assert not failed
    found = {
        (int(at), kind) for at, kind in re.findall(r"mixed\.py:(\d+): error: .*\[(.*)\]", told)
    }
    lines = enumerate(MIXED.splitlines(), 1)
    assert found == {(at, line.split("# ")[1]) for at, line in lines if "# " in line}
