"""Texts that are no move, and texts that are no position: each game says what is wrong."""

import pytest
from support.random_games import load

from rules import MalformedError, find_game

NO_MOVE = {
    "revolution": ["", "7@", "7@a6", "f@a1", "7-a1", "7@a1 ", "*z9", "END", "agree"],
    "hourglass": [
        "",
        "12.4567",
        "1e3 d-e",
        "+5 d-e",
        "-5 d-e",
        "5. d-e",
        ".5 d-e",
        "1,5 d-e",
        "5  d-e",
        "5 d-",
        "d-",
        "d-e-f",
        "5 d e",
        "5 d-z",
        "z-d",
        "5 dead",
        "dead",
        "5 dead d-e",
        "dead d e",
        "0 start",
        "Start",
        "\N{ARABIC-INDIC DIGIT FIVE} d-e",
        "inf",
        "5 5 d-e",
        "9999999999999 d-e",
        "5 start",
    ],
    "forum_romanum": ["", "y@", "y@h1", "a1-a1", "Y@a1", "end", "y@a1 ", "a1 - b1"],
    "manoeuvre": [
        "",
        "roll",
        "roll 0",
        "roll 7",
        "roll  4",
        "4",
        "1-",
        "0-2",
        "1-85",
        "85-home",
        "home-12",
        "1-2 ",
        "1 - 2",
        "1-2-3",
        "agree",
    ],
}
LOOKS = {  # what a game says besides: how a move looks, and what is possible
    "revolution": "7@c3",
    "hourglass": "; possible: ",
    "forum_romanum": "; possible: ",
    "manoeuvre": "; possible: ",
}
BEGINS = {"hourglass": ["start"], "manoeuvre": [f"roll {n}" for n in "123456123456"]}


@pytest.mark.parametrize(("game", "text"), [(game, text) for game, texts in NO_MOVE.items() for text in texts])
def test_a_text_that_is_no_move_says_so_and_what_one_looks_like(game: str, text: str) -> None:
    begun = start = find_game(game).start(2)
    for move in BEGINS.get(game, ()):
        begun = begun.play(move)
    for position in (start, begun):
        with pytest.raises(MalformedError) as error:
            position.play(text)
        assert repr(position) not in str(error.value)
        assert LOOKS[game] in str(error.value)


EMPTY = "...../...../...../...../....."
BUILT = "....N/...../....V/...../....B"
WORDS = "home:- taken:- players:2 plies:12"
HALF = "home:1111122222 taken:- players:2 plies:40"
WRONG = {
    "revolution": [
        ("", "a board, a turn"),
        ("..../...../...../...../..... dark:building claim:- plies:0", "5 rows of 5 fields"),
        ("l7.../...../...../...../.... dark:building claim:- plies:0", "5 rows of 5 fields"),
        (f"{EMPTY} dark:building claim:- plies:x", "plies:7"),
        (f"{EMPTY} dark:building claim:- plies:0 late", "some of buildings_apart"),
        (f"{EMPTY} light:building claim:- plies:0", "should be dark:building"),
        (f"{EMPTY} dark:building claim:dark plies:0", "should be claim:-"),
        ("N...N/...../...../...../..... dark:building claim:- plies:2", "N lies there twice"),
        ("NV.../...../...../...../..... dark:building claim:- plies:2 buildings_apart", "too near"),
        ("l7.../...../...../...../..... dark:building claim:- plies:2", "5 rows of 5 fields"),
        ("l7..../...../...../...../..... dark:building claim:- plies:2", "after the three"),
        (f"l7l7{BUILT[2:]} dark:card claim:- plies:5", "l7 lies there twice"),
        (f"l7l6{BUILT[2:]} dark:card claim:- plies:5", "they take turns"),
        (f"l7.{BUILT[2:]} light:card claim:- plies:4", "should be dark:card or light:stones"),
        (f"l7.{BUILT[2:]} light:stones claim:- plies:4", "light can set no stone"),
        ("....No/...../....V/...../....B light:card claim:- plies:4", "beside a free field"),
        ("l9dF../...../...V./..N../....B light:card claim:- plies:5", "5 rows of 5 fields"),
        ("l9dF.../...../...V./..N../....B over:flag:dark claim:- plies:5", "be over:flag:light"),
        (f"l7.{BUILT[2:]} dark:card claim:- plies:3", "4 buildings, cards and stones"),
    ],
    "hourglass": [
        ("white -", "not enough values"),
        ("nothing", "is no hourglass position"),
        ("blue 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:-", "should give the seat"),
        ("white - -,-,-,d:5 -,-,-,E:50 plies:9 stalled:-", "the second should be -"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:0 stalled:-", "the second should be -"),
        ("white - -,-,-,d:5 -,-,-,E:50 plies:0 stalled:-", "every glass is empty"),
        ("white 1.2345 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:-", "at most three decimals"),
        ("white 1 -,-,d:5 -,-,-,E:50 plies:9 stalled:-", "white should have four"),
        ("white 1 -,-,-,z:5 -,-,-,E:50 plies:9 stalled:-", "z:5 should be a hole"),
        ("white 1 -,-,-,d:121 -,-,-,E:50 plies:9 stalled:-", "sand for 120 seconds only"),
        ("white 1 -,-,-,d:0 -,-,-,E:50 plies:9 stalled:-", "without sand is dead"),
        ("white 1 -,-,-,d:dead -,-,-,E:50 plies:9 stalled:-", "stays in the goal only"),
        ("white 1 -,-,-,e:empty -,-,-,E:50 plies:9 stalled:-", "is where it started"),
        ("white 1 -,-,c:empty,d:5 -,-,-,E:50 plies:9 stalled:-", "all glasses but the fourth"),
        ("white 1 -,-,e:5,d:empty -,-,-,E:50 plies:9 stalled:-", "first move of white is with d"),
        ("white 1 -,-,-,E:5 -,-,-,E:50 plies:9 stalled:-", "two glasses are in one hole"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:z", "is no hourglass position"),
        ("white 1.0 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:-", "should be written white 1 "),
        ("white 1 -,-,-,d:5 -,-,-,E:50 stalled:- plies:9", "should be written"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:- sand:0", "option sand"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:- stalling:no", "option stalling"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:- turn:20 since:2", "later than now"),
        ("white 1 -,-,-,d:5 -,-,-,E:50 plies:9 stalled:- board:no.toml", "option board"),
    ],
    "forum_romanum": [
        ("nothing", "is no Forum Romanum position"),
        ("8/7/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "is no Forum"),
        ("6/7/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "7 fields"),
        ("yyyyyyy/yy5/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "9 Romans"),
        ("g6/7/7/7/7/7/7 1:y scored:- y0,b0,r0 players:3 plies:0", "colour g"),
        ("7/7/7/7/7/7/7 4:g scored:- y0,b0,r0 players:3 plies:0", "seat 4"),
        ("7/7/7/7/7/7/7 1:y scored:X y0,b0,r0 players:3 plies:0", "X"),
        ("7/7/7/7/7/7/7 1:y scored:- y0,b0 players:3 plies:0", "steps"),
    ],
    "manoeuvre": [
        ("nothing", "one looks like"),
        (f"- 1:roll {WORDS} more", "one looks like"),
        ("- 1:roll home:- taken:- players:2", "one looks like"),
        ("- 1:roll home:- taken:- players:5 plies:0", "2-4 players"),
        ("- 1:roll home:- taken:- players:2 plies:x", "number of moves"),
        ("- 1:roll home:- taken:- players:2 plies:1", "seat 1 has 0"),
        ("- 2:roll home:- taken:- players:2 plies:0", "turn of seat 1"),
        ("7:1 2:roll home:- taken:- players:2 plies:1", "beyond field 6"),
        ("- 3:roll home:- taken:- players:2 plies:0", "seat to move"),
        ("- 1: home:- taken:- players:2 plies:0", "written"),
        (f"83:1,85:2 1:83 {HALF}", "field from 1 to 84"),
        (f"83:1,83:2 1:83 {HALF}", "another field"),
        (f"83:1,84:3 1:83 {HALF}", "seats of 12"),
        (f"84:2,83:1 1:83 {HALF}", "written"),
        (f"83:1,84:2 1:84 {HALF}", "another free recruit of seat 1"),
        (f"83:1,84:2 1: {HALF}", "another free recruit of seat 1"),
        (f"83:1,84:2 - {HALF}", "seat to move"),
        ("83:1,84:2 1:83 home:1111122223 taken:- players:2 plies:40", "seats of 12"),
        ("83:1,84:2 1:83 home:1111122222 taken:22=1 players:2 plies:40", "22=1"),
        ("83:1,84:2 1:83 home:1111122222 taken:21=3 players:2 plies:40", "21=3"),
        ("83:1,84:2 1:83 home:1111122222 taken:21=1,21=2 players:2 plies:40", "another reward"),
        ("83:1,84:2 1:83 home:1111122222 taken:- players:2 plies:21", "too few"),
        ("83:1 1:83 home:11111222222 taken:- players:2 plies:40", "eleventh"),
        (f"83:1,84:2 1:83 {HALF} track:85", "fixed layout is for 84"),
        (f"83:1,84:2 1:83 {HALF} rewards:21:1,42:2,63:3", "bonuses should be given"),
    ],
}


@pytest.mark.parametrize(("game", "text", "says"), [(game, *row) for game, rows in WRONG.items() for row in rows])
def test_a_wrong_position_text_says_what_is_wrong(game: str, text: str, says: str) -> None:
    with pytest.raises(MalformedError) as error:
        find_game(game).position(text, load)
    assert says in str(error.value)
