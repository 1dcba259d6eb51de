"""A board of a text, drawn from the engine's position so that no rule is broken."""

from collections.abc import Iterator

from firmware.games import AnyAdapter, colour_text, find_adapter
from firmware.match.line import GameLine, read_line
from firmware.study.board import RIM, board
from firmware.teaching.course import Board, Scene
from firmware.words import Words
from rules import Position, find_game
from wiring.sheets.shapes import (
    Box,
    Drawing,
    Ink,
    Line,
    Rect,
    Shape,
    Text,
    centre,
    corner,
    meet,
    moved,
    polyline,
    reach,
)

_CELL = 40.0  # mm
_ROUND = 11.0  # mm seen round the fields of a part of the board
_LIT = Ink(stroke="#e2571c", width=2.4)
_HALO = Ink(stroke="#fff8e6", width=4.4)
_ARROW, _ARROW_HALO = Ink(stroke="#e2571c", width=2.6), Ink(stroke="#fff8e6", width=5.0)
_HEAD = Ink("#e2571c", "#fff8e6", 0.8)


def line_of(game: str, beginning: Board | Scene) -> GameLine:
    """Return the line of a game to a board, or to the beginning of a scene. Raise GameError."""
    rules = find_game(game)
    start = rules.position(beginning.start) if beginning.start else rules.start(beginning.players)
    return read_line(start, split_moves(beginning.moves))


def split_moves(moves: str) -> list[str]:
    """Return the lines of a record that are parted by commas."""
    return [move.strip() for move in moves.split(",") if move.strip()]


def draw(game: str, figure: Board, words: Words, caption: str) -> Drawing:
    """Return the drawing of a board. Raise GameError for a move that is not legal."""
    line = line_of(game, figure)
    adapter, position = find_adapter(line.start, game), line.position
    whole = board(adapter, position, words)
    cells = adapter.overlay.cells
    shapes = [
        *whole.shapes,
        *moved(RIM, RIM, _notes(adapter, position)),
        *moved(RIM, RIM, (one for field in figure.lit.split() for one in _outline(cells[field]))),
        *moved(
            RIM,
            RIM,
            (one for arrow in figure.arrows.split() for one in _arrow(*(cells[field] for field in arrow.split("-")))),
        ),
    ]
    if not figure.between:
        return Drawing(caption, tuple(shapes), whole.width, whole.height)
    corners = [corner(cells[field]) for field in figure.between.split()]
    left = min(x for x, _ in corners) + RIM - _ROUND
    top = min(y for _, y in corners) + RIM - _ROUND
    width = max(x for x, _ in corners) + RIM + _CELL + _ROUND - left
    height = max(y for _, y in corners) + RIM + _CELL + _ROUND - top
    shown = Box(left, top, left + width, top + height)
    part = moved(-left, -top, (shape for shape in shapes if meet(reach(shape), shown)))
    return Drawing(caption, tuple(part), width, height)


def _notes(adapter: AnyAdapter, position: Position) -> Iterator[Shape]:
    """Write the numbers beside the middles of fields, as the page does."""
    for note in adapter.notes(position):
        if isinstance(note.at, int):
            (x, y), (dx, dy) = centre(note.at), note.beside
            ink = "#000000" if sum(note.colour) > 3 * 128 else "#ffffff"
            yield Rect(x + dx - 4.6, y + dy - 4.5, 9.2, 8.6, Ink(colour_text(note.colour), ink, 0.5), 2)
            yield Text(x + dx, y + dy + 2.2, note.text, 6.8, ink, "middle", "sans-serif", bold=True)


def _outline(cell: int) -> Iterator[Shape]:
    x, y = corner(cell)
    for ink in (_HALO, _LIT):
        yield Rect(x + 2.2, y + 2.2, _CELL - 4.4, _CELL - 4.4, ink, 5)


def _arrow(start: int, end: int) -> Iterator[Shape]:
    """Draw an arrow between two cells, short of their middles."""
    (x1, y1), (x2, y2) = centre(start), centre(end)
    long = ((x2 - x1) ** 2 + (y2 - y1) ** 2) ** 0.5
    along, across = ((x2 - x1) / long, (y2 - y1) / long), (-(y2 - y1) / long, (x2 - x1) / long)
    near, far = 10.0, long - 11.0

    def at(step: float, side: float = 0.0) -> tuple[float, float]:
        return (x1 + step * along[0] + side * across[0], y1 + step * along[1] + side * across[1])

    for ink in (_ARROW_HALO, _ARROW):
        yield Line(*at(near), *at(far), ink)
    yield polyline([at(far + 6), at(far - 4, 5), at(far - 4, -5)], _HEAD, closed=True)
