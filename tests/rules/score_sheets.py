"""Score sheets as people write them, each of a legal game, kept in books by how they are written.

A habit writes one game down: in one language, one layout, one program. Nothing of the reader is
used, and the words are those of the people, not those of the catalogues.
"""

from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import NamedTuple

from rules import Header, Position, make_header

NAMES = ("Anna", "Bram", "Carla", "Daan")


class Turn(NamedTuple):
    """The moves that one seat made in a row. seat: from 0."""

    seat: int
    moves: list[str]


Write = Callable[[Header, list[str], list[Turn], Random], str | bytes]


class Sheet(NamedTuple):
    """One sheet as written, the game that it is of, and whether it is to be "read" or "refuse"."""

    habit: str
    written: bytes
    header: Header
    moves: tuple[str, ...]
    means: str


class Habit(NamedTuple):
    """How somebody writes a game of so many moves at most."""

    name: str
    header: Header
    most: int
    means: str
    write: Write


class Book(list[Habit]):
    """The habits of some people. seed: of their games."""

    def __init__(self, seed: str) -> None:
        super().__init__()
        self.seed = seed

    def habit(
        self, game: str, players: str, most: int, means: str = "read", **options: str
    ) -> Callable[[Write], Write]:
        """Keep what is decorated. players: their names, with spaces between."""

        def keep(write: Write) -> Write:
            header = make_header(game, players.split(), options)
            self.append(Habit(write.__name__, header, most, means, write))
            return write

        return keep

    def sheets(self) -> list[Sheet]:
        """Return a sheet of each habit."""
        return [self._sheet(habit, f"{self.seed} {habit.name}") for habit in self]

    @staticmethod
    def _sheet(habit: Habit, seed: str) -> Sheet:
        moves, turns = played(habit.header, seed, habit.most)
        text = habit.write(habit.header, moves, turns, Random(seed))
        written = text if isinstance(text, bytes) else text.encode()
        return Sheet(habit.name, written, habit.header, tuple(moves), habit.means)


def played(header: Header, seed: str, most: int) -> tuple[list[str], list[Turn]]:
    """A random game: its moves as in a record, and by turn."""
    rng = Random(seed)
    position: Position = header.start()
    moves: list[str] = []
    turns: list[Turn] = []
    while position.outcome is None and len(moves) < most:
        if header.game == "hourglass" and moves:
            position = position.later(rng.choice([1000, 2500, 4000, 5200, 7000]))
            if position.outcome is not None:
                break
        legal = list(position.legal_moves())
        stones = [move for move in legal if move[0] == "*"]
        move = rng.choice(stones if stones and rng.random() < 0.7 else legal)
        mover = position.seats.index(position.to_move or "")
        written = position.written(move)
        after = position.play(move)
        if not turns or turns[-1].seat != mover:
            turns.append(Turn(mover, []))
        turns[-1].moves.append(written)
        moves.append(written)
        position = after
    return moves, turns


def rounds(turns: Sequence[Turn], players: int) -> Iterator[list[list[str]]]:
    """Rows of a table with a column a player; a seat whose turn falls out has an empty cell."""
    row: list[list[str]] = [[] for _ in range(players)]
    last = -1
    for turn in turns:
        if turn.seat <= last:
            yield row
            row = [[] for _ in range(players)]
        row[turn.seat] = turn.moves
        last = turn.seat
    yield row


def field_of(move: str) -> str:
    """The field of a move that places something, the move itself when it places nothing."""
    return move.partition("@")[2] or move


def each(header: Header, turns: Sequence[Turn]) -> list[tuple[str, str]]:
    """The moves with the name of who makes them."""
    return [(header.players[turn.seat], move) for turn in turns for move in turn.moves]


def ends(move: str) -> tuple[str, str]:
    """The two fields of a move from one to another."""
    start, _, end = move.partition("-")
    return start, end
