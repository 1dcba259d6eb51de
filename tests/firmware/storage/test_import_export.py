"""Games that enter and leave the store: a record comes out as it went in, and enters once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kept import begun, keep

from firmware.storage.errors import AlreadyKeptError
from firmware.storage.import_export import import_record
from firmware.storage.store import Store
from rules import load_nothing, read_record


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as store:
        yield store


@pytest.mark.parametrize(
    "name",
    ["forum_fr20_agreed", "forum_fr18", "hourglass_hg13_walk", "hourglass_hg16_dead",
     "manoeuvre_gm18_unfinished", "revolution_0_flag"],
)  # fmt: skip
def test_a_record_that_is_imported_comes_out_the_same_and_only_once(
    store: Store, data: Path, name: str
) -> None:
    record = read_record((data / f"{name}.record").read_bytes())
    game = import_record(store, (data / f"{name}.record").read_bytes(), load_nothing)
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


def test_a_record_of_the_table_is_recognised_when_it_is_imported_again(store: Store) -> None:
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
        day = store.game(import_record(store, file.read_bytes(), load_nothing)).began
        assert (day and f"{day.astimezone():%Y-%m-%d}") == began
