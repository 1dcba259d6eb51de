"""Shapes: scaled as a photocopier does it, and texts that are set in lines."""

import pytest

from rules import NAMES
from wiring.sheet import drawing
from wiring.sheets.shapes import Box, fitted, paragraph, reach, scaled, text_width

NARROW = 30.0  # mm


@pytest.mark.parametrize("game", NAMES)
def test_a_scaled_drawing_reaches_as_far_as_it_is_scaled(game: str) -> None:
    shapes = drawing(game).shapes
    for small, large in zip(scaled(0.25, shapes), shapes, strict=True):
        assert reach(small) == pytest.approx(Box(*(0.25 * n for n in reach(large))))


def lines_of(text: str) -> list[str]:
    return [line.text for line in paragraph(0, 0, NARROW, text, size=4, fill="#000000")]


def test_a_word_that_is_wider_than_its_line_is_cut() -> None:
    lines = lines_of(f"short {'long' * 20} short")
    assert "".join(lines).replace(" ", "") == f"short{'long' * 20}short"
    assert all(text_width(line, 4) <= NARROW for line in lines)


def test_no_line_breaks_where_a_space_forbids_it() -> None:
    assert all(line.strip("\u00a0:") for line in lines_of("aaaaaaaaaa bbbbbbb\u00a0: cccccc\u00a0: d"))


def test_a_text_that_is_too_long_is_cut_and_says_so() -> None:
    assert fitted("Anna", 4, NARROW) == "Anna"
    cut = fitted("Annabella Maria Theresia", 4, NARROW)
    assert cut.endswith("…")
    assert text_width(cut, 4) <= NARROW
