"""The overlays: exactly where the recorded traces have each field."""

import pytest

from rules import NAMES
from rules.hourglass import hourglass
from wiring import COLUMNS, ROWS, WiringError, cell, read_overlay
from wiring.read import overlay_names, parse_overlay


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


def test_the_city_lies_in_the_middle_and_the_cards_beside_it() -> None:
    cells = read_overlay("revolution").cells
    for column, letter in enumerate("abcde", 3):
        for number in range(1, 6):
            assert cells[f"{letter}{number}"] == cell(6 - number, column)
    for seat, outer, inner in (("light", 0, 1), ("dark", 11, 10)):
        for card in range(8):
            assert cells[f"{seat}-{card}"] == cell(card, outer)
        for row, name in enumerate("89F"):
            assert cells[f"{seat}-{name}"] == cell(row, inner)
    assert [cells[building] for building in "NVB"] == [cell(7, 4), cell(7, 5), cell(7, 6)]
    assert len(cells) == 25 + 22 + 3


def test_the_holes_lie_in_ranks_from_white_at_the_left() -> None:
    cells = read_overlay("hourglass").cells
    rows = {1: [4], 2: [3, 5], 3: [2, 4, 6], 4: [1, 3, 5, 7]}
    for rank, holes in enumerate(["abc", "d", "ef", "ghi", "jklm", "IHG", "FE", "D", "CBA"]):
        assert [cells[hole] for hole in holes] == [cell(r, rank + 1) for r in rows[len(holes)]]
    assert {h: cell(*at) for h, at in hourglass.start(2).board.cells.items()} == cells


def test_the_track_runs_to_and_fro_above_the_courtyard() -> None:
    cells = read_overlay("manoeuvre").cells
    for n in range(1, 85):
        row, column = divmod(n - 1, 12)
        assert cells[str(n)] == cell(row, column if row % 2 == 0 else 11 - column)
    assert [cells[f"court-{p}"] for p in range(1, 13)] == [cell(7, p - 1) for p in range(1, 13)]


def test_each_game_has_an_overlay_and_an_ink_of_its_own() -> None:
    assert overlay_names() == tuple(sorted(NAMES))
    assert len({read_overlay(game).ink for game in NAMES}) == len(NAMES)


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
