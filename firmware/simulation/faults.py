"""Fault injection: the classes of faults by name, for simulated players and a simulated table."""

import random
from collections.abc import Callable
from typing import NamedTuple

from firmware.games import AnyAdapter
from firmware.games.capabilities import Traits, find_traits
from firmware.simulation import broken_parts, sliding, slips
from firmware.simulation.faulty_table import Outage, Short
from firmware.simulation.players import Slip
from firmware.words import told
from hal import Edge
from rules import Position

BOUNCE = 0.005  # seconds for which an ordinary contact bounces at most


def _always(_: Traits) -> bool:
    return True


def _if_pieces_slide(traits: Traits) -> bool:
    """Whether pieces can be slid over the table: those that are turned over stand in holes."""
    return not traits.tilts


def _if_pieces_tilt(traits: Traits) -> bool:
    return traits.tilts


def _if_any_order(traits: Traits) -> bool:
    return traits.any_order


class Fault(NamedTuple):
    """One class of faults.

    name: on the command line. says: what happens, in a few words. slip: what it does to a plan,
    None for nothing. possible_with: whether it can happen in a game whose pieces have these traits.
    bounce: for how many seconds the contacts bounce. breaks: returns the edges that break contacts
    for good, None where no contact is broken. fails: returns what the electronics do wrong for a
    while, None where they work.
    """

    name: str
    says: str
    slip: Slip | None = None
    possible_with: Callable[[Traits], bool] = _always
    bounce: float = BOUNCE
    breaks: Callable[[AnyAdapter, Position, random.Random], tuple[Edge, ...]] | None = None
    fails: Callable[[random.Random], tuple[Outage | Short, ...]] | None = None

    def possible_in(self, game: str) -> bool:
        """Whether it can happen in the game of this name."""
        return self.possible_with(find_traits(game))


class UnknownFaultError(ValueError):
    """There is no such fault; the message names those that there are."""


def find_faults(names: str, game: str | None = None) -> tuple[Fault, ...]:
    """Return the faults of a list like ``slide,bump`` or ``all``, in the order they combine in.

    game: the name of the game in which they should be possible, None for any. Raise
    UnknownFaultError.
    """
    possible = [one for one in FAULTS.values() if game is None or one.possible_in(game)]
    known = [one.name for one in possible]
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in (*known, "all"):
            can = ", ".join(["all", *known])
            if game is None:
                raise UnknownFaultError(
                    told("there is no fault {name!r}, only {can}", name=name, can=can)
                )
            raise UnknownFaultError(
                told(
                    "there is no fault {name!r} in {game}, only {can}",
                    name=name,
                    game=game,
                    can=can,
                )
            )
    return tuple(one for one in possible if one.name in wanted or "all" in wanted)


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("bounce", "contacts bounce for up to 15 ms", bounce=0.015),
        Fault("order", "the touches of a move in another order", slips.order, _if_any_order),
        Fault("slide", "a piece slid over other cells", sliding.slide, _if_pieces_slide),
        Fault("pause", "a rest on a free cell on the way", slips.pause, _if_pieces_slide),
        Fault("mind", "a change of mind", slips.mind),
        Fault("bleed", "a neighbouring reed closes, too", sliding.bleed),
        Fault("hands", "the next player lifts before this one puts down", slips.next_lifts_early),
        Fault("quick", "the next player follows within 50 ms", slips.quick),
        Fault("bump", "one or two other pieces knocked up and put right", slips.bump),
        Fault("tilt", "tilt contacts chatter, neighbours too", slips.chatter, _if_pieces_tilt),
        Fault("nudge", "a piece lifted and put back before the move", slips.nudge),
        Fault("illegal", "first a move that is none, put right", slips.illegal),
        Fault("early", "the next player plays before this one", slips.early),
        Fault("between", "a piece put between two cells", sliding.between, _if_pieces_slide),
        Fault("miss", "a contact that closes late or not at all", slips.miss),
        Fault("cloth", "a cloth swept over the table, all put right", slips.cloth),
        Fault("lean", "somebody leans on buttons", slips.lean),
        Fault("magnet", "a magnet put on a free field, taken off later", slips.magnet),
        # last, as it spares what all the others have planned to touch
        Fault("knock", "a knock against the table", slips.knock),
        Fault("stuck-open", "a reed that is dead", breaks=broken_parts.stuck_open),
        Fault("stuck-closed", "a reed that is always closed", breaks=broken_parts.stuck_closed),
        Fault(
            "tilt-dead",
            "a tilt contact that is dead",
            None,
            _if_pieces_tilt,
            breaks=broken_parts.tilt_dead,
        ),
        Fault(
            "tilt-stuck",
            "a tilt contact always closed",
            None,
            _if_pieces_tilt,
            breaks=broken_parts.tilt_stuck,
        ),
        Fault("button-dead", "a button that is dead", breaks=broken_parts.button_dead),
        Fault(
            "button-stuck", "one or two buttons that stay closed", breaks=broken_parts.button_stuck
        ),
        Fault("chip", "a chip that does not answer for 5 s", fails=broken_parts.chip_away),
        Fault(
            "short", "two columns of reeds shorted for a while", fails=broken_parts.columns_shorted
        ),
    )
}
