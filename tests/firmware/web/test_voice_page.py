"""The page reads aloud, with the browser's own speech, in a real browser."""

import os

import pytest
from playwright.sync_api import expect
from support.table_page import Join, browser, examiner, in_browser, join, served

# Speech that only collects what it is given: a browser without a head has no voices.
SPEECH = """
window.said = [];
window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
Object.defineProperty(window, "speechSynthesis", { value: {
  cancel() {}, speak(one) { window.said.push(`${one.lang}: ${one.text}`); },
} });
"""


@in_browser
def test_the_page_reads_moves_and_prompts_aloud_once_that_is_switched_on(join: Join) -> None:
    anna = join()
    page = anna.page
    page.add_init_script(SPEECH)
    anna.open().begin("forum_romanum", ["Anna", "Bram", "Carla"])
    anna.see_prompt("Anna, place a yellow Roman")
    assert page.evaluate("said") == []
    page.locator(".top [data-opens=settings]").click()
    if "SPEELTAFEL_SCREENSHOTS" in os.environ:
        page.screenshot(path=f"{os.environ['SPEELTAFEL_SCREENSHOTS']}/voice.png")
    page.get_by_label("Read aloud").check()
    assert page.evaluate("said") == ["en: Anna, place a yellow Roman on any free field."]
    page.locator("#language").select_option("nl")
    anna.see_prompt("Anna, zet een gele Romein")
    page.locator("#settings .close").click()
    anna.choose("y@d4")
    anna.see_prompt("Bram, zet een blauwe Romein")
    assert page.evaluate("said")[-2:] == [
        "nl: Anna: gele Romein op D4.", "nl: Bram, zet een blauwe Romein op een vrij veld."
    ]  # fmt: skip
    page.reload()
    anna.see_link("live")
    assert page.evaluate("said")[:1] == ["nl: Bram, zet een blauwe Romein op een vrij veld."]
    expect(page.locator("#voice")).to_be_checked()


@in_browser
def test_lamps_and_volume_of_the_table_are_set_in_the_settings_of_the_page(join: Join) -> None:
    anna, bram = join(), join()
    anna.open().see_link("live")
    bram.open().see_link("live")
    anna.page.locator(".top [data-opens=settings]").click()
    expect(anna.page.get_by_label("Lamps")).to_have_value("100")
    anna.page.get_by_label("Lamps").select_option("dim, for the night")
    anna.page.get_by_label("Volume").select_option("buzzer off")
    if "SPEELTAFEL_SCREENSHOTS" in os.environ:
        anna.page.screenshot(path=f"{os.environ['SPEELTAFEL_SCREENSHOTS']}/night.png")
    bram.page.locator(".top [data-opens=settings]").click()
    expect(bram.page.get_by_label("Lamps")).to_have_value("20")
    expect(bram.page.get_by_label("Volume")).to_have_value("0")
