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
from typing import NamedTuple

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


class Light(NamedTuple):
    """The result of the test.

    Attributes:
        seen: whether the lamps have shone to the end.
        right: whether the voltage was there and nothing got hot, None without an answer.
        disturbed: the contacts that moved in the light.
    """

    seen: bool
    right: bool | None
    disturbed: Contacts


class FullLight:
    """The test of the supply of a table.

    Args:
        recording: the sense port that the loop reads.
        pins: the map of the table, with its supply and wires; None for a board whose wires are
            known to its own program.
    """

    def __init__(self, recording: RecordingSense, pins: PinMap | None) -> None:
        self._recording = recording
        self._budget = None if pins is None else budget(pins)
        self._stage = Stage.READY
        self._since = self._now = 0
        self._seen = False
        self._right: bool | None = None
        self._disturbed = NO_CONTACTS

    @property
    def done(self) -> bool:
        """Whether the test is over."""
        return self._stage is Stage.DONE

    @property
    def due(self) -> int | None:
        """Always 0, since stages end by time. None when the test is over."""
        return None if self.done else 0

    @property
    def light(self) -> Light:
        """The result so far."""
        return Light(self._seen, self._right, self._disturbed)

    @property
    def view(self) -> SelfTestView:
        """The lamps and the text to show now."""
        values: dict[str, Value] = {
            "long": LONG // SECOND,
            "seconds": max(self._since + LONG - self._now, 0) // SECOND + 1,  # for which the lamps still shine
        }
        if self._budget is not None:
            values |= {"amps": Number(self._budget.load, 2), "volts": Number(self._budget.farthest, 2)}
        texts = _UNWIRED if self._budget is None else _WIRED
        glow = dict.fromkeys(range(CELLS), _WHITE) if self._stage is Stage.LIGHT else {}
        return SelfTestView(glow, Text(texts.get(self._stage, N_("The test is over.")), values))

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
                self._seen = True
                return self._enter(Stage.QUESTION, at)
        if self._stage is Stage.QUESTION and passed >= ANSWER:
            return self._enter(Stage.DONE, at)
        return []

    def _enter(self, stage: Stage, at: int) -> list[Effect]:
        self._stage, self._since = stage, at
        return [Play(Tune.GAME_OVER if stage is Stage.DONE else Tune.QUESTION)]


def report_light(light: Light, pins: PinMap | None) -> list[Text]:
    """Return the report to the builder, a line for each fault. pins: see :class:`FullLight`."""
    disturbed = (
        N_("{layer} at {cells}: switches while all lamps are lit")
        if pins is None
        else N_(
            "{layer} at {cells}: switches while all lamps are lit; is the 0 V of both supplies "
            "joined by a thick wire, and does a row of pixels run along its line?"
        )
    )
    lines = by_layer(disturbed, light.disturbed)
    if light.right is False and pins is None:
        lines.append(Text(N_("supply: something gets hot while all lamps are lit"), {}))
    elif light.right is False and pins is not None:
        text = N_(
            "supply: less than {volts} V at the farthest pixel, or something gets hot; measure "
            "from joint to joint where the voltage is lost, and compare the wires with power.md"
        )
        lines.append(Text(text, {"volts": Number(budget(pins).farthest, 2)}))
    if light.seen and light.right is None:
        lines.append(Text(N_("supply: nobody confirmed that it can power all lamps"), {}))
    return lines
