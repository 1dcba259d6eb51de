"""The figures that a builder has measured, which replace assumed figures of a map.

They change judgements and drawings, not the wiring: the map keeps its mark.
"""

import re
import tomllib
from functools import cache
from importlib.resources import files
from typing import Any

from wiring.pins import PinMap
from wiring.places import check_places
from wiring.read import WiringError, read_toml
from wiring.reeds import check_glass, check_hall, check_magnet, check_reed

_COMMA = re.compile(r"=\s*\d+,\d")
"""A number with a comma where its point should be."""


def form() -> str:
    """Return the empty form."""
    return (files("wiring") / "measured.toml").read_text("utf-8")


@cache
def examples() -> dict[str, float | list[float]]:
    """Return the figures of the form by name, each with the value that it has until filled in.

    A list for figures that have a least and a most.
    """
    lines = (line.removeprefix("# ") for line in form().splitlines())
    return tomllib.loads("\n".join(line for line in lines if re.match(r"\w+ = ", line)))


def with_measured(pins: PinMap, text: str, source: str) -> PinMap:
    """Return the map with the figures of a form that is filled in.

    Raise WiringError, which names `source`, for impossible figures.
    """
    try:
        return _taken(pins, _read(text))
    except WiringError as error:
        raise WiringError(f"{source}: {error}") from None


def _read(text: str) -> dict[str, Any]:
    """Return the figures of a form by name. Raise WiringError for figures unknown to the form."""
    try:
        found = read_toml(text)
    except WiringError as error:
        hint = "; write a point in numbers, not a comma" if _COMMA.search(text) else ""
        raise WiringError(f"{error}{hint}") from None
    asked = examples()
    for name, value in found.items():
        if name not in asked:
            raise WiringError(f"{name}: the form asks for no such figure, but for {', '.join(asked)}")
        several = isinstance(asked[name], list)
        figures = value if several and isinstance(value, list) else [value]
        if len(figures) != 1 + several or not all(type(one) in (int, float) for one in figures):
            raise WiringError(f"{name}: {value!r} cannot be read; write it like {asked[name]}")
        found[name] = tuple(figures) if several else value
    return found


def _taken(pins: PinMap, found: dict[str, Any]) -> PinMap:
    def some(*names: str, prefix: str = "") -> dict[str, Any]:
        return {name: found[prefix + name] for name in names if prefix + name in found}

    for name, most in (("sheet", 3), ("line", 1000)):
        value = found.get(name, 1)
        if not 0 < value <= most:
            raise WiringError(f"{name}: {value} is not above 0 and up to {most}")
    pins = pins._replace(
        reed=pins.reed._replace(**some("pull_in", "drop_out")),
        magnet=pins.magnet._replace(**some("remanence")),
        hall=pins.hall._replace(**some("operate", "depth")),
        glass=pins.glass._replace(**some("across", "high", "weight", prefix="glass_")),
        parts=pins.parts._replace(**some("line")),
        **some("plate", "sheet"),
    )
    check_reed(pins.reed)
    check_magnet(pins.magnet)
    check_hall(pins.hall)
    check_glass(pins.glass, pins.foot)
    check_places(pins.places, pins.foot, pins.board, pins.plate, pins.reed)
    above = pins.plate + pins.sheet
    if "depth" in found and pins.hall.depth <= above:
        raise WiringError(
            f"depth: {pins.hall.depth:g} mm below the sheet's top is still in sheet "
            f"and plate, which are {above:g} mm thick together"
        )
    return pins
