"""Hourglass clause by clause."""

import json
import tomllib
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import DATA
from support.glasses import glass, moves_of, played, runs, stalled, start
from support.naive_hourglass import TURNED, Naive
from support.random_games import TIGHT, Played, hourglass_games, load
from support.small_hourglass import SMALL

from rules import IllegalError, OptionError, read_record
from rules.hourglass import Board, Glass, Position, hourglass

WRONG_BOARDS = tomllib.loads((DATA / "wrong_texts.toml").read_text("utf-8"))["hourglass"]["boards"]


def test_hg1_four_white_and_four_pink_hourglasses_stand_empty_before_the_start() -> None:
    glasses = start().glasses
    assert [glass.seat for glass in glasses] == ["white"] * 4 + ["pink"] * 4
    assert all(g.remaining == 0 and g.ends is None and not g.dead for g in glasses)


def test_hg2_white_starts_in_abcd_and_pink_in_the_capitals_each_with_the_other_as_goal() -> None:
    position = start()
    assert [glass.hole for glass in position.glasses] == list("abcdABCD")
    assert [glass.name for glass in position.glasses] == list("abcdABCD")
    text = "white 5 C:9,B:9,A:9,e:9 a:9,b:9,c:9,E:9 plies:40 stalled:-"
    assert hourglass.position(text).scores() == {"white": 3, "pink": 3}


def test_hg3_the_default_board_has_22_holes_and_34_lines_and_looks_the_same_from_both_sides() -> None:
    board = start().board
    assert "".join(board.holes) == "abcdefghijklmIHGFEDCBA"
    lines = {frozenset(line) for line in board.lines}
    assert len(lines) == len(board.lines) == 34
    assert {frozenset(TURNED[hole] for hole in line) for line in lines} == lines
    assert {TURNED[hole] for hole in board.holes} == set(board.holes)
    for one, line in (("e", "abdgh"), ("D", "BEF"), ("k", "ghHI"), ("j", "gI"), ("m", "iG")):
        assert {hole for pair in lines if one in pair for hole in pair} == {one, *line}


def test_hg3_each_hole_of_the_default_board_lies_on_its_cell() -> None:
    cells = start().board.cells
    assert (cells["a"], cells["b"], cells["c"]) == ((2, 1), (4, 1), (6, 1))
    assert (cells["d"], cells["e"], cells["f"]) == ((4, 2), (3, 3), (5, 3))
    assert [cells[hole] for hole in "jklm"] == [(1, 5), (3, 5), (5, 5), (7, 5)]
    assert [cells[hole] for hole in "IHG"] == [(2, 6), (4, 6), (6, 6)]
    assert [cells[hole] for hole in "CBA"] == [(2, 9), (4, 9), (6, 9)]


def test_hg3_a_household_brings_its_own_board_in_a_file() -> None:
    position = start(board="small.toml")
    assert position.board.name == "small.toml"
    assert position.board.cells["n"] == (3, 3)
    assert list(position.play("start").legal_moves()) == ["d-m"]
    assert repr(position).endswith(" board:small.toml")
    record = '[game "hourglass"]\n[option "board" "small.toml"]\n\nstart\n1 d-m\n'
    after = read_record(record, load).position
    assert after.to_move == "pink"
    assert set(after.legal_moves()) == {"a-d", "b-d", "c-d", "b-n", "m-d", "m-n"}  # D is shut in


@pytest.mark.parametrize(("old", "new", "says"), WRONG_BOARDS)
def test_hg3_a_wrong_board_is_refused_with_the_file_and_the_entry(old: str, new: str, says: str) -> None:
    text = SMALL.replace(old, new, 1)
    if old.startswith('"m-D"'):
        text = text.replace('"a-A", ', "")
    with pytest.raises(OptionError) as error:
        hourglass.start(2, {"board": "wrong.toml"}, lambda _: text)
    assert "option board: wrong.toml: " in str(error.value)
    assert says in str(error.value)


def test_hg3_without_files_there_is_no_board_but_the_own() -> None:
    with pytest.raises(OptionError, match="cannot be read here"):
        hourglass.start(2, {"board": "small.toml"})


def test_hg4_a_glass_runs_120_seconds_unless_the_household_says_otherwise() -> None:
    assert runs(start().play("start"), "a") == 120_000
    assert runs(start(sand="180").play("start"), "C") == 180_000
    each = start(sand="a:118 B:121.5").play("start")
    assert [runs(each, name) for name in "abABC"] == [118_000, 120_000, 120_000, 121_500, 120_000]


def test_hg4_time_is_exact() -> None:
    position = start(sand="3.4").play("start")
    assert not glass(position.play("3.399"), "a").dead
    assert glass(position.play("3.4"), "a").dead
    turned = played(start(), "start", "1 d-e", "2 D-E", "3.4 c-f")
    assert not glass(turned.play("6.799"), "c").dead
    assert glass(turned.play("6.8"), "c").dead


@pytest.mark.parametrize(
    ("given", "canonical"),
    [
        ("120.000", "120"),
        ("180", "180"),
        ("0.50", "0.5"),
        ("a:118.0  D:121.5", "a:118 D:121.5"),
        ("D:121.5 a:118", "D:121.5 a:118"),
        ("a:120 b:120.0", "120"),
    ],
)
def test_hg4_sand_has_one_way_of_writing_each_number(given: str, canonical: str) -> None:
    assert hourglass.canonical({"sand": given})["sand"] == canonical


def test_hg5_a_turned_glass_runs_as_long_as_it_had_run() -> None:
    position = played(start(), "start", "5 d-f", "6 D-F", "10 a-e")
    assert runs(position, "a") == 10_000
    assert runs(position, "d") == 115_000
    again = played(position, "11 A-E", "14 e-a")
    assert runs(again, "a") == 120_000 - 6_000


def test_hg5_the_worked_example_is_alive_one_millisecond_before_its_end() -> None:
    position = played(start(), "start", "5 d-f", "6 D-F", "10 a-e", "11 A-E")
    alive = position.play("19.999")
    assert runs(alive, "a") == 1
    assert {"e-a", "e-g"} < set(alive.legal_moves())
    assert glass(position.play("20"), "a").dead


def test_hg6_a_dead_glass_leaves_at_once_and_its_hole_is_free() -> None:
    position = played(start(), "start", "5 d-f", "6 D-F", "10 a-e", "11 A-E", "20")
    assert glass(position, "a") == Glass("a", "white", None, None, 0, dead=True)
    assert "b-e" in position.legal_moves()
    assert not any(move.startswith("e-") for move in position.legal_moves())
    with pytest.raises(IllegalError, match="no glass is in e"):
        position.play("20 e-g")


def test_hg7_before_its_first_turn_a_glass_is_empty_but_not_dead() -> None:
    position = played(start(), "start", "1000000")
    assert [g.name for g in position.glasses if not g.dead] == ["d", "D"]
    assert position.outcome is None
    assert runs(position, "d") == 0
    assert runs(position.play("d-e"), "d") == 120_000


def test_hg7_a_glass_turned_at_the_second_it_was_turned_full_dies() -> None:
    position = played(start(), "start", "0 d-e", "0 D-E")
    after = position.play("0 e-g")
    assert glass(after, "d") == Glass("d", "white", None, None, 0, dead=True)
    assert "g" not in {g.hole for g in after.glasses}
    assert stalled(after) == {"white": [], "pink": []}
    first = played(position, "0 c-f")
    assert glass(first, "c").dead


def test_hg7_such_a_glass_has_not_arrived_in_the_goal() -> None:
    text = "white 9 a:120,-,-,d:7 -,B:5,C:5,D:5 plies:9 stalled:- board:small.toml"
    after = hourglass.position(text, load).play("a-A")
    assert glass(after, "a").hole is None
    assert after.scores() == {"white": 0, "pink": 0}
    assert after.outcome is None


def test_hg8_at_second_0_both_seats_turn_their_closest_three() -> None:
    before = start()
    assert (before.to_move, list(before.legal_moves())) == ("white", ["start"])
    position = before.play("start")
    assert (position.now, position.plies, position.started) == (0, 1, True)
    assert [runs(position, name) for name in "abcdABCD"] == ([120_000] * 3 + [0]) * 2
    with pytest.raises(IllegalError, match="has started"):
        position.play("start")


@pytest.mark.parametrize("line", ["d-e", "0 d-e", "0", "dead a", "0 dead a"])
def test_hg8_nothing_comes_before_the_start(line: str) -> None:
    for deaths in ("clock", "declared"):
        with pytest.raises(IllegalError, match="begin with start"):
            start(deaths=deaths).play(line)


def test_hg9_the_first_move_of_each_seat_is_with_its_fourth_glass() -> None:
    position = start().play("start")
    assert set(position.legal_moves()) == {"d-e", "d-f"}
    with pytest.raises(IllegalError, match="first move of white is with d"):
        position.play("b-e")
    pink = position.play("1 d-f")
    assert set(pink.legal_moves()) == {"D-E", "D-F"}
    assert "b-e" in pink.play("2 D-E").legal_moves()
    late = position.play("125")
    assert set(late.legal_moves()) == {"d-b", "d-e", "d-f"}


def test_hg10_white_first_then_alternately_along_lines_forward_or_backward() -> None:
    position = played(start(), "start", "1 d-e", "2 D-E")
    assert position.to_move == "white"
    assert set(position.legal_moves()) == moves_of(position, *"abce")
    assert {"e-d", "e-g", "e-h", "b-d", "c-f", "b-f"} == set(position.legal_moves())
    for line, why in [
        ("3 e-b", "b is occupied"),
        ("3 a-g", "no line joins a and g"),
        ("3 e-e", "no line joins e and e"),
        ("3 E-h", "no line joins E and h"),
        ("3 E-H", "the glass in E is pink's"),
        ("3 g-k", "no glass is in g"),
    ]:
        with pytest.raises(IllegalError, match=why) as error:
            position.play(line)
        assert "; possible: " in str(error.value)


def test_hg11_who_cannot_move_waits_and_the_other_seat_goes_on() -> None:
    position = start(board="tight.toml").play("start")
    assert position.to_move == "white"
    assert list(position.legal_moves()) == ["D-x"]
    assert position.written("D-x") == "0 D-x"
    after = position.play("1 D-x")
    assert after.to_move == "white"  # the seat that did not make it
    assert set(after.legal_moves()) == {"C-D", "x-D"}
    after = after.play("2 C-D")
    assert after.to_move == "white"


def test_hg11_when_nobody_can_move_time_runs_on() -> None:
    lone = TIGHT.replace(', "D-x"', ', "d-x"').replace("lines", "lines", 1)
    lone = lone.replace('["a", "b", "c", "d"]', '["a", "b", "d", "c"]')
    lone = lone.replace('["A", "B", "C", "D"]', '["D", "B", "C", "A"]')
    position = hourglass.start(2, {"board": "lone.toml"}, lambda _: lone).play("start")
    assert list(position.legal_moves()) == []  # c stands between b and d, A between d and B
    assert (position.outcome, position.to_move) == (None, "white")
    assert set(position.play("120").legal_moves()) == {"c-b", "c-d"}
    assert set(position.later(120_000).legal_moves()) == {"c-b", "c-d"}


def test_hg13_a_glass_that_arrived_alive_counts_even_when_it_dies_there() -> None:
    text = "white 1 F:5,b:99,-,e:99 k:50,-,-,E:50 plies:9 stalled:-"
    position = hourglass.position(text).play("F-B")
    assert position.scores() == {"white": 1, "pink": 0}
    dead = played(position, "40 E-D", "60 e-g", "116")
    assert glass(dead, "a") == Glass("a", "white", "B", None, 0, dead=True)
    assert dead.scores() == {"white": 1, "pink": 0}
    assert set(dead.legal_moves()) == {"D-E", "D-F"}  # D-B is a line, but B is occupied


def test_hg13_a_living_glass_may_leave_the_goal_and_counts_no_longer() -> None:
    text = "white 1 C:5,b:99,-,e:99 k:50,B:50,-,E:50 plies:9 stalled:-"
    position = hourglass.position(text)
    assert position.scores() == {"white": 1, "pink": 0}
    assert "C-F" in position.legal_moves()
    assert position.play("C-F").scores() == {"white": 0, "pink": 0}
    with pytest.raises(IllegalError, match="the glass in C is dead"):
        position.play("6 C-F")


def test_hg14_the_game_ends_at_the_second_a_seats_last_glass_dies() -> None:
    position = played(start(), "start", "1 d-e", "2 D-E", "3 e-d", "4 E-D")
    assert runs(position, "d") == 2_000 - 1_000
    over = position.play("200")
    assert over.outcome is not None
    assert over.outcome.reason == "finished"
    assert over.now == 120_000  # not the 200 that the line says
    assert over.to_move is None
    assert over == position.later(196_000) == position.play("120")


def test_hg14_the_game_ends_when_all_four_are_dead_or_in_the_goal() -> None:
    text = "white 1 A:5,-,F:99,C:dead k:50,l:50,m:50,E:50 plies:9 stalled:-"
    position = hourglass.position(text)
    assert position.outcome is None
    over = position.play("F-B")
    assert over.outcome == ("finished", ("white",))
    assert list(over.legal_moves()) == []
    by_death = hourglass.position(text.replace("F:99", "F:4")).play("5")
    assert by_death.outcome == ("finished", ("white",))
    assert by_death.now == 5000


def test_hg14_a_death_that_ends_the_game_comes_before_the_move_of_that_second() -> None:
    text = "white 1 -,-,-,d:5 k:50,l:50,m:50,E:50 plies:9 stalled:-"
    position = hourglass.position(text)
    assert position.play("5.999 d-e").outcome is None
    with pytest.raises(IllegalError, match="after the end of the game at second 6"):
        position.play("6 d-e")
    assert position.play("6").outcome == ("finished", ())


def test_hg15_more_in_the_goal_wins_and_equal_numbers_are_drawn() -> None:
    def over(white: str, pink: str) -> Position:
        return hourglass.position(f"white 1 {white} {pink} plies:9 stalled:-").play("9")

    assert over("A:dead,-,-,d:5", "a:9,k:90,l:90,m:90").outcome == ("finished", ())
    assert over("A:dead,B:3,-,d:5", "a:9,k:90,l:90,m:90").outcome == ("finished", ("white",))
    assert over("A:dead,-,-,d:5", "a:9,b:90,l:90,m:90").outcome == ("finished", ("pink",))
    assert over("A:dead,-,-,d:5", "a:9,b:90,l:90,m:90").scores() == {"white": 1, "pink": 2}


def test_hg15_living_glasses_may_decide_between_equal_seats() -> None:
    def over(white: str, pink: str, rest: str = " equal:living") -> Position:
        return hourglass.position(f"white 1 {white} {pink} plies:9 stalled:-{rest}").play("9")

    one_each = ("A:dead,-,-,d:5", "a:9,k:90,l:90,m:90")
    assert over(*one_each).outcome == ("finished", ("pink",))
    assert over(*one_each, rest="").outcome == ("finished", ())
    assert over("A:90,B:90,-,d:5", "a:9,b:9,-,m:90").outcome == ("finished", ("pink",))
    assert over("A:90,B:90,-,d:5", "a:9,b:dead,-,m:90").outcome == ("finished", ())
    # more in the goal wins as always, and a glass never turned does not live (HG-7)
    assert over("A:dead,B:3,-,d:5", "a:9,k:90,l:90,m:90").outcome == ("finished", ("white",))
    assert over("-,-,-,d:5", "-,-,-,D:empty").outcome == ("finished", ())


def test_hg15_four_first_wins_at_once() -> None:
    text = "pink 1 k:9,l:9,m:9,h:9 a:5,b:dead,c:9,e:9 plies:40 stalled:-"
    assert hourglass.position(text).play("e-d").outcome == ("finished", ("pink",))


def test_a_line_is_written_with_its_second_and_without_trailing_zeros() -> None:
    position = played(start(deaths="declared"), "start", "5.250")
    for given_line, line in [
        ("12.400 d-e", "12.4 d-e"),
        ("d-e", "5.25 d-e"),
        ("19.999", "19.999"),
        ("20.000", "20"),
        ("dead b", "5.25 dead b"),
        ("90.0 dead b", "90 dead b"),
    ]:
        assert position.written(given_line) == line
        assert position.play(given_line) == position.play(line)
    assert start().written("start") == "start"


def test_time_never_runs_backwards_and_ends_with_the_game() -> None:
    position = played(start(), "start", "5 d-e")
    assert position.play("5 D-E").now == 5000
    for line in ("4.999 D-E", "4.999", "0"):
        with pytest.raises(IllegalError, match="runs backwards, it is second 5"):
            position.play(line)
    with pytest.raises(IllegalError, match="does not run backwards"):
        position.later(-1)
    assert start().later(5000) == start()
    over = hourglass.position("white 9 -,-,-,- k:50,-,-,E:50 plies:9 stalled:-")
    assert over.later(5000) == over
    for line in ("9", "10", "E-D", "10 E-D", "dead k", "10 dead k", "start"):
        with pytest.raises(IllegalError, match="after the end of the game at second 9"):
            over.play(line)


def test_detail_says_where_each_glass_is_and_how_long_it_runs() -> None:
    detail = played(start(), "start", "5 d-f", "6 D-F", "10 a-e", "11 A-E", "20.5").detail()
    assert json.loads(json.dumps(detail)) == detail
    assert detail["seconds"] == 20.5
    gone = {"seat": "white", "hole": None, "remaining": 0, "turned": True, "dead": True}
    assert detail["glasses"]["a"] == gone
    alive = {"seat": "white", "hole": "b", "remaining": 99.5, "turned": True, "dead": False}
    assert detail["glasses"]["b"] == alive
    assert '"remaining": 99.5,' in json.dumps(detail)
    before = start().detail()
    assert before["seconds"] is None
    assert not any(g["turned"] for g in before["glasses"].values())


def test_the_board_forgets_moves_rather_than_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("rules.hourglass_board._MOST_KNOWN", 3)
    board = Board("", start().board.cells, start().board.lines, ("abcd", "ABCD"))
    for hole in range(22):
        assert board.moves(1 << hole, 0) == tuple(move for _, move in board.ways[hole])
    assert len(board.known) < 3


# Laws


@given(hourglass_games())
def test_each_glass_is_as_in_the_naive_game(game: Played) -> None:
    position, lines, options = game
    naive = Naive(2, options, load)
    for line in lines:
        naive.play(line)
    assert position.plies == naive.plies
    assert Fraction(position.now, 1000) == (naive.now or 0)
    assert [position.board.starts[number] for number in position.stalled] == naive.stalled
    for name, other in naive.glasses.items():
        mine = glass(position, name)
        assert (mine.hole, mine.dead) == (other["hole"], other["dead"])
        assert other["dead"] or Fraction(mine.remaining, 1000) == naive.left(other)


@given(hourglass_games(), st.integers(0, 30_000))
def test_a_move_with_its_second_is_made_then(game: Played, milliseconds: int) -> None:
    now = game.position
    then = now.later(milliseconds)
    for move in then.legal_moves() if then.started else ():
        assert now.play(f"{then.now / 1000:.3f} {move}") == then.play(move)


@given(hourglass_games())
def test_sand_never_exceeds_its_measure_and_no_glass_is_lost(game: Played) -> None:
    position = game.position
    glasses = position.glasses
    assert len(glasses) == 8
    holes = [g.hole for g in glasses if g.hole is not None]
    assert len(set(holes)) == len(holes)
    for g, sand in zip(glasses, position.side.setup.sand, strict=True):
        assert 0 <= g.remaining <= sand
        assert g.dead or g.hole is not None
        assert position.outcome or game.options["deaths"] == "declared" or g.ends != position.now


@given(hourglass_games(), st.lists(st.integers(0, 9000), max_size=6))
def test_time_may_pass_in_pieces(game: Played, pieces: list[int]) -> None:
    position = game.position
    for piece in pieces:
        position = position.later(piece)
    assert position == game.position.later(sum(pieces))
