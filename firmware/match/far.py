"""A match that is held elsewhere, as the pieces of one table show it.

The host decides, and keeps the clocks, and hands move pieces; so both lines of moves are compared::

    the host has more moves than the table    hands owe the next of them
    the table has more moves than the host    they are asked for, one after the other
    they part                                 the table's moves from there on are taken back

A move that was made here counts when the host has it; until then it is shown as one that is not
kept.
"""

from collections.abc import Callable
from itertools import takewhile
from typing import Final, NamedTuple

from firmware.match import refusals as why
from firmware.match.commands import Abort, Answer, Command, Correct, Play, Propose, Resign
from firmware.match.events import Answered, MatchEvent, TakenBack
from firmware.match.line import GameLine, Ply, is_timed
from firmware.match.match import decide
from firmware.match.refusals import CommandError
from firmware.match.rights import check
from firmware.match.running import Batch, Running
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, TABLE, Match, Place
from rules import AGREE, GameError, Move

ELSEWHERE: Final = "elsewhere"
"""Who holds the seats that this table does not."""


class Unsent(NamedTuple):
    """The moves that were made at a table and that the host does not have.

    Attributes:
        after: how many moves the match has before them.
        moves: in order.
    """

    after: int = 0
    moves: tuple[Move, ...] = ()


class Ask(NamedTuple):
    """What is asked of the host.

    Attributes:
        plies: how many moves the match has there when it is asked for.
        ask: what, as :data:`firmware.web.messages.Asked` has it.
    """

    plies: int
    ask: dict[str, object]


class FarMatch(Running):
    """A match that is held elsewhere, of which this table plays some seats.

    Args:
        held: the match as its host has it.
        seats: those that this table plays.
        note: writes down what the host does not have, before it counts here.

    Attributes:
        held: the match as its host has it.
        asking: what the host was asked for and has not answered, None for nothing.
        gone: whether this table has lost its seats for good.

    Raises:
        CommandError: time passes in it, and sand in two places cannot be kept together.

    """

    far = True

    def __init__(self, held: Match, seats: tuple[str, ...], note: Callable[[Unsent], None]) -> None:
        if held.for_all is not None or is_timed(held.line.position):
            raise CommandError(why.NO_HANDS)
        holders = {
            name: Seat(0, TABLE.id if name in seats else ELSEWHERE) for name in held.seats.by_name
        }
        super().__init__(held._replace(seats=Seats(holders), clocks=None), keeper=self)
        self.held = held
        self.asking: Ask | None = None
        self.gone = False
        self._note = note
        self._asks: list[Ask] = []  # that wait until the host has answered
        self._had = len(held.line.plies)  # the first moves of this table that the host has had

    @property
    def owed(self) -> Ply | None:
        """The move of the host that a hand has to make here next, None for none."""
        mine, theirs = self.match.line.plies, self.held.line.plies
        return theirs[len(mine)] if len(mine) < len(theirs) else None

    @property
    def agreed(self) -> bool:
        """Whether all have agreed to end the match, which is a move that no hand makes."""
        return self.owed is not None and self.owed.move == AGREE

    @property
    def unsent(self) -> Unsent:
        """What was made here and the host does not have."""
        return Unsent(self._had, tuple(ply.move for ply in self.match.line.plies[self._had :]))

    @property
    def waits(self) -> bool:  # type: ignore[override]  # it changes with each move
        """Whether it is the turn of somebody elsewhere, and no piece is to be moved here."""
        mine = self.match.now.to_move in self.match.acts_for(TABLE)
        return self.owed is None and not mine and not self.match.over and not self.gone

    @property
    def busy(self) -> bool:
        """Whether something will come from the host by itself: an answer, or a roll."""
        return not self.gone and (self.asking is not None or self.next_ask is not None)

    @property
    def next_ask(self) -> Ask | None:
        """What to ask of the host now, None for nothing: it answers one thing after another."""
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
        """Take in what the clocks show at `at`, in microseconds of the host."""
        clocks = self.held.clocks
        if clocks is not None:
            self.left = {seat: clocks.shown(seat, at) // 1000 for seat in clocks.left}

    # What hands and keys here do

    def do(self, command: Command, by: Place, at: int) -> tuple[MatchEvent, ...]:
        """Carry a command out, as far as it is decided here.

        A hand makes the host's move, and no other; a move of one's own counts at once, and is
        asked for; anything else happens when the host says so. Raise CommandError, GameError.
        """
        if isinstance(command, Play):
            return self.happen(self._play(command, by, at), by, at)
        mine = len(self.unsent.moves) if self.asking is None else 0
        if isinstance(command, Propose) and 0 < command.plies <= mine:
            gone = reversed(self.match.line.plies[-command.plies :])
            return self.happen(tuple(TakenBack(ply.number, ply.line) for ply in gone), by, at)
        if isinstance(command, Correct):
            owed = self.owed
            if owed is not None and command.move == owed.move:  # it follows on what was read before
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
        """Return a command that is no move as the host is asked for it. Raise CommandError."""
        if isinstance(command, Propose):
            check(self.match, command.what, TABLE)
            return {"type": "propose", "what": command.what}
        if isinstance(command, Answer):
            return {"type": "answer", "yes": command.yes, "number": command.number}
        if isinstance(command, Resign):
            return {"type": "resign", "seat": command.seat}
        if isinstance(command, Abort):
            return {"type": "abort"}
        raise CommandError(why.NO_HANDS)

    def make_again(self, unsent: Unsent) -> None:
        """Make the moves again that the host did not have before an interruption."""
        for number, move in enumerate(unsent.moves, unsent.after + 1):
            if number == len(self.match.line.plies) + 1:
                try:
                    self.do(Play(number, move), TABLE, 0)
                except GameError:
                    return  # the match has gone another way

    # What the host says

    def answered(self, *, done: bool) -> None:
        """Take in the answer to what was asked; a move that is refused will be taken back here."""
        if self._asks and self.asking == self._asks[0]:
            del self._asks[0]
        elif not done and self.unsent.moves:
            self._had = len(self.match.line.plies)
        self.asking = None

    def catch_up(self, at: int) -> tuple[MatchEvent, ...]:
        """Return what happens here by what has happened at the host, since the last call."""
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
        """Return with how many moves a line begins that the host has, too."""
        pairs = zip(line.plies, self.held.line.plies, strict=False)
        return sum(1 for _ in takewhile(lambda both: both[0].line == both[1].line, pairs))

    # What is kept: the host keeps the match

    @property
    def kept(self) -> bool:
        """Whether the host has all that was made here."""
        return not self.unsent.moves

    def write(self, _batch: Batch) -> None:
        """Do nothing: what the host does not have is written down before it counts."""

    def distrust(self, _contacts: int) -> None:
        """Do nothing: the host knows nothing of contacts."""

    def _take_in(
        self, after: Match, events: tuple[MatchEvent, ...], by: Place, at: int
    ) -> tuple[MatchEvent, ...]:
        had = self._agreed(after.line)
        self._note(Unsent(had, tuple(ply.move for ply in after.line.plies[had:])))
        self._had = had
        return super()._take_in(after, events, by, at)
