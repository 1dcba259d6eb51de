"""Who holds a seat plays by the feed of a match, whatever is lost and said again."""

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.online import PATIENCE, Web
from support.screens_online import Browser, ScreenWeb
from support.seated import Seat, seated

from hal.clock import VirtualClock
from rules import find_game

README = Path(__file__).parents[3] / "firmware" / "web" / "README.md"


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path_factory.mktemp("do")) as running:
        yield running


def begun(web: ScreenWeb, game: str = "forum_romanum") -> tuple[int, dict[str, str]]:
    """The number of a match for two, and what the browser that holds both seats sends."""
    anna = Browser(web)
    return anna.begin(game, ["Anna", "Bram"], [0, 0]), anna.headers


def test_what_is_sent_twice_is_done_once_also_after_a_loss(web: ScreenWeb) -> None:
    number, headers = begun(web)
    with seated(web, number, headers) as seat:
        first = seat.ask("a", 0, type="move", move="y@d4")
        assert (first["type"], first["id"]) == ("done", "a")
        assert seat.ask("a", 0, type="move", move="y@d4") == first
    with seated(web, number, headers) as seat:
        assert seat.ask("a", 0, type="move", move="y@d4") == first
        seat.until("y@d4")
        assert seat.ask("b", 1, type="move", move="r@a1")["type"] == "done"
        seat.until("y@d4", "r@a1")


def test_a_move_that_crosses_another_is_stale(web: ScreenWeb) -> None:
    number, headers = begun(web)
    with seated(web, number, headers) as one, seated(web, number, headers) as other:
        one.ask("a", 0, type="move", move="y@d4")
        refused = other.ask("c", 0, type="move", move="r@a1")
        assert (refused["type"], refused["id"], refused["code"]) == ("refused", "c", "stale")
        assert other.ask("c", 0, type="move", move="r@a1") == refused
        assert other.ask("d", 1, type="propose", what="take back")["type"] == "done"
        one.until()


@pytest.mark.parametrize(
    ("ask", "code"),
    [
        ({"type": "move", "move": "z@z9"}, "malformed"),
        ({"type": "move", "move": "a7-a6"}, "illegal"),
        ({"type": "roll"}, "no-die"),
        ({"type": "resign", "seat": "9"}, "not-your-seat"),
        ({"type": "propose", "what": "rematch"}, "not-over"),
        ({"type": "answer", "yes": True, "number": 1}, "not-asked"),
    ],
)
def test_a_refusal_has_its_code(web: ScreenWeb, ask: dict[str, Any], code: str) -> None:
    number, headers = begun(web)
    with seated(web, number, headers) as seat:
        answer = seat.ask("a", 0, **ask)
        assert (answer["type"], answer["code"]) == ("refused", code)
        assert ask.get("move", "") in answer["message"]  # as the rules say it


def test_what_only_screens_do_is_refused_at_a_table(serving_table: Web) -> None:
    with serving_table.socket("", {}) as socket:
        answer = Seat(socket).ask("a", 0, type="drop", source=3, to=4)
        assert (answer["type"], answer["id"]) == ("refused", "a")


@pytest.fixture
def serving_table(tmp_path: Path) -> Iterator[Web]:
    with Web(
        tmp_path, VirtualClock(40), host="127.0.0.1", offer=False, small=False, beside=None, proxies=()
    ) as running:
        yield running


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["revolution", "manoeuvre"])
def test_two_programs_as_the_readme_has_it_play_a_match_to_its_end(web: ScreenWeb, tmp_path: Path, game: str) -> None:
    anna = Browser(web)
    number = anna.begin(game, ["Anna", "Bram"], [0, 0], here=False)
    anna.post(f"/api/screen/{number}/links")
    new = anna.post(f"/api/screen/{number}/links", new=find_game(game).seats(2)[0])
    program = tmp_path / "program.py"
    (text,) = re.findall(r"```python\n(.*?)```", README.read_text("utf-8"), re.DOTALL)
    assert text.count("\n") <= 30
    program.write_text(text, "utf-8")
    playing = [
        subprocess.Popen([sys.executable, program, one["link"]], stdout=subprocess.PIPE, text=True)
        for one in new.json()["links"]
    ]
    ends = [one.communicate(timeout=10 * PATIENCE)[0] for one in playing]
    assert [one.returncode for one in playing] == [0, 0]
    assert ends[0] == ends[1]
    with anna.follow(number) as here:
        assert here.state["position"]["over"]
