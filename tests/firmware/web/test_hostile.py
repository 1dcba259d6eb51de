"""What a table makes of messages that nobody sends in good faith, and of watchers that are slow."""

import asyncio
import json
from contextlib import suppress
from urllib.parse import urlencode

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.online import Logged, Web
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.sync.client import connect

from firmware.web.broadcast import MOST_EACH, Broadcaster, Channel
from firmware.web.messages import MessageError, read_message
from firmware.web.watcher import DEPTH, Watcher
from firmware.words import find_words

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=8,
)
KNOWN = st.sampled_from(["touch", "key", "move", "new", "resume", "computer", "state", ""])
FIELDS = st.sampled_from(["touch", "cell", "end_a_up", "key", "move", "game", "names", "options", "seats", "x"])
NEARLY = st.builds(lambda kind, rest: {"type": kind, **rest}, KNOWN, st.dictionaries(FIELDS, JSON, max_size=4))
WRONG = [
    '{"type": "touch", "touch": "lift", "cell": 96}',
    '{"type": "touch", "touch": "lift", "cell": -1}',
    '{"type": "touch", "touch": "lift", "cell": 5.5}',
    '{"type": "touch", "touch": "lift", "cell": "5"}',
    '{"type": "touch", "touch": "lift", "cell": true}',
    '{"type": "touch", "touch": "throw", "cell": 5}',
    '{"type": "touch", "touch": "lift"}',
    '{"type": "touch", "touch": "lift", "cell": 5, "by": "me"}',
    '{"type": "key", "key": "confirm"}',
    '{"type": "move", "move": ""}',
    '{"type": "new", "game": "forum_romanum", "names": "Anna"}',
    '{"type": "computer"}',
    '{"type": "reboot"}',
    '{"touch": "lift", "cell": 5}',
    "[]",
    "null",
    "7",
    "",
    "{",
    "\x00",
    "[" * 2000,
    json.dumps({"type": "move", "move": "a" * 41}),
]


@pytest.mark.parametrize("text", WRONG)
def test_a_message_that_is_none_is_refused(text: str) -> None:
    with pytest.raises(MessageError):
        read_message(text)


@given(JSON | NEARLY)
def test_whatever_is_sent_is_a_message_or_is_refused(value: object) -> None:
    text = json.dumps(value)
    try:
        read_message(text)
    except MessageError as error:
        assert str(error)  # noqa: PT017  # either is right


def test_a_giant_message_ends_only_who_sends_it(web: Web) -> None:
    with web.watching() as anna:
        with web.watching() as mallory:
            mallory.send("x" * 100_000)
            assert mallory.until_sent_away() == 1009
        anna.new("forum_romanum", "Anna", "Bram")


@pytest.mark.nightly
def test_a_flood_is_refused_and_then_sent_away(web: Web) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram", "Carla")
        with web.watching() as mallory:
            with suppress(ConnectionClosed):
                for _ in range(1000):
                    mallory.send('{"type": "key", "key": "HINT"}')
            assert mallory.until_sent_away() == 1008
        anna.move("y@d4")


def test_a_flood_that_closes_by_itself_leaves_no_line_in_the_log(web: Web, logged: Logged) -> None:
    with web.watching() as mallory:
        hint = b'{"type": "key", "key": "HINT"}'
        frames = [Frame(Opcode.TEXT, hint).serialize(mask=True) for _ in range(700)]
        close = Frame(Opcode.CLOSE, b"\x03\xe8").serialize(mask=True)
        mallory.socket.socket.sendall(b"".join([*frames, close]))
        assert mallory.until_sent_away() == 1000
    assert logged() == []


def test_a_text_that_is_none_and_a_socket_to_a_file_leave_no_line_in_the_log(web: Web, logged: Logged) -> None:
    with web.watching() as mallory:
        mallory.socket.socket.sendall(Frame(Opcode.TEXT, b"\xff\xfe").serialize(mask=True))
        assert mallory.until_sent_away() == 1007
    for path in ("static/table.css", "static/", "api/state"):
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
        hub, client = Broadcaster(lambda language: find_words(language, {})), "192.0.2.7"
        channel = hub.channel("en")
        *found, one_more = (hub.join(channel, client) for _ in range(MOST_EACH + 1))
        assert all(found)
        assert one_more is None
        assert hub.join(channel)  # who sits at the machine is not counted
        assert found[0] is not None
        hub.leave(channel, found[0], client)
        assert hub.join(channel, client)

    asyncio.run(watch())


def test_who_falls_behind_gets_the_whole_state_again() -> None:
    async def follow() -> list[str]:
        channel = Channel(find_words("en", {}))
        watcher = Watcher(channel)
        channel.watchers.add(watcher)
        told = [await watcher.next()]
        channel.tell("one")
        channel.tell("two")
        told += [await watcher.next(), await watcher.next()]
        for number in range(DEPTH + 5):
            channel.tell(str(number))
        told.append(await watcher.next())
        channel.tell("after")
        told.append(await watcher.next())
        return told

    first, one, two, again, after = asyncio.run(follow())
    assert (one, two, after) == ("one", "two", "after")
    assert first.startswith('{"type":"state"')
    assert again.startswith('{"type":"state"')
