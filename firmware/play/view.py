"""The view of a game: the values from which lamps, prompts and screens are made."""

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
    """The questions of MENU."""

    AGREE = "agree"  # do all agree to end the game here?
    ABANDON = "abandon"  # is the game given up, unfinished?
    RESIGN = "resign"  # does a side give it up alone, so that the other wins?
    LEAVE = "leave"  # does a side stop, so that the computer plays on for it?
    VOICE = "voice"  # shall the table speak, or be silent?
    LAMPS = "lamps"  # shall the lamps be dim, as at night, or bright?
    SOUND = "sound"  # shall the sounds be quieter, off, or loud again?


class Deviation(NamedTuple):
    """The deviation of the contacts of the table from the game.

    Attributes:
        expected: the contacts that should be closed.
        missing: the reliable contacts that should be closed and are open.
        extra: the reliable contacts that should be open and are closed.
        pairs: the present cell of a misplaced piece and the cell to which it has to go back, as far
            as known, in the order of putting back.
    """

    expected: Contacts
    missing: Contacts = NO_CONTACTS
    extra: Contacts = NO_CONTACTS
    pairs: tuple[tuple[int, int], ...] = ()


NOTHING_THERE = Deviation(NO_CONTACTS)
"""The deviation of a screen, which has no contacts."""


class Hint(NamedTuple):
    """The answer to HINT.

    Attributes:
        until: the time of its end in microseconds.
        cell: the cell that CONFIRM would press.
        asked: whether the best move is still being searched.
        advice: the best move, once it is known.
    """

    until: int
    cell: int | None = None
    asked: bool = False
    advice: Advice | None = None


class View(NamedTuple):
    """The view of a match. Build it with keywords.

    Attributes:
        header: the header of its record.
        adapter: the adapter of its game.
        position: the position after the time that has passed.
        contacts: the deviation of the table's contacts from it; empty on a screen.
        highlight: the lamps that highlight the last move, by cell.
        last: the line of the last move, None before the first move.
        pressed: the cells pressed for the next move.
        trouble: the question or correction that the table shows, None without trouble.
        stubborn: whether a deviation has lasted long, as of a broken contact.
        hint: the shown answer to HINT, None without it.
        proposed: the move that a hand should make for a computer, None without such a move.
        menu: the question of MENU, None without a question.
        paused: whether the game's own clock stands still.
        stays: whether no other match follows.
        voice: whether the table speaks, None if it cannot.
        intensity: the brightness of lamps and the loudness of sounds, None if not adjustable.
        proposal: the open proposal, None without a proposal.
        leaves: the seat that MENU would let resign or leave, or "".
        ended: the end of the match, None while it goes on.
        on_screen: whether there is no table.
        kept: whether the whole match is on the disk, or with the host that holds it.
        answers: whether a player here answers the proposal by a key.
        waits: whether a player elsewhere is to move.
        again: whether CONFIRM asks the players elsewhere for a rematch.
        away: the time since when the player to move elsewhere is absent, "" if unknown; None while
            the player is there.
        left: the seconds left by seat, on clocks or of a turn that passes by itself; empty if time
            is not limited.
        hurries: whether the seat to move has little time left.
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
        """Whether it has ended, by the rules or by being given up."""
        return self.position.outcome is not None or self.ended is not None
