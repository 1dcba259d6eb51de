"""A person who plays in a browser."""

import json
import random
import re
import time
from collections.abc import Callable
from functools import partial
from typing import Any

from playwright.sync_api import Page, expect

from firmware.opponents import choose
from rules import Record, read_record
from support.page_server import Served
from support.table_page import Person

PATIENCE = 120_000  # milliseconds


LONGEST = 1800  # seconds that so many moves may take


def _has_moved(made: int, state: dict[str, Any]) -> bool:
    return len(state["moves"]) > made or state["screen"]["over"]


class Player(Person):
    """Somebody who plays in a browser: by mouse, finger or keyboard."""

    def __init__(self, page: Page, served: Served, hand: str = "mouse") -> None:
        super().__init__(page, served)
        self.hand = hand
        page.set_default_timeout(PATIENCE)

    def begin_against(self, game: str, level: int = 1, **options: str) -> "Player":
        """Begin a game against the computer from the first page."""
        page = self.page
        page.goto(self.served.url)
        page.locator(f"[data-game={game}]").click()
        page.locator(f"#begin input[name=level][value='{level}']").check()
        if options:
            page.locator("#begin-options-box summary").click()
        for name, value in options.items():
            page.locator(f"#begin [name=option-{name}]").fill(value)
        page.locator("#begin [type=submit]").click()
        page.wait_for_url("**/game/*")
        self.see_link("live")
        return self

    def begin_here(self, game: str, against: str = "here") -> "Player":
        """Begin a game of people, here or on their phones."""
        page = self.page
        page.goto(self.served.url)
        page.locator(f"[data-game={game}]").click()
        page.locator(f"#begin input[name=against][value={against}]").check()
        page.locator("#begin [type=submit]").click()
        page.wait_for_url("**/game/*")
        self.see_link("live")
        return self

    def cell(self, field: str) -> int:
        cell: int = self.state["game"]["fields"][field]
        return cell

    def drop_on(self, source: str, target: str) -> None:
        """Bring a piece from a field to another."""
        self.drop(str(self.cell(source)), self.cell(target))

    @property
    def seat(self) -> str:
        """The seat of who plays one here, by the order in which the players stand."""
        own = self.page.locator(".players li").evaluate_all(
            "all => all.findIndex((one) => one.classList.contains('you'))"
        )
        seat: str = self.state["game"]["seats"][own]
        return seat

    @property
    def link(self) -> str:
        """The link of the seat that is free."""
        return self.page.locator("#people .link a").get_attribute("href") or ""

    def sit_by(self, link: str, name: str = "") -> None:
        """Sit down by the link of a seat, by this name if there is one."""
        self.page.goto(link)
        if name:
            self.page.locator("#sit-name").fill(name)
        self.page.locator("#sit [type=submit]").click()
        expect(self.page.locator("#sit")).to_be_hidden()
        expect(self.page.locator("#watching")).to_be_hidden()
        self.see_link("live")

    @property
    def number(self) -> int:
        return int(re.findall(r"/game/(\d+)", self.page.url)[0])

    @property
    def state(self) -> dict[str, Any]:
        state: dict[str, Any] = json.loads(self.served.text(f"api/state?game={self.number}"))
        return state

    @property
    def record(self) -> Record:
        return read_record(self.served.text(f"api/record?game={self.number}").encode())

    def place(self, cell: int) -> tuple[float, float]:
        """Where the middle of a cell is in the window."""
        box = self.page.locator(f'.field[data-cell="{cell}"]').bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def drop(self, source: str, target: int) -> None:
        """Bring a piece from a cell, or from a supply, to a cell."""
        if self.hand == "mouse":
            self._drag(source, target)
        elif self.hand == "touch":
            self._tap(source)
            self.page.touchscreen.tap(*self.seen(target))
        else:
            self._enter(source)
            self.page.locator(f'.field[data-cell="{target}"]').focus()
            self.page.keyboard.press("Enter")

    def seen(self, cell: int) -> tuple[float, float]:
        self.page.locator(f'.field[data-cell="{cell}"]').scroll_into_view_if_needed()
        return self.place(cell)

    def _supply(self, source: str) -> Any:
        at = next(
            number for number, one in enumerate(self.state["page"]["supplies"])
            if one["moves"] == source
        )  # fmt: skip
        return self.page.locator(".supply").nth(at)

    def _drag(self, source: str, target: int) -> None:
        if source.isdigit():
            x, y = self.seen(int(source))
        else:
            self._supply(source).evaluate("(one) => one.scrollIntoView({block: 'nearest'})")
            box = self._supply(source).bounding_box()
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        mouse = self.page.mouse
        mouse.move(x, y)
        mouse.down()
        mouse.move(*self.place(target), steps=4)
        mouse.up()

    def _tap(self, source: str) -> None:
        if source.isdigit():
            self.page.touchscreen.tap(*self.seen(int(source)))
        else:
            self._supply(source).tap()

    def _enter(self, source: str) -> None:
        if source.isdigit():
            self.page.locator(f'.field[data-cell="{source}"]').focus()
            self.page.keyboard.press("Enter")
        else:
            self._supply(source).focus()
            self.page.keyboard.press("Enter")

    def push(self, tool: str) -> None:
        """Push a button: by keyboard as by the others."""
        button = self.page.locator(f"#actions [data-tool='{tool}']")
        if self.hand == "keyboard":
            button.focus()
            self.page.keyboard.press("Enter")
        elif self.hand == "touch":
            button.tap()
        else:
            button.click()

    def wait_for(self, holds: Callable[[dict[str, Any]], object]) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE / 1000
        while not holds(state := self.state):
            assert time.monotonic() < end, (state["prompt"], state["moves"][-3:], self.mistakes)
            self.page.wait_for_timeout(40)
        return state

    def wait_for_moves(self, moves: list[str]) -> None:
        self.wait_for(lambda state: state["moves"] == moves)

    def wait_for_move(self, move: str) -> None:
        self.wait_for(lambda state: state["moves"][-1:] == [move])

    def wait_for_turn_after(self, seat: str) -> None:
        self.wait_for(lambda state: state["position"]["to_move"] != seat)

    def play(self, most: int, seed: int = 1) -> dict[str, Any]:
        """Play as a player of level 2 would, until the game is over or has so many moves."""
        rng = random.Random(seed)
        mine = next(
            s for s in self.state["game"]["seats"] if s not in self.state["screen"]["levels"]
        )
        end = time.monotonic() + LONGEST
        while True:
            assert time.monotonic() < end, self.state["moves"]
            state = self.wait_for(
                lambda state: (
                    state["position"]["to_move"] in (mine, None) or state["screen"]["for_all"]
                )
            )
            if state["screen"]["over"] or len(state["moves"]) >= most:
                return state
            made = len(state["moves"])
            self._play_one(state, rng)
            self.wait_for(partial(_has_moved, made))

    def _play_one(self, state: dict[str, Any], rng: random.Random) -> None:
        screen, position = state["screen"], self.record.position
        if position.outcome is not None:  # the sand has run out meanwhile
            return
        if screen["for_all"]:
            self.push("all")
            return
        if position.chance:
            self.push("die")
            return
        ways = {
            move: (source, int(target))
            for source, targets in screen["drops"].items()
            for target, move in targets.items()
        }
        if position.later(1) is not position:  # sand runs: no time to think
            move = rng.choice(list(ways))
        else:
            move = choose(position, state["game"]["name"], rng, 2)
        see = self.page.locator("#moves button")
        expect(see).to_have_count(len(state["moves"]), timeout=PATIENCE)
        if move in ways:
            self.drop(*ways[move])
        else:
            self.push(move)
