"""Each game is begun against the computer and played, by each kind of hand."""

import re

import pytest
from playwright.sync_api import expect
from support.people import Person, Sit


def place_building(anna: Person) -> None:
    """Place a building of Revolution where it may stand, after the computer has placed one."""
    expect(anna.moves).to_have_count(1)
    building, field = anna.record.position.legal_moves()[0].split("@")
    anna.move(anna.field(building), anna.field(field))
    expect(anna.moves).to_have_count(3)


def test_revolution_by_mouse(sit: Sit) -> None:
    place_building(sit().begin("Revolution"))


def test_hourglass_by_touch_on_a_phone(sit: Sit) -> None:
    anna = sit("touch", "phone").begin("Révolution with hourglasses")
    anna.push(anna.button("Turn the hourglasses over"))
    expect(anna.moves).not_to_have_count(0)
    assert anna.record.moves[0] == "start"


# Messages to the game that are a while on their way.
SLOW = """
const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...data) { setTimeout(() => send.apply(this, data), 800); };
"""


def test_forum_romanum_by_mouse_is_faster_than_a_slow_line(sit: Sit) -> None:
    anna = sit()  # drops her second Roman before the first is heard of
    anna.page.add_init_script(SLOW)
    anna.begin("Forum Romanum")
    for colour, field in (("yellow", "d4"), ("red", "c3")):  # both colours of a turn
        anna.move(anna.button(re.compile(f"^Take: {colour}")), anna.field(field))
        expect(anna.field(field)).to_have_accessible_name(f"{field}: {colour} Roman")
    expect(anna.moves).to_have_count(4)
    assert anna.record.moves[:2] == ("y@d4", "r@c3")


def test_manoeuvre_by_keyboard(sit: Sit) -> None:
    anna = sit("keyboard").begin("Das glorreiche Manöver")
    anna.push(anna.button(re.compile("^Roll the die")))
    expect(anna.moves).to_have_count(2)
    assert anna.record.moves[0].startswith("roll ")


def test_a_game_is_resigned_after_one_question_studied_and_played_again(sit: Sit) -> None:
    anna = sit().begin("Revolution")
    place_building(anna)
    anna.push(anna.button("Resign"))
    anna.push(anna.button("Yes"))
    expect(anna.page.get_by_role("heading", name=re.compile("^Computer won"))).to_be_visible()
    anna.push(anna.button("To the beginning"))
    anna.push(anna.button("Try other moves"))
    anna.move(anna.field("N"), anna.field("c3"))
    expect(anna.field("c3")).to_have_accessible_name("c3: Notre Dame")
    anna.push(anna.button("Back to the game"))
    expect(anna.field("c3")).to_have_accessible_name("c3: empty")
    before = anna.page.url
    anna.push(anna.button("Rematch"))
    anna.page.wait_for_url(lambda url: "/game/" in url and url != before)
    anna.see_board()


def test_an_illegal_drop_goes_back_and_says_why(sit: Sit) -> None:
    anna = sit().begin("Revolution", "together here")
    anna.move(anna.field("N"), anna.field("c3"))
    expect(anna.moves).to_have_count(1)
    anna.move(anna.field("light-5"), anna.field("a1"))
    expect(anna.page.get_by_role("alert")).not_to_be_empty()
    expect(anna.field("light-5")).to_have_accessible_name("light-5: light card 5")
    assert anna.record.moves == ("N@c3",)


def test_a_hint_is_given_and_a_turn_taken_back(sit: Sit) -> None:
    anna = sit().begin("Revolution")
    place_building(anna)
    anna.push(anna.button("Hint"))
    best = anna.page.get_by_role("status").filter(has_text="The best move now")
    expect(best).to_be_visible()
    anna.push(anna.button("Take back"))
    expect(anna.moves).to_have_count(1)


@pytest.mark.parametrize("title", ["Revolution", "Révolution with", "Forum", "Das glorreiche"])
@pytest.mark.parametrize("size", ["small", "sideways"])
def test_the_board_and_what_one_moves_with_are_seen_at_once_on_a_phone(sit: Sit, title: str, size: str) -> None:
    anna = sit("touch", size).begin(title, "together here")
    width, height = anna.page.viewport_size["width"], anna.page.viewport_size["height"]
    supplies = anna.page.get_by_role("group", name="Beside the table").get_by_role("button")
    for seen in (anna.page.get_by_role("grid"), *supplies.all()):
        box = seen.bounding_box()
        assert 0 <= box["x"] < box["x"] + box["width"] <= width
        assert 0 <= box["y"] < box["y"] + box["height"] <= height
    assert anna.page.evaluate("document.documentElement.scrollWidth") <= width
