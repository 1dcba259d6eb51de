"""The page on how to play at the table, as HTML without scripts and as a sheet of A4."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from msgspec.structs import replace as with_changes

from firmware.teaching.course import read_course
from firmware.teaching.figure import draw
from firmware.teaching.rules_page import figure_html, language_links, whole_page
from firmware.teaching.texts import TableText, first_picture, read_rules, read_table
from firmware.words import Words
from rules import NAMES
from wiring.sheets.shapes import A4, Drawing, Ink, Line, Shape, Text, moved, paragraph, scaled

_INK, _FAINT, _BRAND = "#2a231d", "#655a4c", "#7a1f2b"
_RULE = Ink(stroke="#d9cdb8", width=0.25)
_EDGE = 14.0  # mm round the sheet
_LEFT, _GAP = 58.0, 5.0  # mm: the column of wishes, and the gap between the columns
_PICTURE = 27.0  # mm: the height of the picture
_SIZE = 2.5  # mm of type; a line is 1.3 times as high


def as_html(words: Words, *, style: str, links: bool = True) -> str:
    """Return the page.

    style: the element of the head that has the style. links: whether the page is served, with the
    other languages and the table a click away.
    """
    text = read_table(words.language)
    head = f'<h1>{escape(text.title)}</h1><p class="lead">{escape(text.lead)}</p>'
    body = [f"<header>{head}</header>{figure_html(_turn(words))}"]
    if links:
        to_table = f'<a href="/">{escape(words("To the table"))}</a>'
        body = [language_links("/play", words), *body, f'<p class="links">{to_table}</p>']
    for part in text.parts:
        rows = "\n".join(f'<tr><th scope="row">{escape(want)}</th><td>{escape(do)}</td></tr>' for want, do in part.rows)
        body.append(f'<section class="at-the-table"><h2>{escape(part.title)}</h2>\n<table>\n{rows}\n</table></section>')
    return whole_page(text.title, body, words, style)


def as_sheet(words: Words) -> Drawing:
    """Return the same as a drawing of A4."""
    text = read_table(words.language)
    return Drawing(text.title, tuple(_shapes(text, _turn(words))), *A4)


def _turn(words: Words) -> Drawing:
    """Return the whole board of the first game as a turn begins, with the field that is lit."""
    name, caption = first_picture(read_rules(NAMES[0], words.language).turn)
    whole = with_changes(read_course(NAMES[0]).boards[name], between="")
    return draw(NAMES[0], whole, words, caption)


def _shapes(page: TableText, picture: Drawing) -> Iterator[Shape]:
    right, y = A4[0] - _EDGE, _EDGE + 7.0
    yield Text(_EDGE, y, page.title, 7.5, _BRAND)
    y += 6.5
    by = _PICTURE / picture.height
    left = right - by * picture.width
    yield from moved(left, _EDGE - 5, scaled(by, picture.shapes))
    lead = paragraph(_EDGE, y, left - _GAP - _EDGE, page.lead, size=3.2, fill=_FAINT)
    yield from lead
    y = max(lead[-1].y, _EDGE + _PICTURE - 9)
    for part in page.parts:
        y += 7.5
        yield Text(_EDGE, y, part.title, 4.4, _BRAND)
        y += 1.8
        for left_text, right_text in part.rows:
            yield Line(_EDGE, y, right, y, _RULE)
            top = y + 1.35 * _SIZE
            want = paragraph(_EDGE, top, _LEFT, left_text, size=_SIZE, fill=_INK)
            start = _EDGE + _LEFT + _GAP
            do = paragraph(start, top, right - start, right_text, size=_SIZE, fill=_INK)
            yield from (replace(text, bold=True) for text in want)
            yield from do
            y = max(want[-1].y, do[-1].y) + 0.5 * _SIZE
