"""Helpers of slips: the position after a plan, plans of other players, free cells."""

from firmware.sensing.events import Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from firmware.simulation.slips import around, as_made, free_cells
from hal import Cells, contacts_of, reeds_of
from support.hands.players import ClumsyPlayers


def lift_and_place(plan: Plan) -> tuple[Touch, Touch] | None:
    """Return the lift and the place of a plan that moves a single piece. None for other plans."""
    lifted, placed = plan.touches(Kind.LIFT), plan.touches(Kind.PLACE)
    other = len(plan.touches(*Kind)) < len(plan.actions) or plan.touches(Kind.PRESS)
    if other or not len(lifted) == len(placed) == 1:
        return None
    return (lifted[0], placed[0]) if lifted[0].cell != placed[0].cell else None


def after(plan: Plan, scene: Scene) -> Scene | None:
    """Return the scene after the move of a plan. None for other plans and at the end of the game.

    None, too, for a move that becomes legal only later, when sand has run, and for a plan with more
    presses than its gesture.
    """
    if len(plan.moves) != 1 or plan.moves[0] not in scene.position.legal_moves():
        return None
    ways = scene.players.ways(scene.position, scene.closed, plan.moves[0])
    made = next((gesture for gesture in ways if as_made(gesture, plan)), None)
    if made is None:
        return None
    position = scene.position.play(plan.moves[0])
    if position.outcome is not None:
        return None
    recent = contacts_of(plan.cells, plan.cells)
    return Scene(position, scene.closed ^ made.flips, recent, scene.players)


def next_plan(plan: Plan, scene: Scene) -> Plan | None:
    """Return the plan of the next player. None at the end of the game."""
    there = after(plan, scene)
    if there is None or there.position.to_move == scene.position.to_move:
        return None
    return scene.players.think(there.position, there.closed, plan.done)


def play_on(plan: Plan, scene: Scene, spared: Cells) -> Plan | None:
    """Return the plan of the next player meanwhile, on other cells than this move.

    spared: further cells that the plan must not touch. None where that cannot be.
    """
    following = next_plan(plan, scene)
    if following is None or following.cells & (plan.cells | spared):
        return None
    return following


def may_be_own(following: Plan, plan: Plan, scene: Scene) -> bool:
    """Whether the next player's places and presses may be a move of this player."""
    placed, pressed = following.touched(Kind.PLACE), following.touched(Kind.PRESS)
    lifted = (plan.cells | following.cells) & reeds_of(scene.closed)
    return any(
        reeds_of(own.flips & ~scene.closed) == placed
        and own.presses == pressed
        and not reeds_of(own.flips & scene.closed) & ~lifted
        for own in scene.players.adapter.gestures(scene.position, scene.closed)
    )


def free_around(cell: int, plan: Plan, scene: Scene) -> list[int]:
    """Return the free cells of the game that touch a cell."""
    free = free_cells(plan, scene)
    return [near for near in around(cell) if free >> near & 1]


def clumsy(scene: Scene) -> ClumsyPlayers:
    """Return the players of a scene, who know which contacts are broken."""
    assert isinstance(scene.players, ClumsyPlayers)
    return scene.players
