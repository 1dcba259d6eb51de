"""A game is learned, replayed, read from a sheet, set up, and found again among the saved ones."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from support.people import Sit

DATA = Path(__file__).parents[1] / "data"
SHEET = "Forum Romanum\nAnna, Bram, Carla\nyellow d4\nblue c3\nred a1\n"


def test_the_first_step_of_a_lesson_is_made_and_taken_back(sit: Sit) -> None:
    anna = sit("touch", "phone").open("learn/revolution")
    expect(anna.page.get_by_text("Step 1 of")).to_be_visible()
    anna.move(anna.field("V"), anna.field("b5"))
    expect(anna.page.get_by_text("Step 2 of")).to_be_visible()
    anna.push(anna.button("Back"))
    expect(anna.page.get_by_text("Step 1 of")).to_be_visible()


def test_a_sheet_is_pasted_kept_and_found_among_the_saved_games(sit: Sit) -> None:
    anna = sit().open("read")
    anna.page.get_by_role("textbox", name="The score sheet").fill(SHEET)
    anna.push(anna.button("Yes, that is right"))
    anna.push(anna.button("Keep this game"))
    anna.open()
    anna.push(anna.button("Saved games"))
    dialog = anna.page.get_by_role("dialog")
    expect(dialog.get_by_role("cell", name=re.compile("Anna.*Bram.*Carla"))).to_be_visible()


def test_a_shared_game_is_replayed_by_keys_buttons_and_slider(sit: Sit) -> None:
    anna = sit().open("read")
    anna.page.get_by_role("textbox", name="The score sheet").fill(SHEET)
    anna.push(anna.button("Yes, that is right"))
    anna.page.get_by_role("link", name="Replay").click()
    expect(anna.moves).to_have_count(3)
    expect(anna.field("d4")).to_have_accessible_name("d4: empty")
    anna.page.keyboard.press("ArrowRight")
    expect(anna.field("d4")).to_have_accessible_name("d4: yellow Roman")
    anna.page.get_by_role("slider").fill("3")
    expect(anna.field("a1")).to_have_accessible_name("a1: red Roman")
    anna.push(anna.button("One move back"))
    expect(anna.field("a1")).to_have_accessible_name("a1: empty")


def test_a_position_is_set_up_and_played_on(sit: Sit) -> None:
    anna = sit().open("replay?setup#game=revolution")
    anna.move(anna.button(re.compile("^Take: Notre Dame")), anna.field("c3"))
    expect(anna.field("c3")).to_have_accessible_name("c3: Notre Dame")
    expect(anna.page.get_by_text(re.compile("^This position is possible"))).to_be_visible()
    expect(anna.button("Go on from here")).to_be_enabled()


def test_the_rules_are_read_in_four_languages(sit: Sit) -> None:
    anna = sit()
    for language in ("en", "nl", "de", "fr"):
        anna.open(f"rules/hourglass?lang={language}")
        expect(anna.page.locator("html")).to_have_attribute("lang", language)
        expect(anna.page.get_by_role("figure").first).to_be_visible()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_axe_finds_nothing_on_any_page(sit: Sit, theme: str) -> None:
    axe = Path(__file__).parents[2] / ".ci" / "node_modules" / "axe-core" / "axe.min.js"
    if not axe.exists():
        pytest.skip("needs axe-core: npm ci --prefix .ci")
    anna = sit(color_scheme=theme)
    script, found = axe.read_text(encoding="utf-8"), {}

    def look(place: str) -> None:
        session = anna.page.context.new_cdp_session(anna.page)  # the page's policy lets no script in
        session.send("Runtime.evaluate", {"expression": script})
        for one in anna.page.evaluate("axe.run({ resultTypes: ['violations'] })")["violations"]:
            found[place, one["id"]] = [node["html"] for node in one["nodes"]]

    anna.open()
    expect(anna.button(re.compile("^Revolution")).first).to_be_visible()
    look("first page")
    for name in ("Saved games", "Standings", "Settings", "How to play"):
        anna.push(anna.button(name))
        look(name)
        anna.close_dialog()
    anna.begin("Revolution", "each on their own device")
    look("links of seats")
    anna.close_dialog()
    look("game")
    for path in ("rules/hourglass", "learn/revolution", "read", "replay?setup#game=revolution"):
        anna.open(path)
        expect(anna.page.get_by_role("heading").first).to_be_visible()
        look(path)
    assert found == {}


def test_the_computer_marks_the_moves_that_cost_a_lot(sit: Sit) -> None:
    anna = sit().open("read")
    game = (DATA / "revolution_0_flag.record").read_text(encoding="utf-8")
    anna.page.get_by_role("textbox", name="The score sheet").fill(game)
    anna.page.get_by_role("link", name="Replay").click()
    anna.push(anna.button("Analyse"))
    expect(anna.page.get_by_text(re.compile("^Marked moves:"))).to_be_visible()
