"""The access rules of the table: which requests may watch it, and which may touch it.

All clients that reach the table may watch it. Touching it needs the PIN that the table shows. A
browser that has sent the PIN gets a cookie, signed with a key that each start of the table makes
anew: switching the table off and on ends the access of all browsers. The age of the cookie is
measured by a clock that only goes forward, so that setting the clock of the machine ends no access.
Browsers send a cookie to all ports of a host, so its name contains the port that the browser used,
and two servers there do not overwrite each other's cookies. A browser on the machine itself needs
no PIN: its request has a loopback address, in ``Host`` too, and no trace of a proxy (forwarding
headers, or HTTP/1.0, which no current browser speaks).

A reverse proxy is believed if its address is in `proxies`: uvicorn takes the client's address and
the scheme from its X-Forwarded-For and X-Forwarded-Proto. A request from such an address never
counts as "at the machine", whether or not the proxy names the client.

Requests that a foreign page makes a browser send are refused: a name in ``Host`` that is not the
table's own (DNS rebinding: a stranger's name that leads to an address in this house), and an
``Origin`` that is not the page's own (a stranger's page that posts, or opens a WebSocket).
"""

import hmac
import secrets
from collections import OrderedDict, deque
from collections.abc import Callable, Iterable
from ipaddress import IPv4Network, IPv6Address, IPv6Network, ip_address
from typing import TypeAlias
from urllib.parse import urlsplit

from itsdangerous import BadSignature, URLSafeSerializer
from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import HTTPConnection
from starlette.responses import JSONResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from firmware.words import told

COOKIE = "speeltafel"  # before the port
LASTS = 12 * 3600  # seconds that a cookie lets touch
REMEMBERED = 30 * 24 * 3600  # seconds for which a browser keeps it
DIGITS = 6
TRIES = 5  # wrong PINs from one client within A_WHILE
MORE_TRIES = 15  # and within A_LONG_WHILE: a million from all 254 addresses of a house last 10 days
ALL_TRIES = 30  # wrong PINs from all clients within A_WHILE, after which each PIN waits
A_WHILE = 60.0  # seconds
A_LONG_WHILE = 3600.0
DELAY = 5.0  # seconds that a PIN waits then
MOST_BEGUN = 30  # games on screens that one client begins within A_LONG_WHILE
MOST_REMEMBERED = 10_000  # clients that have given a wrong PIN, or have begun a game
LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_SPEAKS_FOR_OTHERS = ("forwarded", "via", "x-real-ip", "x-client-ip", "cf-connecting-ip")

Network: TypeAlias = IPv4Network | IPv6Network

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "Cache-Control": "no-cache",
}
_FOR_DOCUMENTS = frozenset(
    {  # they restrict pages, and are half of the bytes of a small script
        "Content-Security-Policy",
        "X-Frame-Options",
        "Cross-Origin-Opener-Policy",
        "Permissions-Policy",
        "Referrer-Policy",
    }
)
_NO_DOCUMENTS = ("text/javascript", "text/css")


def make_pin() -> str:
    """Return a PIN of six random digits."""
    return f"{secrets.randbelow(10**DIGITS):0{DIGITS}}"


class TooManyTriesError(Exception):
    """Too many wrong PINs; `wait`: the seconds until another PIN is checked."""

    def __init__(self, wait: float) -> None:
        super().__init__(told("too many wrong PINs; try again in {seconds} seconds", seconds=f"{wait:.0f}"))
        self.wait = wait


class _Window:
    """A count of recent events. most: how many are allowed within so many seconds."""

    def __init__(self, most: int, seconds: float) -> None:
        self._most = most
        self._seconds = seconds
        self._times: deque[float] = deque()

    def wait(self, now: float) -> float:
        """Return the seconds until another event is allowed, 0 for now."""
        while self._times and self._times[0] <= now - self._seconds:
            self._times.popleft()
        full = len(self._times) >= self._most
        return self._times[0] + self._seconds - now if full else 0.0

    def happened(self, now: float) -> None:
        """Count an event at this time."""
        self._times.append(now)


class Quota:
    """Limits on how often each client may do something.

    limits: pairs of a number and the seconds within which it is allowed; each limit holds.
    """

    def __init__(self, *limits: tuple[int, float]) -> None:
        self._limits = limits
        self._each: OrderedDict[str, list[_Window]] = OrderedDict()  # last to act is last

    def wait(self, whose: str, now: float) -> float:
        """Return the seconds until a client may act again, 0 for now."""
        return max((window.wait(now) for window in self._each.get(whose, ())), default=0.0)

    def happened(self, whose: str, now: float) -> None:
        """Count an action of a client at this time."""
        for window in self._each.setdefault(whose, [_Window(*limit) for limit in self._limits]):
            window.happened(now)
        self._each.move_to_end(whose)
        if len(self._each) > MOST_REMEMBERED:
            self._each.popitem(last=False)


class Access:
    """The decisions about requests.

    pin: the PIN of the table. names: the names of the table in a URL, beside its addresses and the
    loopback names. now: returns the seconds of a clock that only goes forward. proxies: the
    addresses of the reverse proxies through which the table is reached.
    """

    def __init__(
        self, pin: str, names: Iterable[str], now: Callable[[], float], proxies: Iterable[Network] = ()
    ) -> None:
        self.proxies = tuple(proxies)
        self._pin = pin
        self._names = LOOPBACK | {name.lower() for name in names}
        self._now = now
        self._signer = URLSafeSerializer(secrets.token_bytes(32), salt=COOKIE)
        self._all = _Window(ALL_TRIES, A_WHILE)
        self._wrong = Quota((TRIES, A_WHILE), (MORE_TRIES, A_LONG_WHILE))
        self._begun = Quota((MOST_BEGUN, A_LONG_WHILE))

    def may_touch(self, connection: HTTPConnection) -> bool:
        """Return whether the sender of a request may touch the table."""
        if self.at_the_machine(connection):
            return True
        given = self._given(cookie_of(connection))
        return given is not None and self._now() - given <= LASTS

    def _given(self, cookie: str) -> float | None:
        """Return the time (of `now`) at which a cookie was given since the start, if it was."""
        try:
            return float(self._signer.loads(cookie))
        except BadSignature:
            return None

    def at_the_machine(self, connection: HTTPConnection) -> bool:
        """Return whether a request comes from the machine itself, and through no proxy."""
        return (
            connection.client is not None
            and self.is_own(connection.client.host)
            and _name(connection.headers.get("host", "")) in LOOPBACK
            and connection.scope.get("http_version") != "1.0"
            and not any(
                header in _SPEAKS_FOR_OTHERS or header.startswith("x-forwarded-") for header in connection.headers
            )
        )

    def is_own(self, address: str) -> bool:
        """Return whether an address is the machine's own, and not that of a proxy."""
        try:
            return ip_address(address).is_loopback and not self.is_proxy(address)
        except ValueError:
            return False  # a peer without an IP address is not the machine

    def is_proxy(self, address: str) -> bool:
        """Return whether an address is that of a proxy."""
        try:
            return any(ip_address(address) in network for network in self.proxies)
        except ValueError:
            return False

    def delay(self, address: str, cookie: str = "") -> float:
        """Return the seconds that a PIN from this address should wait before it is checked.

        After many wrong PINs of others each client waits a little, and no client is kept out. A
        browser that was let in since the start, as its cookie says, does not wait.
        """
        now, whose = self._now(), self._whose(address, cookie)
        held_up = whose != cookie and self._all.wait(now) and not self._wrong.wait(whose, now)
        return DELAY if held_up else 0.0

    def give(self, pin: str, address: str, cookie: str = "") -> str | None:
        """Return the cookie for a right PIN, else None. Raise TooManyTriesError.

        cookie: the cookie of the browser. A browser that was let in since the start has a count of
        its own; other browsers share that of their address.
        """
        now, whose = self._now(), self._whose(address, cookie)
        if wait := self._wrong.wait(whose, now):
            raise TooManyTriesError(wait)
        if hmac.compare_digest(pin.encode(), self._pin.encode()):
            return str(self._signer.dumps(now))
        self._all.happened(now)
        self._wrong.happened(whose, now)
        return None

    def _whose(self, address: str, cookie: str) -> str:
        return client_of(address) if self._given(cookie) is None else cookie

    def begin(self, connection: HTTPConnection, address: str) -> float:
        """Count a new game of a client and return 0; or return the seconds that it has to wait."""
        if self.at_the_machine(connection):
            return 0.0
        now, whose = self._now(), client_of(address)
        wait = self._begun.wait(whose, now)
        if not wait:
            self._begun.happened(whose, now)
        return wait

    def known_host(self, headers: Headers, server: tuple[str, int | None] | None) -> bool:
        """Return whether a request names this table, by its name or the address it came to."""
        name = _name(headers.get("host", ""))
        return name in self._names or (server is not None and name == server[0].lower())


def same_origin(headers: Headers) -> bool:
    """Return whether a request comes from the table's own page, or not from a browser at all."""
    if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
        return False
    origin = headers.get("origin")
    try:
        return origin is None or urlsplit(origin).netloc.lower() == headers.get("host", "").lower()
    except ValueError:
        return False  # the origin is not a URL


class Guard:
    """An ASGI application that refuses forbidden requests and adds security headers to answers."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self._app = app
        self._access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or hand it to the application within."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        app = self._app if refusal is None else _refuses(refusal)

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                known = message["status"] == 304  # the headers that were sent before stay in force
                _add_headers(MutableHeaders(scope=message), known=known)
            await send(message)

        await app(scope, receive, send_guarded)

    def _refusal(self, scope: Scope) -> str | None:
        """Return the reason for which a request is refused, if it is."""
        headers = Headers(scope=scope)
        if not self._access.known_host(headers, scope.get("server")):
            return "this table is not called that; use its address, or begin it with --allowed-host"
        reads = scope["type"] == "http" and scope["method"] in ("GET", "HEAD")
        if not (reads or same_origin(headers)):
            return "this came from another page than the table's own"
        return None


def _add_headers(headers: MutableHeaders, *, known: bool) -> None:
    """Add the security headers to an answer.

    Args:
        headers: the headers that the answer has already; they are changed.
        known: whether the answer is a 304, which keeps the headers of the answer that the browser
            has (RFC 9111, 4.3.4).
    """
    part = headers.get("content-type", "").startswith(_NO_DOCUMENTS)
    for name, value in _HEADERS.items():
        if not (known or (part and name in _FOR_DOCUMENTS)):
            headers.setdefault(name, value)


def _refuses(why: str) -> ASGIApp:
    """Return an application that refuses every request."""

    async def refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": 1008, "reason": why})
        else:
            await JSONResponse({"error": why}, status_code=403)(scope, receive, send)

    return refuse


def cookie_of(connection: HTTPConnection) -> str:
    """Return the cookie that a browser has for the PIN, "" for no cookie."""
    return connection.cookies.get(cookie_name(connection), "")


def cookie_name(connection: HTTPConnection) -> str:
    """Return the name of that cookie, which contains the port that the browser used."""
    port = connection.headers.get("host", "").rpartition(":")[2]
    return f"{COOKIE}-{port}" if port.isascii() and port.isdecimal() else COOKIE


def _name(host: str) -> str:
    """Return the name in a Host header, without its port."""
    if host.startswith("["):
        name, closed, _ = host[1:].partition("]")
        return name.lower() if closed else ""
    return host.partition(":")[0].rstrip(".").lower()


def client_of(address: str) -> str:
    """Return the client that an address belongs to: itself, or its network of IPv6 (a /64)."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return parsed.exploded[:19] if isinstance(parsed, IPv6Address) else address
