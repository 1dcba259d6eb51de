"""The rules that a table must keep to work when it is built: each a figure with its limit.

An error of a broken rule names the nearest value of an entry that keeps it. All figures are
computed, for the worst of all places and tolerances together; see :mod:`wiring.magnetics`.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

from wiring import controller, levels, tile
from wiring.frame import CONTROLLER, LATH, LATH_DOWN, PI_BOARD, PLUG, SLEEVE, STAND_OFF
from wiring.magnetics import (
    APART,
    LATCH,
    NEIGHBOURS,
    OWN,
    PRESS,
    STACKED,
    corners,
    glasses,
    pull,
    strongest,
    turned,
    weakest,
    weights,
)
from wiring.pins import LONGEST_LINE, PinMap
from wiring.places import DRILLED, Point, button_high, check_cell
from wiring.read import WiringError
from wiring.text import N_

SHOWN = 30.0  # %, the least part of a lamp's hole that a centred foot does not cover
BELOW = (  # mm, the parts below the plate from top to bottom, and their tolerance upwards
    (LATH_DOWN, 0.5),  # the blocks of a lath
    (LATH[1], 0.5),  # a lath
    (2.0, 0.0),  # air
    (CONTROLLER[1], 0.5),  # the controller's tallest part, C1
    (CONTROLLER[0], 0.16),  # the controller
    (controller.APART, 0.2),  # stand-offs between them
    (PI_BOARD, 0.1),  # the Pi
    (STAND_OFF, 0.2),  # stand-offs below the Pi
)
TILED = (  # the same below a plate with tiles
    (SLEEVE[1], 0.1),
    (tile.THICK, 0.16),
    (PLUG, 1.0),  # headers with the plugs of ribbons
    *BELOW[2:],
)
CAP_OFF = 0.2  # mm by which a button's cap may stand too high or too low
SOLD = 0.5  # mm from a height of a button that is sold to the next
_TRIES = 4  # values that mend a rule and break another before an entry is given up
_FARTHEST = 400  # steps from the value of an entry in which another value is looked for
_VALUES = {  # of the entries of table.toml: step, least and most
    "cell.foot": (0.5, 5, 19.5),
    "cell.plate": (0.1, 2, 5),
    "cell.frame": (1, 10, 200),
    "cell.pixel": (0.5, 0, 15),
    "magnet.across": (1, 2, 20),
    "magnet.high": (0.5, 0.5, 10),
    "glass.magnet.across": (1, 2, 20),
    "glass.magnet.high": (0.5, 0.5, 10),
    "reed.across": (0.1, 1, 6),
    "glass.weight": (5, 5, 200),
    "pieces.stack": (1, 5, 40),
    "parts.line": (10, 10, LONGEST_LINE),
    "parts.pull_up": (1000, 1000, 1_000_000),
}
_CORNER = "cell.pixel"  # moved along the diagonal of its cell

Figure = Callable[[PinMap], float]


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


class Rule(NamedTuple):
    """A rule. text: as of `Measured`. entries: remedies to try. least: whether the limit is the least."""

    text: str
    figure: Figure
    limit: Figure
    entries: tuple[str, ...]
    least: bool = False

    def measure(self, pins: PinMap) -> Measured:
        """Return the figure of a map with its limit."""
        return Measured(self.text, self.figure(pins), self.limit(pins), self.least)


def _others(pins: PinMap) -> float:
    return strongest(pins, NEIGHBOURS)


def _stack(pins: PinMap) -> float:
    """Return the field of a single stack, in the neighbour's cell where it holds a closed reed most, AT."""
    return max(_stacks(pins, [cell]) for cell in NEIGHBOURS)


def _stacks(pins: PinMap, cells: Sequence[Point] = NEIGHBOURS) -> float:
    return strongest(pins, cells, heights=[pins.stack * level for level in range(STACKED)])


def shown(pins: PinMap) -> float:
    """Return the part of a lamp's hole that a foot in the middle of its cell does not cover, %."""
    (x, y), radius = pins.cell.pixel, DRILLED["pixel"] / 2
    across, along = np.meshgrid(*2 * (np.linspace(-radius, radius, 201),))
    hole = np.hypot(across, along) <= radius
    return float(100 * (np.hypot(x + across, y + along) > pins.cell.foot)[hole].mean())


def below(parts: Iterable[tuple[float, float]] = BELOW) -> float:
    """Return the greatest height of all parts below the plate, mm, with all tolerances upwards."""
    return sum(high + more for high, more in parts)


def cap_off(pins: PinMap) -> float:
    """Return how far the cap of the best button that is sold is off its height, mm."""
    wanted = button_high(pins.cell.plate)
    return round(abs(round(wanted / SOLD) * SOLD - wanted), 6)


RULES = (
    Rule(
        N_("Weakest field of a piece at its own reed switches: {value} AT (needed: {limit} AT)."),
        weakest,
        lambda pins: OWN * pins.reed.pull_in[1],
        ("cell.foot", "cell.plate"),
        least=True,
    ),
    Rule(
        N_("Strongest field of all eight neighbours at a reed switch: {value} AT (opens at {limit} AT)."),
        _others,
        lambda pins: pins.reed.drop_out,
        ("magnet.high", "magnet.across", "cell.foot"),
    ),
    Rule(
        N_("A piece's own field is {value} times that of its neighbours (needed: {limit} times)."),
        lambda pins: weakest(pins) / _others(pins),
        lambda pins: APART * pins.reed.pull_in[1] / pins.reed.drop_out,
        ("cell.foot", "cell.plate", "reed.across"),
        least=True,
    ),
    Rule(
        N_("Pull between two stacked pieces: {value} g (limit {limit} g)."),
        pull,
        lambda pins: weights(pins)[0] / 2,
        ("pieces.stack",),
    ),
    Rule(
        N_("Strongest field of a stack of three in a neighbour's cell: {value} AT (opens at {limit} AT)."),
        _stack,
        lambda pins: pins.reed.drop_out,
        ("pieces.stack", "magnet.across", "cell.foot"),
    ),
    Rule(
        N_("Strongest field of eight stacks of three: {value} AT (closes at {limit} AT)."),
        _stacks,
        lambda pins: pins.reed.pull_in[0],
        ("magnet.high", "cell.foot"),
    ),
    Rule(
        N_("Strongest field of other hourglasses at a hole: {value} AT (opens at {limit} AT)."),
        glasses,
        lambda pins: pins.reed.drop_out,
        ("glass.magnet.high", "glass.magnet.across"),
    ),
    Rule(
        N_("Weakest field of an hourglass at its tilt sensor: {value} mT (needed: {limit} mT)."),
        turned,
        lambda pins: LATCH * pins.hall.operate[1],
        ("glass.magnet.across", "glass.magnet.high", "cell.foot"),
        least=True,
    ),
    Rule(
        N_("Weight of the heaviest piece: {value} g (limit {limit} g, so that it presses no button)."),
        lambda pins: weights(pins)[1],
        lambda _: PRESS,
        ("glass.weight",),
    ),
    Rule(
        N_("A piece leaves {value} percent of its lamp uncovered (needed: {limit} percent)."),
        shown,
        lambda _: SHOWN,
        ("cell.pixel", "cell.foot"),
        least=True,
    ),
    Rule(
        N_("Weakest field of a piece in a corner that closes one reed switch: {value} AT (needed: {limit} AT)."),
        lambda pins: corners(pins)[0],
        lambda pins: OWN * pins.reed.pull_in[1],
        ("cell.foot", "cell.plate"),
        least=True,
    ),
    Rule(
        N_("Strongest field of a piece in a corner at the other reed switch: {value} AT (closes at {limit} AT)."),
        lambda pins: corners(pins)[1],
        lambda pins: pins.reed.pull_in[0],
        ("magnet.across", "magnet.high"),
    ),
    Rule(
        N_("What lies below the plate is up to {value} mm high (limit {limit} mm)."),
        lambda _: below(),
        lambda pins: pins.cell.frame,
        ("cell.frame",),
    ),
    Rule(
        N_("With tiles it is up to {value} mm high (limit {limit} mm)."),
        lambda _: below(TILED),
        lambda pins: pins.cell.frame,
        ("cell.frame",),
    ),
    Rule(
        N_("A reed switch is {value} mm thick (limit {limit} mm, the gap above a tile)."),
        lambda pins: pins.reed.across,
        lambda _: SLEEVE[1],
        ("reed.across",),
    ),
    Rule(
        N_("A button's cap ends {value} mm from where it should (limit {limit} mm)."),
        cap_off,
        lambda _: CAP_OFF,
        ("cell.plate",),
    ),
    Rule(
        N_("Highest voltage of a column that should read low: {value} V (limit {limit} V)."),
        levels.low,
        lambda _: levels.VIL,
        ("parts.diode", "parts.pull_up"),
    ),
    Rule(
        N_("A column recovers in {value} µs (limit {limit} µs)."),
        levels.recovery,
        levels.settle,
        ("parts.line", "parts.pull_up"),
    ),
)


def design_rules(pins: PinMap) -> tuple[Measured, ...]:
    """Return the figure of every rule with its limit."""
    return tuple(rule.measure(pins) for rule in RULES)


def check_rules(pins: PinMap) -> None:
    """Raise WiringError for a map that breaks a rule: the figure, the rule, and a remedy."""
    for rule in RULES:
        found = rule.measure(pins)
        if not found.fine:
            remedies = "; ".join(_remedies(rule, pins)) or "no single entry mends it"
            raise WiringError(f"{found}; {remedies}")


def _remedies(rule: Rule, pins: PinMap) -> Iterator[str]:
    """Yield the nearest value of each entry that keeps the rule and breaks no other.

    Where there is no such value, yield the nearest that keeps this rule, and the rule that it
    breaks.
    """
    for name in rule.entries:
        now, breaks = _of(pins, name), dict[Any, str]()
        for value in () if now is None else _near(name, now):
            changed = _changed(pins, name, (value, -value) if name == _CORNER else value)
            if not (_fits(changed) and rule.measure(changed).fine):
                continue
            figures = ((other, other.measure(changed)) for other in RULES)
            broken = next((str(one) for other, one in figures if not one.fine and other.measure(pins).fine), None)
            if broken is None:
                yield f"{name} = {_written(value)} would do, not {_written(now)}"
                breaks.clear()
                break
            breaks[value] = broken
            if len(breaks) == _TRIES:
                break
        for value, broken in list(breaks.items())[:1]:
            yield f"{name} = {_written(value)} would mend this alone, and break another: {broken}"


def _fits(pins: PinMap) -> bool:
    """Return whether the parts of a cell have room."""
    try:
        check_cell(pins.cell, pins.reed)
    except WiringError:
        return False
    return True


def _near(name: str, now: Any) -> Iterator[Any]:
    """Yield the other values of an entry, the nearest first."""
    if name not in _VALUES:
        yield from (diode for diode in levels.DROPS if diode != now)
        return
    unit, least, most = _VALUES[name]
    first = round(now / unit)
    for away in range(1, _FARTHEST):
        for step in (first - away, first + away):
            if least <= step * unit <= most:
                yield round(step * unit, 3)


def _of(pins: PinMap, name: str) -> Any:
    """Return the value of an entry; a lamp is as far right of a cell's middle as it is far of it."""
    value = attrgetter(name.removeprefix("pieces."))(pins)
    return value[0] if name == _CORNER else value


def _written(value: Any) -> str:
    return value if isinstance(value, str) else f"{value:g}"


def _changed(whole: Any, name: str, value: Any) -> Any:
    """Return a map, or a part of it, with another value of an entry."""
    first, _, rest = name.removeprefix("pieces.").partition(".")
    return whole._replace(**{first: _changed(getattr(whole, first), rest, value) if rest else value})
