"""The overlays: exactly where the recorded traces have each field."""

import pytest

from wiring import COLUMNS, ROWS, WiringError, cell, read_overlay
from wiring.read import parse_overlay


def test_the_forum_lies_left_the_scale_right_the_keys_near() -> None:
    overlay = read_overlay("forum_romanum")
    for column, letter in enumerate("abcdefg"):
        for row in range(7):
            assert overlay.cells[f"{letter}{7 - row}"] == cell(row, column)
    for steps in range(40):
        row = steps // 5
        column = 7 + steps % 5 if row % 2 == 0 else 11 - steps % 5
        assert overlay.cells[f"steps-{steps}"] == cell(row, column)
    for column, colour in enumerate("ybrgkw"):
        assert overlay.cells[f"key-{colour}"] == cell(7, column)
    assert len(overlay.cells) == 49 + 40 + 6


def test_names_and_cells_are_each_other_turned_round() -> None:
    overlay = read_overlay("forum_romanum")
    assert {name: at for at, name in overlay.names.items()} == dict(overlay.cells)


def test_a_game_without_an_overlay_says_so() -> None:
    with pytest.raises(WiringError, match=r"no ludo\.toml"):
        read_overlay("ludo")


def grid(rows: list[str]) -> str:
    return 'game = "x"\ngrid = """\n' + "\n".join(rows) + '\n"""\n'


EMPTY = " ".join("." * COLUMNS)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (grid([EMPTY] * (ROWS - 1)), "7 rows"),
        (grid([EMPTY] * 7 + [EMPTY + " ."]), "row 7 of the grid has 13"),
        (grid(["a" + EMPTY[1:]] * 2 + [EMPTY] * 6), "'a' stands in the grid twice"),
        ("game = 1\ngrid = ''", "Expected `str`"),
        ("game = 'x'\ngrid = ''\ncolor = 1", "unknown field `color`"),
        ("game = 'x", "end of document"),
    ],
)
def test_a_wrong_overlay_says_where_and_what(text: str, says: str) -> None:
    with pytest.raises(WiringError) as error:
        parse_overlay(text, "mine.toml")
    assert says in str(error.value)
    assert "mine.toml" in str(error.value)


@pytest.mark.parametrize("place", [(-1, 0), (8, 0), (0, -1), (0, 12)])
def test_no_cell_is_off_the_table(place: tuple[int, int]) -> None:
    with pytest.raises(WiringError, match="off the table"):
        cell(*place)
