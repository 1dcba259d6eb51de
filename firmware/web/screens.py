"""The games on screens as the network sees them: their streams, and their seats.

All of it belongs to the asyncio loop. Requests to the games themselves go to their thread.
"""

import asyncio
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from time import monotonic
from typing import Any, TypeAlias

from starlette.concurrency import run_in_threadpool

from firmware.app.host import Hosted
from firmware.app.kept_match import KeptMatch, Unread, read_kept
from firmware.games.naming import called
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST
from firmware.match.time_control import read_time_control
from firmware.storage.import_export import as_iso
from firmware.storage.store import Store
from firmware.web.match_stream import MatchStream
from firmware.web.match_thread import OnScreens, Runs, state_of
from firmware.web.new_match import NewMatch
from firmware.web.refusal import RefusedError
from firmware.web.seating import code_of_link, fingerprint, fits, make_secret
from firmware.web.updates import Update
from firmware.words import Words, told
from hal.trace import SECOND

LOOKED_AT = 600.0  # seconds until a game without watchers closes
MOST_OPEN = 2000  # games at a time, of some 100 kB each


_Changes: TypeAlias = Callable[[MatchStream, Seats], Mapping[str, Seat]]
"""Returns the seats of a match that change. Raise RefusedError."""


def _admit(found: KeptMatch, unread: Unread, table: OnScreens) -> None:
    """Open a match that was read elsewhere."""
    table.games.admit(found, unread)


class Screens:
    """All games on screens.

    Args:
        thread: in which they go on.
        words: returns the words of a language.
        now: returns the seconds of a clock that only goes forward.
    """

    def __init__(
        self, thread: Runs[OnScreens], words: Callable[[str], Words], now: Callable[[], float] = monotonic
    ) -> None:
        self.thread = thread
        self._words = words
        self._now = now
        self._streams: dict[int, MatchStream] = {}
        self._links: dict[tuple[int, str], str] = {}  # the secrets that were shown since the start
        self._loop = asyncio.get_running_loop()
        self._reads = asyncio.Lock()  # reads go in turn

    async def ask_of(self, number: int, do: Callable[[OnScreens, Hosted], Any]) -> Any:
        """Return the result of `do` for a game in the thread. The game closes without watchers.

        Raise StoreError, RefusedError if too many games are open, and the errors of `do`.
        """
        await self.stream(number)
        return await self.thread.answer(lambda table: do(table, table.games.find(number)))

    # Updates

    def hear(self, number: int, updates: Sequence[Update]) -> None:
        """Take in updates of a match, 0 for all; may be called in any thread."""
        with suppress(RuntimeError):  # the loop is closed, so there are no watchers
            self._loop.call_soon_threadsafe(self._pass_on, number, updates)

    def _pass_on(self, number: int, updates: Sequence[Update]) -> None:
        for stream in [self._streams.get(number)] if number else self._streams.values():
            if stream is not None:
                stream.take_in(updates)

    async def stream(self, number: int) -> MatchStream:
        """Return the stream of a game, which is opened if need be. Raise StoreError."""
        if number not in self._streams:
            self._check_room()
            await self.open(number)
            state = await self.thread.answer(
                lambda table: state_of(table.games.find(number), table.at, table.games.recorder.beside)
            )
            if number not in self._streams:
                self._streams[number] = MatchStream(self._words, self._now, state)
                self._loop.call_later(LOOKED_AT, self._forget, number)
        return self._streams[number]

    async def open(self, number: int) -> None:
        """Open a game, if need be; it is read elsewhere than in the thread of the games.

        Raise StoreError, RefusedError.
        """
        async with self._reads:
            while (unread := await self.thread.answer(lambda table: table.games.look_up(number))) is not None:
                found = await run_in_threadpool(read_kept, unread.path, number)
                await self.thread.answer(partial(_admit, found, unread))

    def _check_room(self) -> None:
        """Raise RefusedError where no other game can be open."""
        if len(self._streams) >= MOST_OPEN:
            raise RefusedError(told("too many games are open; try again later"), 503)

    def _forget(self, number: int) -> None:
        """Close a game without watchers. With watchers, check again later."""
        if self._streams[number].watchers:
            self._loop.call_later(LOOKED_AT, self._forget, number)
            return
        del self._streams[number]
        with suppress(RefusedError):
            self.thread.ask(lambda table: table.games.close(number))

    async def measured(self, number: int, holder: str, seconds: float) -> None:
        """Take in for how long a message is under way to a browser and back."""
        way = int(seconds / 2 * SECOND)

        def note(_: OnScreens, opened: Hosted) -> None:
            opened.under_way[holder] = way

        await self.ask_of(number, note)

    # Seats

    async def begin(self, new: NewMatch, holder: str) -> int:
        """Begin a game for this browser, and return its number. Raise GameError, RefusedError."""
        seats = new.seated(holder)

        def begin(table: OnScreens) -> int:
            games = table.games
            header = games.new_games.from_message(new.game, new.names, new.options, new.load, new.position)
            control = read_time_control(new.clock) if new.clock else None
            return games.begin(header, seats, table.at, new.load, control=control, moves=new.moves).number

        self._check_room()
        number = await self.thread.answer(begin)
        await self.stream(number)
        return number

    async def sit(self, number: int, holder: str, secret: str, called: str = "") -> tuple[str, ...]:
        """Let a browser take the seat of a secret. Return the seat, or nothing for a wrong secret.

        called: the name of the player, "" for the name that the seat has. Raise RefusedError when
        another player has the seat, or the game has ended; GameError if the name is not allowed.
        """

        def change(stream: MatchStream, seats: Seats) -> Mapping[str, Seat]:
            found = [name for name, seat in seats.by_name.items() if fits(secret, seat.link)]
            for name in found:
                if seats.by_name[name].holder != holder:
                    stream.check_gone(seats, name, holder)
            return {name: seats.by_name[name]._replace(holder=holder) for name in found}

        return tuple(await self._seat(number, change, holder, called.strip()))

    async def take(self, number: int, holder: str, name: str, level: int) -> None:
        """Give the seat of an absent holder to this browser, or with a level to the computer.

        Raise RefusedError when another player has the seat, or the game has ended.
        """

        def change(stream: MatchStream, seats: Seats) -> Mapping[str, Seat]:
            stream.check_gone(seats, name, holder)
            self._links.pop((number, name), None)
            return {name: Seat(level, "" if level else holder)}

        await self._seat(number, change, holder)

    async def holds(self, number: int, holder: str) -> bool:
        """Whether this browser holds a seat of a game. Raise NoGameError."""
        seats: Seats = await self.ask_of(number, lambda _, opened: opened.match.seats)
        return bool(seats.held_by(holder))

    async def links(self, number: int, address: str, holder: str, *, new: str = "") -> list[dict[str, str]]:
        """Return a link, and its QR code as an SVG image, for each free seat of a person.

        Args:
            number: the number of the game.
            address: the address of this server.
            holder: the browser that asks for them.
            new: a seat whose holder is absent and loses it, and that gets a new link; or "".

        Raises:
            RefusedError: that seat still belongs to another player, or the game has ended.
        """
        free: list[str] = []

        def change(stream: MatchStream, seats: Seats) -> Mapping[str, Seat]:
            if new:
                stream.check_gone(seats, new, holder)
                self._links.pop((number, new), None)
            free[:] = (one for one in seats.people if one == new or not seats.by_name[one].holder)
            unknown = [one for one in free if (number, one) not in self._links]
            self._links |= {(number, one): make_secret() for one in unknown}
            return {one: Seat(link=fingerprint(self._links[number, one])) for one in unknown}

        await self._seat(number, change)
        found = []
        for name in free:
            link = f"{address}game/{number}#{self._links[number, name]}"
            found.append({"seat": name, "link": link, "code": code_of_link(link)})
        return found

    async def _seat(self, number: int, change: _Changes, holder: str = "", called: str = "") -> list[str]:
        """Let people and computers sit down, in one request to the match's thread.

        Args:
            number: the number of the game.
            change: is called there.
            holder: the browser that sits down, which counts as seen now; or "".
            called: the name of the player, "" for no change.

        Returns:
            The names of those seats.
        """
        stream = await self.stream(number)
        if holder:
            stream.note_seen(holder)

        def seat(table: OnScreens) -> list[str]:
            opened = table.games.find(number)
            table.games.check(opened, "sit", HOST, table.at)
            changed = change(stream, opened.match.seats)
            seats = Seats({**opened.match.seats.by_name, **changed})
            table.games.seat(opened, seats, table.at, dict.fromkeys(changed, called))
            return list(changed)

        return await self.thread.answer(seat)

    async def unfinished(self, holder: str, words: Words, *, every: bool) -> list[dict[str, Any]]:
        """Return the games that go on in which this browser sits, newest first; or all.

        A game without moves is left out.
        """

        def find(path: Path) -> list[dict[str, Any]]:
            games = []
            with Store(path, writes=False) as store:
                unfinished = list(store.games(unfinished=True, damaged=lambda _: None))
                sat = {one.id: store.seats(one.id) for one in unfinished}
            for one in unfinished:
                seats = sat[one.id]
                mine = seats.held_by(holder)
                if one.moves and (mine or every):
                    players = [called(one.game, each.seat, each.name, words) for each in one.players]
                    games.append(
                        {
                            "id": one.id,
                            "game": one.game,
                            "players": players,
                            "moves": one.moves,
                            "levels": seats.computers,
                            "seats": mine,
                            "began": as_iso(one.began),
                        }
                    )
            return games

        path = await self.thread.answer(lambda table: table.games.recorder.readable)
        return await run_in_threadpool(find, path)
