"""The facts of a game that no position is needed for: its title, its colour, its names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.words import Text
from hal import Colour

_NONE: Mapping[str, str] = MappingProxyType({})


class About(NamedTuple):
    """The facts of a game; all texts are English and wait for `words`.

    Attributes:
        title: the name of the game for people.
        lamp: its colour while a game is chosen.
        reasons: the texts of the reasons of an Outcome.
        counts: the unit that :meth:`firmware.games.adapter.Adapter.standing` counts.
        seats: the names of seats in a standing, by seat; numbered seats need no name.
        nameless: the names of players without a name, by seat; likewise.
        fields: the names of fields that have more than a letter or a number, by the part before the
            hyphen, with {number} for the part behind it.
        extras: the names of the values of :meth:`firmware.games.adapter.Adapter.extras`.
        most_points_lead: whether points over several games decide the standings; if not, games won
            do.
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


def as_it_is(name: str) -> Text:
    """Return a name as a text, for names that a voice reads well as they are."""
    return Text("{field}", {"field": name})
