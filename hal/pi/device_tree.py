"""The device tree: the devices that have pins of the header, and the rate of its I2C bus.

A line of /boot/firmware/config.txt (dtoverlay=, dtparam=) gives pins to a device: a sound card, a
1-wire bus. Linux does not always refuse them to a program, which then drives pins of that device.
"""

import os
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from wiring import PinMap
from wiring.text import N_, label

_TREE = Path("/proc/device-tree")
_BUSES = Path("/sys/class/i2c-adapter")
_OWNERS = (  # devices by the beginning of their names
    ("i2s", N_("a sound card (I2S)")),
    ("onewire", N_("1-wire (dtoverlay=w1-gpio)")),
    ("audio", N_("the Pi's own sound (dtoverlay=audremap)")),
)


def claims(pins: PinMap, owners: Mapping[int, str] | None = None) -> list[str]:
    """Return a sentence for each pin of the table that a device of this machine has.

    owners: GPIO -> name of the device that has it, None for what the device tree says.
    """
    parts = {gpio: label("the key {key}", key=key) for key, gpio in pins.keys.items()}
    parts[pins.buzzer] = label("the buzzer")
    if pins.reset is not None:
        parts[pins.reset] = label("RESET of the chips")
    owners = _owners() if owners is None else owners
    return [
        label(
            "GPIO {gpio}, where {part} is, belongs to {owner}: take its line out of "
            "/boot/firmware/config.txt and restart the Pi, or use another pin",
            gpio=gpio,
            part=part,
            owner=_named(owners[gpio]),
        )
        for gpio, part in sorted(parts.items())
        if gpio in owners
    ]


def bus_rate(pins: PinMap) -> int | None:
    """Return the bits a second for which the I2C bus is set up. None where that is not known."""
    try:
        cells = (_BUSES / f"i2c-{pins.i2c_bus}/of_node/clock-frequency").read_bytes()
    except OSError:
        return None
    return int.from_bytes(cells, "big")


def _named(device: str) -> str:
    for beginning, name in _OWNERS:
        if device.startswith(beginning):
            return label(name)
    return device


def _owners() -> Mapping[int, str]:
    """Return GPIO -> name of the device that has it.

    An enabled node names groups of pins by their handles (pinctrl-0); a group lists its GPIOs as
    numbers (brcm,pins) or, on a Pi 5, as names (pins).
    """
    groups: dict[int, list[int]] = {}
    devices: list[tuple[str, list[int]]] = []
    for folder, _, files in os.walk(_TREE):
        node = Path(folder)
        if "phandle" in files and ({"brcm,pins", "pins"} & {*files}):
            groups[_cells(node / "phandle")[0]] = list(_gpios(node))
        if "pinctrl-0" in files and _enabled(node):
            devices.append((node.name, _cells(node / "pinctrl-0")))
    return {gpio: name for name, handles in devices for handle in handles for gpio in groups.get(handle, ())}


def _enabled(node: Path) -> bool:
    status = node / "status"
    return not status.exists() or status.read_bytes().rstrip(b"\0") in (b"okay", b"ok")


def _gpios(node: Path) -> Iterator[int]:
    if (node / "brcm,pins").exists():
        yield from _cells(node / "brcm,pins")
    else:
        yield from map(int, re.findall(rb"gpio(\d+)\0", (node / "pins").read_bytes()))


def _cells(file: Path) -> list[int]:
    """Return the numbers of a property: four bytes each, the highest first."""
    data = file.read_bytes()
    return [int.from_bytes(data[at : at + 4], "big") for at in range(0, len(data), 4)]
