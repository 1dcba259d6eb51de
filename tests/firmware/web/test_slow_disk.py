"""Games on screens in virtual time, on a disk that is slow."""

import random
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from support.at_table import ENGLISH

from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.match.seats import Seat, Seats
from firmware.match.state import Place
from firmware.match.time_control import read_time_control
from firmware.storage.database import Database
from firmware.storage.place import FILE
from firmware.web.match_thread import on_screens
from rules import load_nothing


def test_the_time_of_the_disk_is_nobodys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now, writing = 1000.0, Database.writing

    @contextmanager
    def slow(database: Database) -> Iterator[None]:
        nonlocal now
        with writing(database):
            yield
        now += 4.0 * (not database.connection.in_transaction)

    for module in ("firmware.storage.recorder", "firmware.web.match_thread"):
        monkeypatch.setattr(f"{module}.monotonic", lambda: now)
    settings = Settings(table=SCREEN, store=tmp_path / FILE, words=ENGLISH)
    with on_screens(settings, lambda *_: None, thinker=ThinkerAtOnce(), rng=random.Random(1)) as on:
        games, at = on.use()
        seats = Seats({"light": Seat(0, "light"), "dark": Seat(0, "dark")})
        header = games.new_games.from_message("revolution", ["A", "B"], {})
        control = read_time_control("60")
        one, other = (games.begin(header, seats, at, load_nothing, control=control) for _ in "12")
        for opened in (one, other):
            for seat, move in (("dark", "N@a5"), ("light", "V@b5")):
                games.do(opened, opened.next_play(move, Place(seat, "screen")), Place(seat, "screen"), on.use().at)
        on.step()
        now += 7.0
        monkeypatch.setattr(Database, "writing", slow)
        with on.together():
            games.do(one, one.next_play("B@c5", Place("dark", "screen")), Place("dark", "screen"), on.use().at)
        on.step()
        now += 1.0
        at = on.step()
        shown = [
            opened.match.clocks and opened.match.clocks.shown(seat, at)
            for opened, seat in ((one, "dark"), (one, "light"), (other, "dark"))
        ]
        assert shown == [53_000, 59_000, 52_000]
