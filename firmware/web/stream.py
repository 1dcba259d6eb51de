"""The stream of a match or a table: all that its clients are told over their WebSockets.

A client begins with ``hello``. One that knows the rules gets ``welcome`` and the batches of the log that it lacks,
from the first on if it has a part of another log, and then each new batch. There is no snapshot: whoever has missed
something says hello again, or is sent the rest of the log by itself. Skip batches that you have had.

One that does not know the rules asks for a ``view`` in a language. It gets all parts of it, and then those that have
changed, each whole; states between are left out where it cannot keep up.

``seq`` has no gaps. Times are microseconds of the host's clock, which also answers ``ping``. While the disk fails,
batches are not ``kept``; ``kept`` tells when they are. Seats are told with the levels of computers only.

A client sends requests as ``do``. The answer is ``done``, once the batch of its ``seq`` is decided, or ``refused``,
where ``code`` is one of :mod:`firmware.match.refusals`. Without an answer, after a loss of the connection, it is sent
again with the same ``id``: it is done once.
"""

import asyncio
import secrets
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from firmware.match.followed import PROTOCOL, Message, Welcome, batch_told
from firmware.match.rights import allowed
from firmware.match.running import Batch
from firmware.match.state import Place
from firmware.play.effects import Warn
from firmware.web.updates import TableState, Update
from firmware.web.views import PARTS, View, view_of
from firmware.web.wire import Echo, Hello, Kept, Pong, TuneTold, Warned
from firmware.words import LANGUAGES, N_, Text, Value, Words, without_folders
from wiring.text import joined

MOST = 500  # watchers from elsewhere, and as many that are not counted with them
MOST_EACH = 32  # from one client
DEPTH = 64  # notices that wait for a slow watcher; older ones are dropped

_encode = msgspec.json.Encoder().encode


def text_of(value: object) -> str:
    """Return a value as JSON."""
    return _encode(value).decode()


class _Part(NamedTuple):
    """A part of a view as JSON. version: how often the view had changed when it changed last."""

    version: int
    text: bytes


class _View:
    """The view of a stream in a language, rendered when it is asked for."""

    def __init__(self, words: Words) -> None:
        self.words = words
        self.version = 0
        self.parts: dict[str, _Part] = {}
        self._moment: TableState | None = None

    def show(self, moment: TableState) -> None:
        """Render the parts of another moment."""
        if moment is self._moment:
            return
        self._moment, view = moment, view_of(moment, self.words)
        texts = {name: _encode(getattr(view, name)) for name in PARTS}
        known = {name: part.text for name, part in self.parts.items()}
        changed = {name: text for name, text in texts.items() if known.get(name) != text}
        if changed:
            self.version += 1
            self.parts |= {name: _Part(self.version, text) for name, text in changed.items()}

    def since(self, version: int) -> str:
        """Return the message with the parts that have changed since a version; all of them since 0."""
        assert self._moment is not None
        seq = 0 if self._moment.match is None else self._moment.match.seq
        changed: dict[str, Any] = {
            name: msgspec.Raw(part.text) for name, part in self.parts.items() if part.version > version
        }
        return text_of(View(seq, self._moment.at, **changed))


class Stream:
    """The stream of a match or a table. It belongs to the asyncio loop in which it is made.

    Args:
        words: returns the words of a language.

    Attributes:
        moment: its last state, None before the first.
        log: the id of the log of the match, "" without a match.
        watchers: its clients.
    """

    def __init__(self, words: Callable[[str], Words]) -> None:
        self.moment: TableState | None = None
        self.log = ""
        self.watchers: set[Watcher] = set()
        self._views = {language: _View(words(language)) for language in LANGUAGES}
        self._loop = asyncio.get_running_loop()
        self._heard = 0.0

    def words(self, language: str) -> Words:
        """Return the words of a language."""
        return self._views[language].words

    def hear(self, updates: Sequence[Update]) -> None:
        """Take in updates soon; may be called in any thread."""
        with suppress(RuntimeError):  # the loop is closed: all watchers have gone
            self._loop.call_soon_threadsafe(self.take_in, updates)

    def show(self, moment: TableState) -> None:
        """Take in the present state of a match."""
        before, self.moment, self._heard = self.moment, moment, self._loop.time()
        if moment.match is None:
            self.log = ""
        elif before is None or before.match is None or before.log is not moment.log:
            self.log = secrets.token_hex(4)
        for watcher in self.watchers:
            watcher.wake()

    def take_in(self, updates: Sequence[Update]) -> None:
        """Take in updates of the match or the table for the watchers."""
        for one in updates:
            if isinstance(one, TableState):
                self.show(one)
                continue
            for watcher in self.watchers:
                if isinstance(one, Warn):
                    watcher.warn(one.text, one.values)
                elif watcher.words is not None:
                    watcher.tell(TuneTold(one.value))

    # What watchers are sent

    @property
    def seq(self) -> int:
        """The number of the last batch that is told."""
        return 0 if self.moment is None or self.moment.match is None else self.moment.match.seq

    @property
    def kept(self) -> bool:
        """Whether all that has happened is on the disk."""
        return self.moment is None or getattr(self.moment.view, "kept", True)

    def batch(self, after: int) -> Batch | None:
        """Return the batch after that of a number, the first batch after -1. None if there is none."""
        moment = self.moment
        if moment is None or moment.match is None or not moment.log or after >= moment.match.seq:
            return None
        first = moment.log[0].seq
        return moment.log[max(0, after + 1 - first)]

    def told(self, batch: Batch) -> Message:
        """Return the message of a batch."""
        moment = self.moment
        assert moment is not None
        assert moment.match is not None
        return batch_told(batch, moment.match.header, moment.files, kept=self.kept)

    def welcome(self, place: Place) -> Welcome:
        """Return the message that begins a log. place: of the client."""
        match = None if self.moment is None else self.moment.match
        you = () if match is None else match.acts_for(place)
        return Welcome(PROTOCOL, self.log, self.seq, you, () if match is None else allowed(match, you))

    def view(self, language: str) -> _View:
        """Return the view in a language, brought up to date."""
        view = self._views[language]
        if self.moment is not None:
            view.show(self.moment)
        return view

    def pong(self) -> Pong:
        """Return the answer to ``ping``: the time of the host's clock."""
        at = 0 if self.moment is None else self.moment.at
        return Pong(at + int((self._loop.time() - self._heard) * 1e6))

    # Who watches

    def join(self, place: Place, client: str | None = None) -> "Watcher | None":
        """Add a watcher and return it. If there are too many return None.

        place: where its person sits. client: the client that it counts for; None for watchers that no client limits.
        """
        others = [one.client for one in self.watchers if (one.client is None) == (client is None)]
        if len(others) >= MOST or (client is not None and others.count(client) >= MOST_EACH):
            return None
        watcher = Watcher(self, place, client)
        self.watchers.add(watcher)
        return watcher

    def leave(self, watcher: "Watcher") -> None:
        """Remove a watcher."""
        self.watchers.discard(watcher)


class Watcher:
    """A client of a stream: what it has of the log and of the view, and the notices that wait for it.

    It is sent nothing before :meth:`greet`.

    Attributes:
        place: where its person sits.
        client: the client that it counts for, None for watchers that no client limits.
        words: the language of its view, None if it follows batches.
        greeted: whether it has said hello.
        personal: returns a notice for this client alone, None without one.
    """

    def __init__(self, stream: Stream, place: Place, client: str | None) -> None:
        self.place = place
        self.client = client
        self.words: Words | None = None
        self.personal: Callable[[], Message | None] = lambda: None
        self._stream = stream
        self.greeted = False
        self._log: str | None = None  # None: welcome is to be said
        self._seq = -1
        self._kept = True
        self._version = 0
        self._notices: deque[str] = deque(maxlen=DEPTH)
        self._some = asyncio.Event()

    def greet(self, hello: Hello) -> None:
        """Send what the client lacks, and from now on all that happens."""
        stream, self.greeted = self._stream, True
        self.words = stream.words(hello.view) if hello.view in LANGUAGES else None
        self._log, self._version = None, 0
        self._seq = hello.seq if hello.log == stream.log and hello.seq <= stream.seq else -1
        moment = stream.moment
        if moment is not None and moment.faults:
            self.warn(N_("sensors: {error}"), {"error": joined(moment.faults)})
        if (notice := self.personal()) is not None:
            self.tell(notice)
        self._some.set()

    def tell(self, notice: Message | Echo) -> None:
        """Queue a notice; nothing before it has said hello."""
        if not self.greeted:
            return
        self._notices.append(text_of(notice))
        self.wake()

    def warn(self, text: str, values: Mapping[str, Value]) -> None:
        """Queue a warning in the language of its view; nothing for a client without a view."""
        if self.words is not None:
            self.tell(Warned(self.words.tell(without_folders(Text(text, values)))))

    def wake(self) -> None:
        """Send it soon what is new."""
        if self.greeted:
            self._some.set()

    async def next(self) -> str:
        """Wait for the next message and return it."""
        while (text := self.take()) is None:
            self._some.clear()
            await self._some.wait()
        return text

    def take(self) -> str | None:
        """Return the next message. None if the client has all."""
        if not self.greeted:
            return None
        text = self._of_view() if self.words is not None else self._of_log()
        if text is None and self._notices:
            text = self._notices.popleft()
        return text

    def _of_view(self) -> str | None:
        """Return the parts of the view that the client lacks. None if it lacks none."""
        assert self.words is not None
        view = self._stream.view(self.words.language)
        if view.version <= self._version:
            return None
        before, self._version = self._version, view.version
        return view.since(before)

    def _of_log(self) -> str | None:
        """Return the next message of the log that the client lacks. None if it lacks none."""
        stream = self._stream
        if self._log != stream.log:
            self._seq = self._seq if self._log is None else -1
            self._log = stream.log
            return text_of(stream.welcome(self.place))
        batch = stream.batch(self._seq)
        if batch is not None:
            self._seq, self._kept = batch.seq, stream.kept
            return text_of(stream.told(batch))
        if stream.kept and not self._kept:
            self._kept = True
            return text_of(Kept(stream.seq))
        return None
