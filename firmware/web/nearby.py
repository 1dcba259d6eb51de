"""The name by which a home network finds the page: multicast DNS (RFC 6762, RFC 6763)."""

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from ipaddress import IPv4Address, ip_address
from urllib.parse import urlsplit

from firmware.web.access import LOOPBACK

try:
    from zeroconf import AddressResolverIPv4, DNSQuestionType, Error, IPVersion  # type: ignore[attr-defined]  # its __all__ has not all of them
    from zeroconf.asyncio import AsyncServiceInfo, AsyncZeroconf
except ImportError:  # it comes with the extra for the page, where it is available
    AsyncZeroconf = None  # type: ignore[assignment, misc]

NAME = "speeltafel"
MOST = 9  # tables in one home
LOOK = 10.0  # seconds between two looks at the address of this machine
ASKING = 1000  # milliseconds in which another owner of a name answers
_WEB = "_http._tcp.local."


def names() -> tuple[str, ...]:
    """Return the names that a table may get."""
    return tuple(f"{_called(number)}.local" for number in range(1, MOST + 1))


def _called(number: int) -> str:
    return NAME if number == 1 else f"{NAME}-{number}"


@asynccontextmanager
async def found_as(address: str, port: int) -> AsyncIterator[str]:
    """Let the network find the page at this address, and give its name.

    The name is ``speeltafel.local``, or ``speeltafel-2.local`` and so on where other tables have
    it; "" where it cannot have a name: zeroconf is missing, the address is not IPv4, or the network
    does not carry multicast.
    """
    if AsyncZeroconf is None or not _is_ipv4(address):
        yield ""
        return
    try:
        zeroconf = AsyncZeroconf(interfaces=[address], ip_version=IPVersion.V4Only)
    except OSError:
        yield ""
        return
    try:
        yield await _register(zeroconf, address, port)
    finally:
        await zeroconf.async_close()


async def found_wherever(
    address: Callable[[], str], said: str, moved: Callable[[str], None], named: Callable[[str], None]
) -> None:
    """Let the network find the page by a name until it is cancelled, see :func:`found_as`.

    Args:
        address: returns the address of the page now; it changes with the network.
        said: the address that people know already.
        moved: called with each other address.
        named: called with the address by name, each time that the page gets a name.
    """
    now = address()
    while True:
        if now != said:
            moved(now)
        said, parts = now, urlsplit(now)
        host = "" if parts.hostname in LOOPBACK else parts.hostname or ""
        async with found_as(host, parts.port or 0) as name:
            if name:
                named(f"http://{name}:{parts.port}/")
            while now == said:
                await asyncio.sleep(LOOK)
                now = address()


async def _register(zeroconf: "AsyncZeroconf", address: str, port: int) -> str:
    """Return the first name that no other machine has, once it leads here; "" for no name."""
    for number in range(1, MOST + 1):
        called = _called(number)
        other = AddressResolverIPv4(f"{called}.local.")
        # a unicast answer (QU) would go to only one of the programs of a machine that listen
        await other.async_request(zeroconf.zeroconf, ASKING, DNSQuestionType.QM)
        if {address}.issuperset(other.parsed_addresses()):  # the system may have it for this machine
            service = AsyncServiceInfo(
                _WEB,
                f"{called}.{_WEB}",
                addresses=[socket.inet_aton(address)],
                port=port,
                server=f"{called}.local.",
                properties={"path": "/"},
            )
            with suppress(Error, OSError):
                await (await zeroconf.async_register_service(service))
                return f"{called}.local"
    return ""


def _is_ipv4(address: str) -> bool:
    try:
        return isinstance(ip_address(address), IPv4Address)
    except ValueError:
        return False
