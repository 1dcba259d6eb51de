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
from typing import Any

from rules.game import (
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    OptionError,
    PositionBase,
    illegal,
    load_nothing,
    malformed,
    no_position,
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
from rules.hourglass_setup import PASSES, find_setup
from rules.hourglass_state import (
    DIED,
    GONE_BYTE,
    NEVER,
    Draft,
    Glass,
    Glasses,
    draft_of,
    first_draft,
    mask,
    movable,
    settled,
    with_end,
    without,
)
from rules.hourglass_text import drawing, read, why_not, write
from rules.text import reason, told

__all__ = ["DEAD", "SEATS", "START", "Board", "Glass", "Position", "hourglass"]


class Position(PositionBase, Draft):
    """A state of a game of hourglass. Made by ``hourglass.start`` and ``play``."""

    __slots__ = ()

    def legal_moves(self) -> tuple[Move, ...]:
        return self.moves

    @property
    def mover(self) -> str | None:
        if self.plies and self.moves and not self.mine[2] & self.side.steps[self.moves[0]][0]:
            return self.side.next.name  # HG-11
        return self.to_move

    def play(self, move: Move) -> "Position":
        side, now = self.side, self.now
        step = side.steps.get(move)
        if step is None:
            return self._play_line(move)
        at, to, flip, old, new, hole = step
        holes, ends, movable = self.mine
        if not movable & at or self.occupied & to:
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
        mine = (holes, with_end(ends, glass, fresh), movable)
        soonest = self.soonest
        if fresh < soonest:
            soonest = fresh
        elif end == soonest:
            soonest = min(mine[1] + self.theirs[1])
        if not movable & side.outside or soonest == now or side.limit:
            return self._play_slowly(mine, glass)  # HG-14, or HG-7: turned when full, or HG-12a
        after = draft_of(self)
        after.side = side.next
        after.mine = theirs = self.theirs
        after.theirs = mine
        after.occupied = occupied = self.occupied ^ flip
        after.soonest = soonest
        after.moves = (
            side.find_moves(theirs[2], occupied) or side.find_moves(movable, occupied)  # HG-11
        )
        after.plies = self.plies + 1
        after.__class__ = Position
        return after  # type: ignore[return-value]  # as in `_finished`

    def _play_slowly(self, mine: Glasses, glass: int) -> "Position":
        """Return the position after a move of `glass` to `mine` that may end the game (HG-14)."""
        side, now = self.side, self.now
        holes, ends, movable = mine
        if side.clock and ends[glass] == now:  # HG-7: dead on arrival, so not planted alive
            movable ^= 1 << holes[glass]
            holes = holes.replace(holes[glass : glass + 1], GONE_BYTE)
            ends = with_end(ends, glass, DIED)
        occupied = mask(holes) | mask(self.theirs[0])
        return _finished(
            settled(
                side.next,
                now,
                self.theirs,
                (holes, ends, movable),
                occupied,
                plies=self.plies + 1,
                stalled=self.stalled,
                since=now,
            )
        )

    def _play_seldom(self, move: Move) -> "Position":
        """Play a move that the seat to move cannot make, but the other seat may (HG-11)."""
        if move not in self.moves:
            raise self._refusal(move)
        other = draft_of(self)
        other.side, other.mine, other.theirs = self.side.next, self.theirs, self.mine
        return _finished(other).play(move)

    def _play_line(self, line: Move) -> "Position":
        """Play a line of a record that is not just a move of a glass."""
        milliseconds, move = self._read(line)
        if milliseconds is not None:
            if not self.started or self.over:
                raise self._refusal(line)
            if milliseconds < self.now:
                second = seconds(self.now)
                raise IllegalError(
                    f"{line}: time runs backwards, it is second {second}, in {self!r}",
                    lambda: told(
                        "{line}: time runs backwards, it is second {second} already", line=line, second=second
                    ),
                )
            then = self.later(milliseconds - self.now)  # deaths, the end, then the move
            return then.play(move) if move else then
        if move == START and not self.started:
            white, pink = (
                movable(side.home, (side.sand[0], side.sand[1], side.sand[2], NEVER))
                for side in (self.side, self.side.next)
            )  # HG-8
            return _finished(settled(self.side, 0, white, pink, self.occupied, plies=1, stalled=(), since=0))
        if move.startswith(DEAD + " ") and self.started and not self.over:
            return self._declare(move)
        raise self._refusal(move)

    def _declare(self, move: Move) -> "Position":
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
            looks = told("{error}; a line is start, or looks like 12.4 d-e, 12.4 or 90 dead b", error=error.message)
            raise malformed(line, looks, self) from None

    def _refusal(self, move: Move) -> IllegalError:
        """Return the error that says why `move` cannot be played here."""
        if self.over:
            return too_late(move, seconds(self.now))
        return illegal(move, why_not(self, move), self)

    def later(self, milliseconds: int) -> "Position":
        position, then = self, self.now + milliseconds
        if milliseconds < 0:
            raise IllegalError(f"{milliseconds} ms: time does not run backwards, in {self!r}")
        if then >= self.soonest:  # a glass dies meanwhile, or no clock runs
            if not self.plies or not self.mine[2]:
                return self
            while 0 <= position.soonest <= then:  # deaths in their order, the end between: HG-14
                ends = position.mine[1] + position.theirs[1] if self.side.clock else ()
                position = position._after_deaths(
                    position.soonest, [glass for glass, end in enumerate(ends) if end == position.soonest]
                )
            if position.over:
                return position
        after = draft_of(position)
        after.now = then
        return _finished(after)

    def _after_deaths(self, now: int, dying: list[int]) -> "Position":
        """Return the position after deaths at millisecond `now`, or after the turn has passed then.

        dying: numbers of glasses, 0-3 of mine and 4-7 of theirs; empty where only the turn passes.
        """
        side, mine, theirs, occupied = self.side, self.mine, self.theirs, self.occupied
        holes, _, movable = mine
        stalled = self.stalled
        for glass in dying:  # before any is taken out
            could_move = (
                glass < 4 and 1 << holes[glass] & movable & side.outside and side.board.near[holes[glass]] & ~occupied
            )
            if could_move:
                stalled += (4 * side.index + glass,)  # HG-12
        if dead := [glass for glass in dying if glass < 4]:
            mine, occupied = without(side, mine, occupied, dead)
        if dead := [glass - 4 for glass in dying if glass > 3]:
            theirs, occupied = without(side.next, theirs, occupied, dead)
        passes = stalled != self.stalled and side.setup.stalling == PASSES
        return _finished(
            settled(
                side, now, mine, theirs, occupied, plies=self.plies, stalled=stalled, since=self.since, passes=passes
            )
        )

    def written(self, move: Move) -> Move:
        milliseconds, rest = self._read(move)
        if rest == START:
            return START
        second = seconds(self.now if milliseconds is None else milliseconds)
        return f"{second} {rest}" if rest else second

    def detail(self) -> dict[str, Any]:
        """Return the ``seconds`` since ``start`` (or None); ``glasses``: for each, named after the
        hole it started in, its ``seat``, its ``hole`` (None when it has left the game), the seconds
        ``remaining`` (a forecast where deaths are declared), whether it was ``turned`` at all and
        whether it is ``dead``; ``stalled``: for each seat, its glasses that died in its turn though
        they could have been moved (HG-12); ``turn_ends``: the second at which the turn passes by
        itself (HG-12a), else None; and the ``position`` as text.
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
            "position": repr(self),
        }

    def __repr__(self) -> str:
        return write(self)

    def __str__(self) -> str:
        return drawing(self)

    def key(self) -> tuple[object, ...]:
        now = self.now  # a forecast in the past says no more than one that is over now
        return (
            self.side.setup,
            self.side.index,
            now,
            self.mine[0],
            self.theirs[0],
            tuple([max(end, now) for end in self.mine[1] + self.theirs[1]]),
            self.plies,
            self.stalled,
            self.since,
        )


def _finished(draft: Draft) -> Position:
    """Return a draft as a position, which cannot be changed."""
    draft.__class__ = Position
    return draft  # type: ignore[return-value]  # mypy does not follow the line above


class Hourglass(HourglassReading):
    """The game: its options, its first position, and positions from text."""

    name = "hourglass"
    titles = (
        "Révolution",
        "Révolution with hourglasses",
        "Hourglass",
        "Révolution mit Sanduhren",
        "Révolution aux sabliers",
        "Révolution met zandlopers",
        "Révolution Berloquin",
        "Revolution Berloquin",
        "Hourglasses",
        "Zandlopers",
        "Sanduhren",
        "Sabliers",
        "Zandloperspel",
        "Sanduhrenspiel",
        "Jeu des sabliers",
    )
    players = range(2, 3)
    options = (
        Option("board", "", "the file of a board of one's own (HG-3)", canonical_board),
        Option("deaths", "clock", "clock, or declared by a player (HG-16)", canonical_deaths),
        Option("equal", DRAW, "equal numbers in the goal: a draw, or the most living glasses (HG-15)", canonical_equal),
        Option("sand", DEFAULT_SAND, "seconds of sand: 180, or a:118 ... (HG-4)", canonical_sand),
        Option(
            "stalling",
            NOTED,
            "a glass that dies in its turn is noted, passes the turn, or loses (HG-12)",
            canonical_stalling,
        ),
        Option("turn", NO_LIMIT, "seconds that a turn may last, or none (HG-12a)", canonical_turn),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        self.count(players)
        return SEATS

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().canonical(given)
        if not chosen["board"]:  # a board in a file can only be read by `start`
            sands(chosen["sand"], built_in_board())
        return chosen

    def start(self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing) -> Position:
        self.count(players)
        return _finished(self._begin(self.canonical(options or {}), load))

    def _begin(self, chosen: Mapping[str, str], load: Load) -> Draft:
        """Return the draft of the position before `start`. chosen: every option, canonical."""
        board = built_in_board()
        if chosen["board"]:
            try:
                board = own_board(chosen["board"], load(chosen["board"]))
            except MalformedError as error:
                raise OptionError("board", error.message) from None
        setup = find_setup(
            board,
            sands(chosen["sand"], board),
            chosen["deaths"] == "declared",
            chosen["stalling"],
            limit_of(chosen["turn"]),
            chosen["equal"] == LIVING,
        )
        return first_draft(setup)

    def chosen(self, position: Any) -> object:
        return position.side.setup

    def position(self, text: str, load: Load = load_nothing) -> Position:
        try:
            position = _finished(read(text, lambda given: self._begin(self.canonical(given), load)))
        except ValueError as error:
            raise no_position(
                f"{text!r} is no hourglass position: {error}; one looks like {self.start(2)!r}", error
            ) from None
        if repr(position) != text:
            raise MalformedError(f"{text!r} should be written {position!r}")
        return position


hourglass = Hourglass()
