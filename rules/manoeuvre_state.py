"""The fields of a position of Das glorreiche Manoever, and how a recruit that moves changes them."""

from functools import lru_cache

from rules.game import Move
from rules.manoeuvre_board import DIE, PAIR, ROLL, TRIPLE, Fields, Setup


def moves_from(setup: Setup, board: bytearray, occupied: int, closed: int, movable: Fields) -> tuple[Move, ...]:
    """Return the moves of the recruits on top on the fields `movable`.

    The other arguments are as in `Position`.
    """
    moves: tuple[Move, ...] = ()
    for start in movable:
        rank = (occupied >> start).bit_count()  # occupied fields from its own on: GM-12
        reaches = setup.moves[start] or setup.find_moves(start)
        reached, ends, still_open = reaches[board[start]][rank]
        if closed and (within := closed & ends):
            reached = still_open[within]
        moves += reached
    return moves


@lru_cache(maxsize=64)  # the number of sets of fields of the die
def possible_rolls(closed: int) -> tuple[Move, ...]:
    """Return the rolls that can occur, onto fields with room (GM-6)."""
    return tuple([f"{ROLL}{field}" for field in DIE if not closed >> field & 1])


class Draft:
    """The fields of a position, while it is put together.

    Attributes:
        setup: the seats, the track and the stones.
        board: field -> the stack on it, as :mod:`rules.manoeuvre_board` explains it, 0 when empty
            and for home.
        seat: the seat to move, from 1; 0 when the game is over.
        movable: the fields of its free recruits that have to move this turn (GM-8, GM-9).
        home: the seats of the recruits home, in the order of their coming (GM-17).
        rewarded: the fields of the reward stones that are taken, each with its seat (GM-16).
        plies: the moves played.
        occupied: bit n: recruits stand on field n; it counts the recruits ahead of a field (GM-12).
            It and the rest follow from these, and are kept since `play` needs them.
        closed: bit n: three recruits stand on field n (GM-5).
        moves: the legal moves.
        waiting: all other free recruits: those of the next seat, its mark, and so on for each other
            seat; then the own ones that have moved this turn. While 2 of 3 moves::

                12 30 (3)  7 (1)  41      3 stands free on 12 and 30, 1 on 7, and 2 has gone to 41

            The turn ends with the own mark, and the recruits before the next mark are movable.
    """

    __slots__ = (
        "board",
        "closed",
        "home",
        "movable",
        "moves",
        "occupied",
        "plies",
        "rewarded",
        "seat",
        "setup",
        "waiting",
    )

    setup: Setup
    board: bytes
    seat: int
    movable: Fields
    home: str
    rewarded: tuple[tuple[int, str], ...]
    plies: int
    occupied: int
    closed: int
    moves: tuple[Move, ...]
    waiting: Fields


def draft_of(position: Draft) -> Draft:
    """Return a copy that can be changed."""
    draft = Draft()
    draft.setup = position.setup
    draft.board = position.board
    draft.seat = position.seat
    draft.movable = position.movable
    draft.home = position.home
    draft.rewarded = position.rewarded
    draft.plies = position.plies
    draft.occupied = position.occupied
    draft.closed = position.closed
    draft.moves = position.moves
    draft.waiting = position.waiting
    return draft


def leave(draft: Draft, board: bytearray, start: int) -> None:
    """Let the recruit on top of a field leave it."""
    setup, stack = draft.setup, board[start]
    board[start] = left = stack // 5
    off = setup.one[start]
    if not left:
        draft.occupied ^= 1 << start
        draft.movable = draft.movable.replace(off, setup.none)
        return
    if stack >= TRIPLE:
        draft.closed ^= 1 << start
    owner = left % 5  # of the recruit below, which becomes free: GM-8
    if owner != draft.seat:  # else it has to move in this turn too: GM-9
        draft.movable = draft.movable.replace(off, setup.none)
        mark = setup.marks[owner]
        draft.waiting = draft.waiting.replace(mark, off + mark)


def arrive(draft: Draft, board: bytearray, end: int) -> None:
    """Let a recruit of the seat to move come onto a field of the track."""
    setup, seat, there = draft.setup, draft.seat, board[end]
    on = setup.one[end]
    board[end] = there * 5 + seat  # on top: GM-5
    if not there:
        draft.occupied ^= 1 << end
    elif end in draft.movable:  # an own recruit is covered before it has moved: GM-9
        draft.movable = draft.movable.replace(on, setup.none)
    else:
        draft.waiting = draft.waiting.replace(on, setup.none)
    if there >= PAIR:
        draft.closed ^= 1 << end
    draft.waiting += on
    if end in setup.rewards and end not in dict(draft.rewarded):
        draft.rewarded += ((end, setup.seats[seat - 1]),)  # GM-16
