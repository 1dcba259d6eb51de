"""What a table makes of messages that nobody sends in good faith, and of watchers that are slow."""

import asyncio
import json
import tomllib
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import DATA
from support.online import Logged, Web
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from firmware.match.state import Place
from firmware.web import wire
from firmware.web.stream import MOST_EACH, Stream
from firmware.words import find_words

NOBODY = Place("", "screen")
TEXT = st.text('aé"\\\0\ud800\U0001f469', max_size=8)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXT, inner),
    max_leaves=8,
)
KNOWN = st.sampled_from(["hello", "do", "ping", "echo", "touch", "move", "view", ""])
FIELDS = st.sampled_from(["protocol", "log", "seq", "view", "id", "ask", "plies", "number", "x"])
NEARLY = st.builds(lambda kind, rest: {"type": kind, **rest}, KNOWN, st.dictionaries(FIELDS, JSON, max_size=4))


def asking(ask: str) -> str:
    """A request."""
    return f'{{"type": "do", "id": "a", "ask": {ask}}}'


LONG = f'{{"type": "move", "move": "{"a" * 41}"}}'
ASKS = [*tomllib.loads((DATA / "wrong_asks.toml").read_text("utf-8"))["asks"], LONG]
WRONG = [*map(asking, ASKS), "[]", "null", "7", "", "{", "\x00", "[" * 2000]


@pytest.mark.parametrize("text", WRONG)
def test_a_message_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(wire.MessageError):
        wire.read_message(text)


@given(JSON | NEARLY)
def test_whatever_is_sent_is_a_message_or_is_refused(value: object) -> None:
    text = json.dumps(value)
    try:
        wire.read_message(text)
    except wire.MessageError as error:
        assert str(error)  # noqa: PT017  # either is right


@pytest.mark.nightly
def test_a_flood_is_refused_and_then_sent_away(web: Web) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        with web.watching() as mallory:
            with suppress(ConnectionClosed):
                for _ in range(1000):
                    mallory.send(asking('{"type": "key", "key": "HINT"}'))
            assert mallory.until_sent_away() == 1008
        anna.move("y@d4")


def test_a_flood_that_closes_by_itself_leaves_no_line_in_the_log(web: Web, logged: Logged) -> None:
    with web.watching() as mallory:
        hint = asking('{"type": "key", "key": "HINT"}').encode()
        frames = [Frame(Opcode.TEXT, hint).serialize(mask=True) for _ in range(700)]
        close = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)
        mallory.socket.socket.sendall(b"".join([*frames, close]))
        assert mallory.until_sent_away() == 1000
    assert logged() == []


def test_a_text_that_is_none_and_a_socket_to_a_file_leave_no_line_in_the_log(web: Web, logged: Logged) -> None:
    with web.watching() as mallory:
        mallory.socket.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        assert mallory.until_sent_away() == 1007
    for path in ("static/table.css", "static/", "api/view"):
        with pytest.raises(InvalidStatus, match="403"), connect(f"{web.url}/{path}".replace("http", "ws")):
            pass
    assert logged() == []


def test_options_that_no_sheet_can_show_leave_no_line_in_the_log(web: Web, logged: Logged) -> None:
    bonuses = "bonuses:10w 11w 12w 13w 14w 15w 16b 17b 18b 19b"
    beyond = [("option", text) for text in ("track:300", "rewards:21:1 42:2 63:3", bonuses)]
    for options in (beyond, [("option", "track:30")], [("option", "tracks:1")]):
        refused = web.get(f"/sheet/manoeuvre.svg?{urlencode(options)}")
        assert refused.status_code == 404
        assert refused.json()["code"] in ("malformed", "option")
    assert logged() == []


def test_one_address_has_so_many_watchers() -> None:
    async def watch() -> None:
        stream, client = Stream(lambda language: find_words(language, {})), "192.0.2.7"
        *found, one_more = (stream.join(NOBODY, client) for _ in range(MOST_EACH + 1))
        assert all(found)
        assert one_more is None
        assert stream.join(NOBODY)  # who sits at the machine is not counted
        assert found[0] is not None
        stream.leave(found[0])
        assert stream.join(NOBODY, client)

    asyncio.run(watch())
