"""Positions that are put together as drafts cannot be changed."""

import copy
import pickle

import pytest

from rules.revolution import revolution


def test_a_finished_position_has_no_field_that_can_be_set_or_removed() -> None:
    position = revolution.start(2)
    for field in ("plies", "colour"):
        with pytest.raises(AttributeError, match="of a Position cannot be changed"):
            setattr(position, field, 7)
    with pytest.raises(AttributeError, match="of a Position cannot be removed"):
        del position.plies
    assert position == revolution.start(2)


def test_a_position_can_be_copied_and_pickled() -> None:
    position = revolution.start(2).play("N@a1").play("V@c3")
    for again in (copy.copy(position), copy.deepcopy(position)):
        assert again == position
        assert again.play("B@e5") == position.play("B@e5")
    assert pickle.loads(pickle.dumps(position)) == position  # noqa: S301  # our own
