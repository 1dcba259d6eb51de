"""Score sheets as people write them: proposed as they are meant, and nothing taken silently."""

from collections import Counter
from collections.abc import Iterable
from itertools import islice

import pytest
from support.kept_sheets import Kept, held_out, ordinary, scribbled

from firmware.sheets import Proposal, Row, propose, read_sheet, rows_of
from rules import Record, RecordError

FORUM = "Forum Romanum\nAnna (yellow), Bram (blue), Carla (red)\n\n"
CITY = "Revolution\nAnna light, Bram dark\n\nB@b5\nN@a5\nV@b2\n"
MOVES = "Anna d4\nBram c3\nCarla e6\nAnna a1\nBram b2\nCarla f7\n"
ROLLS = "roll 2,roll 4,roll 1,roll 4,roll 6,roll 5,roll 5,roll 2,roll 3,roll 3,roll 2,roll 1"
TURNED = "start,130 d-e,131 D-E,140 e-g,141 E-H"
FEW = 3  # sheets of each kind in the default tests


def proposed(text: str) -> Proposal:
    found = read_sheet(text.encode())
    assert isinstance(found, Proposal)
    return found


def became(kept: Kept) -> str:
    """What became of a sheet: right, doubted, wrong or refused, and read for a record."""
    try:
        found = read_sheet(kept.path.read_bytes())
    except RecordError:
        return "refused"
    if isinstance(found, Record):
        return "read" if found.moves == kept.moves else "read wrongly"
    if found.record.moves == kept.moves:
        return "right"
    return "wrong" if found.sure else "doubted"


def counted(sheets: Iterable[Kept]) -> Counter[str]:
    return Counter(("" if one.moves else "no game ") + became(one) for one in sheets)


@pytest.mark.parametrize(
    "kept", [*ordinary()[:FEW], *held_out()[:FEW], *islice(scribbled(), FEW)], ids=lambda one: one.path.name
)
def test_a_sheet_is_its_game_or_has_a_doubt(kept: Kept) -> None:
    assert became(kept) not in ("wrong", "read wrongly")


@pytest.mark.nightly
def test_of_the_kept_sheets_as_many_are_right_and_none_is_wrong_without_a_doubt() -> None:
    count = counted(held_out())
    assert count["right"] + count["read"] >= 1065, count
    assert count["read wrongly"] + count["no game read wrongly"] == 0
    assert count["wrong"] + count["no game wrong"] == 0


@pytest.mark.nightly
def test_ordinary_sheets_are_right() -> None:
    count = counted(ordinary())
    games = sum(one.moves is not None for one in ordinary())
    assert count["right"] + count["read"] == games, count


@pytest.mark.nightly
def test_so_are_those_of_simulated_games() -> None:
    count = counted(scribbled())
    assert count["right"] + count["read"] >= 173, count
    assert count["wrong"] + count["no game wrong"] == 0


# The first legal move of a line wins, and remarks name none


@pytest.mark.parametrize(
    "remark",
    [
        "; d5 was beter",
        "-- d5 ware besser gewesen",
        "// d5 aurait été mieux",
        "(d5 was better)",
        "\u2014 nicer than d5",
    ],
)
def test_a_remark_behind_a_move_names_none(remark: str) -> None:
    found = proposed(f"{FORUM}Anna d4\nBram c3\nCarla e6 {remark}\nAnna a1\nBram b2 {remark}\n")
    assert found.record.moves == ("y@d4", "b@c3", "r@e6", "y@a1", "b@b2")


def test_a_time_of_day_behind_the_game_is_no_roll() -> None:
    top = "Das glorreiche Manöver\nAnna, Bram\n\n"
    found = proposed(f"{top}Anna 4\nBram 3\nAnna 2\nBram 5\nAfgebroken om 2.00 uur\n")
    assert found.record.moves == ("roll 4", "roll 3", "roll 2", "roll 5")


# What a sheet says of itself


@pytest.mark.parametrize(
    ("sheet", "says"),
    [
        (f"Forum Romanum, 4 spelers\n{MOVES}", "4 players"),
        (f"{FORUM}{MOVES}Winner: Bram\n", "Bram won"),
        (f"{FORUM}{MOVES}Bram and Carla lost. The winner is Anna!\n", "Anna won"),
        (f"{FORUM}{MOVES}Points: Anna 7, Carla -2\n", "Carla -2"),
        (f"{FORUM}{MOVES}Bram has 4 points\n", "Bram 4"),
        (f"{FORUM}{MOVES}Final standings: see the board\n", "is over, and it is not"),
        (f"Forum Romanum\nAnna red, Bram blue, Carla yellow, Dirk green\n{MOVES}", "4 players"),
        (f"{FORUM}{MOVES}Bram ?\nCarla e4\n", "line 10 cannot be read"),
    ],
)
def test_what_a_sheet_says_and_the_game_does_not_is_a_doubt(sheet: str, says: str) -> None:
    found = proposed(sheet)
    assert any(says in str(check) for check in found.checks), found
    assert not found.taken("sure")
    assert found.taken("doubts")


def test_commas_between_columns_are_decimal_points() -> None:
    rows = (
        "1. d-f   6,1    D-F  14,4\n2. b-e  20,2    A-E  25,9\n3. e-g  30,1    E-H  35,2\n4. a-e  39,4    B-E  45,1\n"
    )
    found = proposed(f"Révolution mit Sanduhren\nWeiß: Anna    Rosa: Bram\n\nStart 0,0 s\n{rows}")
    assert found.record.moves[:3] == ("start", "6.1 d-f", "14.4 D-F")
    assert len(found.record.moves) == 9


def test_the_columns_of_a_table_end_with_it() -> None:
    rolls = "".join(f"| {n} | {n} | {n + 1} |\n" for n in range(1, 6))
    table = f"Das glorreiche Manöver\n\n| | Anna | Bram |\n|---|---|---|\n{rolls}| 6 | 6 | 1 |\n\nThen the moves:\n\n"
    found = proposed(f"{table}| turn | who | moves |\n|---|---|---|\n| 1 | Anna | 6-7 |\n")
    assert found.record.moves[-1] == "6-7"
    assert found.record.header.players == ("Anna", "Bram")


def test_names_stand_with_their_colours() -> None:
    found = proposed(f"Forum Romanum\nAnna plays black, Bram white, Carla red\n\n{MOVES}")
    assert found.record.header.players == ("Anna", "Bram", "Carla")
    assert found.record.moves[:3] == ("k@d4", "w@c3", "r@e6")


def test_no_word_of_a_sentence_is_a_player() -> None:
    sheet = "Forum Romanum\nGelb ist Anna, Blau Bram, Rot Carla. Reihenfolge: Zuerst Anna, dann Bram\n\n" + MOVES
    assert proposed(sheet).record.header.players == ("Anna", "Bram", "Carla")


@pytest.mark.parametrize(
    ("first", "last"),
    [
        ("Forum Romanum. Me = Anna, you = Bram; me yellow and red, you blue and green.", "Good game"),
        ("Dear Bram,\nour Forum Romanum. Me: yellow and red, you: blue and green.", "Yours, Anna"),
        ("Forum Romanum, yellow and red (Anna), blue and green (Bram)", "Enough"),
    ],
)
def test_the_writer_of_a_letter_and_its_reader_have_names(first: str, last: str) -> None:
    moves = "yellow g4, red d6\nblue e5, green e6\nyellow d5, red c7\nblue c5, green e3\n"
    found = proposed(f"{first}\n{moves}{last}\n").record
    assert (found.header.players, len(found.moves)) == (("Anna", "Bram"), 8)


def test_colours_in_front_of_names_in_brackets_are_theirs() -> None:
    sheet = f"Forum Romanum\nFarben: Gelb (Anna), Blau (Bram), Rot (Carla)\n\n{MOVES}"
    assert proposed(sheet).record.header.players == ("Anna", "Bram", "Carla")


def test_a_move_that_is_called_wrong_and_stays_is_a_doubt() -> None:
    sheet = FORUM + MOVES.replace("Bram c3\nCarla e6", "Bram c3, no, Carla e6")
    found = proposed(sheet)
    assert [line.moves for line in found.lines if line.doubt] == [("b@c3", "r@e6")]


def test_a_move_that_is_missing_makes_nobody_move_out_of_turn_in_silence() -> None:
    lines = "Anna d4\nBram c3\nCarla e6\nAnna a1\nCarla b2\nAnna c5\nBram f1\nCarla g2\n"
    assert not proposed(FORUM + lines).sure


# A move that cannot be read stays a hole


@pytest.mark.parametrize("hole", ["?", "?3", "a?", "onleesbaar", "nicht zu lesen"])
def test_nothing_behind_a_move_that_cannot_be_read_becomes_that_of_another(hole: str) -> None:
    sheet = f"{FORUM}Anna d4\nBram c3\nCarla: {hole}\nAnna a1\nBram b2\n"
    found = proposed(sheet)
    assert found.record.moves == ("y@d4", "b@c3")
    assert found.doubts[:1] == [6]
    rows = [Row(n, "Carla: e6" if n == 6 else text) for n, text in rows_of(sheet)]
    again = propose(rows)
    assert again.sure
    assert again.record.moves == ("y@d4", "b@c3", "r@e6", "y@a1", "b@b2")


# Who moves


@pytest.mark.parametrize("more", ["", "(Ines starts, then Max)\n", "Ines is yellow, Max blue.\n"])
def test_a_row_for_each_player_is_read_in_turns(more: str) -> None:
    found = proposed(
        f"Forum Romanum\n{more}Ines (yellow): b4, c4, g4, d4, a5, e1\n"
        "Max (blue): d2, e4, g3, e5, g2, f2\nLea (red): f5, d6, d3, d7, e3, f3\n"
        "Paul (green): e2, c3, b5, b6, c1, c5\n"
    )
    assert found.record.moves[:5] == ("y@b4", "b@d2", "r@f5", "g@e2", "y@c4")
    assert found.record.header.players == ("Ines", "Max", "Lea", "Paul")


def test_an_initial_in_front_of_a_move_is_the_player_and_no_piece() -> None:
    top = "Revolution\nTess (light), Bert (dark)\n\nB V c1\nT B b3\nB N a4\n"
    found = proposed(f"{top}T 9 c2\nB 0 c4\nT 7 b2\nB 4 e4\n")
    assert found.record.moves[:6] == ("V@c1", "B@b3", "N@a4", "9@c2", "end", "0@c4")


# Kinds of sheets, each with the first moves that it tells


@pytest.mark.parametrize(
    ("sheet", "moves"),
    [
        pytest.param(
            "Forum Romanum, 5 players\nAnn, Bob, Cas, Dee, Eve\nRound 1: e2 c6 b3 g1 e1\nRound 2: c2 a1 c1 c3 e5\n",
            "y@e2 b@c6 r@b3 g@g1 k@e1 y@c2 b@a1 r@c1 g@c3 k@e5",
            id="rounds-of-as-many-players-as-it-says",
        ),
        pytest.param(
            "Forum Romanum\nUwe: a6 b2 e1\nJan: a5 d5 a7\nMia: b3 c5 d3\nall agree to stop\n",
            "y@a6 b@a5 r@b3 y@b2 b@d5 r@c5 y@e1 b@a7 r@d3 agree",
            id="a-row-for-each-player-until-all-agree",
        ),
        pytest.param(
            "Revolution\nJacobins: Odile          Royalists: Gerard\n"
            "                         Versailles e1\nBastille a3\n"
            "                         Notre Dame a2\n9 on d2                  6 on b1\n"
            "0 on e5                  5 on c1, stone c1\n2 on d4,                 7 on a1\n",
            "V@e1 B@a3 N@a2 9@d2 end 6@b1 0@e5 end 5@c1 *c1 end 2@d4 end 7@a1",
            id="columns-with-empty-places",
        ),
        pytest.param(
            "Forum Romanum\nCarla: yellow and red\nDirk: blue and green\n(yellow=YL green=GN)\n"
            "C: r e2, yl b2\nD: gn d4, b g1\nC: yl a4, r a1\nD: gn a2, b d5\n",
            "r@e2 y@b2 g@d4 b@g1 y@a4 r@a1 g@a2 b@d5",
            id="signs-that-it-explains",
        ),
        pytest.param(
            "Forum Romanum\nNo,Player,Colour,From,To\n1,Luc,yellow,,f4\n2,Mia,blue,,e1\n"
            "3,Noah,red,,b7\n4,Luc,yellow,,c2\n5,Mia,blue,,f6\n6,Noah,red,,d7\n",
            "y@f4 b@e1 r@b7 y@c2 b@f6 r@d7",
            id="a-table-with-commas",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\nPlayers: Ann, Bas\nreward stones: 51 (1), 73 (3), 74 (2)\n"
            "bonus stones: 8 white, 18 white, 22 black, 28 white, 35 black, 42 black, 48 white, "
            "58 black, 69 white, 76 white\nthrow 1: Ann 2, Bas 4\nthrow 2: Ann 1, Bas 4\n"
            "throw 3: Ann 6, Bas 5\nthrow 4: Ann 5, Bas 2\nthrow 5: Ann 3, Bas 3\n"
            "throw 6: Ann 2, Bas 1\nAnn: 6 to 7, 5 to 8\n",
            f"{ROLLS},6-7,5-8",
            id="throws-in-rounds",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\nAnn (red) against Bas (yellow), six recruits each\n"
            "dice in turn: 2 4 1 4 6 5 5 2 3 3 2 1\nA: 6+1, 5+3\n",
            f"{ROLLS},6-7,5-8",
            id="a-count-of-pieces-and-steps",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\nred: Eva   yellow: Fred\ndice in turn: 2 4 1 4 6 5 5 2 3 3 2 1\n"
            "1a E 6-7  5-8  2-10\n1b F 2-16 5-10 4-14 4-10 3-15 1-19\n2a E 1-8\n",
            f"{ROLLS},6-7,5-8,2-10,2-16,5-10,4-14,4-10,3-15,1-19,1-8",
            id="first-letters-of-names-and-halves-of-rounds",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\n| throw | Ann | Bas | points |\n|---|---|---|---|\n"
            "| 1st | 2 | 4 | 0 |\n| 2nd | 1 | 4 | 0 |\n| 3rd | 6 | 5 | 0 |\n"
            "| 4th | 5 | 2 | 0 |\n| 5th | 3 | 3 | 1 |\n| 6th | 2 | 1 | 1 |\n",
            ROLLS,
            id="a-table-with-a-column-of-points",
        ),
        pytest.param(
            "F0RUM ROMANUM\nAnna (yeIlow), Bram (b1ue), Car1a (red)\nAnna d4\nBram c3\nCarla e6\nAnna al\n",
            "y@d4 b@c3 r@e6 y@a1",
            id="letters-that-a-machine-misread",
        ),
        pytest.param("Sand timers, Hourglass\n130 de\n131 DE\n140 eg\n141 EH\n", TURNED, id="holes-without-a-mark"),
        pytest.param("Hourglass\n130 d-e\n131 d'-e'\n140 e-g\n141 e'-h'\n", TURNED, id="holes-with-primes"),
        pytest.param(
            "Forum Romanum\nyellow 4/4, blue 3/3, red 5/6\nyellow 1/1, blue 2/2, red 6/7\nyellow 1/2, blue 2/6\n",
            "y@d4 b@c3 r@e6 y@a1 b@b2 r@f7 y@a2 b@b6",
            id="columns-in-figures",
        ),
        pytest.param(
            "Forum Romanum\n 1. y d4        5. b b2\n 2. b c3        6. r f7\n 3. r e6        7. y a2\n"
            " 4. y a1        8. b b6\n",
            "y@d4 b@c3 r@e6 y@a1 b@b2 r@f7 y@a2 b@b6",
            id="two-columns-of-numbered-lines",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\ndice in turn: 2 4 1 4 6 5 5 2 3 3 2 1\n6-7, 5-9, sorry, to 8, 2-10\n",
            f"{ROLLS},6-7,5-8,2-10",
            id="a-field-put-right",
        ),
        pytest.param(
            "Das glorreiche Man\u00f6ver\nred Ann, yellow Bas\ngreys 21/42/63 worth 1/2/3, "
            "whites 10 17 31 38 52 59, blacks 24 45 66 73\nthrows, Ann's 1st, Bas's 1st, Ann's 2nd and so on\n"
            "Ann 2 1 6 5 3 2\nBas 4 4 5 2 3 1\nAnn 6-7, 5-8\n",
            f"{ROLLS},6-7,5-8",
            id="stones-with-their-values-behind-them",
        ),
        pytest.param("Hourglass\nafter 2 min 10 d-e\n131 D-E\n2 min. 20 e-g\n2 min, 21 s E-H\n", TURNED, id="minutes"),
    ],
)
def test_a_kind_of_sheet(sheet: str, moves: str) -> None:
    assert proposed(sheet).record.moves == tuple(moves.split("," if "," in moves else " "))


def test_times_that_may_be_minutes_or_seconds_are_a_doubt() -> None:
    found = proposed("Hourglass\n2.10 d-e\n2.11 D-E\n2.20 e-g\n2.21 E-H\n")
    assert found.record.moves == tuple(TURNED.split(","))
    assert found.doubts == [2, 3, 4, 5]


def test_unknown_words_behind_which_a_turn_ends_are_a_doubt() -> None:
    turns = "9 on d2\n6 on b1\n0 on e5\n5 on c1{}\n2 on d4\n"
    top = "Revolution\nAnna light, Bram dark\n\nVersailles e1\nBastille a3\nNotre Dame a2\n"
    assert (
        proposed(top + turns.format(", nice")).doubts == proposed(top + turns.format(" and claims it")).doubts == [10]
    )
    assert proposed(top + turns.format("")).sure


def test_a_short_name_beside_a_colour_is_a_player_and_no_sign_for_it() -> None:
    top = "Forum Romanum\nKim = yellow, Jo = blue, Tess = red\n"
    found = proposed(f"{top}Kim d4\nJo c3\nTess e6\nKim a1\nJo b2\nTess f7\n")
    assert found.record.header.players == ("Kim", "Jo", "Tess")


# Each doubt is settled by itself


def test_a_doubt_is_settled_by_taking_it_by_another_text_or_as_a_remark() -> None:
    rows = rows_of(FORUM + MOVES.replace("c3", "c3?"))
    doubted = propose(rows)
    assert doubted.doubts == [5]
    taken = propose(rows, {5: doubted.lines[3].moves})
    assert taken.sure
    assert propose([Row(n, "Bram c4" if n == 5 else text) for n, text in rows]).record.moves[1] == "b@c4"
    more = [*rows, Row(10, "b7 was what Bram thought of")]
    assert propose(more, {10: (), 5: ("b@c3",)}).record.moves == taken.record.moves


def test_what_is_not_said_to_end_a_turn_is_added() -> None:
    found = proposed(f"{CITY}light: 0@b1\ndark: 9@d4\nlight: 8@a4\n*a4\ndark: 7@c1\n")
    assert "end" in found.record.moves


# Layouts


@pytest.mark.parametrize(
    "sheet",
    [
        """20/11/2026, 19:03 - Anna: Forum Romanum
20/11/2026, 19:03 - Anna: y d4
20/11/2026, 19:04 - Bram: b c3
20/11/2026, 19:04 - Bram changed this group's icon
20/11/2026, 19:05 - Carla: r a1
""",
        """20.11.26, 19:02 - Nachrichten und Anrufe sind Ende-zu-Ende-verschlüsselt.
20.11.26, 19:03 - Anna: Forum Romanum
20.11.26, 19:03 - Anna: gelb d4
20.11.26, 19:04 - Bram: blau c3
20.11.26, 19:05 - Carla: rot a1
""",
    ],
)
def test_a_notice_in_a_chat_is_nobody(sheet: str) -> None:
    record = proposed(sheet).record
    assert record.header.players == ("Anna", "Bram", "Carla")
    assert record.moves == ("y@d4", "b@c3", "r@a1")


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("<table><tr><td>a</td><td>b</td></tr></table>", ["\ta\tb"]),
        ('[{"a": 1, "b": "c"}, {"a": 2}]', ["[", "{ 1, c},", "{ 2}]"]),
        ("~~a~~ **b** (c)", ["      b (c)"]),
        ("[14-11-2026, 20:01:07] Anna: d4", ["Anna: d4"]),
        ("[20:01] <anna> d4", ["anna: d4"]),
        ("Anna, [14.11.2026 20:01]\nd4", ["Anna:", "d4"]),
        ("anna_ \u2014 Today at 20:01\nd4", ["anna_:", "d4"]),
        ("[*] [b]d4[/b] [color=red]c3[/color]", [" d4 c3"]),
        ("- [x] 12\u00bd d4", [" 12.5 d4"]),
    ],
)
def test_what_surrounds_a_text_is_taken_off(text: str, rows: list[str]) -> None:
    assert [row.text.rstrip() for row in rows_of(text)] == rows


def test_a_long_word_with_a_letter_wrong_is_that_word() -> None:
    city = CITY.replace("B@b5", "Versaiiles b5").replace("N@a5", "Notre Dame a5")
    found = proposed(city.replace("V@b2", "Bastille b2"))
    assert found.record.moves == ("V@b5", "N@a5", "B@b2")


# What is no sheet


BAD = {
    "binary": bytes(range(256)) * 3_000,
    "empty": b"",
    "one line": b"y@d4 " * 200_000,
    "words on one line": b"a d4 " * 200_000,
    "lines": b"y@d4\n" * 200_000,
    "cells": b"a1,b2," + b"c" * 900_000,
    "numbers": b"1 2 3 4 5 6\n" * 80_000,
    "spaces": b" " * 1_000_000,
    "brackets": b"([{<" * 250_000,
    "UTF-16 without a mark": "Forum Romanum\nAnna d4\n".encode("utf-16-le"),
    "another game": b"1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6 5. O-O Be7\n",
    "dice of another game": b"Catan, Anna red, Bram blue\n" + b"Anna rolls 4\nBram rolls 6\n" * 5,
    "list": b"Forum Romanum, 48 romans\nDas glorreiche Man\xc3\xb6ver, 1 die, 3 stones\n"
    b"Revolution, cards 2 and 5 torn\nTo buy: 4 bags, 6 dice\n",
    "HTML": b"<table><tr>" + b"<td>a1" * 160_000,
    "paragraphs": b"<p>" * 330_000,
    "JSON": b'[{"a":1},' * 110_000,
    "record": b'[game "forum_romanum"]\n[players "A" "B"]\n\n' + b" " * 32_000 + b"x\n",
}


@pytest.mark.parametrize("kind", BAD)
def test_what_is_no_sheet_is_refused_in_a_line(kind: str) -> None:
    with pytest.raises(RecordError) as error:
        read_sheet(BAD[kind])
    assert "\n" not in str(error.value)


def test_two_games_in_a_text_are_refused_where_the_second_begins() -> None:
    with pytest.raises(RecordError, match="a second game begins here") as error:
        read_sheet(f"{FORUM}{MOVES}\nForum Romanum\n{MOVES}".encode())
    assert error.value.line == 11
