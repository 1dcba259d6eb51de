"""What people say for the moves of Das glorreiche Manöver."""

from collections.abc import Mapping

from rules.colours import WORDS
from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    "roll": InContext(
        "moves",
        "roll | rolls | rolled | rolling | die | dice | throws | throw | I rolled a | "
        "threw | throwing | rolls a | rolled a | throws a",
    ),
    "-": InContext("moves", "to"),
    "home": InContext("moves", "home | courtyard"),
    "": InContext("moves", "recruit | field | a | deploy | deployment"),
}

LAYOUT: Mapping[str, InContext] = {
    "rewards": InContext("headers", "rewards | reward stones | grey stones"),
    "bonuses": InContext("headers", "bonuses | bonus stones | bonus"),
    "w": WORDS["w"],
    "b": WORDS["k"],
}
"""What people say for the stones on the track, and for their colours."""
