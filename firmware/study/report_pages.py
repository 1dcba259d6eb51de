"""The report of a game as pages of A4, to be printed or sent as PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from firmware.study.chart import number_text
from firmware.study.game_report import Player, Report
from firmware.study.history import Entry
from wiring.sheets.shapes import (
    A4,
    Circle,
    Drawing,
    Ink,
    Line,
    Shape,
    Text,
    fitted,
    moved,
    paragraph,
    scaled,
    text_width,
)

_INK, _FAINT, _ACCENT = "#2f2720", "#6f6355", "#8a4b22"
_RULE = Ink(stroke="#cfc4b0", width=0.25)
_EDGE = 14.0  # mm round a page
_WIDTH, _NEAR = A4[0] - 2 * _EDGE, A4[1] - _EDGE - 6  # mm: of what is printed; the last line
_COLUMNS, _GAP = 3, 6.0  # of moves on a page, and mm between them
_COLUMN = (_WIDTH - _GAP * (_COLUMNS - 1)) / _COLUMNS
_LABELS = 44.0  # mm for the labels of facts
_SMALL, _ROW = 2.9, 4.3  # mm of type, and from line to line, in a column
_CHART, _USUAL_CHART, _LEAST_CHART = 72.0, 50.0, 38.0  # mm: heights of the chart
_LEAST_BOARD = 95.0  # mm: the height of the board before the chart goes to the next page
_SANS: Literal["sans-serif"] = "sans-serif"


class _Row(NamedTuple):
    """Something in a column: its height, and its shapes from its far left corner."""

    height: float
    shapes: tuple[Shape, ...]


def as_pages(report: Report) -> list[Drawing]:
    """Return the pages: what the game came to, the board and the chart, then the moves."""
    words = report.words
    title = f"{report.title}: {report.heading}"
    first, has_chart = _first(report)
    pages = [first]
    rows = [row for entry in report.history.entries for row in _rows(report, entry)]
    for player in report.ranked:
        rows += _account(player)
    remarks = [note for note in (*report.history.notes, *report.history.closing) if note]
    rows += [row for note in remarks for row in _remark(note, 0)]
    far = _EDGE
    page: list[Shape] = []
    if not has_chart:
        page += _chart(report, far, _CHART)
        far += _CHART + 14
    while rows:
        page.append(Text(_EDGE, far, words("Moves"), 5, _INK))
        rows = list(_column_by_column(page, rows, far + 4))
        pages.append(page)
        page, far = [], _EDGE + 2
    if page:
        pages.append(page)
    return [
        Drawing(title, (*shapes, *_foot(title, number, len(pages))), *A4)
        for number, shapes in enumerate(pages, 1)
    ]


def _first(report: Report) -> tuple[list[Shape], bool]:
    """Return the first page, and whether the chart has room on it."""
    shapes: list[Shape] = [
        Text(_EDGE, _EDGE + 3, report.title.upper(), 4.2, _ACCENT, spacing=0.5),
    ]
    y = _EDGE + 12
    for size in (8, 5):  # many long names are set smaller
        names = paragraph(_EDGE, y, _WIDTH, report.heading, size=size, fill=_INK)
        if len(names) <= 2:
            break
    shapes += names
    y = names[-1].y + 8.5
    result = paragraph(_EDGE, y, _WIDTH, report.result, size=5, fill=_INK)
    shapes += (replace(line, italic=True) for line in result)
    y = result[-1].y
    if report.why:
        y += 5
        shapes.append(Text(_EDGE, y, fitted(report.why, 3.6, _WIDTH), 3.6, _FAINT))
    y += 4
    shapes.append(Line(_EDGE, y, _EDGE + _WIDTH, y, _RULE))
    y += 6.5
    for player in report.ranked:
        shapes += _player(player, y)
        y += 6.2
    for label, text in (*report.about.items(), *report.facts.items()):
        lines = paragraph(_EDGE + _LABELS, y + 1, _WIDTH - _LABELS, text, size=3.6, fill=_INK)[:3]
        shown = fitted(label, 3.2, _LABELS - 1)
        shapes += [Text(_EDGE, y + 1, shown, 3.2, _FAINT, family=_SANS), *lines]
        y += 1.3 * 3.6 * len(lines) + 0.6
    y += 3
    if report.board:
        room = _NEAR - y - 6
        room = min(room, max(room - _USUAL_CHART - 10, _LEAST_BOARD))
        by = min(_WIDTH / report.board.width, room / report.board.height)
        left = _EDGE + (_WIDTH - by * report.board.width) / 2
        shapes += moved(left, y, scaled(by, report.board.shapes))
        y += by * report.board.height + 5
        shapes += _caption(y, report.after)
        y += 5
    height = min(_NEAR - y - 6, _CHART)
    if height >= _LEAST_CHART:
        shapes += _chart(report, y, height)
    return shapes, height >= _LEAST_CHART


def _chart(report: Report, y: float, height: float) -> Iterator[Shape]:
    drawing = report.chart(height)
    yield from moved(_EDGE, y, scaled(_WIDTH / drawing.width, drawing.shapes))
    yield from _caption(y + height + 4, report.counts)


def _player(player: Player, y: float) -> Iterator[Shape]:
    """Draw a line of the ranking."""
    x = _EDGE
    yield Text(x + 4, y, str(player.rank), 4.6, _FAINT, "end")
    for n, colour in enumerate(player.colours):
        yield Circle(x + 9 + 4 * n, y - 1.5, 1.8, Ink(colour, _INK, 0.25))
    x += 9 + 4 * len(player.colours)
    name = fitted(player.name, 4.8, 96)
    yield Text(x, y, name, 4.8, _INK, bold=player.won)
    yield Text(_EDGE + 116, y, player.place, 3.6, _FAINT, family=_SANS)
    score = number_text(player.score)
    yield Text(_EDGE + _WIDTH, y, score, 4.8, _INK, "end", bold=player.won)


def _caption(y: float, text: str) -> Iterator[Shape]:
    yield Text(A4[0] / 2, y, text, 3.4, _FAINT, "middle", _SANS)


def _foot(title: str, number: int, pages: int) -> Iterator[Shape]:
    y = A4[1] - _EDGE + 2
    yield Text(_EDGE, y, fitted(title, 3, _WIDTH - 20), 3, _FAINT, family=_SANS)
    yield Text(_EDGE + _WIDTH, y, f"{number} / {pages}", 3, _FAINT, "end", _SANS)


def _column_by_column(page: list[Shape], rows: Sequence[_Row], far: float) -> Iterator[_Row]:
    """Put rows on a page from `far` on, column by column; return those that have no room."""
    column, y = 0, far
    for row in rows:
        if y + row.height > _NEAR and column < _COLUMNS:
            column, y = column + 1, far
        if column == _COLUMNS:
            yield row
        else:
            page += moved(_EDGE + column * (_COLUMN + _GAP), y, row.shapes)
            y += row.height


def _rows(report: Report, entry: Entry) -> Iterator[_Row]:
    """Return the lines that tell an entry."""
    for remark in filter(None, entry.above):
        yield from _remark(remark, 8)
    shapes: list[Shape] = [Line(0, _ROW, _COLUMN, _ROW, _RULE)]
    base = _ROW - 1.2
    if entry.ply is not None:
        number = Text(6, base, str(entry.ply), _SMALL * 0.9, _FAINT, "end", _SANS)
        shapes.append(number)
    colours = next((one.colours for one in report.players if one.seat == entry.seat), ())
    for n, colour in enumerate(colours):
        shapes.append(Circle(8.6 + 2.4 * n, base - 0.95, 1.0, Ink(colour, _INK, 0.2)))
    x = 8.2 + 2.4 * len(colours)
    name = fitted(report.name(entry.seat), _SMALL, 28 - x)
    shapes.append(Text(x, base, name, _SMALL, _INK, family=_SANS))
    shapes.append(Text(29, base, entry.move, _SMALL, _INK, family=_SANS, bold=True))
    scored = report.scored(entry.gained)
    room = _COLUMN - 29 - text_width(entry.move, _SMALL) - 2
    if scored and text_width(scored, _SMALL) <= room:
        shapes.append(Text(_COLUMN, base, scored, _SMALL, _ACCENT, "end", _SANS))
        scored = ""
    yield _Row(_ROW, tuple(shapes))
    if scored:
        yield from _remark(scored, 8, _ACCENT)
    if entry.comment:
        yield from _remark(entry.comment, 8)


def _account(player: Player) -> Iterator[_Row]:
    """Return the lines that tell where the score of a player comes from."""
    if player.account:
        name = fitted(player.name, _SMALL, _COLUMN)
        yield _Row(2 * _ROW, (Text(0, 2 * _ROW - 1.2, name, _SMALL, _INK, bold=True),))
    for line in player.account:
        yield from _remark(line, 2)


def _remark(text: str, indent: float, fill: str = _FAINT) -> Iterator[_Row]:
    """Return the lines of a text in a column."""
    for line in paragraph(indent, 0, _COLUMN - indent, text, size=_SMALL, fill=fill):
        yield _Row(_ROW, tuple(moved(0, _ROW - 1.2, [Text(indent, 0, line.text, _SMALL, fill)])))
