"""Fault injection: slips of people and broken contacts, as changes to the plans of players.

Each fault draws from the players' own random numbers, so that a seed gives the same game again, and
leaves a plan as it is where the fault cannot happen in it.
"""

import random
from collections.abc import Callable
from typing import NamedTuple

from firmware.games import REEDS, AnyAdapter, Gesture, tilt
from firmware.games.capabilities import Traits, find_traits
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.players import Doing, Plan, Scene, Slip
from hal import CELLS, Edge, Layer, members
from rules import Position
from wiring import COLUMNS, ROWS

BOUNCE = 0.005  # seconds for which an ordinary contact bounces at most
_MS = 1000  # microseconds


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
    bounce: for how many seconds the contacts bounce. breaks: returns the edge that breaks a contact
    at the start of the game, None where no contact is broken.
    """

    name: str
    says: str
    slip: Slip | None = None
    possible_with: Callable[[Traits], bool] = _always
    bounce: float = BOUNCE
    breaks: Callable[[AnyAdapter, Position, random.Random], Edge] | None = None

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
            where = "" if game is None else f" in {game}"
            raise UnknownFaultError(
                f"there is no fault {name!r}{where}, only all, {', '.join(known)}"
            )
    return tuple(one for one in possible if one.name in wanted or "all" in wanted)


# Pieces on their way


def _slide(plan: Plan, scene: Scene) -> Plan:
    """Slide the piece to its place over one to three neighbouring cells."""
    rng = scene.players.rng
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
    """Put the piece down on a free cell on the way, and go on after a while."""
    rng = scene.players.rng
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


def _order(plan: Plan, scene: Scene) -> Plan:
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


def _nudge(plan: Plan, scene: Scene) -> Plan:
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


def _bump(plan: Plan, scene: Scene) -> Plan:
    """Knock up a piece that has no part in the move, and put it right."""
    rng = scene.players.rng
    standing = members(scene.picture & REEDS & ~plan.cells & ~scene.players.broken)
    if not standing:
        return plan
    cell = rng.choice(standing)
    up = rng.randint(plan.begin, max(plan.ends, default=plan.begin))
    down = up + rng.randint(100, 800) * _MS
    return plan.adding(*_up_and_down(cell, up, down, scene))


def _next_lifts_early(plan: Plan, scene: Scene) -> Plan:
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


def _quick(plan: Plan, scene: Scene) -> Plan:
    """Let the next player's first touch come 50 ms after this one's last."""
    following = _next(plan, scene)
    if following is None:
        return plan
    return plan.then(following.delayed(0, plan.done + 50 * _MS - following.begin))


def _illegal(plan: Plan, scene: Scene) -> Plan:
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


def _early(plan: Plan, scene: Scene) -> Plan:
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


def _magnet(plan: Plan, scene: Scene) -> Plan:
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


def _bleed(plan: Plan, scene: Scene) -> Plan:
    """Close a neighbouring reed for a moment, by the magnet of a piece that is put down."""
    rng = scene.players.rng
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


def _tilt(plan: Plan, scene: Scene) -> Plan:
    """Let tilt contacts chatter as long as they can, those of neighbouring pieces too."""
    rng = scene.players.rng
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


def _stuck_open(adapter: AnyAdapter, start: Position, rng: random.Random) -> Edge:
    """Return the edge that leaves a reed open: of a free cell, or under a piece at the start.

    Pieces that every first move needs are spared.
    """
    standing = members(adapter.start(start) & REEDS & ~_needed(adapter, start))
    free = members(adapter.places & REEDS & ~adapter.start(start))
    cells = standing if standing and rng.random() < 0.5 else free
    return Edge(0, Layer.REED, rng.choice(cells), closed=False)


def _stuck_closed(adapter: AnyAdapter, start: Position, rng: random.Random) -> Edge:
    """Return the edge that closes the reed of a free cell for good."""
    free = members(adapter.places & REEDS & ~adapter.start(start))
    return Edge(0, Layer.REED, rng.choice(free), closed=True)


def _needed(adapter: AnyAdapter, start: Position) -> int:
    """Return the set of cells that every first move needs."""
    needed = REEDS
    for gesture in adapter.gestures(start, adapter.start(start)):
        needed &= gesture.flips | gesture.flips >> CELLS
    return needed


# What these have in common


def _arrival(plan: Plan) -> Touch | None:
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
    return adapter.places & REEDS & ~scene.picture & ~plan.cells & ~scene.players.broken


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
    """Whether all that a plan does is turning pieces over in their own holes."""
    touches = [one for one in plan.doings if isinstance(one, Touch)]
    lifted = {one.cell for one in touches if one.kind is Kind.LIFT}
    return lifted == {one.cell for one in touches if one.kind is Kind.PLACE}


def _one(cells: int) -> bool:
    return cells != 0 and cells & cells - 1 == 0


FAULTS = {
    fault.name: fault
    for fault in (
        Fault("bounce", "contacts bounce for up to 15 ms", bounce=0.015),
        Fault("order", "the touches of a move in another order", _order, _if_any_order),
        Fault("slide", "a piece slid over other cells", _slide, _if_pieces_slide),
        Fault("pause", "a rest on a free cell on the way", _pause, _if_pieces_slide),
        Fault("mind", "a change of mind", _mind),
        Fault("bleed", "a neighbouring reed closes, too", _bleed),
        Fault("hands", "the next player lifts before this one puts down", _next_lifts_early),
        Fault("quick", "the next player follows within 50 ms", _quick),
        Fault("bump", "another piece knocked up and put right", _bump),
        Fault("tilt", "tilt contacts chatter, neighbours too", _tilt, _if_pieces_tilt),
        Fault("nudge", "a piece lifted and put back before the move", _nudge),
        Fault("illegal", "first a move that is none, put right", _illegal),
        Fault("early", "the next player plays before this one", _early),
        Fault("magnet", "a magnet put on a free field, taken off later", _magnet),
        # last, as it spares what all the others have planned to touch
        Fault("knock", "a knock against the table", _knock),
        Fault("stuck-open", "a reed that is dead", breaks=_stuck_open),
        Fault("stuck-closed", "a reed that is always closed", breaks=_stuck_closed),
    )
}
