"""What was shown, kept and published before is so still, but where a change of it is wanted."""

import pytest
from support.golden import FILE_OF_GOLD, gold

from rules import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_what_is_shown_kept_and_published_stays(game: str) -> None:
    frozen = FILE_OF_GOLD.read_text(encoding="utf-8").splitlines()
    now = list(gold(game))
    assert now == [line for line in frozen if f" {game}" in line[:40]]
