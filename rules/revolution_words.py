"""What people say for the moves of Revolution."""

from collections.abc import Mapping

from rules.text import InContext

VOCABULARY: Mapping[str, InContext] = {
    "N": InContext("moves", "Notre Dame | ND"),
    "V": InContext("moves", "Versailles"),
    "B": InContext("moves", "Bastille"),
    "F": InContext("moves", "flag | banner | tricolour"),
    "*": InContext("moves", "stone | stones | a stone | marker | pebble"),
    "end": InContext("moves", "end | end of turn | pass | passes | passed"),
    "": InContext(
        "moves",
        "card | cards | building | buildings | field | district | setup | set-up | on it",
    ),
    "seat light": InContext("moves", "light | Jacobins | Jacobin"),
    "seat dark": InContext("moves", "dark | Royalists | Royalist"),
}
