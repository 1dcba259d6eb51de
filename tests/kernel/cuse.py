"""I2C and SPI device files that this process answers for, through the kernel's CUSE.

Whoever opens /dev/cuse and names a device gets each call on that device's file as a message
(linux/fuse.h) and answers it. Serve devices in a process of their own: one that is its own client
deadlocks when it ends. A write of no bytes never gets here.
"""

import errno
import os
import struct
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from hal.chips.buses import I2cBus, SpiBus

_HEADER = struct.Struct("<IIQQIIII")  # length, what, number, node, user, group, process, -
_ANSWER = struct.Struct("<IiQ")  # length, error, number
_FLUSH, _RELEASE, _INTERRUPT = 25, 18, 36
_INIT, _OPEN, _READ, _WRITE, _IOCTL = 4096, 14, 15, 16, 39
_ANY_IOCTL = 1  # CUSE_UNRESTRICTED_IOCTL: with arguments of any form
_MOST = 4096  # bytes in one write


class Client:
    """One opening of a device file.

    process: who has opened it; arguments of its ioctls are read from its memory, and answers
    written there.
    """

    def __init__(self, process: int) -> None:
        self._memory = os.open(f"/proc/{process}/mem", os.O_RDWR)
        self.address = 0  # I2C_SLAVE

    def take(self, count: int, at: int) -> bytes:
        """Return so many bytes of its memory."""
        return os.pread(self._memory, count, at)

    def give(self, data: bytes, at: int) -> None:
        """Write these bytes into its memory."""
        os.pwrite(self._memory, data, at)

    def close(self) -> None:
        """Let go of its memory: it has closed the file."""
        os.close(self._memory)


class Device(Protocol):
    """What is behind a device file. What its methods raise (OSError), the client's calls raise.

    name: of the file, below /dev.
    """

    name: str

    def read(self, client: Client, count: int) -> bytes:
        """Answer a read."""

    def write(self, client: Client, data: bytes) -> None:
        """Take a write."""

    def ioctl(self, client: Client, request: int, argument: int) -> int:
        """Answer an ioctl with what it returns."""


class Server:
    """Answers the requests to one device file.

    path: of the file, which is there once `serve` has begun.
    """

    def __init__(self, device: Device) -> None:
        self.path = Path("/dev", device.name)
        self._device = device
        self._cuse = os.open("/dev/cuse", os.O_RDWR)
        self._clients: dict[int, Client] = {}
        self._opened = 0

    def serve(self) -> None:
        """Answer requests without end."""
        buffer = bytearray(1 << 16)
        while True:
            length = os.readv(self._cuse, [buffer])
            _, what, number, _, _, _, process, _ = _HEADER.unpack_from(buffer)
            if what == _INTERRUPT:
                continue  # nothing here takes long enough to be interrupted
            error, answer = 0, b""
            try:
                answer = self._answer(what, process, bytes(buffer[_HEADER.size : length]))
            except OSError as fault:
                error = fault.errno or errno.EIO
            except Exception as fault:  # noqa: BLE001 - said here, and the client fails
                print(f"/dev/{self._device.name}: {fault!r}", file=sys.stderr, flush=True)
                error = errno.EIO
            os.write(self._cuse, _ANSWER.pack(_ANSWER.size + len(answer), -error, number) + answer)

    def _answer(self, what: int, process: int, data: bytes) -> bytes:
        device = self._device
        if what == _IOCTL:
            file, _, request, argument, _, _ = struct.unpack_from("<QIIQII", data)
            result = device.ioctl(self._clients[file], request, argument)
            return struct.pack("<iIII", result, 0, 0, 0)
        if what == _WRITE:
            file, _, count = struct.unpack_from("<QQI", data)
            device.write(self._clients[file], data[40 : 40 + count])
            return struct.pack("<II", count, 0)
        if what == _READ:
            file, _, count = struct.unpack_from("<QQI", data)
            return device.read(self._clients[file], count)
        if what == _INIT:
            major, minor = struct.unpack_from("<II", data)
            name = f"DEVNAME={device.name}".encode() + b"\0"
            return struct.pack("<8I40x", major, minor, 0, _ANY_IOCTL, _MOST, _MOST, 0, 0) + name
        if what == _OPEN:
            self._opened += 1
            self._clients[self._opened] = Client(process)
            return struct.pack("<QII", self._opened, 1, 0)  # FOPEN_DIRECT_IO
        if what == _RELEASE:
            self._clients.pop(struct.unpack_from("<Q", data)[0]).close()
            return b""
        if what == _FLUSH:
            return b""
        raise OSError(errno.ENOSYS, f"message {what}")


class I2cDevice:
    """An I2C bus's file, as linux/i2c-dev.h has it, so far as Blinka uses it."""

    _TIMEOUT, _SLAVE, _RDWR = 0x0702, 0x0703, 0x0707
    _READS = 1  # I2C_M_RD

    def __init__(self, number: int, bus: I2cBus) -> None:
        self.name = f"i2c-{number}"
        self._bus = bus

    def read(self, client: Client, count: int) -> bytes:
        """One transaction."""
        found = bytearray(count)
        self._bus.try_lock()
        try:
            self._bus.readfrom_into(client.address, found)
        finally:
            self._bus.unlock()
        return bytes(found)

    def write(self, client: Client, data: bytes) -> None:
        """One transaction."""
        self._bus.try_lock()
        try:
            self._bus.writeto(client.address, data)
        finally:
            self._bus.unlock()

    def ioctl(self, client: Client, request: int, argument: int) -> int:
        """Set the address, or pass messages."""
        if request == self._SLAVE:
            client.address = argument
        elif request == self._RDWR:
            return self._pass(client, *struct.unpack("<QI", client.take(12, argument)))
        elif request != self._TIMEOUT:
            raise OSError(errno.ENOTTY, "")
        return 0

    def _pass(self, client: Client, messages: int, count: int) -> int:
        """A write and a read in one transaction; nothing here asks for anything else."""
        out, back = struct.iter_unpack("<HHHxxQ", client.take(16 * count, messages))
        if (out[1], back[1], back[0]) != (0, self._READS, out[0]):
            raise OSError(errno.EOPNOTSUPP, "")
        found = bytearray(back[2])
        self._bus.try_lock()
        try:
            self._bus.writeto_then_readfrom(out[0], client.take(out[2], out[3]), found)
        finally:
            self._bus.unlock()
        client.give(bytes(found), back[3])
        return count


class SpiDevice:
    """An SPI bus's file, as linux/spi/spidev.h has it, for what only sends.

    told: called after each transfer.
    """

    _MESSAGE, _BITS, _RATE = 0, 3, 4
    _WRITES = 1  # the direction of an ioctl that sets

    def __init__(self, number: int, bus: SpiBus, told: Callable[[], None]) -> None:
        self.name = f"spidev{number}.0"
        self._bus = bus
        self._told = told
        self._settings = {self._BITS: 8, self._RATE: 500_000}  # the others are 0

    def read(self, client: Client, count: int) -> bytes:
        """Nothing is connected that could answer."""
        del client
        return bytes(count)

    def write(self, client: Client, data: bytes) -> None:
        """Send, as an ioctl would."""
        del client
        self._send(data)

    def ioctl(self, client: Client, request: int, argument: int) -> int:
        """Set or tell a setting, or send."""
        number, kind, size, way = (request & 0xFF, request >> 8 & 0xFF, request >> 16 & 0x3FFF, request >> 30)
        if kind != ord("k"):
            raise OSError(errno.ENOTTY, "")
        if number == self._MESSAGE:
            message = client.take(size, argument)
            address, count = struct.unpack("<Q8xI12x", message)
            data = client.take(count, address)
            self._send(data)
            return len(data)
        if way == self._WRITES:
            self._settings[number] = int.from_bytes(client.take(size, argument), "little")
        else:
            client.give(self._settings.get(number, 0).to_bytes(size, "little"), argument)
        return 0

    def _send(self, data: bytes) -> None:
        if len(data) > _MOST:  # spidev's bufsiz
            raise OSError(errno.EMSGSIZE, "")
        bus = self._bus
        bus.try_lock()
        try:
            bus.configure(baudrate=self._settings[self._RATE], bits=self._settings[self._BITS])
            bus.write(data)
        finally:
            bus.unlock()
        self._told()
