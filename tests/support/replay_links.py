"""Links that hold a game."""

import base64
import zlib

from support.finished_games import random_game

LONG = random_game("forum_romanum", 150)


def link(record: str) -> str:
    """What stands behind the # for a record, made without the page's own script."""
    return "1" + base64.urlsafe_b64encode(zlib.compress(record.encode())).decode().rstrip("=")
