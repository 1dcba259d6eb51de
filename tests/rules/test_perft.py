"""Every engine counts as its naive second implementation counted."""

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from rules import NAMES, find_game
from rules.game import MalformedError
from rules.perft import divide, perft

PERFT = Path(__file__).parents[1] / "data" / "perft"


def tables() -> Sequence[object]:
    """Each row of the tables."""
    found = []
    for name in NAMES:
        for number, line in enumerate((PERFT / f"{name}.jsonl").read_text().splitlines(), 1):
            found.append(pytest.param(name, json.loads(line), id=f"{name}:{number}"))
    return found


def load(name: str) -> str:
    try:
        return (PERFT / name).read_text()
    except FileNotFoundError:
        raise MalformedError(name) from None


@pytest.mark.parametrize(("name", "row"), tables())
def test_the_engine_counts_as_the_naive_one(name: str, row: dict) -> None:  # type: ignore[type-arg]
    position = find_game(name).start(row["players"], row["options"], load)
    for move in row["moves"]:
        position = position.play(move)
    interval = round(row.get("interval", 5) * 1000)
    assert perft(position, row["depth"], interval) == row["count"]
    if row["depth"] and row["count"] < 500:
        assert sum(count for _, count in divide(position, row["depth"], interval)) == row["count"]


@pytest.mark.parametrize("name", NAMES)
def test_there_is_a_table_for_every_number_of_players_and_every_option(name: str) -> None:
    rows = [json.loads(line) for line in (PERFT / f"{name}.jsonl").read_text().splitlines()]
    game = find_game(name)
    assert {row["players"] for row in rows} == set(game.players)
    assert {option for row in rows for option in row["options"]} == {o.name for o in game.options}
    assert {bool(row["moves"]) for row in rows} == {True, False}
