"""How fast is this machine? Prints the random chess moves a second that python-chess plays on it.

One process on one processor; the best of five rounds, so that what else runs matters less.
"""

import random
from time import perf_counter

import chess

ROUNDS, MOVES, PLIES = 5, 4000, 200


def play(rng: random.Random) -> float:
    """Play random games, each up to PLIES long; return the moves a second."""
    played = 0
    began = perf_counter()
    while played < MOVES:
        board = chess.Board()
        for _ in range(PLIES):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            played += 1
    return played / (perf_counter() - began)


if __name__ == "__main__":
    print(round(max(play(random.Random(seed)) for seed in range(ROUNDS))))
