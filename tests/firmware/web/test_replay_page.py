"""The page on which a game is replayed, and what stands at the end of one, in a real browser."""

import base64
import json
import re
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from support.finished_games import FINISHED, FLAG, random_game
from support.page_server import Served, moves_of, serving
from support.replay_links import LONG, link
from support.table_page import (
    Join,
    Person,
    axe,
    browser,
    examiner,
    in_browser,
    join,
    served,
)


def replaying(person: Person, record: str, lang: str = "en") -> Page:
    page = person.page
    page.goto(f"{person.served.url}replay?lang={lang}#{link(record)}")
    expect(page.locator("#beside, #failed").locator("visible=true").first).to_be_visible()
    return page


def sees_move(page: Page, number: int) -> None:
    expect(page.locator("#slider")).to_have_value(str(number))
    expect(page.locator("#moves [aria-current]")).to_have_count(1 if number else 0)


@in_browser
def test_a_shared_game_is_replayed_with_keys_buttons_and_the_slider(join: Join) -> None:
    page = replaying(join(), FINISHED)
    expect(page.locator("#result")).to_have_text("Anna wins")
    expect(page.locator("#why")).to_have_text("The flag was captured.")
    sees_move(page, len(FLAG))  # a game that is over begins at its end
    page.keyboard.press("ArrowLeft")
    sees_move(page, 11)
    expect(page.locator("#told")).to_have_text("11. Bram lays the 0 on c5")
    page.keyboard.press("Home")
    sees_move(page, 0)
    page.locator("#on").click()
    page.locator("#on").click()
    sees_move(page, 2)
    expect(page.locator("#table .piece.building")).to_have_count(3)
    page.locator("#slider").focus()
    page.keyboard.press("ArrowRight")
    sees_move(page, 3)
    page.locator("#slider").fill("9")
    sees_move(page, 9)
    expect(page.locator("#told")).to_have_text("9. Bram sets a stone on a1 \u2014 Bram +1")
    expect(page.locator("#table .piece.stone")).to_have_count(1)
    page.locator("#moves button", has_text="F@a4").click()
    sees_move(page, 8)
    page.locator("#standing").click(position={"x": 36, "y": 60})
    sees_move(page, 0)


@in_browser
def test_a_long_game_is_fetched_part_by_part(join: Join) -> None:
    page = replaying(join(), LONG)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    last = len(moves_of(LONG))
    sees_move(page, 0)
    for at in (last, 70, 71, 72):
        page.locator("#slider").fill(str(at))
        sees_move(page, at)
    expect(page.locator("#table .piece.roman")).to_have_count(32)
    parts = [url for url in asked if "/states" in url]
    assert [re.findall(r"from=(\d+)", url) for url in parts] == [[str(last // 32 * 32)], ["64"]]


@in_browser
def test_a_game_plays_by_itself_and_stops_where_it_ends(join: Join) -> None:
    page = replaying(join(), FINISHED)
    page.clock.install()
    page.locator("#back").click()
    page.locator("#play").click()
    page.clock.run_for(1200)
    sees_move(page, 12)
    page.clock.run_for(1200)
    expect(page.locator("#play")).to_have_attribute("aria-pressed", "false")


@in_browser
@pytest.mark.parametrize(
    "damage", [lambda text: text[:-7], lambda text: text[:20] + "x" + text[21:]]
)
def test_a_damaged_link_says_so(join: Join, damage: object) -> None:
    page = join().page
    page.goto(f"{join().served.url}replay#{damage(link(FINISHED))}")  # type: ignore[operator]
    expect(page.locator("#failed")).to_contain_text("This link is damaged")
    expect(page.locator("#whole")).to_be_hidden()


@in_browser
def test_a_game_that_breaks_a_rule_is_not_replayed(join: Join) -> None:
    page = replaying(join(), FINISHED.replace("N@b1", "N@b3"))
    expect(page.locator("#failed")).to_contain_text("This game cannot be read: line 6")


@in_browser
def test_the_computer_marks_the_moves_that_cost_a_lot(join: Join) -> None:
    page = replaying(join(), FINISHED)
    page.locator("#analyse").click()
    expect(page.locator("#analyse-said")).to_contain_text("Marked moves:", timeout=60_000)
    expect(page.locator("#moves button").nth(6).locator(".mark")).to_have_text("??")
    expect(page.locator("#expected .mark").first).to_be_visible()
    page.locator("#slider").fill("7")
    expect(page.locator("#better")).to_contain_text("was better than F@b4")


@in_browser
def test_who_only_watches_is_told_that_the_computer_wants_the_pin(
    join: Join,
    served: Served,
) -> None:
    person = join()
    person.page.goto(f"{served.elsewhere}replay#{link(FINISHED)}")
    person.page.locator("#analyse").click()
    expect(person.page.locator("#analyse-said")).to_contain_text("Only those who have entered")


@in_browser
def test_at_the_end_one_sees_why_and_can_replay_share_and_play_again(
    join: Join,
    served: Served,
) -> None:
    anna = join().open().begin("revolution", ["Anna", "Bram"], {"buildings_apart": "true"})
    page = anna.page
    for number, move in enumerate(FLAG, 1):
        expect(page.locator("#end")).to_be_hidden()
        anna.choose(move)
        anna.see_moves(number)
    expect(page.locator("#end-result")).to_have_text("Anna wins")
    expect(page.locator("#end-why")).to_have_text("The flag was captured.")
    expect(page.locator("#end-chart polyline.line")).to_have_count(2)
    page.locator("#end-share").click()
    expect(page.locator("#end-said")).not_to_be_empty()
    shared = page.locator("#end-link").input_value()
    analysed = page.locator("#end-replay").evaluate("one => one.href")
    assert analysed.replace("&analyse", "") == shared
    for kind in ("html", "pdf", "record"):
        with page.expect_download() as saved:
            page.locator(f"#end-files [data-file={kind}]").click()
        assert saved.value.suggested_filename == f"revolution.{kind}"
        assert saved.value.path().stat().st_size
    bram = join()
    bram.page.goto(shared)
    expect(bram.page.locator("#result")).to_have_text("Anna wins")
    page.locator("#end-rematch").click()
    anna.see_moves(0)
    expect(page.locator("#end")).to_be_hidden()
    game = served.state["game"]
    assert game["players"] == ["Anna", "Bram"]
    assert game["options"] == {"buildings_apart": "true"}


@in_browser
def test_a_game_on_screens_is_played_again_by_the_same_people(join: Join, tmp_path: Path) -> None:
    with serving(tmp_path, table="screen") as here:
        page = join().page
        page.goto(here.url)
        page.locator("[data-game=forum_romanum]").click()
        page.locator("#begin input[name=against][value=here]").check()
        page.locator("#begin [type=submit]").click()
        page.wait_for_url("**/game/*")
        first = page.url.split("/game/")[1]
        page.locator("#actions [data-tool=agree]").click()
        expect(page.locator("#end-result")).not_to_be_empty()
        page.locator("#end-rematch").click()
        page.wait_for_url(re.compile(rf"/game/(?!{first}\b)"))
        second = json.loads(here.text(f"api/state?game={page.url.split('/game/')[1]}"))
        assert second["game"]["players"] == ["Player 1", "Player 2"]
        assert second["moves"] == []
        expect(page.locator("#actions [data-tool=agree]")).to_be_enabled()  # all seats are here


@in_browser
def test_a_kept_game_is_replayed_from_the_list_and_the_standings_have_points(
    join: Join,
    tmp_path: Path,
) -> None:
    anna = join().open()
    page = anna.page
    file = tmp_path / "away.record"
    file.write_text(FINISHED)
    page.locator("[data-opens=kept]").click()
    page.locator("#kept-file").set_input_files(file)
    expect(page.locator("#kept-said")).to_contain_text("Saved as game")
    page.locator("#kept .close").click()
    page.locator("[data-opens=standings]").click()
    row = page.locator("#standings-list tr", has_text="Anna").locator("td")
    expect(row).to_have_text(["1", "1", "0", "10", "10", "10", re.compile(r"^\d+ ±\s\d+$")])
    page.locator("#standings .close").click()
    page.locator("[data-opens=kept]").click()
    page.locator("#kept-list a", has_text="Replay").first.click()
    expect(page.locator("#result")).to_have_text("Anna wins")


@in_browser
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_serious_in_a_replay_and_in_the_rules(
    join: Join,
    theme: str,
    axe: str,
) -> None:
    person = join(color_scheme=theme, reduced_motion="reduce")
    page = replaying(person, FINISHED)
    page.locator("#share").click()
    examiner(page, axe)()
    for game in json.loads(person.served.text("api/playable")):
        page.goto(f"{person.served.url}rules/{game['name']}?lang=nl")
        examiner(page, axe)()


@in_browser
@pytest.mark.parametrize("size", [(360, 640), (640, 360), (768, 1024), (1280, 800), (2560, 1440)])
def test_a_replay_fits_every_window(join: Join, size: tuple[int, int]) -> None:
    width, height = size
    page = replaying(join(viewport={"width": width, "height": height}), LONG, "fr")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    box = page.locator("#frame").bounding_box()
    assert box is not None
    assert box["height"] <= height
    assert box["x"] + box["width"] <= width


@in_browser
def test_a_sheet_is_pasted_corrected_kept_and_watched(join: Join, served: Served) -> None:
    page, top = join().page, "Forum Romanum\nAnna, Bram, Carla\n\n"
    page.goto(f"{served.url}read?lang=en")
    lines = "Anna d4\nBram c3?\nCarla e6\nAnna a1\nBram ?\nCarla f7\n"
    page.locator("#written").fill(top + lines)
    expect(page.locator("#players tr")).to_have_count(3)
    expect(page.locator(".lines .doubt")).to_have_count(2)
    page.locator(".lines .doubt").first.get_by_role("button", name="Right").click()
    expect(page.locator(".lines .doubt")).to_have_count(1)
    expect(page.locator("#accept")).to_be_hidden()
    page.get_by_label("What line 8 says").fill("Bram b2")
    page.get_by_label("What line 8 says").press("Enter")
    expect(page.locator(".lines .doubt")).to_have_count(0)
    page.locator("#accept").click()
    page.locator("#keep").click()
    expect(page.locator("#kept")).to_contain_text("Saved as game")
    page.locator("#watch").click()
    expect(page.locator("#title")).to_have_text("Forum Romanum: Anna \u00b7 Bram \u00b7 Carla")


@in_browser
def test_other_moves_are_tried_and_a_position_has_a_link(join: Join) -> None:
    record = random_game("forum_romanum", 8)
    person = join()
    page = replaying(person, record)
    page.locator("#slider").fill("4")
    sees_move(page, 4)
    page.locator("#try").click()
    expect(page.locator("#trying")).to_be_visible()
    expect(page.locator("#try-expected meter")).to_have_count(2)
    pieces = page.locator("#table .piece.roman")
    expect(pieces).to_have_count(4)
    page.locator("#tray button:not([disabled])").first.click()
    page.locator(".marks .target").first.wait_for()
    box = page.locator(".marks .target").first.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    expect(pieces).to_have_count(5)
    expect(page.locator("#told")).to_have_text(re.compile("places a .* Roman on"))
    told = page.locator("#told").inner_text()
    page.locator("#try-share").click()
    expect(page.locator("#try-link")).to_be_visible()
    address = page.locator("#try-link").input_value()
    page.locator("#try-back").click()
    expect(pieces).to_have_count(4)
    page.locator("#try-leave").click()
    sees_move(page, 4)
    other = join().page
    other.goto(address)
    expect(other.locator("#told")).to_have_text(f"5. {told}")
