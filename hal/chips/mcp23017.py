"""Emulated port expanders: an MCP23017, register by register (DS20001952), and chips in its place."""

from collections.abc import Callable

IODIR, IPOL, GPINTEN, DEFVAL, INTCON, IOCON, GPPU, INTF, INTCAP, GPIO, OLAT = range(11)
_READ_ONLY = (INTF, INTCAP)
_DRIVE_ONLY_BITS = 0x8080  # GPA7 and GPB7 since revision D

Levels = Callable[[], int]
"""Returns the levels of 16 pins, pin 0 in bit 0."""


class Mcp23017:
    """A chip; pins 0-7 are GPA0-GPA7, 8-15 GPB0-GPB7.

    address: on the bus. powered: whether it has power, and so answers. deaf: whether it keeps
    nothing that is written to it. levels: set by the board that it is on, returns the levels of its
    16 pins. changed: set by the board, called when the chip drives its pins differently.

    GPA7 and GPB7 can only drive. As inputs they always read low here, so that a driver that relies
    on them fails. Interrupts and the modes of IOCON are not emulated: their registers can be written
    and read, and have no effect.
    """

    ports = 2  # of eight pins, each with a byte of every register

    def __init__(self, address: int) -> None:
        self.address = address
        self.powered = True
        self.deaf = False
        self.levels: Levels = lambda: 0
        self.changed = _nothing
        self.reset()

    def reset(self) -> None:
        """Set the registers as after power-on or a brown-out: all pins inputs, no pull-ups."""
        self._registers = [bytearray(self.ports) for _ in range(11)]
        self._registers[IODIR][:] = b"\xff" * self.ports
        self._pointer = 0
        self.changed()

    def register(self, number: int) -> int:
        """Return both ports of a register, port A in the low byte."""
        return int.from_bytes(self._registers[number], "little")

    # The bus

    def write(self, data: bytes) -> None:
        """Take a write: a register's address, then bytes for it and the following ones."""
        if not data or self.deaf:
            return
        self._pointer = data[0]
        for byte in data[1:]:
            self._store(byte)
            self._advance()

    def read(self, count: int) -> bytes:
        """Return so many bytes, from the last written address on.

        All pins are read at once; a real chip reads each port when its byte is due.
        """
        found = bytearray()
        pins = None
        for _ in range(count):
            place = self._place()
            if place is not None and place[0] == GPIO and pins is None:
                deaf = self.register(IODIR) & _DRIVE_ONLY_BITS
                pins = self.levels() & ~deaf ^ self.register(IPOL)
            found.append(self._load(place, pins or 0))
            self._advance()
        return bytes(found)

    def _place(self) -> tuple[int, int] | None:
        """Return the register and the port at the pointer. None where there are none."""
        number, port = divmod(self._pointer, self.ports)
        return (number, port) if number < len(self._registers) else None

    def _advance(self) -> None:
        self._pointer = (self._pointer + 1) % (self.ports * len(self._registers))

    def _store(self, byte: int) -> None:
        place = self._place()
        if place is None or place[0] in _READ_ONLY:
            return
        number, port = place
        self._registers[OLAT if number == GPIO else number][port] = byte
        if number in (IODIR, GPPU, GPIO, OLAT):
            self.changed()

    def _load(self, place: tuple[int, int] | None, pins: int) -> int:
        if place is None:
            return 0
        number, port = place
        if number == GPIO:  # the pins themselves, outputs too
            return pins >> 8 * port & 0xFF
        return self._registers[number][port]


class Mcp23008(Mcp23017):
    """A chip with eight pins, whose registers therefore have other addresses."""

    ports = 1


class Twins:
    """Two chips at the same address: both take each write, and a low bit of either is read."""

    powered = True

    def __init__(self, address: int, *chips: Mcp23017) -> None:
        self.address = address
        self.chips = chips

    def write(self, data: bytes) -> None:
        """Let both take it."""
        for chip in self.chips:
            chip.write(data)

    def read(self, count: int) -> bytes:
        """Return the bits that are high in both."""
        one, other = (chip.read(count) for chip in self.chips)
        return bytes(a & b for a, b in zip(one, other, strict=True))


def _nothing() -> None:
    """Do nothing: the `changed` of a chip without a board."""
