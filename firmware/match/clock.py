"""The clock of a game that runs in real time, as a value: every time is handed in."""

from msgspec import Struct
from msgspec.structs import replace

NOTE_EVERY = 5_000  # milliseconds between two notes of the game's own time


class GameClock(Struct, frozen=True):
    """The clock of a game. Each method that changes it returns a new clock.

    A new clock does not run. It runs from :meth:`start` on, or from :meth:`resume` on if it was
    paused when the game was resumed.

    Attributes:
        zero: the time of the table, in microseconds, at which this clock shows 0; None while it
            does not run.
        noted: the milliseconds that it showed at the last note.
        paused: whether it stands still at `noted` until it is resumed.
    """

    zero: int | None = None
    noted: int = 0
    paused: bool = False

    @property
    def running(self) -> bool:
        """Whether time passes in the game."""
        return self.zero is not None

    def start(self, at: int) -> "GameClock":
        """Return a running clock that shows 0 at `at` (microseconds).

        A clock that runs already or is paused stays as it is.
        """
        return self if self.running or self.paused else GameClock(zero=at)

    def resume(self, at: int) -> "GameClock":
        """Return a paused clock as it runs on from `at` (microseconds). Others stay as they are."""
        return GameClock(at - self.noted * 1000, self.noted) if self.paused else self

    def delayed(self, microseconds: int) -> "GameClock":
        """Return a running clock set back by a time during which it stood still."""
        return self if self.zero is None else replace(self, zero=self.zero + microseconds)

    def milliseconds(self, at: int, least: int = 0) -> int:
        """Return the time that it shows at `at` (microseconds), in full milliseconds.

        The time is at least `least`, the time of the last move. It is `least` while the clock
        stands.
        """
        return least if self.zero is None else max((at - self.zero) // 1000, least)

    def nearest(self, at: int, least: int = 0) -> int:
        """Return the same as :meth:`milliseconds`, but rounded to the nearest millisecond."""
        return least if self.zero is None else max(round((at - self.zero) / 1000), least)

    def needs_note(self, milliseconds: int) -> bool:
        """Whether a note of this time of the clock is due."""
        return milliseconds >= self.noted + NOTE_EVERY

    def note(self, milliseconds: int) -> "GameClock":
        """Return the clock with this as its last note."""
        return replace(self, noted=milliseconds)
