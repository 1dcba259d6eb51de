"""The hands at a table: touches in, commands to the match out, read by a decoder.

A decoder may hold several hypotheses and replace a move it has already reported; the match knows
certain moves only. The layout knows which contacts the match leaves closed at this table.
"""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.games import AnyAdapter, field_name
from firmware.match.commands import Command, Correct
from firmware.match.commands import Play as MakeMove
from firmware.match.events import ClockRan, MatchEvent, TakenBack
from firmware.match.state import Match
from firmware.play.effects import Effect, Explained, Play, Warn
from firmware.play.layout import lay_out
from firmware.play.sensor_texts import BROKEN, CHATTERS, RESTS, TURNLESS, contact_of
from firmware.play.view import Deviation
from firmware.recognition.decoder import Decoder
from firmware.recognition.explain import Explanation
from firmware.recognition.findings import (
    Astray,
    Broken,
    Finding,
    Mismatch,
    MovePlayed,
    MoveReplaced,
    Question,
    Silence,
    TakeBack,
    Trouble,
    Unpressed,
)
from firmware.sensing.events import Chatter, Touch, Unread
from hal import NO_CONTACTS, Cells, Contacts, Layer, Tune, cells_of, find_contact, members
from rules import Move

SAND_WAITS = 3_000_000  # microseconds for which a move that is begun holds up the sand


class Read(NamedTuple):
    """The meaning of a finding for the match.

    Attributes:
        effects: sounds, warnings and explanations, independent of the match's decision.
        command: the command for the match, or None.
        at: the time of the hands' deed, in microseconds.
        left: the contacts that the deed has left closed.
        why: the explanation of the reading.
    """

    effects: tuple[Effect, ...] = ()
    command: Command | None = None
    at: int = 0
    left: Contacts = NO_CONTACTS
    why: Explanation | None = None


class Hands:
    """The hands at a table: findings of the decoder become commands for a match.

    Hands change no match: each method is given the match as it stands. After every change of the
    match, :meth:`keep_up` is called: there the decoder follows the line of the match if the moves
    that it has told differ from it.

    Args:
        adapter: the adapter of the game.
        match: the match that they play, as it stands.
        broken: the contacts known to say nothing reliable.
        found: the contacts that were found broken when the match was played before.

    Attributes:
        decoder: reads moves from touches.
        layout: the contacts that each move has left closed.
        questions: how often the table has asked.
        corrections: how often it has shown pieces to put right.
    """

    keyed = False

    def __init__(self, adapter: AnyAdapter, match: Match, *, broken: Contacts, found: Contacts) -> None:
        self.layout = lay_out(adapter, match.line)
        self.questions = 0
        self.corrections = 0
        self._adapter = adapter
        self._broken = broken
        self._found = found & adapter.places & ~broken
        self._unread: Unread | None = None  # the contacts that cannot be read
        self._begun = False
        self._believed: list[Move] = []  # the moves that the decoder has told or followed
        loose = adapter.loose(match.now, self.layout.closed)
        self.decoder = Decoder(adapter, self.layout.closed & ~loose)
        self._follow(match, 0)

    @property
    def waiting(self) -> bool:
        """Whether hands have begun a move that is not finished."""
        return self.decoder.waiting

    @property
    def pressed(self) -> Cells:
        """The cells pressed since the last move that may belong to the next."""
        return self.decoder.pressed

    @property
    def trouble(self) -> Trouble | None:
        """The trouble for which the table asks, shows or offers something, if there is trouble."""
        return self.decoder.trouble

    @property
    def stubborn(self) -> bool:
        """Whether cells have been shown as wrong for long."""
        return self.decoder.stubborn

    @property
    def pressable(self) -> Sequence[int]:
        """The cells where a press would mean something now, and the cells shown as wrong."""
        led = self.decoder.difference if isinstance(self.decoder.trouble, Mismatch) else NO_CONTACTS
        return sorted({*self.decoder.pressable, *members(cells_of(led))})

    def put_down(self) -> bool:
        """Return False: only hands put pieces down."""
        return False

    def commit_now(self, at: int, *, confirms: bool) -> list[Finding]:
        """Return the findings of any key: see Decoder.commit_now."""
        return self.decoder.commit_now(at, confirms=confirms)

    def untold(self, match: Match) -> Move | None:
        """Return the only move that no reliable contact shows, for CONFIRM to make.

        At a table without tilt contacts this is the turning of the hourglasses at the start. Return
        None if there are several such moves, or if the match is over.
        """
        if not self._broken:
            return None
        ways = self._adapter.gestures(match.now, self.decoder.expected)
        moves = {way.move for way in ways if way.flips and not way.flips & ~self._broken}
        return moves.pop() if len(moves) == 1 and not match.over else None

    def confirm(self, at: int) -> tuple[list[Effect], list[Finding]]:
        """Return effects and findings of CONFIRM, when it answers no question."""
        return [], self.decoder.confirm(at)

    @property
    def due(self) -> int | None:
        """The time (microseconds) of the next change that needs no event, if any."""
        return self.decoder.due

    def contacts(self, match: Match) -> Deviation:
        """Return how the contacts differ from a match; after its end they may be in any state."""
        expected, odd = self.decoder.expected, self.decoder.difference
        if match.over:
            return Deviation(expected)
        return Deviation(expected, odd & expected, odd & ~expected, self.decoder.pairs)

    # Changes of the match

    def keep_up(self, match: Match, at: int, events: Sequence[MatchEvent] = (), left: Contacts | None = None) -> None:
        """Bring layout and decoder to the line of the match, after any change of it.

        Args:
            match: the match as it stands.
            at: the present time, in microseconds.
            events: the events since the last call.
            left: the contacts that a move of hands has left closed; None: the expected contacts.
        """
        before, kinds = self.layout.closed, {type(event) for event in events}
        expected = self.decoder.expected
        self.layout = self.layout.follow(events, match.line, expected if left is None else left)
        if ClockRan in kinds and match.clock.zero is not None:
            self.decoder.run_clock(match.clock.zero)
        ended = match.now.outcome is not None and not self.decoder.over
        if ended or self._believed != [ply.move for ply in match.line.plies]:
            by_hand = isinstance(self.decoder.trouble, TakeBack)  # the pieces have gone back before
            self._follow(match, at, before if TakenBack in kinds and not by_hand else None)
        if ended:
            self.decoder.end(at)

    def stand(self) -> None:
        """Record the contacts after time alone has changed the position (sand that has run out)."""
        self.layout = self.layout.stand(self.decoder.expected)

    def _follow(self, match: Match, at: int, undone: Contacts | None = None) -> None:
        """Let the decoder take up the match where it stands. undone: see Decoder.follow."""
        self._believed = [ply.move for ply in match.line.plies]
        self.decoder.follow(
            match.line.position,
            self.layout.closed,
            at=at,
            clock=match.clock.zero,
            millisecond=match.line.milliseconds,
            undone=undone,
        )

    # Touches of hands

    def begin(self, match: Match, closed: Contacts, at: int) -> list[Effect]:
        """Take up the match with these contacts closed, and return the effects.

        Contacts that were found broken before are named again: other people may go on with the
        match.
        """
        effects: list[Effect] = [_warn(self._adapter, contact) for contact in members(self._found)]
        self.decoder = Decoder(self._adapter, closed, broken=self._broken, found=self._found)
        self._follow(match, at)
        self._begun = True
        self.decoder.begin(at, broken=not match.line.plies, unread=self._unread)
        return effects

    def touch(self, event: Touch, *, entered: bool) -> tuple[list[Effect], list[Finding]]:
        """Return effects and findings of a touch. entered: the press tells of a piece that no contact shows."""
        return [], self.decoder.feed(event, entered=entered)

    def chatter(self, event: Chatter) -> list[Effect]:
        """Return the effects of a contact that chatters, or rests again."""
        contact = contact_of(event)
        if contact:
            self.decoder.distrust(contact, at=event.at, rests=event.resting)
        text = (RESTS if event.resting else CHATTERS)[event.layer]
        return [Warn(text, event.where, f"{event.layer} {event.where}", over=event.resting)]

    def lose_sight(self, event: Unread) -> list[Finding]:
        """Return the findings when contacts become unreadable, or readable again."""
        self._unread = event
        return self.decoder.lose_sight(event) if self._begun else []

    def wait(self, at: int) -> list[Finding]:
        """Return the findings of time that has passed to `at`, in microseconds."""
        return self.decoder.wait(at)

    def held(self, at: int) -> int:
        """Return the time that counts for the sand: it waits for a move that is begun."""
        begun = self.decoder.waiting and at - self.decoder.touched < SAND_WAITS
        return self.decoder.touched if begun else at

    @property
    def astray(self) -> bool:
        """Whether pieces must be put right before the clock may run on."""
        return isinstance(self.decoder.trouble, Mismatch)

    def newly_found(self) -> Contacts | None:
        """Return the broken contacts if they have changed since the last call."""
        found, self._found = self._found, self.decoder.trust.found
        return None if found == self._found else self._found

    # Findings of the decoder

    def read(self, finding: Finding, match: Match, at: int) -> Read:
        """Return the meaning of a finding for a match as it stands."""
        if isinstance(finding, MovePlayed | MoveReplaced):
            step, following = finding.step, len(match.line.plies) + 1
            back = finding.back if isinstance(finding, MoveReplaced) else 0
            self._believed = [*self._believed[: len(self._believed) - back], step.move]
            command: Command = MakeMove(following, step.move, step.at)
            if back:
                command = Correct(back, following - back, step.move, step.at)
            return Read((), command, step.at, step.after, finding.why)
        if isinstance(finding, Mismatch | Astray):
            back = self._moves_undone(match)
            if back:
                return self.read(self.decoder.offer_take_back(back), match, at)
            if isinstance(finding, Astray):
                return Read()
            self.corrections += 1
            return Read((Explained(None, self.decoder.explain(at)), Play(Tune.REFUSED)))
        if isinstance(finding, Question | TakeBack):
            self.questions += 1
            return Read((self._asked(finding, match, at), Play(Tune.QUESTION)))
        if isinstance(finding, Broken):
            return Read((_warn(self._adapter, finding.contact),))
        if isinstance(finding, Silence):
            return Read((Explained(None, self.decoder.explain(at)),))
        if isinstance(finding, Unpressed):
            return Read()  # perhaps a player holds the piece and thinks
        return Read((Play(Tune.PUT_RIGHT),) if finding.put_right else ())

    def _asked(self, question: Question | TakeBack, match: Match, at: int) -> Explained:
        """Return the explanation of a question: the moves in doubt, or the moves to take back."""
        plies = match.line.plies
        gone = plies[-question.moves :] if isinstance(question, TakeBack) else ()
        return Explained(None, self.decoder.explain(at, tuple(ply.line for ply in gone)))

    def _moves_undone(self, match: Match) -> int:
        """Return how many moves have been undone on the table if it looks so, else 0."""
        plies, closed_after = match.line.plies, self.layout.closed_after
        for number, ply in enumerate(reversed(plies)):
            if number and not self.decoder.differs(closed_after[-1 - number]):
                return number
            if ply.final:
                return 0
        return 0 if not plies or self.decoder.differs(closed_after[0]) else len(plies)


def _warn(adapter: AnyAdapter, contact: int) -> Warn:
    """Return the warning about a broken contact, by its number."""
    layer, cell = find_contact(contact)
    return Warn(TURNLESS if layer is Layer.TILT else BROKEN, {"field": field_name(adapter, cell)})
