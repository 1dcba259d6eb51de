"""Whole games through the command line at boards behind a pseudo-terminal, in real time."""

from pathlib import Path

import pytest
from support.whole_games import MISHAPS, Figures, Mishaps, whole_game


def right(figures: Figures) -> bool:
    return (figures.wrong, figures.lost) == (0, 0) and figures.outcome != "stopped"


@pytest.mark.nightly
@pytest.mark.parametrize(("game", "players"), MISHAPS)
@pytest.mark.parametrize("kind", ["matrix", "trellis", "oak"])
def test_each_move_is_kept_as_meant_whatever_is_done_to_cable_and_power(
    kind: str, game: str, players: int, tmp_path: Path
) -> None:
    figures = whole_game(kind, game, players, tmp_path, MISHAPS[game, players])
    assert right(figures), figures


@pytest.mark.nightly
def test_a_computer_plays_at_a_table_of_keys(tmp_path: Path) -> None:
    figures = whole_game("matrix", "revolution", 2, tmp_path, Mishaps(slips=0.02), computers=["dark"])
    assert right(figures), figures
