"""Games add up: who won how often, and by each rulebook's own scoring."""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from support.played_games import SEVERAL_STEPS, played, take

from firmware.storage.errors import StoreError
from firmware.storage.log import seats_of
from firmware.storage.standings import as_csv, standings
from firmware.storage.store import Store
from firmware.storage.values import FORFEITS, Standing, how_given_up
from rules import read_record
from rules.record import PlayerNameError


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as store:
        yield store


def unrated(table: list[Standing]) -> list[Standing]:
    """The standings without their ratings, which have tests of their own."""
    return [one._replace(rating=None, uncertainty=None) for one in table]


def test_the_points_of_revolution_add_up_and_lead(store: Store) -> None:
    played(store, "revolution", {"Anna": 1, "Bram": 0}, ["Anna"])
    played(store, "revolution", {"Bram": 0, "Anna": 2}, ["Anna"])
    played(store, "revolution", {"Anna": 0, "Bram": 9}, ["Bram"])
    assert unrated(standings(store)) == [
        Standing("revolution", "Bram", 3, 1, 0, 9, 9, 3.0),
        Standing("revolution", "Anna", 3, 2, 0, 3, 2, 1.0),
    ]


def test_a_game_from_a_position_that_was_set_up_neither_counts_nor_is_rated(store: Store) -> None:
    played(store, "revolution", {"Anna": 1, "Bram": 0}, ["Anna"])
    before = standings(store)
    nearly_won = "l9..../...../...V./..N../....B dark:card claim:- plies:4"
    played(store, "revolution", {"Bram": 9, "Anna": 0}, ["Bram"], position=nearly_won)
    assert standings(store) == before
    assert before[0].rating is not None


@pytest.mark.nightly
def test_elsewhere_wins_lead_and_then_the_average(store: Store) -> None:
    played(store, "forum_romanum", {"Anna": 30, "Bram": 31, "Carla": -6}, ["Bram"])
    played(store, "forum_romanum", {"Anna": 12, "Carla": 4, "Daan": 8}, ["Anna"])
    played(store, "forum_romanum", {"Carla": 40, "Daan": 41}, ["Daan"])
    assert [(one.player, one.won, one.average) for one in standings(store)] == [
        ("Bram", 1, 31.0),
        ("Daan", 1, 24.5),
        ("Anna", 1, 21.0),
        ("Carla", 0, 38 / 3),
    ]
    carla = standings(store)[-1]
    assert (carla.played, carla.points, carla.best) == (3, 38, 40)


def test_a_shared_win_is_a_win_for_each_and_a_draw_is_none(store: Store) -> None:
    played(store, "forum_romanum", {"Anna": 10, "Bram": 10, "Carla": 3}, ["Anna", "Bram"])
    played(store, "hourglass", {"Anna": 2, "Bram": 2}, [])
    table = {(one.game, one.player): one for one in standings(store)}
    assert [table["forum_romanum", name].won for name in ("Anna", "Bram", "Carla")] == [1, 1, 0]
    assert [table["forum_romanum", name].drawn for name in ("Anna", "Carla")] == [0, 0]
    assert [(table["hourglass", name].won, table["hourglass", name].drawn) for name in ("Anna", "Bram")] == [
        (0, 1),
        (0, 1),
    ]


@pytest.mark.parametrize("name", ["ANNA  Maria ", "\uff21nna Maria", "Anna Mari\u0041\u0301", "AnnaMaria"])
def test_names_are_one_person_in_standings_just_where_one_game_refuses_both(store: Store, name: str) -> None:
    played(store, "hourglass", {"Anna Maria": 1, "Bram": 3}, ["Bram"])
    try:
        played(store, "hourglass", {"Anna Maria": 1, name: 3}, [name])
    except PlayerNameError:
        played(store, "hourglass", {name: 2, "Bram": 4}, ["Bram"])
        assert [(one.player, one.played) for one in standings(store)] == [("Bram", 2), (name, 2)]
    else:
        assert {one.player for one in standings(store)} == {"Anna Maria", "Bram", name}


def test_one_game_or_one_player_can_be_asked_for(store: Store) -> None:
    played(store, "manoeuvre", {"Anna": 40, "Bram": 41}, ["Bram"])
    played(store, "revolution", {"Anna": 3, "Bram": 0}, ["Anna"])
    assert [(one.game, one.player) for one in standings(store)] == [
        ("revolution", "Anna"),
        ("revolution", "Bram"),
        ("manoeuvre", "Bram"),
        ("manoeuvre", "Anna"),
    ]
    assert [one.player for one in standings(store, game="manoeuvre")] == ["Bram", "Anna"]
    assert [one.game for one in standings(store, player="ANNA")] == ["revolution", "manoeuvre"]
    assert standings(store, player="Ann") == []


def test_standings_come_as_comma_separated_values(store: Store) -> None:
    played(store, "forum_romanum", {"Anna, the Great": 10, "Bram": 5, "Zoë": -2}, ["Bram"])
    assert as_csv(standings(store)) == (
        "game,player,played,won,drawn,points,best,average,level,rating,uncertainty\n"
        "forum_romanum,Bram,1,1,0,5,5,5.00,0,1621,370\n"
        'forum_romanum,"Anna, the Great",1,0,0,10,10,10.00,0,1500,370\n'
        "forum_romanum,Zoë,1,0,0,-2,-2,-2.00,0,1379,370\n"
    )


@pytest.mark.parametrize("winner", ["First", "Third"])
def test_a_level_that_plays_two_seats_has_won_with_either(store: Store, winner: str) -> None:
    levels = {"1": 3, "3": 3}
    played(store, "forum_romanum", {"First": 9, "Bram": 1, "Third": 2}, [winner], levels=levels)
    assert [(one.level, one.won, one.points) for one in standings(store)] == [(0, 0, 1), (3, 1, 11)]


def test_no_name_in_a_spreadsheet_becomes_a_formula(store: Store) -> None:
    names = ("=1+1", "+Anna", "-2", "@Bram", "A=B")
    played(store, "forum_romanum", dict.fromkeys(names, -1), ["A=B"])
    rows = [line.split(",") for line in as_csv(standings(store)).splitlines()[1:]]
    assert sorted(row[1] for row in rows) == ["'+Anna", "'-2", "'=1+1", "'@Bram", "A=B"]
    assert {row[5] for row in rows} == {"-1"}  # a number is one


def counted(store: Store) -> set[tuple[object, ...]]:
    """The standings as somebody counts them who has nothing but the records."""
    made: dict[tuple[int, str], list[tuple[str, int, bool, bool]]] = {}
    for number in store.numbers():
        kept = store.game(number)
        record = read_record(kept.record.encode())
        outcome = record.position.outcome if kept.how else None
        resigned = how_given_up(record.header) if kept.reason in FORFEITS else None
        levels = seats_of(kept.log).levels
        made_by = {(move.seat, move.level) for move in kept.line.moves}
        if (outcome is None and resigned is None) or len(made_by) > len(dict(made_by)):
            continue
        levels |= dict(made_by)
        end = outcome or resigned
        assert end is not None
        players: dict[tuple[int, str], tuple[str, int, bool, bool]] = {}
        for seat, name in zip(record.position.seats, record.header.players, strict=True):
            level = levels.get(seat, 0)
            if level or name != seat:
                who = level, "" if level else name.strip().lower()
                points = 0 if resigned else record.position.scores()[seat]
                called, more, won, _ = players.get(who, (name, 0, False, False))
                players[who] = ("" if level else called, points + more, won or seat in end.winners, not end.winners)
        for who, one in players.items():
            made.setdefault(who, []).append(one)
    return {
        (
            all_of[-1][0],
            level,
            len(all_of),
            sum(won for _, _, won, _ in all_of),
            sum(drawn for *_, drawn in all_of),
            sum(score for _, score, _, _ in all_of),
            max(score for _, score, _, _ in all_of),
        )
        for (level, _), all_of in made.items()
    }


@given(SEVERAL_STEPS)
def test_what_is_kept_of_results_is_what_the_records_give(steps: list[tuple[str, int, int]]) -> None:
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        for step in steps:
            with suppress(StoreError):
                take(store, *step)
        assert counted(store) == {
            (one.player, one.level, one.played, one.won, one.drawn, one.points, one.best) for one in standings(store)
        }


def test_who_gave_no_name_has_no_standing(store: Store) -> None:
    played(store, "revolution", {"Anna": 1, "dark": 0}, ["Anna"])
    assert [one.player for one in standings(store)] == ["Anna"]


def test_computers_stand_by_level_after_all_people(store: Store) -> None:
    played(store, "revolution", {"Anna": 0, "Computer": 4}, ["Computer"], levels={"dark": 3})
    assert [(one.player, one.level, one.won) for one in standings(store)] == [("Anna", 0, 0), ("", 3, 1)]
