"""Fault injection: slips of people, and contacts that misread them, as changes to players' plans.

Each draws from the players' own random numbers, so that a seed gives the same game again, and
leaves a plan as it is where it cannot happen in it.
"""

import random

from firmware.games import REEDS, Gesture, tilt
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.broken_parts import around
from firmware.simulation.players import Doing, Hold, Plan, Scene
from hal import CELLS, Edge, Layer, members
from wiring import COLUMNS

_MS = 1000  # microseconds


# Pieces on their way


def pause(plan: Plan, scene: Scene) -> Plan:
    """Put the piece down on a free cell on the way, and go on after a while."""
    rng = scene.players.rng
    last = arrival(plan)
    if last is None:
        return plan
    free = members(_free(plan, scene))
    if not free:
        return plan
    cell = rng.choice(free)
    left = last.at + rng.randint(300, 1500) * _MS
    arrives = left + rng.randint(100, 400) * _MS
    return plan.delayed(last.at, arrives - last.at).adding(
        Touch(last.at, Kind.PLACE, cell), Touch(left, Kind.LIFT, cell)
    )


def mind(plan: Plan, scene: Scene) -> Plan:
    """Make the move, rest, and take the piece on to where another legal move leads."""
    players, picture = scene.players, scene.picture
    rng = players.rng
    if len(plan.moves) != 1 or any(isinstance(one, Key) for one in plan.doings):
        return plan
    made = [g for g in players.ways(scene.position, picture, plan.moves[0]) if _as_made(g, plan)]
    others = [
        other
        for other in players.adapter.gestures(scene.position, picture)
        for own in made
        if other.move != own.move
        and other.key is None
        and scene.position.play(own.move).outcome is None
        and other.presses == own.presses
        and other.flips & picture == own.flips & picture
        and _one(other.flips & ~picture & REEDS)
        and _one(own.flips & ~picture & REEDS)
        and bool(other.flips & ~picture & ~REEDS) == bool(own.flips & ~picture & ~REEDS)
        and not other.flips & players.broken
    ]
    if not others:
        return plan
    other = rng.choice(others)
    target = (other.flips & ~picture & REEDS).bit_length() - 1
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
    rng = scene.players.rng
    if scene.players.adapter.places & ~REEDS:  # pieces with tilt contacts
        starts = sorted(
            (one for one in plan.doings if isinstance(one, Touch) and one.kind is Kind.LIFT),
            key=lambda one: one.at,
        )
        if len(starts) < 2 or not _turned_in_place(plan):
            return plan
        cells = [one.cell for one in starts]
        shuffled = rng.sample(cells, len(cells))
        other = dict(zip(cells, shuffled, strict=True))
        return plan._replace(
            doings=tuple(
                one._replace(cell=other[one.cell]) if isinstance(one, Touch) else one
                for one in plan.doings
            )
        )
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    if len(touches) != len(plan.doings) or len(touches) < 2:
        return plan
    times = sorted(one.at for one in touches)
    rng.shuffle(touches)
    moved = sorted((one for one in touches if one.kind is not Kind.PRESS), key=lambda one: one.at)
    ordered = [one if one.kind is Kind.PRESS else moved.pop(0) for one in touches]
    doings = [one._replace(at=at) for one, at in zip(ordered, times, strict=True)]
    return plan._replace(doings=tuple(doings), ends=(times[-1],))


# Other pieces


def nudge(plan: Plan, scene: Scene) -> Plan:
    """Lift some piece and put it back before the move."""
    rng = scene.players.rng
    standing = members(scene.picture & REEDS & ~scene.players.broken)
    if not standing or not plan.doings:
        return plan
    cell = rng.choice(standing)
    up = plan.begin
    down = up + rng.randint(80, 500) * _MS
    begin = max(down, up + 210 * _MS) + rng.randint(150, 500) * _MS
    later = plan.delayed(0, begin - up)
    return later.adding(*_up_and_down(cell, up, down, scene))


def bump(plan: Plan, scene: Scene) -> Plan:
    """Knock up one or two pieces that have no part in the move, and put them right.

    Mostly neighbours of the hand, now and then others (a sleeve is long): while the move is made,
    or from 300 ms before to 300 ms after its end.
    """
    rng = scene.players.rng
    standing = members(scene.picture & REEDS & ~plan.cells & ~scene.players.broken)
    if not standing or not plan.cells:  # a key alone
        return plan
    near = [cell for cell in standing if _distance(cell, plan.cells) <= 1]
    first = rng.choice(near if near and rng.random() < 0.7 else standing)
    end = max(plan.ends, default=plan.begin)
    up = rng.randint(plan.begin, end)
    if rng.random() < 0.5:
        up = end + rng.randint(-300, 300) * _MS
    knocked = [first]
    beside = [cell for cell in standing if cell in around(first)]
    if beside and rng.random() < 0.25:
        knocked.append(rng.choice(beside))
    for cell in knocked:
        down = up + rng.choice((rng.randint(100, 800), rng.randint(100, 3000))) * _MS
        plan = plan.adding(*_up_and_down(cell, up, down, scene))
        up += rng.randint(0, 60) * _MS
    return plan


def cloth(plan: Plan, scene: Scene) -> Plan:
    """Sweep a cloth over a part of the table before the move: 10-40 contacts; put all right.

    Pieces are swept off their fields, mostly onto others of that part, and some buttons pressed.
    """
    rng = scene.players.rng
    cells = members(scene.players.adapter.places & REEDS & ~scene.players.broken)
    middle = rng.choice(cells)
    swept = sorted(cells, key=lambda cell: (_distance(cell, 1 << middle), rng.random()))
    swept = swept[: rng.randint(10, 40)]
    begin = plan.begin
    moment = {cell: begin + rng.randint(0, 200) * _MS for cell in swept}
    off = [cell for cell in swept if scene.picture >> cell & 1]
    free = [cell for cell in swept if not scene.players.standing >> cell & 1]
    onto = rng.sample(free, min(len(off), len(free)))
    doings: list[Doing] = [Touch(moment[cell], Kind.LIFT, cell) for cell in off]
    doings += [Touch(moment[cell], Kind.B_UP, cell) for cell in off if scene.picture & tilt(cell)]
    doings += [Touch(moment[cell], Kind.PLACE, cell) for cell in onto]
    pressed = rng.sample(free, min(max(10 - len(doings), len(swept) // 5), len(free)))
    doings += [Hold(moment[cell], cell, rng.randint(50, 600) * _MS) for cell in pressed]
    at = begin + rng.randint(1000, 3000) * _MS
    for cell in rng.sample(onto, len(onto)):
        doings.append(Touch(at, Kind.LIFT, cell))
        at += rng.randint(150, 400) * _MS
    for cell in rng.sample(off, len(off)):
        doings.append(Touch(at, Kind.PLACE, cell))
        doings += [Touch(at, Kind.A_UP, cell)] if scene.picture & tilt(cell) else []
        at += rng.randint(200, 600) * _MS
    at += rng.randint(300, 1500) * _MS
    return plan.delayed(0, at - begin).adding(*doings)


def lean(plan: Plan, scene: Scene) -> Plan:
    """Lean on 2-8 neighbouring buttons for 0.2-5 s, or on one for 1-5 s, around the move.

    Half of the time it is the arm that makes the move: from a cell of it towards an edge.
    """
    rng = scene.players.rng
    spared = plan.cells | sum(1 << cell for cell in scene.players.pressless)
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
    holds = (
        Hold(begin + rng.randint(0, 80) * _MS, cell, lasts + rng.randint(0, 100) * _MS)
        for cell in cells
    )
    return plan.adding(*holds)


def next_lifts_early(plan: Plan, scene: Scene) -> Plan:
    """Let the next player lift a piece before this one has put down, and put down after."""
    rng = scene.players.rng
    first = _lift_and_place(plan)
    following = _next(plan, scene) if first else None
    second = _lift_and_place(following) if following else None
    if first is None or second is None or following is None:
        return plan
    if second[0].cell == first[1].cell or second[0].cell == first[0].cell:
        return plan
    (lift, place), (up, down) = first, second
    rises = rng.randint(lift.at + 20 * _MS, max(place.at - 20 * _MS, lift.at + 20 * _MS))
    falls = max(plan.done, rises + 100 * _MS) + rng.randint(50, 400) * _MS
    following = following.delayed(0, rises - up.at)
    shift = falls - (down.at + rises - up.at)
    return plan.then(following.delayed(down.at + rises - up.at, shift))


def quick(plan: Plan, scene: Scene) -> Plan:
    """Let the next player's first touch come 50 ms after this one's last."""
    following = _next(plan, scene)
    if following is None:
        return plan
    return plan.then(following.delayed(0, plan.done + 50 * _MS - following.begin))


def illegal(plan: Plan, scene: Scene) -> Plan:
    """Move a piece first to where it may not go, wait until the table refuses, and move it back."""
    players, picture = scene.players, scene.picture
    gestures = list(players.adapter.gestures(scene.position, picture))
    legal = {gesture.flips & REEDS for gesture in gestures}
    standing = members(picture & REEDS & ~scene.recent & ~players.broken)
    free = members(_free(Plan((), (), ()), scene))
    tries = [(start, end) for start in standing for end in free]
    tries = [(s, e) for s, e in tries if 1 << s | 1 << e not in legal]
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
    if picture & tilt(start):
        doings += [Touch(up, Kind.B_UP, start), Touch(back, Kind.A_UP, start)]
    return plan.delayed(0, again - up).adding(*doings)


def early(plan: Plan, scene: Scene) -> Plan:
    """Let the next player play first; then this one plays, or the other takes it back.

    The plan stays as it is where the early touches alone are a move of this player, as nobody could
    tell the two apart.
    """
    players = scene.players
    following = _next(plan, scene)
    if following is None or following.cells & plan.cells:
        return plan
    touches = [one for one in following.doings if isinstance(one, Touch)]
    changed = sum({1 << one.cell for one in touches if one.kind in (Kind.LIFT, Kind.PLACE)})
    pressed = sum({1 << one.cell for one in touches if one.kind is Kind.PRESS})
    if not changed or len(touches) < len(following.doings):
        return plan
    for own in players.adapter.gestures(scene.position, scene.picture):
        if own.flips & REEDS == changed or own.presses & pressed:
            return plan
    first = following.delayed(0, plan.begin - following.begin)
    moved = _lift_and_place(first)
    if moved is not None and players.rng.random() < 1 / 3:
        left = players.pause(first.done, 1.5, 2)
        back = players.pause(left, 0.2, 0.6)
        again = _reversed(moved, left, back, scene)
        begin = players.pause(max(one.at for one in again), 0.3, 0.8)
        return plan.delayed(0, begin - plan.begin).adding(*first.doings, *again)
    told = players.rng.random() < 0.5
    begin = players.pause(first.done, *((1.5, 2.5) if told else (0.3, 0.8)))
    later = plan.delayed(0, begin - plan.begin)
    return later.then(first._replace(ends=(later.done,)))


def magnet(plan: Plan, scene: Scene) -> Plan:
    """Put something magnetic on a free field, and take it off before the move or after it.

    Fields are left out on which that alone would be a move, as nobody could tell the two apart.
    """
    players = scene.players
    moves = {one.flips & REEDS for one in players.adapter.gestures(scene.position, scene.picture)}
    for move in plan.moves[:1]:
        if move in scene.position.legal_moves():
            after = scene.position.play(move)
            if after.outcome is None:
                moves |= {
                    one.flips & REEDS for one in players.adapter.gestures(after, scene.picture)
                }
    free = [cell for cell in members(_free(plan, scene)) if 1 << cell not in moves]
    if not free or not plan.doings:
        return plan
    cell = players.rng.choice(free)
    put = plan.begin
    told = players.rng.random() < 0.5
    begin = players.pause(put, *((1.5, 2.5) if told else (0.3, 0.8)))
    if told and players.rng.random() < 0.5:
        off, begin = begin, players.pause(begin, 0.3, 0.8)
        later = plan.delayed(0, begin - put)
    else:
        later = plan.delayed(0, begin - put)
        off = players.pause(later.done, 0.3, 2.5)
    return later.adding(Touch(put, Kind.PLACE, cell), Touch(off, Kind.LIFT, cell))


# Contacts


def miss(plan: Plan, scene: Scene) -> Plan:
    """Let the contact under a piece put down close 0.3-5 s late, or not; people wait or play on.

    They wait where the piece was not lifted from a field, as no contact has shown it at all, and
    where the touches of the next move could be those of this one, as nobody could tell the two
    apart.
    """
    rng = scene.players.rng
    last = arrival(plan)
    if last is None or len(plan.ends) != 1:
        return plan
    lifted = any(isinstance(one, Touch) and one.kind is Kind.LIFT for one in plan.doings)
    following = play_on(plan, scene, 0) if lifted and rng.random() < 0.5 else None
    if following is not None and _may_be_own(following, plan, scene):
        following = None
    if rng.random() < 0.5:
        missing = plan._replace(missed=1 << last.cell)
        return missing if following is None else missing.then(following)
    by = rng.randint(300, rng.choice((1500, 5000))) * _MS
    late = plan._replace(
        doings=tuple(
            one._replace(at=one.at + by)
            if isinstance(one, Touch) and one.cell == last.cell and one.at >= last.at
            else one
            for one in plan.doings
        ),
    )
    late = late._replace(ends=(max(one.at for one in late.doings),))
    return late if following is None else late.then(following)


def knock(plan: Plan, scene: Scene) -> Plan:
    """Let contacts all over the table glitch for a few milliseconds, as after a knock."""
    rng = scene.players.rng
    at = rng.randint(plan.begin, max(plan.ends, default=plan.begin))
    noise: list[Edge] = []
    others = members(REEDS & ~plan.cells & ~scene.players.broken)
    for cell in rng.sample(others, min(rng.randint(5, 20), len(others))):
        layer = rng.choice((Layer.REED, Layer.REED, Layer.BUTTON, Layer.TILT))
        closed = {
            Layer.REED: scene.picture >> cell & 1,
            Layer.TILT: scene.picture >> CELLS + cell & 1,
            Layer.BUTTON: 0,
        }[layer]
        begin = at + rng.randint(0, 5 * _MS)
        end = begin + rng.randint(1 * _MS, 15 * _MS - 1)
        noise += [Edge(begin, layer, cell, not closed), Edge(end, layer, cell, bool(closed))]
    return plan._replace(noise=plan.noise + tuple(noise))


def chatter(plan: Plan, scene: Scene) -> Plan:
    """Let tilt contacts chatter as long as they can, those of neighbouring pieces too."""
    rng = scene.players.rng
    noise: list[Edge] = []
    for one in plan.doings:
        if not isinstance(one, Touch) or one.kind not in (Kind.PLACE, Kind.A_UP, Kind.B_UP):
            continue
        if one.kind is Kind.PLACE:
            standing = [c for c in around(one.cell)
                        if scene.picture >> c & ~(plan.cells >> c) & 1]  # fmt: skip
            for cell in standing:
                noise += _chatter(one.at, cell, bool(scene.picture & tilt(cell)), rng)
        else:
            noise += _chatter(one.at, one.cell, one.kind is Kind.A_UP, rng)
    return plan._replace(noise=plan.noise + tuple(noise))


def _chatter(at: int, cell: int, closed: bool, rng: random.Random) -> list[Edge]:
    """Return the edges of a tilt contact that chatters for up to 200 ms and ends `closed` or not.

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


# What these have in common


def arrival(plan: Plan) -> Touch | None:
    """Return the one touch that puts down the piece of a move, None for other plans."""
    placed = [o for o in plan.doings if isinstance(o, Touch) and o.kind is Kind.PLACE]
    return placed[0] if len(placed) == len(plan.moves) == 1 else None


def _lift_and_place(plan: Plan) -> tuple[Touch, Touch] | None:
    """Return the lift and the place of a plan in which one piece is moved, None for other plans."""
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    lifted = [one for one in touches if one.kind is Kind.LIFT]
    placed = [one for one in touches if one.kind is Kind.PLACE]
    pressed = [one for one in touches if one.kind is Kind.PRESS]
    if len(touches) < len(plan.doings) or pressed or not len(lifted) == len(placed) == 1:
        return None
    return (lifted[0], placed[0]) if lifted[0].cell != placed[0].cell else None


def _reversed(moved: tuple[Touch, Touch], left: int, back: int, scene: Scene) -> tuple[Touch, ...]:
    """Return the touches that move a piece back as it stood: up at `left`, down at `back`."""
    start, end = moved[0].cell, moved[1].cell
    turned = Kind.A_UP if scene.picture & tilt(start) else Kind.B_UP
    return (
        Touch(left, Kind.LIFT, end),
        Touch(left + 50 * _MS, Kind.B_UP, end),
        Touch(back, Kind.PLACE, start),
        Touch(back, turned, start),
    )


def _next(plan: Plan, scene: Scene) -> Plan | None:
    """Return what the next player will do; None at the end of the game, or on a broken cell."""
    players = scene.players
    if len(plan.moves) != 1:
        return None
    made = next(g for g in players.ways(scene.position, scene.picture, plan.moves[0])
                if _as_made(g, plan))  # fmt: skip
    position = scene.position.play(plan.moves[0])
    picture = scene.picture ^ made.flips
    if position.outcome is not None or position.to_move == scene.position.to_move:
        return None
    following = players.think(position, picture, plan.done)
    return following if not following.cells & players.broken else None


def play_on(plan: Plan, scene: Scene, spared: int) -> Plan | None:
    """Return what the next player does in the meantime, without the cells of this move.

    spared: other cells that they leave alone. None where that cannot be.
    """
    following = _next(plan, scene)
    if following is None or following.cells & (plan.cells | spared):
        return None
    return following


def _may_be_own(following: Plan, plan: Plan, scene: Scene) -> bool:
    """Whether this player could mean what the next one puts down or presses, with either piece."""
    touches = [one for one in following.doings if isinstance(one, Touch)]
    placed = sum({1 << one.cell for one in touches if one.kind is Kind.PLACE})
    pressed = sum({1 << one.cell for one in touches if one.kind is Kind.PRESS})
    lifted = (plan.cells | following.cells) & scene.picture & REEDS
    return any(
        own.flips & ~scene.picture & REEDS == placed
        and own.presses == pressed
        and not own.flips & scene.picture & REEDS & ~lifted
        for own in scene.players.adapter.gestures(scene.position, scene.picture)
    )


def _distance(cell: int, cells: int) -> int:
    """Return how many fields away the nearest of these cells is, as a king goes in chess."""
    row, column = divmod(cell, COLUMNS)
    return min(
        max(abs(row - r), abs(column - c))
        for r, c in (divmod(other, COLUMNS) for other in members(cells))
    )


def _as_made(gesture: Gesture, plan: Plan) -> bool:
    """Whether a plan makes this gesture, whatever else happens in it."""
    cells = (gesture.flips | gesture.flips >> CELLS) & REEDS
    pressed = 0
    for one in plan.doings:
        if isinstance(one, Touch) and one.kind is Kind.PRESS:
            pressed |= 1 << one.cell
    return not cells & ~plan.cells and gesture.presses == pressed


def _up_and_down(cell: int, up: int, down: int, scene: Scene) -> list[Doing]:
    """Return the touches that lift a piece and put it back as it was."""
    if scene.picture & tilt(cell):
        down = max(down, up + 210 * _MS)  # the chatter of one turn is over before the next
    doings: list[Doing] = [Touch(up, Kind.LIFT, cell), Touch(down, Kind.PLACE, cell)]
    if scene.picture & tilt(cell):
        doings += [Touch(up, Kind.B_UP, cell), Touch(down, Kind.A_UP, cell)]
    return doings


def _free(plan: Plan, scene: Scene) -> int:
    """Return the cells of the game with no piece on them, no part in a plan and no fault."""
    adapter = scene.players.adapter
    standing = scene.picture | scene.players.standing
    return adapter.places & REEDS & ~standing & ~plan.cells & ~scene.players.broken


def free_around(cell: int, plan: Plan, scene: Scene) -> list[int]:
    """Return the free cells of the game that touch this one."""
    free = _free(plan, scene)
    return [near for near in around(cell) if free >> near & 1]


def _turned_in_place(plan: Plan) -> bool:
    """Whether all that a plan does is turning pieces over in their own holes."""
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    lifted = {one.cell for one in touches if one.kind is Kind.LIFT}
    return lifted == {one.cell for one in touches if one.kind is Kind.PLACE}


def _one(cells: int) -> bool:
    return cells != 0 and cells & cells - 1 == 0
