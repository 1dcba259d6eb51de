"""The games as a table needs them beside their rules: gestures, lights, and screens.

A game is a single file here, found by its name in the registry of rules. Everything else
(debouncing, recognition, guidance) is the same for all games.
"""

from firmware.games.about import About
from firmware.games.adapter import Adapter, AnyAdapter
from firmware.games.gestures import Gesture, Touched, contact
from firmware.games.kit import field_name, find_adapter, find_kit, move_name
from firmware.games.lights import LampState, dim
from firmware.games.screen import DrawnPiece, Note, Sand, colour_text

__all__ = [
    "About",
    "Adapter",
    "AnyAdapter",
    "DrawnPiece",
    "Gesture",
    "LampState",
    "Note",
    "Sand",
    "Touched",
    "colour_text",
    "contact",
    "dim",
    "field_name",
    "find_adapter",
    "find_kit",
    "move_name",
]
