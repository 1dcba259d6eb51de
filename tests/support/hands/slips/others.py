"""Slips with pieces and magnets that have no part in the move."""

from firmware.sensing.events import Kind, Touch
from firmware.simulation.plans import Action, Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import around, distance, free_cells, up_and_down
from hal import cell_set, members, one_cell, reeds_of, tilt
from support.hands.actions import held
from support.hands.slips.common import after
from wiring import COLUMNS

_MS = 1000  # microseconds


def nudges(plan: Plan, scene: Scene) -> Plan:
    """Rock one to four other pieces with a sleeve, from the first touch to 300 ms after the last.

    A piece that is rocked leaves the sheet for 20-150 ms: it falls back by itself.
    """
    rng = scene.rng
    standing = scene.standing(plan)
    if not standing or not plan.cells:
        return plan
    begin, end = plan.begin, plan.done + 300 * _MS
    for cell in rng.sample(standing, min(rng.randint(1, 4), len(standing))):
        up = rng.randint(begin, end)
        down = up + rng.randint(20, 150) * _MS
        plan = plan.adding(Touch(up, Kind.LIFT, cell), Touch(down, Kind.PLACE, cell))
    return plan


def domino(plan: Plan, scene: Scene) -> Plan:
    """Knock over three pieces, each against the next, and put them back in another order.

    They fall within 40-120 ms of each other, before, during or after the move. A hand is there
    after 0.8-3 s and stands each up in 0.3-0.9 s. Turned glasses stand as they stood.
    """
    rng = scene.rng
    standing = scene.standing(plan)
    if len(standing) < 3 or not plan.cells:
        return plan
    first = rng.choice(standing)
    falling = sorted(standing, key=lambda cell: (distance(cell, one_cell(first)), rng.random()))[:3]
    at = plan.begin if rng.random() < 0.5 else rng.randint(plan.begin, plan.done + 300 * _MS)
    fallen: dict[int, int] = {}
    for cell in falling:
        fallen[cell] = at
        at += rng.randint(40, 120) * _MS
    at += rng.randint(800, 3000) * _MS
    actions: list[Action] = []
    for cell in rng.sample(falling, len(falling)):
        actions += up_and_down(cell, fallen[cell], at, scene)
        at += rng.randint(300, 900) * _MS
    if min(fallen.values()) == plan.begin:
        plan = plan.delayed(0, at - plan.begin)  # first all pieces are put right
    return plan.adding(*actions)


def bracelet(plan: Plan, scene: Scene) -> Plan:
    """Draw a magnetic bracelet over three to eight cells in a line, on the hand's way in or out.

    It is a hand's length, one to three cells, behind the fingers. An arm moves at 0.3-1 m/s and so
    takes 40-130 ms for a cell. The clasp closes a reed 15-25 mm to either side, so that a reed
    often opens after the next has closed. Under a standing piece no contact changes.
    """
    rng = scene.rng
    if not plan.cells:
        return plan
    hand = rng.choice(members(plan.cells))
    step = rng.choice((-1, 1, -COLUMNS, COLUMNS))
    line = [hand]
    while line[-1] + step in around(line[-1]):
        line.append(line[-1] + step)
    behind = rng.randint(1, 3)
    line = line[behind : behind + rng.randint(3, 8)]
    taken = reeds_of(scene.closed) | scene.players.standing | plan.cells
    if len(line) < 3 or all(taken >> cell & 1 for cell in line):
        return plan
    pace = rng.randint(40, 130) * _MS
    reaches = rng.uniform(15, 25) * 2 / 40  # in cells
    if rng.random() < 0.5:  # on the way in, until a touch of the move
        line.reverse()
        begin = rng.choice([one.at for one in plan.actions]) - int((len(line) + reaches) * pace)
        if begin < plan.begin:
            plan, begin = plan.delayed(0, plan.begin - begin), plan.begin
    else:
        begin = max(one.at for one in plan.actions) + rng.randint(0, 200) * _MS
    for number, cell in enumerate(line):
        if not taken >> cell & 1:
            closes = begin + number * pace
            opens = closes + int(reaches * pace)
            plan = plan.adding(Touch(closes, Kind.PLACE, cell), Touch(opens, Kind.LIFT, cell))
    return plan


def cloth(plan: Plan, scene: Scene) -> Plan:
    """Sweep a cloth over a part of the table before the move: 10-40 contacts; put all right.

    Pieces are swept off their fields, mostly onto others of that part, and some buttons are
    pressed.
    """
    rng = scene.rng
    cells = members(reeds_of(scene.players.adapter.places))
    middle = rng.choice(cells)
    swept = sorted(cells, key=lambda cell: (distance(cell, one_cell(middle)), rng.random()))
    swept = swept[: rng.randint(10, 40)]
    begin = plan.begin
    moment = {cell: begin + rng.randint(0, 200) * _MS for cell in swept}
    off = [cell for cell in swept if scene.closed >> cell & 1]
    free = [cell for cell in swept if not scene.players.standing >> cell & 1]
    onto = rng.sample(free, min(len(off), len(free)))
    actions: list[Action] = [Touch(moment[cell], Kind.LIFT, cell) for cell in off]
    actions += [Touch(moment[cell], Kind.B_UP, cell) for cell in off if scene.closed & tilt(cell)]
    actions += [Touch(moment[cell], Kind.PLACE, cell) for cell in onto]
    pressed = rng.sample(free, min(max(10 - len(actions), len(swept) // 5), len(free)))
    for cell in pressed:
        actions += held(moment[cell], cell, rng.randint(50, 600) * _MS)
    at = begin + rng.randint(1000, 3000) * _MS
    for cell in rng.sample(onto, len(onto)):
        actions.append(Touch(at, Kind.LIFT, cell))
        at += rng.randint(150, 400) * _MS
    for cell in rng.sample(off, len(off)):
        actions.append(Touch(at, Kind.PLACE, cell))
        actions += [Touch(at, Kind.A_UP, cell)] if scene.closed & tilt(cell) else []
        at += rng.randint(200, 600) * _MS
    at += rng.randint(300, 1500) * _MS
    return plan.delayed(0, at - begin).adding(*actions)


def magnet(plan: Plan, scene: Scene) -> Plan:
    """Put a magnetic object on a free field, and take it off before the move or after it.

    Fields are left out where that alone would be a move, as the two could not be told apart.
    """
    players = scene.players
    moves = {reeds_of(one.flips) for one in players.adapter.gestures(scene.position, scene.closed)}
    for move in plan.moves[:1]:
        if move in scene.position.legal_moves():
            after = scene.position.play(move)
            if after.outcome is None:
                moves |= {reeds_of(one.flips) for one in players.adapter.gestures(after, scene.closed)}
    free = [cell for cell in members(free_cells(plan, scene)) if one_cell(cell) not in moves]
    if not free or not plan.actions:
        return plan
    cell = players.rng.choice(free)
    put = plan.begin
    named = players.rng.random() < 0.5
    begin = players.pause(put, *((1.5, 2.5) if named else (0.3, 0.8)))
    if named and players.rng.random() < 0.5:
        off, begin = begin, players.pause(begin, 0.3, 0.8)
        later = plan.delayed(0, begin - put)
    else:
        later = plan.delayed(0, begin - put)
        off = players.pause(later.done, 0.3, 2.5)
    return later.adding(Touch(put, Kind.PLACE, cell), Touch(off, Kind.LIFT, cell))


def phone(plan: Plan, scene: Scene) -> Plan:
    """Lay a phone with magnets on three free fields in a row, and play one to four moves around it.

    Its magnets close the contacts within 20 ms. It is taken away 0.5-5 s after those moves.
    """
    rng = scene.rng
    free = free_cells(plan, scene)
    rows = [cell for cell in members(free) if cell % COLUMNS < COLUMNS - 2 and not ~free >> cell & 7]
    if not rows or not plan.actions:
        return plan
    first = rng.choice(rows)
    lies = cell_set(range(first, first + 3))
    put, whole, here = plan.begin, plan.delayed(0, rng.randint(300, 4000) * _MS), scene
    latest = whole
    for _ in range(rng.randint(0, 3)):
        there = after(latest, here)
        if there is None:
            break
        latest = scene.players.think(there.position, there.closed, whole.done)
        if latest.cells & lies:
            break
        whole, here = whole.then(latest), there
    gone = whole.done + rng.randint(500, 5000) * _MS
    for cell in members(lies):
        whole = whole.adding(
            Touch(put + rng.randint(0, 20) * _MS, Kind.PLACE, cell),
            Touch(gone + rng.randint(0, 20) * _MS, Kind.LIFT, cell),
        )
    return whole
