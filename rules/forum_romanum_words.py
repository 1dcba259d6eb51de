"""What people say for the moves of Forum Romanum."""

from collections.abc import Mapping

from rules.colours import WORDS
from rules.game import AGREE
from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    **WORDS,
    "-": InContext("moves", "to | jumps to | moves to | goes to"),
    "": InContext("moves", "Roman | Romans | colour | color | field | placing | jumping"),
    AGREE: InContext(
        "moves",
        "agree | all agree | agreed | by agreement | agreed to stop | mutual agreement",
    ),
}
