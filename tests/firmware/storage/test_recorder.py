"""The disk fails while a game is played: play goes on, and the game is whole when it is back."""

import os
import random
import sqlite3
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_mock import MockerFixture
from support.kept import seated
from support.nightly import nightly_but

from firmware.match.events import MatchEvent, Played, Ran, Seated, TakenBack, ending
from firmware.match.running import Batch
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST
from firmware.play.effects import Effect, Warn
from firmware.simulation.demo import Demo
from firmware.simulation.slips import illegal, mind
from firmware.storage.errors import StoreError
from firmware.storage.log import seats_of
from firmware.storage.recorder import FIRST_PAUSE, LONGEST_PAUSE, PendingGame, Recorder
from firmware.storage.store import Store
from firmware.words import find_words
from hal.trace import SECOND
from rules import NAMES as GAMES
from rules import Header, find_game, load_nothing, make_header

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)
ENGLISH = find_words("en", {})

posix = pytest.mark.skipif(os.name != "posix", reason="the operating system has no such thing")


class PlayedGame:
    """A game that is kept, as the firmware tells of it."""

    def __init__(self, path: Path, began: datetime = BEGAN) -> None:
        self.path = path
        self.effects: list[Effect] = []
        self.line: list[str] = []
        self.at = 0
        self.recorder = Recorder(path, self.effects.append, lambda: BEGAN, wait=0.02)
        header = make_header("forum_romanum", ("Anna", "Bram"))
        begun = seated(header)
        self.game = PendingGame(self.recorder, header, began, begun, {"a": "b"}, load=load_nothing)
        self.recorder.open(self.game)

    def tell(self, event: MatchEvent) -> None:
        self.game.write(Batch(1, HOST.kind, self.at, (event,)))

    def take_up(self) -> None:
        """Open the store again, and go on with the game."""
        self.recorder.close()
        self.recorder = Recorder(self.path, self.effects.append, lambda: BEGAN)
        kept = self.recorder.unfinished()
        assert kept is not None
        self.game = PendingGame.of(self.recorder, kept)
        self.recorder.open(self.game)

    def move(self, line: str, clock: int = 0) -> None:
        self.at += 5 * SECOND
        self.line.append(line)
        self.tell(Played(len(self.line), "1", line, self.at, clock=clock))

    def back(self) -> None:
        self.tell(TakenBack(len(self.line), self.line.pop()))

    @property
    def store(self) -> Path:
        """Where it is kept now."""
        return self.path.with_name(self.recorder.beside or self.path.name)

    @property
    def warnings(self) -> list[str]:
        return [ENGLISH(e.text, **e.values) for e in self.effects if isinstance(e, Warn)]

    def assert_kept(self) -> None:
        assert not self.recorder.unsaved
        with Store(self.store, writes=False) as reader:
            assert reader.game(self.game.number or 0).lines == tuple(self.line)

    def assert_warned(self, *texts: str) -> None:
        assert len(self.warnings) == len(texts), self.warnings
        for said, text in zip(self.warnings, texts, strict=True):
            assert text in said


def kept_by(recorder: Recorder, header: Header) -> PendingGame:
    """A new game that a recorder keeps."""
    game = PendingGame(recorder, header, BEGAN, seated(header), {}, load=load_nothing)
    recorder.open(game)
    return game


@contextmanager
def full_disk(most: int = 1) -> Iterator[None]:
    """No file can be written beyond so many bytes, as on a disk without room."""
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedGame]:
    played = PlayedGame(tmp_path / "disk" / "games.db")
    yield played
    played.recorder.close()


WORKS = "moves are being saved again; none is missing"


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
def test_a_disk_that_is_gone_and_comes_back_has_the_whole_game(played: PlayedGame) -> None:
    played.move("y@d4")
    disk = played.path.parent
    disk.rename(disk.with_name("pulled out"))
    disk.write_text("in the way")
    played.move("b@c3")
    played.move("y@a1")
    played.assert_warned("games.db: was moved or deleted while in use; put it back")
    disk.unlink()
    disk.with_name("pulled out").rename(disk)
    played.move("b@a2")
    played.assert_kept()
    assert played.game.number == 1


@posix
def test_a_name_that_comes_while_the_disk_is_gone_makes_no_other_game(played: PlayedGame) -> None:
    seats = Seats({"1": Seat(), "2": Seat(holder="a")})
    disk = played.path.parent
    disk.rename(disk.with_name("pulled out"))
    disk.write_text("in the way")
    played.tell(Seated(seats, ("Anna", "Carla")))
    played.assert_warned("games.db: was moved or deleted while in use; put it back")
    disk.unlink()
    disk.with_name("pulled out").rename(disk)
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
