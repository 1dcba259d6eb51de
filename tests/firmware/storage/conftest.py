"""A game that is kept on a disk of its own."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.played_game import PlayedGame


@pytest.fixture
def played(tmp_path: Path) -> Iterator[PlayedGame]:
    played = PlayedGame(tmp_path / "disk" / "games.db")
    yield played
    played.recorder.close()
