"""The fingers at one table of keys with lamps: presses in, moves of a match out.

Such a table has no contacts that pieces close, so nothing is recognised: a press is certain, as a
drop on a screen is (:mod:`firmware.games.ways`)::

    a field that one piece may be set on now      sets it: a stone, a Roman of the usual colour
    the key of a colour, then a field             sets a Roman of that colour
    a piece, then where it goes                   moves it: its lamp and those of its targets blink
    a piece once more, or UNDO                    puts it down again
    CONFIRM                                       rolls the die; makes the move that no field makes
"""

import random
from collections.abc import Sequence

from firmware.games import AnyAdapter, find_kit
from firmware.games.ways import refusal, way_of, ways_of
from firmware.match.commands import Play as MakeMove
from firmware.match.events import MatchEvent
from firmware.match.state import TABLE, Match
from firmware.play.effects import Effect, Play, Warn
from firmware.play.hands import Read
from firmware.play.view import Deviation
from firmware.recognition.findings import Finding, MovePlayed, Trouble
from firmware.recognition.hypothesis import Step
from firmware.sensing.events import Chatter, Kind, Touch, Unread
from hal import NO_CELLS, NO_CONTACTS, Cells, Contacts, Tune, one_cell, reed
from rules import Move


class Fingers:
    """The fingers at one table, in place of :class:`firmware.play.hands.Hands`.

    Args:
        adapter: how the game lies on it.
        match: the match that they play, as it stands.
        die: rolls the die.
    """

    keyed = True
    questions = corrections = 0
    stubborn = astray = False
    trouble: Trouble | None = None
    due: int | None = None  # no press waits for a time
    pressable: Sequence[int] = ()

    def __init__(self, adapter: AnyAdapter, match: Match, die: random.Random) -> None:
        self._adapter = adapter
        self._match = match
        self._die = die
        self._picked: int | str | None = None  # the source of a way: the piece that was pressed
        self._key = NO_CELLS  # the key of a colour by which the supply was chosen

    # What is known

    @property
    def _closed(self) -> Contacts:
        """The contacts that pieces would close."""
        return self._adapter.start(self._match.now)

    @property
    def waiting(self) -> bool:
        """Whether a piece was picked that has not been put down."""
        return self._picked is not None

    @property
    def _moves(self) -> bool:
        """Whether the seat to move moves here, and not elsewhere; any seat lets all sand begin."""
        match = self._match
        return match.now.mover in match.acts_for(TABLE) or match.for_all is not None

    @property
    def pressed(self) -> Cells:
        """The cell whose press begins the move to come: a key, or a piece that stands on others."""
        at = self._picked
        if not isinstance(at, int):
            return self._key
        return NO_CELLS if self._lifted else one_cell(at)

    def contacts(self, match: Match) -> Deviation:
        """Return the contacts as if a picked piece had been lifted."""
        return Deviation(self._closed, self._lifted)

    @property
    def _lifted(self) -> Contacts:
        at = self._picked
        if not isinstance(at, int):
            return NO_CONTACTS
        things = self._adapter.things(self._match.now)
        stacked = any(thing.cell == at and len(thing.stack) > 1 for thing in things)
        return NO_CONTACTS if stacked else reed(at)

    # What the match has done

    def keep_up(self, match: Match, at: int, events: Sequence[MatchEvent] = (), left: Contacts | None = None) -> None:
        """Take up the match where it stands; after a change nothing is picked."""
        del at, left
        self._match = match
        if events:
            self.put_down()

    def stand(self) -> None:
        """Do nothing: no contact has changed with the position."""

    def put_down(self) -> bool:
        """Put a picked piece down where it was, and return whether a piece was picked."""
        picked, self._picked, self._key = self._picked is not None, None, NO_CELLS
        return picked

    # What fingers do

    def begin(self, match: Match, closed: Contacts, at: int) -> list[Effect]:
        """Take up the match."""
        self._match = match
        return []

    def touch(self, event: Touch, *, entered: bool) -> tuple[list[Effect], list[Finding]]:
        """Return the effects of a press, and the move that it makes."""
        if event.kind is not Kind.PRESS or self._match.over or event.cell not in self._adapter.overlay.names:
            return [], []
        move, refusal = self._press(event.cell)
        return refusal, [] if move is None else [self._played(move, event.at)]

    def _press(self, cell: int) -> tuple[Move | None, list[Effect]]:
        """Return the move that a press makes, or the reason of a refusal."""
        adapter, position, picked = self._adapter, self._match.now, self._picked
        if cell == picked:
            self.put_down()
            return None, []
        ways = ways_of(adapter, position) if self._moves else ()
        moves = {(way.source, way.target): way.move for way in ways}
        if picked is not None and (picked, cell) in moves:
            return moves[picked, cell], []
        colour = f"{adapter.overlay.names[cell].partition('-')[2]}@"
        keys = one_cell(cell) & adapter.keys
        begins = {source for source, _ in moves}
        for source, key in ((colour, keys), (cell, NO_CELLS)):
            if (keys or source == cell) and source in begins:
                self._picked, self._key = source, key
                return None, []
        if picked is None:
            page = find_kit(adapter.overlay.game).page.for_page(position, adapter.overlay.cells)
            for supply in page.supplies:
                if supply.press is None and (supply.moves, cell) in moves:
                    return moves[supply.moves, cell], []
        return None, self._refuse(cell)

    def _refuse(self, cell: int) -> list[Effect]:
        """Return the refusal of a press, with its reason where a piece is picked."""
        if self._picked is None:
            return [Play(Tune.REFUSED)]
        match = self._match
        names = dict(zip(match.now.seats, match.header.players, strict=True))
        why = refusal(self._adapter, match.now, self._picked, cell, names)
        return [Warn(why.text, why.values, incident=True), Play(Tune.REFUSED)]

    def _played(self, move: Move, at: int) -> Finding:
        """Return the finding that a move was made, which needs no readings; put its piece down."""
        match, closed = self._match, self._closed
        self.put_down()
        clock, millisecond = match.clock.zero, match.line.milliseconds
        step = Step(move, at, at, -1, (), match.now, closed, NO_CELLS, clock, millisecond, closed, final=False)
        return MovePlayed(step)

    def read(self, finding: Finding, match: Match, at: int) -> Read:
        """Return the command of a finding, which is a move."""
        assert isinstance(finding, MovePlayed)
        step = finding.step
        return Read((), MakeMove(len(match.line.plies) + 1, step.move, step.at), step.at)

    def commit_now(self, at: int, *, confirms: bool) -> list[Finding]:
        """Return the findings of any key: no press is in doubt, so the list is empty."""
        return []

    def untold(self, match: Match) -> Move | None:
        """Return None: no contact tells of any move."""
        return None

    def confirm(self, at: int) -> tuple[list[Effect], list[Finding]]:
        """Return the roll of the die, or the move that no field makes, if there is one."""
        match, position = self._match, self._match.now
        if match.over:
            return [], []
        if position.chance and self._moves:
            return [], [self._played(self._die.choice(position.legal_moves()), at)]
        picked = () if self._picked is None else (self._picked,)
        moves = {
            gesture.move
            for gesture in self._adapter.gestures(position, self._closed)  # a dead glass, too
            if self._adapter.fields(gesture.move) == picked and way_of(self._adapter, position, gesture.move) is None
        }
        if len(moves) == 1 and self._moves:
            return [], [self._played(moves.pop(), at)]
        return [Play(Tune.REFUSED)], []

    # Time and chips

    def wait(self, at: int) -> list[Finding]:
        """Return the findings of time that has passed to `at` (microseconds): an empty list."""
        return []

    def held(self, at: int) -> int:
        """Return the time that counts for the sand: fingers do not hold it up."""
        return at

    def chatter(self, event: Chatter) -> list[Effect]:
        """Return the effects of a button that moves without rest: an empty list."""
        return []

    def lose_sight(self, event: Unread) -> list[Finding]:
        """Return the findings of keys that cannot be read: nothing was moved meanwhile, so the list is empty."""
        return []

    def newly_found(self) -> Contacts | None:
        """Return None: no contact is found broken."""
        return None
