"""What a voice says of a game's fields and moves, where eyes would read their notation.

The module of each game, ``firmware.games.NAME``, has for this what :class:`SpeechModule` names.
"""

from importlib import import_module
from typing import Protocol, cast

from firmware.words import Text
from rules import Move


class SpeechModule(Protocol):
    """The part of a game's module that is there for who listens."""

    def field_aloud(self, name: str) -> Text:
        """Return what a field is called, by its name on the overlay: ``D4`` for ``d4``.

        Voices read a capital letter with its number letter by letter in every language; of a
        single small letter they would make an article or a preposition.
        """

    def move_aloud(self, move: Move) -> Text:
        """Return what a move does, as something that its player has done: ``from D4 to F2``.

        move: as legal moves or lines of the record have it.
        """


def find_speech(game: str) -> SpeechModule:
    """Return the module of a game. game: its name in the registry of rules."""
    return cast("SpeechModule", import_module(f"firmware.games.{game}"))


def as_it_is(name: str) -> Text:
    """Return a name that a voice reads well."""
    return Text("{field}", {"field": name})
