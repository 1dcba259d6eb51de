"""The lamps: a chain of WS2812B on the SPI's data line.

Wire MOSI (GPIO 10) to the first pixel's data pin through a 74AHCT125 (3.3 V to 5 V), and feed the
chain with 5 V of its own, ground in common. A colour at full draws 20 mA, so that 96 white pixels
would draw 5.8 A: frames are dimmed to what the supply can spare.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from neopixel_spi import NeoPixel_SPI

from hal.pi.reopening import Reopenable
from hal.ports import Clock, Frame, check_frame
from wiring import CELLS, PinMap
from wiring.text import label

FULL = 20  # mA that a colour of a pixel draws at 255


def dim(frame: Frame, brightness: float, limit: float) -> Frame:
    """Return the frame as the pixels should show it.

    brightness: the part of the frame's levels that is shown, 0-1. limit: mA; a frame that would
    draw more is dimmed as a whole until it draws no more. The milliampere that each pixel draws for
    itself is not counted.
    """
    draws = sum(map(sum, frame)) * FULL / 255
    scale = brightness if draws * brightness <= limit else limit / draws
    levels = [int(level * scale) for level in range(256)]
    return tuple((levels[red], levels[green], levels[blue]) for red, green, blue in frame)


class Lamps:
    """Hal's Lamps port.

    opens: returns a bus like `busio.SPI` without other devices.
    """

    def __init__(self, pins: PinMap, opens: Callable[[], Any], clock: Clock) -> None:
        self._pins = pins
        check = label("check `dtparam=spi=on` in /boot/firmware/config.txt and /dev/spidev{bus}.0", bus=pins.spi_bus)
        self._pixels = Reopenable(lambda: self._chain(opens()), check, clock)

    def _chain(self, bus: Any) -> NeoPixel_SPI:
        rate = self._pins.spi_rate
        with _transfer():
            return NeoPixel_SPI(bus, CELLS, pixel_order="GRB", frequency=rate, auto_write=False)

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        """Hal's Lamps port. Raise PartError."""
        check_frame(frame)
        dimmed = dim(frame, self._pins.brightness * brightness, self._pins.limit)
        with self._pixels.used() as pixels, _transfer():
            pixels[:] = [dimmed[cell] for cell in self._pins.chain]
            pixels.show()

    def close(self) -> None:
        """Switch all lamps off."""
        if self._pixels.opened is not None:
            self.show(((0, 0, 0),) * CELLS)


@contextmanager
def _transfer() -> Iterator[None]:
    """Raise OSError for the bare exception that PureIO raises when a transfer times out."""
    try:
        yield
    except Exception as error:
        if type(error) is Exception:
            raise OSError(str(error)) from error
        raise
