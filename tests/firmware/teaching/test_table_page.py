"""How to play at the table: said once, for reading and for printing."""

import pytest

from firmware.teaching.table_page import as_html, as_sheet
from firmware.teaching.texts import read_table
from firmware.words import LANGUAGES, find_words
from wiring.sheets.shapes import A4, Text, text_width


@pytest.mark.parametrize("language", LANGUAGES)
def test_everything_is_on_the_page_and_fits_on_one_sheet(language: str) -> None:
    words = find_words(language, {})
    page, sheet = as_html(words, style=""), as_sheet(words)
    assert (sheet.width, sheet.height) == A4
    assert "<svg" in page
    texts = [shape for shape in sheet.shapes if isinstance(shape, Text)]
    printed = " ".join(text.text for text in texts)
    for _, do in (row for part in read_table(language).parts for row in part.rows):
        assert do in page.replace("&#x27;", "'")
        assert all(word in printed for word in do.split(" "))
    assert all(text.y < A4[1] - 8 for text in texts)
    assert all(text.x + 0.9 * text_width(text.text, text.size) < A4[0] - 8 for text in texts)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_rows(language: str) -> None:
    assert [len(part.rows) for part in read_table(language).parts] == [10, 7, 9]
