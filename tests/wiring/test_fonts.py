"""The typefaces of a PDF have every letter that is printed."""

from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("reportlab", reason="lacks the extra wiring")

from reportlab.pdfbase import pdfmetrics

from firmware.sheets.lexicon import spoken
from firmware.teaching.table_page import as_sheet
from firmware.words import LANGUAGES, find_words
from rules import NAMES, find_game
from wiring import read_pins
from wiring.fonts import typeface
from wiring.score_sheet import score_sheets
from wiring.sheet import editions
from wiring.sheets.shapes import Drawing, Text
from wiring.template import plate


def printed(language: str) -> Iterator[Drawing]:
    words = find_words(language, {})
    gettext = words.catalogue.gettext
    yield as_sheet(words)
    yield from (plate(read_pins(), below=below, words=gettext) for below in (False, True))
    for game in NAMES:
        yield from editions(game, words=gettext).values()
        yield from score_sheets(game, find_game(game).players[-1], gettext, spoken(game, language))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_letter_that_is_printed_is_in_its_typeface(language: str) -> None:
    texts = {
        (typeface(shape.family, bold=shape.bold, italic=shape.italic), shape.text)
        for drawing in printed(language)
        for shape in drawing.shapes
        if isinstance(shape, Text)
    }
    assert len(texts) > 300
    lacking = {(face, sign) for face, text in texts for sign in text if ord(sign) not in letters(face)}
    assert lacking == set()


def letters(face: str) -> dict[int, int]:
    font: Any = pdfmetrics.getFont(face)  # one of TrueType, which has its letters
    known: dict[int, int] = font.face.charToGlyph
    return known
