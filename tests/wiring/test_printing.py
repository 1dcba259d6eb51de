"""Sheets on paper: in true size, the same as on the screen, whole or in tiles."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from re import findall
from typing import Any
from xml.etree import ElementTree as ET

import pdfplumber
import pytest
from hypothesis import given
from hypothesis import strategies as st
from pdfminer.pdftypes import resolve1
from pdfplumber.page import Page

from rules import NAMES
from wiring import WiringError
from wiring.printing import CHECK, MM, OVERLAP, shop_pdf, tiled_pdf, tiles, whole_pdf
from wiring.read import PITCH
from wiring.sheet import drawing, svg
from wiring.sheets.shapes import A3, Drawing, Text, box, meet

SHEETS = {game: drawing(game) for game in NAMES}
Numbers = tuple[float, ...]
Colours = tuple[str | None, str | None]


def pages(pdf: bytes) -> list[Page]:
    return pdfplumber.open(BytesIO(pdf)).pages


@cache
def whole(game: str) -> Page:
    """The page of a game's whole sheet, read back."""
    (page,) = pages(whole_pdf(SHEETS[game]))
    return page


@cache
def tiled(game: str) -> list[Page]:
    """The A4 pages of a game's sheet, read back."""
    return pages(tiled_pdf(SHEETS[game]))


# The same shapes on paper as on the screen: each is read back from its own file


def boxes_in_svg(text: str) -> Iterator[tuple[Numbers, Colours]]:
    """Of each shape but texts what it spans, handles of curves not counted, and its colours."""
    for element in ET.fromstring(text).iter("{http://www.w3.org/2000/svg}path"):
        for way in element.attrib["d"].split("M")[1:]:
            ends = list(ends_of(way))
            xs, ys = [x for x, _ in ends], [y for _, y in ends]
            spans = (min(xs), min(ys), max(xs), max(ys))
            yield spans, (element.get("fill"), element.get("stroke"))


def ends_of(way: str) -> Iterator[tuple[float, float]]:
    """Where the parts of an outline end, and how far half circles reach."""
    x = y = 0.0
    for letter, written in findall(r"([MLCahv])([-0-9. ]+)", f"M{way}"):
        numbers = [float(number) for number in written.split()]
        match letter:
            case "h":
                x += numbers[0]
            case "v":
                y += numbers[0]
            case "a":
                x, y = x + numbers[-2], y + numbers[-1]
                if not numbers[-1]:
                    yield x, y - numbers[0]
                    yield x, y + numbers[0]
            case _:
                x, y = numbers[-2:]
        yield x, y


def colour(value: Any, *, used: bool) -> str | None:
    if not used:
        return None
    assert len(value) == 3
    return "#" + bytes(round(255 * part) for part in value).hex()


def boxes_in_pdf(page: Page) -> Iterator[tuple[Numbers, Colours]]:
    for item in (*page.rects, *page.curves, *page.lines):
        yield (
            tuple(item[side] / MM for side in ("x0", "top", "x1", "bottom")),
            (
                colour(item["non_stroking_color"], used=item["fill"]),
                colour(item["stroking_color"], used=item["stroke"]),
            ),
        )


def apart(one: Numbers, other: Numbers) -> float:
    return max(abs(a - b) for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("game", NAMES)
def test_paper_and_screen_have_the_same_shapes_in_the_same_places_and_colours(game: str) -> None:
    on_paper: dict[Colours, list[Numbers]] = {}
    for spans, colours in boxes_in_pdf(whole(game)):
        on_paper.setdefault(colours, []).append(spans)
    for spans, colours in boxes_in_svg(svg(SHEETS[game])):
        gaps = [apart(spans, other) for other in on_paper[colours]]
        assert min(gaps) < 0.01, (spans, colours)
        on_paper[colours].pop(gaps.index(min(gaps)))
    assert not any(on_paper.values())


def texts(sheet: Drawing) -> list[Text]:
    return [shape for shape in sheet.shapes if isinstance(shape, Text)]


def assert_set(page: Page, texts: list[Text], x: float, y: float) -> list[dict[str, Any]]:
    """These texts stand on the page, moved by x and y. Gives the letters left over."""
    letters: list[dict[str, Any]] = page.chars
    for text in texts:
        own, letters = letters[: len(text.text)], letters[len(text.text) :]
        assert "".join(letter["text"] for letter in own) == text.text
        left = own[0]["matrix"][4] / MM - x
        right = own[-1]["x1"] / MM - x
        expected = {"start": left, "middle": (left + right) / 2, "end": right}[text.anchor]
        assert expected == pytest.approx(text.x, abs=text.spacing / 2 + 0.05)
        assert page.height / MM - own[0]["matrix"][5] / MM - y == pytest.approx(text.y, abs=0.01)
        assert own[0]["size"] / MM == pytest.approx(text.size, abs=0.01)
        assert own[0]["upright"]
    return letters


@pytest.mark.parametrize("game", NAMES)
def test_texts_stay_texts_in_their_places_and_sizes(game: str) -> None:
    assert assert_set(whole(game), texts(SHEETS[game]), 0, 0) == []


# For a print shop


@cache
def shop(game: str) -> Page:
    (page,) = pages(shop_pdf(SHEETS[game]))
    return page


@pytest.mark.parametrize("game", NAMES)
def test_a_print_shop_finds_where_to_cut_and_what_lies_beyond(game: str) -> None:
    boxes = {
        name: [round(float(side) / MM, 3) for side in shop(game).page_obj.attrs[name]]
        for name in ("MediaBox", "BleedBox", "TrimBox")
    }
    assert boxes == {"MediaBox": [0, 0, 500, 340], "BleedBox": [7, 7, 493, 333], "TrimBox": [10, 10, 490, 330]}


@pytest.mark.parametrize("game", NAMES)
def test_every_typeface_is_in_the_file(game: str) -> None:
    for pdf in (whole_pdf(SHEETS[game]), shop_pdf(SHEETS[game]), tiled_pdf(SHEETS[game], A3)):
        document = pdfplumber.open(BytesIO(pdf))
        fonts = [
            resolve1(font)
            for page in document.pages
            for font in resolve1(resolve1(page.page_obj.resources).get("Font", {})).values()
        ]
        assert fonts
        assert all("FontFile2" in resolve1(font.get("FontDescriptor", {})) for font in fonts)


# True size


@pytest.mark.parametrize("game", NAMES)
def test_tiles_are_exactly_a4_and_as_few_as_can_be(game: str) -> None:
    assert len(tiled(game)) == 4
    for page in tiled(game):
        assert page.width / MM == pytest.approx(297, abs=0.001)
        assert page.height / MM == pytest.approx(210, abs=0.001)


# Tiles

papers = st.tuples(st.integers(90, 700), st.integers(90, 700))


@given(papers)
def test_tiles_cover_the_sheet_once_and_meet_between_cells(paper: tuple[int, int]) -> None:
    tiling = tiles(SHEETS["hourglass"], paper)
    assert sorted((tiling.width, tiling.height)) == sorted(paper)
    covered: Counter[tuple[float, float]] = Counter()
    for tile in tiling.tiles:
        left, top, right, bottom = tile.part
        right, bottom = right - tile.right, bottom - tile.near
        assert left % PITCH == top % PITCH == right % PITCH == bottom % PITCH == 0
        covered.update(
            (x, y) for x in range(int(left), int(right), int(PITCH)) for y in range(int(top), int(bottom), int(PITCH))
        )
    assert covered == Counter((40.0 * c, 40.0 * r) for c in range(12) for r in range(8))


@given(papers)
def test_tiles_lie_on_their_paper_and_show_what_they_are_joined_to(paper: tuple[int, int]) -> None:
    tiling = tiles(SHEETS["hourglass"], paper)
    for tile in tiling.tiles:
        left, top, right, bottom = tile.part
        assert left >= 0
        assert top >= 0
        assert right <= 480
        assert bottom <= 320
        assert tile.right == (OVERLAP if right < 480 else 0)
        assert tile.near == (OVERLAP if bottom < 320 else 0)
        assert tile.x >= 8
        assert tile.x + right - left <= tiling.width - 8
        assert tile.y >= 8
        assert tile.y + bottom - top <= tiling.height - 8 - 24


@pytest.mark.parametrize("game", NAMES)
def test_a_tile_shows_its_part_in_true_size_and_says_where_it_belongs(game: str) -> None:
    sheet = SHEETS[game]
    tiling = tiles(sheet)
    for page, tile in zip(tiled(game), tiling.tiles, strict=True):
        shown = [text for text in texts(sheet) if meet(box(text), tile.part)]
        assert shown
        rest = assert_set(page, shown, tile.x - tile.part.left, tile.y - tile.part.top)
        told = "".join(letter["text"] for letter in rest)
        assert told.startswith(tile.name + sheet.title)
        assert all(told.count(other.name) >= 1 for other in tiling.tiles)
        assert told.count(tile.name) == 2  # large, and on the map


@pytest.mark.parametrize("game", NAMES)
def test_a_tile_has_a_ruler_of_100_millimetres_with_a_tick_each_centimetre(game: str) -> None:
    for page in tiled(game):
        below = [line for line in page.lines if line["top"] / MM > 210 - 8 - 10]
        (ruler,) = (line for line in below if line["width"] / MM > 50)
        assert ruler["width"] / MM == pytest.approx(CHECK, abs=0.001)
        ticks = [
            (line["x0"] - ruler["x0"]) / MM
            for line in below
            if line["width"] < 0.1 and abs(line["bottom"] - ruler["bottom"]) < 0.1
        ]
        assert sorted(ticks) == pytest.approx([10 * n for n in range(11)], abs=0.001)


def test_paper_on_which_no_cell_fits_is_refused() -> None:
    with pytest.raises(WiringError, match="no cell fits on paper of 50 x 80 mm; take a larger one"):
        tiles(SHEETS["hourglass"], (80, 50))
