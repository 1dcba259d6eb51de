"""The rows of a sheet that somebody has to settle, each rule by itself."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from firmware.sheets.lexicon import speaks_of
from firmware.sheets.signs import FIELD, NUMBER, Sign
from firmware.sheets.walks import Walk

STRAINED = 2.4  # the cost of a move or of what is passed over by which a row may hide a slip,
DEAR = 1.25  # and of a move up to which it is taken as it stands
_ASKED = re.compile(r"(?:\d|(?<![^\W_])[a-mA-M])\.? ?\(?\?(?![?!])")  # d4?


class Told(NamedTuple):
    """A game as a sheet tells it.

    Attributes:
        texts: The rows of the sheet.
        signs: Of these, as they were walked through.
        timed: Whether moves have seconds.
        lettered: Whether they name fields.
        lost: As in `Signs`.
        made: The walks at which moves were made that are written, the first first.
        rival: Those of a game that is as likely; none where none is.
        apart: Whether the moves were taken in the order of each player.
    """

    texts: Sequence[str]
    signs: Sequence[Sign]
    timed: bool
    lettered: bool
    lost: int | None
    made: Sequence[Walk]
    rival: Sequence[Walk] = ()
    apart: bool = False


def strained_rows(told: Told) -> set[int]:
    """Return the rows that may hide a slip: a move is taken dearly, or much is passed over."""
    dear = {one.row for one in told.made if one.dear >= STRAINED}
    costs: dict[int, float] = {}
    for sign in _passed(told):
        costs[sign.row] = costs.get(sign.row, 0.0) + sign.skipped
    return dear | {row for row, cost in costs.items() if cost >= STRAINED}


def dear_rows(told: Told) -> set[int]:
    """Return the rows with a move that is taken dearly: not as it stands there."""
    return {one.row for one in told.made if one.dear > DEAR}


def passed_rows(told: Told) -> set[int]:
    """Return the rows from the first move on in which a field is passed over, that may be a move.

    Where moves name no fields, that is a number or a hole.
    """
    some = (one for one in _passed(told) if one.skipped >= NUMBER)
    if told.lettered:
        some = (
            one for one in some if any(size > 1 or one.skipped >= FIELD for *_, size in one.ways)
        )
    return {one.row for one in some}


def _passed(told: Told) -> Iterator[Sign]:
    """Yield the signs from the first move on that are passed over."""
    said = {id(sign) for one in told.made for sign in one.said}
    for sign in told.signs:
        if told.made and sign.row >= told.made[0].row and id(sign) not in said:
            yield sign


def unplayed_seconds(told: Told) -> set[int]:
    """Return the rows with more seconds than moves, in a game with a clock."""
    if not told.timed:
        return set()
    seconds = Counter(one.row for one in told.signs if one.second is not None)
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
    return set() if told.lost is None else {told.lost}


RULES: Sequence[Callable[[Told], set[int]]] = (
    dear_rows, passed_rows, unplayed_seconds, rival_rows, asked_rows, out_of_turn, lost_rows,
)  # fmt: skip


def doubted_rows(told: Told) -> set[int]:
    """Return the rows that any rule holds to be in doubt."""
    return {row for rule in RULES for row in rule(told)}


def unread_rows(told: Told) -> set[int]:
    """Return the rows in which something may be a move that is none, or a move is taken dearly."""
    return dear_rows(told) | passed_rows(told) | unplayed_seconds(told)
