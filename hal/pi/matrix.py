"""The matrix of contacts, scanned through three MCP23017.

Wire each row to a pin that drives it, each column to a pin that reads it, and in every crossing a
contact with a diode from the column to the row, as wiring/table.toml names it; the chips' own
pull-ups hold the columns high. A further column is joined to a row for good: the reference.

A scan pulls each row low in turn and reads all three chips whole. So the chips' own rows are read
back with the columns at no cost. Every scan learns from them without further transfers:

- A chip that does not drive its rows as told has restarted, or has a row with a short. Its settings
  are read to tell the two apart (:mod:`hal.pi.expanders`). A chip that restarts after its rows had
  their turn is found by the next scan: that is a single false sample, and the firmware wants three.
- A row that goes low along with another shows a short between them, or a bridged diode. That is the
  only way in which this matrix could show a ghost, since rows are driven high while they rest.
- The reference is closed in its row and in no other.

A column that is closed in all rows is read with all rows at rest: if it still is closed, it has a
short. Each scan also reads back a setting of a chip in turn, in case settings are lost in a way
that shows in no row.

A contact counts as closed when its column was proven: with all rows at rest its pin drives it low
for a moment, which no diode lets through. Another column that is low then is shorted to it; a row
that is low has that contact's diode bridged. Only this proves a fault, since people close and open
two contacts in the same scan as often as they like.

A contact that cannot be read keeps its last state, so that a fault looks like no touch. With a dead
chip that is its layer, and all contacts in the rows that it drives. Without 5 V, which a pin of its
own tells, that is the tilt sensors. All other contacts work on.

A fault is raised once, when it begins: that scan is lost. A single wrong bit is read again first, as
noise on the bus does not come back.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from hal.contacts import NO_CONTACTS, Contacts, cells_of_rows, contacts_of, members
from hal.errors import OpenError, PartError
from hal.pi.expander import REFERENCE, Expander, I2c, Write, column_pins, latch
from hal.pi.expanders import SETTINGS, Expanders
from hal.pi.matrix_faults import MatrixFaults
from hal.ports import Clock
from hal.snapshot import Snapshot
from hal.trace import SECOND
from wiring import COLUMNS, LAYERS, ROWS, PinMap
from wiring.text import label

NOISE = 2  # most wrong bits in a scan that are taken for noise and read again
PROOFS = 8  # columns that are proven in a scan; further columns count later
PROVE_AGAIN = SECOND // 4  # microseconds after which a short of two columns is proven again

_ROW = (1 << COLUMNS) - 1
_ALL_COLUMNS = (1 << REFERENCE) - 1
_TILTS = _ROW << COLUMNS * LAYERS.index("tilt")


class _Step(NamedTuple):
    """A row of a scan.

    writes: the writes that pull it low and the row before it high. expected: for each live chip,
    the levels that its own rows then read.
    """

    row: int
    writes: tuple[Write, ...]
    expected: tuple[int, ...]


class MatrixSense:
    """Hal's Sense port.

    Its arguments are those of its chips: see :class:`~hal.pi.expanders.Expanders`.

    Raises:
        OpenError: no chip answers. If some answer, the first scan names the others.
    """

    def __init__(self, pins: PinMap, i2c: I2c, clock: Clock, reset: Callable[[], None] | None = None) -> None:
        self._pins = pins
        self._clock = clock
        self._columns = column_pins(pins)
        self._faults = MatrixFaults(pins)
        self._steps: tuple[_Step, ...] = ()
        self._rest: tuple[Write, ...] = ()
        self._planned: tuple[Expander, ...] = ()  # the chips for which these are
        self._known = [0] * ROWS  # the columns closed in each row, as last seen
        self._unread = [0] * ROWS  # the columns that could not be read in each row
        self._opened = [0] * ROWS  # the columns that have been open in each row at any time
        self._full: int = 0  # columns closed in all rows, without a short
        self._joined: dict[tuple[int, int], int] = {}  # shorted columns -> when that was proven
        self._bridged: dict[tuple[int, int], int] = {}  # row, column of a diode -> the same
        self._proven = False  # whether the columns of contacts that were closed first are proven
        self._round = 0
        try:
            self._chips = Expanders(pins, i2c, clock, reset)
        except PartError as error:
            raise OpenError(error.args[0]) from None
        if not self._chips.live:
            at = ", ".join(f"{chip.name} at {chip.address:#x}" for chip in self._chips.all)
            raise OpenError(
                label(
                    "no chip of the matrix answers ({at}): check their supply, SDA and SCL, "
                    "`dtparam=i2c_arm=on` in /boot/firmware/config.txt, and `i2cdetect -y {bus}`, "
                    "which should list them",
                    at=at,
                    bus=pins.i2c_bus,
                )
            )

    def faults(self) -> tuple[str, ...]:
        """Return the faults of now; a fault that comes and goes stays for a second."""
        return self._chips.faults()

    def unread(self) -> Contacts:
        """Return the contacts that could not be read in the last scan; see :class:`Table`."""
        if not any(self._unread):
            return NO_CONTACTS
        reeds, buttons, tilts = cells_of_rows(self._unread)
        return contacts_of(reeds, tilts, buttons)

    def scan(self) -> Snapshot:
        """Return the contacts as they are now; contacts that cannot be read keep their last state.

        Raise PartError for a scan without a certain result, and once when a fault begins.
        """
        now = self._clock.now()
        self._chips.begin(now)
        if self._planned != self._chips.live:
            self._plan()
        words = self._read()
        if 1 <= self._wrong_bits(words) <= NOISE:
            words = self._read()
        self._chips.name(self._judge(words), now)
        return Snapshot(now, *cells_of_rows(self._known))

    # Asking the chips

    def _plan(self) -> None:
        """Work out the steps of a scan with the live chips."""
        self._planned = live = self._chips.live
        steps = []
        release: tuple[Write, ...] = ()
        for chip in live:
            state = chip.idle
            for bit, row in sorted((bit, row) for row, bit in chip.rows.items()):
                driven = chip.idle & ~bit
                writes = (*release, latch(chip, state, driven))
                expected = tuple(driven if one is chip else one.idle for one in live)
                steps.append(_Step(row, writes, expected))
                state, release = driven, ()
            release = (latch(chip, state, chip.idle),)
        self._steps, self._rest = tuple(steps), release

    def _read(self) -> list[list[int]]:
        """Pull each row low in turn and return the words of the live chips, row by row.

        Afterwards all rows are at rest, and a register of a chip is checked.
        """
        chips, live = self._chips, self._chips.live
        words = []
        chips.unsure = True
        for step in self._steps:
            for write in step.writes:
                chips.write(*write)
            words.append([chips.ask(chip, "gpio") for chip in live])
        for write in self._rest:
            chips.write(*write)
        chips.unsure = False
        if len({word for read in words for word in read}) == 1:
            chips.check_bus()  # rows at rest are high, and a row is low
        self._look_round()
        return words

    def _look_round(self) -> None:
        """Read a setting of a chip, or its pins at rest; another in each scan."""
        self._round += 1
        turn, which = divmod(self._round, len(SETTINGS) + 1)
        chip = self._chips.live[turn % len(self._chips.live)]
        if which == len(SETTINGS):
            self._full &= ~chip.closed(self._chips.ask(chip, "gpio"))
        else:
            self._chips.check_settings(chip, SETTINGS[which])

    # Making sense of their words

    def _judge(self, words: list[list[int]]) -> list[str]:
        """Update the known contacts from a scan, and return the faults in it."""
        live = self._chips.live
        closed: dict[int, int] = {}
        astray = set()  # the live chips whose rows are not as told
        for step, read in zip(self._steps, words, strict=True):
            columns = 0
            for number, (chip, word) in enumerate(zip(live, read, strict=True)):
                columns |= chip.low[0][word & 0xFF] | chip.low[1][word >> 8]
                if (word ^ step.expected[number]) & chip.idle:
                    astray.add(number)
            closed[step.row] = columns
        for number in astray:
            self._chips.check_settings(live[number], *SETTINGS)
        low = {row: 1 << row for row in closed}  # the rows that go low with each
        if astray:
            steps = zip(self._steps, words, strict=True)
            low = {step.row: self._low_rows(read) for step, read in steps}
        self._check_reference(closed, low)
        shorted = self._shorted(closed, low)
        unproven = self._prove(closed, low, shorted)
        joined = sorted(self._joined)
        shared = sum({1 << column for pair in joined for column in pair})
        closed = {row: columns & ~(unproven & ~self._known[row]) for row, columns in closed.items()}
        dark = self._is_dark(words)
        held = ~reduce(or_, (chip.columns for chip in live)) | shorted | shared
        held |= _TILTS if dark else 0
        self._unread = [held & _ALL_COLUMNS if row in closed else _ALL_COLUMNS for row in range(ROWS)]
        if astray:
            self._take_doubtful(closed, low, held)
        else:
            held &= _ALL_COLUMNS
            keep = _ALL_COLUMNS & ~held
            for row, columns in closed.items():
                self._known[row] = columns & keep | self._known[row] & held
        for row, columns in closed.items():
            self._opened[row] |= ~columns
        for row, column in self._bridged:
            if not self._opened[row] >> column & 1:
                self._unread[row] |= 1 << column
                self._known[row] &= ~(1 << column)
        tell = self._faults
        return [
            *(tell.rows(low, closed, self._bridged) if astray else ()),
            *tell.columns(shorted),
            *tell.pairs(joined),
            *(
                tell.bridge(row, col, ever_open=bool(self._opened[row] >> col & 1))
                for row, col in sorted(self._bridged)
            ),
            *((tell.darkness(),) if dark else ()),
        ]

    def _is_dark(self, words: list[list[int]]) -> bool:
        """Return whether the tilt sensors have no 5 V, by the pin that reads it."""
        pin = self._pins.powered
        for number, chip in enumerate(self._chips.live):
            if pin is not None and chip.name == pin.chip:
                return not any(read[number] >> pin.number & 1 for read in words)
        return False

    def _wrong_bits(self, words: list[list[int]]) -> int:
        """Return how many bits of rows and reference in these words are certainly wrong."""
        row, pin = self._pins.reference_row, self._pins.reference
        wrong = 0
        for step, read in zip(self._steps, words, strict=True):
            for chip, word, expected in zip(self._chips.live, read, step.expected, strict=True):
                wrong += ((word ^ expected) & chip.idle).bit_count()
                if chip.name == pin.chip:
                    wrong += (chip.closed(word) >> REFERENCE & 1) != (step.row == row)
        return wrong

    def _low_rows(self, read: Iterable[int]) -> int:
        """Return the rows that are low in these words of the live chips."""
        return sum(
            1 << row
            for chip, word in zip(self._chips.live, read, strict=True)
            for row, bit in chip.rows.items()
            if not word & bit
        )

    def _check_reference(self, closed: Mapping[int, int], low: Mapping[int, int]) -> None:
        """Raise PartError unless the reference is closed with its row and with no other."""
        row, pin = self._pins.reference_row, self._pins.reference
        if row not in closed or pin.chip in self._chips.lost or not low[row] >> row & 1:
            return
        if any(REFERENCE in pair for pair in self._joined):
            return  # it shows that column too
        for step, columns in closed.items():
            if columns >> REFERENCE & 1 != low[step] >> row & 1:
                for chip in self._chips.live:
                    self._chips.check_settings(chip, *SETTINGS)
                raise PartError(self._faults.reference(closed=bool(columns >> REFERENCE & 1)))

    def _shorted(self, closed: Mapping[int, int], low: Mapping[int, int]) -> int:
        """Return the columns that are low while no row is."""
        full = reduce(and_, closed.values()) & _ALL_COLUMNS
        stuck = reduce(and_, low.values())
        for row in closed:
            if stuck >> row & 1:
                full &= ~closed[row]  # low because of that row
        shorted = 0
        self._full &= full
        for chip in self._chips.live:
            if full & ~self._full & chip.columns:
                shorted |= chip.closed(self._chips.ask(chip, "gpio")) & full
        self._full = full & ~shorted
        return shorted

    def _prove(self, closed: Mapping[int, int], low: Mapping[int, int], shorted: int) -> int:
        """Prove columns of contacts that have just closed. Return columns still to be proven."""
        now = self._clock.now()
        stuck = reduce(and_, low.values())
        at_rest = shorted | reduce(or_, (closed[row] for row in closed if stuck >> row & 1), 0)
        fresh = 0
        for row, columns in closed.items():
            fresh |= columns & ~self._known[row]
        fresh &= _ALL_COLUMNS & ~at_rest
        self._bridged = {
            (row, column): at for (row, column), at in self._bridged.items() if closed.get(row, 0) >> column & 1
        }
        found = [(pair[0], at) for pair, at in self._joined.items()]
        found += [(place[1], at) for place, at in self._bridged.items()]
        for column in {column for column, at in found if now - at >= PROVE_AGAIN}:
            if not at_rest >> column & 1:
                self._joined = {p: at for p, at in self._joined.items() if column not in p}
                self._bridged = {p: at for p, at in self._bridged.items() if p[1] != column}
                self._prove_column(column, closed, at_rest, stuck)
        wanted = members(fresh)
        for column in wanted[: PROOFS if self._proven else len(wanted)]:
            if not any(column in pair for pair in self._joined):
                self._prove_column(column, closed, at_rest, stuck)
            fresh ^= 1 << column
        self._proven = True
        return fresh

    def _prove_column(self, column: int, closed: Mapping[int, int], at_rest: int, stuck: int) -> None:
        """Note which columns and rows go low with a column. It is done twice, against noise."""
        chip = next((one for one in self._chips.live if one.columns >> column & 1), None)
        if chip is None:
            return
        columns, rows = self._low_with(chip, column)
        columns, rows = columns & ~at_rest & ~(1 << column), rows & ~stuck
        if not columns and not rows:
            return
        columns_again, rows_again = self._low_with(chip, column)
        rows &= rows_again
        columns &= columns_again
        for row in members(rows):
            columns &= ~closed.get(row, 0)  # low because of that row
            if closed.get(row, 0) >> column & 1:
                self._bridged[row, column] = self._clock.now()
        for other in members(columns & (_ALL_COLUMNS | 1 << REFERENCE)):
            self._joined[min(column, other), max(column, other)] = self._clock.now()

    def _low_with(self, chip: Expander, column: int) -> tuple[int, int]:
        """Return the columns and the rows that are low while the pin of a column drives it low."""
        inputs = chip.settings["iodir"]
        self._chips.blank = True  # after an error in between all chips are set up anew
        self._chips.write(chip, "iodir", inputs & ~(1 << self._columns[column].number))
        words = [self._chips.ask(one, "gpio") for one in self._chips.live]
        self._chips.write(chip, "iodir", inputs)
        self._chips.blank = False
        columns = reduce(or_, (one.closed(w) for one, w in zip(self._chips.live, words, strict=True)))
        return columns, self._low_rows(words)

    def _take_doubtful(self, closed: Mapping[int, int], low: Mapping[int, int], held: int) -> None:
        """Note the contacts that are certain although rows go low together.

        An open column is open in every row that was low. A closed column is closed in a row if the
        contact is known to be open in all other rows that were low with it. Other contacts stay as
        they were.
        """
        opened = dict.fromkeys(closed, 0)
        for step, columns in closed.items():
            for row in opened:
                if low[step] >> row & 1:
                    opened[row] |= ~columns & _ALL_COLUMNS
        for step, columns in closed.items():
            if not low[step] >> step & 1:
                self._unread[step] = _ALL_COLUMNS
                continue  # the row itself was not low
            sure = columns & _ALL_COLUMNS
            for row, known in opened.items():
                if row != step and low[step] >> row & 1:
                    sure &= known
            unsure = held | ~(sure | opened[step])
            self._known[step] = sure & ~unsure | self._known[step] & unsure & _ALL_COLUMNS
            self._unread[step] = unsure & _ALL_COLUMNS
