"""A real table is watched from elsewhere, its keys can be pressed there, its pieces cannot."""

import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.online import FAST, NOON, PATIENCE

from firmware.app.settings import Settings
from firmware.web import wire
from firmware.web.match_thread import MatchThread
from firmware.web.refusal import RefusedError
from firmware.web.remote_ports import RemoteKeys
from firmware.web.table_thread import at_table
from firmware.web.touches import RemoteControl
from firmware.web.updates import TableState, Update
from firmware.words import find_words
from hal import KEYS, Table
from hal.chips.emulated import EmulatedPi
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from wiring import read_overlay, read_pins


class AtRealTable:
    """The Pi's table on emulated chips, with hands at it, in a thread of its own."""

    def __init__(self, path: Path) -> None:
        self.hands = SimulatedTable(VirtualClock(FAST))
        self.pi = EmulatedPi(self.hands, read_pins())
        self.updates: list[Update] = []
        self.cells = read_overlay("forum_romanum").cells
        self.displayed: list[str] = []  # all lines that the small display was ever told
        settings = Settings(
            table="pi",
            store=path,
            words=find_words("en", {}),
            game="forum_romanum",
            names=("Anna", "Bram", "Carla"),
            offer_unfinished=False,
        )
        self.thread = MatchThread(
            at_table(self._hardware, settings, self._hear, now=lambda: NOON, rng=random.Random(1))
        )

    @contextmanager
    def _hardware(self) -> Iterator[Table]:
        with self.pi.open(patient=True) as table:
            yield replace(table.ports, display=self)

    def write(self, lines: tuple[str, ...]) -> None:
        """Hal's Display port."""
        self.displayed += lines

    def _hear(self, updates: Sequence[Update]) -> None:
        self.updates += updates

    def do(self, do: Callable[[RemoteControl], Any]) -> Any:
        return self.thread.ask(do).result(PATIENCE)

    def obey(self, message: wire.Ask) -> None:
        self.do(lambda remote: remote.obey(message))

    def place(self, field: str) -> None:
        self.do(lambda _: self.hands.place(self.cells[field]))

    def until(self, done: Callable[[TableState], bool]) -> TableState:
        """The first moment, from now on or the last, of which something is true."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            moments = [one for one in self.updates if isinstance(one, TableState)]
            if moments and done(moments[-1]):
                return moments[-1]
            time.sleep(0.02)
        raise AssertionError("that has not happened")


@pytest.fixture
def table(tmp_path: Path) -> Iterator[AtRealTable]:
    table = AtRealTable(tmp_path / "games.db")
    table.thread.start()
    yield table
    table.thread.stop()


def test_a_key_pressed_from_elsewhere_is_held_for_scans_that_come_late() -> None:
    keys = RemoteKeys(SimulatedTable())
    keys.press("HINT")
    keys.press("HINT")  # before the first press is felt: it is one more
    hint = 1 << KEYS.index("HINT")
    assert [keys.held() for _ in range(65)] == ([hint] * 15 + [0] * 15) * 2 + [0] * 5


@pytest.mark.parametrize("message", [wire.Touch("lift", 39), wire.Move("y@d4")])
def test_pieces_are_moved_by_hand_alone(table: AtRealTable, message: wire.Ask) -> None:
    with pytest.raises(RefusedError, match="moved by hand"):
        table.obey(message)
