"""Which parameters of a test belong to the default, the slow and the full tests."""

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(values: Iterable[Any], *default: Any) -> list[Any]:
    """Parameters of which all but these are slow. One that is a tuple is several arguments."""
    return _marked_but(pytest.mark.slow, list(values), default)


def full_but(values: Iterable[Any], *slow: Any) -> list[Any]:
    """Parameters of which all but these belong to the full tests alone."""
    return _marked_but(pytest.mark.full, list(values), slow)


def _marked_but(mark: pytest.MarkDecorator, values: list[Any], default: Iterable[Any]) -> list[Any]:
    assert all(value in values for value in default)
    return [
        value
        if value in default
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=mark)
        for value in values
    ]
