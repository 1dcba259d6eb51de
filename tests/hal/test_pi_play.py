"""Games through the whole program: raw contacts, chips, drivers, firmware, record, lamps."""

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from support.emulation import MILLISECOND, PINS, named
from support.nightly import nightly_but
from support.pixels import lit
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.running import at_table
from firmware.output.assistance import Assistance
from firmware.output.lamps import frame
from firmware.play.effects import Effect, Warn
from firmware.play.session import Session
from firmware.simulation.demo import Demo
from firmware.words import find_words
from hal import Frame, Lamps, Trace, read_trace, reeds_of
from hal.chips.breakable import BreakableTable
from hal.chips.emulated import EmulatedPi
from hal.clock import VirtualClock
from hal.pi.lamps import dim
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES, load_nothing, make_header, read_header
from wiring import PinMap
from wiring.pins import read_small

ENGLISH = find_words("en", {})
SMALL = read_small()
DATA = Path(__file__).parent.parent / "data"


class Watched:
    """Lamps that compare what the pixels show with what they were told, frame by frame."""

    def __init__(self, lamps: Lamps, pi: EmulatedPi) -> None:
        self._lamps = lamps
        self._pi = pi
        self.frames = 0

    def show(self, frame: Frame, brightness: float = 1.0) -> None:
        self._lamps.show(frame, brightness)
        assert lit(self._pi) == dim(frame, self._pi.pins.brightness, self._pi.pins.limit)
        self.frames += 1


def replay(trace: Trace, pins: PinMap = PINS) -> tuple[list[str], int, EmulatedPi]:
    """A trace through emulated chips: the record's lines, the number of frames, the table."""
    header, start = read_header(trace.header, load_nothing)
    adapter = find_adapter(start, header.game)
    simulated = SimulatedTable()
    standing = adapter.start(start)
    simulated.set_up(reeds_of(standing))
    simulated.feed(trace.edges)
    pi = EmulatedPi(simulated, pins)
    with pi.open() as table:
        lamps = Watched(table.ports.lamps, pi)
        told: list[Effect] = []
        ports = replace(table.ports, lamps=lamps)
        session = Session(at_table(header, start), adapter)
        loop = Loop(ports, session, told.append, standing=standing)
        end = trace.edges[-1].at + 2 * SECOND
        # a scan takes time, so that it may miss what happens in it: look again a little later
        looks = {edge.at + later for edge in trace.edges for later in (0, 10 * MILLISECOND)}
        moments = iter(sorted({*looks, end}))
        coming = next(moments)
        while (now := simulated.clock.now()) < end:
            while coming < now:
                coming = next(moments)
            if loop.idle:
                loop.skip(coming)
            loop.step()
        assert [one for one in told if isinstance(one, Warn) and not one.incident] == []
    return list(session.match.lines), lamps.frames, pi


def without_second(move: str) -> str:
    return move.split(" ", 1)[1] if move[0].isdigit() and " " in move else move


def second(move: str) -> float:
    return float(move.split(maxsplit=1)[0]) if move[0].isdigit() and " " in move else 0


def first_seconds(trace: Trace, seconds: int) -> Trace:
    return trace._replace(edges=tuple(e for e in trace.edges if e.at < seconds * SECOND))


@pytest.mark.parametrize(
    ("game", "seconds", "least", "pins"),
    [
        pytest.param("revolution", 9, 2, PINS, marks=pytest.mark.nightly),
        pytest.param("hourglass", 8, 2, PINS, marks=pytest.mark.nightly),
        ("hourglass", 8, 2, SMALL),
        pytest.param("forum_romanum", 12, 6, PINS, marks=pytest.mark.nightly),
        pytest.param("manoeuvre", 12, 4, PINS, marks=pytest.mark.nightly),
    ],
)
def test_a_recorded_trace_gives_the_same_record_through_chips_and_drivers(
    game: str, seconds: int, least: int, pins: PinMap
) -> None:
    name = f"{game}_clean_0.trace"
    lines = map(json.loads, (DATA / "expected.jsonl").read_text("utf-8").splitlines())
    record = next(line["record"] for line in lines if line["file"] == name)
    trace = read_trace((DATA / name).read_bytes())
    moves, frames, pi = replay(first_seconds(trace, seconds), pins)
    played = record[: len(moves)]
    assert len(moves) >= least
    assert list(map(without_second, moves)) == list(map(without_second, played))
    assert list(map(second, moves)) == pytest.approx(list(map(second, played)), abs=0.02)
    assert frames > len(moves)
    assert len(pi.gpio.tones) > len(moves)


@pytest.mark.nightly
@pytest.mark.parametrize(
    ("game", "pins"), [*((game, PINS) for game in NAMES), ("hourglass", SMALL)], ids=[*NAMES, "small table"]
)
def test_a_whole_game_of_simulated_people_gives_its_record_through_chips_and_drivers(game: str, pins: PinMap) -> None:
    header = make_header(game, ("Anna", "Bram"))
    demo = Demo(header, 5, None, lambda _: None, lambda _: None)
    demo.run()
    assert demo.session.position.outcome is not None
    moves, _, _ = replay(read_trace(demo.trace.encode()), pins)
    played = list(demo.session.match.lines)
    assert list(map(without_second, moves)) == list(map(without_second, played))
    assert list(map(second, moves)) == pytest.approx(list(map(second, played)), abs=0.02)


# With something broken


class AtPi:
    """Three players of Forum Romanum at an emulated Pi."""

    def __init__(self, *broken: str) -> None:
        self.simulated = BreakableTable(VirtualClock(), PINS)
        self.pi = self.simulated.emulated
        for word in broken:
            assert self.simulated.break_part(word, broken=True)
        self.table = self.pi.open()
        self.effects: list[Effect] = []
        header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
        start = header.start()
        self.adapter = adapter = find_adapter(start, "forum_romanum")
        self.field = adapter.overlay.cells
        self.session = Session(at_table(header, start), adapter)
        self.loop = Loop(self.table.ports, self.session, self.effects.append)
        self.run(0.1)

    def run(self, seconds: float) -> None:
        run_until(self.loop, self.simulated.clock.now() + int(seconds * SECOND))

    def place(self, field: str, seconds: float = 1) -> None:
        self.simulated.place(self.field[field])
        self.run(seconds)

    @property
    def moves(self) -> list[str]:
        return list(self.session.match.lines)

    @property
    def frame(self) -> Frame:
        """What the lamps should show."""
        return frame(self.session.view, self.simulated.clock.now(), Assistance())

    @property
    def warnings(self) -> list[str]:
        told = list(self.effects)
        self.effects.clear()
        return [ENGLISH(one.text, **one.values) for one in told if isinstance(one, Warn)]


# The word that breaks a part, how it is called, and whether moves are understood meanwhile: Bram
# places on b7, in row 0.
BREAKS = {
    "U3": (rf"sensors: {named('U3')} \(tilts; rows 6, 7\) does not answer", True),
    "U2": (rf"sensors: {named('U2')} \(buttons; rows 3, 4, 5\)", True),
    "U1": (rf"sensors: {named('U1')} \(reeds; rows 0, 1, 2\)", False),
    "U1:restarts": (rf"{named('U1')} .* was set up again", True),
    "i2c": ("sensors: the I2C bus hangs at U", False),
    "reference": ("sensors: the reference contact", False),
    "row3": ("sensors: row 3 .* stays low", True),
    "reed5": ("sensors: reed column 5 .* stays low", True),
    "row2+row6": ("sensors: rows 2 and 6 .* go low together", True),
    "pixels": ("lamps: .*check `dtparam=spi=on`", True),
    "buzzer": ("sound: .*GPIO 18", True),
    "MENU": ("sensors: .*GPIO busy: 23", True),
    "display": ("", True),
}


@pytest.mark.parametrize("what", nightly_but(BREAKS, "i2c", "pixels"))
def test_what_breaks_costs_its_function_is_named_and_works_again(what: str) -> None:
    says, plays_on = BREAKS[what]
    at_pi = AtPi()
    breaks = at_pi.simulated.break_part
    at_pi.place("a7")
    assert (at_pi.moves, at_pi.warnings) == (["y@a7"], [])
    assert breaks(what, broken=True)
    at_pi.run(0.3)
    at_pi.place("b7")
    assert at_pi.moves == ["y@a7", "b@b7"][: 1 + plays_on]
    named = at_pi.warnings
    assert [bool(re.search(says, one)) for one in named if "work" not in one] == [True] * bool(says)
    assert breaks(what, broken=False)
    at_pi.run(2.5)
    assert at_pi.moves == ["y@a7", "b@b7"]
    at_pi.place("c7")
    assert at_pi.moves == ["y@a7", "b@b7", "r@c7"]
    assert all("work" in one for one in at_pi.warnings)
    assert at_pi.table.ports.faults() == ()
    assert lit(at_pi.pi) == dim(at_pi.frame, PINS.brightness, PINS.limit)


def test_a_column_that_breaks_for_a_moment_moves_no_piece() -> None:
    at_pi = AtPi()
    at_pi.place("a7")
    at_pi.place("b7")
    for _ in range(4):
        at_pi.pi.matrix.low.update({0, 5})
        at_pi.run(0.2)
        at_pi.pi.matrix.low.clear()
        at_pi.run(0.2)
    assert at_pi.moves == ["y@a7", "b@b7"]
    assert (at_pi.session.questions, at_pi.session.corrections) == (0, 0)


@pytest.mark.parametrize("part", nightly_but(["pixels", "buzzer", "UNDO", "display", "U2"], "pixels", "U2"))
def test_a_game_begins_with_a_part_missing(part: str) -> None:
    at_pi = AtPi(part)
    at_pi.place("a7")
    at_pi.place("b7")
    assert at_pi.moves == ["y@a7", "b@b7"]
    assert len([one for one in at_pi.warnings if "work" not in one]) == (part != "display")
