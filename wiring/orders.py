"""Order numbers and estimated prices of parts: the entries of parts.toml."""

from functools import cache
from importlib.resources import files
from typing import NamedTuple

from wiring.read import read_toml


class Order(NamedTuple):
    """How a part is ordered. maker: a maker's number. lcsc: LCSC's. price: EUR, estimated."""

    maker: str = ""
    lcsc: str = ""
    price: float | None = None


@cache
def _entries() -> tuple[str, dict[str, Order]]:
    read = read_toml((files("wiring") / "parts.toml").read_text("utf-8"))
    named = sorted(read["parts"].items(), key=lambda one: -len(one[0]))
    return read["estimated"], {start: Order(**entry) for start, entry in named}


def estimated() -> str:
    """Return the month of the prices."""
    return _entries()[0]


def order(part: str) -> Order:
    """Return the entry with the longest start of a part's name; an empty one for no entry."""
    found = (entry for start, entry in _entries()[1].items() if part.startswith(start))
    return next(found, Order())
