"""The line of a game: moves are added and dropped, and each remembers where it led."""

import pytest
from conftest import NAMES

from firmware.games import find_adapter
from firmware.play.line import GameLine, Start, is_timed
from firmware.play.pictures import read_line
from rules import GameError, find_game, make_header


def new(game: str) -> GameLine:
    header = make_header(game, NAMES[:2])
    position = header.start()
    return GameLine(Start(position, find_adapter(position, game).start(position)))


def read(game: str, *moves: str) -> GameLine:
    position = make_header(game, NAMES[:2]).start()
    return read_line(find_adapter(position, game), position, moves)


def test_a_new_game_stands_at_its_start() -> None:
    line = new("revolution")
    assert line.last is None
    assert line.position == line.start.position
    assert line.picture == line.start.picture
    assert line.milliseconds == 0
    assert (line.played, line.pictures) == ((line.position,), (line.picture,))
    assert line.plies == ()


def test_a_move_leads_on_and_dropping_it_leads_back() -> None:
    line = new("forum_romanum")
    move, after = line.write("y@d4", 0)
    longer = line.append(move, after, picture=line.picture | 1 << 5, milliseconds=0, at=70)
    assert longer.last is not None
    assert (longer.last.move, longer.last.at, longer.last.final) == ("y@d4", 70, False)
    assert longer.position == after
    assert longer.picture == line.picture | 1 << 5
    assert longer.played == (line.position, after)
    assert longer.drop() == line


def test_a_move_that_is_impossible_is_not_written() -> None:
    with pytest.raises(GameError):
        new("forum_romanum").write("y@z9", 0)


def test_what_chance_decided_is_final_and_the_move_after_it_is_not() -> None:
    line = read("manoeuvre")
    final = []
    for _ in range(40):
        chance, move = line.position.chance, line.position.legal_moves()[0]
        line = line.append(move, line.position.play(move), picture=0, milliseconds=0)
        assert line.last is not None
        assert line.last.final is chance
        final.append(chance)
    assert set(final) == {True, False}


def test_in_a_game_in_real_time_every_move_but_the_last_is_final() -> None:
    line = read("hourglass", "start", "2.5 d-e", "4 D-E")
    assert [ply.final for ply in line.plies] == [True, True, False]
    assert [ply.milliseconds for ply in line.plies] == [0, 2500, 4000]
    line = read("forum_romanum", "y@d4", "r@a1", "b@e5")
    assert not any(ply.final for ply in line.plies)


def test_time_passes_for_the_last_position_alone_and_not_for_what_was_played() -> None:
    line = read("hourglass", "start", "2.5 d-e")
    later = line.later(62_500)
    passed = line.pass_time(later, 3)
    assert passed.position == later != line.position
    assert passed.picture == 3
    assert passed.played == line.played
    assert passed.pictures[:-1] == line.pictures[:-1]
    assert passed.plies[:-1] == line.plies[:-1]
    assert passed.later(62_500) == later


def test_time_is_written_from_the_last_move_on() -> None:
    line = read("hourglass", "start", "2.5 d-e")
    assert line.write("D-E", 4_000)[0] == "4 D-E"
    with pytest.raises(GameError):
        line.write("D-E", 2_000)


@pytest.mark.parametrize("game", ["revolution", "forum_romanum", "manoeuvre"])
def test_time_alone_changes_nothing_but_sand(game: str) -> None:
    assert not is_timed(find_game(game).start(2))
    assert not is_timed(find_game("hourglass").start(2))
    assert is_timed(find_game("hourglass").start(2).play("start"))


def test_the_pictures_of_a_game_read_back_are_those_of_its_gestures() -> None:
    line = read("revolution", "N@a1")
    adapter = find_adapter(line.start.position, "revolution")
    gestures = adapter.gestures(line.start.position, line.start.picture)
    (way,) = [way for way in gestures if way.move == "N@a1"]
    assert line.picture == line.start.picture ^ way.flips
    with pytest.raises(GameError):
        read("revolution", "N@a1", "N@a1")
