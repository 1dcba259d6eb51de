"""The disk or the file of a game that is played goes, comes back, or is another one: no move is lost."""

import sqlite3
import subprocess
from contextlib import closing
from datetime import timedelta
from pathlib import Path

import pytest
from pytest_mock import MockerFixture
from support.kept import posix
from support.played_game import BEGAN, PlayedGame, kept_by

from firmware.match.events import Seated, TakenBack
from firmware.match.seats import Seat, Seats
from firmware.storage.log import seats_of
from firmware.storage.recorder import FIRST_PAUSE, LONGEST_PAUSE
from firmware.storage.store import Store
from hal.trace import SECOND
from rules import make_header


@posix
def test_a_disk_that_is_gone_and_comes_back_has_the_whole_game(played: PlayedGame) -> None:
    played.move("y@d4")
    with played.disk_gone():
        played.move("b@c3")
        played.move("y@a1")
        played.assert_warned("games.db: was moved or deleted while in use; put it back")
    played.move("b@a2")
    played.assert_kept()
    assert played.game.number == 1


@posix
def test_a_name_that_comes_while_the_disk_is_gone_makes_no_other_game(played: PlayedGame) -> None:
    seats = Seats({"1": Seat(), "2": Seat(holder="a")})
    with played.disk_gone():
        played.tell(Seated(seats, ("Anna", "Carla")))
        played.assert_warned("games.db: was moved or deleted while in use; put it back")
    played.move("y@d4")
    played.assert_kept()
    assert played.game.number == 1
    kept = played.recorder.kept(1)
    assert kept.header.players == ("Anna", "Carla")
    assert [player.name for player in kept.players] == ["Anna", "Carla"]
    assert seats_of(kept.log) == seats


@posix
def test_a_store_that_is_opened_again_in_mid_game_holds_nobody_up(tmp_path: Path, mocker: MockerFixture) -> None:
    opened = mocker.spy(Store, "__init__")
    played = PlayedGame(tmp_path / "games.db")
    for file in tmp_path.iterdir():
        file.unlink()
    played.move("y@d4")
    played.recorder.retry(played.at + FIRST_PAUSE)
    played.assert_kept()
    assert [call.kwargs.get("wait") for call in opened.call_args_list[:2]] == [0.02, 0]
    played.recorder.close()


@posix
def test_on_another_disk_the_whole_game_is_kept_beside_what_is_there(played: PlayedGame) -> None:
    played.move("y@d4")
    played.move("b@c3")
    played.path.parent.rename(played.path.parent.with_name("pulled out"))
    other = PlayedGame(played.path)  # another table's game, on a disk of the same name
    other.move("y@g7")
    other.recorder.close()
    played.tell(TakenBack(2, "b@c3"))
    played.line.pop()
    played.move("b@a2")
    played.assert_kept()
    with Store(played.path, writes=False) as reader:
        assert reader.game(1).lines == ("y@g7",)
    with Store(played.store, writes=False) as reader:
        kept = reader.game(1)
        assert (kept.began, kept.notes) == (BEGAN, {"a": "b"})
        assert [move.line for move in kept.line.taken_back] == ["b@c3"]


@posix
def test_a_game_of_another_evening_on_another_disk_is_another_game(played: PlayedGame) -> None:
    played.move("y@d4")
    played.path.parent.rename(played.path.parent.with_name("pulled out"))
    played.move("b@c3")
    other = PlayedGame(played.path, BEGAN - timedelta(days=1))  # between the same players
    other.move("y@d4")
    other.recorder.close()
    played.recorder.retry(played.at + FIRST_PAUSE)
    played.assert_kept()
    assert played.game.number == 2
    assert played.recorder.kept(1).lines == ("y@d4",)


def test_a_game_that_somebody_deleted_is_kept_anew(played: PlayedGame) -> None:
    played.move("y@d4")
    with closing(sqlite3.connect(played.path)) as other:
        other.execute("PRAGMA foreign_keys=ON")
        other.execute("DELETE FROM games")
        other.commit()
    played.move("b@c3")
    played.assert_kept()
    assert played.game.number == 2


@pytest.mark.parametrize("how", ["cp", "mv"])
@posix
def test_beside_another_file_that_was_put_in_its_place_all_games_go_on(
    played: PlayedGame, tmp_path: Path, how: str
) -> None:
    other = PlayedGame(tmp_path / "other" / "games.db")
    other.recorder.close()
    seats = Seats({"1": Seat(holder="a"), "2": Seat(3)})
    played.tell(Seated(seats))
    played.move("y@d4")
    played.take_up()
    second = kept_by(played.recorder, make_header("forum_romanum", ("Carla", "Daan")))
    played.move("b@c3")
    there = other.path.read_bytes()
    subprocess.run([how, other.path, played.path], check=True)
    played.recorder.retry(played.at + SECOND)
    played.assert_warned("another program has overwritten")
    played.move("y@a1")
    played.assert_kept()
    assert (played.game.number, second.number) == (1, 2)
    played.recorder.close()
    with Store(played.store, writes=False) as reader:
        assert seats_of(reader.game(1).log) == seats
    assert played.path.read_bytes() == there
    with Store(played.path) as store:
        assert [one.moves for one in store.games()] == [0]


def test_a_program_that_holds_the_file_is_waited_for_once(tmp_path: Path, mocker: MockerFixture) -> None:
    played = PlayedGame(tmp_path / "games.db")
    waits = mocker.spy(Store, "wait")
    with closing(sqlite3.connect(played.path)) as other:
        other.execute("BEGIN IMMEDIATE")
        for _ in range(3):
            played.move("y@d4")
            assert [call.args[1] for call in waits.call_args_list] == [0]
        played.assert_warned("is in use by another program")
        other.rollback()
    played.recorder.retry(played.at + LONGEST_PAUSE)
    played.assert_kept()
    assert [call.args[1] for call in waits.call_args_list] == [0, 0.02]
    played.recorder.close()
