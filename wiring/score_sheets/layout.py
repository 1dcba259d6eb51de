"""The layout of a blank score sheet: its marks and boxes, for drawing and for reading it.

All in mm on A4, x to the right and y to the near edge. Nothing here depends on a language.
"""

from collections.abc import Iterator
from importlib import import_module
from itertools import accumulate, pairwise
from typing import NamedTuple

from wiring.read import WiringError, overlay_names
from wiring.score_sheets.form import Boxes, Column, Form
from wiring.sheets.shapes import A4, Box
from wiring.text import N_

EDGE = 13.0  # round the page
LEFT, RIGHT, NEAR = EDGE, A4[0] - EDGE, A4[1] - EDGE - 5
CORNER = 78.0  # the width of the corner that explains the notation
WIDE = RIGHT - CORNER - 7 - LEFT  # of the page beside it
HEAD = 5.8  # the height of the headings of the table
NUMBER = 7.0  # for the number of a row
LABEL = 30.0  # for the label of a row of boxes
CAPTION = 2.8  # over the places of a box
BOX = CAPTION + 5.6  # the height of a box
PAGES = 4  # with marks of their own; the last may be printed again

_BLOCK_GAP = 4.0  # between blocks
_GROUP_GAP = 2.0  # between groups of places
_WIDEST = 6.0  # place for a sign
_NAME, _NAME_WIDTH = 10, 4.7  # places for a name, and the width of each
_HEADER = EDGE + 40  # where the lines for the players begin
_NOTATION = 122.0  # the last possible end of the corner, in any language
_SCORE = 19.0  # for the score of a player

HOUSE_RULES = N_("House rules")

MARK = 7.0  # the side of a mark
_MARK_EDGE = 5.0  # from a mark to the edge of the paper, which few printers leave white
MARKS = (
    (_MARK_EDGE, _MARK_EDGE),
    (A4[0] - _MARK_EDGE - MARK, _MARK_EDGE),
    (A4[0] - _MARK_EDGE - MARK, A4[1] - _MARK_EDGE - MARK),
    (_MARK_EDGE, A4[1] - _MARK_EDGE - MARK),
)
"""The far left corner of each mark: clockwise, from the page's far left corner."""
_WORDS = (0b10000, 0b10111, 0b01001, 0b01110)  # of ArUco's original dictionary, two bits each
_MOST_PLAYERS = 8


class Sheet(NamedTuple):
    """The identity of a page. page: its number in the score sheet, from 0."""

    game: str
    players: int
    page: int


class Entry(NamedTuple):
    """An entry that is written as a whole: a name, a number or a move.

    Attributes:
        key: ``name``, or as the form says.
        seat: Its seat, a number from 0; None where entries of all seats stand.
        row: The number of the row in the table, from 1 on each page; 0 above the table.
        column: The number of the entry in its row, from 1.
        places: The box of each sign.
        signs: The signs that may stand in each place.
    """

    key: str
    seat: int | None
    row: int
    column: int
    places: tuple[Box, ...]
    signs: tuple[str, ...]


def form_of(game: str, players: int) -> Form:
    """Return the form of a game. Raise WiringError when there is no such game."""
    known = overlay_names()
    if game not in known:
        raise WiringError(f"there is no sheet of {game!r}; there are those of {', '.join(known)}")
    form: Form = import_module(f"wiring.score_sheets.{game}").form(players)
    return form


def marks(sheet: Sheet) -> tuple[int, ...]:
    """Return the number of each mark, in the order of `MARKS`: it identifies the sheet."""
    game = overlay_names().index(sheet.game)
    number = (game * _MOST_PLAYERS + sheet.players) * PAGES + sheet.page
    return tuple(number * len(MARKS) + corner for corner in range(len(MARKS)))


def sheet_of(mark: int) -> tuple[Sheet, int]:
    """Return the sheet of a mark, and the corner of the mark, by the order of `MARKS`.

    Raise WiringError when it is on no sheet.
    """
    number, corner = divmod(mark, len(MARKS))
    number, page = divmod(number, PAGES)
    game, players = divmod(number, _MOST_PLAYERS)
    names = overlay_names()
    if game >= len(names):
        raise WiringError(f"mark {mark} is on no score sheet")
    return Sheet(names[game], players, page), corner


def cells(mark: int) -> list[list[bool]]:
    """Return which of the five times five cells of a mark are white, row by row from the far row.

    As in ArUco's original dictionary (DICT_ARUCO_ORIGINAL), which has 1,024 marks.
    """
    words = [_WORDS[mark >> 2 * row & 3] for row in range(4, -1, -1)]
    return [[bool(word >> bit & 1) for bit in range(4, -1, -1)] for word in words]


def name_line(form: Form, seat: int) -> float:
    """Return the base line for the name of a seat, or of the line below the last name."""
    return _HEADER + 9.5 * min(seat, len(form.seats))


def boxes_far(form: Form, row: int) -> float:
    """Return the far edge of a row of boxes above the table."""
    return name_line(form, len(form.seats)) + 12 + row * (BOX + 2)


def box(boxes: Boxes, number: int, far: float) -> Box:
    """Return a box of a row of boxes. far: the far edge of the row."""
    each = min((WIDE - LABEL) / len(boxes.captions), 22.0)
    left = LEFT + LABEL + number * each
    return Box(left, far, left + each - 0.8, far + BOX)


def table_far(form: Form, page: int) -> float:
    """Return the far edge of the table of a page; the first page is 0."""
    return EDGE + 14 if page else max(boxes_far(form, len(form.boxes)), _NOTATION) + 5


def rows(form: Form, page: int) -> int:
    """Return the number of rows in each block of the table of a page."""
    return int((NEAR - table_far(form, page) - HEAD) / form.row)


def blocks(form: Form) -> list[tuple[float, float]]:
    """Return the left and the right edge of each block."""
    each = (RIGHT - LEFT - _BLOCK_GAP * (form.blocks - 1)) / form.blocks
    lefts = (LEFT + n * (each + _BLOCK_GAP) for n in range(form.blocks))
    return [(left, left + each) for left in lefts]


def columns(form: Form, block: tuple[float, float]) -> list[tuple[Column, float, float]]:
    """Return the columns of a block, each with its left and its right edge."""
    left, right = block
    room = (right - left - NUMBER) / sum(column.share for column in form.columns)
    shares = accumulate((column.share for column in form.columns), initial=0.0)
    edges = [left + NUMBER + room * share for share in shares]
    return [(column, *ends) for column, ends in zip(form.columns, pairwise(edges), strict=True)]


def groups(column: Column, left: float, right: float, far: float, row: float) -> list[list[Box]]:
    """Return the places of each group of a column in a row. far: its far edge. row: its height."""
    signs = sum(map(len, column.signs))
    gaps = (len(column.signs) - 1) * _GROUP_GAP
    wide = min((right - left - 1 - gaps) / signs, _WIDEST) if signs else 0
    at = (left + right - signs * wide - gaps) / 2
    found = []
    for group in column.signs:
        found.append(_places(at, far + 0.6, wide, row - 1.2, len(group)))
        at = found[-1][-1].right + _GROUP_GAP
    return found


def entries(sheet: Sheet) -> list[Entry]:
    """Return all entries on a page that programs read, in the order of reading."""
    form = form_of(sheet.game, sheet.players)
    found = [*_header(form)] if sheet.page == 0 else []
    far = table_far(form, sheet.page) + HEAD
    height = rows(form, sheet.page)
    for n, block in enumerate(blocks(form)):
        for row in range(height):
            found += _row(form, block, n * height + row + 1, far + row * form.row)
    return found


def unread(sheet: Sheet) -> list[tuple[str, Box]]:
    """Return the areas of a page that only people read though they may matter: label and box.

    The label is English, and waits for words.
    """
    if sheet.page:
        return []
    form = form_of(sheet.game, sheet.players)
    line = name_line(form, len(form.seats))
    found = [(HOUSE_RULES, Box(LEFT + 35, line - 6, LEFT + WIDE, line))]
    for row, boxes in enumerate(form.boxes):
        for n in range(len(boxes.captions) if not boxes.signs else 0):
            left, far, right, near = box(boxes, n, boxes_far(form, row))
            found.append((boxes.label, Box(left + 0.4, far + CAPTION, right - 0.4, near - 0.4)))
    return found


def _header(form: Form) -> Iterator[Entry]:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
    for seat in range(len(form.seats)):
        places = name_places(form, seat)
        yield Entry("name", seat, 0, seat + 1, tuple(places), (letters,) * len(places))
    for row, boxes in enumerate(form.boxes):
        if not boxes.signs:
            continue
        for n in range(len(boxes.captions)):
            places = box_places(boxes, n, boxes_far(form, row))
            yield Entry(boxes.key, None, 0, n + 1, tuple(places), tuple(boxes.signs))


def name_places(form: Form, seat: int) -> list[Box]:
    """Return the places for the name of a player."""
    left = LEFT + WIDE - _SCORE - _NAME * _NAME_WIDTH
    return _places(left, name_line(form, seat) - 5.4, _NAME_WIDTH, 7.0, _NAME)


def box_places(boxes: Boxes, number: int, far: float) -> list[Box]:
    """Return the places for signs in a box above the table."""
    left, _, right, near = box(boxes, number, far)
    count = len(boxes.signs)
    wide = min((right - left) / max(count, 1), _WIDEST)
    return _places(left, far + CAPTION, wide, near - far - CAPTION, count)


def _row(form: Form, block: tuple[float, float], row: int, far: float) -> Iterator[Entry]:
    """Yield the entries of a row of the table, from left to right."""
    found: list[Entry] = []
    for column, left, right in columns(form, block):
        parts = groups(column, left, right, far, form.row)
        if column.each:
            found += [
                Entry(column.key, column.seat, row, 0, tuple(places), tuple(signs))
                for places, signs in zip(parts, column.signs, strict=True)
            ]
        elif column.signs:
            places = tuple(place for part in parts for place in part)
            signs = tuple(sign for group in column.signs for sign in group)
            if column.joined:
                before = found.pop()
                places, signs = before.places + places, before.signs + signs
            found.append(Entry(column.key, column.seat, row, 0, places, signs))
    for number, entry in enumerate(found, 1):
        yield entry._replace(column=number)


def _places(left: float, far: float, wide: float, high: float, count: int) -> list[Box]:
    return [Box(left + n * wide, far, left + (n + 1) * wide, far + high) for n in range(count)]
