"""Sets of contacts: what is put together comes apart again."""

from hypothesis import given
from hypothesis import strategies as st

from hal import (
    ALL_CONTACTS,
    CELLS,
    Cells,
    Layer,
    buttons_of,
    cell_set,
    cells_of,
    contacts_of,
    find_contact,
    layer_of,
    members,
    one_cell,
    reeds_of,
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
