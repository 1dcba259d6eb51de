"""The command ``serve``: play on screens or at a table, with a page for the browser."""

import argparse
import asyncio
import os
import socket
import time
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from firmware.app.host import Listener
from firmware.app.running_table import check_seats
from firmware.app.service import Heartbeat
from firmware.app.settings import SCREEN, Settings
from firmware.commands import ArgumentsError, needs_extra
from firmware.commands import argument_types as types
from firmware.commands.explaining import explained_in
from firmware.commands.network import address_elsewhere, find_broker, find_pin, hosts_of, is_loopback, proxies_of
from firmware.commands.options import add_broken_parts, add_game_options, add_serving
from firmware.commands.output import Aside, complain, written
from firmware.commands.parser import Parser
from firmware.commands.settings import settings_of
from firmware.commands.tables import real_table, typed_table
from firmware.match.seats import Seat, Seats
from firmware.play.effects import Warn
from firmware.storage.files import under
from firmware.storage.store import Store
from firmware.words import N_, Words, find_words
from rules import find_game

if TYPE_CHECKING:  # they want the extra for the page
    from firmware.web.match_thread import OnScreens
    from firmware.web.screens import Screens
    from firmware.web.table_thread import Hardware
    from hal.simulated import SimulatedTable

_AT = {True: N_("Play at {address}"), False: N_("Open the table in a browser: {address}")}
_ALSO = N_("In your home network also: {address}")
NOBODY = ("192.0.2.1", 9)  # of RFC 5737: packets to it would leave by our network address


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``serve``."""
    command.add_value(
        "--table",
        "NAME[:WHERE]",
        "screen (the default): games on screens, without a table; simulated: a table "
        "of raw contacts without hardware; other tables: as with run",
        default=SCREEN,
        type=types.table_or_screen,
    )
    add_broken_parts(command)
    where = command.add_mutually_exclusive_group()
    text = N_("address to listen on (default: 127.0.0.1, this computer only)")
    command.add_value("--host", "ADDRESS", text, where, default="127.0.0.1")
    lan = command.words("let everyone on the network watch; those who know the PIN can play")
    where.add_argument("--lan", action="store_const", const="0.0.0.0", dest="host", help=lan)
    command.add_value(
        "--port", "PORT", "port to listen on (default: 8008; 0: any free port)", type=types.port, default=8008
    )
    pins = command.add_mutually_exclusive_group()
    text = N_("PIN needed to play from other devices (default: a new one each time)")
    command.add_value("--pin", "PIN", text, pins, type=types.pin)
    add_serving(command, pins)
    add_game_options(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``serve``."""
    with needs_extra("web"):
        from firmware.web import access, routes, server  # noqa: F401
    pin = chosen.pin or find_pin(chosen.pin_file)
    broker = find_broker(chosen)
    beside = None
    if broker is not None:
        from firmware.web.mqtt import publisher

        beside = publisher(broker, words)
    settings = settings_of(chosen, words)
    at_tables = {"--explain": chosen.explain, "--voice": chosen.voice, "--mqtt": broker}
    what = next((name for name, value in at_tables.items() if value), None)
    if settings.on_screen and what is not None:
        raise ArgumentsError("{what} is for a table; add --table pi or --table simulated", what=what)
    with (
        _bound(chosen.host, chosen.port) as listening,
        written(Aside),
        explained_in(chosen.explain, words) as explaining,
    ):
        if not settings.hardware:
            Store(settings.store).close()  # games can be kept, before a player is invited
        where = partial(_url, *listening.getsockname()[:2])
        settings = replace(settings, address=partial(address_elsewhere, chosen.url, where))
        asyncio.run(_serve(settings, chosen, listening, pin=pin, beside=beside, explaining=explaining))


@contextmanager
def _bound(host: str, port: int) -> Iterator[socket.socket]:
    """Open a socket that answers at this address. Raise UsageError where that cannot be."""
    from firmware.web.server import listen

    try:
        listening = listen(host, port)
    except OSError as error:
        raise ArgumentsError(
            "{host} port {port} cannot be used: {why}; choose another --port or --host",
            host=host,
            port=port,
            why=str(error.strerror),
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

    Args:
        settings: the settings of the table.
        chosen: the command line.
        listening: the socket of the server.
        pin: the PIN, None for a new PIN.
        beside: publishes to a broker, None for no broker.
        explaining: listeners to the events at the table.
    """
    from firmware.web.access import make_pin
    from firmware.web.match_thread import MatchThread, on_screens
    from firmware.web.screens import Screens
    from firmware.web.stream import Stream

    words, screens = settings.words, None
    hub = Stream(_words_of)
    loop = asyncio.get_running_loop()

    def tell(updates: Sequence[Any]) -> None:
        _warn(updates, words)
        hub.hear(updates)

    def tell_of_screens(number: int, updates: Sequence[Any]) -> None:
        _warn(updates, words)
        if screens is not None:
            screens.hear(number, updates)

    def ended() -> None:
        with suppress(RuntimeError):  # the loop has ended by itself
            loop.call_soon_threadsafe(setattr, server, "should_exit", True)

    kept = pin is not None and chosen.pin is None  # the owner has it in a file
    pin = pin or make_pin()
    if settings.on_screen:
        opens: Any = on_screens(settings, tell_of_screens, processes=_processes())
    else:
        opens = _at_table(settings, chosen, pin, tell, explaining)
    thread: MatchThread[Any] = MatchThread(opens, ended=ended, alive=Heartbeat(os.environ))
    if settings.on_screen:
        screens = Screens(thread, _words_of)
    server = _server(thread, hub, screens, settings, chosen, pin=pin, beside=beside)
    try:
        await asyncio.to_thread(thread.start)
        say_where = partial(_say_where, settings, await _begin(screens, settings))
        async with _announced(listening, chosen, say_where, words, pin=None if kept else pin):
            await server.serve(sockets=[listening])
    finally:
        thread.stop()
        if thread.error is not None:
            raise thread.error


def _server(
    thread: Any,
    hub: Any,
    screens: "Screens | None",
    settings: Settings,
    chosen: argparse.Namespace,
    *,
    pin: str,
    beside: Any,
) -> Any:
    """Return the server of the page. thread: plays the matches. hub: tells browsers about the table."""
    from firmware.web.access import Access
    from firmware.web.answers import Site
    from firmware.web.routes import application
    from firmware.web.server import make_server

    access = Access(pin, hosts_of(chosen), time.monotonic, proxies_of(chosen))
    return make_server(application(Site(thread, hub, access, settings, screens), beside), access)


def _words_of(language: str | None) -> Words:
    """Return the words of a language that a browser asks for."""
    return find_words(language, {})


@asynccontextmanager
async def _announced(
    listening: socket.socket,
    chosen: argparse.Namespace,
    say_where: Callable[[str], None],
    words: Words,
    *,
    pin: str | None,
) -> AsyncIterator[None]:
    """Print the address and the PIN, and let the home network find the page by a name.

    Args:
        listening: the socket of the server.
        chosen: the command line.
        say_where: prints an address; it changes with the network.
        words: of the language to print in.
        pin: the PIN, None where the owner has it.
    """
    host, port = listening.getsockname()[:2]
    address = chosen.url or _url(host, port)
    say_where(address)
    if pin is not None and (chosen.pin is not None or proxies_of(chosen) or not is_loopback(host)):
        print(words("To play along, enter the PIN {pin}", pin=pin), flush=True)

    def say_name(url: str) -> None:
        print(words(_ALSO, address=url), flush=True)

    finding = None
    if not (chosen.url or is_loopback(host)):
        from firmware.web.nearby import found_wherever

        finding = asyncio.create_task(found_wherever(partial(_url, host, port), address, say_where, say_name))
    try:
        yield
    finally:
        if finding is not None:
            finding.cancel()
            await asyncio.wait([finding])


def _at_table(
    settings: Settings,
    chosen: argparse.Namespace,
    pin: str,
    tell: Callable[[Sequence[Any]], None],
    explaining: Sequence[Listener],
) -> Any:
    """Return the function that opens the table of the game: a real table, or a new simulated table."""
    from firmware.web.table_thread import at_table

    table: SimulatedTable | Hardware
    if settings.hardware:
        table = partial(real_table, settings.table, settings.store, f"PIN {pin}", sampled=True)
    else:
        table = typed_table(chosen, live=True)
        table.reseed(str(time.time_ns()))
    return at_table(table, settings, tell, listeners=explaining)


def _warn(updates: Sequence[Any], words: Words) -> None:
    """Print the warnings among updates."""
    for one in updates:
        if isinstance(one, Warn):
            complain(words(one.text, **one.values))


def _say_where(settings: Settings, path: str, address: str) -> None:
    """Print the address of a game: a path below this address."""
    print(settings.words(_AT[settings.on_screen], address=address + path), flush=True)


async def _begin(screens: "Screens | None", settings: Settings) -> str:
    """Begin the game that the command line names on screens, and return its path; "" without game.

    People sit down at it in their browsers. Raise GameError when its options do not fit.
    """
    if screens is None or settings.game is None:
        return ""
    game = find_game(settings.game)
    players = settings.players or len(settings.names) or game.players[0]

    def begin(table: "OnScreens") -> int:
        header = table.games.new_games.from_settings(game.name, players)
        check_seats(settings.computers, game.name, players)
        levels = settings.computers
        seats = Seats({name: Seat(levels.get(name, 0)) for name in game.seats(players)})
        return table.games.begin(header, seats, table.at, under(settings.folder)).number

    return f"game/{await screens.thread.answer(begin)}"


def _processes() -> int:
    """Return the number of processes for computer players: a processor is left for the games."""
    return max(1, (os.cpu_count() or 2) - 1)


def _url(host: str, port: int) -> str:
    """Return the address to open in a browser."""
    if host in ("0.0.0.0", "::"):
        host = _way_out()
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


def _way_out() -> str:
    """Return the address of this machine on its network, else its loopback address."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asking:
        try:
            asking.connect(NOBODY)  # sends nothing
        except OSError:
            return "127.0.0.1"
        return str(asking.getsockname()[0])
