"""Games with their results, for standings and ratings."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from itertools import permutations

from hypothesis import strategies as st

from firmware.match.seats import Seat, Seats, write_seats
from firmware.storage.computers import COMPUTERS
from firmware.storage.settings import SEATS
from firmware.storage.store import Store
from firmware.storage.values import RESIGNED
from rules import Outcome, make_header, read_record, write_record

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def played(
    store: Store,
    game: str,
    scores: Mapping[str, int],
    winners: Sequence[str] | None,
    position: str | None = None,
) -> None:
    """A game by these names that ended with these scores; winners None: it was abandoned."""
    header = make_header(game, tuple(scores), position=position)
    number = store.begin(header, BEGAN)
    seats = header.start().seats
    by_name = dict(zip(scores, seats, strict=True))
    won = tuple(by_name[name] for name in winners or ())
    store.finish(
        number, "abandoned" if winners is None else "over", BEGAN,
        scores=dict(zip(seats, scores.values(), strict=True)),
        outcome=None if winners is None else Outcome("agreed", won),
    )  # fmt: skip


PAIRS = tuple(pair for anna in ("Anna", "anna ") for pair in permutations((anna, "Bram", "1"), 2))


STEPS = (
    *("play", "end", "take back") * 3,
    *("begin", "bring in", "resign", "resume", "seat", "delete"),
)


SEVERAL_STEPS = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(1, 3), st.integers(0, 11)),
    min_size=8,
    max_size=40,
)


def take(store: Store, step: str, number: int, which: int) -> None:
    """Carry out one step of some life of a store. Raise StoreError where it cannot be."""
    header = make_header("forum_romanum", PAIRS[which])
    if step == "begin":
        store.begin(header, BEGAN, {COMPUTERS: "2:3"} if which % 4 == 0 else {})
    elif step == "bring in":
        store.add(read_record(write_record(header, ("y@d4", "agree")[: which % 3]).encode()), BEGAN)
    elif step == "resume":
        store.resume(number, BEGAN)
    elif step == "seat":
        seats = Seats({"1": Seat(level=which % 2), "2": Seat(level=which % 3)})
        store.set(f"{SEATS}{number}", write_seats(seats) if which % 5 else None)
    elif step == "delete":
        store.delete(number)
    else:
        played = store.game(number)
        position, plies = played.position(), len(played.moves)
        if step == "play" and position.outcome is None:
            store.keep(number, plies + 1, "1", ("y@d4", "agree")[plies % 2], 0)
        elif step == "take back":
            store.take_back(number, plies)
        elif step in ("end", "resign"):
            over = position.outcome is not None
            gave_up = Outcome(RESIGNED, ("2",)) if step == "resign" else None
            store.finish(
                number, "over" if over else "abandoned", BEGAN, scores=position.scores(),
                outcome=position.outcome or gave_up,
            )  # fmt: skip
