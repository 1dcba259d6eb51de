"""The server on the network, and its limits on connections.

uvicorn limits neither how long a request takes to arrive nor how many connections an address has
(Kludex/uvicorn, issue 157), so that requests that never end could use up the files that a process
may have open. Here the arrival of a request and the taking of its answer have a time limit; a
client has a limited number of connections; and all connections from elsewhere together leave room
for the machine's own. When the places are full, a new connection takes the place of the request
that has been arriving longest.
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
except ImportError:  # a module of Unix only
    resource = None  # type: ignore[assignment]

HEADERS_TIME = 10.0  # seconds in which the headers of a request arrive
ANSWER_TIME = 60.0  # seconds in which the rest of it arrives and its answer is taken
UNREAD_TIME = 60.0  # seconds until Linux drops a client that reads nothing
MOST_EACH = 64  # connections of one client
MOST_ELSEWHERE = 4000  # connections from elsewhere, where the process may have so many files open
OTHER_FILES = 424  # connections of the machine itself, the store, and files being read
BACKLOG = 128  # connections that wait to be let in; asyncio opens up to so many before it asks
SHUTDOWN_TIMEOUT = 3  # seconds for unfinished answers when the server ends


def listen(host: str, port: int) -> socket.socket:
    """Return a listening socket at this address; port 0: any free port. Raise OSError."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=BACKLOG)
    # asyncio sets it only for sockets that name their protocol; else answers wait 40 ms for an ACK
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    if hasattr(socket, "TCP_USER_TIMEOUT"):  # the sockets of connections inherit it: tcp(7)
        unread = int(UNREAD_TIME * 1000)
        listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, unread)
    return listening


def make_server(app: ASGIApp, access: Access) -> uvicorn.Server:
    """Return a server of this application that keeps the limits of this module.

    access: knows the machine's own addresses, and the proxies.
    """
    kept = Places(access)

    class Connection(_Connection):
        places = kept

    class Socket(_Socket):
        places = kept

    return uvicorn.Server(
        uvicorn.Config(
            app,
            http=Connection,
            ws=Socket,
            ws_max_size=64 * 1024,
            ws_per_message_deflate=False,
            lifespan="on",
            backlog=BACKLOG,
            timeout_graceful_shutdown=SHUTDOWN_TIMEOUT,
            log_level="error",  # strangers can cause any number of uvicorn's warnings
            log_config=LOGGING,
            access_log=False,
            server_header=False,
            proxy_headers=bool(access.proxies),
            forwarded_allow_ips=list(map(str, access.proxies)),
        )
    )


def _most_files() -> int:
    """Raise the limit of open files as far as it is needed and allowed, and return it."""
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
    """The places for connections from elsewhere; the machine's own connections need no place.

    access: knows the machine's own addresses, and the proxies.
    """

    def __init__(self, access: Access) -> None:
        self._access = access
        self._room = _most_files() - OTHER_FILES
        self._taken: dict[asyncio.Transport, str] = {}  # its client
        self._each: Counter[str] = Counter()
        self._arriving: dict[asyncio.Transport, None] = {}  # the longest first

    def take(self, transport: asyncio.Transport, address: str) -> bool:
        """Return whether a connection may stay; another connection may be closed for it."""
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
        """Free the place of a connection that has ended, if it had a place."""
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
        """Free the place of the connection."""
        self._allow(None)
        self.places.leave(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in data, and set the time limit of the part that is awaited now."""
        super().data_received(data)
        arriving = self.conn.their_state is h11.IDLE
        if self.transport.get_protocol() is not self:  # a WebSocket now, which has pings of its own
            self._allow(None)
            self.places.note(self.transport, arriving=False)
        elif arriving != self._arriving:
            self._expect(arriving=arriving)

    def on_response_complete(self) -> None:
        """Wait for the next request, or for uvicorn to close an idle connection."""
        super().on_response_complete()
        self._allow(ANSWER_TIME)  # also while closing: the client may not have taken the answer yet

    def _expect(self, *, arriving: bool) -> None:
        """Limit the time for the headers of a request, or for its rest and its answer."""
        self._arriving = arriving
        self.places.note(self.transport, arriving=arriving)
        self._allow(HEADERS_TIME if arriving else ANSWER_TIME)

    def _allow(self, seconds: float | None) -> None:
        """End the connection after so many seconds from now. None removes the limit."""
        if self._limit is not None:
            self._limit.cancel()
        self._limit = None if seconds is None else self.loop.call_later(seconds, self.transport.abort)


class _Socket(WebSocketsSansIOProtocol):
    """A connection that has become a WebSocket."""

    places: Places

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of the connection."""
        self.places.leave(self.transport)
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Close the WebSocket as the server ends; it may be closing already."""
        try:
            super().shutdown()
        except InvalidState:
            self.transport.close()
