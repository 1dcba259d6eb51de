"""The tables that can be opened by name: this project's own, and the tables of installed packages.

A package offers a table by an entry point of the group ``speeltafel.tables``::

    [project.entry-points."speeltafel.tables"]
    esp32 = "speeltafel_esp32:opened"

That function is called with :class:`Asked`, and returns a context manager that yields a
:class:`hal.Table`. It raises :class:`hal.OpenError` with a message that says what to check.
"""

import importlib
from collections.abc import Callable, Mapping
from contextlib import AbstractContextManager
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from hal.errors import OpenError
from hal.ports import Table
from wiring import PinMap
from wiring.text import label

GROUP = "speeltafel.tables"
OWN: Mapping[str, str] = MappingProxyType({"pi": "hal.pi.table", "serial": "hal.serial_table"})
"""This project's own tables, and the module that has the function ``opened`` of each."""


class Asked(NamedTuple):
    """How a table is to be opened.

    Attributes:
        where: the text behind the colon of ``--table NAME:WHERE``, empty without one.
        pins: the map of the table's wires, None for its own.
        patient: whether a table that lacks parts is to open nevertheless, and to wait for them.
    """

    where: str = ""
    pins: PinMap | None = None
    patient: bool = False


Opens: TypeAlias = Callable[[Asked], AbstractContextManager[Table]]
"""Opens a table within a context. Raises OpenError."""


def table_names() -> tuple[str, ...]:
    """Return the names of all tables that can be opened, this project's own first."""
    others = {one.name for one in entry_points(group=GROUP)} - OWN.keys()
    return (*OWN, *sorted(others))


def find_table(name: str) -> Opens:
    """Return the function that opens the table of this name. Raises OpenError if there is none.

    No package can replace a table of this project.
    """
    if name in OWN:
        own: Opens = importlib.import_module(OWN[name]).opened
        return own
    offered = tuple(entry_points(group=GROUP, name=name))
    if not offered:
        raise OpenError(label("there is no table {name}", name=name))
    packages = ", ".join(sorted(one.dist.name if one.dist else one.value for one in offered))
    if len(offered) > 1:
        raise OpenError(label("table {name}: several packages offer it: {packages}", name=name, packages=packages))
    try:
        found: Opens = offered[0].load()
    except (Exception, SystemExit) as error:  # whatever the import of another package raises
        raise OpenError(
            label(
                "table {name}, of {package}, cannot be loaded: {why}",
                name=name,
                package=packages,
                why=f"{type(error).__name__}: {error}",
            )
        ) from error
    return found
