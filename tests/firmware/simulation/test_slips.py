"""What slips do to contacts: which ones move, when, and that all is as it should be in the end."""

import random
from functools import cache

import pytest
from support.at_table import NAMES
from support.hands.broken_parts import sticky_reeds
from support.hands.faults import FAULTS
from support.hands.faulty_table import FaultyTable
from support.hands.players import ClumsyPlayers
from support.nightly import nightly_but

from firmware.games import find_adapter
from firmware.sensing.events import Kind, Touch
from firmware.simulation.plans import Plan
from firmware.simulation.players import Scene
from hal import NO_CONTACTS, Cells, Contacts, Edge, Layer, reed, reeds_of
from rules import NAMES as GAMES
from rules import Position, find_game, make_header

MS = 1000
SHORTEST, MOVES = 30, 64
SEEDS = range(0, 50, 2)
SLIPS = (
    "drag",
    "press-twice",
    "wrong-stack",
    "both-hands",
    "burst",
    "domino",
    "nudges",
    "askew",
    "arm",
    "bracelet",
    "ponder",
    "sticky",
    "crossed",
    "back-two",
    "key-ahead",
    "aside",
    "phone",
    "flicker",
)
SELDOM = [
    ("forum_romanum", "crossed"),
    ("forum_romanum", "back-two"),
    ("manoeuvre", "back-two"),
    ("hourglass", "phone"),
]
POSSIBLE = [(g, slip) for slip in SLIPS for g in GAMES if FAULTS[slip].possible_in(g) and (g, slip) not in SELDOM]
SOME = nightly_but(POSSIBLE, *(one for one in POSSIBLE if one[0] == "manoeuvre"))


@cache
def played(game: str) -> tuple[ClumsyPlayers, list[tuple[Position, Contacts]]]:
    """People at a table, and the positions and closed contacts of a game played at random."""
    rng = random.Random(5)
    header = make_header(game, NAMES[: find_game(game).players[0]])
    start = header.start()
    adapter = find_adapter(start, game)
    players = ClumsyPlayers(FaultyTable(bounce=0), adapter, rng)
    players.sticky = sticky_reeds(adapter, start, rng)
    line: list[tuple[Position, Contacts]] = []
    while len(line) < SHORTEST:  # some games are over soon
        position, closed, line = start, adapter.start(start), []
        while position.outcome is None and len(line) < MOVES:
            closed &= ~adapter.loose(position, closed)
            line.append((position, closed))
            gesture = rng.choice(list(adapter.gestures(position, closed)))
            position = position.play(gesture.move).later(2000)
            closed ^= gesture.flips
    return players, line


def slip(game: str, name: str, seed: int) -> tuple[Plan, Plan, Scene]:
    """A plan in the middle of a game, what a slip makes of it, and the scene."""
    players, line = played(game)
    position, closed = line[4 + seed % (len(line) - 5)]
    players.reseed(f"{seed}")
    scene = Scene(position, closed, NO_CONTACTS, players)
    before = players.think(position, closed, 0)
    slips = FAULTS[name].slip
    assert slips is not None
    return before, slips(before, scene), scene


@cache
def slipped(game: str, name: str, seed: int) -> tuple[Plan, Plan, Scene]:
    return slip(game, name, seed)


def slips_of(name: str, game: str) -> list[tuple[Plan, Plan, Scene]]:
    """The plans that a slip has changed; there are some."""
    found = [slipped(game, name, seed) for seed in (SEEDS[::4] if name == "burst" else SEEDS)]
    changed = [one for one in found if one[0] != one[1]]
    assert changed
    return changed


def standing(plan: Plan, closed: Contacts) -> Cells:
    """The reeds that are closed when a plan is over."""
    for one in sorted(plan.actions, key=lambda one: one.at):
        if isinstance(one, Touch) and one.kind in (Kind.PLACE, Kind.LIFT):
            bit = reed(one.cell)
            closed = closed | bit if one.kind is Kind.PLACE else closed & ~bit
    return reeds_of(closed)


@pytest.mark.parametrize(("game", "name"), SOME)
def test_pieces_stand_in_the_end_as_the_moves_leave_them(game: str, name: str) -> None:
    for before, after, scene in slips_of(name, game):
        assert max(after.ends) <= after.done
        assert after.begin >= 0
        if after.moves == before.moves:
            assert standing(after, scene.closed) == standing(before, scene.closed)


@pytest.mark.parametrize(("game", "name"), SOME)
def test_the_same_seed_slips_in_the_same_way(game: str, name: str) -> None:
    assert all(slip(game, name, seed)[:2] == slipped(game, name, seed)[:2] for seed in SEEDS[::8])


def test_a_reed_without_a_magnet_does_not_flicker() -> None:
    table = FaultyTable(bounce=0)
    table.place(5, 0)
    table.feed(Edge(at * MS, Layer.REED, 5, closed=at % 100 == 0) for at in range(150, 1000, 50))
    table.lift(5, 500 * MS)
    table.clock.sleep_until(2000 * MS)
    table.scan()
    assert [edge.at // MS for edge in table.edges][-1] == 500
    assert not table.edges[-1].closed
