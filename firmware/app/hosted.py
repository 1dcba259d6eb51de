"""A match that is open at its host."""

from collections.abc import Iterable, Mapping
from concurrent.futures import Future
from typing import Any

from firmware.app.computers import Computer
from firmware.games.adapter import AnyAdapter
from firmware.match.commands import Play
from firmware.match.running import Batch, Running
from firmware.match.state import Match, Place
from firmware.match.time_control import MOST_CREDIT
from firmware.opponents import Advice
from firmware.storage.pending import PendingGame
from rules import Move


class Hosted(Running):
    """A match that is open.

    Attributes:
        number: its number, also in its address; 0 before the store has it.
        adapter: the adapter that draws it on a screen.
        pending: its log for the store.
        computer: the player of the seats of computers.
        since: the earliest time at which a computer could have moved, in microseconds.
        hint: the best move, with the number of the batch after which it was asked for.
        answered: the answers to the last requests of each holder, by the id of the request.
        unwatched: whether it has no watchers any more.
        under_way: the microseconds for which a message is under way, by the holder of seats.
    """

    hint: tuple[int, Future[Advice]] | None

    def __init__(
        self,
        match: Match,
        files: Mapping[str, str],
        pending: PendingGame,
        computer: Computer,
        adapter: AnyAdapter,
        *,
        log: Iterable[Batch],
    ) -> None:
        super().__init__(match, files, pending, log)
        self.number = pending.number or 0
        self.adapter = adapter
        self.pending = pending
        self.computer = computer
        self.since = 0
        self.unwatched = False
        self.hint = None
        self.answered: dict[str, dict[str, Any]] = {}
        self.under_way: dict[str, int] = {}

    @property
    def busy(self) -> bool:
        """Whether time or a computer may cause events without a command."""
        return self.match.runs or self.level is not None or self.asked

    def credit(self, holder: str) -> int:
        """Return the microseconds of a message's way that do not count on the clock of a holder."""
        return min(self.under_way.get(holder, 0), MOST_CREDIT)

    def next_play(self, move: Move, place: Place) -> Play:
        """Return the command to make a move next, as a place has asked for it."""
        return Play(len(self.match.line.plies) + 1, move, credit=self.credit(place.id))

    @property
    def credit_of_turn(self) -> int:
        """The credit of the holder of the seat to move, see :meth:`credit`."""
        seat = self.match.seats.by_name.get(self.match.now.to_move or "")
        return 0 if seat is None else self.credit(seat.holder)
