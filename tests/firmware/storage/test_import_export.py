"""Games that enter and leave the store: a record comes out as it went in, and enters once."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from kept import BEGAN, begun, keep

from firmware.storage.errors import AlreadyKeptError, ConflictError
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
    game = import_record(store, record, load_nothing)
    kept = store.game(game)
    assert read_record(kept.record) == record
    assert kept.record == record.text
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


def test_a_record_may_say_on_which_day_it_began(store: Store) -> None:
    for date, began in (("1991-05-02", "1991-05-02"), ("a rainy Sunday", None)):
        record = read_record(f'[game "hourglass"]\n[date "{date}"]\n\nstart\n')
        day = store.game(import_record(store, record, load_nothing)).began
        assert (day and f"{day.astimezone():%Y-%m-%d}") == began


SHEET = """# found in a drawer
[game "forum_romanum"]  # by Kramer
[players "Anna" "Bram" "Carla"]
[date "1994-12-26"]
[event "Christmas"]
[round "2"]
[place "Gent"]
[result "*"]

# in the kitchen
y@d4  # the middle
b@c3
# here we had to go to bed
"""


def test_comments_and_free_headers_are_kept(store: Store) -> None:
    game = store.add(read_record(SHEET))
    assert store.game(game).record == SHEET
    assert store.game(game).notes == {}
    assert store.games()[0].how == "abandoned"


def test_an_unfinished_game_can_be_resumed_and_keeps_its_comments(store: Store) -> None:
    sheet = store.add(read_record(SHEET))
    later = begun(store)
    assert store.resume(sheet, BEGAN).header.result is None  # it may end now
    resumed = store.unfinished()
    assert resumed is not None
    assert (resumed.id, resumed.how) == (sheet, None)
    store.keep(sheet, 3, "3", "r@a1", 0)
    without = SHEET.replace('[result "*"]\n', "").replace("# here", "r@a1\n# here")
    moved = without.replace(
        "r@a1\n# here we had to go to bed\n", "# here we had to go to bed\nr@a1\n"
    )
    assert store.game(sheet).record == moved  # the comment stays where it stood
    assert store.resume(later, BEGAN).id == later
    assert store.unfinished() == store.game(later)
    newer = begun(store)
    assert store.unfinished() == store.game(newer)


def test_a_game_that_nobody_knows_when_it_began_begins_when_it_is_resumed(store: Store) -> None:
    game = store.add(read_record('[game "hourglass"]\n\nstart\n'))
    assert store.resume(game, BEGAN).began == BEGAN


def test_a_game_that_is_over_cannot_be_resumed(store: Store, data: Path) -> None:
    game = store.add(read_record((data / "forum_fr20_agreed.record").read_bytes()))
    with pytest.raises(ConflictError, match="is over, so it cannot go on"):
        store.resume(game, BEGAN)
