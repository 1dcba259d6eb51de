"""The games on screens as the network sees them: their watchers, the seats, and their rights.

All of it belongs to the asyncio loop. Requests to the games themselves go to their thread.
"""

import asyncio
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, suppress
from functools import partial
from math import ceil, inf
from pathlib import Path
from time import monotonic
from typing import Any

from starlette.concurrency import run_in_threadpool

from firmware.app.host import local_time
from firmware.app.hosted import Hosted
from firmware.app.kept_match import KeptMatch, Unread, read_kept
from firmware.games.naming import called, names_of
from firmware.match.events import Answered, Proposed
from firmware.match.refusals import CommandError
from firmware.match.running import Batch
from firmware.match.seats import Seat, Seats
from firmware.match.state import HOST, Match
from firmware.match.time_control import read_time_control
from firmware.storage.import_export import as_iso
from firmware.storage.store import Store
from firmware.web.asks import NOT_SEATED, refusal
from firmware.web.hint import Hint, ask_hint
from firmware.web.match_thread import OnScreens, Runs, state_of
from firmware.web.new_match import NewMatch
from firmware.web.refusal import RefusedError
from firmware.web.seating import code_of_link, fingerprint, fits, make_secret
from firmware.web.stream import Stream, Watcher
from firmware.web.updates import TableState, Update
from firmware.web.wire import Phrase, Said, You
from firmware.words import N_, Text, Words, told
from hal.trace import SECOND

KEPT = 60.0  # seconds for which a seat stays its holder's when their browser is gone
LOOKED_AT = 600.0  # seconds until a game without watchers closes
SPEECH_PAUSE = 1.5  # seconds between two phrases of a browser
MOST_OPEN = 2000  # games at a time, of some 100 kB each

_CAME = N_("{name} is here.")
_REFUSED = N_("{name} said no.")


def _admit(found: KeptMatch, unread: Unread, table: OnScreens) -> bool:
    """Open a match that was read elsewhere; return whether that may be."""
    return table.games.admit(found, unread)


def _state(table: OnScreens, number: int) -> TableState:
    """Return the state of a match, which is opened if need be. Raise StoreError."""
    return state_of(table.games.find(number), table.at, table.recorder.beside)


class _Shown:
    """A match that is shown in browsers.

    Args:
        stream: tells its watchers.
        match: its current state.
        now: the time of opening it in seconds.

    Attributes:
        spoke: the time of each browser's last phrase, in seconds.
        left: the time when each absent browser was last connected, ISO 8601.
        seen: the same in seconds, infinite while connected; also read in the match's thread.
    """

    def __init__(self, stream: Stream, match: Match, now: float) -> None:
        self.stream = stream
        self.match = match
        self.spoke: dict[str, float] = {}
        self.left: dict[str, str] = {}
        self.seen: dict[str, float] = {}
        self._opened = now

    @property
    def present(self) -> set[str]:
        """The browsers that look on."""
        return {watcher.place.id for watcher in self.stream.watchers} - {""}

    def kept_until(self, holder: str) -> float:
        """Return until when a seat stays that of its holder, in seconds; it may have passed."""
        return self.seen.get(holder, self._opened) + KEPT

    @property
    def spectators(self) -> int:
        """The number of connected browsers that hold no seat."""
        seated = {seat.holder for seat in self.match.seats.by_name.values()}
        return len(self.present - seated) + sum(not watcher.place.id for watcher in self.stream.watchers)


@contextmanager
def _refusing() -> Iterator[None]:
    """Raise RefusedError, with a text for people, for a command that a match refuses."""
    try:
        yield
    except CommandError as error:
        raise RefusedError(refusal(error.code)) from error


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
        self._shown: dict[int, _Shown] = {}
        self._links: dict[tuple[int, str], str] = {}  # the secrets that were shown since the start
        self._loop = asyncio.get_running_loop()
        self._reads = asyncio.Lock()  # reads go in turn

    async def ask(self, do: Callable[[OnScreens], Any]) -> Any:
        """Return the result of `do` in the thread of the games. Raise its errors."""
        return await self.thread.answer(do)

    async def ask_of(self, number: int, do: Callable[[OnScreens, Hosted], Any]) -> Any:
        """Return the result of `do` for a game in the thread. The game closes without watchers.

        Raise StoreError, RefusedError if too many games are open, and the errors of `do`.
        """
        await self.stream(number)
        return await self.ask(lambda table: do(table, table.games.find(number)))

    # Updates

    def hear(self, number: int, updates: Sequence[Update]) -> None:
        """Take in updates of a match, 0 for all; may be called in any thread."""
        with suppress(RuntimeError):  # the loop is closed, so there are no watchers
            self._loop.call_soon_threadsafe(self._pass_on, number, updates)

    def _pass_on(self, number: int, updates: Sequence[Update]) -> None:
        for shown in self._shown.values() if not number else [self._shown.get(number)]:
            if shown is not None:
                shown.stream.hear(updates)
        shown = self._shown.get(number)
        for one in updates:
            if shown is not None and isinstance(one, TableState) and one.match is not None:
                before, shown.match = shown.match, one.match
                if (before.seats, before.again) != (one.match.seats, one.match.again):
                    self._tell_people(shown)
                self._tell_who_came(shown, before.seats)
                new = (batch for batch in one.log if before.seq < batch.seq <= one.match.seq)
                self._tell_who_refused(shown, before.proposal, new)

    def _tell_who_came(self, shown: _Shown, before: Seats) -> None:
        """Tell the other players that a player has sat down in a free seat."""
        seats = shown.match.seats
        for name, seat in seats.by_name.items():
            if seat.holder and not before.by_name[name].holder:
                others = {one.holder for one in seats.by_name.values()} - {seat.holder, ""}
                self._tell(shown, others, _CAME, (name,))

    def _tell_who_refused(self, shown: _Shown, proposal: Proposed | None, batches: Iterable[Batch]) -> None:
        """Tell the browsers of a proposal that a player has said no to it."""
        if proposal is None:
            return
        asking = {shown.match.seats.by_name[name].holder for name in proposal.seats}
        for event in (event for batch in batches for event in batch.events):
            if isinstance(event, Answered) and not event.yes and event.seats != proposal.seats:
                self._tell(shown, asking, _REFUSED, event.seats)

    @staticmethod
    def _tell(shown: _Shown, holders: Collection[str], text: str, seats: Sequence[str]) -> None:
        """Tell these browsers about a deed of the players of some seats."""
        match = shown.match
        for watcher in shown.stream.watchers:
            if watcher.place.id in holders and watcher.words is not None:
                names = names_of(match.header, match.now, watcher.words)
                watcher.warn(text, {"name": watcher.words.all_of(names[seat] for seat in seats)})

    async def stream(self, number: int) -> Stream:
        """Return the stream of a game, which is opened if need be. Raise StoreError."""
        if number not in self._shown:
            self._check_room()
            await self.open(number)
            state = await self.ask(lambda table: _state(table, number))
            if number not in self._shown:
                self._shown[number] = _Shown(Stream(self._words), state.match, self._now())
                self._shown[number].stream.show(state)
                self._loop.call_later(LOOKED_AT, self._forget, number)
        return self._shown[number].stream

    async def open(self, number: int) -> None:
        """Open a game, if need be; it is read elsewhere than in the thread of the games.

        Raise StoreError, RefusedError.
        """
        async with self._reads:
            while True:
                unread = await self.ask(lambda table: table.games.look_up(number))
                if unread is None:
                    return
                found = await run_in_threadpool(read_kept, unread.path, number)
                if await self.ask(partial(_admit, found, unread)):
                    return

    def _check_room(self) -> None:
        """Raise RefusedError where no other game can be open."""
        if len(self._shown) >= MOST_OPEN:
            raise RefusedError(told("too many games are open; try again later"))

    def _forget(self, number: int) -> None:
        """Close a game without watchers. With watchers, check again later."""
        shown = self._shown.get(number)
        if shown is None:
            return
        if shown.stream.watchers:
            self._loop.call_later(LOOKED_AT, self._forget, number)
            return
        del self._shown[number]
        with suppress(RefusedError):
            self.thread.ask(lambda table: table.games.close(number))

    # Watchers

    def come(self, number: int, watcher: Watcher, *, may_touch: bool) -> None:
        """Note that a browser watches, and tell all watchers about the people there."""
        shown, holder = self._shown[number], watcher.place.id
        shown.seen[holder] = inf
        watcher.personal = lambda: self._you(shown, holder, may_touch=may_touch)
        self._tell_people(shown)

    def go(self, number: int, watcher: Watcher) -> None:
        """Note that a browser has left: the stream has this watcher no more."""
        shown, holder = self._shown.get(number), watcher.place.id
        if shown is not None:
            if shown.seen.get(holder) == inf and holder not in shown.present:
                shown.left[holder] = local_time().isoformat(timespec="seconds")
                shown.seen[holder] = self._now()
            self._tell_people(shown)

    @staticmethod
    def _tell_people(shown: _Shown) -> None:
        for watcher in shown.stream.watchers:
            if (you := watcher.personal()) is not None:
                watcher.tell(you)

    def _you(self, shown: _Shown, holder: str, *, may_touch: bool) -> You:
        """Return the ``you`` message of a browser: its seats, and the absent players."""
        seats, present = shown.match.seats, shown.present
        away = [name for name in seats.people if seats.by_name[name].holder not in present]
        mine = seats.held_by(holder)
        left = {name: shown.left.get(seats.by_name[name].holder) for name in away}
        since = {name: when for name, when in left.items() if when is not None}
        kept = {
            name: int(seconds * SECOND)
            for name in away
            if (seconds := self._kept_for(shown, seats.by_name[name].holder))
        }
        again, at = shown.match.again, int(monotonic() * SECOND)
        return You(mine, tuple(away), since, kept, bool(mine) or may_touch, again, at, shown.spectators)

    def say(self, number: int, holder: str, phrase: Phrase) -> None:
        """Send a phrase of a browser's players to all pages.

        Raise RefusedError if the browser holds no seat, or says too much.
        """
        shown = self._shown[number]
        seats, now = shown.match.seats.held_by(holder), self._loop.time()
        if not seats:
            raise RefusedError(Text(NOT_SEATED, {}))
        if now < shown.spoke.get(holder, -SPEECH_PAUSE) + SPEECH_PAUSE:
            raise RefusedError(told("too much at once; wait a moment"))
        shown.spoke[holder] = now
        for watcher in shown.stream.watchers:
            if watcher.words is not None:
                watcher.tell(Said(seats, phrase))

    def limits_time(self, number: int) -> bool:
        """Whether the players of a game have clocks."""
        return self._shown[number].match.clocks is not None

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
        number: int = await self.ask(begin)
        await self.stream(number)
        return number

    async def sit(self, number: int, holder: str, secret: str, called: str = "") -> tuple[str, ...]:
        """Let a browser take the seat of a secret. Return the seat, or nothing for a wrong secret.

        called: the name of the player, "" for the name that the seat has. Raise RefusedError when
        another player has the seat, or the game has ended; GameError if the name is not allowed.
        """

        def change(shown: _Shown, seats: Seats) -> Mapping[str, Seat]:
            found = [name for name, seat in seats.by_name.items() if fits(secret, seat.link)]
            for name in found:
                if seats.by_name[name].holder != holder:
                    self._check_gone(shown, seats, name, holder)
            return {name: seats.by_name[name]._replace(holder=holder) for name in found}

        return tuple(await self._seat(number, change, holder, called.strip()))

    async def take(self, number: int, holder: str, name: str, level: int) -> None:
        """Give the seat of an absent holder to this browser, or with a level to the computer.

        Raise RefusedError when another player has the seat, or the game has ended.
        """

        def change(shown: _Shown, seats: Seats) -> Mapping[str, Seat]:
            self._check_gone(shown, seats, name, holder)
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

        def change(shown: _Shown, seats: Seats) -> Mapping[str, Seat]:
            if new:
                self._check_gone(shown, seats, new, holder)
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

    async def rename(self, number: int, seat: str, name: str) -> None:
        """Correct the name of a player in a game that has ended.

        Raise RefusedError while it goes on, StoreError, GameError if the name is not allowed.
        """

        def rename(table: OnScreens) -> None:
            with _refusing():
                table.games.rename(number, seat, name, table.at)

        await self.ask(rename)

    def _kept_for(self, shown: _Shown, holder: str) -> float:
        """Return the seconds for which a seat still belongs to its holder, 0 without a holder."""
        return max(0.0, shown.kept_until(holder) - self._now()) if holder else 0.0

    def _check_gone(self, shown: _Shown, seats: Seats, name: str, by: str) -> None:
        """Raise RefusedError if there is no such seat, or it still belongs to its holder.

        by: the browser that asks. A holder who has left may give the seat away at once.
        """
        if name not in seats.by_name:
            raise RefusedError(told("there is no seat {name!r}", name=name[:10]))
        left = self._kept_for(shown, seats.by_name[name].holder)
        if left == inf:
            raise RefusedError(told("that player is connected"))
        if left > 0 and seats.by_name[name].holder != by:
            raise RefusedError(told("somebody sits there; the seat stays theirs for {seconds} s", seconds=ceil(left)))

    async def _seat(
        self, number: int, change: Callable[[_Shown, Seats], Mapping[str, Seat]], holder: str = "", called: str = ""
    ) -> list[str]:
        """Let people and computers sit down, in one request to the match's thread.

        Args:
            number: the number of the game.
            change: is called there, and returns the seats that change. It raises RefusedError.
            holder: the browser that sits down, which counts as seen now; or "".
            called: the name of the player, "" for no change.

        Returns:
            The names of those seats.
        """
        await self.stream(number)
        shown = self._shown[number]
        if holder:
            shown.seen[holder] = max(self._now(), shown.seen.get(holder, 0.0))

        def seat(table: OnScreens) -> list[str]:
            opened = table.games.find(number)
            with _refusing():
                table.games.check(opened, "sit", HOST, table.at)
                changed = change(shown, opened.match.seats)
                seats = Seats({**opened.match.seats.by_name, **changed})
                table.games.seat(opened, seats, table.at, dict.fromkeys(changed, called))
            return list(changed)

        return await self.thread.answer(seat)

    async def hint(self, number: int, holder: str, words: Words) -> dict[str, Any]:
        """Return the best move for the seats of a browser, see :meth:`Hint.as_json`.

        Raise RefusedError, NoGameError.
        """
        hint: Hint = await self.ask_of(number, lambda table, opened: ask_hint(table, opened, holder, words))
        try:
            advice = await asyncio.wrap_future(hint.thought)
        except BrokenProcessPool:
            raise RefusedError(told("the computer cannot think now; ask again")) from None
        return hint.as_json(advice, words)

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

        path = await self.ask(lambda table: table.recorder.readable)
        return await run_in_threadpool(find, path)
