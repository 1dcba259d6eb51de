"""How strong are the computer opponents? Matches and a ladder of their levels.

    python tests/benchmarks/opponents.py                       # every game: the ladder, and the
                                                               # best level against the yardstick
    python tests/benchmarks/opponents.py revolution --games 40
    python tests/benchmarks/opponents.py manoeuvre 4 --match 5 yardstick
    python tests/benchmarks/opponents.py forum_romanum 2 --match 200 200/hand
    python tests/benchmarks/opponents.py revolution --match 100 100/openspiel --games 20
    python tests/benchmarks/opponents.py hourglass --match 5 same/uct --games 20 --out games.csv

A player is a level (1-5), a number of simulations without noise (6 or more), either with ``/hand``
for the weights set by hand, a number with ``/openspiel`` for OpenSpiel's own search with as many
simulations (see peers.py), seconds of processor time a move with ``/uct`` for a textbook search
with a short evaluation, for two (see uct.py), ``same/uct`` for as many as the other has taken for a
move so far, in the mean, ``yardstick`` (see yardstick.py) or ``random``. One
player of the first kind sits in each seat in turn, the others in all other seats, and the same
number of games begins from each seat. Shares of a win with Wilson's interval of 95 % follow; a draw
is divided. In Hourglass a move comes every four seconds, and games are played with `stalling` and
`turn` as on a screen. The first moves are drawn, the same for each seat, so that no game is played
twice; in Hourglass only so many that no glass is lost (one that has just been turned has no sand
for a second turn). With ``--out`` each game of a match is appended to a file, and one that is in it
already is not played again.
"""

import argparse
import csv
import math
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from time import process_time

from rich.console import Console
from rich.table import Table
from uct import uct_player
from yardstick import choose

from firmware.opponents import (
    LEVELS,
    Level,
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

OPENING = {"revolution": 4, "hourglass": 3, "forum_romanum": 8, "manoeuvre": 0}  # moves drawn
OPTIONS = {"hourglass": {"stalling": "passes", "turn": "20"}}
LONGEST = 400  # plies after which a game is stopped, or its players agree
FIRST = 0.3  # seconds for the first move of who takes as long as the other, which has not moved yet

Player = Callable[[Position], Move]


class Stopwatch:
    """Measures the processor time that a player takes where there is a choice."""

    def __init__(self) -> None:
        self.seconds, self.moves = 0.0, 0

    @property
    def mean(self) -> float:
        """The seconds of a move."""
        return self.seconds / self.moves if self.moves else FIRST

    def timed(self, choose: Player) -> Player:
        """The same player, measured."""

        def think(position: Position) -> Move:
            begun = process_time()
            move = choose(position)
            if len(position.legal_moves()) > 1:
                self.seconds += process_time() - begun
                self.moves += 1
            return move

        return think


def player(text: str, game: str, seats: int, rng: random.Random, other: Stopwatch) -> Player:
    """The player that a text describes; `other` has measured who plays against it."""
    if text == "yardstick":
        return lambda position: choose(position, game, rng)
    if text == "random":
        return lambda position: rng.choice(position.legal_moves())
    strength, _, kind = text.partition("/")
    if kind == "uct":
        return uct_player(lambda: other.mean if strength == "same" else float(strength), rng)
    number = int(strength)
    if kind == "openspiel":
        from peers import openspiel_player  # it needs OpenSpiel

        return openspiel_player(game, seats, number, rng)
    level = find_level(game, number) if number in LEVELS else Level(number, 0.0)
    evaluation = find_evaluation(game, seats, by_hand=kind == "hand")

    def think(position: Position) -> Move:
        search = Search(position, evaluation, rng, level)
        search.run(level.simulations)
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


def match(game: str, seats: int, pair: tuple[str, str], games: int, seed: int, *, out: Path | None = None) -> float:
    """Play a match between two kinds of players, print its row, and return what the first won."""
    one, other = pair
    won, plies, taken = 0.0, 0, [0.0, 0.0]
    games -= games % seats
    known = Kept(out, 6)
    for number in range(games):
        key = (game, str(seats), one, other, str(seed), str(number))
        if key not in known:
            known.add(key, _played_once(game, seats, pair, number, seed))
        share, length, *seconds = known[key]
        won += share
        plies += int(length)
        taken = [sum(pair) for pair in zip(taken, seconds, strict=True)]
    probability, low, high = wilson(won, games)
    print(
        f"{game} {seats}: {one} against {other}: {probability:.0%} "
        f"[{low:.0%}-{high:.0%}] of {games}; par {1 / seats:.0%}; {plies / games:.0f} plies, "
        f"{taken[0] / games:.3f} and {taken[1] / games:.3f} s a move",
        flush=True,
    )
    return probability


def _played_once(game: str, seats: int, pair: tuple[str, str], number: int, seed: int) -> tuple[float, ...]:
    """What the first of a pair gets in one game, its plies, and the seconds a move of each."""
    watches = Stopwatch(), Stopwatch()
    first, second = (
        own.timed(player(text, game, seats, random.Random(f"{seed}/{text}/{number}"), other))
        for text, own, other in zip(pair, watches, reversed(watches), strict=True)
    )
    seat = number % seats
    players = [first if at == seat else second for at in range(seats)]
    probabilities, length = play(game, players, number, str(seed))
    return (probabilities[seat], length, *(round(watch.mean, 4) for watch in watches))


class Kept(dict[tuple[str, ...], tuple[float, ...]]):
    """Games that were played, by so many words, and their numbers, as a file keeps them.

    file: None for nowhere.
    """

    def __init__(self, file: Path | None, words: int) -> None:
        super().__init__()
        self._file = file
        if file is not None and file.exists():
            with file.open(encoding="utf-8", newline="") as rows:
                self |= {tuple(row[:words]): tuple(map(float, row[words:])) for row in csv.reader(rows)}

    def add(self, key: tuple[str, ...], numbers: tuple[float, ...]) -> None:
        """Keep a game."""
        self[key] = numbers
        if self._file is not None:
            with self._file.open("a", encoding="utf-8", newline="") as file:
                csv.writer(file).writerow([*key, *numbers])


def ladder(game: str, seats: int, games: int, seed: int) -> None:
    """Print what each level wins against the level below, and the difference in Elo."""
    table = Table(title=f"{game}, {seats} players")
    for column in ("level", "simulations", "against the level below", "Elo above level 1"):
        table.add_column(column, justify="right")
    elo = 0.0
    table.add_row("1", str(find_level(game, 1).simulations), "", "0")
    for level in list(LEVELS)[1:]:
        probability = match(game, seats, (str(level), str(level - 1)), games, seed)
        par = probability / (probability + (1 - probability) / (seats - 1))  # as if against one of the others
        par = min(max(par, 0.5 / games), 1 - 0.5 / games)
        elo += 400 * math.log10(par / (1 - par))
        table.add_row(str(level), str(find_level(game, level).simulations), f"{probability:.0%}", f"{elo:.0f}")
    Console().print(table)


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("game", nargs="?", choices=NAMES)
    parser.add_argument("players", nargs="?", type=int)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--match", nargs=2, metavar="PLAYER")
    parser.add_argument("--out", type=Path)
    chosen = parser.parse_args()
    for game in [chosen.game] if chosen.game else NAMES:
        numbers = {2, 4} & set(find_game(game).players)
        for seats in [chosen.players] if chosen.players else sorted(numbers):
            if chosen.match:
                match(game, seats, tuple(chosen.match), chosen.games, chosen.seed, out=chosen.out)
            else:
                match(game, seats, ("5", "yardstick"), chosen.games, chosen.seed)
                ladder(game, seats, chosen.games, chosen.seed)


if __name__ == "__main__":
    main()
