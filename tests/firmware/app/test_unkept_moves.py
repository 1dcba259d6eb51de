"""A move that is not on the disk blinks in a colour of its own, and no tone confirms it."""

import sys
from pathlib import Path

import pytest
from support.running_table import AtRunningTable

from firmware.app.thinker import ThinkerAtOnce
from firmware.output.lamps import LAST, UNKEPT
from firmware.storage.database import Database
from firmware.storage.errors import StoreError, UnkeptError
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal import Colour, Tune
from rules import make_header


def full(_: Database) -> None:
    raise StoreError("the disk is full")


def seen(table: AtRunningTable, field: str) -> set[Colour]:
    """The colours that the lamp of a field has within a second."""
    colours = set()
    for _ in range(4):
        table.advance(0.25)
        colours.add(table.simulated.log.lamp(table.cell(field)))
    return colours


def test_the_match_that_is_played_goes_on_where_the_next_cannot_be_kept_and_gives_way_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = AtRunningTable(tmp_path, ThinkerAtOnce(), "forum_romanum", 3)
    table.place("a7")
    following = make_header("forum_romanum", ("Anna", "Bram"))
    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", full)
        with pytest.raises(UnkeptError):
            table.table.begin(following)
        assert [ply.line for ply in table.session.plies] == ["y@a7"]
        assert not table.session.match.over
    table.advance(3)  # the next attempt
    table.table.begin(following)
    table.opened.__exit__(*sys.exc_info())
    with Store(tmp_path / FILE, writes=False) as store:
        assert [(game.how, game.moves) for game in store.games()] == [(None, 0), ("abandoned", 1)]


def test_a_move_that_cannot_be_written_is_seen_and_not_heard_until_it_is_on_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = AtRunningTable(tmp_path, ThinkerAtOnce(), "forum_romanum", 3)
    log = table.simulated.log
    tunes = [tune for _, tune in log.tunes]
    table.place("a7")
    assert [tune for _, tune in log.tunes[len(tunes) :]] == [Tune.ACCEPTED]
    assert log.lamp(table.cell("a7")) == LAST

    heard = len(log.tunes)
    with monkeypatch.context() as patch:
        patch.setattr(Database, "writing", full)
        table.place("b7")
        assert [ply.line for ply in table.session.plies] == ["y@a7", "b@b7"]
        assert seen(table, "b7") == {LAST, UNKEPT}
        assert Tune.ACCEPTED not in [tune for _, tune in log.tunes[heard:]]
        table.advance(3)
        assert seen(table, "b7") == {LAST, UNKEPT}
    table.advance(70)  # the next attempt
    assert seen(table, "b7") == {LAST}
    assert [tune for _, tune in log.tunes[heard:]] == [Tune.ACCEPTED]
    table.opened.__exit__(*sys.exc_info())
