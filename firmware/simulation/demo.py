"""A demo: simulated players play a whole game at a simulated table, through the whole firmware.

All random numbers come from a seed, so that a demo can be repeated.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from datetime import date
from types import MappingProxyType

from firmware.app.loop import Loop
from firmware.app.new_game import new_header
from firmware.app.running_table import check_seats
from firmware.games import find_adapter
from firmware.match.events import Played
from firmware.match.line import spoken
from firmware.match.running import IN_MEMORY, Keeper, at_table
from firmware.output.assistance import Assistance
from firmware.play.effects import Effect
from firmware.play.lobby import USUAL_PLAYERS
from firmware.play.session import Session
from firmware.simulation.plans import Plan
from firmware.simulation.players import SimulatedPlayers, Slip
from hal import Trace, reeds_of, tilts_of, write_trace
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import Header, Load, Move, find_game, load_nothing, write_record

PLAYER_NAMES = ("Anna", "Bram", "Carla", "Daan", "Emma", "Finn")
STALE_TURNS = 20  # turns of each player without a change of the scores before they agree to stop
MOVE_TIMEOUT = 10 * SECOND  # longest wait for the table to understand a finished move
ANSWER_TIMEOUT = 2 * SECOND  # the same while the table asks or shows something
LOOK_INTERVAL = SECOND // 2  # players look at the table at multiples of this time
REST_AFTER_MOVE = 3 * SECOND // 10  # wait for contacts to settle after a move is committed
REST_AFTER_TOUCH = SECOND // 20  # wait for contacts to settle after the last touch
MOST_ANSWERS = 12  # answers of people without progress before they give a move up


class NotUnderstoodError(RuntimeError):
    """The table did not understand a move, however its players answered."""


def demo_header(
    game: str,
    players: int | None,
    options: Mapping[str, str],
    *,
    seed: int,
    computers: Mapping[str, int],
    day: date,
    load: Load,
) -> Header:
    """Return the header of a new game of simulated players.

    Args:
        game: its name in the registry of rules.
        players: the number of players, None for the usual number.
        options: name -> text; the seed draws the others that the rules leave to chance.
        seed: the seed of all random numbers.
        computers: seat -> level of the seats that the computer plays.
        day: the date in the record.
        load: reads the files that options name.

    Raises:
        GameError: the game cannot be begun with these players and options.
    """
    rules = find_game(game)
    if players is None:
        players = USUAL_PLAYERS if USUAL_PLAYERS in rules.players else rules.players[0]
    check_seats(computers, game, players)
    table, rng = f"simulated, seed {seed}", random.Random(seed)
    return new_header(game, PLAYER_NAMES[:players], options, table=table, day=day, rng=rng, load=load)


class Demo:
    """A simulated game.

    Args:
        header: the game.
        seed: the seed of all its random numbers.
        speed: virtual seconds per real second. None: as fast as possible; scans that would find
            no change are then left out.
        tell: is called with every effect that the table's own parts do not carry out.
        watch: is called after every scan.
        load: reads the files that options name.
        assistance: the kinds of help that the table gives.
        slips: the slips that may happen.
        levels: seat -> level, for players of another level than simulated people have.
        keeper: stores the match.

    Attributes:
        meant: the moves as the players mean them.
    """

    def __init__(
        self,
        header: Header,
        seed: int,
        speed: float | None,
        tell: Callable[[Effect], None],
        watch: Callable[["Demo"], None],
        *,
        load: Load = load_nothing,
        assistance: Assistance = Assistance(),  # noqa: B008
        slips: Sequence[Slip] = (),
        levels: Mapping[str, int] = MappingProxyType({}),
        keeper: Keeper = IN_MEMORY,
    ) -> None:
        self.header = header
        self.start = header.start(load)
        self.adapter = find_adapter(self.start, header.game)
        self.table = self._table(self._clock(speed), seed)
        self.players = self._players(random.Random(seed), slips, levels)
        self._careless = bool(slips)
        self.session = self._session(keeper)
        standing = self.session.view.contacts.expected
        self.table.set_up(reeds_of(standing), tilts_of(standing))
        self._seed = seed
        self._last_commit = 0  # when the last move was committed
        self._loop = Loop(self.table.ports, self.session, self._hear, assistance=assistance)
        self._tell = tell
        self._watch = watch
        self._paced = speed is not None
        self._kept_at: dict[int, int] = {}  # move number -> when it was committed
        self._answers = 0  # answers of people to the table since the plan began
        self._vain = 0  # those of them without progress
        self.meant: list[Move] = []

    def _clock(self, speed: float | None) -> VirtualClock:
        """Return the clock of the table."""
        return VirtualClock(speed)

    def _session(self, keeper: Keeper) -> Session:
        """Return the session of the game."""
        return Session(at_table(self.header, self.start, keeper=keeper), self.adapter)

    def _table(self, clock: VirtualClock, seed: int) -> SimulatedTable:
        """Return the table of the demo."""
        return SimulatedTable(clock, seed=seed)

    def _players(self, rng: random.Random, slips: Sequence[Slip], levels: Mapping[str, int]) -> SimulatedPlayers:
        """Return the players at the table."""
        return SimulatedPlayers(self.table, self.adapter, rng, slips, levels)

    @property
    def record(self) -> str:
        """The text of the record of the game so far."""
        return write_record(self.header, self.session.match.lines)

    @property
    def trace(self) -> str:
        """The text of the trace of all contacts so far."""
        lines = self.record.split("\n\n")[0].split("\n")
        return write_trace(Trace(tuple(enumerate(lines, 1)), True, tuple(self.table.edges)))

    def run(self, moves: int | None = None) -> None:
        """Play the game to its end, or to the given number of moves.

        Raises:
            NotUnderstoodError: the table does not understand a move.
        """
        self._step(0)
        while not self.session.match.over:
            if moves is not None and len(self.session.plies) >= moves:
                break
            self._look_up()
            if not self.session.match.over:
                self._finish(self._agree_or_move())
        self._run(SECOND)  # let the last lamps and sounds be seen

    def _look_up(self) -> None:
        """Wait for the next half second after the last move, when players begin to think.

        Their next actions depend only on the game, its seed and that time.
        """
        now = max(self._last_commit + REST_AFTER_MOVE, self.table.clock.now())
        self._run(-(-now // LOOK_INTERVAL) * LOOK_INTERVAL - self.table.clock.now())
        self.players.reseed(f"{self._seed}/{len(self.session.plies)}")

    def _agree_or_move(self) -> Plan:
        session, position = self.session, self.session.position
        if self._stale:
            return self.players.agree()
        expected = session.view.contacts.expected
        loose = self.adapter.loose(position, expected)
        if loose:
            self.players.clear(loose)
        return self.players.move(position, expected & ~loose)

    @property
    def _stale(self) -> bool:
        """Whether the scores have not changed for many turns and players may agree to end."""
        session, position = self.session, self.session.position
        if not session.can_end:
            return False
        stale = STALE_TURNS * len(position.seats)
        scores = position.scores()
        return len(session.plies) >= stale and all(ply.after.scores() == scores for ply in session.plies[-stale:])

    def _finish(self, plan: Plan) -> None:
        """Run until the table has understood a plan, or time has ended the game.

        Raise NotUnderstoodError when the players give up.
        """
        session, done = self.session, plan.done + REST_AFTER_TOUCH
        first, self._answers, self._vain = len(session.plies), 0, 0
        self.meant = [*self._line, *plan.moves]
        given_up = False
        reached = self._progress
        until = done
        while not self._understood(done):
            self._step(until)
            now = self.table.clock.now()
            until = done if now < done else done + self._timeout + 1
            if now < until and not (self._over and now >= done):
                continue
            if self._over:
                break
            answer = self._answer()
            if answer is None and (self._overtaken or self._line == self.meant):
                break  # no answer would help, and they play on
            if self._progress > reached:
                reached, self._vain = self._progress, 0
            if answer is None or self._lose_patience(answer):
                given_up = True
                break
            self._answers += 1
            done = answer.done + REST_AFTER_TOUCH
        self._judge(first)
        if given_up:
            self._give_up(first)

    def _answer(self) -> Plan | None:
        """Let players do as the table asks; see :meth:`SimulatedPlayers.answer`."""
        return self.players.answer(self.session, self.meant)

    def _lose_patience(self, _answer: Plan) -> bool:
        """Count an answer; return whether people have answered too often without progress."""
        self._vain += 1
        return self._vain > MOST_ANSWERS

    def _give_up(self, first: int) -> None:
        """Give up the plan that began with move number `first`. Raise NotUnderstoodError."""
        raise NotUnderstoodError(f"the table did not understand {self.meant[first:]}")

    def _judge(self, first: int) -> None:
        """Compare the moves from number `first` on with the meant moves.

        Raises:
            RuntimeError: a move was taken for another, though nobody slipped.
        """
        line = self._line
        if not self._careless and line != self.meant[: len(line)]:
            raise RuntimeError(f"the table understood {line[first:]}, not {self.meant[first:]}")

    @property
    def _progress(self) -> tuple[int, int]:
        """The progress of the table: its moves, and minus the number of contacts shown as wrong."""
        contacts = self.session.view.contacts
        return len(self.session.plies), -(contacts.missing | contacts.extra).bit_count()

    @property
    def _line(self) -> list[Move]:
        return [spoken(ply.line) for ply in self.session.plies]

    @property
    def _over(self) -> bool:
        return self.session.match.over and not self.session.pending

    @property
    def _timeout(self) -> int:
        view = self.session.view
        quiet = view.trouble is None and view.hint is None
        return MOVE_TIMEOUT if quiet else ANSWER_TIMEOUT

    @property
    def _overtaken(self) -> bool:
        """Whether the meant move is no longer legal, since time has passed."""
        coming = self.meant[len(self.session.plies) :][:1]
        timed = self.session.due == 0
        return timed and coming != [] and coming[0] not in self.session.position.legal_moves()

    def _understood(self, done: int) -> bool:
        """Whether the table is at rest with all meant moves, or with a wrong move.

        done: when the last touch is over (microseconds).
        """
        if self.table.clock.now() < done or self.session.pending:
            return False
        line = self._line
        return line[: len(self.meant)] != self.meant[: len(line)] or len(line) >= len(self.meant)

    def _hear(self, effect: Effect) -> None:
        if isinstance(effect, Played):
            self._last_commit = effect.at
            self._kept_at[effect.ply - 1] = self.table.clock.now()
        self._tell(effect)

    def _run(self, microseconds: int) -> None:
        end = self.table.clock.now() + microseconds
        while self.table.clock.now() < end:
            self._step(end)

    def _step(self, until: int) -> None:
        """Scan once. First leave out scans before `until`, as no player acts before then."""
        if not self._paced and self._loop.still:
            self._skip(until)
        self._loop.step()
        self._watch(self)

    def _skip(self, until: int) -> None:
        """Leave out scans before `until` (microseconds) in which nothing can happen."""
        now = self.table.clock.now()
        due, coming = self.session.due, self.table.coming
        if due == 0:  # sand runs
            if self.session.pending:
                return
            due = None
            while until > now and not self._unchanged(until - now):
                until = (now + until) // 2
        for moment in (due, coming):
            until = min(until, until if moment is None else moment)
        self._loop.skip(until)

    def _unchanged(self, microseconds: int) -> bool:
        """Whether that much time changes neither the legal moves nor the urgent fields."""
        position = self.session.position
        later = position.later(-(-microseconds // 1000))
        urgent = self.adapter.urgent
        return later.legal_moves() == position.legal_moves() and urgent(later) == urgent(position)
