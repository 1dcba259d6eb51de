"""A table of keys on a Raspberry Pi Pico: CircuitPython runs this file as code.py.

It speaks the protocol of hal/README.md over USB: 8 x 12 keys with lamps, CONFIRM, UNDO, HINT, MENU
and a buzzer. The keys are six NeoTrellis tiles, or switches that are wired as a matrix.
"""

import time
from binascii import unhexlify

try:
    from typing import Any
except ImportError:  # CircuitPython has none, and reads no annotation
    pass

import board
import busio
import digitalio
import keypad
import pwmio
import usb_cdc

TRELLIS = True  # False: 8 rows and 12 columns of switches, and a chain of 96 WS2812 pixels
ADDRESSES = (0x2E, 0x2F, 0x32, 0x33, 0x36, 0x37)  # of the tiles: the far row, then the near one
SDA, SCL = board.GP20, board.GP21
ROWS = (board.GP0, board.GP1, board.GP2, board.GP3, board.GP4, board.GP5, board.GP6, board.GP7)
COLUMNS = (
    board.GP8,
    board.GP9,
    board.GP10,
    board.GP11,
    board.GP12,
    board.GP13,
    board.GP14,
    board.GP15,
    board.GP16,
    board.GP17,
    board.GP18,
    board.GP19,
)
PIXELS = board.GP22  # of the matrix: cell 0 first, every second row from right to left
KEYS = (board.GP26, board.GP27, board.GP28, board.GP2 if TRELLIS else board.GP20)
BUZZER = board.GP3 if TRELLIS else board.GP21
BRIGHTNESS = 0.3  # of the lamps
MOST = 0.18  # A for the colours of all lamps: a Pico gives 0.3 A at 3V3, and 96 dark lamps take 0.1 A
FULL = 0.02  # A that one colour of one lamp takes at 255
TONES = {
    b"accepted": 880,
    b"scored": 1320,
    b"refused": 220,
    b"question": 660,
    b"warning": 440,
    b"taken-back": 330,
    b"put-right": 990,
    b"game-over": 1760,
}
CELLS = 96
HELLO = "hello speeltafel 1 pico contacts=b keys lamps tunes\n"
RESET = 0.5  # s that a tile needs after a reset
REPEAT = 0.1  # s after which the state is told though nothing has changed
ALONE = 3.0  # s without a line from the computer after which the lamps go out


class Trellis:
    """Six NeoTrellis tiles of 4 x 4 keys, in two rows of three."""

    def __init__(self) -> None:
        from adafruit_bus_device.i2c_device import I2CDevice
        from adafruit_neotrellis.neotrellis import NeoTrellis

        class Tile(NeoTrellis):  # type: ignore[misc]
            """A tile that was reset before it is opened, so that nothing waits for it."""

            def sw_reset(self, post_reset_delay: float = RESET) -> None:
                """Do nothing."""

        self.device, self.tile = I2CDevice, Tile
        self.bus: Any = None
        self.tiles: list[Any] = [None] * len(ADDRESSES)
        self.ready: dict[int, float] = {}  # number of a tile that was reset -> when it can be opened
        self.next = 0
        self.pressed = 0
        self.coming: list[tuple[int, bool]] = []  # changes to be told: a cell, and whether pressed
        self.shown = bytearray(3 * CELLS)
        self.wanted = bytes(3 * CELLS)
        self.fault = ""

    def cells_of(self, number: int) -> list[int]:
        """Return the cells of a tile, in the order of its keys."""
        first = 48 * (number // 3) + 4 * (number % 3)
        return [first + 12 * (key // 4) + key % 4 for key in range(16)]

    def begin(self, number: int) -> Any:
        """Reset a tile, and open it later: None until then. Raises OSError, RuntimeError or ValueError."""
        if self.bus is None:
            self.bus = busio.I2C(SCL, SDA, frequency=400_000)
        if number not in self.ready:
            with self.device(self.bus, ADDRESSES[number]) as device:
                device.write(b"\x00\x7f\xff")
            self.ready[number] = time.monotonic() + RESET
        if time.monotonic() < self.ready[number]:
            return None
        del self.ready[number]
        tile = self.tile(self.bus, addr=ADDRESSES[number], auto_write=False)
        for key, cell in enumerate(self.cells_of(number)):
            tile.activate_key(key, tile.EDGE_RISING)
            tile.activate_key(key, tile.EDGE_FALLING)
            tile.callbacks[key] = self.hears(cell, tile.EDGE_RISING)
            self.shown[3 * cell : 3 * cell + 3] = bytes(3)
        return tile

    def hears(self, cell: int, rising: int) -> Any:
        """Return the function that a tile calls for a key."""

        def hear(event: Any) -> None:
            self.coming.append((cell, event.edge == rising))

        return hear

    def step(self) -> None:
        """Read the next tile, which takes 9 ms, and light it if its lamps have changed."""
        number = self.next
        self.next = (number + 1) % len(ADDRESSES)
        try:
            if self.tiles[number] is None:
                self.tiles[number] = self.begin(number)
            if self.tiles[number] is not None:
                self.tiles[number].sync()
                self.light(number)
        except (OSError, RuntimeError, ValueError):  # it answers no more, or there is no bus at all
            if self.tiles[number] is not None:  # let go once, or what is missing delays all others
                self.coming += [(cell, False) for cell in self.cells_of(number)]
            self.tiles[number] = None
        if self.coming:  # one change in a step, so that each is told, in its order
            cell, pressed = self.coming.pop(0)
            self.pressed = self.pressed | 1 << cell if pressed else self.pressed & ~(1 << cell)
        silent = [hex(at) for at, tile in zip(ADDRESSES, self.tiles) if tile is None]
        self.fault = "no answer from tile " + ", ".join(silent) if silent else ""

    def light(self, number: int) -> None:
        """Send a tile the lamps that have changed."""
        changed = False
        for key, cell in enumerate(self.cells_of(number)):
            at = slice(3 * cell, 3 * cell + 3)
            if self.shown[at] != self.wanted[at]:
                self.shown[at] = self.wanted[at]
                self.tiles[number].pixels[key] = tuple(self.wanted[at])
                changed = True
        if changed:
            self.tiles[number].show()

    def show(self, colours: bytes) -> None:
        """Let the lamps have these colours, red, green and blue of each cell, in the next steps."""
        self.wanted = colours


class Matrix:
    """Switches in 8 rows and 12 columns, and pixels."""

    fault = ""

    def __init__(self) -> None:
        self.keys = keypad.KeyMatrix(ROWS, COLUMNS, interval=0.005)
        self.pin = digitalio.DigitalInOut(PIXELS)
        self.pin.direction = digitalio.Direction.OUTPUT
        self.pressed = 0

    def step(self) -> None:
        """Take one change, so that each of them is told."""
        self.pressed = changed(self.keys, self.pressed)
        time.sleep(0.01)

    def show(self, colours: bytes) -> None:
        """Light the lamps in these colours, red, green and blue of each cell."""
        import neopixel_write

        sent = bytearray(3 * CELLS)
        for cell in range(CELLS):
            row, column = divmod(cell, 12)
            at = 3 * (12 * row + (11 - column if row % 2 else column))
            red, green, blue = colours[3 * cell : 3 * cell + 3]
            sent[at : at + 3] = bytes((green, red, blue))
        neopixel_write.neopixel_write(self.pin, sent)


def changed(keys: Any, held: int) -> int:
    """Return which keys are held after the next change, if there is one; bit n for key n."""
    event = keys.events.get()
    if event is None:
        return held
    bit: int = 1 << event.key_number
    return held | bit if event.pressed else held & ~bit


class Table:
    """Tells the computer what is pressed, and does what it says."""

    def __init__(self, cells: Any) -> None:
        self.cells = cells
        self.line = usb_cdc.console
        self.line.timeout, self.line.write_timeout = 0, 0.05
        self.keys = keypad.Keys(KEYS, value_when_pressed=False, pull=True)
        self.buzzer = pwmio.PWMOut(BUZZER, duty_cycle=0, variable_frequency=True)
        self.held = 0
        self.sent, self.sent_at, self.fault = "", 0.0, ""
        self.heard_at = self.quiet_at = time.monotonic()
        self.rest = b""
        self.unsent = b""  # that the computer has not taken in
        self.write(HELLO)

    def write(self, text: str) -> None:
        """Send a line, now or when the computer takes it in."""
        if not self.line.connected:
            self.unsent = b""
            return
        self.unsent += text.encode()
        self.unsent = self.unsent[self.line.write(self.unsent) :]

    def step(self) -> None:
        """Do all once; keys wait in their own queues while the computer takes nothing in."""
        now = time.monotonic()
        if self.unsent:
            self.write("")
        else:
            self.tell(now)
        if now > self.quiet_at:
            self.buzzer.duty_cycle = 0
        if now > self.heard_at + ALONE:
            self.cells.show(bytes(3 * CELLS))
            self.heard_at = now
        if self.line.in_waiting:
            *lines, self.rest = (self.rest + self.line.read(self.line.in_waiting)).split(b"\n")
            self.rest = self.rest[-4096:]
            for line in lines:
                try:
                    self.obey(line.split(), now)
                except (IndexError, KeyError, ValueError):
                    pass  # a damaged line, or one of a later version

    def tell(self, now: float) -> None:
        """Read the keys, and tell what has changed."""
        self.cells.step()
        self.held = changed(self.keys, self.held)
        state = f"state 0 {self.cells.pressed:x} 0 {self.held:x}\n"
        if state != self.sent or now - self.sent_at > REPEAT:
            self.write(state)
            self.sent, self.sent_at = state, now
        if self.cells.fault != self.fault:
            self.fault = self.cells.fault
            self.write(f"fault {self.fault}\n")

    def obey(self, words: list[bytes], now: float) -> None:
        """Do what one line says. Raises IndexError, KeyError or ValueError for a damaged one."""
        self.heard_at = now
        if words[0] == b"hello":
            self.write(HELLO)
            self.fault = ""  # so that it is told again
        elif words[0] == b"lamps":
            colours = unhexlify(words[1])
            if len(colours) != 3 * CELLS:
                raise ValueError
            part = min(BRIGHTNESS, MOST / max(MOST, sum(colours) * FULL / 255))
            self.cells.show(bytes(int(one * part) for one in colours))
        elif words[0] == b"tune":
            self.buzzer.frequency = TONES[words[1]]
            self.buzzer.duty_cycle = 327 * min(100, max(0, int(words[2])))
            self.quiet_at = now + 0.12


def main() -> None:
    """Be a table for as long as there is power."""
    table = Table(Trellis() if TRELLIS else Matrix())
    while True:
        table.step()


main()
