"""What distinguishes two moves of Révolution with hourglasses."""

from functools import cache

from firmware.games.facts import Fact, Made
from firmware.words import say
from rules.hourglass import Board, Glass, Position

Move = Made[Position]

NO_WAY = 12  # lines that a glass counts which is hemmed in, or has none of its goal free


@cache
def _lines_to(board: Board, holes: tuple[str, ...]) -> dict[str, int]:
    """Return how many lines lead from each hole to the nearest one of these."""
    away = dict.fromkeys(holes, 0)
    edge = set(away)
    while edge:
        beside = {one for pair in board.lines for one in pair if edge & set(pair)}
        edge = beside - set(away)
        away |= dict.fromkeys(edge, max(away.values()) + 1)
    return away


def _away(made: Move, glass: Glass) -> int:
    board, seat = made.after.board, made.after.seats.index(glass.seat)
    return _lines_to(board, board.homes[1 - seat])[str(glass.hole)]  # HG-2


def _glasses(made: Move, *, own: bool) -> list[Glass]:
    """Return the living glasses outside their goal, those of the seat or those of the other."""
    there = (glass for glass in made.after.glasses if glass.hole and not glass.dead)
    return [glass for glass in there if (glass.seat == made.seat) is own and _away(made, glass)]


def _there(made: Move) -> Glass | None:
    """Return the glass that was moved; None where it has died at once (HG-7)."""
    end = made.move.partition("-")[2]
    return next((glass for glass in made.after.glasses if glass.hole == end), None)


def _free_beside(made: Move, glass: Glass) -> set[str]:
    """Return the free holes to which lines lead from a glass."""
    taken = {one.hole for one in made.after.glasses}
    return {
        hole
        for pair in made.after.board.lines
        if glass.hole in pair
        for hole in pair
        if hole not in taken
    }


def _can_move(made: Move, glass: Glass) -> bool:
    """Whether a glass may be moved (HG-9) and has somewhere to go."""
    mine = made.after.side.name == glass.seat
    movable = (made.after.mine if mine else made.after.theirs)[2]
    at = made.after.board.numbers[str(glass.hole)]
    return bool(movable >> at & 1 and _free_beside(made, glass))


def _way_round(made: Move, glass: Glass) -> int:
    """Return how many lines lead from a glass to its goal through free holes; `NO_WAY` if none."""
    board = made.after.board
    goal = set(board.homes[1 - made.after.seats.index(glass.seat)])
    free = set(board.holes) - {one.hole for one in made.after.glasses}
    reached = edge = {str(glass.hole)}
    for lines in range(1, NO_WAY):
        edge = {one for pair in board.lines if edge & set(pair) for one in pair} & free - reached
        if edge & goal:
            return lines
        reached = reached | edge
    return NO_WAY


def _lines_round(made: Move, *, own: bool) -> int:
    return sum(_way_round(made, glass) for glass in _glasses(made, own=own))


def _lines_between(made: Move, *, own: bool) -> int | None:
    """Return how many lines lead from the glass that was moved to the nearest other living one of
    the seat, or of the other, that is not in its goal.
    """
    holes = {str(glass.hole) for glass in _glasses(made, own=own)} - {made.move.partition("-")[2]}
    glass = _there(made)
    if glass is None or not holes:
        return None
    away = _lines_to(made.after.board, (str(glass.hole),))
    return min(away[hole] for hole in holes)


def _free_beside_it(made: Move) -> int | None:
    glass = _there(made)
    return None if glass is None else len(_free_beside(made, glass))


def _ways(made: Move, *, own: bool) -> int:
    return sum(
        len(_free_beside(made, glass)) for glass in _glasses(made, own=own)
        if _can_move(made, glass)
    )  # fmt: skip


def _in_goal(made: Move) -> int:
    return made.after.scores()[made.seat]


def _about_to_arrive(made: Move, *, own: bool) -> int:
    """Return how many glasses can move into their goal, were it their turn."""
    seat = made.after.seats.index(made.seat)
    goal = set(made.after.board.homes[1 - seat if own else seat])
    return sum(
        _can_move(made, glass) and bool(_free_beside(made, glass) & goal)
        for glass in _glasses(made, own=own)
    )


def _hemmed_in(made: Move, *, own: bool) -> int:
    return sum(not _free_beside(made, glass) for glass in _glasses(made, own=own))


def _sand_before(made: Move) -> int | None:
    start = made.move.partition("-")[0]
    glass = next(glass for glass in made.before.glasses if glass.hole == start)
    return None if glass.ends is None else glass.remaining // 100


def _sand_after(made: Move) -> int | None:
    glass = _there(made)
    return None if glass is None else glass.remaining // 100


def _least_sand(made: Move) -> int | None:
    running = [glass.remaining // 100 for glass in _glasses(made, own=True) if glass.ends]
    return min(running, default=None)


def _sand(made: Move) -> int:
    return sum(glass.remaining for glass in _glasses(made, own=True)) // 100


def _lines(made: Move) -> int:
    return sum(_away(made, glass) for glass in _glasses(made, own=True))


def _hindmost(made: Move) -> int | None:
    return max((_away(made, glass) for glass in _glasses(made, own=True)), default=None)


def _lines_left(made: Move) -> int | None:
    glass = _there(made)
    return None if glass is None else _away(made, glass)


FACTS: tuple[Fact[Position], ...] = (
    Fact(say("more of its hourglasses are in the goal then"), _in_goal, 0.3),
    Fact(
        say("the hourglass that moves has fewer seconds of sand left"), _sand_before, 500,
        fewer=True, tenths=True,
    ),
    Fact(
        say("the hourglass that moves runs for more seconds from there"), _sand_after, 500,
        tenths=True,
    ),
    Fact(
        say("the one of its hourglasses that runs out first has more seconds then"), _least_sand,
        200, tenths=True,
    ),
    Fact(say("its hourglasses run for more seconds in all"), _sand, 700, tenths=True),
    Fact(
        say("the hourglass that moves is fewer lines from the goal then"), _lines_left, 2,
        fewer=True,
    ),
    Fact(say("its hourglasses are fewer lines from the goal in all"), _lines, 1.5, fewer=True),
    Fact(
        say("its hindmost hourglass is fewer lines from the goal then"), _hindmost, 1, fewer=True
    ),
    Fact(
        say("more of its hourglasses can move into the goal then"),
        lambda made: _about_to_arrive(made, own=True), 1,
    ),
    Fact(
        say("fewer of the other's hourglasses can move into the goal then"),
        lambda made: _about_to_arrive(made, own=False), 1, fewer=True,
    ),
    Fact(
        say("fewer of its hourglasses are hemmed in then"),
        lambda made: _hemmed_in(made, own=True), 1, fewer=True,
    ),
    Fact(
        say("more of the other's hourglasses are hemmed in then"),
        lambda made: _hemmed_in(made, own=False), 1,
    ),
    Fact(
        say("the nearest hourglass of the other is fewer lines away from it then"),
        lambda made: _lines_between(made, own=False), 2.5, fewer=True,
    ),
    Fact(
        say("the nearest hourglass of the other is more lines away from it then"),
        lambda made: _lines_between(made, own=False), 2.5,
    ),
    Fact(
        say("the nearest of its own hourglasses is fewer lines away from it then"),
        lambda made: _lines_between(made, own=True), 3, fewer=True,
    ),
    Fact(
        say("the nearest of its own hourglasses is more lines away from it then"),
        lambda made: _lines_between(made, own=True), 3,
    ),
    Fact(say("more free holes lie beside the hourglass that moves then"), _free_beside_it, 1.5),
    Fact(
        say("its hourglasses have fewer lines to go to the goal, past all others"),
        lambda made: _lines_round(made, own=True), 2.5, fewer=True,
    ),
    Fact(
        say("the other's hourglasses have more lines to go to the goal, past all others"),
        lambda made: _lines_round(made, own=False), 2,
    ),
    Fact(
        say("its hourglasses outside the goal have more moves then"),
        lambda made: _ways(made, own=True), 3,
    ),
    Fact(
        say("the other's hourglasses outside the goal have fewer moves then"),
        lambda made: _ways(made, own=False), 1.5, fewer=True,
    ),
)  # fmt: skip
