"""What the lists say of parts, with order numbers and estimated prices: the entries of parts.toml."""

from functools import cache
from importlib.resources import files
from typing import Any, NamedTuple

from wiring.read import read_toml


class Order(NamedTuple):
    """How a part is ordered. maker: a maker's number. lcsc: LCSC's. price: EUR, estimated."""

    maker: str = ""
    lcsc: str = ""
    price: float | None = None


@cache
def entries() -> dict[str, Any]:
    """Return all of parts.toml."""
    return read_toml((files("wiring") / "parts.toml").read_text("utf-8"))


def estimated() -> str:
    """Return the month of the prices."""
    return str(entries()["estimated"])


def order(part: str) -> Order:
    """Return the entry with the longest start of a part's name; an empty one for no entry."""
    found = max((start for start in entries()["parts"] if part.startswith(start)), key=len, default=None)
    return Order() if found is None else Order(**entries()["parts"][found])
