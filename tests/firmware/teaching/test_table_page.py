"""How to play at the table: said once, for a README, for reading and for printing."""

from pathlib import Path

import pytest

from firmware.teaching.at_the_table import as_markdown, parts
from firmware.teaching.table_page import as_html, as_sheet
from firmware.words import LANGUAGES, find_words
from wiring.sheets.shapes import A4, Text, text_width

README = Path(__file__).parents[3] / "firmware" / "README.md"


def test_the_readme_says_the_same() -> None:
    assert as_markdown() in README.read_text("utf-8")


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_on_the_page_and_fits_on_one_sheet(language: str) -> None:
    words = find_words(language, {})
    page, sheet = as_html(words, style=""), as_sheet(words)
    assert (sheet.width, sheet.height) == A4
    assert "<svg" in page
    texts = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    printed = " ".join(text.text for text in texts)
    for row in (row for part in parts() for row in part.rows):
        assert words(row.do) in page.replace("&#x27;", "'")
        assert all(word in printed for word in words(row.do).split(" "))
    assert all(text.y < A4[1] - 8 for text in texts)
    assert all(text.x + 0.9 * text_width(text.text, text.size) < A4[0] - 8 for text in texts)
