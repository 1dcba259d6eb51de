"""Games that enter and leave the store: a record comes out as it went in, and enters once."""

from collections.abc import Iterator
from contextlib import closing
from datetime import date
from functools import partial
from pathlib import Path

import pytest
from support.kept import BEGAN, begun, finish, keep, new

from firmware.match.events import How, Played
from firmware.storage.errors import AlreadyKeptError, ConflictError
from firmware.storage.import_export import bring_back, copy_store, read_store
from firmware.storage.recorder import Recorder
from firmware.storage.standings import standings
from firmware.storage.store import Store
from rules import MalformedError, Outcome, Reading, Record, find_game, make_header, read_record


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as store:
        yield store


@pytest.mark.parametrize(
    "name",
    [
        "forum_fr20_agreed",
        "forum_fr18",
        "hourglass_hg13_walk",
        "hourglass_hg16_dead",
        "manoeuvre_gm18_unfinished",
        "revolution_0_flag",
    ],
)
def test_a_record_that_is_imported_comes_out_the_same_and_only_once(store: Store, data: Path, name: str) -> None:
    record = read_record((data / f"{name}.record").read_bytes())
    game = store.add(record)
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
    assert len(list(store.games())) == 1


def test_a_record_of_the_table_is_recognised_when_it_is_imported_again(store: Store) -> None:
    game = begun(store)
    keep(store, game, "y@d4", "b@c3")
    with pytest.raises(AlreadyKeptError):
        store.add(read_record(store.game(game).record))
    keep(store, game, "r@a1", first=3)
    assert store.add(read_record(store.game(game).record.replace("r@a1", "r@a2"))) == game + 1


def test_a_record_may_say_on_which_day_it_began(store: Store) -> None:
    for said, began in (
        ("1991-05-02", date(1991, 5, 2)),
        ("1991-05-02T23:30+05:00", date(1991, 5, 2)),
        *((other, None) for other in ("a rainy Sunday", "0001-01-01", "9999-12-31", "1991-02-30")),
    ):
        record = read_record(f'[game "hourglass"]\n[date "{said}"]\n\nstart\n')
        kept = store.game(store.add(record))
        assert (kept.began, kept.header.date) == (began, said)


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
    assert next(store.games()).how == "abandoned"


def test_an_unfinished_game_can_be_resumed_and_keeps_its_comments(store: Store) -> None:
    sheet = store.add(read_record(SHEET))
    later = begun(store)
    assert store.resume(sheet, BEGAN).header.result is None  # it may end now
    resumed = store.unfinished()
    assert resumed is not None
    assert (resumed.id, resumed.how) == (sheet, None)
    keep(store, sheet, "r@a1", first=3)
    without = SHEET.replace('[result "*"]\n', "").replace("# here", "r@a1\n# here")
    moved = without.replace("r@a1\n# here we had to go to bed\n", "# here we had to go to bed\nr@a1\n")
    assert store.game(sheet).record == moved  # the comment stays where it stood
    assert store.resume(later, BEGAN).id == later
    assert store.unfinished() == store.game(later)
    newer = begun(store)
    assert store.unfinished() == store.game(newer)


def test_a_game_that_nobody_knows_when_it_began_begins_when_it_is_resumed(store: Store) -> None:
    game = store.add(read_record('[game "hourglass"]\n\nstart\n'))
    assert store.resume(game, BEGAN).began == BEGAN


def test_who_moved_is_right_in_an_imported_game_whose_turns_passed_by_time(store: Store) -> None:
    """HG-12a: at 24 s it is pink's turn, as white has not moved for 20 s."""
    options = '[option "stalling" "passes"]\n[option "turn" "20"]\n'
    text = f'[game "hourglass"]\n{options}\nstart\n1 d-e\n2 D-E\n24 B-F\n'
    game = store.add(read_record(text))
    assert [move.seat for move in store.game(game).line.moves] == ["white", "white", "pink", "pink"]


@pytest.mark.parametrize("result", ["dark resigned", "Bram resigned"])
def test_a_side_that_has_resigned_loses_its_record_says_so_and_it_is_offered_no_more(store: Store, result: str) -> None:
    text = ('[game "revolution"]\n[players "Anna" "Bram"]\n[result "nobody knows"]\n\nN@c3\n').replace(
        "nobody knows", result
    )
    record = read_record(text)
    loser = dict(zip(record.header.players, record.position.seats, strict=True))["Bram"]
    text = text.replace("dark", loser)
    game = store.add(read_record(text))
    kept = store.game(game)
    assert (kept.how, kept.reason, kept.record) == ("abandoned", "resigned", text)
    assert {player.name: player.won for player in kept.players} == {"Anna": True, "Bram": False}
    assert store.unfinished() is None
    with pytest.raises(ConflictError):
        store.resume(game, BEGAN)
    assert [(one.player, one.won, one.points) for one in standings(store)] == [("Anna", 1, 0), ("Bram", 0, 0)]


def test_a_game_that_a_side_resigns_here_comes_out_with_its_result_and_enters_once(store: Store) -> None:
    header = make_header("revolution", ["Anna", "Bram"])
    first, second = find_game("revolution").seats(2)
    game = new(store, header)
    keep(store, game, "N@c3")
    finish(store, game, "resigned", Outcome("resigned", (second,)), {first: 1, second: 2})
    record = read_record(store.game(game).record)
    assert record.header.result == f"{first} resigned"
    with pytest.raises(AlreadyKeptError):
        store.add(record)


@pytest.mark.parametrize("how", ["abandoned", "aborted"])
def test_a_game_that_nobody_has_won_says_so_in_its_record(store: Store, how: How) -> None:
    game = new(store, make_header("revolution", ["Anna", "Bram"]))
    keep(store, game, "N@c3")
    finish(store, game, how)
    record = read_record(store.game(game).record)
    assert record.header.result == how
    with pytest.raises(AlreadyKeptError):
        store.add(record)
    store.delete(game)
    again = store.game(store.add(record))
    assert (again.how, again.reason, again.record) == ("abandoned", how, record.text)
    assert store.unfinished() is None
    assert standings(store) == []
    assert store.resume(again.id, BEGAN).header.result is None


def test_any_other_result_leaves_a_game_abandoned(store: Store) -> None:
    for number, result in enumerate(("Carla resigned", "resigned", "adjourned"), 1):
        record = f'[game "revolution"]\n[players "A" "B"]\n[result "{result}"]\n\nN@c3\n'
        kept = store.game(store.add(read_record(record)))
        assert (kept.id, kept.how, kept.reason) == (number, "abandoned", None)


def copied(*moves: str, players: str = '"Anna" "Bram"', game: str = "forum_romanum") -> Record:
    """The record of one game, as some copy of it has it."""
    head = f'[game "{game}"]\n[players {players}]\n[identity "5f0e9a3c7d214b68"]\n'
    return read_record("\n".join((head, *moves, "")), reading=Reading(strict=True))


def test_of_the_copies_of_a_game_the_longest_line_stays_whatever_its_players_are_called(store: Store) -> None:
    game = store.add(copied("y@d4", "r@d5", "b@a1"))
    assert store.game(game).record == copied("y@d4", "r@d5", "b@a1").text
    renamed = '"Anna" "Daan"'
    for fewer in (copied("y@d4"), copied("y@a2", "r@d5", "b@a1", players=renamed)):
        with pytest.raises(AlreadyKeptError, match=f"this is game {game}, kept already"):
            store.add(fewer)
    longer = ("y@d4", "r@d5", "b@a2", "g@a3", "agree")
    assert store.add(copied(*longer, players=renamed)) == game
    kept = store.game(game)
    assert (kept.lines, kept.how, kept.header.players) == (longer, "over", ("Anna", "Bram"))
    assert [move.line for move in kept.line.taken_back] == ["b@a1"]
    assert [one.played for one in standings(store)] == [1, 1]


def test_a_copy_changes_no_game_that_has_ended_goes_on_here_or_is_another(store: Store) -> None:
    game = store.add(copied("y@d4", "agree"))
    before = store.game(game)
    for other in (copied("y@d4", "r@d5", "b@a1"), copied("y@d4", "r@d5", "agree")):
        with pytest.raises(AlreadyKeptError):
            store.add(other)
    with pytest.raises(MalformedError, match=f"game {game}, which is another game"):
        store.add(copied(players='"Anna" "Bram" "Carla"'))
    assert store.game(game) == before
    further = copied("y@d4")
    further = further._replace(header=further.header._replace(identity="0"))
    open_one = new(store, further.header)
    with pytest.raises(AlreadyKeptError):
        store.add(further, busy=[open_one])
    assert store.add(further) == open_one


def test_what_is_brought_back_is_counted_once_and_nothing_that_has_ended_goes_on_again(tmp_path: Path) -> None:
    lines = ("y@d4", "r@d5", "b@a1", "g@a2", "agree")
    with Store(tmp_path / "games.db") as store:
        game = new(store, copied().header, levels={"2": 3})
        for ply, line in enumerate(lines, 1):
            if ply == 3:
                copy_store(store.path, tmp_path / "mid-game.db")
            seat, level = ("2", 3) if ply in (3, 4) else ("1", 0)
            store.add_to(game, Played(ply, seat, line, 0, level=level))
        finish(store, game, "over", Outcome("agreed", ("1",)), {"1": 3, "2": 1})
        copy_store(store.path, tmp_path / "ended.db")
        store.rename(game, "1", "Carla", BEGAN)
        made = standings(store)
    for here, brought in (("games", 0), ("mid-game", 1), ("new", 1)):
        with closing(Recorder(tmp_path / f"{here}.db", lambda _: None, lambda: BEGAN)) as recorder:
            found = [
                sum(recorder.change(partial(bring_back, game)) for game in read_store(tmp_path / f"{one}.db"))
                for one in ("ended", "mid-game")
            ]
        assert found == [brought, 0]
        with Store(tmp_path / f"{here}.db") as store:
            (kept,) = store.games()
            assert (kept.how, kept.moves, store.unfinished()) == ("over", len(lines), None)
            assert len(standings(store)) == len(made) == 2
