"""Games through the command line on the Pico's program, behind a pseudo-terminal, in real time."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import pytest

from wiring import read_overlay

PICO = Path(__file__).with_name("pico.py")
CELLS = read_overlay("forum_romanum").cells


class Played:
    """A game that goes on: fingers, and what the program prints."""

    def __init__(self, board: subprocess.Popen[str], run: subprocess.Popen[str]) -> None:
        assert board.stdin and board.stdout and run.stdout  # noqa: PT018
        self._orders, self.answers, self._out = board.stdin, board.stdout, run.stdout
        self.said: list[str] = []

    def order(self, *words: object) -> None:
        self._orders.write(" ".join(map(str, words)) + "\n")
        self._orders.flush()

    def until(self, end: str) -> None:
        """Read on until a line ends so, or is about it."""
        while True:
            line = self._out.readline()
            assert line, self.said
            self.said.append(line.strip())
            if end in line:
                return

    def make(self, move: str) -> None:
        self.order("press", CELLS[move.partition("@")[2]])
        self.until(move)


@contextmanager
def game(tmp_path: Path, *more: str) -> Iterator[Played]:
    link = tmp_path / "tty"
    run = [
        sys.executable, "-u", "-m", "firmware", "run", "forum_romanum", "--players", "3",
        "--table", f"serial:{link}", "--data", str(tmp_path / "data"), *more,
    ]  # fmt: skip
    pipe = subprocess.PIPE
    board = subprocess.Popen(
        [sys.executable, PICO, "matrix", link], stdin=pipe, stdout=pipe, text=True
    )
    with board:
        assert board.stdout is not None
        hear(board.stdout, "ready")
        with subprocess.Popen(run, stdout=pipe, text=True) as running:
            try:
                hear(board.stdout, "lit")
                yield Played(board, running)
            finally:
                running.kill()
                assert board.stdin is not None
                board.stdin.close()


def hear(out: IO[str], word: str) -> None:
    assert out.readline() == f"{word}\n"


@pytest.mark.nightly
def test_a_game_goes_on_when_the_cable_was_pulled_and_after_a_power_cut(tmp_path: Path) -> None:
    with game(tmp_path) as played:
        for move in ("y@d4", "b@c3", "r@a1"):
            played.make(move)
        played.order("unplug")
        played.until("the table's board is silent: check its USB cable")
        played.order("plug")
        hear(played.answers, "ready")
        played.until("working again")
        played.make("y@e5")
        assert sum(line.startswith("sensors: the table's board") for line in played.said) == 1
    with game(tmp_path) as played:
        played.order("key", "CONFIRM")
        played.make("b@g7")
        assert played.said[-1].startswith("5 ")
