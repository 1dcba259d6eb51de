"""The rule engines: pure, immutable, and free of clocks, files and hardware."""

from rules.game import (
    Game,
    GameError,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    OptionError,
    Outcome,
    Position,
    load_nothing,
)
from rules.record import (
    LONGEST_NAME,
    Header,
    Record,
    RecordError,
    check_name,
    make_header,
    read_header,
    read_record,
    write_record,
)
from rules.registry import NAMES, find_game

__all__ = [
    "LONGEST_NAME",
    "NAMES",
    "Game",
    "GameError",
    "Header",
    "IllegalError",
    "Load",
    "MalformedError",
    "Move",
    "Option",
    "OptionError",
    "Outcome",
    "Position",
    "Record",
    "RecordError",
    "check_name",
    "find_game",
    "load_nothing",
    "make_header",
    "read_header",
    "read_record",
    "write_record",
]
