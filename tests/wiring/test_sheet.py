"""The printed sheets: what stands where, whichever game and whichever board."""

from collections.abc import Callable
from itertools import combinations
from math import hypot
from typing import Any
from xml.etree import ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules import NAMES
from rules.forum_romanum import COLOURS, DEFAULT_LAYOUT
from rules.forum_romanum import SCALE as RULES_SCALE
from rules.hourglass import hourglass
from rules.manoeuvre import FIXED_BONUSES, FIXED_REWARDS, RECRUITS
from rules.manoeuvre import TRACK as RULES_TRACK
from wiring import COLUMNS, WiringError, read_overlay, read_pins
from wiring.read import PITCH
from wiring.sheet import drawing, editions, on_screen, printed, svg, svg_of
from wiring.sheets import forum_romanum, manoeuvre
from wiring.sheets import hourglass as glasses
from wiring.sheets.board import Board
from wiring.sheets.shapes import (
    TYPEFACES,
    Circle,
    Drawing,
    Ink,
    Line,
    Path,
    Place,
    Rect,
    Text,
    box,
    centre,
    corner,
    meet,
    reach,
)

SVG = "{http://www.w3.org/2000/svg}"
OWN = Board(
    {
        "a": (2, 1),
        "b": (4, 1),
        "c": (6, 1),
        "d": (4, 2),
        "m": (4, 3),
        "D": (4, 4),
        "A": (6, 5),
        "B": (4, 5),
        "C": (2, 5),
    },
    [("a", "d"), ("b", "d"), ("c", "d"), ("d", "m"), ("m", "D"), ("D", "A"), ("D", "B"), ("D", "C")],
    ("abcd", "ABCD"),
)
STEEP = Board(  # with lines straight up and down, and holes in the corners of the table
    {
        "a": (0, 0),
        "b": (1, 0),
        "c": (0, 1),
        "d": (1, 1),
        "x": (3, 6),
        "D": (6, 10),
        "A": (7, 11),
        "B": (6, 11),
        "C": (7, 10),
    },
    [
        ("a", "b"),
        ("a", "c"),
        ("a", "d"),
        ("b", "d"),
        ("c", "d"),
        ("b", "c"),
        ("d", "x"),
        ("x", "D"),
        ("D", "A"),
        ("D", "B"),
        ("D", "C"),
        ("A", "B"),
        ("A", "C"),
    ],
    ("abcd", "ABCD"),
)
LAYOUTS = [
    DEFAULT_LAYOUT,
    "1122233/1122233/1122233/1444553/6444555/6444755/6666777",
    "1111111/2222222/3333333/4444444/5555555/6666666/7777777",
    "1111222/1122222/1334445/3334445/3344455/6666775/6667777",
]
DRAWINGS = {
    **{game: drawing(game) for game in NAMES},
    "own board": drawing("hourglass", board=OWN),
    "steep board": drawing("hourglass", board=STEEP),
    **{layout: drawing("forum_romanum", layout=layout) for layout in LAYOUTS[1:]},
    **{f"{game} on a screen": drawing(game, screen=True) for game in NAMES if on_screen(game, {})},
    "own board on a screen": drawing("hourglass", board=OWN, screen=True),
    "variant": drawing("forum_romanum", variant=True),
    "stones": drawing("manoeuvre", rewards=FIXED_REWARDS, bonuses=FIXED_BONUSES),
}


@pytest.fixture(params=list(DRAWINGS.values()), ids=list(DRAWINGS))
def sheet(request: pytest.FixtureRequest) -> Drawing:
    found = request.param
    assert isinstance(found, Drawing)
    return found


def parsed(text: str) -> ET.Element:
    return ET.fromstring(text)


def texts(sheet: Drawing) -> list[Text]:
    return [shape for shape in sheet.shapes if isinstance(shape, Text)]


def texts_on(sheet: Drawing, cell: int) -> set[str]:
    """The texts that stand wholly on a cell."""
    x, y = corner(cell)
    on = set()
    for text in texts(sheet):
        left, top, right, bottom = box(text)
        if x <= left and right <= x + PITCH and y <= top and bottom <= y + PITCH:
            on.add(text.text)
    return on


# Every sheet


@pytest.mark.parametrize("game", NAMES)
def test_every_field_has_its_name_on_its_cell(game: str) -> None:
    sheet = drawing(game)
    for field, cell in read_overlay(game).cells.items():
        assert field.rpartition("-")[2] in texts_on(sheet, cell), field


def test_nothing_lies_outside_the_sheet(sheet: Drawing) -> None:
    assert (sheet.width, sheet.height) == (480, 320)
    for shape in sheet.shapes:
        left, top, right, bottom = reach(shape)
        assert 0 <= left <= right <= 480, shape
        assert 0 <= top <= bottom <= 320, shape


def test_no_text_lies_across_another(sheet: Drawing) -> None:
    for one, other in combinations(texts(sheet), 2):
        assert not meet(box(one), box(other)), (one.text, other.text)


def test_grounds_are_light_enough_for_lamps(sheet: Drawing) -> None:
    """A fill of more than a third of a cell lets at least two thirds of the light through."""
    for shape in sheet.shapes:
        if isinstance(shape, Text | Line) or not shape.ink.fill:
            continue
        left, top, right, bottom = box(shape)
        if (right - left) * (bottom - top) > PITCH * PITCH / 3:
            assert min(bytes.fromhex(shape.ink.fill[1:])) > 255 * 0.66, shape


@pytest.mark.parametrize("game", NAMES)
def test_on_the_table_a_lamp_shines_through_white_and_no_letter_lies_over_it(game: str) -> None:
    places, cells = read_pins().cell, read_overlay(game).names
    for drawn in editions(game).values():
        letters = texts(drawn)
        marks = printed(drawn, game, places).shapes[-len(letters) - 2 * len(cells) : -len(letters)]
        for cell, lamp, button in zip(cells, marks[::2], marks[1::2], strict=True):
            assert isinstance(lamp, Circle)
            assert isinstance(button, Circle)
            x, y = centre(cell)
            assert (lamp.x - x, lamp.y - y, lamp.radius) == (*places.pixel, 4.5)
            assert (button.x - x, button.y - y) == places.button
            assert lamp.ink == Ink("#ffffff")
            assert not any(meet(box(mark), box(one)) for mark in (lamp, button) for one in letters)


# SVG


def test_the_svg_is_well_formed_and_in_true_size(sheet: Drawing) -> None:
    root = parsed(svg(sheet))
    assert root.get("viewBox") == "0 0 480 320"
    assert (root.get("width"), root.get("height")) == ("480mm", "320mm")
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags <= {"svg", "title", "g", "path", "text"}
    assert {text.get("font-family") for text in root.iter(f"{SVG}text")} <= {*TYPEFACES.values()}
    assert not [name for element in root.iter() for name in element.keys() if "href" in name]  # noqa: SIM118


@pytest.mark.parametrize(
    ("game", "options"), [(game, {}) for game in NAMES] + [("hourglass", {"board": board}) for board in (OWN, STEEP)]
)
def test_fields_on_a_screen_lie_apart_and_on_the_sheet(game: str, options: dict[str, Board]) -> None:
    places = {cell: Place(*centre(cell), 1) for cell in read_overlay(game).names}
    if options:
        places = {}  # of a board of one's own all holes are shown elsewhere
    places |= on_screen(game, options)
    for one, other in combinations(places.values(), 2):
        apart = (one.size + other.size) * PITCH / 2 - 0.001
        assert max(abs(one.x - other.x), abs(one.y - other.y)) >= apart
    for place in places.values():
        half = place.size * PITCH / 2
        assert half <= place.x <= 480 - half
        assert half <= place.y <= 320 - half


def test_what_people_named_is_not_read_as_markup() -> None:
    root = parsed(svg_of("revolution", words=lambda _: '<b>&"'))
    assert '<b>&"' in {text.text for text in root.iter(f"{SVG}text")}


# Texts in other languages


@pytest.mark.parametrize("game", NAMES)
def test_longer_languages_fit_too(game: str) -> None:
    sheet = drawing(game, words=lambda text: text + text[: len(text) // 4])
    test_nothing_lies_outside_the_sheet(sheet)
    test_no_text_lies_across_another(sheet)


# The games


def test_the_default_board_of_hourglass_is_that_of_the_rules() -> None:
    rules = hourglass.start(2).board
    board = glasses.default()
    assert dict(board.holes) == rules.cells
    assert set(map(frozenset, board.lines)) == set(map(frozenset, rules.lines))
    assert len(board.lines) == len(rules.lines) == 34
    assert tuple(tuple(home) for home in board.homes) == rules.homes


@pytest.mark.parametrize("board", [glasses.default(), OWN, STEEP], ids=["default", "own", "steep"])
def test_lines_are_printed_from_hole_to_hole_and_no_others(board: Board) -> None:
    at = {hole: centre(COLUMNS * row + column) for hole, (row, column) in board.holes.items()}
    wanted = {frozenset((at[a], at[b])) for a, b in board.lines}
    holes = set(at.values())
    printed = {
        frozenset(((shape.x1, shape.y1), (shape.x2, shape.y2)))
        for shape in drawing("hourglass", board=board).shapes
        if isinstance(shape, Line) and {(shape.x1, shape.y1), (shape.x2, shape.y2)} <= holes
    }
    assert printed == wanted


@pytest.mark.parametrize("board", [glasses.default(), STEEP], ids=["default", "steep"])
def test_homes_are_ringed_alike_and_dotted_as_the_goal_of_the_other(board: Board) -> None:
    inks: dict[tuple[float, float], list[str | None]] = {}
    for shape in drawing("hourglass", board=board).shapes:
        if isinstance(shape, Circle) and shape.ink.stroke:
            inks.setdefault((shape.x, shape.y), []).append(shape.ink.stroke)
    seen = {hole: inks[centre(COLUMNS * row + column)] for hole, (row, column) in board.holes.items()}
    (white, pink), *_ = (seen[hole] for hole in board.homes[0])  # ring and dots
    assert white != pink
    assert all(seen[hole] == [white, pink] for hole in board.homes[0])
    assert all(seen[hole] == [pink, white] for hole in board.homes[1])
    elsewhere = {seen[hole][0] for hole in seen.keys() - {*board.homes[0], *board.homes[1]}}
    assert not elsewhere & {white, pink}


def test_a_foreign_hole_between_those_of_a_home_does_not_stand_on_its_ground() -> None:
    holes = {**OWN.holes, "z": (3, 1)}
    sheet = drawing("hourglass", board=Board(holes, [*OWN.lines, ("z", "a")], OWN.homes))
    grounds = [shape for shape in sheet.shapes if isinstance(shape, Path) and shape.ink.width > 20]
    assert len(grounds) == 1  # pink's; white has four round ones
    z = centre(COLUMNS * 3 + 1)
    round_ = [s for s in sheet.shapes if isinstance(s, Circle) and not s.ink.stroke]
    assert len(round_) == 4
    assert all(hypot(shape.x - z[0], shape.y - z[1]) >= PITCH for shape in round_)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    names = draw(st.lists(st.from_regex(r"[A-Za-z0-9_]{1,6}", fullmatch=True), min_size=8, max_size=20, unique=True))
    cells = draw(st.permutations(range(COLUMNS * 8)))
    pairs = st.lists(st.sampled_from(names), min_size=2, max_size=2, unique=True)
    lines = draw(st.lists(pairs, max_size=60))
    return Board(
        {name: divmod(cell, COLUMNS) for name, cell in zip(names, cells, strict=False)},
        [(a, b) for a, b in lines],
        (names[:4], names[4:8]),
    )


NO_MORE = Board(  # than the eight holes that a board must have, all in one row
    {name: (0, column) for column, name in enumerate("abcdABCD")}, [], ("abcd", "ABCD")
)


@example(NO_MORE)
@given(boards())
def test_any_board_is_printed_on_the_sheet_with_each_name_on_its_cell(board: Board) -> None:
    sheet = drawing("hourglass", board=board)
    test_nothing_lies_outside_the_sheet(sheet)
    test_no_text_lies_across_another(sheet)
    for hole, (row, column) in board.holes.items():
        assert hole in texts_on(sheet, COLUMNS * row + column)


def ground(sheet: Drawing, cell: int) -> str | None:
    """The fill of the rectangle that covers exactly this cell."""
    x, y = corner(cell)
    (found,) = (
        shape.ink.fill
        for shape in sheet.shapes
        if isinstance(shape, Rect) and (shape.x, shape.y, shape.width) == (x, y, PITCH)
    )
    return found


SYMMETRIES: list[Callable[[list[str]], list[str]]] = [
    lambda rows: rows,
    lambda rows: rows[::-1],
    lambda rows: [row[::-1] for row in rows],
    lambda rows: ["".join(column) for column in zip(*rows, strict=True)],
]


@given(st.sampled_from(LAYOUTS), st.sampled_from(SYMMETRIES), st.permutations([*"1234567"]))
def test_neighbouring_fields_have_one_ground_when_they_are_of_one_building(
    layout: str, turned: Callable[[list[str]], list[str]], names: list[str]
) -> None:
    rows = [row.translate(str.maketrans("1234567", "".join(names))) for row in turned(layout.split("/"))]
    sheet = drawing("forum_romanum", layout="/".join(rows))
    grounds = [[ground(sheet, COLUMNS * r + c) for c in range(7)] for r in range(7)]
    for r in range(7):
        for c in range(6):
            assert (rows[r][c] == rows[r][c + 1]) == (grounds[r][c] == grounds[r][c + 1])
            assert (rows[c][r] == rows[c + 1][r]) == (grounds[c][r] == grounds[c + 1][r])


@pytest.mark.parametrize("layout", LAYOUTS)
def test_the_number_of_a_building_stands_on_its_fields(layout: str) -> None:
    rows = layout.split("/")
    sheet = drawing("forum_romanum", layout=layout)
    for number, name in enumerate(forum_romanum.BUILDINGS, 1):
        (text,) = (text for text in texts(sheet) if text.text == name)
        x, y = text.x, text.y - 2.6
        around = {rows[int((y + dy) // PITCH)][int((x + dx) // PITCH)] for dx in (-2, 2) for dy in (-2, 2)}
        assert around == {str(number)}


def test_forum_and_track_of_the_sheets_are_those_of_the_rules() -> None:
    assert forum_romanum.LAYOUT == DEFAULT_LAYOUT
    assert forum_romanum.SCALE == RULES_SCALE
    assert "".join(forum_romanum.KEY_COLOURS) == COLOURS
    assert (str(manoeuvre.TRACK), manoeuvre.PLACES) == (RULES_TRACK, RECRUITS)


def stones(sheet: Drawing) -> dict[int, str]:
    """What stands on each field of the track that bears a stone."""
    cells = read_overlay("manoeuvre").cells
    return {n: sign for n in range(1, 85) for sign in texts_on(sheet, cells[str(n)]) if sign[0] in "×+"}


def test_stones_are_marked_where_the_game_has_them() -> None:
    factors = {"w": "×2", "b": "×3"}
    for rewards, bonuses in (
        (FIXED_REWARDS, FIXED_BONUSES),
        ("7:3 80:1 44:2", "8w 15b 20w 27w 33b 41w 50w 57b 65w 72b"),
    ):
        wanted = {int(word[:-2]): f"+{word[-1]}" for word in rewards.split()}
        wanted |= {int(word[:-1]): factors[word[-1]] for word in bonuses.split()}
        assert stones(drawing("manoeuvre", rewards=rewards, bonuses=bonuses)) == wanted


def test_stones_that_lie_elsewhere_in_every_game_are_not_printed() -> None:
    assert stones(drawing("manoeuvre")) == {}


# What cannot be printed


@pytest.mark.parametrize(
    ("game", "options", "says"),
    [
        ("ludo", {}, "no sheet of 'ludo'; there are those of forum_romanum, hourglass"),
        ("revolution", {"layout": DEFAULT_LAYOUT}, "the sheet of revolution has no layout"),
        ("forum_romanum", {"layout": "111/222"}, "'111/222' should be 7 rows of 7 digits"),
        ("forum_romanum", {"layout": DEFAULT_LAYOUT.replace("7", "8")}, "digits 1-7"),
        ("manoeuvre", {"rewards": "85:1"}, "'85:1' should be a field 1-84"),
        ("manoeuvre", {"bonuses": "10x"}, "'10x' should be a field 1-84 and its stone"),
        ("hourglass", {"board": Board({"a": (0, 0)}, [("a", "q")], ("a", "a"))}, "no hole 'q'"),
        ("hourglass", {"board": Board({"a": (8, 0)}, [], ("a", "a"))}, "(8, 0) is off the table"),
    ],
)
def test_what_cannot_be_printed_says_why(game: str, options: dict[str, Any], says: str) -> None:
    with pytest.raises(WiringError) as error:
        drawing(game, **options)
    assert says in str(error.value)
