"""The store of games: what was kept is there, once, and nothing is ever overwritten."""

import os
import random
import re
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import ClassVar

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.storage.import_export import as_json, bring_in, take_out
from firmware.storage.store import (
    CLOCK_STEP,
    AlreadyKeptError,
    ConflictError,
    KeptMove,
    NoGameError,
    NothingKeptError,
    Store,
    StoreError,
    path_of,
)
from rules import Header, MalformedError, Outcome, Record, make_header, read_record

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=timezone(timedelta(hours=1)))
MOVES = [f"{colour}@{column}{row}" for row in range(1, 8) for column in "abcdefg"
         for colour in "ybr"]  # fmt: skip

posix = pytest.mark.skipif(os.name != "posix", reason="the operating system has no such thing")


def header(*players: str) -> Header:
    return make_header("forum_romanum", players or ("Anna", "Bram", "Carla"))


def begun(store: Store, *players: str) -> int:
    return store.begin(header(*players), BEGAN)


def keep(store: Store, game: int, *lines: str, first: int = 1) -> None:
    for ply, line in enumerate(lines, first):
        store.keep(game, ply, "1", line, 1000 * ply)


def after_a_power_cut(path: Path, folder: Path, log: int | None = None) -> Path:
    """What would be on the disk if the power went now; log: bytes of the log that made it."""
    folder.mkdir()
    for name in (path.name, path.name + "-wal"):
        if (path.parent / name).exists():
            shutil.copy(path.parent / name, folder)
    if log is not None:
        os.truncate(folder / (path.name + "-wal"), log)
    return folder / path.name


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as store:
        yield store


# A game


def test_a_game_is_kept_with_all_that_was_said_about_it(store: Store) -> None:
    game = store.begin(header(), BEGAN, {"mood": "festive"})
    keep(store, game, "y@d4", "b@c3")
    kept = store.game(game)
    assert kept.header == header()
    assert kept.began == BEGAN
    assert kept.notes == {"mood": "festive"}
    assert kept.moves == (KeptMove(1, "1", "y@d4", 1000), KeptMove(2, "1", "b@c3", 2000))
    assert [(player.seat, player.name) for player in kept.players] == [
        ("1", "Anna"), ("2", "Bram"), ("3", "Carla"),
    ]  # fmt: skip
    assert (kept.ended, kept.how, kept.clock) == (None, None, 0)
    assert kept.position().plies == 2
    assert kept.record == '[game "forum_romanum"]\n[players "Anna" "Bram" "Carla"]\n\ny@d4\nb@c3\n'


def test_a_move_taken_back_stays_and_says_so(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    store.take_back(game, 2)
    keep(store, game, "b@a1", first=2)
    store.take_back(game, 2)
    keep(store, game, "b@b2", first=2)
    kept = store.game(game)
    assert kept.lines == ("y@d4", "b@b2")
    assert [(move.ply, move.line) for move in kept.taken_back] == [(2, "b@c3"), (2, "b@a1")]


def test_the_very_same_step_again_changes_nothing(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    keep(store, game, "y@d4", "b@c3")
    store.take_back(game, 2)
    store.take_back(game, 2)
    assert store.game(game).lines == ("y@d4",)
    assert len(store.game(game).taken_back) == 1


def test_what_contradicts_a_game_is_refused_and_changes_nothing(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    before = store.game(game)
    with pytest.raises(ConflictError, match=r"move 2 of game 1 is b@c3, not b@a1"):
        store.keep(game, 2, "2", "b@a1", 0)
    with pytest.raises(ConflictError, match=r"game 1 has 2 moves; r@a1 is no move 4"):
        store.keep(game, 4, "3", "r@a1", 0)
    with pytest.raises(ConflictError, match=r"r@a1 is no move 0"):
        store.keep(game, 0, "3", "r@a1", 0)
    for ply in (0, 1, 3):
        with pytest.raises(ConflictError, match=rf"has 2 moves; move {ply} cannot be dropped"):
            store.take_back(game, ply)
    with pytest.raises(NoGameError, match="no game 7"):
        store.keep(7, 1, "1", "y@d4", 0)
    assert store.game(game) == before


def test_a_game_that_is_over_stays_as_it_ended(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4")
    outcome = Outcome("agreed", ("1", "3"))
    for _ in "twice":
        store.finish(game, "over", BEGAN, scores={"1": 4, "2": -2, "3": 4}, outcome=outcome)
    kept = store.game(game)
    assert (kept.how, kept.reason, kept.ended) == ("over", "agreed", BEGAN)
    assert [(player.score, player.won) for player in kept.players] == [
        (4, True), (-2, False), (4, True),
    ]  # fmt: skip
    with pytest.raises(ConflictError, match="is over, not abandoned"):
        store.finish(game, "abandoned", BEGAN)
    with pytest.raises(ConflictError, match="game 1 is over; b@c3 is no move 2"):
        store.keep(game, 2, "2", "b@c3", 0)
    assert store.game(game) == kept


def test_a_game_that_is_over_goes_on_when_its_last_move_is_taken_back(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    store.finish(game, "over", BEGAN, scores={"1": 4}, outcome=Outcome("agreed", ("1",)))
    store.take_back(game, 2)
    kept = store.game(game)
    assert (kept.how, kept.reason, kept.ended, kept.lines) == (None, None, None, ("y@d4",))
    assert [(player.score, player.won) for player in kept.players] == [(None, False)] * 3
    store.keep(game, 2, "2", "b@a1", 0)
    store.finish(game, "abandoned", BEGAN)
    with pytest.raises(ConflictError, match="game 1 is abandoned; move 2 cannot be dropped"):
        store.take_back(game, 2)


def test_what_is_known_about_the_table_is_kept_until_it_is_forgotten(store: Store) -> None:
    assert store.setting("sand") is None
    store.set("sand", "a:118")
    store.set("sand", "a:119")
    assert store.setting("sand") == "a:119"
    store.set("sand", None)
    assert store.setting("sand") is None


def test_the_second_at_which_sand_ended_a_game_closes_its_record(store: Store) -> None:
    game = store.begin(make_header("hourglass"), BEGAN)
    keep(store, game, "start", "12.4 d-m")
    store.finish(game, "over", BEGAN, closing_line="120")
    assert store.game(game).lines == ("start", "12.4 d-m", "120")


def test_the_sand_that_ran_is_kept_in_steps(store: Store, path: Path, tmp_path: Path) -> None:
    game = store.begin(make_header("hourglass"), BEGAN)
    for at in range(0, 10 * CLOCK_STEP, 10):
        store.time(game, at)
        assert at - CLOCK_STEP < store.game(game).clock <= at
    with Store(after_a_power_cut(path, tmp_path / "cut")) as later:
        assert later.game(game).clock == store.game(game).clock
    store.time(game, 0)  # the start was taken back
    assert store.game(game).clock == 0
    with pytest.raises(NoGameError):
        store.time(9, 0)


def test_what_players_type_is_only_text(store: Store) -> None:
    names = ("Robert'); DROP TABLE games;--", "% _", "[x] # ?")
    game = begun(store, *names)
    store.keep(game, 1, "'; --", "y@d4' OR 1", 0)
    assert store.game(game).header.players == names
    assert store.game(game).lines == ("y@d4' OR 1",)
    assert [game.id for game in store.games(player="% _")] == [1]
    assert store.games(player="%") == []


def test_a_household_board_is_kept_with_the_game(path: Path, tmp_path: Path) -> None:
    board = BOARD.encode()
    (tmp_path / "own.toml").write_bytes(board)
    own = make_header("hourglass", options={"board": "own.toml"})
    with Store(path) as store:
        with pytest.raises(MalformedError, match=r"own\.toml"):
            store.begin(own, BEGAN)
        game = store.begin(own, BEGAN, load=lambda name: (tmp_path / name).read_text())
    (tmp_path / "own.toml").unlink()
    with Store(path) as store:
        keep(store, game, "start", "5 d-m")
        kept = store.game(game)
    assert kept.position().plies == 2
    assert kept.load("own.toml") == BOARD
    with pytest.raises(MalformedError, match="was not kept"):
        kept.load("other.toml")
    record, texts = take_out(kept, tmp_path)
    assert texts == {record: kept.record, tmp_path / "own.toml": BOARD}
    with pytest.raises(StoreError, match=r"which .* cannot hold"):
        take_out(kept._replace(files={"../own.toml": BOARD}), tmp_path)


BOARD = """
white = ["a", "b", "c", "d"]
pink = ["A", "B", "C", "D"]
lines = ["a-d", "b-d", "c-d", "d-m", "m-D", "D-A", "D-B", "D-C"]

[holes]
a = [2, 1]
b = [4, 1]
c = [6, 1]
d = [4, 2]
m = [4, 3]
D = [4, 4]
A = [6, 5]
B = [4, 5]
C = [2, 5]
"""


# Evenings of games


def test_the_latest_unfinished_game_is_offered(store: Store) -> None:
    assert store.unfinished() is None
    first, second, third = (begun(store) for _ in range(3))
    for left, ends in ((third, "abandoned"), (second, None), (first, None)):
        kept = store.unfinished()
        assert kept is not None
        assert kept.id == left
        store.finish(left, "over" if ends is None else "abandoned", BEGAN)
    assert store.unfinished() is None


def test_games_are_listed_newest_first_by_game_by_player_and_by_whether_they_go_on(
    store: Store,
) -> None:
    old = store.begin(make_header("revolution", ("Anna", "Émile")), BEGAN - timedelta(days=1))
    new = begun(store, "anna", "Bram", "Carla")
    unknown = store.add(read_record('[game "hourglass"]\n\nstart\n'))
    keep(store, new, "y@d4")
    store.finish(old, "abandoned", BEGAN)
    assert [game.id for game in store.games()] == [new, old, unknown]
    assert [game.id for game in store.games(game="revolution")] == [old]
    assert [game.id for game in store.games(player=" ANNA")] == [new, old]
    assert [game.id for game in store.games(player="e\u0301MILE")] == [old]
    assert [game.id for game in store.games(unfinished=True)] == [new]
    assert [game.id for game in store.games(unfinished=False)] == [old, unknown]
    assert as_json(store.games()[0]) == {
        "id": new, "game": "forum_romanum", "moves": 1, "how": None, "reason": None,
        "began": "2026-11-21T19:15:00+00:00", "ended": None,
        "players": [
            {"seat": str(n), "name": name, "score": None, "won": False}
            for n, name in enumerate(("anna", "Bram", "Carla"), 1)
        ],
    }  # fmt: skip


def test_a_deleted_game_is_gone_and_its_number_is_not_used_again(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4")
    store.delete(game)
    with pytest.raises(NoGameError, match="no game 1"):
        store.game(game)
    with pytest.raises(NoGameError, match="no game 1"):
        store.delete(game)
    assert begun(store) == game + 1
    assert store.game(game + 1).lines == ()


@pytest.mark.parametrize(
    "name",
    ["forum_fr20_agreed", "forum_fr18", "hourglass_hg13_walk", "hourglass_hg16_dead",
     "manoeuvre_gm18_unfinished", "revolution_0_flag"],
)  # fmt: skip
def test_a_record_that_is_brought_in_comes_out_the_same_and_only_once(
    store: Store, data: Path, name: str
) -> None:
    record = read_record((data / f"{name}.record").read_bytes())
    game = bring_in(store, data / f"{name}.record")
    kept = store.game(game)
    assert read_record(kept.record) == record
    outcome = record.position.outcome
    assert kept.how == ("abandoned" if outcome is None else "over")
    assert kept.reason == (outcome.reason if outcome else None)
    assert {p.seat: p.score for p in kept.players} == record.position.scores()
    assert tuple(p.seat for p in kept.players if p.won) == (outcome.winners if outcome else ())
    assert store.unfinished() is None
    with pytest.raises(AlreadyKeptError, match=f"this is game {game}, kept already") as refused:
        store.add(record)
    assert refused.value.game == game
    assert len(store.games()) == 1


def test_a_record_of_the_table_is_recognised_when_it_is_brought_in_again(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    with pytest.raises(AlreadyKeptError):
        store.add(read_record(store.game(game).record))
    store.keep(game, 3, "3", "r@a1", 0)
    assert store.add(read_record(store.game(game).record.replace("r@a1", "r@a2"))) == game + 1


def test_a_record_may_say_on_which_day_it_began(store: Store, tmp_path: Path) -> None:
    file = tmp_path / "game.record"
    for date, began in (("1991-05-02", "1991-05-02"), ("a rainy Sunday", None)):
        file.write_text(f'[game "hourglass"]\n[date "{date}"]\n\nstart\n')
        day = store.game(bring_in(store, file)).began
        assert (day and f"{day.astimezone():%Y-%m-%d}") == began


# The laws

steps = st.lists(
    st.one_of(
        st.sampled_from(MOVES), st.sampled_from(["back"] * 3 + ["close", "power cut", "again"])
    ),
    max_size=25,
)


def follow(steps: Sequence[str]) -> None:
    """Do to a store and to plain lists what the steps say, and compare them after each."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        store = Store(path)
        game = begun(store)
        line: list[str] = []
        dropped: list[str] = []
        for number, step in enumerate(steps):
            if step == "close":
                store.close()
                store = Store(path)
            elif step == "power cut":
                path = after_a_power_cut(path, Path(folder) / str(number))
                store.close()
                store = Store(path)
            elif step == "again":
                keep(store, game, *line)
            elif step != "back":
                line.append(step)
                store.keep(game, len(line), "1", step, number)
            elif line:
                dropped.append(line.pop())
                store.take_back(game, len(line) + 1)
            kept = store.unfinished()
            assert kept is not None
            assert kept.lines == tuple(line)
            assert sorted(move.line for move in kept.taken_back) == sorted(dropped)
        store.close()


@given(steps)
@settings(deadline=None, max_examples=10)
def test_however_a_store_is_left_it_has_the_line_of_a_plain_list(steps: Sequence[str]) -> None:
    follow(steps)


@pytest.mark.slow
@given(steps)
@settings(deadline=None, max_examples=300)
def test_however_a_store_is_left_many_times_over(steps: Sequence[str]) -> None:
    follow(steps)


def test_a_log_torn_at_any_byte_loses_no_move_that_was_kept_before(
    path: Path, tmp_path: Path
) -> None:
    log = path.with_name("games.db-wal")
    with Store(path) as store:
        game = begun(store)
        sizes = []
        for ply, move in enumerate(MOVES[:8], 1):
            store.keep(game, ply, "1", move, 0)
            sizes.append(log.stat().st_size)
        for torn in {*range(sizes[0], sizes[-1], 1511), *sizes, *(size - 1 for size in sizes[1:])}:
            kept = sum(size <= torn for size in sizes)
            cut = after_a_power_cut(path, tmp_path / str(torn), torn)
            with Store(cut) as later:
                assert later.game(game).lines == tuple(MOVES[:kept])


def test_each_move_is_on_the_disk_when_it_is_kept(store: Store, path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store._db.execute("PRAGMA synchronous").fetchone() == (2,)  # noqa: SLF001  FULL


# Several programs

CHILD = """
import sys, datetime, pathlib
from firmware.storage.store import Store
from rules import make_header
store = Store(pathlib.Path(sys.argv[1]))
game = store.begin(make_header("forum_romanum", ("Anna", "Bram")), datetime.datetime.now())
for line in sys.stdin:
    store.keep(game, int(line), "1", "y@d4", 0)
    print(line, end="", flush=True)
"""


@contextmanager
def another_table(path: Path) -> Iterator[subprocess.Popen[str]]:
    with subprocess.Popen(  # noqa: S603
        [sys.executable, "-c", CHILD, str(path)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
    ) as child:  # fmt: skip
        assert child.stdin is not None
        assert child.stdout is not None
        child.stdin.write("1\n")
        child.stdin.flush()
        assert child.stdout.readline() == "1\n"
        try:
            yield child
        finally:
            child.kill()


def test_a_store_has_one_writer_until_that_dies_and_any_number_of_readers(path: Path) -> None:
    with another_table(path) as child:
        in_use = r"games\.db: is in use by another speeltafel; .* name another folder"
        with pytest.raises(StoreError, match=in_use):
            Store(path, wait=0)
        with Store(path, writes=False) as reader, Store(path, writes=False) as second:
            assert reader.games()[0].moves == 1
            assert child.stdin is not None
            assert child.stdout is not None
            child.stdin.write("2\n")
            child.stdin.flush()
            assert child.stdout.readline() == "2\n"
            assert reader.games()[0].moves == second.games()[0].moves == 2
            with pytest.raises(StoreError, match="cannot be written"):
                reader.delete(1)
        child.send_signal(signal.SIGKILL if os.name == "posix" else signal.SIGTERM)
        child.wait()
    with Store(path, wait=0) as store:
        assert store.game(1).lines == ("y@d4", "y@d4")


@posix
def test_a_link_to_a_store_is_that_store(path: Path, tmp_path: Path) -> None:
    with Store(path) as store:
        game = begun(store)
        (tmp_path / "link.db").symlink_to(path)
        with pytest.raises(StoreError, match="is in use by another speeltafel"):
            Store(tmp_path / "link.db", wait=0)
        with Store(tmp_path / "link.db", writes=False) as reader:
            assert reader.game(game) == store.game(game)
    with Store(tmp_path / "link.db") as store:
        keep(store, game, "y@d4")


def test_one_program_cannot_have_two_writers_either(store: Store, path: Path) -> None:
    with pytest.raises(StoreError, match="is in use by another speeltafel"):
        Store(path, wait=0)
    assert begun(store) == 1


def test_another_program_that_holds_the_file_is_waited_for_and_then_named(path: Path) -> None:
    with Store(path, wait=0.05) as store, closing(sqlite3.connect(path)) as other:
        game = begun(store)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StoreError, match=r"in use by another program; .*SQLITE_BUSY"):
            store.keep(game, 1, "1", "y@d4", 0)
        other.rollback()
        store.keep(game, 1, "1", "y@d4", 0)
        assert store.game(game).lines == ("y@d4",)


# Files that cannot be used


def refuse(path: Path, *says: str) -> None:
    """No store opens here, to write or to read; nothing about any file changes."""
    before = {file: file.read_bytes() for file in path.parent.iterdir() if "-" not in file.name}
    for writes in (True, False):
        with pytest.raises(StoreError) as refused:
            Store(path, writes=writes)
        assert str(refused.value).startswith(f"{path.resolve()}: ")
        assert "\n" not in str(refused.value)
        for text in says:
            assert text in str(refused.value)
    after = {file: file.read_bytes() for file in path.parent.iterdir() if "-" not in file.name}
    assert before == after


@given(st.binary(min_size=1, max_size=2000))
@settings(deadline=None, max_examples=40)
def test_a_file_that_is_no_database_is_left_alone(content: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.db"
        path.write_bytes(content)
        refuse(path, "is no store of games; it is left as it is", "name another folder")


def test_a_database_of_another_program_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "other.db"
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name)")
    refuse(path, "is no store of games")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A store of three games and a dozen pages."""
    position = header().start()
    lines: list[str] = []
    rng = random.Random(1)
    while position.outcome is None and len(lines) < 400:
        moves = position.legal_moves()
        lines.append(moves[rng.randrange(len(moves))])
        position = position.play(lines[-1])
    path = tmp_path_factory.mktemp("filled") / "games.db"
    with Store(path) as store:
        for table in ("kitchen", "garden", "attic"):
            store.add(Record(header()._replace(table=table), tuple(lines), position))
    content = path.read_bytes()
    assert len(content) > 8 * 4096
    return content


@pytest.fixture
def filled(path: Path, pages: bytes) -> Path:
    path.parent.mkdir()
    path.write_bytes(pages)
    return path


def test_a_truncated_store_is_named_and_left_alone(filled: Path) -> None:
    os.truncate(filled, 5 * 4096)
    with pytest.raises(StoreError, match=r"is damaged; it is left as it is, so move it away"):
        Store(filled)
    assert filled.stat().st_size == 5 * 4096


@pytest.mark.parametrize("page", range(1, 8))
def test_a_page_that_rotted_is_noticed_before_anything_is_written(filled: Path, page: int) -> None:
    content = bytearray(filled.read_bytes())
    for byte in range(4096 * page, 4096 * (page + 1)):
        content[byte] ^= 0xFF
    filled.write_bytes(content)
    with pytest.raises(StoreError, match=r"is damaged.*\)$"):
        Store(filled)
    assert filled.read_bytes() == content


def test_a_game_whose_header_rotted_is_named(path: Path) -> None:
    with Store(path) as store:
        begun(store)
    path.write_bytes(path.read_bytes().replace(b'[game "forum', b'[gane "forum'))
    with Store(path) as store, pytest.raises(StoreError, match="game 1 cannot be read: unknown"):
        store.game(1)


def test_a_folder_is_no_store(tmp_path: Path) -> None:
    with pytest.raises(StoreError, match=f"^{re.escape(str(tmp_path))}: .*cannot be"):
        Store(tmp_path)


@pytest.mark.parametrize("writes", [False, True])
@pytest.mark.parametrize("below", ["games.db", "of/games/games.db"])
def test_a_file_where_the_folder_should_be_is_named(
    tmp_path: Path, below: str, *, writes: bool
) -> None:
    file = tmp_path / "folder"
    file.touch()
    with pytest.raises(StoreError, match="Not a directory; name another folder") as error:
        Store(file / below, writes=writes)
    assert not isinstance(error.value, NothingKeptError)


def test_nothing_to_read_is_said_and_makes_nothing(path: Path) -> None:
    with pytest.raises(NothingKeptError, match="no game has been kept here yet"):
        Store(path, writes=False)
    assert not path.parent.exists()
    path.parent.mkdir()
    path.touch()
    with pytest.raises(NothingKeptError):
        Store(path, writes=False)


@pytest.mark.parametrize("name", ["file:x?mode=memory", ":memory:", "a?b#c%20.db", "né.db"])
def test_a_name_of_a_file_means_that_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.chdir(tmp_path)
    with Store(Path(name)) as store:
        begun(store)
        with Store(Path(name), writes=False) as reader:
            assert len(reader.games()) == 1
    assert (tmp_path / name).stat().st_size > 0


@pytest.mark.parametrize("gone", ["games.db", "games.db-wal"])
@posix
def test_a_file_taken_away_in_mid_game_is_noticed(path: Path, gone: str) -> None:
    with Store(path) as store:
        game = begun(store)
        (path.parent / gone).rename(path.parent / "elsewhere")
        with pytest.raises(StoreError, match=f"{gone}: was moved or deleted while in use"):
            store.keep(game, 1, "1", "y@d4", 0)
        (path.parent / "elsewhere").rename(path.parent / gone)
        store.keep(game, 1, "1", "y@d4", 0)


@contextmanager
def as_nobody() -> Iterator[None]:
    """Do something without root's rights, whom no permission binds."""
    me = os.geteuid()
    if me == 0:
        os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(me)


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that everybody may enter."""
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        yield Path(folder)
        Path(folder).chmod(0o755)


@posix
def test_a_read_only_folder_is_named_and_can_be_read(open_folder: Path, pages: bytes) -> None:
    path = open_folder / "games.db"
    path.write_bytes(pages)
    path.chmod(0o444)
    open_folder.chmod(0o555)
    with as_nobody():
        with pytest.raises(StoreError, match=r"games\.db: cannot be opened; allow its folder"):
            Store(path)
        with Store(path, writes=False) as reader:
            assert len(reader.games()) == 3
        with pytest.raises(StoreError, match=r"new/games\.db: .*(Permission denied|opened)"):
            Store(open_folder / "new" / "games.db")
    assert [file.name for file in open_folder.iterdir()] == ["games.db"]


@posix
def test_a_read_only_file_in_a_folder_that_is_not_is_named(open_folder: Path, pages: bytes) -> None:
    path = open_folder / "games.db"
    path.write_bytes(pages)
    path.chmod(0o444)
    open_folder.chmod(0o777)
    with as_nobody(), pytest.raises(StoreError, match=r"games\.db: cannot be written; allow it"):
        Store(path)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 256 kB."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = shutil.which("mount")
    done = mount is not None and subprocess.run(  # noqa: S603
        [mount, "-t", "tmpfs", "-o", "size=256k", "tmpfs", str(disk)],
        capture_output=True, check=False,
    ).returncode == 0  # fmt: skip
    if not done:
        pytest.skip("a disk of one's own needs the right to mount one")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)  # noqa: S603, S607


def test_a_full_disk_is_named_keeps_what_it_has_and_goes_on_when_there_is_room(
    tiny_disk: Path,
) -> None:
    path = tiny_disk / "games.db"
    with Store(path) as store:
        game = begun(store)
        (tiny_disk / "photos").write_bytes(b"\0" * 130_000)
        with pytest.raises(StoreError, match=r"games\.db: the disk is full; make room"):
            keep(store, game, *["y@d4"] * 1000)
        kept = len(store.game(game).lines)
        assert kept > 1
        (tiny_disk / "photos").unlink()
        keep(store, game, "y@d4", first=kept + 1)
    with Store(path, writes=False) as reader:
        assert len(reader.game(game).lines) == kept + 1


def test_on_a_full_disk_no_store_is_made(tiny_disk: Path) -> None:
    (tiny_disk / "photos").write_bytes(b"\0" * (256 * 1024))
    with pytest.raises(StoreError, match=r"games\.db: .*(full|fails); make room"):
        Store(tiny_disk / "games.db")


# Versions of the file


class Next(Store):
    """A store of the version after this one."""

    migrations: ClassVar[Sequence[Sequence[str]]] = (
        *Store.migrations,
        (
            "ALTER TABLE games ADD COLUMN mood TEXT",
            "UPDATE games SET mood = 'festive'",
        ),
    )


class Broken(Store):
    """A store whose next version cannot be reached."""

    migrations: ClassVar[Sequence[Sequence[str]]] = (*Next.migrations, ("SELECT nonsense",))


def old_store(path: Path, data: Path, version: int = 1) -> Path:
    """A file of an older version, as the program of that version wrote it."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as old:
        old.executescript((data / f"store_v{version}.sql").read_text())
    return path


@pytest.mark.parametrize("version", range(1, len(Store.migrations) + 1))
def test_a_store_of_any_version_can_still_be_used(path: Path, data: Path, version: int) -> None:
    with Store(old_store(path, data, version)) as store:
        assert [game.game for game in store.games()] == ["forum_romanum", "hourglass"]
        kept = store.unfinished()
        assert kept is not None
        assert kept.lines == ("y@d4", "b@c3")
        assert [move.line for move in kept.taken_back] == ["b@a1"]
        store.keep(kept.id, 3, "3", "r@a1", 0)
        assert [result.won for result in store.results()] == [True, False]
        assert store.setting("sand") is None


def test_an_older_file_is_brought_up_to_date_with_all_that_is_in_it(path: Path, data: Path) -> None:
    with Store(old_store(path, data)) as store:
        games = store.games()
    with pytest.raises(StoreError, match="written by an older speeltafel; the table brings it up"):
        Next(path, writes=False)
    with Next(path) as store:
        assert store.games() == games
    with closing(sqlite3.connect(path)) as later:
        assert later.execute("PRAGMA user_version").fetchone() == (len(Next.migrations),)
        assert later.execute("SELECT DISTINCT mood FROM games").fetchall() == [("festive",)]


def test_a_change_of_version_that_fails_leaves_the_file_as_it_was(path: Path, data: Path) -> None:
    old_store(path, data)
    with Store(path) as store:
        games = store.games()
    with pytest.raises(StoreError, match="nonsense"):
        Broken(path)
    with Store(path) as store:
        assert store.games() == games


def test_a_newer_file_is_refused_and_left_alone(path: Path) -> None:
    with Next(path) as store:
        begun(store)
    refuse(path, "was written by a newer speeltafel (version 3 of the file, this one knows 2)")


def test_the_schema_of_a_version_never_changes(path: Path, tmp_path: Path, data: Path) -> None:
    """Whoever changes it adds a version, and the file that this one writes to tests/data."""

    def schema(path: Path) -> dict[str, str]:
        with closing(sqlite3.connect(path)) as db:
            db.execute("PRAGMA foreign_keys")
            return dict(db.execute("SELECT name, sql FROM sqlite_master WHERE sql NOT NULL"))

    with Store(path):
        pass
    version = len(Store.migrations)
    assert schema(path) == schema(old_store(tmp_path / "old" / "games.db", data, version))
    assert version == len(Store.migrations) == len(list(data.glob("store_v*.sql")))


def test_games_are_kept_where_one_says_or_else_where_the_system_keeps_such_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert path_of(tmp_path / "here", {"SPEELTAFEL_DATA": "there"}) == tmp_path / "here/games.db"
    assert path_of(None, {"SPEELTAFEL_DATA": "there"}) == Path("there/games.db")
    assert path_of(None, {}).name == "games.db"
    if sys.platform == "linux":
        assert path_of(None, {}) == tmp_path / "speeltafel" / "games.db"


def test_times_are_told_in_utc_whatever_the_clock_of_the_house(store: Store) -> None:
    kept = store.game(begun(store))
    assert kept.began == BEGAN
    assert kept.began is not None
    assert kept.began.tzinfo == UTC
