"""Fault injection: contacts and electronics that are broken, from the start or for a while."""

import random

from firmware.games import AnyAdapter
from firmware.simulation.slips import around
from hal import ALL_CELLS, NO_CELLS, Cells, Edge, Layer, cell_set, cells_of, members, reeds_of, tilts_of
from hal.trace import SECOND
from rules import Position
from support.hands.faulty_table import Outage, Short
from wiring import COLUMNS

OUTAGES = 20  # outages of chips in a game
_MS = 1000  # microseconds


def stuck_open(adapter: AnyAdapter, start: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return the edge that leaves a reed open: at a free cell, or under a piece at the start.

    Pieces that every first move needs are spared.
    """
    standing = members(reeds_of(adapter.start(start)) & ~_needed(adapter, start))
    free = members(reeds_of(adapter.places & ~adapter.start(start)))
    cells = standing if standing and rng.random() < 0.5 else free
    return (Edge(0, Layer.REED, rng.choice(cells), closed=False),)


def sticky_reeds(adapter: AnyAdapter, _: Position, rng: random.Random) -> Cells:
    """Return the cells whose reeds stick: a quarter of all, as if from a bad batch."""
    cells = members(reeds_of(adapter.places))
    return cell_set(cell for cell in cells if rng.random() < 0.25)


def stuck_closed(adapter: AnyAdapter, start: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return the edge that closes the reed of a free cell for good."""
    free = members(reeds_of(adapter.places & ~adapter.start(start)))
    return (Edge(0, Layer.REED, rng.choice(free), closed=True),)


def tilt_dead(adapter: AnyAdapter, _: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return the edge that leaves a tilt contact open for good."""
    return (Edge(0, Layer.TILT, rng.choice(members(tilts_of(adapter.places))), closed=False),)


def tilt_stuck(adapter: AnyAdapter, _: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return the edge that closes a tilt contact for good."""
    return (Edge(0, Layer.TILT, rng.choice(members(tilts_of(adapter.places))), closed=True),)


def button_dead(adapter: AnyAdapter, start: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return the edge that leaves a button open for good: mostly of a cell pressed in play."""
    return (Edge(0, Layer.BUTTON, rng.choice(_buttons(adapter, start)), closed=False),)


def button_stuck(adapter: AnyAdapter, start: Position, rng: random.Random) -> tuple[Edge, ...]:
    """Return edges that close a button or two neighbours for good, some seconds into the game."""
    first = rng.choice(_buttons(adapter, start))
    cells = {first, rng.choice((first, *around(first)))}
    at = rng.randint(2 * SECOND, 20 * SECOND)
    return tuple(Edge(at + rng.randint(0, 300) * _MS, Layer.BUTTON, cell, closed=True) for cell in sorted(cells))


def _buttons(adapter: AnyAdapter, start: Position) -> list[int]:
    """Return the cells pressed in first moves. All cells of the game if no first move has any."""
    pressed = NO_CELLS
    for gesture in adapter.gestures(start, adapter.start(start)):
        pressed |= gesture.presses
    return members(pressed or reeds_of(adapter.places))


def chip_away(rng: random.Random) -> tuple[Outage, ...]:
    """Return outages of a chip for 5 s each, through the first minutes of the game."""
    outages = []
    at = 0
    for _ in range(OUTAGES):
        at += rng.randint(10 * SECOND, 40 * SECOND)
        layer = rng.choice((Layer.REED, Layer.REED, Layer.BUTTON, Layer.TILT))
        outages.append(Outage(at, at + 5 * SECOND, layer))
    return tuple(outages)


def columns_shorted(rng: random.Random) -> tuple[Short, ...]:
    """Return shorts of two neighbouring columns: twice for some seconds, or once for a minute."""
    begin = rng.randint(5 * SECOND, 40 * SECOND)
    one = rng.randrange(COLUMNS - 1)
    if rng.random() < 0.25:
        return (Short(begin, begin + 60 * SECOND, one, one + 1),)
    again = begin + rng.randint(20 * SECOND, 40 * SECOND)
    return tuple(Short(at, at + rng.randint(1 * SECOND, 15 * SECOND), one, one + 1) for at in (begin, again))


def _needed(adapter: AnyAdapter, start: Position) -> Cells:
    """Return the set of cells that every first move needs."""
    needed = ALL_CELLS
    for gesture in adapter.gestures(start, adapter.start(start)):
        needed &= cells_of(gesture.flips)
    return needed
