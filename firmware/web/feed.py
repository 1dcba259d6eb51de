"""The feed of a match: its events, for clients that know the rules.

``/ws?feed=events`` sends it, of one of many matches ``/ws?game=N&feed=events``. A client says
``{"type": "hello", "protocol": 1}``, with the ``epoch`` and ``seq`` that it has, if any, and gets
``welcome`` with the current ``seq``, ``you``, the seats that it holds, and ``rights``, its allowed
requests. Then come the batches that it has missed, or, in another epoch or after more than
:data:`MOST_MISSED`, a ``snapshot``. From then on comes each new batch::

    {"type": "batch", "seq": 7, "by": "screen", "at": 5000000, "kept": true,
     "events": [{"type": "taken_back", "ply": 3, "line": "y@d4"}]}

``seq`` has no gaps. A client that misses a batch says hello again, and skips batches that it has
had. Events are those of :mod:`firmware.match.events`. Times are microseconds of the host's clock,
which also answers ``ping``. While the disk fails batches are not ``kept``. ``{"type": "kept",
"seq"}`` tells that all batches up to ``seq`` are. Seats are sent with the levels of computers only.

A client that holds a seat of a match on screens, by the cookie of
:mod:`firmware.web.screen_routes`, may send a move or another request
(:data:`firmware.web.messages.Asked`)::

    {"type": "do", "id": "a7", "plies": 12, "ask": {"type": "move", "move": "b@d5"}}

``plies`` is the number of moves that the match had then. The answer is ``{"type": "done", "id",
"seq"}``, once the batch of that ``seq`` is decided, or ``{"type": "refused", "id", "code",
"message"}``, where ``code`` is one of :mod:`firmware.match.refusals`. Without an answer, after a
loss of the connection, it is sent again with the same ``id``: it is done once.
"""

import secrets
from collections import deque
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from firmware.match.followed import PROTOCOL, as_told, batch_told, no_match
from firmware.match.rights import allowed
from firmware.match.running import Batch
from firmware.match.state import Match, Place
from firmware.web.messages import Hello
from firmware.web.protocol import FromHost, Kept, Pong, Welcome
from firmware.web.updates import TableState
from firmware.web.watcher import text_of

if TYPE_CHECKING:
    from firmware.web.watcher import Watcher

MOST_MISSED = 512  # batches that are sent again


class Feed:
    """The events of a match since it has followers.

    Args:
        time: returns the seconds of a monotonic clock.

    Attributes:
        watchers: the clients that follow it.

    """

    def __init__(self, time: Callable[[], float]) -> None:
        self.watchers: set[Watcher] = set()
        self._time = time
        self._epoch = secrets.token_hex(4)
        self._missed: deque[Batch] = deque(maxlen=MOST_MISSED)
        self._state: TableState | None = None
        self._heard = 0.0

    def hear(self, state: TableState, batches: Iterable[Batch]) -> None:
        """Update the state of the match, and send the batches since the last call."""
        old, new, kept = self._match, state.match, self._kept
        self._state, self._heard = state, self._time()
        if old is None or new is None or old.line.start is not new.line.start:  # another match
            self._epoch = secrets.token_hex(4)
            self._start_anew()
            return
        fresh = [batch for batch in batches if batch.seq > old.seq]
        if len(fresh) != new.seq - old.seq:
            self._start_anew()
            return
        for batch in fresh:
            self._missed.append(batch)
            self._tell(batch_told(batch, kept=self._kept))
        if self._kept and not kept:
            self._tell(Kept(new.seq))

    def _start_anew(self) -> None:
        """Send everybody the whole match."""
        self._missed.clear()
        for watcher in self.watchers:
            watcher.fall_behind()

    def _tell(self, message: FromHost) -> None:
        text = text_of(message)
        for watcher in self.watchers:
            watcher.tell(text)

    def welcome(self, hello: Hello, place: Place) -> list[str]:
        """Return the messages that answer hello."""
        match = self._match
        seq = 0 if match is None else match.seq
        you = () if match is None else match.acts_for(place)
        rights = () if match is None else allowed(match, you)
        welcome = text_of(Welcome(PROTOCOL, self._epoch, seq, you, rights))
        missing = [batch for batch in self._missed if batch.seq > hello.seq]
        if hello.epoch != self._epoch or len(missing) != seq - hello.seq:
            return [welcome, self.state()]
        return [welcome, *(text_of(batch_told(one, kept=self._kept)) for one in missing)]

    def pong(self) -> str:
        """Return the answer to ``ping``: the time of the host's clock."""
        at = 0 if self._state is None else self._state.at
        return text_of(Pong(at + int((self._time() - self._heard) * 1e6)))

    @property
    def _kept(self) -> bool:
        """Whether all that has happened is on the disk."""
        return self._state is None or getattr(self._state.view, "kept", True)

    @property
    def _match(self) -> Match | None:
        return None if self._state is None else self._state.match

    def state(self) -> str:
        """Return the message with the whole match. Its ``header`` is null without a match."""
        state, match = self._state, self._match
        if state is None or match is None:
            return text_of(no_match(self._epoch))
        return text_of(as_told(match, self._epoch, state.files, kept=self._kept))
