"""A game's blank score sheet as drawings of A4, the same for paper and for screens."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from wiring.score_sheets import layout
from wiring.score_sheets.form import Boxes, Column, Form, Seat
from wiring.score_sheets.layout import (
    BOX,
    CAPTION,
    CORNER,
    EDGE,
    HEAD,
    LABEL,
    LEFT,
    MARK,
    MARKS,
    NUMBER,
    RIGHT,
    WIDE,
    Sheet,
    form_of,
)
from wiring.sheet import drawing
from wiring.sheets.shapes import (
    A4,
    Box,
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
    scaled,
    text_width,
)
from wiring.text import N_

_TITLE = 10.0  # mm: the size of the title, where it fits beside the corner
_WHITE = "#ffffff"
_BLACK = "#000000"


def score_sheets(game: str, players: int, words: Words = str, spoken: Sequence[tuple[str, str]] = ()) -> list[Drawing]:
    """Return the score sheet of a game for so many players: a page or two.

    game: its name. players: as many as its rules allow. words: says the texts in another language.
    spoken: the signs of moves, each with the word that may be written for it, too. Raise
    WiringError when there is no such game.
    """
    form = form_of(game, players)
    board = drawing(game, words=words)
    title = words(N_("{game}: score sheet")).format(game=board.title)
    pages = [_first(form, board, title, words, spoken)]
    if form.goes_on:
        pages.append(_second(form, board.title, title, words))
    return [
        Drawing(title, (*shapes, *_marks(Sheet(game, players, number))), *A4) for number, shapes in enumerate(pages)
    ]


def _first(form: Form, board: Drawing, title: str, words: Words, spoken: Sequence[tuple[str, str]]) -> list[Shape]:
    size = min(_TITLE, WIDE / text_width(board.title, 1))
    shapes: list[Shape] = [
        Rect(0, 0, *A4, Ink(_WHITE)),
        Text(LEFT, EDGE + 7, board.title, size, form.ink),
        Line(LEFT, EDGE + 11, LEFT + WIDE, EDGE + 11, _line(form, 0.5)),
    ]
    y = EDGE + 21
    for labels in ((N_("Date"), N_("Place")), (N_("Event"), N_("Round"))):
        each = (WIDE - 4) / 2
        for n, label in enumerate(labels):
            shapes += _blank(form, LEFT + n * (each + 4), y, each, words(label))
        y += 9
    for n, seat in enumerate(form.seats):
        shapes += _seat(form, seat, n, words)
    y = layout.name_line(form, len(form.seats))
    shapes += _blank(form, LEFT, y, WIDE, words(layout.HOUSE_RULES))
    shapes += _blank(form, LEFT, y + 9, WIDE, words(N_("Result")))
    for n, boxes in enumerate(form.boxes):
        shapes += _boxes(form, boxes, layout.boxes_far(form, n), words)
    shapes += _corner(form, board, words, spoken)
    shapes += _table(form, 0, words)
    return [*shapes, *_foot(form, title, words)]


def _second(form: Form, game: str, title: str, words: Words) -> list[Shape]:
    y = EDGE + 7
    return [
        Rect(0, 0, *A4, Ink(_WHITE)),
        Text(LEFT, y, game, 6, form.ink),
        *_blank(form, RIGHT - 92, y, 58, words(N_("Date"))),
        *_blank(form, RIGHT - 30, y, 30, words(N_("Sheet"))),
        *_table(form, 1, words),
        *_foot(form, title, words),
    ]


def _marks(sheet: Sheet) -> Iterator[Shape]:
    """Draw the marks by which a program finds and identifies the page in a photograph."""
    side = MARK / 7
    for (x, y), mark in zip(MARKS, layout.marks(sheet), strict=True):
        yield Rect(x, y, MARK, MARK, Ink(_BLACK))
        for row, cells in enumerate(layout.cells(mark), 1):
            for column, white in enumerate(cells, 1):
                if white:
                    yield Rect(x + column * side, y + row * side, side, side, Ink(_WHITE))


def _places(form: Form, places: Sequence[Box]) -> Iterator[Shape]:
    """Draw boxes for a sign each, so light that a program tells them from handwriting."""
    ink = Ink(_WHITE, mix(form.ink, _WHITE, 0.25), 0.25)
    for place in places:
        wide, high = place.right - place.left, place.bottom - place.top
        yield Rect(place.left, place.top, wide, high, ink)


def _line(form: Form, width: float = 0.25) -> Ink:
    return Ink(stroke=mix(form.ink, _WHITE, 0.7), width=width)


def _blank(form: Form, x: float, y: float, width: float, label: str) -> Iterator[Shape]:
    """Draw a line to write on, with a label in front of it."""
    text = _label(form, x, y, label)
    yield text
    yield Line(x + text_width(label, text.size) + 1.5, y + 0.8, x + width, y + 0.8, _line(form))


def _label(form: Form, x: float, y: float, text: str) -> Text:
    return Text(x, y, text, 3.2, mix(form.ink, _WHITE, 0.8), family="sans-serif")


def _seat(form: Form, seat: Seat, number: int, words: Words) -> Iterator[Shape]:
    """Draw boxes for the name of a player, with a box for the score at their end."""
    x, y = LEFT + 2.6, layout.name_line(form, number)
    places = layout.name_places(form, number)
    for ink, letter in seat.inks:
        yield Circle(x, y - 1.2, 2.6, Ink(mix(ink, _WHITE, 0.55), mix(form.ink, ink, 0.4), 0.35))
        yield Text(x, y, letter, 3.8, form.ink, "middle", bold=True)
        x += 6
    name, room = words(seat.name), places[0].left - x
    text = _label(form, x - 1.4, y, name)
    yield text if fitted(name, 3.2, room) == name else replace(text, size=2.7)
    yield from _places(form, places)
    yield Rect(LEFT + WIDE - 17, y - 5.4, 17, 7, _line(form, 0.35), 1)
    caption = fitted(words(N_("Score")), 2.3, 16)
    yield Text(LEFT + WIDE - 16, y - 3, caption, 2.3, mix(form.ink, _WHITE, 0.6))


def _boxes(form: Form, boxes: Boxes, y: float, words: Words) -> Iterator[Shape]:
    """Draw a row of boxes with their label, from y on."""
    yield _label(form, LEFT, y + BOX / 2 + 1.1, fitted(words(boxes.label), 3.2, LABEL))
    for n, caption in enumerate(boxes.captions):
        left, top, right, bottom = layout.box(boxes, n, y)
        yield from _places(form, layout.box_places(boxes, n, y))
        if not boxes.signs:
            yield Rect(left, top, right - left, bottom - top, _line(form, 0.3), 0.8)
        line = words(caption)
        size = 2.3 if fitted(line, 2.3, right - left - 0.7) == line else 1.8
        text = fitted(line, size, right - left - 0.7)
        yield Text(left + 0.4, y + CAPTION - 0.6, text, size, mix(form.ink, _WHITE, 0.6))


def _corner(form: Form, board: Drawing, words: Words, spoken: Sequence[tuple[str, str]]) -> list[Shape]:
    """Return the corner that explains the notation."""
    x, y = RIGHT - CORNER, EDGE
    by = (CORNER - 6) / board.width
    shapes = [*moved(x + 3, y + 3, scaled(by, board.shapes))]
    shapes.append(Rect(x + 3, y + 3, CORNER - 6, by * board.height, _line(form)))
    y += by * board.height + 9
    shapes.append(Text(x + 3, y, words(N_("How moves are written")), 4.2, form.ink, italic=True))
    y += 5.5
    for example, meaning in form.notation:
        lines = paragraph(x + 23, y, CORNER - 26, words(meaning), size=3.1, fill=mix(form.ink, _WHITE, 0.9))
        shapes += [Text(x + 3, y, example, 3.4, form.ink, family="sans-serif", bold=True), *lines]
        y += 1.3 * 3.1 * len(lines) + 1
    if spoken:
        listed = " \u00b7 ".join(f"{sign}\u00a0{word}" for sign, word in spoken)
        text = words(N_("Words do as well: {words}")).format(words=listed)
        lines = paragraph(x + 3, y, CORNER - 6, text, size=3.1, fill=mix(form.ink, _WHITE, 0.9))
        shapes += lines
        y += 1.3 * 3.1 * len(lines) + 1
    shapes.append(Rect(x, EDGE, CORNER, y - EDGE, _line(form, 0.4), 1.5))
    return shapes


def _table(form: Form, page: int, words: Words) -> Iterator[Shape]:
    """Draw the blocks of rows to fill in, to the near edge of the page.

    Rows of the first page (0) are numbered.
    """
    far, rows = layout.table_far(form, page), layout.rows(form, page)
    for n, block in enumerate(layout.blocks(form)):
        first = None if page else n * rows + 1
        yield from _block(form, block, (far, rows), first, words)


def _block(
    form: Form, block: tuple[float, float], place: tuple[float, int], first: int | None, words: Words
) -> Iterator[Shape]:
    """Draw a block. block: its left and right edge. place: its far edge, and its number of rows.

    first: the number of its first row, None for rows without numbers.
    """
    far, rows = place
    left, right = block
    near = far + HEAD + rows * form.row
    columns = layout.columns(form, block)
    for column, x, end in columns:
        if column.ink:
            yield Rect(x, far, end - x, near - far, Ink(mix(column.ink, _WHITE, 0.07)))
            yield Rect(x, far, end - x, HEAD, Ink(mix(column.ink, _WHITE, 0.3)))
        heading = fitted(words(column.heading), 3, end - x - 1)
        yield Text((x + end) / 2, far + 4, heading, 3, form.ink, "middle", "sans-serif")
    for n in range(rows):
        y = far + HEAD + n * form.row
        yield Line(left, y, right, y, _line(form))
        if first is not None:
            text = str(first + n)
            at = y + form.row / 2 + 1
            yield Text(left + NUMBER - 1.4, at, text, 2.8, mix(form.ink, _WHITE, 0.6), "end")
        for column, x, end in columns:
            yield from _groups(form, column, layout.groups(column, x, end, y, form.row))
    for _, x, _ in columns:
        yield Line(x, far, x, near, _line(form))
    yield Rect(left, far, right - left, near - far, _line(form, 0.5))


def _groups(form: Form, column: Column, groups: Sequence[Sequence[Box]]) -> Iterator[Shape]:
    """Draw the boxes of a column in a row, with the signs printed between them."""
    for n, group in enumerate(groups):
        yield from _places(form, group)
        if n and column.between:
            middle = (groups[n - 1][-1].right + group[0].left) / 2
            y = (group[0].top + group[0].bottom) / 2 + 1
            yield Text(middle, y, column.between, 3, mix(form.ink, _WHITE, 0.6), "middle")


def _foot(form: Form, title: str, words: Words) -> Iterator[Shape]:
    y, faint = A4[1] - EDGE + 2, mix(form.ink, _WHITE, 0.6)
    boxed = words(
        N_("One sign in each box, without @, * and -; then speeltafel scan PHOTO reads a photograph of this sheet")
    )
    yield Text(LEFT, y - 3.8, boxed, 2.8, faint, family="sans-serif")
    text = words(N_("Typed in, a move a line, this is a game record: speeltafel score FILE"))
    yield Text(LEFT, y, text, 2.8, faint, family="sans-serif")
    yield Text(RIGHT, y, title, 2.8, faint, "end", "sans-serif")
