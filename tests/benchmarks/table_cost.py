"""The cost of a scan of the table, on the bus and in Python.

    pip install -e '.[test]'
    python tests/benchmarks/table_cost.py             # the drivers on emulated chips
    python tests/benchmarks/table_cost.py --seconds 5

The unmodified drivers read emulated chips, which count bits (9 a byte, one for each start and
stop) and transactions. CPU is process time. That of a scan is given whole; without the emulation
(the same drivers on a bus that answers from a tape); and with what lies between drivers and kernel
on a Pi, Blinka and PureIO, whose ioctl answers from the tape. There the kernel's transfers come on
top: two system calls for a write and one for a read, and the time on the bus, in which the program
waits. A Pi Zero 2 W is about ten times as slow as a desktop: all of it has 10 ms there.
"the whole table" is firmware at 100 Hz in virtual time: scan, keys, debouncing, session, frames.
Memory is resident (Linux), in a process of its own: see table_memory.py. A start is from the
beginning of a process that imports what ``speeltafel run --table pi`` does to its first valid scan,
the best of five.
"""

import argparse
import subprocess
import sys
from collections.abc import Callable
from ctypes import memmove
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any

from rich.console import Console
from rich.table import Table

from firmware.app.loop import SCAN_RATE, Loop
from firmware.games import find_adapter
from firmware.play.session import Session, at_table
from hal.chips.emulated import EmulatedPi
from hal.clock import VirtualClock
from hal.pi.matrix import MatrixSense
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header
from wiring import read_pins

PINS = read_pins()
BITS = 1700  # the goal for a full scan of 8 x 36 contacts and the reference
MEMORY = Path(__file__).parent / "table_memory.py"
START = """
import firmware.commands.play
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from wiring import read_pins
EmulatedPi(SimulatedTable(), read_pins()).open().ports.sense.scan()
"""


class Blinka:
    """Blinka's bus over PureIO, whose ioctl gives `next_answer` in place of the kernel's."""

    def __init__(self, next_answer: Callable[[], bytes]) -> None:
        from adafruit_blinka.microcontroller.generic_linux.i2c import I2C  # noqa: PLC0415
        from Adafruit_PureIO import smbus  # noqa: PLC0415

        def ioctl(_device: int, code: int, request: Any) -> None:
            if code == smbus.I2C_RDWR:
                answer = next_answer()
                memmove(request.msgs[1].buf, answer, len(answer))

        smbus.ioctl = ioctl
        self.bus: Any = object.__new__(I2C)
        self.bus._i2c_bus = smbus.SMBus()  # noqa: SLF001
        self.bus._i2c_bus._device = _Device()  # noqa: SLF001


class _Device:
    """A file that takes everything."""

    def fileno(self) -> int:
        return 0

    def write(self, _data: bytes) -> None:
        pass

    def close(self) -> None:
        pass


class Tape:
    """A bus that repeats what the chips answered in some scans, at no cost of its own."""

    def __init__(self, bus: Any) -> None:
        self._bus = bus
        self._answers: list[bytes] = []
        self._at: int | None = None
        self._through: Any = None

    def try_lock(self) -> bool:
        return True

    def unlock(self) -> None:
        pass

    def writeto(
        self, address: int, buffer: bytes | bytearray, *, start: int = 0, end: int | None = None
    ) -> None:
        if self._at is None:
            self._bus.try_lock()
            self._bus.writeto(address, buffer, start=start, end=end)
            self._bus.unlock()
        elif self._through is not None:
            self._through.writeto(address, buffer, start=start, end=end)

    def writeto_then_readfrom(
        self, address: int, out: bytes, into: bytearray, **where: Any
    ) -> None:
        if self._at is None:
            self._bus.try_lock()
            self._bus.writeto_then_readfrom(address, out, into, **where)
            self._bus.unlock()
            self._answers.append(bytes(into[where["in_start"] : where["in_end"]]))
        elif self._through is not None:
            self._through.writeto_then_readfrom(address, out, into, **where)
        else:
            into[where["in_start"] : where["in_end"]] = self._next()

    def _next(self) -> bytes:
        assert self._at is not None
        answer = self._answers[self._at]
        self._at = (self._at + 1) % len(self._answers)
        return answer

    def rewind(self) -> None:
        """Start recording."""
        self._answers.clear()

    def play(self, *, blinka: bool = False) -> None:
        """Repeat from now on what was recorded, again and again. blinka: through its layers."""
        self._at = self._at or 0  # the answers follow what was asked before
        self._through = Blinka(self._next).bus if blinka else None


def microseconds(action: Callable[[], object], seconds: float) -> float:
    """Return the CPU time of one call in microseconds, the median of nine rounds."""
    rounds: list[float] = []
    calls = 1
    while len(rounds) < 9:
        start = process_time()
        for _ in range(calls):
            action()
        spent = process_time() - start
        if spent < seconds / 20:
            calls *= 2
        else:
            rounds.append(spent / calls * 1e6)
    return median(rounds)


def measure_bus(pi: EmulatedPi, scan: Callable[[], object]) -> tuple[int, int]:
    """Return the bits and the transactions of the scan with the most bits, of 50."""
    costs = []
    for _ in range(50):
        bits, transactions = pi.i2c.bits, pi.i2c.transactions
        scan()
        costs.append((pi.i2c.bits - bits, pi.i2c.transactions - transactions))
    return max(costs)


def measure_firmware(seconds: float) -> float:
    """Return the CPU seconds for a second of play at 100 Hz, a piece put down each second."""
    simulated = SimulatedTable()
    header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
    start = header.start()
    with EmulatedPi(simulated, PINS).open() as table:
        session = Session(at_table(header, start), find_adapter(start, header.game))
        loop = Loop(table.ports, session, lambda _: None)
        for number in range(20):
            simulated.place(12 * (number // 7) + number % 7, number * SECOND)
        loop.run_until(SECOND)
        before = process_time()
        loop.run_until(SECOND + int(4 * seconds * SECOND))
        return (process_time() - before) / (4 * seconds)


def measure_start() -> float:
    """Return the seconds from the start of a process to its first valid scan, the best of five."""
    best = float("inf")
    for _ in range(5):
        began = perf_counter()
        subprocess.run([sys.executable, "-c", START], check=True)
        best = min(best, perf_counter() - began)
    return best


def main() -> None:  # noqa: PLR0915 - a table has as many lines as it has
    """Print the table of costs."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--seconds", type=float, default=2, help="for each measurement")
    seconds = parser.parse_args().seconds

    simulated = SimulatedTable(VirtualClock())
    pi = EmulatedPi(simulated, PINS)
    with pi.open() as table:
        ports = table.ports
        for cell in range(0, 96, 3):
            simulated.place(cell)
        ports.clock.sleep_until(SECOND)
        ports.sense.scan()
        bits, transactions = measure_bus(pi, ports.sense.scan)
        emulated = microseconds(ports.sense.scan, seconds)
        keys = microseconds(ports.keys.held, seconds)
        frames = [((n, 255 - n, 9),) * 96 for n in (10, 200)]
        shown = iter(range(10**9))
        lamps = microseconds(lambda: ports.lamps.show(frames[next(shown) % 2]), seconds)
        tape = Tape(pi.i2c)
        sense = MatrixSense(PINS, tape, VirtualClock())
        sense.scan()
        tape.rewind()
        for _ in range(4 * len(PINS.chips)):  # each check of a scan comes once
            sense.scan()
        tape.play()
        drivers = microseconds(sense.scan, seconds)
        tape.play(blinka=True)
        through = microseconds(sense.scan, seconds)
        sent = len(pi.spi.sent)
    with TemporaryDirectory() as folder:
        memory = subprocess.run(
            [sys.executable, MEMORY, Path(folder) / "games.db"],
            capture_output=True, text=True, check=True,
        ).stdout.split()  # fmt: skip
    bare, full = (int(kilobytes) / 1024 for kilobytes in memory)

    printed = Table(title=f"costs of a table, {PINS.i2c_rate // 1000} kHz I2C")
    for column in ("what", "measured", "goal", ""):
        printed.add_column(column, justify="left" if column == "what" else "right")

    def row(what: str, value: float, unit: str, goal: float | None = None) -> None:
        figure = f"{value:,.0f}" if value >= 100 or value == int(value) else f"{value:.2f}"
        met = "" if goal is None else ("yes" if value <= goal else "NO")
        printed.add_row(what, f"{figure} {unit}", "" if goal is None else f"{goal:,} {unit}", met)

    row("I2C: a full scan of 8 x 36 and the reference", bits, "bits", BITS)
    row("I2C: its transactions", transactions, "")
    row("I2C: its time", bits / PINS.i2c_rate * 1000, "ms", 1000 / SCAN_RATE)
    row("SPI: a frame", sent, "bytes", 4096)
    row("SPI: its time", sent * 8 / PINS.spi_rate * 1000, "ms")
    row("CPU: a scan, drivers alone", drivers, "us")
    row("CPU: a scan, drivers with Blinka and PureIO", through, "us")
    row("CPU: a scan, emulation included", emulated, "us")
    row("CPU: the keys", keys, "us")
    row("CPU: a frame", lamps, "us")
    row(f"CPU: drivers at {SCAN_RATE} Hz and 20 frames a second",
        (through + keys) * SCAN_RATE / 1e4 + lamps * 20 / 1e4, "%")  # fmt: skip
    row(f"CPU: the whole table at {SCAN_RATE} Hz, emulation included",
        measure_firmware(seconds) * 100, "%")  # fmt: skip
    row("memory: Python alone", bare, "MB")
    row("memory: half a minute of play, with store and emulation", full, "MB", 60)
    row("start: to the first valid scan", measure_start(), "s", 1)
    Console().print(printed)


if __name__ == "__main__":
    main()
