"""Printed parts: closed bodies into which go what the map names, and that fit onto the table."""

from io import BytesIO
from math import hypot, pi
from pathlib import Path

import numpy as np
import pytest
import trimesh

from wiring import read_pins
from wiring.places import CAP, CAP_HIGH, button_high
from wiring.read import PITCH

pytest.importorskip("build123d", reason="lacks OpenGL: apt-get install libgl1", exc_type=ImportError)

from build123d import Align, Box, Cylinder, Part, Pos, import_step

from wiring.printed import FIT, LEDGE, parts, step, stl

PINS = read_pins()
PARTS = parts(PINS)
BASE = (Align.CENTER, Align.CENTER, Align.MIN)


def disc(radius: float, high: float, up: float = 0.0) -> Part:
    return Pos(0, 0, up) * Cylinder(radius, high, align=BASE)


def common(one: Part, other: Part) -> float:
    """The volume that both have, mm3."""
    shared = one & other
    return 0.0 if shared is None else shared.volume


def mesh(part: Part) -> trimesh.Trimesh:
    found = trimesh.load(BytesIO(stl(part)), file_type="stl")
    assert isinstance(found, trimesh.Trimesh)
    return found


@pytest.mark.parametrize("name", PARTS)
def test_every_part_is_one_closed_body_that_stands_on_the_bed(name: str) -> None:
    found = mesh(PARTS[name][1])
    assert found.is_watertight
    assert found.is_winding_consistent
    assert found.body_count == 1
    assert found.volume > 100
    assert found.bounds[0][2] == pytest.approx(0, abs=0.01)


@pytest.mark.parametrize("name", PARTS)
def test_what_is_printed_and_what_is_changed_in_cad_is_the_same_body(name: str, tmp_path: Path) -> None:
    part = PARTS[name][1]
    file = tmp_path / f"{name}.step"
    file.write_bytes(step(name, part))
    drawn, printed = import_step(file), mesh(part)
    assert drawn.label == name
    assert len(drawn.solids()) == 1
    assert drawn.volume == pytest.approx(part.volume, rel=1e-6)
    assert printed.volume == pytest.approx(drawn.volume, rel=5e-3)  # flats for rounds
    box = drawn.bounding_box()
    for found, meant in zip(printed.bounds, (box.min, box.max), strict=True):
        assert list(found) == pytest.approx(list(meant), abs=0.02)


def test_there_are_as_many_as_the_games_need() -> None:
    counts = {name: count for name, (count, _) in PARTS.items()}
    assert counts["piece-foot"] == 25 + 43 + 19
    assert counts["hourglass-cap"] == 2 * 8
    assert parts(PINS._replace(display=None))["display-bezel"][0] == 0


def test_the_magnet_lies_flush_in_the_foot_of_a_piece() -> None:
    foot = PARTS["piece-foot"][1]
    magnet = PINS.magnet
    inside = disc(magnet.across / 2, magnet.high, PINS.stack - magnet.high)
    assert common(foot, inside) == pytest.approx(0, abs=0.01)
    looser = (magnet.across / 2 + FIT) ** 2 * pi * magnet.high
    solid = disc(PINS.cell.foot, PINS.stack)
    assert solid.volume - foot.volume > looser * 0.9


def test_a_foot_stands_within_its_cell_and_presses_no_button() -> None:
    for name in ("piece-foot", "hourglass-cap"):
        low, high = mesh(PARTS[name][1]).bounds
        assert max(high[0], -low[0]) == pytest.approx(PINS.cell.foot, abs=0.01)
    assert PINS.cell.foot < PITCH / 2
    assert hypot(*PINS.cell.button) - CAP > PINS.cell.foot


def test_magnet_and_timer_go_into_a_cap_along_a_straight_line_and_stop_where_they_should() -> None:
    """What each sweeps on its way down cuts nothing; one step further it would."""
    cap, glass = PARTS["hourglass-cap"][1], PINS.glass
    timer = glass.floor + glass.magnet.high + 0.1 + LEDGE
    for across, down in ((glass.magnet.across, glass.floor), (glass.across, timer)):
        swept = disc(across / 2, 3 * CAP_HIGH, down)
        assert common(cap, swept) == pytest.approx(0, abs=0.01)
        assert common(cap, disc(across / 2, 3 * CAP_HIGH, down - 0.2)) > 1
    assert timer - glass.floor - glass.magnet.high >= LEDGE  # the timer never meets the magnet
    assert PINS.cell.foot - glass.across / 2 > 1.0  # mm, the least wall


def test_the_gauge_is_as_high_as_a_button_for_this_plate() -> None:
    gauge = PARTS["button-gauge"][1]
    foot = mesh(gauge).bounds[0][1]

    def button(high: float) -> Part:
        """As it goes under the arch, which lies on its side."""
        return Pos(0, foot + high / 2, 2) * Box(6, high, 6, align=BASE)

    assert common(gauge, button(button_high(PINS.cell.plate))) == pytest.approx(0, abs=0.01)
    assert common(gauge, button(button_high(PINS.cell.plate) + 0.5)) > 1


# Whether they can be printed without supports


def overhang(part: Part) -> float:
    """How far the worst face below leans from upright, degrees: 90 for a flat ceiling."""
    found = mesh(part)
    above = found.triangles_center[:, 2] > 0.05  # the rest lies on the bed
    down = -found.face_normals[above & (found.area_faces > 1e-6)][:, 2]
    return float(np.degrees(np.arcsin(np.clip(down.max(), 0, 1))))


@pytest.mark.parametrize("name", PARTS)
def test_no_part_wants_supports(name: str) -> None:
    assert overhang(PARTS[name][1]) < 45
