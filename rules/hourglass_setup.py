"""The constants of a game of hourglass: its board and its options."""

from functools import lru_cache

from rules.hourglass_board import SEATS, Board

PASSES, LOSES = "passes", "loses"  # values of option ``stalling``: HG-12


class Side:
    """The constants of a seat through a whole game.

    Attributes:
        index: of the seat, in SEATS.
        name: of the seat.
        clock: whether the clock decides deaths (HG-16).
        limit: the milliseconds that a turn may last, 0 for any time (HG-12a).
        names: the holes where its glasses start.
        home: the same holes by number.
        goal: the set of goal holes.
        outside: the set of all other holes.
        sand: T of its four glasses, in milliseconds.
        find_moves: the board's.
        next: the other side.
    """

    def __init__(self, setup: "Setup", index: int) -> None:
        board = setup.board
        self.setup = setup
        self.index = index
        self.name = SEATS[index]
        self.board = board
        self.steps = board.steps
        self.find_moves = board.moves
        self.clock = not setup.declared
        self.limit = setup.limit
        self.names = board.homes[index]
        self.home = bytes(board.numbers[hole] for hole in self.names)
        self.goal = sum(1 << board.numbers[hole] for hole in board.homes[1 - index])  # HG-2
        self.outside = ~self.goal
        self.sand: tuple[int, ...] = setup.sand[4 * index : 4 * index + 4]
        self.next = self


class Setup:
    """The constants of a game: the board and the options.

    sand: T of each of the eight glasses, in milliseconds (HG-4). declared: whether players declare
    deaths (HG-16). stalling: the value of the option: the consequence when a glass dies that could
    have been moved (HG-12). limit: the milliseconds that a turn may last, 0 for any time (HG-12a).
    living: whether living glasses decide between equal seats (HG-15).
    """

    def __init__(  # noqa: PLR0917
        self, board: Board, sand: tuple[int, ...], declared: bool, stalling: str, limit: int, living: bool
    ) -> None:
        self.board = board
        self.sand = sand
        self.declared = declared
        self.stalling = stalling
        self.limit = limit
        self.living = living
        self.key = (board.key, sand, declared, stalling, limit, living)
        self._hash = hash(self.key)
        self.white, self.pink = Side(self, 0), Side(self, 1)
        self.white.next, self.pink.next = self.pink, self.white

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, Setup) and self.key == other.key)

    def __hash__(self) -> int:
        return self._hash


@lru_cache(maxsize=64)
def find_setup(  # noqa: PLR0917
    board: Board, sand: tuple[int, ...], declared: bool, stalling: str, limit: int, living: bool
) -> Setup:
    """Return the setup of these options; equal games share a setup."""
    return Setup(board, sand, declared, stalling, limit, living)
