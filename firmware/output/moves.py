"""What does a move do? One sentence of words, for those who do not read notation."""

from collections.abc import Mapping

from firmware.games.drops import find_screen_module
from firmware.play.line import spoken
from firmware.play.screen_game import AGREE
from firmware.words import Text, Words, say
from rules import Move, Position

_AGREED = say("All agree to end the game here")


def sentence(
    game: str, before: Position, move: Move, names: Mapping[str, str], words: Words
) -> str:
    """Return what a move of a record does.

    before: the position after the line before it. names: what the players of the seats are called.
    """
    plain = spoken(move)
    if plain != move:  # the turn may have passed by then: HG-12a
        before = before.play(move.partition(" ")[0])
    told = Text(_AGREED, {}) if plain == AGREE else find_screen_module(game).in_words(before, plain)
    line = words(told.text, **told.values, name=names.get(before.to_move or "", ""))
    return line[:1].upper() + line[1:]
