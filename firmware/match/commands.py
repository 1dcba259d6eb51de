"""The commands to a match: values of a few scalars each."""

from typing import Literal, NamedTuple, TypeAlias

from rules import Move

What: TypeAlias = Literal["take back", "agree", "abandon", "rematch"]
"""The kinds of proposals: to take moves back, to end the match by agreement if its rules allow
that, to give it up unfinished, to play once more."""


class Play(NamedTuple):
    """A move is to be made.

    Attributes:
        ply: the number that it would have, so that a late command is refused.
        move: the move, without a second.
        at: the time of the move in microseconds, believed of the host's own table alone.
        credit: the microseconds of its way to the host, which do not count on a clock.
    """

    ply: int
    move: Move
    at: int | None = None
    credit: int = 0


class Correct(NamedTuple):
    """The last `back` moves were misread, and another move replaces them.

    Attributes:
        back: the number of wrong moves, at least 1.
        ply: the number that the move would have.
        move: the move, without a second.
        at: the time of the move in microseconds.
    """

    back: int
    ply: int
    move: Move
    at: int | None = None


class Propose(NamedTuple):
    """A proposal to the other players.

    Attributes:
        what: the kind of the proposal.
        plies: the number of moves to take back; 0 for all up to the proposer's own last move, with
            it.
    """

    what: What
    plies: int = 0


class Answer(NamedTuple):
    """The answer to a proposal. A no to the own proposal withdraws it. number: of the proposal."""

    yes: bool
    number: int


class Resign(NamedTuple):
    """A side gives the match up, so that the other wins. seat: of that side."""

    seat: str


class Abort(NamedTuple):
    """The match is given up before every seat has moved. It has no result."""


class RunClock(NamedTuple):
    """The match's own clock, which stands still after an interruption, is to run on."""


class Sit(NamedTuple):
    """A player sits down. The host has checked that this is allowed.

    Attributes:
        seat: the seat.
        level: the level of the computer, 0 for a person.
        holder: the id of the place that holds the seat, "" without a place.
        link: the fingerprint of the secret by which a place may take it, "" without a link.
        name: the new name of the player, "" for no change; after the seat's first move it is kept.
    """

    seat: str
    level: int = 0
    holder: str = ""
    link: str = ""
    name: str = ""


class Rename(NamedTuple):
    """The name of a player is corrected after the end of the match."""

    seat: str
    name: str


Command: TypeAlias = Play | Correct | Propose | Answer | Resign | Abort | RunClock | Sit | Rename
