"""The pages of another site play here, where a server is told so: by a secret, without cookies."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.online import PATIENCE
from support.screens_online import SITE, Browser, ScreenWeb
from websockets.exceptions import InvalidStatus
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

from firmware.cli import main
from firmware.commands.argument_types import origin

STRANGER = "https://stranger.example"
SECRET = "a-secret-of-the-page-itself"
NEW = {"game": "forum_romanum", "names": ["Anna", "Bram"], "seats": [0, 0], "here": False}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path_factory.mktemp("sites")) as running:
        yield running


def sent(web: ScreenWeb, path: str, json_: Any, site: str = SITE, **more: str) -> Any:
    """What is answered to a page of a site that posts."""
    headers = {"Origin": site, "Sec-Fetch-Site": "cross-site", **more}
    return web.post(path, json.dumps(json_), **headers)


def begun(web: ScreenWeb) -> int:
    answer = sent(web, "/api/screen", NEW, Authorization=f"Bearer {SECRET}")
    assert answer.status_code == 201, answer.text
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    number: int = answer.json()["id"]
    return number


def opened(web: ScreenWeb, number: int, secret: str, site: str = SITE) -> ClientConnection:
    """The WebSocket of a page of a site."""
    return connect(
        f"ws://127.0.0.1:{web.port}/ws?game={number}&feed=events",
        origin=Origin(site),
        subprotocols=[Subprotocol("speeltafel"), Subprotocol(secret)],
    )


def seats(socket: ClientConnection) -> Any:
    """The seats of a page."""
    socket.send(json.dumps({"type": "hello", "protocol": 1}))
    while (told := json.loads(socket.recv(PATIENCE)))["type"] != "welcome":
        pass
    return told["you"]


def test_a_browser_may_ask_what_a_page_of_the_site_asks(web: ScreenWeb) -> None:
    asked = {"Access-Control-Request-Method": "POST", "Origin": SITE}
    answer = web._client.options("/api/screen", headers=asked)
    assert answer.status_code == 204
    assert answer.headers["Access-Control-Allow-Origin"] == SITE
    assert "Authorization" in answer.headers["Access-Control-Allow-Headers"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    answer = web._client.options("/api/screen", headers={**asked, "Origin": STRANGER})
    assert "Access-Control-Allow-Origin" not in answer.headers


def test_who_begins_a_game_there_sits_by_a_secret_and_a_friend_by_the_link(web: ScreenWeb) -> None:
    number, bearer = begun(web), f"Bearer {SECRET}"
    assert sent(web, f"/api/screen/{number}/links", {}).status_code == 403
    [link] = sent(web, f"/api/screen/{number}/links", {}, Authorization=bearer).json()["links"]
    bram = Browser(web, elsewhere=True)
    secret = link["link"].partition("#")[2]
    assert bram.post(f"/api/screen/{number}/sit", secret=secret).json() == {"seats": ["2"]}
    with opened(web, number, SECRET) as anna:
        assert anna.subprotocol == "speeltafel"
        assert seats(anna) == ["1"]
        ask = {"type": "move", "move": "y@d4"}
        anna.send(json.dumps({"type": "do", "id": "a", "plies": 0, "ask": ask}))
        while (told := json.loads(anna.recv(PATIENCE)))["type"] not in ("done", "refused"):
            pass
        assert told["type"] == "done"
    with bram.follow(number) as here:
        here.until(lambda state: state["moves"] == ["y@d4"])
    with opened(web, number, "another-secret-of-a-page") as mallory:
        assert seats(mallory) == []


def test_of_another_site_nothing_is_taken(web: ScreenWeb) -> None:
    number = begun(web)
    refused = sent(web, "/api/screen", NEW, STRANGER, Authorization=f"Bearer {SECRET}")
    assert refused.status_code == 403
    assert "Access-Control-Allow-Origin" not in refused.headers
    with pytest.raises(InvalidStatus, match="403"):
        opened(web, number, SECRET, STRANGER)


def test_a_page_of_the_site_has_no_seat_by_a_cookie_and_is_never_at_the_machine(web: ScreenWeb) -> None:
    anna = Browser(web)
    number = anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0])
    cookie = anna.headers["Cookie"]
    assert sent(web, f"/api/screen/{number}/links", {}, Cookie=cookie).status_code == 403
    me = web.get("/api/me", Origin=SITE, Cookie=cookie).json()
    assert (me["may_touch"], me["pin_needed"]) == (False, True)
    assert web.get("/api/store", Origin=SITE).status_code == 403
    assert web.get("/api/me").json()["may_touch"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("https://Me.example/games/", "https://me.example"),
        ("https://me.example:443", "https://me.example"),
        ("http://localhost:8009", "http://localhost:8009"),
    ],
)
def test_a_site_is_known_by_its_origin(text: str, told: str) -> None:
    assert origin(text) == told


@pytest.mark.parametrize("text", ["me.example", "ftp://me.example", "https://", "https://a:b@c.de"])
def test_what_is_no_site_is_refused(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for arguments in (["serve", "--site", text], ["site", str(tmp_path / "a"), "--meet", text]):
        assert main(arguments) == 2
        assert "should look like https://site.example" in capsys.readouterr().err
    assert not (tmp_path / "a").exists()


def test_a_table_takes_no_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["serve", "--table", "simulated", "--site", SITE, "--data", str(tmp_path)]
    assert main(arguments) == 2
    assert "--site is for games on screens" in capsys.readouterr().err
