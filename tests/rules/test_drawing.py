"""A position is drawn as a small board: its fields, then what each seat has, `>` to move."""

import pytest

from rules import NAMES, find_game

DRAWN = {
    "revolution": (
        ("N@c3", "V@a4", "B@e3", "8@c2", "F@d3"),
        """\
5  .  .  .   .   .
4  V  .  .   .   .
3  .  .  N   dF  B
2  .  .  l8  .   .
1  .  .  .   .   .
   a  b  c   d   e

> light  stones 0  cards 976543210F
  dark   stones 0  cards 9876543210""",
    ),
    "hourglass": (
        ("start", "2.5 d-e", "4 D-F", "10 b-d", "61.2 A-E"),
        """\
                      j
  a:w59            g     I            C:p59
            e:w62     k     F:p63
  b      d         h     H         D  B:p59
            f         l     E:p62
  c:w59            i     G            A
                      m

second 61.2

> white  in the goal 0
  pink   in the goal 0""",
    ),
    "forum_romanum": (
        ("y@d4", "r@c3", "b@a1", "g@a2"),
        """\
7 . . . . . . .
6 . . . . . . .
5 . . . . . . .
4 . . . y . . .
3 . . r . . . .
2 g . . . . . .
1 b . . . . . .
  a b c d e f g

> 1  y  0  r  0
  2  b  0  g  0""",
    ),
    "manoeuvre": (
        ("roll 4", "roll 4", "roll 2"),
        """\
 1  .  1  .   12  .  .   .  .  .   w  .  .
13  .  .  .   .   w  .   .  .  +1  .  .  b
25  .  .  .   .   .  .   w  .  .   .  .  .
37  .  w  .   .   .  +2  .  .  b   .  .  .
49  .  .  .   w   .  .   .  .  .   .  w  .
61  .  .  +3  .   .  b   .  .  .   .  .  .
73  b  .  .   .   .  .   .  .  .   .  .  .

  1  score  0  home 0
> 2  score  0  home 0""",
    ),
}


@pytest.mark.parametrize("game", NAMES)
def test_a_position_is_drawn(game: str) -> None:
    moves, drawn = DRAWN[game]
    position = find_game(game).start(2)
    for move in moves:
        position = position.play(move)
    assert str(position) == drawn


def test_a_finished_game_says_who_won_and_by_which_rule() -> None:
    position = find_game("forum_romanum").start(3)
    for move in ("y@d4", "b@c3", "agree"):
        position = position.play(move)
    assert str(position).splitlines()[-1] == "agreed: won by 1 and 2 and 3"
