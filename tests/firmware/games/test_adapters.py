"""What each game's adapter says of a position: gestures, lights and screen, without a table."""

import random
import tomllib
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import DATA, ENGLISH

from firmware.games import (
    AnyAdapter,
    Gesture,
    LampState,
    Sand,
    field_name,
    find_adapter,
    forum_romanum,
    hourglass,
    move_name,
)
from firmware.games.kit import find_kit
from firmware.words import Text
from hal import NO_CONTACTS, REEDS, Contacts, one_cell, reed, tilt
from rules import NAMES, MalformedError, Position, find_game

SPOKEN = tomllib.loads((DATA / "spoken.toml").read_text("utf-8"))


def after(
    game: str, moves: str = "", players: int = 2, options: Mapping[str, str] | None = None
) -> tuple[AnyAdapter, Position]:
    """The adapter and the position after these moves, which are separated by semicolons."""
    position: Position = find_game(game).start(players, options)
    adapter = find_adapter(position, game)
    for move in moves.split(";") if moves else ():
        position = position.play(move.strip())
    return adapter, position


def played(game: str, seed: int, plies: int) -> Position:
    """A position after so many random moves, or after the last of a game that is shorter."""
    rng = random.Random(seed)
    position: Position = find_game(game).start(find_game(game).players[-1])
    for _ in range(plies):
        position = position.later(rng.randrange(3000))
        if position.outcome is None:
            position = position.play(rng.choice(position.legal_moves()))
    return position


def gestures_of(adapter: AnyAdapter, position: Position, move: str, closed: Contacts) -> list[Gesture]:
    return [one for one in adapter.gestures(position, closed) if one.move == move]


# Every game


@given(st.sampled_from(NAMES), st.integers(0, 99), st.integers(0, 60))
def test_all_that_is_told_of_a_position_lies_on_fields(game: str, seed: int, plies: int) -> None:
    position = played(game, seed, plies)
    adapter = find_adapter(position, game)
    fields = set(adapter.overlay.names)
    closed = adapter.start(position)
    assert set(adapter.printed) == fields
    assert set(adapter.pieces(position)) <= fields
    for lights in (adapter.lamps, adapter.tally, adapter.movers, adapter.forecast):
        assert set(lights(position)) <= fields
    assert {thing.cell for thing in adapter.things(position, closed)} <= fields
    assert set(adapter.colours(position)) == set(position.seats)
    for gesture in adapter.gestures(position, closed):
        assert not (gesture.flips | gesture.held) & ~adapter.places
        assert set(adapter.fields(gesture.move)) <= fields
    if position.outcome is None:
        everybody = "Both players: "  # the start of the hourglasses is nobody's turn
        turn = adapter.turn(position)
        told = turn.text if isinstance(turn, Text) else turn
        assert "{name}" in told or everybody in told


@given(st.sampled_from(NAMES), st.integers(0, 99), st.integers(0, 60))
def test_every_legal_move_has_a_gesture(game: str, seed: int, plies: int) -> None:
    position = played(game, seed, plies)
    adapter = find_adapter(position, game)
    moves = {gesture.move for gesture in adapter.gestures(position, adapter.places & REEDS)}
    assert moves >= set(position.legal_moves())


@pytest.mark.parametrize("game", NAMES)
def test_a_game_says_of_itself_what_its_adapter_gives(game: str) -> None:
    about = find_kit(game).about
    seats = set(find_game(game).seats(find_game(game).players[0]))
    assert about.title
    assert any(about.lamp)
    assert set(about.seats) == set(about.nameless) == {one for one in seats if not one.isdigit()}
    adapter, position = after(game, players=find_game(game).players[0])
    assert set(adapter.extras(position)) == set(about.extras)


@pytest.mark.parametrize(("game", "field", "aloud"), SPOKEN["fields"])
def test_a_field_is_called_by_its_name_in_the_overlay_and_by_a_voice_in_words(
    game: str, field: str, aloud: str
) -> None:
    adapter, _ = after(game)
    name = field_name(adapter, adapter.overlay.cells[field])
    assert (ENGLISH.tell(name), ENGLISH._replace(aloud=True).tell(name)) == (field, aloud)


@pytest.mark.parametrize(("game", "move", "aloud"), SPOKEN["moves"])
def test_a_move_is_read_as_it_is_written_and_heard_in_words(game: str, move: str, aloud: str) -> None:
    name = move_name(game, move)
    assert (ENGLISH.tell(name), ENGLISH._replace(aloud=True).tell(name)) == (move, aloud)


# Revolution


def test_a_card_moves_from_its_place_and_a_stone_is_a_press() -> None:
    adapter, position = after("revolution", "N@a1;V@d3;B@d5;5@a2;5@b1")
    cells, start = adapter.overlay.cells, adapter.start(position)
    assert gestures_of(adapter, position, "1@a4", start) == [
        Gesture("1@a4", reed(cells["light-1"]) | reed(cells["a4"]))
    ]
    position = position.play("1@a4")
    assert gestures_of(adapter, position, "*a1", start) == [Gesture("*a1", presses=one_cell(cells["a1"]))]
    assert gestures_of(adapter, position, "end", start) == [Gesture("end", key="CONFIRM")]
    assert adapter.movers(position)[cells["a1"]] == LampState((255, 255, 255), blinks=True)


# Hourglass


def test_a_glass_is_turned_as_it_is_moved() -> None:
    adapter, position = after("hourglass", "start")
    d, f = adapter.overlay.cells["d"], adapter.overlay.cells["f"]
    assert gestures_of(adapter, position, "d-f", reed(d)) == [Gesture("d-f", reed(d) | reed(f) | tilt(f))]
    assert gestures_of(adapter, position, "d-f", reed(d) | tilt(d)) == [Gesture("d-f", reed(d) | reed(f) | tilt(d))]


@pytest.mark.parametrize(
    ("seconds", "lamp", "urgent"),
    [
        (70, LampState(hourglass.FRESH), set()),
        (90, LampState(hourglass.LOW), set()),
        (105, LampState(hourglass.SCARCE), set()),
        (111, LampState(hourglass.SCARCE, blinks=True), {"a", "b", "c", "f"}),
    ],
)
def test_sand_that_runs_low_is_seen_and_warned_of(seconds: int, lamp: LampState, urgent: set[str]) -> None:
    adapter, position = after("hourglass", "start; 0 d-f; 0 D-F")
    position = position.later(seconds * 1000)
    assert adapter.forecast(position)[adapter.overlay.cells["f"]] == lamp
    assert adapter.urgent(position) == urgent
    glass = next(one for one in adapter.things(position, NO_CONTACTS) if one.label == "d")
    assert glass.sand == Sand(120_000 - seconds * 1000, 120_000, turned=True, dead=False)


# Forum Romanum


def test_the_usual_colour_needs_no_key() -> None:
    adapter, position = after("forum_romanum")
    cells = adapter.overlay.cells
    d4 = reed(cells["d4"])
    assert gestures_of(adapter, position, "y@d4", NO_CONTACTS) == [
        Gesture("y@d4", d4, one_cell(cells["key-y"])),
        Gesture("y@d4", d4),
    ]
    assert gestures_of(adapter, position, "r@d4", NO_CONTACTS) == [Gesture("r@d4", d4, one_cell(cells["key-r"]))]
    assert adapter.movers(position) == {
        cells["key-y"]: LampState(forum_romanum.LIGHTS["y"], blinks=True),
        cells["key-r"]: LampState(forum_romanum.LIGHTS["r"]),
    }


def test_a_sector_that_was_scored_is_shown_and_the_senator_walks() -> None:
    moves = "y@f5;b@a1;r@g5;y@f4;b@b2;r@g4;y@f3;b@c3;r@d1"
    adapter, before = after("forum_romanum", moves, players=3)
    position = before.play("y@g3")  # building V is full
    cells = adapter.overlay.cells
    lit = adapter.highlight(before, position)
    for field in ("f3", "f4", "f5", "g3", "g4", "g5"):
        assert lit[cells[field]] == LampState(forum_romanum.SCORED, blinks=True)
    yellow = adapter.extras(position)["scale"]["y"]
    assert yellow["steps"] == position.steps[0]  # type: ignore[attr-defined]
    assert yellow["cell"] == cells[f"steps-{yellow['field']}"]
    assert (yellow["colour"], yellow["seat"]) == ("#ffbe00", "1")
    assert lit[yellow["cell"]].blinks
    assert adapter.tally(position)[yellow["cell"]] == LampState(forum_romanum.LIGHTS["y"])


# Manoeuvre


def test_a_track_that_the_table_has_no_fields_for_is_refused() -> None:
    start = find_game("manoeuvre").start
    with pytest.raises(MalformedError, match="84 fields"):
        find_adapter(start(2, {"track": "100"}), "manoeuvre")


def test_the_three_ways_to_win_revolution_are_told_with_how_near_each_side_is() -> None:
    adapter, position = after("revolution", "B@e4;V@b2;N@c3;6@c5;8@d2;7@d4;F@d5")
    facts = adapter.facts(position, ENGLISH)
    assert list(facts.values())[:3] == [
        "Jacobins 0, Royalists 0",
        "Jacobins 1, Royalists 0",
        "Jacobins in hand, Royalists d5 (13 to 0)",
    ]


def notes_of(game: str, moves: str) -> list[tuple[object, str, str]]:
    """Where each note stands, what it says to eyes, and to ears."""
    adapter, position = after(game, moves)
    names = adapter.overlay.names
    notes = adapter.notes(position)
    return [(names[one.at] if isinstance(one.at, int) else "", one.text, ENGLISH.tell(one.said or "")) for one in notes]


def test_the_influence_on_each_field_and_the_three_ways_to_win_stand_on_the_board() -> None:
    notes = notes_of("revolution", "B@e4;V@b2;N@c3;6@c5;8@d2;7@d4;F@d5")
    assert ("d5", "13", "Jacobins 13, Royalists 0") in notes
    assert [text for at, text, _ in notes if not at] == ["0/11", "1/3", "13:0", "0/11", "0/3", "–"]


def test_a_sector_of_the_forum_says_whom_it_would_bring_steps_now() -> None:
    fields = ("row 4", "column d", "diagonal \\", "diagonal /", "building IV")
    told = [(said, text) for _, text, said in notes_of("forum_romanum", "y@d4")]
    assert told == [
        (f"{name}: yellow Roman +{9 if 'IV' in name else 7}", "+9" if "IV" in name else "+7") for name in fields
    ]


def test_recruits_say_how_far_they_may_go_once_all_are_out() -> None:
    assert notes_of("manoeuvre", "roll 4") == []
    rolls = ";".join(f"roll {n}" for n in (1, 2, 3, 4, 5, 6, 1, 2, 3, 4, 5, 6))
    _, position = after("manoeuvre", rolls)
    reach = position.detail()["reach"]
    *recruits, home = notes_of("manoeuvre", rolls)
    assert recruits == [(field, f"+{far}", f"moves up to {far}") for field, far in reach.items()]
    assert home == ("court-12", "+12", "the next recruit home: +12")
