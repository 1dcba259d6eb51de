"""Games on screens as people play them: a real browser, in which a hand moves pieces."""

import json
import random
import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect, sync_playwright
from support.page_server import Served, available, serving
from support.screen_page import LONGEST, PATIENCE, Player, _has_moved
from support.table_page import CHROMIUM, Person, in_browser

from firmware.opponents import choose
from firmware.words import LANGUAGES
from rules import NAMES as GAMES
from rules import Record, read_record

OPENING = 6  # moves of a game whose end is not played


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with serving(tmp_path / "games", table="screen") as table:
        yield table


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        yield playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox", "--disable-gpu"]
        )


@pytest.fixture
def sit(browser: Browser, served: Served) -> Iterator[Callable[..., Player]]:
    """Let somebody sit down at a browser of their own; all must be without mistakes at the end."""
    opened: list[Player] = []

    def open_one(hand: str = "mouse", width: int = 1280, height: int = 800, **more: Any) -> Player:
        context = browser.new_context(
            viewport={"width": width, "height": height}, locale="en",
            has_touch=hand == "touch", **{"reduced_motion": "reduce", **more},
        )  # fmt: skip
        opened.append(Player(context.new_page(), served, hand))
        return opened[-1]

    yield open_one
    for player in opened:
        assert player.mistakes == []
        player.page.context.close()


def begin_against(player: Player, game: str) -> Player:
    """Begin a game that does not take long."""
    short: dict[str, Any] = {"sand": "12"} if game == "hourglass" else {}
    return player.begin_against(game, **short)


@in_browser
@pytest.mark.parametrize(
    ("game", "hand"),
    [(game, hand) for game in GAMES for hand in ("mouse", "touch", "keyboard")],
)
def test_a_game_against_the_computer_is_begun_by_every_kind_of_hand(
    sit: Callable[..., Player], game: str, hand: str
) -> None:
    player = begin_against(sit(hand), game)
    state = player.play(most=OPENING)
    assert state["position"]["over"] or len(state["moves"]) >= OPENING
    assert player.record.moves


@in_browser
def test_an_illegal_drop_goes_back_and_says_why(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("revolution")
    anna.drop_on("N", "c3")
    anna.wait_for(lambda state: len(state["moves"]) == 1)
    expect(anna.page.locator("#moves button")).to_have_count(1)
    before = anna.picture
    anna.drop_on("light-5", "a1")
    expect(anna.page.locator("#notice")).to_be_visible()
    assert not re.search(r"-\d", anna.page.locator("#notice").inner_text())
    assert anna.picture == before
    assert len(anna.state["moves"]) == 1


@in_browser
def test_a_move_is_taken_back_with_one_click_against_the_computer(
    sit: Callable[..., Player],
) -> None:
    anna = sit().begin_against("forum_romanum")
    for field in ("d4", "d5"):
        [(source, targets)] = list(anna.state["screen"]["drops"].items())[:1]
        assert str(anna.cell(field)) in targets
        made = len(anna.state["moves"])
        anna.drop(source, anna.cell(field))
        anna.wait_for(partial(_has_moved, made))
    anna.wait_for(lambda state: len(state["moves"]) == 4)
    expect(anna.page.locator("#moves button")).to_have_count(4)
    anna.push("back")
    anna.wait_for(lambda state: len(state["moves"]) == 1)
    expect(anna.page.locator("#moves button")).to_have_count(1)


@in_browser
def test_the_die_is_seen_rolling_before_the_recruit_moves(sit: Callable[..., Player]) -> None:
    anna = sit(reduced_motion="no-preference").begin_here("manoeuvre")
    anna.push("die")
    expect(anna.page.locator(".die.rolling")).to_be_visible()
    assert anna.page.locator("#moves button").count() == 0
    expect(anna.page.locator("#moves button")).to_have_count(1)
    assert anna.state["moves"][0].startswith("roll ")
    expect(anna.page.locator("#legal-box")).to_be_hidden()


# Timers that come a little early, as those of WebKit do; what is seen of the die and the log.
DICE = """
const later = setTimeout;
window.setTimeout = (todo, time, ...more) => later(todo, time > 20 ? time - 5 : time, ...more);
window.diceSeen = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const die = document.querySelector("#actions .die");
  if (die) diceSeen.push([document.querySelectorAll("#moves button").length, die.disabled]);
}).observe(document.body, { subtree: true, childList: true, attributes: true }));
"""


@in_browser
def test_the_die_of_the_computer_rolls_after_that_of_a_person(sit: Callable[..., Player]) -> None:
    anna = sit(reduced_motion="no-preference")
    anna.page.add_init_script(DICE)
    anna.begin_here("manoeuvre", against="computer")
    for moves in (2, 4, 6):
        anna.push("die")
        expect(anna.page.locator("#moves button")).to_have_count(moves, timeout=PATIENCE)
        expect(anna.page.locator("#actions .die:not([disabled])")).to_be_visible()
    seen = anna.page.evaluate("diceSeen")
    assert {moves for moves, _ in seen} == set(range(7)), "each roll is seen by itself"
    for before in (0, 2, 4):
        mine = [disabled for moves, disabled in seen if moves == before]
        mine = mine[mine.index(False) :]
        assert mine == sorted(mine), "who has rolled cannot roll again"


@in_browser
def test_a_phone_sits_down_by_a_link_and_others_are_asked(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("revolution", against="phones")
    expect(anna.page.locator("#people")).to_be_visible()
    expect(anna.page.locator("#people .link img")).to_have_count(1)
    link = anna.link
    anna.page.locator("#people .close").click()
    bram = sit("touch", 360, 640)
    bram.sit_by(link, "M" * 40)
    assert "#" not in bram.page.url
    for each, own, others in ((anna, "light", "dark"), (bram, "dark", "light")):
        each.page.set_viewport_size({"width": 390, "height": 844})
        sides = [each.place(each.cell(f"{seat}-0"))[1] for seat in (own, others)]
        assert sides[0] > sides[1], "the own cards are nearest"
    anna.page.set_viewport_size({"width": 1280, "height": 800})
    bram.page.set_viewport_size({"width": 360, "height": 640})
    bram.drop_on("N", "c3")
    for each in (anna, bram):
        expect(each.page.locator("#moves button")).to_contain_text("M" * 40)
        assert each.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert "M" * 40 in anna.record.header.players
    bram.push("back")
    expect(anna.page.locator("#question [data-tool=yes]")).to_be_visible()
    for width, height in ((390, 844), (360, 640), (320, 568)):
        bram.page.set_viewport_size({"width": width, "height": height})
        for text in ("prompt", "caption"):
            said = bram.page.locator(f"#{text}")
            expect(said).to_contain_text("M" * 40)
            assert said.evaluate("one => one.scrollHeight <= one.clientHeight"), (text, width)
    anna.page.locator("#question [data-tool=yes]").click()
    anna.wait_for(lambda state: not state["moves"])
    bram.page.reload()
    bram.see_link("live")
    expect(bram.page.locator("#watching")).to_be_hidden()


@in_browser
def test_a_lost_line_is_counted_down_and_after_the_end_a_link_shows_the_game(
    sit: Callable[..., Player],
) -> None:
    anna, bram, carla = sit(), sit(), sit()
    anna.begin_here("revolution", against="phones")
    link = anna.link
    anna.page.locator("#people .close").click()
    bram.sit_by(link, "Bram")
    bram.page.goto("about:blank")
    said = anna.page.locator(".players [data-away]")
    expect(said).to_have_text(re.compile("has lost the line: 5[0-9] s"))
    expect(said).not_to_have_text(said.text_content() or "")
    bram.page.goto(link.partition("#")[0])
    bram.push("abort")
    carla.page.goto(link)
    carla.see_link("live")
    expect(carla.page.locator("#prompt")).to_have_text("This game was called off.")
    expect(carla.page.locator("#sit")).to_be_hidden()
    anna.push("people")
    expect(anna.page.locator("#people-said")).to_be_empty()
    name = anna.page.get_by_role("textbox", name="The right name of Bram")
    name.fill("Daan")
    name.press("Enter")
    expect(carla.page.locator(".players")).to_contain_text("Daan")


@in_browser
def test_who_sits_down_by_a_link_is_known_by_the_name_next_time(sit: Callable[..., Player]) -> None:
    anna, bram = sit(), sit()
    anna.begin_here("revolution", against="phones")
    bram.sit_by(anna.link, "Bram")
    anna.begin_here("forum_romanum", against="phones")
    bram.page.goto(anna.link)
    expect(bram.page.locator("#sit-name")).to_have_value("Bram")
    bram.page.locator("#sit-name").fill('the "best"')
    bram.page.locator("#sit [type=submit]").click()
    expect(bram.page.locator("#sit-said")).to_contain_text("no quotation marks")
    bram.page.locator("#sit .close").click()
    expect(bram.page.locator("#watching")).to_be_visible()


@in_browser
def test_a_double_tap_starts_the_sand_of_both(sit: Callable[..., Player]) -> None:
    anna = sit("touch", 740, 360).begin_here("hourglass")
    place = anna.seen(anna.cell("a"))
    for _ in range(2):
        anna.page.touchscreen.tap(*place)
    anna.wait_for(lambda state: state["moves"] == ["start"])


@in_browser
@pytest.mark.parametrize("size", [(1280, 800), (360, 640)])
@pytest.mark.parametrize("game", ["revolution", "manoeuvre"])
def test_the_board_never_jumps(
    sit: Callable[..., Player], game: str, size: tuple[int, int]
) -> None:
    anna = sit("mouse", *size).begin_against(game)
    anna.page.wait_for_load_state("networkidle")  # from now on it is a game, not a page that comes
    anna.page.evaluate(SHIFTS)
    anna.play(most=14)
    shifts = anna.page.evaluate("window.shifts")
    assert sum(value for value, _ in shifts) < 0.02, shifts


@in_browser
@pytest.mark.parametrize(("size", "least"), [((1280, 800), 68), ((1920, 1080), 100)])
def test_the_board_has_the_height_of_the_window(
    sit: Callable[..., Player], size: tuple[int, int], least: int
) -> None:
    anna = sit("mouse", *size).begin_against("forum_romanum")
    (left, far), (right, near) = anna.place(0), anna.place(95)
    cell = (right - left) / 11
    assert cell >= least
    assert far > 0
    assert near + cell / 2 <= size[1]
    wide = anna.page.evaluate("document.documentElement.scrollWidth")
    assert wide == size[0]


@in_browser
def test_a_phone_held_upright_has_fields_as_large_as_a_finger(sit: Callable[..., Player]) -> None:
    anna = sit("touch", 390, 844).begin_against("forum_romanum")
    (left, far), (right, near) = anna.place(84), anna.place(11)
    assert (right - left) / 7 >= 44
    assert (near - far) / 11 >= 44
    assert near + 22 <= 844
    assert anna.page.evaluate("document.documentElement.scrollWidth") == 390
    (source, targets), *_ = anna.state["screen"]["drops"].items()
    anna.drop(source, int(next(iter(targets))))
    anna.wait_for(lambda state: len(state["moves"]) > 0)


@in_browser
@pytest.mark.parametrize(("size", "magnified"), [((360, 640), True), ((430, 932), False)])
def test_where_fields_are_smaller_than_a_finger_it_sees_them_larger(
    sit: Callable[..., Player], size: tuple[int, int], *, magnified: bool
) -> None:
    anna = sit("touch", *size).begin_here("revolution")
    touch = anna.page.context.new_cdp_session(anna.page)

    def finger(what: str, *places: tuple[float, float]) -> None:
        points = [{"x": x, "y": y} for x, y in places]
        touch.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": points})

    (x, y), target = anna.seen(anna.cell("N")), anna.place(anna.cell("c3"))
    finger("touchStart", (x, y))
    finger("touchMove", (x + 20, y))
    finger("touchMove", target)
    expect(anna.page.locator(".hand")).to_be_visible()
    expect(anna.page.locator(".lens")).to_be_visible(visible=magnified)
    finger("touchEnd")
    expect(anna.page.locator(".lens")).to_be_hidden()
    anna.wait_for(lambda state: state["moves"] == ["N@c3"])


@in_browser
def test_each_browser_says_whose_turn_it_is(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("revolution", against="phones")
    link = anna.link
    anna.page.locator("#people .close").click()
    bram = sit()
    bram.sit_by(link)
    for moves in (0, 1):
        own = anna.page.locator(".players .you").inner_text()
        name = anna.state["game"]["players"][
            anna.state["game"]["seats"].index(anna.state["position"]["to_move"])
        ]
        turn, other = (anna, bram) if name in own else (bram, anna)
        expect(turn.page).to_have_title(re.compile("Your turn"))
        expect(other.page).not_to_have_title(re.compile("Your turn"))
        expect(turn.page.locator(".players .turn.you")).to_have_count(1)
        expect(other.page.locator(".players .turn.you")).to_have_count(0)
        expect(turn.page.locator("#whose")).to_have_text("Your turn")
        if not moves:
            turn.drop_on("N", "c3")
            anna.wait_for(lambda state: len(state["moves"]) == 1)


def together(sit: Callable[..., Player], game: str, clock: str = "") -> tuple[Player, Player]:
    """Two people at browsers of their own; the first has begun the game."""
    anna = sit()
    anna.page.goto(anna.served.url)
    anna.page.locator(f"[data-game={game}]").click()
    anna.page.locator("#begin input[value=phones]").check()
    if clock:
        anna.page.locator(f"#begin input[name=clock][value='{clock}']").check()
    anna.page.locator("#begin [type=submit]").click()
    link = anna.link
    anna.page.locator("#people .close").click()
    bram = sit()
    bram.sit_by(link)
    return anna, bram


@in_browser
def test_both_see_the_clocks_of_both(sit: Callable[..., Player]) -> None:
    players = together(sit, "manoeuvre", clock="+")
    anna, bram = players
    for player in (anna, bram, anna):
        player.page.locator("#actions [data-tool=die]:not([disabled])").click()
        anna.wait_for_turn_after(player.seat)
    for player in players:
        clocks = player.page.locator(".players .clock")
        expect(clocks).to_have_text([re.compile(r"^10:0\d$"), re.compile(r"^(9:5\d|10:00)$")])
        expect(clocks.nth(1)).to_have_class(re.compile("runs"))
    expect(bram.page.locator("#spectators")).to_be_hidden()


@in_browser
def test_a_move_that_is_said_before_its_turn_is_made_when_it_may_be(
    sit: Callable[..., Player],
) -> None:
    anna, bram = together(sit, "forum_romanum")
    for player, move in ((anna, "y@d4"), (anna, "r@e5"), (bram, "b@c3"), (bram, "g@a1")):
        player.drop(move[:2], player.cell(move[2:]))
        anna.wait_for_move(move)
    bram.drop("b@", bram.cell("a7"))
    expect(bram.page.locator(".marks .premove")).to_have_count(1)
    bram.page.locator(f'.field[data-cell="{bram.cell("b7")}"]').click()
    expect(bram.page.locator(".marks .premove")).to_have_count(0)
    bram.drop("g@", bram.cell("a6"))
    assert len(anna.state["moves"]) == 4
    for move in ("y@d5", "r@d6"):
        anna.drop(move[:2], anna.cell(move[2:]))
    anna.wait_for(lambda state: state["moves"][4:] == ["y@d5", "r@d6", "g@a6"])
    expect(bram.page.locator(".marks .premove")).to_have_count(0)


@in_browser
def test_a_march_is_said_before_its_turn_once_all_recruits_have_been_rolled_for(
    sit: Callable[..., Player],
) -> None:
    players = {player.seat: player for player in together(sit, "manoeuvre")}
    one = players["1"]
    while (position := one.record.position).chance:
        made = len(one.state["moves"])
        players[position.to_move or ""].page.locator(
            "#actions [data-tool=die]:not([disabled])"
        ).click()
        one.wait_for(partial(_has_moved, made))
    mover, other = (players[seat] for seat in sorted(players, key=position.to_move.__ne__))
    while (after := position.play(move := position.legal_moves()[0])).to_move == mover.seat:
        mover.drop_on(*move.split("-"))
        one.wait_for_move(move)
        position = after
    reply = next(one for one in after.legal_moves() if one.split("-")[0] not in move.split("-"))
    expect(other.page.locator("#moves button")).to_have_count(len(one.state["moves"]))
    other.drop_on(*reply.split("-"))
    expect(other.page.locator(".marks .premove")).to_have_count(2)
    assert one.record.position == position
    mover.drop_on(*move.split("-"))
    one.wait_for(lambda state: state["moves"][-2:] == [move, reply])
    expect(other.page.locator(".marks .premove")).to_have_count(0)


@in_browser
def test_a_move_is_asked_about_first_where_that_is_wanted(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("forum_romanum")
    anna.page.keyboard.press("?")
    expect(anna.page.locator("#help")).to_be_visible()
    anna.page.keyboard.press("Escape")
    anna.page.locator("[data-opens=settings]").click()
    for setting in ("confirm", "shapes"):
        anna.page.locator(f"#{setting}").check()
    anna.page.keyboard.press("Escape")
    for answer, moves in (("no", []), ("yes", ["y@d4"])):
        anna.drop("y@", anna.cell("d4"))
        anna.page.locator(f"#question [data-tool={answer}]").click()
        expect(anna.page.locator("#question")).to_be_hidden()
        anna.wait_for_moves(moves)
    expect(anna.page.locator("#table .piece.roman .shape")).to_have_text(["\N{BLACK CIRCLE}"])


@in_browser
def test_the_clock_of_a_turn_is_seen_by_both(sit: Callable[..., Player]) -> None:
    anna = sit().begin_against("hourglass")
    anna.push("all")
    clock = anna.page.locator(".players .turn .clock")
    expect(clock).to_have_text(re.compile("0:(19|1[0-8])"))
    anna.page.set_viewport_size({"width": 390, "height": 844})
    expect(anna.page.locator("#prompt-box .clock")).to_be_in_viewport()
    expect(anna.page.locator("#prompt-box .clock")).to_have_text(re.compile("0:1\\d"))
    expect(clock).to_have_class(re.compile("hurry"), timeout=180_000)


@in_browser
def test_the_log_tells_in_sentences_or_as_the_record_does(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("revolution")
    anna.drop_on("N", "c3")
    move = anna.page.locator("#moves button")
    expect(move).to_contain_text("Notre Dame")
    anna.page.locator("#log-short").click()
    expect(move).to_have_text("1N@c3")
    anna.page.reload()
    expect(move).to_have_text("1N@c3")
    anna.page.locator("#log-short").click()
    expect(move).to_contain_text("Notre Dame")  # asked for, since the page did not see it made


SHIFTS = """window.shifts = []; new PerformanceObserver((list) => {
  for (const { hadRecentInput, value, sources } of list.getEntries()) {
    const what = sources.map(({ node }) => node?.id || node?.className);
    if (!hadRecentInput) window.shifts.push([value, what]);
  }
}).observe({ type: "layout-shift" });"""


@in_browser
def test_the_language_of_the_address_stays_as_a_game_begins(
    sit: Callable[..., Player], served: Served
) -> None:
    page = sit().page
    page.goto(f"{served.url}?lang=nl")
    page.locator("[data-game=revolution]").click()
    page.locator("#begin [type=submit]").click()
    page.wait_for_url("**/game/*lang=nl")
    expect(page.locator("[data-tool=people]")).to_contain_text("Spelers")
    page.reload()
    expect(page.locator("[data-tool=people]")).to_contain_text("Spelers")
    page.locator("#nav-new").click()
    page.wait_for_url("**/?lang=nl")


@in_browser
@pytest.mark.parametrize(
    ("event", "put"),
    [
        (
            "new ClipboardEvent('paste', {...how, clipboardData: data})",
            "setData('text/plain', text)",
        ),
        ("new DragEvent('drop', {...how, dataTransfer: data})", "items.add(new File([text], 'a'))"),
    ],
)
def test_a_sheet_that_is_pasted_or_dropped_on_the_first_page_is_read(
    sit: Callable[..., Player], served: Served, event: str, put: str
) -> None:
    page = sit().page
    page.goto(served.url)
    page.locator("[data-game=revolution]").wait_for()
    page.evaluate(
        f"""(text) => {{
            const data = new DataTransfer(), how = {{ bubbles: true, cancelable: true }};
            data.{put};
            document.body.dispatchEvent({event});
        }}""",
        "Forum Romanum\nAnna, Zo\u00eb, Carla\n\ngeel d4\nb@c3\n",
    )
    expect(page.locator("#said")).to_contain_text("This game is proposed.")
    expect(page.get_by_role("textbox", name="What line 2 says")).to_have_value(
        re.compile("Zo\u00eb")
    )


@in_browser
@pytest.mark.parametrize("size", [(1280, 800), (390, 844)])
def test_who_resigns_is_asked_once_beside_the_button(
    sit: Callable[..., Player], size: tuple[int, int]
) -> None:
    anna = sit("mouse", *size).begin_against("forum_romanum")
    question = anna.page.locator("#question")
    for made, field in enumerate(("d4", "d5")):
        anna.drop(next(iter(anna.state["screen"]["drops"])), anna.cell(field))
        anna.wait_for(partial(_has_moved, made))
    anna.wait_for(lambda state: len(state["moves"]) == 4)  # before, a game is called off
    anna.push("resign")
    expect(question.locator("p")).to_contain_text("resign")
    question.locator("[data-tool=no]").click()
    expect(question).to_be_hidden()
    assert not anna.state["screen"]["over"]
    anna.push("resign")
    text, yes = (question.locator(one).bounding_box() for one in ("p", "[data-tool=yes]"))
    assert text
    assert yes
    assert 0 <= yes["y"] - (text["y"] + text["height"]) < 40
    question.locator("[data-tool=yes]").click()
    expect(anna.page.locator("#end-result")).to_contain_text("resigned")


def meet(sit: Callable[..., Player], game: str) -> tuple[Player, Player]:
    """Let two people sit down at a game of two, each at a browser of their own."""
    anna = sit().begin_here(game, against="phones")
    link = anna.link
    anna.page.locator("#people .close").click()
    bram = sit("touch", 390, 844)
    bram.sit_by(link)
    anna.wait_for(lambda state: len(state["screen"]["taken"]) == 2)
    return anna, bram


def place_romans(first: Player, second: Player) -> None:
    """Let each of two people make a turn in Forum Romanum: before, a game is called off."""
    for mover, field in zip((first, first, second, second), ("d4", "d5", "d6", "e4"), strict=True):
        source, made = next(iter(mover.state["screen"]["drops"])), len(mover.state["moves"])
        mover.drop(source, mover.cell(field))
        mover.wait_for(partial(_has_moved, made))


@in_browser
def test_an_answer_answers_the_question_that_stands_above_it(sit: Callable[..., Player]) -> None:
    anna, bram = meet(sit, "forum_romanum")
    place_romans(anna, bram)
    question = anna.page.locator("#question")
    anna.push("resign")
    question.locator("[data-tool=no]").click()
    expect(question).to_be_hidden()
    bram.push("back")
    expect(question.locator("p")).to_have_text("Player 2 would like to take the last move back.")
    question.locator("[data-tool=yes]").click()
    anna.wait_for(lambda state: len(state["moves"]) == 3)
    assert not anna.state["screen"]["over"]
    expect(bram.page.locator("#notice")).to_have_text("The last move was taken back")
    bram.push("resign")
    bram.page.locator("#question [data-tool=yes]").tap()
    expect(anna.page.locator("#end-result")).to_contain_text("Player 1 won")


@in_browser
def test_a_click_that_was_meant_for_the_last_question_answers_no_new_one(
    sit: Callable[..., Player],
) -> None:
    anna, bram = meet(sit, "forum_romanum")
    place_romans(anna, bram)
    anna.page.clock.install()
    anna.page.reload()
    anna.see_link("live")
    anna.page.clock.pause_at(time.time() + 3600)
    question, yes = anna.page.locator("#question p"), anna.page.locator("#question [data-tool=yes]")
    for tool, asked in (("back", "to take the last move back"), ("leave", "without a winner")):
        bram.push(tool)
        expect(question).to_contain_text(asked)
        expect(yes).to_be_disabled()
        anna.page.clock.run_for(500)
        expect(yes).to_be_enabled()
        bram.page.locator("#question [data-tool=no]").click()
    assert len(anna.state["moves"]) == 4


@in_browser
def test_a_doubled_click_takes_one_move_back(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("forum_romanum")
    place_romans(anna, anna)
    anna.page.locator("#actions [data-tool=back]").dblclick()
    anna.wait_for(lambda state: len(state["moves"]) == 3)
    anna.push("hint")
    expect(anna.page.locator("#caption")).to_contain_text("best move")
    assert len(anna.state["moves"]) == 3


@in_browser
def test_a_link_is_copied_and_not_followed_by_who_gives_it(sit: Callable[..., Player]) -> None:
    anna = sit(permissions=["clipboard-read", "clipboard-write"])
    anna.begin_here("revolution", against="phones")
    link = anna.page.locator("#people .link a")
    link.click()
    anna.page.locator("#people [data-tool=copy]").click()
    expect(anna.page.locator("#people .link [role=status]")).to_have_text(
        "The link has been copied."
    )
    assert anna.page.evaluate("navigator.clipboard.readText()") == link.get_attribute("href")
    assert anna.state["screen"]["taken"] == ["light"]


@in_browser
def test_a_button_that_is_being_pressed_stays_while_the_game_goes_on(
    sit: Callable[..., Player],
) -> None:
    anna = sit().begin_here("revolution", against="phones")
    link = anna.link
    anna.page.locator("#people .close").click()
    anna.page.locator("#actions [data-tool=people]").hover()
    anna.page.mouse.down()
    bram = sit()
    bram.sit_by(link)
    anna.wait_for(lambda state: len(state["screen"]["taken"]) > 1)
    anna.page.mouse.up()
    expect(anna.page.locator("#people")).to_be_visible()


@in_browser
def test_a_rematch_is_offered_and_both_come_to_it(
    sit: Callable[..., Player], served: Served
) -> None:
    anna = sit().begin_here("revolution", against="phones")
    link = anna.link
    first = anna.state["screen"]["id"]
    anna.page.locator("#people .close").click()
    bram = sit("touch", 360, 640)
    bram.sit_by(link)
    carla = sit()  # who watches
    carla.page.goto(f"{served.url}game/{first}")
    carla.see_link("live")
    anna.push("abort")
    expect(anna.page.locator("#end-result")).to_have_text("This game was called off.")
    expect(bram.page.locator("#end-rematch")).to_be_visible()
    anna.page.locator("#end-rematch").click()
    expect(bram.page.locator("#question p")).to_have_text("Light would like to play once more.")
    bram.page.locator("#question [data-tool=yes]").click()
    for one in (anna, bram):
        one.page.wait_for_url(re.compile(rf"/game/(?!{first}\b)"))
        one.see_link("live")
        expect(one.page.locator("#watching")).to_be_hidden()
    carla.page.locator("#actions [data-tool=follow]").click()
    carla.page.wait_for_url(re.compile(rf"/game/(?!{first}\b)"))


@in_browser
def test_a_game_that_there_is_not_says_so_and_leads_to_the_first_page(
    sit: Callable[..., Player], served: Served
) -> None:
    page = sit().page
    page.goto(f"{served.url}game/99")
    expect(page.locator("#prompt")).to_have_text("There is no such game here.")
    expect(page.locator("#link")).to_have_attribute("data-link", "none")
    page.get_by_role("button", name="New game …").click()
    expect(page.locator("#home-games .board-card")).to_have_count(4)


@in_browser
def test_cells_without_a_field_are_not_told_to_who_cannot_see_the_page(
    sit: Callable[..., Player],
) -> None:
    anna = sit().begin_here("hourglass")
    fields = anna.page.get_by_role("gridcell")
    expect(fields).to_have_count(len(anna.state["game"]["fields"]))
    for row in anna.page.get_by_role("row").all():
        expect(row.get_by_role("gridcell").first).to_have_accessible_name(re.compile(r"\w: \w"))


@in_browser
def test_the_logo_leads_home_from_a_game(sit: Callable[..., Player], served: Served) -> None:
    page = sit().begin_here("revolution").page
    page.locator(".top .mark a").click()
    page.wait_for_url(re.compile(rf"{served.url}(\?.*)?$"))
    expect(page.locator("[data-game]")).to_have_count(4)


@in_browser
def test_the_best_move_is_shown_until_a_move_is_made(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("forum_romanum")
    page = anna.page
    anna.push("hint")
    expect(page.locator("#hint")).to_contain_text("The best move now: ", timeout=PATIENCE)
    expect(page.locator("#table .best")).to_have_count(1)
    anna.drop("y@", anna.cell("d4"))
    expect(page.locator("#hint")).to_be_hidden()
    expect(page.locator("#caption")).to_contain_text("places a yellow Roman on d4")
    expect(page.locator("#table .best")).to_have_count(0)


WINDOWS = ((360, 640), (390, 844), (740, 360), (768, 1024), (1280, 800), (1920, 1080), (2560, 1440))
UNREAD = """() => ["hint", "prompt", "whose", "caption"].filter((id) => {
  const one = document.getElementById(id);
  if (!one.checkVisibility()) return false;
  const { left, right, top, bottom } = one.getBoundingClientRect();
  const end = document.elementFromPoint(left + 2, bottom - 3);
  return one.scrollHeight > one.clientHeight || left < 0 || right > innerWidth || top < 0
    || bottom > innerHeight || end.closest("#tray, #actions");
})"""


@in_browser
def test_what_is_said_of_a_game_is_read_whole_in_every_window_and_language(
    sit: Callable[..., Player],
) -> None:
    anna = sit().begin_here("forum_romanum")
    anna.drop("y@", anna.cell("d4"))
    anna.wait_for(lambda state: len(state["moves"]) == 1)
    for language in LANGUAGES:
        anna.page.goto(f"{anna.served.url}game/{anna.number}?lang={language}")
        for hint in (False, True):
            if hint:
                anna.push("hint")
                expect(anna.page.locator("#hint")).to_contain_text("(", timeout=PATIENCE)
            for width, height in WINDOWS:
                anna.page.set_viewport_size({"width": width, "height": height})
                assert anna.page.evaluate(UNREAD) == [], (language, width)


@in_browser
def test_a_turn_that_passes_by_time_is_said_and_stands_in_the_log(
    sit: Callable[..., Player],
) -> None:
    page = sit().begin_against("hourglass", turn="1").page
    page.get_by_role("button", name="Turn the hourglasses over").click()
    expect(page.get_by_role("alert")).to_contain_text("has not moved in time", timeout=PATIENCE)
    moves = page.get_by_label("Moves").get_by_role("listitem")
    expect(moves.nth(1)).to_contain_text("has not moved in time", timeout=PATIENCE)


@in_browser
def test_who_keeps_no_site_data_is_told_why_and_begins_no_game(
    served: Served, browser: Browser, tmp_path: Path
) -> None:
    (tmp_path / "Default").mkdir()
    blocked = {"profile": {"default_content_setting_values": {"cookies": 2}}}
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(blocked))
    context = browser.browser_type.launch_persistent_context(
        tmp_path, executable_path=CHROMIUM, headless=False, locale="en",
        args=["--headless=new", "--no-sandbox", "--disable-gpu"],
    )  # fmt: skip
    page = context.new_page()
    reader = Person(page, served)
    page.goto(served.url)
    expect(page.get_by_role("alert")).to_contain_text("allow this address to keep its cookie")
    page.locator("[data-game=revolution]").click()
    page.get_by_role("button", name="Begin").click()
    expect(page.locator("#begin").get_by_role("alert")).to_contain_text("cookie")
    page.goto(f"{served.url}read")
    page.get_by_role("textbox").fill("Forum Romanum\nAnna, Bram, Carla\n\ngeel d4\nb@c3\n")
    expect(page.get_by_role("status").first).to_contain_text("This game is proposed.")
    assert reader.mistakes == []
    context.close()


@in_browser
def test_the_board_is_enlarged_by_wheel_and_keys_and_played_on(sit: Callable[..., Player]) -> None:
    anna = sit().begin_here("revolution")
    page = anna.page
    before = page.locator("#frame").bounding_box()
    page.mouse.move(*anna.place(anna.cell("c3")))
    page.mouse.wheel(0, -500)
    expect(page.locator("#frame")).to_have_class(re.compile("zoomed"))
    assert page.locator("#frame").bounding_box() == before, "the page keeps its place"
    x, y = anna.place(anna.cell("c3"))
    page.mouse.move(x, y)
    page.mouse.down()
    page.mouse.move(x + 60, y + 40, steps=4)
    page.mouse.up()
    assert anna.place(anna.cell("c3")) == pytest.approx((x + 60, y + 40), abs=2)
    page.locator(".whole").click()
    expect(page.locator("#frame")).not_to_have_class(re.compile("zoomed"))
    page.keyboard.press("+")
    expect(page.locator("#frame")).to_have_class(re.compile("zoomed"))
    anna.hand = "keyboard"
    anna.drop_on("N", "c3")
    anna.wait_for(lambda state: state["moves"] == ["N@c3"])
    page.keyboard.press("0")
    expect(page.locator("#frame")).not_to_have_class(re.compile("zoomed"))


@in_browser
def test_two_fingers_enlarge_the_board(sit: Callable[..., Player]) -> None:
    anna = sit("touch", 360, 640).begin_here("forum_romanum")
    session = anna.page.context.new_cdp_session(anna.page)
    x, y = anna.place(anna.cell("d4"))
    for kind, apart in (("touchStart", 20), ("touchMove", 60), ("touchMove", 100), ("touchEnd", 0)):
        fingers = [{"x": x - apart, "y": y}, {"x": x + apart, "y": y}] if apart else []
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": fingers})
    expect(anna.page.locator("#frame")).to_have_class(re.compile("zoomed"))
    assert anna.state["moves"] == []
    anna.page.locator(".whole").tap()
    expect(anna.page.locator("#frame")).not_to_have_class(re.compile("zoomed"))


@in_browser
@pytest.mark.parametrize("game", GAMES)
def test_on_a_phone_the_board_and_what_one_moves_with_are_seen_at_once(
    game: str, served: Served, browser: Browser
) -> None:
    page = browser.new_page(locale="en", viewport={"width": 390, "height": 844}, has_touch=True)
    Player(page, served).begin_here(game)
    for width, height in ((390, 844), (360, 640)):
        page.set_viewport_size({"width": width, "height": height})
        expect(page.locator(".actions button").first).to_be_visible()
        for seen in ("#frame", "#tray button, .actions button"):
            for one in page.locator(seen).all():
                box = one.bounding_box()
                assert box is not None
                assert 0 <= box["x"] < box["x"] + box["width"] <= width
                assert 0 <= box["y"] < box["y"] + box["height"] <= height
    page.context.close()


@in_browser
def test_nothing_is_offered_that_cannot_be_done(sit: Callable[..., Player]) -> None:
    anna, bram = meet(sit, "manoeuvre")
    first, second = sorted((anna, bram), key=lambda one: one.state["position"]["mover"] != one.seat)
    watcher = sit()
    watcher.page.goto(first.page.url)
    for one in (second, watcher):
        expect(one.page.locator("#actions [data-tool=people]")).to_be_enabled()
    expect(watcher.page.locator("#actions > *")).to_have_count(1)
    first.push("die")
    expect(second.page.locator("#actions [data-tool=die]")).to_be_enabled()
    first.push("abort")
    for one in (first, second):
        expect(one.page.locator("#end-result")).to_have_text("This game was called off.")
        expect(one.page.locator("#actions > *")).to_have_count(1)
        expect(one.page.locator(".players .turn")).to_have_count(0)


@in_browser
def test_a_notice_on_a_phone_is_not_over_what_can_be_done(sit: Callable[..., Player]) -> None:
    anna, bram = meet(sit, "forum_romanum")
    place_romans(anna, bram)
    bram.push("back")
    anna.page.locator("#question [data-tool=no]").click()
    expect(bram.page.locator("#notice")).to_contain_text("said no")
    bram.push("resign")
    for one in ("#tray", "#question"):
        notice, below = (bram.page.locator(what).bounding_box() for what in ("#notice", one))
        assert notice
        assert below
        assert notice["y"] + notice["height"] <= below["y"]


LABELS = """() => [...document.querySelectorAll("#actions button")].map((button) => {
  const outer = button.getBoundingClientRect(), text = document.createRange();
  text.selectNodeContents(button.lastChild);
  const inner = text.getBoundingClientRect();
  return { label: button.textContent, top: outer.top, width: outer.width,
    lines: text.getClientRects().length, size: parseFloat(getComputedStyle(button).fontSize),
    fits: outer.left <= inner.left && inner.right <= outer.right && inner.bottom <= outer.bottom };
})"""


@in_browser
def test_all_that_can_be_done_is_read_in_one_row_on_a_phone(sit: Callable[..., Player]) -> None:
    anna, bram = meet(sit, "forum_romanum")
    place_romans(anna, bram)
    for language in LANGUAGES:
        bram.page.goto(f"{bram.served.url}game/{bram.number}?lang={language}")
        expect(bram.page.locator("#actions button")).to_have_count(6)
        for width, height, size in ((412, 915, 12), (390, 844, 11.5), (360, 640, 10.5)):
            bram.page.set_viewport_size({"width": width, "height": height})
            labels = bram.page.evaluate(LABELS)
            assert len({label["top"] for label in labels}) == 1
            for label in labels:
                assert label["fits"], label
                assert label["size"] >= size, label
                assert label["width"] >= 32, label
                assert label["lines"] <= len(label["label"].split()), f"{label} is broken in a word"
