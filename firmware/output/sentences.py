"""Sentences about moves and their consequences, without notation."""

from collections.abc import Mapping

from firmware.games.kit import find_kit
from firmware.match.line import Ply
from firmware.words import N_, Text, Words
from rules import AGREE, Move, Position

_AGREED = N_("All agree to end the game here")


def moved(game: str, ply: Ply, names: Mapping[str, str], words: Words) -> str:
    """Return the sentence for a move. names: the players' names by seat."""
    return would_move(game, ply.before, ply.move, names, words)


def would_move(game: str, position: Position, move: Move, names: Mapping[str, str], words: Words) -> str:
    """Return the sentence for a legal move in a position.

    move: without a second. names: the players' names by seat.
    """
    does = Text(_AGREED, {}) if move == AGREE else find_kit(game).screen.in_words(position, move)
    line = words(does.text, **does.values, name=names.get(position.to_move or "", ""))
    return line[:1].upper() + line[1:]


def brought_about(game: str, before: Position, now: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return sentences for the consequences of a move, above all its score.

    Args:
        game: its name in the registry of rules.
        before: the position after the move before it.
        now: the position that the sentences tell of.
        names: the players' names by seat.
        words: the language.
    """
    return find_kit(game).screen.happened(before, now, names, words)
