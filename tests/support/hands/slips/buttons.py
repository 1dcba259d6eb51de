"""Slips on buttons: by arms that lie on them, and by fingers."""

from itertools import chain

from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import around
from hal import CELLS, NO_CELLS, members, one_cell, reeds_of
from support.hands.actions import held
from support.hands.slips.common import after
from wiring import COLUMNS

_MS = 1000  # microseconds


def lean(plan: Plan, scene: Scene) -> Plan:
    """Lean on 2-8 neighbouring buttons for 0.2-5 s, or on a single button for 1-5 s.

    It happens around the move. Half of the time the leaning arm is the arm of the move: it lies
    from a cell of the move towards an edge.
    """
    rng = scene.rng
    spared = plan.cells
    number = rng.choice((1, rng.randint(2, 8)))
    beside = rng.random() < 0.5 and plan.cells
    here = rng.choice(members(plan.cells)) if beside else rng.randrange(CELLS)
    leant = {here}
    if rng.random() < 0.5:  # a forearm: a straight line
        step = rng.choice((-1, 1, COLUMNS, -COLUMNS))
        for _ in range(number + 1):
            if here + step in around(here):
                here += step
            leant.add(here)
    while len(leant) < number + 1:  # an elbow: a patch
        leant.add(rng.choice(around(rng.choice(sorted(leant)))))
    cells = [cell for cell in sorted(leant) if not spared >> cell & 1]
    cells = rng.sample(cells, min(number, len(cells)))
    shortest = 200 if len(cells) > 1 else 1000
    lasts = rng.randint(shortest, rng.choice((1500, 5000))) * _MS
    begin = max(rng.randint(plan.begin - lasts // 2, plan.done), plan.begin - 250 * _MS)
    holds = (held(begin + rng.randint(0, 80) * _MS, cell, lasts + rng.randint(0, 100) * _MS) for cell in cells)
    return plan.adding(*chain.from_iterable(holds))


def arm(plan: Plan, scene: Scene) -> Plan:
    """Press HINT or CONFIRM with an arm on two to four neighbouring buttons.

    The keys are at the edge. A player who reaches for them from across the table leans on it for
    0.4-1.5 s: before the move, or while it is made and right after. CONFIRM is left out where it is
    a move by itself.
    """
    players = scene.players
    rng = players.rng
    here = rng.randrange(CELLS)
    step = rng.choice((-1, 1, COLUMNS, -COLUMNS))
    spared = plan.cells
    line = [here]
    for _ in range(rng.randint(1, 3)):
        if line[-1] + step in around(line[-1]):
            line.append(line[-1] + step)
    line = [cell for cell in line if not spared >> cell & 1]
    if len(line) < 2 or not plan.actions:
        return plan
    scenes = [one for one in (scene, after(plan, scene)) if one is not None]
    keys = {g.key for one in scenes for g in players.adapter.gestures(one.position, one.closed)}
    key = "CONFIRM" if rng.random() < 0.4 and "CONFIRM" not in keys else "HINT"
    lasts = rng.randint(400, 1500) * _MS
    first = rng.random() < 0.5
    begin = plan.begin if first else rng.randint(plan.begin, plan.done + 200 * _MS)
    if first:
        plan = plan.delayed(0, lasts + rng.randint(300, 800) * _MS)
    pressed = Key(begin + rng.randint(30 * _MS, lasts - 200 * _MS), key)
    holds = (held(begin + rng.randint(0, 30) * _MS, cell, lasts - rng.randint(0, 50) * _MS) for cell in line)
    return plan.adding(pressed, *chain.from_iterable(holds))


def press_twice(plan: Plan, scene: Scene) -> Plan:
    """Press a field again 0.2-0.4 s after its press, to be sure: as fast as a finger taps.

    Not where a second press would be a move of its own.
    """
    players = scene.players
    there = after(plan, scene)
    alone = NO_CELLS
    if there is not None:
        for gesture in players.adapter.gestures(there.position, there.closed):
            alone |= NO_CELLS if gesture.flips or gesture.key else gesture.presses
    presses = [one for one in plan.touches(Kind.PRESS) if not alone >> one.cell & 1]
    if not presses:
        return plan
    press = players.rng.choice(presses)
    gap = players.rng.randint(200, 400) * _MS
    return plan.delayed(press.at + 1, gap).adding(press._replace(at=press.at + gap))


def wrong_stack(plan: Plan, scene: Scene) -> Plan:
    """Press a stack, see after 0.5-2.5 s that it is the wrong stack, and make another move.

    Not where that press would be a move, alone or with the touches that follow.
    """
    players = scene.players
    gestures = list(players.adapter.gestures(scene.position, scene.closed))
    moved, pressed = plan.touched(Kind.LIFT, Kind.PLACE), plan.touched(Kind.PRESS)
    meant = {(reeds_of(gesture.flips), gesture.presses) for gesture in gestures}
    stacks = NO_CELLS
    for gesture in gestures:
        stacks |= gesture.presses
    wrong = [
        cell
        for cell in members(stacks & ~plan.cells)
        if (NO_CELLS, one_cell(cell)) not in meant
        and not meant & {(moved, one_cell(cell)), (moved, pressed | one_cell(cell))}
    ]
    if not wrong or not plan.actions:
        return plan
    at = plan.begin
    later = plan.delayed(0, players.rng.randint(500, 2500) * _MS)
    return later.adding(Touch(at, Kind.PRESS, players.rng.choice(wrong)))


def key_ahead(plan: Plan, scene: Scene) -> Plan:
    """Press the key of a piece 2-8 s before the piece is put down: it is fetched from its box."""
    keys = [one for one in plan.touches(Kind.PRESS) if scene.players.adapter.keys >> one.cell & 1]
    if not keys:
        return plan
    return plan.delayed(keys[-1].at + 1, scene.rng.randint(2000, 8000) * _MS)
