"""The page of a table shows what stands there; programs move what hands would move."""

import json
import re

from playwright.sync_api import expect
from support.page_server import Served
from support.people import Sit
from websockets.sync.client import connect

TABLE = "simulated"


def test_a_game_is_begun_at_the_table_and_a_wrong_piece_led_back(served: Served, sit: Sit) -> None:
    anna = sit().open()
    anna.see_board()
    anna.push(anna.button("CONFIRM yes, done"))
    expect(anna.page.get_by_role("heading", name="Revolution")).to_be_visible()
    fields = served.view["board"]["game"]["fields"]
    with connect(f"ws://127.0.0.1:{served.port}/ws") as hands:

        def move(source: str, target: str) -> None:
            for touch, field in (("lift", source), ("place", target)):
                ask = {"type": "touch", "touch": touch, "cell": fields[field]}
                hands.send(json.dumps({"type": "do", "id": f"{touch} {field}", "ask": ask}))

        move("light-5", "a1")
        back = anna.page.get_by_role("status").filter(has_text=re.compile("back"))
        expect(back).to_be_visible()
        move("a1", "light-5")
        expect(back).to_be_hidden()
        move("N", "c3")
        expect(anna.moves).to_have_count(1)
