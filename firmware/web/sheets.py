"""What does a printed sheet look like under a page's pieces? As it is printed, without stones."""

from collections.abc import Mapping
from typing import Any

from firmware.words import Words
from rules import Position
from wiring.sheet import svg_of


def svg(game: str, position: Position, options: Mapping[str, str], words: Words) -> str:
    """The sheet on which a game lies that began with these options, as an SVG image.

    Millimetres: the cell in row r and column c is the square of 40 mm at x = 40 c, y = 40 r.
    """
    here: dict[str, Any] = {"words": words}
    if game == "hourglass":
        board: Any = position.board  # type: ignore[attr-defined]  # this game's positions have one
        if board.name:
            here |= {"holes": board.cells, "lines": board.lines, "homes": board.homes}
    elif game == "forum_romanum":
        here["layout"] = options.get("layout")
    elif game == "manoeuvre":
        here |= {"rewards": "", "bonuses": ""}  # they are things that lie on it
    return svg_of(game, **here)
