"""How strong are the computer opponents? Matches and a ladder of their levels.

    python tests/benchmarks/opponents.py                       # every game: the ladder, and the
                                                               # best level against the yardstick
    python tests/benchmarks/opponents.py revolution --games 40
    python tests/benchmarks/opponents.py manoeuvre 4 --match 5 yardstick
    python tests/benchmarks/opponents.py forum_romanum 2 --match 200 200/hand
    python tests/benchmarks/opponents.py revolution --match 100 100/openspiel --games 20
    python tests/benchmarks/opponents.py hourglass --match 5 0.2/uct --games 20

A player is a level (1-5), a number of simulations without noise (6 or more), either with ``/hand``
for the weights set by hand, a number with ``/openspiel`` for OpenSpiel's own search with as many
simulations (see peers.py), seconds of processor time a move with ``/uct`` for a textbook search
with a short evaluation, for two (see uct.py), ``yardstick`` (see yardstick.py) or ``random``. One
player of the first kind sits in each seat in turn, the others in all other seats, and the same
number of games begins from each seat. Shares of a win with Wilson's interval of 95 % follow; a draw
is divided. In Hourglass a move comes every four seconds, and games are played with `stalling` and
`turn` as on a screen. The first moves are drawn, the same for each seat, so that no game is played
twice.
"""

import argparse
import math
import random
from collections.abc import Callable, Iterator
from time import perf_counter

from rich.console import Console
from rich.table import Table
from uct import uct_player
from yardstick import choose

from firmware.opponents import (
    LEVELS,
    Search,
    Turn,
    WinProbabilities,
    find_evaluation,
    find_level,
    play_on,
    probabilities_left,
)
from firmware.simulation.mass.statistics import wilson
from rules import NAMES, Move, Position, find_game

OPENING = {"revolution": 4, "hourglass": 5, "forum_romanum": 8, "manoeuvre": 0}  # moves drawn
OPTIONS = {"hourglass": {"stalling": "passes", "turn": "20"}}
LONGEST = 400  # plies after which a game is stopped, or its players agree

Player = Callable[[Position], Move]


def player(text: str, game: str, seats: int, rng: random.Random) -> Player:
    """The player that a text describes."""
    if text == "yardstick":
        return lambda position: choose(position, game, rng)
    if text == "random":
        return lambda position: rng.choice(position.legal_moves())
    strength, _, kind = text.partition("/")
    if kind == "uct":
        return uct_player(float(strength), rng)
    number = int(strength)
    if kind == "openspiel":
        from peers import openspiel_player  # noqa: PLC0415  # it needs OpenSpiel

        return openspiel_player(game, seats, number, rng)
    simulations, noise = find_level(game, number) if number in LEVELS else (number, 0.0)
    evaluation = find_evaluation(game, seats, by_hand=kind == "hand")

    def think(position: Position) -> Move:
        search = Search(position, evaluation, rng, noise)
        search.run(simulations)
        return search.best

    return think


def played(game: str, seats: int, choose: Player, opening: random.Random) -> Iterator[Turn]:
    """A game in which somebody chooses whatever is not drawn at the start or rolled."""
    rules = find_game(game)
    position = rules.start(seats, rules.draw_options(OPTIONS.get(game, {}), opening))

    def move(position: Position) -> Move:
        if is_drawn(position, game):
            return opening.choice(position.legal_moves())
        return choose(position)

    return play_on(position, find_evaluation(game, seats), move, LONGEST)


def is_drawn(position: Position, game: str) -> bool:
    """Whether nobody chooses here: a roll of the die, or one of the first moves."""
    return position.chance or position.plies < OPENING[game]


def play(game: str, players: list[Player], number: int, seed: str) -> tuple[WinProbabilities, int]:
    """The shares of each seat in one game, and its plies."""
    mover = find_evaluation(game, len(players)).mover
    opening = random.Random(f"{seed}/{number // len(players)}")
    for turn in played(game, len(players), lambda at: players[mover(at)](at), opening):
        last = turn.after
    return probabilities_left(last), last.plies


def match(game: str, seats: int, pair: tuple[str, str], games: int, seed: int) -> float:
    """Play a match between two kinds of players, print its row, and return what the first won."""
    one, other = pair
    rng = random.Random(f"{seed}/{one}/{other}")
    first, second = (player(text, game, seats, rng) for text in pair)
    won, plies = 0.0, 0
    games -= games % seats
    begun = perf_counter()
    for number in range(games):
        seat = number % seats
        players = [first if at == seat else second for at in range(seats)]
        probabilities, length = play(game, players, number, str(seed))
        won += probabilities[seat]
        plies += length
    probability, low, high = wilson(won, games)
    print(
        f"{game} {seats}: {one} against {other}: {probability:.0%} "
        f"[{low:.0%}-{high:.0%}] of {games}; par {1 / seats:.0%}; {plies / games:.0f} plies, "
        f"{(perf_counter() - begun) / games:.1f} s a game",
        flush=True,
    )
    return probability


def ladder(game: str, seats: int, games: int, seed: int) -> None:
    """Print what each level wins against the level below, and the difference in Elo."""
    table = Table(title=f"{game}, {seats} players")
    for column in ("level", "simulations", "against the level below", "Elo above level 1"):
        table.add_column(column, justify="right")
    elo = 0.0
    table.add_row("1", str(find_level(game, 1).simulations), "", "0")
    for level in list(LEVELS)[1:]:
        probability = match(game, seats, (str(level), str(level - 1)), games, seed)
        par = probability / (
            probability + (1 - probability) / (seats - 1)
        )  # as if against one of the others
        par = min(max(par, 0.5 / games), 1 - 0.5 / games)
        elo += 400 * math.log10(par / (1 - par))
        table.add_row(
            str(level), str(find_level(game, level).simulations), f"{probability:.0%}", f"{elo:.0f}"
        )
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
