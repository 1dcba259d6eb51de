"""The command that plays at a table with an audience: ``serve``."""

import argparse
import asyncio
import os
import socket
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any
from urllib.parse import urlsplit

from firmware.app.running_table import Listener
from firmware.app.service import Heartbeat
from firmware.app.settings import Settings
from firmware.commands import UsageError, words_of
from firmware.commands.explaining import explained_in
from firmware.commands.network import find_broker, find_pin, proxies_of
from firmware.commands.settings import settings_of, table_errors
from firmware.commands.tables import pi_table
from firmware.play.effects import Warn
from firmware.words import find_words, told
from hal.clock import VirtualClock
from hal.simulated import SimulatedTable

NOBODY = ("192.0.2.1", 9)  # an address of RFC 5737, to ask by which of ours packets would leave


def serve(chosen: argparse.Namespace) -> None:
    """Carry out ``serve``."""
    try:
        from firmware.web import access, routes, server  # noqa: F401
    except ImportError as error:
        raise UsageError(
            told(
                "speeltafel serve: {name} is missing; pip install 'speeltafel[web]'",
                name=str(error.name),
            )
        ) from None
    words = words_of("serve", chosen)
    pin = chosen.pin or find_pin(chosen.pin_file)
    broker = find_broker("serve", chosen)
    beside = None
    if broker is not None:
        from firmware.web.mqtt import publisher

        beside = publisher(broker, words)
    settings = settings_of("serve", chosen, words)
    with (
        _bound(chosen.host, chosen.port) as listening,
        table_errors("serve"),
        explained_in(chosen.explain) as explaining,
    ):
        asyncio.run(
            _serve(settings, chosen, listening, pin=pin, beside=beside, explaining=explaining)
        )


@contextmanager
def _bound(host: str, port: int) -> Iterator[socket.socket]:
    """Open a socket that answers at this address; raise UsageError where that cannot be."""
    from firmware.web.server import listen

    try:
        listening = listen(host, port)
    except OSError as error:
        raise UsageError(
            told(
                "speeltafel serve: {host} port {port} cannot be used: {why}; choose "
                "another --port or --host",
                host=host,
                port=port,
                why=str(error.strerror),
            )
        ) from None
    with listening:
        yield listening


async def _serve(
    settings: Settings,
    chosen: argparse.Namespace,
    listening: socket.socket,
    *,
    pin: str | None,
    beside: Any,
    explaining: Sequence[Listener],
) -> None:
    """Play and serve until a signal ends it, or the table has ended by itself.

    listening: where to answer. pin: the one to give, None for a new one. beside: what tells a
    broker, None for nothing. explaining: listen to what happens at the table.
    """
    from firmware.web.access import Access, make_pin
    from firmware.web.broadcast import Broadcaster
    from firmware.web.routes import Site, application
    from firmware.web.server import make_server
    from firmware.web.table_thread import TableThread

    words = settings.words
    hub = Broadcaster(lambda language: find_words(language, {}))
    loop = asyncio.get_running_loop()

    def tell(news: Sequence[Any]) -> None:
        for one in news:
            if isinstance(one, Warn):
                print(words(one.text, **one.values), file=sys.stderr, flush=True)
        hub.hear(news)

    def ended() -> None:
        with suppress(RuntimeError):  # it has ended by itself
            loop.call_soon_threadsafe(setattr, server, "should_exit", True)

    secret = pin is not None and chosen.pin is None  # who keeps it somewhere knows it
    pin = pin or make_pin()
    table_thread = TableThread(
        partial(pi_table, "serve", settings.store, f"PIN {pin}")
        if settings.by_hand
        else SimulatedTable(VirtualClock(speed=1), seed=time.time_ns()),
        settings, tell, ended=ended, alive=Heartbeat(os.environ),
        listeners=explaining,
    )  # fmt: skip
    host, port = listening.getsockname()[:2]
    names = (chosen.host, *_own_names(), *_names_in(chosen.url))
    access = Access(pin, names, time.monotonic, proxies_of(chosen))
    site = Site(table_thread, hub, access, settings.store, words.language, by_hand=settings.by_hand)
    server = make_server(application(site, beside), access)
    try:
        await asyncio.to_thread(table_thread.start)
        address = chosen.url or _url(host, port)
        print(words("The table is at {address}", address=address), flush=True)
        needed = chosen.pin is not None or access.proxies or not _loopback(host)
        if needed and not secret:
            print(words("To touch it, give the PIN {pin}", pin=pin), flush=True)
        await server.serve(sockets=[listening])
    finally:
        table_thread.stop()
        if table_thread.error is not None:
            raise table_thread.error


def _url(host: str, port: int) -> str:
    """Return the address to open in a browser."""
    if host in ("0.0.0.0", "::"):  # noqa: S104
        host = _way_out()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _way_out() -> str:
    """Return the address that this machine has on its network, else its loopback address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(NOBODY)  # sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])


def _names_in(url: str | None) -> tuple[str, ...]:
    """Return the name in the address that a reverse proxy has, if there is one."""
    return () if url is None else (urlsplit(url).hostname or "",)


def _own_names() -> tuple[str, ...]:
    """Return the names of this machine on its network."""
    name = socket.gethostname()
    return name, f"{name.partition('.')[0]}.local"


def _loopback(host: str) -> bool:
    """Whether only this machine reaches the address."""
    from firmware.web.access import LOOPBACK

    return host in LOOPBACK
