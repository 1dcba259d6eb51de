"""Das glorreiche Manoever clause by clause."""

from collections import Counter
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.naive_manoeuvre import Naive
from support.random_games import Played, manoeuvre_games

from rules import IllegalError, MalformedError, OptionError, make_header, read_record, write_record
from rules.manoeuvre import FIXED_BONUSES, FIXED_REWARDS, Position, manoeuvre

SHORT = {"track": "30", "rewards": "7:3 20:1 30:2", "bonuses": "8b 9w 10w 11b 12w 13w 14b 21w 23b 24w"}


def start(players: int, **options: str) -> Position:
    return manoeuvre.start(players, options)


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def rolled(players: int, rolls: str) -> Position:
    return played(start(players), *(f"roll {n}" for n in rolls))


def standing(stacks: str, to_move: str, players: int = 2, home: str = "") -> Position:
    """A position on the fixed layout; recruits that are not named are home, seat by seat."""
    there = "".join(stack.split(":")[1] for stack in stacks.split(","))
    for seat in start(players).seats:
        home += seat * (12 // players - (there + home).count(seat))
    return manoeuvre.position(f"{stacks} {to_move} home:{home or '-'} taken:- players:{players} plies:100")


def ends(position: Position, field: int) -> list[str]:
    """Where the recruit on a field may go."""
    return [move.split("-")[1] for move in position.legal_moves() if move.split("-")[0] == str(field)]


def test_gm1_the_track_has_84_fields_and_the_courtyard_follows() -> None:
    position = standing("1:2,84:1", "1:84")
    assert list(position.legal_moves()) == ["84-home"]
    with pytest.raises(MalformedError, match="fields from 1 to 84"):
        position.play("84-85")


def test_gm1_a_household_may_have_another_length() -> None:
    position = start(2, **SHORT)
    assert "track:30" in repr(position)
    longer = {"track": "300", "rewards": "100:2 200:1 299:3", "bonuses": FIXED_BONUSES}
    for roll in "123456123456":
        position = position.play(f"roll {roll}")
    with pytest.raises(MalformedError, match="fields from 1 to 30"):
        position.play("29-31")
    assert manoeuvre.canonical(longer)["track"] == "300"


@pytest.mark.parametrize(("players", "each"), [(2, 6), (3, 4), (4, 3)])
def test_gm2_there_are_always_twelve_recruits_in_the_courtyard(players: int, each: int) -> None:
    position = start(players)
    assert position.detail()["courtyard"] == 12
    assert position.detail()["track"] == {}
    out = rolled(players, "123456123456")
    standing_there = Counter(seat for stack in out.detail()["track"].values() for seat in stack)
    assert standing_there == dict.fromkeys(position.seats, each)


def test_gm4_the_fixed_layout_may_be_told() -> None:
    assert start(2) == start(2, track="84", rewards=FIXED_REWARDS, bonuses=FIXED_BONUSES)


def test_gm4_a_layout_is_sorted_by_field_and_always_in_the_record() -> None:
    given = {"rewards": " 63:3  21:1 42:2", "bonuses": " ".join(reversed(FIXED_BONUSES.split()))}
    fixed = {"rewards": FIXED_REWARDS, "bonuses": FIXED_BONUSES}
    assert manoeuvre.noteworthy(given, 2) == manoeuvre.noteworthy({}, 2) == fixed
    text = write_record(make_header("manoeuvre", "AB"), ["roll 1"])
    assert f'[option "bonuses" "{FIXED_BONUSES}"]\n[option "rewards" "{FIXED_REWARDS}"]' in text
    assert write_record(*read_record(text)[:2]) == text


@given(st.randoms(use_true_random=False), st.sampled_from([30, 31, 84, 120, 300]))
def test_gm4_a_new_game_draws_its_stones_spread_evenly(rng: Random, track: int) -> None:
    drawn = manoeuvre.draw_options({"track": str(track)}, rng)
    assert manoeuvre.canonical(drawn) == {**drawn, "colours": ""}
    rewards = [int(stone.split(":")[0]) for stone in drawn["rewards"].split()]
    free = [field for field in range(7, track - 5) if field not in rewards]
    at = [free.index(int(stone[:-1])) for stone in drawn["bonuses"].split()]
    assert all(len(free) * n // 10 <= at[n] < len(free) * (n + 1) // 10 for n in range(10))


def test_gm4_a_given_layout_is_not_drawn_again() -> None:
    assert manoeuvre.draw_options(SHORT, Random(1)) == SHORT
    assert set(manoeuvre.draw_options({}, Random(1))) == {"rewards", "bonuses"}
    with pytest.raises(OptionError, match="number from 30"):
        manoeuvre.draw_options({"track": "3"}, Random(1))


def test_gm5_at_most_three_stand_on_a_field_one_on_top_of_the_other() -> None:
    position = rolled(4, "222")
    assert position.detail()["track"] == {"2": ["1", "2", "3"]}
    with pytest.raises(IllegalError, match="three recruits stand on 2"):
        position.play("roll 2")
    position = standing("1:1,2:212,5:21", "1:1,5")
    assert ends(position, 1) == ["3", "4"]
    with pytest.raises(IllegalError, match="three recruits stand on 2"):
        position.play("1-2")
    third = standing("4:1,5:21,6:2", "1:4,5").play("4-5")
    assert third.detail()["track"]["5"] == ["2", "1", "1"]


def test_gm6_each_seat_in_turn_brings_out_a_recruit_on_top_of_whoever_is_there() -> None:
    position = start(3)
    assert position.chance
    assert sorted(position.legal_moves()) == [f"roll {n}" for n in range(1, 7)]
    seats = []
    for roll in "446465":
        seats.append(position.to_move)
        position = position.play(f"roll {roll}")
    assert seats == ["1", "2", "3", "1", "2", "3"]
    assert position.detail()["track"] == {"4": ["1", "2", "1"], "5": ["3"], "6": ["3", "2"]}
    assert position.detail()["courtyard"] == 6
    assert position.plies == 6
    with pytest.raises(IllegalError, match="still being brought out"):
        position.play("5-6")


def test_gm6_a_full_field_cannot_be_rolled() -> None:
    position = rolled(2, "111")
    assert sorted(position.legal_moves()) == [f"roll {n}" for n in range(2, 7)]


def test_gm7_when_all_are_out_the_die_is_put_away_and_seat_1_begins() -> None:
    position = rolled(4, "123456123456")
    assert not position.chance
    assert position.to_move == "1"
    with pytest.raises(IllegalError, match="die is put away"):
        position.play("roll 1")


def test_gm7_the_first_moves_of_a_seat_come_in_the_order_of_the_fields() -> None:
    """A seed gives the same game again only where moves come in the same order."""
    position = rolled(2, "323232565651")  # seat 2 came to field 1 last
    begins = []
    for seat in "12":
        begins.append(list(dict.fromkeys(m.split("-")[0] for m in position.legal_moves())))
        while position.to_move == seat:
            position = position.play(position.legal_moves()[-1])
    assert begins == [["3", "5"], ["1", "2", "6"]]


def test_gm7_when_all_of_seat_1_are_covered_the_next_begins() -> None:
    position = rolled(4, "112322544466")
    assert position.detail()["track"]["1"] == ["1", "2"]
    assert position.detail()["track"]["2"] == ["3", "1", "2"]
    assert position.detail()["track"]["4"] == ["4", "1", "2"]
    assert position.to_move == "2"


def test_gm8_each_free_recruit_moves_exactly_once_in_any_order() -> None:
    position = standing("9:1,12:1,15:12,20:2", "1:9,12")
    assert {move.split("-")[0] for move in position.legal_moves()} == {"9", "12"}
    for first, second in (("9-11", "12-13"), ("12-13", "9-11")):
        middle = position.play(first)
        assert middle.to_move == "1"
        with pytest.raises(IllegalError, match="has moved in this turn"):
            middle.play(f"{first.partition('-')[2]}-14")
        assert middle.play(second).to_move == "2"


def test_gm8_only_the_own_free_recruits_move_and_only_forward() -> None:
    position = standing("9:1,12:1,15:12,20:2", "1:9,12")
    for move, why in {
        "15-16": "turn of 1, and 2 stands on top on 15",
        "50-51": "nobody stands on 50",
        "12-12": "at least one field forward",
        "12-9": "at least one field forward",
    }.items():
        with pytest.raises(IllegalError, match=why):
            position.play(move)


def test_gm9_a_recruit_that_becomes_free_in_its_own_turn_moves_too() -> None:
    position = standing("9:11,20:2", "1:9").play("9-11")
    assert position.to_move == "1"
    assert {move.split("-")[0] for move in position.legal_moves()} == {"9"}
    assert position.play("9-10").to_move == "2"


def test_gm9_one_that_becomes_free_in_the_turn_of_another_waits() -> None:
    position = standing("9:21,20:2", "1:9").play("9-11")
    assert position.to_move == "2"
    assert {move.split("-")[0] for move in position.legal_moves()} == {"9", "20"}


def test_gm9_one_that_is_covered_when_its_time_comes_does_not_move() -> None:
    position = standing("9:1,11:1,20:2", "1:9,11").play("9-11")
    assert position.to_move == "2"
    again = position.play("20-21")
    assert again.detail()["to_move"] == [11]
    assert again.play("11-12").detail()["to_move"] == [11]  # free now


def test_gm9_one_that_has_moved_does_not_move_again_when_others_cover_it() -> None:
    position = played(standing("9:1,11:1,20:1,30:2", "1:9,11,20"), "9-12", "11-12")
    assert position.detail()["to_move"] == [20]
    assert position.play("20-22").to_move == "2"


def test_gm10_a_seat_without_a_free_recruit_loses_its_turn() -> None:
    twice = standing("9:21,12:21,20:1", "1:20").play("20-21")
    assert twice.to_move == "1"
    assert twice.detail()["to_move"] == [9, 12, 21]
    several = standing("9:234,20:1,30:4", "1:20", players=4).play("20-21")
    assert several.to_move == "4"
    assert several.plies == 101


def test_gm11_others_are_no_obstacle() -> None:
    position = standing("9:1,10:2,11:212,12:2", "1:9")
    assert ends(position, 9) == ["10", "12", "13"]


def test_gm12_the_rank_counts_occupied_fields_ahead_at_the_moment_of_moving() -> None:
    position = standing("9:1,11:1,13:2", "1:9,11")
    assert position.detail()["reach"] == {"9": 3, "11": 2}
    assert position.play("11-12").detail()["reach"] == {"9": 3}
    assert position.play("11-13").detail()["reach"] == {"9": 2}  # stacks count once
    home = standing("9:2,82:1,83:1,84:1", "1:82,83,84").play("83-home")
    assert home.detail()["reach"] == {"82": 2, "84": 1}


@pytest.mark.parametrize(("stack", "reach"), [("1", 3), ("21", 6), ("221", 9)])
def test_gm13_passengers_multiply(stack: str, reach: int) -> None:
    position = standing(f"8:{stack},50:2,60:2", "1:8")
    assert len(ends(position, 8)) == reach == position.reach(8)


@pytest.mark.parametrize(
    ("stack", "reach"), [("8:1", 3), ("10:1", 6), ("24:1", 9), ("10:21", 12), ("24:21", 18), ("24:221", 27)]
)
def test_gm14_the_stone_on_the_field_of_the_start_multiplies(stack: str, reach: int) -> None:
    field = int(stack.partition(":")[0])
    position = standing(f"{stack},80:2,82:2", f"1:{field}")
    assert len(ends(position, field)) == reach == position.reach(field)


def test_gm14_passing_and_landing_give_nothing_now_and_the_stone_stays() -> None:
    position = standing("9:1,50:2,60:2", "1:9")
    assert ends(position, 9) == ["10", "11", "12"]
    position = played(position, "9-10", "50-51", "60-61")
    assert len(ends(position, 10)) == 6
    position = played(standing("9:1,10:1,50:2", "1:9,10"), "10-12", "9-10", "50-51")
    assert position.detail()["reach"] == {"10": 6, "12": 2}


def test_gm15_any_number_of_fields_up_to_the_reach_or_home() -> None:
    assert ends(standing("83:1,84:2", "1:83"), 83) == ["84", "home"]
    assert ends(standing("80:221,84:2", "1:80"), 80) == ["81", "82", "83", "84", "home"]
    position = standing("82:1,84:2", "1:82")
    assert ends(position, 82) == ["83", "84"]
    with pytest.raises(IllegalError, match="reaches no farther than 2 fields"):
        position.play("82-home")
    with pytest.raises(IllegalError, match="reaches no farther than 2 fields"):
        standing("8:1,84:2", "1:8").play("8-80")


def test_gm16_landing_on_a_reward_takes_it_once() -> None:
    position = standing("19:1,20:1,38:2,39:2", "1:19,20")
    before = position.scores()
    taken = position.play("20-21")
    assert taken.scores()["1"] == before["1"] + 1
    assert taken.detail()["rewards"] == {"1": [1], "2": []}
    again = played(taken, "19-21")
    assert again.scores() == taken.scores()
    assert position.play("20-22").scores() == before  # passing takes nothing


def test_gm17_the_first_home_stands_on_12_and_the_next_on_11() -> None:
    position = standing("81:121,82:212,83:121,84:212", "1:81,83")
    assert position.scores() == {"1": 0, "2": 0}
    position = played(position, "83-home", "81-home", "84-home")
    assert position.detail()["home"] == {"1": [12, 11], "2": [10]}
    assert position.scores() == {"1": 23, "2": 10}


def test_gm18_the_game_ends_at_once_with_the_eleventh_home() -> None:
    position = standing("80:2,84:1", "1:84", home="1212121212").play("84-home")
    assert position.outcome is not None
    assert position.outcome.reason == "home"
    assert position.to_move is None
    assert position.detail()["track"] == {}
    assert position.detail()["home"] == {"1": [12, 10, 8, 6, 4, 2], "2": [11, 9, 7, 5, 3, 1]}
    assert not position.legal_moves()


def test_gm18_the_turn_is_not_finished_and_the_last_may_be_of_the_same_seat() -> None:
    position = standing("83:1,84:1", "1:83,84", players=3, home="1233232231").play("83-home")
    assert position.outcome is not None
    assert position.detail()["home"]["1"] == [12, 3, 2, 1]


def test_gm19_places_and_rewards_add_up() -> None:
    position = standing("20:1,83:2,84:1", "1:20,84").play("20-21")
    assert position.scores() == {"1": 12 + 11 + 10 + 9 + 1, "2": 8 + 7 + 6 + 5 + 4}


@pytest.mark.parametrize(
    ("stacks", "to_move", "home", "winner"),
    [("83:2,84:1", "2:83", "1221122112", "1"), ("83:1,84:2", "1:83", "2112211221", "2")],
)
def test_gm19_on_a_tie_the_highest_place_wins(stacks: str, to_move: str, home: str, winner: str) -> None:
    over = standing(stacks, to_move, home=home).play("83-home")
    assert over.scores() == {"1": 39, "2": 39}
    assert over.outcome is not None
    assert over.outcome.winners == (winner,)


def test_gm19_only_the_tied_seats_compare_their_highest_places() -> None:
    over = standing("83:1,84:1", "1:83,84", players=3, home="1233232231").play("83-home")
    assert over.scores() == {"1": 18, "2": 30, "3": 30}
    assert over.outcome is not None
    assert over.outcome.winners == ("2",)  # seat 1 on place 12 is not among them


def test_gm20_the_recruits_of_a_seat_are_all_alike() -> None:
    position = standing("9:1,11:1,20:2", "1:9,11")
    one, other = played(position, "9-12", "11-13"), played(position, "11-12", "9-12")
    assert one != other
    same = played(position, "11-13", "9-12")
    assert one == same
    assert hash(one) == hash(same)
    assert repr(one) == repr(same)


def test_gm2_colours_are_for_screens_and_change_no_move() -> None:
    usual, own = start(2), start(2, colours="gb")
    assert own.setup.colours == "gb"
    assert own.legal_moves() == usual.legal_moves()
    assert repr(own) == f"{usual!r} colours:gb"
    assert manoeuvre.position(repr(own)) == own != usual
    assert "colours" not in manoeuvre.noteworthy({"colours": "ry"}, 2)


# Laws


@given(manoeuvre_games())
def test_reach_from_scratch_is_the_reach_of_the_engine(game: Played) -> None:
    position, moves, options = game
    naive = Naive(len(position.seats), options)
    for move in moves:
        naive.play(move)
    movable = naive.movable(naive.turn) if naive.rolls == 12 else []
    reaches = {str(recruit["where"]): naive.reach(recruit) for recruit in movable}
    assert position.detail()["reach"] == reaches


@given(manoeuvre_games())
def test_twelve_recruits_are_conserved_and_stacks_have_three_at_most(game: Played) -> None:
    detail = game[0].detail()
    stacks = detail["track"].values()
    home = [place for places in detail["home"].values() for place in places]
    assert sum(map(len, stacks)) + detail["courtyard"] + len(home) == 12
    assert all(1 <= len(stack) <= 3 for stack in stacks)
    assert sorted(home, reverse=True) == list(range(12, 12 - len(home), -1))


@given(manoeuvre_games())
def test_a_free_recruit_always_has_a_move(game: Played) -> None:
    position = game[0]
    starts = {move.split("-")[0] for move in position.legal_moves()}
    if not position.chance:
        assert starts == set(map(str, position.detail()["to_move"]))
    assert bool(starts) == (position.outcome is None)


@given(manoeuvre_games())
def test_rewards_are_taken_once(game: Played) -> None:
    position, moves, _ = game
    taken = [value for values in position.detail()["rewards"].values() for value in values]
    assert len(set(taken)) == len(taken)
    landed = {int(move.split("-")[1]) for move in moves if move[-1].isdigit() and "-" in move}
    stones = position.setup.rewards
    assert sorted(taken) == sorted(stones[field] for field in landed & stones.keys())


@pytest.mark.parametrize("players", [2, 3, 4])
def test_one_seat_begins_whatever_the_dice_say(players: int) -> None:
    rng = Random(3)
    for _ in range(50):
        position = start(players)
        while position.chance:
            rolls = position.legal_moves()
            position = position.play(rolls[rng.randrange(len(rolls))])
        assert position.plies == 12
        assert len(position.legal_moves()) > 0
