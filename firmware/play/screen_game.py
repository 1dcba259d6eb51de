"""One game on a screen: moves in, steps out, without I/O and without a clock of its own.

Here moves are moves: nothing has to be read from contacts, and what cannot be played changes
nothing. Each call says for which seats somebody speaks. What concerns others, to take a move back
or to end the game, is proposed: the people at the other seats say yes or no, computers always yes
unless somebody asks them first. Every time is in microseconds of one clock that goes forward.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Literal, NamedTuple, TypeAlias

from firmware.play.clock import GameClock
from firmware.play.line import GameLine, Start, is_timed
from firmware.play.seats import Seats
from firmware.play.steps import Ended, Kept, Ran, Step, TakenBack
from rules import GameError, Header, IllegalError, Move, Position

AGREE = "agree"
What: TypeAlias = Literal["take back", "agree", "abandon"]
Pictured: TypeAlias = Callable[[Position, int, Move], int]
"""Returns the picture after a move, from the position and the picture before it."""


class NotYoursError(GameError):
    """Who asks for this speaks for no seat that may do it now. seat: the one that may, or none."""

    def __init__(self, seat: str | None) -> None:
        super().__init__(f"it is the turn of {seat}" if seat else "nobody can do that now")
        self.seat = seat


class FinalError(GameError):
    """The last move cannot be taken back: a die was rolled, or sand has run since."""

    def __init__(self) -> None:
        super().__init__("this move cannot be taken back any more")


class Proposal(NamedTuple):
    """What somebody would like, until all others have said yes, or one no, or somebody has moved.

    seats: of who proposes it. waits_for: the seats that have not said yes.
    """

    what: What
    seats: tuple[str, ...]
    waits_for: tuple[str, ...]


class ScreenGame:
    """One game on a screen.

    Args:
        header: which game, who plays, by which options.
        start: its first position.
        seats: who plays the seats.
        picture: belongs to the start.
        pictured: returns the picture after a move.
        line: the game so far, when it is taken up again.
        milliseconds: how far its own clock had come then; it stands still until :meth:`resume`.

    Attributes:
        proposal: what waits for an answer, None when nothing does.
        abandoned: whether it was given up, unfinished.

    """

    def __init__(
        self,
        header: Header,
        start: Position,
        seats: Seats,
        *,
        picture: int = 0,
        pictured: Pictured = lambda _position, picture, _move: picture,
        line: GameLine | None = None,
        milliseconds: int = 0,
    ) -> None:
        self.header = header
        self.seats = seats
        self.proposal: Proposal | None = None
        self.abandoned = False
        self._pictured = pictured
        self._line = line or GameLine(Start(start, picture))
        self._clock = GameClock()
        self._time_ended: Move | None = None
        if self._line.plies and self.position.outcome is None and is_timed(self.position):
            noted = max(milliseconds, self._line.milliseconds)
            self._clock = GameClock(noted=noted, paused=True)
            later = self._line.later(noted)
            if later.outcome is None:
                self._line = self._line.pass_time(later, self._line.picture)

    @property
    def line(self) -> GameLine:
        """The moves of the game and where they led."""
        return self._line

    @property
    def position(self) -> Position:
        """The position now, with the time that has passed."""
        return self._line.position

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of the game's record, with the second at which time ended it."""
        moves = tuple(ply.move for ply in self._line.plies)
        return moves if self._time_ended is None else (*moves, self._time_ended)

    @property
    def over(self) -> bool:
        """Whether nothing more is played: by its rules, or because it was given up."""
        return self.abandoned or self.position.outcome is not None

    @property
    def paused(self) -> bool:
        """Whether the game's own clock stands still until :meth:`resume`."""
        return self._clock.paused

    @property
    def runs(self) -> bool:
        """Whether time alone may change the game."""
        return self._clock.running and not self.over

    @property
    def for_all(self) -> Move | None:
        """The move that starts the clock of all, which anybody may make; None where there is none.

        No computer makes it while a person plays: nobody's sand should run before they are ready.
        """
        moves = self.position.legal_moves()
        if self._line.plies or len(moves) != 1 or is_timed(self.position):
            return None
        return moves[0] if is_timed(self.position.play(moves[0])) else None

    def may_move(self, seats: Collection[str]) -> bool:
        """Whether the next move may be made by who speaks for these seats."""
        if self.over or self.paused:
            return False
        return self.position.to_move in seats or (self.for_all is not None and bool(seats))

    # Moves

    def move(self, seats: Collection[str], move: Move, at: int) -> list[Step]:
        """Make a move for one of these seats. Raise GameError, and then nothing has changed."""
        if self.position.chance:
            raise IllegalError("the die decides now")
        return self._move(seats, move, at)

    def roll(
        self, seats: Collection[str], at: int, choose: Callable[[Sequence[Move]], Move]
    ) -> list[Step]:
        """Roll the die for one of these seats. choose: picks one of the rolls that can occur.

        A roll that cannot be used is rolled again, so that those that can are equally likely
        (GM-6). Raise GameError, and then nothing has changed.
        """
        if not self.position.chance:
            raise IllegalError("no die is rolled now")
        return self._move(seats, choose(self.position.legal_moves()), at)

    def _move(self, seats: Collection[str], move: Move, at: int) -> list[Step]:
        ended = self.wait(at)
        if ended and self.over:
            return ended
        if not self.may_move(seats):
            raise NotYoursError(None if self.over else self.position.to_move)
        return [*ended, *self._keep(move, at)]

    def _keep(self, move: Move, at: int) -> list[Step]:
        before, since = self.position, self._line.milliseconds
        second = self._clock.milliseconds(at, since)
        line, after = self._line.write(move, second)
        if is_timed(after):
            self._clock = self._clock.start(at)
        picture = self._pictured(before, self._line.picture, move)
        self._line = self._line.append(line, after, picture=picture, milliseconds=second, at=at)
        self.proposal = None
        clock = self._clock.milliseconds(at, second)
        kept: list[Step] = [Kept(len(self._line.plies), before.to_move or "", line, at, clock)]
        if after.outcome is not None:
            kept.append(Ended(after.outcome, after.scores(), None, at))
        return kept

    # Time

    def wait(self, at: int) -> list[Step]:
        """Let time pass to `at`: what can be done may change, or the game end, without a move."""
        if not self.runs:
            return []
        now = self._clock.milliseconds(at, self._line.milliseconds)
        position = self._line.later(now)
        self._line = self._line.pass_time(position, self._line.picture)
        if position.outcome is not None:
            second, part = divmod(now, 1000)
            self._time_ended = self._line.played[-1].written(f"{second}.{part:03}")
            return [Ended(position.outcome, position.scores(), self._time_ended, at)]
        if self._clock.needs_note(now):
            self._clock = self._clock.note(now)
            return [Ran(now)]
        return []

    def resume(self, at: int) -> None:
        """Let the game's own clock run on, if it stands still."""
        self._clock = self._clock.resume(at)

    # What concerns others

    @property
    def can_agree(self) -> bool:
        """Whether all together may end the game here."""
        if self.over:
            return False
        try:
            self.position.play(AGREE)
        except GameError:
            return False
        return True

    def propose(
        self, seats: Collection[str], what: What, at: int, *, asked: Collection[str] = ()
    ) -> list[Step]:
        """Propose something for these seats; with nobody to ask it is done at once.

        asked: the computer's seats that are asked too. Raise GameError when it cannot be done.
        """
        own = tuple(seat for seat in self.position.seats if seat in seats)
        if not own:
            raise NotYoursError(None)
        if what == "take back":
            self._plies_back(own)
        elif self.over:
            raise IllegalError("the game is over")
        elif what == AGREE and not self.can_agree:
            raise IllegalError("this game cannot be ended by agreement now")
        others = [seat for seat in self.seats.people if seat not in own]
        self.proposal = Proposal(what, own, (*others, *asked))
        return self._settle(at)

    def answer(self, seats: Collection[str], at: int, *, yes: bool) -> list[Step]:
        """Answer for these seats what is proposed. Raise GameError when they are not asked."""
        proposal = self.proposal
        if proposal is None or not set(proposal.waits_for) & set(seats):
            raise NotYoursError(None)
        if not yes:
            self.proposal = None
            return []
        left = tuple(seat for seat in proposal.waits_for if seat not in seats)
        self.proposal = proposal._replace(waits_for=left)
        return self._settle(at)

    def withdraw(self, seats: Collection[str]) -> None:
        """Take a proposal back that was made for one of these seats."""
        if self.proposal is not None and set(self.proposal.seats) & set(seats):
            self.proposal = None

    def _settle(self, at: int) -> list[Step]:
        """Do what is proposed once all have said yes."""
        proposal = self.proposal
        if proposal is None or proposal.waits_for:
            return []
        self.proposal = None
        if proposal.what == AGREE:
            return self._keep(AGREE, at)
        if proposal.what == "abandon":
            self.abandoned = True
            return [Ended(None, self.position.scores(), None, at)]
        return [self._drop() for _ in range(self._plies_back(proposal.seats))]

    def _plies_back(self, seats: Collection[str]) -> int:
        """Return how many moves are taken back up to the last one of these seats, with it.

        Raise FinalError where one of them is final, IllegalError where they have made none.
        """
        plies = self._line.plies
        if self.abandoned:
            raise IllegalError("the game was given up")
        for back in range(1, len(plies) + 1):
            if plies[-back].final:
                raise FinalError
            if self._line.mover(len(plies) + 1 - back) in seats:
                return back
        raise IllegalError("there is no move to take back")

    def can_take_back(self, seats: Collection[str]) -> bool:
        """Whether a move can be taken back by who speaks for these seats."""
        try:
            return bool(seats) and self._plies_back(seats) > 0
        except GameError:
            return False

    def _drop(self) -> TakenBack:
        last = self._line.last
        assert last is not None
        self._line = self._line.drop()
        self._time_ended = None
        if not self._line.plies:
            self._clock = GameClock()
        return TakenBack(len(self._line.plies) + 1, last.move)
