"""The table of the program in the guest: emulated chips behind device files.

    python emulated_table.py FOLDER SIMULATED

Serves /dev/i2c-1 and /dev/spidev0.0, and plays FOLDER/trace once the first lamps are lit: cells on
the emulated matrix, keys on the simulated GPIO chip whose folder in sysfs is SIMULATED. Prints
`ready` when the files are there; when its input ends, it writes what lamps and buzzer did to
FOLDER/seen.
"""

import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import sleep

from cuse import I2cDevice, Server, SpiDevice
from support.pixels import lit

from firmware.games import find_adapter
from hal import KEYS, Colour, Edge, read_trace, reeds_of
from hal.chips.buses import Chip, I2cBus
from hal.chips.emulated import EmulatedPi
from hal.clock import RealClock, VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import load_nothing, read_header
from wiring import read_pins

BEFORE = SECOND // 2  # from the first light to the first touch
BUZZER_PERIOD = 0.01  # seconds from one look at the buzzer's line to the next
SILENCE = SECOND // 25  # that ends a tune

Happening = tuple[int, Callable[[], object]]
"""When something happens (microseconds), and what."""


class EmulatedTable:
    """The table of one game, and what is seen of it.

    simulated: the GPIO chip's folder. frames: what the pixels showed, one after the other. tunes:
    how many there were.
    """

    def __init__(self, trace: Path, simulated: Path) -> None:
        self._clock = RealClock()
        self._trace = read_trace(trace.read_bytes())
        header, start = read_header(self._trace.header, load_nothing)
        self._simulated_table = SimulatedTable(self._clock)
        self._simulated_table.set_up(reeds_of(find_adapter(start, header.game).start(start)))
        self._pins = read_pins()
        self._emulated = EmulatedPi(self._simulated_table, self._pins)
        chips: list[Chip] = [*self._emulated.chips.values(), self._emulated.oled]
        self._i2c = I2cBus(chips, VirtualClock(), self._pins.i2c_rate)
        self._simulated = simulated
        self._lit = threading.Event()
        self.frames: list[tuple[Colour, ...]] = []
        self.tunes = 0

    @property
    def seen(self) -> dict[str, object]:
        """What is written to FOLDER/seen in the end."""
        return {"frames": self.frames, "tunes": self.tunes, "transactions": self._i2c.transactions}

    def serve(self) -> None:
        """Serve the device files and play the trace, in threads of their own."""
        for key in KEYS:
            self._hold(key, pressed=False)
        i2c = Server(I2cDevice(self._pins.i2c_bus, self._i2c))
        spi = Server(SpiDevice(self._pins.spi_bus, self._emulated.spi, self._look))
        for task in (i2c.serve, spi.serve, self._listen, self._play):
            threading.Thread(target=task, daemon=True).start()
        while not (i2c.path.exists() and spi.path.exists()):
            sleep(0.01)

    def _look(self) -> None:
        self.frames.append(lit(self._emulated))
        self._lit.set()

    def _line(self, gpio: int) -> Path:
        return self._simulated / f"sim_gpio{gpio}"

    def _hold(self, key: str, *, pressed: bool) -> None:
        """Join a key's line to ground, or leave it to the pull-up."""
        level = "pull-down" if pressed else "pull-up"
        (self._line(self._pins.keys[key]) / "pull").write_text(level, "ascii")

    def _listen(self) -> None:
        line = os.open(self._line(self._pins.buzzer) / "value", os.O_RDONLY)
        heard = 0
        while True:
            sleep(BUZZER_PERIOD)
            if os.pread(line, 1, 0) == b"1":
                now = self._clock.now()
                self.tunes += now - heard > SILENCE
                heard = now

    def _play(self) -> None:
        self._lit.wait()
        began = self._clock.now() + BEFORE
        edges = [edge._replace(at=edge.at + began) for edge in self._trace.edges]
        self._simulated_table.feed(edge for edge in edges if edge.layer is not None)
        for at, happen in self._presses(edges):
            self._clock.sleep_until(at)
            happen()

    def _presses(self, edges: list[Edge]) -> Iterator[Happening]:
        for edge in edges:
            if edge.layer is None:
                yield edge.at, partial(self._hold, KEYS[edge.number], pressed=edge.closed)


def main(folder: Path, simulated: Path) -> None:
    """Serve until the input ends."""
    table = EmulatedTable(folder / "trace", simulated)
    table.serve()
    print("ready", flush=True)
    sys.stdin.read()
    (folder / "seen").write_text(json.dumps(table.seen), "utf-8")
    os._exit(0)  # the servers' threads wait in the kernel for good


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]))
