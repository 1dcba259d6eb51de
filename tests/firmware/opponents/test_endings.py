"""Endings that are solved, and wins that are proven in the tree, beside every line to the end."""

import random
from functools import cache
from typing import Any

import pytest

from firmware.opponents import Level, Search, find_evaluation
from firmware.opponents.endings import Solver, best_of
from rules import Position, find_game

TAKEN = "21=2,42=2,63=1"
ENDINGS = [
    ("manoeuvre", f"83:21,84:21 1:83,84 home:21122112 taken:{TAKEN} players:2 plies:225"),
    ("manoeuvre", "73:1,80:1,83:12 1:73,80 home:11122222 taken:21=2,42=2 players:2 plies:206"),
    ("manoeuvre", f"78:1,79:22,81:2 2:79 home:21212111 taken:{TAKEN} players:2 plies:195"),
    ("manoeuvre", "79:2,82:21,84:3 1:82 home:31121323 taken:21=3,42=3,63=2 players:3 plies:215"),
    ("manoeuvre", "81:3,82:2,83:1,84:3 3:81,84 home:33111222 taken:21=1,42=1,63=3 players:3 plies:205"),
    ("revolution", ("d1xl4ol8olFod7x/d5xd9xd4xl2od3/.d0x.l7o./d8V.l3oN/l5ol6od6Bl1o light:card claim:- plies:36")),
    ("revolution", ("l0od2xBd4xd1x/l9olFol7od7xdFx/l4ol1ol6od8x./.l3..d0/l5Nod9xd3xV light:card claim:- plies:37")),
]


def stands(game: str, text: str) -> Any:
    return find_game(game).position(text)


@cache
def surely(position: Any, seat: str) -> bool:
    """Whether a seat wins whatever the others do, by the rules alone and every line to its end."""
    if position.outcome is not None:
        return seat in position.outcome.winners
    each = (surely(position.play(move), seat) for move in position.legal_moves())
    return any(each) if position.to_move == seat else all(each)


def searched(game: str, position: Position, simulations: int, noise: float = 0) -> Search:
    evaluation = find_evaluation(game, len(position.seats))
    search = Search(position, evaluation, random.Random(1), Level(simulations, noise))
    search.run(simulations)
    return search


@pytest.mark.parametrize(("game", "text"), ENDINGS)
def test_what_is_solved_is_what_every_line_to_the_end_says(game: str, text: str) -> None:
    position = stands(game, text)
    moves = sorted(position.legal_moves())
    solver = Solver(find_evaluation(game, len(position.seats)))
    found = dict(one for one in solver.solved(position, moves) if one is not None)
    assert len(found) == len(moves)
    for number, proven in found.items():
        after = position.play(moves[number])
        expected = tuple(float(surely(after, seat)) for seat in position.seats)
        assert expected == (proven or (0.0,) * len(position.seats))


@pytest.mark.parametrize(("game", "text"), ENDINGS)
def test_the_best_level_makes_a_move_that_wins_for_certain_if_there_is_one(game: str, text: str) -> None:
    position = stands(game, text)
    seat = position.to_move
    assert seat is not None
    assert surely(position, seat)
    search = searched(game, position, 64)
    assert surely(position.play(search.best), seat)
    assert search.win_probabilities[position.seats.index(seat)] == 1
    assert search.ranked[0].move == search.best


@pytest.mark.parametrize(("game", "text"), ENDINGS)
def test_what_the_tree_alone_proves_is_true(game: str, text: str) -> None:
    """Who misjudges moves solves no ending, so all that is proven here comes from the tree."""
    position = stands(game, text)
    proven = 0
    for move in position.legal_moves():
        after = position.play(move)
        certain = searched(game, after, 200, noise=1e-6).win_probabilities
        if 1 in certain:
            proven += 1
            assert surely(after, position.seats[certain.index(1)])
    assert proven


def test_who_cannot_win_decides_nothing_for_certain_between_two_others() -> None:
    first, second, third = (1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0)
    assert best_of(0, [second, third]) is None
    assert best_of(0, [second, second]) == second
    assert best_of(0, [second, first, None]) == first
    assert best_of(0, [second, None]) is None
