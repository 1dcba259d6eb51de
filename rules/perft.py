"""How many ways are there to go on? The count that shows whether an engine knows its rules."""

from collections.abc import Iterator

from rules.game import Move, Position


def perft(position: Position, depth: int, interval: int) -> int:
    """The number of move sequences of length `depth` from `position`, rolls counted as moves.

    interval: milliseconds that pass before each move, in a game that knows time.
    """
    if depth == 0:
        return 1
    now = position.later(interval)
    moves = now.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(now.play(move), depth - 1, interval) for move in moves)


def divide(position: Position, depth: int, interval: int) -> Iterator[tuple[Move, int]]:
    """Each first move in sorted order with the number of sequences that begin with it.

    `depth` is at least 1; the numbers add up to ``perft(position, depth, interval)``.
    """
    now = position.later(interval)
    for move in sorted(now.legal_moves()):
        yield move, perft(now.play(move), depth - 1, interval)
