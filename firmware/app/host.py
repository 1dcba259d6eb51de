"""The host of matches that are played on screens: settings, store, matches and computers together.

Any number of them are open at a time, each with a number of its own, by which the store knows it::

    command -> decide, evolve -> recorder (store) -> views, feeds  <-  computers (think elsewhere)

What a match decides goes to the recorder first, so that a move is kept before anybody hears of it.
"""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import datetime

from firmware.app.computers import Deliberation
from firmware.app.new_game import NewGames
from firmware.app.rescue import rescue
from firmware.app.running_table import Listener, computers_in, local_time
from firmware.app.settings import Settings
from firmware.app.thinker import Question, Thinks
from firmware.games import find_adapter
from firmware.match.commands import Answer, Command, Play, Propose, Sit
from firmware.match.events import Again, Ended, MatchEvent, Ran, Seated
from firmware.match.line import read_line
from firmware.match.rights import check
from firmware.match.running import Batch, Running
from firmware.match.seats import Seat, Seats
from firmware.match.state import COMPUTER, HOST, Match, Place, begin, take_up
from firmware.opponents import LEVELS, ROLL, WAIT, Advice
from firmware.play.layout import Layout, lay_out
from firmware.storage.computers import COMPUTERS, write_computers
from firmware.storage.errors import NoGameError, StoreError
from firmware.storage.recorder import PendingGame, Recorder
from firmware.storage.values import KeptGame
from firmware.words import told
from hal.trace import SECOND
from rules import Header, Load, Outcome, Position, load_nothing

UNHURRIED = SECOND * 7 // 10  # microseconds for which people see a move before a computer answers
IN_REAL_TIME = {1: 5 * SECOND, 2: 4 * SECOND, 3: 3 * SECOND, 4: 2 * SECOND, 5: SECOND}
"""The same where sand runs, by level: a child needs time to look."""


@dataclass(slots=True)
class OpenMatch:
    """A match that is open on screens.

    Attributes:
        number: by which it is known, also in its address.
        running: the match.
        layout: how it is drawn.
        files: name -> text of the files that its options name.
        pending: what of it the store has.
        deliberation: what the computer thinks.
        changes: how often it has changed.
        since: when a computer could have moved at the earliest, microseconds.
        hint: the best move, with the changes after which it was asked for.
    """

    number: int
    running: Running
    layout: Layout
    files: Mapping[str, str]
    pending: PendingGame
    deliberation: Deliberation
    changes: int = 0
    since: int = 0
    hint: tuple[int, Future[Advice]] | None = None

    @property
    def match(self) -> Match:
        """The match as it stands."""
        return self.running.match

    @property
    def header(self) -> Header:
        """The header of its record."""
        return self.match.header

    @property
    def position(self) -> Position:
        """The position now."""
        return self.match.now

    @property
    def busy(self) -> bool:
        """Whether something may happen without anybody doing anything."""
        return self.match.runs or self.level is not None or self.asked

    @property
    def level(self) -> int | None:
        """The level of the computer whose move it is, None where it is a person's or nobody's."""
        match = self.match
        waits = match.for_all is not None and match.seats.people
        if match.over or match.clock.paused or waits:
            return None
        return match.seats.computers.get(match.now.to_move or "")

    @property
    def asked(self) -> bool:
        """Whether a computer is to answer what is proposed."""
        proposal, computers = self.match.proposal, self.match.seats.computers
        return proposal is not None and any(seat in computers for seat in proposal.asked)


class Host:
    """The matches on screens; every method is called in one thread.

    Args:
        recorder: keeps them.
        settings: what was asked for.
        thinker: answers what computers play.
        now: returns the day and time.
        rng: rolls the dice, and draws what new games leave to chance.

    """

    def __init__(
        self,
        recorder: Recorder,
        settings: Settings,
        thinker: Thinks,
        now: Callable[[], datetime],
        rng: random.Random,
    ) -> None:
        self._recorder = recorder
        self._thinker = thinker
        self._now = now
        self._random = rng
        self.new_games = NewGames(settings, _nothing_measured, now, rng)
        self.open: dict[int, OpenMatch] = {}

    @property
    def recorder(self) -> Recorder:
        """What keeps the matches."""
        return self._recorder

    def begin(self, header: Header, seats: Seats, at: int, load: Load = load_nothing) -> OpenMatch:
        """Begin a match and return it. Raise GameError, and StoreError without a disk.

        load: reads the files that its options name. at: the time, in microseconds, as elsewhere.
        """
        computers = seats.computers
        notes = {COMPUTERS: write_computers(computers)} if computers else {}
        pending = PendingGame(header, self._now(), notes, load)
        files, start = _start(header, load)
        opened = self._opened(begin(header, start, seats), files, pending)
        self._recorder.open(pending)
        if pending.number is None:
            self._recorder.leave(pending)
            raise StoreError(told("the game cannot be kept, so it is not begun"))
        opened.number = pending.number
        self.open[opened.number] = opened
        self._recorder.write(pending, Batch(0, HOST, at, (Seated(seats),)))
        opened.since = at
        return opened

    def find(self, number: int) -> OpenMatch:
        """Return the match of this number, and open it if need be.

        Raise NoGameError where there is none, DamagedGameError where it cannot be read.
        """
        if number in self.open:
            return self.open[number]
        kept = self._recorder.kept(number)
        if kept.began is None:
            raise NoGameError(told("game {number} was played elsewhere", number=number))
        seats = self._recorder.seats_of(number) or _seats_as_noted(kept)
        pending = PendingGame.of(kept)
        files, start = _start(kept.header, kept.load)
        line = read_line(start, _moves_of(kept))
        match = take_up(kept.header, line, seats, kept.clock, _end_of(kept))
        opened = self._opened(match, files, pending)
        opened.number = number
        self._recorder.open(pending)
        self.open[number] = opened
        return opened

    def _opened(self, match: Match, files: Mapping[str, str], pending: PendingGame) -> OpenMatch:
        adapter = find_adapter(match.line.start, match.header.game)

        def keep(batch: Batch) -> None:
            self._recorder.write(pending, batch)

        return OpenMatch(
            0, Running(match, keep), lay_out(adapter, match.line), files, pending,
            Deliberation(self._thinker, self._random),
        )  # fmt: skip

    def close(self, number: int) -> None:
        """Forget a match that nobody looks at; it can be found again."""
        self._recorder.leave(self.open.pop(number).pending)

    # What happens in a match

    def do(self, opened: OpenMatch, command: Command, place: Place, at: int) -> None:
        """Let time pass, and carry a command out.

        Raise GameError when it is refused: then only time has passed.
        """
        self._wait(opened, at)
        before = opened.match.proposal
        self._take_in(opened, opened.running.do(command, place, at), at)
        proposed = command == Propose("rematch") or (
            command == Answer(yes=True) and before is not None and before.what == "rematch"
        )
        if proposed and opened.match.proposal is None:
            self._play_again(opened, at)

    def _play_again(self, opened: OpenMatch, at: int) -> None:
        """Begin another match of the same game for the people and computers of this one."""
        header = opened.header

        def load(name: str) -> str:
            return opened.files[name]

        new = self.new_games.from_message(header.game, header.players, header.options, load)
        self.follow_on(opened, self.begin(new, opened.match.seats, at, load), at)

    def follow_on(self, opened: OpenMatch, new: OpenMatch, at: int) -> None:
        """Let everybody know that another match follows on this one."""
        self._take_in(opened, opened.running.happen((Again(new.number),), HOST, at), at)

    def play(self, opened: OpenMatch, move: str, place: Place, at: int) -> None:
        """Make the next move for a place. Raise GameError."""
        self.do(opened, Play(len(opened.match.line.plies) + 1, move), place, at)

    def check(self, opened: OpenMatch, what: str, place: Place, at: int) -> None:
        """Let time pass, and raise CommandError where a place may not do something now.

        what: see :data:`firmware.match.rights.REFUSED`.
        """
        self._wait(opened, at)
        check(opened.match, what, place)

    def seat(self, opened: OpenMatch, seats: Seats, at: int) -> None:
        """Let these people and computers sit at a match."""
        for name, seat in seats.by_name.items():
            if seat != opened.match.seats.by_name[name]:
                self.do(opened, Sit(name, *seat), HOST, at)

    def roll(self, opened: OpenMatch, place: Place, at: int) -> None:
        """Roll the die for a place. Raise GameError when it is not to be rolled.

        A roll that cannot be used is rolled again, so that those that can are equally likely
        (GM-6).
        """
        self.check(opened, "roll", place, at)
        self.play(opened, self._random.choice(opened.position.legal_moves()), HOST, at)

    def _wait(self, opened: OpenMatch, at: int) -> None:
        self._take_in(opened, opened.running.wait(at), at)

    def _take_in(self, opened: OpenMatch, events: Sequence[MatchEvent], at: int) -> None:
        """Let what has happened be seen."""
        if events:
            opened.layout = opened.layout.follow(events, opened.match.line)
            opened.changes += 1
            if not all(isinstance(event, Ran) for event in events):
                opened.since = at

    def advise(self, opened: OpenMatch, place: Place) -> Future[Advice]:
        """Return the best move for a place, when it is known; asked twice, the same one.

        Raise GameError when it can choose no move now.
        """
        check(opened.match, "hint", place)
        position = opened.position
        if opened.hint is None or opened.hint[0] != opened.changes:
            asked = Question(
                opened.header.game, str(position), opened.files, max(LEVELS), str(position.plies)
            )
            opened.hint = opened.changes, self._thinker.ask(asked)
        return opened.hint[1]

    def look(self, at: int) -> None:
        """Let time pass in all matches, and computers play."""
        for opened in list(self.open.values()):
            if opened.busy:
                self._look_at(opened, at)
        self._recorder.retry(at)

    @property
    def busy(self) -> bool:
        """Whether something may happen without anybody doing anything."""
        return any(opened.busy for opened in self.open.values())

    def _look_at(self, opened: OpenMatch, at: int) -> None:
        self._wait(opened, at)
        level = opened.level
        if level is not None:
            self._play(opened, level, at)
        elif opened.asked:
            self._answer(opened, at)
        else:
            opened.deliberation.forget()

    def _play(self, opened: OpenMatch, level: int, at: int) -> None:
        """Let a computer think, and move when it has thought and people have seen the last move."""
        position = opened.position
        waits = IN_REAL_TIME[level] if opened.match.runs else UNHURRIED
        if position.chance:
            if at >= opened.since + waits:
                self.roll(opened, COMPUTER, at)
            return
        if not position.legal_moves():
            return
        opened.deliberation.think(opened, level)
        if at < opened.since + waits:
            return
        advice = opened.deliberation.take()
        if advice is None or advice.move in (ROLL, WAIT):
            return
        if advice.move in position.legal_moves():  # else sand has run out meanwhile
            self.play(opened, advice.move, COMPUTER, at)

    def _answer(self, opened: OpenMatch, at: int) -> None:
        """Let a computer think whether it agrees to what is proposed."""
        match = opened.match
        assert match.proposal is not None
        agreed = match.proposal.what != "agree"
        if not agreed and not match.now.chance and match.now.legal_moves():
            opened.deliberation.think(opened, min(match.seats.computers.values()))
            advice = opened.deliberation.take()
            if advice is None:
                return
            agreed = advice.agreed
        self.do(opened, Answer(agreed), COMPUTER, at)


def _start(header: Header, load: Load) -> tuple[Mapping[str, str], Position]:
    """Return the files that a header names, by name, and its first position. Raise GameError."""
    files: dict[str, str] = {}

    def note(name: str) -> str:
        files[name] = load(name)
        return files[name]

    start = header.start(note)
    return files, start


def _nothing_measured(_name: str) -> None:
    """Return None: no piece on a screen is measured."""


def _moves_of(kept: KeptGame) -> Sequence[str]:
    """Return the move lines of a kept game, without the second at which time ended it."""
    return [move.line for move in kept.moves if move.seat or kept.how != "over"]


def _end_of(kept: KeptGame) -> Ended | None:
    """Return how a kept game has ended, None while it goes on."""
    if kept.how is None:
        return None
    scores = {player.seat: player.score or 0 for player in kept.players}
    winners = tuple(player.seat for player in kept.players if player.won)
    outcome = None if kept.reason is None else Outcome(kept.reason, winners)
    closing = kept.moves[-1].line if kept.moves and not kept.moves[-1].seat else None
    if kept.how == "over":
        return Ended("over", outcome, scores, closing, 0)
    return Ended("resigned" if outcome else "abandoned", outcome, scores, None, 0)


def _seats_as_noted(kept: KeptGame) -> Seats:
    """Return the seats of a game that was begun at a table: its computers, the others free."""
    computers = computers_in(kept)
    return Seats({player.seat: Seat(computers.get(player.seat, 0)) for player in kept.players})


@contextmanager
def open_host(
    settings: Settings,
    tell: Listener,
    thinker: Thinks,
    *,
    now: Callable[[], datetime] = local_time,
    rng: random.Random | None = None,
) -> Iterator[Host]:
    """Open the store for matches on screens; on leaving, close it.

    It must be left in the thread that entered it, as its store is of that thread.

    Args:
        settings: what was asked for.
        tell: is called with the warnings of the store.
        thinker: answers what computers play; it stays open.
        now: returns the day and time.
        rng: rolls the dice, and draws what new games leave to chance; without it the randomness of
            the system does.

    Raises:
        TableError: on leaving, games could not be kept in the store: their records have been
            written elsewhere, see :func:`rescue`.

    """
    recorder = Recorder(settings.store, tell, now)
    try:
        with closing(recorder):
            yield Host(recorder, settings, thinker, now, rng or random.SystemRandom())
    finally:
        rescue(recorder)
