"""How many random games a second and a core, beside the games of PettingZoo and OpenSpiel, and how
simulation grows with processes.

    pip install --group dev -e '.[simulation]'
    python tests/benchmarks/simulation.py               # all of it, some two minutes
    python tests/benchmarks/simulation.py --rounds 9 --seconds 1
    python tests/benchmarks/simulation.py --cluster tcp://127.0.0.1:8786    # with its workers

Each round plays random games for a while with every engine in turn, so that a slow spell of the
machine hits all of them; medians over the rounds follow. "engine" is a rule engine alone, a random
move out of its lazy sequence; "PettingZoo" and "OpenSpiel" are games behind that interface, ours
and their own (chess and connect four; those of OpenSpiel are C++, "python_tic_tac_toe" is not).
Then games of level 1 are simulated by one process and by more, as ``speeltafel simulate`` does it,
and what a game costs on the wire to a cluster is counted: its task and its row, as they are sent.
"""

import argparse
import os
import pickle
import random
import statistics
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from time import perf_counter
from typing import Any

import numpy as np
import pyspiel
from open_spiel.python.games import tic_tac_toe  # noqa: F401  # registers itself
from pettingzoo.classic import chess_v6, connect_four_v3
from rich.console import Console
from rich.progress import track
from rich.table import Table

from firmware.learning.environment import GameEnvironment
from firmware.learning.openspiel import PREFIX
from firmware.simulation.mass.game import Batch, Wanted, play_batch
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.workers import play_beside, play_here
from rules import NAMES, find_game, load_nothing

LONGEST = 400  # plies of a random game
PAUSE = 4000  # milliseconds from move to move, where there is a clock
THEIRS = ("chess", "connect_four", "backgammon", "python_tic_tac_toe")  # games of OpenSpiel

Game = Callable[[random.Random], int]
"""Plays one random game and returns its moves."""


def of_engine(name: str) -> Game:
    """A game of ours, by its engine alone."""
    rules = find_game(name)
    start = rules.start(rules.players[0])

    def play(rng: random.Random) -> int:
        position = start
        while position.plies < LONGEST and (moves := position.legal_moves()):
            position = position.play(moves[int(rng.random() * len(moves))]).later(PAUSE)
        return position.plies

    return play


def of_pettingzoo(environment: Any) -> Game:
    """A game behind the interface of PettingZoo."""

    def play(rng: random.Random) -> int:
        environment.reset(seed=rng.randrange(2**31))
        moves = 0
        for _ in environment.agent_iter():
            seen, _, terminated, truncated, _ = environment.last()
            if terminated or truncated:
                break
            legal = np.flatnonzero(seen["action_mask"])
            environment.step(int(legal[int(rng.random() * len(legal))]))
            moves += 1
        return moves

    return play


def of_openspiel(game: Any) -> Game:
    """A game behind the interface of OpenSpiel."""

    def play(rng: random.Random) -> int:
        state = game.new_initial_state()
        moves = 0
        while not state.is_terminal() and moves < LONGEST:
            legal = state.legal_actions()
            state.apply_action(legal[int(rng.random() * len(legal))])
            moves += 1
        return moves

    return play


def contestants() -> Iterator[tuple[str, str, Game]]:
    """Every game by the interface that it is behind, its name, and how it is played."""
    for name in NAMES:
        yield "engine", name, of_engine(name)
    for name in NAMES:
        yield "PettingZoo", name, of_pettingzoo(GameEnvironment(name))
    yield "PettingZoo", "chess_v6", of_pettingzoo(chess_v6.raw_env())
    yield "PettingZoo", "connect_four_v3", of_pettingzoo(connect_four_v3.raw_env())
    for name in NAMES:
        yield "OpenSpiel", name, of_openspiel(pyspiel.load_game(PREFIX + name))
    for name in THEIRS:
        yield "OpenSpiel", name, of_openspiel(pyspiel.load_game(name))


def rates(play: Game, seconds: float, seed: int) -> tuple[float, float]:
    """Games and moves a second, of as many whole games as begin within the seconds."""
    rng = random.Random(seed)
    games = moves = 0
    begun = perf_counter()
    while (passed := perf_counter() - begun) < seconds:
        moves += play(rng)
        games += 1
    return games / passed, moves / passed


def compare_engines(rounds: int, seconds: float) -> None:
    """Print the random games and moves a second of all games."""
    found = list(contestants())
    measured: list[list[tuple[float, float]]] = [[] for _ in found]
    for number in track(range(rounds), "random games", transient=True):
        for (_, _, play), own in zip(found, measured, strict=True):
            own.append(rates(play, seconds, number))
    table = Table(title=f"random games on one core, medians of {rounds} rounds")
    table.add_column("behind")
    table.add_column("game")
    table.add_column("games a second", justify="right")
    table.add_column("moves a second", justify="right")
    for (behind, name, _), own in zip(found, measured, strict=True):
        games, moves = (statistics.median(values) for values in zip(*own, strict=True))
        table.add_row(behind, name, f"{games:,.0f}", f"{moves:,.0f}")
    Console().print(table)


def time_of(batches: Iterable[Batch], plan: Plan) -> float:
    """Games a second, from when the first batch is there, so that no start is counted."""
    running = iter(batches)
    done = 0
    next(running)
    begun = perf_counter()
    for batch in running:
        done += len(batch.played)
    assert done < plan.games
    return done / (perf_counter() - begun)


def show_scaling(game: str, games: int, processes: int, cluster: str | None) -> None:
    """Print the games a second of one process and of more, and of a cluster's workers."""
    table = Table(title=f"{game}: {games} games of level 1")
    for column in ("who plays", "games a second", "times one process"):
        table.add_column(column, justify="right")
    plan = Plan.checked(
        game, (1,) * find_game(game).players[0], games, seed=0, options={}, compared={},
        load=load_nothing,
    )  # fmt: skip
    alone = 0.0
    ways: dict[str, Any] = {"this process": play_here}
    ways |= {f"{n} processes": partial(play_beside, jobs=n) for n in (1, 2, 4, 8) if n <= processes}
    if cluster is not None:
        from firmware.simulation.mass.cluster import play_on_cluster  # noqa: PLC0415

        ways["cluster"] = partial(play_on_cluster, address=cluster)
    for name, way in ways.items():
        rate = time_of(way(plan, plan.tasks, Wanted()), plan)
        alone = alone or rate
        table.add_row(name, f"{rate:.1f}", f"{rate / alone:.2f}")
    Console().print(table)


def show_wire(game: str) -> None:
    """Print what a game costs on the wire to a cluster, in batches of some sizes."""
    plan = Plan.checked(
        game, (1,) * find_game(game).players[0], 100, seed=0, options={}, compared={},
        load=load_nothing,
    )  # fmt: skip
    for size in (1, 10, 100):
        tasks = list(islice(plan.tasks, size))
        sent = len(pickle.dumps((play_batch, plan, tasks, Wanted())))
        back = len(pickle.dumps(play_batch(plan, tasks, Wanted())))
        print(
            f"{game}: {size} games in a batch: {sent / size:.0f} bytes to the worker and "
            f"{back / size:.0f} back for each game"
        )


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=0.5, help="of each engine in a round")
    parser.add_argument("--game", choices=NAMES, default="hourglass", help="for scaling")
    parser.add_argument("--games", type=int, default=600, help="for scaling")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--cluster", metavar="tcp://HOST:PORT")
    chosen = parser.parse_args()
    if chosen.rounds:
        compare_engines(chosen.rounds, chosen.seconds)
    show_scaling(chosen.game, chosen.games, chosen.processes, chosen.cluster)
    show_wire(chosen.game)


if __name__ == "__main__":
    main()
