"""One game at one table: events in, effects out, without I/O and without a clock of its own.

A session holds the line of the game, lets a decoder find the moves that people make, and answers
the keys:

=======  =====================================================================
CONFIRM  yes to what the table has just asked (a take-back, an end, the only
         stack that may have been meant), and the move that a key completes
         (the end of a turn, a dead hourglass)
UNDO     takes the last move back; the table then shows what to put where
HINT     shows what can be done now, for a while; again meanwhile: the best move,
         where that may be shown; again: goes from one cell that can be pressed
         to the next, and CONFIRM presses it: a way to go on when the button
         under it is broken
MENU     asks whether to end the game: first whether all agree, where the rules
         have that, then whether it is abandoned; then, where the table can
         speak, whether it should; once more: they play on
=======  =====================================================================

In a game that runs in real time the clock starts with the first move, and every move bears the
second at which its piece was put down. Such a game that is taken up again stands still until
CONFIRM or a touch lets it go on.
"""

from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from firmware.games import AnyAdapter, LampState, field_name
from firmware.opponents import Advice
from firmware.play.clock import GameClock
from firmware.play.effects import (
    AdviceWanted,
    Begun,
    Distrusted,
    Effect,
    Ended,
    Explained,
    Kept,
    Play,
    Ran,
    TakenBack,
    VoiceSwitched,
    Warn,
)
from firmware.play.held_buttons import HeldButtons
from firmware.play.line import Ply, is_timed
from firmware.play.pictures import read_line
from firmware.play.sensor_texts import (
    BROKEN,
    CHATTERS,
    RESTS,
    STUCK,
    TURNLESS,
    UP_AGAIN,
    contact_of,
)
from firmware.play.view import Contacts, Hint, Menu, View
from firmware.recognition.decoder import Decoder
from firmware.recognition.explain import Asked, Explanation, explain_key
from firmware.recognition.findings import (
    Broken,
    Finding,
    Mismatch,
    MovePlayed,
    MoveReplaced,
    Question,
    TakeBack,
    Unpressed,
)
from firmware.recognition.story import Step
from firmware.sensing.events import Chatter, Event, Key, Kind, Touch, Unread
from hal import CELLS, Tune, members
from rules import AGREE, GameError, Header, Move, Position

HINT_TIME = 6_000_000  # microseconds for which a hint is shown, unless a contact moves before
THINKING_TIME = 15_000_000  # microseconds for which HINT waits for the best move
ADVICE_TIME = 20_000_000  # microseconds for which the best move is shown, with its reasons
HIGHLIGHT_TIME = 3_000_000  # microseconds for which it is shown what a move scored
SAND_WAITS = 3_000_000  # microseconds for which a move that is begun holds up the sand


class _Highlight(NamedTuple):
    """What to light about the last move, by cell, and until when (microseconds)."""

    lamps: dict[int, LampState]
    until: int


class Session:
    """One game at one table.

    It is taken up with :meth:`begin`, and then told every event and how time passes.

    header: which game, who plays, by which options. start: its first position. adapter: how it
    lies on the table. lines: the moves made already when it is taken up again, None for a new game;
    milliseconds: how far its own clock had come. stays: whether it can only be played to its end,
    not abandoned. broken: the contacts known to say nothing reliable. found: those that were found
    broken while it was played before. files: name -> text of the files that its options name.
    advises: whether HINT may show the best move; somebody has to find it, see :meth:`advise`.
    computers: seat -> level of the seats that the computer plays when it is taken up. Raises
    GameError for lines that are no moves of it.

    questions, corrections: how often the table has asked, and shown what to put right. abandoned:
    whether it was given up. voice: whether the table speaks, None where it cannot.
    """

    def __init__(
        self,
        header: Header,
        start: Position,
        adapter: AnyAdapter,
        lines: Sequence[Move] | None = None,
        milliseconds: int = 0,
        *,
        stays: bool = True,
        broken: int = 0,
        found: int = 0,
        files: Mapping[str, str] = MappingProxyType({}),
        advises: bool = False,
        computers: Mapping[str, int] = MappingProxyType({}),
    ) -> None:
        self.header = header
        self.files = files
        self.computers = computers
        self.adapter = adapter
        self.questions = 0
        self.corrections = 0
        self.abandoned = False
        self.voice: bool | None = None
        self._stays = stays
        self._advises = advises
        self._new = lines is None
        self._menu: Menu | None = None
        self._hint: Hint | None = None
        self._highlight: _Highlight | None = None
        self._proposed: Move | None = None  # what a computer plays, until a hand has made it
        self._warned: frozenset[str] = frozenset()  # what urgent things were warned of
        self._found = found & adapter.places & ~broken
        self._clock = GameClock()
        self._time_ended: Move | None = None  # the line of the record when time ended the game
        self._line = read_line(adapter, start, lines or ())
        if lines and self.position.outcome is None and is_timed(self.position):
            self._pause(max(milliseconds, self._line.milliseconds))
        self._broken = broken
        self._buttons = HeldButtons()
        self._unread: Unread | None = None  # the contacts that cannot be read
        self._begun = False
        self._enters_until = 0  # until when one press tells of a piece that no contact shows
        loose = adapter.loose(self.position, self._line.picture)
        self._decoder = Decoder(adapter, self._line.picture & ~loose)
        self._follow(0)

    def _follow(self, at: int, undone: int | None = None) -> None:
        """Let the decoder take up the game where it stands. undone: see Decoder.follow."""
        self._decoder.follow(
            self.played[-1], self._line.picture, at=at, clock=self._clock.zero,
            millisecond=self._line.milliseconds, undone=undone,
        )  # fmt: skip

    def _pause(self, milliseconds: int) -> None:
        """Let the game's own clock stand still at this time."""
        self._clock = GameClock(noted=milliseconds, paused=True)
        position = self._line.later(milliseconds)
        if position.outcome is None:
            self._line = self._line.pass_time(position, self._line.picture)

    @property
    def position(self) -> Position:
        """The position now, with the time that has passed since the last move."""
        return self._line.position

    @property
    def plies(self) -> Sequence[Ply]:
        """The moves of the game."""
        return self._line.plies

    @property
    def played(self) -> Sequence[Position]:
        """The position right after each move, the start first."""
        return self._line.played

    @property
    def pictures(self) -> Sequence[int]:
        """The picture that belongs to each of these positions."""
        return self._line.pictures

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of the game's record, with the second at which time ended it."""
        moves = tuple(ply.move for ply in self.plies)
        return moves if self._time_ended is None else (*moves, self._time_ended)

    @property
    def pending(self) -> bool:
        """Whether something is begun, asked or shown and not finished."""
        return self._menu is not None or self._decoder.waiting

    @property
    def done(self) -> bool:
        """False: a game that is over can still be taken back."""
        return False

    @property
    def due(self) -> int | None:
        """When time alone will change something (microseconds), None when it will not."""
        if self._clock.running and self.position.outcome is None:
            return 0  # sand runs: at any time
        times = (self._decoder.due, self._buttons.due)
        return min((at for at in times if at is not None), default=None)

    @property
    def view(self) -> View:
        """What there is to show now."""
        decoder = self._decoder
        expected, odd = decoder.expected, decoder.odd
        contacts = Contacts(expected)
        if self.position.outcome is None:
            contacts = Contacts(expected, odd & expected, odd & ~expected, decoder.pairs)
        last = self._line.last
        return View(
            header=self.header,
            adapter=self.adapter,
            position=self.position,
            contacts=contacts,
            highlight={} if self._highlight is None else self._highlight.lamps,
            last=None if last is None else last.move,
            pressed=self._decoder.pressed,
            trouble=self._decoder.trouble,
            stubborn=self._decoder.stubborn,
            hint=self._hint,
            proposed=self.proposed,
            menu=self._menu,
            paused=self._clock.paused,
            stays=self._stays,
            voice=self.voice,
        )

    @property
    def can_end(self) -> bool:
        """Whether the players may agree to end the game here."""
        try:
            self.position.play(AGREE)
        except GameError:
            return False
        return True

    def begin(self, picture: int, at: int) -> list[Effect]:
        """Take up the game where these contacts are closed, and return what follows.

        Contacts that were found broken before are named again: other people may go on with it.
        """
        effects: list[Effect] = [Begun(self.header, at, self.computers)] if self._new else []
        effects += [self._warn(Broken(contact)) for contact in members(self._found)]
        self._decoder = Decoder(self.adapter, picture, broken=self._broken, found=self._found)
        self._follow(at)
        self._begun = True
        begun = self._decoder.begin(at, broken=not self.plies, unread=self._unread)
        effects += self._act(begun, at)
        return [*effects, *self._tell_found()]

    def feed(self, event: Event) -> list[Effect]:
        """Return what follows from one event."""
        if isinstance(event, Key):
            effects = self._key(event)
        elif isinstance(event, Chatter):
            effects = self._chatter(event)
        elif isinstance(event, Unread):
            self._unread = event
            effects = self._act(self._decoder.lose_sight(event), event.at) if self._begun else []
        else:
            effects = self._touch(event)
        return [*effects, *self._tell_found()]

    def wait(self, at: int) -> list[Effect]:
        """Return what follows from time having passed to `at`, in microseconds."""
        effects: list[Effect] = [self._of_button(cell) for cell in self._buttons.wait(at)]
        effects += self._act(self._decoder.wait(at), at)
        if self._hint is not None and at >= self._hint.until:
            self._hint = None
        if self._highlight is not None and at >= self._highlight.until:
            self._highlight = None
        return [*effects, *self._let_time_pass(at), *self._tell_found()]

    def _touch(self, event: Touch) -> list[Effect]:
        """Return what follows from a touch; a piece that moves says that they play on."""
        hint, self._hint = self._hint, None
        if event.kind in (Kind.PLACE, Kind.LIFT):
            self._menu = None
            self._resume(event.at)
        entered: list[Finding] = []
        if event.kind is Kind.PRESS and event.at < self._enters_until:
            entered = self._decoder.enter(event.cell, event.at)
            self._enters_until = 0
        if hint is not None and event.kind is Kind.RELEASE:
            self._hint = hint  # of the press that came before it
        elif hint is not None and hint.advice is not None and event.kind is Kind.LIFT:
            self._hint = hint  # it still says where the piece in the hand should go
        effects: list[Effect] = []
        if event.cell in self.adapter.overlay.names and self._buttons.touch(event):
            effects.append(self._of_button(event.cell, over=True))
        return effects + self._act(entered or self._decoder.feed(event), event.at)

    def _of_button(self, cell: int, *, over: bool = False) -> Warn:
        """Return what is said of a button that stays down, or does so no longer."""
        field = {"field": field_name(self.adapter, cell)}
        return Warn(UP_AGAIN if over else STUCK, field, f"button {cell}", over=over)

    def _chatter(self, event: Chatter) -> list[Effect]:
        """Return what follows from a contact that moves without rest, or rests again."""
        contact = contact_of(event)
        if contact:
            self._decoder.distrust(contact, at=event.at, rests=event.resting)
        text = (RESTS if event.resting else CHATTERS)[event.layer]
        about = f"{event.layer} {event.where}"
        return [Warn(text, event.where, about, over=event.resting)]

    def _act(self, findings: Iterable[Finding], at: int) -> list[Effect]:
        """Act on findings, and return what follows."""
        effects: list[Effect] = []
        for finding in findings:
            effects += self._answer(finding, at)
        return effects

    def _answer(self, finding: Finding, at: int) -> list[Effect]:
        """Return what follows from one finding."""
        if isinstance(finding, MovePlayed):
            kept = self._keep(finding.step.move, at, finding.step, finding.why)
            return [*self._tell_found(), *kept]
        if isinstance(finding, MoveReplaced):
            dropped: list[Effect] = [self._drop() for _ in range(finding.back)]
            return [*dropped, *self._keep(finding.step.move, at, finding.step, finding.why)]
        if isinstance(finding, Mismatch):
            back = self._moves_undone()
            if back:
                return self._answer(self._decoder.offer_take_back(back), at)
            self.corrections += 1
            return [Play(Tune.REFUSED)]
        if isinstance(finding, Question | TakeBack):
            self.questions += 1
            return [self._asked(finding, at), Play(Tune.QUESTION)]
        if isinstance(finding, Broken):
            return [self._warn(finding)]
        if isinstance(finding, Unpressed):
            return []  # perhaps somebody holds the piece and thinks
        return [Play(Tune.PUT_RIGHT)] if finding.put_right else []

    def _asked(self, question: Question | TakeBack, at: int) -> Asked:
        """Return which moves a question lies between; those that would be gone for a take-back."""
        if isinstance(question, Question):
            return Asked(at, self._decoder.between(question))
        return Asked(at, tuple(ply.move for ply in self.plies[-question.moves :]))

    def _moves_undone(self) -> int:
        """Return how many moves have been undone on the table if it looks so, else 0."""
        for number, ply in enumerate(reversed(self.plies)):
            if number and not self._decoder.differs(ply.picture):
                return number
            if ply.final:
                return 0
        undone = len(self.plies)
        return 0 if not undone or self._decoder.differs(self._line.start.picture) else undone

    def _warn(self, broken: Broken) -> Warn:
        turns, cell = divmod(broken.contact, CELLS)
        return Warn(TURNLESS if turns else BROKEN, {"field": field_name(self.adapter, cell)})

    def _tell_found(self) -> list[Effect]:
        """Say which contacts are broken when that has changed, before a move that rests on it."""
        found, self._found = self._found, self._decoder.trust.found
        return [Distrusted(self._found)] if found != self._found else []

    # Time

    def _let_time_pass(self, at: int) -> list[Effect]:
        """Let sand run: what can be done may change, or the game end, without a move.

        While a move is begun, time stands still for a while, as it began before.
        """
        before = self.position
        if not self._clock.running or before.outcome is not None:
            return []
        if self._decoder.waiting and at - self._decoder.touched < SAND_WAITS:
            at = self._decoder.touched
        now = self._clock.milliseconds(at, self._line.milliseconds)
        position = self._line.later(now)
        self._line = self._line.pass_time(position, self._decoder.expected)
        effects = self._incidents(before, position)
        if position.outcome is not None:
            return effects + self._end_by_time(now, at)
        urgent = self.adapter.urgent(position)
        if urgent - self._warned:
            effects.append(Play(Tune.WARNING))
        self._warned = urgent
        if self._clock.needs_note(now):
            self._clock = self._clock.note(now)
            effects.append(Ran(now))
        return effects

    def _incidents(self, before: Position, after: Position) -> list[Effect]:
        """Return the warnings of what has happened beside a move."""
        told = self.adapter.incidents(before, after)
        return [Warn(one.text, one.values, incident=True) for one in told]

    def _end_by_time(self, now: int, at: int) -> list[Effect]:
        """End a game that time alone has ended. now: milliseconds of its own clock."""
        second, part = divmod(now, 1000)
        self._time_ended = self.played[-1].written(f"{second}.{part:03}")
        self._follow(at)
        self._decoder.end(at)
        outcome, scores = self.position.outcome, self.position.scores()
        return [Ended(outcome, scores, self._time_ended, at), Play(Tune.GAME_OVER)]

    def _resume(self, at: int) -> None:
        """Let the game's own clock run on if it is paused, and the pieces stand as they should."""
        if self._clock.paused and not isinstance(self._decoder.trouble, Mismatch):
            self._clock = self._clock.resume(at)
            assert self._clock.zero is not None
            self._decoder.run_clock(self._clock.zero)

    # Moves

    def _keep(
        self, move: Move, at: int, step: Step | None = None, why: Explanation | None = None
    ) -> list[Effect]:
        """Play a move.

        step: what was read of it, None for a move that a key alone makes. why: why it was read so.
        """
        before, since = self.position, self._line.milliseconds
        if step is not None:
            second = self._clock.nearest(step.at, since)
        else:
            second = self._clock.milliseconds(at, since)
        line, after = self._line.write(move, second)
        if is_timed(after):
            self._clock = self._clock.start(at if step is None else step.at)
        picture = self._decoder.expected if step is None else step.after
        self._line = self._line.append(line, after, picture=picture, milliseconds=second, at=at)
        self._highlight = _Highlight(self.adapter.highlight(before, after), at + HIGHLIGHT_TIME)
        if step is None:
            self._follow(at)
        self._proposed = None
        clock = self._clock.milliseconds(at, second)
        explanation = (why or explain_key(move, at))._replace(move=line)
        kept: list[Effect] = [
            Kept(len(self.plies), before.to_move or "", line, at, clock),
            Explained(len(self.plies), explanation),
            *self._incidents(before, after),
        ]
        if after.outcome is not None:
            return [*kept, Ended(after.outcome, after.scores(), None, at), Play(Tune.GAME_OVER)]
        scored = after.scores() != before.scores()
        return [*kept, Play(Tune.SCORED if scored else Tune.ACCEPTED)]

    def _drop(self) -> TakenBack:
        """Take the last move out of the game, and with the first its own time."""
        last = self._line.last
        assert last is not None
        self._line = self._line.drop()
        self._time_ended = self._proposed = None
        if not self.plies:
            self._clock = GameClock()
        return TakenBack(len(self.plies) + 1, last.move)

    @property
    def proposed(self) -> Move | None:
        """The move that a hand should make for a computer, None when it can not be made now."""
        legal = self._proposed is not None and self._proposed in self.position.legal_moves()
        return self._proposed if legal else None

    def propose(self, move: Move | None) -> list[Effect]:
        """Show a move that a hand should make for a computer, None for no longer.

        It counts when it is made, like any other; so does another move that is made instead.
        """
        self._proposed = move
        return [] if self.proposed is None else [Play(Tune.QUESTION)]

    # Keys

    def _key(self, key: Key) -> list[Effect]:
        """Return what follows from a key: see the table above."""
        hint = self._hint
        chosen = None if hint is None else hint.cell
        if key.name == "CONFIRM" and chosen is not None and self._menu is None:
            pressed = self._touch(Touch(key.at, Kind.PRESS, chosen))
            return [*pressed, *self._touch(Touch(key.at, Kind.RELEASE, chosen))]
        self._hint = None if hint is None else Hint(hint.until)
        confirms = key.name == "CONFIRM"
        self._enters_until = key.at + HINT_TIME if key.name in ("HINT", "CONFIRM") else 0
        effects = self._act(self._decoder.hurry(key.at, confirms=confirms), key.at)
        if key.name == "UNDO":
            effects += self._undo(key.at)
        elif key.name == "CONFIRM":
            effects += self._confirm(key.at)
        elif key.name == "HINT":
            effects += self._show_hint(hint, key.at)
        elif key.name == "MENU" and self.position.outcome is None:
            effects += self._ask_to_end()
        return effects

    def _show_hint(self, shown: Hint | None, at: int) -> list[Effect]:
        """Show what HINT shows next, and return what follows.

        First what can be done, then the best move, then the next cell that can be pressed.
        """
        if shown is not None and shown == Hint(shown.until) and self._can_advise:
            self._hint = Hint(at + THINKING_TIME, asked=True)
            return [AdviceWanted(self.header.game, self.position, self.files)]
        cells = self._decoder.pressable
        chosen = None
        if shown is not None and cells:
            chosen = shown.cell
            chosen = next((cell for cell in cells if chosen is None or cell > chosen), cells[0])
        self._hint = Hint(at + HINT_TIME, chosen)
        return []

    @property
    def _can_advise(self) -> bool:
        """Whether there is a best move to be shown: no die decides, and no move is begun."""
        position = self.position
        choice = not position.chance and len(position.legal_moves()) > 0
        return self._advises and choice and not self.pending

    def advise(self, advice: Advice, at: int) -> None:
        """Show the best move, the answer to :class:`AdviceWanted`, if HINT still waits for it.

        A move that sand has made impossible meanwhile is not shown.
        """
        if self._hint is not None and self._hint.asked:
            shown = Hint(at + ADVICE_TIME, advice=advice)
            legal = advice.move in self.position.legal_moves()
            self._hint = shown if legal else Hint(at + HINT_TIME)

    def _undo(self, at: int) -> list[Effect]:
        """Take the last move back: not a roll of the die, and with sand only once in a row."""
        self._menu = None
        last, undone = self._line.last, self._line.picture
        if last is None or last.final:
            return [Play(Tune.REFUSED)]
        dropped = self._drop()
        self._follow(at, undone)
        return [dropped, Play(Tune.TAKEN_BACK)]

    def _ask_to_end(self) -> list[Effect]:
        """Ask the next of the questions of MENU, after the last of them none."""
        asked = [Menu.AGREE] if self.can_end else []
        if not self._stays:
            asked.append(Menu.ABANDON)
        if self.voice is not None:
            asked.append(Menu.VOICE)
        if not asked:
            return [Play(Tune.REFUSED)]
        following = asked.index(self._menu) + 1 if self._menu in asked else 0
        self._menu = asked[following] if following < len(asked) else None
        return [Play(Tune.QUESTION)] if self._menu else []

    def _confirm(self, at: int) -> list[Effect]:
        """Say yes to what is asked, or complete a move that CONFIRM completes."""
        trouble = self._decoder.trouble
        menu, self._menu = self._menu, None
        if menu is Menu.AGREE:
            return self._keep(AGREE, at)
        if menu is Menu.ABANDON:
            self.abandoned = True
            return [Ended(None, self.position.scores(), None, at), Play(Tune.GAME_OVER)]
        if menu is Menu.VOICE:
            self.voice = not self.voice
            return [VoiceSwitched(self.voice), Play(Tune.ACCEPTED)]
        if self._clock.paused:
            self._resume(at)
            return [Play(Tune.REFUSED if self._clock.paused else Tune.ACCEPTED)]
        if isinstance(trouble, TakeBack):
            dropped = [self._drop() for _ in range(trouble.moves)]
            self._follow(at)
            return [*dropped, Play(Tune.TAKEN_BACK)]
        found = self._decoder.complete("CONFIRM", at) or self._decoder.complete_unpressed(at)
        return self._act(found, at)
