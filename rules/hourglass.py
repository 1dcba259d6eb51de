"""The rules of Révolution (Pierre Berloquin, 1980), with hourglasses: clauses HG-1 to HG-16.

Time is in whole milliseconds since ``start`` (HG-4). Holes are numbered in the order of the
board's description, sets of holes are integers with a bit for each. The eight glasses are named
after the holes they start in, white's four first.

A position reads and writes as one line of text::

    pink 5 a:115,b:115,c:115,e:120 A:115,B:115,C:115,D:empty plies:2 stalled:-

the seat whose turn it is; the second, or ``-`` before ``start``; for each of white's glasses and
then each of pink's, in the order of the holes they started in, the hole where it is and the
seconds it still runs, ``empty`` before its first turn, ``dead`` where it died in the goal, or
just ``-`` when it has left the game; the number of plies; the glasses that died in their owner's
turn though they could have been moved (HG-12), or ``-``; then, where they differ from the
default, ``sand:180`` or ``sand:a:118,b:121.5``, ``declared``, ``equal:living``,
``stalling:passes``, ``turn:20`` with ``since:5``, the second at which the turn began (HG-12a), and
last ``board:FILE``. It is
written and read in ``rules.hourglass_text``; the file of a board in ``rules.hourglass_board``.
"""

from collections.abc import Mapping
from typing import Any, NamedTuple, Self

from rules.game import (
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    OptionError,
    Outcome,
    illegal,
    load_nothing,
    malformed,
    too_late,
)
from rules.hourglass_board import SEATS, Board, built_in_board, own_board
from rules.hourglass_lines import DEAD, START, parse_line, seconds, seconds_number
from rules.hourglass_options import (
    DEFAULT_SAND,
    DRAW,
    LIVING,
    NO_LIMIT,
    NOTED,
    canonical_board,
    canonical_deaths,
    canonical_equal,
    canonical_sand,
    canonical_stalling,
    canonical_turn,
    limit_of,
    sands,
)
from rules.hourglass_reading import HourglassReading
from rules.hourglass_setup import LOSES, PASSES, Side, find_setup
from rules.text import reason, told

__all__ = ["DEAD", "SEATS", "START", "Board", "Glass", "Position", "hourglass"]


GONE = 255  # the hole of a glass that has left the game
GONE_BYTE = bytes((GONE,))
NEVER = 1 << 60  # when a glass runs out that was never turned (HG-7)
DIED = 1 << 61  # the same for a dead glass: later than any other, so never the earliest
_NO_CLOCK = -1  # before the start, after the end, and where deaths are declared (HG-16)


_Ends = tuple[int, int, int, int]
Glasses = tuple[bytes, _Ends, int]  # the holes of a seat's four, when they run out, the movable


class Glass(NamedTuple):
    """One hourglass, as a table or a screen shows it.

    name: the hole it started in. seat: its owner. hole: where it is, None when it has left the
    game. ends: the millisecond at which its sand runs out, a forecast where deaths are declared
    (HG-16), None before its first turn (HG-7) and when dead. remaining: the milliseconds it
    still runs. dead: whether it has died.
    """

    name: str
    seat: str
    hole: str | None
    ends: int | None
    remaining: int
    dead: bool


class Position(NamedTuple):
    """One state of a game of hourglass. Made by ``hourglass.start`` and ``play``."""

    side: Side  # whose turn it is
    now: int  # milliseconds since `start`
    mine: Glasses  # of the seat whose turn it is
    theirs: Glasses
    occupied: int
    soonest: int  # the millisecond of the next death, or at which the turn passes by itself
    moves: tuple[Move, ...]
    plies: int
    stalled: tuple[int, ...]  # numbers of the glasses that HG-12 records, as they died
    since: int  # the millisecond at which the turn began; 0 where it may last for ever (HG-12a)

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
        """All four glasses of one seat are dead or in the goal (HG-14), or it has lost (HG-12)."""
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
        """How many glasses of each seat run: those that were turned and are not dead."""
        return {side.name: sum(end < NEVER for end in ends) for side, _, ends in self._by_seat}

    @property
    def _all_in_or_dead(self) -> bool:
        """Whether all four glasses of one seat are dead or in the goal (HG-14)."""
        return any(
            all(end == DIED or side.goal >> hole & 1 for hole, end in zip(holes, ends, strict=True))
            for side, holes, ends in self._by_seat
        )

    @property
    def turn_ends(self) -> int | None:
        """The millisecond at which the turn passes by itself (HG-12a), None where it does not."""
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

    def legal_moves(self) -> tuple[Move, ...]:
        return self.moves

    def play(self, move: Move) -> Self:
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled, since = self
        holes, ends, movable = mine
        step = side.steps.get(move)
        if step is None:
            return self._play_line(move)
        at, to, flip, old, new, hole = step
        if not movable & at or occupied & to:
            return self._play_seldom(move)
        glass = holes.index(hole)
        holes = holes.replace(old, new)
        end = ends[glass]
        full = now + side.sand[glass]
        fresh = full + now - end  # now + (T - remaining): HG-5
        if now <= fresh <= full:
            movable ^= flip
        else:  # it was never turned (HG-7), or was forecast to be empty by now (HG-16)
            fresh = full
            movable = movable ^ flip if end < NEVER else mask(holes)  # HG-9: now all may
        a, b, c, d = ends
        if glass == 0:
            ends = (fresh, b, c, d)
        elif glass == 1:
            ends = (a, fresh, c, d)
        elif glass == 2:
            ends = (a, b, fresh, d)
        else:
            ends = (a, b, c, fresh)
        mine = (holes, ends, movable)
        if fresh < soonest:
            soonest = fresh
        elif end == soonest:
            soonest = min(ends + theirs[1])
        if not movable & side.outside or soonest == now or side.limit:
            return self._play_slowly(mine, glass)  # HG-14, or HG-7: turned when full, or HG-12a
        side = side.next
        occupied ^= flip
        try:
            beside, known = side.known[theirs[2]]
            moves = known[occupied & beside] or side.board.moves(movable, occupied)  # HG-11
        except KeyError:
            moves = side.board.moves(theirs[2], occupied) or side.board.moves(movable, occupied)
        return tuple.__new__(
            self.__class__,
            (side, now, theirs, mine, occupied, soonest, moves, plies + 1, stalled, since),
        )

    def _play_slowly(self, mine: Glasses, glass: int) -> Self:
        """Return the position after a move of `glass` to `mine` that may end the game (HG-14)."""
        side, now, _, theirs, _, _, _, plies, stalled, _ = self
        holes, ends, movable = mine
        if side.clock and ends[glass] == now:  # HG-7: dead on arrival, so not planted alive
            movable ^= 1 << holes[glass]
            holes = holes.replace(holes[glass : glass + 1], GONE_BYTE)
            a, b, c, d = (DIED if n == glass else end for n, end in enumerate(ends))
            ends = (a, b, c, d)
        occupied = mask(holes) | mask(theirs[0])
        mine = (holes, ends, movable)
        return self.settled(
            side.next, now, theirs, mine, occupied, plies=plies + 1, stalled=stalled, since=now
        )

    def _play_seldom(self, move: Move) -> Self:
        """Play a move that the seat whose turn it is cannot make: the other may (HG-11)."""
        if move not in self.moves:
            raise self._refusal(move)
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled, since = self
        other = tuple.__new__(  # the other seat moves instead: HG-11
            self.__class__,
            (side.next, now, theirs, mine, occupied, soonest, moves, plies, stalled, since),
        )
        after: Self = other.play(move)
        return after

    def _play_line(self, line: Move) -> Self:
        """Play a line of a record that is not just a move of a glass."""
        milliseconds, move = self._read(line)
        if milliseconds is not None:
            if not self.started or self.over:
                raise self._refusal(line)
            if milliseconds < self.now:
                second = seconds(self.now)
                raise IllegalError(
                    f"{line}: time runs backwards, it is second {second}, in {self}",
                    lambda: told(
                        "{line}: time runs backwards, it is second {second} already",
                        line=line, second=second,
                    ),
                )  # fmt: skip
            then = self.later(milliseconds - self.now)  # deaths, the end, then the move
            return then.play(move) if move else then
        if move == START and not self.started:
            white, pink = (
                movable(side.home, (side.sand[0], side.sand[1], side.sand[2], NEVER))
                for side in (self.side, self.side.next)
            )  # HG-8
            return self.settled(
                self.side, 0, white, pink, self.occupied, plies=1, stalled=(), since=0
            )
        if move.startswith(DEAD + " ") and self.started and not self.over:
            return self._declare(move)
        raise self._refusal(move)

    def _declare(self, move: Move) -> Self:
        """Play a line by which a player declares a glass dead (HG-16)."""
        board = self.side.board
        number = board.numbers[move.removeprefix(DEAD + " ")]
        hole = board.holes[number]
        holes, ends = self.mine[0] + self.theirs[0], self.mine[1] + self.theirs[1]
        glass = holes.find(number)
        if not self.side.setup.declared:
            why = told("the clock decides")
        elif glass < 0:
            why = reason("hourglass.no-glass", "no glass is in {hole}", hole=hole)
        elif ends[glass] == NEVER:
            why = told("the glass in {hole} was never turned", hole=hole)
        elif ends[glass] > NEVER:
            why = reason("hourglass.dead-glass", "the glass in {hole} is dead", hole=hole)
        else:
            return self._after_deaths(self.now, [glass])
        raise illegal(move, why, self)

    def _read(self, line: str) -> tuple[int | None, Move]:
        """Return the milliseconds, if any, and the move, or "", of a record line."""
        try:
            return parse_line(line, self.side.board.numbers)
        except MalformedError as error:
            looks = told(
                "{error}; a line is start, or looks like 12.4 d-e, 12.4 or 90 dead b",
                error=error.told,
            )
            raise malformed(line, looks, self) from None

    def _refusal(self, move: Move) -> IllegalError:
        """Return the error that says why `move` cannot be played here."""
        from rules.hourglass_text import why_not  # it imports this module

        if self.over:
            return too_late(move, self, seconds(self.now))
        return illegal(move, why_not(self, move), self)

    @property
    def _by_seat(self) -> tuple[tuple[Side, bytes, _Ends], tuple[Side, bytes, _Ends]]:
        """White's side, holes and ends, and pink's."""
        mine = (self.side, self.mine[0], self.mine[1])
        theirs = (self.side.next, self.theirs[0], self.theirs[1])
        return (mine, theirs) if self.side.index == 0 else (theirs, mine)

    def later(self, milliseconds: int) -> Self:
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled, since = self
        then = now + milliseconds
        if now <= then < soonest:  # nobody dies meanwhile
            return tuple.__new__(
                self.__class__,
                (side, then, mine, theirs, occupied, soonest, moves, plies, stalled, since),
            )
        if milliseconds < 0:
            raise IllegalError(f"{milliseconds} ms: time does not run backwards, in {self}")
        if not plies or not mine[2]:
            return self
        position = self
        while 0 <= position.soonest <= then:  # deaths in their order, the end between: HG-14
            soonest = position.soonest
            ends = position.mine[1] + position.theirs[1] if side.clock else ()
            position = position._after_deaths(
                soonest, [glass for glass, end in enumerate(ends) if end == soonest]
            )
        if position.over:
            return position
        side, _, mine, theirs, occupied, soonest, moves, plies, stalled, since = position
        return tuple.__new__(
            self.__class__,
            (side, then, mine, theirs, occupied, soonest, moves, plies, stalled, since),
        )

    def _after_deaths(self, now: int, dying: list[int]) -> Self:
        """Return the position after deaths at millisecond `now`, or after the turn has passed then.

        dying: numbers of glasses, 0-3 of mine and 4-7 of theirs; none where only the turn passes.
        """
        side, _, mine, theirs, occupied, _, _, plies, before, since = self
        holes, _, movable = mine
        stalled = before
        for glass in dying:  # before any is taken out
            could_move = (
                glass < 4
                and 1 << holes[glass] & movable & side.outside
                and side.board.near[holes[glass]] & ~occupied
            )
            if could_move:
                stalled += (4 * side.index + glass,)  # HG-12
        if dead := [glass for glass in dying if glass < 4]:
            mine, occupied = _without(side, mine, occupied, dead)
        if dead := [glass - 4 for glass in dying if glass > 3]:
            theirs, occupied = _without(side.next, theirs, occupied, dead)
        return self.settled(
            side, now, mine, theirs, occupied, plies=plies, stalled=stalled, since=since,
            passes=stalled != before and side.setup.stalling == PASSES,
        )  # fmt: skip

    @classmethod
    def settled(
        cls, side: Side, now: int, mine: Glasses, theirs: Glasses, occupied: int, *,
        plies: int, stalled: tuple[int, ...], since: int, passes: bool = False,
    ) -> Self:  # fmt: skip
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
            soonest = min(mine[1] + theirs[1]) if side.clock else _NO_CLOCK
            if limit and now < since + limit and not 0 <= soonest < since + limit:
                soonest = since + limit
            moves = moves or others  # HG-11
        else:  # HG-14
            mine, theirs = (mine[0], mine[1], 0), (theirs[0], theirs[1], 0)
            soonest, moves = _NO_CLOCK, ()
        if not limit:
            since = 0
        return tuple.__new__(
            cls, (side, now, mine, theirs, occupied, soonest, moves, plies, stalled, since)
        )

    @property
    def chance(self) -> bool:
        return False

    def written(self, move: Move) -> Move:
        milliseconds, rest = self._read(move)
        if rest == START:
            return START
        second = seconds(self.now if milliseconds is None else milliseconds)
        return f"{second} {rest}" if rest else second

    def scores(self) -> dict[str, int]:
        """The glasses of each seat in the goal, dead or alive (HG-13)."""
        return {
            side.name: sum(hole != GONE and side.goal >> hole & 1 for hole in holes)
            for side, holes, _ in self._by_seat
        }

    def detail(self) -> dict[str, Any]:
        """``seconds`` since ``start``, None before it; ``glasses``: for each, named after the
        hole it started in, its ``seat``, its ``hole`` (None when it has left the game), the
        seconds ``remaining`` (a forecast where deaths are declared), whether it was ``turned``
        at all and whether it is ``dead``; ``stalled``: for each seat, its glasses that died in
        its turn though they could have been moved (HG-12); ``turn_ends``: the second at which the
        turn passes by itself (HG-12a), else None; and the ``position`` as text.
        """
        names = self.side.board.starts
        turn_ends = self.turn_ends
        return {
            "seconds": seconds_number(self.now) if self.started else None,
            "glasses": {
                glass.name: {
                    "seat": glass.seat,
                    "hole": glass.hole,
                    "remaining": seconds_number(glass.remaining),
                    "turned": glass.dead or glass.ends is not None,
                    "dead": glass.dead,
                }
                for glass in self.glasses
            },
            "stalled": {
                seat: [names[number] for number in self.stalled if number // 4 == index]
                for index, seat in enumerate(SEATS)
            },
            "turn_ends": None if turn_ends is None else seconds_number(turn_ends),
            "position": str(self),
        }

    def __str__(self) -> str:
        from rules.hourglass_text import write  # it imports this module

        return write(self)

    def __eq__(self, other: object) -> bool:
        """Equal when the same game stands the same way at the same time."""
        return (
            isinstance(other, Position)
            and self._key() == other._key()
            and self.side.setup.key == other.side.setup.key
        )

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        now = self.now  # a forecast in the past says no more than one that is over now
        return (
            self.side.index, now, self.mine[0], self.theirs[0],
            tuple([max(end, now) for end in self.mine[1] + self.theirs[1]]), self.plies,
            self.stalled, self.since,
        )  # fmt: skip


def mask(holes: bytes) -> int:
    """Return the set of the holes in which glasses are."""
    return sum(1 << hole for hole in holes if hole != GONE)


def movable(holes: bytes, ends: _Ends) -> Glasses:
    """Return the glasses with the set of those that may move: first the fourth, then all (HG-9)."""
    if ends[3] == NEVER:
        return holes, ends, 1 << holes[3]
    return holes, ends, sum(1 << holes[n] for n in range(4) if ends[n] != DIED)


def _without(side: Side, glasses: Glasses, occupied: int, dying: list[int]) -> tuple[Glasses, int]:
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


class Hourglass(HourglassReading):
    """The game: its options, its first position, and positions from text."""

    name = "hourglass"
    titles = (
        "Révolution", "Révolution with hourglasses", "Hourglass", "Révolution mit Sanduhren",
        "Révolution aux sabliers", "Révolution met zandlopers",
    )  # fmt: skip
    players = range(2, 3)
    options = (
        Option("board", "", "the file of a board of one's own (HG-3)", canonical_board),
        Option("deaths", "clock", "clock, or declared by a player (HG-16)", canonical_deaths),
        Option(
            "equal", DRAW, "equal numbers in the goal: a draw, or the most living glasses (HG-15)",
            canonical_equal,
        ),
        Option("sand", DEFAULT_SAND, "seconds of sand: 180, or a:118 ... (HG-4)", canonical_sand),
        Option(
            "stalling", NOTED,
            "a glass that dies in its turn is noted, passes the turn, or loses (HG-12)",
            canonical_stalling,
        ),
        Option("turn", NO_LIMIT, "seconds that a turn may last, or none (HG-12a)", canonical_turn),
    )  # fmt: skip

    def seats(self, players: int) -> tuple[str, ...]:
        self.count(players)
        return SEATS

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().canonical(given)
        if not chosen["board"]:  # a board in a file can only be read by `start`
            sands(chosen["sand"], built_in_board())
        return chosen

    def start(
        self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        board = built_in_board()
        if chosen["board"]:
            try:
                board = own_board(chosen["board"], load(chosen["board"]))
            except MalformedError as error:
                raise OptionError("board", error.told) from None
        setup = find_setup(
            board, sands(chosen["sand"], board), chosen["deaths"] == "declared",
            chosen["stalling"], limit_of(chosen["turn"]), chosen["equal"] == LIVING,
        )  # fmt: skip
        white, pink = (
            (side.home, (NEVER, NEVER, NEVER, NEVER), 0) for side in (setup.white, setup.pink)
        )
        occupied = mask(white[0]) | mask(pink[0])
        return Position(setup.white, 0, white, pink, occupied, _NO_CLOCK, (START,), 0, (), 0)

    def position(self, text: str, load: Load = load_nothing) -> Position:
        from rules.hourglass_text import read  # it imports this module

        try:
            position = read(self, text, load)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no hourglass position: {error}; one looks like {self.start(2)}"
            ) from None
        if str(position) != text:
            raise MalformedError(f"{text!r} should be written {position}")
        return position


hourglass = Hourglass()
