"""Games with their results, for standings and ratings."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from itertools import permutations
from types import MappingProxyType

from hypothesis import strategies as st

from firmware.match.events import How, Played, ending
from firmware.storage.store import Store
from firmware.storage.values import RESIGNED
from rules import Outcome, make_header, read_record, write_record
from rules.record import PlayerNameError
from support.kept import back, new

BEGAN = datetime(2026, 11, 21, 20, 15, tzinfo=UTC)


def played(
    store: Store,
    game: str,
    scores: Mapping[str, int],
    winners: Sequence[str] | None,
    *,
    position: str | None = None,
    day: datetime = BEGAN,
    levels: Mapping[str, int] = MappingProxyType({}),
) -> int:
    """A game by these names that ended with these scores; winners None: it was abandoned.

    levels: of the seats that computers play.
    """
    header = make_header(game, tuple(scores), position=position)
    number = new(store, header, levels=levels)
    seats = header.start().seats
    by_name = dict(zip(scores, seats, strict=True))
    won = tuple(by_name[name] for name in winners or ())
    outcome = None if winners is None else Outcome("agreed", won)
    made = dict(zip(seats, scores.values(), strict=True))
    end = ending("abandoned" if winners is None else "over", outcome, made, None, 0)
    store.add_to(number, end, day=day)
    return number


PAIRS = tuple(pair for anna in ("Anna", "anna ") for pair in permutations((anna, "Bram", "1"), 2))


STEPS = (*("play", "end", "take back") * 3, *("begin", "bring in", "resign", "resume", "rename", "delete"))


SEVERAL_STEPS = st.lists(
    st.tuples(st.sampled_from(STEPS), st.integers(1, 3), st.integers(0, 11)), min_size=8, max_size=40
)


def take(store: Store, step: str, number: int, which: int) -> None:
    """Carry out one step of some life of a store. Raise StoreError where it cannot be."""
    header = make_header("forum_romanum", PAIRS[which])
    day = BEGAN + timedelta(days=which - 6)
    if step == "begin":
        new(store, header, levels={"2": 3} if which % 4 == 0 else {})
    elif step == "bring in":
        dated = header._replace(date=day.date().isoformat())
        store.add(read_record(write_record(dated, ("y@d4", "agree")[: which % 3]).encode()))
    elif step == "resume":
        store.resume(number, BEGAN)
    elif step == "rename":
        with suppress(PlayerNameError):
            store.rename(number, "1", PAIRS[which][1], BEGAN)
    elif step == "delete":
        store.delete(number)
    else:
        game = store.game(number)
        position, plies = game.position(), len(game.line.moves)
        if step == "play" and position.outcome is None:
            level = which % 3
            line = ("y@d4", "agree")[plies % 2]
            store.add_to(number, Played(plies + 1, "1", line, 0, level=level))
        elif step == "take back" and plies:
            back(store, number)
        elif step in ("end", "resign"):
            gave_up = Outcome(RESIGNED, ("2",)) if step == "resign" else None
            over = position.outcome is not None
            how: How = "over" if over else "resigned" if gave_up else "abandoned"
            end = ending(how, position.outcome or gave_up, position.scores(), None, 0)
            store.add_to(number, end, day=day)
