"""The texts, order numbers and estimated prices of parts: the entries of parts.toml."""

from typing import Any, NamedTuple

from wiring.read import read_data


class Order(NamedTuple):
    """How a part is ordered. maker: a maker's number. lcsc: LCSC's. price: EUR, estimated."""

    maker: str = ""
    lcsc: str = ""
    price: float | None = None


def entries() -> dict[str, Any]:
    """Return all of parts.toml."""
    return read_data("parts.toml")


def estimated() -> str:
    """Return the month of the prices."""
    return str(entries()["estimated"])


def order(part: str) -> Order:
    """Return the entry with the longest start of a part's name; an empty entry for an unknown part."""
    found = max((start for start in entries()["parts"] if part.startswith(start)), key=len, default=None)
    return Order() if found is None else Order(**entries()["parts"][found])
