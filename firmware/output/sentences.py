"""What a move did, and what it has brought about: sentences for those who do not read notation."""

from collections.abc import Mapping

from firmware.games.kit import find_kit
from firmware.match.line import Ply
from firmware.words import Text, Words, say
from rules import AGREE, Move, Position

_AGREED = say("All agree to end the game here")


def moved(game: str, ply: Ply, names: Mapping[str, str], words: Words) -> str:
    """Return what a move did. names: what the players of the seats are called."""
    return would_move(game, ply.before, ply.move, names, words)


def would_move(
    game: str, position: Position, move: Move, names: Mapping[str, str], words: Words
) -> str:
    """Return what a move does that is legal in a position.

    move: without a second. names: what the players of the seats are called.
    """
    does = Text(_AGREED, {}) if move == AGREE else find_kit(game).screen.in_words(position, move)
    line = words(does.text, **does.values, name=names.get(position.to_move or "", ""))
    return line[:1].upper() + line[1:]


def brought_about(
    game: str, before: Position, now: Position, names: Mapping[str, str], words: Words
) -> list[str]:
    """Return what a move has brought about beside itself, what it scored above all.

    Args:
        game: its name in the registry of rules.
        before: the position after the move before it.
        now: the position of which it is told.
        names: what the players of the seats are called.
        words: the language.
    """
    return find_kit(game).screen.happened(before, now, names, words)
