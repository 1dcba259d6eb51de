"""What happens in one scan? The loop around the decisions, which does the I/O."""

from collections.abc import Callable, Iterable
from typing import Protocol

from firmware.output.alerts import Alerts
from firmware.output.assistance import Assistance
from firmware.output.display import display
from firmware.output.driver import Driver
from firmware.output.lamps import frame
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import Choice
from firmware.play.view import View
from firmware.selftest.check import SelfTestView
from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Event
from firmware.words import Words, say
from hal import HalError, Table
from hal.trace import SECOND

RATE = 100  # scans a second
FRAMES = 20  # frames a second at most


class Play(Protocol):
    """What is played at the table: it decides, the loop carries out."""

    @property
    def view(self) -> View | Choice | SelfTestView:
        """What there is to show now."""

    @property
    def due(self) -> int | None:
        """When time alone will change something (microseconds), None when it will not."""

    @property
    def done(self) -> bool:
        """Whether there is nothing more to do at this table."""

    def begin(self, picture: int, at: int) -> list[Effect]:
        """Take up what is played where these contacts are closed."""

    def feed(self, event: Event) -> list[Effect]:
        """What follows from one event."""

    def wait(self, at: int) -> list[Effect]:
        """What follows from time having passed to `at`."""


class Loop:
    """Plays at a table, scan by scan.

    play: what is played. tell: called with every effect that the table's own parts do not carry
    out (moves kept and taken back, warnings). rate: scans a second. standing: the contacts closed
    before the first scan; None: those that it finds. aids: how much the table helps. words: of the
    language in which a small display speaks. notices: which warnings that shows; they hear what is
    told elsewhere.
    """

    def __init__(
        self,
        table: Table,
        play: Play,
        tell: Callable[[Effect], None],
        *,
        rate: int = RATE,
        standing: int | None = None,
        assistance: Assistance = Assistance(),  # noqa: B008
        words: Words | None = None,
        alerts: Alerts | None = None,
    ) -> None:
        self._table = table
        self._debouncer = Debouncer(standing)
        self._driver = Driver(table, tell, sounds=assistance.sounds)
        self._assistance = assistance
        self._words = words
        self._alerts = alerts or Alerts()
        self._rate = rate
        self._began = table.clock.now()
        self._scans = 0
        self._next_frame = self._began
        self._named: set[str] = set()  # what does not work and has been said to
        self._tell = tell
        self._play = play
        self._begun = False
        self._standing = standing

    def step(self) -> None:
        """Wait for the time of the next scan, take it, and do what follows from it."""
        clock = self._table.clock
        clock.sleep_until(self._began + self._scans * SECOND // self._rate)
        self._scans += 1
        self._sense()
        now = clock.now()
        if now >= self._next_frame:
            self._next_frame = now + SECOND // FRAMES
            view = self._play.view
            self._driver.show(frame(view, now, self._assistance))
            if self._words is not None and self._table.display is not None:
                self._driver.write(display(view, self._words, self._alerts.at(now)))

    def run_until(self, at: int) -> None:
        """Step until the clock shows `at` microseconds."""
        while self._table.clock.now() < at:
            self.step()

    @property
    def still(self) -> bool:
        """Whether no contact has moved that does not count yet."""
        return self._debouncer.still

    @property
    def picture(self) -> int:
        """The contacts that are closed, bounces aside; the tilt contacts above the reeds."""
        return self._debouncer.picture

    def carry_out(self, effects: Iterable[Effect]) -> None:
        """Do what was decided between two scans, by something else than a contact."""
        self._driver.perform(effects)

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until a contact moves."""
        return self.still and self._play.due is None

    def skip(self, at: int) -> None:
        """Leave out the scans up to shortly before `at`; when nothing happens until then, only
        when still, only in virtual time.
        """
        self._scans = max(self._scans, (at - self._began) * self._rate // SECOND)

    def _name(self, faults: set[str]) -> None:
        """Say what does not work, once."""
        for fault in sorted(faults - self._named):
            self._tell(Warn(say("sensors: {error}"), {"error": fault}, fault))
        self._named |= faults

    def _sense(self) -> None:
        try:
            scan = self._table.sense.scan()
            keys = self._table.keys.held()
        except HalError as error:
            self._name({str(error)})
            return
        faults = set(self._table.faults())
        self._name(faults)
        for mended in self._named - faults:
            self._alerts.settle(mended)
        if self._named and not faults:
            self._tell(Warn(say("sensors: work again")))
        self._named &= faults
        events = self._debouncer.feed(scan, keys)
        if not self._begun:
            self._begun = True
            standing = self._debouncer.picture if self._standing is None else self._standing
            self._driver.perform(self._play.begin(standing, scan.at))
        for event in events:
            self._driver.perform(self._play.feed(event))
        self._driver.perform(self._play.wait(scan.at))
