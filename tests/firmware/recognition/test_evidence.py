"""What people do with their hands, and the charge by which `--explain` shows how it was read.

The traces are of games played by simulated people who have not read the decoder, each cut after the
first thing of its kind.
"""

from pathlib import Path

import pytest
from support.nightly import nightly_but

from firmware.recognition.explain import Did, Explanation
from firmware.simulation.replay import replay
from firmware.study.explain import Explanations
from hal import read_trace

CASES: list[tuple[str, Did, set[str], tuple[str, str]]] = [
    ("askew", Did.ASKED, {"b@g7", "b@g6"}, ("slid", "g6")),  # set down beside its field
    ("pressed_twice", Did.MOVED, {"roll 3"}, ("again", "2")),  # a stack, to be sure
    ("arm", Did.MOVED, {"roll 5"}, ("leaning", "48")),  # on buttons, during a move
    ("domino", Did.MOVED, {"V@c3"}, ("forgotten", "light-F")),  # pieces knocked over
    ("two_hands", Did.ASKED, {"B@d3", "V@d3", "B@a4"}, ("overlap", "a4")),  # that move at once
    ("bracelet", Did.MOVED, {"y@e6"}, ("passing", "c2")),  # across several fields
    ("drag", Did.MOVED, {"V@e5"}, ("slid", "e4")),  # a piece over the fields
    ("dead", Did.MOVED, {"b@d5"}, ("deaf", "d5")),  # a reed nobody knows of
    ("ponder", Did.NOTHING, set(), ("nudge", "light-3")),  # a piece up for 40 s, put back
    ("sticky", Did.MOVED, {"g2-g3"}, ("sticky", "g3")),  # a reed that opens late
    ("sticks_far", Did.MOVED, {"e5-b6"}, ("sticky", "b6")),  # one far from where its piece goes
    ("slam", Did.MOVED, {"roll 6"}, ("leaning", "6")),  # the piece presses the button of its field
    ("wrong_stack", Did.ASKED, {"9-20", "9-10"}, ("unused", "10")),  # pressed before the right one
    ("two_dead", Did.NOTHING, set(), ("deaf", "14")),  # both said to be dead before
]


def explained(trace: Path) -> list[Explanation]:
    """What is explained of a trace, in order of time."""
    explanations = Explanations()
    replay(read_trace(trace.read_bytes()), listener=explanations.tell)
    return sorted([*explanations.moves, *explanations.rests], key=lambda one: one.at)


@pytest.mark.parametrize(("trace", "did", "moves", "charge"), nightly_but(CASES, *CASES[:7]))
def test_the_charge_that_decides_is_found_by_its_name(
    data: Path, trace: str, did: Did, moves: set[str], charge: tuple[str, str]
) -> None:
    found = [
        one
        for one in explained(data / "hands" / f"{trace}.trace")
        if charge in [(item.key, item.field) for item in one.items]
    ]
    assert did in [one.did for one in found if set(one.moves) == moves]


@pytest.mark.parametrize("trace", ["askew", "two_hands"])
def test_a_question_says_what_its_runner_up_was_charged_besides(data: Path, trace: str) -> None:
    asked = [one for one in explained(data / "hands" / f"{trace}.trace") if one.did is Did.ASKED]
    assert asked
    for one in asked:
        assert one.margin is not None
        assert one.next in one.moves
