"""What positions are worth: laws that hold for the evaluation of every game."""

import random

import pytest
from support.nightly import nightly_but

from firmware.opponents import find_evaluation
from firmware.opponents.forum_romanum import expected
from rules import NAMES, Position, find_game

TABLES = [
    (name, players) for name in NAMES for players in find_game(name).players
]  # every game with every number of players


def positions(game: str, players: int, plies: int = 60) -> list[Position]:
    """The positions of a game played at random."""
    rng = random.Random(players)
    rules, evaluation = find_game(game), find_evaluation(game, players)
    found = [rules.start(players, rules.draw_options({}, rng))]
    while found[-1].legal_moves() and len(found) < plies:
        found.append(evaluation.after(found[-1], rng.choice(found[-1].legal_moves())))
    return found


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_each_seat_has_a_value_of_each_part_and_the_shares_are_those_of_one_win(game: str, players: int) -> None:
    evaluation = find_evaluation(game, players)
    for position in positions(game, players):
        if position.to_move is None:
            continue
        parts = evaluation.measure(position)
        assert [len(values) for values in parts] == [len(evaluation.by_hand)] * players
        probabilities = evaluation.win_probabilities(position)
        assert len(probabilities) == players
        assert sum(probabilities) == pytest.approx(1)
        assert all(0 <= probability <= 1 for probability in probabilities)


@pytest.mark.parametrize(("game", "players"), nightly_but(TABLES, *((game, 2) for game in NAMES)))
def test_the_moves_looked_at_are_legal_and_the_best_comes_first(game: str, players: int) -> None:
    evaluation = find_evaluation(game, players)
    for position in positions(game, players):
        if position.chance or not position.legal_moves():
            continue
        found = evaluation.candidates(position, 8)
        legal = set(position.legal_moves())
        assert {move for _, move in found} <= legal
        assert min(8, len(legal)) <= len(found) <= len(legal)
        assert [probability for probability, _ in found] == sorted(
            (probability for probability, _ in found), reverse=True
        )
        seat = evaluation.mover(position)
        probability, move = found[0]
        assert evaluation.win_probabilities(evaluation.after(position, move))[seat] == probability


def test_hourglass_looks_the_same_from_both_sides() -> None:
    game, evaluation = find_game("hourglass"), find_evaluation("hourglass", 2)
    white = game.position("white 9 e:50,g:30,-,C:20 E:40,B:90,A:9,D:90 plies:9 stalled:-")
    pink = game.position("pink 9 e:40,b:90,a:9,d:90 E:50,G:30,-,c:20 plies:9 stalled:-")
    assert evaluation.win_probabilities(pink)[::-1] == pytest.approx(evaluation.win_probabilities(white))


@pytest.mark.parametrize(
    ("white", "risk"),
    [
        ("F:7,g:90,-,C:60", 0.2),  # F must be turned now
        ("F:3,g:90,-,C:60", 0),  # F runs out in pink's turn
        ("F:7,g:7,-,C:60", 1),  # only one of them can be turned in time
        ("F:15,g:7,-,C:60", 0.2),
        ("F:15,g:15,-,m:7", 1),
        ("F:7,A:7,-,C:60", 0.2),  # in the goal nothing is lost by waiting
    ],
)
def test_whose_hourglasses_run_out_in_its_own_turn_risks_to_lose(white: str, risk: float) -> None:
    game, evaluation = find_game("hourglass"), find_evaluation("hourglass", 2)
    part = list(evaluation.by_hand).index("stalling")
    text = f"white 9 {white} e:40,h:90,a:70,k:90 plies:9 stalled:-"
    assert evaluation.measure(game.position(text))[0][part] == 0
    assert evaluation.measure(game.position(f"{text} stalling:loses"))[0][part] == risk


@pytest.mark.parametrize(
    ("white", "ahead"),
    [
        ("A:50,E:50,-,-", 2 * 4 / 5),  # home in one move, while none of pink's four is
        ("A:50,h:50,-,-", 1 * 4 / 8),  # in four moves, in which one of pink's gets home as well
        ("E:50,-,-,-", 4 / 5),
        ("e:50,-,-,-", 0),
    ],
)
def test_a_race_is_decided_when_the_first_seat_is_home(white: str, ahead: float) -> None:
    game, evaluation = find_game("hourglass"), find_evaluation("hourglass", 2)
    part = list(evaluation.by_hand).index("race")
    one, other = evaluation.measure(game.position(f"white 9 {white} k:60,m:60,j:60,l:60 plies:9 stalled:-"))
    assert one[part] - other[part] == pytest.approx(ahead)


def test_the_expected_score_of_a_full_sector_is_its_score() -> None:
    assert expected((3, 2, 1, 1), 7, variant=False) == (7, 0, -2, -2)  # FR-9, FR-10
    assert expected((3, 2, 2, 0), 7, variant=False) == (7, 0, 0, -4)
    assert expected((3, 3, 1, 0), 7, variant=True) == (2, 2, 0, -7)  # FR-17


def test_the_expected_score_of_a_sector_is_the_mean_over_all_ways_to_fill_it() -> None:
    weight = (6 / 7) ** 1.5
    ways = [(7, -2, -2), (7, 0, -4), (7, -4, 0)]  # 4-1-1 becomes 5-1-1, 4-2-1 or 4-1-2
    means = [weight * sum(way[colour] for way in ways) / 3 for colour in range(3)]
    assert expected((4, 1, 1), 7, variant=False) == pytest.approx(means)


def test_what_can_be_filled_now_is_told_apart_from_what_can_be_filled_later() -> None:
    game, evaluation = find_game("forum_romanum"), find_evaluation("forum_romanum", 2)
    position: Position = game.start(2)
    for move in ("y@a1", "r@b1", "g@a7", "b@g7", "y@c1", "r@d1", "g@a6", "b@g6", "y@e1", "r@f1"):
        position = position.play(move)
    now, later = (list(evaluation.by_hand).index(part) for part in ("fill_now", "fill_later"))
    assert position.to_move == "2"
    parts = evaluation.measure(position)
    assert parts[0][now] == 0 < parts[0][later]  # row 1 but for g1
    assert parts[1][now] == parts[1][later] == 0  # with 3-1-3-0 nobody would score


def test_a_flag_that_can_be_captured_now_is_as_good_as_won() -> None:
    evaluation = find_evaluation("revolution", 2)
    position: Position = find_game("revolution").start(2)
    for move in ("N@e1", "V@e3", "B@e5", "1@a1", "F@b5"):
        position = position.play(move)
    assert position.to_move == "light"
    assert evaluation.win_probabilities(position)[0] > 0.95
