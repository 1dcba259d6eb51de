"""The updates that those who look on from elsewhere get about a table, and when they are due."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from firmware.app.loop import FRAMES
from firmware.match.events import Ran
from firmware.match.running import Batch
from firmware.match.state import Match
from firmware.play.effects import AdviceWanted, Asked, Effect, Explained, Play, Warn
from firmware.play.lobby import Choice, Lobby
from firmware.play.view import View
from hal import NO_CONTACTS, Contacts, Frame, Tune
from hal.trace import SECOND
from rules import Move

SAND_INTERVAL = SECOND // 2  # microseconds after which running sand is an update


_SEEN = (
    "contacts", "trouble", "stubborn", "hint", "proposed", "menu", "paused", "kept", "away",
    "intensity", "left",
)  # fmt: skip
"""What a view shows beside the match."""


class TableState(NamedTuple):
    """What a match, or the choice of one, shows at one time.

    Attributes:
        at: microseconds.
        view: what there is to show.
        match: the match, None while one is chosen.
        lamps: as lit; none on a screen.
        closed: the contacts that are closed.
        files: name -> text of the files that the options of the match name.
        number: by which a match on screens is known, None at a table.
        faults: what does not work at the table now, as sentences.
        beside: the name of the file in which games are kept since somebody else has written that of
            the store, "" while nobody has.
    """

    at: int
    view: View | Choice
    match: Match | None
    lamps: Frame = ()
    closed: Contacts = NO_CONTACTS
    files: Mapping[str, str] = MappingProxyType({})
    number: int | None = None
    faults: tuple[str, ...] = ()
    beside: str = ""

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of the record."""
        return () if self.match is None else self.match.lines


Update: TypeAlias = TableState | Batch | Tune | Warn


class UpdateCollector:
    """Collects the updates of one table between two scans.

    A state is an update when the table shows something else: 20 times a second at most, but at once
    when the game has changed. Tunes and warnings always are.
    """

    def __init__(self) -> None:
        self._updates: list[Update] = []
        self._changes = 0  # how often the game has changed
        self._shown: tuple[object, ...] | None = None
        self._next = 0  # when a state that is not due to a change may be told, microseconds

    def hear(self, effect: Effect) -> None:
        """Take in an effect of the game: a warning, or that the game has changed."""
        if isinstance(effect, Warn):
            self._updates.append(effect)
        elif not isinstance(effect, Ran | Play | Explained | AdviceWanted | Asked):
            self._changes += 1

    def hear_tune(self, tune: Tune) -> None:
        """Take in a tune that the table plays."""
        self._updates.append(tune)

    def look(
        self,
        now: int,
        lobby: Lobby,
        lamps: Frame,
        closed: Contacts,
        faults: tuple[str, ...] = (),
        *,
        beside: str = "",
    ) -> None:
        """Take in what the table shows after a scan at `now` (microseconds), if that is an update.

        closed: the contacts that are closed. faults, beside: see :class:`TableState`.
        """
        changed = self._shown is None or self._changes != self._shown[0]
        if not changed and now < self._next:
            return
        self._next = now + SECOND // FRAMES
        view, session = lobby.view, lobby.session
        seen: object = view
        if isinstance(view, View):
            runs = not view.paused and view.position.later(1) is not view.position
            time = now // SAND_INTERVAL if runs else 0
            seen = (view.position.outcome, time, *(getattr(view, name) for name in _SEEN))
        shown = (self._changes, lamps, closed, seen, faults, beside)
        if shown == self._shown:
            return
        self._shown = shown
        match = None if session is None else session.match
        files = {} if session is None else session.running.files
        state = TableState(now, view, match, lamps, closed, files, faults=faults, beside=beside)
        self._updates[:0] = [state, *(() if session is None else session.running.take())]

    def take(self) -> tuple[Update, ...]:
        """Return the updates since the last call, a state first, and forget them."""
        updates = tuple(self._updates)
        self._updates.clear()
        return updates
