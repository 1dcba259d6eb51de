"""The host of matches: settings, store, matches and computers together.

On screens any number of matches are open at a time, each under its number in the store. At a table
they follow each other, and the table drives them::

    command -> decide, evolve -> recorder (store) -> views, streams  <-  computers (think elsewhere)

The events of a match go to the recorder first, so that a move is kept before it is shown.
"""

import random
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import Future
from contextlib import closing, contextmanager
from datetime import datetime
from types import MappingProxyType
from typing import Any, TypeAlias

from firmware.app.computers import Computer, Deed, Mover, pause
from firmware.app.kept_match import KeptMatch, Unread, played_out
from firmware.app.new_game import REAL_DIE, NewGames, check_control, check_moves
from firmware.app.rescue import rescue, reserve
from firmware.app.settings import Settings
from firmware.app.thinker import Question, Thinks
from firmware.games.adapter import AnyAdapter
from firmware.games.kit import find_adapter
from firmware.games.naming import moved_on
from firmware.match.commands import Answer, Command, Play, Propose, Rename, Sit
from firmware.match.events import Again, Begun, Delayed, MatchEvent, Ran, Seated
from firmware.match.match import apply, begin, decide, stop
from firmware.match.rights import check
from firmware.match.running import Batch, Running, numbered
from firmware.match.seats import Seat, Seats
from firmware.match.state import COMPUTER, HOST, TABLE, Match, Place
from firmware.match.time_control import MOST_CREDIT, TimeControl
from firmware.opponents import LEVELS, Advice
from firmware.play.effects import Effect
from firmware.storage.errors import UnkeptError
from firmware.storage.recorder import PendingGame, Recorder
from firmware.storage.rows import noted, read_start
from firmware.words import told
from rules import Header, Load, Move, find_game, load_nothing

Listener: TypeAlias = Callable[[Effect], None]

AS_BEFORE: Mapping[str, str] = MappingProxyType({})


def local_time() -> datetime:
    """Return the day and time, with the time zone of this machine."""
    return datetime.now().astimezone()


class Hosted(Running):
    """A match that is open at its host.

    Attributes:
        number: its number, also in its address; 0 before the store has it.
        adapter: the adapter that draws it on a screen.
        keeper: its log for the store.
        computer: the player of the seats of computers.
        since: the earliest time at which a computer could have moved, in microseconds.
        hint: the best move, with the number of the batch after which it was asked for.
        answered: the answers to the last requests of each holder, by the id of the request.
        unwatched: whether it has no watchers any more.
        under_way: the microseconds for which a message is under way, by the holder of seats.
    """

    keeper: PendingGame
    hint: tuple[int, Future[Advice]] | None

    def __init__(
        self,
        match: Match,
        files: Mapping[str, str],
        keeper: PendingGame,
        computer: Computer,
        adapter: AnyAdapter,
        *,
        log: Iterable[Batch],
    ) -> None:
        super().__init__(match, files, keeper, log)
        self.number = keeper.number or 0
        self.adapter = adapter
        self.computer = computer
        self.since = 0
        self.unwatched = False
        self.hint = None
        self.answered: dict[str, dict[str, Any]] = {}
        self.under_way: dict[str, int] = {}

    @property
    def busy(self) -> bool:
        """Whether time or a computer may cause events without a command."""
        return self.match.runs or self.level is not None or self.asked

    def credit(self, holder: str) -> int:
        """Return the microseconds of a message's way that do not count on the clock of a holder."""
        return min(self.under_way.get(holder, 0), MOST_CREDIT)

    def next_play(self, move: Move, place: Place) -> Play:
        """Return the command to make a move next, as a place has asked for it."""
        return Play(len(self.match.line.plies) + 1, move, credit=self.credit(place.id))

    @property
    def credit_of_turn(self) -> int:
        """The credit of the holder of the seat to move, see :meth:`credit`."""
        seat = self.match.seats.by_name.get(self.match.now.to_move or "")
        return 0 if seat is None else self.credit(seat.holder)


class Host:
    """The matches of a machine. Every method is called in the same thread.

    Args:
        recorder: keeps the matches.
        settings: the settings of the program.
        thinker: chooses the moves of computers.
        now: returns the day and time.
        rng: rolls the dice, and draws the random parts of new games.

    Attributes:
        recorder: keeps the matches.
        new_games: makes the headers of new matches.
        open: the matches on screens, by number.
        failed: the matches that an error of the program has closed, by number, until the caller
            takes them from here; the next request finds such a match again as it was kept.
    """

    def __init__(
        self, recorder: Recorder, settings: Settings, thinker: Thinks, now: Callable[[], datetime], rng: random.Random
    ) -> None:
        self.recorder = recorder
        self._thinker = thinker
        self._now = now
        self._random = rng
        self._by_hand = settings.by_hand
        measured = (lambda _: None) if settings.on_screen else recorder.setting  # no piece of a screen is measured
        self.new_games = NewGames(settings, measured, now, rng)
        self.open: dict[int, Hosted] = {}
        self.failed: dict[int, Exception] = {}
        self._awake: dict[int, Hosted] = {}  # the open matches with new or expected events
        self._at_table: Hosted | None = None
        self._awaited: tuple[object, Future[Advice]] | None = None  # asked for at the table

    # Matches at the table

    def begin_at_table(self, header: Header, computers: Mapping[str, int], at: int, load: Load) -> Running:
        """Begin a match at the host's own table, and return it. Raise the errors of :meth:`begin`.

        Args:
            header: the header of its record, with game, players and options.
            computers: seat -> level of the seats that the computer plays.
            at: the time in microseconds.
            load: reads the files that its options name.
        """
        seats = find_game(header.game).seats(len(header.players))
        levels = Seats({seat: Seat(computers.get(seat, 0), TABLE.id) for seat in seats})
        return self._put_on_table(self._begin(header, levels, at, load, by_hand=self._by_hand))

    def unfinished(self) -> Hosted | None:
        """Return the unfinished match for the host's own table, if any. Raise DamagedGameError if it cannot be read."""
        kept = self.recorder.unfinished()
        if kept is None:
            return None
        found = played_out(kept)
        levels = found.match.seats.levels
        here = Seats({name: Seat(level, TABLE.id) for name, level in levels.items()})
        return self._put_on_table(self._take_up(found, here))

    def _put_on_table(self, opened: Hosted) -> Hosted:
        """Put a match on the table, and forget the match before it."""
        if self._at_table is not None:
            self.recorder.leave(self._at_table.keeper)
        self._at_table = opened
        return opened

    # Matches on screens

    def begin(
        self,
        header: Header,
        seats: Seats,
        at: int,
        load: Load = load_nothing,
        *,
        control: TimeControl | None = None,
        moves: Sequence[Move] = (),
    ) -> Hosted:
        """Begin a match and return it. Raise GameError, UnkeptError if it cannot be kept.

        Args:
            header: the header of its record, with game, players and options.
            seats: its seats and their players.
            at: the time in microseconds.
            load: reads the files that its options name.
            control: the time control of two sides; None for unlimited time.
            moves: the moves played already, for a game without a clock of its own.
        """
        check_moves(header, moves, load)
        opened = self._begin(header, seats, at, load, control)
        opened.since = at
        self.open[opened.number] = self._awake[opened.number] = opened
        for ply, move in enumerate(moves, 1):
            self.do(opened, Play(ply, move), HOST, at)
        return opened

    def find(self, number: int) -> Hosted:
        """Return the match of this number, and open it if need be.

        Raise NoGameError for an unknown number, DamagedGameError for an unreadable game.
        """
        if number in self.open:
            self.open[number].unwatched = False
            return self.open[number]
        return self._admit(played_out(self.recorder.kept(number)))

    def look_up(self, number: int) -> Unread | None:
        """Return the place to read a match from, if it is not open. Raise StoreError."""
        return None if number in self.open else Unread(self.recorder.readable, self.recorder.changes)

    def admit(self, found: KeptMatch, unread: Unread) -> None:
        """Open a match that was read elsewhere, unless it is open, or may have changed since."""
        if found.kept.id not in self.open and unread.changes == self.recorder.changes:
            self._admit(found)

    def _admit(self, found: KeptMatch) -> Hosted:
        seats = found.match.seats
        opened = self._take_up(found, seats.sit(seats.held_by(TABLE.id), ""))
        self.open[opened.number] = self._awake[opened.number] = opened
        return opened

    def _begin(
        self,
        header: Header,
        seats: Seats,
        at: int,
        load: Load,
        control: TimeControl | None = None,
        *,
        by_hand: bool = False,
    ) -> Hosted:
        """Return a new match, which the store has. Raise GameError, UnkeptError.

        by_hand: whether a real die lies at the table, which the record says.
        """
        files, start = read_start(header, load)
        begun = Begun(seats, "" if control is None else str(control))
        notes = noted([REAL_DIE]) if by_hand and start.chance else {}
        match = begin(header, start, begun)
        if control is not None:
            check_control(match)
        pending = PendingGame(self.recorder, header, self._now(), begun, notes, load=load)
        adapter, log = find_adapter(start, header.game), numbered([(begun,)])
        opened = Hosted(match, files, pending, Computer(self._thinker, self._random), adapter, log=log)
        self.recorder.open(pending, at)
        if pending.number is None:
            self.recorder.discard(pending)
            raise UnkeptError(told("the game cannot be kept, so it is not begun"))
        opened.number = pending.number
        return opened

    def _take_up(self, found: KeptMatch, seats: Seats) -> Hosted:
        """Open a match of the store, and return it.

        seats: its seats from now on. They are not written for a match that is over.
        """
        match, pending = found.match, PendingGame.of(self.recorder, found.kept)
        opened = Hosted(
            match, found.files, pending, Computer(self._thinker, self._random), found.adapter, log=found.log
        )
        self.recorder.open(pending)
        seated = () if seats == match.seats else (Seated(seats),)
        if match.over:
            opened.match = match._replace(seats=seats)
        else:
            opened.happen((*stop(match, found.kept.clock), *seated), HOST, 0)
        return opened

    def close(self, number: int) -> None:
        """Forget an open match without watchers. It can be found again.

        A match with a running clock of a player is forgotten only when no clock runs any more.
        """
        opened = self.open.get(number)
        if opened is not None and opened.match.counts_down and number not in self.failed:
            opened.unwatched = True
        elif opened is not None:
            self._awake.pop(number, None)
            self.recorder.leave(self.open.pop(number).keeper)

    # Events of a match

    def do(self, opened: Hosted, command: Command, place: Place, at: int) -> None:
        """Let time pass, and carry a command out. Raise GameError when it is refused: then only time has passed."""
        self._wait(opened, at)
        events = decide(opened.match, command, place, at)
        if _agrees_to_rematch(opened.match, command, events):
            events = (*events, *self._play_again(opened, at))
        self._see(opened, opened.happen(events, place, at), at)

    def _play_again(self, opened: Hosted, at: int) -> tuple[Again, ...]:
        """Begin a rematch for the people and computers of a match, at most once.

        Each player has the next seat of it, so that another player begins. Raise GameError,
        UnkeptError, and then the proposal is still open.
        """
        if opened.match.again is not None:
            return ()
        header, seats = opened.match.header, opened.match.seats

        def load(name: str) -> str:
            return opened.files[name]

        names, clocks = moved_on(seats.by_name, header.players), opened.match.clocks
        new = self.new_games.from_message(header.game, names, header.options, load)
        control = None if clocks is None else clocks.control
        return (Again(self.begin(new, seats.moved_on(), at, load, control=control).number),)

    def check(self, opened: Hosted, what: str, place: Place, at: int) -> None:
        """Let time pass, and raise CommandError if a request of a place is refused now.

        what: the request, see :data:`firmware.match.rights.REFUSED`.
        """
        self._wait(opened, at)
        check(opened.match, what, place)

    def seat(self, opened: Hosted, seats: Seats, at: int, names: Mapping[str, str] = AS_BEFORE) -> None:
        """Let these people and computers sit at a match.

        names: the new names of players, by seat. Raise GameError if a name is not allowed.
        """
        for name, seat in seats.by_name.items():
            called = names.get(name, "")
            if called or seat != opened.match.seats.by_name[name]:
                self.do(opened, Sit(name, seat.level, seat.holder, seat.link, called), HOST, at)

    def rename(self, number: int, seat: str, name: str, at: int) -> None:
        """Correct the name of a player in a match that has ended. Raise GameError, StoreError."""
        if number in self.open:
            self.do(self.open[number], Rename(seat, name), HOST, at)
        else:
            self.recorder.change(lambda store, _: store.rename(number, seat, name, self._now()))

    def roll(self, opened: Hosted, place: Place, at: int) -> None:
        """Roll the die for a place. Raise GameError when it is not to be rolled.

        An unusable roll is rolled again, so that the usable rolls are equally likely (GM-6).
        """
        self.check(opened, "roll", place, at)
        roll = self._random.choice(opened.match.now.legal_moves())
        self.do(opened, opened.next_play(roll, place), HOST, at)

    def pardon(self, microseconds: int, at: int) -> None:
        """Set all clocks back by a time, as events could not be shown until `at`."""
        for opened in list(self._awake.values()):
            if opened.match.runs:
                self._see(opened, opened.happen((Delayed(microseconds),), HOST, at), at)

    def _wait(self, opened: Hosted, at: int) -> None:
        self._see(opened, opened.wait(at, opened.credit_of_turn), at)

    def _see(self, opened: Hosted, events: Sequence[MatchEvent], at: int) -> None:
        """Mark a match with new events for :meth:`look`, and note their time for computers."""
        if events and opened.number in self.open:
            self._awake[opened.number] = opened
        if not all(isinstance(event, Ran) for event in events):
            opened.since = at

    def advise(self, opened: Hosted, place: Place) -> Future[Advice]:
        """Return a future of the best move for a place. A repeated call returns the same future.

        Raise GameError if the place can choose no move now.
        """
        check(opened.match, "hint", place)
        seq = opened.match.seq
        if opened.hint is None or opened.hint[0] != seq or _failed(opened.hint[1]):
            asked = Question.of(opened, max(LEVELS), str(opened.match.now.plies))
            opened.hint = seq, self._thinker.ask(asked)
        return opened.hint[1]

    def look_for_advice(self) -> None:
        """Begin to think about the best move at the host's own table. Raise GameError."""
        assert self._at_table is not None
        self._awaited = self._at_table.match.line, self.advise(self._at_table, TABLE)

    def take_advice(self) -> Advice | None:
        """Return the best move that was asked for at the table, once, when it is known.

        It is dropped when a move was made meanwhile, or the process that thinks has died. It can be
        asked for again then.
        """
        if self._awaited is None or not self._awaited[1].done():
            return None
        (line, hint), self._awaited = self._awaited, None
        there = self._at_table is not None and self._at_table.match.line is line
        return hint.result() if there and not _failed(hint) else None

    def look(self, at: int) -> tuple[Hosted, ...]:
        """Let time pass in all matches, and computers play.

        Return the matches that may have new events since the last call.
        """
        with self.recorder.gathered():
            for opened in list(self._awake.values()):
                if opened.busy:
                    self._let_go_on(opened, at)
        self.recorder.retry(at)
        for opened in [one for one in self._awake.values() if one.unwatched and not one.match.runs]:
            self.close(opened.number)
        seen = tuple(self._awake.values())
        self._awake = {one.number: one for one in seen if one.busy or not one.keeper.kept}
        return seen

    @property
    def busy(self) -> bool:
        """Whether time or a computer may cause events without a command."""
        return any(opened.busy for opened in self._awake.values())

    def _let_go_on(self, opened: Hosted, at: int) -> None:
        """Let time pass in a match, and computers play; an error there is not that of others."""
        try:
            self._wait(opened, at)
            opened.computer.look(_ByHost(self, opened), at)
        except Exception as error:  # noqa: BLE001  # the other matches go on after any error
            self.failed[opened.number] = error
            self.close(opened.number)


class _ByHost(Mover):
    """Moves of computers that the host itself plays, once people have seen the last move."""

    def __init__(self, host: Host, opened: Hosted) -> None:
        self._host = host
        self._opened = opened

    @property
    def running(self) -> Hosted:
        """The match."""
        return self._opened

    def ready(self, at: int) -> bool:
        """Return whether people have seen the last move."""
        return at >= self._opened.since + pause(self._opened)

    def make(self, deed: Deed, at: int) -> None:
        """Carry it out; the host rolls the die."""
        opened = self._opened
        rolled = isinstance(deed, Play) and opened.match.now.chance
        self._host.do(opened, deed, HOST if rolled else COMPUTER, at)


def _agrees_to_rematch(match: Match, command: Command, events: Sequence[MatchEvent]) -> bool:
    """Whether a command that brings about these events is the last yes to playing once more."""
    proposal = match.proposal
    if not isinstance(command, Answer):
        return command == Propose("rematch") and not events
    asked = proposal is not None and proposal.what == "rematch"
    return asked and command.yes and apply(match, events).proposal is None


def _failed(hint: Future[Advice]) -> bool:
    """Whether the process that thought has died."""
    return hint.done() and hint.exception() is not None


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
        settings: the settings of the program.
        tell: is called with the warnings of the store.
        thinker: chooses the moves of computers; it stays open.
        now: returns the day and time.
        rng: rolls the dice, and draws the random parts of new games; by default the randomness of
            the system.

    Raises:
        TableError: on leaving, games could not be kept in the store: their records have been
            written elsewhere, see :func:`rescue`.
    """
    recorder = Recorder(settings.store, tell, now)
    try:
        with closing(recorder):
            host = Host(recorder, settings, thinker, now, rng or random.SystemRandom())
            reserve(recorder.path.parent)
            yield host
    finally:
        rescue(recorder)
