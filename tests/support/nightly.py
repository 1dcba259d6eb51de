"""Parameters of a test of which the default tests take a few, and the nightly ones all."""

from collections.abc import Iterable
from typing import Any

import pytest


def nightly_but(values: Iterable[Any], *default: Any) -> list[Any]:
    """Return parameters of which all but these are nightly. A tuple is several arguments."""
    values = list(values)
    assert all(value in values for value in default)
    return [
        value
        if value in default
        else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=pytest.mark.nightly)
        for value in values
    ]
