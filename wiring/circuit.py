"""The circuit of the whole table: parts and the nets on their pins, made from the pin map.

The drawings, the bill of materials, the rules and the simulation all read it here, so that a pin
that changes in table.toml changes in all of them.

A part is named by its kind and its place: ``SR307`` is the far reed in row 3, column 7, ``SR307N``
the near reed in parallel, ``SB307`` the button, ``DR307`` the reeds' diode, ``LED39`` pixel 39 of
the chain. A tilt contact is the transistor ``ST307``, which the Hall latch ``HT307`` switches: open
with a south pole above it, closed with a north pole; ``RT307`` pulls its gate up.
"""

import re
from collections.abc import Iterator, Mapping
from enum import Enum
from typing import NamedTuple

from wiring.expanders import DRIVE_ONLY, Pin
from wiring.orders import entries
from wiring.pins import PinMap
from wiring.read import COLUMNS, WiringError, read_data
from wiring.supply import ROW_FUSE

_HEADER = """
3V3 5V  2 5V  3 GND  4 14  GND 15  17 18  27 GND  22 23  3V3 24  10 GND
9 25  11 8  GND 7  ID_SD ID_SC  5 GND  6 12  13 GND  19 16  26 20  GND 21
"""
HEADER = tuple(int(what) if what.isdecimal() else what for what in _HEADER.split())
"""The Pi's header from pin 1 on: supplies by name, others by GPIO number."""

V33, V5, V5_RAW, GND = "+3V3", "+5V", "+5V_SUPPLY", "GND"
SDA, SCL, MOSI, DATA = "SDA", "SCL", "MOSI", "DATA0"
DAMPED, BUFFERED = "MOSI_DAMPED", "MOSI_5V"
RESET = "RESET"
REF = "REF"
POWERED = "POWERED"
CELL_PART = re.compile(r"(?P<what>[SDHRC])(?P<layer>[RBT])(?P<row>\d)(?P<column>\d\d)N?")
"""The ref of a part of a cell, except its pixel."""
PLACED = "BAT54"  # the diode that a board house places, beside parts of its kind


class Use(Enum):
    """The electrical role of a pin on its net."""

    IN = "in"
    OUT = "out"
    BOTH = "both"
    PASSIVE = "passive"
    TAKES = "takes power"
    GIVES = "gives power"
    OPEN = "not connected"


class Leg(NamedTuple):
    """A pin of a part. number: as on the part. net: the net that it is on, None for no net."""

    number: str
    name: str
    use: Use
    net: str | None


class Part(NamedTuple):
    """A part. kind: its kind in the bill of materials. value: its printed value."""

    ref: str
    kind: str
    value: str
    legs: tuple[Leg, ...]

    def net(self, name: str) -> str | None:
        """Return the net on the pin of this name. None for an open pin."""
        return next(leg.net for leg in self.legs if leg.name == name)


class Circuit(NamedTuple):
    """The whole table. parts: by their ref."""

    parts: Mapping[str, Part]

    def of(self, kind: str) -> list[Part]:
        """Return all parts of a kind."""
        return [part for part in self.parts.values() if part.kind == kind]

    def nets(self) -> dict[str, list[tuple[Part, Leg]]]:
        """Return the legs on each net, by the name of the net."""
        nets: dict[str, list[tuple[Part, Leg]]] = {}
        for part in self.parts.values():
            for leg in part.legs:
                if leg.net is not None:
                    nets.setdefault(leg.net, []).append((part, leg))
        return nets


class Style(NamedTuple):
    """The look of a net.

    wire: the colour of its wires, "" without wires. step: of the guide. ink: in drawings, "" for grey.
    """

    wire: str = ""
    step: int = 0
    ink: str = ""


def style_of(net: str) -> Style:
    """Return the look of a net, as nets.toml has it."""
    return next(Style(**given) for start, given in read_data("nets.toml").items() if net.startswith(start))


def row_net(row: int) -> str:
    """Return the name of a row's net."""
    return f"ROW{row}"


def column_net(layer: str, column: int) -> str:
    """Return the name of the net of a layer's column."""
    return f"{layer.upper()}{column}"


def five_net(pins: PinMap, row: int) -> str:
    """Return the net of the 5 V of a row: behind the row's own fuse, if any."""
    return f"{V5}_{row}" if pins.supply.row_fused else V5


def sensor_net(column: int) -> str:
    """Return the name of a tilt column's net behind its resistor, on the side of the sensors."""
    return f"SENSOR{column}"


def roles(pins: PinMap) -> dict[Pin, str]:
    """Return the net on each used pin of the port expanders."""
    built = {cell // COLUMNS for cell in pins.cells}
    found = {pin: row_net(row) for row, pin in enumerate(pins.rows) if row in built}
    for layer in pins.layers:
        built = {cell % COLUMNS for cell in pins.cells}
        used = _tilt_columns(pins) if layer == "tilt" else sorted(built)
        found |= {pins.columns[layer][at]: column_net(layer, at) for at in used}
    found[pins.reference] = REF
    return found if pins.powered is None else found | {pins.powered: POWERED}


def _tilt_columns(pins: PinMap) -> list[int]:
    """Return the columns in which there are tilt sensors."""
    return sorted({at % COLUMNS for at in pins.parts.tilts})


def header_nets(pins: PinMap) -> dict[int, str]:
    """Return the net on each used pin of the Pi's header; pins are counted from 1."""
    gpios = {2: SDA, 3: SCL, 10: MOSI, pins.buzzer: "BUZZER"}
    gpios |= {gpio: f"KEY_{name}" for name, gpio in pins.keys.items()}
    if pins.reset is not None:
        gpios[pins.reset] = RESET
    supplies = {"3V3": V33, "GND": GND}
    return {
        at: net
        for at, what in enumerate(HEADER, 1)
        if (net := gpios.get(what) if isinstance(what, int) else supplies.get(what))
    }


def header_pin(gpio: int) -> int:
    """Return the pin of the Pi's header, from 1, for a GPIO."""
    return HEADER.index(gpio) + 1


def dip_pin(pin: Pin) -> int:
    """Return the number of a pin on the case of an MCP23017 (SPDIP-28, DS20001952)."""
    return pin.number + 21 if pin.number < 8 else pin.number - 7


def expander(pins: PinMap, chip: str) -> tuple[Leg, ...]:
    """Return the 28 pins of an MCP23017 in the order of their numbers."""
    nets = {dip_pin(pin): net for pin, net in roles(pins).items() if pin.chip == chip}
    legs = []
    for number in range(16):
        pin = Pin(chip, number)
        at = dip_pin(pin)
        net = nets.get(at)
        driven = number in DRIVE_ONLY or pin in pins.rows
        use = Use.OPEN if net is None else Use.OUT if driven else Use.IN
        legs.append(Leg(str(at), str(pin).partition(" ")[2], use, net))
    address = pins.chips[chip]
    straps = {f"A{bit}": V33 if address >> bit & 1 else GND for bit in range(3)}
    legs += _legs("MCP23017", **straps, RESET=V33 if pins.reset is None else RESET)
    return tuple(sorted(legs, key=lambda leg: int(leg.number)))


def _legs(value: str, **nets: str | None) -> tuple[Leg, ...]:
    """Return the legs of a part as parts.toml has them. nets: by name, of legs that are not always on the same."""
    legs = []
    for text in entries()["legs"][value]:
        number, name, use, *always = text.split()
        legs.append(Leg(number, name, Use[use.upper()], nets.get(name, always[0] if always else None)))
    return tuple(legs)


def circuit(pins: PinMap) -> Circuit:
    """Return the circuit of the whole table. Raise WiringError for two parts of a name."""
    parts: dict[str, Part] = {}
    for part in (*_pi(pins), *_chips(pins), *_matrix(pins), *_pixels(pins), *_panel(pins)):
        if part.ref in parts:
            raise WiringError(f"two parts are named {part.ref}; name the chip differently")
        parts[part.ref] = part
    return Circuit(parts)


def _two(ref: str, kind: str, value: str, one: str, other: str) -> Part:
    """Return a part with two wires that may be swapped."""
    legs = (Leg("1", "1", Use.PASSIVE, one), Leg("2", "2", Use.PASSIVE, other))
    return Part(ref, kind, value, legs)


def _diode(pins: PinMap, ref: str, anode: str, cathode: str) -> Part:
    legs = (Leg("1", "K", Use.PASSIVE, cathode), Leg("2", "A", Use.PASSIVE, anode))
    return Part(ref, "diode", pins.parts.diode, legs)


def _pi(pins: PinMap) -> Iterator[Part]:
    nets = header_nets(pins)
    legs = []
    for at, what in enumerate(HEADER, 1):
        net = nets.get(at)
        name = f"GPIO{what}" if isinstance(what, int) else f"{what}_{at}"
        if net is None:
            use = Use.OPEN
        elif net in (V33, GND):
            use = Use.GIVES if at in (1, 9) else Use.PASSIVE  # joined inside the Pi
        elif net in (SDA, SCL):
            use = Use.BOTH
        else:
            use = Use.IN if net.startswith("KEY_") else Use.OUT
        legs.append(Leg(str(at), name, use, net))
    yield Part("J1", "pi", "Raspberry Pi", tuple(legs))


def _chips(pins: PinMap) -> Iterator[Part]:
    for chip in pins.chips:
        yield Part(chip, "expander", "MCP23017", expander(pins, chip))
        yield _two(f"C_{chip}", "100 nF", "100 nF", V33, GND)
    if pins.reset is not None:
        yield _two("R_RESET", "10 kohm", "10 kohm", RESET, V33)  # while the Pi does not drive it
    if pins.powered is not None:
        yield _two("R_FIVE", "10 kohm", "10 kohm", V5, POWERED)
        yield _two("R_ZERO", "15 kohm", "15 kohm", GND, POWERED)


def _matrix(pins: PinMap) -> Iterator[Part]:
    for layer in pins.layers:
        letter = layer[0].upper()
        for at in pins.parts.tilts if layer == "tilt" else pins.cells:
            row, column = divmod(at, COLUMNS)
            place = f"{letter}{row}{column:02}"
            between = f"N{place}"
            if layer == "tilt":
                yield from _sensor(pins, place, column, row)
                continue
            own = column_net(layer, column)
            yield _two(f"S{place}", layer, layer, own, between)
            if layer == "reed":
                yield _two(f"S{place}N", layer, layer, own, between)
            yield _diode(pins, f"D{place}", between, row_net(row))
    for column in _tilt_columns(pins):
        # against a hand's static charge on long wires: it ends in this resistor
        ends = column_net("tilt", column), sensor_net(column)
        yield _two(f"R_{sensor_net(column)}", "470 ohm", "470 ohm", *ends)
    yield _diode(pins, "DREF", REF, row_net(pins.reference_row))
    if pins.parts.pull_up is not None:
        driven = {row_net(row) for row in range(len(pins.rows))} | {POWERED}
        for net in (net for net in roles(pins).values() if net not in driven):
            value = f"{pins.parts.pull_up} ohm"
            yield _two(f"R_{net}", "pull-up", value, net, V33)


def _sensor(pins: PinMap, place: str, column: int, row: int) -> Iterator[Part]:
    """Return the parts of a tilt sensor: with wires, or flat for a board house."""
    between, gate, placed = f"N{place}", f"GATE{place}", pins.parts.diode == PLACED
    five = five_net(pins, row)
    transistor, latch = ("2N7002", "DRV5013AD in SOT-23") if placed else ("2N7000", "DRV5013AD")
    yield Part(f"S{place}", "tilt", transistor, _legs(transistor, D=between, G=gate, S=row_net(row)))
    yield _diode(pins, f"D{place}", sensor_net(column), between)
    yield Part(f"H{place}", "hall", latch, _legs(latch, VCC=five, OUT=gate))
    size = " 0805" if placed else ""
    yield _two(f"R{place}", "47 kohm", f"47 kohm{size}", gate, five)
    yield _two(f"C{place}", "100 nF", f"100 nF{size}", five, GND)


def _pixels(pins: PinMap) -> Iterator[Part]:
    supply = pins.supply
    legs = (Leg("1", "5V", Use.GIVES, V5_RAW), Leg("2", "0V", Use.PASSIVE, GND))
    yield Part("J2", "supply", f"{supply.volts:g} V {supply.amps:g} A", legs)
    legs = (Leg("1", "IN", Use.PASSIVE, V5_RAW), Leg("2", "OUT", Use.GIVES, V5))
    yield Part("F1", "fuse", f"{supply.fuse:g} A fast", legs)
    yield _two("C1", "1000 uF", "1000 uF", V5, GND)
    yield _two("R_DATA", "47 ohm", "47 ohm", MOSI, DAMPED)  # at the Pi, where the long wire begins
    yield Part("LS1", "level shifter", "74AHCT125", shifter())
    yield _two("C_LS1", "100 nF", "100 nF", V5, GND)
    yield _two("R1", "330 ohm", "330 ohm", BUFFERED, DATA)
    for row in sorted({cell // COLUMNS for cell in pins.cells}) if supply.row_fused else ():
        yield _two(f"FROW{row}", "row fuse", f"{ROW_FUSE:g} A", V5, five_net(pins, row))
    for pixel in range(len(pins.cells)):
        last = pixel == len(pins.cells) - 1
        out = None if last else f"DATA{pixel + 1}"
        yield Part(
            f"LED{pixel}",
            "pixel",
            "WS2812B",
            (
                Leg("1", "VDD", Use.TAKES, five_net(pins, pins.chain[pixel] // COLUMNS)),
                Leg("2", "DOUT", Use.OPEN if last else Use.OUT, out),
                Leg("3", "VSS", Use.TAKES, GND),
                Leg("4", "DIN", Use.IN, f"DATA{pixel}"),
            ),
        )


def shifter() -> tuple[Leg, ...]:
    """Return the 14 pins of the 74AHCT125: its first gate shifts the data, the others are off."""
    return _legs("74AHCT125")


def _panel(pins: PinMap) -> Iterator[Part]:
    """Return the keys, the buzzer and the display."""
    for name in pins.keys:
        yield _two(f"R_{name}", "1 kohm", "1 kohm", f"KEY_{name}", f"SWITCH_{name}")
        yield _two(f"SW_{name}", "key", name, f"SWITCH_{name}", GND)
    yield _two("R2", "1 kohm", "1 kohm", "BUZZER", "PIEZO")
    yield _two("BZ1", "buzzer", "passive piezo", "PIEZO", GND)
    if pins.display is not None:
        yield Part("DS1", "display", "SSD1306 128x64", _legs("SSD1306"))


def contact(layer: str, row: int, column: int) -> str:
    """Return the ref of a contact; with D in place of S it is the ref of its diode."""
    return f"S{layer[0].upper()}{row}{column:02}"
