"""The server that answers on the network, and which connections it lets stay open.

uvicorn limits neither how long a request takes to arrive nor how many connections an address has
(Kludex/uvicorn, issue 157), so that requests which never end could use up the files that a process
may have open. Here a request arrives, and its answer is taken, within a time; a client has so
many connections; and all from elsewhere together leave room for those of the machine itself. When
they are full, a newcomer takes the place of the request that has been arriving longest.
"""

import asyncio
import socket
from collections import Counter

import h11
import uvicorn
from starlette.types import ASGIApp
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from firmware.web.access import Access, client_of
from firmware.web.log import LOGGING

try:
    import resource
except ImportError:  # of Unix alone
    resource = None  # type: ignore[assignment]

HEADERS_TIME = 10.0  # seconds in which the headers of a request arrive
ANSWER_TIME = 60.0  # seconds in which the rest of it arrives and its answer is taken
UNREAD_TIME = 60.0  # seconds after which the system gives up who reads nothing (Linux)
MOST_EACH = 64  # connections of one client
MOST_ELSEWHERE = 4000  # connections from elsewhere, where the process may have so many files open
OTHER_FILES = 424  # those of the machine itself, the store, and what is being read
BACKLOG = 128  # connections that wait to be let in; asyncio opens up to so many before it asks
SHUTDOWN_TIMEOUT = 3  # seconds for answers that are under way when it ends


def listen(host: str, port: int) -> socket.socket:
    """Return a socket that answers at this address; port 0: any that is free. Raise OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    # asyncio does so only where a socket names its protocol; else answers wait 40 ms for an ACK
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # the sockets of its connections inherit it: tcp(7)
        unread = int(UNREAD_TIME * 1000)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
    return listening


def make_server(app: ASGIApp, access: Access) -> uvicorn.Server:
    """Return a server of this application that keeps the limits of this module.

    access: says which addresses are the machine's own, and which are proxies.
    """
    kept = Places(access)

    class Connection(_Connection):
        places = kept

    class Socket(_Socket):
        places = kept

    return uvicorn.Server(
        uvicorn.Config(
            app, http=Connection, ws=Socket, ws_max_size=64 * 1024, ws_per_message_deflate=False,
            lifespan="on", backlog=BACKLOG, timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
            log_level="error",  # strangers can cause any number of uvicorn's warnings
            log_config=LOGGING, access_log=False, server_header=False,
            proxy_headers=bool(access.proxies), forwarded_allow_ips=list(map(str, access.proxies)),
        )
    )  # fmt: skip


def _most_files() -> int:
    """Let this process have as many files open as it takes and may, and return how many."""
    if resource is None:
        return 1024
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_ELSEWHERE + OTHER_FILES
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        return most
    return wanted


class Places:
    """The places for connections from elsewhere; the machine's own need none.

    access: says which addresses are the machine's own, and which are proxies.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._room = _most_files() - OTHER_FILES
        self._taken: dict[asyncio.Transport, str] = {}  # by whom
        self._each: Counter[str] = Counter()
        self._arriving: dict[asyncio.Transport, None] = {}  # who waits longest is first

    def take(self, transport: asyncio.Transport, address: str) -> bool:
        """Return whether a connection from this address may stay; another one may end for it."""
        if self._access.is_own(address):
            return True
        whose = client_of(address)
        if self._each[whose] >= MOST_EACH and not self._access.is_proxy(address):
            return False
        if len(self._taken) >= min(MOST_ELSEWHERE, self._room):
            if not self._arriving:
                return False
            given_up = next(iter(self._arriving))
            self.leave(given_up)
            given_up.abort()
        self._taken[transport] = whose
        self._each[whose] += 1
        return True

    def note(self, transport: asyncio.Transport, *, arriving: bool) -> None:
        """Note whether the headers of a request are awaited."""
        if not arriving:
            self._arriving.pop(transport, None)
        elif transport in self._taken:
            self._arriving.setdefault(transport)

    def leave(self, transport: asyncio.Transport) -> None:
        """Free the place of a connection that has ended, if it had one."""
        self.note(transport, arriving=False)
        whose = self._taken.pop(transport, None)
        if whose is not None:
            self._each[whose] -= 1
            if not self._each[whose]:
                del self._each[whose]


class _Connection(H11Protocol):
    """A connection that ends when there is no place for it, or when it takes too long."""

    places: Places
    _arriving = False
    _limit: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let a connection in if there is a place for it."""
        super().connection_made(transport)
        if self.places.take(transport, self.client[0] if self.client else ""):
            self._expect(arriving=True)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self._allow(None)
        self.places.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in what has come, and see what is awaited now."""
        super().data_received(data)
        arriving = self.conn.their_state is h11.IDLE
        if self.transport.get_protocol() is not self:  # it is a WebSocket now, which has its pings
            self._allow(None)
            self.places.note(self.transport, arriving=False)
        elif arriving != self._arriving:
            self._expect(arriving=arriving)

    def on_response_complete(self) -> None:
        """Go on with what comes next. When nothing does, uvicorn closes it after some seconds."""
        super().on_response_complete()
        self._allow(ANSWER_TIME)  # also for closing it: what was sent may not have been taken yet

    def _expect(self, *, arriving: bool) -> None:
        """Allow the headers of a request, or what follows on them, their time."""
        self._arriving = arriving
        self.places.note(self.transport, arriving=arriving)
        self._allow(HEADERS_TIME if arriving else ANSWER_TIME)

    def _allow(self, seconds: float | None) -> None:
        """Let it live for so many seconds more, None for any time."""
        if self._limit is not None:
            self._limit.cancel()
        self._limit = None if seconds is None else self.loop.call_later(seconds, self._end)

    def _end(self) -> None:
        self.transport.abort()


class _Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    places: Places

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        self.places.leave(self.transport)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close it as the server ends; it may be closing already."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()
