"""The measurement of the running time of each hourglass, all eight at once.

It takes events and returns effects, like a game. The sheet of the hourglass game lies on the table
with every glass in its start hole and its sand at rest. The user turns a glass over in its hole,
which starts its time, and takes it out of the hole when the last grain has fallen. CONFIRM ends,
UNDO forgets the last time measured, MENU ends without keeping anything.
"""

from collections.abc import Mapping

from firmware.games import LampState
from firmware.games.capabilities import write_measured
from firmware.play.effects import Effect, Play
from firmware.selftest.check import SelfTestView
from firmware.sensing.events import Event, Key, Kind, Touch
from firmware.words import N_, Number, Text
from hal import Colour, Contacts, Tune
from hal.trace import SECOND

LEAST_SAND = 5 * SECOND  # a shorter time is refused: the glass was hardly turned

_WAITING_COLOUR: Colour = (160, 160, 160)
_RUNNING_COLOUR: Colour = (220, 160, 0)
_MEASURED_COLOUR: Colour = (0, 160, 0)

_PROMPT = N_("Turn over an hourglass in its hole, and take it out when it has run out. CONFIRM finishes. {times}")


class Calibration:
    """A measurement of hourglasses.

    Args:
        holes: the cell of each start hole, in the game's order.

    Attributes:
        seconds: the running time of each measured glass, by its start hole.
        done: whether the measurement is over.
        kept: whether it ended with CONFIRM.
    """

    def __init__(self, holes: Mapping[str, int]) -> None:
        self._holes = holes
        self._cells = {cell: hole for hole, cell in holes.items()}
        self._turned: dict[str, int] = {}  # hole -> when its glass was turned over (microseconds)
        self._order: list[str] = []  # measured holes, the latest last
        self._now = 0
        self.seconds: dict[str, float] = {}
        self.done = False
        self.kept = False

    @property
    def option(self) -> str:
        """The measured times as the option ``sand`` of the game."""
        return write_measured({hole: f"{self.seconds[hole]:.1f}" for hole in self._holes if hole in self.seconds})

    @property
    def measured(self) -> Text:
        """The measured times as text for people."""
        return _each({hole: Number(self.seconds[hole], 1) for hole in self._holes if hole in self.seconds})

    @property
    def due(self) -> int | None:
        """Always 0, since the running times are shown. None when the measurement is over."""
        return None if self.done else 0

    @property
    def view(self) -> SelfTestView:
        """The lamps and the text to show now."""
        glow, times = {}, dict[str, Number]()
        for hole, cell in self._holes.items():
            glow[cell] = LampState(_WAITING_COLOUR)
            if hole in self._turned:
                glow[cell] = LampState(_RUNNING_COLOUR, blinks=True)
                times[hole] = Number((self._now - self._turned[hole]) // SECOND)
            elif hole in self.seconds:
                glow[cell] = LampState(_MEASURED_COLOUR)
                times[hole] = Number(self.seconds[hole], 1)
        return SelfTestView(glow, Text(_PROMPT, {"times": _each(times)}), self._cells)

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin. Closed contacts do not matter, since turning a glass starts its time."""
        self._now = at
        return [Play(Tune.QUESTION)]

    def wait(self, at: int) -> list[Effect]:
        """Update the times that are shown to `at` (microseconds)."""
        self._now = at
        return []

    def feed(self, event: Event) -> list[Effect]:
        """Take an event and return its effects."""
        if isinstance(event, Key):
            return self._key(event.name)
        if not isinstance(event, Touch) or event.cell not in self._cells:
            return []
        hole = self._cells[event.cell]
        if event.kind in (Kind.A_UP, Kind.B_UP):
            self._turned[hole] = event.at
            return [Play(Tune.ACCEPTED)]
        if event.kind is Kind.LIFT and hole in self._turned:
            return self._measure(hole, event.at)
        return []

    def _measure(self, hole: str, at: int) -> list[Effect]:
        if at - self._turned[hole] < LEAST_SAND:
            return [Play(Tune.REFUSED)]
        self.seconds[hole] = round((at - self._turned.pop(hole)) / SECOND, 1)
        self._order.append(hole)
        return [Play(Tune.SCORED)]

    def _key(self, name: str) -> list[Effect]:
        if name == "UNDO" and self._order:
            self.seconds.pop(self._order.pop(), None)
            return [Play(Tune.TAKEN_BACK)]
        if name in ("CONFIRM", "MENU"):
            self.done, self.kept = True, name == "CONFIRM"
            return [Play(Tune.GAME_OVER)]
        return [Play(Tune.REFUSED)]


def _each(times: Mapping[str, Number]) -> Text:
    """Return a text with the seconds of each hole."""
    return Text("  ".join(f"{hole} {{{hole}}}" for hole in times), times)
