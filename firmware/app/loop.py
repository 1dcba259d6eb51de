"""The loop: scan by scan, it reads the contacts, passes events on, and carries out effects.

The modules that decide do no I/O; the loop does it for them.
"""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from firmware.app.power import PowerKey
from firmware.output.alerts import Alerts
from firmware.output.assistance import Assistance
from firmware.output.display import display
from firmware.output.driver import Driver
from firmware.output.lamps import frame
from firmware.output.lasting_faults import LastingFaults
from firmware.output.speech import Speech
from firmware.play.effects import Effect, Play, Warn
from firmware.play.intensity import Intensity
from firmware.play.lobby import Choice
from firmware.play.view import View
from firmware.selftest.check import SelfTestView
from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Event
from firmware.words import N_, Words
from hal import Contacts, HalError, Table, Tune
from hal.trace import SECOND

SCAN_RATE = 100  # scans a second
FRAMES = 20  # frames a second at most
SIGHTLESS = SECOND // 2  # microseconds without a scan after which no contact counts as read

P = TypeVar("P")


class Activity(Protocol):
    """An activity at a table: a game, a lobby or a self-test. It decides, the loop carries out."""

    @property
    def view(self) -> View | Choice | SelfTestView:
        """The view to show now."""

    @property
    def due(self) -> int | None:
        """The time (microseconds) of the next change that needs no event, if any."""

    @property
    def done(self) -> bool:
        """Whether the activity has ended."""

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Return the effects of beginning at `at` (microseconds), with these contacts closed."""

    def feed(self, event: Event) -> list[Effect]:
        """Return the effects of an event."""

    def wait(self, at: int) -> list[Effect]:
        """Return the effects of time having passed to `at` (microseconds)."""


class Loop:
    """The loop of a table: carries out the effects of an activity, scan by scan.

    Args:
        table: the ports of the table.
        activity: the activity.
        tell: is called with every effect that the table's own parts do not carry out (moves kept
            and taken back, warnings).
        rate: scans a second.
        standing: the contacts closed before the first scan; None for the contacts of that scan.
        assistance: the help that lamps, prompts and sounds give.
        words: the language of a small display, None where it shows no text.
        alerts: the warnings of that display; the caller passes the calls of `tell` on to it.
        speech: the sentences of the table's voice, None for a silent table; likewise.
        begins_blind: whether the activity begins even if no contact can be read.
        power: takes the keys that switch the machine off, None where they do not.
        intensity: the brightness of lamps and volume of sounds at first.
    """

    def __init__(
        self,
        table: Table,
        activity: Activity,
        tell: Callable[[Effect], None],
        *,
        rate: int = SCAN_RATE,
        standing: Contacts | None = None,
        assistance: Assistance = Assistance(),  # noqa: B008
        words: Words | None = None,
        alerts: Alerts | None = None,
        speech: Speech | None = None,
        begins_blind: bool = False,
        power: PowerKey | None = None,
        intensity: Intensity = Intensity(),  # noqa: B008
    ) -> None:
        self._table = table
        self._debouncer = Debouncer(standing)
        self._driver = Driver(table, tell, sounds=assistance.sounds, intensity=intensity)
        self._assistance = assistance
        self._words = words
        if words is not None:
            words.load()  # now, so that no scan waits for it later
        self._alerts = alerts or Alerts()
        self._speech = speech
        self._rate = rate
        self._began = table.clock.now()
        self._scans = 0
        self._seen_at = self._began  # the time of the last scan
        self._failed = False  # whether the latest scan failed
        self._next_frame = self._began
        self._faults = LastingFaults()  # of contacts and keys
        self._tell = tell
        self._activity = activity
        self._begun = False
        self._begins_blind = begins_blind
        self._power = power
        self._standing = standing

    def step(self) -> None:
        """Wait for the next scan, read it, and carry out the effects."""
        clock = self._table.clock
        if not self._table.paced:
            self._wait()
        self._sense()
        now = clock.now()
        if now >= self._next_frame:
            self._next_frame = now + SECOND // FRAMES
            view = self._activity.view
            unread = self._debouncer.unread if self._begun else self._table.unread()
            self._driver.show(frame(view, now, self._assistance, unread))
            if self._words is not None and self._table.display is not None:
                self._driver.write(display(view, self._words, self._alerts.at(now)))
            if self._speech is not None:
                self._driver.speak(self._speech.look(view))

    def _wait(self) -> None:
        """Wait for the time of the next scan.

        A loop that is late by a whole scan starts its rhythm anew: scans back to back would see a
        contact several times within one bounce.
        """
        clock = self._table.clock
        if clock.now() - self._due >= SECOND // self._rate:
            self._began, self._scans = clock.now(), 0
        clock.sleep_until(self._due)
        self._scans += 1

    @property
    def _due(self) -> int:
        """The time of the next scan, in microseconds."""
        return self._began + self._scans * SECOND // self._rate

    @property
    def still(self) -> bool:
        """Whether no contact has a change that does not count yet, as of the last scan."""
        return self._debouncer.still and not self._failed

    @property
    def closed(self) -> Contacts:
        """The contacts that are closed, bounces aside; the tilt contacts above the reeds."""
        return self._debouncer.closed

    @property
    def faults(self) -> tuple[str, ...]:
        """The present faults of contacts and keys, as sentences."""
        return self._faults.lasting

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """Carry out effects that were decided between two scans, without an event."""
        self._driver.perform(effects)

    @property
    def idle(self) -> bool:
        """Whether the table stays as it is until a contact moves."""
        return self.still and self._activity.due is None

    def skip(self, at: int) -> None:
        """Leave out the scans up to shortly before `at` (microseconds).

        Only in virtual time, while :attr:`still`, and when nothing is due until then.
        """
        self._scans = max(self._scans, (at - self._began) * self._rate // SECOND)

    def _report(self, faults: Iterable[str], *, lasting: bool) -> None:
        """Warn of faults that begin, by their texts; lasting faults sound a tone, too."""
        now = self._table.clock.now()
        new = [fault for fault in sorted(faults) if self._faults.begins(fault, now)]
        for fault in new:
            self._tell(Warn(N_("sensors: {error}"), {"error": fault}, fault))
        if new and lasting:
            self._driver.perform([Play(Tune.WARNING)])

    def _settle(self) -> None:
        """Settle the alerts of faults that are over, and tell when the last is."""
        now = self._table.clock.now()
        over = [fault for fault in self._faults.lasting if self._faults.ends(fault, now)]
        for fault in over:
            self._alerts.settle(fault)
        if over and not self._faults.lasting:
            self._tell(Warn(N_("sensors: working again")))

    def _sense(self) -> None:
        table = self._table
        scan = self._read(table.sense.scan)
        keys = self._read(table.keys.held) or 0
        self._failed = scan is None
        if scan is None:
            self._do_without(keys)
            return
        self._seen_at = scan.at
        self._report(table.faults(), lasting=True)
        self._settle()
        self._feed(self._debouncer.feed(scan, keys, table.unread()))
        self._begin(scan.at)
        self._driver.perform(self._activity.wait(scan.at))

    def _read(self, part: Callable[[], P]) -> P | None:
        """Return the reading of a part of the table. If it fails, warn and return None."""
        try:
            return part()
        except HalError as error:
            lasting = {fault for fault in self._table.faults() if fault in str(error)}
            self._report(lasting or {str(error)}, lasting=bool(lasting))
            return None

    def _do_without(self, keys: int) -> None:
        """Go on without contacts: keys count at once, and time after a while without a scan."""
        now = self._table.clock.now()
        blind = now - self._seen_at >= SIGHTLESS
        if blind and self._begins_blind:
            self._begin(now)
        if not self._begun:
            return
        if blind:
            self._feed(self._debouncer.lose_sight(now))
        self._feed(self._debouncer.feed_keys(keys, now))
        if blind:
            self._driver.perform(self._activity.wait(now))

    def _begin(self, at: int) -> None:
        """Begin the activity, if it has not begun."""
        if not self._begun:
            self._begun = True
            standing = self._debouncer.closed if self._standing is None else self._standing
            self._driver.perform(self._activity.begin(standing, at))

    def _feed(self, events: Iterable[Event]) -> None:
        if self._power is not None:
            events = self._power.take(events, self._debouncer.keys, self._table.clock.now())
        for event in events:
            self._driver.perform(self._activity.feed(event))
