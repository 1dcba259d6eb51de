"""The facts of the games for the page: the games to begin, and the game in progress.

Colours are ``#rrggbb``, cells 0-95, places millimetres to the right and down from the corner of
cell 0.
"""

from collections.abc import Mapping
from random import Random
from typing import Any

from firmware.games import AnyAdapter, colour_text
from firmware.games.kit import find_kit
from firmware.games.page import PageGame, Supply
from firmware.match.line import sand_starter
from firmware.words import Words
from rules import NAMES, Position, find_game, load_nothing
from wiring import COLUMNS, ROWS
from wiring.read import PITCH
from wiring.sheet import on_screen as places_on_screen
from wiring.sheets.shapes import Place, centre


def playable_games(*, by_hand: bool, on_screen: bool = False) -> list[dict[str, Any]]:
    """Return the games that can be begun, in the order of the registry.

    by_hand: whether people move real pieces, on which the defaults of some options depend.
    on_screen: whether there is no table; then there are more options, some of which take a file
    (``file``).

    A game has its ``name``, the numbers of ``players``, the ``seats`` of the largest number, and
    the ``options`` to ask for: ``name``, ``default`` and ``choices``, which is empty where a text
    is typed; and whether the time of two players can be limited (``limits``).
    """
    return [_playable(name, by_hand=by_hand, on_screen=on_screen) for name in NAMES]


def _playable(name: str, *, by_hand: bool, on_screen: bool) -> dict[str, Any]:
    game = find_game(name)
    defaults = {option.name: option.default for option in game.options}
    defaults |= find_kit(name).table_options({}, measured=lambda _: None, by_hand=by_hand, load=load_nothing)
    module = find_kit(name).page
    more = module.more_on_screens if on_screen else {}
    return {
        "name": name,
        "players": list(game.players),
        "seats": game.seats(game.players[-1]),
        "options": [
            {"name": option, "default": defaults[option], "choices": choices}
            for option, choices in module.new_game_options.items()
        ]
        + [{"name": option, "default": "", "choices": [], "file": kind == "file"} for option, kind in more.items()],
        "limits": on_screen and may_limit(name),
    }


def may_limit(game: str) -> bool:
    """Return whether two people can play a game with clocks: games with sand cannot have them."""
    rules = find_game(game)
    if 2 not in rules.players:
        return False
    return sand_starter(rules.start(2, rules.draw_options({}, Random(0)))) is None


def page_of(game: str, adapter: AnyAdapter, position: Position, words: Words, *, screen: bool) -> dict[str, Any]:
    """Return the ``page`` of the snapshot, see :class:`firmware.games.page.PageGame`.

    ``lamps_only`` are the cells with a field on which no piece belongs. ``places`` are the cells
    that lie elsewhere on a screen than on a table: x, y, and their size, 1 as on a table. screen:
    whether a screen is shown and not a table.
    """
    overlay = adapter.overlay
    facts: PageGame = find_kit(game).page.for_page(position, overlay.cells)
    places = places_on_screen(game, adapter.sheet) if screen else {}
    return {
        "magnets": facts.magnets,
        "sand": facts.sand,
        "stacks": facts.stacks,
        "owners": {str(cell): seat for cell, seat in facts.owners.items()},
        "printed": facts.printed,
        "coins": {name: _beside(places, *at) for name, at in facts.coins.items()},
        "supplies": [_supply(supply, words) for supply in facts.supplies],
        "premoves": facts.premoves,
        "left": facts.left,
        "places": {str(cell): place for cell, place in places.items()},
        "lamps_only": [cell for cell in sorted(overlay.names) if not adapter.places >> cell & 1],
    }


def _beside(places: Mapping[int, Place], x: float, y: float) -> tuple[float, float]:
    """Return the place of a point of the table on a screen, beside the same cell."""
    row, column = min(max(int(y // PITCH), 0), ROWS - 1), min(max(int(x // PITCH), 0), COLUMNS - 1)
    at = COLUMNS * row + column
    (left, far), shown = centre(at), places.get(at)
    if shown is None:
        return x, y
    return shown.x + shown.size * (x - left), shown.y + shown.size * (y - far)


def _supply(supply: Supply, words: Words) -> dict[str, Any]:
    return supply._asdict() | {
        "colour": colour_text(supply.colour),
        "name": words(supply.name.text, **supply.name.values),
    }
