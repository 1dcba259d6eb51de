"""Which seats of a game the computer plays, and how well: the note that is kept with it."""

from collections.abc import Mapping

from firmware.opponents import LEVELS
from firmware.storage.errors import DamagedGameError
from firmware.storage.values import KeptGame
from firmware.words import told

COMPUTERS = "computer"  # the name of the note


def read_computers(text: str) -> dict[str, int]:
    """Return seat -> level from a text like ``white:3,pink:5``. Raise ValueError."""
    levels: dict[str, int] = {}
    for part in text.split(","):
        seat, _, level = part.partition(":")
        if level not in map(str, LEVELS) or not seat or seat in levels:
            raise ValueError(
                told(
                    "{text!r} should be a seat and its level, {least} to {most}, as in 2:4",
                    text=part,
                    least=min(LEVELS),
                    most=max(LEVELS),
                )
            )
        levels[seat] = int(level)
    return levels


def write_computers(levels: Mapping[str, int]) -> str:
    """Return the text that :func:`read_computers` reads."""
    return ",".join(f"{seat}:{level}" for seat, level in levels.items())


def computers_of(notes: Mapping[str, str]) -> dict[str, int]:
    """Return seat -> level of the seats that the computer plays. Raise ValueError."""
    return read_computers(notes[COMPUTERS]) if COMPUTERS in notes else {}


def computers_in(kept: KeptGame) -> Mapping[str, int]:
    """Return seat -> level of the seats that the computer plays in a kept game.

    Raise DamagedGameError where that cannot be read.
    """
    try:
        return computers_of(kept.notes)
    except ValueError as error:
        why = told(
            "game {number} cannot be read: {error} in its notes", number=kept.id, error=str(error)
        )
        raise DamagedGameError(kept.id, why) from error
