"""Laws of Revolution: any game beside the naive one."""

from itertools import pairwise

from hypothesis import given
from support.naive_revolution import Naive
from support.random_games import Played, revolution_games

from rules.revolution import CARDS, FIELDS, SEATS, revolution


def after(game: Played) -> Naive:
    naive = Naive(2, game[2])
    for move in game[1]:
        naive.play(move)
    return naive


@given(revolution_games())
def test_influence_kept_move_by_move_is_the_sum_from_scratch(game: Played) -> None:
    position = game[0]
    naive = after(game)
    for field in FIELDS:
        sums = {seat: naive.influence(seat, field) for seat in SEATS}
        assert position.influence(field) == sums
        assert position.lead(field) == sums["light"] - sums["dark"]


@given(revolution_games())
def test_cards_and_stones_are_conserved(game: Played) -> None:
    position, moves, options = game
    lying = [position.on(field) for field in FIELDS]
    for seat in SEATS:
        laid = [what[1] for what in lying if what[:1] == seat[0]]
        assert sorted(laid + list(position.hand_of(seat))) == sorted(CARDS)
        mark = "ox"[SEATS.index(seat)]
        assert position.stones_of(seat) == sum(what[-1:] == mark for what in lying) <= 11
    states = [revolution.start(2, options)]
    for move in moves:
        states.append(states[-1].play(move))
    for earlier, later in pairwise(states):
        for field in FIELDS:  # nothing that lies is taken away: RV-10a
            assert later.on(field).startswith(earlier.on(field))
