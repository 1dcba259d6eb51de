"""Sensor traces: what can be written down can be read back, and nothing else."""

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import DATA

from hal import CELLS, KEYS, Edge, Layer, Trace, TraceError, read_trace, write_trace

EDGES = st.lists(
    st.one_of(
        st.builds(Edge, st.integers(0, 10**10), st.sampled_from(Layer), st.integers(0, CELLS - 1), st.booleans()),
        st.builds(Edge, st.integers(0, 10**10), st.none(), st.integers(0, len(KEYS) - 1), st.booleans()),
    )
).map(lambda edges: tuple(sorted(edges, key=lambda edge: edge.at)))

TRACES = tomllib.loads((DATA / "traces.toml").read_text("utf-8"))


@given(EDGES, st.booleans())
def test_a_trace_round_trips(edges: tuple[Edge, ...], set_up: bool) -> None:
    trace = Trace(((1, '[game "forum_romanum"]'), (2, '[players "A" "B"]')), set_up, edges)
    assert read_trace(write_trace(trace).encode()) == trace


def test_a_trace_written_by_hand_is_read_as_it_is_meant() -> None:
    text = (
        '\ufeff# a trace\r\n[game "forum_romanum"] # this one\r\n[setup "empty"]\r\n\r\n'
        "0.5 reed 3 4 1 # d4\r\n  7.120\tbutton 6 2 0\r\n7.12 tilt 7 11 1\r\n9 key MENU 1"
    )
    assert read_trace(text.encode()) == Trace(
        ((2, '[game "forum_romanum"] # this one'),),
        False,
        (
            Edge(500_000, Layer.REED, 40, True),
            Edge(7_120_000, Layer.BUTTON, 74, False),
            Edge(7_120_000, Layer.TILT, 95, True),
            Edge(9_000_000, None, 3, True),
        ),
    )


@pytest.mark.parametrize(("line", "says"), TRACES["bad_lines"])
def test_a_bad_line_is_refused_with_its_number(line: str, says: str) -> None:
    with pytest.raises(TraceError) as error:
        read_trace(f'[game "x"]\n\n0.5 reed 0 0 1\n{line}\n'.encode())
    assert (error.value.line, says in str(error.value)) == (4, True), error.value


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        (b'[setup "full"]', 1, "should be"),
        (b"[setup empty]", 1, "should be"),
        (b'[setup "empty"]\n[setup "empty"]', 2, "given twice"),
        (b'[game "x"]\n\xff', 2, "UTF-8"),
    ],
)
def test_a_bad_header_is_refused_with_its_number(text: bytes, line: int, says: str) -> None:
    with pytest.raises(TraceError, match=says) as error:
        read_trace(text)
    assert error.value.line == line
