"""Sheets in styles drawn at random: read right, proposed or refused, and never read wrongly."""

from functools import partial

import pytest
from free_hand import sheet, simple
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.words import spell
from rules import ProposalError, Reading, RecordError, read_record


def came_out(seed: int, changed: int) -> str:
    """What a sheet in a plain style with so many choices changed was: read, asked or refused."""
    written, style = sheet(seed, partial(simple, changed=changed))
    try:
        record = read_record(written.written, reading=Reading(strict=False, spell=spell))
    except ProposalError:
        return "asked"
    except RecordError:
        return "refused"
    assert record.moves == written.moves, (seed, style)
    assert record.header.game == written.header.game, (seed, style)
    return "read"


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 100_000), st.integers(0, 12))
def test_law_a_sheet_in_any_style_is_read_right_or_not_at_all(seed: int, changed: int) -> None:
    came_out(seed, changed)


@pytest.mark.slow
def test_nine_of_ten_sheets_with_three_habits_are_read() -> None:
    read = sum(came_out(seed, 3) == "read" for seed in range(100))
    assert read >= 90
