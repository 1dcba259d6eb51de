"""Errors have a stable word for programs, whatever the language of their texts."""

import pytest

from firmware.storage.errors import NoGameError
from firmware.words.codes import code_of
from rules import GameError, find_game


def refused(move: str) -> GameError:
    with pytest.raises(GameError) as raised:
        find_game("forum_romanum").start(2).play("y@d4").play(move)
    return raised.value


def test_the_code_of_an_error_is_its_kind() -> None:
    assert code_of(refused("r@d4")) == "illegal"
    assert code_of(refused("q")) == "malformed"
    assert code_of(NoGameError("there is no game 3 here")) == "no-game"
    assert code_of(KeyError("3")) == ""
