"""A match at a table: its hands, its keys, and the effects of both.

Events of contacts and keys go in, effects come out, without I/O and without a clock of its own.
:mod:`firmware.play.hands` turns touches into commands, :mod:`firmware.play.keys` leads through the
questions of the keys, and the match decides.

In a game that runs in real time the clock starts with the first move, and every move bears the
second at which its piece was put down. Such a game stands still after it is resumed, until CONFIRM
or a touch lets it go on.
"""

import random
from collections.abc import Iterable, Mapping, Sequence

from firmware.games import AnyAdapter, LampState
from firmware.match.commands import Abort, Answer, Command, Propose, Resign, RunClock, Sit
from firmware.match.commands import Play as MakeMove
from firmware.match.events import Distrusted, Ended, MatchEvent, Played, Proposed, TakenBack
from firmware.match.line import Ply
from firmware.match.refusals import CommandError
from firmware.match.rights import may
from firmware.match.running import Running
from firmware.match.state import TABLE, Match, Phase
from firmware.opponents import USUAL, Advice
from firmware.play.ambience import Ambience
from firmware.play.effects import AdviceWanted, Asked, Effect, Explained, GameBegun, Play, Warn
from firmware.play.fingers import Fingers
from firmware.play.hands import Hands
from firmware.play.haste import Haste
from firmware.play.held_buttons import HeldButtons
from firmware.play.keys import Keys, leaver, questions_of_end
from firmware.play.view import Menu, View
from firmware.recognition.explain import Explanation, explain_key
from firmware.recognition.findings import Finding, TakeBack
from firmware.sensing.events import Chatter, Event, Key, Kind, Touch, Unread
from hal import NO_CONTACTS, Contacts, Tune
from rules import GameError, Header, Move, Position

HIGHLIGHT_TIME = 3_000_000  # microseconds for which the score of a move is shown
READING_TIME = 500_000  # microseconds too short to read a question, in which no key answers it


class Session:
    """The session of a match at a table.

    Call :meth:`begin` first. Then :meth:`feed` takes every event, and :meth:`wait` passing time.

    Args:
        running: the match, of which the table holds all seats.
        adapter: the adapter of its game.
        resumed: whether it is resumed, and not new.
        stays: whether it can only be played to its end, not abandoned.
        broken: the set of contacts known to be unreliable.
        found: the set of contacts that were found broken earlier in the match.
        advises: whether HINT may show the best move, which :meth:`advise` takes.
        die: rolls the die at a table of keys, None if contacts show the deeds of hands.
        ambience: the voice and the intensity of the table; by default they cannot be chosen.

    Attributes:
        running: the match.
        haste: the time that is left, and its warnings.
        ambience: the voice and the intensity of the table.
    """

    def __init__(
        self,
        running: Running,
        adapter: AnyAdapter,
        *,
        resumed: bool = False,
        stays: bool = True,
        broken: Contacts = NO_CONTACTS,
        found: Contacts = NO_CONTACTS,
        advises: bool = False,
        die: random.Random | None = None,
        ambience: Ambience | None = None,
    ) -> None:
        self.running = running
        self.adapter = adapter
        self.ambience = ambience or Ambience()
        self._stays = stays
        self._advises = advises
        self._new = not resumed
        self._highlight: dict[int, LampState] = {}  # the lamps of the last move, by cell
        self._highlit_until = 0  # microseconds
        self._wanted: Move | None = None  # a computer's move, until a hand has made it
        self.haste = Haste(running, adapter)
        self._owed: Tune | None = None  # the tune that sounds once the last events are kept
        self._asked_at = -READING_TIME  # the time of the last proposal from elsewhere
        self._keys = Keys()
        self._buttons = HeldButtons(adapter)
        self._hands: Hands | Fingers = (
            Hands(adapter, running.match, broken=broken, found=found)
            if die is None
            else Fingers(adapter, running.match, die)
        )

    @property
    def header(self) -> Header:
        """The header of its record."""
        return self.match.header

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.running.match

    @property
    def position(self) -> Position:
        """The position now, with the time that has passed since the last move."""
        return self.match.now

    @property
    def plies(self) -> Sequence[Ply]:
        """The moves of the match."""
        return self.match.line.plies

    @property
    def questions(self) -> int:
        """The number of times that the table has asked."""
        return self._hands.questions

    @property
    def corrections(self) -> int:
        """The number of times that it has shown misplaced pieces."""
        return self._hands.corrections

    @property
    def abandoned(self) -> bool:
        """Whether it was given up without a winner."""
        return self._closed and self.match.ended is not None and not self.match.ended.outcome

    @property
    def _closed(self) -> bool:
        """Whether it was given up, so that deeds of hands are no moves."""
        return self.match.phase is Phase.CLOSED

    @property
    def pending(self) -> bool:
        """Whether a gesture, a question or a correction is unfinished."""
        return self._keys.menu is not None or self._hands.waiting

    @property
    def done(self) -> bool:
        """False: a match that is over can still be taken back."""
        return False

    @property
    def due(self) -> int | None:
        """The next time in microseconds at which time alone changes the match, if any."""
        if self._closed:
            return None
        times = [0] if self.match.runs else [self._hands.due, self._buttons.due]  # sand runs: at any time
        return min((at for at in times if at is not None), default=None)

    @property
    def can_end(self) -> bool:
        """Whether the players may agree to end the match here."""
        return may(self.match, "agree", TABLE)

    @property
    def view(self) -> View:
        """The view of the match now."""
        hands, last, left = self._hands, self.match.line.last, self.haste.left
        return View(
            header=self.header,
            adapter=self.adapter,
            position=self.position,
            contacts=hands.contacts(self.match),
            keyed=hands.keyed,
            untold=not self.plies and hands.untold(self.match) is not None,
            highlight=self._highlight,
            last=None if last is None else last.line,
            pressed=hands.pressed,
            trouble=None if self._closed else hands.trouble,
            stubborn=hands.stubborn,
            hint=self._keys.hint,
            proposed=self.proposed,
            menu=self._keys.menu,
            paused=self.match.clock.paused,
            stays=self._stays,
            voice=self.ambience.voice,
            intensity=self.ambience.intensity,
            proposal=self.match.proposal,
            leaves=leaver(self.match) if self._keys.menu in (Menu.RESIGN, Menu.LEAVE) else "",
            ended=self.match.ended,
            kept=self.running.keeper.kept,
            answers=self._answers,
            waits=self.running.waits,
            again=self._plays_again,
            away=self.running.away.get(self.position.to_move or ""),
            left=left,
            hurries=self.haste.hurries(left),
        )

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin the session with these contacts closed, and return the effects."""
        begun = GameBegun(self.header, at, self.match.seats.computers)
        effects: list[Effect] = [begun] if self._new else []
        return [*effects, *self._hands.begin(self.match, closed, at), *self._tell_found()]

    def feed(self, event: Event) -> list[Effect]:
        """Handle an event, and return the effects."""
        if self._closed:
            return self._key_after_end(event) if isinstance(event, Key) else []
        if isinstance(event, Key):
            effects = self._key(event)
        elif isinstance(event, Chatter):
            effects = self._hands.chatter(event)
        elif isinstance(event, Unread):
            effects = self._hear(self._hands.lose_sight(event), event.at)
        else:
            effects = self._touch(event)
        return [*effects, *self._tell_found()]

    def wait(self, at: int) -> list[Effect]:
        """Let time pass to `at` (microseconds), and return the effects."""
        effects = [] if self._owed is None else self.confirm(self._owed)
        if self._closed:
            return effects
        effects += [*self._buttons.wait(at), *self._hear(self._hands.wait(at), at)]
        self._keys.wait(at)
        if at >= self._highlit_until:
            self._highlight = {}
        return [*effects, *self._let_time_pass(self._hands.held(at)), *self._tell_found()]

    def _touch(self, event: Touch) -> list[Effect]:
        """Handle a touch, and return the effects. A moved piece restarts a paused clock."""
        self._keys.touch(event)
        if event.kind in (Kind.PLACE, Kind.LIFT):
            self._run_clock(event.at)
        said, findings = self._hands.touch(event, entered=self._keys.enters(event))
        effects = [*self._buttons.touch(event), *said, *self._hear(findings, event.at)]
        asks = not (self.keyed and (findings or self._hands.waiting))  # it picked or moved a piece
        if self.ambience.voice and event.kind is Kind.PRESS and asks:
            effects.append(Asked(event.cell))
        return effects

    def _let_time_pass(self, at: int) -> list[Effect]:
        """Let sand run to `at`, which may change the legal moves or end the match."""
        if not self.match.runs:
            return []
        before = self.position
        events = self.running.wait(at)
        self._hands.stand()
        effects = self._incidents(before, self.position)
        self._hands.keep_up(self.match, at)
        if self.match.over:
            return [*effects, *events, *self.confirm(Tune.GAME_OVER)]
        return [*effects, *self.haste.warn_of_sand(), *self.haste.warn_of_time(), *events]

    def _incidents(self, before: Position, after: Position) -> list[Effect]:
        """Return the warnings about incidents beside a move."""
        happened = self.adapter.incidents(before, after)
        return [Warn(one.text, one.values, incident=True) for one in happened]

    # Commands

    def seat(self, levels: Mapping[str, int], at: int) -> list[Effect]:
        """Let computers play these seats, at these levels, and people all others."""
        effects: list[Effect] = []
        for name, seat in self.match.seats.by_name.items():
            if seat.level != levels.get(name, 0):
                effects += self._do(Sit(name, levels.get(name, 0), TABLE.id), at)
        return effects

    def give_up(self, at: int) -> list[Effect]:
        """End the match unfinished, and return the effects without the tunes."""
        return [one for one in self._do(Propose("abandon"), at) if not isinstance(one, Play)]

    def _hear(self, findings: Iterable[Finding], at: int) -> list[Effect]:
        """Carry out the findings of the hands in order, and return the effects.

        After a command that the match refuses, the pieces have to be put right, so later findings
        do not count.
        """
        effects: list[Effect] = []
        for finding in findings:
            read = self._hands.read(finding, self.match, at)
            effects += read.effects
            if read.command is None:
                continue
            if isinstance(read.command, MakeMove):
                effects += self._tell_found()
            try:
                if self.match.clock.paused:
                    self._do(RunClock(), read.at)
                effects += self._do(read.command, at, read.left, read.why)
            except GameError:
                self._hands.keep_up(self.match, at)
                return [*effects, Play(Tune.REFUSED)] if self.keyed else effects
        return effects

    def _run_clock(self, at: int) -> None:
        """Let the match's own clock run on if it is paused, and the pieces stand as they should."""
        if self.match.clock.paused and not self._hands.astray:
            self._do(RunClock(), at)

    def _tell_found(self) -> list[Effect]:
        """Keep and tell newly broken contacts, before a move relies on them."""
        found = self._hands.newly_found()
        if found is None:
            return []
        self.running.keeper.distrust(found)
        return [Distrusted(found)]

    def _do(
        self, command: Command, at: int, left: Contacts | None = None, why: Explanation | None = None
    ) -> list[Effect]:
        """Carry a command out, and return the effects.

        left: the contacts that hands have left closed. why: the explanation of a move's reading.
        Raise CommandError, and then nothing has changed.
        """
        before = self.match
        return self._keep_up(self.running.do(command, TABLE, at), before, at, left, why)

    def see(self, events: Sequence[MatchEvent], before: Match, at: int) -> list[Effect]:
        """Follow events from elsewhere, and return the effects. before: the match before them."""
        effects = self._keep_up(events, before, at)
        if any(isinstance(event, Proposed) for event in events):
            effects.append(Play(Tune.QUESTION))
            self._asked_at = at
        return effects

    def _keep_up(
        self,
        events: Sequence[MatchEvent],
        before: Match,
        at: int,
        left: Contacts | None = None,
        why: Explanation | None = None,
    ) -> list[Effect]:
        """Bring hands and highlights to the match after events, and return the effects."""
        self._hands.keep_up(self.match, at, events, left)
        back = sum(isinstance(event, TakenBack) for event in events)
        if back or any(isinstance(event, Played | Ended) for event in events):
            self._wanted = None
        stood = before.line.plies[-back].before if back else before.now
        effects: list[Effect] = []
        for event in events:
            effects.append(event)
            if isinstance(event, Played):
                effects += self._played(stood, at, why)
        return effects + self._sounds(events, stood)

    def _played(self, before: Position, at: int, why: Explanation | None) -> list[Effect]:
        """Highlight the last move, and return its explanation and its incidents."""
        last = self.match.line.last
        assert last is not None
        self._highlight, self._highlit_until = self.adapter.highlight(before, last.after), at + HIGHLIGHT_TIME
        explanation = (why or explain_key(last.move, at))._replace(moves=(last.line,))
        return [Explained(last.number, explanation), *self._incidents(before, last.after)]

    def _sounds(self, events: Iterable[MatchEvent], before: Position) -> list[Effect]:
        """Return the tune for events of the match."""
        kinds = {type(event) for event in events}
        if Ended in kinds:
            return self.confirm(Tune.GAME_OVER)
        if Played in kinds:
            scored = self.position.scores() != before.scores()
            return self.confirm(Tune.SCORED if scored else Tune.ACCEPTED)
        return self.confirm(Tune.TAKEN_BACK) if TakenBack in kinds else []

    def confirm(self, tune: Tune) -> list[Effect]:
        """Return the tune that confirms the last events. It sounds once they are kept."""
        kept = self.running.keeper.kept
        self._owed = None if kept else tune
        return [Play(tune)] if kept else []

    @property
    def keyed(self) -> bool:
        """Whether fields are pressed, and no piece stands on the table."""
        return self._hands.keyed

    def play(self, move: Move, at: int) -> list[Effect]:
        """Make a move or a roll without hands, and return the effects. Raise GameError."""
        return self._do(MakeMove(len(self.plies) + 1, move, at), at)

    @property
    def proposed(self) -> Move | None:
        """The move that a hand should make for a computer, if it is legal now."""
        legal = self._wanted is not None and self._wanted in self.position.legal_moves()
        return self._wanted if legal else None

    def propose(self, move: Move | None) -> list[Effect]:
        """Show a move that a hand should make for a computer. None hides it.

        It counts when it is made, like any other move. Another move made instead counts, too.
        """
        self._wanted = move
        return [] if self.proposed is None else [Play(Tune.QUESTION)]

    # Keys

    def _key(self, key: Key) -> list[Effect]:
        """Handle a key, and return the effects: see :mod:`firmware.play.keys`."""
        chosen = self._keys.chosen
        if key.name == "CONFIRM" and chosen is not None:
            pressed = self._touch(Touch(key.at, Kind.PRESS, chosen))
            return [*pressed, *self._touch(Touch(key.at, Kind.RELEASE, chosen))]
        shown = self._keys.press(key.name, key.at)
        confirms = key.name == "CONFIRM"
        effects = self._hear(self._hands.commit_now(key.at, confirms=confirms), key.at)
        if key.name in ("UNDO", "CONFIRM") and self._answers:
            return effects + self._answer(key)
        if key.name == "UNDO":
            self._keys.take()
            return effects if self._hands.put_down() else effects + self._take_back(1, key.at)
        if confirms:
            try:
                return effects + self._confirm(key.at)
            except CommandError:
                return [*effects, Play(Tune.REFUSED)]
        if key.name == "HINT":
            if self._keys.help(shown, self._hands.pressable, key.at, advises=self._can_advise):
                effects.append(AdviceWanted())
        elif self.position.outcome is None:
            questions = [
                *questions_of_end(self.match, far=self.running.far, stays=self._stays),
                *self.ambience.questions,
            ]
            if self._keys.ask(questions) or not questions:
                effects.append(Play(Tune.QUESTION if questions else Tune.REFUSED))
        return effects

    def _key_after_end(self, key: Key) -> list[Effect]:
        """Handle a key after the match was given up, such as for a rematch."""
        if key.name in ("UNDO", "CONFIRM") and self._answers:
            return self._answer(key)
        if key.name == "CONFIRM" and self._plays_again:
            return self._do(Propose("rematch"), key.at)
        return []

    def _answer(self, key: Key) -> list[Effect]:
        """Answer a proposal of others. A key right after the proposal is refused as a mistake."""
        proposal = self.match.proposal
        assert proposal is not None
        if key.at < self._asked_at + READING_TIME:
            return [Play(Tune.REFUSED)]
        return self._do(Answer(key.name == "CONFIRM", proposal.number), key.at)

    @property
    def _plays_again(self) -> bool:
        """Whether the players elsewhere may be asked for a rematch."""
        return self.running.far and may(self.match, "rematch", TABLE)

    @property
    def _answers(self) -> bool:
        """Whether a player here has to answer a proposal of others."""
        return may(self.match, "answer", TABLE)

    @property
    def _can_advise(self) -> bool:
        """Whether there is a best move to be shown: no die decides, and no move is begun."""
        return self._advises and not self.pending and may(self.match, "hint", TABLE)

    def advise(self, advice: Advice, at: int) -> None:
        """Show the best move, the answer to :class:`AdviceWanted`, if HINT still waits for it.

        A move that sand has made impossible meanwhile is not shown.
        """
        self._keys.advise(advice, at, legal=advice.move in self.position.legal_moves())

    def _confirm(self, at: int) -> list[Effect]:
        """Say yes to the question of MENU, or complete a move that CONFIRM completes."""
        menu, trouble = self._keys.take(), self._hands.trouble
        if menu is Menu.AGREE:
            return self._do(Propose("agree"), at)
        if menu is Menu.ABANDON:
            aborts = self.running.far and may(self.match, "abort", TABLE)
            return self._do(Abort() if aborts else Propose("abandon"), at)
        if menu is Menu.RESIGN:
            return self._do(Resign(leaver(self.match)), at)
        if menu is Menu.LEAVE:
            levels = {**self.match.seats.computers, leaver(self.match): USUAL}
            return [*self.seat(levels, at), *self.confirm(Tune.ACCEPTED)]
        if menu is not None:
            return self.ambience.choose(menu)
        if self._plays_again:
            return self._do(Propose("rematch"), at)
        if self.match.clock.paused:
            self._run_clock(at)
            return [Play(Tune.REFUSED if self._hands.astray else Tune.ACCEPTED)]
        if isinstance(trouble, TakeBack):
            return self._take_back(trouble.moves, at)
        if (untold := self._hands.untold(self.match)) is not None:
            return self.play(untold, at)
        said, findings = self._hands.confirm(at)
        return [*said, *self._hear(findings, at)]

    def _take_back(self, plies: int, at: int) -> list[Effect]:
        """Take moves back: not a roll of the die, and with sand only once in a row."""
        try:
            return self._do(Propose("take back", plies), at)
        except CommandError:
            return [Play(Tune.REFUSED)]
