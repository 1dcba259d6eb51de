"""A table that is on a network, for the tests beside this."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from support.online import Logged, Serving, Web, serving
from support.screens_online import Browser, ScreenWeb


@pytest.fixture
def serve(tmp_path: Path) -> Serving:
    """A server of one's own: ``with serve(speed=1) as web``."""
    return partial(serving, tmp_path)


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A server whose table lives forty times as fast as life."""
    with serving(tmp_path) as web:
        yield web


@pytest.fixture
def logged(web: Web, caplog: pytest.LogCaptureFixture) -> Logged:
    """What the server of `web` has written into its log when it has ended."""

    def until_the_end() -> list[str]:
        web.stop()
        return caplog.messages

    return until_the_end


@pytest.fixture
def anna(web: ScreenWeb) -> Browser:
    """A browser at the machine itself, where a test's `web` serves games on screens."""
    return Browser(web)
