"""A match that another host holds, as the pieces of this table show it.

The host decides and keeps the clocks, while hands move pieces here. So both lines of moves are
compared::

    the host has more moves than the table    hands owe the next of them
    the table has more moves than the host    they are sent to the host in turn
    they differ                               the table's moves from there on are taken back

A move that was made here counts once the host has it. Until then it is shown as not kept. At a table
of keys no piece lies, so that its match is that of the host at any time: :class:`MirroredMatch`.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Final, NamedTuple

from firmware.match import refusals as why
from firmware.match.commands import Abort, Answer, Command, Correct, Play, Propose, Resign, RunClock
from firmware.match.events import Answered, MatchEvent, Played, TakenBack
from firmware.match.line import GameLine, Ply, is_timed
from firmware.match.match import decide, pass_time
from firmware.match.refusals import CommandError
from firmware.match.rights import check
from firmware.match.running import Keeper, Running, opening
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, TABLE, Match, Place
from rules import AGREE, GameError, Move

ELSEWHERE: Final = "elsewhere"
"""The holder of the seats that this table does not hold."""


class Unsent(NamedTuple):
    """The moves of a table that the host does not have.

    Attributes:
        after: the number of moves of the match before them.
        moves: the moves in order.
    """

    after: int = 0
    moves: tuple[Move, ...] = ()


class Ask(NamedTuple):
    """A request to the host.

    Attributes:
        plies: the number of moves at the host for which it is meant.
        ask: the message, as of :data:`firmware.web.wire.Ask`.
    """

    plies: int
    ask: dict[str, object]


class FarMatch(Running, Keeper):
    """A match that another host holds, and of which this table plays some seats.

    Args:
        held: the match as its host has it.
        seats: the seats that this table plays.
        note: keeps the moves that the host does not have, before they count here.

    Attributes:
        held: the match as its host has it.
        asking: the request that the host has not answered yet, None without a request.
        gone: whether this table has lost its seats for good.
        rest: the microseconds for which a move stands here before it is sent.

    Raises:
        CommandError: sand runs in the match, and cannot be synchronised between two tables.
    """

    far = True
    rest = 1_000_000
    timed = False  # whether it can follow the sand of the host

    def __init__(self, held: Match, seats: tuple[str, ...], note: Callable[[Unsent], None]) -> None:
        if not self.timed and (held.for_all is not None or is_timed(held.line.position)):
            raise CommandError(why.NO_HANDS)
        holders = {name: Seat(0, TABLE.id if name in seats else ELSEWHERE) for name in held.seats.by_name}
        super().__init__(held._replace(seats=Seats(holders), clocks=None), keeper=self)
        self.held = held
        self.asking: Ask | None = None
        self.gone = False
        self._note = note
        self._asks: list[Ask] = []  # requests other than moves and rolls, sent in turn
        self._had = len(held.line.plies)  # the number of this table's moves that the host has had

    @property
    def owed(self) -> Ply | None:
        """The next move of the host that a hand has to make here, if any."""
        mine, theirs = self.match.line.plies, self.held.line.plies
        return theirs[len(mine)] if len(mine) < len(theirs) else None

    @property
    def agreed(self) -> bool:
        """Whether the next move of the host is the agreed end, which no hand makes."""
        return self.owed is not None and self.owed.move == AGREE

    @property
    def unsent(self) -> Unsent:
        """The moves that were made here and that the host does not have."""
        return Unsent(self._had, tuple(ply.move for ply in self.match.line.plies[self._had :]))

    @property
    def waits(self) -> bool:  # type: ignore[override]  # it changes with each move
        """Whether a seat elsewhere is to move, and no piece is to be moved here."""
        mine = self.match.now.to_move in self.match.acts_for(TABLE)
        return self.owed is None and not mine and not self.match.over and not self.gone

    @property
    def busy(self) -> bool:
        """Whether an answer or a roll is due from the host."""
        return not self.gone and (self.asking is not None or self.next_ask is not None)

    @property
    def next_ask(self) -> Ask | None:
        """The next request to the host, if any. The host answers requests in turn."""
        if self.asking is not None:
            return None
        if self._asks:
            return self._asks[0]
        plies, held = len(self.held.line.plies), self.held
        if self.unsent.moves:
            return Ask(plies, {"type": "move", "move": self.unsent.moves[0]})
        mine = held.now.to_move in self.match.acts_for(TABLE)
        if self.owed is None and mine and held.now.chance and not held.over:
            return Ask(plies, {"type": "roll"})
        return None

    def show_clocks(self, at: int) -> None:
        """Update the seconds on the clocks. at: microseconds of the host."""
        clocks = self.held.clocks
        if clocks is not None:
            self.left = {seat: clocks.shown(seat, at) // 1000 for seat in clocks.left}

    # Commands of hands and keys at this table

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Carry a command out, as far as it is decided here. Raise CommandError, GameError.

        While a move of the host is owed, a hand may make that move only. An own move counts here at
        once and is sent to the host. Any other command waits for the host.
        """
        if isinstance(command, Play):
            return self.happen(self._play(command, by, at), by, at)
        mine = len(self.unsent.moves) if self.asking is None else 0
        if isinstance(command, Propose) and 0 < command.plies <= mine:
            gone = reversed(self.match.line.plies[-command.plies :])
            return self.happen(tuple(TakenBack(ply.number, ply.line) for ply in gone), by, at)
        if isinstance(command, Correct):
            owed = self.owed
            if owed is not None and command.move == owed.move:  # it follows the moves read before
                return self.happen(self._play(Play(owed.number, owed.move), by, at), by, at)
            if command.back > mine:
                raise CommandError(why.ANSWERED)
            return self.happen(decide(self.match, command, by, at), by, at)
        self._asks.append(Ask(len(self.held.line.plies), self._message(command)))
        return ()

    def _play(self, command: Play, by: Place, at: int) -> tuple[MatchEvent, ...]:
        owed = self.owed
        if owed is None:
            if self.match.now.chance:  # its die is rolled by the host
                raise CommandError(why.DIE_FIRST)
            return decide(self.match, command, by, at)
        if command.move != owed.move:
            raise CommandError(why.NOT_YOUR_TURN, seat=owed.seat)
        return decide(self.match, command, HOST, at)

    def _message(self, command: Command) -> dict[str, object]:
        """Return the request to the host for a command other than a move. Raise CommandError."""
        if isinstance(command, Propose):
            check(self.match, command.what, TABLE)
            return {"type": "propose", "what": command.what}
        if isinstance(command, Answer):
            return {"type": "answer", "yes": command.yes, "number": command.number}
        if isinstance(command, Resign):
            return {"type": "resign", "seat": command.seat}
        if isinstance(command, Abort):
            return {"type": "abort"}
        if isinstance(command, RunClock):
            return {"type": "resume"}
        raise CommandError(why.NO_HANDS)

    def make_again(self, unsent: Unsent) -> None:
        """Repeat the moves that the host did not have before an interruption."""
        for number, move in enumerate(unsent.moves, unsent.after + 1):
            if number == len(self.match.line.plies) + 1:
                try:
                    self.do(Play(number, move), TABLE, 0)
                except GameError:
                    return  # the match has gone another way

    # Messages of the host

    def answered(self, *, done: bool) -> None:
        """Note the host's answer to the request. A refused move will be taken back here."""
        if self._asks and self.asking == self._asks[0]:
            del self._asks[0]
        elif not done and self.unsent.moves:
            self._had = len(self.match.line.plies)
        self.asking = None

    def catch_up(self, at: int) -> tuple[MatchEvent, ...]:
        """Follow the host's events since the last call, and return the events here."""
        held, mine, had = self.held, self.match.line.plies, self._agreed(self.match.line)
        events: list[MatchEvent] = []
        if had < len(mine) and (had < len(held.line.plies) or had < self._had):
            events += [TakenBack(ply.number, ply.line) for ply in reversed(mine[had:])]
        proposal, ended = self.match.proposal, held.ended
        if proposal is not None and held.proposal is None and not events and not self.agreed:
            events.append(Answered(proposal.seats, yes=False))
        if held.proposal is not None and held.proposal != proposal:
            events.append(held.proposal)
        if ended is not None and ended.how != "over" and not self.match.over:
            events.append(ended)
        if self.agreed and not events:
            events += decide(self.match, Play(len(mine) + 1, AGREE), HOST, at)
        if events or had != self._had:
            return self.happen(tuple(events), HOST, at)
        return ()

    def _agreed(self, line: GameLine) -> int:
        """Return the number of moves at the beginning of a line that the host has too."""
        pairs = zip(line.plies, self.held.line.plies, strict=False)
        return sum(1 for _ in takewhile(lambda both: both[0].line == both[1].line, pairs))

    # The host keeps the match

    @property
    def kept(self) -> bool:
        """Whether the host has all moves of this table."""
        return not self.unsent.moves

    def _take_in(self, after: Match, events: tuple[MatchEvent, ...], by: Place, at: int) -> tuple[MatchEvent, ...]:
        had = self._agreed(after.line)
        self._note(Unsent(had, tuple(ply.move for ply in after.line.plies[had:])))
        self._had = had
        return super()._take_in(after, events, by, at)


class MirroredMatch(FarMatch):
    """A match that another host holds, at a table of keys: it stands here as it stands there.

    A move is a request like any other, and sand runs by the clock of the host.
    """

    rest = 0
    timed = True
    _time = 0  # the host's, microseconds

    @property
    def unsent(self) -> Unsent:
        """The move that was made here and that the host has not answered yet."""
        moves = tuple(str(ask["move"]) for _, ask in self._asks if ask["type"] == "move")
        return Unsent(len(self.held.line.plies), moves)

    def show_clocks(self, at: int) -> None:
        """Update the seconds on the clocks, and the time. at: microseconds of the host."""
        super().show_clocks(at)
        self._time = at

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Send a command to the host. Raise CommandError, GameError."""
        if isinstance(command, Play):
            if self.unsent.moves:
                raise CommandError(why.STALE, ply=command.ply)
            self._play(command._replace(at=self._time), by, self._time)
            message: dict[str, object] = {"type": "move", "move": command.move}
        else:
            message = self._message(command)
        self._asks.append(Ask(len(self.held.line.plies), message))
        self._note(self.unsent)
        return ()

    def wait(self, at: int, credit: int = 0) -> tuple[MatchEvent, ...]:
        """Let sand run to the time of the host, which alone says that it has ended the match."""
        after, _ = pass_time(self.match, self._time)
        if after.ended is None:
            self.match = self.match._replace(now=after.now)
        return ()

    def answered(self, *, done: bool) -> None:
        """Note the host's answer to the request."""
        super().answered(done=done)
        self._note(self.unsent)

    def catch_up(self, at: int) -> tuple[MatchEvent, ...]:
        """Take over the host's match, and return the events that changed it."""
        held, before, had = self.held, self.match, self._agreed(self.match.line)
        gone, new = before.line.plies[had:], held.line.plies[had:]
        events: list[MatchEvent] = [TakenBack(ply.number, ply.line) for ply in reversed(gone)]
        events += [Played(ply.number, ply.seat, ply.line, at) for ply in new]
        if held.proposal is not None and held.proposal != before.proposal:
            events.append(held.proposal)
        if held.ended is not None and before.ended is None:
            events.append(held.ended)
        self.match = held._replace(seats=before.seats, clocks=None)
        self.log = [opening(self.match)]  # the batches of the host are not those of this table
        return tuple(events)
