"""The facts that distinguish two moves of Révolution with hourglasses."""

from functools import cache

from firmware.games.facts import Fact, Made, mine, theirs
from firmware.words import N_
from rules.hourglass import Board, Glass, Position

Move = Made[Position]


@cache
def _lines_to(board: Board, holes: tuple[str, ...]) -> dict[str, int]:
    """Return the number of lines from each hole to the nearest of some holes."""
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
    """Return the living glasses outside their goal, of the seat or of the other."""
    there = (glass for glass in made.after.glasses if glass.hole and not glass.dead)
    return [glass for glass in there if (glass.seat == made.seat) is own and _away(made, glass)]


def _there(made: Move) -> Glass | None:
    """Return the glass that was moved. None where it has died at once (HG-7)."""
    end = made.move.partition("-")[2]
    return next((glass for glass in made.after.glasses if glass.hole == end), None)


def _free_beside(made: Move, glass: Glass) -> set[str]:
    """Return the free holes to which lines lead from a glass."""
    taken = {one.hole for one in made.after.glasses}
    return {hole for pair in made.after.board.lines if glass.hole in pair for hole in pair if hole not in taken}


def _can_move(made: Move, glass: Glass) -> bool:
    """Return whether a glass may be moved (HG-9) and has a free hole beside it."""
    mine = made.after.side.name == glass.seat
    movable = (made.after.mine if mine else made.after.theirs)[2]
    at = made.after.board.numbers[str(glass.hole)]
    return bool(movable >> at & 1 and _free_beside(made, glass))


def _way_round(made: Move, glass: Glass) -> int | None:
    """Return the number of lines from a glass to its goal through free holes, if any way leads."""
    board = made.after.board
    goal = set(board.homes[1 - made.after.seats.index(glass.seat)])
    free = set(board.holes) - {one.hole for one in made.after.glasses}
    edge, lines = {str(glass.hole)}, 0
    while edge and not edge & goal:
        edge = {one for pair in board.lines if edge & set(pair) for one in pair} & free
        free, lines = free - edge, lines + 1
    return lines if edge else None


def _lines_round(made: Move, *, own: bool) -> int | None:
    """Return the number of lines of all glasses to their goal. None if a glass has no way."""
    ways = [_way_round(made, glass) for glass in _glasses(made, own=own)]
    found = [way for way in ways if way is not None]
    return sum(found) if len(found) == len(ways) else None


def _cut_off(made: Move, *, own: bool) -> int:
    return sum(_way_round(made, glass) is None for glass in _glasses(made, own=own))


def _free_beside_it(made: Move) -> int | None:
    glass = _there(made)
    return None if glass is None else len(_free_beside(made, glass))


def _ways(made: Move, *, own: bool) -> int:
    return sum(len(_free_beside(made, glass)) for glass in _glasses(made, own=own) if _can_move(made, glass))


def _in_goal(made: Move) -> int:
    return made.after.scores()[made.seat]


def _about_to_arrive(made: Move, *, own: bool) -> int:
    """Return the number of glasses that can move into their goal, were it their turn."""
    seat = made.after.seats.index(made.seat)
    goal = set(made.after.board.homes[1 - seat if own else seat])
    return sum(_can_move(made, glass) and bool(_free_beside(made, glass) & goal) for glass in _glasses(made, own=own))


def _several(made: Move) -> list[Glass]:
    """Return the living glasses of the seat outside its goal, if there are others than the moved.

    Other facts are about the moved glass alone.
    """
    glasses = _glasses(made, own=True)
    return [] if glasses == [_there(made)] else glasses


def _least_sand(made: Move) -> int | None:
    running = [glass.remaining // 100 for glass in _several(made) if glass.ends]
    return min(running, default=None)


def _sand(made: Move) -> int | None:
    glasses = _several(made)
    return sum(glass.remaining for glass in glasses) // 100 if glasses else None


def _lines(made: Move) -> int | None:
    lines = [_away(made, glass) for glass in _several(made)]
    return sum(lines) if lines else None


def _hindmost(made: Move) -> int | None:
    return max((_away(made, glass) for glass in _several(made)), default=None)


def _lines_left(made: Move) -> int | None:
    glass = _there(made)
    return None if glass is None else _away(made, glass)


FACTS: tuple[Fact[Position], ...] = (
    Fact(N_("more of its hourglasses are in the goal then"), _in_goal, 0.3),
    Fact(
        N_("the first of its hourglasses outside the goal to run out has more seconds then"),
        _least_sand,
        200,
        tenths=True,
        topic="sand",
    ),
    Fact(N_("its hourglasses outside the goal run for more seconds in all"), _sand, 700, tenths=True, topic="sand"),
    Fact(N_("the hourglass that moves is fewer lines from the goal then"), _lines_left, 2, fewer=True, topic="way"),
    Fact(N_("its hourglasses are fewer lines from the goal in all"), _lines, 1.5, fewer=True, topic="way"),
    Fact(N_("its hindmost hourglass is fewer lines from the goal then"), _hindmost, 1, fewer=True, topic="way"),
    Fact(N_("more of its hourglasses can move into the goal then"), mine(_about_to_arrive), 1),
    Fact(N_("fewer of the other's hourglasses can move into the goal then"), theirs(_about_to_arrive), 1, fewer=True),
    Fact(N_("more free holes lie beside the hourglass that moves then"), _free_beside_it, 1.5, topic="room"),
    Fact(
        N_("its hourglasses have fewer lines in all to go to the goal through free holes"),
        mine(_lines_round),
        2.5,
        fewer=True,
        topic="way",
    ),
    Fact(
        N_("the other's hourglasses have more lines in all to go to the goal through free holes"),
        theirs(_lines_round),
        2,
    ),
    Fact(N_("fewer of its hourglasses are cut off from the goal then"), mine(_cut_off), 1.5, fewer=True),
    Fact(N_("more of the other's hourglasses are cut off from the goal then"), theirs(_cut_off), 1.5),
    Fact(N_("its hourglasses outside the goal have more moves then"), mine(_ways), 3, topic="room"),
    Fact(N_("the other's hourglasses outside the goal have fewer moves then"), theirs(_ways), 1.5, fewer=True),
)
