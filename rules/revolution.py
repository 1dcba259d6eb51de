"""The rules of Revolution (Reiner Knizia, 1992): clauses RV-1 to RV-23.

A position reads and writes as one line of text::

    ..l6.d7/d4x.l2ol7oB/d5xl8NxlFol1/.V.d8d3/d2.... dark:stones claim:- plies:23 early

the city, top row (5) first: ``.`` a free field, ``N`` ``V`` ``B`` a building, ``l`` or ``d`` and
a number or ``F`` a light or dark card, each with ``o`` or ``x`` behind it when a light or dark
stone lies on it; then the seat and its phase: a ``building`` to place, a ``card`` to lay,
``stones`` to set after that, ``again`` for a turn of stones only (RV-22), ``last`` for such a turn
after a turn without a stone, or ``over:REASON:WINNER``; the seat that may set its stone on Notre
Dame now (RV-16); the moves played; then, where they differ from the default, ``buildings_apart``,
``strongest_cards`` and ``early``. It is written and read in ``rules.revolution_text``.

Fields are numbered 1 to 25 in the order a5 b5 .. e5 a4 .. e1: the *columns* of the table of all
moves; column 0 is ``end``. The *rows* of that table are 0-9 a number card, 10 the flag, 11-13 the
buildings, 14 a stone. The legal moves are always all pairs of some rows and some columns.

The state of each field is kept in integers with a *lane* of 8 bits a field, a5 lowest, so that
one addition lays a card::

    field         ...    c5       b5       a5
    lane          ... 76543210 76543210 76543210
    a set         ... s....... s....... s.......   s: the field is in the set
    Draft.leads   ... Lnnnnnnn Lnnnnnnn Lnnnnnnn   127 + own influence - the other's + own card;
                                                   L: RV-12 lets the seat set a stone here
    Draft.open    ... ....Onnn ....Onnn ....Onnn   7 + free neighbours; O: there is one or more
    Draft.lying   ... nnnnnnnn nnnnnnnn nnnnnnnn   the piece here, an index of LYING

"own card" is 1 where a card of the seat's own colour lies, which decides when influence is
equal. No lane ever runs over: no influence is more than 9+8+7+6+5, on a field and all around it.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.game import (
    Game,
    IllegalError,
    Load,
    MalformedError,
    Move,
    Option,
    Outcome,
    PositionBase,
    illegal,
    load_nothing,
    malformed,
    no_position,
    too_late,
    true_or_false,
)
from rules.revolution_moves import (
    BUILDINGS,
    CARDS,
    EFFECTS,
    END,
    END_COLUMN,
    FIELDS,
    FLAG,
    NOTRE_DAME,
    SEATS,
    STONE,
    Effect,
    Moves,
    building_sites,
)
from rules.revolution_state import (
    AGAIN,
    LAST,
    PHASES,
    SET,
    STONES,
    Draft,
    Setup,
    begin_turn,
    claims_beside,
    draft_of,
    end_game,
    first_draft,
    free_beside_notre_dame,
    go_on,
    with_goal,
    won,
)
from rules.revolution_text import drawing, read, why_not, write
from rules.text import told

__all__ = ["BUILDINGS", "CARDS", "FIELDS", "PHASES", "SEATS", "STONES", "Position", "revolution"]


class Position(PositionBase, Draft):
    """A state of a game of Revolution. Made by ``revolution.start`` and ``play``."""

    __slots__ = ()

    def legal_moves(self) -> Moves:
        return Moves(self.rows, self.columns)

    def play(self, move: Move) -> "Position":
        effect = EFFECTS.get(move)
        if effect is None or effect.row not in self.rows or effect.column not in self.columns:
            raise self._refusal(move)
        if effect.row <= FLAG:
            after = _lay(self, effect)
        elif effect.row < STONE:
            after = _build(self, effect)
        elif effect.column:
            after = _set_stone(self, effect)
        else:
            after = _end_turn(self)
        after.__class__ = Position
        return after  # type: ignore[return-value]  # as in `_finished`

    def _refusal(self, move: Move) -> IllegalError | MalformedError:
        """Return the error that says why `move` cannot be played here."""
        if move not in EFFECTS:
            return malformed(move, told("a move looks like N@c3, 7@c3, F@c3, *c3 or end"), self)
        if self.outcome:
            return too_late(move)
        return illegal(move, why_not(self, EFFECTS[move]), self)

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
            "position": repr(self),
        }

    def key(self) -> tuple[object, ...]:
        # The other fields follow. Each has one form: hands and free fields keep their order.
        return (
            self.setup,
            self.seat,
            self.does,
            self.plies,
            self.outcome,
            self.lying,
            self.hands,
            self.stones,
            self.claims,
        )

    def __repr__(self) -> str:
        return write(self)

    def __str__(self) -> str:
        return drawing(self)


def _finished(draft: Draft) -> Position:
    """Return a draft as a position, which cannot be changed."""
    draft.__class__ = Position
    return draft  # type: ignore[return-value]  # mypy does not follow the line above


def _lay(before: Position, effect: Effect) -> Draft:
    """Return the draft after a card has been laid (RV-8), as most moves do."""
    seat, other = before.seat, 1 - before.seat
    light, dark = before.hands
    light_lead, dark_lead = before.leads
    for_light, for_dark = effect.leads[seat]
    after = Draft()
    after.setup = before.setup
    after.notre_dame = before.notre_dame
    after.others = before.others
    after.plies = before.plies + 1
    after.outcome = None
    after.free = before.free.replace(effect.field, b"")
    after.open = before.open - effect.around
    after.lying = before.lying + effect.lies[seat]
    after.bare = before.bare | effect.bit
    if seat:
        after.hands = light, dark.replace(effect.card, b"")
    else:
        after.hands = light.replace(effect.card, b""), dark
    after.leads = leads = light_lead + for_light, dark_lead + for_dark  # RV-9
    after.stones = before.stones
    after.goals = before.goals
    after.claims = before.claims
    after.notre_dame_open = before.notre_dame_open
    if effect.column in before.notre_dame_open:
        after.notre_dame_open = before.notre_dame_open.replace(effect.field, b"")
        after.claims = claims_beside(after, seat)
    if effect.row == FLAG:
        after.goals = with_goal(before.goals, other, effect.bit)
    if leads[seat] & after.goals[seat] or effect.row == FLAG:  # nothing else wins by a card
        outcome = won(after, seat)
        if outcome:
            end_game(after, outcome)
            return after
    go_on(after, seat)
    return after


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
    # A stone changes no influence: the other fields that could bear a stone still can.
    after.columns = before.columns.replace(effect.field, b"")
    after.does = SET
    last = stones[seat].bit_count() == STONES
    if effect.bit == before.notre_dame:
        after.claims = (0, 0)
        after.notre_dame_open = b""
        after.goals = with_goal(before.goals, seat, before.others)
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
    titles = ("Revolution", "Revolutie", "Revolution Knizia", "Révolution Knizia")
    players = range(2, 3)
    options = (
        Option("buildings_apart", "false", "no two buildings are neighbours (RV-7)", true_or_false),
        Option(
            "securing",
            "strongest_card",
            "what must not overturn a stone beside free fields: the opponent's strongest card, or "
            "as many of the strongest as there are free fields (RV-14)",
            _one_of("strongest_card", "strongest_cards"),
        ),
        Option(
            "notre_dame",
            "closed",
            "a stone on Notre Dame when all its neighbours are occupied, or also before (RV-16)",
            _one_of("closed", "early"),
        ),
    )

    def seats(self, players: int) -> tuple[str, ...]:
        self.count(players)
        return SEATS

    def every_move(self, start: Position) -> Sequence[Move]:
        return tuple(EFFECTS)

    def start(self, players: int, options: Mapping[str, str] | None = None, load: Load = load_nothing) -> Position:
        self.count(players)
        chosen = self.canonical(options or {})
        return _finished(
            first_draft(
                Setup(
                    apart=chosen["buildings_apart"] == "true",
                    every_strongest=chosen["securing"] == "strongest_cards",
                    early=chosen["notre_dame"] == "early",
                )
            )
        )

    def turn_ends(self, position: Any) -> tuple[Move, ...]:
        return (END,) if position.does == SET and END in position.legal_moves() else ()

    def position(self, text: str, load: Load = load_nothing) -> Position:
        try:
            return _finished(read(text))
        except ValueError as error:
            raise no_position(
                f"{text!r} is no Revolution position: {error}; one looks like {self.start(2)!r}", error
            ) from None


revolution = Revolution()
