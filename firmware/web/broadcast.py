"""Sends what the table tells to everybody who watches, each in their language."""

import asyncio
import threading
from collections import Counter, deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec

from firmware.play.effects import Warn
from firmware.web.news import News, TableState
from firmware.web.state import snapshot
from firmware.words import LANGUAGES, Text, Words, without_folders
from hal import Tune

DEPTH = 64  # messages that wait for a slow watcher before a whole state takes their place
MOST = 500  # watchers from elsewhere, and as many who are not counted with those
MOST_EACH = 32  # from one household

_encode = msgspec.json.Encoder().encode


def text_of(value: Any) -> str:
    """A value as JSON."""
    return _encode(value).decode()


class Watcher:
    """One connection that follows the table, with the messages that wait to be sent.

    When more than :data:`DEPTH` wait, the whole state takes their place.
    """

    def __init__(self, channel: "Channel") -> None:
        self._channel = channel
        self._waiting: deque[str] = deque()
        self._some = asyncio.Event()
        self._behind = True  # the first message is the whole state
        self.personal: Callable[[], str] | None = None  # what this one alone is told after it
        self._some.set()

    def tell(self, text: str) -> None:
        """Queue a message."""
        if self._behind:
            return
        if len(self._waiting) >= DEPTH:
            self._waiting.clear()
            self._behind = True
        else:
            self._waiting.append(text)
        self._some.set()

    async def next(self) -> str:
        """Wait for the next message and return it."""
        await self._some.wait()
        if self._behind:
            self._behind = False
            text = self._channel.state()
            if self.personal is not None:
                self._waiting.append(self.personal())
        else:
            text = self._waiting.popleft()
        if not self._waiting:
            self._some.clear()
        return text


class Channel:
    """The watchers in one language, and what they are shown.

    seq: the number of the snapshot, one more whenever it has changed.
    """

    def __init__(self, words: Words) -> None:
        self.words = words
        self.watchers: set[Watcher] = set()
        self.seq = 0
        self._moment: TableState | None = None  # the one that is rendered
        self._parts: dict[str, bytes] = {}

    def show(self, moment: TableState) -> None:
        """Take up another state, and send the keys of the snapshot that have changed.

        When only the time has changed, nothing is sent and `seq` stays.
        """
        if moment is self._moment:
            return
        parts = {key: _encode(value) for key, value in snapshot(moment, self.words).items()}
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

    def _message(self, kind: str, parts: Mapping[str, bytes]) -> str:
        body = b",".join(b'"%s":%s' % (key.encode(), part) for key, part in parts.items())
        return f'{{"type":"{kind}","seq":{self.seq},{body.decode()}}}'


class Broadcaster:
    """Sends on what a table tells. It belongs to the asyncio loop in which it is made.

    words: returns the words of a language.
    """

    def __init__(self, words: Callable[[str], Words]) -> None:
        self.channels = {language: Channel(words(language)) for language in LANGUAGES}
        self.moment: TableState | None = None
        self._loop = asyncio.get_running_loop()
        self._lock = threading.Lock()
        self._news: list[News] = []
        self._households: Counter[str] = Counter()

    def hear(self, news: Sequence[News]) -> None:
        """Take in what the table tells; may be called in any thread."""
        with self._lock:
            first = not self._news
            self._news += news
        if first:
            with suppress(RuntimeError):  # the loop is closed: nobody watches any more
                self._loop.call_soon_threadsafe(self._send_news)

    def channel(self, language: str) -> Channel:
        """Return the channel of a language, brought up to date."""
        channel = self.channels[language]
        if self.moment is not None:
            channel.show(self.moment)
        return channel

    def join(self, language: str, household: str | None = None) -> Watcher | None:
        """Add a watcher and return it, or None when there are too many.

        household: where it comes from; None for who has a place apart from all others.
        """
        elsewhere = self._households.total()
        if household is None:
            watching = sum(len(channel.watchers) for channel in self.channels.values())
            full = watching - elsewhere >= MOST
        else:
            full = elsewhere >= MOST or self._households[household] >= MOST_EACH
        if full:
            return None
        channel = self.channel(language)
        watcher = Watcher(channel)
        channel.watchers.add(watcher)
        if household is not None:
            self._households[household] += 1
        return watcher

    def leave(self, language: str, watcher: Watcher, household: str | None = None) -> None:
        """Remove a watcher, with the language and the household that it joined with."""
        self.channels[language].watchers.discard(watcher)
        if household is not None:
            self._households[household] -= 1
            self._households += Counter()  # removes those that are counted 0 times

    def _send_news(self) -> None:
        """Tell the watchers what has come in; of several states only the last."""
        with self._lock:
            news, self._news = self._news, []
        moments = [one for one in news if isinstance(one, TableState)]
        if moments:
            self.moment = moments[-1]
        for channel in self.channels.values():
            if not channel.watchers:
                continue
            if self.moment is not None:
                channel.show(self.moment)
            for one in news:
                if isinstance(one, Tune):
                    channel.tell(text_of({"type": "tune", "tune": one.value}))
                elif isinstance(one, Warn):
                    said = channel.words.tell(without_folders(Text(one.text, one.values)))
                    channel.tell(text_of({"type": "warn", "text": said}))
