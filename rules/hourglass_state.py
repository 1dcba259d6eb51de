"""The fields of a position of hourglass, and what follows from them without a move.

Time, holes and glasses are explained in ``rules.hourglass``.
"""

from collections.abc import Mapping
from typing import NamedTuple

from rules.game import Move, Outcome
from rules.hourglass_board import SEATS, Board
from rules.hourglass_lines import START
from rules.hourglass_setup import LOSES, Setup, Side

GONE = 255  # the hole of a glass that has left the game
GONE_BYTE = bytes((GONE,))
NEVER = 1 << 60  # when a glass runs out that was never turned (HG-7)
DIED = 1 << 61  # the same for a dead glass: later than any other, so never the earliest
NO_CLOCK = -1  # before the start, after the end, and where deaths are declared (HG-16)


_Ends = tuple[int, int, int, int]
Glasses = tuple[bytes, _Ends, int]  # of a seat: holes, ends (milliseconds), set of movable holes


class Glass(NamedTuple):
    """An hourglass, as a table or a screen shows it.

    Attributes:
        name: the hole it started in.
        seat: its owner.
        hole: where it is, None when it has left the game.
        ends: the millisecond at which its sand runs out, a forecast where deaths are declared
            (HG-16); None before its first turn (HG-7) and when dead.
        remaining: the milliseconds it still runs.
        dead: whether it has died.
    """

    name: str
    seat: str
    hole: str | None
    ends: int | None
    remaining: int
    dead: bool


class Draft:
    """The fields of a position, while it is put together.

    Attributes:
        side: of the seat to move.
        now: milliseconds since `start`.
        mine: the glasses of that seat.
        theirs: the glasses of the other seat.
        occupied: the set of holes with a glass.
        soonest: the millisecond of the next death, or at which the turn passes by itself.
        moves: the legal moves.
        plies: the moves played.
        stalled: numbers of the glasses that HG-12 records, as they died.
        since: the millisecond at which the turn began; 0 where it may last for ever (HG-12a).
    """

    __slots__ = ("mine", "moves", "now", "occupied", "plies", "side", "since", "soonest", "stalled", "theirs")

    side: Side
    now: int
    mine: Glasses
    theirs: Glasses
    occupied: int
    soonest: int
    moves: tuple[Move, ...]
    plies: int
    stalled: tuple[int, ...]
    since: int

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def board(self) -> Board:
        return self.side.board

    @property
    def started(self) -> bool:
        """Whether the clock runs, or has run."""
        return self.plies > 0

    @property
    def over(self) -> bool:
        """The game is over: a seat has no glass left outside (HG-14), or has lost (HG-12)."""
        return self.plies > 0 and not self.mine[2]  # while it goes on each seat has one outside

    @property
    def to_move(self) -> str | None:
        return None if self.over else self.side.name  # HG-11: even when the other seat may move

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        if self.stalled and self.side.setup.stalling == LOSES and not self._all_in_or_dead:
            return Outcome("stalled", (SEATS[1 - self.stalled[0] // 4],))  # HG-12
        winners = self._leaders(self.scores())  # HG-15
        if len(winners) > 1 and self.side.setup.living:
            winners = self._leaders(self._living)
        return Outcome("finished", winners if len(winners) == 1 else ())

    @staticmethod
    def _leaders(numbers: Mapping[str, int]) -> tuple[str, ...]:
        """Return the seats with the most."""
        most = max(numbers.values())
        return tuple(seat for seat in SEATS if numbers[seat] == most)

    @property
    def _living(self) -> dict[str, int]:
        """The number of running glasses of each seat: turned and not dead."""
        return {side.name: sum(end < NEVER for end in ends) for side, _, ends in self._by_seat}

    @property
    def _all_in_or_dead(self) -> bool:
        """Whether all four glasses of a seat are dead or in the goal (HG-14)."""
        return any(
            all(end == DIED or side.goal >> hole & 1 for hole, end in zip(holes, ends, strict=True))
            for side, holes, ends in self._by_seat
        )

    @property
    def turn_ends(self) -> int | None:
        """The millisecond at which the turn passes by itself (HG-12a). None where it does not."""
        limited = self.side.limit and self.started and not self.over
        return self.since + self.side.limit if limited else None

    @property
    def glasses(self) -> tuple[Glass, ...]:
        """All eight, white's first, each seat's in the order of its start holes."""
        side = self.side
        both = [(side, self.mine), (side.next, self.theirs)]
        return tuple(
            Glass(
                name,
                side.name,
                None if hole == GONE else side.board.holes[hole],
                end if end < NEVER else None,
                max(end - self.now, 0) if end < NEVER else 0,
                end == DIED,
            )
            for side, (holes, ends, _) in (both if side.index == 0 else both[::-1])
            for name, hole, end in zip(side.names, holes, ends, strict=True)
        )

    @property
    def _by_seat(self) -> tuple[tuple[Side, bytes, _Ends], tuple[Side, bytes, _Ends]]:
        """White's side, holes and ends, and pink's."""
        mine = (self.side, self.mine[0], self.mine[1])
        theirs = (self.side.next, self.theirs[0], self.theirs[1])
        return (mine, theirs) if self.side.index == 0 else (theirs, mine)

    def scores(self) -> dict[str, int]:
        """The glasses of each seat in the goal, dead or alive (HG-13)."""
        return {
            side.name: sum(hole != GONE and side.goal >> hole & 1 for hole in holes) for side, holes, _ in self._by_seat
        }


def draft_of(position: Draft) -> Draft:
    """Return a copy that can be changed."""
    draft = Draft()
    draft.side = position.side
    draft.now = position.now
    draft.mine = position.mine
    draft.theirs = position.theirs
    draft.occupied = position.occupied
    draft.soonest = position.soonest
    draft.moves = position.moves
    draft.plies = position.plies
    draft.stalled = position.stalled
    draft.since = position.since
    return draft


def first_draft(setup: Setup) -> Draft:
    """Return the draft of the position before `start` (HG-7)."""
    draft = Draft()
    draft.side = setup.white
    draft.now = 0
    draft.mine, draft.theirs = ((side.home, (NEVER, NEVER, NEVER, NEVER), 0) for side in (setup.white, setup.pink))
    draft.occupied = mask(draft.mine[0]) | mask(draft.theirs[0])
    draft.soonest = NO_CLOCK
    draft.moves = (START,)
    draft.plies = 0
    draft.stalled = ()
    draft.since = 0
    return draft


def settled(
    side: Side,
    now: int,
    mine: Glasses,
    theirs: Glasses,
    occupied: int,
    *,
    plies: int,
    stalled: tuple[int, ...],
    since: int,
    passes: bool = False,
) -> Draft:
    """Return the position of these glasses: over (HG-14), or with its next death and moves.

    passes: whether the turn passes now (HG-12), as it does by itself at its last second; to a
    seat that can move alone. A turn that could not pass in time does as soon as it can.
    """
    board, limit = side.board, side.limit
    lost = stalled and side.setup.stalling == LOSES  # HG-12
    if mine[2] & side.outside and theirs[2] & side.next.outside and not lost:
        moves, others = board.moves(mine[2], occupied), board.moves(theirs[2], occupied)
        if others and (passes or (limit and now >= since + limit)):  # HG-12, HG-12a
            side, mine, theirs, since = side.next, theirs, mine, now
            moves, others = others, moves
        soonest = min(mine[1] + theirs[1]) if side.clock else NO_CLOCK
        if limit and now < since + limit and not 0 <= soonest < since + limit:
            soonest = since + limit
        moves = moves or others  # HG-11
    else:  # HG-14
        mine, theirs = (mine[0], mine[1], 0), (theirs[0], theirs[1], 0)
        soonest, moves = NO_CLOCK, ()
    if not limit:
        since = 0
    draft = Draft()
    draft.side = side
    draft.now = now
    draft.mine = mine
    draft.theirs = theirs
    draft.occupied = occupied
    draft.soonest = soonest
    draft.moves = moves
    draft.plies = plies
    draft.stalled = stalled
    draft.since = since
    return draft


def with_end(ends: _Ends, glass: int, end: int) -> _Ends:
    """Return `ends` where the sand of this glass runs out at another millisecond."""
    a, b, c, d = ends
    if glass == 0:
        return end, b, c, d
    if glass == 1:
        return a, end, c, d
    return (a, b, end, d) if glass == 2 else (a, b, c, end)


def mask(holes: bytes) -> int:
    """Return the set of the holes in which glasses are."""
    return sum(1 << hole for hole in holes if hole != GONE)


def movable(holes: bytes, ends: _Ends) -> Glasses:
    """Return the glasses with the set of movable holes: first the fourth, then all (HG-9)."""
    if ends[3] == NEVER:
        return holes, ends, 1 << holes[3]
    return holes, ends, sum(1 << holes[n] for n in range(4) if ends[n] != DIED)


def without(side: Side, glasses: Glasses, occupied: int, dying: list[int]) -> tuple[Glasses, int]:
    """Return the glasses of a seat when `dying` are dead, and the set of occupied holes."""
    holes, ends, movable = glasses
    when = list(ends)
    for glass in dying:
        hole = holes[glass]
        when[glass] = DIED
        movable &= ~(1 << hole)
        if not side.goal >> hole & 1:  # it leaves the game (HG-6), except in the goal (HG-13)
            holes = holes.replace(holes[glass : glass + 1], GONE_BYTE)
            occupied ^= 1 << hole
    a, b, c, d = when
    return (holes, (a, b, c, d), movable), occupied
