"""Scans go on whatever else waits: what hands do while a disk is busy is read in its order."""

import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TypeVar

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.emulation import MILLISECOND, PINS, Rig
from support.nightly import nightly_but

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.events import Played, TakenBack
from firmware.match.running import at_table
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from firmware.words import find_words
from hal import ALL_CONTACTS, Cells, HalError, PartError, Snapshot, Table, Tune, reeds_of
from hal.chips.emulated import EmulatedPi
from hal.clock import RealClock
from hal.sampling import MOST_WAITING, RATE, WAIT, WAITS, Sampler
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Header, Position, make_header

ENGLISH = find_words("en", {})
T = TypeVar("T")


class Sampled:
    """A game at a table that is scanned beside it, both in virtual time.

    disk: for how long (microseconds) each write of a move holds up the game, but not the scans.
    chips: whether the table is one of emulated chips.
    """

    def __init__(
        self, header: Header, start: Position, disk: int, most: int = MOST_WAITING, *, chips: bool = False
    ) -> None:
        self.adapter = find_adapter(start, header.game)
        self.simulated = SimulatedTable(seed=1)
        self.standing = self.adapter.start(start)
        self.simulated.set_up(reeds_of(self.standing))
        self.ports = self.simulated.ports
        if chips:
            self.ports = EmulatedPi(self.simulated, PINS).open().ports
        self.sampler = Sampler(self.ports, threading.RLock(), most)
        self.disk = disk
        self.effects: list[Effect] = []
        self.session = Session(at_table(header, start), self.adapter)
        self.loop = Loop(self.sampler.ports, self.session, self.tell, standing=self.standing)
        self._due = 0

    def tell(self, effect: Effect) -> None:
        self.effects.append(effect)
        if isinstance(effect, Played | TakenBack):
            self.scan_until(self.simulated.clock.now() + self.disk)

    def scan_until(self, at: int) -> None:
        """What the thread does meanwhile."""
        while self._due < at:
            self.ports.clock.sleep_until(self._due)
            self.sampler.sample()
            self._due = max(self._due + SECOND // RATE, self.simulated.clock.now())

    def run_until(self, at: int) -> None:
        while self.sampler.now() < at:
            if not self.sampler.waiting:
                self.scan_until(self._due + 1)
            self.loop.step()

    @property
    def moves(self) -> list[str]:
        return [ply.line for ply in self.session.plies]

    @property
    def warnings(self) -> list[str]:
        return [ENGLISH(one.text, **one.values) for one in self.effects if isinstance(one, Warn)]


@pytest.mark.parametrize("disk", nightly_but([0, 50, 300, 1000, 2000], 50))
def test_moves_that_follow_each_other_fast_are_kept_in_their_order_whatever_the_disk_does(disk: int) -> None:
    header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
    game = Sampled(header, header.start(), disk * MILLISECOND)
    fields = ["a7", "b7", "c7", "d7", "e7", "f7", "g7", "a1", "b1"]
    for number, field in enumerate(fields):
        game.simulated.place(game.adapter.overlay.cells[field], SECOND + number * 3 * SECOND // 10)
    game.run_until(6 * SECOND)
    assert game.moves == [f"{'ybr'[number % 3]}@{field}" for number, field in enumerate(fields)]
    times = [one.at - SECOND for one in game.effects if isinstance(one, Played)]  # when it was certain
    expected = [(250 + number * 300) * MILLISECOND for number in range(len(fields))]
    assert times == pytest.approx(expected, abs=20 * MILLISECOND)
    assert game.warnings == []


def test_a_disk_that_is_busy_for_longer_than_the_queue_lasts_is_told_and_no_move_is_made_up() -> None:
    header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
    game = Sampled(header, header.start(), 5 * SECOND, most=2 * RATE)
    cells = game.adapter.overlay.cells
    game.simulated.place(cells["a7"], SECOND)
    game.simulated.place(cells["b7"], 4 * SECOND)  # while nobody looks, in an unknown order
    game.simulated.place(cells["c7"], 4 * SECOND + SECOND // 2)
    game.run_until(3 * SECOND)
    game.disk = 0
    game.run_until(9 * SECOND)
    assert game.moves[0] == "y@a7"
    assert sorted(game.moves[1:]) in ([], ["b@b7", "r@c7"])
    assert len([one for one in game.warnings if "not followed for 3 s" in one]) == 1


class Numbered:
    """Contacts whose n-th scan shows n; some scans fail."""

    def __init__(self) -> None:
        self.scans = 0
        self.errors: set[int] = set()

    def scan(self) -> Snapshot:
        self.scans += 1
        if self.scans in self.errors:
            raise PartError(str(self.scans))
        return Snapshot(self.scans, Cells(self.scans))


def numbered(most: int = MOST_WAITING) -> tuple[Numbered, Sampler, Table]:
    sense, simulated = Numbered(), SimulatedTable(bounce=0)
    ports = simulated.ports
    table = Table(sense, ports.keys, ports.lamps, ports.sound, ports.clock)
    sampler = Sampler(table, threading.RLock(), most)
    return sense, sampler, sampler.ports


@given(st.lists(st.integers(1, 12), max_size=30), st.sets(st.integers(1, 200)))
def test_scans_are_given_once_each_and_in_their_order(taken: list[int], errors: set[int]) -> None:
    sense, sampler, ports = numbered()
    sense.errors = errors
    seen: list[int] = []
    for number in taken:
        for _ in range(number):
            sampler.sample()
        for _ in range(number):
            try:
                seen.append(ports.sense.scan().reeds)
            except PartError as error:
                seen.append(int(str(error)))
    assert seen == list(range(1, sum(taken) + 1))


def test_what_is_scanned_while_the_queue_is_full_is_one_fault_and_unread_until_it_is_over() -> None:
    sense, sampler, ports = numbered(most=100)
    for _ in range(350):
        sampler.sample()
    assert [ports.sense.scan().reeds for _ in range(50)] == list(range(1, 51))
    sampler.sample()  # it is not empty yet: there is to be one gap, not many
    assert [ports.sense.scan().reeds for _ in range(50)] == list(range(51, 101))
    sampler.sample()
    with pytest.raises(PartError, match="not followed for 3 s"):
        ports.sense.scan()
    assert ports.sense.scan().reeds == sense.scans
    assert ports.unread() == ALL_CONTACTS
    assert ports.sense.scan().reeds == sense.scans
    assert ports.unread() == 0


def test_faults_keys_and_unread_contacts_are_those_of_the_scan_that_was_given() -> None:
    rig = Rig()
    sampler = Sampler(rig.ports, threading.RLock())
    ports = sampler.ports
    sampler.sample()
    rig.pi.chips["U3"].powered = False
    rig.simulated.press_key("UNDO", hold=10)
    for _ in range(3):
        sampler.sample()
    ports.sense.scan()
    assert (ports.faults(), ports.unread(), ports.keys.held()) == ((), 0, 0)
    with pytest.raises(PartError, match="U3"):
        ports.sense.scan()
    ports.sense.scan()
    assert len(ports.faults()) == 1
    assert ports.unread()
    assert ports.keys.held() == 2


def next_scan(ports: Table) -> int:
    """When the next scan was taken, however busy this machine is."""
    while True:
        with suppress(PartError):
            return ports.sense.scan().at


def test_a_thread_scans_while_its_caller_does_something_else() -> None:
    rig = Rig(clock=RealClock())
    with Sampler(rig.ports, rig.ports.turn).running() as ports:
        first = next_scan(ports)
        held_up = threading.Event()
        held_up.wait(0.3)
        seen = [next_scan(ports) for _ in range(25)]
        ports.sound.play(Tune.ACCEPTED)
        assert ports.display is not None
        ports.display.write(("Anna",))
    assert first < seen[0]
    assert seen == sorted(set(seen))
    assert not [one for one in threading.enumerate() if one.name == "scan"]


def test_a_scan_that_never_ends_is_told_after_a_while() -> None:
    ends = threading.Event()
    rig = Rig(clock=RealClock())

    class Hangs:
        def scan(self) -> Snapshot:
            ends.wait(30)
            raise PartError("over")

    sampler = Sampler(Table(Hangs(), rig.ports.keys, rig.ports.lamps, rig.ports.sound, RealClock()), threading.RLock())
    with sampler.running() as ports:
        before = ports.clock.now()
        with pytest.raises(HalError, match="no scan ends"):
            ports.sense.scan()
        assert ports.clock.now() - before >= WAITS * WAIT * SECOND
        ends.set()


def test_a_scan_is_waited_for_though_no_thread_ran_for_long(monkeypatch: pytest.MonkeyPatch) -> None:
    class Busy(threading.Condition):
        """A wait while which nothing else runs, as the computer is busy; the scan comes in the next."""

        waits = 0

        def wait_for(self, predicate: Callable[[], T], timeout: float | None = None) -> T:
            self.waits += 1
            if self.waits == 2:
                sampler.sample()
            return predicate()

    monkeypatch.setattr("hal.sampling.threading.Condition", Busy)
    sampler = Sampler(SimulatedTable().ports, threading.RLock())
    assert sampler.ports.sense.scan().reeds == 0
