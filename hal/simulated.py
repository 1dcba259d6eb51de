"""A whole table without hardware; its contacts bounce like real contacts.

A test or a simulation acts on it (:meth:`SimulatedTable.place`, ``lift``, ``press``, ``turn``,
``press_key``), the firmware scans it, and frames and tunes are logged for tests to assert on::

    table = SimulatedTable(seed=1)
    table.place(cell(3, 3))
    firmware_runs(table.ports)
    table.log.assert_tunes(Tune.ACCEPTED)
    table.log.assert_lamp(cell(3, 3), YELLOW)
"""

import heapq
import random
from collections.abc import Iterable, Iterator

from hal.clock import VirtualClock
from hal.contacts import NO_CELLS, Cells, Layer, one_cell
from hal.errors import PartError
from hal.ports import Clock, Colour, Frame, Table, Tune, check_frame
from hal.snapshot import KEYS, Snapshot
from hal.trace import SECOND, Edge
from wiring import CELLS

_MS = SECOND // 1000
ALL_DARK: Frame = ((0, 0, 0),) * CELLS


class Log:
    """The frames of the lamps and the tunes of the buzzer, in order, with assertions about them.

    frames: each frame that differs from the one before, and when it was shown (microseconds).
    tunes: each tune, and when it was played.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self.frames: list[tuple[int, Frame]] = [(clock.now(), ALL_DARK)]
        self.tunes: list[tuple[int, Tune]] = []
        self._claimed = 0

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port; a repeated frame is not logged again."""
        check_frame(frame)
        if frame != self.frames[-1][1]:
            self.frames.append((self._clock.now(), frame))

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port."""
        self.tunes.append((self._clock.now(), Tune(tune)))

    def lamp(self, cell: int) -> Colour:
        """Return the colour under a cell now."""
        return self.frames[-1][1][cell]

    def assert_tunes(self, *tunes: Tune) -> None:
        """Fail unless exactly these tunes were played since the last call."""
        played = [tune for _, tune in self.tunes[self._claimed :]]
        self._claimed = len(self.tunes)
        if played != list(tunes):
            raise AssertionError(f"played {played}, not {list(tunes)}")


class Logged:
    """Lamps and sound of a table, with a log of them: hal's Lamps and Sound ports."""

    def __init__(self, table: Table, log: Log) -> None:
        self._table = table
        self._log = log

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port; lamps that fail are dark."""
        try:
            self._table.lamps.show(frame, brightness)
        except PartError:
            self._log.show(ALL_DARK)
            raise
        self._log.show(frame)

    def play(self, tune: Tune, volume: float = 1.0) -> None:
        """Hal's Sound port."""
        self._table.sound.play(tune, volume)
        self._log.play(tune)


class SimulatedTable:
    """A table of 96 cells with reed, button, tilt contact and lamp, four keys and a buzzer.

    seed: of the bounces. bounce: the longest bounce of a reed or a button in seconds, 0 for ideal
    contacts; each change bounces for a random time up to it. The tilt contact of a turned hourglass
    chatters for 50-200 ms (none with bounce 0). parts: examples of words for parts that break.
    """

    parts: tuple[str, ...] = ()

    def __init__(self, clock: Clock | None = None, *, seed: int = 0, bounce: float = 0.005) -> None:
        self.clock: Clock = clock if clock is not None else VirtualClock()
        self.log = Log(self.clock)
        self.edges: list[Edge] = []
        self._random = random.Random(seed)
        self._bounce = int(bounce * SECOND)
        self._coming: list[tuple[int, int, Edge]] = []  # a heap: time, order of scheduling, edge
        self._order = 0
        self._closed: dict[Layer | None, Cells] = dict.fromkeys(
            (*Layer, None), NO_CELLS
        )  # now, by layer; None: the keys, by number
        self._target = dict(self._closed)  # after all scheduled edges

    @property
    def ports(self) -> Table:
        """The table as the firmware knows it."""
        return Table(self, self, self.log, self.log, self.clock)

    # The ports of the firmware

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        now = self._catch_up()
        state = self._closed
        return Snapshot(now, state[Layer.REED], state[Layer.BUTTON], state[Layer.TILT])

    def held(self) -> int:
        """Hal's Keys port."""
        self._catch_up()
        return self._closed[None]

    def _catch_up(self) -> int:
        now = self.clock.now()
        while self._coming and self._coming[0][0] <= now:
            edge = heapq.heappop(self._coming)[2]
            if bool(self._closed[edge.layer] >> edge.number & 1) != edge.closed:
                self._closed[edge.layer] ^= one_cell(edge.number)
            self.edges.append(edge)
        return now

    # Actions of people at the table; `at` is a time in microseconds, None for now

    def set_up(self, reeds: Cells, tilts: Cells = NO_CELLS) -> None:
        """Put pieces on a set of cells before the game, without an edge in the trace.

        reeds: the cells with a piece. tilts: the cells where an hourglass stands with end A up.
        """
        for layer, cells in ((Layer.REED, reeds), (Layer.TILT, tilts)):
            self._closed[layer] |= cells
            self._target[layer] |= cells

    def break_part(self, word: str, *, broken: bool) -> bool:
        """Break the part that a word names, or mend it. Return whether there is such a part."""
        return False

    def reseed(self, seed: str) -> None:
        """Seed the bounces from now on anew."""
        self._random.seed(seed)

    def place(self, cell: int, at: int | None = None) -> None:
        """Put a magnet on a cell."""
        self._change(Layer.REED, cell, True, at)

    def lift(self, cell: int, at: int | None = None) -> None:
        """Take the magnet off a cell."""
        self._change(Layer.REED, cell, False, at)

    def press(self, cell: int, at: int | None = None, hold: float = 0.15) -> None:
        """Press a cell and let go after `hold` seconds."""
        self._press(Layer.BUTTON, cell, at, hold)

    def press_key(self, key: str, at: int | None = None, hold: float = 0.15) -> None:
        """Press a key and let go after `hold` seconds."""
        self._press(None, KEYS.index(key), at, hold)

    def turn(self, cell: int, end_a_up: bool, at: int | None = None) -> None:
        """Stand the hourglass on a cell on its other end: tilt closed with end A up."""
        self._change(Layer.TILT, cell, end_a_up, at)

    def feed(self, edges: Iterable[Edge]) -> None:
        """Schedule the edges of a trace, as they are: no bounces are added."""
        for edge in edges:
            self._schedule(edge)

    @property
    def standing(self) -> Cells:
        """The cells that hold a piece after all scheduled edges."""
        return self._target[Layer.REED]

    @property
    def end_a_up(self) -> Cells:
        """The cells with an hourglass that stands with end A up after all scheduled edges."""
        return self._target[Layer.TILT]

    @property
    def settled(self) -> bool:
        """Whether no edge is scheduled."""
        self._catch_up()
        return not self._coming

    @property
    def coming(self) -> int | None:
        """The time of the next scheduled edge in microseconds. None if there is none."""
        return self._coming[0][0] if self._coming else None

    def _press(self, layer: Layer | None, number: int, at: int | None, hold: float) -> None:
        start = self.clock.now() if at is None else at
        self._change(layer, number, True, start)
        self._change(layer, number, False, start + int(hold * SECOND))

    def _change(self, layer: Layer | None, number: int, closed: bool, at: int | None) -> None:
        if bool(self._target[layer] >> number & 1) == closed:
            return  # a second magnet on a stack, or its removal: the contact stays as is
        self._target[layer] ^= one_cell(number)
        start = self.clock.now() if at is None else at
        state = closed
        for when in self._bounces(layer):
            self._schedule(Edge(start + when, layer, number, state))
            state = not state
        # an even number of bounces follows the first contact, so it ends as it should

    def _bounces(self, layer: Layer | None) -> Iterator[int]:
        """Yield the microseconds from the first contact to each change: an odd number of times."""
        yield 0
        if not self._bounce:
            return
        if layer is Layer.TILT:
            longest = self._random.randint(50, 200) * _MS
            shortest_gap, longest_gap = 2 * _MS, 18 * _MS
        else:
            longest = self._random.randint(0, self._bounce)
            shortest_gap, longest_gap = 200, 800
        times = []
        when = 0
        while True:
            when += self._random.randint(shortest_gap, longest_gap)
            if when > longest:
                break
            times.append(when)
        yield from times[: len(times) // 2 * 2]

    def _schedule(self, edge: Edge) -> None:
        self._order += 1
        heapq.heappush(self._coming, (edge.at, self._order, edge))
