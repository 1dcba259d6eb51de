"""Games that have ended, for replays."""

import random

from rules import find_game, make_header, write_record

FLAG = ["B@d3", "V@b3", "N@b1", "0@a2", "3@a1", "end", "F@b4", "F@a4", "*a1", "1@c3", "0@c5", "8@a5"]


FINISHED = write_record(make_header("revolution", ["Anna", "Bram"]), FLAG)


def random_game(game: str, plies: int, options: dict[str, str] | None = None) -> str:
    rng, position, lines = random.Random(1), find_game(game).start(2, options), []
    for _ in range(plies):
        if position.outcome is None:
            line = position.later(700).written(rng.choice(position.later(700).legal_moves()))
            lines.append(line)
            position = position.play(line)
    return write_record(make_header(game, ["Anna", "Bram"], options), lines)
