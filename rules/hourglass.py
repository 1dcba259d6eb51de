"""How is Révolution (Pierre Berloquin, 1980) played and scored? Clauses HG-1 to HG-16.

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
default, ``sand:180`` or ``sand:a:118,b:121.5``, ``declared``, and last ``board:FILE``.

A household's own board (option ``board``) is a TOML file::

    white = ["a", "b", "c", "d"]  # where white starts: its three closest, then the fourth (HG-2)
    pink = ["A", "B", "C", "D"]
    lines = ["a-d", "b-d", "c-d", "d-m", "m-D", "D-A", "D-B", "D-C"]

    [holes]  # every hole, and the cell of the table (row 0-7, column 0-11) on which it lies
    a = [2, 1]
    b = [4, 1]
    c = [6, 1]
    d = [4, 2]
    m = [4, 3]
    D = [4, 4]
    A = [6, 5]
    B = [4, 5]
    C = [2, 5]

Names of holes are letters, digits and ``_``.
"""

from __future__ import annotations

from functools import lru_cache

from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    OptionError,
    Outcome,
    load_nothing,
    some_of,
)
from rules.value import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any, Self

SEATS = ("white", "pink")
START = "start"  # HG-8
DEAD = "dead"  # HG-16
DEFAULT_SAND = "120"  # HG-4
ROWS, COLUMNS = 8, 12  # of the table: design.md
MOST_DIGITS = 12  # of the whole seconds in a text: 30,000 years

RANKS = ("abc", "d", "ef", "ghi", "jklm", "IHG", "FE", "D", "CBA")  # HG-3
HALF_OF_LINES = "a-e b-e b-f c-f b-d d-e d-f e-g e-h f-h f-i g-j g-k h-k h-l i-l i-m"
HALF_TURN = str.maketrans("abcdefghiABCDEFGHIjmkl", "ABCDEFGHIabcdefghimjlk")
_ROWS_OF_RANK = {1: (4,), 2: (3, 5), 3: (2, 4, 6), 4: (1, 3, 5, 7)}

_GONE = 255  # the hole of a glass that has left the game
_GONE_BYTE = bytes((_GONE,))
_NEVER = 1 << 60  # when a glass runs out that was never turned (HG-7)
_DIED = 1 << 61  # the same for a dead glass: later than any other, so never the earliest
_NO_CLOCK = -1  # before the start, after the end, and where deaths are declared (HG-16)
_MOST_KNOWN = 1 << 16  # move lists that a board remembers: some 15 megabytes

_Ends = tuple[int, int, int, int]
_Glasses = tuple[bytes, _Ends, int]  # the holes of a seat's four, when they run out, the movable


def _seconds(milliseconds: int) -> str:
    """A time as records write it: in seconds, without trailing zeros."""
    whole, part = divmod(milliseconds, 1000)
    return f"{whole}.{part:03}".rstrip("0") if part else str(whole)


def _milliseconds(text: str) -> int:
    """The time that a text in seconds names. Raises MalformedError."""
    whole, point, part = text.partition(".")
    if (
        not (whole + part).isdecimal()
        or not text.isascii()
        or not 1 <= len(whole) <= MOST_DIGITS
        or (point and not 1 <= len(part) <= 3)
    ):
        raise MalformedError(
            f"{text!r} should be seconds with at most three decimals, such as 12.4"
        )
    return int(whole) * 1000 + int(f"{part:0<3}")


def _parsed(line: str, known: Mapping[str, int]) -> tuple[int | None, Move]:
    """The milliseconds, if any, and the move, or "", of a line on a board with holes `known`.

    Raises MalformedError.
    """
    words = line.split(" ")
    milliseconds = None
    if words[0] != DEAD and (len(words) > 1 or ("-" not in line and line != START)):
        milliseconds = _milliseconds(words.pop(0))
    move = " ".join(words)
    if not words or (move == START and milliseconds is None):
        return milliseconds, move
    holes = words[1:] if words[0] == DEAD else move.split("-")
    if len(holes) != (1 if words[0] == DEAD else 2):
        raise MalformedError(f"{move!r} does not say what to do")
    for hole in holes:
        if hole not in known:
            raise MalformedError(f"there is no hole {hole!r}")
    return milliseconds, move


def _number(milliseconds: int) -> float:
    """A time in seconds for JSON; at most three decimals come out of it."""
    return milliseconds // 1000 if milliseconds % 1000 == 0 else milliseconds / 1000


class Board:
    """Where the holes are and which lines join them (HG-1, HG-2): checked when made.

    name: the file it came from, "" for the default board. cells: the cell (row, column) of each
    hole. lines: pairs of holes. homes: the four holes where white starts, and pink's, the one
    that moves first at the end.
    """

    def __init__(
        self,
        name: str,
        cells: Mapping[str, tuple[int, int]],
        lines: Iterable[tuple[str, str]],
        homes: tuple[Sequence[str], Sequence[str]],
    ) -> None:
        self.name = name
        self.cells = dict(cells)
        self.lines = tuple(lines)
        self.homes = (tuple(homes[0]), tuple(homes[1]))
        self.holes = tuple(self.cells)
        self.numbers = {hole: number for number, hole in enumerate(self.holes)}
        _check_cells(self.cells)
        self.near = self._joined()
        _check_homes(self.homes, self.numbers)
        self.starts = self.homes[0] + self.homes[1]  # the names of the eight glasses
        self.key = (name, tuple(self.cells.items()), frozenset(self.lines), self.homes)
        # What `play` needs of a move: the bits of its two holes, both together, their bytes,
        # and the number of the first.
        self.steps = {
            f"{a}-{b}": (1 << at, 1 << to, 1 << at | 1 << to, bytes((at,)), bytes((to,)), at)
            for one, two in self.lines
            for a, b in ((one, two), (two, one))
            for at, to in ((self.numbers[a], self.numbers[b]),)
        }
        # The moves from each hole, with the hole that each needs free; and, filled in as they
        # come up, the lists of these moves by which holes beside it are occupied.
        self.ways = tuple(
            [(to, move) for move, (at, to, *_) in self.steps.items() if at == 1 << hole]
            for hole in range(len(self.holes))
        )
        self.from_hole: tuple[dict[int, tuple[Move, ...]], ...] = tuple({} for _ in self.holes)
        # For each set of movable glasses: the holes beside them, and their moves by which of
        # these are occupied. Without the holes farther off in the key, few entries serve many
        # positions.
        self.known: dict[int, tuple[int, dict[int, tuple[Move, ...]]]] = {}
        self.remembered = 0

    def _joined(self) -> tuple[int, ...]:
        """The holes that lines join to each hole. Raises MalformedError."""
        near = [0] * len(self.holes)
        for a, b in self.lines:
            for hole in (a, b):
                if hole not in self.numbers:
                    raise MalformedError(f"line {a}-{b}: there is no hole {hole!r}")
            one, two = self.numbers[a], self.numbers[b]
            if one == two:
                raise MalformedError(f"line {a}-{b} should join two different holes")
            if near[one] >> two & 1:
                raise MalformedError(f"line {a}-{b} is given twice (b-a is the same as a-b)")
            near[one] |= 1 << two
            near[two] |= 1 << one
        reached = edge = 1
        while edge:
            edge = sum(1 << hole for hole in range(len(near)) if near[hole] & edge) & ~reached
            reached |= edge
        for number, hole in enumerate(self.holes):
            if not reached >> number & 1:
                raise MalformedError(f"hole {hole}: no lines lead from it to {self.holes[0]}")
        return tuple(near)

    def moves(self, movable: int, occupied: int) -> tuple[Move, ...]:
        """The moves of the glasses in the holes `movable` (HG-10), remembered for next time."""
        entry = self.known.get(movable)
        if entry is None:
            beside = 0
            for hole, near in enumerate(self.near):
                if movable >> hole & 1:
                    beside |= near
            entry = self.known[movable] = (beside, {})
        beside, by_occupied = entry
        moves = by_occupied.get(occupied & beside)
        if moves is None:
            moves = by_occupied[occupied & beside] = self._gathered(movable, occupied)
            self.remembered += 1
            if self.remembered == _MOST_KNOWN:
                self.known.clear()
                self.remembered = 0
        return moves

    def _gathered(self, movable: int, occupied: int) -> tuple[Move, ...]:
        """The moves from each of the holes `movable`, put together."""
        moves: tuple[Move, ...] = ()
        while movable:
            hole = movable.bit_length() - 1
            movable ^= 1 << hole
            around = occupied & self.near[hole]
            some = self.from_hole[hole].get(around)
            if some is None:
                some = tuple([move for to, move in self.ways[hole] if not around & to])
                self.from_hole[hole][around] = some
            moves += some
        return moves


def _check_cells(cells: Mapping[str, tuple[int, int]]) -> None:
    """Every hole on a cell of the table of its own. Raises MalformedError."""
    taken: dict[tuple[int, int], str] = {}
    for hole, cell in cells.items():
        if not hole.isascii() or not hole.replace("_", "a").isalnum():
            raise MalformedError(f"hole {hole!r} should be named by letters, digits and _")
        if not (0 <= cell[0] < ROWS and 0 <= cell[1] < COLUMNS):
            raise MalformedError(
                f"hole {hole}: cell {list(cell)} is off the table; rows are 0-{ROWS - 1}, "
                f"columns 0-{COLUMNS - 1}"
            )
        if cell in taken:
            raise MalformedError(f"hole {hole}: cell {list(cell)} is that of {taken[cell]} too")
        taken[cell] = hole


def _check_homes(homes: tuple[Sequence[str], Sequence[str]], known: Mapping[str, int]) -> None:
    """Four start holes for each seat, all different (HG-2). Raises MalformedError."""
    seen: dict[str, str] = {}
    for seat, home in zip(SEATS, homes, strict=True):
        if len(home) != 4:
            raise MalformedError(f"{seat} should have four start holes, not {len(home)}")
        for hole in home:
            if hole not in known:
                raise MalformedError(f"{seat}: there is no hole {hole!r}")
            if hole in seen:
                raise MalformedError(f"{seat}: {hole} is a start hole of {seen[hole]} already")
            seen[hole] = seat


def _default_board() -> Board:
    """The board of HG-3, with the cells of design.md."""
    cells = {
        hole: (row, rank + 1)
        for rank, holes in enumerate(RANKS)
        for hole, row in zip(holes, _ROWS_OF_RANK[len(holes)], strict=True)
    }
    lines = [*HALF_OF_LINES.split(), *HALF_OF_LINES.translate(HALF_TURN).split()]
    return Board("", cells, ((line[0], line[2]) for line in lines), ("abcd", "ABCD"))


def read_board(name: str, text: str) -> Board:
    """The board that a file describes, in the format of this module's docstring.

    name: the file. Raises MalformedError saying which file and which entry.
    """
    import tomllib  # only here: most games are played on the default board

    try:
        data = tomllib.loads(text)
        return _described(name, data)
    except (tomllib.TOMLDecodeError, MalformedError) as error:
        raise MalformedError(f"{name}: {error}") from None


def _described(name: str, data: dict[str, Any]) -> Board:
    entries = ("white", "pink", "lines", "holes")
    for entry in (*entries, *data):
        if entry not in data or entry not in entries:
            lacks = "unknown" if entry in data else "missing"
            raise MalformedError(f"{entry!r} is {lacks}; there should be: {', '.join(entries)}")
    for entry in entries[:3]:
        if not isinstance(data[entry], list) or not all(isinstance(t, str) for t in data[entry]):
            raise MalformedError(f"{entry!r} should be a list of texts")
    if not isinstance(data["holes"], dict):
        raise MalformedError("'holes' should be a table of NAME = [ROW, COLUMN]")
    for hole, cell in data["holes"].items():
        if not isinstance(cell, list) or [type(part) for part in cell] != [int, int]:
            raise MalformedError(f"hole {hole}: {cell!r} should be [ROW, COLUMN]")
    lines = []
    for line in data["lines"]:
        a, dash, b = line.partition("-")
        if not (a and dash and b):
            raise MalformedError(f"line {line!r} should be two holes, such as a-e")
        lines.append((a, b))
    cells = {hole: (cell[0], cell[1]) for hole, cell in data["holes"].items()}
    return Board(name, cells, lines, (data["white"], data["pink"]))


class _Side:
    """What stays the same for one seat through a whole game."""

    def __init__(self, table: _Table, index: int) -> None:
        board = table.board
        self.table = table
        self.index = index
        self.name = SEATS[index]
        self.board = board
        self.steps = board.steps
        self.known = board.known
        self.clock = not table.declared
        self.names = board.homes[index]
        self.home = bytes(board.numbers[hole] for hole in self.names)
        self.goal = sum(1 << board.numbers[hole] for hole in board.homes[1 - index])  # HG-2
        self.outside = ~self.goal
        self.sand: tuple[int, ...] = table.sand[4 * index : 4 * index + 4]
        self.next = self


class _Table:
    """What stays the same through a whole game: the board and the options."""

    def __init__(self, board: Board, sand: tuple[int, ...], declared: bool) -> None:
        self.board = board
        self.sand = sand  # T of each glass, in milliseconds (HG-4)
        self.declared = declared
        self.key = (board.key, sand, declared)
        self.white, self.pink = _Side(self, 0), _Side(self, 1)
        self.white.next, self.pink.next = self.pink, self.white

    @property
    def options(self) -> list[str]:
        """The options that differ from the default, as a position's text names them."""
        parts = []
        default = _milliseconds(DEFAULT_SAND)
        if len(set(self.sand)) > 1:
            each = zip(self.board.starts, self.sand, strict=True)
            parts = ["sand:" + ",".join(f"{h}:{_seconds(t)}" for h, t in each if t != default)]
        elif self.sand[0] != default:
            parts = [f"sand:{_seconds(self.sand[0])}"]
        if self.declared:
            parts.append("declared")
        if self.board.name:
            parts.append(f"board:{self.board.name}")
        return parts


class Glass(NamedTuple):
    """One hourglass, as a table or a screen wants to know it.

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

    side: _Side  # whose turn it is
    now: int  # milliseconds since `start`
    mine: _Glasses  # of the seat whose turn it is
    theirs: _Glasses
    occupied: int
    soonest: int  # the millisecond of the next death, so that waiting is one comparison
    moves: tuple[Move, ...]
    plies: int
    stalled: tuple[int, ...]  # numbers of the glasses that HG-12 records, as they died

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
        """All four glasses of one seat are dead or in the goal (HG-14)."""
        return self.plies > 0 and not self.mine[2]  # while it goes on each seat has one outside

    @property
    def to_move(self) -> str | None:
        return None if self.over else self.side.name  # HG-11: even when the other seat may move

    @property
    def outcome(self) -> Outcome | None:
        if not self.over:
            return None
        scores = self.scores()
        best = max(scores.values())
        winners = tuple(seat for seat in SEATS if scores[seat] == best)
        return Outcome("finished", winners if len(winners) == 1 else ())  # HG-15

    @property
    def glasses(self) -> tuple[Glass, ...]:
        """All eight, white's first, each seat's in the order of its start holes."""
        side = self.side
        both = [(side, self.mine), (side.next, self.theirs)]
        return tuple(
            Glass(
                name,
                side.name,
                None if hole == _GONE else side.board.holes[hole],
                end if end < _NEVER else None,
                max(end - self.now, 0) if end < _NEVER else 0,
                end == _DIED,
            )
            for side, (holes, ends, _) in (both if side.index == 0 else both[::-1])
            for name, hole, end in zip(side.names, holes, ends, strict=True)
        )

    def legal_moves(self) -> tuple[Move, ...]:
        return self.moves

    def play(self, move: Move) -> Self:
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled = self
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
            movable = movable ^ flip if end < _NEVER else _mask(holes)  # HG-9: now all may
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
        if not movable & side.outside or soonest == now:  # HG-14, or HG-7: turned when full
            return self._play_last(mine, glass)
        side = side.next
        occupied ^= flip
        try:
            beside, known = side.known[theirs[2]]
            moves = known[occupied & beside] or side.board.moves(movable, occupied)  # HG-11
        except KeyError:
            moves = side.board.moves(theirs[2], occupied) or side.board.moves(movable, occupied)
        return tuple.__new__(
            self.__class__,
            (side, now, theirs, mine, occupied, soonest, moves, plies + 1, stalled),
        )

    def _play_last(self, mine: _Glasses, glass: int) -> Self:
        """After a move of `glass`, which left `mine`, and which may be the last of the game."""
        side, now, _, theirs, *_, plies, stalled = self
        holes, ends, movable = mine
        if side.clock and ends[glass] == now:  # HG-7: dead on arrival, so not planted alive
            movable ^= 1 << holes[glass]
            holes = holes.replace(holes[glass : glass + 1], _GONE_BYTE)
            a, b, c, d = (_DIED if n == glass else end for n, end in enumerate(ends))
            ends = (a, b, c, d)
        occupied = _mask(holes) | _mask(theirs[0])
        mine = (holes, ends, movable)
        return self.settled(
            side.next, now, theirs, mine, occupied, plies=plies + 1, stalled=stalled
        )

    def _play_seldom(self, move: Move) -> Self:
        """A move that is not one of the seat whose turn it is."""
        if move not in self.moves:
            raise self._refusal(move)
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled = self
        other = tuple.__new__(  # the other seat moves instead: HG-11
            self.__class__,
            (side.next, now, theirs, mine, occupied, soonest, moves, plies, stalled),
        )
        after: Self = other.play(move)
        return after

    def _play_line(self, line: Move) -> Self:
        """Whatever a record may say, except a bare move of a glass along a line."""
        milliseconds, move = self._read(line)
        if milliseconds is not None:
            if not self.started or self.over:
                raise self._refusal(line)
            if milliseconds < self.now:
                raise IllegalError(
                    f"{line}: time runs backwards, it is second {_seconds(self.now)}, in {self}"
                )
            then = self.later(milliseconds - self.now)  # deaths, the end, then the move
            return then.play(move) if move else then
        if move == START and not self.started:
            white, pink = (
                _movable(side.home, (side.sand[0], side.sand[1], side.sand[2], _NEVER))
                for side in (self.side, self.side.next)
            )  # HG-8
            return self.settled(self.side, 0, white, pink, self.occupied, plies=1, stalled=())
        if move.startswith(DEAD + " ") and self.started and not self.over:
            return self._declare(move)
        raise self._refusal(move)

    def _declare(self, move: Move) -> Self:
        """The sand of a glass has run out, a player says (HG-16)."""
        board = self.side.board
        number = board.numbers[move.removeprefix(DEAD + " ")]
        why = "" if self.side.table.declared else "the clock decides"
        holes, ends = self.mine[0] + self.theirs[0], self.mine[1] + self.theirs[1]
        glass = holes.find(number)
        if not why and glass < 0:
            why = f"no glass is in {board.holes[number]}"
        elif not why and ends[glass] >= _NEVER:
            never = ends[glass] == _NEVER
            why = f"the glass in {board.holes[number]} {'was never turned' if never else 'is dead'}"
        if why:
            raise IllegalError(f"{move} is illegal: {why}, {self._here}")
        return self._after_deaths(self.now, [glass])

    def _read(self, line: str) -> tuple[int | None, Move]:
        """The milliseconds, if any, and the move, or "", of a record line."""
        try:
            return _parsed(line, self.side.board.numbers)
        except MalformedError as error:
            raise MalformedError(
                f"{line!r} is no move: {error}; a line is {START}, or looks like 12.4 d-e, 12.4 or "
                f"90 {DEAD} b; {self._here}"
            ) from None

    @property
    def _here(self) -> str:
        return f"in {self}; legal: {some_of(self.moves)}"

    def _refusal(self, move: Move) -> IllegalError:
        """Why `move`, a line that could stand in a record, cannot be made here."""
        board = self.side.board
        start, _, to = move.partition("-")
        if self.over:
            return IllegalError(
                f"{move} comes after the end of the game at second {_seconds(self.now)}, in {self}"
            )
        if not self.started:
            why = f"the game and its clock begin with {START}"
        elif move == START:
            why = "the game has started"
        elif not board.near[board.numbers[start]] >> board.numbers[to] & 1:
            why = f"no line joins {start} and {to}"
        elif self.occupied >> board.numbers[to] & 1:
            why = f"{to} is occupied"
        else:
            why = self._unmovable(start)
        return IllegalError(f"{move} is illegal: {why}, {self._here}")

    def _unmovable(self, hole: str) -> str:
        """Why nothing can be moved out of a hole that has a free one beside it."""
        for glass in self.glasses:
            if glass.hole == hole:
                if glass.dead:
                    return f"the glass in {hole} is dead"
                if glass.seat != self.side.name:
                    return f"the glass in {hole} is {glass.seat}'s, the turn is {self.side.name}'s"
                return f"the first move of {glass.seat} is with {self.side.names[3]}"  # HG-9
        return f"no glass is in {hole}"

    @property
    def _by_seat(self) -> tuple[tuple[_Side, bytes, _Ends], tuple[_Side, bytes, _Ends]]:
        """White's side, holes and ends, and pink's."""
        mine = (self.side, self.mine[0], self.mine[1])
        theirs = (self.side.next, self.theirs[0], self.theirs[1])
        return (mine, theirs) if self.side.index == 0 else (theirs, mine)

    def later(self, milliseconds: int) -> Self:
        side, now, mine, theirs, occupied, soonest, moves, plies, stalled = self
        then = now + milliseconds
        if now <= then < soonest:  # nobody dies meanwhile
            return tuple.__new__(
                self.__class__,
                (side, then, mine, theirs, occupied, soonest, moves, plies, stalled),
            )
        if milliseconds < 0:
            raise IllegalError(f"{milliseconds} ms: time does not run backwards, in {self}")
        if not plies or not mine[2]:
            return self
        position = self
        while 0 <= position.soonest <= then:  # deaths in their order, the end between: HG-14
            soonest = position.soonest
            ends = position.mine[1] + position.theirs[1]
            position = position._after_deaths(
                soonest, [glass for glass in range(8) if ends[glass] == soonest]
            )
        if position.over:
            return position
        side, _, mine, theirs, occupied, soonest, moves, plies, stalled = position
        return tuple.__new__(
            self.__class__,
            (side, then, mine, theirs, occupied, soonest, moves, plies, stalled),
        )

    def _after_deaths(self, now: int, dying: list[int]) -> Self:
        """After the death of `dying` at millisecond `now`: 0-3 are mine, 4-7 theirs."""
        side, _, mine, theirs, occupied, _, _, plies, stalled = self
        holes, _, movable = mine
        for glass in dying:  # before any is taken out
            could_move = (
                glass < 4
                and 1 << holes[glass] & movable & side.outside
                and side.board.near[holes[glass]] & ~occupied
            )
            if could_move:
                stalled += (4 * side.index + glass,)  # HG-12
        if dying[0] < 4:
            dead = [glass for glass in dying if glass < 4]
            mine, occupied = _without(side, mine, occupied, dead)
        if dying[-1] > 3:
            dead = [glass - 4 for glass in dying if glass > 3]
            theirs, occupied = _without(side.next, theirs, occupied, dead)
        return self.settled(side, now, mine, theirs, occupied, plies=plies, stalled=stalled)

    @classmethod
    def settled(
        cls, side: _Side, now: int, mine: _Glasses, theirs: _Glasses, occupied: int, *,
        plies: int, stalled: tuple[int, ...],
    ) -> Self:  # fmt: skip
        """The position of these glasses, with the end seen to, and the next death and the moves
        looked up.
        """
        board = side.board
        if mine[2] & side.outside and theirs[2] & side.next.outside:
            soonest = min(mine[1] + theirs[1]) if side.clock else _NO_CLOCK
            moves = board.moves(mine[2], occupied) or board.moves(theirs[2], occupied)  # HG-11
        else:  # HG-14
            mine, theirs = (mine[0], mine[1], 0), (theirs[0], theirs[1], 0)
            soonest, moves = _NO_CLOCK, ()
        return tuple.__new__(
            cls, (side, now, mine, theirs, occupied, soonest, moves, plies, stalled)
        )

    @property
    def chance(self) -> bool:
        return False

    def written(self, move: Move) -> Move:
        milliseconds, rest = self._read(move)
        if rest == START:
            return START
        second = _seconds(self.now if milliseconds is None else milliseconds)
        return f"{second} {rest}" if rest else second

    def scores(self) -> dict[str, int]:
        """The glasses of each seat in the goal, dead or alive (HG-13)."""
        return {
            side.name: sum(hole != _GONE and side.goal >> hole & 1 for hole in holes)
            for side, holes, _ in self._by_seat
        }

    def detail(self) -> dict[str, Any]:
        """``seconds`` since ``start``, None before it; ``glasses``: for each, named after the
        hole it started in, its ``seat``, its ``hole`` (None when it has left the game), the
        seconds ``remaining`` (a forecast where deaths are declared), whether it was ``turned``
        at all and whether it is ``dead``; ``stalled``: for each seat, its glasses that died in
        its turn though they could have been moved (HG-12); and the ``position`` as text.
        """
        names = self.side.board.starts
        return {
            "seconds": _number(self.now) if self.started else None,
            "glasses": {
                glass.name: {
                    "seat": glass.seat,
                    "hole": glass.hole,
                    "remaining": _number(glass.remaining),
                    "turned": glass.dead or glass.ends is not None,
                    "dead": glass.dead,
                }
                for glass in self.glasses
            },
            "stalled": {
                seat: [names[number] for number in self.stalled if number // 4 == index]
                for index, seat in enumerate(SEATS)
            },
            "position": str(self),
        }

    def __eq__(self, other: object) -> bool:
        """Equal when the same game stands the same way at the same time."""
        return (
            isinstance(other, Position)
            and self._key() == other._key()
            and self.side.table.key == other.side.table.key
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
            self.stalled,
        )  # fmt: skip

    def __str__(self) -> str:
        def text(glass: Glass) -> str:
            if glass.hole is None:
                return "-"
            if glass.dead:
                return f"{glass.hole}:{DEAD}"
            return f"{glass.hole}:{'empty' if glass.ends is None else _seconds(glass.remaining)}"

        each = [text(glass) for glass in self.glasses]
        names = self.side.board.starts
        parts = [
            self.side.name,
            _seconds(self.now) if self.started else "-",
            ",".join(each[:4]),
            ",".join(each[4:]),
            f"plies:{self.plies}",
            "stalled:" + (",".join(names[number] for number in self.stalled) or "-"),
        ]
        return " ".join(parts + self.side.table.options)


def _mask(holes: bytes) -> int:
    """The set of holes in which glasses are."""
    return sum(1 << hole for hole in holes if hole != _GONE)


def _movable(holes: bytes, ends: _Ends) -> _Glasses:
    """The glasses with the set of those that may be moved: the fourth first, all then (HG-9)."""
    if ends[3] == _NEVER:
        return holes, ends, 1 << holes[3]
    return holes, ends, sum(1 << holes[n] for n in range(4) if ends[n] != _DIED)


def _without(
    side: _Side, glasses: _Glasses, occupied: int, dying: list[int]
) -> tuple[_Glasses, int]:
    """The glasses of a seat when `dying` are dead, and the holes still occupied."""
    holes, ends, movable = glasses
    when = list(ends)
    for glass in dying:
        hole = holes[glass]
        when[glass] = _DIED
        movable &= ~(1 << hole)
        if not side.goal >> hole & 1:  # it leaves the game (HG-6), except in the goal (HG-13)
            holes = holes.replace(holes[glass : glass + 1], _GONE_BYTE)
            occupied ^= 1 << hole
    a, b, c, d = when
    return (holes, (a, b, c, d), movable), occupied


def _canonical_board(text: str) -> str:
    if '"' in text or not text.isprintable():
        raise MalformedError(f"{text!r} should be the name of a file, without quotation marks")
    return text


def _canonical_sand(text: str) -> str:
    """``180``, or ``a:118 b:121.5`` in the order given (HG-4)."""
    if ":" not in text:
        return _seconds(_some_sand(text))
    given: dict[str, str] = {}
    for part in text.split():
        hole, colon, sand = part.partition(":")
        if not (hole and colon):
            raise MalformedError(f"{part!r} should look like a:118")
        if hole in given:
            raise MalformedError(f"{hole} is given twice")
        given[hole] = _seconds(_some_sand(sand))
    if set(given.values()) == {DEFAULT_SAND}:
        return DEFAULT_SAND
    return " ".join(f"{hole}:{sand}" for hole, sand in given.items())


def _some_sand(text: str) -> int:
    sand = _milliseconds(text)
    if not sand:
        raise MalformedError(f"{text!r} should be more than 0 seconds")
    return sand


def _canonical_deaths(text: str) -> str:
    if text not in ("clock", "declared"):
        raise MalformedError(f"{text!r} should be clock or declared")
    return text


def _sands(text: str, board: Board) -> tuple[int, ...]:
    """The sand of each of the eight glasses, from a canonical text. Raises OptionError."""
    if ":" not in text:
        return (_milliseconds(text),) * 8
    given = dict(part.split(":") for part in text.split(" "))
    for hole in given:
        if hole not in board.starts:
            can = " ".join(board.starts)
            raise OptionError("sand", f"{hole!r} is no start hole; there is: {can}")
    return tuple(_milliseconds(given.get(hole, DEFAULT_SAND)) for hole in board.starts)


@lru_cache(maxsize=1)
def _built_in() -> Board:
    return _default_board()


@lru_cache(maxsize=16)
def _board(name: str, text: str) -> Board:
    return read_board(name, text)


@lru_cache(maxsize=64)
def _table(board: Board, sand: tuple[int, ...], declared: bool) -> _Table:
    return _Table(board, sand, declared)


class Hourglass(Game):
    """The game itself: what there is to choose, and where it starts."""

    name = "hourglass"
    players = range(2, 3)
    options = (
        Option("board", "", "the file of a board of one's own (HG-3)", _canonical_board),
        Option("deaths", "clock", "clock, or declared by a player (HG-16)", _canonical_deaths),
        Option("sand", DEFAULT_SAND, "seconds of sand: 180, or a:118 ... (HG-4)", _canonical_sand),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        self.count(players)
        return SEATS

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().canonical(given)
        if not chosen["board"]:  # a board in a file can only be read by `start`
            _sands(chosen["sand"], _built_in())
        return chosen

    def start(
        self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        board = _built_in()
        if chosen["board"]:
            try:
                board = _board(chosen["board"], load(chosen["board"]))
            except MalformedError as error:
                raise OptionError("board", str(error)) from None
        table = _table(board, _sands(chosen["sand"], board), chosen["deaths"] == "declared")
        white, pink = (
            (side.home, (_NEVER, _NEVER, _NEVER, _NEVER), 0) for side in (table.white, table.pink)
        )
        occupied = _mask(white[0]) | _mask(pink[0])
        return Position(table.white, 0, white, pink, occupied, _NO_CLOCK, (START,), 0, ())

    def position(self, text: str, load: Load = load_nothing) -> Position:
        try:
            position = self._set_up(text, load)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no hourglass position: {error}; one looks like {self.start(2)}"
            ) from None
        if str(position) != text:
            raise MalformedError(f"{text!r} should be written {position}")
        return position

    def _set_up(self, text: str, load: Load) -> Position:
        """The position that a text describes. Raises ValueError with what is wrong."""
        front, _, file = text.partition(" board:")
        turn, clock, white, pink, *rest = front.split(" ")
        given = dict(part.partition(":")[::2] for part in rest)
        unknown = set(given) - {"plies", "stalled", "sand", "declared"}
        if turn not in SEATS or unknown or not given.get("plies", "").isdecimal():
            raise ValueError("it should give the seat, the second, both seats' glasses, plies ...")
        start = self.start(
            2,
            {
                "board": file,
                "deaths": "declared" if "declared" in given else "clock",
                "sand": given.get("sand", DEFAULT_SAND).replace(",", " "),
            },
            load,
        )
        plies = int(given["plies"])
        if (clock == "-") != (plies == 0):
            raise ValueError("the second should be - before `start`, and nowhere else")
        now = 0 if clock == "-" else _milliseconds(clock)
        glasses = [
            _glasses_from(side, now, each)
            for side, each in zip((start.side, start.side.next), (white, pink), strict=True)
        ]
        holes = [hole for side in glasses for hole in side[0] if hole != _GONE]
        if len(set(holes)) < len(holes):
            raise ValueError("two glasses are in one hole")
        names = start.side.board.starts
        recorded = given.get("stalled", "").replace("-", "").split(",")
        stalled = tuple(names.index(name) for name in recorded if name)
        if plies == 0:
            empty = [start.mine[:2], start.theirs[:2]]
            if (turn, [side[:2] for side in glasses], stalled) != (SEATS[0], empty, ()):
                raise ValueError("before `start` every glass is empty and white is to move")
            return start
        for side in glasses:
            if _NEVER in side[1][:3]:
                raise ValueError("`start` turns the first three glasses of each seat")
        mine, theirs = glasses if turn == SEATS[0] else glasses[::-1]
        mover = start.side if turn == SEATS[0] else start.side.next
        occupied = _mask(mine[0]) | _mask(theirs[0])
        return Position.settled(mover, now, mine, theirs, occupied, plies=plies, stalled=stalled)


def _glasses_from(side: _Side, now: int, text: str) -> _Glasses:
    """One seat's glasses as a position's text gives them. Raises ValueError."""
    parts = text.split(",")
    if len(parts) != 4:
        raise ValueError(f"{side.name} should have four glasses")
    each = [_glass_from(side, n, now, part) for n, part in enumerate(parts)]
    holes = bytes(hole for hole, _ in each)
    a, b, c, d = (end for _, end in each)
    if d == _NEVER and any(holes[n] not in (_GONE, side.home[n]) for n in range(3)):
        raise ValueError(f"the first move of {side.name} is with {side.names[3]}")
    return _movable(holes, (a, b, c, d))


def _glass_from(side: _Side, n: int, now: int, text: str) -> tuple[int, int]:
    """The hole and the end of glass `n` of a seat. Raises ValueError."""
    if text == "-":
        return _GONE, _DIED
    name, _, state = text.partition(":")
    if name not in side.board.numbers:
        raise ValueError(f"{text} should be a hole and a time, or -")
    hole = side.board.numbers[name]
    if state == "empty":
        if hole != side.home[n]:
            raise ValueError(f"{text}: a glass that was never turned is where it started")
        return hole, _NEVER
    if state == DEAD:
        if not side.goal >> hole & 1:
            raise ValueError(f"{text}: a dead glass stays in the goal only")
        return hole, _DIED
    left = _milliseconds(state)
    if left > side.sand[n]:
        raise ValueError(f"{text}: it has sand for {_seconds(side.sand[n])} seconds only")
    if side.clock and not left:
        raise ValueError(f"{text}: a glass without sand is dead")
    return hole, now + left


hourglass = Hourglass()
