"""A game's blank score sheet as drawings of A4, the same for paper and for screens."""

from collections.abc import Iterator, Sequence
from importlib import import_module
from itertools import accumulate, pairwise

from wiring.read import WiringError, overlay_names
from wiring.score_sheets.form import Boxes, Form, Seat
from wiring.sheet import drawing
from wiring.sheets.shapes import (
    A4,
    Circle,
    Drawing,
    Ink,
    Line,
    Rect,
    Shape,
    Text,
    Words,
    fitted,
    mix,
    moved,
    paragraph,
    say,
    scaled,
    text_width,
)

_EDGE = 13.0  # mm round the page
_LEFT, _RIGHT, _NEAR = _EDGE, A4[0] - _EDGE, A4[1] - _EDGE - 5
_CORNER = 78.0  # mm: the width of the corner that explains the notation
_GAP = 7.0  # mm between the corner and what is left of it
_BLOCK_GAP = 4.0  # mm between blocks
_NUMBER = 7.0  # mm for the number of a row
_LABEL = 30.0  # mm for the label of a row of boxes
_BOX, _HEAD = 8.0, 5.8  # mm: the heights of a box, and of the headings of the table
_TITLE = 10.0  # mm: the size of the title, where it fits beside the corner
_WHITE = "#ffffff"


def score_sheets(
    game: str, players: int, words: Words = str, spoken: Sequence[tuple[str, str]] = ()
) -> list[Drawing]:
    """Return the score sheet of a game for so many players, and where one may not do, a second.

    game: its name. players: as many as its rules allow. words: says the texts in another language.
    spoken: the signs of moves, each with the word that may be written for it, too. Raises
    WiringError when there is no such game.
    """
    known = overlay_names()
    if game not in known:
        raise WiringError(f"there is no sheet of {game!r}; there are those of {', '.join(known)}")
    form: Form = import_module(f"wiring.score_sheets.{game}").form(players)
    board = drawing(game, words=words)
    title = words(say("{game}: score sheet")).format(game=board.title)
    pages = [_first(form, board, title, words, spoken)]
    if form.goes_on:
        pages.append(_second(form, board.title, title, words))
    return [Drawing(title, tuple(shapes), *A4) for shapes in pages]


def _first(
    form: Form, board: Drawing, title: str, words: Words, spoken: Sequence[tuple[str, str]]
) -> list[Shape]:
    wide = _RIGHT - _CORNER - _GAP - _LEFT
    size = min(_TITLE, wide / text_width(board.title, 1))
    shapes: list[Shape] = [
        Rect(0, 0, *A4, Ink(_WHITE)),
        Text(_LEFT, _EDGE + 7, board.title, size, form.ink),
        Line(_LEFT, _EDGE + 11, _LEFT + wide, _EDGE + 11, _line(form, 0.5)),
    ]
    y = _EDGE + 21
    for labels in ((say("Date"), say("Place")), (say("Event"), say("Round"))):
        each = (wide - 4) / 2
        for n, label in enumerate(labels):
            shapes += _blank(form, _LEFT + n * (each + 4), y, each, words(label))
        y += 9
    y += 1
    for seat in form.seats:
        shapes += _seat(form, seat, y, wide, words)
        y += 9.5
    shapes += _blank(form, _LEFT, y, wide, words(say("House rules")))
    y += 9
    shapes += _blank(form, _LEFT, y, wide, words(say("Result")))
    y += 3
    for boxes in form.boxes:
        shapes += _boxes(form, boxes, y, wide, words)
        y += _BOX + 2
    corner, bottom = _corner(form, board, words, spoken)
    shapes += corner
    shapes += _table(form, max(y, bottom) + 5, words, numbered=True)
    return [*shapes, *_foot(form, title, words)]


def _second(form: Form, game: str, title: str, words: Words) -> list[Shape]:
    y = _EDGE + 7
    return [
        Rect(0, 0, *A4, Ink(_WHITE)),
        Text(_LEFT, y, game, 6, form.ink),
        *_blank(form, _RIGHT - 92, y, 58, words(say("Date"))),
        *_blank(form, _RIGHT - 30, y, 30, words(say("Sheet"))),
        *_table(form, y + 7, words, numbered=False),
        *_foot(form, title, words),
    ]


def _line(form: Form, width: float = 0.25) -> Ink:
    return Ink(stroke=mix(form.ink, _WHITE, 0.7), width=width)


def _blank(form: Form, x: float, y: float, width: float, label: str) -> Iterator[Shape]:
    """Draw a line to write on, with a label in front of it."""
    text = _label(form, x, y, label)
    yield text
    yield Line(x + text_width(label, text.size) + 1.5, y + 0.8, x + width, y + 0.8, _line(form))


def _label(form: Form, x: float, y: float, text: str) -> Text:
    return Text(x, y, text, 3.2, mix(form.ink, _WHITE, 0.8), family="sans-serif")


def _seat(form: Form, seat: Seat, y: float, width: float, words: Words) -> Iterator[Shape]:
    """Draw the line for the name of a player, with a box for the score at its end."""
    x = _LEFT + 2.6
    for ink, letter in seat.inks:
        yield Circle(x, y - 1.2, 2.6, Ink(mix(ink, _WHITE, 0.55), mix(form.ink, ink, 0.4), 0.35))
        yield Text(x, y, letter, 3.8, form.ink, "middle", bold=True)
        x += 6
    yield from _blank(form, x - 1.4, y, width - (x - 1.4 - _LEFT) - 20, words(seat.name))
    yield Rect(_LEFT + width - 17, y - 5.4, 17, 7, _line(form, 0.35), 1)
    caption = fitted(words(say("Score")), 2.3, 16)
    yield Text(_LEFT + width - 16, y - 3, caption, 2.3, mix(form.ink, _WHITE, 0.6))


def _boxes(form: Form, boxes: Boxes, y: float, width: float, words: Words) -> Iterator[Shape]:
    """Draw a row of boxes with their label, from y on."""
    label = words(boxes.label)
    yield _label(form, _LEFT, y + _BOX / 2 + 1.1, fitted(label, 3.2, _LABEL))
    each = min((width - _LABEL) / len(boxes.captions), 22.0)
    for n, caption in enumerate(boxes.captions):
        x = _LEFT + _LABEL + n * each
        yield Rect(x, y, each - 0.8, _BOX, _line(form, 0.3), 0.8)
        line = words(caption)
        size = 2.3 if fitted(line, 2.3, each - 1.5) == line else 1.8
        text = fitted(line, size, each - 1.5)
        yield Text(x + 0.8, y + 2.4, text, size, mix(form.ink, _WHITE, 0.6))


def _corner(
    form: Form, board: Drawing, words: Words, spoken: Sequence[tuple[str, str]]
) -> tuple[list[Shape], float]:
    """Return the corner that explains the notation, and where it ends."""
    x, y = _RIGHT - _CORNER, _EDGE
    by = (_CORNER - 6) / board.width
    shapes = [*moved(x + 3, y + 3, scaled(by, board.shapes))]
    shapes.append(Rect(x + 3, y + 3, _CORNER - 6, by * board.height, _line(form)))
    y += by * board.height + 9
    shapes.append(Text(x + 3, y, words(say("How moves are written")), 4.2, form.ink, italic=True))
    y += 5.5
    for example, meaning in form.notation:
        lines = paragraph(
            x + 23, y, _CORNER - 26, words(meaning), size=3.1, fill=mix(form.ink, _WHITE, 0.9)
        )
        shapes += [Text(x + 3, y, example, 3.4, form.ink, family="sans-serif", bold=True), *lines]
        y += 1.3 * 3.1 * len(lines) + 1
    if spoken:
        listed = " \u00b7 ".join(f"{sign}\u00a0{word}" for sign, word in spoken)
        text = words(say("Words do as well: {words}")).format(words=listed)
        lines = paragraph(x + 3, y, _CORNER - 6, text, size=3.1, fill=mix(form.ink, _WHITE, 0.9))
        shapes += lines
        y += 1.3 * 3.1 * len(lines) + 1
    shapes.append(Rect(x, _EDGE, _CORNER, y - _EDGE, _line(form, 0.4), 1.5))
    return shapes, y


def _table(form: Form, far: float, words: Words, *, numbered: bool) -> Iterator[Shape]:
    """Draw the blocks of rows to fill in, from `far` to the near edge of the page.

    numbered: whether the rows have their numbers.
    """
    each = (_RIGHT - _LEFT - _BLOCK_GAP * (form.blocks - 1)) / form.blocks
    rows = int((_NEAR - far - _HEAD) / form.row)
    for block in range(form.blocks):
        left = _LEFT + block * (each + _BLOCK_GAP)
        first = block * rows + 1 if numbered else None
        yield from _block(form, (left, far, each), rows, first, words)


def _block(
    form: Form, place: tuple[float, float, float], rows: int, first: int | None, words: Words
) -> Iterator[Shape]:
    """Draw one block. place: its left, its far edge and its width. first: the number of a row."""
    left, far, width = place
    near = far + _HEAD + rows * form.row
    room = (width - _NUMBER) / sum(column.share for column in form.columns)
    edges = [
        left + _NUMBER + room * share
        for share in accumulate((column.share for column in form.columns), initial=0.0)
    ]
    for column, (x, end) in zip(form.columns, pairwise(edges), strict=True):
        if column.ink:
            yield Rect(x, far, end - x, near - far, Ink(mix(column.ink, _WHITE, 0.07)))
            yield Rect(x, far, end - x, _HEAD, Ink(mix(column.ink, _WHITE, 0.3)))
        heading = fitted(words(column.heading), 3, end - x - 1)
        yield Text((x + end) / 2, far + 4, heading, 3, form.ink, "middle", "sans-serif")
    for n in range(rows):
        y = far + _HEAD + n * form.row
        yield Line(left, y, left + width, y, _line(form))
        if first is not None:
            text = str(first + n)
            at = y + form.row / 2 + 1
            yield Text(left + _NUMBER - 1.4, at, text, 2.8, mix(form.ink, _WHITE, 0.6), "end")
    for x in edges[:-1]:
        yield Line(x, far, x, near, _line(form))
    yield Rect(left, far, width, near - far, _line(form, 0.5))


def _foot(form: Form, title: str, words: Words) -> Iterator[Shape]:
    y, faint = A4[1] - _EDGE + 1, mix(form.ink, _WHITE, 0.6)
    text = words(say("Typed in, a move a line, this is a game record: speeltafel score FILE"))
    yield Text(_LEFT, y, text, 2.8, faint, family="sans-serif")
    yield Text(_RIGHT, y, title, 2.8, faint, "end", "sans-serif")
