"""What a guest or a host can do that means ill: as .github/SECURITY.md says."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.feeding import Follows
from support.online import PATIENCE
from support.screens_online import Browser, ScreenWeb
from support.seated import seated
from websockets.exceptions import ConnectionClosed

from firmware.match.followed import PROTOCOL
from firmware.match.refusals import EventError
from firmware.web import wire

RECORDED = Path(__file__).with_name("recorded.jsonl")
FIRST = {"type": "move", "move": "y@d4"}


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path_factory.mktemp("trust")) as running:
        yield running


class Match:
    """A match of two people far from each other, at a link each."""

    def __init__(self, web: ScreenWeb) -> None:
        self.web = web
        self.anna, self.bram = Browser(web), Browser(web, elsewhere=True)
        self.number = self.anna.begin("forum_romanum", ["Anna", "Bram"], [0, 0], here=False)
        [link] = self.anna.post(f"/api/screen/{self.number}/links").json()["links"]
        self.secret: str = link["link"].partition("#")[2]
        sat = self.bram.post(f"/api/screen/{self.number}/sit", secret=self.secret)
        assert sat.json() == {"seats": ["2"]}

    def seat(self, browser: Browser) -> Any:
        return seated(self.web, self.number, browser.headers)


@pytest.fixture
def match(web: ScreenWeb) -> Match:
    return Match(web)


def told_after(socket: Any, hello: dict[str, Any]) -> list[dict[str, Any]]:
    """What is told to who says hello, before the answer to a ping."""
    for message in (hello, {"type": "ping"}):
        socket.send(json.dumps(message))
    told = [json.loads(socket.recv(PATIENCE))]
    while told[-1]["type"] != "pong":
        told.append(json.loads(socket.recv(PATIENCE)))
    return told


@pytest.mark.parametrize("seq", [-1, 0, 1, 2, 3, 511, (1 << 53) - 1])
def test_whatever_somebody_says_to_have_they_are_sent_what_is_true(match: Match, seq: int) -> None:
    with match.seat(match.anna) as anna:
        last = anna.ask("a", 0, **FIRST)["seq"]
        log = anna.follows.log
        anna.until("y@d4")
    with match.web.socket(f"?game={match.number}", match.bram.headers) as socket:
        for said in ("", "another", log):
            hello = {"type": "hello", "protocol": PROTOCOL, "log": said, "seq": seq}
            told = told_after(socket, hello)
            assert [one["you"] for one in told if one["type"] == "welcome"] == [["2"]]
            first = seq + 1 if said == log and seq <= last else 0
            assert [one["seq"] for one in told if one["type"] == "batch"] == [*range(first, last + 1)]
        assert told_after(socket, {**hello, "seq": -2})[0]["type"] == "error"


def test_a_message_that_is_too_long_changes_nothing(match: Match) -> None:
    with match.seat(match.anna) as anna:
        long = json.dumps({"type": "do", "id": "a", "plies": 0, "ask": FIRST}).ljust(wire.LONGEST + 1)
        assert anna.answer(long)["type"] == "error"
        with pytest.raises(ConnectionClosed, match="1009"):
            anna.answer(long * 20)
    with match.seat(match.anna) as anna:
        anna.until()


@pytest.mark.nightly
def test_no_secret_is_printed_or_kept(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    with ScreenWeb(tmp_path) as web:
        match = Match(web)
        Browser(web).post("/api/screen/99/sit", secret=match.secret)
        Browser(web).post(f"/api/screen/{match.number}/sit", secret=match.secret + "A")
        web.get(f"/nothing/{match.secret}")
        with match.seat(match.bram) as bram:
            bram.answer(match.secret)
            bram.answer("x" * 5000)
    printed = "\n".join([*capfd.readouterr(), *caplog.messages])
    kept = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"forum_romanum" in kept
    for secret in (match.secret, *match.anna.cookies.values(), *match.bram.cookies.values()):
        assert secret not in printed
        assert secret.encode() not in kept


def lie(message: dict[str, Any], **false: Any) -> dict[str, Any]:
    """A batch in which something of its first event is not true."""
    return {**message, "events": [{**message["events"][0], **false}]}


@pytest.mark.parametrize(
    "false",
    [
        {"check": "00000000"},
        {"line": "B@e4 "},
        {"line": "B@z9"},
        {"ply": 2},
        {"ply": None},
        {"type": "taken_back"},
        {"type": "shout"},
        {"type": "ended"},
    ],
)
def test_a_host_that_does_not_tell_the_truth_is_not_followed(false: dict[str, Any]) -> None:
    lines = map(json.loads, RECORDED.read_text("utf-8").splitlines())
    told = [line["host"] for line in lines if "host" in line]
    batch = next(one for one in told if one["type"] == "batch" and one["seq"])
    follows = Follows()
    follows.read([json.dumps(one) for one in told[: told.index(batch)]])
    before = follows.match
    with pytest.raises(EventError):
        follows.read([json.dumps(lie(batch, **false))])
    assert follows.match is before
    follows.read([json.dumps(batch)])
    assert follows.match is not None
    assert follows.match.lines == ("B@e4",)
