"""The simulation of the matrix as wired: its circuit for ngspice, and the voltages at the chips.

Needs ngspice (on Debian: ``apt install ngspice``). Three figures are measured on the whole matrix,
each with the parts at the worst end of their data sheets:

- the highest voltage of a column that should read low, with every contact closed, so that all
  pull-ups together lift the row that is driven low;
- the lowest voltage of a column that should read high, with nearly all pieces down: a ghost would
  pull it low;
- the time that a column takes to be high again after its row is released, beside the time that a
  scan leaves it on the I2C bus.
"""

import re
import shutil
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from wiring.circuit import CELL_PART, GND, REF, V33, Circuit, Use, circuit, column_net, contact, row_net
from wiring.pins import LAYERS, PinMap
from wiring.read import COLUMNS, ROWS, WiringError
from wiring.text import N_

VDD = 3.3
VIL, VIH = 0.2 * VDD, 0.8 * VDD  # D030 and D040 of DS20001952
LEAK = 1e-6  # A into or out of an input, D060
PULLS = 5 / 115e-6, 5 / 40e-6  # ohms of the chips' own pull-ups, D070: 40 to 115 uA at 5 V
DRIVER = 110.0
"""Ohms of a pin that drives low. D080 gives 0.6 V at 8 mA, 75 ohms, for a chip at 4.5 V. It gives
no value at 3.3 V, where a transistor is weaker, so half as much again is assumed.
"""
COLD, WARM = 10, 40  # degrees C of a room with a table
SETTLE = 30
"""Bits on the bus from the write that pulls the next row low to the read of the first port: stop,
start, address and register, start, address; nine bits a byte.
"""

MODELS = {
    "1N4148": "D(Is=2.52n Rs=0.568 N=1.752 Cjo=4p M=0.4 tt=20n)",
    "BAT85": "D(Is=21.6n Rs=3 N=1.1 Cjo=11p M=0.33 EG=0.69 XTI=2)",
    "BAT54": "D(Is=0.2u Rs=0.5 N=1 Cjo=10p M=0.33 EG=0.69 XTI=2)",
}
_CLOSED_OHMS = {"reed": 0.2, "button": 100.0}  # ohms of a contact
_GATE = 0.4, 5.0  # V at the gate of a tilt contact that is open, and closed
_TRANSISTOR = "KP=0.2 LAMBDA=0.01 CBD=20p CBS=20p IS=1e-14"
_OPEN_OHMS = 1e9
_STEP = 400e-6  # s a row in the simulation of a scan

Pattern = Callable[[int, int], bool]
"""Returns whether the contacts at this row and column are closed."""


class Measured(NamedTuple):
    """A figure with its limit, which itself will do.

    text: its English sentence, with {value} and {limit}. least: whether the limit is the least that will do,
    else it is the most.
    """

    text: str
    value: float
    limit: float
    least: bool = False

    @property
    def fine(self) -> bool:
        """Whether the value is within its limit."""
        return self.value >= self.limit if self.least else self.value <= self.limit

    def __str__(self) -> str:
        told = self.text.format(value=f"{self.value:.3g}", limit=f"{self.limit:.3g}")
        return told.removesuffix(".") + ("" if self.fine else ": OUT OF LIMITS")


class Corner(NamedTuple):
    """An end of the tolerances of the parts.

    pull: ohms of the chips' pull-ups. leak: A that leaves each column. threshold: V at which a
    transistor begins to conduct: of 2N7000, beyond the values of 2N7002. warmth: degrees C.
    """

    pull: float
    leak: float
    threshold: float
    warmth: int


_LOW_CORNER = Corner(PULLS[0], -LEAK, 3.0, COLD)
_HIGH_CORNER = Corner(PULLS[1], LEAK, 0.8, WARM)

PATTERNS: dict[str, Pattern] = {
    "every contact closed": lambda _row, _column: True,
    "all but one in each column closed": lambda row, column: column % ROWS != row,
    "every other contact closed": lambda row, column: (row + column) % 2 == 0,
    "every other row closed": lambda row, _column: row % 2 == 0,
}


def missing() -> str | None:
    """Return why no simulation is possible here. None if it is."""
    return None if shutil.which("ngspice") else "ngspice is not installed (apt install ngspice)"


def settle(pins: PinMap) -> float:
    """Return the seconds that a scan leaves a column to recover."""
    return SETTLE / pins.i2c_rate


def deck(pins: PinMap) -> str:
    """Return the matrix with every contact closed and row 0 driven low, to be run by hand."""
    wired = circuit(pins)
    lines = [*_matrix(wired, pins, PATTERNS["every contact closed"], _LOW_CORNER)]
    lines += _driven(wired, {0: "0"})
    prints = [f"print {' '.join(f'v({net})' for net in chunk)}" for chunk in _chunks(_columns(wired))]
    return _text(lines, ["op", *prints])


def simulate(pins: PinMap) -> tuple[Measured, ...]:
    """Return the three figures of the matrix as wired. Raise WiringError if ngspice fails."""
    wired = circuit(pins)
    low = max(_levels(wired, pins, pattern, _LOW_CORNER, low=True) for pattern in PATTERNS.values())
    high = min(_levels(wired, pins, pattern, _HIGH_CORNER, low=False) for pattern in PATTERNS.values())
    return (
        Measured(N_("Highest voltage of a column that should read low: {value} V (limit {limit} V)."), low, VIL),
        Measured(
            N_("Lowest voltage of a column that should read high: {value} V (limit {limit} V)."), high, VIH, least=True
        ),
        Measured(
            N_("A column recovers in {value} µs (limit {limit} µs)."), _recovery(wired, pins) * 1e6, settle(pins) * 1e6
        ),
    )


def _columns(wired: Circuit) -> list[str]:
    """Return the nets that are read, without columns that have no contact."""
    nets = wired.nets()
    columns = [column_net(layer, at) for layer in LAYERS for at in range(COLUMNS)]
    return [*(net for net in columns if net in nets), REF]


def _chunks(names: list[str]) -> Iterator[list[str]]:
    for at in range(0, len(names), 10):
        yield names[at : at + 10]


def _closed(wired: Circuit, pins: PinMap, pattern: Pattern) -> dict[tuple[str, int], bool]:
    """Return for each column net and row whether a contact joins them."""
    nets = wired.nets()
    found = {
        (net, row): pattern(row, column) and contact(layer, row, column) in wired.parts
        for layer in LAYERS
        for column in range(COLUMNS)
        if (net := column_net(layer, column)) in nets
        for row in range(ROWS)
    }
    return found | {(REF, row): row == pins.reference_row for row in range(ROWS)}


def _text(lines: Iterable[str], control: Iterable[str]) -> str:
    whole = ["* The matrix of speeltafel, from wiring/table.toml", *lines]
    return "\n".join([*whole, ".control", *control, ".endc", ".end", ""])


def _matrix(wired: Circuit, pins: PinMap, pattern: Pattern, corner: Corner) -> Iterator[str]:
    """Yield contacts, diodes and pull-ups of the circuit, without the drivers of the rows."""
    for diode in sorted({part.value for part in wired.of("diode")}):
        yield f".model {diode} {MODELS[diode]}"
    yield f".model TRANSISTOR NMOS(Level=1 VTO={corner.threshold} {_TRANSISTOR})"
    yield f".temp {corner.warmth}"
    yield f"VDD {V33} 0 {VDD}"
    for part in wired.parts.values():
        nets = [leg.net or GND for leg in part.legs]
        found = CELL_PART.fullmatch(part.ref)
        closed = found is not None and pattern(int(found["row"]), int(found["column"]))
        if part.kind == "tilt":
            drain, gate, source = nets
            yield f"V{gate} {gate} 0 {_GATE[closed]}"
            yield f"M{part.ref} {drain} {gate} {source} {source} TRANSISTOR"
        elif part.kind in _CLOSED_OHMS:
            ohms = _CLOSED_OHMS[part.kind] if closed else _OPEN_OHMS
            yield f"R{part.ref} {nets[0]} {nets[1]} {ohms:g}"
        elif part.kind == "diode":
            yield f"{part.ref} {part.net('A')} {part.net('K')} {part.value}"
        elif part.kind == "pull-up":
            yield f"RP{part.ref} {nets[0]} {nets[1]} {pins.parts.pull_up}"
        elif part.kind == "470 ohm":
            yield f"R{part.ref} {nets[0]} {nets[1]} 470"
        elif part.kind == "expander":
            for leg in part.legs:
                if leg.use is Use.IN and leg.name.startswith("GP"):
                    yield f"RU_{part.ref}_{leg.name} {leg.net} {V33} {corner.pull:.0f}"
                    yield f"IL_{part.ref}_{leg.name} {leg.net} 0 {corner.leak:g}"
                    yield f"CL_{part.ref}_{leg.name} {leg.net} 0 {pins.parts.line:g}p"


def _driven(wired: Circuit, volts: Mapping[int, str]) -> Iterator[str]:
    """Yield the driver of each row. volts: the levels of the rows that are not driven high."""
    nets = wired.nets()
    for row in range(ROWS):
        net = row_net(row)
        for part, leg in nets.get(net, []):
            if part.kind == "expander" and leg.use is Use.OUT:
                yield f"V{net} drive{row} 0 {volts.get(row, VDD)}"
                yield f"RD_{part.ref}_{leg.name} drive{row} {net} {DRIVER:.1f}"


def _levels(wired: Circuit, pins: PinMap, pattern: Pattern, corner: Corner, *, low: bool) -> float:
    """Return the worst voltage, over all rows, of the columns that should read low (or high)."""
    lines = [*_matrix(wired, pins, pattern, corner)]
    lines += _driven(wired, {})
    control = []
    for row in range(ROWS):
        control += [f"alter V{row_net(row)} = 0", "op", f"echo row {row}"]
        control += [f"print {' '.join(f'v({n})' for n in chunk)}" for chunk in _chunks(_columns(wired))]
        control.append(f"alter V{row_net(row)} = {VDD}")
    said = _run(_text(lines, control))
    closed = _closed(wired, pins, pattern)
    names = {net.lower(): net for net in _columns(wired)}
    rows = re.split(r"^row (\d)$", said, flags=re.MULTILINE)[1:]
    volts = {
        (names[net], int(row)): float(value)
        for row, block in zip(rows[::2], rows[1::2], strict=True)
        for net, value in re.findall(r"v\((\w+)\) = (\S+)", block)
    }
    if volts.keys() != closed.keys():
        raise WiringError(f"ngspice gave {len(volts)} voltages, not {len(closed)}: {said[-300:]}")
    worst = [value for at, value in volts.items() if closed[at] is low]
    return max(worst, default=0.0) if low else min(worst, default=VDD)


def _recovery(wired: Circuit, pins: PinMap) -> float:
    """Return the seconds from a row's release, its contacts closed, until its columns read high."""
    lines = [*_matrix(wired, pins, PATTERNS["every other row closed"], _HIGH_CORNER)]
    rows = {  # 0 is closed and driven first, 1 is open and driven next
        0: f"PWL(0 0 {_STEP:g} 0 {_STEP + 1e-8:g} {VDD})",
        1: f"PWL(0 {VDD} {_STEP:g} {VDD} {_STEP + 1e-8:g} 0)",
    }
    lines += _driven(wired, rows)
    columns = [
        column_net(layer, at) for layer in LAYERS for at in range(COLUMNS) if contact(layer, 0, at) in wired.parts
    ]
    name = partial("t_{}".format)
    control = [f"tran 0.5u {2 * _STEP:g}"]
    control += [f"meas tran {name(net)} when v({net})={VIH:g} rise=LAST" for net in columns]
    said = _run(_text(lines, control))
    times = {
        net: float(found[1]) - _STEP
        for net in columns
        if (found := re.search(rf"^{name(net).lower()}\s*=\s*(\S+)", said, re.MULTILINE))
    }
    return max(times.values()) if len(times) == len(columns) else float("inf")


def _run(text: str) -> str:
    """Return the output of ngspice for a deck. Raise WiringError."""
    program = shutil.which("ngspice")
    if program is None:
        raise WiringError(str(missing()))
    ended = subprocess.run([program, "-b", "/dev/stdin"], input=text, capture_output=True, text=True, check=False)
    said = ended.stdout + ended.stderr
    if "Error" in said:
        raise WiringError(f"ngspice: {said[said.index('Error') :][:300]}")
    return said
