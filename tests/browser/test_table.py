"""The page of a table: what stands there is seen, and a wrong move led back."""

import re

from playwright.sync_api import expect
from support.people import Sit

TABLE = "simulated"


def test_a_game_is_begun_at_the_table_and_a_wrong_piece_led_back(sit: Sit) -> None:
    anna = sit().open()
    anna.see_board()
    anna.push(anna.button("CONFIRM yes, done"))
    expect(anna.page.get_by_role("heading", name="Revolution")).to_be_visible()
    anna.move(anna.field("light-5"), anna.field("a1"))
    expect(anna.page.get_by_role("status").filter(has_text=re.compile("back"))).to_be_visible()
    anna.move(anna.field("a1"), anna.field("light-5"))
    anna.move(anna.field("N"), anna.field("c3"))
    expect(anna.moves).to_have_count(1)
