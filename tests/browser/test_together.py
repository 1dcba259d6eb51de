"""People at several browsers: links of seats, questions, PIN, lost lines, clocks."""

import re
import time
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
    bram.see_board()
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
    expect(anna.page.get_by_text(re.compile("Connect(ing|ion)|lost", re.IGNORECASE)).first).to_be_visible()
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
    anna.push(dialog.get_by_text("More", exact=True))
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


def test_a_click_that_was_meant_for_the_last_question_answers_no_new_one(sit: Sit) -> None:
    anna, bram = invite(sit)
    bram.move(bram.field("N"), bram.field("c3"))
    expect(anna.moves).to_have_count(1)
    anna.page.clock.install()
    anna.open(f"game/{anna.number}")
    anna.see_board()
    anna.page.clock.pause_at(time.time() + 3600)
    bram.push(bram.button("Take back"))
    expect(anna.page.get_by_text("would like to take the last move back")).to_be_visible()
    expect(anna.button("Yes")).to_be_disabled()
    anna.page.clock.run_for(500)
    expect(anna.button("Yes")).to_be_enabled()


def test_who_has_lost_the_line_is_counted_down_and_after_the_end_a_link_shows_the_game(sit: Sit) -> None:
    anna, bram = invite(sit)
    place = bram.page.url
    bram.page.goto("about:blank")
    expect(anna.page.get_by_text(re.compile("has lost the line: 5[0-9] s"))).to_be_visible()
    bram.page.goto(place)
    bram.push(bram.button("Call the game off"))
    over = re.compile("This game was called off")
    expect(anna.page.get_by_role("heading", name=over)).to_be_visible()
    carla = sit().open(f"game/{anna.number}")
    expect(carla.page.get_by_role("heading", name=over)).to_be_visible()
    expect(carla.page.get_by_role("dialog")).to_be_hidden()


def test_a_move_that_is_said_before_its_turn_is_made_when_it_may_be(sit: Sit) -> None:
    anna, bram = invite(sit)
    anna.begin("Forum Romanum", "each on their own device")
    bram.page.goto(anna.page.get_by_role("dialog").get_by_role("link").first.get_attribute("href"))
    anna.close_dialog()
    bram.push(bram.page.get_by_role("dialog").get_by_role("button", name="Sit down"))
    bram.move(bram.button(re.compile("^Take: blue")), bram.field("a7"))
    for colour, field in (("yellow", "d4"), ("red", "c3")):
        expect(bram.field("a7")).to_have_accessible_name("a7: empty")
        anna.move(anna.button(re.compile(f"^Take: {colour}")), anna.field(field))
        expect(anna.field(field)).to_have_accessible_name(f"{field}: {colour} Roman")
    expect(bram.field("a7")).to_have_accessible_name("a7: blue Roman")


def test_a_move_that_is_not_on_the_disk_is_seen_until_it_is(sit: Sit) -> None:
    anna = sit().begin("Revolution", "together here")
    unsaved = anna.page.get_by_role("alert").filter(has_text="Not saved yet")
    data = anna.served.data
    away = data.rename(data.with_name("away"))
    data.touch()  # no folder any more
    anna.move(anna.field("N"), anna.field("c3"))
    expect(unsaved).to_be_visible()
    data.unlink()
    away.rename(data)
    expect(unsaved).to_be_hidden()
