"""What people say for the moves of Révolution with hourglasses."""

from collections.abc import Mapping

from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    "start": InContext("moves", "start | begin | started | go"),
    "-": InContext("moves", "to"),
    "dead": InContext("moves", "dead | empty | ran out"),
    "s": InContext("moves", "s | sec | secs | second | seconds | time | t | at"),
    "": InContext("moves", "hourglass | glass | hole"),
    "seat white": InContext("moves", "white"),
    "seat pink": InContext("moves", "pink"),
}
