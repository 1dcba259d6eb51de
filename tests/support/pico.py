"""The program of the Pico, run here: its modules are stand-ins, its tiles emulated chips.

:class:`Pico` is a line for :class:`hal.serial_table.SerialTable`, in virtual time. Run as a program
this file is a board behind a pseudo-terminal, in real time; ``oak`` is the example package's::

    python tests/support/pico.py matrix|trellis|oak LINK

Its path is LINK; hands do what lines of standard input say, each behind its time: ``press CELL``,
``press_key NAME``, at ``oak`` ``edge LAYER NUMBER CLOSED``; ``unplug`` and ``plug`` are done to its
cable. It says ``ready`` when it is plugged in, ``lit`` at the first frame and at the first after
``dark``, and each tune as the line that asks for it.
"""

import heapq
import os
import pty
import sys
import time
import tty
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from threading import Thread
from types import ModuleType, SimpleNamespace
from typing import Any

from hal import CELLS, KEYS, Clock
from hal.chips.buses import I2cBus
from hal.clock import VirtualClock
from hal.trace import SECOND

CODE = Path(__file__).parents[2] / "wiring/pico/code.py"
ADDRESSES = (0x2E, 0x2F, 0x32, 0x33, 0x36, 0x37)
_STATUS, _PIXELS, _KEYPAD = 0x00, 0x0E, 0x10
_SAMD09 = 0x55
_FALLING, _RISING = 2, 3


class Tile:
    """The seesaw chip of a NeoTrellis tile: 4 x 4 keys, and as many pixels, behind registers.

    lit: what its pixels show, red, green and blue.
    """

    def __init__(self, address: int) -> None:
        self.address = address
        self.powered = True
        self.reset()

    def reset(self) -> None:
        self.lit = [(0, 0, 0)] * 16
        self._buffer = bytearray(48)
        self._events: deque[int] = deque()
        self._active: set[tuple[int, int]] = set()
        self._at = (0, 0)

    def press(self, key: int, *, pressed: bool) -> None:
        edge, number = _RISING if pressed else _FALLING, key // 4 * 8 + key % 4
        if (number, edge) in self._active and self.powered:
            self._events.append(number << 2 | edge)

    def write(self, data: bytes) -> None:
        if len(data) < 2:
            return  # somebody looks whether it answers
        self._at, rest = (data[0], data[1]), data[2:]
        if self._at == (_STATUS, 0x7F):
            self.reset()
        elif self._at == (_KEYPAD, 0x01):
            for edge in (_FALLING, _RISING):
                if rest[1] >> edge + 1 & 1:
                    (self._active.add if rest[1] & 1 else self._active.discard)((rest[0], edge))
        elif self._at == (_PIXELS, 0x04):
            start = int.from_bytes(rest[:2], "big")
            self._buffer[start : start + len(rest) - 2] = rest[2:]
        elif self._at == (_PIXELS, 0x05):
            pixels = (self._buffer[at : at + 3] for at in range(0, 48, 3))
            self.lit = [(red, green, blue) for green, red, blue in pixels]

    def read(self, count: int) -> bytes:
        if self._at == (_STATUS, 0x01):
            return bytes([_SAMD09])
        if self._at == (_KEYPAD, 0x04):
            return bytes([len(self._events)])
        if self._at == (_KEYPAD, 0x10):
            return bytes(self._events.popleft() if self._events else 0xFF for _ in range(count))
        return bytes(count)


class _Console:
    """The Pico's side of the USB line, which takes in no more where the computer reads nothing."""

    ROOM = 256  # bytes
    connected = True
    timeout = write_timeout = None

    def __init__(self) -> None:
        self.sent, self.heard = b"", b""

    @property
    def in_waiting(self) -> int:
        return len(self.heard)

    def read(self, count: int) -> bytes:
        found, self.heard = self.heard[:count], self.heard[count:]
        return found

    def write(self, data: bytes) -> int:
        taken = data[: max(0, self.ROOM - len(self.sent))]
        self.sent += taken
        return len(taken)


class _Scanned:
    """Keys, or a matrix of them: CircuitPython's `keypad`."""

    def __init__(self, *_: object, **__: object) -> None:
        waiting: deque[Any] = deque()
        self.events = SimpleNamespace(get=lambda: waiting.popleft() if waiting else None)
        self.press = lambda number, *, pressed: waiting.append(SimpleNamespace(key_number=number, pressed=pressed))


class Pico:
    """The board, and hands at it. It is stepped whenever its line is read.

    trellis: whether its keys are tiles. clock: of the computer. lit: what the lamps show.
    """

    out_waiting = 0

    def __init__(self, clock: Clock, *, trellis: bool) -> None:
        self._clock = clock
        self._at = clock.now()
        self._coming: list[tuple[int, int, Callable[[], object]]] = []
        self._number = count()  # of what hands do, for the order of what they do at the same time
        self.unplugged = False
        self.tiles = [Tile(address) for address in ADDRESSES] if trellis else []
        self._sent = bytes(3 * CELLS)
        self.console = _Console()
        code = self._load(trellis=trellis)
        self._table = code["Table"](code["Trellis"]() if trellis else code["Matrix"]())

    def _load(self, *, trellis: bool) -> dict[str, Any]:
        """The names of its program, but for the loop at its end."""
        pins = {f"GP{number}": number for number in range(29)}
        own: dict[str, dict[str, Any]] = {
            "time": {"monotonic": lambda: self._at / SECOND, "sleep": self.sleep},
            "board": pins,
            "keypad": {"Keys": _Scanned, "KeyMatrix": _Scanned},
            "digitalio": {"DigitalInOut": SimpleNamespace, "Direction": SimpleNamespace(OUTPUT=1)},
            "pwmio": {"PWMOut": lambda _, **settings: SimpleNamespace(**settings)},
            "usb_cdc": {"console": self.console},
            "neopixel_write": {"neopixel_write": self._light},
            "busio": {"I2C": lambda *_, frequency: I2cBus(self.tiles, self, frequency)},
        }
        own["digitalio"]["DigitalInOut"] = lambda _: SimpleNamespace()
        self._modules: dict[str, ModuleType] = {}
        for name, values in own.items():
            self._modules[name] = ModuleType(name)
            vars(self._modules[name]).update(values)
        text = CODE.read_text().removesuffix("\n\nmain()\n")
        if not trellis:
            text = text.replace("TRELLIS = True", "TRELLIS = False")
        names: dict[str, Any] = {"__name__": "code"}
        self._with_modules(lambda: exec(compile(text, str(CODE), "exec"), names))
        return names

    def _with_modules(self, do: Callable[[], object]) -> None:
        before = {name: sys.modules.get(name) for name in self._modules}
        sys.modules.update(self._modules)
        seesaw = sys.modules.get("adafruit_seesaw.seesaw")
        if seesaw is not None:
            vars(seesaw)["time"] = self._modules["time"]  # its waits, too, are virtual
        try:
            do()
        finally:
            for name, module in before.items():
                if module is None:
                    del sys.modules[name]
                else:
                    sys.modules[name] = module

    def step(self) -> None:
        """Let hands do what is due, and the program one turn of its loop."""
        while self._coming and self._coming[0][0] <= self._at:
            heapq.heappop(self._coming)[2]()
        self._with_modules(self._table.step)
        self._at += 100  # microseconds, however little it has done

    # Its own clock, which its bus and its waits let run

    def now(self) -> int:
        return self._at

    def sleep_until(self, at: int) -> None:
        self._at = max(self._at, at)

    def sleep(self, seconds: float) -> None:
        self._at += int(seconds * SECOND)

    # The line

    def open(self) -> "Pico":
        if self.unplugged:
            raise OSError("gone")
        return self

    def read(self, most: int) -> bytes:
        self.open()
        while self._at < self._clock.now():
            self.step()
        found, self.console.sent = self.console.sent[:most], self.console.sent[most:]
        return found

    def write(self, data: bytes) -> int:
        self.open()
        self.console.heard += data
        return len(data)

    def close(self) -> None:
        """Close it."""

    # Hands

    def press(self, cell: int, hold: float = 0.06) -> None:
        self._hold(lambda pressed: self._press(cell, pressed=pressed), hold)

    def press_key(self, name: str, hold: float = 0.06) -> None:
        number = KEYS.index(name)
        self._hold(lambda pressed: self._table.keys.press(number, pressed=pressed), hold)

    def _hold(self, act: Callable[[bool], None], hold: float) -> None:
        begin = max(self._at, self._clock.now())
        for at, pressed in ((begin, True), (begin + int(hold * SECOND), False)):
            heapq.heappush(self._coming, (at, next(self._number), lambda down=pressed: act(down)))  # type: ignore[misc]

    def _press(self, cell: int, *, pressed: bool) -> None:
        row, column = divmod(cell, 12)
        if self.tiles:
            tile = self.tiles[row // 4 * 3 + column // 4]
            tile.press(row % 4 * 4 + column % 4, pressed=pressed)
        else:
            self._table.cells.keys.press(cell, pressed=pressed)

    def _light(self, _: object, data: bytes) -> None:
        self._sent = bytes(data)

    @property
    def lit(self) -> list[tuple[int, int, int]]:
        found = []
        for cell in range(CELLS):
            row, column = divmod(cell, 12)
            if self.tiles:
                tile = self.tiles[row // 4 * 3 + column // 4]
                found.append(tile.lit[row % 4 * 4 + column % 4])
            else:
                at = 3 * (12 * row + (11 - column if row % 2 else column))
                green, red, blue = self._sent[at : at + 3]
                found.append((red, green, blue))
        return found


class Oak:
    """The board of wiring/examples/table-package: a line for each scan, and pieces stand on it."""

    def __init__(self) -> None:
        self._at = 0
        self._closed = {"reed": 0, "button": 0, "key": 0, "tilt": 0}  # the last is not told
        self.console = _Console()

    def step(self) -> None:
        reeds, buttons, keys, _ = self._closed.values()
        if not self.console.sent:  # or the computer takes nothing in
            self.console.write(b"%x %x %x\n" % (reeds, buttons, keys))
        self.console.heard = b""
        self._at += SECOND // 100

    def now(self) -> int:
        return self._at

    def edge(self, layer: str, number: int, closed: int) -> None:
        self._closed[layer] = self._closed[layer] & ~(1 << number) | closed << number


def _value(word: str) -> Any:
    """A word of an order: a cell, seconds, or the name of a key."""
    return int(word) if word.isdecimal() else word if word.isalpha() else float(word)


class _Cable:
    """A pseudo-terminal whose path is a link, and which can be pulled."""

    def __init__(self, link: Path) -> None:
        self._link = link
        self._ends: tuple[int, ...] = ()
        self._rest = b""
        self._lit = False

    def plug(self) -> None:
        master, device = self._ends = pty.openpty()
        tty.setraw(device)
        os.set_blocking(master, False)
        self._link.unlink(missing_ok=True)
        self._link.symlink_to(os.ttyname(device))
        print("ready", flush=True)

    def unplug(self) -> None:
        for end in self._ends:
            os.close(end)
        self._ends = ()
        self._link.unlink()

    def dark(self) -> None:
        self._lit = False

    def read(self) -> bytes:
        """What has come; its tunes and its first frame are told."""
        heard = b""
        with suppress(BlockingIOError, OSError):
            heard = os.read(self._ends[0], 65536) if self._ends else b""
        *lines, self._rest = (self._rest + heard).split(b"\n")
        for line in lines:
            if line.startswith(b"tune "):
                print(line.decode(), flush=True)
            elif not self._lit and len(line) >= 6 * CELLS:
                self._lit = True
                print("lit", flush=True)
        return heard

    def write(self, data: bytes) -> bytes:
        """Send it; return what the computer did not take in, nothing where no cable is."""
        with suppress(BlockingIOError):
            data = data[os.write(self._ends[0], data) :] if self._ends else b""
        return data


def main(kind: str, link: Path) -> None:
    """Be a board behind a pseudo-terminal until standard input ends.

    Neither board nor hands are ever busy: where this process was kept waiting, it makes up for that.
    Before each order stands its time, in microseconds of time.monotonic_ns; those that come late are
    carried out as far apart.
    """
    with suppress(PermissionError):
        os.nice(-10)  # other programs of the computer do not slow a board down
    orders: list[tuple[int, int, list[str]]] = []  # a heap: time, number, words

    def listen() -> None:
        for number, line in enumerate(sys.stdin):
            at, *words = line.split()
            heapq.heappush(orders, (int(at), number, words))
        heapq.heappush(orders, (0, 0, ["quit"]))

    cable, hands, due, before = _Cable(link), VirtualClock(), 0, 0
    board = Oak() if kind == "oak" else Pico(hands, trellis=kind == "trellis")
    while board.now() < SECOND:  # it had power, and has opened its tiles, before its cable is plugged in here
        board.step()
        hands.sleep_until(board.now())
    began = time.monotonic_ns() // 1000 - board.now()
    cable.plug()
    Thread(target=listen, daemon=True).start()
    while True:
        board.console.heard += cable.read()
        while board.now() < time.monotonic_ns() // 1000 - began:
            while orders:
                at = orders[0][0] - began
                if max(at, due + min(at - before, SECOND // 10)) > board.now():
                    break
                word, *more = heapq.heappop(orders)[2]
                due, before = board.now(), at
                if word == "quit":
                    return
                getattr(cable if hasattr(_Cable, word) else board, word)(*map(_value, more))
            board.step()
            hands.sleep_until(board.now())
            board.console.sent = cable.write(board.console.sent)
        time.sleep(max(0.0, (board.now() + began - time.monotonic_ns() // 1000) / SECOND))


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2]))
