"""Where does this game stand at this table? Events in, effects out, no I/O and no clock.

A session holds the line of the game, lets the recogniser read the hands, and answers the keys:

=======  =====================================================================
CONFIRM  yes to what the table has just asked (a take-back, an agreed end)
UNDO     takes the last move back; the table then shows what to put where
MENU     asks whether the players agree to end the game; MENU again: no
=======  =====================================================================
"""

from typing import NamedTuple

from firmware.effects import Effect, Kept, Play, TakenBack, Warn
from firmware.events import Chatter, Event, Key, Kind
from firmware.games import AnySheet
from firmware.recognise import (
    Astray,
    Back,
    Finding,
    Made,
    Moment,
    Peace,
    Recogniser,
    Remade,
    Unclear,
)
from hal import Tune
from rules import Header, IllegalError, Move, Position


class Committed(NamedTuple):
    """A move of the game and when it was committed, in microseconds."""

    move: Move
    at: int


class View(NamedTuple):
    """What there is to show.

    missing, extra: the cells that differ from what the position expects. trouble: what the
    table has asked or shown. ending: whether it asks for the agreed end.
    """

    header: Header
    position: Position
    last: Move | None
    missing: int
    extra: int
    trouble: Unclear | Back | Astray | None
    ending: bool


class Session:
    """One game at one table.

    header: which game, who plays, by which options. sheet: how it lies on the table.
    picture: the cells on which a piece stands now.
    """

    def __init__(self, header: Header, sheet: AnySheet, picture: int, at: int = 0) -> None:
        self.header = header
        self.sheet = sheet
        self.questions = 0
        self.corrections = 0
        self.committed: list[Committed] = []
        self._ending = False
        start = header.start()
        self._line = [Moment(start, sheet.picture(start))]
        self._recogniser = Recogniser(sheet, picture)
        self._recogniser.follow(self._line, at=at)

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._line[-1].position

    @property
    def pending(self) -> bool:
        """Whether something is begun, asked or guided and not finished."""
        return self._ending or self._recogniser.waiting

    @property
    def due(self) -> int | None:
        """When time alone will change something, None when it will not."""
        return self._recogniser.due

    @property
    def view(self) -> View:
        """What there is to show now."""
        expected = self._line[-1].picture
        picture = self._recogniser.picture
        over = self.position.outcome is not None
        return View(
            self.header,
            self.position,
            self.committed[-1].move if self.committed else None,
            0 if over else expected & ~picture,
            0 if over else picture & ~expected,
            self._recogniser.trouble,
            self._ending,
        )

    def feed(self, event: Event) -> list[Effect]:
        """What follows from one event."""
        if isinstance(event, Key):
            return self._key(event)
        if isinstance(event, Chatter):
            state = "rests again" if event.resting else "chatters and is left out of the game"
            return [Warn(f"{event.contact} {state}")]
        effects: list[Effect] = []
        if self._ending and event.kind in (Kind.PLACE, Kind.LIFT):
            self._ending = False  # they play on
        while (finished := self._recogniser.completed_by(event)) is not None:
            effects += self._apply(finished, event.at)
        for finding in self._recogniser.feed(event):
            effects += self._apply(finding, event.at)
        return effects

    def wait(self, at: int) -> list[Effect]:
        """What follows from time having passed to `at`."""
        effects: list[Effect] = []
        for finding in self._recogniser.wait(at):
            effects += self._apply(finding, at)
        return effects

    def _apply(self, finding: Finding, at: int) -> list[Effect]:
        if isinstance(finding, Made):
            return self._keep(finding.gesture.move, at, finding)
        if isinstance(finding, Remade):
            return [self._drop(), *self._keep(finding.gesture.move, at, finding)]
        if isinstance(finding, Astray):
            self.corrections += 1
            return [Play(Tune.REFUSED)]
        if isinstance(finding, Unclear | Back):
            self.questions += 1
            return [Play(Tune.QUESTION)]
        assert isinstance(finding, Peace)
        return []

    def _keep(self, move: Move, at: int, made: Made | Remade | None = None) -> list[Effect]:
        before = self.position
        after = before.play(move)
        self._line.append(Moment(after, self.sheet.picture(after)))
        self.committed.append(Committed(move, at))
        self._recogniser.follow(self._line, at=at, made=made)
        if after.outcome is not None:
            tune = Tune.GAME_OVER
        elif after.scores() != before.scores():
            tune = Tune.SCORED
        else:
            tune = Tune.ACCEPTED
        return [Kept(len(self.committed), before.to_move or "", move, at), Play(tune)]

    def _drop(self) -> TakenBack:
        self._line.pop()
        move = self.committed.pop().move
        return TakenBack(len(self.committed) + 1, move)

    def _key(self, key: Key) -> list[Effect]:
        effects: list[Effect] = []
        hurried = (Made, Remade, Back) if key.name == "CONFIRM" else (Made, Remade)
        for finding in self._recogniser.hurry(hurried):
            effects += self._apply(finding, key.at)
        if key.name == "UNDO":
            effects += self._undo(key.at)
        elif key.name == "CONFIRM":
            effects += self._confirm(key.at)
        elif key.name == "MENU" and self.position.outcome is None:
            self._ending = not self._ending
            if self._ending:
                effects.append(Play(Tune.QUESTION))
        return effects

    def _undo(self, at: int) -> list[Effect]:
        self._ending = False
        if not self.committed:
            return [Play(Tune.REFUSED)]
        moment = self._line[-1]
        dropped = self._drop()
        self._recogniser.take_back(self._line, moment, at=at)
        return [dropped, Play(Tune.TAKEN_BACK)]

    def _confirm(self, at: int) -> list[Effect]:
        trouble = self._recogniser.trouble
        if self._ending:
            self._ending = False
            try:
                return self._keep("agree", at)
            except IllegalError:
                return [Play(Tune.REFUSED)]
        if isinstance(trouble, Back):
            dropped: list[Effect] = []
            while len(self.committed) > trouble.plies:
                dropped.append(self._drop())
            self._recogniser.follow(self._line, at=at)
            return [*dropped, Play(Tune.TAKEN_BACK)]
        return []
