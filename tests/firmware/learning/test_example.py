"""A learner of the libraries that learners use gets better than level 1."""

import pytest


@pytest.mark.nightly
def test_stable_baselines_learns_to_beat_level_1() -> None:
    pytest.importorskip("sb3_contrib", reason="pip install sb3-contrib")
    from firmware.learning.example import learn, won  # needs it

    model = learn("manoeuvre", 60_000)
    assert won(model, "manoeuvre", 200) > 100 + 14  # two standard deviations more than half
