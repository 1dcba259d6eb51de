"""The hardware abstraction layer: what a table senses and shows, behind narrow ports."""

from hal.errors import (
    DisplayError,
    HalError,
    KeysError,
    LampsError,
    OpenError,
    SenseError,
    SoundError,
    TraceError,
)
from hal.ports import Clock, Colour, Display, Frame, Keys, Lamps, Sense, Sound, Table, Tune
from hal.snapshot import CELLS, KEYS, Layer, Snapshot, members
from hal.trace import Edge, Trace, read_trace, write_trace

__all__ = [
    "CELLS",
    "KEYS",
    "Clock",
    "Colour",
    "Display",
    "DisplayError",
    "Edge",
    "Frame",
    "HalError",
    "Keys",
    "KeysError",
    "Lamps",
    "LampsError",
    "Layer",
    "OpenError",
    "Sense",
    "SenseError",
    "Snapshot",
    "Sound",
    "SoundError",
    "Table",
    "Trace",
    "TraceError",
    "Tune",
    "members",
    "read_trace",
    "write_trace",
]
