"""People at several browsers: links of seats, questions, PIN, lost lines, clocks."""

import re
from typing import Any

from playwright.sync_api import expect
from support.page_server import PIN
from support.people import Person, Sit


def invite(sit: Sit) -> tuple[Person, Person]:
    """Let Anna begin Revolution, and Bram sit down at a phone by the link of his seat."""
    anna, bram = sit(), sit("touch", "phone")
    anna.begin("Revolution", "each on their own device")
    link = anna.page.get_by_role("dialog").get_by_role("link").first
    expect(link).to_be_visible()
    bram.page.goto(link.get_attribute("href"))
    anna.close_dialog()
    dialog = bram.page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("Bram")
    dialog.get_by_role("button", name="Sit down").tap()
    expect(dialog).to_be_hidden()
    return anna, bram


def test_a_phone_sits_down_by_a_link_and_others_are_asked(sit: Sit) -> None:
    anna, bram = invite(sit)
    assert "#" not in bram.page.url
    bram.move(bram.field("N"), bram.field("c3"))
    expect(anna.moves).to_have_text([re.compile("Bram places Notre Dame on c3")])
    bram.push(bram.button("Take back"))
    anna.push(anna.button("Yes"))
    for each in (anna, bram):
        expect(each.moves).to_have_count(0)
    bram.page.reload()
    expect(bram.page.get_by_text("Your turn", exact=True)).to_be_visible()


def test_a_spectator_sees_each_move_and_cannot_make_one(sit: Sit) -> None:
    anna, bram = invite(sit)
    carla = sit().open(f"game/{anna.number}?lang=nl")
    bram.move(bram.field("N"), bram.field("c3"))
    moves = carla.page.get_by_role("list", name="Zetten").get_by_role("button")
    expect(moves).to_have_count(1)
    anna.move(anna.field("V"), anna.field("d3"))
    expect(moves).to_have_count(2)
    expect(carla.button("Opgeven")).to_have_count(0)


def test_a_lost_line_is_shown_and_the_place_kept(sit: Sit) -> None:
    anna, bram = invite(sit)
    anna.page.context.set_offline(True)
    expect(
        anna.page.get_by_text(re.compile("Connect(ing|ion)|lost", re.IGNORECASE)).first
    ).to_be_visible()
    bram.move(bram.field("N"), bram.field("c3"))
    expect(bram.moves).to_have_count(1)
    anna.page.context.set_offline(False)
    expect(anna.moves).to_have_count(1)
    anna.move(anna.field("V"), anna.field("d3"))
    expect(bram.moves).to_have_count(2)


def test_both_see_the_clocks_of_both(sit: Sit) -> None:
    anna = sit().open()
    anna.push(anna.button(re.compile("^Revolution")).first)
    dialog = anna.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="together here").check()
    dialog.get_by_role("radio", name="Sudden death").check()
    anna.push(dialog.get_by_role("button", name="Begin", exact=True))
    timers: Any = anna.page.get_by_role("timer")
    expect(timers).to_have_count(2)
    for timer in timers.all():
        expect(timer).to_have_text(re.compile(r"\d:\d\d"))


def test_the_settings_change_the_language_at_once(sit: Sit) -> None:
    anna = sit().begin("Forum Romanum", "together here")
    anna.push(anna.button("Settings"))
    anna.page.get_by_role("combobox", name="Language").select_option("Nederlands")
    expect(anna.page.get_by_role("heading", name="Zetten", exact=True)).to_be_visible()


def test_another_device_watches_until_it_gives_the_pin(sit: Sit) -> None:
    anna = sit()
    anna.page.goto(anna.served.elsewhere)
    anna.push(anna.button(re.compile("^Forum Romanum")).first)
    pin = anna.page.get_by_role("textbox", name=re.compile("PIN"))
    pin.fill("111111")
    pin.press("Enter")
    expect(pin).to_be_visible()
    pin.fill(PIN)
    pin.press("Enter")
    expect(pin).to_be_hidden()
