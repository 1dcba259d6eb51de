"""Watchers: the clients that follow a table or a game over a WebSocket, and what they ask for."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from functools import partial
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.websockets import WebSocket, WebSocketDisconnect

from firmware.app.errors import TableError
from firmware.match.followed import OTHER_PROTOCOL, PROTOCOL
from firmware.match.state import Place
from firmware.storage.errors import StoreError
from firmware.web import wire
from firmware.web.access import client_of
from firmware.web.answers import NO_TOUCH, Site, address_of, reason_of, site_of, stream_of
from firmware.web.asks import obey_once
from firmware.web.match_stream import MatchStream
from firmware.web.refusal import BusyError, RefusedError
from firmware.web.screens import Screens
from firmware.web.seating import holder_of
from firmware.web.stream import Stream, Watcher
from firmware.words import LANGUAGES, N_, Words
from firmware.words.codes import code_of
from rules import GameError

RATE = 20.0  # messages a second from one watcher
BURST = 40.0  # messages at once
MOST_EXCESS = 200  # messages too many, after which the connection is closed
BUSY_WAIT = 5.0  # seconds to wait for simulated players who are making a move
RETRY = 0.02  # seconds between two tries
FIRST_ECHO = 0.3  # seconds before the way is measured first: the whole view goes first
EVERY_ECHO = 5.0  # seconds between two measurements
COUNTED_ECHOES = 5  # of the last measurements
LONGEST_REASON = 123  # bytes with which a connection is closed: RFC 6455, 5.5
TOO_MANY = N_("too many messages; slow down")

_Obey: TypeAlias = Callable[[wire.Do], Awaitable[wire.Done | wire.Refused]]
"""Carries out a request. Raise RefusedError, StoreError, GameError or TableError."""


async def follow(socket: WebSocket) -> None:
    """Serve a watcher until its connection closes."""
    site = site_of(socket)
    try:
        stream = await stream_of(socket)
    except (HTTPException, RefusedError, StoreError) as error:
        await _close(socket, 1008, site.words(socket).tell(reason_of(error)))
        return
    # strangers, however many, cannot take the places of clients that may touch
    holder, may_touch = holder_of(socket), site.access.may_touch(socket)
    watcher = stream.join(Place(holder, "screen"), None if may_touch else client_of(address_of(socket)))
    if watcher is None:
        await _close(socket, 1013, site.words(socket)("too many viewers; try again later"))
        return
    tasks: list[asyncio.Task[None]] = []
    try:
        await socket.accept()
        client = _Client(socket, stream, watcher, partial(_at_table, socket, site, stream))
        if site.screens is not None and isinstance(stream, MatchStream):
            with suppress(StoreError, RefusedError):
                await site.screens.open(stream.number)  # an error may have interrupted it
            stream.come(watcher, may_touch=may_touch)
            client.obey = partial(_on_screen, site.words(socket), site.screens, stream, holder)
            if stream.match.clocks is not None:
                client.measured = partial(site.screens.measured, stream.number, holder)
                tasks.append(asyncio.create_task(client.measure()))
        tasks.append(asyncio.create_task(_send(socket, watcher)))
        await client.listen(site.words(socket))
    except WebSocketDisconnect:
        pass
    finally:
        stream.leave(watcher)
        if isinstance(stream, MatchStream):
            stream.go(watcher)
        for task in tasks:
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
        return  # the connection is closed, which the client finds out by itself


class _Client:
    """The messages of a watcher.

    Attributes:
        obey: carries out its requests.
        measured: is called with the seconds of its way there and back; does nothing where no time is limited.
    """

    def __init__(self, socket: WebSocket, stream: Stream, watcher: Watcher, obey: _Obey) -> None:
        self.obey = obey
        self.measured: Callable[[float], Awaitable[None]] | None = None
        self._socket = socket
        self._stream = stream
        self._watcher = watcher
        self._echo = 0  # the number of the last measurement
        self._sent: float | None = None  # when it was sent, until it is answered
        self._seconds: deque[float] = deque(maxlen=COUNTED_ECHOES)

    async def listen(self, words: Words) -> None:
        """Carry out messages until the connection closes, or far too many have come."""
        allowance, excess, before = BURST, 0, asyncio.get_running_loop().time()
        while True:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            now = asyncio.get_running_loop().time()
            allowance, before = min(BURST, allowance + (now - before) * RATE), now
            if allowance >= 1:
                allowance -= 1
                await self._hear(message.get("text"), words)
                continue
            excess += 1
            self._watcher.tell(wire.Error(words(TOO_MANY), "flood"))
            if excess > MOST_EXCESS:
                await _close(self._socket, 1008, words(TOO_MANY))
                return

    async def _hear(self, text: str | None, words: Words) -> None:
        try:
            message = wire.read_message(text)
        except wire.MessageError as error:
            if not self._watcher.greeted:
                await self._send_away(1008, str(error))
            self._watcher.tell(wire.Error(words.tell(reason_of(error)), code_of(error)))
            return
        if isinstance(message, wire.Hello):
            if message.protocol != PROTOCOL:
                await self._send_away(OTHER_PROTOCOL, words(wire.OTHER, protocol=PROTOCOL))
            if message.view not in ("", *LANGUAGES):
                await self._send_away(1008, f"no view in {message.view!r}: use one of {', '.join(LANGUAGES)}")
            self._watcher.greet(message)
        elif isinstance(message, wire.Ping):
            self._watcher.tell(self._stream.pong())
        elif isinstance(message, wire.Echo):
            await self._hear_echo(message.number)
        else:
            self._watcher.tell(await self._answer(message, words))

    async def _answer(self, do: wire.Do, words: Words) -> wire.Done | wire.Refused:
        try:
            return await self.obey(do)
        except (RefusedError, StoreError, GameError, TableError) as error:
            return wire.Refused(do.id, code_of(error), words.tell(reason_of(error)))

    async def _send_away(self, code: int, why: str) -> None:
        """Close the connection. Raise WebSocketDisconnect."""
        await _close(self._socket, code, why.encode()[:LONGEST_REASON].decode(errors="ignore"))
        raise WebSocketDisconnect(code)

    async def measure(self) -> None:
        """Measure the way to the client every few seconds, until it is cancelled.

        The least of the last measurements counts, so that a page cannot gain time by answering late.
        """
        await asyncio.sleep(FIRST_ECHO)
        while True:
            self._echo, self._sent = self._echo + 1, asyncio.get_running_loop().time()
            self._watcher.tell(wire.Echo(self._echo))
            await asyncio.sleep(EVERY_ECHO)

    async def _hear_echo(self, number: int) -> None:
        """Take in the answer to a measurement, unless it was not asked for or is a repetition."""
        if number != self._echo or self._sent is None or self.measured is None:
            return
        self._seconds.append(asyncio.get_running_loop().time() - self._sent)
        self._sent = None
        await self.measured(min(self._seconds))


async def _at_table(socket: WebSocket, site: Site, stream: Stream, do: wire.Do) -> wire.Done:
    """Carry out a request of a watcher of a table. Raise the errors of the table."""
    if not site.access.may_touch(socket):
        raise RefusedError(NO_TOUCH)
    until = asyncio.get_running_loop().time() + BUSY_WAIT
    while True:
        try:
            await site.thread.answer(lambda remote: remote.obey(do.ask))
        except BusyError:
            if asyncio.get_running_loop().time() > until:
                raise
            await asyncio.sleep(RETRY)
        else:
            return wire.Done(do.id, stream.seq)


async def _on_screen(
    words: Words, screens: Screens, stream: MatchStream, holder: str, do: wire.Do
) -> wire.Done | wire.Refused:
    """Carry out a request of a watcher of a game on screens. Raise RefusedError, StoreError."""
    if isinstance(do.ask, wire.Say):
        stream.say(holder, do.ask.phrase)
        return wire.Done(do.id, 0)

    return await screens.thread.answer(lambda table: obey_once(table, stream.number, holder, do, words))
