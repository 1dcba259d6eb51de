"""How is Revolution (Reiner Knizia, 1992) played and won? Clauses RV-1 to RV-23.

A position reads and writes as one line of text::

    ..l6.d7/d4x.l2ol7oB/d5xl8NxlFol1/.V.d8d3/d2.... dark:stones claim:- plies:23 early

the city, top row (5) first: ``.`` a free field, ``N`` ``V`` ``B`` a building, ``l`` or ``d`` and
a number or ``F`` a light or dark card, each with ``o`` or ``x`` behind it when a light or dark
stone lies on it; then who does what: ``building`` places one, ``card`` lays one, ``stones`` may
set stones after that, ``again`` is a turn of stones only (RV-22), ``last`` such a turn after one
without a stone, or ``over:REASON:WINNER``; the seat that may set its stone on Notre Dame now
(RV-16); the moves played; then, where they differ from the default, ``buildings_apart``,
``strongest_cards`` and ``early``.

Columns of the move table 1 to 25 are the fields a5 b5 .. e5 a4 .. e1, column 0 is ``end``. A set
of fields is an integer with a *lane* of 8 bits a field, a5 lowest; the set has the lanes' top bits.

A seat's *view* is one integer of three times 25 lanes, so that laying a card is one addition:

- its lead: 127, plus its influence, less the opponent's, plus 1 where its own card lies. The top
  bit of a lane is then set just where RV-12 lets it set a stone;
- 1 plus the row of its own card or of the building that lies there, 0 elsewhere;
- 7 plus the number of free neighbours: bit 3 is set where there is one, and after taking
  1, 2 or 3 away where there are more than that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain
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
    from typing import Any, Self

SIDE = 5
FIELDS = tuple(letter + number for number in "54321" for letter in "abcde")  # RV-1
SEATS = ("light", "dark")
CARDS = "0123456789F"  # RV-2
BUILDINGS = "NVB"  # RV-3
STONES = 11  # RV-2
PHASES = ("building", "card", "stones", "again", "last", "over")
END = "end"  # RV-18

# Rows of the move table: 0-9 a number card, then the flag, the buildings, and a stone.
_FLAG = 10
_NOTRE = 11
_STAR = 14
_STAR_ROW = bytes((_STAR,))
_HAND = bytes((*range(9, -1, -1), _FLAG))  # the highest first: RV-13 asks for it
_CITY = bytes(range(1, SIDE * SIDE + 1))
_BYTE = tuple(bytes((n,)) for n in range(SIDE * SIDE + 1))
_NOTHING = b"\0"  # columns of a position that is over, and `end` of one that is not

# A turn is twice its phase, plus 1 when it is dark's.
_CARD = 2
_SETTING = 4
_AGAIN = 6
_LAST = 8
_OVER = 10

_ONES = sum(1 << 8 * n for n in range(SIDE * SIDE))
_NUMBERS = sum((n + 1) << 8 * n for n in range(SIDE * SIDE))  # its column in every lane
_LAID = 8 * SIDE * SIDE  # where the second part of a view begins
_FREE = 2 * _LAID  # and the third
_ONE_LESS = _ONES << _FREE  # one free neighbour less for every field
_ANY = _FREE + 3  # from here on every lane says whether it has a free neighbour


def _near(column: int) -> bytes:
    """The columns of a field's neighbours (RV-4)."""
    row, at = divmod(column - 1, SIDE)
    around = ((row - 1, at), (row, at - 1), (row, at + 1), (row + 1, at))
    return bytes(1 + SIDE * r + a for r, a in around if 0 <= r < SIDE and 0 <= a < SIDE)


_NEAR = (b"", *(_near(column) for column in range(1, SIDE * SIDE + 1)))
_EMPTY = sum(127 + (7 + len(_NEAR[n]) << _FREE) << 8 * (n - 1) for n in _CITY)  # a view at first

_TEXTS: tuple[tuple[Move, ...], ...] = (
    *(("", *[f"{what}@{field}" for field in FIELDS]) for what in (*CARDS, *BUILDINGS)),
    (END, *[f"*{field}" for field in FIELDS]),
)

_Code = tuple[int, int, bytes, bytes, int, int, int]
"""What a move does: row, column, both as bytes, the set of its field, and what it adds to the view
of its own seat and to that of the other one."""


def _codes() -> Iterator[tuple[Move, _Code]]:
    """Every move text with what it does (RV-9)."""
    yield END, (_STAR, 0, _STAR_ROW, _BYTE[0], 0, 0, 0)
    for to in _CITY:
        here = 1 << 8 * (to - 1)
        around = sum([1 << 8 * (near - 1) for near in _NEAR[to]])
        reach = here + around
        fewer = around << _FREE
        mark = here << _LAID
        bit = here << 7
        to_byte = _BYTE[to]
        for row in range(_NOTRE):
            value = row % _FLAG * reach  # RV-9a: the flag has none
            gain = value + here - fewer + (row + 1) * mark
            yield _TEXTS[row][to], (row, to, _BYTE[row], to_byte, bit, gain, -value - fewer)
        for row in range(_NOTRE, _STAR):
            gain = (row + 1) * mark - fewer
            yield _TEXTS[row][to], (row, to, _BYTE[row], to_byte, bit, gain, gain)
        yield _TEXTS[_STAR][to], (_STAR, to, _STAR_ROW, to_byte, bit, 0, 0)


_CODES: dict[Move, _Code] = dict(_codes())
_NO_CODE: _Code = (255, 255, b"", b"", 0, 0, 0)


class Moves(Sequence[Move]):
    """The legal moves, lazily: one for each pair of a row and a column of the move table."""

    __slots__ = ("_columns", "_rows")

    def __init__(self, rows: bytes, columns: bytes) -> None:
        self._rows = rows
        self._columns = columns

    def __len__(self) -> int:
        return len(self._rows) * len(self._columns)

    def __getitem__(self, index: Any) -> Any:
        columns = self._columns
        size = len(columns)
        try:
            return _TEXTS[self._rows[index // size]][columns[index % size]]
        except TypeError:
            if not isinstance(index, slice):
                raise
            return [self[i] for i in range(*index.indices(len(self)))]

    def __iter__(self) -> Iterator[Move]:
        texts = [_TEXTS[row] for row in self._rows]
        if len(self._columns) > 1:
            return chain.from_iterable(map(itemgetter(*self._columns), texts))
        return map(itemgetter(*self._columns), texts)

    def __contains__(self, move: object) -> bool:
        code = _CODES.get(str(move), _NO_CODE)
        return code[0] in self._rows and code[1] in self._columns

    def __repr__(self) -> str:
        return f"<{some_of(self)}>"


_Rules = tuple[bool, bool, bool]
"""The options: buildings apart (RV-7), every strong card secures (RV-14), Notre Dame early."""
_Stance = tuple[int, int, int]
"""What a seat has besides its view, sets of fields: where its stones lie; where a lead may win
(the opponent's flag, V and B with its stone on N); N when it may set its stone there (RV-16)."""
_Site = tuple[int, int, int]
"""The sets {N} and {V, B}, and the first bit of N's lane."""


def _columns(fields: int) -> bytes:
    """The columns of a set of fields, then that of `end`."""
    lanes = fields - (fields >> 7) & _NUMBERS
    return lanes.to_bytes(SIDE * SIDE, "little").translate(None, b"\0") + _NOTHING


@cache
def _sites(free: bytes, apart: bool) -> bytes:
    """Where one more building may stand, when the others stand on all that is not free."""
    taken = set(_CITY) - set(free)
    sites = []
    for column in free:
        after = taken | {column}
        nears = [set(_NEAR[at]) for at in after]
        if all(near - after for near in nears) and not (  # RV-6
            apart and any(near & after for near in nears)  # RV-7
        ):
            sites.append(column)
    return bytes(sites)


def _secured(view: int, foe: bytes, every: bool) -> int:
    """A view in which only leads count that the cards `foe` cannot overturn.

    A field with free neighbours loses the opponent's highest number (RV-13) or as many of the
    highest as it has free neighbours (RV-14).
    """
    lead = view
    for card in foe[: 4 if every else 1]:
        lead -= (view >> _ANY & _ONES) * (card % _FLAG)
        view -= _ONE_LESS
    return lead


def _won_by_card(
    row: int, led: bool, view: int, stance: _Stance, *, pair: int, seat: int
) -> Outcome | None:
    """What a card has won for the seat that laid it, or for the other one.

    row: the card. led: whether it is a flag and the other one leads on its field. view, stance:
    of the seat that laid it, afterwards. pair: V and B.
    """
    stones, watch, _ = stance
    if view & watch & ~pair:  # RV-19
        return Outcome("flag", (SEATS[seat],))
    if led:  # RV-19: laid where the other leads
        return Outcome("flag", (SEATS[1 - seat],))
    if watch & pair and view & pair == pair:  # RV-20
        return Outcome("buildings", (SEATS[seat],))
    if row == _FLAG and stones.bit_count() == STONES:  # RV-21
        return Outcome("stones", (SEATS[seat],))
    return None


def _claims(lead: int, notre: int, near: bytes, early: bool) -> tuple[int, int]:
    """Notre Dame for the seat that just laid a card beside it, and for the other one (RV-16).

    lead: the influence on it of the seat that laid, less the other's.
    """
    if near and not (early and lead):
        return 0, 0
    return (notre, 0) if lead < 0 else (0, notre)


_new = tuple.__new__  # a position in half the time that its own constructor takes


class Position(NamedTuple):
    """One state of a game of Revolution. Made by ``revolution.start`` and ``play``.

    Everything that two seats have is kept as "of the seat to move" and "of the other one", so
    that play does not ask who moves; when the game is over, light stands first.
    """

    rules: _Rules
    rows: bytes  # of the move table: what can be moved ...
    columns: bytes  # ... and where to; every pair is legal
    free: bytes  # fields, as columns
    turn: int
    plies: int
    outcome: Outcome | None
    hand: bytes  # cards, the highest first, the flag last
    foe: bytes  # the other's hand
    view: int
    foe_view: int
    stance: _Stance
    foe_stance: _Stance
    cards: int  # the set of cards without a stone
    near: bytes  # the free neighbours of Notre Dame, none once it bears a stone
    site: _Site

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else SEATS[self.turn & 1]

    @property
    def phase(self) -> str:
        """What the seat to move does, a word of PHASES."""
        return PHASES[self.turn >> 1]

    def legal_moves(self) -> Moves:
        return Moves(self.rows, self.columns)

    def play(self, move: Move) -> Position:
        # A plain tuple (self[:]) is taken apart faster than one of another class.
        (
            rules, rows, columns, free, turn, plies, outcome, hand, foe, view, foe_view, stance,
            foe_stance, cards, near, site,
        ) = self[:]  # fmt: skip
        row, to, row_byte, to_byte, bit, gain, loss = _CODES.get(move, _NO_CODE)
        if row not in rows or to not in columns:
            raise self._refusal(move)
        if row > _FLAG:
            if row < _STAR:
                return self._build(row, to)
            return self._set(to, bit) if to else self._end()
        # A card (RV-8), of either seat: "foe" is the other one.
        view += gain
        foe_view += loss
        free = free.replace(to_byte, b"")
        hand = hand.replace(row_byte, b"")
        cards |= bit
        if to in near:
            near = near.replace(to_byte, b"")
            lead = (view >> site[2] & 255) - 127
            mine, theirs = _claims(lead, site[0], near, rules[2])
            stance = (stance[0], stance[1], mine)
            foe_stance = (foe_stance[0], foe_stance[1], theirs)
        if row == _FLAG:
            foe_stance = (foe_stance[0], foe_stance[1] | bit, foe_stance[2])
        stones, watch, claim = stance
        if row == _FLAG or (watch and view & watch):  # nothing else can win by a card
            led = row == _FLAG and foe_view & bit != 0
            outcome = _won_by_card(row, led, view, stance, pair=site[1], seat=turn & 1)
        # Asked after every card, so the common case stands here, not in _secured: RV-13.
        strongest = foe[0] % _FLAG if foe else 0
        can = view - (view >> _ANY & _ONES) * strongest & cards | claim
        if can and rules[1]:  # what one card overturns several do too
            can = _secured(view, foe, True) & cards | claim
        if can and not outcome and stones.bit_count() < STONES:
            return _new(
                Position,
                (
                    rules, _STAR_ROW, _columns(can), free, turn & 1 | _SETTING, plies + 1, None,
                    hand, foe, view, foe_view, stance, foe_stance, cards, near, site,
                ),
            )  # fmt: skip
        state = _new(  # RV-18: the turn has ended by itself
            Position,
            (
                rules, foe, free, free, turn ^ 1, plies + 1, None,
                foe, hand, foe_view, view, foe_stance, stance, cards, near, site,
            ),
        )  # fmt: skip
        if outcome:
            return _over(state, outcome)
        return state if free else _stones_only(state, _AGAIN)

    def _build(self, row: int, to: int) -> Position:
        """Place a building (RV-5)."""
        (
            rules, rows, _, free, turn, plies, outcome, hand, foe, view, foe_view, stance,
            foe_stance, cards, near, site,
        ) = self[:]  # fmt: skip
        _, _, row_byte, to_byte, bit, gain, _ = _CODES[_TEXTS[row][to]]
        free = free.replace(to_byte, b"")
        rows = rows.replace(row_byte, b"")
        notre, pair, lane = site
        site = (bit, pair, 8 * (to - 1)) if row == _NOTRE else (notre, pair | bit, lane)
        if rows:
            turn, columns = turn ^ 1, _sites(free, rules[0])
        else:  # light begins: RV-8
            turn, rows, columns, near = _CARD, foe, free, _free_near(site, free)
        return _new(
            Position,
            (
                rules, rows, columns, free, turn, plies + 1, outcome,
                foe, hand, foe_view + gain, view + gain, foe_stance, stance, cards, near, site,
            ),
        )  # fmt: skip

    def _set(self, to: int, bit: int) -> Position:
        """Set a stone (RV-11)."""
        (
            rules, rows, columns, free, turn, plies, outcome, hand, foe, view, foe_view, stance,
            foe_stance, cards, near, site,
        ) = self[:]  # fmt: skip
        stones, watch, claim = stance
        stones |= bit
        if cards & bit:
            cards ^= bit
        else:  # Notre Dame
            claim, near, pair = 0, b"", site[1]
            watch |= pair
            if view & pair == pair:  # RV-20
                outcome = Outcome("buildings", (SEATS[turn & 1],))
        if stones.bit_count() == STONES and _FLAG not in hand:  # RV-21
            outcome = outcome or Outcome("stones", (SEATS[turn & 1],))
        # Setting a stone changes nobody's influence: the others that could be set still can.
        columns = columns.replace(_BYTE[to], b"")
        stance = (stones, watch, claim)
        if columns == _NOTHING or outcome or stones.bit_count() == STONES:  # RV-18
            state = _new(
                Position,
                (
                    rules, foe, free, free, ~turn & 1 | _CARD, plies + 1, None,
                    foe, hand, foe_view, view, foe_stance, stance, cards, near, site,
                ),
            )  # fmt: skip
            if outcome:
                return _over(state, outcome)
            return state if free else _stones_only(state, _AGAIN)
        return _new(
            Position,
            (
                rules, rows, columns, free, turn & 1 | _SETTING, plies + 1, None,
                hand, foe, view, foe_view, stance, foe_stance, cards, near, site,
            ),
        )  # fmt: skip

    def _end(self) -> Position:
        """End the turn (RV-18)."""
        (
            rules, _, _, free, turn, plies, outcome, hand, foe, view, foe_view, stance,
            foe_stance, cards, near, site,
        ) = self[:]  # fmt: skip
        state = _new(
            Position,
            (
                rules, foe, free, free, ~turn & 1 | _CARD, plies + 1, outcome,
                foe, hand, foe_view, view, foe_stance, stance, cards, near, site,
            ),
        )  # fmt: skip
        if free:
            return state
        if turn >= _LAST:  # RV-22: the second turn in a row without a stone
            return _over(state, Outcome("exhausted", ()))
        return _stones_only(state, _LAST if turn >= _AGAIN else _AGAIN)

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Why `move` cannot be played here."""
        where = f"in {self}"
        can = f"legal: {some_of(self.legal_moves())}"
        if move not in _CODES:
            return MalformedError(
                f"{move!r} is no move, {where}; a move looks like N@c3, 7@c3, F@c3, *c3 or end; "
                f"{can}"
            )
        if self.outcome:
            return IllegalError(f"{move} comes after the end of the game, {where}")
        row, to, *_ = _CODES[move]
        if row == _STAR:
            why = self._no_stone(to) if to else self._no_end()
        elif self.phase == "building":
            why = self._no_building(row, to)
        elif row >= _NOTRE:
            why = "all three buildings stand already"
        elif self.phase == "stones":
            why = f"{self.to_move} has laid its card and may set stones now, or end the turn"
        elif not self.free:
            why = "all cards are laid; from now on only stones are set"
        elif row not in self.hand:
            why = f"{self.to_move} has laid its {CARDS[row]} already"
        else:
            why = f"{FIELDS[to - 1]} is occupied"
        return IllegalError(f"{move} is illegal: {why}, {where}; {can}")

    def _no_end(self) -> str:
        """Why the turn cannot be ended."""
        if self.phase == "building":
            return f"{self.to_move} should place a building"
        return f"{self.to_move} should lay a card first"

    def _no_building(self, row: int, to: int) -> str:
        """Why this cannot be done while buildings are placed (RV-5, RV-6, RV-7)."""
        if row < _NOTRE:
            return "the buildings come before the cards"
        if row not in self.rows:
            return f"building {BUILDINGS[row - _NOTRE]} stands already"
        if to not in self.free:
            return f"{FIELDS[to - 1]} is occupied"
        if to in _sites(self.free, False):
            return "no two buildings may be neighbours (buildings_apart)"
        return "a building would have no free neighbour"

    def _no_stone(self, to: int) -> str:
        """Why the seat to move cannot set a stone there (RV-8, RV-11 to RV-16)."""
        field, seat = FIELDS[to - 1], self.to_move or ""
        what = self.on(field)
        if self.turn < _SETTING:
            return self._no_end()
        if not what:
            return f"no card lies on {field}"
        if what in ("V", "B"):
            return "Versailles and Bastille never bear a stone"
        if what[-1] in "ox":
            return f"{field} bears a stone already"
        both = self.influence(field)
        mine, theirs = both.pop(seat), both.popitem()[1]
        on = f"{seat} has influence {mine} on {field} and the opponent {theirs}"
        if what == "N":
            return f"Notre Dame is for the least influence, and {on}"
        return (
            f"{on}; that is not enough with the cards {self.hand_of(_other(seat)) or '-'} to come"
        )

    def _views(self) -> tuple[int, int]:
        """The views of light and dark."""
        return (self.foe_view, self.view) if self.turn & 1 else (self.view, self.foe_view)

    def _stances(self) -> tuple[_Stance, _Stance]:
        """The same for their stances."""
        both = (self.stance, self.foe_stance)
        return both[::-1] if self.turn & 1 else both

    def hand_of(self, seat: str) -> str:
        """The cards that `seat` still holds, the highest first, the flag last."""
        mine = SEATS.index(seat) == self.turn & 1
        return "".join(CARDS[card] for card in (self.hand if mine else self.foe))

    def stones_of(self, seat: str) -> int:
        """How many stones `seat` has set."""
        return self._stances()[SEATS.index(seat)][0].bit_count()

    def on(self, field: str) -> str:
        """What is on a field, as in the position's text: ``""``, ``V``, ``No``, ``l7``, ``dFx``."""
        shift = 8 * FIELDS.index(field)
        light, dark = (view >> _LAID + shift & 255 for view in self._views())
        if not light and not dark:
            return ""
        if light == dark:  # a building
            what = BUILDINGS[light - 1 - _NOTRE]
        else:
            what = "l" + CARDS[light - 1] if light else "d" + CARDS[dark - 1]
        for mark, (stones, _, _) in zip("ox", self._stances(), strict=True):
            if stones >> shift + 7 & 1:
                what += mark
        return what

    def influence(self, field: str) -> dict[str, int]:
        """Each seat's influence on a field (RV-9), added up from the cards around."""
        column = FIELDS.index(field) + 1
        sums = dict.fromkeys(SEATS, 0)
        for near in (column, *_NEAR[column]):
            what = self.on(FIELDS[near - 1])
            if what[1:2].isdigit():
                sums["light" if what[0] == "l" else "dark"] += int(what[1])
        return sums

    def lead(self, field: str) -> int:
        """Light's influence on a field less dark's, as kept from move to move."""
        shift = 8 * FIELDS.index(field)
        own = self.on(field)[:1] == "l"
        return (self._views()[0] >> shift & 255) - 127 - own

    @property
    def chance(self) -> bool:
        return False

    def later(self, milliseconds: int) -> Self:  # noqa: ARG002
        return self

    def written(self, move: Move) -> Move:
        return move

    def scores(self) -> dict[str, int]:
        """The winner's points, the stones that the other has not set (RV-23); else 0."""
        winners = self.outcome.winners if self.outcome else ()
        return {
            seat: STONES - self.stones_of(_other(seat)) if seat in winners else 0 for seat in SEATS
        }

    def detail(self) -> dict[str, Any]:
        """``stones`` set and cards in ``hand`` by seat, ``influence`` by building and seat, the
        ``phase`` (a word of PHASES), and the ``position`` as text.
        """
        where = {self.on(field)[:1]: field for field in FIELDS}
        return {
            "stones": {seat: self.stones_of(seat) for seat in SEATS},
            "hand": {seat: self.hand_of(seat) for seat in SEATS},
            "influence": {name: self.influence(where[name]) for name in BUILDINGS if name in where},
            "phase": self.phase,
            "position": str(self),
        }

    def __eq__(self, other: object) -> bool:
        """Equal when the same game stands the same way, however it came about."""
        # Every part has one form for one state: hands and fields keep their order.
        return isinstance(other, Position) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)

    def __str__(self) -> str:
        cells = [self.on(field) or "." for field in FIELDS]
        rows = ("".join(cells[at : at + SIDE]) for at in range(0, SIDE * SIDE, SIDE))
        if self.outcome:
            turn = f"over:{self.outcome.reason}:{''.join(self.outcome.winners) or '-'}"
        else:
            turn = f"{self.to_move}:{self.phase}"
        claims = [seat for seat, (_, _, claim) in zip(SEATS, self._stances(), strict=True) if claim]
        parts = ["/".join(rows), turn, f"claim:{claims[0] if claims else '-'}"]
        parts.append(f"plies:{self.plies}")
        chosen = zip(_OPTION_WORDS, self.rules, strict=True)
        return " ".join((*parts, *(word for word, on in chosen if on)))


def _swapped(state: Position) -> Position:
    """The same with the other seat first."""
    return state._replace(
        turn=state.turn ^ 1, hand=state.foe, foe=state.hand, view=state.foe_view,
        foe_view=state.view, stance=state.foe_stance, foe_stance=state.stance,
    )  # fmt: skip


def _over(state: Position, outcome: Outcome) -> Position:
    """The same with the game over."""
    light = _swapped(state) if state.turn & 1 else state
    return light._replace(rows=b"", columns=_NOTHING, turn=_OVER, outcome=outcome)


def _stones_only(state: Position, phase: int) -> Position:
    """What the seat to move does in `phase`, when all cards are laid (RV-22)."""
    columns = _columns(state.view & state.cards | state.stance[2])
    if columns == _NOTHING:  # it is skipped
        state = _swapped(state)
        columns = _columns(state.view & state.cards | state.stance[2])
    return state._replace(rows=_STAR_ROW, columns=columns, turn=phase | state.turn & 1)


_OPTION_WORDS = ("buildings_apart", "strongest_cards", "early")


def _other(seat: str) -> str:
    return SEATS[1 - SEATS.index(seat)]


def _free_near(site: _Site, free: bytes) -> bytes:
    """The free neighbours of Notre Dame."""
    return _NEAR[site[2] // 8 + 1].translate(None, _CITY.translate(None, free))


def _one_of(*values: str) -> Callable[[str], str]:
    """The canonical form of an option that has these values."""

    def canonical(text: str) -> str:
        if text not in values:
            raise MalformedError(f"{text!r} should be {' or '.join(values)}")
        return text

    return canonical


class Revolution(Game):
    """The game itself: what there is to choose, and where it starts."""

    name = "revolution"
    players = range(2, 3)
    options = (
        Option(
            "buildings_apart", "false", "no two buildings are neighbours (RV-7)", true_or_false
        ),
        Option(
            "securing", "strongest_card",
            "what must not overturn a stone beside free fields: the opponent's strongest card, or "
            "as many of the strongest as there are free fields (RV-14)",
            _one_of("strongest_card", "strongest_cards"),
        ),
        Option(
            "notre_dame", "closed",
            "a stone on Notre Dame when all its neighbours are occupied, or also before (RV-16)",
            _one_of("closed", "early"),
        ),
    )  # fmt: skip

    def seats(self, players: int) -> tuple[str, ...]:
        self.count(players)
        return SEATS

    def start(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        load: Load = load_nothing,  # noqa: ARG002
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        return _start(
            (
                chosen["buildings_apart"] == "true",
                chosen["securing"] == "strongest_cards",
                chosen["notre_dame"] == "early",
            )
        )

    def position(self, text: str, load: Load = load_nothing) -> Position:  # noqa: ARG002
        try:
            return _read(text)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no Revolution position: {error}; one looks like {self.start(2)}"
            ) from None


def _start(rules: _Rules) -> Position:
    buildings = bytes(range(_NOTRE, _STAR))
    none = (0, 0, 0)
    return Position(  # dark begins with a building: RV-5
        rules, buildings, _CITY, _CITY, 1, 0, None, _HAND, _HAND, _EMPTY, _EMPTY, none, none, 0,
        b"", none,
    )  # fmt: skip


def _read(text: str) -> Position:
    """The position that `text` describes. Raises ValueError with what is wrong."""
    parts = text.split(" ")
    if len(parts) < 4:
        raise ValueError("it should have a board, a turn, a claim and the plies")
    board, turn, claim, plies, *words = parts
    if words != [word for word in _OPTION_WORDS if word in words]:
        raise ValueError(f"{' '.join(words)!r} should be some of {' '.join(_OPTION_WORDS)}")
    if not re.fullmatch(r"plies:(0|[1-9][0-9]*)", plies):
        raise ValueError(f"{plies!r} should be the number of moves played, like plies:7")
    rules = ("buildings_apart" in words, "strongest_cards" in words, "early" in words)
    state = _lay_out(_start(rules), _cells(board))._replace(plies=int(plies[6:]))
    state = _with_claim(state, claim)
    state = _with_turn(state, turn)
    pieces = 25 - len(state.free) + sum(state.stones_of(seat) for seat in SEATS)
    if state.plies < pieces:
        raise ValueError(f"{pieces} buildings, cards and stones took as many plies or more")
    return state


def _cells(board: str) -> list[str]:
    """What is on each field, ``.`` on a free one."""
    rows = [re.findall(r"N[ox]?|[VB]|[ld][0-9F][ox]?|\.", row) for row in board.split("/")]
    if (
        "/".join("".join(row) for row in rows) != board
        or [len(row) for row in rows] != [SIDE] * SIDE
    ):
        raise ValueError(f"{board!r} should be 5 rows of 5 fields like . N l7o dFx, joined by /")
    return [cell for row in rows for cell in row]


def _lay_out(start: Position, cells: list[str]) -> Position:
    """A position with light first, with these things on the fields and nobody to move."""
    views, hands = [_EMPTY, _EMPTY], [_HAND, _HAND]
    flags, buildings, free = [0, 0], bytes(range(_NOTRE, _STAR)), _CITY
    site: _Site = (0, 0, 0)
    for field, cell in zip(FIELDS, cells, strict=True):
        if cell == ".":
            continue
        what = cell[0] if cell[0] in BUILDINGS else cell[1]
        row, to, row_byte, to_byte, bit, gain, loss = _CODES[f"{what}@{field}"]
        seat = 1 if cell[0] == "d" else 0
        if row not in (buildings if row >= _NOTRE else hands[seat]):
            raise ValueError(f"{cell.rstrip('ox')} lies there twice")
        hands[seat] = hands[seat].replace(row_byte, b"")
        buildings = buildings.replace(row_byte, b"")
        if row == _FLAG:
            flags[seat] = bit
        if row >= _NOTRE:
            notre, pair, lane = site
            site = (bit, pair, 8 * (to - 1)) if row == _NOTRE else (notre, pair | bit, lane)
        free = free.replace(to_byte, b"")
        views[seat] += gain
        views[1 - seat] += loss
    stones = [
        sum(128 << 8 * at for at, cell in enumerate(cells) if cell[-1] == mark) for mark in "ox"
    ]
    bare = sum(128 << 8 * at for at, cell in enumerate(cells) if cell[-1] in CARDS)
    near = b"" if buildings else _free_near(site, free)
    _check_layout(start, cells, stones)
    if (stones[0] | stones[1]) & site[0]:
        if near and not start.rules[2]:
            raise ValueError("Notre Dame bears a stone beside a free field (RV-16)")
        near = b""
    light, dark = (
        (mine, flag | (site[1] if mine & site[0] else 0), 0)
        for mine, flag in zip(stones, reversed(flags), strict=True)
    )
    return start._replace(
        rows=buildings, columns=_NOTHING, free=free, turn=0, hand=hands[0], foe=hands[1],
        view=views[0], foe_view=views[1], stance=light, foe_stance=dark, cards=bare, near=near,
        site=site,
    )  # fmt: skip


def _check_layout(start: Position, cells: list[str], stones: list[int]) -> None:
    """Raise ValueError for stones and buildings that cannot lie so."""
    for seat, mine in zip(SEATS, stones, strict=True):
        if mine.bit_count() > STONES:  # RV-2
            raise ValueError(f"{seat} has {mine.bit_count()} stones on the board")
    built = bytes(n for n in _CITY if cells[n - 1][0] in BUILDINGS)
    for last in built:
        others = built.replace(_BYTE[last], b"")
        if last not in _sites(_CITY.translate(None, others), start.rules[0]):
            raise ValueError(f"the building on {FIELDS[last - 1]} breaks RV-6 or RV-7")
    filled = sum(cell != "." for cell in cells)
    if len(built) < len(BUILDINGS) and (filled > len(built) or any(stones)):  # RV-5
        raise ValueError("cards and stones come after the three buildings")


def _with_claim(state: Position, text: str) -> Position:
    """A laid out position in which this seat may set its stone on Notre Dame (RV-16)."""
    notre, _, lane = state.site
    lead = (state.view >> lane & 255) - 127
    borne = (state.stance[0] | state.foe_stance[0]) & notre
    can: tuple[str, ...] = ("-",)
    if not (state.rows or borne or (state.near and not (state.rules[2] and lead))):
        can = (SEATS[lead > 0],) if lead else SEATS
    if text not in [f"claim:{seat}" for seat in can]:
        raise ValueError(f"{text!r} should be claim:{' or claim:'.join(can)}")
    light, dark = (notre if text.endswith(seat) else 0 for seat in SEATS)
    return state._replace(
        stance=(*state.stance[:2], light), foe_stance=(*state.foe_stance[:2], dark)
    )


def _verdict(state: Position) -> Outcome | None:
    """How a laid out position has been won, if it has (RV-19, RV-20, RV-21)."""
    pair = state.site[1]
    seats = (
        (SEATS[0], state.view, state.stance, state.hand),
        (SEATS[1], state.foe_view, state.foe_stance, state.foe),
    )
    for seat, view, (_, watch, _), _ in seats:
        if view & watch & ~pair:
            return Outcome("flag", (seat,))
    for seat, view, (_, watch, _), _ in seats:
        if watch & pair and view & pair == pair:
            return Outcome("buildings", (seat,))
    for seat, _, (stones, _, _), hand in seats:
        if stones.bit_count() == STONES and _FLAG not in hand:
            return Outcome("stones", (seat,))
    return None


def _with_turn(state: Position, text: str) -> Position:
    """A laid out position with this seat in this phase, or over."""
    light, dark, built = (len(rest) for rest in (state.hand, state.foe, state.rows))
    verdict = _verdict(state)
    if built:
        turns = ["light:building" if built == 2 else "dark:building"]
    elif dark - light not in (0, 1):
        raise ValueError(f"light holds {light} cards and dark {dark}, but they take turns")
    elif verdict:
        turns = [f"over:{verdict.reason}:{verdict.winners[0]}"]
    elif not state.free:
        turns = [f"{seat}:{phase}" for seat in SEATS for phase in ("stones", "again", "last")]
        turns.append("over:exhausted:-")
    elif light == dark:
        turns = ["light:card"] + ["dark:stones"] * (dark < len(_HAND))
    else:
        turns = ["dark:card", "light:stones"]
    if text not in turns:
        raise ValueError(f"{text!r} should be {' or '.join(turns)}")
    seat, phase, *_ = text.split(":")
    if seat == "over":
        return _over(state, verdict or Outcome("exhausted", ()))
    if seat == "dark":
        state = _swapped(state)
    state = state._replace(turn=2 * PHASES.index(phase) + SEATS.index(seat))
    if phase == "building":
        return state._replace(columns=_sites(state.free, state.rules[0]))
    if phase == "card":
        return state._replace(rows=state.hand, columns=state.free)
    stones, _, claim = state.stance
    can = _secured(state.view, state.foe, state.rules[1]) & state.cards | claim
    if not can or stones.bit_count() == STONES:
        raise ValueError(f"{seat} can set no stone")
    return state._replace(rows=_STAR_ROW, columns=_columns(can))


revolution = Revolution()
