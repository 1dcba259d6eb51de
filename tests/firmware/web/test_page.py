"""The page as people use it: a real browser at a really served table."""

import json
import re
import sqlite3
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pdfplumber
import pytest
from playwright.sync_api import (
    Browser,
    Page,
    WebSocketRoute,
    expect,
)
from support.page_server import PIN, Served, moves_of, serving
from support.table_page import (
    SIZES,
    Join,
    Person,
    examiner,
    in_browser,
    middle,
)

from rules import NAMES as GAMES
from rules import find_game

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[3]
STATIC = ROOT / "firmware" / "web" / "static"
LANGUAGES = ("en", "nl", "fr", "de")
RESTING = 700  # milliseconds


def line_of(moves: str) -> list[str]:
    return moves.split()


# Whole games with a mouse


@in_browser
def test_a_game_of_forum_romanum_by_mouse(join: Join, served: Served) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram"])
    anna.drag(anna.supply("r"), "c3")  # the second colour first
    anna.see_moves(1)
    anna.drag(anna.supply("y"), "d4")
    anna.see_moves(2)
    anna.drag(anna.supply("b"), "a1")
    anna.see_moves(3)
    anna.drag(anna.supply("g"), "g7")
    anna.see_moves(4)
    menu = anna.page.locator("#menu-leads")
    expect(menu).to_have_text("end the game")
    anna.key("MENU")
    anna.see_prompt("agree")
    expect(menu).to_have_text("no")
    anna.key("CONFIRM")
    anna.see_prompt("The game is over")
    expect(menu).to_have_text("the next game")
    expect(anna.page.locator("#reason")).to_have_text("by agreement")
    assert moves_of(served.text("api/record")) == ["r@c3", "y@d4", "b@a1", "g@g7", "agree"]


FLAG = line_of("B@d3 V@b3 N@b1 0@a2 3@a1 end F@b4 F@a4 *a1 1@c3 0@c5 8@a5")


@pytest.mark.nightly
@in_browser
def test_a_game_of_revolution_by_mouse(join: Join, served: Served) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    for number, move in enumerate(FLAG, 1):
        seat = served.state["position"]["to_move"]
        what, _, field = move.partition("@")
        if move == "end":
            anna.key("CONFIRM")
        elif move.startswith("*"):
            anna.drag(anna.supply("stone"), move[1:])
        else:
            anna.drag(what if what in "NVB" else f"{seat}-{what}", field)
        anna.see_moves(number)
    anna.see_prompt("The game is over")
    assert moves_of(served.text("api/record")) == FLAG


@pytest.mark.nightly
@in_browser
def test_a_game_of_hourglass_by_mouse(join: Join, served: Served) -> None:
    anna = join().open().begin("hourglass", ["Anna", "Bram"], {"sand": "9"})
    for hole in "abcABC":
        anna.page.mouse.click(*anna.where(hole))  # taken out
        anna.page.mouse.click(*anna.where(hole))  # and planted again, turned
    anna.see_moves(1)
    anna.drag("d", "e")
    anna.see_moves(2)
    anna.drag("D", "E")
    anna.see_moves(3)
    running = anna.page.locator("#table .hourglass .seconds").all_text_contents()
    assert all(0 < int(text) <= 9 for text in running)
    expect(anna.page.locator("#prompt")).to_contain_text("The game is over", timeout=40_000)
    moves = [line.split()[-1] for line in moves_of(served.text("api/record"))]
    assert moves[:3] == ["start", "d-e", "D-E"]


@pytest.mark.nightly
@in_browser
def test_a_dead_hourglass_is_seen_to_be_dead_and_can_be_taken_off(join: Join) -> None:
    sand = " ".join(f"{hole}:{4 if hole == 'd' else 60}" for hole in "abcdABCD")
    rules = {"sand": sand, "stalling": "noted", "turn": "none"}
    anna = join().open().begin("hourglass", ["Anna", "Bram"], rules)
    anna.choose("start")
    anna.see_moves(1)
    for number, move in enumerate(["d-e", "D-E"], 2):
        anna.drag(*move.split("-"))
        anna.see_moves(number)
    expect(anna.field("e")).to_have_attribute("aria-label", "e: white hourglass, run out")
    dead = anna.page.locator("#table .hourglass:has(.dead)")
    expect(dead).to_have_count(1)
    expect(dead.locator(".seconds")).to_have_text("")
    anna.drag("b", "e")
    expect(anna.page.locator("#notice")).to_contain_text("The hourglass there has run out")
    anna.see_moves(3)
    anna.page.mouse.click(*anna.where("e"))
    anna.page.locator("#tray [data-tool=aside]").click()
    expect(dead).to_have_count(0)
    anna.drag("b", "d")
    anna.see_moves(4)
    assert anna.moves[-1].endswith("b-d")


@pytest.mark.nightly  # some 130 moves
@in_browser
def test_a_game_of_manoeuvre_by_mouse(join: Join, served: Served) -> None:
    anna = join().open().begin("manoeuvre", ["Anna", "Bram"])
    die = anna.supply("die")
    while (state := served.state)["position"]["chance"]:
        die.click()
        expect(die).to_contain_text(re.compile(r"^\d"))
        rolled = (die.text_content() or "")[0]
        if f"roll {rolled}" in state["position"]["legal"]:
            court = courtyard_of(state)
            anna.drag(court, rolled)
            anna.see_moves(len(state["moves"]) + 1)
    while not (state := served.state)["position"]["over"]:
        move = max(state["position"]["legal"], key=how_far)
        source, _, target = move.partition("-")
        if target == "home":
            home = sum(len(places) for places in state["position"]["detail"]["home"].values())
            target = f"court-{12 - home}"
        anna.drag(source, target)
        anna.see_moves(len(state["moves"]) + 1)
    anna.see_prompt("won")
    assert moves_of(served.text("api/record")) == anna.moves


def courtyard_of(state: dict[str, Any]) -> str:
    """Where a recruit of the seat to move still waits."""
    fields = {cell: name for name, cell in state["game"]["fields"].items()}
    places: Iterator[str] = (
        fields[piece["cell"]]
        for piece in state["pieces"]
        if piece["seat"] == state["position"]["to_move"]
        and fields[piece["cell"]].startswith("court-")
    )
    return next(places)


def how_far(move: str) -> int:
    source, _, target = move.partition("-")
    return 1000 if target == "home" else int(target) - int(source)


# Fingers, keys and the list of moves


@in_browser
def test_a_game_by_touch(join: Join, served: Served) -> None:
    anna = join("phone", has_touch=True, is_mobile=True).open()
    anna.begin("forum_romanum", ["Anna", "Bram", "Carla"])
    touch = anna.page.touchscreen
    for number, (colour, field) in enumerate([("y", "a1"), ("b", "b2")], 1):
        touch.tap(*middle(anna.supply(colour)))
        touch.tap(*anna.where(field))
        anna.see_moves(number)
    finger = Finger(anna.page)
    finger.drag(middle(anna.supply("r")), anna.where("g7"))
    anna.see_moves(3)
    finger.drag(anna.where("g7"), anna.where("f6"))  # Carla changes her mind
    expect(anna.page.locator("#moves [data-line='r@f6']")).to_have_count(1)
    anna.key("MENU")
    anna.see_prompt("agree")
    anna.key("CONFIRM")
    anna.see_prompt("The game is over")
    assert moves_of(served.text("api/record")) == ["y@a1", "b@b2", "r@f6", "agree"]


class Finger:
    """A finger on the glass, as Playwright has only taps."""

    def __init__(self, page: Page) -> None:
        self._session = page.context.new_cdp_session(page)

    def drag(self, source: tuple[float, float], target: tuple[float, float]) -> None:
        self._touch("touchStart", source)
        for step in (0.3, 0.6, 1.0):
            between = [a + (b - a) * step for a, b in zip(source, target, strict=True)]
            self._touch("touchMove", (between[0], between[1]))
        self._touch("touchEnd")

    def _touch(self, kind: str, *points: tuple[float, float]) -> None:
        self._session.send(
            "Input.dispatchTouchEvent",
            {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]},
        )


@in_browser
def test_a_hand_that_rests_on_a_field_presses_it(join: Join) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram"])
    mouse = anna.page.mouse
    begin, end = middle(anna.supply("y")), anna.where("c3")  # so that nothing is awaited in between
    mouse.move(*anna.where("key-r"))
    mouse.down()
    anna.page.wait_for_timeout(RESTING)
    mouse.up()
    mouse.move(*begin)  # of the colour that was pressed
    mouse.down()
    mouse.move(*end, steps=4)
    mouse.up()
    anna.see_moves(1)
    assert anna.moves == ["r@c3"]


@in_browser
def test_a_hand_that_rests_on_a_field_may_still_drag_then(join: Join) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram"])
    mouse = anna.page.mouse
    anna.drag(anna.supply("y"), "c3")
    anna.see_moves(1)
    mouse.move(*anna.where("c3"))
    mouse.down()
    anna.page.wait_for_timeout(RESTING)
    mouse.move(*anna.where("d4"), steps=4)
    mouse.up()
    expect(anna.page.locator("#moves [data-line='y@d4']")).to_have_count(1)


@in_browser
def test_a_game_by_keyboard_alone(join: Join, served: Served) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    keyboard = anna.page.keyboard
    anna.tab_to("#table [data-cell]")
    anna.walk_to("a7")
    anna.tab_to("#tray [data-tool=y]")
    keyboard.press("Enter")
    anna.tab_to("#table [data-cell]", back=True)
    anna.walk_to("c6")
    assert anna.page.evaluate("document.activeElement.getAttribute('aria-label')") == "c6: empty"
    keyboard.press("Enter")
    anna.see_moves(1)
    assert anna.label("c6") == "c6: yellow Roman"
    expect(anna.page.locator("#announced")).to_have_text("Anna played y@c6")
    keyboard.press("u")
    anna.see_moves(0)
    anna.see_prompt("take the piece off c6")
    keyboard.press("Enter")  # lifts it
    anna.tab_to("#tray [data-tool=aside]")
    keyboard.press("Enter")
    anna.see_prompt("Anna, place")
    anna.choose("y@d4")
    anna.see_moves(1)
    assert moves_of(served.text("api/record")) == ["y@d4"]


@in_browser
def test_a_wrong_move_is_led_back_and_what_stands_there_is_shown(
    join: Join, served: Served
) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    anna.drag("light-5", "c3")  # a building comes first
    anna.see_prompt("put the piece from c3 back to light-5")
    assert "not yet understood" in anna.label("c3")
    assert "not in its place" in anna.label("light-5")
    assert served.state["trouble"] == "astray"
    anna.drag("c3", "light-5")
    anna.see_prompt("place a building")
    assert anna.label("light-5") == "light-5: light card 5"


@pytest.mark.nightly
@in_browser
def test_everybody_sees_which_of_two_wrong_pieces_is_which(join: Join) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    bram = join("phone").open()
    for card, field in (("light-7", "c3"), ("light-2", "b1")):  # a building comes first
        anna.drag(card, field)
        anna.see_prompt("put the piece from")
    anna.see_prompt("from c3 back to light-7")
    for person in (anna, bram, anna):
        for field, card in (("c3", "7"), ("b1", "2")):
            expect(person.field(field)).to_have_attribute(
                "aria-label", f"{field}: light card {card}, not yet understood"
            )
        anna.page.reload()
        anna.see_link("live")


@in_browser
def test_a_piece_laid_beside_the_table_is_taken_up_where_it_was(join: Join) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    page = anna.page
    page.mouse.move(*anna.where("N"))
    page.mouse.down()
    page.mouse.move(5, 5, steps=3)
    page.mouse.up()
    expect(anna.field("N")).to_have_attribute("aria-label", re.compile("not in its place"))
    anna.drag("N", "c3")
    anna.see_moves(1)
    assert anna.moves == ["N@c3"]


@pytest.mark.nightly
@in_browser
def test_the_computer_plays_the_seats_it_is_given(join: Join) -> None:
    anna = join().open()
    anna.page.locator("[data-opens=new-game]").locator("visible=true").first.click()
    anna.page.locator("#new-form input[value=forum_romanum]").check()
    anna.page.locator("#new-form input[name=players][value='3']").check()
    for seat in (1, 2):
        anna.page.locator("#new-seats input[type=checkbox]").nth(seat).check()
    anna.page.locator("#new-form button[type=submit]").click()
    anna.see_moves(0)
    anna.drag(anna.supply("y"), "d4")
    anna.see_moves(3, timeout=40_000)
    anna.page.locator("#players .machine[aria-pressed=true]").first.click()
    expect(anna.page.locator("#players .machine[aria-pressed=true]")).to_have_count(1)


@in_browser
def test_what_was_typed_for_a_new_game_stays_until_it_begins(join: Join, served: Served) -> None:
    anna = join().open().begin("hourglass", ["Anna", "Bram"])
    page = anna.page
    dialog, names = page.locator("#new-game"), page.locator("#new-seats input[name=name]")
    begin = page.locator("#new-form button[type=submit]")
    page.locator(".top [data-opens=new-game]").click()
    page.locator("#new-options-box").evaluate("box => { box.open = true }")
    names.first.fill('Bob "the" B')
    begin.click()
    assert not names.first.evaluate("one => one.validity.valid")
    names.first.fill("Bob")
    page.locator("#option-sand").fill("much")
    begin.click()
    expect(page.locator("#new-said")).to_contain_text("much")
    expect(names.first).to_have_value("Bob")
    page.locator("#new-game .close").click()
    page.locator(".top [data-opens=new-game]").click()
    expect(names.first).to_have_value("Bob")
    begin.click()
    expect(dialog).to_be_hidden()
    expect(page.locator("#players")).to_contain_text("Bob")
    page.locator(".top [data-opens=new-game]").click()
    begin.click()  # the very same once more
    expect(dialog).to_be_hidden()
    assert served.state["game"]["players"] == ["Bob", "Bram"]


@pytest.mark.nightly
@in_browser
def test_stones_are_given_out_only_when_one_can_be_set(join: Join) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    wanted = re.compile("wanted")
    confirm, notice = anna.page.locator("#keys [data-key=CONFIRM]"), anna.page.locator("#notice")
    expect(anna.supply("stone")).to_be_disabled()
    for number, move in enumerate(line_of("N@c3 V@b5 B@d1 9@a1"), 1):
        anna.choose(move)
        anna.see_moves(number)
    expect(anna.supply("stone")).to_be_enabled()
    expect(confirm).to_have_class(wanted)
    anna.drag(anna.supply("stone"), "e5")
    expect(notice).to_contain_text("No stone can be set there")
    expect(anna.page.locator("#hand")).to_be_hidden()
    anna.drag(anna.supply("stone"), "a1")
    anna.see_moves(5)
    expect(confirm).not_to_have_class(wanted)


@pytest.mark.nightly
@in_browser
def test_romans_are_not_left_where_only_lamps_are(join: Join, served: Served) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    for field in ("steps-7", "key-y"):
        anna.drag(anna.supply("y"), field)
        expect(anna.page.locator("#notice")).to_contain_text("No piece belongs there")
        expect(anna.page.locator("#hand")).to_be_hidden()
        expect(anna.page.locator("#table .pieces > g")).to_have_count(0)
        anna.page.locator("#notice").evaluate("one => { one.textContent = ''; }")
    assert served.state["reeds"] == []
    anna.drag(anna.supply("y"), "d4")
    anna.see_moves(1)


@pytest.mark.nightly
@in_browser
def test_influence_and_coins_are_seen_on_the_table(join: Join) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    for number, move in enumerate(line_of("N@c3 V@b5 B@d1 9@a1"), 1):
        anna.choose(move)
        anna.see_moves(number)
    marks = anna.page.locator("#table .influence text.light.leads")
    assert marks.all_text_contents() == ["9", "9", "9"]
    anna.begin("forum_romanum", ["Anna", "Bram", "Carla"])
    coins = anna.page.locator("#table .coin")
    expect(coins).to_have_count(23)
    for number, move in enumerate(line_of("y@f5 b@a1 r@g5 y@f4 b@b2 r@g4 y@f3 b@c3 r@d1 y@g3"), 1):
        anna.choose(move)
        anna.see_moves(number)
    expect(anna.page.locator("#table [data-sector=V]")).to_have_count(0)
    expect(coins).to_have_count(22)


# Those who watch


@pytest.mark.nightly
@in_browser
def test_watchers_see_the_same_in_their_own_languages(join: Join) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    bram = join("phone").open(f"{anna.served.url}?lang=nl")
    carla = join("large").open(f"{anna.served.url}?lang=de")
    for number, move in enumerate(["y@d4", "b@a1", "r@g7", "y@e4"], 1):
        anna.choose(move)
        for person in (anna, bram, carla):
            person.see_moves(number)
    bram.see_prompt("zet een blauwe Romein")
    carla.see_prompt("setze einen blauen Römer")
    anna.page.wait_for_timeout(500)  # the table makes sure that nothing slides on
    assert anna.picture == bram.picture == carla.picture
    assert anna.moves == bram.moves == carla.moves


@in_browser
@pytest.mark.parametrize("size", ["phone", "tablet"])
def test_the_names_of_the_games_stand_apart_in_every_language(join: Join, size: str) -> None:
    anna = join(size)
    for language in LANGUAGES:
        anna.open(f"{anna.served.url}?lang={language}")
        boxes = anna.page.locator("#table .choice-name").evaluate_all(
            "all => all.map(one => { const { left, right, top, bottom } = "
            "one.getBoundingClientRect(); return [left, right, top, bottom]; })"
        )
        assert len(boxes) == len(GAMES) + 2  # and the seats
        for one, other in combinations(boxes, 2):
            across, down = (
                min(one[end + 1], other[end + 1]) - max(one[end], other[end]) for end in (0, 2)
            )
            assert across < 0 or down < 0


@in_browser
def test_the_printed_sheet_speaks_the_language_of_the_page(join: Join) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"])
    printed = anna.page.locator("#sheet")
    expect(printed).to_have_attribute("src", "/sheet/revolution.svg?lang=en")
    anna.page.locator(".top [data-opens=settings]").click()
    anna.page.locator("#language").select_option("fr")
    expect(printed).to_have_attribute("src", "/sheet/revolution.svg?lang=fr")


@in_browser
def test_score_sheets_are_printed_from_the_page_a_page_of_a4_each(join: Join) -> None:
    page = join().open().page
    page.locator(".top [data-opens=kept]").click()
    page.locator("#kept summary").click()
    links = page.locator("#blank-list a")
    assert links.count() == sum(len(find_game(game).players) for game in GAMES)
    with page.expect_popup() as opened:
        page.get_by_role("link", name="Print a score sheet of Forum Romanum for 4 players").click()
    sheet = opened.value
    expect(sheet).to_have_title("Forum Romanum: score sheet")
    with pdfplumber.open(BytesIO(sheet.pdf(prefer_css_page_size=True))) as printed:
        sizes = [(round(one.width), round(one.height)) for one in printed.pages]
    assert sizes == [(595, 842)] * 2
    sheet.close()


@in_browser
@pytest.mark.parametrize("game", GAMES)
def test_the_rules_in_short_are_printed_on_half_a_sheet(join: Join, game: str) -> None:
    anna = join()
    for language in LANGUAGES:
        anna.page.goto(f"{anna.served.url}rules/{game}/card?lang={language}")
        with pdfplumber.open(BytesIO(anna.page.pdf(prefer_css_page_size=True))) as printed:
            assert [(round(one.width), round(one.height)) for one in printed.pages] == [(595, 420)]


@in_browser
def test_only_who_gives_the_pin_can_touch(join: Join, served: Served) -> None:
    join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    bram = join("phone").open(served.elsewhere)
    page = bram.page
    expect(page.locator("#watching")).to_be_visible()
    expect(page.locator("#tray")).to_be_hidden()
    expect(page.locator("#keys [data-key=CONFIRM]")).to_be_disabled()
    page.mouse.click(*bram.where("d4"))
    page.locator("#touch").click()
    page.locator("#pin-input").fill("000000")
    page.keyboard.press("Enter")
    expect(page.locator("#pin-said")).to_have_text("That is not the PIN.")
    page.locator("#pin-input").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#watching")).to_be_hidden()
    bram.drag(bram.supply("y"), "d4")
    bram.see_moves(1)


@in_browser
def test_who_may_not_touch_is_asked_for_the_pin(join: Join, served: Served) -> None:
    bram = join("phone").open(f"{served.elsewhere}?lang=fr")
    page = bram.page
    assert "wanted" not in str(page.locator("#keys [data-key=CONFIRM]").get_attribute("class"))
    page.locator(".top [data-opens=new-game]").click()
    expect(page.locator("#pin")).to_be_visible()
    expect(page.locator("#new-game")).to_be_hidden()
    page.locator("#pin .close").click()
    page.locator(".top [data-opens=kept]").click()
    page.locator("#kept-file").locator("..").click()
    expect(page.locator("#pin")).to_be_visible()
    page.locator("#pin-input").fill(PIN)
    page.keyboard.press("Enter")
    expect(page.locator("#pin")).to_be_hidden()
    page.locator("#kept .close").click()
    page.locator(".top [data-opens=new-game]").click()
    expect(page.locator("#new-game")).to_be_visible()


@in_browser
def test_a_longer_name_kept_before_is_cut_in_the_lists(join: Join, served: Served) -> None:
    with sqlite3.connect(served.data / "games.db") as store:
        header = '[game "forum_romanum"]\n[players "' + "A" * 5000 + '" "Bram"]\n\n'
        store.execute(
            "INSERT INTO games (game, header, files, notes, how) "
            "VALUES ('forum_romanum', ?, '{}', '{}', 'over')",
            (header,),
        )
        store.execute("INSERT INTO moves (game, ply, seat, line) VALUES (1, 1, '1', 'y@d4')")
        store.executemany(
            "INSERT INTO players (game, place, seat, name, score) VALUES (1, ?, ?, ?, 3)",
            [(1, "1", "A" * 5000), (2, "2", "Bram")],
        )
        store.execute(
            "INSERT INTO results VALUES ('forum_romanum', 0, ?, 1, ?, 3, 0, 1)",
            ("a" * 5000, "A" * 5000),
        )
    store.close()
    anna = join("phone").open()
    for name in ("kept", "standings"):
        anna.page.locator(f".top [data-opens={name}]").click()
        expect(anna.page.locator(f"#{name}-list tr").first).to_contain_text(f"{'A' * 39}…")
        wide = anna.page.locator(f"#{name}-list").evaluate("list => list.scrollWidth")
        assert wide <= SIZES["phone"][0]
        anna.page.locator(f"#{name} .close").click()


@in_browser
def test_a_long_name_and_long_words_fit_a_phone(join: Join) -> None:
    name = "Wolfeschlegelsteinhausenbergerdorff" + "-Ober"
    anna = join("phone").open(f"{join().served.url}?lang=de")
    anna.begin("forum_romanum", [name, "Bram"])
    fits = "one => one.scrollWidth <= one.clientWidth"
    assert anna.page.locator("#prompt").evaluate(fits)
    anna.key("MENU")
    anna.see_prompt("CONFIRM")
    anna.key("CONFIRM")
    expect(anna.page.locator("#reason")).to_have_text("einvernehmlich beendet")
    anna.page.locator(".top [data-opens=standings]").click()
    expect(anna.page.locator("#standings-list")).to_contain_text(name)
    assert anna.page.locator("#standings .body").evaluate(fits)
    first = anna.page.locator("#standings-list th").first.bounding_box()
    assert first is not None
    assert first["width"] > SIZES["phone"][0] / 4


@in_browser
@pytest.mark.parametrize("turned", [False, True])
def test_the_whole_table_fits_a_phone_that_lies_on_its_side(join: Join, turned: bool) -> None:
    width, height = reversed(SIZES["phone"])
    anna = join(viewport={"width": width, "height": height}).open()
    if turned:
        anna.page.locator(".top [data-opens=settings]").click()
        anna.page.locator("#turned").check()
        anna.page.locator("#settings .close").click()
    frame = anna.page.locator("#frame").bounding_box()
    assert frame is not None
    assert frame["height"] <= height


@in_browser
def test_a_seat_has_the_colour_of_its_pieces(join: Join) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla", "Daan", "Emma"])
    painted = anna.page.locator("#players .dot").last.evaluate(
        "one => getComputedStyle(one).backgroundColor"
    )
    assert painted == "rgb(67, 48, 79)"  # black, though its lamps are violet


@in_browser
def test_a_prompt_of_two_lines_leaves_the_tray_in_sight(join: Join) -> None:
    width, height = 1280, 800
    anna = join(viewport={"width": width, "height": height}).open()
    name = "Maximiliane von Hohenlohe zu Langenburg"
    anna.begin("forum_romanum", [name, "Bram"])
    tray = anna.page.locator("#tray").bounding_box()
    assert tray is not None
    assert tray["y"] + tray["height"] <= height


# Time and networks that go away


@in_browser
def test_stepping_back_shows_the_past_and_touches_nothing(join: Join, served: Served) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    for number, move in enumerate(["y@d4", "b@a1", "r@g7"], 1):
        anna.choose(move)
        anna.see_moves(number)
    anna.page.locator("#history-back").click()
    expect(anna.page.locator("#history-said")).to_contain_text("after move 2 of 3")
    expect(anna.field("g7")).to_have_attribute("aria-label", "g7: empty")
    anna.page.mouse.click(*anna.where("d4"))
    anna.page.wait_for_timeout(300)
    assert not served.state["trouble"]
    assert anna.field("d4").get_attribute("aria-label") == "d4: yellow Roman"
    anna.page.locator("#history-first").click()
    expect(anna.page.locator("#table .pieces > g")).to_have_count(0)
    anna.page.locator("#history-leave").click()
    expect(anna.field("g7")).to_have_attribute("aria-label", "g7: red Roman")


@in_browser
def test_a_dropped_network_is_shown_and_the_place_kept(join: Join) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    bram = join("phone")
    lines: list[WebSocketRoute] = []
    cut = {"now": False}

    def route(line: WebSocketRoute) -> None:
        lines.append(line)
        if cut["now"]:
            line.close()
        else:
            line.connect_to_server()

    bram.page.route_web_socket(re.compile("/ws"), route)
    bram.open()
    for number, move in enumerate(["y@d4", "b@a1"], 1):
        anna.choose(move)
        bram.see_moves(number)
    bram.page.locator("#history-back").click()
    cut["now"] = True
    lines[-1].close()
    bram.see_link("lost")
    anna.choose("r@g7")
    anna.see_moves(3)
    cut["now"] = False
    bram.see_link("live")
    bram.see_moves(3)
    expect(bram.page.locator("#history-said")).to_contain_text("after move 1 of 3")
    assert len(lines) > 2


@in_browser
def test_a_move_that_is_not_on_the_disk_is_seen_until_it_is(join: Join, served: Served) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    said, frame = anna.page.locator("#unkept"), anna.page.locator("#frame")
    expect(said).to_be_hidden()
    away = served.data.rename(served.data.with_name("away"))
    served.data.touch()  # no folder any more
    anna.choose("y@d4")
    anna.see_moves(1)
    expect(said).to_contain_text("Not saved yet")
    expect(frame).to_contain_class("unkept")
    served.data.unlink()
    away.rename(served.data)
    expect(said).to_be_hidden()
    expect(frame).not_to_contain_class("unkept")


@pytest.mark.nightly
@in_browser
def test_a_game_that_was_cut_off_goes_on(browser: Browser, tmp_path: Path) -> None:
    with serving(tmp_path) as first:
        context = browser.new_context(viewport={"width": 1024, "height": 768})
        anna = Person(context.new_page(), first).open()
        anna.begin("forum_romanum", ["Anna", "Bram", "Carla"])
        anna.choose("y@d4")
        anna.see_moves(1)
    anna.see_link("lost")
    with serving(tmp_path, first.port) as second:
        anna.see_link("live")
        assert second.state["phase"] == "choice"
        anna.see_prompt("is unfinished")
        anna.page.locator("#offer-resume").click()
        anna.see_moves(1)
        expect(anna.field("d4")).to_have_attribute("aria-label", "d4: yellow Roman")
        context.close()
    assert anna.mistakes == []


# What was kept


@in_browser
def test_kept_games_go_out_and_come_in(join: Join, served: Served, tmp_path: Path) -> None:
    anna = join().open().begin("forum_romanum", ["Anna", "Bram"])
    anna.choose("y@d4")
    anna.see_moves(1)
    with anna.page.expect_download() as download:
        anna.page.locator("#record").click()
    assert download.value.path().read_text() == served.text("api/record")
    anna.key("MENU")
    anna.key("CONFIRM")
    anna.see_prompt("The game is over")
    anna.page.locator("[data-opens=kept]").click()
    expect(anna.page.locator("#kept-list tr").first).to_contain_text("won by Anna")
    with anna.page.expect_download() as kept:
        anna.page.locator("#kept-list a[download]").first.click()
    assert moves_of(kept.value.path().read_text()) == ["y@d4", "agree"]
    played = tmp_path / "away.record"
    played.write_text('[game "revolution"]\n[players "Emma" "Finn"]\n\n' + "\n".join(FLAG) + "\n")
    anna.page.locator("#kept-file").set_input_files(played)
    expect(anna.page.locator("#kept-said")).to_contain_text("Saved as game")
    anna.page.locator("#kept-file").set_input_files(played)
    expect(anna.page.locator("#kept-said")).to_have_text(
        re.compile(r"[Aa]lready saved as game \d+\.$")
    )
    wrong = tmp_path / "wrong.record"
    wrong.write_text('[game "revolution"]\n\nN@z9\n')
    anna.page.locator("#kept-file").set_input_files(wrong)
    expect(anna.page.locator("#kept-said")).to_contain_text("wrong.record could not be saved")
    anna.page.locator("#kept .close").click()
    anna.page.locator("[data-opens=standings]").click()
    expect(anna.page.locator("#standings-list")).to_contain_text("Emma")


# For everybody


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious(join: Join, theme: str, axe: str) -> None:
    anna = join(color_scheme=theme, reduced_motion="reduce").open()
    look = examiner(anna.page, axe)
    look()  # no game as yet
    anna.begin("revolution", ["Anna", "Bram"])
    anna.choose("N@c3")
    anna.see_moves(1)
    look()
    page = anna.page
    page.locator("#history-back").click()
    expect(page.locator("#history")).to_be_visible()
    look()
    page.locator("#history-leave").click()
    for dialog in ("new-game", "kept", "standings", "settings", "help"):
        page.locator(f".top [data-opens={dialog}]").click()
        page.wait_for_timeout(200)
        look()
        page.locator(f"#{dialog} .close").click()


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_for_who_only_watches(
    join: Join, served: Served, theme: str, axe: str
) -> None:
    bram = join(color_scheme=theme, reduced_motion="reduce").open(served.elsewhere)
    look = examiner(bram.page, axe)
    look()
    bram.page.locator("#touch").click()
    bram.page.wait_for_timeout(200)
    look()
    bram.page.locator("#pin-input").fill("111111")
    bram.page.locator("#pin-form button[type=submit]").click()
    expect(bram.page.locator("#pin-said")).not_to_be_empty()
    look()


@in_browser
def test_a_new_game_is_asked_for_with_what_the_server_tells_of_it(
    join: Join, served: Served
) -> None:
    page = join().open().page
    page.locator("[data-opens=new-game]").locator("visible=true").first.click()
    games = page.locator("#new-games input")
    assert games.evaluate_all("all => all.map(one => one.value)") == list(GAMES)
    for told in json.loads(served.text("api/playable")):
        page.locator(f"#new-games input[value={told['name']}]").check()
        numbers = page.locator("#new-numbers input").evaluate_all(
            "all => all.map(one => Number(one.value))"
        )
        assert numbers == told["players"]
        page.locator("#new-numbers input").last.evaluate("one => one.click()")
        expect(page.locator("#new-seats input[name=name]")).to_have_count(len(told["seats"]))
        for option in told["options"]:
            control = page.locator(f"#option-{option['name']}")
            assert control.input_value() == option["default"]
            choices = control.locator("option").evaluate_all("all => all.map(one => one.value)")
            assert choices == option["choices"]


@in_browser
def test_how_to_play_tells_of_every_game_in_the_language_of_the_page(join: Join) -> None:
    anna = join()
    anna.open(f"{anna.served.url}?lang=fr")
    anna.page.locator(".top [data-opens=help]").click()
    expect(anna.page.locator("#help-list dt")).to_have_count(len(GAMES))
    expect(anna.page.locator("#help-list")).to_contain_text("chacun retourne")


def test_no_script_of_the_page_names_a_game() -> None:
    for module in [*STATIC.glob("*.js"), *STATIC.glob("*.html")]:
        code = module.read_text().lower()
        assert [name for name in GAMES if name in code or name.replace("_", " ") in code] == []
