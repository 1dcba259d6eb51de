"""Forum Romanum clause by clause."""

import pytest
from hypothesis import given
from support.random_games import OTHER_LAYOUT, Played, forum_romanum_games

from rules import IllegalError
from rules.forum_romanum import COLOURS, DEFAULT_LAYOUT, FIELDS, ROMANS, SECTORS, Position, forum_romanum


def start(players: int, **options: str) -> Position:
    return forum_romanum.start(players, options)


def played(position: Position, *moves: str) -> Position:
    for move in moves:
        position = position.play(move)
    return position


def standing(rows: str, players: int, to_move: str, **options: str) -> Position:
    """A position with Romans as drawn, nothing scored yet."""
    empty = start(players, **options)
    steps = ",".join(f"{c}0" for c in COLOURS[: len(empty.steps)])
    extra = " variant" if options.get("variant") == "true" else ""
    extra += f" layout:{options['layout']}" if "layout" in options else ""
    text = f"{rows} {to_move} scored:- {steps} players:{players} plies:40{extra}"
    return forum_romanum.position(text)


def steps(position: Position) -> dict[str, int]:
    return dict(position.detail()["steps"])


def test_fr1_the_forum_has_49_fields_and_a1_is_bottom_left() -> None:
    assert len(set(FIELDS)) == 49
    assert {f"{c}{r}" for c in "abcdefg" for r in range(1, 8)} == set(FIELDS)
    assert repr(start(3).play("y@a1")).split()[0] == "7/7/7/7/7/7/y6"


def test_fr2_there_are_23_sectors_each_with_one_coin() -> None:
    position = start(4)
    assert len(SECTORS) == 23
    assert position.detail()["coins"] == 23
    filled = played(position, "y@a1", "b@b1", "r@c1", "g@d1", "y@e1", "b@f1")
    scored = filled.play("r@g1")
    assert scored.detail()["scored"] == []  # y 2, b 2, r 2: a stalemate
    assert filled.play("r@a7").play("g@b7").play("y@g1").detail()["scored"] == ["1"]


def test_fr2_a_sector_scores_once() -> None:
    text = "7/7/7/7/7/7/yyybbr1 1:y scored:1 y7,b0,r0,g-4 players:4 plies:40"
    again = forum_romanum.position(text).play("y@g1")
    assert steps(again) == {"y": 7, "b": 0, "r": 0, "g": -4}
    assert again.detail()["coins"] == 22


def test_fr3_the_default_buildings_have_6_to_9_fields_and_vii_has_6() -> None:
    sizes = [DEFAULT_LAYOUT.count(str(n)) for n in range(1, 8)]
    assert sum(sizes) == 49
    assert all(6 <= size <= 9 for size in sizes)
    assert sizes[6] == 6


@pytest.mark.nightly
def test_fr3_a_household_describes_its_own_buildings() -> None:
    position = standing("7/7/7/7/7/2yyb2/2yyg2", 4, "1:y", layout=OTHER_LAYOUT)
    assert OTHER_LAYOUT in repr(position)
    six = played(standing("bb5/1yy4/1y5/7/7/7/7", 4, "1:y", layout=OTHER_LAYOUT), "y@c7", "b@d7")
    # Building I there is a7-d7, a6, b6, a5: not yet full.
    assert six.detail()["scored"] == []
    full = played(six, "r@a6", "g@a5")
    assert "I" in full.detail()["scored"]


@pytest.mark.parametrize(("players", "each"), ROMANS.items())
def test_fr4_each_colour_has_its_romans(players: int, each: int) -> None:
    assert each == {2: 8, 3: 8, 4: 8, 5: 6, 6: 5}[players]
    assert set(start(players).detail()["in_hand"].values()) == {each}
    assert len(start(players).steps) == (4 if players == 2 else players)


def test_fr5_senators_start_at_zero_and_may_go_below_it() -> None:
    assert start(4).scores() == {"1": 0, "2": 0, "3": 0, "4": 0}
    after = played(standing("7/7/7/7/7/7/yyyyyb1", 4, "1:y"), "y@g1")
    assert steps(after)["r"] == -2


def test_fr6_in_turn_one_roman_on_any_free_field() -> None:
    position = start(3)
    assert set(position.legal_moves()) == {f"y@{field}" for field in FIELDS}
    position = position.play("y@d4")
    assert set(position.legal_moves()) == {f"b@{field}" for field in FIELDS if field != "d4"}
    with pytest.raises(IllegalError, match="d4 is occupied"):
        position.play("b@d4")
    with pytest.raises(IllegalError, match="turn of b, not r"):
        position.play("r@e4")


def placed(players: int, **options: str) -> Position:
    """All Romans placed in a mixed order, by the first legal move in a fixed pattern."""
    position = start(players, **options)
    turn = 0
    while position.placing:
        moves = position.legal_moves()
        position = position.play(moves[(turn * 17) % len(moves)])
        turn += 1
    return position


@pytest.mark.parametrize("players", range(2, 7))
def test_fr7_once_all_are_placed_one_jumps_to_any_other_free_field(players: int) -> None:
    position = placed(players)
    assert position.plies == ROMANS[players] * len(position.steps)
    own = [f for colour in position.colours for f in position.romans_of(colour)]
    free = [f for f in FIELDS if not any(f in position.romans_of(c) for c in COLOURS)]
    assert set(position.legal_moves()) == {f"{a}-{b}" for a in own for b in free}
    with pytest.raises(IllegalError, match="every Roman is on the forum"):
        position.play(f"{position.colours[0]}@{free[0]}")
    with pytest.raises(IllegalError, match="nobody stands on"):
        position.play(f"{free[0]}-{free[1]}")


@pytest.mark.parametrize("players", range(2, 7))
def test_fr7_the_first_jumps_come_in_the_order_of_colours_and_fields(players: int) -> None:
    """A seed gives the same game again only where moves come in the same order."""
    position = placed(players)
    own = [field for colour in position.colours for field in position.romans_of(colour)]
    begins = dict.fromkeys(move.split("-")[0] for move in position.legal_moves())
    assert list(begins) == own


def test_fr7_nobody_jumps_while_romans_are_in_hand_and_nobody_jumps_with_another() -> None:
    with pytest.raises(IllegalError, match="still being placed"):
        start(3).play("y@a1").play("a1-b1")
    position = placed(3)
    blue, free = position.romans_of("b")[0], position.legal_moves()[0][3:]
    with pytest.raises(IllegalError, match="not one of y"):
        position.play(f"{blue}-{free}")


def test_fr8_two_players_use_both_their_colours_in_either_order() -> None:
    position = start(2)
    assert (position.to_move, position.colours) == ("1", "yr")
    assert played(position, "y@a1").colours == "r"
    assert played(position, "r@a1").colours == "y"
    other = played(position, "r@a1", "y@b1")
    assert (other.to_move, other.colours) == ("2", "bg")
    assert played(other, "g@c1").colours == "b"
    assert played(other, "g@c1", "b@d1").colours == "yr"
    with pytest.raises(IllegalError, match="turn of y, not r"):
        played(position, "r@a1", "r@b1")


def test_fr8_scoring_follows_each_single_roman() -> None:
    position = standing("7/7/7/7/7/7/yyyybr1", 2, "1:yr")
    middle = position.play("y@g1")
    assert middle.to_move == "1"
    assert middle.scores() == {"1": 7, "2": -4}  # y +7; g alone has none


def test_fr9_a_single_leader_moves_by_the_fields_of_the_sector() -> None:
    building = standing("yyyy3/yyy4/7/7/7/7/7", 3, "1:y")  # building I has 8 fields
    assert steps(building.play("y@d6")) == {"y": 8, "b": -2, "r": -2}
    row = standing("7/7/7/7/7/7/yyyybb1", 3, "1:y")
    assert steps(row.play("y@g1"))["y"] == 7


def test_fr10_the_fewest_go_back_four_alone_and_two_each_when_shared() -> None:
    alone = standing("7/7/7/7/7/7/yyybbr1", 3, "1:y").play("y@g1")
    assert steps(alone) == {"y": 7, "b": 0, "r": -4}
    shared = standing("7/7/7/7/7/7/yyyybr1", 3, "1:y").play("y@g1")
    assert steps(shared) == {"y": 7, "b": -2, "r": -2}


def test_fr9_a_sector_tells_the_steps_that_it_would_bring_as_it_stands() -> None:
    position = forum_romanum.start(3).play("y@d4")
    assert position.gains("4") == {"y": 7, "b": -2, "r": -2}
    assert position.gains("5") == {"y": 0, "b": 0, "r": 0}


def test_fr11_a_stalemate_waits_until_it_is_full_with_a_single_leader() -> None:
    rows = "7/7/yy1rrrr/b1rrryy/1bbbby1/7/yyybbbr"
    text = f"{rows} 3:r scored:- y0,b0,r0 players:3 plies:24"
    stale = forum_romanum.position(text)
    assert stale.detail()["stalemate"] == ["1"]
    emptied = stale.play("g1-a7")
    assert emptied.detail()["stalemate"] == []
    filled = emptied.play("a5-g1")
    assert filled.detail()["scored"] == ["1"]
    assert steps(filled) == {"y": 7, "b": 0, "r": -4}


def test_fr11_a_sector_that_fills_in_stalemate_moves_nobody() -> None:
    stale = standing("7/7/7/7/7/7/yyybb1r", 4, "2:b").play("b@f1")
    assert stale.detail()["stalemate"] == ["1"]
    assert not any(steps(stale).values())


def test_fr12_several_sectors_filled_by_one_roman_all_score() -> None:
    cross = "3y3/3y3/3y3/yyy1bbb/3b3/3b3/3b3"
    after = standing(cross, 3, "1:y").play("y@d4")
    assert set(after.detail()["scored"]) == {"4", "d"}
    assert steps(after) == {"y": 14, "b": 0, "r": -8}


def test_fr13_the_game_ends_when_what_remains_is_full_and_in_stalemate() -> None:
    everything = ",".join(name for name in SECTORS if name != "1")
    text = f"7/7/7/7/7/7/yyybb1r 2:b scored:{everything} y0,b0,r0,g0 players:4 plies:40"
    position = forum_romanum.position(text)
    assert position.outcome is None
    after = position.play("b@f1")
    assert after.outcome is not None
    assert after.outcome.reason == "scored"
    assert after.to_move is None
    assert list(after.legal_moves()) == []


def test_fr13_the_game_ends_when_every_sector_is_scored() -> None:
    everything = ",".join(name for name in SECTORS if name != "1")
    text = f"7/7/7/7/7/7/yyybbr1 1:y scored:{everything} y0,b0,r0,g0 players:4 plies:40"
    after = forum_romanum.position(text).play("y@g1")
    assert after.outcome is not None
    assert after.outcome.reason == "scored"
    assert after.detail()["coins"] == 0


def ends_in_stalemate(row: str, to_move: str, move: str, players: int) -> Position:
    everything = ",".join(name for name in SECTORS if name != "1")
    colours = COLOURS[: 4 if players == 2 else players]
    zero = ",".join(f"{c}0" for c in colours)
    text = f"7/7/7/7/7/7/{row} {to_move} scored:{everything} {zero} players:{players} plies:40"
    return forum_romanum.position(text).play(move)


def test_fr14_stalemates_left_at_the_end_score_four_and_the_fewest_lose() -> None:
    one_fewest = ends_in_stalemate("yyybb1r", "2:b", "b@f1", 4)
    assert steps(one_fewest) == {"y": 4, "b": 4, "r": 0, "g": -4}
    two_fewest = ends_in_stalemate("yyybb1g", "2:b", "b@f1", 5)
    assert steps(two_fewest) == {"y": 4, "b": 4, "r": -2, "g": 0, "k": -2}


def test_fr14_when_all_are_equal_every_colour_is_both_most_and_fewest() -> None:
    building = "7/7/7/7/7/4yyb/4br1 3:r"
    everything = ",".join(name for name in SECTORS if name != "VII")
    text = f"{building} scored:{everything} y0,b0,r0 players:3 plies:40"
    # VII: y 2, b 2, r 1 and one more red
    after = forum_romanum.position(text).play("r@g1")
    assert steps(after) == {"y": 2, "b": 2, "r": 2}


def test_fr15_the_farthest_wins_and_two_players_add_their_senators() -> None:
    shared = ends_in_stalemate("yyybb1r", "2:b", "b@f1", 4)
    assert shared.outcome is not None
    assert shared.outcome.winners == ("1", "2")  # y and b both +4
    two = ends_in_stalemate("yyybb1r", "2:bg", "b@f1", 2)
    assert two.scores() == {"1": 4, "2": 0}
    assert two.outcome is not None
    assert two.outcome.winners == ("1",)


def test_fr16_the_players_may_agree_to_stop_even_in_the_middle_of_a_turn() -> None:
    middle = start(2).play("y@a1")
    assert "agree" not in middle.legal_moves()
    over = middle.play("agree")
    assert over.outcome is not None
    assert over.outcome.reason == "agreed"
    assert over.plies == 2
    with pytest.raises(IllegalError, match="after the end"):
        over.play("agree")


def test_fr16_agreeing_scores_full_stalemates_and_nothing_else() -> None:
    stale = standing("yyyyy2/7/7/7/7/7/yyybb1r", 4, "2:b").play("b@f1")
    assert steps(stale.play("agree")) == {"y": 4, "b": 4, "r": 0, "g": -4}
    variant = standing("7/7/7/7/7/7/yyybb1r", 4, "2:b", variant="true").play("b@f1")
    assert steps(variant.play("agree")) == steps(variant)


def test_fr17_the_variant_scores_at_once_and_takes_more_than_it_gives() -> None:
    def after(row: str, to_move: str, move: str, players: int) -> dict[str, int]:
        position = standing(f"7/7/7/7/7/7/{row}", players, to_move, variant="true")
        return steps(position.play(move))

    assert after("yyybbr1", "1:y", "y@g1", 4) == {"y": 4, "b": 0, "r": 0, "g": -7}
    assert after("yyyyyb1", "1:y", "y@g1", 4) == {"y": 4, "b": 0, "r": -4, "g": -4}
    assert after("yyybb1r", "2:b", "b@f1", 4) == {"y": 2, "b": 2, "r": 0, "g": -7}


def test_fr17_all_equal_is_both_plus_two_and_minus_four() -> None:
    position = standing("7/7/7/7/7/4yyb/4br1", 3, "3:r", variant="true")
    assert steps(position.play("r@g1")) == {"y": -2, "b": -2, "r": -2}


def test_fr8a_two_players_may_choose_two_colours_each() -> None:
    position = start(2, colours="kwbg")
    assert position.colours == "kw"
    with pytest.raises(IllegalError, match="turn of kw, not y"):
        position.play("y@a1")
    after = position.play("w@a1").play("k@a2")
    assert after.colours == "bg"
    assert after.romans_of("w") == ("a1",)
    assert not after.romans_of("y")
    assert set(after.detail()["steps"]) == set("kwbg")
    assert repr(after) == "7/7/7/7/7/k6/w6 2:bg scored:- k0,b0,w0,g0 players:2 plies:2"
    assert forum_romanum.position(repr(after)) == after


def test_fr8a_a_seat_scores_with_its_own_colours() -> None:
    moves = "w@e7 g@a1 k@f7 w@g7 g@a2 k@b1 w@e6 g@a3 k@b2 w@f6 g@a4 k@b3 w@g6"
    after = played(start(3, colours="wgk"), *moves.split())
    assert after.scores() == {"1": 6, "2": -4, "3": 0}  # building II: w 5, g 0, k 1


@pytest.mark.parametrize("word", ["", "ybr"])
def test_fr8a_the_usual_colours_are_not_told(word: str) -> None:
    assert forum_romanum.noteworthy({"colours": word}, 3) == {}
    assert forum_romanum.noteworthy({"colours": "yrb"}, 3) == {"colours": "yrb"}


# Laws


@given(forum_romanum_games())
def test_romans_and_coins_are_conserved(game: Played) -> None:
    position, *_ = game
    detail = position.detail()
    for colour, left in detail["in_hand"].items():
        assert len(position.romans_of(colour)) + left == ROMANS[position.setup.players]
    assert detail["coins"] + len(detail["scored"]) == 23
