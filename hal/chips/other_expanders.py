"""Other chips in the place of an MCP23017, and two MCP23017 at the same address."""

from hal.chips.mcp23017 import Mcp23017


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


class Mcp23008:
    """A chip with eight pins; its registers have other addresses than in an MCP23017."""

    powered = True

    def __init__(self, address: int) -> None:
        self.address = address
        self.registers = bytearray(b"\xff" + bytes(10))
        self.pointer = 0

    def write(self, data: bytes) -> None:
        """Take a register's address, then bytes for it and the following ones."""
        self.pointer = data[0] if data else self.pointer
        for byte in data[1:]:
            if self.pointer < len(self.registers):
                self.registers[self.pointer] = byte
            self.pointer += 1

    def read(self, count: int) -> bytes:
        """Return so many registers; there is nothing beyond the last."""
        return bytes((*self.registers, *bytes(256))[self.pointer : self.pointer + count])
