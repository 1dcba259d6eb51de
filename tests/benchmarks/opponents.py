"""How strong are the computer opponents? Matches and a ladder of their levels.

    python tests/benchmarks/opponents.py                       # every game: the ladder, and the
                                                               # best level against the yardstick
    python tests/benchmarks/opponents.py revolution --games 40
    python tests/benchmarks/opponents.py manoeuvre 4 --match 5 yardstick
    python tests/benchmarks/opponents.py forum_romanum 2 --match 200 200/hand

A player is a level (1-5), a number of simulations without noise (6 or more), either with ``/hand``
for the weights set by hand, ``yardstick`` (see yardstick.py) or ``random``. One player of the
first kind sits in each seat in turn, the others in all other seats, and the same number of games
begins from each seat. Shares of a win with Wilson's interval of 95 % follow; a draw is divided. In
Hourglass a move comes every four seconds, and games are played with `stalling` and `turn` as on a
screen. The first moves are drawn, the same for each seat, so that no game is played twice.
"""

import argparse
import math
import random
from collections.abc import Callable
from time import perf_counter

from rich.console import Console
from rich.table import Table
from yardstick import choose

from firmware.opponents import LEVELS, Search, find_evaluation, result
from rules import NAMES, Move, Position, find_game

OPENING = {"revolution": 4, "hourglass": 5, "forum_romanum": 8, "manoeuvre": 0}  # moves drawn
OPTIONS = {"hourglass": {"stalling": "passes", "turn": "20"}}
LONGEST = 400  # plies after which a game is stopped, or its players agree

Player = Callable[[Position, random.Random], Move]


def player(text: str, game: str, seats: int) -> Player:
    """The player that a text describes."""
    if text == "yardstick":
        return lambda position, rng: choose(position, game, rng)
    if text == "random":
        return lambda position, rng: rng.choice(position.legal_moves())
    strength, _, weights = text.partition("/")
    number = int(strength)
    simulations, noise = LEVELS.get(number) or (number, 0.0)
    evaluation = find_evaluation(game, seats, by_hand=weights == "hand")

    def think(position: Position, rng: random.Random) -> Move:
        search = Search(position, evaluation, rng, noise)
        search.run(simulations)
        return search.best

    return think


def play(game: str, players: list[Player], number: int, seed: int) -> tuple[list[float], int]:
    """The shares of each seat in one game, and its plies."""
    rules = find_game(game)
    rng = random.Random(f"{seed}/{number}")
    opening = random.Random(f"{seed}/{number // len(players)}")
    options = rules.draw_options(OPTIONS.get(game, {}), opening)
    position = rules.start(len(players), options)
    evaluation = find_evaluation(game, len(players))
    while position.to_move is not None and position.plies < LONGEST:
        moves = position.legal_moves()
        if not moves:
            position = position.later(1000)
            continue
        if position.chance or position.plies < OPENING[game]:
            move = opening.choice(moves)
        else:
            move = players[evaluation.mover(position)](position, rng)
        position = evaluation.after(position, move)
    return won(position, game), position.plies


def won(position: Position, game: str) -> list[float]:
    """The shares of a game that is over, or was stopped: by agreement where that can be."""
    if position.to_move is not None and game == "forum_romanum":
        position = position.play("agree")  # FR-16
    if position.to_move is not None:
        return [1 / len(position.seats)] * len(position.seats)
    return list(result(position))


def wilson(won: float, games: int) -> tuple[float, float]:
    """Wilson's interval of 95 % for a share."""
    z = 1.96
    share = won / games
    middle = (share + z * z / (2 * games)) / (1 + z * z / games)
    half = z * math.sqrt(share * (1 - share) / games + z * z / (4 * games**2))
    half /= 1 + z * z / games
    return middle - half, middle + half


def match(game: str, seats: int, pair: tuple[str, str], games: int, seed: int) -> float:
    """Play a match between two kinds of players, print its row, and return what the first won."""
    one, other = pair
    first, second = player(one, game, seats), player(other, game, seats)
    shares_won, plies = 0.0, 0
    games -= games % seats
    begun = perf_counter()
    for number in range(games):
        seat = number % seats
        players = [first if at == seat else second for at in range(seats)]
        shares, length = play(game, players, number, seed)
        shares_won += shares[seat]
        plies += length
    low, high = wilson(shares_won, games)
    print(
        f"{game} {seats}: {one} against {other}: {shares_won / games:.0%} "
        f"[{low:.0%}-{high:.0%}] of {games}; par {1 / seats:.0%}; {plies / games:.0f} plies, "
        f"{(perf_counter() - begun) / games:.1f} s a game",
        flush=True,
    )
    return shares_won / games


def ladder(game: str, seats: int, games: int, seed: int) -> None:
    """Print what each level wins against the level below, and the difference in Elo."""
    table = Table(title=f"{game}, {seats} players")
    for column in ("level", "simulations", "against the level below", "Elo above level 1"):
        table.add_column(column, justify="right")
    elo = 0.0
    table.add_row("1", str(LEVELS[1].simulations), "", "0")
    for level in list(LEVELS)[1:]:
        share = match(game, seats, (str(level), str(level - 1)), games, seed)
        par = share / (share + (1 - share) / (seats - 1))  # as if against one of the others
        par = min(max(par, 0.5 / games), 1 - 0.5 / games)
        elo += 400 * math.log10(par / (1 - par))
        table.add_row(str(level), str(LEVELS[level].simulations), f"{share:.0%}", f"{elo:.0f}")
    Console().print(table)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", choices=NAMES)
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--match", nargs=2, metavar="PLAYER")
    chosen = parser.parse_args()
    for game in [chosen.game] if chosen.game else NAMES:
        numbers = {2, 4} & set(find_game(game).players)
        for seats in [chosen.players] if chosen.players else sorted(numbers):
            if chosen.match:
                match(game, seats, tuple(chosen.match), chosen.games, chosen.seed)
            else:
                match(game, seats, ("5", "yardstick"), chosen.games, chosen.seed)
                ladder(game, seats, chosen.games, chosen.seed)


if __name__ == "__main__":
    main()
