"""Tables that have not all layers of contacts."""

import random
from dataclasses import replace
from pathlib import Path

import pytest
from support.matches import new_match
from support.scans import run_until

from firmware.app.running_table import open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.output.prompts import prompt
from firmware.play.hands import Hands
from firmware.words import find_words
from hal import BUTTONS, NO_CONTACTS, REEDS, TILTS, Contacts, reed, reeds_of
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import find_game


@pytest.mark.parametrize("contacts", [REEDS | BUTTONS, REEDS], ids=["reeds+buttons", "reeds"])
def test_without_tilt_contacts_confirm_starts_the_sand_and_moves_are_read(contacts: Contacts, tmp_path: Path) -> None:
    hands = SimulatedTable(VirtualClock(), seed=1)
    start = find_game("hourglass").start(2)
    adapter = find_adapter(start, "hourglass")
    hands.set_up(reeds_of(adapter.start(start)))
    ports = replace(hands.ports, contacts=contacts)
    settings = Settings(
        "cheap", tmp_path / "games.db", find_words("en", {}), game="hourglass", players=2, offer_unfinished=False
    )
    rng = random.Random(1)
    with open_table(ports, settings, [], ThinkerAtOnce(), rng=rng) as table:
        run_until(table.loop, SECOND)
        session = table.lobby.session
        assert session is not None
        assert prompt(session.view, settings.words).endswith(
            "at the same moment. Then press CONFIRM: this table cannot feel it."
        )
        hands.press_key("CONFIRM")
        run_until(table.loop, 2 * SECOND)
        assert "CONFIRM" not in prompt(session.view, settings.words)
        assert [ply.move for ply in session.plies] == ["start"]
        made = ["start"]
        for _ in range(3):
            move = rng.choice([one for one in session.position.legal_moves() if "-" in one])
            source, target = (adapter.overlay.cells[hole] for hole in move.split("-"))
            hands.lift(source)
            run_until(table.loop, hands.clock.now() + SECOND // 4)
            hands.place(target)
            run_until(table.loop, hands.clock.now() + SECOND)
            made.append(move)
            assert [ply.move for ply in session.plies] == made
        hands.press_key("CONFIRM")  # by now it stands for no move
        run_until(table.loop, hands.clock.now() + SECOND)
        assert [ply.move for ply in session.plies] == made


@pytest.mark.parametrize(("broken", "made"), [(TILTS, "start"), (reed(50), None)], ids=["tilts", "a reed"])
def test_confirm_makes_no_move_that_a_contact_tells_of(broken: Contacts, made: str | None) -> None:
    match = new_match("hourglass")
    hands = Hands(find_adapter(match.now, "hourglass"), match, broken=broken, found=NO_CONTACTS)
    assert hands.untold(match) == made
