"""How is Das glorreiche Manoever (Roland Siegers) played and scored? Clauses GM-1 to GM-20.

Fields are numbered 1 to `track` as on the board. The recruits on a field are one number, a
*stack*: a digit to base 5 for each, the number of its seat, bottom first and the top one last.

A position reads and writes as one line of text::

    1:13,2:2,5:241 1:1,5 home:2213 taken:42=2 players:4 plies:61

the recruits on the track by field, bottom to top, each the number of its seat; the seat to move
and the fields from which it still has to move this turn (``2:roll`` while recruits are being
brought out, ``-`` when the game is over); the seats of the recruits that are home, in the order
in which they came (so the first of them stands on place 12); the reward stones taken, each with
the seat that has it; the number of players; the moves played; then, where they differ from the
fixed ones, ``track:100``, ``rewards:10:1,25:2,44:3`` and ``bonuses:8w,15b,...``. ``-`` is nothing.
"""

from __future__ import annotations

from itertools import chain, compress, pairwise

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
from rules.value import NamedTuple, Protocol

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from random import Random
    from typing import Any, Self

RECRUITS = 12  # in all, whoever plays: GM-2
TRACK = "84"  # GM-1
SHORTEST, LONGEST = 30, 9_999  # GM-1; the upper bound only keeps boards and tables small
FIXED_REWARDS = "21:1 42:2 63:3"  # GM-4
FIXED_BONUSES = "10w 17w 24b 31w 38w 45b 52w 59w 66b 73b"
DIE = range(1, 7)  # GM-6; rewards and bonuses lie beyond its fields: GM-3, GM-4
FACTORS = {"w": 2, "b": 3}  # GM-14
WHITE, BLACK = 6, 4  # GM-4
FARTHEST = (RECRUITS - 2) * 3  # the greatest reach without a bonus, on top of two: GM-12
PAIR = 5  # the lowest stack above one recruit
TRIPLE = 25  # the lowest stack of three: GM-5
LONGEST_BYTE = 250  # fields that a byte can name beside marks of the seats
MOST_KNOWN = 64  # shortened rows remembered beside each row
KEPT = 16  # tables and tracks in memory, so that games of one layout share theirs
HOME = "home"
ROLL = "roll "

_BYTE = tuple(bytes((n,)) for n in range(PAIR))


def _number(text: str) -> int:
    """A positive number as written in moves and layouts, 0 if `text` is none."""
    if text.isascii() and text.isdigit() and text[0] != "0" and len(text) < 10:
        return int(text)
    return 0


def _canonical_track(text: str) -> str:
    """Check the length of the track (GM-1)."""
    if not SHORTEST <= _number(text) <= LONGEST:
        raise MalformedError(
            f"{text!r} should be a number from {SHORTEST} to {LONGEST}, like {TRACK}"
        )
    return text


def _rewards(text: str) -> dict[int, int]:
    """The reward stones of a layout, field -> value, by field (GM-3)."""
    stones = [stone.partition(":") for stone in text.split()]
    found = {_number(field): _number(value) for field, _, value in stones}
    if len(stones) != 3 or sorted(found.values()) != [1, 2, 3]:
        raise MalformedError(
            f"{text!r} should be three different fields with the values 1, 2 and 3, "
            f"like {FIXED_REWARDS}"
        )
    if min(found) <= DIE[-1]:
        raise MalformedError(f"{text!r} should name fields beyond {DIE[-1]}, in digits")
    return dict(sorted(found.items()))


def _bonuses(text: str) -> dict[int, int]:
    """The bonus stones of a layout, field -> factor, by field (GM-4)."""
    stones = text.split()
    found = {_number(stone[:-1]): FACTORS.get(stone[-1], 0) for stone in stones}
    if len(stones) != WHITE + BLACK or sorted(found.values()) != [2] * WHITE + [3] * BLACK:
        raise MalformedError(
            f"{text!r} should be {WHITE + BLACK} different fields, {WHITE} with w (white) and "
            f"{BLACK} with b (black), like {FIXED_BONUSES}"
        )
    if min(found) <= DIE[-1]:
        raise MalformedError(f"{text!r} should name fields beyond {DIE[-1]}, in digits")
    return dict(sorted(found.items()))


def _canonical_rewards(text: str) -> str:
    return " ".join(f"{field}:{value}" for field, value in _rewards(text).items())


def _canonical_bonuses(text: str) -> str:
    return " ".join(f"{field}{' wb'[factor - 1]}" for field, factor in _bonuses(text).items())


class _Fields(Protocol):
    """A small set of fields in no order: ``bytes``, or `_Wide` where fields go beyond a byte."""

    def __iter__(self) -> Iterator[int]: ...
    def __contains__(self, field: Any, /) -> bool: ...
    def __len__(self) -> int: ...
    def __add__(self, other: Any, /) -> Any: ...
    def replace(self, old: Any, new: Any, /) -> Any: ...
    def partition(self, mark: Any, /) -> tuple[Any, Any, Any]: ...


class _Wide(tuple[int, ...]):
    """What ``bytes`` can do for a shorter track, for a longer one."""

    __slots__ = ()

    def __add__(self, other: Any) -> Any:
        return _Wide((*self, *other))

    def replace(self, old: _Wide, new: _Wide) -> _Wide:
        return _Wide(chain.from_iterable(new if (n,) == old else (n,) for n in self))

    def partition(self, mark: _Wide) -> tuple[_Wide, _Wide, _Wide]:
        at = self.index(mark[0])
        return _Wide(self[:at]), mark, _Wide(self[at + 1 :])


# A move taken apart once and for all: its start (0 for a roll), its end (one beyond the last
# field for home), how far it goes, the start alone and the end alone (nothing for home) as
# `_Fields`, and both as bits. Plain tuples, because these unpack fastest.
_Code = tuple[int, int, int, _Fields, _Fields, int, int]
# The moves of one reach, the shortest first; their ends; what is left when fields are closed.
_Row = tuple[tuple[Move, ...], int, "_Open"]
_Rows = tuple[tuple[_Row, ...], ...]  # the stack on the field, then the rank -> a row


class _Open(dict[int, tuple[Move, ...]]):
    """A row without the moves that end on closed fields: a set of these -> what is left.

    Each is made when first asked for: the same few fields fill up with three again and again.
    """

    __slots__ = ("row", "start")

    def __init__(self, row: tuple[Move, ...], start: int) -> None:
        self.row = row
        self.start = start

    def __missing__(self, closed: int) -> tuple[Move, ...]:
        if len(self) >= MOST_KNOWN:
            self.clear()
        row, fields, before = self.row, closed, self.start + 1
        while fields:
            field = fields.bit_length() - 1  # from the far end, so that places stay the same
            row = row[: field - before] + row[field - before + 1 :]
            fields ^= 1 << field
        self[closed] = row
        return row


class _Track:
    """The moves on a track of one length. Those from a field are made when first needed."""

    def __init__(self, length: int) -> None:
        self.length = length
        self.home = length + 1  # where moves end that go to the courtyard
        wide = self.home > LONGEST_BYTE
        self.none: _Fields = _Wide() if wide else b""
        self.one: list[_Fields] = [_Wide((n,)) if wide else bytes((n,)) for n in range(self.home)]
        self.marks: list[_Fields] = [
            _Wide((-n,)) if wide else bytes((LONGEST_BYTE + n,)) for n in range(PAIR)
        ]  # of each seat, from 1
        # Shared by the codes of all moves, so that they are few and stay in the cache.
        self.bits = [1 << n for n in range(self.home + 1)]
        self.codes: dict[Move, _Code] = {f"{ROLL}{n}": self.code(0, n) for n in DIE}
        self.known: dict[tuple[int, int], _Rows] = {}

    def code(self, start: int, end: int) -> _Code:
        on = self.one[end] if end <= self.length else self.none
        return start, end, end - start, self.one[start], on, self.bits[start], self.bits[end]

    def rows(self, start: int, factor: int) -> _Rows:
        """The moves from field `start`, on which a bonus multiplies the reach by `factor`.

        As if no field had three recruits.
        """
        if (start, factor) not in self.known:
            ends = range(start + 1, min(start + FARTHEST * factor, self.home) + 1)
            texts = [f"{start}-{HOME if end == self.home else end}" for end in ends]
            self.codes.update(
                {text: self.code(start, end) for text, end in zip(texts, ends, strict=True)}
            )
            within = (1 << self.home) - 1

            # A reach comes about in several ways; one row for all, since small tables stay in
            # the processor's cache.
            shared: dict[int, _Row] = {}

            def row(reach: int) -> _Row:
                reach = min(reach, len(texts))
                if reach not in shared:
                    moves = tuple(texts[:reach])
                    reached = within & ((1 << reach) - 1) << start + 1  # GM-15
                    shared[reach] = moves, reached, _Open(moves, start)
                return shared[reach]

            one, two, three = (
                tuple([row(rank * height * factor) for rank in range(RECRUITS + 1)])  # GM-12
                for height in (1, 2, 3)  # GM-13
            )
            # Base 5 makes stacks 1-4 one recruit, 5-24 two of them and 25-124 three.
            self.known[start, factor] = ((), *[one] * 4, *[two] * 20, *[three] * 100)
        return self.known[start, factor]

    def read(self, move: Move) -> _Code | None:
        """A move taken apart, None if it is none."""
        if move in self.codes:
            return self.codes[move]
        first, _, last = move.partition("-")
        start, end = _number(first), self.home if last == HOME else _number(last)
        if 0 < start <= self.length and end > 0 and (last == HOME or end <= self.length):
            return self.code(start, end)
        return None


_TRACKS: dict[int, _Track] = {}


def _track(length: int) -> _Track:
    """The track of this length; the last few are kept."""
    if length not in _TRACKS:
        if len(_TRACKS) >= KEPT:
            _TRACKS.clear()
        _TRACKS[length] = _Track(length)
    return _TRACKS[length]


class _Later:
    """Stands where the rows of a field belong until they are first asked for."""

    def __init__(self, table: _Table, field: int) -> None:
        self.table = table
        self.field = field

    def __getitem__(self, stack: int) -> tuple[_Row, ...]:
        table, field = self.table, self.field
        table.rows[field] = rows = table.track.rows(field, table.bonuses.get(field, 1))
        return rows[stack]


class _Table:
    """What stays the same through a whole game: the seats, the track and the stones on it."""

    def __init__(self, players: int, track: str, rewards: str, bonuses: str) -> None:
        self.key = (players, track, rewards, bonuses)
        self.players = players
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.each = RECRUITS // players  # GM-2
        self.track = _track(int(track))
        self.length = self.track.length
        self.home = self.track.home
        self.rewards = _rewards(rewards)
        self.bonuses = _bonuses(bonuses)
        self.codes = self.track.codes
        self.rows: list[_Rows | _Later] = [_Later(self, n) for n in range(self.home)]
        self.none = self.track.none
        self.one = self.track.one
        self.marks = self.track.marks
        self.next = (0, *range(2, players + 1), 1)  # seat -> the next seat

    def tops(self, board: bytearray) -> list[_Fields]:
        """For each seat the fields where its free recruits stand (GM-8)."""
        tops = [self.none] * self.players
        for field in compress(range(self.home), board):
            tops[board[field] % 5 - 1] += self.one[field]
        return tops


_TABLES: dict[tuple[int, str, str, str], _Table] = {}


def _table(players: int, track: str, rewards: str, bonuses: str) -> _Table:
    """The table of these; the last few are kept."""
    key = players, track, rewards, bonuses
    if key not in _TABLES:
        if len(_TABLES) >= KEPT:
            _TABLES.clear()
        _TABLES[key] = _Table(*key)
    return _TABLES[key]


def _digits(stack: int) -> str:
    """The seats of a stack, bottom to top."""
    text = ""
    while stack:
        text = f"{stack % 5}{text}"
        stack //= 5
    return text


_new = tuple.__new__  # a name of its own is found faster
_NOTHING: Any = ()
_ROLLS: dict[int, tuple[Move, ...]] = {}


def _rolls(full: int) -> tuple[Move, ...]:
    """The rolls that can occur when three recruits stand on the fields `full` (GM-6)."""
    if full not in _ROLLS:
        _ROLLS[full] = tuple([f"{ROLL}{n}" for n in DIE if not full >> n & 1])
    return _ROLLS[full]


class Position(NamedTuple):
    """One state of a game of Das glorreiche Manoever. Made by ``manoeuvre.start`` and ``play``."""

    table: _Table
    board: bytearray  # field -> stack, 0 for home; never changed once it is here
    occupied: int  # the fields with recruits as a bit set: what ranks are counted in (GM-12)
    full: int  # the fields with three recruits as a bit set (GM-5)
    seat: int  # to move, from 1; 0 when the game is over
    movable: _Fields  # where its free recruits stand that have to move this turn (GM-8, GM-9)
    waiting: _Fields  # where those of the other seats do, the next seat first, a mark after
    # each, and then where its own do that have moved this turn
    home: bytes  # the seats of the recruits home, in the order of their coming (GM-17)
    taken: tuple[tuple[int, int], ...]  # field and seat of each reward taken, by field (GM-16)
    plies: int
    moves: tuple[Move, ...]  # the legal ones: `play` has at hand what they depend on

    @property
    def seats(self) -> tuple[str, ...]:
        return self.table.seats

    @property
    def to_move(self) -> str | None:
        return str(self.seat) if self.seat else None

    @property
    def chance(self) -> bool:
        """Whether a recruit is brought out by the die now (GM-6)."""
        return self.plies < RECRUITS

    def legal_moves(self) -> Sequence[Move]:
        return self.moves

    # One function, since a call costs as much as a whole step of it.
    def play(self, move: Move) -> Self:  # noqa: C901, PLR0912, PLR0915
        # The sum is a plain tuple, which unpacks faster than a named one.
        table, board, occupied, full, seat, movable, waiting, home, taken, plies, _ = (
            self + _NOTHING
        )
        try:
            start, end, fields, off, on, start_bit, end_bit = table.codes[move]
        except KeyError:
            start, end, fields, off, on, start_bit, end_bit = self._read(move)
        under = board[start]
        there = board[end]
        if (
            start not in movable
            or (
                fields > (rank := (occupied >> start).bit_count())
                and fields > len(table.rows[start][under][rank][0])
            )
            or there >= TRIPLE
        ):
            if not start and plies < RECRUITS and not full & end_bit:
                return self._bring_out(end)
            raise self._refusal(move, start, end)
        board = board.copy()
        if under < PAIR:
            board[start] = 0
            occupied ^= start_bit
            movable = movable.replace(off, table.none)
        else:
            if under >= TRIPLE:
                full ^= start_bit
            under //= 5
            board[start] = under
            owner = under % 5
            if owner != seat:  # else it has become free and moves this turn too: GM-9
                movable = movable.replace(off, table.none)
                mark = table.marks[owner]
                waiting = waiting.replace(mark, off + mark)
        if on:
            board[end] = there * 5 + seat
            if not there:
                occupied ^= end_bit
            else:
                if there >= PAIR:
                    full ^= end_bit
                if end in movable:  # it covers one that was still to move: GM-9
                    movable = movable.replace(on, table.none)
                else:
                    waiting = waiting.replace(on, table.none)
            waiting += on
            if end in table.rewards and end not in dict(taken):  # GM-16
                taken = tuple(sorted((*taken, (end, seat))))
        else:
            home += _BYTE[seat]  # GM-17
            if len(home) == RECRUITS - 1:
                return self._ended(board, occupied, home)
        while not movable:  # the turn ends; seats without a free recruit lose theirs: GM-10
            waiting += table.marks[seat]
            seat = table.next[seat]
            movable, _, waiting = waiting.partition(table.marks[seat])
        # Rows are shared by all positions and few, so that chaining them (12 to 18 references on
        # average, copied in C) is cheaper than any object that looks moves up in them later.
        moves: tuple[Move, ...] = ()
        rows = table.rows
        for start in movable:
            # The rank is the recruit's own field and the occupied ones ahead of it: GM-12.
            texts, ends, still_open = rows[start][board[start]][(occupied >> start).bit_count()]
            if full and (closed := full & ends):
                texts = still_open[closed]
            moves += texts
        return _new(
            type(self),
            (
                table, board, occupied, full, seat, movable, waiting, home, taken,
                plies + 1, moves,
            ),
        )  # fmt: skip

    def _ended(self, board: bytearray, occupied: int, home: bytes) -> Self:
        """The end: eleven are home and the last is put on place 1 (GM-18)."""
        last = board[occupied.bit_length() - 1]
        over = _standing(
            self.table, bytearray(len(board)), 0, None,
            home=home + _BYTE[last], taken=self.taken, plies=self.plies + 1,
        )  # fmt: skip
        return self.__class__(*over)

    def _bring_out(self, field: int) -> Self:
        """The position after the seat to move brought a recruit to `field` by the die (GM-6)."""
        table, board, occupied, full, seat, _, _, _, _, plies, _ = self + _NOTHING
        board = board.copy()
        board[field] = board[field] * 5 + seat
        occupied |= 1 << field
        if board[field] >= TRIPLE:
            full |= 1 << field
        seat = seat % table.players + 1  # after the last recruit it is seat 1: GM-7
        if plies == RECRUITS - 1:
            return _new(type(self), _standing(table, board, seat, None, plies=plies + 1))
        none = table.none
        return _new(
            type(self),
            (table, board, occupied, full, seat, none, none, b"", (), plies + 1, _rolls(full)),
        )

    def _read(self, move: Move) -> _Code:
        """A move taken apart that is not among the known ones.

        Raises MalformedError for what is none, IllegalError for one that goes backwards.
        """
        code = self.table.track.read(move)
        if code is None:
            raise MalformedError(
                f"{move!r} is no move, in {self}; a move looks like roll 4, 12-15 or 80-home, with "
                f"a die from 1 to 6 and fields from 1 to {self.table.length}; "
                f"legal: {some_of(self.legal_moves())}"
            )
        start, end, *_ = code
        if end <= start:
            raise self._refusal(move, start, end)
        return code

    def _refusal(self, move: Move, start: int, end: int) -> IllegalError:
        """Why the move from `start` (0: a roll) to `end` cannot be made here."""
        if not self.seat:
            return IllegalError(f"{move} comes after the end of the game, in {self}")
        stack = self.board[start]
        if not start and self.chance:
            why = f"three recruits stand on {end}"
        elif not start:
            why = "all recruits are out and the die is put away"
        elif self.chance:
            why = "recruits are still being brought out by the die"
        elif not stack:
            why = f"nobody stands on {start}"
        elif stack % 5 != self.seat:
            why = f"it is the turn of {self.seat}, and {stack % 5} stands on top on {start}"
        elif start not in self.movable:
            why = f"the recruit on {start} has moved in this turn"
        elif end <= start:
            why = "a recruit moves at least one field forward"
        elif self.full >> end & 1:
            why = f"three recruits stand on {end}"
        else:
            why = f"the recruit on {start} reaches no farther than {self.reach(start)} fields"
        return IllegalError(
            f"{move} is illegal: {why}, in {self}; legal: {some_of(self.legal_moves())}"
        )

    def reach(self, field: int) -> int:
        """How many fields the free recruit on `field` may move at most (GM-12, GM-13, GM-14).

        0 when nobody stands there.
        """
        rank = (self.occupied >> field).bit_count()
        factor = self.table.bonuses.get(field, 1)
        return rank * len(_digits(self.board[field])) * factor

    @property
    def outcome(self) -> Outcome | None:
        if self.seat:
            return None
        scores = self.scores()  # GM-19
        best = max(scores.values())
        # The first of the tied seats to come home holds the highest place.
        winner = next(seat for seat in map(str, self.home) if scores[seat] == best)
        return Outcome(HOME, (winner,))

    def later(self, milliseconds: int) -> Self:  # noqa: ARG002
        return self

    def written(self, move: Move) -> Move:
        return move

    def scores(self) -> dict[str, int]:
        """The sum of each seat's places and rewards so far (GM-19)."""
        scores = dict.fromkeys(self.seats, 0)
        for place, seat in zip(range(RECRUITS, 0, -1), self.home, strict=False):
            scores[str(seat)] += place
        for field, seat in self.taken:
            scores[str(seat)] += self.table.rewards[field]
        return scores

    def detail(self) -> dict[str, Any]:
        """What stands where.

        ``track``: field -> the seats of the recruits there, bottom to top. ``courtyard``: how many
        recruits have not been brought out yet. ``home``: seat -> the places its recruits hold,
        highest first. ``rewards``: seat -> the values of the stones it has taken, by field.
        ``to_move``: the fields of the recruits that can still move in this turn, and ``reach`` how
        far each of them may go. ``position``: all of it as text.
        """
        places = list(zip(range(RECRUITS, 0, -1), self.home, strict=False))
        movable = sorted(self.movable)
        return {
            "track": {
                str(field): list(_digits(stack)) for field, stack in enumerate(self.board) if stack
            },
            "courtyard": max(RECRUITS - self.plies, 0),
            "home": {
                seat: [place for place, whose in places if str(whose) == seat]
                for seat in self.seats
            },
            "rewards": {
                seat: [
                    self.table.rewards[field] for field, whose in self.taken if str(whose) == seat
                ]
                for seat in self.seats
            },
            "to_move": movable,
            "reach": {str(field): self.reach(field) for field in movable},
            "position": str(self),
        }

    def __eq__(self, other: object) -> bool:
        """Equal when the same game stands the same way, however it came about."""
        return isinstance(other, Position) and self._key() == other._key()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._key())

    def _key(self) -> tuple[object, ...]:
        return (
            self.table.key, bytes(self.board), self.seat, frozenset(self.movable), self.home,
            self.taken, self.plies,
        )  # fmt: skip

    def __str__(self) -> str:
        table = self.table
        to_move = "-"
        if self.seat:
            fields = "roll" if self.chance else ",".join(map(str, sorted(self.movable)))
            to_move = f"{self.seat}:{fields}"
        stacks = [f"{n}:{_digits(stack)}" for n, stack in enumerate(self.board) if stack]
        taken = [f"{field}={seat}" for field, seat in self.taken]
        parts = [
            ",".join(stacks) or "-",
            to_move,
            "home:" + ("".join(map(str, self.home)) or "-"),
            "taken:" + (",".join(taken) or "-"),
            f"players:{table.players}",
            f"plies:{self.plies}",
        ]
        _, track, rewards, bonuses = table.key
        if track != TRACK:
            parts.append(f"track:{track}")
        if (rewards, bonuses) != (FIXED_REWARDS, FIXED_BONUSES):
            parts.append("rewards:" + rewards.replace(" ", ","))
            parts.append("bonuses:" + bonuses.replace(" ", ","))
        return " ".join(parts)


def _standing(
    table: _Table,
    board: bytearray,
    seat: int,
    movable: _Fields | None,
    *,
    home: bytes = b"",
    taken: tuple[tuple[int, int], ...] = (),
    plies: int,
) -> Position:
    """The position in which the recruits stand as on `board`.

    movable: where the recruits of `seat` stand that have to move this turn; None when a turn
    begins, at the latest that of the next seat that can move (GM-10).
    """
    bits = table.track.bits
    fields = list(compress(range(len(board)), board))
    occupied = sum([bits[n] for n in fields])
    full = sum([bits[n] for n in fields if board[n] >= TRIPLE])
    waiting = table.none
    if plies < RECRUITS or not seat:
        movable = table.none
    else:
        tops = table.tops(board)
        while movable is None and not tops[seat - 1]:  # GM-10
            seat = table.next[seat]
        own = tops[seat - 1]
        if movable is None:
            movable = own
        other = table.next[seat]
        while other != seat:
            waiting += tops[other - 1] + table.marks[other]
            other = table.next[other]
        for field in own:
            if field not in movable:
                waiting += table.one[field]
    moves = _rolls(full) if seat and plies < RECRUITS else ()
    for start in movable:
        texts, ends, still_open = table.rows[start][board[start]][(occupied >> start).bit_count()]
        if full and (closed := full & ends):
            texts = still_open[closed]
        moves += texts
    return Position(table, board, occupied, full, seat, movable, waiting, home, taken, plies, moves)


class Manoeuvre(Game):
    """The game itself: what there is to choose, and where it starts."""

    name = "manoeuvre"
    players = range(2, 5)
    options = (
        Option(
            "bonuses", FIXED_BONUSES, "the bonus stones, FIELD and w or b (GM-4)",
            _canonical_bonuses, always=True,
        ),
        Option(
            "rewards", FIXED_REWARDS, "the reward stones, FIELD:VALUE (GM-3)",
            _canonical_rewards, always=True,
        ),
        Option("track", TRACK, "the number of fields (GM-1)", _canonical_track),
    )  # fmt: skip

    def seats(self, players: int) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.count(players)))

    def canonical(self, given: Mapping[str, str]) -> dict[str, str]:
        chosen = super().canonical(given)
        layout = [name for name in ("rewards", "bonuses") if name in given]
        if len(layout) == 1:
            other = "bonuses" if layout == ["rewards"] else "rewards"
            raise OptionError(layout[0], f"{other} should be given with it, or neither (GM-4)")
        length = int(chosen["track"])
        if not layout and chosen["track"] != TRACK:
            raise OptionError(
                "track",
                f"the fixed layout is for {TRACK} fields only; with {length} of them rewards "
                "and bonuses should be given (GM-4)",
            )
        rewards, bonuses = _rewards(chosen["rewards"]), _bonuses(chosen["bonuses"])
        if max(rewards) > length:
            raise OptionError(
                "rewards", f"there is no field {max(rewards)} on a track of {length} (GM-3)"
            )
        if max(bonuses) > length - 6:
            raise OptionError(
                "bonuses", f"{max(bonuses)} should not be one of the last six of {length} (GM-4)"
            )
        for field in bonuses:
            if field in rewards:
                raise OptionError("bonuses", f"{field} should not be that of a reward (GM-4)")
        return chosen

    def set_up(self, given: Mapping[str, str], random: Random) -> dict[str, str]:
        """The options of a new game, with a layout drawn if none is given (GM-4).

        The rewards come first, on any three fields beyond the sixth; then the fields left for
        bonus stones are cut into ten stretches, and each gets a stone somewhere.
        """
        if "rewards" in given or "bonuses" in given:
            return dict(given)
        try:
            length = int(_canonical_track(given.get("track", TRACK)))
        except MalformedError as error:
            raise OptionError("track", str(error)) from None
        rewards = random.sample(range(DIE[-1] + 1, length + 1), 3)
        stones = "w" * WHITE + "b" * BLACK
        free = [f for f in range(DIE[-1] + 1, length - 5) if f not in rewards]
        cuts = [len(free) * n // len(stones) for n in range(len(stones) + 1)]
        fields = [random.choice(free[a:b]) for a, b in pairwise(cuts)]
        colours = random.sample(stones, len(stones))
        return {
            **given,
            "rewards": _canonical_rewards(" ".join(f"{f}:{n}" for n, f in enumerate(rewards, 1))),
            "bonuses": " ".join(f"{f}{c}" for f, c in zip(fields, colours, strict=True)),
        }

    def start(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        load: Load = load_nothing,  # noqa: ARG002
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        table = _table(players, chosen["track"], chosen["rewards"], chosen["bonuses"])
        return _standing(table, bytearray(table.home + 1), 1, None, plies=0)

    def position(self, text: str, load: Load = load_nothing) -> Position:  # noqa: ARG002
        words = text.split(" ")
        named = dict(word.split(":", 1) for word in words[2:] if ":" in word)
        if len(named) != len(words) - 2 or not _NEEDED <= named.keys() <= _NEEDED | _LAYOUT:
            raise MalformedError(
                f"{text!r} is no position of Das glorreiche Manoever; one looks like "
                f"{self.start(2)}"
            )
        options = {
            name: value.replace(",", " ") for name, value in named.items() if name in _LAYOUT
        }
        start = self.start(_number(named["players"]), options)
        try:
            return _read(start.table, text, words[0], words[1], named)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no position for {start.table.players} players: {error}"
            ) from None


_NEEDED = {"home", "taken", "players", "plies"}
_LAYOUT = {"track", "rewards", "bonuses"}


def _read(
    table: _Table, text: str, stacks: str, to_move: str, named: Mapping[str, str]
) -> Position:
    """The position that a text of these parts describes. Raises ValueError with what is wrong."""
    seats = "".join(table.seats)
    board = _read_stacks(table, stacks)
    home = named["home"].replace("-", "")
    if home.strip(seats):
        raise ValueError(f"home:{home} should name seats of {seats}")
    plies = _number(named["plies"])
    if f"{plies}" != named["plies"]:
        raise ValueError(f"{named['plies']!r} should be the number of moves played")
    everybody = home + "".join(map(_digits, board))
    out = min(plies, RECRUITS)
    for number, seat in enumerate(seats):
        should = (out + table.players - 1 - number) // table.players  # in turn: GM-6
        if everybody.count(seat) != should:
            raise ValueError(
                f"seat {seat} has {everybody.count(seat)} recruits on the track and at home; after "
                f"{plies} moves it should have {should}"
            )
    if plies < RECRUITS and (home or any(board[DIE.stop :])):
        raise ValueError(f"nobody is beyond field {DIE[-1]} before all are out")
    if home and plies < RECRUITS + len(home) - (len(home) == RECRUITS):
        raise ValueError(f"{plies} moves are too few to bring home {len(home)}")
    if len(home) == RECRUITS - 1:
        raise ValueError("the game ends with the eleventh recruit home, and the last is home too")
    mover, movable = 0, None
    if len(home) < RECRUITS:
        mover, movable = _read_turn(table, board, to_move, plies)
    position = _standing(
        table, board, mover, movable,
        home=bytes(map(int, home)), taken=_read_taken(table, named["taken"]), plies=plies,
    )  # fmt: skip
    if str(position) != text:
        raise ValueError(f"it should be written {position}")
    return position


def _read_stacks(table: _Table, text: str) -> bytearray:
    """Who stands where, as ``5:241,...`` says."""
    board = bytearray(table.home + 1)
    seats = "".join(table.seats)
    for word in text.split(",") if text != "-" else []:
        name, _, digits = word.partition(":")
        field = _number(name)
        if not 0 < field <= table.length or board[field]:
            raise ValueError(f"{name!r} should be another field from 1 to {table.length}")
        if not 1 <= len(digits) <= 3 or digits.strip(seats):
            raise ValueError(f"{word!r} should name one to three seats of {seats}")
        board[field] = int(digits, 5)
    return board


def _read_taken(table: _Table, text: str) -> tuple[tuple[int, int], ...]:
    """The rewards taken, as ``42=2,...`` says."""
    taken = {}
    for word in text.split(",") if text != "-" else []:
        name, _, seat = word.partition("=")
        field = _number(name)
        if field not in table.rewards or seat not in table.seats or field in taken:
            raise ValueError(f"{word!r} should be the field of another reward and who has taken it")
        taken[field] = int(seat)
    return tuple(sorted(taken.items()))


def _read_turn(
    table: _Table, board: bytearray, text: str, plies: int
) -> tuple[int, _Fields | None]:
    """The seat to move and where its recruits stand that still have to, as ``1:5,12`` says."""
    name, _, fields = text.partition(":")
    if name not in table.seats:
        raise ValueError(f"{name!r} should be a seat to move of {''.join(table.seats)}")
    seat = int(name)
    if plies < RECRUITS:
        if seat != plies % table.players + 1:
            raise ValueError(f"it should be the turn of seat {plies % table.players + 1} to roll")
        return seat, None
    movable = table.none
    for word in fields.split(","):
        field = _number(word)
        free = field <= table.length and field in table.tops(board)[seat - 1]
        if not free or field in movable:
            raise ValueError(f"{word!r} should be where another free recruit of seat {seat} stands")
        movable += table.one[field]
    return seat, movable


manoeuvre = Manoeuvre()
