"""Slips of people, as changes to players' plans: ``demo --faults`` has them.

Each slip draws from the players' own random numbers, so that a seed gives the same game again. A
plan in which a slip cannot happen stays unchanged.
"""

from firmware.games import Gesture
from firmware.games.kit import find_kit
from firmware.sensing.events import Key, Kind, Touch
from firmware.simulation.plans import Action, Plan
from firmware.simulation.players import Scene, Slip
from firmware.words import told
from hal import REEDS, Cells, cells_of, members, one_cell, reeds_of, tilt
from rules import MalformedError
from wiring import COLUMNS, ROWS

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
    if len(plan.moves) != 1 or any(isinstance(one, Key) for one in plan.actions):
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
    ]
    if not others:
        return plan
    other = rng.choice(others)
    target = members(reeds_of(other.flips & ~closed))[0]
    last = max(one.at for one in plan.actions)
    left = last + rng.randint(400, 1000) * _MS
    arrives = left + rng.randint(150, 500) * _MS
    again: list[Action] = []
    for one in plan.actions:
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
            actions=tuple(one._replace(cell=other[one.cell]) if isinstance(one, Touch) else one for one in plan.actions)
        )
    touches = plan.touches(*Kind)
    if len(touches) != len(plan.actions) or len(touches) < 2:
        return plan
    times = sorted(one.at for one in touches)
    rng.shuffle(touches)
    moved = sorted((one for one in touches if one.kind is not Kind.PRESS), key=lambda one: one.at)
    ordered = [one if one.kind is Kind.PRESS else moved.pop(0) for one in touches]
    actions = [one._replace(at=at) for one, at in zip(ordered, times, strict=True)]
    return plan._replace(actions=tuple(actions), ends=(times[-1],))


def illegal(plan: Plan, scene: Scene) -> Plan:
    """Move a piece first to an illegal cell, wait until the table refuses, and move it back."""
    players, closed = scene.players, scene.closed
    gestures = list(players.adapter.gestures(scene.position, closed))
    legal = {reeds_of(gesture.flips) for gesture in gestures}
    standing = members(reeds_of(closed & ~scene.recent))
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
    actions = [
        Touch(up, Kind.LIFT, start),
        Touch(down, Kind.PLACE, end),
        Touch(left, Kind.LIFT, end),
        Touch(back, Kind.PLACE, start),
    ]
    if closed & tilt(start):
        actions += [Touch(up, Kind.B_UP, start), Touch(back, Kind.A_UP, start)]
    return plan.delayed(0, again - up).adding(*actions)


def nudge(plan: Plan, scene: Scene) -> Plan:
    """Lift a piece and put it back before the move."""
    rng = scene.rng
    standing = members(reeds_of(scene.closed))
    if not standing or not plan.actions:
        return plan
    cell = rng.choice(standing)
    up = plan.begin
    down = up + rng.randint(80, 500) * _MS
    begin = max(down, up + 210 * _MS) + rng.randint(150, 500) * _MS
    later = plan.delayed(0, begin - up)
    return later.adding(*up_and_down(cell, up, down, scene))


def bump(plan: Plan, scene: Scene) -> Plan:
    """Knock up one or two pieces that have no part in the move, and put them right.

    Mostly they are neighbours of the hand, now and then others (a sleeve is long): while the move
    is made, or from 300 ms before to 300 ms after its end.
    """
    rng = scene.rng
    standing = scene.standing(plan)
    if not standing or not plan.cells:  # a plan of keys alone
        return plan
    near = [cell for cell in standing if distance(cell, plan.cells) <= 1]
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
        plan = plan.adding(*up_and_down(cell, up, down, scene))
        up += rng.randint(0, 60) * _MS
    return plan


def aside(plan: Plan, scene: Scene) -> Plan:
    """Take one or two pieces in the hand for 0.5-2.5 s, look at them and put them back."""
    rng = scene.rng
    standing = members(reeds_of(scene.closed & ~scene.recent))
    if not standing or not plan.actions:
        return plan
    up = plan.begin
    looked_at = rng.sample(standing, min(rng.randint(1, 2), len(standing)))
    down = up + rng.randint(500, 2500) * _MS
    plan = plan.delayed(0, down + rng.randint(300, 1500) * _MS - up)
    for cell in looked_at:
        plan = plan.adding(*up_and_down(cell, up, down, scene))
    return plan


def as_made(gesture: Gesture, plan: Plan) -> bool:
    """Whether a plan makes this gesture, beside any other touches."""
    cells = cells_of(gesture.flips)
    return not cells & ~plan.cells and gesture.presses == plan.touched(Kind.PRESS)


def up_and_down(cell: int, up: int, down: int, scene: Scene) -> list[Action]:
    """Return the touches that lift a piece and put it back as it was."""
    if scene.closed & tilt(cell):
        down = max(down, up + 210 * _MS)  # the chatter of one turn is over before the next
    actions: list[Action] = [Touch(up, Kind.LIFT, cell), Touch(down, Kind.PLACE, cell)]
    if scene.closed & tilt(cell):
        actions += [Touch(up, Kind.B_UP, cell), Touch(down, Kind.A_UP, cell)]
    return actions


def arrival(plan: Plan) -> Touch | None:
    """Return the touch that puts down the piece of a single move. None for other plans."""
    placed = plan.touches(Kind.PLACE)
    return placed[0] if len(placed) == len(plan.moves) == 1 else None


def distance(cell: int, cells: Cells) -> int:
    """Return the distance in fields to the nearest of some cells, as a king goes in chess."""
    row, column = divmod(cell, COLUMNS)
    return min(max(abs(row - r), abs(column - c)) for r, c in (divmod(other, COLUMNS) for other in members(cells)))


def free_cells(plan: Plan, scene: Scene) -> Cells:
    """Return the cells of the game with no piece on them, no part in a plan and no fault."""
    adapter = scene.players.adapter
    taken = reeds_of(scene.closed) | scene.players.standing | plan.cells
    return reeds_of(adapter.places) & ~taken


def around(cell: int) -> list[int]:
    """Return the cells that touch a cell, also at a corner."""
    row, column = divmod(cell, COLUMNS)
    return [
        COLUMNS * r + c
        for r in range(max(row - 1, 0), min(row + 2, ROWS))
        for c in range(max(column - 1, 0), min(column + 2, COLUMNS))
        if (r, c) != (row, column)
    ]


def _turned_in_place(plan: Plan) -> bool:
    """Whether a plan only turns pieces over in their own holes."""
    return plan.touched(Kind.LIFT) == plan.touched(Kind.PLACE)


def _one(cells: Cells) -> bool:
    return cells.bit_count() == 1


SLIPS: dict[str, tuple[Slip, str]] = {
    "order": (order, "any_order"),
    "pause": (pause, "slides"),
    "mind": (mind, ""),
    "bump": (bump, ""),
    "nudge": (nudge, ""),
    "illegal": (illegal, ""),
    "aside": (aside, ""),
}
"""The slips by name, in the order in which they combine, each with the trait that a game needs."""


def is_possible(trait: str, game: str) -> bool:
    """Whether the pieces of a game have a trait.

    trait: a field of :class:`~firmware.games.kit.Traits`, "" for any game, "slides" for pieces that
    can be slid over the table: hourglasses stand in holes.
    """
    traits = find_kit(game).traits
    return bool((traits._asdict() | {"": True, "slides": not traits.tilts})[trait])


def find_slips(names: str, game: str) -> dict[str, Slip]:
    """Return the slips of a list like ``mind,bump`` or ``all`` by name, in the order they combine in.

    Raises:
        MalformedError: a name is not a slip, or not a slip of this game.
    """
    possible = {name: slip for name, (slip, trait) in SLIPS.items() if is_possible(trait, game)}
    wanted = [name.strip() for name in names.split(",")]
    for name in wanted:
        if name not in (*possible, "all"):
            can = ", ".join(["all", *possible])
            raise MalformedError(
                told("there is no fault {name!r} in {game}, only {can}", name=name, game=game, can=can)
            )
    return {name: slip for name, slip in possible.items() if name in wanted or "all" in wanted}
