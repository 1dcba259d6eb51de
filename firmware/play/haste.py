"""Warnings that little time is left: on a clock, in a turn that passes by itself, or of sand."""

from collections.abc import Mapping

from firmware.games import AnyAdapter
from firmware.match.running import Running
from firmware.match.state import TABLE
from firmware.play.effects import Effect, Play, Warn
from firmware.words import N_
from hal import Tune

LITTLE = 10  # seconds that are little on a clock, and before a turn passes by itself
LITTLE_OF_TURN = 5
_LITTLE = N_("Only {seconds} seconds are left to move.")


class Haste:
    """The time that is left in a match, and its warnings, each given once. running: the match. adapter: of its game."""

    def __init__(self, running: Running, adapter: AnyAdapter) -> None:
        self._running = running
        self._adapter = adapter
        self._hurried = ""  # the seat that was told that little time is left
        self._warned: frozenset[str] = frozenset()  # the urgent fields of past warnings

    @property
    def left(self) -> Mapping[str, int]:
        """The seconds that seats have left, see :class:`firmware.play.view.View`."""
        position, left = self._running.match.now, self._running.left
        seat, turn = position.to_move, self._adapter.turn_left(position)
        return left if left or turn is None or seat is None else {seat: turn}

    def hurries(self, left: Mapping[str, int]) -> bool:
        """Whether the seat to move has little time left. left: seconds by seat."""
        match = self._running.match
        seconds = left.get(match.now.to_move or "")
        little = LITTLE if self._running.left else LITTLE_OF_TURN
        return seconds is not None and seconds <= little and not match.over

    def warn_of_time(self) -> list[Effect]:
        """Return a warning that the person to move here has little time left."""
        match, left, before = self._running.match, self.left, self._hurried
        seat = self._hurried = (self.hurries(left) and match.now.to_move) or ""
        here = seat in match.seats.people and seat in match.acts_for(TABLE)
        if not seat or seat == before or not here:
            return []
        return [Warn(_LITTLE, {"seconds": left[seat]}, incident=True), Play(Tune.WARNING)]

    def warn_of_sand(self) -> list[Effect]:
        """Return a tone for further pieces that the seat to move is about to lose by waiting."""
        before, self._warned = self._warned, self._adapter.urgent(self._running.match.now)
        return [Play(Tune.WARNING)] if self._warned - before else []
