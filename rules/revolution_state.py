"""The fields of a position of Revolution, and what follows from them without a move.

Fields, lanes and numbers are explained in ``rules.revolution``.
"""

from dataclasses import dataclass

from rules.game import Outcome
from rules.revolution_moves import (
    BUILDING_ROWS,
    CARDS,
    CITY,
    END_COLUMN,
    FIELDS,
    FLAG,
    FULL_HAND,
    LYING,
    NEIGHBOURS,
    SEATS,
    SIDE,
    STONE_ROW,
    columns_of,
    lane,
)

STONES = 11  # RV-2

# The phases of the seat to move, by the words of a position's text.
PHASES = ("building", "card", "stones", "again", "last", "over")
BUILD, LAY, SET, AGAIN, LAST, OVER = range(6)

_EACH = sum(1 << 8 * lane for lane in range(SIDE * SIDE))  # a 1 in every lane
_NO_LEAD = 127 * _EACH  # the leads where no seat has influence
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

    Attributes:
        setup: the options.
        seat: the seat to move, an index of SEATS; light when the game is over.
        does: its phase, an index of PHASES.
        notre_dame: the set of Notre Dame's field.
        others: the set of the fields of Versailles and Bastille.
        plies: the moves played.
        rows: of the legal moves.
        columns: of the legal moves.
        free: the free fields as columns.
        open: see ``rules.revolution``.
        lying: see ``rules.revolution``.
        bare: the set of fields with a card and no stone.
        hands: cards as rows, the highest number first, the flag last.
        leads: see ``rules.revolution``.
        stones: the sets of fields that bear them.
        goals: the sets of fields where a lead may win: the other's flag (RV-19) and, once the
            seat's stone is on Notre Dame, Versailles and Bastille (RV-20).
        claims: the set of Notre Dame's field for a seat that may set a stone there (RV-16), or 0.
        notre_dame_open: the free neighbours of Notre Dame as columns, empty once it bears a stone.
        outcome: how the game ended, None while it goes on.
    """

    __slots__ = (
        "bare",
        "claims",
        "columns",
        "does",
        "free",
        "goals",
        "hands",
        "leads",
        "lying",
        "notre_dame",
        "notre_dame_open",
        "open",
        "others",
        "outcome",
        "plies",
        "rows",
        "seat",
        "setup",
        "stones",
    )

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

    @property
    def seats(self) -> tuple[str, ...]:
        return SEATS

    @property
    def to_move(self) -> str | None:
        return None if self.outcome else SEATS[self.seat]

    @property
    def phase(self) -> str:
        """The phase of the seat to move, a word of PHASES."""
        return PHASES[self.does]

    def hand_of(self, seat: str) -> str:
        """Return the cards that `seat` still holds, the highest first, the flag last."""
        return "".join(CARDS[card] for card in self.hands[SEATS.index(seat)])

    def stones_of(self, seat: str) -> int:
        """Return how many stones `seat` has set."""
        return self.stones[SEATS.index(seat)].bit_count()

    def on(self, field: str) -> str:
        """Return the piece on a field, as in a position's text: ``""``, ``V``, ``No``, ``dFx``."""
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


def first_draft(setup: Setup) -> Draft:
    """Return the draft in which dark begins with a building (RV-5)."""
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
    return draft


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
    """Return the outcome after a card or stone of this seat. None if the game goes on."""
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


def claims_beside(position: Draft, seat: int) -> tuple[int, int]:
    """Return the claims to Notre Dame (RV-16) when this seat has laid a card beside it."""
    notre_dame = position.notre_dame
    lead = lane(position.leads[seat], notre_dame) - 127
    if position.notre_dame_open and not (position.setup.early and lead):
        return 0, 0
    # At equal influence it is the other's: this seat has occupied the last free neighbour.
    least = seat if lead < 0 else 1 - seat
    return (0, notre_dame) if least else (notre_dame, 0)


def with_goal(goals: tuple[int, int], seat: int, fields: int) -> tuple[int, int]:
    """Return `goals` with more fields where a lead of this seat may win."""
    light, dark = goals
    return (light, dark | fields) if seat else (light | fields, dark)


def begin_turn(draft: Draft, stones_only: int = AGAIN) -> None:
    """Let the seat of `draft` begin its turn.

    stones_only: its phase when all cards are laid, AGAIN or LAST.
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


def go_on(draft: Draft, seat: int) -> None:
    """Let a seat that has laid its card set stones (RV-11); else the turn has ended (RV-18)."""
    fields = may_set(draft, seat)
    if fields:
        draft.seat = seat
        draft.does = SET
        draft.rows = STONE_ROW
        draft.columns = columns_of(fields)
    else:
        draft.seat = 1 - seat
        begin_turn(draft)


def end_game(draft: Draft, outcome: Outcome) -> None:
    """End the game."""
    draft.outcome = outcome
    draft.seat = 0
    draft.does = OVER
    draft.rows = b""
    draft.columns = END_COLUMN


def free_beside_notre_dame(position: Draft) -> bytes:
    """Return the free neighbours of Notre Dame, as columns."""
    column = position.notre_dame.bit_length() // 8
    return bytes(near for near in NEIGHBOURS[column] if near in position.free)


def other_seat(seat: str) -> str:
    """Return the seat that plays against `seat`."""
    return SEATS[1 - SEATS.index(seat)]
