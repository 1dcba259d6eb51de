"""The clocks of the seats of a match, as values: what each has left, and whose runs.

A match has them where that was asked for. A clock runs from the moment when each seat has moved
once; from then on it counts the time of one's own turns, however many moves a turn has. All times
are handed in: microseconds of the host, milliseconds on a clock.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from firmware.match.line import GameLine
from rules import MalformedError
from rules.text import told

LONGEST = 3 * 3600  # seconds that a clock may begin with
MOST_ADDED = 180  # seconds of an increment or a delay
MOST_CREDIT = 500_000  # microseconds of a move's way to the host that do not count, at most

_WRITTEN = re.compile(r"(?P<base>[0-9]{1,5})(?:(?P<kind>[+d])(?P<added>[0-9]{1,3}))?")


class TimeControl(Struct, frozen=True):
    """How much time the seats of a match have; as a text ``300``, ``300+5`` or ``300d5``.

    Attributes:
        base: the seconds that each clock begins with.
        increment: the seconds that are added after each turn (Fischer).
        delay: the seconds of each turn that are not counted (simple delay).
    """

    base: int
    increment: int = 0
    delay: int = 0

    def __str__(self) -> str:
        added = f"+{self.increment}" if self.increment else f"d{self.delay}" if self.delay else ""
        return f"{self.base}{added}"


def read_time_control(text: str) -> TimeControl:
    """Return the time control that a text says. Raise MalformedError for any other text."""
    found = _WRITTEN.fullmatch(text)
    if found is not None:
        base, added = int(found["base"]), int(found["added"] or 0)
        if 1 <= base <= LONGEST and added <= MOST_ADDED:
            late = found["kind"] == "d"
            return TimeControl(base, 0 if late else added, added if late else 0)
    raise MalformedError(
        told(
            "{text!r} should be a time control: the seconds of each player, 1 to {longest}, and "
            "the increment or delay of each turn, up to {added}, as in 300, 300+5 or 300d5",
            text=text[:20],
            longest=LONGEST,
            added=MOST_ADDED,
        )
    )


class Clocks(Struct, frozen=True):
    """The clocks of a match; each method that changes one returns new clocks.

    Attributes:
        control: how much time there is.
        left: what each seat had at the beginning of the turn, in milliseconds.
        seat: whose turn it is, "" for nobody's.
        since: from when the clock of `seat` runs, in microseconds; None while none runs.
        noted: the milliseconds of the turn, since its last move, that were noted last.
    """

    control: TimeControl
    left: Mapping[str, int]
    seat: str = ""
    since: int | None = None
    noted: int = 0

    def shown(self, seat: str, at: int) -> int:
        """Return what the clock of a seat shows at `at` (microseconds), in milliseconds, from 0."""
        if seat != self.seat or self.since is None:
            return self.left[seat]
        used = (at - self.since) // 1000 - 1000 * self.control.delay
        return max(0, self.left[seat] - max(0, used))

    def out_of_time(self, at: int) -> bool:
        """Whether the time of whose turn it is has run out at `at` (microseconds)."""
        return self.since is not None and not self.shown(self.seat, at)

    def after_move(self, seat: str, then: str, at: int) -> int:
        """Return what the clock of a seat shows after its move, in milliseconds.

        then: whose turn it is after that; the increment is added when the turn has passed.
        """
        shown = self.shown(seat, at)
        return shown + 1000 * self.control.increment * (then != seat and self.since is not None)

    def moved(self, seat: str, left: int, then: str, at: int, *, runs: bool) -> "Clocks":
        """Return the clocks after a move.

        Args:
            seat: who has moved.
            left: what their clock shows, see :meth:`after_move`.
            then: whose turn it is now, "" for nobody's.
            at: the time, in microseconds.
            runs: whether a clock runs from now on.
        """
        if runs and seat == then == self.seat and self.since is not None:
            counted = self.left[seat] - left  # of what the turn has lasted; not while it is delayed
            since = at - 1000 * (counted + 1000 * self.control.delay) if counted else self.since
            return replace(self, since=since, noted=0)
        return replace(
            self,
            left={**self.left, seat: left},
            seat=then,
            since=at if runs and then else None,
            noted=0,
        )

    def run(self, at: int) -> "Clocks":
        """Return the clocks as they run on at `at` (microseconds), if they stand still."""
        return self if self.since is not None else replace(self, since=at)

    def delayed(self, microseconds: int) -> "Clocks":
        """Return the clocks as none has run for so long."""
        return self if self.since is None else replace(self, since=self.since + microseconds)

    def stopped(self, at: int) -> "Clocks":
        """Return the clocks as they stand still from `at` (microseconds) on."""
        shown = {seat: self.shown(seat, at) for seat in self.left}
        return replace(self, left=shown, since=None)

    def restarted(self, seat: str, at: int) -> "Clocks":
        """Return the clocks after moves were taken back: it is the turn of `seat` at `at`."""
        running = self.since is not None
        return replace(self.stopped(at), seat=seat, since=at if running else None, noted=0)


def new_clocks(control: TimeControl, seats: Iterable[str]) -> Clocks:
    """Return the clocks of a match that begins."""
    return Clocks(control, dict.fromkeys(seats, 1000 * control.base))


def clocks_after(
    control: TimeControl, seats: Iterable[str], line: GameLine, thought: int = 0
) -> Clocks:
    """Return the clocks of a match that was interrupted, as they stand until they run on.

    thought: the milliseconds that were noted of the turn, since its last move.
    """
    clocks, seat = new_clocks(control, seats), line.position.to_move or ""
    left = {**clocks.left, **{ply.seat: ply.left for ply in line.plies if ply.left is not None}}
    if seat:
        left[seat] = max(0, left[seat] - thought)
    return replace(clocks, left=left, seat=seat, noted=thought)


def thought(clocks: Clocks, line: GameLine, at: int) -> int:
    """Return the milliseconds that who is to move has used since the last move of the line."""
    lefts = (ply.left for ply in reversed(line.plies) if ply.seat == clocks.seat)
    left = next((one for one in lefts if one is not None), 1000 * clocks.control.base)
    return left - clocks.shown(clocks.seat, at)


def clock_text(milliseconds: int) -> str:
    """Return a time on a clock as the comment of a move has it: ``1:04:58`` or ``4:58``."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
