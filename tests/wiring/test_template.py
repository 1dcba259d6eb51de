"""The templates: every hole where its part sits, in true size, mirrored for below."""

from collections import Counter
from io import BytesIO, StringIO
from math import hypot

import ezdxf
import pdfplumber
import pytest
from ezdxf.entities.lwpolyline import LWPolyline

from wiring import CELLS, read_pins
from wiring.frame import HEAD, PLATE, WOOD
from wiring.places import DRILLED
from wiring.printing import tiled_pdf, whole_pdf
from wiring.sheet import svg
from wiring.sheets.shapes import SHEET_HEIGHT, SHEET_WIDTH, Circle, centre
from wiring.template import dxf, holes, plate, screws

PINS = read_pins()


def circles(*, below: bool) -> list[Circle]:
    return [shape for shape in plate(PINS, below=below).shapes if isinstance(shape, Circle)]


def test_there_is_a_hole_for_each_part_that_comes_through_the_plate() -> None:
    counts = Counter(hole.part for hole in holes(PINS))
    assert counts == {"pixel": CELLS, "button": CELLS}
    for hole in holes(PINS):
        assert hole.across == DRILLED[hole.part]
        assert hole.across / 2 < hole.x < SHEET_WIDTH - hole.across / 2


def test_the_screws_of_tiles_have_holes_that_meet_no_other() -> None:
    others = list(holes(PINS))
    assert len(list(screws())) == 72
    for one in screws():
        assert all(
            hypot(one.x - hole.x, one.y - hole.y) > HEAD[0] + hole.across / 2 for hole in others
        )


def test_a_hole_is_where_its_part_sits() -> None:
    first = {hole.part: hole for hole in list(holes(PINS))[:2]}
    x, y = centre(0)
    right, near = PINS.places.button
    assert (first["button"].x, first["button"].y) == (x + right, y + near)


def test_from_below_everything_is_mirrored() -> None:
    above, below = circles(below=False), circles(below=True)
    assert len(above) == len(below) == len([*holes(PINS), *screws()])
    for one, other in zip(above, below, strict=True):
        assert (SHEET_WIDTH - one.x, one.y, one.radius) == (other.x, other.y, other.radius)


@pytest.mark.parametrize("below", [False, True])
def test_it_is_printed_in_true_size_whole_and_in_tiles(*, below: bool) -> None:
    drawn = plate(PINS, below=below)
    assert f'width="{SHEET_WIDTH:g}mm" height="{SHEET_HEIGHT:g}mm"' in svg(drawn)
    with pdfplumber.open(BytesIO(whole_pdf(drawn))) as file:
        (page,) = file.pages
        assert page.width == pytest.approx(SHEET_WIDTH * 72 / 25.4)
    with pdfplumber.open(BytesIO(tiled_pdf(drawn))) as file:
        assert len(file.pages) > 1


def test_the_dxf_has_each_diameter_on_a_layer_of_its_own() -> None:
    document = ezdxf.read(StringIO(dxf(PINS).decode()))  # type: ignore[attr-defined]
    assert document.audit().errors == []
    found = Counter(
        (one.dxf.layer, round(2 * one.dxf.radius, 3))
        for one in document.modelspace().query("CIRCLE")
    )
    wanted: Counter[tuple[str, float]] = Counter()
    for hole in (*holes(PINS), *screws()):
        wanted[f"HOLE_{hole.across:g}_MM".replace(".", "_"), hole.across] += 1
    assert found == wanted
    (outline,) = document.modelspace().query("LWPOLYLINE")
    assert isinstance(outline, LWPolyline)
    places_ = [(x, y) for x, y, *_ in outline.get_points()]
    (left, near), (right, far) = min(places_), max(places_)
    assert (right - left, far - near) == PLATE  # its edges lie on the frame
    assert (left, near) == (-WOOD, -WOOD)
    first = next(holes(PINS))
    places = {
        (round(one.dxf.center.x, 3), round(one.dxf.center.y, 3))
        for one in document.modelspace().query("CIRCLE")
    }
    assert (first.x, SHEET_HEIGHT - first.y) in places
    assert dxf(PINS) == dxf(PINS)
