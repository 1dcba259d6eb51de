"""Games add up: who won how often, and by each rulebook's own scoring."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from firmware.match.seats import Seat, Seats, write_seats
from firmware.storage.standings import Standing, as_csv, standings
from firmware.storage.store import Store
from rules import Outcome, make_header, read_record

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as store:
        yield store


def played(
    store: Store, game: str, scores: Mapping[str, int], winners: Sequence[str] | None
) -> None:
    """A game by these names that ended with these scores; winners None: it was abandoned."""
    header = make_header(game, tuple(scores))
    number = store.begin(header, BEGAN)
    seats = header.start().seats
    by_name = dict(zip(scores, seats, strict=True))
    won = tuple(by_name[name] for name in winners or ())
    store.finish(
        number, "abandoned" if winners is None else "over", BEGAN,
        scores=dict(zip(seats, scores.values(), strict=True)),
        outcome=None if winners is None else Outcome("agreed", won),
    )  # fmt: skip


def test_the_points_of_revolution_add_up_and_lead(store: Store) -> None:
    played(store, "revolution", {"Anna": 1, "Bram": 0}, ["Anna"])
    played(store, "revolution", {"Bram": 0, "Anna": 2}, ["Anna"])
    played(store, "revolution", {"Anna": 0, "Bram": 9}, ["Bram"])
    assert standings(store) == [
        Standing("revolution", "Bram", 3, 1, 0, 9, 9, 3.0),
        Standing("revolution", "Anna", 3, 2, 0, 3, 2, 1.0),
    ]


@pytest.mark.slow
def test_elsewhere_wins_lead_and_then_the_average(store: Store) -> None:
    played(store, "forum_romanum", {"Anna": 30, "Bram": 31, "Carla": -6}, ["Bram"])
    played(store, "forum_romanum", {"Anna": 12, "Carla": 4, "Daan": 8}, ["Anna"])
    played(store, "forum_romanum", {"Carla": 40, "Daan": 41}, ["Daan"])
    assert [(one.player, one.won, one.average) for one in standings(store)] == [
        ("Bram", 1, 31.0), ("Daan", 1, 24.5), ("Anna", 1, 21.0), ("Carla", 0, 38 / 3),
    ]  # fmt: skip
    carla = standings(store)[-1]
    assert (carla.played, carla.points, carla.best) == (3, 38, 40)


def test_a_shared_win_is_a_win_for_each_and_a_draw_is_none(store: Store) -> None:
    played(store, "forum_romanum", {"Anna": 10, "Bram": 10, "Carla": 3}, ["Anna", "Bram"])
    played(store, "hourglass", {"Anna": 2, "Bram": 2}, [])
    table = {(one.game, one.player): one for one in standings(store)}
    assert [table["forum_romanum", name].won for name in ("Anna", "Bram", "Carla")] == [1, 1, 0]
    assert [table["forum_romanum", name].drawn for name in ("Anna", "Carla")] == [0, 0]
    assert [(table["hourglass", name].won, table["hourglass", name].drawn)
            for name in ("Anna", "Bram")] == [(0, 1), (0, 1)]  # fmt: skip


def test_only_games_that_are_over_count(store: Store) -> None:
    played(store, "hourglass", {"Anna": 3, "Bram": 1}, None)
    store.begin(make_header("hourglass", ("Anna", "Bram")), BEGAN)
    assert standings(store) == []


def test_who_is_typed_differently_is_one_player_and_who_plays_alone_plays_once(
    store: Store,
) -> None:
    played(store, "hourglass", {"Anna": 1, "ANNA ": 3}, ["ANNA "])
    played(store, "hourglass", {"anna": 2, "Bram": 4}, ["Bram"])
    anna, bram = sorted(standings(store), key=lambda one: one.player)
    assert bram == Standing("hourglass", "anna", 2, 1, 0, 6, 4, 3.0)
    assert anna == Standing("hourglass", "Bram", 1, 1, 0, 4, 4, 4.0)


def test_one_game_or_one_player_can_be_asked_for(store: Store) -> None:
    played(store, "manoeuvre", {"Anna": 40, "Bram": 41}, ["Bram"])
    played(store, "revolution", {"Anna": 3, "Bram": 0}, ["Anna"])
    assert [(one.game, one.player) for one in standings(store)] == [
        ("revolution", "Anna"), ("revolution", "Bram"),
        ("manoeuvre", "Bram"), ("manoeuvre", "Anna"),
    ]  # fmt: skip
    assert [one.player for one in standings(store, game="manoeuvre")] == ["Bram", "Anna"]
    assert [one.game for one in standings(store, player="ANNA")] == ["revolution", "manoeuvre"]
    assert standings(store, player="Ann") == []


def test_records_that_are_brought_in_count_with_what_the_rules_score(
    store: Store, data: Path
) -> None:
    record = read_record((data / "forum_fr20_agreed.record").read_bytes())
    store.add(record)
    assert {one.player: one.points for one in standings(store)} == dict(
        zip(record.header.players, record.position.scores().values(), strict=True)
    )
    assert {one.player for one in standings(store) if one.won} == {"Bram", "Carla"}


def test_standings_come_as_comma_separated_values(store: Store) -> None:
    played(store, "forum_romanum", {"Anna, the Great": 10, "Bram": 5, "Zoë": -2}, ["Bram"])
    assert as_csv(standings(store)) == (
        "game,player,played,won,drawn,points,best,average,level\n"
        "forum_romanum,Bram,1,1,0,5,5,5.00,0\n"
        'forum_romanum,"Anna, the Great",1,0,0,10,10,10.00,0\n'
        "forum_romanum,Zoë,1,0,0,-2,-2,-2.00,0\n"
    )


games = st.lists(
    st.tuples(
        st.lists(st.sampled_from("ABCDEF"), min_size=2, max_size=6, unique=True),
        st.integers(-9, 9),
        st.integers(0, 2),
    ),
    max_size=6,
)


@pytest.mark.slow
@given(games)
@settings(
    deadline=None, max_examples=15, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
def test_what_all_players_made_is_what_all_games_gave(
    store: Store, games: list[tuple[list[str], int, int]]
) -> None:
    for number in [game.id for game in store.games()]:
        store.delete(number)
    for names, score, winners in games:
        scores = {name: score + place for place, name in enumerate(names)}
        played(store, "forum_romanum", scores, names[:winners])
    table = standings(store)
    assert sum(one.played for one in table) == sum(len(names) for names, _, _ in games)
    assert sum(one.won for one in table) == sum(winners for _, _, winners in games)
    assert sum(one.points for one in table) == sum(
        score * len(names) + sum(range(len(names))) for names, score, _ in games
    )
    assert [one.won for one in table] == sorted((one.won for one in table), reverse=True)
    assert all(one.average <= one.best for one in table)


def test_who_gave_no_name_has_no_standing(store: Store) -> None:
    played(store, "revolution", {"Anna": 1, "dark": 0}, ["Anna"])
    assert [one.player for one in standings(store)] == ["Anna"]


def test_computers_stand_by_level_after_all_people(store: Store) -> None:
    played(store, "revolution", {"Anna": 0, "Computer": 4}, ["Computer"])
    store.set("seats 1", write_seats(Seats({"light": Seat(), "dark": Seat(level=3)})))
    assert [(one.player, one.level, one.won) for one in standings(store)] == [
        ("Anna", 0, 0), ("", 3, 1),
    ]  # fmt: skip
