"""What a game's own file says about itself, and what is assumed where it says nothing."""

import random
import re
from itertools import pairwise
from pathlib import Path

import pytest
from conftest import ENGLISH

from firmware.games import find_adapter
from firmware.games.capabilities import Traits, read_measured, write_measured
from firmware.games.kit import find_kit, find_measurement
from hal import tilts_of
from rules import NAMES, GameError, find_game, load_nothing, make_header, read_record


@pytest.mark.parametrize("game", NAMES)
def test_a_game_whose_pieces_tilt_has_tilt_contacts_in_its_pictures(game: str) -> None:
    players = ("Anna", "Bram")
    adapter = find_adapter(make_header(game, players).start(), game)
    assert find_kit(game).traits.tilts == bool(tilts_of(adapter.places))


def test_a_game_that_says_nothing_has_no_traits_and_adds_no_options() -> None:
    kit = find_kit("forum_romanum")
    assert kit.traits == Traits()
    given = {"colours": "kwbg"}
    added = kit.table_options(given, measured=lambda _: "a:1", by_hand=True, load=load_nothing)
    assert added == given
    assert added is not given


def test_a_name_that_is_no_game_is_never_imported() -> None:
    with pytest.raises(GameError):
        find_kit("capabilities")


def test_what_was_measured_is_read_as_it_was_written() -> None:
    times = {"a": "118.0", "b": "60.5"}
    assert read_measured(write_measured(times)) == times
    assert read_measured("") == {}


def test_one_game_can_be_measured_and_each_of_its_pieces_has_a_cell() -> None:
    measurement = find_measurement({}, load_nothing)
    assert list(measurement.cells) == list("abcdABCD")
    assert len(set(measurement.cells.values())) == 8
    with pytest.raises(GameError):
        find_measurement({"board": "own.toml"}, load_nothing)


def test_measured_times_become_the_option_of_the_same_name() -> None:
    def added(name: str) -> dict[str, str]:
        return find_kit(name).table_options(
            {}, measured={"sand": "a:118"}.get, by_hand=False, load=load_nothing
        )

    (game,) = (name for name in NAMES if "sand" in added(name))
    assert find_measurement({}, load_nothing).setting in {o.name for o in find_game(game).options}


def test_a_gain_is_told_with_its_figures_where_the_game_has_them() -> None:
    forum = find_game("forum_romanum").start(2)
    rng = random.Random(5)
    told = set()
    for _ in range(60):
        after = forum.play(rng.choice(forum.legal_moves()))
        told |= {
            ENGLISH(gain.text, **gain.values)
            for gain in find_kit("forum_romanum").exact_gains(forum, after).values()
        }
        forum = after
    assert any(re.fullmatch(r"it scores column [a-g] \(steps: [+-]\d\)", one) for one in told)


def test_a_recruit_that_comes_home_brings_the_points_of_its_place(data: Path) -> None:
    record = read_record((data / "manoeuvre_gm18_unfinished.record").read_bytes())
    told = [
        find_kit("manoeuvre").exact_gains(before, after)
        for before, after in pairwise(record.positions())
    ]
    places = [gains["places"].values["points"] for gains in told if "places" in gains]
    assert places == [*(f"+{12 - number}" for number in range(10)), "+3"]  # the last two at once
    assert any("rewards" in gains for gains in told)


def test_an_hourglass_is_turned_in_time_by_its_seconds() -> None:
    before = find_game("hourglass").start(2).play("start").play("3 d-e").play("90 D-E").later(2000)
    gain = find_kit("hourglass").exact_gains(before, before.play("b-d"))["scarce"]
    assert ENGLISH(gain.text, **gain.values) == "it turns an hourglass that runs for 28 s only"


@pytest.mark.parametrize(
    ("moves", "move", "part", "told"),
    [
        ("", "9@e4", "buildings", "it takes Versailles (influence: 9 to 0)"),
        ("9@e4;end;7@d3", "8@d5", "buildings", "it keeps Versailles (influence: 17 to 7)"),
        ("9@e4;end", "8@d5", "buildings", "it catches up on Versailles (influence: 8 to 9)"),
        ("9@e4", "*e4", "stones", "it sets stone 1 on e4 (influence: 9 to 0)"),
        ("", "9@e4", "ready", "e4 can bear its stone (influence: 9 to 0)"),
        ("1@a4;9@b5;end", "9@b4", "cards", "it leads on b4 (influence: 10 to 9)"),
        ("9@d5;end;F@a1", "3@b1", "flag", "it threatens the flag on a1 (influence: 3 to 0)"),
        ("F@e1;0@a1", "5@d1", "flag", "it guards its flag on e1 (influence: 5 to 0)"),
    ],
)
def test_a_card_or_stone_gains_influence_on_a_place(
    moves: str, move: str, part: str, told: str
) -> None:
    before = find_game("revolution").start(2)
    for one in f"B@b2;N@d2;V@d4;{moves}".strip(";").split(";"):
        before = before.play(one)
    gain = find_kit("revolution").exact_gains(before, before.play(move))[part]
    assert ENGLISH(gain.text, **gain.values) == told


def test_a_building_is_placed_without_figures() -> None:
    before = find_game("revolution").start(2)
    assert find_kit("revolution").exact_gains(before, before.play("N@c3")) == {}
