"""The facts that distinguish two moves of Das glorreiche Manöver."""

from collections.abc import Iterator

from firmware.games.facts import Fact, Made, mine, theirs
from firmware.words import N_
from rules.manoeuvre import RECRUITS, Position
from rules.manoeuvre_board import HOME, unpack

Move = Made[Position]


def _stacks(position: Position) -> Iterator[tuple[int, str]]:
    """Yield each field with recruits, and the seats of its recruits, bottom to top."""
    for field, stack in enumerate(position.board):
        if stack:
            yield field, unpack(stack)


def _free(made: Move, *, own: bool) -> list[int]:
    """Return the fields with a recruit of the seat, or of others, on top."""
    return [field for field, seats in _stacks(made.after) if (seats[-1] == made.seat) is own]


def _can_reach(made: Move, start: int, end: int) -> bool:
    """Return whether the top recruit of a field reaches another that has room (GM-5, GM-15)."""
    return start < end <= start + made.after.reach(start) and not made.after.closed >> end & 1


def _far(made: Move, field: int) -> int:
    """Return the most fields that the top recruit of a field can go; home is a field more."""
    home, reach = made.after.setup.home, made.after.reach(field)
    if field + reach >= home:
        return home - field
    return next(n for n in range(reach, 0, -1) if not made.after.closed >> field + n & 1)


def _way(made: Move) -> tuple[int, int]:
    """Return the start and the end of the move; home is the field after the last."""
    start, _, end = made.move.partition("-")
    return int(start), made.before.setup.home if end == HOME else int(end)


def _place(made: Move) -> int:
    return RECRUITS - len(made.before.home) if made.move.endswith(HOME) else 0


def _rewards(made: Move) -> int:
    rewards = made.after.setup.rewards
    return sum(rewards[field] for field in made.after.taken if field not in made.before.taken)


def _farther(made: Move) -> int:
    start, end = _way(made)
    return end - start


def _overtaken(made: Move) -> int:
    start, end = _way(made)
    passed = (seats for field, seats in _stacks(made.before) if start < field < end)
    return sum(len(seats) - seats.count(made.seat) for seats in passed)


def _covered(made: Move, *, own: bool) -> int:
    below = "".join(seats[:-1] for _, seats in _stacks(made.after))
    return sum((seat == made.seat) is own for seat in below)


def _far_in_all(made: Move, *, own: bool) -> int:
    return sum(_far(made, field) for field in _free(made, own=own))


def _next_far(made: Move) -> int | None:
    _, end = _way(made)
    return None if end == made.after.setup.home else _far(made, end)


def _can_cover(made: Move, *, own: bool) -> int:
    """Return the number of free recruits of a side that free recruits of the other can cover.

    own: whether recruits of the seat cover.
    """
    starts, ends = _free(made, own=own), _free(made, own=not own)
    return sum(any(_can_reach(made, start, end) for start in starts) for end in ends)


def _can_go_home(made: Move, *, own: bool) -> int:
    """Return the number of recruits that can go home; of the seat, with its recruits at home."""
    home = made.after.setup.home
    there = made.after.home.count(made.seat) if own else 0
    return there + sum(field + made.after.reach(field) >= home for field in _free(made, own=own))


def _reward_in_reach(made: Move, *, own: bool) -> int:
    starts = _free(made, own=own)
    return max(
        (
            value
            for field, value in made.after.setup.rewards.items()
            if field not in made.after.taken and any(_can_reach(made, start, field) for start in starts)
        ),
        default=0,
    )


def _hindmost(made: Move) -> int | None:
    return next((field for field, seats in _stacks(made.after) if made.seat in seats), None)


FACTS: tuple[Fact[Position], ...] = (
    Fact(N_("it brings a recruit home for more points"), _place, 2),
    Fact(N_("it takes more points of reward stones"), _rewards, 0.5),
    Fact(N_("a reward stone of more points is within reach of its recruits"), mine(_reward_in_reach), 1),
    Fact(N_("the best reward stone within reach of others has fewer points"), theirs(_reward_in_reach), 1, fewer=True),
    Fact(N_("it overtakes more recruits of others"), _overtaken, 2, topic="way"),
    Fact(N_("more recruits of others are covered then"), theirs(_covered), 1),
    Fact(N_("fewer of its recruits are covered then"), mine(_covered), 1, fewer=True),
    Fact(N_("others can cover fewer of its recruits then"), theirs(_can_cover), 1.3, fewer=True),
    Fact(N_("its recruits can cover more of the others then"), mine(_can_cover), 1),
    Fact(N_("more of its recruits are home or one move from it then"), mine(_can_go_home), 1),
    Fact(N_("fewer recruits of others are one move from home then"), theirs(_can_go_home), 1, fewer=True),
    Fact(N_("its free recruits can go more fields in all"), mine(_far_in_all), 9, topic="far"),
    Fact(N_("free recruits of others can go fewer fields in all"), theirs(_far_in_all), 9, fewer=True),
    Fact(N_("the recruit that moves can go more fields from there"), _next_far, 9, topic="far"),
    Fact(N_("its hindmost recruit stands on a higher field then"), _hindmost, 8, topic="way"),
    Fact(N_("the recruit moves more fields"), _farther, 20, topic="way"),
)
