"""The page on how to play at the table, as HTML without scripts and as a sheet of A4."""

from collections.abc import Iterator
from dataclasses import replace
from html import escape

from firmware.games.kit import find_kit
from firmware.teaching.at_the_table import LEAD, TITLE, Row, parts
from firmware.teaching.figure import draw
from firmware.teaching.rules_page import find_rules, language_links, whole_page
from firmware.words import Words
from rules import NAMES
from wiring.sheet import svg
from wiring.sheets.shapes import A4, Drawing, Ink, Line, Shape, Text, moved, paragraph, scaled

ADDRESS = "/play"

_INK, _FAINT, _BRAND = "#2a231d", "#655a4c", "#7a1f2b"
_RULE = Ink(stroke="#d9cdb8", width=0.25)
_EDGE = 14.0  # mm round the sheet
_LEFT, _GAP = 58.0, 5.0  # mm: the column of wishes, and the gap between the columns
_PICTURE = 27.0  # mm: the height of the picture
_SIZE = 2.6  # mm of type; a line is 1.3 times as high


def as_html(words: Words, *, style: str, links: bool = True) -> str:
    """Return the page.

    style: the element of the head that has the style. links: whether the page is served, with the
    other languages and the table a click away.
    """
    title = escape(words(TITLE))
    head = f'<h1>{title}</h1><p class="lead">{escape(words(LEAD))}</p>'
    body = [f"<header>{head}</header>{_figure(words)}"]
    if links:
        to_table = f'<a href="/">{escape(words("To the table"))}</a>'
        body = [language_links(ADDRESS, words), *body, f'<p class="links">{to_table}</p>']
    for part in parts():
        rows = "\n".join(
            f'<tr><th scope="row">{escape(_want(row, words))}</th><td>{escape(words(row.do))}</td></tr>'
            for row in part.rows
        )
        heading = escape(words(part.title))
        body.append(f'<section class="at-the-table"><h2>{heading}</h2>\n<table>\n{rows}\n</table></section>')
    return whole_page(words(TITLE), body, words, style)


def as_sheet(words: Words) -> Drawing:
    """Return the same as a drawing of A4."""
    return Drawing(words(TITLE), tuple(_shapes(words)), *A4)


def _figure(words: Words) -> str:
    drawing = _turn(words)
    caption = f"<figcaption>{escape(drawing.title)}</figcaption>"
    return f'<figure class="wide">{svg(drawing)}{caption}</figure>'


def _turn(words: Words) -> Drawing:
    """Return the board as a turn begins, with the field that is lit."""
    game = NAMES[0]
    page = find_rules(game)
    first = page.PAGE.turn.figures[0]._replace(between="")
    return draw(game, first, words, **page.worked())


def _want(row: Row, words: Words) -> str:
    """Return the wish of a row, and its game."""
    if not row.game:
        return words(row.want)
    return words("{game}: {want}", game=words(find_kit(row.game).about.title), want=words(row.want))


def _shapes(words: Words) -> Iterator[Shape]:
    right, y = A4[0] - _EDGE, _EDGE + 7.0
    yield Text(_EDGE, y, words(TITLE), 7.5, _BRAND)
    y += 6.5
    picture = _turn(words)
    by = _PICTURE / picture.height
    left = right - by * picture.width
    yield from moved(left, _EDGE - 5, scaled(by, picture.shapes))
    lead = paragraph(_EDGE, y, left - _GAP - _EDGE, words(LEAD), size=3.2, fill=_FAINT)
    yield from lead
    y = max(lead[-1].y, _EDGE + _PICTURE - 9)
    for part in parts():
        y += 7.5
        yield Text(_EDGE, y, words(part.title), 4.4, _BRAND)
        y += 1.8
        for row in part.rows:
            yield Line(_EDGE, y, right, y, _RULE)
            top = y + 1.35 * _SIZE
            want = paragraph(_EDGE, top, _LEFT, _want(row, words), size=_SIZE, fill=_INK)
            start = _EDGE + _LEFT + _GAP
            do = paragraph(start, top, right - start, words(row.do), size=_SIZE, fill=_INK)
            yield from (replace(text, bold=True) for text in want)
            yield from do
            y = max(want[-1].y, do[-1].y) + 0.5 * _SIZE
