"""The disk fails while a game is played: play goes on, and the game is whole when it is back."""

import random
import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture
from support.kept import posix
from support.nightly import nightly_but
from support.played_game import BEGAN, WORKS, PlayedGame, full_disk, kept_by

from firmware.match.events import Played, Ran, ending
from firmware.match.running import Batch
from firmware.match.state import HOST
from firmware.simulation.demo import Demo
from firmware.simulation.slips import illegal, mind
from firmware.storage.errors import StoreError
from firmware.storage.recorder import FIRST_PAUSE, LONGEST_PAUSE, Recorder
from firmware.storage.store import Store
from rules import NAMES as GAMES
from rules import find_game, make_header


@posix
def test_on_a_full_disk_play_goes_on_and_nothing_is_missing_when_there_is_room(played: PlayedGame) -> None:
    played.move("y@d4")
    with full_disk():
        played.move("b@c3")
        played.move("y@a1")
        played.back()
        played.move("y@a2")
        played.assert_warned("moves are not being saved: ")
        assert "games.db: the disk fails; make room on it" in played.warnings[0]
        assert [game.missing for game in played.recorder.unsaved] == [4]
    with Store(played.path, writes=False) as reader:
        assert reader.game(1).lines == ("y@d4",)
    played.move("b@g7")
    played.assert_kept()
    played.assert_warned("moves are not being saved: ", WORKS)
    with Store(played.path, writes=False) as reader:
        assert [move.line for move in reader.game(1).line.taken_back] == ["y@a1"]
        assert len(list(reader.games())) == 1


@posix
def test_it_tries_again_by_itself_and_less_and_less_often(played: PlayedGame) -> None:
    with full_disk():
        played.move("y@d4")
        due = played.at + FIRST_PAUSE
        pause = FIRST_PAUSE
        while pause < LONGEST_PAUSE:
            played.recorder.retry(due)
            pause = min(2 * pause, LONGEST_PAUSE)
            due += pause
    played.recorder.retry(due - 1)
    assert [game.missing for game in played.recorder.unsaved] == [1]
    played.recorder.retry(due)
    played.assert_kept()
    played.assert_warned("not being saved", WORKS)
    played.recorder.retry(due + LONGEST_PAUSE)
    played.assert_warned("not being saved", WORKS)


@posix
def test_the_end_and_the_sand_wait_like_moves(played: PlayedGame) -> None:
    played.move("y@d4")
    with full_disk():
        played.tell(Ran(7000))
        played.move("b@c3", clock=9000)
        played.tell(ending("abandoned", None, {"1": 0, "2": 0}, None, played.at))
        played.assert_warned("not being saved")
    played.recorder.retry(played.at + LONGEST_PAUSE)
    with Store(played.path, writes=False) as reader:
        kept = reader.game(1)
    assert (kept.lines, kept.clock, kept.how) == (("y@d4", "b@c3"), 9000, "abandoned")


@posix
def test_who_leaves_can_tell_what_is_unsaved(tmp_path: Path) -> None:
    played = PlayedGame(tmp_path / "games.db")
    with full_disk():
        played.move("y@d4")
        played.move("b@c3")
        played.recorder.close()
    assert [game.missing for game in played.recorder.unsaved] == [2]


@posix
def test_who_leaves_when_the_disk_is_back_loses_nothing(tmp_path: Path) -> None:
    played = PlayedGame(tmp_path / "games.db")
    with full_disk():
        played.move("y@d4")
    played.recorder.close()
    played.assert_kept()


def test_moves_of_many_games_are_on_the_disk_after_one_write(played: PlayedGame, mocker: MockerFixture) -> None:
    header = make_header("forum_romanum", ("Carla", "Dirk"))
    others = [kept_by(played.recorder, header) for _ in range(5)]
    begun = mocker.spy(Store, "_transaction")
    with played.recorder.gathered():
        for other in others:
            other.write(Batch(1, HOST.kind, 0, (Played(1, "1", "y@d4", 0),)))
        played.move("y@a1")
        assert not played.game.kept
        with Store(played.path, writes=False) as reader:
            assert [game.moves for game in reader.games()] == [0] * 6
    assert [how for (_, how), _ in begun.call_args_list].count("IMMEDIATE") == 1
    played.assert_kept()
    with Store(played.path, writes=False) as reader:
        assert [game.moves for game in reader.games()] == [1] * 6


@posix
def test_where_the_disk_fails_moves_of_many_games_are_all_missing_and_written_later(played: PlayedGame) -> None:
    other = kept_by(played.recorder, make_header("forum_romanum", ("Carla", "Dirk")))
    with full_disk(), played.recorder.gathered():
        other.write(Batch(1, HOST.kind, 0, (Played(1, "1", "y@d4", 0),)))
        other.write(Batch(2, HOST.kind, 0, (Ran(7000),)))
        played.move("y@a1")
    assert (other.missing, played.game.missing) == (2, 1)
    played.assert_warned("moves are not being saved: ")
    played.at += FIRST_PAUSE
    played.recorder.retry(played.at)
    assert other.kept
    played.assert_kept()
    played.assert_warned("moves are not being saved: ", WORKS)


def test_a_game_that_is_left_and_looked_for_again_has_what_was_gathered(played: PlayedGame) -> None:
    with played.recorder.gathered():
        played.move("y@d4")
        played.recorder.leave(played.game)
        assert played.recorder.kept(1).lines == ("y@d4",)
    assert not played.recorder.unsaved
    played.recorder.open(played.game)


def test_a_game_that_goes_on_is_not_written_again(played: PlayedGame, mocker: MockerFixture) -> None:
    played.move("y@d4")
    keep = mocker.spy(Store, "append")
    played.take_up()
    played.move("b@c3")
    played.assert_kept()
    assert keep.call_count == 1


def test_a_disk_that_cannot_be_read_after_the_offer_costs_no_move(
    played: PlayedGame, monkeypatch: pytest.MonkeyPatch
) -> None:
    played.move("y@d4")
    played.take_up()
    number = played.game.number

    def fail(*_: object) -> None:
        raise StoreError("games.db: the disk fails")

    with monkeypatch.context() as failing:
        failing.setattr(Store, "game", fail)
        played.move("b@c3")
    played.move("y@a1")
    played.assert_kept()
    assert played.game.number == number


def test_what_was_found_broken_is_kept_with_the_game(played: PlayedGame) -> None:
    played.move("y@d4")
    played.game.distrust(0b101)
    number = played.game.number
    played.recorder.close()
    assert number is not None
    played.take_up()
    assert played.game.found == 0b101
    played.game.distrust(0)  # it working again
    played.take_up()
    assert played.game.found == 0


@posix
def test_what_was_found_broken_waits_like_moves(played: PlayedGame) -> None:
    played.move("y@d4")
    with full_disk():
        played.game.distrust(0b101)
    assert [game.missing for game in played.recorder.unsaved] == [1]
    played.move("b@c3")
    played.assert_kept()
    played.take_up()
    assert played.game.found == 0b101


def test_a_move_that_cannot_be_is_no_fault_of_the_disk(played: PlayedGame) -> None:
    played.move("y@d4")
    played.tell(Played(3, "2", "b@c3", 0))
    played.assert_warned("has 1 moves; b@c3 is no move 3")
    played.move("b@c3")
    played.assert_kept()
    played.assert_warned("has 1 moves; b@c3 is no move 3", WORKS)


@posix
def test_a_log_that_fills_the_disk_makes_room_by_itself(played: PlayedGame) -> None:
    played.move("y@d4")
    with full_disk(played.path.with_name("games.db-wal").stat().st_size):
        played.move("b@c3")
        played.move("y@a1")
        played.assert_kept()
        played.assert_warned("moves are not being saved", WORKS)


@pytest.mark.parametrize("game", nightly_but(GAMES, "revolution"))
def test_what_a_table_plays_is_kept_as_it_has_it(tmp_path: Path, game: str) -> None:
    players = find_game(game).players
    header = make_header(game, ("Anna", "Bram", "Carla")[: min(3, players[-1])])
    recorder = Recorder(tmp_path / "games.db", lambda _: None, lambda: BEGAN)
    demo = Demo(
        header, 5, None, lambda _: None, lambda _: None, slips=[mind, illegal], keeper=kept_by(recorder, header)
    )
    demo.run(15)
    with Store(tmp_path / "games.db", writes=False) as store:
        assert store.game(1).record == demo.record
        assert {move.seat for move in store.game(1).line.moves} == set(demo.session.position.seats)
    recorder.close()


def test_a_game_that_sand_ends_is_kept_to_its_last_second(tmp_path: Path) -> None:
    header = make_header("hourglass", options={"sand": "20"})
    for seed in range(1, 100):
        path = tmp_path / f"{seed}.db"
        recorder = Recorder(path, lambda _: None, lambda: BEGAN)
        game = kept_by(recorder, header)
        demo = Demo(header, seed, None, lambda _: None, lambda _: None, keeper=game)
        demo.run()
        recorder.close()
        session = demo.session
        if len(session.match.lines) > len(session.plies):
            break
    with Store(path, writes=False) as store:
        assert store.game(1).lines == session.match.lines
        assert store.game(1).how == "over"
        assert store.game(1).position() == session.position


steps = st.lists(st.sampled_from(["move", "move", "move", "two", "back", "full", "room", "pause"]))


@posix
@given(steps)
def test_whenever_the_disk_fails_the_game_is_the_line_that_was_played(steps: list[str]) -> None:
    """Play, with the disk filling and emptying as the steps say; at the end it has room."""
    rng = random.Random(1)
    with tempfile.TemporaryDirectory() as folder:
        played = PlayedGame(Path(folder) / "games.db")
        most = 1 << 30
        for step in steps:
            with full_disk(most):
                if step == "move":
                    played.move(f"y@{rng.choice('abcdefg')}{rng.randint(1, 7)}")
                elif step == "two":
                    with played.recorder.gathered():
                        played.move("y@a1")
                        played.move("b@b2")
                elif step == "back" and played.line:
                    played.back()
                elif step == "pause":
                    played.at += LONGEST_PAUSE
                    played.recorder.retry(played.at)
            if step == "full":
                log = played.path.with_name("games.db-wal")
                most = log.stat().st_size if log.exists() else 0
            elif step == "room":
                most = 1 << 30
        played.at += 2 * LONGEST_PAUSE
        played.recorder.retry(played.at)
        played.assert_kept()
        failed = [warning for warning in played.warnings if "not being saved" in warning]
        worked = [warning for warning in played.warnings if warning == WORKS]
        assert len(failed) == len(worked)
        assert len(failed) + len(worked) == len(played.warnings)
        played.recorder.close()
