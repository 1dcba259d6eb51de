"""What people say for the moves of Das glorreiche Manöver."""

from collections.abc import Mapping

from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    "roll": InContext(
        "moves", "roll | rolls | rolled | rolling | die | dice | throws | throw | I rolled a"
    ),
    "-": InContext("moves", "to"),
    "home": InContext("moves", "home | courtyard"),
    "": InContext("moves", "recruit | field | a"),
}
