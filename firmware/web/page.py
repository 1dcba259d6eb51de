"""The facts of the games for the page: the games to begin, and the game in progress.

Colours are ``#rrggbb``, cells 0-95, places millimetres to the right and down from the corner of
cell 0.
"""

from random import Random
from typing import Any

from firmware.games.kit import find_kit
from firmware.match.line import sand_starter
from rules import NAMES, find_game, load_nothing


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
