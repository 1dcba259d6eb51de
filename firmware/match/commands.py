"""What somebody may ask of a match: values of a few scalars each."""

from typing import Literal, NamedTuple, TypeAlias

from rules import Move

What: TypeAlias = Literal["take back", "agree", "abandon", "rematch"]
"""What concerns others: to take moves back, to end the match by agreement where its rules have
that, to give it up unfinished, to play once more."""


class Play(NamedTuple):
    """A move is to be made.

    Attributes:
        ply: the number that it would have, so that one which comes too late is refused.
        move: the move, without a second.
        at: when it was made, in microseconds; believed of the host's own table alone.
        credit: the microseconds of its way to the host, which do not count on a clock.
    """

    ply: int
    move: Move
    at: int | None = None
    credit: int = 0


class Correct(NamedTuple):
    """The last `back` moves were not what they seemed: another move stands in their place.

    Attributes:
        back: how many moves are wrong, at least 1.
        ply: the number that the move would have.
        move: the move, without a second.
        at: when it was made, in microseconds.
    """

    back: int
    ply: int
    move: Move
    at: int | None = None


class Propose(NamedTuple):
    """Something that concerns others.

    Attributes:
        what: what is proposed.
        plies: how many moves to take back; 0 for all up to one's own last, with it.
    """

    what: What
    plies: int = 0


class Answer(NamedTuple):
    """The answer to a proposal; no to one's own takes it back. number: of the proposal."""

    yes: bool
    number: int


class Resign(NamedTuple):
    """A side gives the match up, so that the other wins. seat: of that side."""

    seat: str


class Abort(NamedTuple):
    """The match is given up before everybody has moved; it has no result."""


class RunClock(NamedTuple):
    """The match's own clock, which stands still after an interruption, is to run on."""


class Sit(NamedTuple):
    """Somebody sits down; the host has checked that they may.

    Attributes:
        seat: which seat.
        level: the computer's, 0 for a person.
        holder: the id of the place that holds the seat, "" for none.
        link: the fingerprint of the secret by which a place may take it, "" for none.
        name: what the player is called from now on, "" for as before; who has moved keeps theirs.
    """

    seat: str
    level: int = 0
    holder: str = ""
    link: str = ""
    name: str = ""


class Rename(NamedTuple):
    """The player of a seat is called otherwise: a correction, once the match has ended."""

    seat: str
    name: str


Command: TypeAlias = Play | Correct | Propose | Answer | Resign | Abort | RunClock | Sit | Rename
