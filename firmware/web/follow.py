"""Watchers: the clients that follow a table or a game over a WebSocket, and their messages."""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from typing import TypeAlias

from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.match.followed import OTHER_PROTOCOL, PROTOCOL
from firmware.match.line import read_line
from firmware.match.state import Place
from firmware.storage.errors import StoreError
from firmware.storage.import_export import day_of
from firmware.web.access import client_of
from firmware.web.answers import Site, address_of, broadcaster_of, number_of, site_of
from firmware.web.feed import Feed
from firmware.web.match_thread import OnScreens
from firmware.web.messages import (
    Echo,
    Hello,
    Message,
    MessageError,
    Ping,
    Said,
    read_feed_message,
    read_message,
    read_screen_message,
)
from firmware.web.protocol import OTHER, Error
from firmware.web.remote import BusyError, RefusedError
from firmware.web.round_trip import RoundTrip
from firmware.web.screen_remote import obey, obey_once
from firmware.web.screens import Screens
from firmware.web.seating import holder_of
from firmware.web.watcher import Watcher, text_of
from firmware.words import Words, said, say, told, without_folders
from firmware.words.codes import code_of
from rules import Record

RATE = 20.0  # messages a second from one watcher
BURST = 40.0  # messages at once
MOST_EXCESS = 200  # messages too many, after which the connection is closed
BUSY_WAIT = 5.0  # seconds to wait for simulated players who are making a move
RETRY = 0.02  # seconds between two tries
LONGEST_REASON = 40  # characters with which a connection is closed, of 123 bytes: RFC 6455, 5.5
TOO_MANY = say("too many messages; slow down")
NO_TOUCH = told("enter the PIN to play")
ONLY_HANDS = told("the pieces of this table are moved by hand: only watching is possible here")

_Obey: TypeAlias = Callable[[str | None], Awaitable[None]]
"""Carries out one message; raises MessageError, RefusedError or StoreError."""


async def bring_in(site: Site, record: Record) -> int:
    """Keep a game from elsewhere, and return its number. Raise the errors of the store."""
    day = day_of(record.header)
    line = await run_in_threadpool(lambda: read_line(record.header.start(), record.moves))
    number: int = await site.thread.answer(lambda use: use.recorder.import_record(record, day, line))
    return number


async def follow(socket: WebSocket) -> None:
    """Serve a watcher until its connection closes."""
    site = site_of(socket)
    try:
        broadcaster = await broadcaster_of(socket)
    except HTTPException as error:
        await _close(socket, 1008, site.words(socket).tell(said(error)))
        return
    feeds = socket.query_params.get("feed") == "events"
    audience = broadcaster.feed if feeds else broadcaster.channel(site.language(socket))
    # strangers, however many, cannot take the places of clients that may touch
    holder, may_touch = holder_of(socket), site.access.may_touch(socket)
    counted = None if may_touch else client_of(address_of(socket))
    watcher = broadcaster.join(audience, counted)
    if watcher is None:
        await _close(socket, 1013, site.words(socket)("too many viewers; try again later"))
        return
    sender: asyncio.Task[None] | None = None
    measures: asyncio.Task[None] | None = None
    number = None if site.screens is None else number_of(socket.query_params["game"])
    try:
        await socket.accept()
        do = _at_table(socket, site)
        if site.screens is not None and number is not None:
            with suppress(StoreError, RefusedError):
                await site.screens.open(number)  # an error may have interrupted it
            site.screens.come(number, watcher, holder, may_touch=may_touch)
            trip = RoundTrip(watcher.tell)
            do = _on_screen(socket, site.screens, number, holder, trip)
            if not feeds and site.screens.limits_time(number):
                measures = asyncio.create_task(trip.measure())
        if feeds:
            do = _on_feed(broadcaster.feed, watcher, socket, site)
        sender = asyncio.create_task(_send(socket, watcher))
        await _listen(socket, watcher, do, site.words(socket))
    except WebSocketDisconnect:
        pass
    finally:
        broadcaster.leave(audience, watcher, counted)
        if site.screens is not None and number is not None:
            site.screens.go(number, watcher)
        for task in (sender, measures):
            if task is not None:
                task.cancel()


async def _close(socket: WebSocket, code: int, why: str) -> None:
    """Close a connection, unless it is closed already."""
    with suppress(WebSocketDisconnect, RuntimeError):
        await socket.close(code, why)


async def _send(socket: WebSocket, watcher: Watcher) -> None:
    """Send a watcher its messages, as fast as it takes them."""
    try:
        while True:
            await socket.send({"type": "websocket.send", "text": await watcher.next()})
            await asyncio.sleep(0)  # every watcher's first message goes before anybody's second
    except (WebSocketDisconnect, RuntimeError):
        return  # the connection is closed, which _listen finds out by itself


async def _listen(socket: WebSocket, watcher: Watcher, do: _Obey, words: Words) -> None:
    """Carry out a watcher's messages until its connection closes, or far too many have come."""
    allowance, excess, before = BURST, 0, asyncio.get_running_loop().time()
    while True:
        message = await socket.receive()
        if message["type"] == "websocket.disconnect":
            return
        now = asyncio.get_running_loop().time()
        allowance, before = min(BURST, allowance + (now - before) * RATE), now
        if allowance < 1:
            excess += 1
            watcher.tell(text_of(Error(words(TOO_MANY), "flood")))
            if excess > MOST_EXCESS:
                await _close(socket, 1008, words(TOO_MANY))
                return
            continue
        allowance -= 1
        try:
            await do(message.get("text"))
        except (MessageError, RefusedError, StoreError) as error:
            why = words.tell(without_folders(said(error)))
            watcher.tell(text_of(Error(why, code_of(error))))


def _on_feed(feed: Feed, watcher: Watcher, socket: WebSocket, site: Site) -> _Obey:
    """Return a function that answers the messages of a follower of the feed."""
    holder, words, screens = holder_of(socket), site.words(socket), site.screens

    async def do(text: str | None) -> None:
        try:
            message = read_feed_message(text)
        except MessageError as error:
            if watcher.greeted:
                raise
            await _close(socket, 1008, str(error)[:LONGEST_REASON])
            raise WebSocketDisconnect(1008) from None
        if isinstance(message, Hello) and message.protocol != PROTOCOL:
            await _close(socket, OTHER_PROTOCOL, words(OTHER, protocol=PROTOCOL))
            raise WebSocketDisconnect(OTHER_PROTOCOL)
        if isinstance(message, Hello):
            watcher.greet(feed.welcome(message, Place(holder, "screen")))
        elif isinstance(message, Ping):
            watcher.tell(feed.pong())
        elif screens is None:
            raise RefusedError(ONLY_HANDS)
        else:
            number = number_of(socket.query_params["game"])

            def carry_out(table: OnScreens) -> Mapping[str, object]:
                return obey_once(table, number, holder, message, words)

            watcher.tell(text_of(await screens.ask(carry_out)))

    return do


def _at_table(socket: WebSocket, site: Site) -> _Obey:
    """Return a function that carries out the messages of a watcher of a table."""

    async def do(text: str | None) -> None:
        message: Message = read_message(text)
        if not site.access.may_touch(socket):
            raise RefusedError(NO_TOUCH)
        until = asyncio.get_running_loop().time() + BUSY_WAIT
        while True:
            try:
                await site.thread.answer(lambda remote: remote.obey(message))
            except BusyError:
                if asyncio.get_running_loop().time() > until:
                    raise
                await asyncio.sleep(RETRY)
            else:
                return

    return do


def _on_screen(socket: WebSocket, screens: Screens, number: int, holder: str, trip: RoundTrip) -> _Obey:
    """Return a function that carries out the messages of a watcher of a game on screens.

    holder: the fingerprint of its browser. trip: measures the way to it.
    """
    words = site_of(socket).words(socket)

    async def do(text: str | None) -> None:
        message = read_screen_message(text)
        if isinstance(message, Said):
            screens.say(number, holder, message.phrase)
            return
        if isinstance(message, Echo):
            seconds = trip.heard(message.number)
            if seconds is not None and holder:
                await screens.measured(number, holder, seconds)
            return

        def carry_out(table: OnScreens) -> None:
            obey(table, number, holder, message, words)

        await screens.ask(carry_out)

    return do
