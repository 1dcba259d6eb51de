"""Drawings look the same wherever they are opened: librsvg and Chromium put the same ink there."""

import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageFilter
from playwright.sync_api import Page, sync_playwright

from rules import NAMES
from wiring import read_pins
from wiring.documents import KEPT
from wiring.sheet import drawing, svg_of
from wiring.sheet import svg as svg_of_drawing
from wiring.template import plate

CHROMIUM = Path("/usr/bin/chromium")
WIDE = 1600  # pixels
AWAY = 5  # pixels within which ink counts as at the same place, 2 to every side

pytestmark = [
    pytest.mark.skipif(
        not (CHROMIUM.exists() and shutil.which("rsvg-convert")),
        reason="needs Debian's chromium and librsvg2-bin",
    ),
]


@pytest.fixture(scope="module")
def page() -> Iterator[Page]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=str(CHROMIUM), args=["--no-sandbox", "--disable-lcd-text"]
        )
        yield browser.new_page(viewport={"width": WIDE, "height": 2 * WIDE})
        browser.close()


def in_librsvg(svg: str) -> Image.Image:
    done = subprocess.run(  # noqa: S603
        ["rsvg-convert", "--width", str(WIDE), "--background-color", "white"],  # noqa: S607
        input=svg.encode(), capture_output=True, check=True,
    )  # fmt: skip
    return Image.open(BytesIO(done.stdout)).convert("L")


def in_chromium(svg: str, page: Page, high: int) -> Image.Image:
    style = f"<style>body{{margin:0}}svg{{width:{WIDE}px;height:{high}px;display:block}}</style>"
    page.set_content(style + svg)
    shot = page.screenshot(clip={"x": 0, "y": 0, "width": WIDE, "height": high})
    return Image.open(BytesIO(shot)).convert("L")


def ink_elsewhere(one: Image.Image, other: Image.Image) -> int:
    """How many dark pixels of one picture have none near them in the other."""
    dark = one.point(lambda level: 255 if level < 110 else 0)
    near = other.point(lambda level: 255 if level < 190 else 0)
    return ImageChops.subtract(dark, near.filter(ImageFilter.MaxFilter(AWAY))).histogram()[255]


def assert_alike(svg: str, page: Page) -> None:
    one = in_librsvg(svg)
    other = in_chromium(svg, page, one.height)
    for dark, near in ((one, other), (other, one)):
        ink = sum(dark.histogram()[:110])
        assert ink_elsewhere(dark, near) <= 0.005 * ink


@pytest.mark.parametrize("name", sorted(path.name for path in KEPT.glob("*.svg")))
def test_a_drawing_has_its_labels_in_the_same_places(name: str, page: Page) -> None:
    assert_alike((KEPT / name).read_text("utf-8"), page)


@pytest.mark.parametrize("game", NAMES)
def test_a_sheet_has_its_letters_in_the_same_places(game: str, page: Page) -> None:
    assert_alike(svg_of(game), page)


@pytest.mark.parametrize("game", NAMES)
def test_shapes_that_are_one_path_look_as_one_by_one(game: str) -> None:
    sheet = drawing(game)
    single = (svg_of_drawing(replace(sheet, shapes=(shape,))) for shape in sheet.shapes)
    pieces = [line for one in single for line in one.splitlines() if line[:5] in ("<path", "<text")]
    head, *_ = svg_of_drawing(sheet).partition("<path")
    alone = in_librsvg("\n".join([head, *pieces, "</g></svg>"]))
    apart = ImageChops.difference(alone, in_librsvg(svg_of_drawing(sheet)))
    assert not any(apart.histogram()[48:])


def test_a_template_has_its_crosses_in_the_same_places(page: Page) -> None:
    assert_alike(svg_of_drawing(plate(read_pins(), below=True)), page)


def test_a_label_that_one_of_them_puts_elsewhere_is_found(page: Page) -> None:
    """As all were, before: librsvg does not know dominant-baseline."""
    svg = (KEPT / "keys.svg").read_text("utf-8")
    svg = svg.replace('text-anchor="start"', 'text-anchor="start" dominant-baseline="central"')
    with pytest.raises(AssertionError):
        assert_alike(svg, page)
