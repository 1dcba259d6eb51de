"""Steps that the tests of the store share: a game that is begun, moves, a power cut."""

import os
import shutil
from collections.abc import Mapping
from datetime import datetime, timedelta, timezone
from pathlib import Path
from types import MappingProxyType

import pytest

from firmware.match.events import Begun, How, Played, TakenBack, ending
from firmware.match.seats import Seat, Seats
from firmware.storage.errors import StoreError
from firmware.storage.store import Store
from rules import Header, Load, Outcome, find_game, load_nothing, make_header

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=timezone(timedelta(hours=1)))
MOVES = [f"{colour}@{column}{row}" for row in range(1, 8) for column in "abcdefg" for colour in "ybr"]

posix = pytest.mark.skipif(os.name != "posix", reason="the operating system has no such thing")


def header(*players: str) -> Header:
    return make_header("forum_romanum", players or ("Anna", "Bram", "Carla"))


def seated(header: Header, levels: Mapping[str, int] = MappingProxyType({})) -> Begun:
    """How a game begins whose seats nobody holds; levels: of those that computers play."""
    seats = find_game(header.game).seats(len(header.players))
    return Begun(Seats({seat: Seat(levels.get(seat, 0)) for seat in seats}))


def new(
    store: Store,
    header: Header,
    notes: Mapping[str, str] = MappingProxyType({}),
    load: Load = load_nothing,
    levels: Mapping[str, int] = MappingProxyType({}),
) -> int:
    """A new game of this header. levels: of the seats that computers play."""
    return store.begin(header, BEGAN, seated(header, levels), notes, load)


def begun(store: Store, *players: str) -> int:
    return new(store, header(*players))


def keep(store: Store, game: int, *lines: str, first: int = 1) -> None:
    for ply, line in enumerate(lines, first):
        store.add_to(game, Played(ply, "1", line, 1000 * ply))


def back(store: Store, game: int) -> None:
    """The last move is taken back."""
    last = store.game(game).line.moves[-1]
    store.add_to(game, TakenBack(last.ply, last.line))


def finish(
    store: Store,
    game: int,
    how: How = "abandoned",
    outcome: Outcome | None = None,
    scores: Mapping[str, int] = MappingProxyType({}),
    *,
    line: str | None = None,
) -> None:
    """A game ends."""
    store.add_to(game, ending(how, outcome, dict(scores), line, 0), day=BEGAN)


def after_a_power_cut(path: Path, folder: Path, log: int | None = None) -> Path:
    """What would be on the disk if the power went now; log: bytes of the log that made it."""
    folder.mkdir()
    for name in (path.name, path.name + "-wal"):
        if (path.parent / name).exists():
            shutil.copy(path.parent / name, folder)
    if log is not None:
        os.truncate(folder / (path.name + "-wal"), log)
    return folder / path.name


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
