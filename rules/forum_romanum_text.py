"""The text form of a position of Forum Romanum, without its meaning.

::

    7/7/3y3/7/7/2b4/7 1:yr scored:- y0,b0,r0,g0 players:2 plies:2

the forum, top row first, a digit for so many free fields; the seat to move and the colours it
may still use; the sectors already scored; the steps of every colour in play, one of each seat in
turn; the number of players; the moves played; then, where they differ from the default,
``variant``, ``layout:...`` and, when the game is over, ``scored`` or ``agreed``.
"""

import re
from typing import NamedTuple

from rules.forum_romanum_board import SIDE

FREE = "."  # a field without a Roman in `Description.forum`

_TEXT = re.compile(
    r"(?P<forum>[ybrgkw1-7]+(?:/[ybrgkw1-7]+){6}) (?P<seat>[1-6]):(?P<colours>[ybrgkw]{1,2}) "
    r"scored:(?P<scored>\S+) (?P<steps>[ybrgkw]-?\d+(?:,[ybrgkw]-?\d+)*) "
    r"players:(?P<players>[2-6]) plies:(?P<plies>\d+)(?P<variant> variant)?"
    r"(?: layout:(?P<layout>\S+))?(?: (?P<reason>scored|agreed))?"
)


class Description(NamedTuple):
    """The parts of a position's text.

    Attributes:
        forum: the rows, top row first, each of letters of colours and `FREE`.
        seat: the name of the seat to move.
        colours: the letters it may use.
        scored: names of sectors.
        steps: colour letter -> steps of its senator, for all colours in play, in the order of their
            numbers.
        layout: the buildings, None where they are the default ones.
        reason: how the game ended, None while it goes on.
    """

    forum: tuple[str, ...]
    seat: str
    colours: str
    scored: tuple[str, ...]
    steps: dict[str, int]
    players: int
    plies: int
    variant: bool
    layout: str | None
    reason: str | None


def read_description(text: str) -> Description | None:
    """Return the parts of `text`. None if it does not look like a position at all."""
    match = _TEXT.fullmatch(text)
    if match is None:
        return None
    forum = match["forum"]
    for free in range(1, SIDE + 1):
        forum = forum.replace(str(free), FREE * free)
    return Description(
        forum=tuple(forum.split("/")),
        seat=match["seat"],
        colours=match["colours"],
        scored=() if match["scored"] == "-" else tuple(match["scored"].split(",")),
        steps={part[0]: int(part[1:]) for part in match["steps"].split(",")},
        players=int(match["players"]),
        plies=int(match["plies"]),
        variant=bool(match["variant"]),
        layout=match["layout"],
        reason=match["reason"],
    )


def write_description(described: Description) -> str:
    """Return the text of these parts."""
    forum = "/".join(described.forum)
    for free in range(SIDE, 0, -1):
        forum = forum.replace(FREE * free, str(free))
    parts = [
        forum,
        f"{described.seat}:{described.colours}",
        "scored:" + (",".join(described.scored) or "-"),
        ",".join(f"{colour}{steps}" for colour, steps in described.steps.items()),
        f"players:{described.players}",
        f"plies:{described.plies}",
    ]
    if described.variant:
        parts.append("variant")
    if described.layout is not None:
        parts.append(f"layout:{described.layout}")
    if described.reason is not None:
        parts.append(described.reason)
    return " ".join(parts)
