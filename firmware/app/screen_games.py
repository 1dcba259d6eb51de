"""Games on a screen, put together: settings, store, games and computers, for whoever shows them.

Any number of them are open at a time, each with a number of its own, by which the store knows it::

    settings  ->  recorder (store)  ->  games (moves in, steps out)  <-  computers (elsewhere)

What a game decides goes to the recorder first, so that a move is kept before anybody hears of it.
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
from firmware.games import AnyAdapter, find_adapter
from firmware.opponents import LEVELS, ROLL, WAIT, Advice
from firmware.play.pictures import picture_after, read_line
from firmware.play.screen_game import AGREE, NotYoursError, ScreenGame
from firmware.play.seats import Seat, Seats
from firmware.play.steps import Ran, Seated, Step
from firmware.storage.computers import COMPUTERS, write_computers
from firmware.storage.errors import NoGameError, StoreError
from firmware.storage.recorder import PendingGame, Recorder
from firmware.storage.values import KeptGame
from firmware.words import told
from hal.trace import SECOND
from rules import Header, IllegalError, Load, Position, load_nothing

UNHURRIED = SECOND * 7 // 10  # microseconds for which people see a move before a computer answers
IN_REAL_TIME = {1: 5 * SECOND, 2: 4 * SECOND, 3: 3 * SECOND, 4: 2 * SECOND, 5: SECOND}
"""The same where sand runs, by level: a child needs time to look."""


@dataclass(slots=True)
class OpenGame:
    """A game that is open on screens.

    number: by which it is known, also in its address. adapter: how it is drawn. files: name -> text
    of the files that its options name. changes: how often it has changed. deliberation: what the
    computer thinks. since: when a computer could have moved at the earliest, microseconds.
    hint: the best move, with the changes after which it was asked for.
    """

    number: int
    game: ScreenGame
    adapter: AnyAdapter
    files: Mapping[str, str]
    kept: PendingGame
    deliberation: Deliberation
    changes: int = 0
    since: int = 0
    hint: tuple[int, Future[Advice]] | None = None

    @property
    def header(self) -> Header:
        """The header of its record."""
        return self.game.header

    @property
    def position(self) -> Position:
        """The position now."""
        return self.game.position

    @property
    def busy(self) -> bool:
        """Whether something may happen without anybody doing anything."""
        return self.game.runs or self.level is not None or self.asked

    @property
    def level(self) -> int | None:
        """The level of the computer whose move it is, None where it is a person's or nobody's."""
        game = self.game
        computers = game.seats.computers
        if game.over or game.paused or (game.for_all is not None and game.seats.people):
            return None
        return computers.get(game.position.to_move or "")

    @property
    def asked(self) -> bool:
        """Whether a computer is to say whether it agrees to end the game here."""
        proposal = self.game.proposal
        computers = self.game.seats.computers
        return proposal is not None and any(seat in computers for seat in proposal.waits_for)


class ScreenGames:
    """The games on screens; every method is called in one thread.

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
        self.open: dict[int, OpenGame] = {}

    @property
    def recorder(self) -> Recorder:
        """What keeps the games."""
        return self._recorder

    def begin(self, header: Header, seats: Seats, at: int, load: Load = load_nothing) -> OpenGame:
        """Begin a game and return it. Raise GameError when it cannot be, StoreError without a disk.

        load: reads the files that its options name. at: the time, in microseconds, as elsewhere.
        """
        computers = seats.computers
        notes = {COMPUTERS: write_computers(computers)} if computers else {}
        kept = PendingGame(header, self._now(), notes, load)
        made = self._made(header, seats, kept, load)
        self._recorder.open(kept)
        if kept.number is None:
            self._recorder.leave(kept)
            raise StoreError(told("the game cannot be kept, so it is not begun"))
        made.number = kept.number
        self.open[made.number] = made
        self.seat(made, seats, at)
        return made

    def find(self, number: int) -> OpenGame:
        """Return the game of this number, and open it if need be.

        Raise NoGameError where there is none, DamagedGameError where it cannot be read.
        """
        if number in self.open:
            return self.open[number]
        kept = self._recorder.kept(number)
        if kept.began is None:
            raise NoGameError(told("game {number} was played elsewhere", number=number))
        seats = self._recorder.seats_of(number) or _seats_as_noted(kept)
        pending = PendingGame.of(kept)
        made = self._made(kept.header, seats, pending, kept.load, kept)
        made.number = number
        self._recorder.open(pending)
        self.open[number] = made
        return made

    def _made(
        self,
        header: Header,
        seats: Seats,
        pending: PendingGame,
        load: Load,
        kept: KeptGame | None = None,
    ) -> OpenGame:
        files: dict[str, str] = {}

        def note(name: str) -> str:
            files[name] = load(name)
            return files[name]

        start = header.start(note)
        adapter = find_adapter(start, header.game)

        def pictured(before: Position, picture: int, move: str) -> int:
            return picture_after(adapter, before, picture, move)

        game = ScreenGame(
            header, start, seats,
            picture=adapter.start(start), pictured=pictured,
            line=None if kept is None else read_line(adapter, start, _moves_of(kept)),
            milliseconds=0 if kept is None else kept.clock,
        )  # fmt: skip
        game.abandoned = kept is not None and kept.how == "abandoned"
        return OpenGame(0, game, adapter, files, pending, Deliberation(self._thinker, self._random))

    def close(self, number: int) -> None:
        """Forget a game that nobody looks at; it can be found again."""
        self._recorder.leave(self.open.pop(number).kept)

    # What happens in a game

    def carry_out(self, opened: OpenGame, steps: Sequence[Step], at: int) -> None:
        """Keep what has happened in a game."""
        for step in steps:
            self._recorder.hear(opened.kept, step, at)
        opened.changes += 1
        if not all(isinstance(step, Ran) for step in steps):
            opened.since = at

    def seat(self, opened: OpenGame, seats: Seats, at: int) -> None:
        """Let these people and computers sit at a game."""
        opened.game.seats = seats
        self.carry_out(opened, [Seated(seats)], at)

    def roll(self, opened: OpenGame, seats: Sequence[str], at: int) -> None:
        """Roll the die for one of these seats. Raise GameError when it is not to be rolled."""
        self.carry_out(opened, opened.game.roll(seats, at, self._random.choice), at)

    def advise(self, opened: OpenGame, seats: Sequence[str]) -> Future[Advice]:
        """Return the best move for the seat to move, when it is known; asked twice, the same one.

        seats: for which it is asked. Raise GameError when none of them can choose a move now.
        """
        game = opened.game
        position = game.position
        if game.over or position.to_move not in seats:
            raise NotYoursError(None if game.over else position.to_move)
        if game.paused or position.chance or not position.legal_moves():
            raise IllegalError(told("nobody can choose a move now"))
        if opened.hint is None or opened.hint[0] != opened.changes:
            asked = Question(
                game.header.game, str(position), opened.files, max(LEVELS), str(position.plies)
            )
            opened.hint = opened.changes, self._thinker.ask(asked)
        return opened.hint[1]

    def look(self, at: int) -> None:
        """Let time pass in all games, and computers play."""
        for opened in self.open.values():
            if opened.busy:
                self._look_at(opened, at)
        self._recorder.retry(at)

    @property
    def busy(self) -> bool:
        """Whether something may happen without anybody doing anything."""
        return any(opened.busy for opened in self.open.values())

    def _look_at(self, opened: OpenGame, at: int) -> None:
        steps = opened.game.wait(at)
        if steps:
            self.carry_out(opened, steps, at)
        level = opened.level
        if level is not None:
            self._play(opened, level, at)
        elif opened.asked:
            self._ask(opened, at)
        else:
            opened.deliberation.forget()

    def _play(self, opened: OpenGame, level: int, at: int) -> None:
        """Let a computer think, and move when it has thought and people have seen the last move."""
        game, position = opened.game, opened.position
        seats = tuple(game.seats.computers)
        waits = IN_REAL_TIME[level] if game.runs else UNHURRIED
        if position.chance:
            if at >= opened.since + waits:
                self.roll(opened, seats, at)
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
            self.carry_out(opened, game.move(seats, advice.move, at), at)

    def _ask(self, opened: OpenGame, at: int) -> None:
        """Let a computer think whether it agrees to end the game here."""
        game = opened.game
        assert game.proposal is not None
        computers = game.seats.computers
        if game.position.chance or not game.position.legal_moves():
            agreed = False
        else:
            opened.deliberation.think(opened, min(computers.values()))
            advice = opened.deliberation.take()
            if advice is None:
                return
            agreed = advice.agreed
        self.carry_out(opened, game.answer(tuple(computers), at, yes=agreed), at)

    def propose(self, opened: OpenGame, seats: Sequence[str], what: str, at: int) -> None:
        """Propose something for these seats, see :meth:`ScreenGame.propose`. Raise GameError."""
        game = opened.game
        asked = tuple(game.seats.computers) if what == AGREE else ()
        steps = game.propose(seats, what, at, asked=asked)  # type: ignore[arg-type]  # was checked
        self.carry_out(opened, steps, at)


def _nothing_measured(_name: str) -> None:
    """Return None: no piece on a screen is measured."""


def _moves_of(kept: KeptGame) -> Sequence[str]:
    """Return the move lines of a kept game, without the second at which time ended it."""
    return [move.line for move in kept.moves if move.seat or kept.how != "over"]


def _seats_as_noted(kept: KeptGame) -> Seats:
    """Return the seats of a game that was begun at a table: its computers, the others free."""
    computers = computers_in(kept)
    return Seats({player.seat: Seat(computers.get(player.seat, 0)) for player in kept.players})


@contextmanager
def open_screen_games(
    settings: Settings,
    tell: Listener,
    thinker: Thinks,
    *,
    now: Callable[[], datetime] = local_time,
    rng: random.Random | None = None,
) -> Iterator[ScreenGames]:
    """Open the store for games on screens; on leaving, close it.

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
            yield ScreenGames(recorder, settings, thinker, now, rng or random.SystemRandom())
    finally:
        rescue(recorder)
