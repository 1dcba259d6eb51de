"""Which games are there? Each engine is imported only when it is asked for."""

from __future__ import annotations

from rules.game import Game, MalformedError

NAMES = ("revolution", "hourglass", "forum_romanum", "manoeuvre")


def find_game(name: str) -> Game:
    """The game of this name. Raises MalformedError naming the games there are."""
    if name not in NAMES:
        raise MalformedError(f"there is no game {name!r}; there is: {', '.join(NAMES)}")
    game: Game = getattr(__import__(f"rules.{name}", fromlist=(name,)), name)
    return game
