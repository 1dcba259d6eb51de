"""Sentences about moves, without notation."""

from collections.abc import Mapping

from firmware.games.kit import find_kit
from firmware.words import N_, Text, Words
from rules import AGREE, Move, Position

_AGREED = N_("All agree to end the game here")


def would_move(game: str, position: Position, move: Move, names: Mapping[str, str], words: Words) -> str:
    """Return the sentence for a legal move in a position.

    move: without a second. names: the players' names by seat.
    """
    does = Text(_AGREED, {}) if move == AGREE else find_kit(game).screen.in_words(position, move)
    line = words(does.text, **does.values, name=names.get(position.to_move or "", ""))
    return line[:1].upper() + line[1:]
