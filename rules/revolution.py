"""The rules of Revolution (Reiner Knizia, 1992): clauses RV-1 to RV-23.

A position reads and writes as one line of text::

    ..l6.d7/d4x.l2ol7oB/d5xl8NxlFol1/.V.d8d3/d2.... dark:stones claim:- plies:23 early

the city, top row (5) first: ``.`` a free field, ``N`` ``V`` ``B`` a building, ``l`` or ``d`` and
a number or ``F`` a light or dark card, each with ``o`` or ``x`` behind it when a light or dark
stone lies on it; then who does what: ``building`` places one, ``card`` lays one, ``stones`` may
set stones after that, ``again`` is a turn of stones only (RV-22), ``last`` such a turn after one
without a stone, or ``over:REASON:WINNER``; the seat that may set its stone on Notre Dame now
(RV-16); the moves played; then, where they differ from the default, ``buildings_apart``,
``strongest_cards`` and ``early``. It is written and read in ``rules.revolution_text``.

Fields are numbered 1 to 25 in the order a5 b5 .. e5 a4 .. e1: the *columns* of the table of all
moves; column 0 is ``end``. The *rows* of that table are 0-9 a number card, 10 the flag, 11-13 the
buildings, 14 a stone. The legal moves are always all pairs of some rows and some columns.

What is known of each field is kept in integers with a *lane* of 8 bits a field, a5 lowest, so
that one addition lays a card::

    field         ...    c5       b5       a5
    lane          ... 76543210 76543210 76543210
    a set         ... s....... s....... s.......   s: the field is in the set
    Draft.leads   ... Lnnnnnnn Lnnnnnnn Lnnnnnnn   127 + own influence - the other's + own card;
                                                   L: RV-12 lets the seat set a stone here
    Draft.open    ... ....Onnn ....Onnn ....Onnn   7 + free neighbours; O: there is one or more
    Draft.lying   ... nnnnnnnn nnnnnnnn nnnnnnnn   what lies here, an index of LYING

"own card" is 1 where a card of the seat's own colour lies, which decides when influence is
equal. No lane ever runs over: no influence is more than 9+8+7+6+5, on a field and all around it.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules.frozen import Frozen
from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    Outcome,
    Untimed,
    illegal,
    load_nothing,
    malformed,
    too_late,
    true_or_false,
)
from rules.revolution_moves import (
    BUILDING_ROWS,
    BUILDINGS,
    CARDS,
    CITY,
    EFFECTS,
    END,
    END_COLUMN,
    FIELDS,
    FLAG,
    FULL_HAND,
    LYING,
    NEIGHBOURS,
    NOTRE_DAME,
    SEATS,
    SIDE,
    STONE,
    STONE_ROW,
    Effect,
    Moves,
    as_laid,
    building_sites,
    columns_of,
    lane,
)
from rules.revolution_words import VOCABULARY
from rules.text import told

__all__ = ["BUILDINGS", "CARDS", "FIELDS", "PHASES", "SEATS", "STONES", "Position", "revolution"]

STONES = 11  # RV-2

# What the seat to move does, by the words of a position's text.
PHASES = ("building", "card", "stones", "again", "last", "over")
BUILD, LAY, SET, AGAIN, LAST, OVER = range(6)

_EACH = sum(1 << 8 * lane for lane in range(SIDE * SIDE))  # a 1 in every lane
_NO_LEAD = 127 * _EACH  # the leads where nobody has influence
_ALL_OPEN = sum(7 + len(NEIGHBOURS[column]) << 8 * (column - 1) for column in CITY)


@dataclass(frozen=True, slots=True)
class Setup:
    """The options of a game.

    apart: no two buildings are neighbours (RV-7). every_strongest: a stone is secure against as
    many cards as there are free neighbours (RV-14). early: Notre Dame may bear a stone before it
    is closed (RV-16).
    """

    apart: bool
    every_strongest: bool
    early: bool


class Draft:
    """The fields of a position, while it is put together. Pairs are light's and dark's.

    setup: the options. seat, does: who moves and what it does, as an index of SEATS (light when
    the game is over) and of PHASES. notre_dame, others: the set of Notre Dame's field, and that
    of Versailles and Bastille. plies: the moves played. rows, columns: the legal
    moves. free: the free fields as columns. open, lying: see the top of this file. bare: the set
    of fields with a card and no stone. hands: cards as rows, the highest number first, the flag
    last. leads: see the top of this file. stones: the sets of fields that bear them. goals: the
    sets of fields where a lead may win, the other's flag (RV-19) and, once one's stone is on Notre
    Dame, Versailles and Bastille (RV-20). claims: the sets of Notre Dame's field for the seat
    that may set a stone there (RV-16), else 0. notre_dame_open: the free neighbours of Notre
    Dame as columns, none once it bears a stone.
    """

    __slots__ = (
        "bare", "claims", "columns", "does", "free", "goals", "hands", "leads", "lying",
        "notre_dame", "notre_dame_open", "open", "others", "outcome", "plies", "rows", "seat",
        "setup", "stones",
    )  # fmt: skip

    setup: Setup
    seat: int
    does: int
    notre_dame: int
    others: int
    plies: int
    outcome: Outcome | None
    rows: bytes
    columns: bytes
    free: bytes
    open: int
    lying: int
    bare: int
    hands: tuple[bytes, bytes]
    leads: tuple[int, int]
    stones: tuple[int, int]
    goals: tuple[int, int]
    claims: tuple[int, int]
    notre_dame_open: bytes


def draft_of(position: Draft) -> Draft:
    """Return a copy that can be changed."""
    draft = Draft()
    draft.setup = position.setup
    draft.seat = position.seat
    draft.does = position.does
    draft.notre_dame = position.notre_dame
    draft.others = position.others
    draft.plies = position.plies
    draft.outcome = position.outcome
    draft.rows = position.rows
    draft.columns = position.columns
    draft.free = position.free
    draft.open = position.open
    draft.lying = position.lying
    draft.bare = position.bare
    draft.hands = position.hands
    draft.leads = position.leads
    draft.stones = position.stones
    draft.goals = position.goals
    draft.claims = position.claims
    draft.notre_dame_open = position.notre_dame_open
    return draft


def may_set(position: Draft, seat: int) -> int:
    """Return the set of fields on which a seat may set a stone in its turn."""
    if position.stones[seat].bit_count() == STONES:  # RV-2
        return 0
    lead, open_ = position.leads[seat], position.open  # RV-12, where all neighbours are occupied
    foe = position.hands[1 - seat]
    if position.setup.every_strongest:  # RV-14
        for card in foe[:4]:
            lead -= (open_ >> 3 & _EACH) * (card % FLAG)
            open_ -= _EACH
    elif foe:  # RV-13
        lead -= (open_ >> 3 & _EACH) * (foe[0] % FLAG)
    return lead & position.bare | position.claims[seat]  # RV-11, RV-16


def won(position: Draft, seat: int) -> Outcome | None:
    """Return how the game has been won after a card or stone of this seat, if it has."""
    other, others = 1 - seat, position.others
    leading = position.leads[seat] & position.goals[seat]
    if leading & ~others:  # RV-19
        return Outcome("flag", (SEATS[seat],))
    if position.leads[other] & position.goals[other] & ~others:  # RV-19: laid where it leads
        return Outcome("flag", (SEATS[other],))
    if leading and leading == others:  # RV-20
        return Outcome("buildings", (SEATS[seat],))
    if FLAG not in position.hands[seat] and position.stones[seat].bit_count() == STONES:  # RV-21
        return Outcome("stones", (SEATS[seat],))
    return None


def _claims(position: Draft, seat: int) -> tuple[int, int]:
    """Return the claims to Notre Dame (RV-16) when this seat has laid a card beside it."""
    notre_dame = position.notre_dame
    lead = lane(position.leads[seat], notre_dame) - 127
    if position.notre_dame_open and not (position.setup.early and lead):
        return 0, 0
    # When equal it is the other's: this seat has occupied the last free neighbour.
    least = seat if lead < 0 else 1 - seat
    return (0, notre_dame) if least else (notre_dame, 0)


def _with_goal(goals: tuple[int, int], seat: int, fields: int) -> tuple[int, int]:
    """Return `goals` with more fields where a lead of this seat may win."""
    light, dark = goals
    return (light, dark | fields) if seat else (light | fields, dark)


def begin_turn(draft: Draft, stones_only: int = AGAIN) -> None:
    """Let the seat of `draft` begin its turn.

    stones_only: what it does when all cards are laid, AGAIN or LAST.
    """
    if draft.free:  # RV-8
        draft.does = LAY
        draft.rows = draft.hands[draft.seat]
        draft.columns = draft.free
        return
    draft.does = stones_only
    draft.rows = STONE_ROW
    for _ in SEATS:  # RV-22: a seat that can set none is skipped
        draft.columns = columns_of(may_set(draft, draft.seat))
        if draft.columns != END_COLUMN:
            return
        draft.seat ^= 1


def end_game(draft: Draft, outcome: Outcome) -> None:
    """End the game."""
    draft.outcome = outcome
    draft.seat = 0
    draft.does = OVER
    draft.rows = b""
    draft.columns = END_COLUMN


class Position(Frozen, Untimed, Draft):
    """One state of a game of Revolution. Made by ``revolution.start`` and ``play``."""

    __slots__ = ()

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else SEATS[self.seat]

    @property
    def phase(self) -> str:
        """What the seat to move does, a word of PHASES."""
        return PHASES[self.does]

    def legal_moves(self) -> Moves:
        return Moves(self.rows, self.columns)

    def play(self, move: Move) -> "Position":  # noqa: PLR0915  # a card, field by field
        effect = EFFECTS.get(move)
        if effect is None or effect.row not in self.rows or effect.column not in self.columns:
            raise self._refusal(move)
        if effect.row > FLAG:
            return finished(_other_move(self, effect))
        # A card (RV-8). Most moves are, so everything stands here, and calls no function that it
        # does not need.
        seat = self.seat
        light, dark = self.hands
        light_lead, dark_lead = self.leads
        for_light, for_dark = effect.leads[seat]
        after = Draft()
        after.setup = setup = self.setup
        after.notre_dame = self.notre_dame
        after.others = self.others
        after.plies = self.plies + 1
        after.outcome = None
        after.free = free = self.free.replace(effect.field, b"")
        after.open = open_ = self.open - effect.around
        after.lying = self.lying + effect.lies[seat]
        after.bare = bare = self.bare | effect.bit
        if seat:
            after.hands = hands = light, dark.replace(effect.card, b"")
        else:
            after.hands = hands = light.replace(effect.card, b""), dark
        after.leads = leads = light_lead + for_light, dark_lead + for_dark  # RV-9
        after.stones = self.stones
        after.goals = self.goals
        after.claims = self.claims
        after.notre_dame_open = self.notre_dame_open
        if effect.column in self.notre_dame_open:
            after.notre_dame_open = self.notre_dame_open.replace(effect.field, b"")
            after.claims = _claims(after, seat)
        if effect.row == FLAG:
            after.goals = _with_goal(self.goals, 1 - seat, effect.bit)
        if leads[seat] & after.goals[seat] or effect.row == FLAG:  # nothing else wins by a card
            outcome = won(after, seat)
            if outcome:
                end_game(after, outcome)
                return finished(after)
        # As may_set, for the usual option.
        other = 1 - seat
        strongest = hands[other][0] % FLAG if hands[other] else 0
        fields = leads[seat] - (open_ >> 3 & _EACH) * strongest & bare | after.claims[seat]
        if fields and (setup.every_strongest or self.stones[seat].bit_count() == STONES):
            fields = may_set(after, seat)  # fewer, or none
        if fields:
            after.seat = seat
            after.does = SET
            after.rows = STONE_ROW
            after.columns = columns_of(fields)
        elif free:  # RV-18: the turn has ended by itself
            after.seat = other
            after.does = LAY
            after.rows = hands[other]
            after.columns = free
        else:
            after.seat = other
            begin_turn(after)
        after.__class__ = Position
        return after  # type: ignore[return-value]  # mypy does not follow the line above

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Return the error that says why `move` cannot be played here."""
        from rules.revolution_text import why_not  # it imports this module

        if move not in EFFECTS:
            return malformed(move, told("a move looks like N@c3, 7@c3, F@c3, *c3 or end"), self)
        if self.outcome:
            return too_late(move, self)
        return illegal(move, why_not(self, EFFECTS[move]), self)

    def hand_of(self, seat: str) -> str:
        """Return the cards that `seat` still holds, the highest first, the flag last."""
        return "".join(CARDS[card] for card in self.hands[SEATS.index(seat)])

    def stones_of(self, seat: str) -> int:
        """Return how many stones `seat` has set."""
        return self.stones[SEATS.index(seat)].bit_count()

    def on(self, field: str) -> str:
        """Return what is on a field, as in the position's text: ``""``, ``V``, ``No``, ``dFx``."""
        bit = 128 << 8 * FIELDS.index(field)
        what: str = LYING[lane(self.lying, bit)]
        light, dark = self.stones
        return what + ("o" if light & bit else "x" if dark & bit else "")

    def influence(self, field: str) -> dict[str, int]:
        """Return each seat's influence on a field (RV-9), added up from the cards around."""
        column = FIELDS.index(field) + 1
        sums = dict.fromkeys(SEATS, 0)
        for near in (column, *NEIGHBOURS[column]):
            what = self.on(FIELDS[near - 1])
            if what[1:2].isdigit():
                sums["light" if what[0] == "l" else "dark"] += int(what[1])
        return sums

    def lead(self, field: str) -> int:
        """Return light's influence on a field less dark's, as kept from move to move."""
        own = self.on(field)[:1] == "l"
        return lane(self.leads[0], 128 << 8 * FIELDS.index(field)) - 127 - own

    def scores(self) -> dict[str, int]:
        """Return the winner's points, the stones that the other has not set (RV-23); else 0."""
        scores = dict.fromkeys(SEATS, 0)
        for winner in self.outcome.winners if self.outcome else ():
            scores[winner] = STONES - self.stones_of(other_seat(winner))
        return scores

    def detail(self) -> dict[str, Any]:
        """Return ``stones`` set and cards in ``hand`` by seat, ``influence`` by building and seat,
        the ``phase`` (a word of PHASES), and the ``position`` as text.
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
        # Every field has one form for one state: hands and free fields keep their order.
        return isinstance(other, Position) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)

    @property
    def _key(self) -> tuple[object, ...]:
        """What tells positions apart; the other fields follow from these."""
        return (
            self.setup, self.seat, self.does, self.plies, self.outcome, self.lying, self.hands,
            self.stones, self.claims,
        )  # fmt: skip

    def __str__(self) -> str:
        from rules.revolution_text import write  # it imports this module

        return write(self)


def finished(draft: Draft) -> Position:
    """Return a draft as a position, which cannot be changed."""
    draft.__class__ = Position
    return draft  # type: ignore[return-value]  # mypy does not follow the line above


def _other_move(before: Position, effect: Effect) -> Draft:
    """Return the draft after a move that lays no card."""
    if effect.row < STONE:
        return _build(before, effect)
    return _set_stone(before, effect) if effect.column else _end_turn(before)


def _build(before: Position, effect: Effect) -> Draft:
    """Return the draft after a building has been placed (RV-5)."""
    after = draft_of(before)
    if effect.row == NOTRE_DAME:
        after.notre_dame = effect.bit
    else:
        after.others |= effect.bit
    after.plies += 1
    after.free = before.free.replace(effect.field, b"")
    after.open -= effect.around
    after.lying += effect.lies[0]
    after.rows = before.rows.replace(effect.card, b"")
    after.seat = 1 - before.seat
    if after.rows:
        after.columns = building_sites(after.free, after.setup.apart)
    else:
        after.notre_dame_open = free_beside_notre_dame(after)
        begin_turn(after)  # light: RV-8
    return after


def _set_stone(before: Position, effect: Effect) -> Draft:
    """Return the draft after a stone has been set (RV-11)."""
    seat = before.seat
    light, dark = before.stones
    after = draft_of(before)
    after.plies += 1
    after.stones = stones = (light, dark | effect.bit) if seat else (light | effect.bit, dark)
    # A stone changes nobody's influence: the other fields that could bear one still can.
    after.columns = before.columns.replace(effect.field, b"")
    after.does = SET
    last = stones[seat].bit_count() == STONES
    if effect.bit == before.notre_dame:
        after.claims = (0, 0)
        after.notre_dame_open = b""
        after.goals = _with_goal(before.goals, seat, before.others)
    else:
        after.bare ^= effect.bit
    if last or effect.bit == before.notre_dame:  # RV-20, RV-21; no other stone wins
        outcome = won(after, seat)
        if outcome:
            end_game(after, outcome)
            return after
    if last or after.columns == END_COLUMN:  # RV-18
        after.seat = 1 - seat
        begin_turn(after)
    return after


def _end_turn(before: Position) -> Draft:
    """Return the draft after a seat has ended its turn (RV-18)."""
    after = draft_of(before)
    after.plies += 1
    if before.does == LAST:  # RV-22: the second turn in a row without a stone
        end_game(after, Outcome("exhausted", ()))
        return after
    after.seat = 1 - before.seat
    begin_turn(after, LAST if before.does == AGAIN else AGAIN)
    return after


def free_beside_notre_dame(position: Draft) -> bytes:
    """Return the free neighbours of Notre Dame, as columns."""
    column = position.notre_dame.bit_length() // 8
    return bytes(near for near in NEIGHBOURS[column] if near in position.free)


def other_seat(seat: str) -> str:
    """Return the seat that plays against `seat`."""
    return SEATS[1 - SEATS.index(seat)]


def _one_of(*values: str) -> Callable[[str], str]:
    """Return a function that gives the canonical text of an option with these values."""

    def canonical(text: str) -> str:
        if text not in values:
            can = ", ".join(values)
            raise MalformedError(told("{text!r} should be one of {can}", text=text, can=can))
        return text

    return canonical


class Revolution(Game):
    """The game: its options, its first position, and positions from text."""

    name = "revolution"
    titles = ("Revolution", "Revolutie")
    players = range(2, 3)
    vocabulary = VOCABULARY
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

    def every_move(self, start: Position) -> Sequence[Move]:  # noqa: ARG002
        return tuple(EFFECTS)

    def start(
        self,
        players: int,
        options: Mapping[str, str] | None = None,
        load: Load = load_nothing,  # noqa: ARG002
    ) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        return first_position(
            Setup(
                apart=chosen["buildings_apart"] == "true",
                every_strongest=chosen["securing"] == "strongest_cards",
                early=chosen["notre_dame"] == "early",
            )
        )

    def turn_ends(self, position: Any) -> tuple[Move, ...]:
        return (END,) if position.does == SET and END in position.legal_moves() else ()

    def meant(self, line: str, position: Any) -> Iterator[tuple[Move, ...]]:
        for (text,) in super().meant(line, position):
            move = as_laid(text)
            lays = move in EFFECTS and EFFECTS[move].row <= FLAG
            if lays and position.does == SET:
                yield END, move  # RV-18: a second card implies the end of the turn
            elif move == END and position.free and move not in position.legal_moves():
                yield ()  # RV-18: an end too many
            else:
                yield (move,)

    def position(self, text: str, load: Load = load_nothing) -> Position:  # noqa: ARG002
        from rules.revolution_text import read  # it imports this module

        try:
            return read(text)
        except ValueError as error:
            raise MalformedError(
                f"{text!r} is no Revolution position: {error}; one looks like {self.start(2)}"
            ) from None


def first_position(setup: Setup) -> Position:
    """Return the position in which dark begins with a building (RV-5)."""
    draft = Draft()
    draft.setup = setup
    draft.seat = 1
    draft.does = BUILD
    draft.notre_dame = draft.others = 0
    draft.plies = 0
    draft.outcome = None
    draft.rows = BUILDING_ROWS
    draft.columns = draft.free = CITY
    draft.open = _ALL_OPEN
    draft.lying = draft.bare = 0
    draft.notre_dame_open = b""
    draft.hands = (FULL_HAND, FULL_HAND)
    draft.leads = (_NO_LEAD, _NO_LEAD)
    draft.stones = draft.goals = draft.claims = (0, 0)
    return finished(draft)


revolution = Revolution()
