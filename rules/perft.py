"""Counts of move sequences (perft), to compare an engine with an independent engine."""

from collections.abc import Iterator

from rules.game import Move, Position


def perft(position: Position, depth: int, interval: int) -> int:
    """Return the number of move sequences of length `depth` from `position`.

    Rolls of a die count as moves. interval: milliseconds before each move, in a game with a
    clock.
    """
    if depth == 0:
        return 1
    now = position.later(interval)
    moves = now.legal_moves()
    if depth == 1:
        return len(moves)
    return sum(perft(now.play(move), depth - 1, interval) for move in moves)


def divide(position: Position, depth: int, interval: int) -> Iterator[tuple[Move, int]]:
    """Yield each first move, in sorted order, and the number of sequences that begin with it.

    depth: at least 1. The numbers add up to ``perft(position, depth, interval)``.
    """
    now = position.later(interval)
    for move in sorted(now.legal_moves()):
        yield move, perft(now.play(move), depth - 1, interval)
