"""The moves that are numbered are all that can be made."""

import random

import pytest

from rules import NAMES, find_game


@pytest.mark.parametrize("game", NAMES)
def test_whatever_is_legal_is_among_all_moves_or_rolls(game: str) -> None:
    rules = find_game(game)
    rng = random.Random(2)
    for players in rules.players:
        position = rules.start(players)
        every = rules.every_move(position)
        known = set(every)
        assert len(known) == len(every)
        for _ in range(300):
            moves = position.legal_moves()
            if not moves:
                break
            assert set(moves) <= (set(rules.rolls) if position.chance else known)
            position = position.play(rng.choice(moves)).later(3000)
