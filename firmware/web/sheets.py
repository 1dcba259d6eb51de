"""The printed matter of a game: the sheet that a page draws under the pieces, and score sheets."""

import random
from dataclasses import replace
from html import escape
from math import dist

from firmware.games import find_adapter
from firmware.sheets.lexicon import spoken
from firmware.study.board import board
from firmware.words import Words
from rules import Position, find_game
from wiring.score_sheet import score_sheets
from wiring.sheet import on_screen, svg_of
from wiring.sheet import svg as svg_of_drawing
from wiring.sheets.shapes import Circle, Line, Shape, Text

SAMPLE = 18  # moves of a sample game that is shown for the choice of a game
SECONDS = 5  # between them
SPECK = 1.8  # mm: radius of shapes that are too small to be seen there
_ON_PAPER = """
@page { size: A4; margin: 0 }
body { margin: 0; background: #fff }
svg { display: block; width: 210mm; height: 296.9mm; break-after: page }
svg:last-child { break-after: auto }
@media screen {
  body { background: #75706a }
  svg { margin: 1rem auto; box-shadow: 0 3px 14px #0006 }
}
"""


def svg(game: str, position: Position, words: Words, *, screen: bool = False, turned: int = 0) -> str:
    """Return the sheet of a game with the options of this position, as an SVG image.

    Millimetres: the cell in row r and column c is the square of 40 mm at x = 40 c, y = 40 r.
    Raise MalformedError when the game does not fit on the table.

    screen: whether its fields lie as on a screen. turned: see :func:`wiring.sheet.svg`.
    """
    options = find_adapter(position, game).sheet
    if screen and on_screen(game, options):
        options = {**options, "screen": True}
    return svg_of(game, words=words.catalogue.gettext, turned=turned, **options)


def picture(game: str, position: Position, words: Words) -> str:
    """Return the board of a game with all that stands on it, as an SVG image."""
    return svg_of_drawing(board(find_adapter(position, game), position, words))


def sample(game: str, words: Words) -> str:
    """Return a picture of a game as it may stand after some moves: the same ones every time."""
    rules, rng = find_game(game), random.Random(game)
    position = rules.start(rules.players[0])
    for _ in range(SAMPLE):
        moves = [move for move in position.legal_moves() if not position.play(move).outcome]
        if not moves:
            break
        position = position.play(rng.choice(moves)).later(SECONDS * 1000)
    drawn = board(find_adapter(position, game), position, words)
    seen = tuple(shape for shape in drawn.shapes if _is_seen(shape))
    return svg_of_drawing(replace(drawn, shapes=seen))


def _is_seen(shape: Shape) -> bool:
    """Whether a shape is seen where a board is as small as a hand: a third of them are not."""
    if isinstance(shape, Circle):
        return shape.radius > SPECK
    if isinstance(shape, Line):
        return dist((shape.x1, shape.y1), (shape.x2, shape.y2)) > 2 * SPECK
    return not isinstance(shape, Text) or shape.size > 5 * SPECK


def score_sheets_page(game: str, players: int, words: Words) -> str:
    """Return a page of HTML with a game's blank score sheets, to be printed on A4."""
    sheets = score_sheets(game, players, words.catalogue.gettext, spoken(game, words.language))
    return "\n".join(
        [
            f'<!doctype html><html lang="{words.language}"><meta charset="utf-8">',
            f"<title>{escape(sheets[0].title)}</title><style>{_ON_PAPER}</style>",
            *map(svg_of_drawing, sheets),
        ]
    )
