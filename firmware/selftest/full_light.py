"""The test of the supply under full load: all lamps shine white, at the firmware's maximum.

The builder holds a multimeter to the farthest pixel and feels whether supply, fuse and wires get
warm. Contacts that move meanwhile are disturbed by the current. Like the self-test it takes events
and returns effects:

=======  ======================================================
CONFIRM  begin; then: the voltage was there and nothing got hot
HINT     once more
MENU     end; then: something was wrong
=======  ======================================================
"""

from enum import Enum

from firmware.games import LampState
from firmware.play.effects import Effect, Play
from firmware.selftest.check import SelfTestView
from firmware.selftest.lines import by_layer
from firmware.selftest.recording import RecordingSense
from firmware.sensing.events import Event, Key
from firmware.words import N_, Number, Text, Value
from hal import CELLS, NO_CONTACTS, Contacts, Tune
from hal.trace import SECOND
from wiring import PinMap
from wiring.power import budget

LONG = 60 * SECOND  # of light: wires and fuse have almost reached their final temperature then
ANSWER = 120 * SECOND  # longest wait for the answer about voltage and warmth
SETTLES = SECOND  # after which the hand that pressed the key is off the table
_WHITE = LampState((255, 255, 255))


class Stage(Enum):
    """The stage of the test."""

    READY = "ready"
    LIGHT = "light"
    QUESTION = "question"
    DONE = "done"


_WIRED = {
    Stage.READY: N_(
        "Connect the multimeter to 5 V and 0 V of the farthest pixel. CONFIRM: all "
        "lamps light up white for {long} s; MENU: stop."
    ),
    Stage.LIGHT: N_(
        "Do not touch the table for {seconds} s: the supply gives {amps} A at most; the "
        "farthest pixel should have {volts} V or more."
    ),
    Stage.QUESTION: N_(
        "Was it {volts} V or more, and are supply, fuse and wires warm at most? "
        "CONFIRM: yes, MENU: no, HINT: once more."
    ),
}
_UNWIRED = {  # of a board whose supply and wires are known to its own program alone
    Stage.READY: N_("CONFIRM: all lamps light up white for {long} s; MENU: stop."),
    Stage.LIGHT: N_("Do not touch the table for {seconds} s."),
    Stage.QUESTION: N_("Is all of it warm at most? CONFIRM: yes, MENU: no, HINT: once more."),
}
_DISTURBED = N_("{layer} at {cells}: switches while all lamps are lit")
_DISTURBED_WIRED = N_(
    "{layer} at {cells}: switches while all lamps are lit; is the 0 V of both supplies "
    "joined by a thick wire, and does a row of pixels run along its line?"
)
_WEAK = N_("supply: something gets hot while all lamps are lit")
_WEAK_WIRED = N_(
    "supply: less than {volts} V at the farthest pixel, or something gets hot; measure "
    "from joint to joint where the voltage is lost, and compare the wires with power.md"
)


class FullLight:
    """The test of the supply of a table.

    Args:
        recording: the sense port that the loop reads.
        pins: the map of the table, with its supply and wires; None for a board whose wires are
            known to its own program.

    Attributes:
        seen: whether the lamps have shone to the end.
    """

    def __init__(self, recording: RecordingSense, pins: PinMap | None) -> None:
        self._recording = recording
        self._wired = pins is not None
        self._values: dict[str, Value] = {"long": LONG // SECOND}
        if pins is not None:
            draws = budget(pins)
            self._values |= {"amps": Number(draws.load, 2), "volts": Number(draws.farthest, 2)}
        self._stage = Stage.READY
        self._since = self._now = 0
        self._right: bool | None = None  # whether the voltage was there and nothing got hot, None without an answer
        self._disturbed = NO_CONTACTS  # contacts that moved in the light
        self.seen = False

    @property
    def done(self) -> bool:
        """Whether the test is over."""
        return self._stage is Stage.DONE

    @property
    def due(self) -> int | None:
        """Always 0, since stages end by time. None when the test is over."""
        return None if self.done else 0

    @property
    def view(self) -> SelfTestView:
        """The lamps and the text to show now."""
        seconds = max(self._since + LONG - self._now, 0) // SECOND + 1  # for which the lamps still shine
        texts = _WIRED if self._wired else _UNWIRED
        glow = dict.fromkeys(range(CELLS), _WHITE) if self._stage is Stage.LIGHT else {}
        return SelfTestView(
            glow, Text(texts.get(self._stage, N_("The test is over.")), self._values | {"seconds": seconds})
        )

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin the test."""
        self._since = self._now = at
        return [Play(Tune.QUESTION)]

    def feed(self, event: Event) -> list[Effect]:
        """Take an event, of which only keys count, and return its effects."""
        if not isinstance(event, Key):
            return []
        asked = self._stage is Stage.QUESTION
        begins = "HINT" if asked else "CONFIRM"
        if self._stage in (Stage.READY, Stage.QUESTION) and event.name == begins:
            return self._enter(Stage.LIGHT, event.at)
        if asked and event.name in ("CONFIRM", "MENU"):
            self._right = event.name == "CONFIRM"
            return self._enter(Stage.DONE, event.at)
        return self._enter(Stage.DONE, event.at) if event.name == "MENU" else []

    def wait(self, at: int) -> list[Effect]:
        """Return the effects of time having passed to `at` (microseconds)."""
        self._now = at
        passed = at - self._since
        if self._stage is Stage.LIGHT:
            if passed >= SETTLES:
                self._disturbed |= self._recording.moved
            self._recording.clear()
            if passed >= LONG:
                self.seen = True
                return self._enter(Stage.QUESTION, at)
        if self._stage is Stage.QUESTION and passed >= ANSWER:
            return self._enter(Stage.DONE, at)
        return []

    def _enter(self, stage: Stage, at: int) -> list[Effect]:
        self._stage, self._since = stage, at
        return [Play(Tune.GAME_OVER if stage is Stage.DONE else Tune.QUESTION)]

    @property
    def report(self) -> list[Text]:
        """The report to the builder, a line for each fault."""
        lines = by_layer(_DISTURBED_WIRED if self._wired else _DISTURBED, self._disturbed)
        if self._right is False:
            lines.append(Text(_WEAK_WIRED if self._wired else _WEAK, self._values))
        if self.seen and self._right is None:
            lines.append(Text(N_("supply: nobody confirmed that it can power all lamps"), {}))
        return lines
