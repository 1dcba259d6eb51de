"""The store of games: what was kept is there, once, and nothing is ever overwritten."""

import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kept import BEGAN, MOVES, after_a_power_cut, back, begun, finish, header, keep, new, posix, seated
from support.played_games import SEVERAL_STEPS, take
from support.small_hourglass import SMALL

from firmware.match.events import MatchEvent, Played, Stopped, TakenBack, ending
from firmware.storage.errors import ConflictError, NoGameError, StoreError
from firmware.storage.import_export import as_json, export_files
from firmware.storage.log import Entry
from firmware.storage.place import path_of
from firmware.storage.store import Store
from rules import MalformedError, Outcome, make_header, read_record


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "data" / "games.db"


@pytest.fixture
def store(path: Path) -> Iterator[Store]:
    with Store(path) as store:
        yield store


# A game


def test_a_game_is_kept_with_all_that_was_said_about_it(store: Store) -> None:
    game = new(store, header(), {"mood": "festive"})
    keep(store, game, "y@d4", "b@c3")
    kept = store.game(game)
    assert kept.header == header()
    assert kept.began == BEGAN
    assert kept.notes == {"mood": "festive"}
    assert kept.line.moves == (Played(1, "1", "y@d4", 1000), Played(2, "1", "b@c3", 2000))
    assert [(player.seat, player.name) for player in kept.players] == [("1", "Anna"), ("2", "Bram"), ("3", "Carla")]
    assert (kept.ended, kept.how, kept.clock) == (None, None, 0)
    assert kept.position().plies == 2
    assert kept.record == '[game "forum_romanum"]\n[players "Anna" "Bram" "Carla"]\n\ny@d4\nb@c3\n'


def test_the_very_same_batch_again_changes_nothing(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    back(store, game)
    before = store.game(game)
    for seq, entry in enumerate(before.log, 1):
        store.append(game, seq, entry)
    assert store.game(game) == before


MOVE, OTHER = Played(2, "2", "b@a1", 0), Played(3, "3", "r@a1", 0)


@pytest.mark.parametrize(
    ("seq", "event", "why"),
    [
        (2, MOVE, "game 1 has another batch 2"),
        (0, MOVE, "game 1 has 3 batches; 0 is none of it"),
        (5, OTHER, "game 1 has 3 batches; 5 is none of it"),
        (4, MOVE, "game 1 has 2 moves; b@a1 is no move 2"),
        (4, TakenBack(1, "y@d4"), "has 2 moves; move 1 cannot be dropped"),
        (4, TakenBack(3, "y@d4"), "has 2 moves; move 3 cannot be dropped"),
    ],
)
def test_what_contradicts_a_game_is_refused_and_changes_nothing(
    store: Store, seq: int, event: MatchEvent, why: str
) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    before = store.game(game)
    with pytest.raises(ConflictError, match=why):
        store.append(game, seq, Entry((event,)))
    with pytest.raises(NoGameError, match="no game 7"):
        store.append(7, seq, Entry((event,)))
    assert store.game(game) == before


def test_a_game_that_is_over_stays_as_it_ended(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4")
    finish(store, game, "over", Outcome("agreed", ("1", "3")), {"1": 4, "2": -2, "3": 4})
    kept = store.game(game)
    assert (kept.how, kept.reason, kept.ended) == ("over", "agreed", BEGAN)
    assert [(player.score, player.won) for player in kept.players] == [(4, True), (-2, False), (4, True)]
    with pytest.raises(ConflictError, match="game 1 is over; it has ended before"):
        finish(store, game)
    with pytest.raises(ConflictError, match="game 1 is over; b@c3 is no move 2"):
        keep(store, game, "b@c3", first=2)
    with pytest.raises(ConflictError, match="game 1 is over; it cannot go on"):
        store.add_to(game, Stopped(0))
    assert store.game(game) == kept


def test_a_game_that_is_over_goes_on_when_its_last_move_is_taken_back(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    finish(store, game, "over", Outcome("agreed", ("1",)), {"1": 4})
    back(store, game)
    kept = store.game(game)
    assert (kept.how, kept.reason, kept.ended, kept.lines) == (None, None, None, ("y@d4",))
    assert [(player.score, player.won) for player in kept.players] == [(None, False)] * 3
    keep(store, game, "b@a1", first=2)
    finish(store, game)
    with pytest.raises(ConflictError, match="game 1 is abandoned; move 2 cannot be dropped"):
        back(store, game)


def test_what_players_type_is_only_text(store: Store) -> None:
    names = ("Robert'); DROP TABLE games;--", "% _", "[x] # ?")
    game = begun(store, *names)
    store.add_to(game, Played(1, "'; --", "y@d4' OR 1", 0))
    assert store.game(game).header.players == names
    assert store.game(game).lines == ("y@d4' OR 1",)
    assert [game.id for game in store.games(player="% _")] == [1]
    assert not list(store.games(player="%"))


def test_a_household_board_is_kept_with_the_game(path: Path, tmp_path: Path) -> None:
    board = SMALL.encode()
    (tmp_path / "own.toml").write_bytes(board)
    own = make_header("hourglass", options={"board": "own.toml"})
    with Store(path) as store:
        with pytest.raises(MalformedError, match=r"own\.toml"):
            new(store, own)
        game = new(store, own, load=lambda name: (tmp_path / name).read_text())
    (tmp_path / "own.toml").unlink()
    with Store(path) as store:
        keep(store, game, "start", "5 d-m")
        kept = store.game(game)
    assert kept.position().plies == 2
    assert kept.load("own.toml") == SMALL
    with pytest.raises(MalformedError, match="was not kept"):
        kept.load("other.toml")
    record, texts = export_files(kept, tmp_path)
    assert texts == {record: kept.record, tmp_path / "own.toml": SMALL}
    with pytest.raises(StoreError, match=r"which .* cannot hold"):
        export_files(kept._replace(files={"../own.toml": SMALL}), tmp_path)


# Games in a list


@pytest.mark.parametrize("limit", [1, 2, 3, 9])
def test_the_pages_of_a_list_are_the_list(store: Store, limit: int) -> None:
    for days in (2, 0, 1, 0):
        pair = make_header("revolution", ("Anna", "Bram"))
        store.begin(pair, BEGAN - timedelta(days=days), seated(pair))
    for name in ("home", "club"):
        store.add(read_record(f'[game "hourglass"]\n[event "{name}"]\n\nstart\n'))
    pages, before = [], None
    while page := list(store.games(before=before, limit=limit)):
        assert len(page) <= limit
        pages += page
        before = page[-1].id
    assert pages == list(store.games())
    assert [one.id for one in pages] == [6, 5, 4, 3, 2, 1]


@pytest.fixture
def summer_time(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The time of a place whose clocks go back on 25 October 2026, at three."""
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@posix
@pytest.mark.usefixtures("summer_time")
def test_an_hour_that_comes_twice_in_autumn_is_told_as_two(store: Store) -> None:
    change = datetime(2026, 10, 25, 1, 0, tzinfo=UTC).timestamp()
    half_past_two, again = (datetime.fromtimestamp(change + seconds).astimezone() for seconds in (-1800, 1800))
    assert half_past_two.replace(tzinfo=None) == again.replace(tzinfo=None)
    during, after = (store.begin(header(), began, seated(header())) for began in (half_past_two, again))
    keep(store, during, "y@d4")
    store.add_to(during, ending("abandoned", None, {}, None, 0), day=again)
    listed = list(store.games())
    assert [one.id for one in listed] == [after, during]
    assert listed[1].ended is not None
    assert listed[1].ended - half_past_two == timedelta(hours=1)
    assert [f"{one.began:%H:%M}" for one in listed if one.began] == ["01:30", "00:30"]


def test_the_latest_unfinished_game_is_offered(store: Store) -> None:
    assert store.unfinished() is None
    first, second, third = (begun(store) for _ in range(3))
    for left, ends in ((third, "abandoned"), (second, None), (first, None)):
        kept = store.unfinished()
        assert kept is not None
        assert kept.id == left
        finish(store, left, "over" if ends is None else "abandoned")
    assert store.unfinished() is None


def test_games_are_listed_last_first_by_game_by_player_and_by_whether_they_go_on(store: Store) -> None:
    old = new(store, make_header("revolution", ("Anna", "Émile")))
    later = begun(store, "anna", "Bram", "Carla")
    unknown = store.add(read_record('[game "hourglass"]\n\nstart\n'))
    keep(store, later, "y@d4")
    finish(store, old)
    assert [game.id for game in store.games()] == [unknown, later, old]
    assert [game.id for game in store.games(game="revolution")] == [old]
    assert [game.id for game in store.games(player=" ANNA")] == [later, old]
    assert [game.id for game in store.games(player="e\u0301MILE")] == [old]
    assert [game.id for game in store.games(unfinished=True)] == [later]
    assert [game.id for game in store.games(unfinished=False)] == [unknown, old]
    assert as_json(next(store.games(game="forum_romanum"))) == {
        "id": later,
        "game": "forum_romanum",
        "moves": 1,
        "how": None,
        "reason": None,
        "began": "2026-11-21T19:15:00+00:00",
        "ended": None,
        "players": [
            {"seat": str(n), "name": name, "score": None, "won": False}
            for n, name in enumerate(("anna", "Bram", "Carla"), 1)
        ],
    }


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


# Laws

steps = st.lists(
    st.one_of(st.sampled_from(MOVES), st.sampled_from(["back"] * 3 + ["close", "power cut", "again"])), max_size=25
)


@given(steps)
def test_however_a_store_is_left_it_has_the_line_of_a_plain_list(steps: Sequence[str]) -> None:
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
                for seq, entry in enumerate(store.game(game).log, 1):
                    store.append(game, seq, entry)
            elif step != "back":
                line.append(step)
                keep(store, game, step, first=len(line))
            elif line:
                dropped.append(line.pop())
                back(store, game)
            kept = store.unfinished()
            assert kept is not None
            assert kept.lines == tuple(line)
            assert sorted(move.line for move in kept.line.taken_back) == sorted(dropped)
        store.close()


@given(SEVERAL_STEPS)
def test_no_row_of_a_log_ever_changes(steps: list[tuple[str, int, int]]) -> None:
    with tempfile.TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        logs: dict[int, tuple[Entry, ...]] = {}
        for step in steps:
            with suppress(StoreError):
                take(store, *step)
            now = {number: store.game(number).log for number in store.numbers()}
            for number in logs.keys() & now.keys():
                assert now[number][: len(logs[number])] == logs[number]
            logs = now


def test_games_are_kept_where_one_says_or_else_where_the_system_keeps_such_data(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert path_of(tmp_path / "here", {"SPEELTAFEL_DATA": "there"}) == tmp_path / "here/games.db"
    assert path_of(None, {"SPEELTAFEL_DATA": "there"}) == Path("there/games.db")
    assert path_of(None, {}).name == "games.db"
    if sys.platform == "linux":
        assert path_of(None, {}) == tmp_path / "speeltafel" / "games.db"
