"""Slips in which a magnet moves over the table: the reeds that it closes on its way, with times.

Distances come from the table's own magnet and reeds (:mod:`support.hands.field`), within the tolerances of
the parts. So a piece that slides fast enough passes unseen, and a piece between two cells closes
both only where their zones reach.
"""

import random
from collections.abc import Iterable
from itertools import pairwise
from math import exp

from firmware.sensing.events import Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import around, arrival
from hal import one_cell, reeds_of
from support.hands.actions import Between
from support.hands.field import Switch, closed_along, middle, straight
from support.hands.slips.common import free_around, lift_and_place, play_on
from wiring import COLUMNS, read_pins
from wiring.places import Point

_MS = 1000  # microseconds
_ERROR = 0.2  # relative error of the model of a reed, common to all reeds: one sigma, assumed
SHORTEST = 20 * _MS  # a change of a contact for a shorter time is a bounce
CARELESS = 3.0  # mm off its middle at which a piece comes to rest
SLOW, FAST = 40 / 120, 40 / 40  # mm a millisecond at which pieces are slid
DRAGGED_SLOW, DRAGGED_FAST = 40 / 500, 40 / 150  # the same while people still look for the field
FARTHEST = 8  # cells over which a piece is dragged rather than lifted

Way = list[tuple[int, Point]]
"""The way of a piece: microseconds since it began, and the point."""


def slide(plan: Plan, scene: Scene) -> Plan:
    """Slide the piece to its place over one to three neighbouring cells."""
    rng = scene.rng
    last = arrival(plan)
    if last is None:
        return plan
    path: list[int] = []
    here = last.cell
    for _ in range(rng.randint(1, 3)):
        free = [cell for cell in free_around(here, plan, scene) if cell not in path]
        if not free:
            break
        here = rng.choice(free)
        path.insert(0, here)
    if not path:
        return plan
    corners = [*map(middle, path), _near(middle(last.cell), rng)]
    return _along(plan, last, _slid(corners, rng), {*path, last.cell}, _switch(rng))


def bleed(plan: Plan, scene: Scene) -> Plan:
    """Put a piece down so far off its middle that a neighbouring reed closes; push it home."""
    rng = scene.rng
    last = arrival(plan)
    beside = free_around(last.cell, plan, scene) if last is not None else []
    if last is None or not beside:
        return plan
    cell, switch = rng.choice(beside), _switch(rng)
    way = straight(middle(last.cell), middle(cell))
    edge = next(at for at, on in enumerate(closed_along(way, cell, switch)) if on)
    start = way[min(edge + rng.randint(0, 2), len(way) - 1)]
    rests = rng.randint(20, 60) * _MS
    home = _slid([start, _near(middle(last.cell), rng)], rng)
    way_home = [(0, start), *((at + rests, point) for at, point in home)]
    return _along(plan, last, way_home, {cell, last.cell}, switch)


def askew(plan: Plan, scene: Scene) -> Plan:
    """Set the piece down beside its field, where it closes a neighbour; see it, and push it home.

    People see within 1-2 s that it stands beside. The zones of the two reeds overlap or leave a gap
    of 2-6 mm, by their tolerances; a careful push of 0.1 mm/ms takes 20-60 ms for that. One time in
    four another player plays on meanwhile.
    """
    rng = scene.rng
    last = arrival(plan)
    beside = free_around(last.cell, plan, scene) if last is not None else []
    if last is None or not beside:
        return plan
    other = rng.choice(beside)
    home = last.at + rng.randint(1000, 2000) * _MS
    leaves = home + rng.choice((-1, 1)) * rng.randint(20, 60) * _MS
    following = play_on(plan, scene, one_cell(other)) if rng.random() < 0.25 else None
    pushed = plan.delayed(last.at, home - last.at).adding(
        Touch(last.at, Kind.PLACE, other), Touch(leaves, Kind.LIFT, other)
    )
    return pushed if following is None else pushed.then(following)


def drag(plan: Plan, scene: Scene) -> Plan:
    """Drag the piece slowly over free cells to its next field, looking for its place.

    A field takes 150-500 ms, so that the piece may seem to stay there: people need a quarter of a
    second to see a piece stand. A move that ends the game may be dragged, too.
    """
    rng = scene.rng
    last = arrival(plan)
    if last is None:
        return plan
    moved = lift_and_place(plan)
    path = _free_way(last.cell, None if moved is None else moved[0].cell, plan, scene)
    if not path:
        return plan
    if moved is not None and last.at > moved[0].at + 40 * _MS:  # it never leaves the table
        plan = plan.delayed(last.at, moved[0].at + 40 * _MS - last.at)
        last = last._replace(at=moved[0].at + 40 * _MS)
    corners = [*map(middle, path), _near(middle(last.cell), rng)]
    way = _slid(corners, rng, DRAGGED_SLOW, DRAGGED_FAST)
    return _along(plan, last, way, {*path, last.cell}, _switch(rng))


def _free_way(end: int, start: int | None, plan: Plan, scene: Scene) -> list[int]:
    """Return the free cells on the shortest way to `end`, beginning beside `start`.

    start: None for a piece from beside the table, which comes over up to four cells. Empty where
    there is no way of at most FARTHEST cells.
    """
    taken = reeds_of(scene.closed) | scene.players.standing | plan.cells
    ways: dict[int, list[int]] = {end: []}  # cell -> the cells after it
    reached = [end]
    for _ in range(FARTHEST if start is not None else scene.players.rng.randint(1, 4)):
        further: list[int] = []
        for cell in reached:
            for near in around(cell):
                if near == start:
                    return [cell, *ways[cell]][:-1]
                if near not in ways and not taken >> near & 1:
                    ways[near] = [cell, *ways[cell]]
                    further.append(near)
        reached = further
        if not reached:
            return []
    if start is not None:
        return []
    first = scene.players.rng.choice(reached)
    return [first, *ways[first]][:-1]


def between(plan: Plan, scene: Scene) -> Plan:
    """Leave the piece between its cell and another where both contacts are closed.

    It was slid there, so that the reed closed first still holds. It is centred 0.5-8 s later, while
    the others wait or play on, or is left there while they play on.
    """
    rng = scene.rng
    last = arrival(plan)
    if last is None or len(plan.ends) != 1:
        return plan
    switch = _sensitive(rng)
    stops = {
        near: ways
        for near in free_around(last.cell, plan, scene)
        if abs(near - last.cell) in (1, COLUMNS) and (ways := _stops(near, last.cell, switch))
    }
    if not stops:
        return plan
    other = rng.choice(sorted(stops))
    ways = stops[other]
    travel = int((ways[0] + rng.random() * (len(ways) - 1)) / rng.uniform(SLOW, FAST) * _MS)
    following = play_on(plan, scene, one_cell(other))
    both = plan.delayed(last.at, travel).adding(Touch(last.at, Kind.PLACE, other))
    if rng.random() < 1 / 3:
        left = both.adding(Between(last.at, last.cell, other))
        return left if following is None else left.then(following.delayed(0, travel))
    centred = last.at + travel + rng.randint(500, rng.choice((2000, 8000))) * _MS
    both = both.adding(Touch(centred, Kind.LIFT, other))
    if following is None or rng.random() < 0.5:
        return both
    return both.then(following.delayed(0, travel))


def _stops(other: int, cell: int, switch: Switch) -> list[int]:
    """Return the stops between two cells at which both reeds are closed.

    The piece is slid from where it closes `other` towards `cell`. Stops are mm from there, in steps
    of 1 mm; empty where the reeds are never both closed.
    """
    way = straight(middle(other), middle(cell))
    fresh = [at for at, point in enumerate(way) if next(iter(closed_along([point], other, switch)))]
    if not fresh:
        return []
    way = way[max(fresh) :]
    closed = zip(closed_along(way, other, switch), closed_along(way, cell, switch), strict=True)
    return [at for at, both in enumerate(closed) if all(both)]


def _along(plan: Plan, last: Touch, way: Way, cells: Iterable[int], switch: Switch) -> Plan:
    """Return the plan with its piece brought along a way that begins when it would be put down."""
    touches = [
        Touch(last.at + at, Kind.PLACE if closed else Kind.LIFT, cell)
        for cell in sorted(cells)
        for at, closed in _changes(way, cell, switch)
    ]
    own = [one for one in touches if one.cell == last.cell]
    if not own or own[-1].kind is Kind.LIFT:
        return plan  # no reed would see it at its place
    end = own[-1].at
    others = [one for one in touches if one is not own[-1]]
    return plan.delayed(last.at, end - last.at).adding(*others)


def _changes(way: Way, cell: int, switch: Switch) -> list[tuple[int, bool]]:
    """Return when the reed of a cell closes and opens on a way, without pulses below `SHORTEST`."""
    changes: list[tuple[int, bool]] = []
    before = False
    closed = closed_along([point for _, point in way], cell, switch)
    for (at, _), now in zip(way, closed, strict=True):
        if now != before:
            changes.append((at, now))
        before = now
    for one, other in [*pairwise(changes)]:
        if other[0] - one[0] < SHORTEST and one in changes:
            changes.remove(one)
            changes.remove(other)
    return changes


def _slid(corners: list[Point], rng: random.Random, slowest: float = SLOW, fastest: float = FAST) -> Way:
    """Return the way of a piece that is slid from corner to corner, at speeds in mm/ms."""
    way: Way = [(0, corners[0])]
    for start, end in pairwise(corners):
        points = straight(start, end)[1:]
        long = ((end[0] - start[0]) ** 2 + (end[1] - start[1]) ** 2) ** 0.5
        takes = long / rng.uniform(slowest, fastest) * _MS
        began = way[-1][0]
        way += [(began + int(takes * (n + 1) / len(points)), point) for n, point in enumerate(points)]
    return way


def _near(point: Point, rng: random.Random) -> Point:
    """Return a point near another, as exact as people put a piece on its middle."""
    return tuple(value + rng.uniform(-CARELESS, CARELESS) / 2**0.5 for value in point)  # type: ignore[return-value]


def _switch(rng: random.Random) -> Switch:
    """Return a reed of random sensitivity within its tolerances."""
    reed = read_pins().reed
    coupling = exp(rng.gauss(0.0, _ERROR))
    return Switch(coupling, rng.uniform(*reed.pull_in), rng.uniform(reed.drop_out, reed.pull_in[0]))


def _sensitive(rng: random.Random) -> Switch:
    """Return a reed sensitive enough to hold a piece from afar."""
    reed = read_pins().reed
    return Switch(rng.uniform(1.0, exp(2 * _ERROR)), reed.pull_in[0], rng.uniform(reed.drop_out, 1.2 * reed.drop_out))
