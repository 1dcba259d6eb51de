"""The updates about a table for remote watchers, and the times when they are due."""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from firmware.app.loop import FRAMES
from firmware.match.running import Batch
from firmware.match.state import Match
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import Choice, Lobby
from firmware.play.view import View
from hal import Frame, Tune
from hal.trace import SECOND
from rules import Move

SAND_INTERVAL = SECOND // 2  # microseconds after which running sand is an update


_SEEN = ("contacts", "trouble", "stubborn", "hint", "proposed", "menu", "paused", "kept", "away", "intensity", "left")
"""The fields of a view that are shown beside the match."""


class TableState(NamedTuple):
    """The shown state of a match, or of the choice of a match, at a time.

    Attributes:
        at: the time in microseconds.
        view: the view of the match or of the choice.
        match: the match, None during the choice.
        log: the batches of the match; those up to ``match.seq`` have led to it, later ones may be added meanwhile.
        lamps: the colours of the lamps; empty on a screen.
        files: name -> text of the files that the options of the match name.
        number: the number of a match on screens, None at a table.
        faults: the present faults of the table, as sentences.
        beside: the name of the file in which games are kept since another program has written the
            store, "" before.
    """

    at: int
    view: View | Choice
    match: Match | None
    lamps: Frame = ()
    files: Mapping[str, str] = MappingProxyType({})
    number: int | None = None
    log: Sequence[Batch] = ()
    faults: tuple[str, ...] = ()
    beside: str = ""

    @property
    def lines(self) -> tuple[Move, ...]:
        """The move lines of the record."""
        return () if self.match is None else self.match.lines


Update: TypeAlias = TableState | Tune | Warn


class UpdateCollector:
    """The collector of a table's updates between two scans.

    A state is an update if the table shows another state: 20 times a second at most, but at once
    when the game has changed. Tunes and warnings are always updates.
    """

    def __init__(self) -> None:
        self._updates: list[Update] = []
        self._match: tuple[object, ...] | None = None  # and the number of its last batch
        self._shown: tuple[object, ...] | None = None
        self._next = 0  # when a state that is not due to a change may be told, microseconds

    def hear(self, effect: Effect) -> None:
        """Take in a warning; other effects are seen in the state."""
        if isinstance(effect, Warn):
            self._updates.append(effect)

    def hear_tune(self, tune: Tune) -> None:
        """Take in a tune that the table plays."""
        self._updates.append(tune)

    def look(self, now: int, lobby: Lobby, lamps: Frame, faults: tuple[str, ...] = (), *, beside: str = "") -> None:
        """Add the state of the table after a scan at `now` (microseconds), if it is an update.

        faults, beside: see :class:`TableState`.
        """
        session = lobby.session
        running = None if session is None else session.running
        match, files, log = (None, {}, ()) if running is None else (running.match, running.files, running.log)
        played = (running, None if match is None else match.seq)
        if played == self._match and now < self._next:
            return
        self._next = now + SECOND // FRAMES
        view, self._match = lobby.view, played
        seen: object = view
        if isinstance(view, View):
            runs = not view.paused and view.position.later(1) is not view.position
            time = now // SAND_INTERVAL if runs else 0
            seen = (view.position.outcome, time, *(getattr(view, name) for name in _SEEN))
        shown = (played, lamps, seen, faults, beside)
        if shown == self._shown:
            return
        self._shown = shown
        self._updates.insert(0, TableState(now, view, match, lamps, files, None, log, faults, beside))

    def take(self) -> tuple[Update, ...]:
        """Return the updates since the last call, a state first, and forget them."""
        updates = tuple(self._updates)
        self._updates.clear()
        return updates
