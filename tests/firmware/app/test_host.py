"""Matches on screens with a store and computers, in a time that the test lets pass."""

import random
import time
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import ENGLISH
from support.nightly import nightly_but
from support.running_table import Later
from support.timed_matches import Timed, after

from firmware.app import host as hosts
from firmware.app.computers import IN_REAL_TIME
from firmware.app.host import Host, Hosted, local_time, open_host
from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce, Thinks
from firmware.match.commands import Command, Propose, Resign, RunClock
from firmware.match.followed import Followed, batch_told
from firmware.match.match import fold
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, Match, Place
from firmware.match.time_control import TimeControl, read_time_control
from firmware.opponents import Advice
from firmware.storage.database import Database
from firmware.storage.errors import StoreError, UnkeptError
from firmware.storage.import_export import as_json
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal.trace import SECOND
from rules import NAMES, find_game, load_nothing

NOON = datetime.fromisoformat("2026-11-21T12:00:00+01:00")


class AtScreens:
    """Matches on screens, and a clock."""

    def __init__(self, folder: Path, thinker: Thinks, today: Callable[[], datetime] = lambda: NOON) -> None:
        self.path = folder / FILE
        self.now = 0
        self.warnings: list[object] = []
        settings = Settings(table=SCREEN, store=self.path, words=ENGLISH)
        self._opened = open_host(settings, self.warnings.append, thinker, now=today, rng=random.Random(1))
        self.games: Host = self._opened.__enter__()

    def close(self) -> None:
        self._opened.__exit__(None, None, None)

    def begin(self, game: str, levels: str, *, control: TimeControl | None = None, **options: str) -> Hosted:
        """Begin a game. levels: of the seats, a digit each; 0 for a person."""
        names = find_game(game).seats(len(levels))
        header = self.games.new_games.from_message(game, names, options)
        seats = Seats({seat: Seat(int(one), seat) for seat, one in zip(names, levels, strict=True)})
        return self.games.begin(header, seats, self.now, control=control)

    def let_pass(self, seconds: float) -> None:
        until = self.now + int(seconds * SECOND)
        while self.now < until:
            self.now += SECOND // 20
            self.games.look(self.now)

    def move(self, opened: Hosted, seat: str, move: str) -> None:
        self.games.do(opened, opened.next_play(move, Place(seat, "screen")), Place(seat, "screen"), self.now)


@pytest.fixture
def screens(tmp_path: Path) -> Iterator[AtScreens]:
    at = AtScreens(tmp_path, ThinkerAtOnce())
    yield at
    at.close()


def test_an_error_in_a_match_ends_no_other_and_it_goes_on_as_it_was_kept(
    screens: AtScreens, monkeypatch: pytest.MonkeyPatch
) -> None:
    broken, other = screens.begin("revolution", "30"), screens.begin("revolution", "03")
    screens.move(broken, "dark", "N@c3")
    monkeypatch.setattr(broken, "wait", None)
    screens.let_pass(20)
    assert broken.number not in screens.games.open
    assert isinstance(screens.games.failed.pop(broken.number), TypeError)
    assert other.match.line.plies
    again = screens.games.find(broken.number)
    assert again.match.line.plies[0].move == "N@c3"
    screens.let_pass(20)
    assert again.match.now.to_move == "dark"


def clocked(screens: AtScreens) -> Hosted:
    """A match of two people with a minute each, in which each has moved."""
    header = screens.games.new_games.from_message("revolution", ["A", "B"], {})
    seats = Seats({"light": Seat(0, "light"), "dark": Seat(0, "dark")})
    control = read_time_control("60")
    opened = screens.games.begin(header, seats, screens.now, load_nothing, control=control)
    for seat, move in (("dark", "N@a5"), ("light", "V@b5")):
        screens.move(opened, seat, move)
    return opened


def test_a_clock_counts_on_while_nobody_looks(screens: AtScreens) -> None:
    opened = clocked(screens)
    screens.let_pass(40)
    screens.games.close(opened.number)
    screens.let_pass(19)
    assert screens.games.find(opened.number) is opened
    screens.games.close(opened.number)
    screens.let_pass(2)
    assert opened.number not in screens.games.open
    ended = screens.games.find(opened.number).match.ended
    assert ended is not None
    assert ended.how == "timed-out"


def test_a_restart_gives_no_time_back_and_the_clock_stands_still_until_somebody_is_there(tmp_path: Path) -> None:
    before = AtScreens(tmp_path, ThinkerAtOnce())
    number = clocked(before).number
    before.let_pass(41)
    before.close()
    after = AtScreens(tmp_path, ThinkerAtOnce())
    opened = after.games.find(number)
    after.let_pass(100)
    clocks = opened.match.clocks
    assert clocks is not None
    assert opened.match.paused
    assert clocks.shown("dark", after.now) == 20_000
    after.games.do(opened, RunClock(), Place("light", "screen"), after.now)
    after.let_pass(19)
    assert not opened.match.over
    after.let_pass(2)
    assert opened.match.over
    after.close()


@pytest.mark.parametrize("level", IN_REAL_TIME)
def test_a_computer_moves_in_real_time_however_long_it_looks(screens: AtScreens, level: int) -> None:
    glasses = screens.begin("hourglass", f"0{level}")
    screens.move(glasses, "white", "start")
    screens.move(glasses, "white", "d-e")
    screens.let_pass(IN_REAL_TIME[level] / SECOND + 0.2)
    assert len(glasses.match.lines) == 3


def test_a_game_that_cannot_be_kept_is_not_begun_nor_found_when_the_disk_is_back(
    screens: AtScreens, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: Database) -> None:
        raise StoreError("the disk is full")

    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", full)
        with pytest.raises(UnkeptError):
            screens.begin("revolution", "00")
    screens.let_pass(70)  # the next attempt
    begun = screens.begin("forum_romanum", "00")
    with Store(screens.path, writes=False) as store:
        assert [(game.id, game.game) for game in store.games()] == [(begun.number, "forum_romanum")]


def test_a_computer_says_whether_it_agrees_to_end_a_game(tmp_path: Path) -> None:
    later = Later()
    screens = AtScreens(tmp_path, later)
    forum = screens.begin("forum_romanum", "03")
    screens.games.do(forum, Propose("agree"), Place("1", "screen"), screens.now)
    screens.let_pass(1)
    assert forum.match.proposal is not None
    assert len(later.questions) == 1
    later.answer("y@a1")  # which does not say that all agree
    screens.let_pass(1)
    assert forum.match.proposal is None
    assert not forum.match.over
    screens.games.do(forum, Propose("agree"), Place("1", "screen"), screens.now)
    screens.let_pass(1)
    theirs = later.futures[-1]
    if not theirs.done():  # the person who proposes it need not gain by it
        theirs.set_result(Advice("y@a1", 0, (0.2, 0.8), ("y@a1",), agreed=(1,)))
    screens.let_pass(1)
    assert forum.match.over
    screens.close()


def play_to_an_end(screens: AtScreens, opened: Hosted, last: Command | None, seed: int) -> None:
    """Move at random, some seconds apart, to the end; or until `last` is asked for."""
    rng = random.Random(seed)
    asked_after = rng.randrange(4, 30) if last is not None else None
    with screens.games.recorder.gathered():
        while not opened.match.over:
            screens.now += rng.randrange(1, 9) * SECOND
            opened.wait(screens.now)
            moves = opened.match.now.legal_moves()
            if opened.match.over:
                return
            if last is not None and len(opened.match.line.plies) == asked_after:
                screens.games.do(opened, last, HOST, screens.now)
            elif moves and rng.random() < 0.8:
                screens.games.do(opened, opened.next_play(rng.choice(moves), HOST), HOST, screens.now)


def end_of(match: Match) -> tuple[object, ...]:
    """What all who read a finished match again should agree about."""
    ended = match.ended
    assert ended is not None
    by_rules = (match.now, match.now.outcome, match.now.scores()) if ended.how == "over" else ()
    return (match.phase, match.over, match.lines, ended.how, ended.outcome, ended.scores, ended.line, *by_rules)


ENDS: list[tuple[str, str, dict[str, Any], Command | None]] = [
    *(("hourglass", "00", option, None) for option in ({}, {"stalling": "loses"}, {"turn": "9"})),
    *(("revolution", "00", {}, one) for one in (None, Resign("dark"), Propose("abandon"))),
    ("hourglass", "00", {}, Resign("pink")),
    ("revolution", "00", {"control": TimeControl(60)}, None),
    ("forum_romanum", "00", {}, None),
    ("forum_romanum", "000", {}, Propose("agree")),
    ("manoeuvre", "00", {}, None),
    ("manoeuvre", "000", {}, Propose("abandon")),
]


@pytest.mark.parametrize("seed", nightly_but(range(20), 0))
@pytest.mark.parametrize("end", ENDS, ids=lambda end: f"{end[0]}-{end[3] or end[2]}")
def test_what_is_over_stays_over_whoever_reads_it_again(
    screens: AtScreens, end: tuple[str, str, dict[str, Any], Command | None], seed: int
) -> None:
    game, levels, options, last = end
    opened = screens.begin(game, levels, **options)
    play_to_an_end(screens, opened, last, seed)
    follows = Followed()
    for batch in opened.log:
        told = batch_told(batch, opened.match.header, opened.files, kept=True)
        follows.hear(msgspec.to_builtins(told))
    screens.games.close(opened.number)
    assert screens.games.unfinished() is None
    found = screens.games.find(opened.number)
    screens.now += 60 * SECOND
    assert not screens.games.look(screens.now)[1:]
    assert follows.match is not None
    ends = [end_of(opened.match), end_of(found.match), end_of(follows.match)]
    assert ends == [ends[0]] * 3


@given(st.data())
def test_a_match_is_the_fold_of_what_is_kept_of_it_however_often_it_is_interrupted(data: st.DataObject) -> None:
    with TemporaryDirectory() as folder:
        screens = AtScreens(Path(folder), ThinkerAtOnce())
        game, control = data.draw(
            st.sampled_from([*((name, None) for name in NAMES), ("revolution", TimeControl(9, 2))])
        )
        opened = screens.begin(game, "00", control=control)
        for restarts in data.draw(st.lists(st.booleans(), max_size=30)):
            played = Timed(opened.match)
            played.running = opened
            played.now = screens.now
            after(opened.match, played, data.draw)
            if restarts:
                screens.close()
                screens = AtScreens(Path(folder), ThinkerAtOnce())
                screens.now = data.draw(st.integers(0, 99)) * SECOND
                opened = screens.games.find(opened.number)
            else:
                screens.now = played.now
        match, kept = opened.match, screens.games.recorder.kept(opened.number)
        again = fold(kept.header, match.line.start, [entry.events for entry in kept.log])
        assert again.over == match.over
        seats = match.seats if match.over else again.seats  # free to look at one of a table
        assert again._replace(now=match.now, seats=seats) == match._replace(seq=again.seq if match.over else match.seq)
        screens.close()


@pytest.fixture
def central_europe(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    if not hasattr(time, "tzset"):
        pytest.skip("the zone cannot be set")
    with monkeypatch.context() as patched:
        patched.setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3")
        time.tzset()
        yield
    time.tzset()


@pytest.mark.usefixtures("central_europe")
@pytest.mark.parametrize("change", ["2026-03-29T01:00+00:00", "2026-10-25T01:00+00:00"])
def test_a_change_of_summer_time_moves_neither_the_sand_of_a_game_nor_its_place_in_the_list(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str
) -> None:
    began = datetime.fromisoformat(change) - timedelta(seconds=15)

    at = AtScreens(tmp_path, ThinkerAtOnce(), local_time)

    class Clock:
        """That of the machine, as a process sees it through the change."""

        @staticmethod
        def now() -> datetime:
            return datetime.fromtimestamp(began.timestamp() + at.now / SECOND)  # noqa: DTZ006

    monkeypatch.setattr(hosts, "datetime", Clock)
    during = at.begin("hourglass", "00")
    at.move(during, "white", "start")
    at.let_pass(10)
    at.move(during, "white", "d-e")
    at.let_pass(10)  # over the change
    at.move(during, "pink", "D-E")
    assert during.match.lines == ("start", "10 d-e", "20 D-E")
    after = at.begin("revolution", "00")
    at.let_pass(130)
    assert during.match.over
    at.close()
    with Store(at.path, writes=False) as store:
        newest, oldest = store.games()
    assert (newest.id, oldest.id) == (after.number, during.number)
    assert (oldest.began, newest.began) == (began, began + timedelta(seconds=20))
    assert oldest.ended is not None
    over = timedelta(seconds=float(during.match.lines[-1]))  # the second at which time ended it
    assert abs(oldest.ended - began - over) < timedelta(seconds=0.1)


def test_a_clock_that_is_not_set_dates_no_game_and_puts_none_in_another_place(tmp_path: Path) -> None:
    for day in ("1970-01-01T02:00Z", "1970-01-01T00:05Z", "2026-11-21T12:00Z", "2025-03-01T12:00Z"):
        at = AtScreens(tmp_path, ThinkerAtOnce(), partial(datetime.fromisoformat, day))
        opened = at.begin("revolution", "00")
        assert at.games.find(opened.number) is opened
        at.close()
    with Store(at.path, writes=False) as store:
        listed = [(one.id, as_json(one)["began"]) for one in store.games()]
        days = [store.game(number).header.date for number, _ in listed]
    assert listed == [(4, None), (3, "2026-11-21T12:00:00+00:00"), (2, None), (1, None)]
    assert days == [None, "2026-11-21", None, None]
