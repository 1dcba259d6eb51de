"""What a game has to show: the values from which lamps, prompts and screens are made."""

from collections.abc import Mapping
from enum import Enum
from types import MappingProxyType
from typing import NamedTuple

from firmware.games import AnyAdapter, LampState
from firmware.match.events import Ended, Proposed
from firmware.opponents import Advice
from firmware.play.intensity import Intensity
from firmware.recognition.findings import Trouble
from hal import NO_CELLS, NO_CONTACTS, Cells, Contacts
from rules import Header, Move, Position


class Menu(Enum):
    """What MENU asks."""

    AGREE = "agree"  # do all agree to end the game here?
    ABANDON = "abandon"  # is the game given up, unfinished?
    RESIGN = "resign"  # does a side give it up alone, so that the other wins?
    LEAVE = "leave"  # does a side stop, so that the computer plays on for it?
    VOICE = "voice"  # shall the table speak, or be silent?
    LAMPS = "lamps"  # shall the lamps be dim, as at night, or bright?
    SOUND = "sound"  # shall the sounds be quieter, off, or loud again?


class Deviation(NamedTuple):
    """How the contacts of the table compare with the game.

    Attributes:
        expected: those that should be closed.
        missing: those that should be closed and are not, without those that say nothing reliable.
        extra: those that are closed and should not be, likewise.
        pairs: from which cell to which a piece has to go back, as far as that is known, in this
            order.
    """

    expected: Contacts
    missing: Contacts = NO_CONTACTS
    extra: Contacts = NO_CONTACTS
    pairs: tuple[tuple[int, int], ...] = ()


NOTHING_THERE = Deviation(NO_CONTACTS)
"""The contacts of a screen, which has none."""


class Hint(NamedTuple):
    """The answer to HINT.

    Attributes:
        until: when it ends, in microseconds.
        cell: what CONFIRM would press.
        asked: whether the best move is still being thought about.
        advice: that move, once it is known.
    """

    until: int
    cell: int | None = None
    asked: bool = False
    advice: Advice | None = None


class View(NamedTuple):
    """What there is to show of a match; to be built with keywords.

    Attributes:
        header: of its record.
        adapter: how the game lies on the table.
        position: with the time that has passed.
        contacts: how those of the table compare with it; none on a screen.
        highlight: what to light about the last move, by cell.
        last: the line of that move, None before the first.
        pressed: the cells pressed for the move to come.
        trouble: what the table has asked or shown, None for nothing.
        stubborn: whether what is wrong has stayed so for long, as a broken contact does.
        hint: what HINT shows, None for nothing.
        proposed: the move that a hand should make for a computer, None for none.
        menu: what MENU asks, None for nothing.
        paused: whether the game's own clock stands still.
        stays: whether no other match follows.
        voice: whether the table speaks, None where it cannot.
        intensity: how bright lamps and how loud sounds are, None where nobody chooses that.
        proposal: what somebody asks the others, None for nothing.
        leaves: the seat that MENU would let resign or leave, "" for none.
        ended: how the match has ended, None while it goes on.
        on_screen: whether there is no table.
        kept: whether all of it is on the disk, or where the match is held.
        answers: whether somebody here answers what is proposed, by a key.
        waits: whether it is the turn of somebody who moves elsewhere.
        again: whether CONFIRM asks those elsewhere to play once more.
        away: since when who is to move there is not there, "" where that is not known; None while
            they are there.
        left: the seconds that seats have left, of their clocks, or of the turn where it passes by
            itself; empty where nobody's time is limited.
        hurries: whether little is left to who is to move.
        keyed: whether fields are pressed, and no piece stands on the table.
        untold: whether CONFIRM makes the move to come, as no contact of the table tells of it.
    """

    header: Header
    adapter: AnyAdapter
    position: Position
    contacts: Deviation = NOTHING_THERE
    highlight: Mapping[int, LampState] = MappingProxyType({})
    last: Move | None = None
    pressed: Cells = NO_CELLS
    trouble: Trouble | None = None
    stubborn: bool = False
    hint: Hint | None = None
    proposed: Move | None = None
    menu: Menu | None = None
    paused: bool = False
    stays: bool = True
    voice: bool | None = None
    intensity: Intensity | None = None
    proposal: Proposed | None = None
    leaves: str = ""
    ended: Ended | None = None
    on_screen: bool = False
    kept: bool = True
    answers: bool = False
    waits: bool = False
    again: bool = False
    away: str | None = None
    left: Mapping[str, int] = MappingProxyType({})
    hurries: bool = False
    keyed: bool = False
    untold: bool = False

    @property
    def over(self) -> bool:
        """Whether nothing more is played: by the rules, or because it was given up."""
        return self.position.outcome is not None or self.ended is not None
