"""Whatever changes a match at a table, its decoder follows the line of the match."""

from collections.abc import Callable
from random import Random

import pytest
from support.at_table import AtTable
from support.nightly import nightly_but

from firmware.match.commands import Propose
from firmware.match.refusals import CommandError
from firmware.match.state import TABLE
from firmware.play.layout import lay_out


@pytest.mark.parametrize("seed", nightly_but(range(6), 0))
def test_hands_keys_and_commands_from_elsewhere_leave_the_decoder_at_the_matchs_line(
    sit_down: Callable[..., AtTable], seed: int
) -> None:
    random, at_table = Random(seed), sit_down(players=3, seed=seed)
    session = at_table.session
    for _ in range(40):
        deed = random.random()
        if deed < 0.7:
            at_table.act(f"+{random.choice('abcdefg')}{random.randint(1, 7)}")
        elif deed < 0.8:
            at_table.act(f"{random.choice(('UNDO', 'CONFIRM', 'MENU'))} .300")
        else:
            before, at = session.match, at_table.table.clock.now()
            try:
                events = session.running.do(Propose("take back", 1), TABLE, at)
            except CommandError:
                continue
            session.see(events, before, at)
        at_table.advance(1.2)
        laid = lay_out(session.adapter, session.match.line)
        assert session.view.contacts.expected == laid.closed
