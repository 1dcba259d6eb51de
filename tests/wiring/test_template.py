"""The templates: every hole where its part sits, in true size, mirrored for below."""

from collections import Counter
from io import BytesIO, StringIO

import ezdxf
import pdfplumber
import pytest
from ezdxf.entities.lwpolyline import LWPolyline

from wiring import read_pins
from wiring.frame import PLATE, WOOD
from wiring.printing import tiled_pdf, whole_pdf
from wiring.sheet import svg
from wiring.sheets.shapes import SHEET_HEIGHT, SHEET_WIDTH, Circle, centre
from wiring.template import dxf, holes, plate, screws

PINS = read_pins()


def circles(*, below: bool) -> list[Circle]:
    return [shape for shape in plate(PINS, below=below).shapes if isinstance(shape, Circle)]


def test_a_hole_is_where_its_part_sits() -> None:
    first = {hole.part: hole for hole in list(holes(PINS))[:2]}
    x, y = centre(0)
    right, near = PINS.cell.button
    assert (first["button"].x, first["button"].y) == (x + right, y + near)


def test_from_below_everything_is_mirrored() -> None:
    above, below = circles(below=False), circles(below=True)
    assert len(above) == len(below) == len([*holes(PINS), *screws(PINS)])
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
    drawn = [one.dxf for one in document.modelspace().query("CIRCLE")]
    assert Counter((one.layer, round(2 * one.radius, 3)) for one in drawn) == Counter(
        (f"HOLE_{hole.across:g}_MM".replace(".", "_"), hole.across) for hole in (*holes(PINS), *screws(PINS))
    )
    (outline,) = document.modelspace().query("LWPOLYLINE")
    assert isinstance(outline, LWPolyline)
    places = [(x, y) for x, y, *_ in outline.get_points()]
    assert min(places) == (-WOOD, -WOOD)  # its edges lie on the frame
    assert max(places) == (PLATE[0] - WOOD, PLATE[1] - WOOD)
    first = next(holes(PINS))
    at = {(round(one.center.x, 3), round(one.center.y, 3)) for one in drawn}
    assert (first.x, SHEET_HEIGHT - first.y) in at
