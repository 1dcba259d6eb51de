"""The clocks of the seats of a match, as values.

A match has clocks on request. They run as soon as each seat has moved once. The clock of a seat
counts the time of its own turns, of any number of moves each. All times are handed in: microseconds
of the host, milliseconds on a clock.
"""

import re
from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from firmware.match.line import GameLine
from rules import MalformedError
from rules.text import told

LONGEST = 3 * 3600  # the most seconds that a clock may begin with
MOST_ADDED = 180  # the most seconds of an increment or a delay
MOST_CREDIT = 500_000  # the most microseconds of a move's way to the host that do not count

_WRITTEN = re.compile(r"(?P<base>[0-9]{1,5})(?:(?P<kind>[+d])(?P<added>[0-9]{1,3}))?")


class TimeControl(Struct, frozen=True):
    """The time control of a match, as a text ``300``, ``300+5`` or ``300d5``.

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
    """Return the time control of a text. Raise MalformedError for any other text."""
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
    """The clocks of a match. Each method that changes a clock returns new clocks.

    Attributes:
        control: the time control.
        left: the milliseconds on each seat's clock at the beginning of the turn.
        seat: the seat to move, or "".
        since: the start of the running clock in microseconds; None while all clocks stand.
        noted: the milliseconds since the last move of the turn, as last noted.
    """

    control: TimeControl
    left: Mapping[str, int]
    seat: str = ""
    since: int | None = None
    noted: int = 0

    def shown(self, seat: str, at: int) -> int:
        """Return the milliseconds on the clock of a seat at `at` (microseconds), at least 0."""
        if seat != self.seat or self.since is None:
            return self.left[seat]
        used = (at - self.since) // 1000 - 1000 * self.control.delay
        return max(0, self.left[seat] - max(0, used))

    def out_of_time(self, at: int) -> bool:
        """Whether the running clock has run out at `at` (microseconds)."""
        return self.since is not None and not self.shown(self.seat, at)

    def after_move(self, seat: str, then: str, at: int) -> int:
        """Return the milliseconds on the clock of a seat after its move.

        then: the seat to move after that. The increment is added when the turn has passed.
        """
        shown = self.shown(seat, at)
        return shown + 1000 * self.control.increment * (then != seat and self.since is not None)

    def moved(self, seat: str, left: int, then: str, at: int, *, runs: bool) -> "Clocks":
        """Return the clocks after a move.

        Args:
            seat: the seat that has moved.
            left: the milliseconds on its clock, see :meth:`after_move`.
            then: the seat to move now, or "".
            at: the time in microseconds.
            runs: whether a clock runs from now on.
        """
        if runs and seat == then == self.seat and self.since is not None:
            counted = self.left[seat] - left  # milliseconds of the turn after its delay
            since = at - 1000 * (counted + 1000 * self.control.delay) if counted else self.since
            return replace(self, since=since, noted=0)
        return replace(self, left={**self.left, seat: left}, seat=then, since=at if runs and then else None, noted=0)

    def run(self, at: int) -> "Clocks":
        """Return standing clocks as they run on from `at` (microseconds)."""
        return self if self.since is not None else replace(self, since=at)

    def delayed(self, microseconds: int) -> "Clocks":
        """Return the clocks set back by a time during which they stood still."""
        return self if self.since is None else replace(self, since=self.since + microseconds)

    def stopped(self, at: int) -> "Clocks":
        """Return the clocks stopped at `at` (microseconds)."""
        shown = {seat: self.shown(seat, at) for seat in self.left}
        return replace(self, left=shown, since=None)

    def restarted(self, seat: str, at: int) -> "Clocks":
        """Return the clocks after a move was taken back. `seat` is to move from `at` on."""
        running = self.since is not None
        return replace(self.stopped(at), seat=seat, since=at if running else None, noted=0)


def new_clocks(control: TimeControl, seats: Iterable[str]) -> Clocks:
    """Return the clocks of a new match."""
    return Clocks(control, dict.fromkeys(seats, 1000 * control.base))


def clocks_after(control: TimeControl, seats: Iterable[str], line: GameLine, thought: int = 0) -> Clocks:
    """Return the standing clocks of a match that was interrupted.

    thought: the milliseconds since the last move of the turn, as last noted.
    """
    clocks, seat = new_clocks(control, seats), line.position.to_move or ""
    left = {**clocks.left, **{ply.seat: ply.left for ply in line.plies if ply.left is not None}}
    if seat:
        left[seat] = max(0, left[seat] - thought)
    return replace(clocks, left=left, seat=seat, noted=thought)


def thought(clocks: Clocks, line: GameLine, at: int) -> int:
    """Return the milliseconds that the seat to move has used since its own last move.

    Without such a move the whole time of its clock counts.
    """
    lefts = (ply.left for ply in reversed(line.plies) if ply.seat == clocks.seat)
    left = next((one for one in lefts if one is not None), 1000 * clocks.control.base)
    return left - clocks.shown(clocks.seat, at)


def clock_text(milliseconds: int) -> str:
    """Return a time on a clock as in the comment of a move: ``1:04:58`` or ``4:58``."""
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
