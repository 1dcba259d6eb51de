"""What is known of a game before there is a position: its title, its colour, its names."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from firmware.words import Text
from hal import Colour

_NONE: Mapping[str, str] = MappingProxyType({})


class About(NamedTuple):
    """One game, whoever plays it; all texts are English and wait for `words`.

    Attributes:
        title: its name for people.
        lamp: its colour while a game is chosen.
        seats: what the seats are called in a standing, by seat; numbered ones need it not.
        nameless: what a player without a name is called, by seat; likewise.
        reasons: why a game is over, by the reason of an Outcome.
        counts: what :meth:`firmware.games.adapter.Adapter.standing` counts.
        fields: what fields are called that are named by more than a letter or a number, by the part
            before the hyphen, with {number} for what follows it.
        extras: the names of what :meth:`firmware.games.adapter.Adapter.extras` returns.
        most_points_lead: whether points over several games say who is ahead; if not, games won do.
        hands: what hands do in this game alone: what somebody wants, and what they do for it.
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
    hands: tuple[tuple[str, str], ...] = ()


def as_it_is(name: str) -> Text:
    """Return a name that a voice reads well."""
    return Text("{field}", {"field": name})
