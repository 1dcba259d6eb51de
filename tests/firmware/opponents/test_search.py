"""How the best move is found."""

import random
from itertools import pairwise

import pytest

from firmware.opponents import LEVELS, Search, advise, choose, find_evaluation, find_level, play_on
from firmware.opponents.evaluation import whole
from firmware.opponents.levels import Level
from rules import NAMES, Position, find_game


def after(game: str, moves: str, players: int = 2) -> Position:
    position = find_game(game).start(players)
    for move in moves.split(";") if moves else ():
        position = position.play(move.strip())
    return position


BEGUN = {
    "revolution": after("revolution", "N@a1;V@d3;B@d5;5@a2;5@b1;1@a4"),
    "hourglass": after("hourglass", "start; 3 d-f; 6 D-F; 9 b-d"),
    "forum_romanum": after("forum_romanum", "y@f5;b@a1;r@g5;y@f4;b@b2;r@g4;y@f3;b@c3", 3),
    "manoeuvre": after("manoeuvre", ";".join(f"roll {n}" for n in (1, 2, 3, 4, 5, 6) * 2)),
}
MOVES = {"revolution": 60, "hourglass": 300, "forum_romanum": 30, "manoeuvre": 120}
WINNING = "N@e1;V@e3;B@e5;1@a1;F@b5"  # light captures the flag with almost any card beside it


def searched(position: Position, game: str, simulations: int, seed: int = 1) -> Search:
    evaluation = find_evaluation(game, len(position.seats))
    search = Search(position, evaluation, random.Random(seed))
    search.run(simulations)
    return search


@pytest.mark.parametrize("game", NAMES)
def test_the_same_seed_and_simulations_give_the_same_move_and_the_same_tree(game: str) -> None:
    one, other = (searched(BEGUN[game], game, 60) for _ in range(2))
    assert (one.best, one.line, one.win_probabilities) == (other.best, other.line, other.win_probabilities)


@pytest.mark.parametrize("game", NAMES)
def test_a_line_can_be_played(game: str) -> None:
    position = BEGUN[game]
    evaluation = find_evaluation(game, len(position.seats))
    line = searched(position, game, 200).line
    assert len(line) > 1
    for move in line:
        assert move in position.legal_moves()
        position = position.play(move).later(evaluation.pace)


@pytest.mark.parametrize("game", NAMES)
def test_simulations_can_be_made_in_pieces(game: str) -> None:
    whole, pieces = searched(BEGUN[game], game, 50), searched(BEGUN[game], game, 20)
    pieces.run(30)
    assert (pieces.best, pieces.win_probabilities) == (whole.best, whole.win_probabilities)


@pytest.mark.parametrize("game", NAMES)
def test_a_higher_level_looks_as_far_and_misjudges_less(game: str) -> None:
    strengths = [find_level(game, level) for level in LEVELS]
    for lower, higher in pairwise(strengths):
        assert lower.simulations <= higher.simulations
        assert lower.noise >= higher.noise
    assert strengths[-1].noise == 0


@pytest.mark.parametrize("level", LEVELS)
def test_the_higher_the_level_the_more_surely_it_takes_a_win_at_hand(level: int) -> None:
    position = after("revolution", WINNING)
    won = 0
    for seed in range(20):
        move = choose(position, "revolution", random.Random(seed), level)
        outcome = position.play(move).outcome
        won += outcome is not None and outcome.winners == ("light",)
    assert won >= (0, 0, 12, 16, 19, 20)[level]


def test_a_win_at_hand_is_not_put_off_though_it_would_be_sure_later_too() -> None:
    one_stone_to_set = (
        "Bl8ol2ol7ol1o/l3od2V.l9o/Nxd4l5xd5xlF/l4ol6od1od0xd3x/l0odFxd8xd7xd6x light:stones claim:- plies:43"
    )
    position = find_game("revolution").position(one_stone_to_set)
    move = advise(position, "revolution", LEVELS[5], "1").move
    assert position.play(move).outcome is not None


@pytest.mark.parametrize("level", [2, 3])
def test_where_waiting_loses_no_hourglass_is_left_to_run_out_in_its_own_turn(level: int) -> None:
    position = find_game("hourglass").position(
        "white 9 F:7,g:90,-,C:60 e:40,h:90,a:70,k:90 plies:9 stalled:- stalling:loses"
    )
    for seed in range(20):  # F runs out in white's next turn: four seconds each
        assert choose(position, "hourglass", random.Random(seed), level).startswith("F-")


def test_what_can_as_well_follow_in_the_same_turn_is_no_other_choice() -> None:
    """FR-8: with two players a seat places both its colours in a turn, in either order."""
    advice = advise(after("forum_romanum", ""), "forum_romanum", Level(8, 0), "1")
    colour, field = advice.move.split("@")
    assert advice.others
    for other in advice.others:
        assert other.move.startswith(colour) or other.move.endswith(field)


@pytest.mark.nightly
@pytest.mark.parametrize("game", NAMES)
def test_a_child_never_makes_the_worst_move_twice_in_a_row(game: str) -> None:
    """Worst is what a search of level 4 without noise values least; the other moves at random."""
    evaluation, child, usual = find_evaluation(game, 2), find_level(game, 1), find_level(game, 4)
    rng = random.Random(7)
    worst: list[bool] = []

    def move(position: Position) -> str:
        moves = sorted(position.legal_moves())
        if position.chance or evaluation.mover(position):
            return rng.choice(moves)
        made = Search(position, evaluation, rng, child).best
        judge = searched(position, game, usual.simulations, seed=0)
        looked_at = {one.move: one.probability for one in judge.ranked}
        at_sight = {move: value for value, move in evaluation.valued(position, moves)}
        unseen = {move: at_sight[move] for move in moves if move not in looked_at}
        values = unseen or looked_at
        better = [value for other, value in values.items() if other != made]
        worst.append(len(moves) > 1 and made in values and all(values[made] < one for one in better))
        return made

    options = {"stalling": "passes"} if game == "hourglass" else {}
    while len(worst) < MOVES[game]:
        position = find_game(game).start(2, find_game(game).draw_options(options, rng))
        for _ in play_on(position, evaluation, move, 2 * MOVES[game]):
            pass
    assert not any(map(all, pairwise(worst)))


def test_only_the_allowed_moves_are_chosen() -> None:
    position = after("forum_romanum", "", players=3)
    chosen = {choose(position, "forum_romanum", random.Random(seed), 2, ("y@a1", "y@g7")) for seed in range(20)}
    assert chosen == {"y@a1", "y@g7"}


def test_every_roll_is_as_likely_as_another() -> None:
    position = after("manoeuvre", "")
    chosen = [choose(position, "manoeuvre", random.Random(seed), 2) for seed in range(600)]
    assert {chosen.count(move) // 50 for move in position.legal_moves()} <= {1, 2}


def test_nobody_is_advised_what_to_roll() -> None:
    advice = advise(after("manoeuvre", "roll 1"), "manoeuvre", LEVELS[4], "1")
    assert (advice.move, advice.seat, advice.line) == ("roll", 1, ())
    assert sum(advice.win_probabilities) == pytest.approx(1)


def test_advice_can_be_stopped_after_any_simulation() -> None:
    asked = 0

    def stopped() -> bool:
        nonlocal asked
        asked += 1
        return asked > 3

    position = BEGUN["revolution"]
    advice = advise(position, "revolution", Level(1_000_000, 0), "1", stopped)
    search = Search(position, find_evaluation("revolution", 2), random.Random("1"))
    search.run(3)
    assert (advice.move, advice.win_probabilities) == (search.best, search.win_probabilities)
    assert asked == 4


def test_a_seat_agrees_to_stop_when_that_costs_it_nothing() -> None:
    evaluation = find_evaluation("forum_romanum", 3)
    position = BEGUN["forum_romanum"]
    probabilities = evaluation.win_probabilities(position)
    stop = position.play("agree").outcome
    assert stop is not None
    for seat, name in enumerate(position.seats):
        now = 1 / len(stop.winners) if name in stop.winners else 0
        assert evaluation.agrees(position, seat, probabilities) == (now >= probabilities[seat])
    assert not find_evaluation("revolution", 2).agrees(BEGUN["revolution"], 0, (0.5, 0.5))


@pytest.mark.parametrize("plies", [60, 85, 110, 400])
def test_what_boredom_costs_all_seats_alike_does_not_show_in_what_they_expect(plies: int) -> None:
    evaluation = find_evaluation("forum_romanum", 4)
    early = after("forum_romanum", "y@f5;b@a1;r@g5;g@c3;y@f4;b@b2;r@g4;g@d3", 4)
    late = find_game("forum_romanum").position(repr(early).replace("plies:8", f"plies:{plies}"))
    assert whole(evaluation.win_probabilities(late)) == pytest.approx(evaluation.win_probabilities(early))


def test_a_card_that_wins_the_three_buildings_is_found() -> None:
    """It closes Notre Dame where the seat has the least influence: RV-16, RV-20."""
    position = find_game("revolution").position(
        "...d0xd9x/.Bl6ol8dFx/..l5ol4od4/.l7.Vd3x/....N light:card claim:- plies:24"
    )
    search = searched(position, "revolution", find_level("revolution", 4).simulations)
    assert search.best == "2@d1"
    assert search.win_probabilities == (1, 0)
