"""What is known of a game before there is a position: its title, its colour, its names."""

from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

from firmware.games.gestures import AnyGestures
from firmware.games.speech import find_speech
from firmware.words import Text
from hal import Colour
from rules import Move

_NONE: Mapping[str, str] = MappingProxyType({})


class About(NamedTuple):
    """One game, whoever plays it; all texts are English and wait for `words`.

    title: its name for people. lamp: its colour while a game is chosen. seats: what the seats are
    called in a standing, nameless: what a player without a name is called, both by seat; seats
    that are numbered need neither. reasons: why a game is over, by the reason of an Outcome.
    counts: what :meth:`firmware.games.screen.Screen.standing` counts. fields: what fields are
    called that are named by more than a letter or a number, by the part before the hyphen, with
    {number} for what follows it. extras: the names of what
    :meth:`firmware.games.screen.Screen.extras` returns. most_points_lead: whether points over
    several games say who is ahead; if not, games won do. gains: what a move gains, by the part of
    the evaluation of opponents. hands: what hands do in this game alone: what somebody wants, and
    what they do for it.
    """

    title: str
    lamp: Colour
    reasons: Mapping[str, str]
    counts: str
    seats: Mapping[str, str] = _NONE
    nameless: Mapping[str, str] = _NONE
    fields: Mapping[str, str] = _NONE
    extras: tuple[str, ...] = ()
    most_points_lead: bool = False
    gains: Mapping[str, str] = _NONE
    hands: tuple[tuple[str, str], ...] = ()


def find_about(game: str) -> About:
    """Return what is known of a game, by its name in the registry of rules."""
    about: About = import_module(f"firmware.games.{game}").ABOUT
    return about


def field_name(adapter: AnyGestures, cell: int) -> Text:
    """Return what the field on this cell is called, for `words`."""
    name, game = adapter.overlay.names[cell], adapter.overlay.game
    kind, _, number = name.partition("-")
    text = find_about(game).fields.get(kind) if number else None
    aloud = find_speech(game).field_aloud(name)
    if text is None:
        return Text("{field}", {"field": name}, aloud)
    return Text(text, {"number": number}, aloud)


def move_name(game: str, move: Move) -> Text:
    """Return a move as it is written, which a voice says in words. game: as the rules name it."""
    return Text("{move}", {"move": move}, find_speech(game).move_aloud(move))
