"""Slips in the move itself: a rest on the way, a new target, an illegal move, another order."""

from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.players import Doing, Plan, Scene
from firmware.simulation.slips.common import arrival, as_made, free_cells
from hal import REEDS, Cells, members, one_cell, reeds_of, tilt

_MS = 1000  # microseconds


def pause(plan: Plan, scene: Scene) -> Plan:
    """Put the piece down on a free cell on the way, and go on after a while."""
    rng = scene.rng
    last = arrival(plan)
    if last is None:
        return plan
    free = members(free_cells(plan, scene))
    if not free:
        return plan
    cell = rng.choice(free)
    left = last.at + rng.randint(300, 1500) * _MS
    arrives = left + rng.randint(100, 400) * _MS
    return plan.delayed(last.at, arrives - last.at).adding(
        Touch(last.at, Kind.PLACE, cell), Touch(left, Kind.LIFT, cell)
    )


def mind(plan: Plan, scene: Scene) -> Plan:
    """Make the move, rest, and take the piece on to the target of another legal move."""
    players, closed = scene.players, scene.closed
    rng = players.rng
    if len(plan.moves) != 1 or any(isinstance(one, Key) for one in plan.doings):
        return plan
    made = [g for g in players.ways(scene.position, closed, plan.moves[0]) if as_made(g, plan)]
    others = [
        other
        for other in players.adapter.gestures(scene.position, closed)
        for own in made
        if other.move != own.move
        and other.key is None
        and scene.position.play(own.move).outcome is None
        and other.presses == own.presses
        and other.flips & closed == own.flips & closed
        and _one(reeds_of(other.flips & ~closed))
        and _one(reeds_of(own.flips & ~closed))
        and bool(other.flips & ~closed & ~REEDS) == bool(own.flips & ~closed & ~REEDS)
        and not reeds_of(other.flips) & players.broken
    ]
    if not others:
        return plan
    other = rng.choice(others)
    target = members(reeds_of(other.flips & ~closed))[0]
    last = max(one.at for one in plan.doings)
    left = last + rng.randint(400, 1000) * _MS
    arrives = left + rng.randint(150, 500) * _MS
    again: list[Doing] = []
    for one in plan.doings:
        if isinstance(one, Touch) and one.kind is Kind.PLACE:
            again += [Touch(left, Kind.LIFT, one.cell), Touch(arrives, Kind.PLACE, target)]
        elif isinstance(one, Touch) and one.kind is Kind.A_UP:
            again += [Touch(left + 50 * _MS, Kind.B_UP, one.cell), Touch(arrives, one.kind, target)]
    return plan.adding(*again)._replace(moves=(other.move,), ends=(arrives,))


def order(plan: Plan, scene: Scene) -> Plan:
    """Shuffle the touches of the move: presses at any time, turned pieces in any sequence."""
    rng = scene.rng
    if scene.players.adapter.places & ~REEDS:  # pieces with tilt contacts
        starts = sorted(plan.touches(Kind.LIFT), key=lambda one: one.at)
        if len(starts) < 2 or not _turned_in_place(plan):
            return plan
        cells = [one.cell for one in starts]
        shuffled = rng.sample(cells, len(cells))
        other = dict(zip(cells, shuffled, strict=True))
        return plan._replace(
            doings=tuple(one._replace(cell=other[one.cell]) if isinstance(one, Touch) else one for one in plan.doings)
        )
    touches = plan.touches(*Kind)
    if len(touches) != len(plan.doings) or len(touches) < 2:
        return plan
    times = sorted(one.at for one in touches)
    rng.shuffle(touches)
    moved = sorted((one for one in touches if one.kind is not Kind.PRESS), key=lambda one: one.at)
    ordered = [one if one.kind is Kind.PRESS else moved.pop(0) for one in touches]
    doings = [one._replace(at=at) for one, at in zip(ordered, times, strict=True)]
    return plan._replace(doings=tuple(doings), ends=(times[-1],))


def illegal(plan: Plan, scene: Scene) -> Plan:
    """Move a piece first to an illegal cell, wait until the table refuses, and move it back."""
    players, closed = scene.players, scene.closed
    gestures = list(players.adapter.gestures(scene.position, closed))
    legal = {reeds_of(gesture.flips) for gesture in gestures}
    standing = members(reeds_of(closed & ~scene.recent) & ~players.broken)
    free = members(free_cells(Plan((), (), ()), scene))
    tries = [(start, end) for start in standing for end in free]
    tries = [(s, e) for s, e in tries if one_cell(s) | one_cell(e) not in legal]
    if not tries:
        return plan
    start, end = players.rng.choice(tries)
    up = plan.begin
    down = players.pause(up, 0.2, 0.6)
    left = players.pause(down, 1.5, 2)
    back = players.pause(left, 0.2, 0.6)
    again = players.pause(back, 0.3, 0.8)
    doings = [
        Touch(up, Kind.LIFT, start),
        Touch(down, Kind.PLACE, end),
        Touch(left, Kind.LIFT, end),
        Touch(back, Kind.PLACE, start),
    ]
    if closed & tilt(start):
        doings += [Touch(up, Kind.B_UP, start), Touch(back, Kind.A_UP, start)]
    return plan.delayed(0, again - up).adding(*doings)


def _turned_in_place(plan: Plan) -> bool:
    """Whether a plan only turns pieces over in their own holes."""
    return plan.touched(Kind.LIFT) == plan.touched(Kind.PLACE)


def _one(cells: Cells) -> bool:
    return cells.bit_count() == 1
