"""Which parameters of a test belong to the default tests, and which to the slow ones."""

from collections.abc import Iterable
from typing import Any

import pytest


def slow_but(values: Iterable[Any], *default: Any) -> list[Any]:
    """Parameters of which all but these are slow. One that is a tuple is several arguments."""
    values = list(values)
    assert all(value in values for value in default)
    return [
        value
        if value in default
        else pytest.param(
            *(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.slow
        )
        for value in values
    ]
