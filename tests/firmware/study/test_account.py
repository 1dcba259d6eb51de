"""How a game stands, as people are told: its board, the standing and where that comes from."""

from firmware.study.account import Account, account_of
from firmware.words import find_words
from rules import read_record


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


def test_stalled_glasses_are_told_and_why_a_game_ended() -> None:
    sand = '[game "hourglass"]\n[option "sand" "9"]\n\nstart\n1 d-e\n2 D-F\n'
    account = told(sand + "9\n")
    assert "died by waiting, which is forbidden: b, c" in account.standing
    assert "dead: A, B, C" in account.standing
    over = told(sand + "12\n").standing
    assert "Why: all four hourglasses of one player were dead or in the goal" in over
