"""The report of a game as pages of A4, to be printed or sent as PDF."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal, NamedTuple

from firmware.study.chart import number_text
from firmware.study.game_report import Moment, Player, Report
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
_WIDTH, _NEAR = A4[0] - 2 * _EDGE, A4[1] - _EDGE - 6  # mm: the width of the print; its last line
_CELLS, _GAP = 6, 6.0  # of players beside each other, and mm between columns of moves
_NUMBER = 9.0  # mm for the number of a move
_MOST = 12  # moves in a line
_LABELS = 44.0  # mm for the labels of facts
_SMALL, _ROW = 2.9, 4.3  # mm of type, and from line to line, in a column
_CHART, _USUAL_CHART, _LEAST_CHART = 72.0, 50.0, 38.0  # mm: heights of the chart
_BOARD, _LEAST_BOARD = 125.0, 60.0  # mm: heights of the board
_MOMENT = 3.8  # mm of type
_SANS: Literal["sans-serif"] = "sans-serif"


class _Row(NamedTuple):
    """A row of a column: its height in mm, and its shapes from its far left corner."""

    height: float
    shapes: tuple[Shape, ...]


def as_pages(report: Report) -> list[Drawing]:
    """Return the pages: the first is for the wall, then come the moves, round by round."""
    words = report.words
    title = f"{report.title}: {report.heading}"
    pages, page, far = [_first(report)], list[Shape](), _EDGE
    for label, text in (*report.about.items(), *report.facts.items()):
        lines = paragraph(_EDGE + _LABELS, far, _WIDTH - _LABELS, text, size=3.6, fill=_INK)[:3]
        labels = paragraph(_EDGE, far, _LABELS - 2, label, size=3.2, fill=_FAINT)
        page += [*(replace(line, family=_SANS) for line in labels), *lines]
        far += 1.3 * max(3.6 * len(lines), 3.2 * len(labels)) + 0.6
    width, rows = _columns(report, _NEAR - far - 9 - _ROW)
    while rows:
        far += 5 if page else 0
        page.append(Text(_EDGE, far, words("Moves"), 5, _INK))
        rows = list(_column_by_column(page, _heads(report, width), rows, far + 4, width))
        pages.append(page)
        page, far = [], _EDGE + 2
    if page:
        pages.append(page)
    return [Drawing(title, (*shapes, *_foot(title, number, len(pages))), *A4) for number, shapes in enumerate(pages, 1)]


def _columns(report: Report, room: float) -> tuple[float, list[_Row]]:
    """Return the width of the columns in mm, and their rows; as few columns as have room."""
    most = max(1, _CELLS // len(report.players))
    for across in range(1, most + 1):
        width = (_WIDTH - _GAP * (across - 1)) / across
        rows = list(_rounds(report, width))
        for player in report.ranked:
            rows += _account(player, width)
        remarks = [note for note in (*report.history.notes, *report.history.closing) if note]
        rows += [row for note in remarks for row in _remark(note, 0, width)]
        if sum(row.height for row in rows) <= room * across:
            break
    return width, rows


def _first(report: Report) -> list[Shape]:
    """Return the first page: the winners and the score, the board, the chart and three moments."""
    shapes: list[Shape] = [
        Text(_EDGE, _EDGE + 3, report.title.upper(), 4.2, _ACCENT, spacing=0.5),
        Text(_EDGE, _EDGE + 9, fitted(report.heading, 4.2, _WIDTH), 4.2, _FAINT),
    ]
    y = _EDGE + 20
    for size in (10, 5):  # many long names are set smaller
        headline = paragraph(_EDGE, y, _WIDTH, report.headline, size=size, fill=_INK)
        if len(headline) <= 2:
            break
    shapes += headline
    y = headline[-1].y + 8
    result = paragraph(_EDGE, y, _WIDTH, report.result, size=4.2, fill=_INK)
    shapes += (replace(line, italic=True) for line in result)
    y = result[-1].y
    when = " · ".join(text for label, text in report.about.items() if label != report.rules)
    for text in filter(None, (report.why, when)):
        y += 5
        shapes.append(Text(_EDGE, y, fitted(text, 3.6, _WIDTH), 3.6, _FAINT))
    y += 4
    shapes.append(Line(_EDGE, y, _EDGE + _WIDTH, y, _RULE))
    y += 6.5
    for player in report.ranked:
        shapes += _player(player, y)
        y += 6.2
    moments = [line for one in report.moments for line in _moment(report, one)]
    near = _NEAR - 1.3 * _MOMENT * len(moments)
    for n, line in enumerate(moments, 1):
        shapes.append(Text(_EDGE, near + 1.3 * _MOMENT * n, line, _MOMENT, _INK))
    room = near - y - 6
    if report.board:
        high = max(min(room - _USUAL_CHART - 14, _BOARD), _LEAST_BOARD)
        by = min(_WIDTH / report.board.width, high / report.board.height)
        left = _EDGE + (_WIDTH - by * report.board.width) / 2
        shapes += moved(left, y, scaled(by, report.board.shapes))
        y += by * report.board.height + 5
        shapes += _caption(y, report.after)
        y += 5
    height = min(near - y - 8, _CHART)
    if height >= _LEAST_CHART:
        shapes += _chart(report, y, height)
    return shapes


def _moment(report: Report, moment: Moment) -> list[str]:
    what = report.words("Move {number}: {what}.", number=moment.number, what=moment.what)
    text = f"{what} {moment.scored}"
    return [line.text for line in paragraph(0, 0, _WIDTH, text, size=_MOMENT, fill=_INK)][:2]


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


def _column_by_column(page: list[Shape], heads: _Row, rows: Sequence[_Row], far: float, width: float) -> Iterator[_Row]:
    """Put rows on a page from `far` on, column by column; return the rows without room."""
    left, y, room = _EDGE, far, True
    for row in rows:
        if y + row.height > _NEAR and y > far + heads.height:
            left, y = left + width + _GAP, far
            room = left + width <= _EDGE + _WIDTH + 1
        if not room:
            yield row
            continue
        for one in (heads, row) if y == far else (row,):
            page += moved(left, y, one.shapes)
            y += one.height


def _cell(report: Report, width: float) -> float:
    """Return the width of a player's moves in a round, in mm."""
    return (width - _NUMBER) / len(report.players)


def _heads(report: Report, width: float) -> _Row:
    """Return the names above the moves."""
    cell, base = _cell(report, width), _ROW - 1.2
    shapes: list[Shape] = [Line(0, _ROW, width, _ROW, Ink(stroke=_INK, width=0.25))]
    for place, player in enumerate(report.players):
        x = _NUMBER + place * cell
        for colour in player.colours:
            shapes.append(Circle(x + 1, base - 0.95, 1.0, Ink(colour, _INK, 0.2)))
            x += 2.4
        name = fitted(player.name, _SMALL, _NUMBER + (place + 1) * cell - x - 1)
        shapes.append(Text(x + 0.6, base, name, _SMALL, _INK, family=_SANS))
    return _Row(_ROW, tuple(shapes))


def _rounds(report: Report, width: float) -> Iterator[_Row]:
    """Yield the lines that tell the game: a round each, the moves of its players side by side."""
    rounds = list[list[Entry]]()
    for entry in report.history.entries:
        before = rounds[-1][-1] if rounds else None
        begins = before is None or (
            None in (entry.seat, before.seat)
            or len(rounds[-1]) == _MOST
            or (entry.seat != before.seat and entry.seat in {one.seat for one in rounds[-1]})
        )
        if begins:
            rounds.append([])
        rounds[-1].append(entry)
    for entries in rounds:
        for entry in entries:
            for remark in filter(None, entry.above):
                yield from _remark(remark, _NUMBER, width)
        yield _round(report, entries, width)
        for entry in entries:
            if entry.comment:
                yield from _remark(f"{entry.move}: {entry.comment}", _NUMBER, width)


def _round(report: Report, entries: Sequence[Entry], width: float) -> _Row:
    """Return a line: the number of its first move, and each player's moves below each other."""
    seats = [player.seat for player in report.players]
    cell, base = _cell(report, width), _ROW - 1.2
    number = "" if entries[0].ply is None else str(entries[0].ply)
    shapes: list[Shape] = [Text(_NUMBER - 2, base, number, _SMALL * 0.9, _FAINT, "end", _SANS)]
    downs = dict.fromkeys((*seats, None), base)
    for entry in entries:
        y = downs[entry.seat]
        x = _NUMBER + cell * (0 if entry.seat is None else seats.index(entry.seat))
        shapes.append(Text(x, y, entry.move, _SMALL, _INK, family=_SANS, bold=True))
        scored = paragraph(0, 0, cell - 1, report.scored(entry.gained), size=_SMALL, fill=_ACCENT)
        taken = text_width(entry.move, _SMALL) + 2
        if len(scored) == 1 and text_width(scored[0].text, _SMALL) <= cell - 1 - taken:
            shapes.append(Text(x + taken, y, scored[0].text, _SMALL, _ACCENT, family=_SANS))
        else:
            for line in scored:
                y += _ROW
                shapes.append(Text(x, y, line.text, _SMALL, _ACCENT, family=_SANS))
        downs[entry.seat] = y + _ROW
    height = max(downs.values()) - base
    return _Row(height, (*shapes, Line(0, height, width, height, _RULE)))


def _account(player: Player, width: float) -> Iterator[_Row]:
    """Return the lines with the parts of a player's score."""
    if player.account:
        name = fitted(player.name, _SMALL, width)
        yield _Row(2 * _ROW, (Text(0, 2 * _ROW - 1.2, name, _SMALL, _INK, bold=True),))
    for line in player.account:
        yield from _remark(line, 2, width)


def _remark(text: str, indent: float, width: float) -> Iterator[_Row]:
    """Return the lines of a text in a column."""
    for line in paragraph(indent, 0, width - indent, text, size=_SMALL, fill=_FAINT):
        yield _Row(_ROW, tuple(moved(0, _ROW - 1.2, [Text(indent, 0, line.text, _SMALL, _FAINT)])))
