"""The stream of a match on screens, with the people at it: who looks on, who is away, what players say."""

from collections.abc import Callable, Collection, Iterable, Sequence
from math import ceil, inf
from time import monotonic

from firmware.app.host import local_time
from firmware.games.naming import names_of
from firmware.match.events import Answered, Proposed
from firmware.match.running import Batch
from firmware.match.seats import Seats
from firmware.match.state import Match
from firmware.web.asks import NOT_SEATED
from firmware.web.refusal import RefusedError
from firmware.web.stream import Stream, Watcher
from firmware.web.updates import TableState
from firmware.web.wire import Phrase, Said, You
from firmware.words import N_, Text, Words, told
from hal.trace import SECOND

KEPT = 60.0  # seconds for which a seat stays its holder's when their browser is gone
SPEECH_PAUSE = 1.5  # seconds between two phrases of a browser

_CAME = N_("{name} is here.")
_REFUSED = N_("{name} said no.")


class MatchStream(Stream):
    """The stream of a match on screens, with the people at it.

    Args:
        words: returns the words of a language.
        now: returns the seconds of a clock that only goes forward.
        moment: the state of the match.

    Attributes:
        number: of the match.
        seen: the time in seconds when each browser was last connected, infinite while it is; the match's thread
            reads it, too.
    """

    def __init__(self, words: Callable[[str], Words], now: Callable[[], float], moment: TableState) -> None:
        super().__init__(words)
        self.number = moment.number or 0
        self.seen: dict[str, float] = {}
        self._left: dict[str, str] = {}  # the same of absent browsers, as ISO 8601
        self._spoke: dict[str, float] = {}  # the time of each browser's last phrase, in seconds
        self._now = now
        self._opened = now()
        super().show(moment)

    @property
    def match(self) -> Match:
        """The match as it is shown."""
        assert self.moment is not None
        assert self.moment.match is not None
        return self.moment.match

    def show(self, moment: TableState) -> None:
        """Take in the present state of the match, and tell its people what they have to know of each other."""
        before = self.match
        super().show(moment)
        match = self.match
        if (before.seats, before.again) != (match.seats, match.again):
            self._tell_people()
        self._tell_who_came(before.seats)
        self._tell_who_refused(before.proposal, (one for one in moment.log if before.seq < one.seq <= match.seq))

    def _tell_who_came(self, before: Seats) -> None:
        """Tell the other players that a player has sat down in a free seat."""
        seats = self.match.seats.by_name
        for name, seat in seats.items():
            if seat.holder and not before.by_name[name].holder:
                self._tell({one.holder for one in seats.values()} - {seat.holder, ""}, _CAME, (name,))

    def _tell_who_refused(self, proposal: Proposed | None, batches: Iterable[Batch]) -> None:
        """Tell the browsers of a proposal that a player has said no to it."""
        if proposal is None:
            return
        asking = {self.match.seats.by_name[name].holder for name in proposal.seats}
        for event in (event for batch in batches for event in batch.events):
            if isinstance(event, Answered) and not event.yes and event.seats != proposal.seats:
                self._tell(asking, _REFUSED, event.seats)

    def _tell(self, holders: Collection[str], text: str, seats: Sequence[str]) -> None:
        """Tell these browsers about a deed of the players of some seats."""
        for watcher in self.watchers:
            if watcher.place.id in holders and watcher.words is not None:
                names = names_of(self.match.header, self.match.now, watcher.words)
                watcher.warn(text, {"name": watcher.words.all_of(names[seat] for seat in seats)})

    # Who is there

    def come(self, watcher: Watcher, *, may_touch: bool) -> None:
        """Note that a browser watches, and tell all watchers about the people there."""
        self.seen[watcher.place.id] = inf
        watcher.personal = lambda: self._you(watcher.place.id, may_touch=may_touch)
        self._tell_people()

    def go(self, watcher: Watcher) -> None:
        """Note that a browser has left: the stream has this watcher no more."""
        holder = watcher.place.id
        if self.seen.get(holder) == inf and holder not in self._present:
            self._left[holder] = local_time().isoformat(timespec="seconds")
            self.seen[holder] = self._now()
        self._tell_people()

    def note_seen(self, holder: str) -> None:
        """Note that a browser asks for a seat."""
        self.seen[holder] = max(self._now(), self.seen.get(holder, 0.0))

    @property
    def _present(self) -> set[str]:
        """The browsers that look on."""
        return {watcher.place.id for watcher in self.watchers} - {""}

    @property
    def _spectators(self) -> int:
        """The number of connected browsers that hold no seat."""
        seated = {seat.holder for seat in self.match.seats.by_name.values()}
        return len(self._present - seated) + sum(not watcher.place.id for watcher in self.watchers)

    def _tell_people(self) -> None:
        for watcher in self.watchers:
            if (you := watcher.personal()) is not None:
                watcher.tell(you)

    def _you(self, holder: str, *, may_touch: bool) -> You:
        """Return the ``you`` message of a browser: its seats, and the absent players."""
        seats, present = self.match.seats, self._present
        holders = {name: seats.by_name[name].holder for name in seats.people}
        away = tuple(name for name, one in holders.items() if one not in present)
        mine, kept = seats.held_by(holder), {name: self._kept_for(holders[name]) for name in away}
        return You(
            seats=mine,
            away=away,
            since={name: self._left[holders[name]] for name in away if holders[name] in self._left},
            kept={name: int(seconds * SECOND) for name, seconds in kept.items() if seconds},
            may_seat=bool(mine) or may_touch,
            again=self.match.again,
            now=int(monotonic() * SECOND),
            spectators=self._spectators,
        )

    def _kept_for(self, holder: str) -> float:
        """Return the seconds for which a seat still belongs to its holder, 0 without a holder."""
        return max(0.0, self.seen.get(holder, self._opened) + KEPT - self._now()) if holder else 0.0

    def check_gone(self, seats: Seats, name: str, by: str) -> None:
        """Raise RefusedError if there is no such seat, or it still belongs to its holder.

        by: the browser that asks. A holder who has left may give the seat away at once.
        """
        if name not in seats.by_name:
            raise RefusedError(told("there is no seat {name!r}", name=name[:10]))
        holder = seats.by_name[name].holder
        left = self._kept_for(holder)
        if left == inf:
            raise RefusedError(told("that player is connected"))
        if left > 0 and holder != by:
            raise RefusedError(told("somebody sits there; the seat stays theirs for {seconds} s", seconds=ceil(left)))

    def say(self, holder: str, phrase: Phrase) -> None:
        """Send a phrase of a browser's players to all pages.

        Raise RefusedError if the browser holds no seat, or says too much.
        """
        seats, now = self.match.seats.held_by(holder), self._loop.time()
        if not seats:
            raise RefusedError(Text(NOT_SEATED, {}))
        if now < self._spoke.get(holder, -SPEECH_PAUSE) + SPEECH_PAUSE:
            raise RefusedError(told("too much at once; wait a moment"))
        self._spoke[holder] = now
        for watcher in self.watchers:
            if watcher.words is not None:
                watcher.tell(Said(seats, phrase))
