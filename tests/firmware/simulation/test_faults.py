"""People slip and contacts fail: no wrong move, and none lost, whatever the table has to ask.

``tests/benchmarks/recognition.py`` plays the same in greater numbers.
"""

from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from support.at_table import NAMES, AtTable
from support.counted_demo import CountedDemo
from support.hands.faults import FAULTS, find_faults
from support.hands.faulty_table import FaultyTable, Outage
from support.hands.players import ClumsyPlayers
from support.nightly import nightly_but

from firmware.cli import main
from firmware.simulation.demo import demo_header
from firmware.simulation.slips import find_slips
from hal import CELLS, REEDS, Layer, PartError
from rules import NAMES as GAMES
from rules import MalformedError, find_game, load_nothing, make_header, read_record

Sit = Callable[..., AtTable]


# Accidents in which some readings are as likely as what was meant; the benchmark counts them.
ROUGH = (
    "arm",
    "askew",
    "both-hands",
    "burst",
    "chip",
    "cloth",
    "early",
    "flicker",
    "lean",
    "mind",
    "miss",
    "nudges",
    "short",
    "wrong-stack",
)
# Read so badly that nothing is held but that the table lives and the record is legal.
BADLY_READ = ("burst", "wrong-stack")
# The same where a press on a broken field tells who of a stack has moved: 1 move of 1,000 or so.
ROUGH_STACKS = "manoeuvre", "stuck-open"


def is_rough(game: str, fault: str) -> bool:
    """Whether the readings of a game under a fault may have two meanings."""
    return fault in ROUGH or (game, fault) == ROUGH_STACKS


def by_turns(*, rough: bool) -> list[Any]:
    """Each fault in each game where it can be: in half of them slow, the first or the second."""
    found = []
    for number, fault in enumerate(FAULTS.values()):
        games = [g for g in GAMES if fault.possible_in(g) and is_rough(g, fault.name) == rough]
        slow = games[number % 2 :: 2] or games
        found += nightly_but([(g, fault.name) for g in games], *((g, fault.name) for g in slow))
    return found


def play(game: str, faults: str, seed: int, moves: int, kind: type[CountedDemo] = CountedDemo) -> CountedDemo:
    players = find_game(game).players
    header = make_header(game, NAMES[: players[seed % len(players)]])
    chosen = find_faults(faults, game) if faults != "none" else ()
    demo = kind(header, seed, None, lambda _: None, lambda _: None, faults=chosen)
    demo.run(moves)
    return demo


@pytest.mark.parametrize(
    "fault",
    nightly_but([f.name for f in FAULTS.values() if f.possible_in("forum_romanum") and f.name not in ROUGH], "slide"),
)
def test_a_game_under_each_fault_is_read_as_it_is_meant(fault: str) -> None:
    demo = play("forum_romanum", fault, 6, 12)
    assert (demo.wrong, demo.lost) == (0, 0)
    assert len(demo.session.plies) >= 12


@pytest.mark.parametrize(
    ("seed", "moves"),
    [pytest.param(20, 40, marks=pytest.mark.nightly)]
    + [pytest.param(seed, 100, marks=pytest.mark.nightly) for seed in range(20, 24)],
)
@pytest.mark.parametrize(("game", "fault"), by_turns(rough=False))
def test_many_games_under_each_fault_are_read_as_they_are_meant(game: str, fault: str, seed: int, moves: int) -> None:
    demo = play(game, fault, seed, moves)
    assert (demo.wrong, demo.lost) == (0, 0)


@pytest.mark.parametrize(
    "games", [pytest.param(1, marks=pytest.mark.nightly), pytest.param(4, marks=pytest.mark.nightly)]
)
@pytest.mark.parametrize(("game", "fault"), by_turns(rough=True))
def test_what_cannot_always_be_told_apart_is_seldom_read_wrongly(game: str, fault: str, games: int) -> None:
    """Not yet never: mostly, of 20 moves at most one."""
    moves = wrong = 0
    for seed in range(20, 20 + games):
        demo = play(game, fault, seed, 60, CountedDemo)
        moves, wrong = moves + len(demo.session.plies), wrong + demo.wrong
        assert read_record(demo.record).position == demo.session.position or demo.session.due == 0
    assert wrong <= 1 + moves / 20 or fault in BADLY_READ


def test_people_put_right_what_the_table_shows() -> None:
    demo = play("forum_romanum", "illegal", 1, 8)
    assert demo.session.corrections > 0
    assert demo.meant == [ply.line for ply in demo.session.plies]


def test_a_change_of_mind_is_counted_as_revised_not_as_wrong() -> None:
    demo = play("forum_romanum", "mind", 1, 8)
    assert demo.revised > 0
    assert demo.wrong == 0


def choose_by(monkeypatch: pytest.MonkeyPatch, moves: str) -> None:
    """Let simulated people make these moves."""
    script = moves.split("; ")
    monkeypatch.setattr("support.hands.players.choose", lambda position, *_: script[position.plies])


def test_the_last_move_of_a_game_may_rest_on_its_way(monkeypatch: pytest.MonkeyPatch) -> None:
    choose_by(monkeypatch, "N@e1; V@e3; B@e5; 1@a1; F@b5; 8@b4")
    demo = play("revolution", "pause", 1, 6)
    assert demo.session.position.outcome is not None
    assert demo.results[-1].revised
    assert (demo.wrong, demo.lost) == (0, 0)


def test_a_piece_played_too_early_from_a_stack_does_not_put_the_last_move_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """After 2-4 somebody puts the top of 1 on 2, so that 6-7 looks like a change of mind."""
    rolls = "; ".join(f"roll {number}" for number in (2, 5, 5, 3, 1, 5, 3, 1, 6, 3, 6, 4))
    choose_by(monkeypatch, f"{rolls}; 6-8; 2-4; 6-7; 1-2; 5-10; 3-21")
    demo = play("manoeuvre", "early", 21, 17)
    assert ("6-7", "1-2") in [result.plan.moves for result in demo.results]
    assert demo.meant[13:16] == ["2-4", "6-7", "1-2"]
    assert (demo.wrong, demo.lost) == (0, 0)


def stands_up(game: str, seed: int, moves: int | None) -> CountedDemo:
    """Play as the command plays while everything goes wrong at once."""
    header = demo_header(game, None, {}, seed=seed, computers={}, day=date(2026, 11, 21), load=load_nothing)
    demo = CountedDemo(header, seed, None, lambda _: None, lambda _: None, faults=find_faults("all", game))
    demo.run(moves)
    return demo


@pytest.mark.parametrize(
    ("game", "seed", "moves"),
    nightly_but(
        [
            ("hourglass", 8, 1),  # with dead and stuck contacts, which they have to tell of
            ("revolution", 10, 16),  # CONFIRM once more is no help, so they take a move back
            ("revolution", 14, 4),  # with two fields of which no contact says anything
            ("manoeuvre", 1, 7),  # with more pieces to be put right than they had patience for
            ("manoeuvre", 16, 1),  # with columns that are shorted while pieces are put right
            ("forum_romanum", 2, 17),  # many quick moves are lost
        ],
        ("hourglass", 8, 1),
        ("revolution", 14, 4),
    ),
)
def test_people_put_right_what_the_table_has_not_understood(game: str, seed: int, moves: int) -> None:
    assert len(stands_up(game, seed, moves).session.plies) >= moves


def test_people_who_can_tell_the_table_nothing_make_another_move_or_abandon_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ClumsyPlayers, "answer", lambda *_: None)
    demo = stands_up("revolution", 9, None)
    assert demo.session.match.over
    assert demo.session.position.outcome is None


@pytest.mark.nightly
@pytest.mark.parametrize("seed", range(1, 21))
@pytest.mark.parametrize("game", GAMES)
def test_a_demo_goes_to_its_end_whatever_goes_wrong(
    game: str, seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["demo", game, "--seed", str(seed), "--faults", "all"]) == 0


class Unskipped(CountedDemo):
    """A demo that takes every scan."""

    def _skip(self, until: int) -> None:
        pass


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "fault"),
    [
        *((game, "none") for game in GAMES),
        ("forum_romanum", "all"),
        *(pytest.param(game, "all", marks=pytest.mark.nightly) for game in GAMES if game != "forum_romanum"),
    ],
)
def test_leaving_out_the_scans_in_which_nothing_happens_changes_nothing(game: str, fault: str) -> None:
    quick, whole = (play(game, fault, 2, 14, kind) for kind in (CountedDemo, Unskipped))
    assert quick.record == whole.record
    assert quick.table.edges == whole.table.edges
    assert [(ply.line, ply.at) for ply in quick.session.plies] == [(ply.line, ply.at) for ply in whole.session.plies]
    assert quick.results == whole.results
    assert quick.table.log.tunes == whole.table.log.tunes


def test_slips_are_found_by_name_in_the_order_in_which_they_combine() -> None:
    assert [*find_slips("bump,order", "manoeuvre")] == ["order", "bump"]
    assert "pause" not in find_slips("all", "hourglass")
    with pytest.raises(MalformedError, match=r"no fault 'slip' in manoeuvre, only all, order, pause, .*aside"):
        find_slips("slip", "manoeuvre")
    with pytest.raises(MalformedError, match="no fault 'pause' in hourglass"):
        find_slips("pause", "hourglass")


def test_a_piece_set_on_a_broken_cell_is_of_the_colour_pressed_for(sit_down: Sit) -> None:
    at_table = sit_down("forum_romanum", players=2, stuck="d4")
    at_table.act("+a1 .600 +b1 .600 !key-g .400 !d4 .500")
    assert at_table.moves[2:] == ["g@d4"]


def test_a_dead_hourglass_on_a_broken_cell_is_as_good_as_gone() -> None:
    """Nobody can see that it is taken away, so that another may be put there."""
    demo = play("hourglass", "stuck-closed", 3, 20)
    (cell,) = (cell for cell in range(CELLS) if demo.players.broken >> cell & 1)
    name = demo.adapter.overlay.names[cell]
    moves = [ply.line.split()[-1] for ply in demo.session.plies]
    assert [move.split("-")[1] for move in moves[1:]].count(name) > 1
    assert (demo.wrong, demo.lost) == (0, 0)


def test_a_chip_that_is_away_leaves_its_layer_as_it_was_seen() -> None:
    table = FaultyTable(bounce=0)
    table.failures = (Outage(1_000_000, 6_000_000, Layer.REED),)
    table.place(3)
    assert table.scan().reeds == 1 << 3
    table.lift(3, 2_000_000)
    table.place(4, 2_000_000)
    assert table.coming == 1_000_000
    table.clock.sleep_until(1_000_000)
    with pytest.raises(PartError, match="chip of the reed columns"):
        table.scan()
    table.clock.sleep_until(3_000_000)
    assert table.scan().reeds == 1 << 3
    assert len(table.ports.faults()) == 1
    assert table.ports.unread() == REEDS
    table.clock.sleep_until(6_000_000)
    assert table.scan().reeds == 1 << 4
    assert (table.ports.faults(), table.ports.unread()) == ((), 0)
