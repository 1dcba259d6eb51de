"""Reading and writing of sensor traces: every change of every contact, bounces included.

After header lines in brackets, which this module returns unread (only ``[setup ...]`` is its own),
each line is an edge: ``SECONDS LAYER ROW COLUMN STATE`` or ``SECONDS key NAME STATE``.
"""

import re
from typing import NamedTuple

from hal.contacts import Layer
from hal.errors import TraceError
from hal.snapshot import KEYS
from wiring import COLUMNS, ROWS
from wiring.text import label

SECOND = 1_000_000  # microseconds


class Edge(NamedTuple):
    """A change of a contact.

    at: microseconds since the start. layer: the layer of a cell's contact, None for a key. number:
    the cell, or the key's index in KEYS. closed: its new state.
    """

    at: int
    layer: Layer | None
    number: int
    closed: bool


class Trace(NamedTuple):
    """A recorded trace.

    header: the header lines that this module does not read, each with its number in the file.
    set_up: whether the game's starting pieces stand before the first edge. edges: in order of time.
    """

    header: tuple[tuple[int, str], ...]
    set_up: bool
    edges: tuple[Edge, ...]


def read_trace(data: bytes) -> Trace:
    """Return the trace in a UTF-8 text. Raise TraceError."""
    try:
        text = data.decode().removeprefix("\ufeff")
    except UnicodeDecodeError as error:
        raise TraceError(data.count(b"\n", 0, error.start) + 1, label("this is not UTF-8 text")) from None
    header: list[tuple[int, str]] = []
    set_up: bool | None = None
    edges: list[Edge] = []
    for number, raw in enumerate(text.split("\n"), 1):
        line = raw.strip()
        if line.startswith("["):
            if edges:
                raise TraceError(number, label("header {text} should stand above the first edge", text=line))
            setup = _SETUP.fullmatch(line)
            if setup is None and line.startswith("[setup"):
                raise TraceError(number, label('{text!r} should be [setup "empty"]', text=line))
            if setup is None:
                header.append((number, line))
            elif set_up is not None:
                raise TraceError(number, label("header 'setup' is given twice"))
            elif setup[1] not in ("empty", "standing"):
                raise TraceError(number, label('setup {text!r} should be "empty" or "standing"', text=setup[1]))
            else:
                set_up = setup[1] == "standing"
            continue
        said = line.partition("#")[0].strip()
        if said:
            edge = _edge(number, said)
            if edges and edge.at < edges[-1].at:
                raise TraceError(number, label("{text}: time runs backwards", text=said))
            edges.append(edge)
    return Trace(tuple(header), set_up is not False, tuple(edges))


def write_trace(trace: Trace) -> str:
    """Return the text of a trace. Reading it gives the same trace, except header line numbers."""
    lines = [line for _, line in trace.header]
    if not trace.set_up:
        lines.append('[setup "empty"]')
    return "\n".join([*lines, "", *map(_line, trace.edges)]) + "\n"


_SETUP = re.compile(r'\[setup[ \t]+"([^"]*)"\](?:\s*#.*)?')
_EDGE = re.compile(r"(\d{1,9})(?:\.(\d+))?\s+(?:key\s+(\S+)|(reed|button|tilt)\s+(\S+)\s+(\S+))\s+([01])", re.ASCII)
_LOOKS = label(
    "should look like '7.120 button 6 2 1' (SECONDS reed|button|tilt ROW COLUMN 0|1) or '9.000 key CONFIRM 1'"
)


def _edge(number: int, said: str) -> Edge:
    found = _EDGE.fullmatch(said)
    if found is None:
        raise TraceError(number, label("{text!r} {why}", text=said, why=_LOOKS))
    whole, part, key, layer, *place, closed = found.groups("")
    at = int(whole) * SECOND + int(part[:6].ljust(6, "0"))
    if key:
        if key not in KEYS:
            raise TraceError(number, label("{text!r}: the keys are {keys}", text=said, keys=", ".join(KEYS)))
        return Edge(at, None, KEYS.index(key), closed == "1")
    row, column = (int(word) if re.fullmatch(r"\d{1,3}", word, re.ASCII) else -1 for word in place)
    if not (0 <= row < ROWS and 0 <= column < COLUMNS):
        raise TraceError(
            number,
            label(
                "{text!r}: rows are 0-{rows} and columns 0-{columns}, whole numbers",
                text=said,
                rows=ROWS - 1,
                columns=COLUMNS - 1,
            ),
        )
    return Edge(at, Layer(layer), COLUMNS * row + column, closed == "1")


def _line(edge: Edge) -> str:
    seconds = f"{edge.at // SECOND}.{edge.at % SECOND:06}"
    seconds = seconds.removesuffix("00")
    if edge.layer is None:
        return f"{seconds} key {KEYS[edge.number]} {edge.closed:d}"
    row, column = divmod(edge.number, COLUMNS)
    return f"{seconds} {edge.layer.value} {row} {column} {edge.closed:d}"
