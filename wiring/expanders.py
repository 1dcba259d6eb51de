"""The pins of the port expanders, MCP23017: their names in a pin map, and the checks of their use."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from wiring.read import COLUMNS, ROWS, WiringError

DRIVE_ONLY = (7, 15)  # GPA7 and GPB7, DS20001952 rev. D
_PIN = re.compile(r"(?P<chip>\S+) GP(?P<port>[AB])(?P<bit>[0-7])")


class Pin(NamedTuple):
    """A pin of a port expander. number: 0-7 for GPA0-GPA7, 8-15 for GPB0-GPB7."""

    chip: str
    number: int

    def __str__(self) -> str:
        return f"{self.chip} GP{'AB'[self.number // 8]}{self.number % 8}"


def read_pin(entry: str, text: str, chips: Mapping[str, int]) -> Pin:
    """Return the pin that a text like ``U1 GPA0`` names. Raise WiringError."""
    found = _PIN.fullmatch(text)
    if not found:
        raise WiringError(f"{entry}: {text!r} is no pin; write a chip, a space, and GPA0-GPA7 or GPB0-GPB7")
    if found["chip"] not in chips:
        raise WiringError(f"{entry}: there is no chip {found['chip']}, only {', '.join(chips)}")
    return Pin(found["chip"], 8 * (found["port"] == "B") + int(found["bit"]))


def check_reach(rows: tuple[Pin, ...], columns: Mapping[str, tuple[Pin, ...]]) -> None:
    """Raise WiringError unless there is a pin for each row and for each column of each layer."""
    if len(rows) != ROWS:
        raise WiringError(f"matrix.rows: {len(rows)} pins drive {ROWS} rows; name one for each")
    for layer, pins in columns.items():
        if len(pins) != COLUMNS:
            raise WiringError(f"matrix.{layer}: {len(pins)} pins read {COLUMNS} columns; name one for each")


def check_pins(used: Sequence[tuple[str, Pin]], chips: Mapping[str, int]) -> None:
    """Raise WiringError for a pin used twice, a pin that cannot read, or a chip without a row."""
    taken: dict[Pin, str] = {}
    for entry, pin in used:
        if pin in taken:
            raise WiringError(f"{entry}: {pin} is {taken[pin]} already; {_free(used, chips)}")
        taken[pin] = entry
        if pin.number in DRIVE_ONLY and not entry.startswith("matrix.rows"):
            raise WiringError(
                f"{entry}: {pin} can only drive (DS20001952 rev. D); let it drive a row, "
                "and read with GPA0-GPA6 or GPB0-GPB6"
            )
    for name in chips:
        if not any(pin.chip == name for entry, pin in used if entry.startswith("matrix.rows")):
            raise WiringError(
                f"matrix.rows: no row is driven by {name}; each chip must drive one, since it is "
                "by its own rows that a chip is checked in every scan"
            )


def uses(
    rows: tuple[Pin, ...], columns: Mapping[str, tuple[Pin, ...]], reference: Pin, powered: Pin | None
) -> Iterator[tuple[str, Pin]]:
    """Yield each pin that is in use, with its entry in the pin map."""
    for at, pin in enumerate(rows):
        yield f"matrix.rows[{at}]", pin
    for layer, pins in columns.items():
        for at, pin in enumerate(pins):
            yield f"matrix.{layer}[{at}]", pin
    yield "matrix.reference.column", reference
    if powered is not None:
        yield "matrix.powered", powered


def _free(used: Iterable[tuple[str, Pin]], chips: Mapping[str, int]) -> str:
    """Return the list of free pins, as advice in an error."""
    taken = {pin for _, pin in used}
    free = [str(pin) for chip in chips for pin in (Pin(chip, n) for n in range(16)) if pin not in taken]
    return f"free are {', '.join(free)}" if free else "no pin is free"
