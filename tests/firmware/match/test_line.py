"""The line of a match: moves are added and dropped, and each remembers where it led."""

import pytest
from support.at_table import NAMES

from firmware.match.line import GameLine, is_timed, read_line
from rules import GameError, find_game, make_header


def new(game: str) -> GameLine:
    return GameLine(make_header(game, NAMES[:2]).start())


def read(game: str, *moves: str) -> GameLine:
    return read_line(make_header(game, NAMES[:2]).start(), moves)


def test_a_move_leads_on_and_dropping_it_leads_back() -> None:
    line = new("forum_romanum")
    longer = line.play("y@d4", 0, at=70)
    assert longer.last is not None
    assert longer.last[:4] == (1, "1", "y@d4", "y@d4")
    assert (longer.last.at, longer.last.final) == (70, False)
    assert longer.positions == (line.position, longer.position)
    assert longer.last.before == line.position
    assert longer.drop() == line


def test_what_chance_decided_is_final_and_the_move_after_it_is_not() -> None:
    line = new("manoeuvre")
    final = []
    for _ in range(40):
        chance = line.position.chance
        line = line.play(line.position.legal_moves()[0], 0)
        assert line.last is not None
        assert line.last.final is chance
        final.append(chance)
    assert set(final) == {True, False}


def test_in_a_game_in_real_time_every_move_but_the_last_is_final() -> None:
    line = read("hourglass", "start", "2.5 d-e", "4 D-E")
    assert [ply.final for ply in line.plies] == [True, True, False]
    assert [ply.milliseconds for ply in line.plies] == [0, 2500, 4000]
    assert [ply.move for ply in line.plies] == ["start", "d-e", "D-E"]
    line = read("forum_romanum", "y@d4", "r@a1", "b@e5")
    assert not any(ply.final for ply in line.plies)


def test_who_moved_is_said_even_where_turns_pass_by_time() -> None:
    """HG-12a: who cannot move for so long passes, so that the same seat moves twice in a row."""
    start = make_header("hourglass", NAMES[:2], {"turn": "5"}).start()
    line = read_line(start, ["start", "1 d-e", "7.2 e-d"])
    assert [ply.seat for ply in line.plies] == ["white", "white", "white"]
    assert line.plies[1].after.to_move == "pink"
    assert line.plies[2].before.to_move == "white"


def test_time_is_written_from_the_last_move_on() -> None:
    line = read("hourglass", "start", "2.5 d-e")
    assert line.write("D-E", 4_000) == "4 D-E"
    with pytest.raises(GameError):
        line.write("D-E", 2_000)


@pytest.mark.parametrize("game", ["revolution", "forum_romanum", "manoeuvre"])
def test_time_alone_changes_nothing_but_sand(game: str) -> None:
    assert not is_timed(find_game(game).start(2))
    assert not is_timed(find_game("hourglass").start(2))
    assert is_timed(find_game("hourglass").start(2).play("start"))
