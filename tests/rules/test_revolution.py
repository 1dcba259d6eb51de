"""Revolution clause by clause."""

import pytest

import rules.revolution
from rules import IllegalError, MalformedError
from rules.revolution import BUILDINGS, CARDS, FIELDS, Position, revolution

APART = {"buildings_apart": "true"}
EVERY = {"securing": "strongest_cards"}
EARLY = {"notre_dame": "early"}
SOMEWHERE = "N@e5 V@e3 B@e1"  # buildings that leave the left half of the city alone


def played(moves: str, **options: str) -> Position:
    position = revolution.start(2, options)
    for move in moves.split():
        position = position.play(move)
    return position


def standing(text: str) -> Position:
    return revolution.position(text)


def stones(position: Position) -> set[str]:
    """The fields where the seat to move may set a stone now."""
    return {move[1:] for move in position.legal_moves() if move[0] == "*"}


def ended(position: Position) -> tuple[str, tuple[str, ...]]:
    assert position.outcome is not None
    return position.outcome.reason, position.outcome.winners


def test_rv1_the_city_has_25_fields_and_a1_is_bottom_left() -> None:
    assert {f"{letter}{number}" for letter in "abcde" for number in "12345"} == set(FIELDS)
    assert len(FIELDS) == 25
    assert repr(played("N@a1")).split()[0] == "...../...../...../...../N...."
    assert repr(played("N@b5")).split()[0] == ".N.../...../...../...../....."


def test_rv2_each_seat_has_ten_numbers_a_flag_and_eleven_stones() -> None:
    position = played(SOMEWHERE)
    assert position.detail()["hand"] == {"light": "9876543210F", "dark": "9876543210F"}
    assert {move[0] for move in position.legal_moves()} == set(CARDS)
    assert rules.revolution.STONES == 11
    with pytest.raises(IllegalError, match="light has laid its 7 already"):
        played(f"{SOMEWHERE} 7@a1 8@a4").play("7@a2")
    assert "7@a4" in played(f"{SOMEWHERE} 7@a1").legal_moves()  # dark has one of its own


def test_rv3_the_buildings_are_notre_dame_versailles_and_bastille() -> None:
    assert set(revolution.start(2).legal_moves()) == {f"{b}@{f}" for b in "NVB" for f in FIELDS}


def test_rv4_influence_reaches_four_neighbours_and_no_diagonal() -> None:
    position = played(f"{SOMEWHERE} 5@c3")
    reached = {field for field in FIELDS if position.influence(field)["light"]}
    assert reached == {"c3", "b3", "d3", "c2", "c4"}
    corner = played(f"{SOMEWHERE} 5@a1")
    assert {field for field in FIELDS if corner.lead(field)} == {"a1", "a2", "b1"}


def test_rv5_dark_places_one_building_light_the_next_and_dark_the_last() -> None:
    position = revolution.start(2)
    turns = []
    for move in SOMEWHERE.split():
        turns.append(position.to_move)
        assert position.phase == "building"
        position = position.play(move)
    assert turns == ["dark", "light", "dark"]
    with pytest.raises(IllegalError, match="all three buildings stand"):
        position.play("N@a1")
    with pytest.raises(IllegalError, match="N stands already"):
        played("N@a1 N@a2")
    with pytest.raises(IllegalError, match="a1 is occupied"):
        played("N@a1 V@a1")
    with pytest.raises(IllegalError, match="before the cards"):
        played("7@a1")


def test_rv6_every_building_keeps_a_free_neighbour() -> None:
    corner = played("N@a1 V@a2")
    assert "B@b1" not in corner.legal_moves()
    assert len(corner.legal_moves()) == 22
    with pytest.raises(IllegalError, match="no free neighbour"):
        corner.play("B@b1")
    around = played("N@a2 V@b1")
    assert "B@a1" not in around.legal_moves()  # the new one would be without
    assert len(around.legal_moves()) == 22


def test_rv7_buildings_apart_are_no_neighbours() -> None:
    position = played("N@a1", **APART)
    assert len(position.legal_moves()) == 2 * 22
    with pytest.raises(IllegalError, match="buildings_apart"):
        position.play("V@a2")
    assert "V@a2" in played("N@a1").legal_moves()
    assert not {f"B@{f}" for f in ("a2", "b1", "c2", "d1", "c1")} & set(played("N@a1 V@c1", **APART).legal_moves())


def test_rv8_light_begins_and_a_turn_begins_with_a_card_on_a_free_field() -> None:
    position = played(SOMEWHERE)
    assert position.to_move == "light"
    assert set(position.legal_moves()) == {
        f"{card}@{field}" for card in CARDS for field in FIELDS if field not in ("e1", "e3", "e5")
    }
    for move in ("end", "*a1"):
        with pytest.raises(IllegalError, match="light should lay a card first"):
            position.play(move)
    after = position.play("3@a1")
    assert after.to_move == "dark"
    with pytest.raises(IllegalError, match="a1 is occupied"):
        after.play("3@a1")
    with pytest.raises(IllegalError, match="e1 is occupied"):
        after.play("3@e1")
    assert after.play("4@c3").to_move == "light"


def test_rv9_influences_add_up() -> None:
    position = played(f"{SOMEWHERE} 5@c3 2@c4 1@c2 7@b2")
    assert position.influence("c3") == {"light": 6, "dark": 2}
    assert position.influence("b3") == {"light": 5, "dark": 7}
    assert position.lead("b3") == -2


def test_rv9_buildings_have_no_influence_but_are_reached_by_it() -> None:
    position = played("N@b2 V@a5 B@e5 4@b1 3@a2")
    assert position.detail()["influence"] == {
        "N": {"light": 4, "dark": 3},
        "V": {"light": 0, "dark": 0},
        "B": {"light": 0, "dark": 0},
    }


def test_rv9a_the_flag_has_influence_0() -> None:
    position = played(f"{SOMEWHERE} F@c3")
    assert not any(position.lead(field) for field in FIELDS)


def test_rv10_a_field_with_a_stone_keeps_radiating() -> None:
    before = played(f"{SOMEWHERE} 9@a1")
    after = before.play("*a1")
    assert after.influence("a2") == before.influence("a2") == {"light": 9, "dark": 0}


def test_rv10a_stones_are_never_removed() -> None:
    # *a1 was secure against the 9 alone; the 9 and the 8 overturn it, and it stays.
    position = played(f"{SOMEWHERE} 9@a1 *a1 9@a2 0@d3 8@b1")
    assert position.influence("a1") == {"light": 9, "dark": 17}
    assert position.on("a1") == "l9o"
    assert "a1" not in stones(position)


def test_rv11_any_number_of_stones_on_cards_of_either_colour_each_optional() -> None:
    position = played(f"{SOMEWHERE} 9@a1 end 0@a2 8@b2")
    assert stones(position) == {"a1", "a2"}  # light's 9, and dark's 0 under 17 against 9 to come
    one = position.play("*a2")
    assert one.on("a2") == "d0o"
    assert one.to_move == "light"
    assert stones(one) == {"a1"}
    assert one.play("end").to_move == "dark"
    assert position.play("end").to_move == "dark"
    both = one.play("*a1")
    assert both.to_move == "dark"
    assert both.stones_of("light") == 2
    with pytest.raises(IllegalError, match="a2 bears a stone already"):
        one.play("*a2")
    with pytest.raises(IllegalError, match="no card lies on d4"):
        one.play("*d4")
    with pytest.raises(IllegalError, match="has laid its card and may set stones now"):
        one.play("7@d4")


def test_rv11_stones_are_set_only_in_ones_own_turn() -> None:
    position = played(f"{SOMEWHERE} 9@a1 end 0@d3")  # dark cannot, light could
    assert position.to_move == "light"
    with pytest.raises(IllegalError, match="lay a card first"):
        position.play("*a1")


def test_rv12_a_closed_field_is_for_the_greater_influence_or_its_own_colour() -> None:
    equal = played(f"{SOMEWHERE} 4@a1 0@a2 3@d5 4@b1")
    assert equal.influence("a1") == {"light": 4, "dark": 4}
    assert equal.to_move == "light"  # dark could set nothing: the card is light's
    assert stones(equal.play("0@d3")) == {"a1"}
    greater = played(f"{SOMEWHERE} 4@a1 0@a2 3@d5 5@b1")
    assert greater.to_move == "dark"
    assert stones(greater) == {"a1"}
    assert greater.play("end").play("0@d3").to_move == "dark"  # nothing for light


def test_rv13_beside_a_free_field_the_strongest_card_must_not_overturn_it() -> None:
    assert stones(played(f"{SOMEWHERE} 9@a1")) == {"a1"}  # 9 == 0 + 9, on its own colour
    assert stones(played(f"{SOMEWHERE} 8@a1")) == set()
    # On the other's colour it takes more than that, until the other's 9 is gone.
    assert "a1" not in stones(played(f"{SOMEWHERE} 1@c1 0@a1 9@b1"))
    assert "a1" in stones(played(f"{SOMEWHERE} 1@c1 0@a1 8@d3 9@c4 end 9@b1"))
    with pytest.raises(IllegalError, match=r"light has influence 8 on b3 and the opponent 0; .*987654321F"):
        played(f"{SOMEWHERE} 9@a1 end 0@d3 8@b3 *b3")


def test_rv13_when_only_the_flag_is_left_nothing_can_overturn_a_lead() -> None:
    leads = standing("l5oNBl7ol2o/l0d6l1d4ol8o/d9xd8xl6d0l3o/l9.d3o.d5/d1od7l4xd2V dark:stones claim:light plies:38")
    assert leads.hand_of("light") == "F"
    assert leads.lead("a2") == -1  # beside the free b2, on light's 9
    assert "a2" in stones(leads)
    equal = standing(
        "d8l3xVd2l6o/.d5d0xd9l5o/l8l2Bd3xl0o/l7o.Nd4ol4/d7l1d1ol9xd6o dark:stones claim:- plies:38 strongest_cards"
    )
    assert equal.hand_of("light") == "F"
    assert equal.lead("b4") == 0  # beside the free a4, on dark's own 5
    assert "b4" in stones(equal)


def test_rv14_one_card_may_overturn_it_or_one_for_each_free_neighbour() -> None:
    assert stones(played(f"{SOMEWHERE} 9@a1")) == {"a1"}
    assert stones(played(f"{SOMEWHERE} 9@a1", **EVERY)) == set()  # 9 < 9 + 8
    # With one neighbour taken one card counts: 9 + 8 light against 0 + 9 to come.
    after = played(f"{SOMEWHERE} 9@a1 0@d3 8@a2", **EVERY)
    assert stones(after) == {"a1", "a2"}  # a2 has two free neighbours: 17 == 9 + 8, its own
    assert after.influence("a2") == {"light": 17, "dark": 0}
    less = played(f"{SOMEWHERE} 9@a1 0@d3 7@a2", **EVERY)
    assert stones(less) == {"a1"}


def test_rv14_a_hand_of_fewer_cards_than_free_neighbours_counts_as_it_is() -> None:
    position = standing(
        "l6ol1od8d0l9o/d2ol8d7.d9x/Bd5od3l5d6/d1ol3xV.d4/NolFol4ol0l7o dark:stones claim:- plies:45 strongest_cards"
    )
    assert position.hand_of("light") == "2"
    assert position.lead("d3") == -4  # d2 and d4 are free, and only a 2 is to come
    assert "d3" in stones(position)


@pytest.mark.parametrize(
    ("free", "card", "secured"),
    [(1, 4, True), (1, 3, False), (2, 7, True), (2, 6, False), (3, 9, True), (3, 8, False), (4, 9, False)],
)
def test_rv14_as_many_cards_count_as_there_are_free_neighbours(free: int, card: int, secured: bool) -> None:
    """Dark has 4, 3, 2 and 1 left, which add up to 4, 7, 9 and 10."""
    north, west, east, south, *away = [*"NVB"[: 4 - free], *"...."[:free], *"NVB"[4 - free :], *"..."]
    one, two, *laid = [f"l{other}" for other in "9876543210" if other != str(card)][:7]
    position = standing(
        f"{''.join(laid)}/{one}.{north}.{two}/{away[0]}{west}l{card}{east}{away[1]}/"
        f"d9{away[2]}{south}.d8/d7d6d5d0dF light:stones claim:- plies:18 strongest_cards"
    )
    assert ("c3" in stones(position)) is secured


def test_rv15_versailles_and_bastille_bear_no_stone() -> None:
    position = played("N@e5 V@a2 B@b1 9@a1")
    assert position.influence("a2")["light"] == 9
    assert stones(position) == {"a1"}
    for move in ("*a2", "*b1"):
        with pytest.raises(IllegalError, match="never bear a stone"):
            position.play(move)
    with pytest.raises(MalformedError):
        standing("...../...../...../Vo..../l9Bx..N light:stones claim:- plies:6")


def test_rv16_notre_dame_is_for_the_least_influence() -> None:
    less = played("N@a1 V@d3 B@d5 5@a2 3@b1")
    assert less.to_move == "dark"
    assert stones(less) == {"a1"}
    more = played("N@a1 V@d3 B@d5 5@a2 7@b1")
    assert more.to_move == "light"
    assert "a1" in stones(more.play("0@e1"))
    with pytest.raises(IllegalError, match="least influence"):
        played("N@a1 V@d3 B@d5 9@c5 end 0@a2 5@b1 *a1")


def test_rv16_equal_influence_gives_it_to_the_seat_that_did_not_close_it() -> None:
    dark_closed = played("N@a1 V@d3 B@d5 5@a2 5@b1 1@a4")
    assert set(dark_closed.legal_moves()) == {"*a1", "end"}
    light_closed = played("N@a1 V@d3 B@d5 1@a4 5@a2 5@b1")
    assert light_closed.to_move == "dark"
    assert "claim:dark" in repr(light_closed)
    assert stones(light_closed.play("0@e1")) == {"a1"}


def test_rv16_notre_dame_waits_until_it_is_closed_or_not() -> None:
    moves = "N@a1 V@d3 B@d5 5@a2 0@e1"
    assert played(moves).to_move == "light"
    early = played(moves, **EARLY)
    assert early.to_move == "dark"
    assert stones(early) == {"a1"}
    assert early.play("*a1").on("a1") == "Nx"
    tie = played("N@c3 V@e3 B@e5 5@c4 5@c2 1@a1", **EARLY)
    assert "claim:-" in repr(tie)
    assert tie.to_move == "dark"
    # A claim that is not used goes where the influence goes.
    assert "claim:dark" in repr(early.play("end"))
    turned = played(f"{moves} end 0@c5 6@b1", **EARLY)
    assert turned.influence("a1") == {"light": 5, "dark": 6}
    assert "claim:light" in repr(turned)


def test_rv16_notre_dame_bears_one_stone() -> None:
    over = played("N@a1 V@d3 B@d5 5@a2 0@e1 *a1 1@c5 9@b1", **EARLY)
    assert over.influence("a1") == {"light": 5, "dark": 9}
    assert "claim:-" in repr(over)
    assert over.on("a1") == "Nx"


def test_rv17_the_owner_may_set_a_stone_on_its_flag() -> None:
    position = played(f"{SOMEWHERE} 9@a1 end 0@d3 F@a2")
    assert stones(position) == {"a1", "a2"}
    assert position.play("*a2").on("a2") == "lFo"


def test_rv18_the_turn_ends_by_itself_when_no_stone_can_be_set() -> None:
    assert played(f"{SOMEWHERE} 8@a1").to_move == "dark"
    can = played(f"{SOMEWHERE} 9@a1")
    assert set(can.legal_moves()) == {"*a1", "end"}
    assert can.play("*a1").to_move == "dark"
    assert can.play("end").to_move == "dark"


ELEVEN = (  # light has set eleven stones and holds its flag
    "l9od1oVd8xd6x/l8ol3od0xd9xl0x/d5o.Bl2xd2o/l7xd3xNod4l4o/.d7xl1ol6ol5o light:card claim:- plies:46"
)


def test_rv18_a_seat_without_stones_left_can_set_none() -> None:
    ten = standing("d9xl6xd6d2xd1x/l8Bl3xd8xd5x/V.d4x.d0/l5d3d7xl0Nx/l1l9l4l2l7 dark:stones claim:- plies:43")
    assert stones(ten) == {"a4", "e3", "d2"}
    eleven = ten.play("*d2")  # two fields could still bear one, and there is none left
    assert (eleven.to_move, eleven.phase) == ("light", "card")
    assert (eleven.outcome, eleven.hand_of("dark")) == (None, "F")  # RV-21


def test_rv19_a_flag_is_captured_by_a_strictly_greater_influence() -> None:
    before = played("B@c2 V@e2 N@c4 2@a5 8@b4 F@d1 0@e4 4@b1")
    assert ended(before.play("7@e1")) == ("flag", ("dark",))  # free fields do not matter
    equal = played("B@c2 V@e2 N@c4 2@d2 3@b4 F@d1 2@e1")
    assert equal.influence("d1") == {"light": 2, "dark": 2}
    assert equal.outcome is None


def test_rv19_laying_ones_flag_where_the_other_leads_loses_at_once() -> None:
    before = played("V@a5 N@a4 B@b1 3@d2 6@e1 9@e2 *d2")
    over = before.play("F@d3")
    assert ended(over) == ("flag", ("light",))
    assert over.scores() == {"light": 11, "dark": 0}


def test_rv19_the_flag_comes_before_the_buildings() -> None:
    before = standing("l3olFVd8./B.d4l7xd9/..d1Nxd0x/.d2l5xd5ol6/l9o.l2ol4. dark:card claim:- plies:26")
    over = before.play("7@b4")
    assert ended(over) == ("flag", ("dark",))
    for building in "VB":  # dark has all three as well
        both = over.detail()["influence"][building]
        assert both["dark"] > both["light"]


def test_rv20_notre_dame_and_a_lead_on_both_other_buildings_wins() -> None:
    by_stone = played("N@e4 V@a1 B@e3 4@e5 6@a2 6@b4 1@d3 8@d4 0@b3")
    assert ended(by_stone.play("*e4")) == ("buildings", ("dark",))
    by_card = standing("l5NxB.l2o/....l7/.d8.d0./....d9x/l8d7l4.V dark:card claim:- plies:17 early")
    assert ended(by_card.play("6@d5")) == ("buildings", ("dark",))


def test_rv20_an_equal_influence_is_neutral() -> None:
    by_card = standing("l5NxB.l2o/....l7/.d8.d0./....d9x/l8d7l4.V dark:card claim:- plies:17 early")
    lead = {move: by_card.play(move) for move in by_card.legal_moves() if move[0] != "F"}
    for move, after in lead.items():
        both = after.detail()["influence"].values()
        leads = [b["dark"] - b["light"] for b in both][1:]
        assert (after.outcome is not None) == all(n > 0 for n in leads), move
    assert any(0 in [b["dark"] - b["light"] for b in after.detail()["influence"].values()] for after in lead.values())


def test_rv20_the_buildings_come_before_the_stones() -> None:
    before = standing(
        "d7Nd4xlFoV/dFxl6xBl9ol1o/d6xd9xl3ol7od3o/d0x.l8od8ol4x/d5xl0l2od2xl5o light:stones claim:light plies:44"
    )
    over = before.play("*b5")
    assert over.stones_of("light") == 11
    assert ended(over) == ("buildings", ("light",))


def test_rv21_eleven_stones_and_the_flag_win() -> None:
    before = standing(ELEVEN)
    assert before.outcome is None
    assert ended(before.play("F@a1")) == ("stones", ("light",))


def test_rv21_a_flag_laid_where_the_other_leads_loses_even_with_eleven_stones() -> None:
    over = standing(ELEVEN).play("F@b3")
    assert ended(over) == ("flag", ("dark",))
    assert over.scores()["light"] == 0


SKIPPED = (  # after `end` light can set none, so that dark goes on
    "d3xd5xBd6xd1x/Vd0xNxl5xd7/l6olFol9ol4od9x/l3odFd8xd2ol1/l2ol0xd4l7ol8o dark:stones claim:- plies:48"
)


def test_rv22_a_seat_that_can_set_none_is_skipped() -> None:
    once = standing(SKIPPED).play("end")
    assert once.to_move == "dark"
    assert once.phase == "again"  # the turn of the last card did not count
    twice = once.play("end")
    assert twice.to_move == "dark"
    assert twice.phase == "last"
    over = twice.play("end")  # the skipped turns of light do not count
    assert ended(over) == ("exhausted", ())
    assert over.scores() == {"light": 0, "dark": 0}
    with pytest.raises(IllegalError, match="from now on only stones"):
        once.play("F@a1")


def test_rv22_two_turns_without_a_stone_end_it_and_the_last_card_does_not_count() -> None:
    game = (
        "V@a1 N@c4 B@c1 2@e3 7@c3 8@e1 3@b3 *c3 end 4@d3 0@e5 *b3 7@b2 5@b5 5@a2 *b2 *a2 8@d1 "
        "0@c5 6@a4 1@b1 *b1 4@e4 3@a5 9@d4 *d3 *e4 *a5 *d4 9@d2 *d1 *d2 *e3 2@c2 6@a3 *a4 *c2 "
        "*a3 1@b4 *c5 *b5 *b4 *e5 F@e2 end F@d5 end end"
    )
    before = played(game)
    assert before.outcome is None
    assert before.phase == "last"
    assert ended(before.play("end")) == ("exhausted", ())
    assert all(before.play(f"*{field}").phase != "last" for field in stones(before))


def test_rv22_a_stone_breaks_the_row() -> None:
    last = standing("dFd8xl4od2oB/l7od9xl8l3ol2o/l5od5xd7xd4xl0/d1ol9xd3xNoV/l6xd6ol1xd0olF dark:last claim:- plies:51")
    after = last.play("*c4")
    assert after.to_move == "dark"
    turn = after.play("end")  # a turn in which a stone was set
    assert (turn.to_move, turn.phase) == ("light", "again")
    assert turn.play("end").phase == "last"
    by_itself = standing(
        "Bl9ol4od3xdF/l0xd7xd6xd9xd8x/d1ol3xl6od0ol5x/Vd4ol2ol7od5o/d2ol8lFl1Nx dark:last claim:- plies:47 early"
    ).play("*e5")
    assert (by_itself.to_move, by_itself.phase) == ("light", "again")


def test_options_other_than_the_usual_are_noteworthy() -> None:
    given = {**APART, **EVERY, **EARLY}
    assert revolution.noteworthy(given, 2) == given
    assert revolution.noteworthy({"securing": "strongest_card", "notre_dame": "closed"}, 2) == {}


def test_the_detail_says_what_lies_where() -> None:
    position = played(f"{SOMEWHERE} 9@a1 *a1 0@e4")
    assert position.detail() == {
        "stones": {"light": 1, "dark": 0},
        "hand": {"light": "876543210F", "dark": "987654321F"},
        "influence": {name: {"light": 0, "dark": 0} for name in BUILDINGS},
        "phase": "card",
        "position": "....N/....d0/....V/...../l9o...B light:card claim:- plies:6",
    }


def test_a_move_is_looked_up_by_number_or_slice_only() -> None:
    with pytest.raises(TypeError):
        revolution.start(2).legal_moves()["N@a1"]
    assert repr(revolution.start(2).legal_moves()).startswith("<B@a1 ")


def test_a_seat_has_no_twelfth_stone() -> None:
    with pytest.raises(MalformedError, match="light has 12 stones"):
        standing(ELEVEN.replace("d4l4o", "d4ol4o"))
