"""Whole games: from a recorded trace, and from simulated players."""

import json
from pathlib import Path

import pytest
from support.nightly import nightly_but

from firmware.match.events import Played
from firmware.play.effects import Effect
from firmware.recognition.findings import Mismatch
from firmware.simulation.demo import Demo
from firmware.simulation.replay import replay
from hal import read_trace
from rules import NAMES as NAMES_OF_GAMES
from rules import RecordError, make_header, read_record

NAMES = ("Anna", "Bram", "Carla", "Daan", "Emma", "Finn")


def trace_and_record(data: Path, name: str) -> tuple[bytes, list[str]]:
    for line in (data / "expected.jsonl").read_text().splitlines():
        expected = json.loads(line)
        if expected["file"] == name:
            return (data / name).read_bytes(), expected["record"]
    raise LookupError(name)


def without_second(move: str) -> str:
    return move.split(" ", 1)[1] if move[0].isdigit() and " " in move else move


def second(move: str) -> float:
    return float(move.split(maxsplit=1)[0]) if move[0].isdigit() and " " in move else 0


@pytest.mark.parametrize(
    "name",
    [
        pytest.param("forum_romanum_three.trace", marks=pytest.mark.nightly),
        *nightly_but((f"{game}_clean_0.trace" for game in NAMES_OF_GAMES), "revolution_clean_0.trace"),
    ],
)
@pytest.mark.parametrize(
    "rate", [100, pytest.param(250, marks=pytest.mark.nightly), pytest.param(1000, marks=pytest.mark.nightly)]
)
def test_a_recorded_trace_gives_the_record_of_the_game(data: Path, name: str, rate: int) -> None:
    text, record = trace_and_record(data, name)
    session, warnings = replay(read_trace(text), rate)
    moves = [ply.line for ply in session.plies]
    assert list(map(without_second, moves)) == list(map(without_second, record))
    assert list(map(second, moves)) == pytest.approx(list(map(second, record)), abs=0.02)
    assert (session.questions, session.corrections, session.pending) == (0, 0, False)
    assert warnings == ()
    times = [ply.at for ply in session.plies]
    assert times == sorted(times)


@pytest.mark.nightly
def test_moves_are_committed_soon_after_their_last_touch(data: Path) -> None:
    """300 ms after the last edge, plus a scan, as the next touch may still change the move."""
    trace = read_trace((data / "forum_romanum_clean_0.trace").read_bytes())
    session, _ = replay(trace)
    edges = [edge.at for edge in trace.edges]
    for at in [ply.at for ply in session.plies]:
        last = max(edge for edge in edges if edge <= at)
        assert at - last <= 310_000


@pytest.mark.nightly
def test_a_glass_that_has_died_in_the_match_makes_no_move_though_people_say_so(data: Path) -> None:
    """It was turned later in another reading of the touches, and lived there."""
    session, _ = replay(read_trace((data / "hourglass_told_dead.trace").read_bytes()), 100)
    assert "H-k" not in [without_second(ply.line) for ply in session.plies]
    assert isinstance(session.view.trouble, Mismatch)


def test_a_trace_of_no_game_says_so() -> None:
    with pytest.raises(RecordError, match="which game"):
        replay(read_trace(b"0.5 reed 0 0 1"))


def test_a_trace_that_ends_in_the_middle_of_a_move_is_pending() -> None:
    text = '[game "forum_romanum"]\n[players "A" "B" "C"]\n'
    placed = [f"{n}.0 reed {n // 7} {n % 7} 1" for n in range(24)]
    session, _ = replay(read_trace("\n".join([text, *placed, "30 reed 0 0 0"]).encode()))
    assert len(session.plies) == 24
    assert session.pending


def demo(players: int, seed: int, game: str = "forum_romanum", moves: int | None = None) -> tuple[Demo, list[Effect]]:
    told: list[Effect] = []
    header = make_header(game, NAMES[:players])
    made = Demo(header, seed, None, told.append, lambda _: None)
    made.run(moves)
    return made, told


def assert_hardly_asked(made: Demo) -> None:
    """Nothing is guided, and only one thing asked: did a recruit go on, or is it the next move?

    Where one player alone is left, the same recruit may move twice within a second. An hourglass
    may run out in the hand that moves it, and has to go back.
    """
    assert made.session.corrections <= (1 if made.header.game == "hourglass" else 0)
    assert made.session.questions <= (2 if made.header.game == "manoeuvre" else 0)


@pytest.mark.parametrize(
    ("game", "players"),
    [
        ("revolution", 2),
        *(
            pytest.param(game, players, marks=pytest.mark.nightly)
            for game, players in (
                ("forum_romanum", 2),
                ("forum_romanum", 4),
                ("forum_romanum", 6),
                ("manoeuvre", 2),
                ("manoeuvre", 3),
                ("manoeuvre", 4),
                ("hourglass", 2),
            )
        ),
    ],
)
def test_simulated_players_play_a_whole_game(game: str, players: int) -> None:
    made, told = demo(players, 5, game)
    assert made.session.position.outcome is not None
    kept = [effect.line for effect in told if isinstance(effect, Played)]
    record = read_record(made.record)
    assert list(record.moves[: len(kept)]) == kept
    assert record.position == made.session.position
    assert_hardly_asked(made)


def test_a_demo_is_the_same_game_for_the_same_seed() -> None:
    made = {seed: demo(4, seed, moves=6)[0].trace for seed in (1, 2)}
    assert demo(4, 1, moves=6)[0].trace == made[1] != made[2]


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["revolution", pytest.param("forum_romanum", marks=pytest.mark.nightly)])
def test_the_trace_of_a_demo_replays_to_its_record(game: str) -> None:
    made, _ = demo(2, 3, game)
    session, _ = replay(read_trace(made.trace.encode()))
    assert [(ply.line, ply.at) for ply in session.plies] == [(ply.line, ply.at) for ply in made.session.plies]
