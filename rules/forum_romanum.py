"""How is Forum Romanum (Wolfgang Kramer, 1994) played and scored? Clauses FR-1 to FR-20.

Fields are numbered ``7 * row + column`` with row 0 the top row (7) and column 0 the column a,
so that field 0 is a7 and field 48 is g1. Sets of fields are 49-bit integers.

A position reads and writes as one line of text::

    7/7/3y3/7/7/2b4/7 1:yr scored:- y0,b0,r0,g0 players:2

the forum, top row first, a digit for so many free fields; the seat to move and the colours it
may still use; the sectors already scored; every colour's steps; the number of players; then,
where they differ from the default, ``variant``, ``layout:...`` and ``agreed``.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from operator import itemgetter

from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    Outcome,
    load_nothing,
    some_of,
    true_or_false,
)
from rules.value import NamedTuple

TYPE_CHECKING = False
if TYPE_CHECKING:
    from re import Match
    from typing import Any, Self

SIDE = 7
FIELDS = tuple(column + row for row in "7654321" for column in "abcdefg")  # FR-1
COLOURS = "ybrgkw"
COLOUR_NAMES = ("yellow", "blue", "red", "green", "black", "white")
ROMANS = {2: 8, 3: 8, 4: 8, 5: 6, 6: 5}  # of each colour, by number of players: FR-4
SCALE = 40  # fields of the popularity loop: FR-5
DEFAULT_LAYOUT = "1111222/1111222/3344455/3344455/3344455/6666777/6666777"  # FR-3
BUILDINGS = ("I", "II", "III", "IV", "V", "VI", "VII")
SECTORS = (*"7654321", *"abcdefg", "\\", "/", *BUILDINGS)  # FR-2; \ runs from a7 to g1
AGREE = "agree"  # FR-16


def _canonical_layout(text: str) -> str:
    """Check a description of the buildings (FR-3) and return it as it is."""
    rows = text.split("/")
    if [len(row) for row in rows] != [SIDE] * SIDE or set(text) - set("1234567/"):
        raise MalformedError(
            f"{text!r} should be 7 rows of 7 digits 1-7, top row first, joined by /"
        )
    plan = "".join(rows)
    for number, name in enumerate(BUILDINGS, 1):
        fields = {at for at, digit in enumerate(plan) if digit == str(number)}
        if not 6 <= len(fields) <= 9:
            raise MalformedError(
                f"building {name} ({number}) has {len(fields)} fields; it should have 6-9"
            )
        reached = {min(fields)}
        edge = set(reached)
        while edge:
            edge = {
                near
                for at in edge
                for near in (
                    at - SIDE,
                    at + SIDE,
                    *([at - 1] if at % SIDE else []),
                    *([at + 1] if (at + 1) % SIDE else []),
                )
                if near in fields
            } - reached
            reached |= edge
        if reached != fields:
            apart = FIELDS[min(fields - reached)]
            raise MalformedError(
                f"building {name} ({number}) is not in one piece: {apart} is apart from "
                f"{FIELDS[min(fields)]}"
            )
    return text


def _sector_fields(layout: str) -> tuple[int, ...]:
    """The set of fields of each sector, in the order of SECTORS (FR-2)."""
    plan = layout.replace("/", "")
    row = [range(SIDE * r, SIDE * r + SIDE) for r in range(SIDE)]
    column = [range(c, SIDE * SIDE, SIDE) for c in range(SIDE)]
    diagonal = [range(0, 49, SIDE + 1), range(SIDE - 1, 48, SIDE - 1)]
    building = [[at for at in range(49) if plan[at] == str(n)] for n in range(1, 8)]
    return tuple(sum(1 << at for at in sector) for sector in (*row, *column, *diagonal, *building))


class _Turn(NamedTuple):
    """What may be played at one point of the round, and what comes after each choice."""

    seat: int
    colours: tuple[int, ...]
    after: dict[int, int]  # colour played -> number of the next turn
    placing: bytes  # rows of the move table that place these colours
    jumping: slice  # where in Position.men the rows stand that move these colours


def _turns(players: int) -> tuple[_Turn, ...]:
    """The round as a table (FR-6, FR-8)."""
    steps: list[tuple[int, tuple[int, ...], dict[int, int]]]
    if players > 2:
        steps = [(seat, (seat,), {seat: (seat + 1) % players}) for seat in range(players)]
    else:
        steps = [
            (0, (0, 2), {0: 1, 2: 2}),  # seat 1: yellow and red in either order
            (0, (2,), {2: 3}),
            (0, (0,), {0: 3}),
            (1, (1, 3), {1: 4, 3: 5}),  # seat 2: blue and green
            (1, (3,), {3: 0}),
            (1, (1,), {1: 0}),
        ]
    hand, order = ROMANS[players], _order(players)
    turns = []
    for seat, colours, after in steps:
        first = order.index(colours[0]) * hand
        jumping = slice(first, first + hand * len(colours))
        turns.append(_Turn(seat, colours, after, bytes(49 + n for n in colours), jumping))
    return tuple(turns)


def _order(players: int) -> tuple[int, ...]:
    """The colours so that those of a seat stand together."""
    return (0, 2, 1, 3) if players == 2 else tuple(range(players))


class _Table:
    """What stays the same through a whole game: the seats, the sectors and the options."""

    def __init__(self, players: int, variant: bool, layout: str) -> None:
        self.key = (players, variant, layout)
        self.players = players
        self.variant = variant
        self.layout = layout
        self.seats = tuple(str(n) for n in range(1, players + 1))
        self.colours = 4 if players == 2 else players
        self.hand = ROMANS[players]
        self.romans = self.hand * self.colours
        self.turns = _turns(players)
        self.order = _order(players)
        self.shifts = tuple(49 * colour for colour in range(self.colours))
        self.fields = _sector_fields(layout)
        self.sizes = tuple(fields.bit_count() for fields in self.fields)
        self.through = tuple(
            tuple((fields, 1 << n) for n, fields in enumerate(self.fields) if fields >> at & 1)
            for at in range(49)
        )

    def settle(self, romans: int, sector: int, steps: tuple[int, ...]) -> tuple[int, ...] | None:
        """Every colour's steps after a full sector is scored, None in a stalemate."""
        fields = self.fields[sector]
        counts = [(romans >> shift & fields).bit_count() for shift in self.shifts]
        most, fewest = max(counts), min(counts)
        leaders, trailers = counts.count(most), counts.count(fewest)
        if self.variant:  # FR-17
            forward = 4 if leaders == 1 else 2
            back = self.sizes[sector] if trailers == 1 else 4
        elif leaders == 1:
            forward = self.sizes[sector]  # FR-9
            back = 4 if trailers == 1 else 2  # FR-10
        else:
            return None  # FR-11
        return _moved(steps, counts, forward, back)

    def settle_stalemates(
        self, romans: int, occupied: int, coins: int, steps: tuple[int, ...]
    ) -> tuple[int, tuple[int, ...]]:
        """The coins left and every colour's steps after the end scores stalemates (FR-14)."""
        for sector, fields in enumerate(self.fields):
            if coins >> sector & 1 and occupied & fields == fields:
                counts = [(romans >> shift & fields).bit_count() for shift in self.shifts]
                back = 4 if counts.count(min(counts)) == 1 else 2
                steps = _moved(steps, counts, 4, back)
                coins ^= 1 << sector
        return coins, steps

    def union(self, coins: int) -> int:
        """The fields of all sectors whose coin is in `coins`."""
        union = 0
        for sector, fields in enumerate(self.fields):
            if coins >> sector & 1:
                union |= fields
        return union


def _moved(steps: tuple[int, ...], counts: list[int], forward: int, back: int) -> tuple[int, ...]:
    """`steps` with the leaders moved forward and the trailers back."""
    most, fewest = max(counts), min(counts)
    return tuple(
        step + forward * (count == most) - back * (count == fewest)
        for step, count in zip(steps, counts, strict=True)
    )


_TABLES: dict[tuple[int, bool, str], _Table] = {}


def _table(players: int, variant: bool, layout: str) -> _Table:
    """The table for these players and options, made once."""
    key = (players, variant, layout)
    if key not in _TABLES:
        _TABLES[key] = _Table(*key)
    return _TABLES[key]


# The move table: rows 0-48 a Roman from that field, rows 49-54 a colour placed; a column a field.
_TEXTS: tuple[tuple[Move, ...], ...] = (
    *(tuple([f"{a}-{b}" for b in FIELDS]) for a in FIELDS),
    *(tuple([f"{colour}@{b}" for b in FIELDS]) for colour in COLOURS),
)
_CODES = {  # move text -> row and field, the fields that change, and those left and taken
    text: (
        row,
        to,
        1 << to | (1 << row if row < 49 else 0),
        bytes((row,)) if row < 49 else b"",
        bytes((to,)),
    )
    for row, texts in enumerate(_TEXTS)
    for to, text in enumerate(texts)
    if row != to
}
_NO_CODE = (255, 255, 0, b"", b"")


class Moves(Sequence[Move]):
    """The legal moves, lazily: one for each pair of a row of the move table and a free field."""

    __slots__ = ("_free", "_rows")

    def __init__(self, rows: bytes, free: bytes) -> None:
        self._rows = rows
        self._free = free

    def __len__(self) -> int:
        return len(self._rows) * len(self._free)

    def __getitem__(self, index: Any) -> Any:
        if index.__class__ is slice:
            return [self[i] for i in range(*index.indices(len(self)))]
        free = self._free
        row, to = divmod(index, len(free))
        return _TEXTS[self._rows[row]][free[to]]

    def __iter__(self) -> Iterator[Move]:
        if len(self._free) > 1:
            pick = itemgetter(*self._free)
            for row in self._rows:
                yield from pick(_TEXTS[row])
        else:
            for row in self._rows:
                for to in self._free:
                    yield _TEXTS[row][to]

    def __contains__(self, move: object) -> bool:
        row, to, *_ = _CODES.get(str(move), _NO_CODE)
        return row in self._rows and to in self._free

    def __repr__(self) -> str:
        return f"<{some_of(self)}>"


class Position(NamedTuple):
    """One state of a game of Forum Romanum. Made by ``forum_romanum.start`` and ``play``."""

    table: _Table
    romans: int  # a set of fields for each colour, 49 bits each, colour 0 lowest
    occupied: int
    coins: int  # sector n still has its coin: bit n (FR-2)
    needed: int  # the fields of all sectors that still have their coin
    steps: tuple[int, ...]  # of each colour's senator (FR-5)
    turn: int
    plies: int
    reason: str | None
    free: bytes  # the free fields, in no order
    men: bytes  # once all are placed: the field of each, by _Table.order of colours
    rows: bytes  # the rows of the move table that can be played now

    @property
    def seats(self) -> tuple[str, ...]:
        return self.table.seats

    @property
    def to_move(self) -> str | None:
        if self.reason:
            return None
        return self.table.seats[self.table.turns[self.turn].seat]

    @property
    def colours(self) -> str:
        """The colours that the seat to move may use now; two players use two a turn (FR-8)."""
        if self.reason:
            return ""
        return "".join(COLOURS[colour] for colour in self.table.turns[self.turn].colours)

    @property
    def placing(self) -> bool:
        """Whether Romans are still being placed (FR-6), not moved (FR-7)."""
        return self.occupied.bit_count() < self.table.romans

    def romans_of(self, colour: str) -> tuple[str, ...]:
        """The fields where Romans of `colour` stand."""
        mine = self.romans >> 49 * COLOURS.index(colour)
        return tuple(name for at, name in enumerate(FIELDS) if mine >> at & 1)

    def steps_of(self, colour: str) -> int:
        """How far the senator of `colour` is, in steps from the start field (FR-5)."""
        return self.steps[COLOURS.index(colour)]

    @property
    def unscored(self) -> tuple[str, ...]:
        """The sectors that still have their coin, as named in SECTORS."""
        return tuple(name for n, name in enumerate(SECTORS) if self.coins >> n & 1)

    def sector(self, name: str) -> tuple[str, ...]:
        """The fields of a sector, as named in SECTORS."""
        fields = self.table.fields[SECTORS.index(name)]
        return tuple(field for at, field in enumerate(FIELDS) if fields >> at & 1)

    def legal_moves(self) -> Moves:
        return Moves(self.rows, self.free)

    def play(self, move: Move) -> Self:
        table, romans, occupied, coins, needed, steps, number, plies, reason, free, men, rows = self
        row, to, flip, left, taken = _CODES.get(move, _NO_CODE)
        if row not in rows or to not in free:
            if move == AGREE and not reason:
                return self._agree()
            raise self._refusal(move)
        turn = table.turns[number]
        occupied ^= flip
        if men:  # FR-7
            colours = turn.colours
            colour = colours[0] if len(colours) == 1 else table.order[men.index(row) // table.hand]
            romans ^= flip << table.shifts[colour]
            free = free.replace(taken, left)
            men = men.replace(left, taken)
        else:  # FR-6
            colour = row - 49
            romans ^= flip << table.shifts[colour]
            free = free.replace(taken, b"")
            if len(free) == 49 - table.romans:
                men = _men(table, romans)
        number = turn.after[colour]
        for fields, coin in table.through[to]:  # one by one: FR-12
            if occupied & fields == fields and coins & coin:
                settled = table.settle(romans, coin.bit_length() - 1, steps)
                if settled is not None:
                    coins ^= coin
                    needed = table.union(coins)
                    steps = settled
        if occupied & needed == needed:  # only stalemates are left, or nothing: FR-13
            reason = "scored"
            coins, steps = table.settle_stalemates(romans, occupied, coins, steps)
            rows = b""
        else:
            turn = table.turns[number]
            rows = men[turn.jumping] if men else turn.placing
        return tuple.__new__(
            self.__class__,
            (
                table, romans, occupied, coins, needed, steps, number, plies + 1, reason, free, men,
                rows,
            ),
        )  # fmt: skip

    def _agree(self) -> Self:
        """The players agree to stop (FR-16)."""
        table = self.table
        coins, steps = table.settle_stalemates(self.romans, self.occupied, self.coins, self.steps)
        return self._replace(
            rows=b"",
            coins=coins, needed=table.union(coins), steps=steps, reason="agreed",
            plies=self.plies + 1,
        )  # fmt: skip

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Why `move` cannot be played here."""
        where = f"in {self}"
        if move != AGREE and move not in _CODES:
            return MalformedError(
                f"{move!r} is no move, {where}; a move looks like y@d4, d4-f2 or agree; "
                f"legal: {some_of(self.legal_moves())}"
            )
        if self.reason:
            return IllegalError(f"{move} comes after the end of the game, {where}")
        row, to, *_ = _CODES[move]
        if row > 48 and not self.placing:
            why = "every Roman is on the forum already"
        elif row < 49 and self.placing:
            why = "Romans are still being placed"
        elif self.occupied >> to & 1:
            why = f"{FIELDS[to]} is occupied"
        elif row > 48:
            why = f"it is the turn of {self.colours}, not {COLOURS[row - 49]}"
        elif not self.occupied >> row & 1:
            why = f"nobody stands on {FIELDS[row]}"
        else:
            why = f"the Roman on {FIELDS[row]} is not one of {self.colours}"
        return IllegalError(
            f"{move} is illegal: {why}, {where}; legal: {some_of(self.legal_moves())}"
        )

    @property
    def outcome(self) -> Outcome | None:
        if self.reason is None:
            return None
        scores = self.scores()  # FR-15
        best = max(scores.values())
        return Outcome(self.reason, tuple(seat for seat in self.seats if scores[seat] == best))

    @property
    def chance(self) -> bool:
        return False

    def later(self, milliseconds: int) -> Self:  # noqa: ARG002
        return self

    def written(self, move: Move) -> Move:
        return move

    def scores(self) -> dict[str, int]:
        """Steps of each seat's senator; two players: of both their senators (FR-15)."""
        each = self.steps
        if self.table.players == 2:
            each = (each[0] + each[2], each[1] + each[3])
        return dict(zip(self.seats, each, strict=True))

    def detail(self) -> dict[str, Any]:
        """``steps`` and ``in_hand`` (Romans not yet placed) by colour letter, ``scored`` and
        ``stalemate`` sectors by name, ``coins`` left, and the ``position`` as text.
        """
        table = self.table
        colours = COLOURS[: table.colours]
        return {
            "steps": dict(zip(colours, self.steps, strict=True)),
            "in_hand": {c: table.hand - len(self.romans_of(c)) for c in colours},
            "scored": [name for n, name in enumerate(SECTORS) if not self.coins >> n & 1],
            "stalemate": [
                name
                for n, name in enumerate(SECTORS)
                if self.coins >> n & 1 and not table.fields[n] & ~self.occupied
            ],
            "coins": self.coins.bit_count(),
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
            self.table.key, self.romans, self.coins, self.steps, self.turn, self.plies, self.reason
        )  # fmt: skip

    def __str__(self) -> str:
        table = self.table
        rows = []
        for row in range(SIDE):
            line = ""
            for at in range(SIDE * row, SIDE * row + SIDE):
                line += next(
                    (COLOURS[n] for n, shift in enumerate(table.shifts)
                     if self.romans >> shift + at & 1),
                    ".",
                )  # fmt: skip
            for free in range(SIDE, 0, -1):
                line = line.replace("." * free, str(free))
            rows.append(line)
        turn = table.turns[self.turn]
        to_move = table.seats[turn.seat] + ":" + "".join(COLOURS[n] for n in turn.colours)
        scored = [name for n, name in enumerate(SECTORS) if not self.coins >> n & 1]
        steps = [f"{colour}{step}" for colour, step in zip(COLOURS, self.steps, strict=False)]
        parts = [
            "/".join(rows),
            to_move,
            "scored:" + (",".join(scored) or "-"),
            ",".join(steps),
            f"players:{table.players}",
            f"plies:{self.plies}",
        ]
        if table.variant:
            parts.append("variant")
        if table.layout != DEFAULT_LAYOUT:
            parts.append("layout:" + table.layout)
        if self.reason:
            parts.append(self.reason)
        return " ".join(parts)


def _men(table: _Table, romans: int) -> bytes:
    """Each colour's Romans in turn, a field each, those of a seat together."""
    return bytes(
        at for colour in table.order for at in range(49) if romans >> table.shifts[colour] + at & 1
    )


class ForumRomanum(Game):
    """The game itself: what there is to choose, and where it starts."""

    name = "forum_romanum"
    players = range(2, 7)
    options = (
        Option("layout", DEFAULT_LAYOUT, "the seven buildings (FR-3)", _canonical_layout),
        Option("variant", "false", "score by the variant (FR-17)", true_or_false),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        return tuple(str(n + 1) for n in range(self.count(players)))

    def start(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        load: Load = load_nothing,  # noqa: ARG002
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        table = _table(players, chosen["variant"] == "true", chosen["layout"])
        coins = (1 << len(SECTORS)) - 1
        return Position(
            table, 0, 0, coins, table.union(coins), (0,) * table.colours, 0, 0, None,
            bytes(range(49)), b"", table.turns[0].placing,
        )  # fmt: skip

    def position(self, text: str, load: Load = load_nothing) -> Position:  # noqa: ARG002
        import re  # slow to import, and needed here alone

        match = re.fullmatch(_POSITION, text)
        if match is None:
            raise MalformedError(
                f"{text!r} is no Forum Romanum position; one looks like {self.start(2)}"
            )
        options = {"variant": "true" if match["variant"] else "false"}
        if match["layout"]:
            options["layout"] = match["layout"]
        empty = self.start(int(match["players"]), options)
        table = empty.table
        try:
            return _set_up(empty, match)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no position for {table.players} players: {error}"
            ) from None


_POSITION = (
    r"(?P<board>[ybrgkw1-7]+(?:/[ybrgkw1-7]+){6}) (?P<seat>[1-6]):(?P<colours>[ybrgkw]{1,2}) "
    r"scored:(?P<scored>\S+) (?P<steps>[ybrgkw]-?\d+(?:,[ybrgkw]-?\d+)*) "
    r"players:(?P<players>[2-6]) plies:(?P<plies>\d+)(?P<variant> variant)?"
    r"(?: layout:(?P<layout>\S+))?(?: (?P<reason>scored|agreed))?"
)


def _set_up(empty: Position, match: Match[str]) -> Position:
    """The position that a matched text describes. Raises ValueError with what is wrong."""
    table = empty.table
    drawn = match["board"]
    for free in range(1, SIDE + 1):
        drawn = drawn.replace(str(free), "." * free)
    lines = drawn.split("/")
    if any(len(line) != SIDE for line in lines):
        raise ValueError("every row of the forum should have 7 fields")
    board = "".join(lines)
    colours = COLOURS[: table.colours]
    romans = 0
    for at, piece in enumerate(board):
        if piece != ".":
            romans |= 1 << at + 49 * COLOURS.index(piece)
    for colour in COLOURS:
        count = board.count(colour)
        if count > (table.hand if colour in colours else 0):
            raise ValueError(f"there are {count} Romans of colour {colour}")
    occupied = sum(1 << at for at, piece in enumerate(board) if piece != ".")
    scored = [] if match["scored"] == "-" else match["scored"].split(",")
    coins = empty.coins
    for name in scored:
        if name not in SECTORS:
            raise ValueError(f"there is no sector {name}; there is {' '.join(SECTORS)}")
        coins &= ~(1 << SECTORS.index(name))
    steps = {part[0]: int(part[1:]) for part in match["steps"].split(",")}
    if tuple(steps) != tuple(colours):
        raise ValueError(f"steps should be given for {', '.join(colours)} in this order")
    names = [
        (table.seats[turn.seat], "".join(COLOURS[n] for n in turn.colours)) for turn in table.turns
    ]
    to_move = (match["seat"], match["colours"])
    if to_move not in names:
        can = " ".join(f"{seat}:{colours}" for seat, colours in names)
        raise ValueError(f"nobody moves as seat {to_move[0]} with {to_move[1]}; there is {can}")
    number = names.index(to_move)
    men = _men(table, romans) if occupied.bit_count() == table.romans else b""
    if match["reason"]:
        rows = b""
    else:
        rows = men[table.turns[number].jumping] if men else table.turns[number].placing
    return Position(
        table, romans, occupied, coins, table.union(coins), tuple(steps.values()),
        number, int(match["plies"]), match["reason"],
        bytes(at for at in range(49) if not occupied >> at & 1), men, rows,
    )  # fmt: skip


forum_romanum = ForumRomanum()
