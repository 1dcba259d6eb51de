"""The games by name. An engine is imported only when it is asked for."""

from importlib import import_module

from rules.game import Game, MalformedError
from rules.text import told

NAMES = ("revolution", "hourglass", "forum_romanum", "manoeuvre")


def find_game(name: str) -> Game:
    """Return the game of this name, which is in `NAMES`.

    Raises:
        MalformedError: The name is unknown; the message lists the names.
    """
    if name not in NAMES:
        raise MalformedError(told("there is no game {game!r}; there is: {can}", game=name, can=", ".join(NAMES)))
    game: Game = getattr(import_module(f"rules.{name}"), name)
    return game
