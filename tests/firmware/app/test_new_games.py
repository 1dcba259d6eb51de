"""A new game has the same header whether the command line, the keys or the page begin it."""

import random
from contextlib import AbstractContextManager
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from support.at_table import ENGLISH
from support.scans import run_until

from firmware.app.far_table import FarSeat
from firmware.app.running_table import RunningTable, open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.games.hourglass import MEASURED
from firmware.match.events import Played
from firmware.play.effects import Effect
from firmware.sensing.events import Key
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.web import wire
from firmware.web.touches import RemoteControl
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES as RULES
from rules import GameError, Header

MORNING = datetime.fromisoformat("2026-11-21T09:00:00+01:00")


def opened(folder: Path, table: str = "simulated", **asked: Any) -> AbstractContextManager[RunningTable]:
    settings = Settings(table=table, store=folder / FILE, words=ENGLISH, **asked)
    ports = SimulatedTable(bounce=0).ports
    return open_table(ports, settings, [], ThinkerAtOnce(), now=lambda: MORNING, rng=random.Random(1))


def header_of(table: RunningTable) -> Header:
    assert table.lobby.session is not None
    return table.lobby.session.header


def remote_of(table: RunningTable) -> RemoteControl:
    seat = FarSeat(table, Path(), ENGLISH)
    return RemoteControl(table, seat, lambda _: None, lambda: None)


def begin_in_each_way(folder: Path, game: str, table: str, **asked: Any) -> list[Header]:
    """The headers of a game begun by the command line, by the keys, and by a message."""
    headers = []
    with opened(folder, table, game=game, **asked, offer_unfinished=False) as running:
        running.step()
        headers.append(header_of(running))
    with opened(folder, table, game=game, **asked, offer_unfinished=False) as running:
        running.step()
        asks_to_agree_first = game == "forum_romanum"
        for key in (*["MENU"] * (1 + asks_to_agree_first), "CONFIRM"):
            running.loop.carry_out(running.lobby.feed(Key(0, key)))
        assert running.lobby.session is None
        running.loop.carry_out(running.lobby.feed(Key(0, "CONFIRM")))
        headers.append(header_of(running))
    with opened(folder, table) as running:
        running.step()
        new = wire.New(game, list(asked["names"]), dict(asked.get("options", {})))
        remote_of(running).obey(new)
        headers.append(header_of(running))
    return headers


@pytest.mark.parametrize("table", ["pi", "simulated"])
@pytest.mark.parametrize("game", RULES)
def test_all_three_ways_to_begin_a_game_give_the_same_header(tmp_path: Path, game: str, table: str) -> None:
    with Store(tmp_path / FILE) as store:
        store.set(MEASURED, "a:118.0 p:60")
    headers = begin_in_each_way(tmp_path, game, table, names=("Anna", "Bram"))
    drawn = ("rewards", "bonuses")  # by chance, for each game anew
    plain = [
        header._replace(options={n: v for n, v in header.options.items() if n not in drawn}, identity=None)
        for header in headers
    ]
    assert plain[0] == plain[1] == plain[2]
    assert len({header.identity for header in headers} - {None}) == len(headers)
    assert headers[0].table == table
    assert headers[0].date == "2026-11-21"
    assert headers[0].options.keys() == headers[1].options.keys() == headers[2].options.keys()


def test_the_table_adds_the_measured_sand_and_who_declares_deaths(tmp_path: Path) -> None:
    with Store(tmp_path / FILE) as store:
        store.set(MEASURED, "a:118.0 p:60")  # p is on a board of the client's own
    for header in begin_in_each_way(tmp_path, "hourglass", "simulated", names=("Anna", "Bram")):
        assert header.options == {"sand": "a:118", "stalling": "passes", "turn": "20"}
    for header in begin_in_each_way(tmp_path, "hourglass", "pi", names=("Anna", "Bram")):
        assert header.options == {"sand": "a:118", "deaths": "declared"}


def test_who_has_no_name_is_recorded_by_the_seat_in_any_language(tmp_path: Path) -> None:
    with opened(tmp_path, names=("Anna",)) as running:
        named = running.host.new_games.from_settings
        assert named("forum_romanum", 3).players == ("Anna", "2", "3")
    with opened(tmp_path) as running:
        named = running.host.new_games.from_settings
        assert named("forum_romanum", 2).players == ("1", "2")
        assert named("hourglass", 2).players == ("white", "pink")


@pytest.mark.parametrize("new", [wire.New("ludo"), wire.New("hourglass", options={"board": "own.toml"})])
def test_a_message_cannot_name_a_game_or_a_file_of_this_machine(tmp_path: Path, new: wire.New) -> None:
    with opened(tmp_path) as running:
        running.step()
        with pytest.raises(GameError):
            remote_of(running).obey(new)
        assert running.lobby.session is None


def test_every_listener_hears_a_move_after_it_is_kept(tmp_path: Path) -> None:
    heard: list[tuple[str, int]] = []
    settings = Settings(table="simulated", store=tmp_path / FILE, words=ENGLISH, game="forum_romanum")
    table = SimulatedTable(bounce=0)

    def listen(effect: Effect) -> None:
        if isinstance(effect, Played):
            heard.append((effect.line, sum(game.missing for game in running.recorder.unsaved)))

    with open_table(table.ports, settings, [listen, listen], ThinkerAtOnce()) as running:
        running.step()
        table.place(find_adapter(header_of(running).start(), "forum_romanum").overlay.cells["d4"])
        run_until(running.loop, SECOND)
    assert heard == [("y@d4", 0)] * 2
