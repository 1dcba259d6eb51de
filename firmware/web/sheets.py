"""The printed sheet of a game as a page draws it under the pieces."""

from firmware.games import find_adapter
from firmware.words import Words
from rules import Position
from wiring.sheet import svg_of


def svg(game: str, position: Position, words: Words) -> str:
    """Return the sheet of a game with the options of this position, as an SVG image.

    Millimetres: the cell in row r and column c is the square of 40 mm at x = 40 c, y = 40 r.
    Raise MalformedError when the game does not fit on the table.
    """
    return svg_of(game, words=words.catalogue.gettext, **find_adapter(position, game).sheet)
