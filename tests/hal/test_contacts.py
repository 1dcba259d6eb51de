"""Sets of contacts: what is put together comes apart again."""

from hypothesis import given
from hypothesis import strategies as st

from hal import (
    ALL_CONTACTS,
    REEDS,
    Layer,
    buttons_of,
    cells_of,
    contacts_of,
    find_contact,
    layer_of,
    members,
    tilt,
    tilts_of,
)

CELL_SETS = st.integers(0, REEDS)


@given(CELL_SETS, CELL_SETS, CELL_SETS)
def test_the_layers_of_a_set_are_kept_apart(reeds: int, tilts: int, buttons: int) -> None:
    contacts = contacts_of(reeds, tilts, buttons)
    assert (contacts & REEDS, tilts_of(contacts), buttons_of(contacts)) == (reeds, tilts, buttons)
    assert cells_of(contacts) == reeds | tilts | buttons
    assert contacts | ALL_CONTACTS == ALL_CONTACTS


@given(st.sampled_from(Layer), st.integers(0, 95))
def test_a_contact_is_found_by_its_number(layer: Layer, cell: int) -> None:
    (number,) = members(layer_of(layer, 1 << cell))
    assert find_contact(number) == (layer, cell)


def test_a_tilt_contact_is_the_one_of_its_cell() -> None:
    assert tilt(7) == layer_of(Layer.TILT, 1 << 7) == contacts_of(tilts=1 << 7)
