"""What a player that looks one move ahead chooses."""

import random
from pathlib import Path

import pytest

from firmware.opponents import choose, find_taste
from rules import NAMES, Position, find_game

GAMES = Path(__file__).parents[2] / "data" / "greedy_choices.txt"


def after(game: str, moves: str, players: int = 2) -> Position:
    position = find_game(game).start(players)
    for move in moves.split(";") if moves else ():
        position = position.play(move.strip())
    return position


@pytest.mark.parametrize("line", GAMES.read_text("utf-8").splitlines(), ids=lambda line: line[:16])
def test_a_seed_gives_the_same_game_in_every_version(line: str) -> None:
    name, _, moves = line.partition(": ")
    game, seed = name.split()
    rng = random.Random(int(seed))
    played: list[str] = []
    position: Position = find_game(game).start(find_game(game).players[0])
    while position.outcome is None and len(played) < 60:
        position = position.later(rng.randrange(3000))
        if position.outcome is None:
            played.append(position.written(choose(position, game, rng)))
            position = position.play(played[-1])
    assert played == moves.split("; ")


def test_the_move_that_gains_most_is_chosen() -> None:
    position = after("forum_romanum", "y@f5;b@a1;r@g5;y@f4;b@b2;r@g4;y@f3;b@c3;r@d1", players=3)
    assert position.to_move == "1"
    move = choose(position, "forum_romanum", random.Random(0))
    best = max(position.play(one).scores()["1"] for one in position.legal_moves())
    assert position.play(move).scores()["1"] == best > position.scores()["1"]


def test_only_the_allowed_moves_are_chosen() -> None:
    position = after("forum_romanum", "", players=3)
    chosen = {
        choose(position, "forum_romanum", random.Random(seed), ("y@a1", "y@g7"))
        for seed in range(20)
    }
    assert chosen == {"y@a1", "y@g7"}


def test_every_roll_is_as_likely_as_another() -> None:
    position = after("manoeuvre", "")
    chosen = [choose(position, "manoeuvre", random.Random(seed)) for seed in range(600)]
    assert {chosen.count(move) // 50 for move in position.legal_moves()} <= {1, 2}


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_a_taste(game: str) -> None:
    position: Position = find_game(game).start(find_game(game).players[0])
    for move in position.legal_moves():
        assert -10 <= find_taste(game)(position, move) <= 10


def test_a_stone_is_wanted_and_the_end_of_the_turn_is_not() -> None:
    position = after("revolution", "N@a1;V@d3;B@d5;5@a2;5@b1;1@a4")
    taste = find_taste("revolution")
    assert (taste(position, "*a1"), taste(position, "end")) == (1, -1)


def test_a_flag_is_laid_where_the_other_has_the_least_influence() -> None:
    position = after("revolution", "N@c3;V@b5;B@d1;9@a1;*a1;8@a2")
    taste, seat = find_taste("revolution"), position.to_move
    other = "dark" if seat == "light" else "light"
    flags = [move for move in position.legal_moves() if move[0] == "F"]
    assert flags
    for move in flags:
        influence = position.influence(move[2:])  # type: ignore[attr-defined]
        assert taste(position, move) == -1 - influence[other]


@pytest.mark.parametrize(
    ("seconds", "worth"),
    [
        (90, 0.1),  # plenty of sand, and i is one column nearer to the goal than f
        (96, 3.1),  # less than 25 s are left: it wants to be turned
        (117, -8.9),  # less than 4 s are left: it would be empty on the way
    ],
)
def test_a_glass_is_turned_when_its_sand_runs_low(seconds: int, worth: float) -> None:
    position = after("hourglass", "start; 0 d-f; 0 D-F").later(seconds * 1000)
    assert find_taste("hourglass")(position, "f-i") == pytest.approx(worth)
