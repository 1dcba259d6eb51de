"""The rows of a sheet that somebody has to settle, each rule by itself."""

import re
from collections import Counter
from collections.abc import Callable, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware.sheets.lexicon import speaks_of
from firmware.sheets.signs import Signs
from firmware.sheets.walks import Walk

STRAINED, DOUBTFUL = 2.4, 1.0  # costs of a move, or of what is passed over in a row
_ASKED = re.compile(r"(?:\d|(?<![^\W_])[a-mA-M])\.? ?\(?\?(?![?!])")  # d4?


class Told(NamedTuple):
    """A game as a sheet tells it.

    Attributes:
        texts: The rows of the sheet.
        signs: Of these.
        made: The walks at which moves were made that are written, the first first.
        rival: Those of a game that is as likely; none where none is.
        apart: Whether the moves were taken in the order of each player.
    """

    texts: Sequence[str]
    signs: Signs
    made: Sequence[Walk]
    rival: Sequence[Walk] = ()
    apart: bool = False


def dear_rows(told: Told, least: float = DOUBTFUL) -> set[int]:
    """Return the rows with a move that is taken at such a cost, or more."""
    return {one.row for one in told.made if one.dear >= least}


def passed_rows(told: Told, least: float = DOUBTFUL) -> set[int]:
    """Return the rows from the first move on in which so much, or more, is passed over."""
    said = {id(sign) for one in told.made for sign in one.said}
    costs: dict[int, float] = {}
    for sign in told.signs.signs:
        if told.made and sign.row >= told.made[0].row and id(sign) not in said:
            costs[sign.row] = costs.get(sign.row, 0.0) + sign.skipped
    return {row for row, cost in costs.items() if cost >= least}


def unplayed_seconds(told: Told) -> set[int]:
    """Return the rows with more seconds than moves, in a game with a clock."""
    if not told.signs.game.timed:
        return set()
    seconds = Counter(one.row for one in told.signs.signs if one.second is not None)
    moves = Counter(one.row for one in told.made)
    return {row for row, count in moves.items() if seconds[row] > count}


def rival_rows(told: Told) -> set[int]:
    """Return the rows in which a game that is as likely has other moves."""
    others = {(one.row, one.moves) for one in told.rival}
    return {one.row for one in told.made if told.rival and (one.row, one.moves) not in others}


def asked_rows(told: Told) -> set[int]:
    """Return the rows that say themselves that something is in doubt: d4?, not sure."""
    begun = min((one.row for one in told.made), default=0)
    moved = {one.row for one in told.made}
    return {
        n
        for n, text in enumerate(told.texts)
        if n >= begun
        and (speaks_of("doubted", text) or (n in moved and _ASKED.search(text) is not None))
    }


def out_of_turn(told: Told) -> set[int]:
    """Return the rows of one move each that are played behind later ones, though players alternate.

    Somebody's move is missing there: where each player's moves stand apart, they do not alternate.
    """
    owners = {one.row: one.said[0].owner for one in told.made}
    order = sorted(owners)
    turns = sum(owners[a] != owners[b] for a, b in pairwise(order))
    if not told.apart or len(order) < len(told.made) or 2 * turns < len(order):
        return set()
    return {two.row for one, two in pairwise(told.made) if two.row < one.row}


def lost_rows(told: Told) -> set[int]:
    """Return the row in which a move cannot be read."""
    return set() if told.signs.lost is None else {told.signs.lost}


RULES: Sequence[Callable[[Told], set[int]]] = (
    dear_rows, passed_rows, unplayed_seconds, rival_rows, asked_rows, out_of_turn, lost_rows,
)  # fmt: skip


def doubted_rows(told: Told) -> set[int]:
    """Return the rows that any rule holds to be in doubt."""
    return {row for rule in RULES for row in rule(told)}


def unread_rows(told: Told, least: float) -> set[int]:
    """Return the rows in which something may be a move that is none, at such a cost, or more."""
    return dear_rows(told, least) | passed_rows(told, least) | unplayed_seconds(told)
