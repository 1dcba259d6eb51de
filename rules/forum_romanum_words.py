"""What people say for the moves of Forum Romanum."""

from collections.abc import Mapping

from rules.game import AGREE
from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    "y": InContext("moves", "yellow | yel"),
    "b": InContext("moves", "blue | blu"),
    "r": InContext("moves", "red"),
    "g": InContext("moves", "green | grn"),
    "k": InContext("moves", "black | blk"),
    "w": InContext("moves", "white | wht"),
    "-": InContext("moves", "to | jumps to"),
    "": InContext("moves", "Roman | Romans | colour | color | field"),
    AGREE: InContext("moves", "agree | all agree | agreed"),
}
