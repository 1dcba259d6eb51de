"""The drawing of the keys and the buzzer: a picture with fields."""

from wiring.circuit import HEADER, header_pin
from wiring.pins import PinMap
from wiring.text import filled


def draw(pins: PinMap) -> str:
    """Return the drawing of the keys and the buzzer, as SVG."""
    return filled(
        "keys.svg",
        keys=pins.keys,
        buzzer=pins.buzzer,
        pins={name: header_pin(gpio) for name, gpio in {**pins.keys, "buzzer": pins.buzzer}.items()},
        zero=[at for at, what in enumerate(HEADER, 1) if what == "GND"],
        mark=pins.mark,
    )
