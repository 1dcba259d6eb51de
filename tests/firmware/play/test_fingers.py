"""Games at a table of keys, on which no piece stands: each move and each refusal, whole games."""

import random
from pathlib import Path

import pytest
from support.keyed import AtKeys, at_keys, play_to_the_end
from support.nightly import nightly_but
from support.pico import Pico

from firmware.output.lamps import TARGET, frame
from firmware.storage.store import Store
from hal import BUTTONS
from hal.clock import VirtualClock
from hal.serial_table import SerialTable

GAMES = [
    ("revolution", 2),
    ("hourglass", 2),
    ("forum_romanum", 2),
    ("forum_romanum", 5),
    ("manoeuvre", 2),
    ("manoeuvre", 4),
]


@pytest.mark.parametrize("seed", nightly_but(range(3), 0))
@pytest.mark.parametrize(("game", "players"), nightly_but(GAMES, ("revolution", 2)))
def test_every_move_is_the_one_that_was_meant_whatever_is_pressed_between(
    game: str, players: int, seed: int, tmp_path: Path
) -> None:
    with at_keys(tmp_path, game, players, seed=seed) as at:
        made = play_to_the_end(at, random.Random(seed), 400)
        assert made >= 20 or at.session.position.outcome is not None


def lamps(at: AtKeys, beat: int = 0) -> list[tuple[int, int, int]]:
    return list(frame(at.view, beat * 500_000))


def test_a_piece_is_picked_and_put_down_and_another_in_its_place(tmp_path: Path) -> None:
    with at_keys(tmp_path, "manoeuvre") as at:
        at.key("CONFIRM")
        for _ in range(20):
            if not at.session.position.chance:
                break
            at.key("CONFIRM")
        before = at.moves
        move = at.session.position.legal_moves()[0]
        drop = at.drop(move)
        assert drop is not None
        assert isinstance(drop.source, int)
        at.press(drop.source)
        assert at.session.pending
        assert lamps(at)[drop.source] != lamps(at, 1)[drop.source] == (0, 0, 0)  # it blinks
        assert TARGET in (lamps(at)[drop.target], lamps(at, 1)[drop.target])
        at.press(drop.source)
        assert (at.session.pending, at.moves) == (False, before)
        at.press(drop.source)
        at.key("UNDO")
        assert (at.session.pending, at.moves) == (False, before)
        at.press(drop.source, drop.target)
        assert at.moves == [*before, move]


def test_with_two_players_a_key_says_which_colour_is_set(tmp_path: Path) -> None:
    with at_keys(tmp_path, "forum_romanum", 2) as at:
        usual = at.session.position.legal_moves()[0][0]
        at.press("a1")
        assert at.moves == [f"{usual}@a1"]
        other = next(move for move in at.session.position.legal_moves() if move[0] != usual)
        colours = {move[0] for move in at.session.position.legal_moves()}
        for colour in sorted(colours):
            if f"key-{colour}" in at.session.adapter.overlay.cells:
                at.press(f"key-{colour}")
                assert at.session.pending
                at.press("b2")
                assert at.moves[-1] == f"{colour}@b2"
                break
        assert len(at.moves) == 2, other


def test_the_glasses_are_turned_by_confirm_and_sand_decides_what_dies(tmp_path: Path) -> None:
    with at_keys(tmp_path, "hourglass") as at:
        assert at.prompt.startswith("Ready? CONFIRM turns the six hourglasses over")
        at.key("CONFIRM")
        assert at.moves == ["start"]
        assert "press one of your hourglasses" in at.prompt
        at.play(at.session.position.legal_moves()[0])
        assert len(at.moves) == 2
        at.run(25)  # 20 s pass, and with them the turn
        assert at.session.match.now.legal_moves()
        assert dict(at.session.header.options) == {"stalling": "passes", "turn": "20"}


def test_the_die_is_rolled_by_confirm_and_the_record_knows_no_real_one(tmp_path: Path) -> None:
    with at_keys(tmp_path, "manoeuvre") as at:
        assert "press CONFIRM to roll the die" in at.prompt
        at.key("CONFIRM")
        assert at.moves[0].startswith("roll ")
    with Store(tmp_path / "games.db", writes=False) as store:
        game = store.game(next(store.games()).id)
    assert "real die" not in str(game)


def test_why_a_picked_piece_cannot_go_there_is_said(tmp_path: Path) -> None:
    with at_keys(tmp_path, "hourglass") as at:
        at.key("CONFIRM")
        drops = [at.drop(move) for move in at.session.position.legal_moves()]
        source = next(drop.source for drop in drops if drop)
        taken = at.session.adapter.pieces(at.session.position).keys()
        reached = {drop.target for drop in drops if drop and drop.source == source}
        free = at.session.adapter.overlay.names.keys() - taken - reached
        at.press(source, max(free))
        assert len(at.warnings) == 1
        assert at.session.pending
        assert at.moves == ["start"]


def test_a_computer_moves_by_itself_after_its_move_was_seen(tmp_path: Path) -> None:
    with at_keys(tmp_path, "forum_romanum", 3, computers={"2": 1}) as at:
        at.press("d4")
        at.run(0.5)
        assert at.view.proposed is not None
        assert at.prompt == f"Player 2 plays {at.view.proposed}."
        assert len(at.moves) == 1
        at.run(1.5)
        assert len(at.moves) == 2
        assert "Player 3" in at.prompt


def test_computers_roll_the_die_too(tmp_path: Path) -> None:
    with at_keys(tmp_path, "manoeuvre", computers={"1": 1, "2": 1}) as at:
        at.run(10)
        assert len(at.moves) > 2


def test_a_game_goes_on_after_a_power_cut(tmp_path: Path) -> None:
    with at_keys(tmp_path, "forum_romanum", 3) as at:
        at.press("d4", "c3")
    with at_keys(tmp_path, "forum_romanum", 3, new=False) as at:
        at.key("CONFIRM")
        assert at.moves == ["y@d4", "b@c3"]
        at.press("a1")
        assert at.moves[-1] == "r@a1"


def test_all_pieces_are_lit_as_nothing_else_says_where_they_stand(tmp_path: Path) -> None:
    with at_keys(tmp_path, "revolution") as at:
        at.play(at.session.position.legal_moves()[0])
        shown = lamps(at)
        assert all(shown[cell] != (0, 0, 0) for cell in at.session.adapter.pieces(at.session.position))


@pytest.mark.nightly
@pytest.mark.parametrize("trellis", [False, True])
@pytest.mark.parametrize(("game", "players"), GAMES)
def test_whole_games_on_the_program_of_the_pico(game: str, players: int, trellis: bool, tmp_path: Path) -> None:
    clock = VirtualClock()
    pico = Pico(clock, trellis=trellis)
    table = SerialTable(pico.open, clock)
    assert table.ports.contacts == BUTTONS
    with at_keys(tmp_path, game, players, table=table.ports, hands=pico) as at:
        at.run(5)
        made = play_to_the_end(at, random.Random(1), 150)
        assert made >= 20 or at.session.position.outcome is not None
