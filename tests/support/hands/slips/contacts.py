"""Contacts that misread the actions of hands."""

import random

from firmware.sensing.events import Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import around, arrival
from hal import ALL_CELLS, NO_CELLS, Edge, Layer, members, tilt, tilts_of
from support.hands.actions import Flicker, Missed
from support.hands.slips.common import clumsy, may_be_own, play_on

_MS = 1000  # microseconds


def miss(plan: Plan, scene: Scene) -> Plan:
    """Let the contact under a piece put down close 0.3-5 s late, or not; people wait or play on.

    They wait where the piece was not lifted from a field, as no contact has shown it at all. They
    also wait where the touches of the next move could be touches of this move, as the two could not
    be told apart.
    """
    rng = scene.rng
    last = arrival(plan)
    if last is None or len(plan.ends) != 1:
        return plan
    lifted = plan.touches(Kind.LIFT)
    following = play_on(plan, scene, NO_CELLS) if lifted and rng.random() < 0.5 else None
    if following is not None and may_be_own(following, plan, scene):
        following = None
    if rng.random() < 0.5:
        missing = plan.adding(Missed(last.at, last.cell))
        return missing if following is None else missing.then(following)
    by = rng.randint(300, rng.choice((1500, 5000))) * _MS
    late = plan._replace(
        actions=tuple(
            one._replace(at=one.at + by)
            if isinstance(one, Touch) and one.cell == last.cell and one.at >= last.at
            else one
            for one in plan.actions
        )
    )
    late = late._replace(ends=(max(one.at for one in late.actions),))
    return late if following is None else late.then(following)


def sticky(plan: Plan, scene: Scene) -> Plan:
    """Let reeds that stick open 0.1-3 s after the piece is gone, mostly within 0.4 s.

    The blades of such a reed keep some of the magnet's field, and let go when they tremble: every
    second time or so, as often as a slip happens. The sticking reeds are the same in a whole game.
    """
    players = clumsy(scene)
    actions = list(plan.actions)
    back = plan.touched(Kind.PLACE)
    late = list(plan.ends)
    for number, one in enumerate(actions):
        if isinstance(one, Touch) and one.kind is Kind.LIFT and players.sticky >> one.cell & 1:
            if back >> one.cell & 1:
                continue  # no scan would see it open at all
            opens = one.at + players.rng.randint(100, players.rng.choice((400, 400, 3000))) * _MS
            actions[number] = one._replace(at=opens)
            late[-1:] = [max(late[-1], opens)] if late else []
    return plan._replace(actions=tuple(actions), ends=tuple(late))


def flicker(plan: Plan, scene: Scene) -> Plan:
    """Let the reed under a standing piece flicker for 2-12 s while people play on.

    The piece stands at the edge of its zone and the table trembles: the reed opens for 5-60 ms, two
    to ten times a second, until the piece is taken or pushed to its middle.
    """
    rng = scene.rng
    standing = scene.standing(plan)
    last = arrival(plan)
    if last is not None and rng.random() < 0.5:
        standing = [last.cell]
    if not standing or clumsy(scene).flickers(plan.begin):
        return plan
    cell = rng.choice(standing)
    at = plan.done + rng.randint(20, 200) * _MS
    end = at + rng.randint(2000, 12000) * _MS
    pulses: list[tuple[int, int]] = []
    opens = 0
    while at + opens < end:
        closes = opens + rng.randint(5, 60) * _MS
        pulses.append((opens, closes))
        opens = closes + rng.randint(40, 440) * _MS
    return plan.adding(Flicker(at, cell, tuple(pulses)))


def knock(plan: Plan, scene: Scene) -> Plan:
    """Let contacts all over the table glitch for a few milliseconds, as after a knock."""
    rng = scene.rng
    at = rng.randint(plan.begin, max(plan.ends, default=plan.begin))
    noise: list[Edge] = []
    others = members(ALL_CELLS & ~plan.cells)
    for cell in rng.sample(others, min(rng.randint(5, 20), len(others))):
        layer = rng.choice((Layer.REED, Layer.REED, Layer.BUTTON, Layer.TILT))
        closed = {
            Layer.REED: scene.closed >> cell & 1,
            Layer.TILT: tilts_of(scene.closed) >> cell & 1,
            Layer.BUTTON: 0,
        }[layer]
        begin = at + rng.randint(0, 5 * _MS)
        end = begin + rng.randint(1 * _MS, 15 * _MS - 1)
        noise += [Edge(begin, layer, cell, not closed), Edge(end, layer, cell, bool(closed))]
    return plan.adding(*noise)


def chatter(plan: Plan, scene: Scene) -> Plan:
    """Let tilt contacts chatter as long as they can, contacts of neighbouring pieces too."""
    rng = scene.rng
    noise: list[Edge] = []
    for one in plan.touches(Kind.PLACE, Kind.A_UP, Kind.B_UP):
        if one.kind is Kind.PLACE:
            standing = [c for c in around(one.cell) if scene.closed >> c & ~(plan.cells >> c) & 1]
            for cell in standing:
                noise += _chatter(one.at, cell, bool(scene.closed & tilt(cell)), rng)
        else:
            noise += _chatter(one.at, one.cell, one.kind is Kind.A_UP, rng)
    return plan.adding(*noise)


def _chatter(at: int, cell: int, closed: bool, rng: random.Random) -> list[Edge]:
    """Return the edges of a tilt contact that chatters for up to 200 ms and ends as `closed` says.

    at: when it begins (microseconds).
    """
    end = at + (200 * _MS if rng.random() < 0.5 else rng.randint(50, 200) * _MS)
    edges: list[Edge] = []
    state = not closed
    at += rng.randint(2, 60) * _MS
    while at < end:
        edges.append(Edge(at, Layer.TILT, cell, state))
        state = not state
        at += rng.randint(2, 60) * _MS
    return [*edges, Edge(end, Layer.TILT, cell, closed)]
