"""The classes of faults by name, for clumsy players and a faulty table."""

import random
from collections.abc import Callable
from typing import NamedTuple

from firmware.games import AnyAdapter
from firmware.simulation import slips
from firmware.simulation.players import Slip
from firmware.simulation.slips import is_possible
from hal import Cells, Edge
from rules import Position
from support.hands import broken_parts
from support.hands.faulty_table import Outage, Short
from support.hands.slips import buttons, contacts, others, sliding, turns

BOUNCE = 0.005  # seconds for which an ordinary contact bounces at most


class Fault(NamedTuple):
    """A class of faults.

    Attributes:
        name: its name on the command line.
        says: its description in a few words.
        slip: its change to a plan, None for no change.
        wants: the trait that the pieces of a game must have, "" for any, "slides" for pieces
            that can be slid over the table: hourglasses stand in holes.
        bounce: seconds for which the contacts bounce.
        breaks: returns the edges that break contacts for good, None where no contact is broken.
        fails: returns temporary failures of the electronics, None where they work.
        sticks: returns the cells whose reeds may open late, None where all open at once.
        insisting: whether people hold a broken cell pressed that the table does not know yet.
        needs_help: whether the table may have to ask or show something, as pieces stand wrong for
            more than a second or a contact is silent.
    """

    name: str
    says: str
    slip: Slip | None = None
    wants: str = ""
    bounce: float = BOUNCE
    breaks: Callable[[AnyAdapter, Position, random.Random], tuple[Edge, ...]] | None = None
    fails: Callable[[random.Random], tuple[Outage | Short, ...]] | None = None
    sticks: Callable[[AnyAdapter, Position, random.Random], Cells] | None = None
    insisting: bool = False
    needs_help: bool = False

    def possible_in(self, game: str) -> bool:
        """Whether the fault can happen in the game of this name."""
        return is_possible(self.wants, game)


def find_faults(names: str, game: str | None = None) -> tuple[Fault, ...]:
    """Return the faults of a list like ``slide,bump`` or ``all``, in the order they combine in.

    game: the name of the game in which they should be possible, None for any.
    """
    wanted = names.split(",")
    assert {*wanted} <= {*FAULTS, "all"}, f"only {', '.join(FAULTS)}"
    possible = [one for one in FAULTS.values() if game is None or one.possible_in(game)]
    return tuple(one for one in possible if one.name in wanted or "all" in wanted)


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("bounce", "contacts bounce for up to 15 ms", bounce=0.015),
        Fault("order", "the touches of a move in another order", slips.order, "any_order"),
        Fault("slide", "a piece slid over other cells", sliding.slide, "slides"),
        Fault("drag", "a piece dragged slowly over other cells", sliding.drag, "slides"),
        Fault("pause", "a rest on a free cell on the way", slips.pause, "slides"),
        Fault("mind", "a change of mind", slips.mind),
        Fault("bleed", "a neighbouring reed closes, too", sliding.bleed),
        Fault("press-twice", "a field pressed twice", buttons.press_twice, "presses"),
        Fault("wrong-stack", "a wrong stack pressed first", buttons.wrong_stack, "stacks"),
        Fault("hands", "the next player lifts before this one puts down", turns.next_lifts_early),
        Fault("both-hands", "two hands at work at once", turns.both_hands),
        Fault("quick", "the next player follows within 50 ms", turns.quick),
        Fault("crossed", "two hands at work at once that cross", turns.crossed),
        Fault("back-two", "two moves put back, and CONFIRM", turns.back_two, "slides", needs_help=True),
        Fault("burst", "four to nine moves, ten a second", turns.burst, "slides"),
        Fault("bump", "one or two other pieces knocked up and put right", slips.bump, needs_help=True),
        Fault("domino", "three other pieces knocked over and put right", others.domino, needs_help=True),
        Fault("tilt", "tilt contacts chatter, neighbours too", contacts.chatter, "tilts"),
        Fault("nudge", "a piece lifted and put back before the move", slips.nudge),
        Fault("nudges", "one to four other pieces rocked", others.nudges),
        Fault("illegal", "first a move that is none, put right", slips.illegal, needs_help=True),
        Fault("early", "the next player plays before this one", turns.early, needs_help=True),
        Fault("between", "a piece put between two cells", sliding.between, "slides"),
        Fault("askew", "a piece set down beside its field, pushed home", sliding.askew, "slides"),
        Fault("miss", "a contact that closes late or not at all", contacts.miss, needs_help=True),
        Fault("cloth", "a cloth swept over the table, all put right", others.cloth, needs_help=True),
        Fault("key-ahead", "a key pressed 2-8 s before its piece is there", buttons.key_ahead, "keys"),
        Fault("aside", "one or two pieces taken in the hand to look at", slips.aside),
        Fault("lean", "somebody leans on buttons", buttons.lean),
        Fault("arm", "HINT or CONFIRM with an arm on buttons", buttons.arm),
        Fault("magnet", "a magnet put on a free field, taken off later", others.magnet, needs_help=True),
        Fault("phone", "a phone with magnets laid down for some moves", others.phone, needs_help=True),
        Fault("bracelet", "a magnetic bracelet drawn over the table", others.bracelet),
        Fault("ponder", "20-90 s with a piece in the hand, then another moved", turns.ponder),
        # then contacts: first faults that misread the plan as it is by then
        Fault("sticky", "reeds that open 0.1-3 s late", contacts.sticky, sticks=broken_parts.sticky_reeds),
        Fault("flicker", "a reed that flickers under a standing piece", contacts.flicker),
        # last, as it spares all cells that the other faults touch
        Fault("knock", "a knock against the table", contacts.knock),
        Fault("stuck-open", "a reed that is dead", breaks=broken_parts.stuck_open, needs_help=True),
        Fault(
            "dead-start",
            "a reed is dead, and people hold its field when nothing happens",
            breaks=broken_parts.stuck_open,
            insisting=True,
            needs_help=True,
        ),
        Fault("stuck-closed", "a reed that is always closed", breaks=broken_parts.stuck_closed, needs_help=True),
        Fault(
            "tilt-dead", "a tilt contact that is dead", None, "tilts", breaks=broken_parts.tilt_dead, needs_help=True
        ),
        Fault(
            "tilt-stuck", "a tilt contact always closed", None, "tilts", breaks=broken_parts.tilt_stuck, needs_help=True
        ),
        Fault("button-dead", "a button that is dead", breaks=broken_parts.button_dead, needs_help=True),
        Fault("button-stuck", "one or two buttons that stay closed", breaks=broken_parts.button_stuck, needs_help=True),
        Fault("chip", "a chip that does not answer for 5 s", fails=broken_parts.chip_away, needs_help=True),
        Fault("short", "two columns of reeds shorted for a while", fails=broken_parts.columns_shorted, needs_help=True),
    )
}
