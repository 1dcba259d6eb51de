"""What holds for the positions of all games: they are values, with a text and a small board."""

import copy
import pickle

import pytest

from rules import NAMES, Position, find_game


def played(game: str) -> Position:
    position = find_game(game).start(2)
    for _ in range(3):
        position = position.play(position.legal_moves()[0])
    return position


@pytest.mark.parametrize("game", NAMES)
def test_a_position_has_no_field_that_can_be_set_or_removed(game: str) -> None:
    position = played(game)
    before = repr(position)
    fields = [field for kind in type(position).__mro__ for field in getattr(kind, "__slots__", ())]
    assert "plies" in fields
    for field in (*fields, "own"):
        with pytest.raises(AttributeError, match="of a Position cannot be changed"):
            setattr(position, field, 7)
        with pytest.raises(AttributeError, match="of a Position cannot be removed"):
            delattr(position, field)
        assert not isinstance(getattr(position, field, None), (list, dict, set, bytearray))
    assert repr(position) == before


@pytest.mark.parametrize("game", NAMES)
def test_a_position_can_be_copied_and_pickled(game: str) -> None:
    position = played(game)
    move = position.legal_moves()[0]
    again = (copy.copy(position), copy.deepcopy(position), pickle.loads(pickle.dumps(position)))
    for other in again:
        assert other == position
        assert hash(other) == hash(position)
        assert other.play(move) == position.play(move)
