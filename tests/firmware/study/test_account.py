"""How a game stands, as people are told: its board, the standing and where that comes from."""

from pathlib import Path

import pytest

from firmware.games.kit import find_kit
from firmware.study.account import Account, account_of
from firmware.words import LANGUAGES, find_words
from rules import NAMES, find_game, read_record

ENGLISH = find_words("en", {})


def told(text: str, plies: int | None = None, language: str = "en") -> Account:
    record = read_record(text)
    return account_of(record.header, record.positions(plies), find_words(language, {}))


def board(account: Account) -> list[str]:
    assert account.board is not None
    return account.board.plain.split("\n")


FORUM = """[game "forum_romanum"]
[players "Anna" "Bram"]
[option "colours" "kwbg"]
[option "variant" "true"]

"""


def test_the_board_is_drawn_with_letters_on_every_field() -> None:
    drawn = board(told(FORUM + "k@d4\nw@a7\n"))
    assert drawn[0].split() == ["w", "kbwg"]  # the senators stand on the start field
    assert drawn[1].split()[:8] == ["a7", "b7", "c7", "d7", "e7", "f7", "g7", "0"]
    assert drawn[6][15:20].strip() == "k"
    assert drawn[7][15:20].strip() == "d4"


def test_a_sector_is_told_with_what_it_gave() -> None:
    moves = ["y@a1", "b@b1", "r@c1", "y@d1", "b@e1", "r@g1", "y@g2", "b@f1"]
    game = '[game "forum_romanum"]\n[players "Anna" "Bram" "Carla"]\n\n'
    account = told(game + "\n".join(moves))
    assert "      7  Bram   (player 2)\n         blue Roman +7: row 1 +7" in account.standing
    assert "     -2  Carla  (player 3)\n         red Roman -2: row 1 -2" in account.standing
    assert "Coins left: 22: rows 2-7" in account.standing
    assert told(game + "\n".join(moves), plies=7).standing.count("row 1") == 0


def test_house_rules_are_told_in_words() -> None:
    standing = told(FORUM).standing
    assert "House rules: the colours of the seats: kwbg; sectors score by the variant" in standing
    assert "House rules: none" in told('[game "revolution"]\n').standing


@pytest.mark.parametrize("game", NAMES)
def test_every_house_rule_and_every_end_has_its_words(game: str) -> None:
    told = find_kit(game).account
    named = {name.partition(" ")[0] for name in told.house_rules}
    assert named == {option.name for option in find_game(game).options}
    assert told.endings.keys() == find_kit(game).about.reasons.keys()


def test_who_waits_too_long_may_lose_by_the_house_rules() -> None:
    rules = '[option "sand" "9"]\n[option "stalling" "loses"]\n[option "turn" "20"]\n'
    standing = told(f'[game "hourglass"]\n{rules}\nstart\n1 d-e\n2 D-F\n9\n').standing
    assert "Why: a player let an hourglass die" in standing
    assert "an hourglass that its player lets die loses the game; a turn lasts 20 s" in standing


def test_stalled_glasses_are_told_and_why_a_game_ended() -> None:
    sand = '[game "hourglass"]\n[option "sand" "9"]\n\nstart\n1 d-e\n2 D-F\n'
    account = told(sand + "9\n")
    assert "died by waiting, which is forbidden: b, c" in account.standing
    assert "dead: A, B, C" in account.standing
    over = told(sand + "12\n").standing
    assert "Why: all four hourglasses of one player were dead or in the goal" in over


def test_a_recruit_is_told_with_its_place_and_its_stone(data: Path) -> None:
    text = (data / "manoeuvre_gm18_unfinished.record").read_text("utf-8")
    assert "places in the courtyard: 11 + 10 + 9 + 8 + 7 + 6" in told(text).standing
    stones = '[option "bonuses" "8b 9w 10w 11b 12w 13w 14b 21w 23b 24w"]\n'
    stones += '[option "rewards" "7:3 20:1 30:2"]\n[option "track" "30"]\n'
    account = told(f'[game "manoeuvre"]\n[players "A" "B"]\n{stones}\nroll 4\n')
    assert account.board is None  # it lies on no table
    assert "a track of 30 fields" in account.standing


def test_cards_and_stones_are_told() -> None:
    account = told('[game "revolution"]\n\nN@c3\nV@a5\nB@e1\n9@a1\n*a1\n')
    assert "1 of 11 stones set" in account.standing
    assert "in hand: 8 7 6 5 4 3 2 1 0 F" in account.standing
    assert "l9o" in "\n".join(board(account))


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_is_told_in_every_language(language: str) -> None:
    account = told(FORUM + "agree\n", language=language)
    english = told(FORUM + "agree\n")
    assert (account.standing == english.standing) == (language == "en")
