"""A position is drawn as a small board: its fields, then what each seat has, `>` to move."""

import pytest
from support.at_table import DATA

from rules import NAMES, find_game


@pytest.mark.parametrize("game", NAMES)
def test_a_position_is_drawn(game: str) -> None:
    moves, _, drawn = (DATA / "drawn" / f"{game}.txt").read_text("utf-8").partition("\n\n")
    position = find_game(game).start(2)
    for move in moves.split(", "):
        position = position.play(move)
    assert f"{position}\n" == drawn


def test_a_finished_game_says_who_won_and_by_which_rule() -> None:
    position = find_game("forum_romanum").start(3)
    for move in ("y@d4", "b@c3", "agree"):
        position = position.play(move)
    assert str(position).splitlines()[-1] == "agreed: won by 1 and 2 and 3"
