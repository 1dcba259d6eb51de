"""How many simulations take a second on a Raspberry Pi 4? From the time that they take here.

    python tests/benchmarks/thinking_time.py

A program whose time on a Pi 4 is published runs in turn with the search, so that a slow spell of
this machine hits both: `PI` below. Python 3.11 is taken to be `NEWER` times as fast as the one
there. The positions are those of a quick game in which there is a choice.
"""

import random
from time import process_time

from opponents import played

from firmware.opponents import Level, Search, find_evaluation, find_level
from rules import NAMES, Move, Position, find_game

# Seconds for so many steps of the benchmark nbody with the Python of 2020, on a Pi 4 at 1.5 GHz:
# https://chaitanyamehta.github.io/projects/performance-analysis-of-programming-languages
PI, STEPS = 158.3, 5_000_000
NEWER = 1.4
GIGAHERTZ = 1.8  # of a Pi 4 of today
BODIES = 5  # the sun and four planets
POSITIONS, PIECE = 12, 8_000  # steps after each position
QUICK = Level(4, 0.1)  # of the search that plays the games

Body = tuple[list[float], list[float], float]


def bodies() -> list[Body]:
    """Bodies on a circle; where they are does not matter for the time."""
    return [([float(n), n * 0.5, n * 0.1], [0.1 * n, -0.2, 0.05], 1e-3) for n in range(BODIES)]


def advance(all_: list[Body], pairs: list[tuple[Body, Body]], steps: int) -> None:
    """Let time pass, as the program of the benchmark does."""
    dt = 0.01
    for _ in range(steps):
        for ([x1, y1, z1], v1, m1), ([x2, y2, z2], v2, m2) in pairs:
            dx, dy, dz = x1 - x2, y1 - y2, z1 - z2
            magnitude = dt * ((dx * dx + dy * dy + dz * dz) ** -1.5)
            b1, b2 = m1 * magnitude, m2 * magnitude
            v1[0] -= dx * b2
            v1[1] -= dy * b2
            v1[2] -= dz * b2
            v2[0] += dx * b1
            v2[1] += dy * b1
            v2[2] += dz * b1
        for place, [vx, vy, vz], _m in all_:
            place[0] += dt * vx
            place[1] += dt * vy
            place[2] += dt * vz


def positions(game: str, seats: int) -> list[Position]:
    """Positions of a quick game."""
    evaluation, rng = find_evaluation(game, seats), random.Random(1)
    found: list[Position] = []

    def think(position: Position) -> Move:
        if len(position.legal_moves()) > 1:
            found.append(position)
        search = Search(position, evaluation, rng, QUICK)
        search.run(QUICK.simulations)
        return search.best

    for _ in played(game, seats, think, random.Random(1)):
        pass
    return found[:: max(1, len(found) // POSITIONS)]


def measure(game: str, seats: int) -> None:
    """Print what a number of players costs."""
    simulations = find_level(game, 5).simulations
    evaluation = find_evaluation(game, seats)
    all_ = bodies()
    pairs = [(one, other) for n, one in enumerate(all_) for other in all_[n + 1 :]]
    thought, most, stepped, some = 0.0, 0.0, 0.0, positions(game, seats)
    for position in some:
        search = Search(position, evaluation, random.Random(0))
        times = [process_time()]
        search.run(simulations)
        times.append(process_time())
        advance(all_, pairs, PIECE)
        times.append(process_time())
        thought += times[1] - times[0]
        most = max(most, times[1] - times[0])
        stepped += times[2] - times[1]
    there = PI / STEPS / NEWER * 1.5 / GIGAHERTZ  # seconds a step
    slower = there / (stepped / len(some) / PIECE)
    mean = thought / len(some)
    print(
        f"{game} {seats}: {simulations} simulations take {mean:.2f} s here, on a Pi 4 {slower:.1f} "
        f"times as much: {slower * mean:.2f} s, {slower * most:.2f} s at most",
        flush=True,
    )


if __name__ == "__main__":
    for name in NAMES:
        for number in {2, 4} & set(find_game(name).players):
            measure(name, number)
