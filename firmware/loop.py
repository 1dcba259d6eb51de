"""What happens in one scan? The loop around the decisions, which does the I/O."""

from collections.abc import Callable

from firmware.debounce import Debouncer
from firmware.effects import Effect, Warn
from firmware.games import AnySheet
from firmware.perform import Performer
from firmware.present import Aids, frame
from firmware.session import Session
from firmware.words import say
from hal import HalError, Table
from hal.trace import SECOND
from rules import Header, Position

RATE = 100  # scans a second
FRAMES = 20  # frames a second at most


class Loop:
    """Plays one game at a table, scan by scan.

    start: the first position. tell: called with every effect that the table's own parts do not
    carry out (moves kept and taken back, warnings). rate: scans a second. standing: the contacts
    closed before the first scan; None: those that it finds. aids: how
    much the table helps.
    """

    def __init__(
        self,
        table: Table,
        header: Header,
        start: Position,
        sheet: AnySheet,
        tell: Callable[[Effect], None],
        *,
        rate: int = RATE,
        standing: int | None = None,
        aids: Aids = Aids(),  # noqa: B008
    ) -> None:
        self._table = table
        self._debouncer = Debouncer(standing)
        self._performer = Performer(table, tell, sounds=aids.sounds)
        self._aids = aids
        self._rate = rate
        self._began = table.clock.now()
        self._scans = 0
        self._next_frame = self._began
        self._deaf = False
        self._tell = tell
        self._sheet = sheet
        self._header = header
        self._start = start
        self._ready = standing is not None
        self.session = Session(header, start, sheet, standing or 0)

    def step(self) -> None:
        """Wait for the time of the next scan, take it, and do what follows from it."""
        clock = self._table.clock
        clock.sleep_until(self._began + self._scans * SECOND // self._rate)
        self._scans += 1
        self._sense()
        now = clock.now()
        if now >= self._next_frame:
            self._next_frame = now + SECOND // FRAMES
            self._performer.show(frame(self.session.view, self._sheet, now, self._aids))

    def run_until(self, at: int) -> None:
        """Step until the clock shows `at` microseconds."""
        while self._table.clock.now() < at:
            self.step()

    @property
    def idle(self) -> bool:
        """Whether nothing will happen until a contact moves."""
        return self._debouncer.still and self.session.due is None

    def skip(self, at: int) -> None:
        """Leave out the scans up to shortly before `at`; only when idle, only in virtual time."""
        self._scans = max(self._scans, (at - self._began) * self._rate // SECOND)

    def _sense(self) -> None:
        try:
            scan = self._table.sense.scan()
            keys = self._table.keys.held()
        except HalError as error:
            if not self._deaf:
                self._deaf = True
                self._tell(Warn(say("sensors: {error}"), {"error": str(error)}))
            return
        if self._deaf:
            self._deaf = False
            self._tell(Warn(say("sensors: work again")))
        events = self._debouncer.feed(scan, keys)
        if not self._ready:
            self._ready = True
            picture = self._debouncer.picture
            self.session = Session(self._header, self._start, self._sheet, picture, scan.at)
            self._performer.perform(self.session.begin(scan.at))
        for event in events:
            self._performer.perform(self.session.feed(event))
        self._performer.perform(self.session.wait(scan.at))
