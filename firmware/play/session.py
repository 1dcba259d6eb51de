"""Where does this game stand at this table? Events in, effects out, no I/O and no clock.

A session holds the line of the game, lets the recogniser read the hands, and answers the keys:

=======  =====================================================================
CONFIRM  yes to what the table has just asked (a take-back, an end, the only
         stack that may have been meant), and the move that a key completes
         (the end of a turn, a dead hourglass)
UNDO     takes the last move back; the table then shows what to put where
HINT     shows what can be done now, for a while; again meanwhile: goes from one
         cell that can be pressed to the next, and CONFIRM presses it: a way to
         go on when the button under it is broken
MENU     asks whether to end the game: first whether all agree, where the rules
         have that, then whether it is abandoned; once more: they play on
=======  =====================================================================

In a game that runs in real time the clock starts with the first move, and every move bears the
second at which its piece was put down. Such a game that is taken up again stands still until
CONFIRM or a hand lets it go on.
"""

from collections.abc import Sequence
from enum import Enum
from typing import NamedTuple

from firmware.games import AnyAdapter, LampState, field_name, tilt
from firmware.play.effects import (
    Begun,
    Distrusted,
    Effect,
    Ended,
    Kept,
    Play,
    Ran,
    TakenBack,
    Warn,
)
from firmware.recognition.recognise import (
    Astray,
    Back,
    Broken,
    Finding,
    Made,
    Moment,
    Peace,
    Recogniser,
    Remade,
    Trouble,
    Unclear,
    Unpressed,
)
from firmware.sensing.events import Chatter, Event, Key, Kind, Touch
from firmware.words import say
from hal import CELLS, Tune, members
from rules import GameError, Header, Move, Position
from wiring import cell as cell_at

AGREE = "agree"
HINTED = 6_000_000  # microseconds for which a hint is shown, unless a hand acts before
SHOWN = 3_000_000  # microseconds for which is shown what a move scored
HANDS = 3_000_000  # microseconds for which a hand with a piece holds up the sand
NOTED = 5_000  # milliseconds of the game's own clock after which it is noted how far it has come


_BROKEN = say("the sensor under {field} does not work: press {field} in its place")
_TURNLESS = say("the tilt sensor under {field} does not work: the game goes on without it")
_CHATTERS = {
    "reed": say("reed at row {row}, column {column} chatters and is left out of the game"),
    "button": say("button at row {row}, column {column} chatters and is left out of the game"),
    "tilt": say("tilt at row {row}, column {column} chatters and is left out of the game"),
    "key": say("key {key} chatters and is left out of the game"),
}
_RESTS = {
    "reed": say("reed at row {row}, column {column} rests again"),
    "button": say("button at row {row}, column {column} rests again"),
    "tilt": say("tilt at row {row}, column {column} rests again"),
    "key": say("key {key} rests again"),
}


class Menu(Enum):
    """What MENU asks."""

    AGREE = "agree"  # do all agree to end the game here?
    ABANDON = "abandon"  # is the game given up, unfinished?


class Committed(NamedTuple):
    """A move of the game and when it was committed, in microseconds."""

    move: Move
    at: int


class View(NamedTuple):
    """What there is to show.

    sheet: how the game lies on the table. missing, extra: the contacts that differ from the picture
    expected, those that say nothing reliable apart. trouble: what the table has asked or shown.
    expected: the picture expected. pressed: the cells pressed for the move to come. highlight: what
    to light about the last move. hint: whether HINT was pressed. menu: what MENU asks. paused:
    whether the game's own clock stands still. stays: whether no other game follows. pairs: from
    which cell to which pieces have to go back, as far as that is known. stubborn: whether what is
    wrong has long stayed so. chosen: the cell that CONFIRM would press.
    """

    header: Header
    adapter: AnyAdapter
    position: Position
    last: Move | None
    missing: int
    extra: int
    expected: int
    pressed: int
    highlight: dict[int, LampState]
    hint: bool
    trouble: Trouble | None
    menu: Menu | None
    paused: bool
    stays: bool
    pairs: tuple[tuple[int, int], ...] = ()
    stubborn: bool = False
    chosen: int | None = None


class Session:
    """One game at one table.

    header: which game, who plays, by which options. start: its first position. sheet: how it
    lies on the table. lines: the moves made already when it is taken up again, None for a new game;
    milliseconds: how far its own clock had come. stays: whether it can only be played to its end,
    not abandoned. broken: the contacts known to say nothing reliable. found: those that were found
    broken while it was played before.

    It takes up the game with :meth:`begin`. Raises GameError for lines that are no moves of it.
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
    ) -> None:
        self.header = header
        self.adapter = adapter
        self.questions = 0
        self.corrections = 0
        self.committed: list[Committed] = []
        self._menu: Menu | None = None
        self._stays = stays
        self._broken = broken
        self._found = found & adapter.places & ~broken
        self.abandoned = False
        self._paused = False
        self._noted = 0  # how far the game's own clock was when that was last said, milliseconds
        self._clock: int | None = None  # when the game's own time began, microseconds
        self._played = [start]  # the position after each move, no time passed since
        self._times = [0]  # the millisecond of each on the game's own clock
        self._hint_until: int | None = None
        self._chosen: int | None = None  # the cell that HINT has come to
        self._highlight: dict[int, LampState] = {}
        self._highlight_until = 0
        self._warned: frozenset[str] = frozenset()
        self._ended_at: Move | None = None  # the second at which time alone ended the game
        self._line = [Moment(start, adapter.start(start))]
        self._new = lines is None
        for line in lines or ():
            self._take_up(line)
        self._paused = bool(lines) and self._runs
        if self._paused:
            self._noted = max(milliseconds, self._times[-1])
            position = self._played[-1].later(self._noted - self._times[-1])
            if position.outcome is None:
                self._line[-1] = self._line[-1]._replace(position=position)
        self._recogniser = Recogniser(adapter, 0)
        self._recogniser.follow(self._line, at=0)

    def _take_up(self, line: Move) -> None:
        """Make a move again that was made before the game was interrupted."""
        last, picture = self._played[-1], self._line[-1].picture
        second, _, timed = line.partition(" ")
        try:
            now, move = round(float(second) * 1000), timed
        except ValueError:
            now, move = self._times[-1], line
        after = last.play(line)
        before = last.later(now - self._times[-1])
        picture &= ~self.adapter.loose(before, picture)  # what is out of the game is off the table
        flips = [way.flips for way in self.adapter.gestures(before, picture) if way.move == move]
        self._played.append(after)
        self._times.append(now)
        self._append(after, picture ^ flips[0] if flips else picture)
        self.committed.append(Committed(line, 0))

    def _append(self, after: Position, picture: int) -> None:
        """Add where a move led to. A roll is final, and so is with sand every move but the last."""
        before = self._line[-1]
        if before.position.later(1) is not before.position:
            self._line[-1] = before._replace(final=True)
        self._line.append(Moment(after, picture, final=before.position.chance))

    @property
    def _runs(self) -> bool:
        """Whether the game has a clock of its own, and it has begun."""
        last = self._played[-1]
        return last.outcome is None and last.later(1) is not last

    @property
    def position(self) -> Position:
        """Where the game stands."""
        return self._line[-1].position

    @property
    def played(self) -> Sequence[Position]:
        """The position after each move, the start first."""
        return tuple(self._played)

    @property
    def pictures(self) -> Sequence[int]:
        """The picture that belongs to each of these positions."""
        return tuple(moment.picture for moment in self._line)

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of the game's record, with the second at which time ended it."""
        moves = tuple(move for move, _ in self.committed)
        return moves if self._ended_at is None else (*moves, self._ended_at)

    @property
    def pending(self) -> bool:
        """Whether something is begun, asked or guided and not finished."""
        return self._menu is not None or self._recogniser.waiting

    @property
    def done(self) -> bool:
        """A game that is over can still be taken back."""
        return False

    @property
    def due(self) -> int | None:
        """When time alone will change something, None when it will not."""
        if self._clock is not None and self.position.outcome is None:
            return 0  # sand runs: any moment
        return self._recogniser.due

    @property
    def view(self) -> View:
        """What there is to show now."""
        expected = self._recogniser.expected
        odd = self._recogniser.odd
        over = self.position.outcome is not None
        return View(
            self.header,
            self.adapter,
            self.position,
            self.committed[-1].move if self.committed else None,
            0 if over else odd & expected,
            0 if over else odd & ~expected,
            expected,
            self._recogniser.pressed,
            self._highlight,
            self._hint_until is not None,
            self._recogniser.trouble,
            self._menu,
            self._paused,
            self._stays,
            () if over else self._recogniser.pairs,
            self._recogniser.stubborn,
            self._chosen,
        )

    def begin(self, picture: int, at: int) -> list[Effect]:
        """Take up the game where these contacts are closed."""
        effects: list[Effect] = [Begun(self.header, at)] if self._new else []
        # whoever goes on with the game may not have heard it
        effects += [self._warn(Broken(contact)) for contact in members(self._found)]
        self._recogniser = Recogniser(self.adapter, picture, broken=self._broken, found=self._found)
        self._recogniser.follow(self._line, at=at)
        found = self._recogniser.begin(at, broken=not self.committed)
        return [*effects, *map(self._warn, found), *self._tell_found()]

    def feed(self, event: Event) -> list[Effect]:
        """What follows from one event."""
        return [*self._hear(event), *self._tell_found()]

    def _hear(self, event: Event) -> list[Effect]:
        """What follows from one event for the game."""
        if isinstance(event, Key):
            return self._key(event)
        if isinstance(event, Chatter):
            contact = _contact_of(event)
            if contact:
                self._recogniser.distrust(contact, at=event.at, trust=event.resting)
            text = (_RESTS if event.resting else _CHATTERS)[event.layer]
            about = f"{event.layer} {event.where}"
            return [Warn(text, event.where, about, over=event.resting)]
        return self._touch(event)

    def _touch(self, event: Touch) -> list[Effect]:
        """What follows from a hand on a cell."""
        effects: list[Effect] = []
        self._hint_until = self._chosen = None
        if event.kind in (Kind.PLACE, Kind.LIFT):
            self._menu = None  # they play on
            self._go_on(event.at)
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
        if self._hint_until is not None and at >= self._hint_until:
            self._hint_until = self._chosen = None
        if self._highlight and at >= self._highlight_until:
            self._highlight = {}
        return effects + self._let_time_pass(at) + self._tell_found()

    def _let_time_pass(self, at: int) -> list[Effect]:
        """Sand runs: what can be done may change, or the game end, without a move.

        While hands are at it, time stands still for a while: what they are doing began before.
        """
        before = self._line[-1].position
        if self._clock is None or self._paused or before.outcome is not None:
            return []
        if self._recogniser.waiting and at - self._recogniser.touched < HANDS:
            at = self._recogniser.touched
        passed = (at - self._clock) // 1000 - self._times[-1]
        position = self._played[-1].later(max(passed, 0))
        expected = self._recogniser.expected
        self._line[-1] = self._line[-1]._replace(position=position, picture=expected)
        if position.outcome is not None:
            whole, part = divmod(self._times[-1] + passed, 1000)
            self._ended_at = self._played[-1].written(f"{whole}.{part:03}")
            self._recogniser.follow(self._line, at=at)
            scores = position.scores()
            return [Ended(position.outcome, scores, self._ended_at, at), Play(Tune.GAME_OVER)]
        urgent = self.adapter.urgent(position)
        said: list[Effect] = [Play(Tune.WARNING)] if urgent - self._warned else []
        self._warned = urgent
        if self._times[-1] + passed >= self._noted + NOTED:
            self._noted = self._times[-1] + passed
            said.append(Ran(self._noted))
        if position.legal_moves() != before.legal_moves():
            self._recogniser.refresh(self._line)
        return said

    def _go_on(self, at: int) -> None:
        """Let the game's own clock run on where it stood."""
        if self._paused and not isinstance(self._recogniser.trouble, Astray):
            self._paused = False
            self._clock = at - self._noted * 1000

    def _apply(self, finding: Finding, at: int) -> list[Effect]:
        if isinstance(finding, Made):
            blamed = [self._warn(broken) for broken in self._recogniser.blame()]
            return [*blamed, *self._tell_found(), *self._keep(finding.gesture.move, at, finding)]
        if isinstance(finding, Remade):
            return self._keep_instead(finding, at)
        if isinstance(finding, Astray):
            self.corrections += 1
            return [Play(Tune.REFUSED)]
        if isinstance(finding, Unclear | Back):
            self.questions += 1
            return [Play(Tune.QUESTION)]
        if isinstance(finding, Broken):
            return [self._warn(finding)]
        if isinstance(finding, Unpressed):
            return []  # perhaps a hand holds the piece and its player thinks
        assert isinstance(finding, Peace)
        return [Play(Tune.PUT_RIGHT)] if finding.put_right else []

    def _warn(self, broken: Broken) -> Warn:
        turns, cell = divmod(broken.contact, CELLS)
        return Warn(_TURNLESS if turns else _BROKEN, {"field": field_name(self.adapter, cell)})

    def _tell_found(self) -> list[Effect]:
        """Say which contacts are broken when that has changed, before a move that rests on it."""
        found, self._found = self._found, self._recogniser.found
        return [Distrusted(self._found)] if found != self._found else []

    def _keep(self, move: Move, at: int, made: Made | Remade | None = None) -> list[Effect]:
        """Play a move; what is impossible after all (sand ran out meanwhile) is refused."""
        before = self._line[-1].position
        try:
            second, line, after = self._written(len(self.committed), move, at, made)
        except GameError:
            self._recogniser.refresh(self._line)
            return [Play(Tune.REFUSED)]
        if self._clock is None and after.later(1) is not after:
            self._clock = at if made is None else made.at
        flips = made.gesture.flips | made.gesture.hidden if made is not None else 0
        self._played.append(after)
        self._times.append(second)
        self._append(after, self._recogniser.expected_before(made) ^ flips)
        self.committed.append(Committed(line, at))
        self._highlight = self.adapter.highlight(before, after)
        self._highlight_until = at + SHOWN
        self._recogniser.follow(self._line, at=at, made=made)
        clock = 0 if self._clock is None else max((at - self._clock) // 1000, second)
        kept = Kept(len(self.committed), before.to_move or "", line, at, clock)
        if after.outcome is not None:
            return [kept, Ended(after.outcome, after.scores(), None, at), Play(Tune.GAME_OVER)]
        return [
            kept,
            Play(Tune.SCORED if after.scores() != before.scores() else Tune.ACCEPTED),
        ]

    def _keep_instead(self, made: Remade, at: int) -> list[Effect]:
        """Play a move in the place of the last one, which stays if it is impossible after all."""
        move = made.gesture.move
        try:
            self._written(len(self.committed) - 1, move, at, made)
        except GameError:
            self._recogniser.follow(self._line, at=at)  # no more minds are changed about it
            return [Play(Tune.REFUSED)]
        return [self._drop(), *self._keep(move, at, made)]

    def _written(
        self, plies: int, move: Move, at: int, made: Made | Remade | None
    ) -> tuple[int, Move, Position]:
        """Play a move after so many: its millisecond, its line of the record, where it leads.

        Raises GameError when it is impossible, as sand may have run out meanwhile.
        """
        last, since = self._played[plies], self._times[plies]
        second = since
        if self._clock is not None and made is not None:
            second = max(round((made.at - self._clock) / 1000), since)
        elif self._clock is not None:
            second = max((at - self._clock) // 1000, since)
        line = last.later(second - since).written(move)
        return second, line, last.play(line)

    def _drop(self) -> TakenBack:
        self._line.pop()
        self._played.pop()
        self._times.pop()
        move = self.committed.pop().move
        return TakenBack(len(self.committed) + 1, move)

    def _key(self, key: Key) -> list[Effect]:
        chosen, self._chosen = self._chosen, None
        if key.name == "CONFIRM" and chosen is not None and self._menu is None:
            return self._touch(Touch(key.at, Kind.PRESS, chosen))
        effects: list[Effect] = []
        hurried = (Made, Remade, Back) if key.name == "CONFIRM" else (Made, Remade)
        for finding in self._recogniser.hurry(hurried):
            effects += self._apply(finding, key.at)
        if key.name == "UNDO":
            effects += self._undo(key.at)
        elif key.name == "CONFIRM":
            effects += self._confirm(key.at)
        elif key.name == "HINT":
            cells = self._recogniser.pressable
            if self._hint_until is not None and cells:
                after = [cell for cell in cells if chosen is None or cell > chosen]
                self._chosen = (after or cells)[0]
            self._hint_until = key.at + HINTED
        elif key.name == "MENU" and self.position.outcome is None:
            effects += self._ask_to_end()
        return effects

    def _undo(self, at: int) -> list[Effect]:
        """Take the last move back: not a roll of the die, and with sand only once in a row."""
        self._menu = None
        if not self.committed or self._line[-1].final:
            return [Play(Tune.REFUSED)]
        moment = self._line[-1]
        dropped = self._drop()
        self._ended_at = None
        if not self.committed:
            self._clock, self._paused = None, False
        self._recogniser.take_back(self._line, moment, at=at)
        return [dropped, Play(Tune.TAKEN_BACK)]

    @property
    def can_end(self) -> bool:
        """Whether the players may agree to end the game here."""
        try:
            self.position.play(AGREE)
        except GameError:
            return False
        return True

    def _ask_to_end(self) -> list[Effect]:
        """Ask the next of the questions of MENU, after the last of them none."""
        asked = [Menu.AGREE] if self.can_end else []
        if not self._stays:
            asked.append(Menu.ABANDON)
        if not asked:
            return [Play(Tune.REFUSED)]
        following = asked.index(self._menu) + 1 if self._menu in asked else 0
        self._menu = asked[following] if following < len(asked) else None
        return [Play(Tune.QUESTION)] if self._menu else []

    def _confirm(self, at: int) -> list[Effect]:
        trouble = self._recogniser.trouble
        menu, self._menu = self._menu, None
        if menu is Menu.AGREE:
            return self._keep(AGREE, at)
        if menu is Menu.ABANDON:
            self.abandoned = True
            return [Ended(None, self.position.scores(), None, at), Play(Tune.GAME_OVER)]
        if self._paused:
            self._go_on(at)
            return [Play(Tune.REFUSED if self._paused else Tune.ACCEPTED)]
        if isinstance(trouble, Back):
            dropped: list[Effect] = []
            while len(self.committed) > trouble.plies:
                dropped.append(self._drop())
            self._recogniser.follow(self._line, at=at)
            return [*dropped, Play(Tune.TAKEN_BACK)]
        made = self._recogniser.complete("CONFIRM") or self._recogniser.complete_unpressed()
        return self._keep(made.gesture.move, at, made) if made is not None else []


def _contact_of(chatter: Chatter) -> int:
    """The contact of a picture that chatters, none for a button or a key."""
    if chatter.reed is not None:
        return 1 << chatter.reed
    if chatter.layer != "tilt":
        return 0
    return tilt(cell_at(int(chatter.where["row"]), int(chatter.where["column"])))
