"""What goes wrong at a table? Human slips and broken contacts, as changes to what hands plan.

Each is seeded by the hands' own random numbers, and leaves a plan as it is where it cannot happen.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from firmware.games import REEDS, AnyAdapter, Gesture, tilt
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.players import Doing, Plan, Scene, Slip
from hal import CELLS, Edge, Layer, members
from rules import NAMES, Position
from wiring import COLUMNS, ROWS

BOUNCE = 0.005  # seconds for which an ordinary contact bounces at most
_MS = 1000  # microseconds
_ALL = tuple(NAMES)
_MAGNETS = ("revolution", "forum_romanum", "manoeuvre")  # pieces that can be slid over the table


class Fault(NamedTuple):
    """One class of faults.

    says: what happens, in a few words. games: where it can. slip: what it does to a plan, None if
    nothing. bounce: for how many seconds the contacts bounce. breaks: which contact is broken from
    the start of the game on, as the edge that breaks it.
    """

    name: str
    says: str
    games: tuple[str, ...]
    slip: Slip | None = None
    bounce: float = BOUNCE
    breaks: Callable[[AnyAdapter, Position, random.Random], Edge] | None = None


class UnknownFaultError(ValueError):
    """A fault that there is not; the message names those that there are."""


def find_faults(names: str, game: str | None = None) -> tuple[Fault, ...]:
    """The faults of a list like ``slide,bump``, in the order in which they combine; ``all``.

    game: in which they should be possible. Raises UnknownFaultError.
    """
    possible = [one for one in FAULTS.values() if game is None or game in one.games]
    known = [one.name for one in possible]
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in (*known, "all"):
            where = "" if game is None else f" in {game}"
            raise UnknownFaultError(
                f"there is no fault {name!r}{where}, only all, {', '.join(known)}"
            )
    return tuple(one for one in possible if one.name in wanted or "all" in wanted)


# Pieces on their way


def _slide(plan: Plan, scene: Scene) -> Plan:
    """The piece is slid to its place, over one to three cells beside each other."""
    rng = scene.hands.rng
    last = _arrival(plan)
    if last is None:
        return plan
    path: list[int] = []
    here = last.cell
    for _ in range(rng.randint(1, 3)):
        free = [cell for cell in _free_around(here, plan, scene) if cell not in path]
        if not free:
            break
        here = rng.choice(free)
        path.insert(0, here)
    at = last.at
    doings: list[Doing] = []
    for cell in path:
        doings.append(Touch(at, Kind.PLACE, cell))
        arrives = at + rng.randint(40, 120) * _MS
        overlap = rng.randint(-60, 35) * _MS  # below zero: for a while neither is closed
        doings.append(Touch(max(arrives + overlap, at + 20 * _MS), Kind.LIFT, cell))
        at = max(arrives, at + 20 * _MS - min(overlap, 0))
    return plan.delayed(last.at, at - last.at).adding(*doings)


def _pause(plan: Plan, scene: Scene) -> Plan:
    """The hand puts the piece down on a free cell on the way, and goes on."""
    rng = scene.hands.rng
    last = _arrival(plan)
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


def _mind(plan: Plan, scene: Scene) -> Plan:
    """The move is made, rests, and the piece goes on to where another move would have led."""
    hands, picture = scene.hands, scene.picture
    rng = hands.rng
    if len(plan.moves) != 1 or any(isinstance(one, Key) for one in plan.doings):
        return plan
    made = [g for g in hands.ways(scene.position, picture, plan.moves[0]) if _as_made(g, plan)]
    others = [
        other
        for other in hands.adapter.gestures(scene.position, picture)
        for own in made
        if other.move != own.move
        and other.key is None
        and scene.position.play(own.move).outcome is None
        and other.presses == own.presses
        and other.flips & picture == own.flips & picture
        and _one(other.flips & ~picture & REEDS)
        and _one(own.flips & ~picture & REEDS)
        and bool(other.flips & ~picture & ~REEDS) == bool(own.flips & ~picture & ~REEDS)
        and not other.flips & hands.broken
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


def _order(plan: Plan, scene: Scene) -> Plan:
    """The touches of the move come in another order: presses any time, glasses any way round."""
    rng = scene.hands.rng
    if scene.hands.adapter.overlay.game == "hourglass":
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


def _nudge(plan: Plan, scene: Scene) -> Plan:
    """Some piece is lifted and put back before the move."""
    rng = scene.hands.rng
    standing = members(scene.picture & REEDS & ~scene.hands.broken)
    if not standing or not plan.doings:
        return plan
    cell = rng.choice(standing)
    up = plan.begin
    down = up + rng.randint(80, 500) * _MS
    begin = max(down, up + 210 * _MS) + rng.randint(150, 500) * _MS
    later = plan.delayed(0, begin - up)
    return later.adding(*_up_and_down(cell, up, down, scene))


def _bump(plan: Plan, scene: Scene) -> Plan:
    """A piece that has no part in the move is knocked up during it and put right."""
    rng = scene.hands.rng
    standing = members(scene.picture & REEDS & ~plan.cells & ~scene.hands.broken)
    if not standing:
        return plan
    cell = rng.choice(standing)
    up = rng.randint(plan.begin, max(plan.ends, default=plan.begin))
    down = up + rng.randint(100, 800) * _MS
    return plan.adding(*_up_and_down(cell, up, down, scene))


def _hands(plan: Plan, scene: Scene) -> Plan:
    """The next player lifts a piece before this one has put down, and lands after."""
    rng = scene.hands.rng
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


def _quick(plan: Plan, scene: Scene) -> Plan:
    """The next player's first touch comes 50 ms after this one's last."""
    following = _next(plan, scene)
    if following is None:
        return plan
    return plan.then(following.delayed(0, plan.done + 50 * _MS - following.begin))


def _illegal(plan: Plan, scene: Scene) -> Plan:
    """First a piece goes where none may go; the table refuses, and it goes back."""
    hands, picture = scene.hands, scene.picture
    gestures = list(hands.adapter.gestures(scene.position, picture))
    legal = {gesture.flips & REEDS for gesture in gestures}
    standing = members(picture & REEDS & ~scene.recent & ~hands.broken)
    free = members(_free(Plan((), (), ()), scene))
    tries = [(start, end) for start in standing for end in free]
    tries = [(s, e) for s, e in tries if 1 << s | 1 << e not in legal]
    if not tries:
        return plan
    start, end = hands.rng.choice(tries)
    up = plan.begin
    down = hands.pause(up, 0.2, 0.6)
    left = hands.pause(down, 1.5, 2)
    back = hands.pause(left, 0.2, 0.6)
    again = hands.pause(back, 0.3, 0.8)
    doings = [
        Touch(up, Kind.LIFT, start),
        Touch(down, Kind.PLACE, end),
        Touch(left, Kind.LIFT, end),
        Touch(back, Kind.PLACE, start),
    ]
    if picture & tilt(start):
        doings += [Touch(up, Kind.B_UP, start), Touch(back, Kind.A_UP, start)]
    return plan.delayed(0, again - up).adding(*doings)


def _early(plan: Plan, scene: Scene) -> Plan:
    """The next player plays first; then this one plays, or the other puts back what is shown.

    Not where that alone is a move of this player: nobody could tell.
    """
    hands = scene.hands
    following = _next(plan, scene)
    if following is None or following.cells & plan.cells:
        return plan
    touches = [one for one in following.doings if isinstance(one, Touch)]
    changed = sum({1 << one.cell for one in touches if one.kind in (Kind.LIFT, Kind.PLACE)})
    pressed = sum({1 << one.cell for one in touches if one.kind is Kind.PRESS})
    if not changed or len(touches) < len(following.doings):
        return plan
    for own in hands.adapter.gestures(scene.position, scene.picture):
        if own.flips & REEDS == changed or own.presses & pressed:
            return plan
    first = following.delayed(0, plan.begin - following.begin)
    moved = _lift_and_place(first)
    if moved is not None and hands.rng.random() < 1 / 3:
        left = hands.pause(first.done, 1.5, 2)
        back = hands.pause(left, 0.2, 0.6)
        again = _reversed(moved, left, back, scene)
        begin = hands.pause(max(one.at for one in again), 0.3, 0.8)
        return plan.delayed(0, begin - plan.begin).adding(*first.doings, *again)
    told = hands.rng.random() < 0.5
    begin = hands.pause(first.done, *((1.5, 2.5) if told else (0.3, 0.8)))
    later = plan.delayed(0, begin - plan.begin)
    return later.then(first._replace(ends=(later.done,)))


def _magnet(plan: Plan, scene: Scene) -> Plan:
    """Something magnetic is put on a free field, and taken off before the move or after it.

    Not where that alone would be a move: nobody could tell.
    """
    hands = scene.hands
    moves = {one.flips & REEDS for one in hands.adapter.gestures(scene.position, scene.picture)}
    for move in plan.moves[:1]:
        if move in scene.position.legal_moves():
            after = scene.position.play(move)
            if after.outcome is None:
                moves |= {one.flips & REEDS for one in hands.adapter.gestures(after, scene.picture)}
    free = [cell for cell in members(_free(plan, scene)) if 1 << cell not in moves]
    if not free or not plan.doings:
        return plan
    cell = hands.rng.choice(free)
    put = plan.begin
    told = hands.rng.random() < 0.5
    begin = hands.pause(put, *((1.5, 2.5) if told else (0.3, 0.8)))
    if told and hands.rng.random() < 0.5:
        off, begin = begin, hands.pause(begin, 0.3, 0.8)
        later = plan.delayed(0, begin - put)
    else:
        later = plan.delayed(0, begin - put)
        off = hands.pause(later.done, 0.3, 2.5)
    return later.adding(Touch(put, Kind.PLACE, cell), Touch(off, Kind.LIFT, cell))


# Contacts


def _bleed(plan: Plan, scene: Scene) -> Plan:
    """The magnet of a piece that is put down closes a neighbouring reed, too, for a moment."""
    rng = scene.hands.rng
    placed = [o for o in plan.doings if isinstance(o, Touch) and o.kind is Kind.PLACE]
    near = [(one.at, cell) for one in placed for cell in _free_around(one.cell, plan, scene)]
    if not near:
        return plan
    at, cell = rng.choice(near)
    begin = at + rng.randint(-10, 10) * _MS
    return plan.adding(
        Touch(begin, Kind.PLACE, cell),
        Touch(begin + rng.randint(20, 60) * _MS, Kind.LIFT, cell),
    )


def _knock(plan: Plan, scene: Scene) -> Plan:
    """Somebody knocks against the table: contacts all over it glitch for a few milliseconds."""
    rng = scene.hands.rng
    at = rng.randint(plan.begin, max(plan.ends, default=plan.begin))
    noise: list[Edge] = []
    others = members(REEDS & ~plan.cells & ~scene.hands.broken)
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


def _tilt(plan: Plan, scene: Scene) -> Plan:
    """Tilt contacts chatter as long as they can, those of neighbouring glasses too."""
    rng = scene.hands.rng
    noise: list[Edge] = []
    for one in plan.doings:
        if not isinstance(one, Touch) or one.kind not in (Kind.PLACE, Kind.A_UP, Kind.B_UP):
            continue
        if one.kind is Kind.PLACE:
            standing = [c for c in _around(one.cell)
                        if scene.picture >> c & ~(plan.cells >> c) & 1]  # fmt: skip
            for cell in standing:
                noise += _chatter(one.at, cell, bool(scene.picture & tilt(cell)), rng)
        else:
            noise += _chatter(one.at, one.cell, one.kind is Kind.A_UP, rng)
    return plan._replace(noise=plan.noise + tuple(noise))


def _chatter(at: int, cell: int, closed: bool, rng: random.Random) -> list[Edge]:
    """A tilt contact that chatters for up to 200 ms and ends in a state."""
    end = at + (200 * _MS if rng.random() < 0.5 else rng.randint(50, 200) * _MS)
    edges: list[Edge] = []
    state = not closed
    at += rng.randint(2, 60) * _MS
    while at < end:
        edges.append(Edge(at, Layer.TILT, cell, state))
        state = not state
        at += rng.randint(2, 60) * _MS
    return [*edges, Edge(end, Layer.TILT, cell, closed)]


def _stuck_open(adapter: AnyAdapter, start: Position, rng: random.Random) -> Edge:
    """A reed that says that no piece stands on it, standing ones that begin the game apart."""
    standing = members(adapter.start(start) & REEDS & ~_needed(adapter, start))
    free = members(adapter.places & REEDS & ~adapter.start(start))
    cells = standing if standing and rng.random() < 0.5 else free
    return Edge(0, Layer.REED, rng.choice(cells), closed=False)


def _stuck_closed(adapter: AnyAdapter, start: Position, rng: random.Random) -> Edge:
    """A reed of a free cell that says that a piece stands on it."""
    free = members(adapter.places & REEDS & ~adapter.start(start))
    return Edge(0, Layer.REED, rng.choice(free), closed=True)


def _needed(adapter: AnyAdapter, start: Position) -> int:
    """The cells that every first move needs."""
    needed = REEDS
    for gesture in adapter.gestures(start, adapter.start(start)):
        needed &= gesture.flips | gesture.flips >> CELLS
    return needed


# What these have in common


def _arrival(plan: Plan) -> Touch | None:
    """The one touch with which the piece of a move is put down."""
    placed = [o for o in plan.doings if isinstance(o, Touch) and o.kind is Kind.PLACE]
    return placed[0] if len(placed) == len(plan.moves) == 1 else None


def _lift_and_place(plan: Plan) -> tuple[Touch, Touch] | None:
    """The two touches of a plan that has no others than a lift and a place, and their turns."""
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    lifted = [one for one in touches if one.kind is Kind.LIFT]
    placed = [one for one in touches if one.kind is Kind.PLACE]
    pressed = [one for one in touches if one.kind is Kind.PRESS]
    if len(touches) < len(plan.doings) or pressed or not len(lifted) == len(placed) == 1:
        return None
    return (lifted[0], placed[0]) if lifted[0].cell != placed[0].cell else None


def _reversed(moved: tuple[Touch, Touch], left: int, back: int, scene: Scene) -> tuple[Touch, ...]:
    """A piece that was moved goes back as it stood: up at `left`, down at `back`."""
    start, end = moved[0].cell, moved[1].cell
    turned = Kind.A_UP if scene.picture & tilt(start) else Kind.B_UP
    return (
        Touch(left, Kind.LIFT, end),
        Touch(left + 50 * _MS, Kind.B_UP, end),
        Touch(back, Kind.PLACE, start),
        Touch(back, turned, start),
    )


def _next(plan: Plan, scene: Scene) -> Plan | None:
    """What the next player will do, None at the end of the game."""
    hands = scene.hands
    if len(plan.moves) != 1:
        return None
    made = next(g for g in hands.ways(scene.position, scene.picture, plan.moves[0])
                if _as_made(g, plan))  # fmt: skip
    position = scene.position.play(plan.moves[0])
    picture = scene.picture ^ made.flips
    if position.outcome is not None or position.to_move == scene.position.to_move:
        return None
    following = hands.think(position, picture, plan.done)
    return following if not following.cells & hands.broken else None


def _as_made(gesture: Gesture, plan: Plan) -> bool:
    """Whether this is the gesture that a plan makes, whatever else happens in it."""
    cells = (gesture.flips | gesture.flips >> CELLS) & REEDS
    pressed = 0
    for one in plan.doings:
        if isinstance(one, Touch) and one.kind is Kind.PRESS:
            pressed |= 1 << one.cell
    return not cells & ~plan.cells and gesture.presses == pressed


def _up_and_down(cell: int, up: int, down: int, scene: Scene) -> list[Doing]:
    """A piece lifted and put back as it was."""
    if scene.picture & tilt(cell):
        down = max(down, up + 210 * _MS)  # the chatter of one turn is over before the next
    doings: list[Doing] = [Touch(up, Kind.LIFT, cell), Touch(down, Kind.PLACE, cell)]
    if scene.picture & tilt(cell):
        doings += [Touch(up, Kind.B_UP, cell), Touch(down, Kind.A_UP, cell)]
    return doings


def _free(plan: Plan, scene: Scene) -> int:
    """The cells of the game's sheet with no piece on them and no part in a plan."""
    adapter = scene.hands.adapter
    return adapter.places & REEDS & ~scene.picture & ~plan.cells & ~scene.hands.broken


def _free_around(cell: int, plan: Plan, scene: Scene) -> list[int]:
    free = _free(plan, scene)
    return [near for near in _around(cell) if free >> near & 1]


def _around(cell: int) -> list[int]:
    row, column = divmod(cell, COLUMNS)
    return [
        COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    ]


def _turned_in_place(plan: Plan) -> bool:
    """Whether all the plan does is turning glasses in their own holes."""
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    lifted = {one.cell for one in touches if one.kind is Kind.LIFT}
    return lifted == {one.cell for one in touches if one.kind is Kind.PLACE}


def _one(cells: int) -> bool:
    return cells != 0 and cells & cells - 1 == 0


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("bounce", "contacts bounce for up to 15 ms", _ALL, bounce=0.015),
        Fault(
            "order", "the touches of a move in another order", ("hourglass", "manoeuvre"), _order
        ),
        Fault("slide", "a piece slid over other cells", _MAGNETS, _slide),
        Fault("pause", "a rest on a free cell on the way", _MAGNETS, _pause),
        Fault("mind", "a change of mind", _ALL, _mind),
        Fault("bleed", "a neighbouring reed closes, too", _ALL, _bleed),
        Fault("hands", "the next player lifts before this one puts down", _ALL, _hands),
        Fault("quick", "the next player follows within 50 ms", _ALL, _quick),
        Fault("bump", "another piece knocked up and put right", _ALL, _bump),
        Fault("tilt", "tilt contacts chatter, neighbours too", ("hourglass",), _tilt),
        Fault("nudge", "a piece lifted and put back before the move", _ALL, _nudge),
        Fault("illegal", "first a move that is none, put right", _ALL, _illegal),
        Fault("early", "the next player plays before this one", _ALL, _early),
        Fault("magnet", "a magnet put on a free field, taken off later", _ALL, _magnet),
        # last, as it goes round what all the others have planned to touch
        Fault("knock", "a knock against the table", _ALL, _knock),
        Fault("stuck-open", "a reed that is dead", _ALL, breaks=_stuck_open),
        Fault("stuck-closed", "a reed that is always closed", _ALL, breaks=_stuck_closed),
    )
}
