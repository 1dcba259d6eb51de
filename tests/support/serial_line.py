"""A serial line in memory, to a board whose contacts are those of a simulated table."""

from hal.serial_table import SerialTable
from hal.simulated import SimulatedTable


class Line:
    """Says hello and the state whenever it is read; `heard` are the lines that came to the board.

    said: what is said once, before all else. unplugged: neither reads nor writes. silent: says
    nothing. out_waiting: bytes that the board has not taken in.
    """

    def __init__(self, contacts: str, hello: str = "speeltafel 1 test") -> None:
        self.table = SimulatedTable(seed=3)
        self.hello = f"hello {hello} contacts={contacts} keys lamps tunes text=20x4 more=1\n"
        self.said = b"5 8 0\nboot noise \xff\n"  # of a line that has begun before
        self.unplugged = self.silent = False
        self.out_waiting = 0
        self.opened = 0
        self._written = b""

    def open(self) -> "Line":
        self._check()
        self.opened += 1
        self.said += self.hello.encode()
        return self

    def board(self) -> SerialTable:
        return SerialTable(self.open, self.table.clock)

    def read(self, most: int) -> bytes:
        self._check()
        scan, keys = self.table.scan(), self.table.held()
        said, self.said = self.said, b""
        if self.silent:
            return said
        state = f"state {scan.reeds:x} {scan.buttons:x} {scan.tilts:x} {keys:x}\r\n"
        return (said + state.encode())[:most]

    def write(self, data: bytes) -> int:
        self._check()
        self._written += data
        return len(data)

    def close(self) -> None:
        """Close it."""

    @property
    def heard(self) -> list[str]:
        return self._written.decode().splitlines()

    def _check(self) -> None:
        if self.unplugged:
            raise OSError("gone")
