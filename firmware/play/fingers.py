"""The fingers at one table of keys with lamps: presses in, moves of a match out.

Such a table has no contacts that pieces close, so nothing is recognised: a press is certain, as a
drop on a screen is (:mod:`firmware.games.drops`)::

    a field that one piece may be set on now      sets it: a stone, a Roman of the usual colour
    the key of a colour, then a field             sets a Roman of that colour
    a piece, then where it goes                   moves it: its lamp and those of its targets blink
    a piece once more, or UNDO                    puts it down again
    CONFIRM                                       rolls the die; makes the move that no field makes
"""

import random
from collections.abc import Sequence

from firmware.games import AnyAdapter, field_name
from firmware.games.drops import Shown, Source
from firmware.match.commands import Play as MakeMove
from firmware.match.events import MatchEvent
from firmware.match.state import TABLE, Match
from firmware.play.effects import Effect, Play, Warn
from firmware.play.hands import Read
from firmware.play.held_buttons import HeldButtons
from firmware.play.layout import lay_out
from firmware.play.sensor_texts import STUCK, UP_AGAIN
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

    Attributes:
        layout: which contacts each move would leave closed if pieces stood there.

    """

    keyed = True
    questions = corrections = 0
    stubborn = astray = False
    trouble: Trouble | None = None
    pressable: Sequence[int] = ()

    def __init__(self, adapter: AnyAdapter, match: Match, die: random.Random) -> None:
        self.layout = lay_out(adapter, match.line)
        self._adapter = adapter
        self._match = match
        self._die = die
        self._buttons = HeldButtons()
        self._picked: Source | None = None  # the piece that was pressed, or the supply
        self._key = NO_CELLS  # the key of a colour by which the supply was chosen

    # What is known

    @property
    def _closed(self) -> Contacts:
        """The contacts that pieces would close."""
        closed = self.layout.closed
        return closed & ~self._adapter.loose(self._match.now, closed)

    @property
    def waiting(self) -> bool:
        """Whether a piece was picked that has not been put down."""
        return self._picked is not None

    @property
    def _moves(self) -> bool:
        """Whether who is to move moves here, and not elsewhere."""
        return self._match.now.mover in self._match.acts_for(TABLE)

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
        closed = self._closed
        ways = self._adapter.gestures(self._match.now, closed)
        leaves = any(way.flips & closed & reed(at) for way in ways)
        return reed(at) if leaves else NO_CONTACTS

    @property
    def due(self) -> int | None:
        """When time alone will change something (microseconds), None when it will not."""
        return self._buttons.due

    def _shown(self) -> Shown:
        match = self._match
        return Shown(match.header.game, self._adapter, match.now, self._closed)

    # What the match has done

    def keep_up(
        self, match: Match, at: int, events: Sequence[MatchEvent] = (), left: Contacts | None = None
    ) -> None:
        """Take up the match where it stands; after a change nothing is picked."""
        del at, left
        self._match = match
        self.layout = self.layout.follow(events, match.line)
        if events:
            self.put_down()

    def stand(self) -> None:
        """Do nothing: the layout is that of the match."""

    def put_down(self) -> bool:
        """Put a picked piece down where it was, and return whether there was one."""
        picked, self._picked, self._key = self._picked is not None, None, NO_CELLS
        return picked

    # What fingers do

    def begin(self, match: Match, closed: Contacts, at: int) -> list[Effect]:
        """Take up the match."""
        self._match = match
        return []

    def touch(self, event: Touch, *, entered: bool) -> tuple[list[Effect], list[Finding]]:
        """Return the effects of a press, and the move that it makes."""
        effects: list[Effect] = []
        if event.cell not in self._adapter.overlay.names:
            return effects, []
        if self._buttons.touch(event):
            effects.append(self._of_button(event.cell, over=True))
        if event.kind is not Kind.PRESS or self._match.over:
            return effects, []
        move, refusal = self._press(event.cell)
        return effects + refusal, [] if move is None else [self._played(move, event.at)]

    def _press(self, cell: int) -> tuple[Move | None, list[Effect]]:
        """Return the move that a press makes, or why none."""
        shown = self._shown()
        drops = shown.drops() if self._moves else []
        if cell == self._picked:
            self.put_down()
            return None, []
        for drop in drops:
            if self._picked is not None and (drop.source, drop.target) == (self._picked, cell):
                return drop.move, []
        colour = f"{self._adapter.overlay.names[cell].partition('-')[2]}@"
        keys = one_cell(cell) & self._adapter.keys
        for source, key in ((colour, keys), (cell, NO_CELLS)):
            if (keys or source == cell) and any(drop.source == source for drop in drops):
                self._picked, self._key = source, key
                return None, []
        if self._picked is None:
            set_there = {
                drop.move for drop in drops if isinstance(drop.source, str) and drop.target == cell
            }
            for way in self._adapter.gestures(shown.position, shown.closed):
                if way.move in set_there and not way.presses & self._adapter.keys:
                    return way.move, []
        return None, self._refuse(shown, cell)

    def _refuse(self, shown: Shown, cell: int) -> list[Effect]:
        """Return the refusal of a press, with its reason where a piece is picked."""
        if self._picked is None:
            return [Play(Tune.REFUSED)]
        names = dict(zip(shown.position.seats, self._match.header.players, strict=True))
        why = shown.refusal(self._picked, cell, names)
        return [Warn(why.text, why.values, incident=True), Play(Tune.REFUSED)]

    def _played(self, move: Move, at: int) -> Finding:
        """Return that a move was made: what a decoder says of one, without what it rests on."""
        match, closed = self._match, self._closed
        clock, millisecond = match.clock.zero, match.line.milliseconds
        step = Step(
            move, at, at, -1, (), match.now, closed, NO_CELLS, clock, millisecond, closed,
            final=False,
        )  # fmt: skip
        return MovePlayed(step)

    def read(self, finding: Finding, match: Match, at: int) -> Read:
        """Return the command of a finding, which is a move."""
        assert isinstance(finding, MovePlayed)
        step = finding.step
        return Read((), MakeMove(len(match.line.plies) + 1, step.move, step.at), step.at)

    def hurry(self, at: int, *, confirms: bool) -> list[Finding]:
        """Return what follows from any key: nothing, as no press is in doubt."""
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
        shown = self._shown()
        by_drops = {drop.move for drop in shown.drops()}
        picked = () if self._picked is None else (self._picked,)
        moves = {
            way.move
            for way in self._adapter.gestures(position, shown.closed)
            if way.move not in by_drops and self._adapter.fields(way.move) == picked
        }
        if len(moves) == 1 and self._moves:
            return [], [self._played(moves.pop(), at)]
        return [Play(Tune.REFUSED)], []

    # Time, buttons and chips

    def wait(self, at: int) -> tuple[list[Effect], list[Finding]]:
        """Return the effects of time that has passed to `at`, in microseconds."""
        return [self._of_button(cell) for cell in self._buttons.wait(at)], []

    def held(self, at: int) -> int:
        """Return the time that counts for the sand: fingers do not hold it up."""
        return at

    def chatter(self, event: Chatter) -> list[Effect]:
        """Return what follows from a button that moves without rest: nothing."""
        return []

    def lose_sight(self, event: Unread) -> list[Finding]:
        """Return what follows from keys that cannot be read: nothing was moved meanwhile."""
        return []

    def newly_found(self) -> Contacts | None:
        """Return None: no contact is found broken."""
        return None

    def _of_button(self, cell: int, *, over: bool = False) -> Warn:
        """Return what is said of a button that stays down, or does so no longer."""
        field = {"field": field_name(self._adapter, cell)}
        return Warn(UP_AGAIN if over else STUCK, field, f"button {cell}", over=over)
