"""The hands at one table: touches in, commands to the match out, through what a decoder reads.

A decoder may hold several hypotheses and replace a move it has already reported; the match knows
certain moves only. Which contacts the match leaves closed at this table is the layout's.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from firmware.games import AnyAdapter, field_name
from firmware.match.commands import Command, Correct, RunClock
from firmware.match.commands import Play as MakeMove
from firmware.match.events import MatchEvent, TakenBack
from firmware.match.refusals import CommandError
from firmware.match.running import Running
from firmware.match.state import TABLE
from firmware.play.effects import Distrusted, Effect, Explained, Play, Warn
from firmware.play.held_buttons import HeldButtons
from firmware.play.layout import lay_out
from firmware.play.sensor_texts import (
    BROKEN,
    CHATTERS,
    RESTS,
    STUCK,
    TURNLESS,
    UP_AGAIN,
    contact_of,
)
from firmware.play.view import Deviation
from firmware.recognition.decoder import Decoder
from firmware.recognition.explain import Explanation
from firmware.recognition.findings import (
    Broken,
    Finding,
    Mismatch,
    MovePlayed,
    MoveReplaced,
    Question,
    Silence,
    TakeBack,
    Unpressed,
)
from firmware.sensing.events import Chatter, Touch, Unread
from hal import Contacts, Layer, Tune, find_contact, members
from rules import GameError

SAND_WAITS = 3_000_000  # microseconds for which a move that is begun holds up the sand

Do: TypeAlias = Callable[[Command, int, Explanation | None], list[Effect]]
"""Carries a command out at a time, with why its move was read so, and returns what follows."""


class Hands:
    """The hands at one table.

    Args:
        adapter: how the game lies on it.
        running: the match that they play.
        do: carries a command out.
        broken: the contacts known to say nothing reliable.
        found: those that were found broken while the match was played before.

    Attributes:
        decoder: reads moves from touches.
        layout: which contacts each move has left closed.
        questions: how often the table has asked.
        corrections: how often it has shown what to put right.

    """

    def __init__(
        self, adapter: AnyAdapter, running: Running, do: Do, *, broken: Contacts, found: Contacts
    ) -> None:
        self.layout = lay_out(adapter, running.match.line)
        self.questions = 0
        self.corrections = 0
        self._adapter = adapter
        self._running = running
        self._do = do
        self._broken = broken
        self._found = found & adapter.places & ~broken
        self._buttons = HeldButtons()
        self._unread: Unread | None = None  # the contacts that cannot be read
        self._begun = False
        self._left: Contacts | None = None  # the contacts that the move being made has left closed
        loose = adapter.loose(running.match.now, self.layout.closed)
        self.decoder = Decoder(adapter, self.layout.closed & ~loose)
        self.follow(0)

    @property
    def due(self) -> int | None:
        """When time alone will change something (microseconds), None when it will not."""
        times = (self.decoder.due, self._buttons.due)
        return min((at for at in times if at is not None), default=None)

    @property
    def contacts(self) -> Deviation:
        """How the contacts compare with the match; after its end they may be as they like."""
        expected, odd = self.decoder.expected, self.decoder.difference
        if self._running.match.over:
            return Deviation(expected)
        return Deviation(expected, odd & expected, odd & ~expected, self.decoder.pairs)

    # What the match has done

    def follow(self, at: int, undone: Contacts | None = None) -> None:
        """Let the decoder take up the match where it stands. undone: see Decoder.follow."""
        match = self._running.match
        self.decoder.follow(
            match.line.position, self.layout.closed, at=at, clock=match.clock.zero,
            millisecond=match.line.milliseconds, undone=undone,
        )  # fmt: skip

    def take_in(self, events: Sequence[MatchEvent]) -> None:
        """Take in what has happened in the match, by hands or by a key."""
        left = self.decoder.expected if self._left is None else self._left
        self.layout = self.layout.follow(events, self._running.match.line, left)

    def end(self, at: int) -> None:
        """Take in that time has ended the match."""
        self.follow(at)
        self.decoder.end(at)

    # What hands do

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Take up the match where these contacts are closed, and return what follows.

        Contacts that were found broken before are named again: other people may go on with it.
        """
        effects: list[Effect] = [_warn(self._adapter, contact) for contact in members(self._found)]
        self.decoder = Decoder(self._adapter, closed, broken=self._broken, found=self._found)
        self.follow(at)
        self._begun = True
        new = not self._running.match.line.plies
        self.decoder.begin(at, broken=new, unread=self._unread)
        return effects

    def touch(self, event: Touch, *, entered: bool) -> list[Effect]:
        """Return what follows from a touch. entered: a press tells of a piece no contact shows."""
        effects: list[Effect] = []
        if event.cell in self._adapter.overlay.names and self._buttons.touch(event):
            effects.append(self._of_button(event.cell, over=True))
        return effects + self.act(self.decoder.feed(event, entered=entered), event.at)

    def chatter(self, event: Chatter) -> list[Effect]:
        """Return what follows from a contact that moves without rest, or rests again."""
        contact = contact_of(event)
        if contact:
            self.decoder.distrust(contact, at=event.at, rests=event.resting)
        text = (RESTS if event.resting else CHATTERS)[event.layer]
        return [Warn(text, event.where, f"{event.layer} {event.where}", over=event.resting)]

    def lose_sight(self, event: Unread) -> list[Effect]:
        """Return what follows from contacts that cannot be read, or can be again."""
        self._unread = event
        return self.act(self.decoder.lose_sight(event), event.at) if self._begun else []

    def wait(self, at: int) -> list[Effect]:
        """Return what follows from time having passed to `at`, in microseconds."""
        effects: list[Effect] = [self._of_button(cell) for cell in self._buttons.wait(at)]
        return effects + self.act(self.decoder.wait(at), at)

    def held(self, at: int) -> int:
        """Return the time that counts for the sand: it waits for a move that is begun."""
        begun = self.decoder.waiting and at - self.decoder.touched < SAND_WAITS
        return self.decoder.touched if begun else at

    def run_clock(self, at: int) -> None:
        """Let the match's own clock run on if it is paused, and the pieces stand as they should."""
        astray = isinstance(self.decoder.trouble, Mismatch)
        if not astray and self._running.match.clock.paused:
            self._run_clock(at)

    def _run_clock(self, at: int) -> None:
        self._running.do(RunClock(), TABLE, at)
        zero = self._running.match.clock.zero
        assert zero is not None
        self.decoder.run_clock(zero)

    def act(self, findings: Iterable[Finding], at: int) -> list[Effect]:
        """Act on what the decoder has found, and return what follows.

        What the match refuses is to be put right; what was found after it counts no more.
        """
        effects: list[Effect] = []
        try:
            for finding in findings:
                effects += self._answer(finding, at)
        except CommandError:
            self.follow(at)
            effects.append(Play(Tune.REFUSED))
        return effects

    def tell_found(self) -> list[Effect]:
        """Say which contacts are broken when that has changed, before a move that rests on it."""
        found, self._found = self._found, self.decoder.trust.found
        if found == self._found:
            return []
        self._running.keeper.distrust(self._found)
        return [Distrusted(self._found)]

    # What the decoder finds

    def _answer(self, finding: Finding, at: int) -> list[Effect]:
        """Return what follows from one finding."""
        if isinstance(finding, MovePlayed | MoveReplaced):
            return self._make(finding, at)
        if isinstance(finding, Mismatch):
            back = self._moves_undone()
            if back:
                return self._answer(self.decoder.offer_take_back(back), at)
            self.corrections += 1
            return [Explained(None, self.decoder.explain(at)), Play(Tune.REFUSED)]
        if isinstance(finding, Question | TakeBack):
            self.questions += 1
            return [self._asked(finding, at), Play(Tune.QUESTION)]
        if isinstance(finding, Broken):
            return [_warn(self._adapter, finding.contact)]
        if isinstance(finding, Silence):
            return [Explained(None, self.decoder.explain(at))]
        if isinstance(finding, Unpressed):
            return []  # perhaps somebody holds the piece and thinks
        return [Play(Tune.PUT_RIGHT)] if finding.put_right else []

    def _make(self, finding: MovePlayed | MoveReplaced, at: int) -> list[Effect]:
        """Make the move that was read, in place of others where it replaces some."""
        step, following = finding.step, len(self._running.match.line.plies) + 1
        if isinstance(finding, MovePlayed):
            effects = self.tell_found()
            command: Command = MakeMove(following, step.move, step.at)
        else:
            effects, back = [], finding.back
            command = Correct(back, following - back, step.move, step.at)
        if self._running.match.clock.paused:
            self._run_clock(step.at)
        self._left = step.after
        try:
            effects += self._do(command, at, finding.why)
        except GameError:  # what was read had sand left that has run out in the match
            self.follow(at)
        finally:
            self._left = None
        if not isinstance(command, MakeMove) and not any(
            isinstance(effect, TakenBack) for effect in effects
        ):
            self.follow(at)  # the match has taken it for its next move
        return effects

    def _asked(self, question: Question | TakeBack, at: int) -> Explained:
        """Return why the table asks: which moves it lies between, or which would be gone."""
        plies = self._running.match.line.plies
        gone = plies[-question.moves :] if isinstance(question, TakeBack) else ()
        return Explained(None, self.decoder.explain(at, tuple(ply.line for ply in gone)))

    def _moves_undone(self) -> int:
        """Return how many moves have been undone on the table if it looks so, else 0."""
        plies, closed_after = self._running.match.line.plies, self.layout.closed_after
        for number, ply in enumerate(reversed(plies)):
            if number and not self.decoder.differs(closed_after[-1 - number]):
                return number
            if ply.final:
                return 0
        return 0 if not plies or self.decoder.differs(closed_after[0]) else len(plies)

    def _of_button(self, cell: int, *, over: bool = False) -> Warn:
        """Return what is said of a button that stays down, or does so no longer."""
        field = {"field": field_name(self._adapter, cell)}
        return Warn(UP_AGAIN if over else STUCK, field, f"button {cell}", over=over)


def _warn(adapter: AnyAdapter, contact: int) -> Warn:
    """Return what is said of a broken contact, by its number."""
    layer, cell = find_contact(contact)
    return Warn(TURNLESS if layer is Layer.TILT else BROKEN, {"field": field_name(adapter, cell)})
