"""The facts that distinguish two moves of Revolution."""

from collections.abc import Callable

from firmware.games.facts import Fact, Made, mine, theirs
from firmware.words import N_, Text
from rules.revolution import FIELDS, SEATS, STONES, Position
from rules.revolution_state import may_set

Move = Made[Position]

NEAR_END = 6  # stones from which the stones still lacking are told
BUILT = {"N": N_("Notre Dame"), "V": N_("Versailles"), "B": N_("Bastille")}


def _lead(made: Move, field: str, *, own: bool = True) -> int:
    """Return the influence of the seat, or of the other, on a field less that of the other."""
    lead = made.after.lead(field)
    return lead if (made.seat == SEATS[0]) is own else -lead


def _field(made: Move) -> str | None:
    """Return the field where a card or building was laid. None for other moves."""
    return made.move.partition("@")[2] or None


def _trails(made: Move) -> int | None:
    """Return the lead of the other seat in stones. The result is None if it was not ahead."""
    own, other = (made.before.stones_of(seat) for seat in (made.seat, _other(made)))
    return other - made.after.stones_of(made.seat) if own < other else None


def _ahead(made: Move) -> int | None:
    """Return the lead of the seat in stones. It is None if it trailed, or is near the end."""
    own, other = (made.before.stones_of(seat) for seat in (made.seat, _other(made)))
    return made.after.stones_of(made.seat) - other if other <= own < NEAR_END else None


def _to_go(made: Move) -> int | None:
    """Return the stones that the seat lacks. It is None far from the end, or if it trailed."""
    own, other = (made.before.stones_of(seat) for seat in (made.seat, _other(made)))
    lacks = STONES - made.after.stones_of(made.seat)
    return lacks if other <= own and own >= NEAR_END else None


def _ready(made: Move, *, own: bool) -> int:
    """Return the number of stones that the seat, or the other, could set on its turn (RV-11)."""
    seat = made.seat if own else _other(made)
    left = STONES - made.after.stones_of(seat)
    return min(left, may_set(made.after, SEATS.index(seat)).bit_count())


def _leading(made: Move, *, own: bool) -> int:
    """Return the number of cards without a stone on which the seat, or the other, leads."""
    laid = (field for field in FIELDS if made.after.on(field)[1:] in {*"0123456789F"})
    return sum(_lead(made, field, own=own) > 0 for field in laid)


def _leading_on_free(made: Move, *, own: bool) -> int:
    free = (field for field in FIELDS if not made.after.on(field))
    return sum(_lead(made, field, own=own) > 0 for field in free)


def _lead_there(made: Move) -> int | None:
    field = _field(made)
    return None if field is None or made.before.phase == "building" else _lead(made, field)


def _lead_on(name: str) -> Callable[[Move], int | None]:
    """Return the measure of the lead on a building, or on the card of a flag."""

    def measure(made: Move) -> int | None:
        found = [field for field in FIELDS if made.before.on(field)[: len(name)] == name]
        return _lead(made, found[0]) if found else None

    return measure


def _lead_on_flag(made: Move, *, own: bool) -> int | None:
    return _lead_on(f"{made.seat[0] if own else _other(made)[0]}F")(made)


def _other(made: Move) -> str:
    return SEATS[1 - SEATS.index(made.seat)]


def _in_hand(made: Move) -> int:
    return sum(int(card) for card in made.after.hand_of(made.seat) if card != "F")


FACTS: tuple[Fact[Position], ...] = (
    Fact(N_("it trails by fewer stones then"), _trails, 0.5, fewer=True),
    Fact(N_("it is more stones ahead then"), _ahead, 0.5),
    Fact(N_("it lacks fewer of its eleven stones then"), _to_go, 0.5, fewer=True),
    Fact(N_("it can set more stones at once"), mine(_ready), 0.8),
    Fact(N_("the other can set fewer stones at once"), theirs(_ready), 1, fewer=True),
    Fact(N_("it leads on more cards without a stone"), mine(_leading), 1.5),
    Fact(N_("the other leads on fewer cards without a stone"), theirs(_leading), 1.3, fewer=True),
    Fact(N_("it leads on more free fields"), mine(_leading_on_free), 1.5),
    Fact(N_("the other leads on fewer free fields"), theirs(_leading_on_free), 1.5, fewer=True),
    Fact(
        N_("its lead where the card lies is greater"),
        _lead_there,
        8,
        behind=N_("it is less far behind where the card lies"),
    ),
    *(
        Fact(
            N_("its lead on {place} is greater"),
            _lead_on(name),
            6,
            values={"place": Text(BUILT[name], {})},
            behind=N_("it is less far behind on {place}"),
        )
        for name in ("V", "B")
    ),
    Fact(N_("its lead on Notre Dame, where the least influence counts, is smaller"), _lead_on("N"), 6, fewer=True),
    Fact(
        N_("its lead on the other's flag is greater"),
        theirs(_lead_on_flag),
        4,
        behind=N_("it is less far behind on the other's flag"),
    ),
    Fact(
        N_("its lead on its own flag is greater"),
        mine(_lead_on_flag),
        4,
        behind=N_("it is less far behind on its own flag"),
    ),
    Fact(N_("its cards in hand add up to more"), _in_hand, 4),
)
