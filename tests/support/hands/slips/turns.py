"""Slips between two players: the next player is early, quick, or has a hand in this move."""

import random

from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import up_and_down
from hal import NO_CELLS, members, one_cell, reeds_of, tilt
from support.hands.slips.common import after, lift_and_place, may_be_own, next_plan

_MS = 1000  # microseconds


def next_lifts_early(plan: Plan, scene: Scene) -> Plan:
    """Let the next player lift a piece before this player has put down, and put down after."""
    rng = scene.rng
    first = lift_and_place(plan)
    following = next_plan(plan, scene) if first else None
    second = lift_and_place(following) if following else None
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


def crossed(plan: Plan, scene: Scene) -> Plan:
    """Let two hands lift before either puts down, and the second put down first.

    Where either piece may go to either field, nobody who did not see them can tell them apart.
    """
    rng = scene.rng
    first, following = lift_and_place(plan), next_plan(plan, scene)
    second = lift_and_place(following) if following else None
    if first is None or second is None or following is None or following.cells & plan.cells:
        return plan
    lifted = first[0].at + rng.randint(50, 600) * _MS
    there = following.delayed(0, lifted - second[0].at)
    ends = there.done + rng.randint(50, 400) * _MS
    return plan.delayed(first[1].at, max(ends - first[1].at, 0)).then(there)


def back_two(plan: Plan, scene: Scene) -> Plan:
    """Make this move and the next, put both pieces back in turn, press CONFIRM, and play on.

    A piece is in the hand for 0.5-3 s on its way back.
    """
    rng = scene.rng
    first, following = lift_and_place(plan), next_plan(plan, scene)
    second = lift_and_place(following) if following else None
    if first is None or second is None or following is None or following.cells & plan.cells:
        return plan
    if scene.position.chance:  # a die that is cast stays cast
        return plan
    actions, at = [*plan.actions, *following.actions], following.done
    for moved in (second, first):
        left = at + rng.randint(1500, 4000) * _MS
        at = left + rng.randint(500, 3000) * _MS
        actions += reversed_touches(moved, left, at, scene)
    confirmed = at + rng.randint(1500, 3000) * _MS
    begin = confirmed + rng.randint(800, 2000) * _MS
    return plan.delayed(0, begin - plan.begin).adding(*actions, Key(confirmed, "CONFIRM"))


def quick(plan: Plan, scene: Scene) -> Plan:
    """Let the next player's first touch come 50 ms after this player's last touch."""
    following = next_plan(plan, scene)
    if following is None:
        return plan
    return plan.then(following.delayed(0, plan.done + 50 * _MS - following.begin))


def burst(plan: Plan, scene: Scene) -> Plan:
    """Let three to eight moves follow this move at ten a second, as when friends race for fun.

    A move takes 40-70 ms, as the hands are there already and pieces skip from cell to cell; the
    next move is 20-60 ms behind.
    """
    rng = scene.rng
    here: Scene | None = scene
    whole = latest = _hurried(plan, plan.begin, rng)
    for _ in range(rng.randint(3, 8)):
        here = after(latest, here) if here is not None else None
        if here is None:
            break
        latest = scene.players.think(here.position, here.closed, whole.done)
        latest = _hurried(latest, whole.done + rng.randint(20, 60) * _MS, rng)
        whole = whole.then(latest)
    return whole


def _hurried(plan: Plan, begin: int, rng: random.Random) -> Plan:
    """Return the same plan from `begin` (microseconds) on, over within 40-70 ms."""
    first, whole = plan.begin, max(plan.done - plan.begin, 1)
    lasts = min(rng.randint(40, 70) * _MS, whole)
    actions = [one._replace(at=begin + (one.at - first) * lasts // whole) for one in plan.actions]
    ends = tuple(begin + (end - first) * lasts // whole for end in plan.ends)
    return plan._replace(actions=tuple(actions), ends=ends)


def both_hands(plan: Plan, scene: Scene) -> Plan:
    """Let two hands be at work at once: a hand of the next player, or both hands of this player.

    The next move begins at any time of this move and ends 50-400 ms after it, where its touches
    cannot be this move. Or the other hand takes up a piece, out of the way or to look under it, and
    puts it back up to 600 ms after the move.
    """
    rng = scene.rng
    if not plan.cells or len(plan.ends) != 1:
        return plan
    there = after(plan, scene) if rng.random() < 0.5 else None
    following = None
    if there is not None:
        following = scene.players.think(there.position, there.closed, plan.done)
    apart = plan.cells
    if (
        following is not None
        and following.cells
        and not following.cells & apart
        and not may_be_own(following, plan, scene)
    ):
        begins = rng.randint(plan.begin, plan.done)
        following = following.delayed(0, begins - following.begin)
        last = max(one.at for one in following.actions)
        ends = plan.done + rng.randint(50, 400) * _MS
        return plan.then(following.delayed(last, max(ends - last, 0)))
    standing = scene.standing(plan)
    if not standing:
        return plan
    up = rng.randint(plan.begin, plan.done)
    down = max(plan.done + rng.randint(50, 600) * _MS, up + 100 * _MS)
    return plan.adding(*up_and_down(rng.choice(standing), up, down, scene))


def ponder(plan: Plan, scene: Scene) -> Plan:
    """Take up a piece, think for 20-90 s with it in the hand, put it back and move another piece.

    Where sand runs meanwhile, they think of a new move if this one cannot be made any more.
    """
    players, closed = scene.players, scene.closed
    rng = players.rng
    usable = NO_CELLS
    for gesture in players.adapter.gestures(scene.position, closed):
        usable |= reeds_of(gesture.flips & closed)
    held = members(usable & ~plan.cells)
    if not held or len(plan.moves) != 1:
        return plan
    up = plan.begin
    down = players.pause(up, 20, 90)
    begin = players.pause(down, 0.3, 1.5)
    position = scene.position.later((begin - up) // _MS)
    if position.outcome is not None:
        return plan
    made = plan
    if plan.moves[0] not in position.legal_moves():
        made = players.think(position, closed, down)
    piece = rng.choice(held)
    if made.cells & one_cell(piece):
        return plan
    return made.delayed(0, begin - made.begin).adding(*up_and_down(piece, up, down, scene))


def early(plan: Plan, scene: Scene) -> Plan:
    """Let the next player play first; then this player plays, or the other takes it back.

    The plan stays as it is where the early touches alone are a move of this player, as the two
    could not be told apart.
    """
    players = scene.players
    following = next_plan(plan, scene)
    if following is None or following.cells & plan.cells:
        return plan
    changed, pressed = following.touched(Kind.LIFT, Kind.PLACE), following.touched(Kind.PRESS)
    if not changed or len(following.touches(*Kind)) < len(following.actions):
        return plan
    for own in players.adapter.gestures(scene.position, scene.closed):
        if reeds_of(own.flips) == changed or own.presses & pressed:
            return plan
    first = following.delayed(0, plan.begin - following.begin)
    moved = lift_and_place(first)
    if moved is not None and players.rng.random() < 1 / 3:
        left = players.pause(first.done, 1.5, 2)
        back = players.pause(left, 0.2, 0.6)
        again = reversed_touches(moved, left, back, scene)
        begin = players.pause(max(one.at for one in again), 0.3, 0.8)
        return plan.delayed(0, begin - plan.begin).adding(*first.actions, *again)
    asked = players.rng.random() < 0.5
    begin = players.pause(first.done, *((1.5, 2.5) if asked else (0.3, 0.8)))
    later = plan.delayed(0, begin - plan.begin)
    return later.then(first._replace(ends=(later.done,)))


def reversed_touches(moved: tuple[Touch, Touch], left: int, back: int, scene: Scene) -> tuple[Touch, ...]:
    """Return the touches that move a piece back as it stood: up at `left`, down at `back`."""
    start, end = moved[0].cell, moved[1].cell
    turned = Kind.A_UP if scene.closed & tilt(start) else Kind.B_UP
    return (
        Touch(left, Kind.LIFT, end),
        Touch(left + 50 * _MS, Kind.B_UP, end),
        Touch(back, Kind.PLACE, start),
        Touch(back, turned, start),
    )
