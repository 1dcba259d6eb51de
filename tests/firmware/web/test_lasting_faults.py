"""Who opens the page of a table after a part of it has failed is told of it, too."""

import asyncio
import json
from typing import Any

import pytest

from firmware.play.lobby import Choice
from firmware.web.broadcast import Broadcaster
from firmware.web.updates import TableState
from firmware.words import find_words
from hal import NO_CONTACTS

NOBODY_THERE = "no chip of the matrix answers"


def told_first(faults: tuple[str, ...], messages: int) -> list[Any]:
    """The first messages to somebody who comes while a table has these faults."""

    async def come() -> list[Any]:
        broadcaster = Broadcaster(lambda language: find_words(language, {}))
        choice = Choice(None, "hourglass", 2, (2,))
        broadcaster.show(TableState(0, choice, (), NO_CONTACTS, None, None, faults=faults))
        watcher = broadcaster.join(broadcaster.channel("en"))
        assert watcher is not None
        return [json.loads(await asyncio.wait_for(watcher.next(), 0.2)) for _ in range(messages)]

    return asyncio.run(come())


@pytest.mark.nightly
def test_who_comes_later_is_told_what_does_not_work_and_after_that_nothing_of_it() -> None:
    state, warning = told_first((NOBODY_THERE, "SDA is held low"), 2)
    assert state["type"] == "state"
    assert warning == {"type": "warn", "text": f"sensors: {NOBODY_THERE}; SDA is held low"}
    with pytest.raises(TimeoutError):
        told_first((), 2)
