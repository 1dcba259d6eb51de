"""The figures that a builder has measured, which take the place of the supposed ones in a map.

They change what is judged and drawn, not what is soldered where: the map keeps its mark.
"""

from importlib.resources import files

import msgspec

from wiring.pins import PinMap
from wiring.read import WiringError, read_toml
from wiring.reeds import check_glass, check_hall, check_magnet, check_reed

Band = tuple[float, float]


class _Form(msgspec.Struct, forbid_unknown_fields=True):
    """The form, as wiring/measured.toml has it; what is not filled in is None."""

    plate: float | None = None
    sheet: float | None = None
    pull_in: Band | None = None
    drop_out: float | None = None
    remanence: Band | None = None
    operate: Band | None = None
    depth: float | None = None
    glass_across: float | None = None
    glass_high: float | None = None
    glass_weight: float | None = None
    line: float | None = None


def form() -> str:
    """Return the empty form."""
    return (files("wiring") / "measured.toml").read_text("utf-8")


def with_measured(pins: PinMap, text: str, source: str) -> PinMap:
    """Return the map with the figures of a form that is filled in.

    Raises WiringError, which names `source`, for figures that cannot be.
    """
    try:
        found = msgspec.structs.asdict(msgspec.convert(read_toml(text), _Form))
        return _taken(pins, {name: value for name, value in found.items() if value is not None})
    except (msgspec.ValidationError, WiringError) as error:
        raise WiringError(f"{source}: {error}") from None


def _taken(pins: PinMap, found: dict[str, object]) -> PinMap:
    def some(*names: str, prefix: str = "") -> dict[str, object]:
        return {name: found[prefix + name] for name in names if prefix + name in found}

    for name, most in (("plate", 5), ("sheet", 3), ("line", 1000)):
        value = found.get(name, 1)
        if not (isinstance(value, int | float) and 0 < value <= most):
            raise WiringError(f"{name}: {value} is not above 0 and up to {most}")
    reed = pins.reed._replace(**some("pull_in", "drop_out"))  # type: ignore[arg-type]
    magnet = pins.magnet._replace(**some("remanence"))  # type: ignore[arg-type]
    hall = pins.hall._replace(**some("operate", "depth"))  # type: ignore[arg-type]
    measured = some("across", "high", "weight", prefix="glass_")
    glass = pins.glass._replace(**measured)  # type: ignore[arg-type]
    check_reed(reed)
    check_magnet(magnet)
    check_hall(hall)
    check_glass(glass, pins.foot)
    return pins._replace(
        reed=reed, magnet=magnet, hall=hall, glass=glass,
        parts=pins.parts._replace(**some("line")),  # type: ignore[arg-type]
        **some("plate", "sheet"),  # type: ignore[arg-type]
    )  # fmt: skip
