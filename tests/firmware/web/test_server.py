"""Which connections stay open: nobody elsewhere keeps out who sits at the machine."""

import select
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack

import pytest
from support.online import PATIENCE, PIN, Serving, Web
from websockets.exceptions import InvalidStatus

from firmware.web import server, stream
from firmware.web.access import Access

HALF = b"HEAD /api/me HTTP/1.1\r\nHost: 127.0.0.1\r\n"
WHOLE = HALF + b"\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Key: c3BlZWx0YWZlbC1zcGVlbA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
SHORT = 0.3  # seconds in place of those that a request is allowed
ANNA, BRAM = "127.0.0.8", "127.0.0.9"  # in these tests only 127.0.0.1 is the machine's own

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="only Linux has all of 127.0.0.0/8 at once"
)


@pytest.fixture(autouse=True)
def _one_own_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Access, "is_own", lambda _, address: address == "127.0.0.1")


@pytest.fixture
def connections() -> Iterator[ExitStack]:
    with ExitStack() as opened:
        yield opened


def connect(web: Web, opened: ExitStack, source: str, sends: bytes = b"") -> socket.socket:
    connection = opened.enter_context(socket.create_connection((web.host, web.port), PATIENCE, (source, 0)))
    connection.sendall(sends)
    return connection


def answer(connection: socket.socket, sends: bytes = b"") -> bytes:
    """What comes in one piece; nothing once the connection is closed."""
    try:
        connection.sendall(sends)
        return connection.recv(65536)
    except ConnectionError:
        return b""


def closed(connection: socket.socket) -> bool:
    """Whether the other side has closed it by now."""
    readable, _, _ = select.select([connection], [], [], 0)
    return bool(readable) and not answer(connection)


@pytest.mark.nightly
def test_a_request_that_does_not_arrive_is_given_up(
    web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "HEADERS_TIME", SHORT)
    silent = connect(web, connections, "127.0.0.1")
    half = connect(web, connections, "127.0.0.1", HALF)
    slow = connect(web, connections, "127.0.0.1")
    begun = time.monotonic()
    while not closed(slow):  # though something comes all the time
        assert time.monotonic() < begun + PATIENCE
        try:
            slow.sendall(b"G")
        except ConnectionError:
            break
        time.sleep(SHORT / 10)
    assert answer(silent) == b""
    assert answer(half) == b""


@pytest.mark.nightly
def test_what_is_posted_has_to_arrive(web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "ANSWER_TIME", SHORT)
    post = b"POST /api/pin HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 20\r\n\r\n{"
    assert answer(connect(web, connections, "127.0.0.1"), post) == b""


def test_an_address_has_so_many_connections(web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_EACH", 3)
    for _ in range(3):
        assert answer(connect(web, connections, ANNA), WHOLE)
    assert answer(connect(web, connections, ANNA), WHOLE) == b""
    assert answer(connect(web, connections, BRAM), WHOLE)
    for _ in range(5):
        assert answer(connect(web, connections, "127.0.0.1"), WHOLE)


def test_who_has_watched_leaves_a_place(web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "MOST_EACH", 1)
    watching = connect(web, connections, ANNA)
    assert answer(watching, HANDSHAKE).startswith(b"HTTP/1.1 101")
    assert answer(connect(web, connections, ANNA), WHOLE) == b""
    watching.close()
    until = time.monotonic() + PATIENCE
    while not answer(connect(web, connections, ANNA), WHOLE):
        assert time.monotonic() < until


def test_half_requests_from_everywhere_keep_nobody_out(
    web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server, "MOST_ELSEWHERE", 20)
    for number in range(60):
        connect(web, connections, f"127.0.1.{number % 30 + 1}", HALF)
    assert answer(connect(web, connections, "127.0.0.1"), WHOLE)
    assert answer(connect(web, connections, ANNA), WHOLE)
    assert len(web.server.server_state.connections) <= 21


@pytest.mark.nightly
def test_who_reads_nothing_is_given_up(serve: Serving, connections: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "UNREAD_TIME", 1.0)
    with serve(small=True, speed=100) as web, web.watching() as anna:
        asleep = connections.enter_context(socket.socket())
        asleep.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asleep.connect((web.host, web.port))
        asleep.sendall(HANDSHAKE)
        until = time.monotonic() + PATIENCE
        while len(web.server.server_state.connections) < 2:
            assert time.monotonic() < until
        anna.new("forum_romanum", "Anna", "Bram", "Carla")  # whose lamps blink
        while len(web.server.server_state.connections) > 1:
            assert time.monotonic() < until
            anna.hear()


def test_who_may_touch_watches_beside_any_number_of_strangers(
    web: Web, connections: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream, "MOST", 3)
    elsewhere = {"X-Forwarded-For": "192.0.2.7"}  # through a proxy: not who sits at the machine
    for _ in range(3):
        connections.enter_context(web.watching(**elsewhere))
    with pytest.raises(InvalidStatus), web.watching(**elsewhere):
        pass
    cookie = web.post("/api/pin", f'{{"pin": "{PIN}"}}', **elsewhere).headers["set-cookie"]
    with web.watching(**elsewhere, Cookie=cookie.partition(";")[0]), web.watching() as owner:
        owner.new("forum_romanum", "Anna", "Bram")


def test_an_answer_does_not_wait_for_what_follows_on_it() -> None:
    with server.listen("127.0.0.1", 0) as listening:
        assert listening.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        with socket.create_connection(listening.getsockname()), listening.accept()[0] as accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
