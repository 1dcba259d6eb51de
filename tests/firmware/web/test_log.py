"""What strangers can make the server write into its log."""

import json
import logging
import random
from collections.abc import Sequence
from contextlib import suppress
from logging.config import dictConfig
from pathlib import Path
from urllib.parse import quote, urlencode

import pytest
from starlette.routing import Route
from support.online import Web
from support.screens_online import Browser, ScreenWeb
from websockets.exceptions import ConnectionClosed

from firmware.web import follow
from firmware.web.log import LOGGING
from firmware.web.routes import ROUTES
from firmware.web.screen_routes import SCREEN_ROUTES
from rules import NAMES

REQUESTS = pytest.mark.parametrize(
    "requests", [pytest.param(150, marks=pytest.mark.nightly), pytest.param(5000, marks=pytest.mark.nightly)]
)
VALUES = (
    *(*NAMES, "", "é", "\0", "'\"<"),
    *["0", "1", "-1", "3", "7", "99999999999", "4294967296", "1e9", "current", "true", "en", "xx", "..", "a/b"],
    *["track:30", "track:300", "bonuses:10w", "variant:true"],
)
ODD = (
    ("Origin", "http://["),
    ("Origin", "null"),
    ("Origin", "//[v1.x]"),
    ("Sec-Fetch-Site", "?"),
    ("Cookie", "speeltafel=a.b.c"),
    ("Cookie", 'speeltafel-seat="\\377"'),
    ("Cookie", ";=;"),
    ("Accept-Encoding", "gzip;q=x"),
    ("If-None-Match", "W/"),
    ("Range", "bytes=5-1,"),
    ("X-Forwarded-For", "::1%x, [::1"),
    ("X-Forwarded-Proto", "?"),
    ("Host", "localhost:["),
    ("Content-Type", "/;="),
    ("Expect", "?"),
)
NAMED = ("game", "lang", "option", "player", "after", "from", "feed", "x")
FIELDS = (
    "pin",
    "game",
    "names",
    "options",
    "seats",
    "here",
    "files",
    "again",
    "secret",
    "seat",
    "level",
    "new",
    "type",
    "touch",
    "cell",
    "key",
    "move",
    "ply",
    "to",
    "source",
)
TYPES = ("touch", "key", "move", "new", "resume", "computer", "roll", "drop", "undo", "hello")
RECORDS = (
    '[game "forum_romanum"]\n[players "A" "B"]\n\n1. y@d4\n',
    '[game "manoeuvre"]\n[players "A" "B"]\n[track "300"]\n',
    "[game",
)


def _json(rng: random.Random, depth: int = 2) -> object:
    """A value as JSON may have it, some of them what messages have."""
    kind = rng.randrange(8 if depth else 5)
    if kind >= 5:
        named = {rng.choice(FIELDS): _json(rng, depth - 1) for _ in range(rng.randrange(5))}
        return named if kind > 5 else [_json(rng, depth - 1) for _ in range(rng.randrange(3))]
    return (None, rng.randrange(-2, 100), rng.random() < 0.5, 5.5, rng.choice(VALUES))[kind]


def _message(rng: random.Random) -> dict[str, object]:
    fields = {rng.choice(FIELDS): _json(rng) for _ in range(rng.randrange(4))}
    return {**fields, "type": rng.choice(TYPES)}


def _body(rng: random.Random) -> str:
    return rng.choice((json.dumps(_json(rng)), rng.choice(RECORDS), rng.choice(VALUES)))


def _strike(web: Web, routes: Sequence[object], rng: random.Random) -> int:
    """Send a request to one of these routes; the status of its answer."""
    route = rng.choice(routes)
    assert isinstance(route, Route)
    path = route.path
    for name in route.param_convertors:
        path = path.replace(f"{{{name}}}", quote(rng.choice(VALUES), safe=""))
    asked = [(rng.choice(NAMED), rng.choice(VALUES)) for _ in range(rng.randrange(4))]
    path += f"?{urlencode(asked)}"
    posts = "POST" in (route.methods or ())
    headers = dict(rng.sample(ODD, rng.choice((0, 0, 0, 1, 2))))
    answer = web.post(path, _body(rng), **headers) if posts else web.get(path, **headers)
    return answer.status_code


def _talk(web: Web, query: str, rng: random.Random, messages: int) -> None:
    """Send messages over WebSockets, some of which are none: behind such a one the line is closed."""
    left = messages
    while left:
        with suppress(ConnectionClosed), web.socket(query, {}) as socket:
            while left:
                left -= 1
                sent = rng.choice((_json(rng), _message(rng), _message(rng)))
                socket.send(json.dumps(sent))


def _without_socket(*lists: Sequence[object]) -> list[object]:
    return [route for routes in lists for route in routes if isinstance(route, Route)]


@REQUESTS
def test_whatever_is_asked_of_games_on_screens_no_answer_is_500_and_nothing_is_logged(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch, requests: int
) -> None:
    monkeypatch.setattr(follow, "RATE", 1e9)
    monkeypatch.setattr(follow, "BURST", 1e9)
    rng, routes = random.Random(36), _without_socket(SCREEN_ROUTES, ROUTES)
    with ScreenWeb(tmp_path) as web:
        number = Browser(web).begin("forum_romanum", ["Anna", "Bram"], [0, 0])
        assert 500 not in {_strike(web, routes, rng) for _ in range(requests)}
        _talk(web, f"?game={number}", rng, requests)
    assert caplog.messages == []


def test_a_line_of_the_log_begins_with_its_level(capsys: pytest.CaptureFixture[str]) -> None:
    dictConfig(LOGGING)
    logging.getLogger("uvicorn.error").error("a game cannot be read")
    assert capsys.readouterr().err == "ERROR: a game cannot be read\n"
