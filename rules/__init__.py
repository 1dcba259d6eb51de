"""The rule engines: pure, immutable, and free of clocks, files and hardware."""

from rules.game import (
    AGREE,
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
from rules.reading import ProposalError, Reading, read_header, read_record
from rules.record import (
    LONGEST_NAME,
    Comment,
    Header,
    Record,
    RecordError,
    check_name,
    check_names,
    make_header,
    write_record,
)
from rules.registry import NAMES, find_game

__all__ = [
    "AGREE",
    "LONGEST_NAME",
    "NAMES",
    "Comment",
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
    "ProposalError",
    "Reading",
    "Record",
    "RecordError",
    "check_name",
    "check_names",
    "find_game",
    "load_nothing",
    "make_header",
    "read_header",
    "read_record",
    "write_record",
]
