"""The broadcaster: sends the updates of the table to all watchers, each in their language."""

import asyncio
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress

from firmware.match.running import Batch
from firmware.play.effects import Warn
from firmware.web.feed import Feed
from firmware.web.state import snapshot
from firmware.web.updates import TableState, Update
from firmware.web.watcher import Audience, Watcher, encode, text_of
from firmware.words import LANGUAGES, Text, Value, Words, say, without_folders
from hal import Tune
from wiring.text import together

MOST = 500  # watchers from elsewhere, and as many that are not counted with them
MOST_EACH = 32  # from one client


class Channel:
    """The watchers in a language, and the snapshot that they have.

    seq: the number of the snapshot, one more after each change.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.watchers: set[Watcher] = set()
        self.seq = 0
        self._moment: TableState | None = None  # the state that is rendered
        self._parts: dict[str, bytes] = {}

    def show(self, moment: TableState) -> None:
        """Render another state, and send the keys of the snapshot that have changed.

        When only the time has changed, no message is sent and `seq` stays.
        """
        if moment is self._moment:
            return
        parts = {key: encode(value) for key, value in snapshot(moment, self.words).items()}
        changed = {key: part for key, part in parts.items() if part != self._parts.get(key)}
        self._moment, self._parts = moment, parts
        if not changed.keys() - {"time"}:
            return
        self.seq += 1
        if self.watchers:
            changed["time"] = parts["time"]
            self.tell(self._message("change", changed))

    def tell(self, text: str) -> None:
        """Queue a message for every watcher."""
        for watcher in self.watchers:
            watcher.tell(text)

    def state(self) -> str:
        """Return the message with the whole snapshot."""
        return self._message("state", self._parts)

    def lasting(self) -> str:
        """Return a warning with the present faults of the table, empty without any."""
        faults = () if self._moment is None else self._moment.faults
        return self.warning(say("sensors: {error}"), {"error": together(faults)}) if faults else ""

    def warning(self, text: str, values: Mapping[str, Value]) -> str:
        """Return the message with a warning."""
        said = self.words.tell(without_folders(Text(text, values)))
        return text_of({"type": "warn", "text": said})

    def _message(self, kind: str, parts: Mapping[str, bytes]) -> str:
        body = b",".join(b'"%s":%s' % (key.encode(), part) for key, part in parts.items())
        return f'{{"type":"{kind}","seq":{self.seq},{body.decode()}}}'


class Broadcaster:
    """The broadcaster of a table or a match. It belongs to the asyncio loop in which it is made.

    words: returns the words of a language.
    """

    def __init__(self, words: Callable[[str], Words]) -> None:
        self.channels = {language: Channel(words(language)) for language in LANGUAGES}
        self.moment: TableState | None = None
        self._loop = asyncio.get_running_loop()
        self.feed = Feed(self._loop.time)
        self._lock = threading.Lock()
        self._updates: list[Update] = []
        self._by_client: Counter[str] = Counter()

    @property
    def _audiences(self) -> list[Audience]:
        return [self.feed, *self.channels.values()]

    def hear(self, updates: Sequence[Update]) -> None:
        """Queue updates of the table for the watchers; may be called in any thread."""
        with self._lock:
            first = not self._updates
            self._updates += updates
        if first:
            with suppress(RuntimeError):  # the loop is closed: all watchers have gone
                self._loop.call_soon_threadsafe(self._send_updates)

    def show(self, moment: TableState, batches: Iterable[Batch] = ()) -> None:
        """Take in the present state of a match, and the batches since the last call."""
        self.moment = moment
        self.feed.hear(moment, batches)

    def channel(self, language: str) -> Channel:
        """Return the channel of a language, brought up to date."""
        channel = self.channels[language]
        if self.moment is not None:
            channel.show(self.moment)
        return channel

    def join(self, audience: Audience, client: str | None = None) -> Watcher | None:
        """Add a watcher to a channel or the feed and return it. If there are too many return None.

        client: the client that it counts for; None for watchers that no client limits.
        """
        elsewhere = self._by_client.total()
        if client is None:
            watching = sum(len(one.watchers) for one in self._audiences)
            full = watching - elsewhere >= MOST
        else:
            full = elsewhere >= MOST or self._by_client[client] >= MOST_EACH
        if full:
            return None
        watcher = Watcher(audience, greeted=audience is not self.feed)
        if isinstance(audience, Channel):
            watcher.personal = audience.lasting
        audience.watchers.add(watcher)
        if client is not None:
            self._by_client[client] += 1
        return watcher

    def leave(self, audience: Audience, watcher: Watcher, client: str | None = None) -> None:
        """Remove a watcher, with the audience and the client that it joined with."""
        audience.watchers.discard(watcher)
        if client is not None:
            self._by_client[client] -= 1
            self._by_client += Counter()  # removes the clients that are counted 0 times

    def _send_updates(self) -> None:
        """Send the queued updates to the watchers; of several states only the last."""
        with self._lock:
            updates, self._updates = self._updates, []
        moments = [one for one in updates if isinstance(one, TableState)]
        if moments:
            self.show(moments[-1], (one for one in updates if isinstance(one, Batch)))
        for channel in self.channels.values():
            if not channel.watchers:
                continue
            if self.moment is not None:
                channel.show(self.moment)
            for one in updates:
                if isinstance(one, Tune):
                    channel.tell(text_of({"type": "tune", "tune": one.value}))
                elif isinstance(one, Warn):
                    channel.tell(channel.warning(one.text, one.values))
