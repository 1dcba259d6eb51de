"""Ratings tell who is stronger, whatever happened to the games meanwhile."""

import random
from collections.abc import Iterator, Mapping
from contextlib import suppress
from math import log, sqrt
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.kept import after_a_power_cut, finish, new
from support.played_games import SEVERAL_STEPS, played, take

from firmware.match.events import How
from firmware.storage.errors import StoreError
from firmware.storage.ratings import DEVIATION, START, Rating, Who, rated
from firmware.storage.standings import as_csv, standings
from firmware.storage.store import Store
from firmware.storage.values import RESIGNED, TIMED_OUT
from rules import Outcome, make_header


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(tmp_path / "games.db") as store:
        yield store


def rating(store: Store, player: str) -> float:
    """The rating of a person who has played one kind of game."""
    (found,) = standings(store, player=player)
    assert found.rating is not None
    return found.rating


def by_name(store: Store) -> Mapping[tuple[str, str, int], tuple[float | None, float | None]]:
    """The ratings and their uncertainties."""
    return {(one.game, one.player, one.level): (one.rating, one.uncertainty) for one in standings(store)}


def test_who_wins_is_rated_above_who_loses_and_each_game_makes_it_surer(store: Store) -> None:
    played(store, "revolution", {"Anna": 3, "Bram": 0}, ["Anna"])
    anna, bram = standings(store)
    assert anna.rating is not None
    assert bram.rating is not None
    assert anna.rating > START > bram.rating
    assert anna.rating + bram.rating == pytest.approx(2 * START)
    before = anna.uncertainty
    played(store, "revolution", {"Anna": 0, "Bram": 2}, ["Bram"])
    anna = standings(store, player="Anna")[0]
    assert before is not None
    assert anna.uncertainty is not None
    assert anna.uncertainty < before < 1.96 * DEVIATION


def test_of_several_the_places_count_and_not_the_win_alone(store: Store) -> None:
    played(store, "manoeuvre", {"Anna": 40, "Bram": 31, "Carla": 22, "Daan": 13}, ["Anna"])
    order = [rating(store, name) for name in ("Anna", "Bram", "Carla", "Daan")]
    assert order == sorted(order, reverse=True)
    assert len(set(order)) == 4


@pytest.mark.parametrize("reason", [RESIGNED, TIMED_OUT])
def test_a_game_that_was_given_up_or_lost_on_time_counts(store: Store, reason: How) -> None:
    number = new(store, make_header("revolution", ("Anna", "Bram")))
    finish(store, number, reason, Outcome(reason, ("light",)), {"light": 0, "dark": 9})
    assert rating(store, "Anna") > START > rating(store, "Bram")


def test_a_draw_between_equals_changes_no_rating(store: Store) -> None:
    played(store, "hourglass", {"Anna": 3, "Bram": 1}, [])
    assert rating(store, "Anna") == pytest.approx(START)
    assert rating(store, "Bram") == pytest.approx(START)


def test_computers_are_rated_by_level_beside_the_people_they_beat(store: Store) -> None:
    levels = {"2": 3, "3": 3, "4": 5}
    played(store, "manoeuvre", {"Anna": 10, "B": 31, "C": 22, "D": 13}, ["B"], levels=levels)
    anna, third, fifth = standings(store)
    assert (anna.level, third.level, fifth.level) == (0, 3, 5)
    assert None not in (anna.rating, third.rating, fifth.rating)
    assert (anna.rating or 0) < (fifth.rating or 0) < (third.rating or 0)


def test_who_plays_against_nobody_known_is_not_rated(store: Store) -> None:
    played(store, "revolution", {"Bram": 1, "dark": 0}, ["Bram"])
    assert {one.rating for one in standings(store)} == {None}
    assert as_csv(standings(store, game="revolution")) == (
        "game,player,played,won,drawn,points,best,average,level,rating,uncertainty\n"
        "revolution,Bram,1,1,0,1,1,1.00,0,,\n"
    )


def test_a_new_name_keeps_its_rating(store: Store) -> None:
    for _ in range(3):
        played(store, "revolution", {"Anna": 3, "Bram": 0}, ["Anna"])
    before = rating(store, "Anna")
    store.forget("Anna", "Player 1")
    assert rating(store, "Player 1") == before
    assert standings(store, player="Anna") == []


@given(SEVERAL_STEPS, st.data())
def test_whoever_goes_on_from_what_was_known_has_the_ratings_of_who_begins_anew(
    steps: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    with TemporaryDirectory() as folder, Store(Path(folder) / "games.db") as store:
        for step in steps:
            with suppress(StoreError):
                take(store, *step)
            if data.draw(st.booleans()):
                standings(store)
        found = standings(store)
        with Store(after_a_power_cut(store.path, Path(folder) / "copy"), writes=False) as copy:
            assert standings(copy) == found


@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=6), max_size=12))
def test_ratings_have_the_numbers_of_openskill(games: list[list[int]]) -> None:
    """Of games of seats that are players of these numbers, of whom the first comes in first."""
    openskill = pytest.importorskip("openskill.models")
    model = openskill.BradleyTerryFull(mu=START, sigma=DEVIATION, beta=400 / log(10) / sqrt(2), tau=DEVIATION / 100)
    known = {(0, str(number)): Rating() for number in range(4)}
    for game in games:
        players = [(0, str(number)) for number in game]
        if len({*players}) == len(players):
            places = [1 + number // 2 for number in range(len(game))]
            teams = [[model.create_rating([*known[who]])] for who in players]
            after = rated(players, places, {who: known[who] for who in players})
            expected = model.rate(teams, ranks=[float(place) for place in places])
            for who, (team,) in zip(players, expected, strict=True):
                assert after[who] == pytest.approx((team.mu, team.sigma), abs=1e-9)
            known |= after


def test_the_uncertainty_holds_the_truth_where_400_points_are_odds_of_ten_to_one() -> None:
    """Of players whose strength is known, as whoever draws the results has set it."""
    rng = random.Random(0)
    within = seen = 0
    for _ in range(40):
        truth = {(0, name): rng.gauss(START, 200) for name in "abcdef"}
        known = dict.fromkeys(truth, Rating())
        for _ in range(60):
            table = rng.sample(sorted(truth), rng.choice((2, 3, 4)))
            left = list(table)
            places: dict[Who, int] = {}
            while left:  # who comes next is drawn by strength, as Luce has it
                first = rng.choices(left, [10 ** (truth[who] / 400) for who in left])[0]
                places[first] = len(places) + 1
                left.remove(first)
            order = [places[who] for who in table]
            known |= rated(table, order, {who: known[who] for who in table})
        middle = sum(one.mean for one in known.values()) / 6 - sum(truth.values()) / 6
        for who, one in known.items():
            seen += 1
            within += abs(one.mean - middle - truth[who]) < 1.96 * one.deviation
    assert within / seen > 0.9, (within, seen)
