"""The matrix of contacts, scanned through three MCP23017.

Wire each row to a pin that drives it, each column to a pin that reads it, and in every crossing a
contact with a diode from the column to the row, as wiring/table.toml names it; the chips' own
pull-ups hold the columns high. A further column is joined to a row for good: the reference.

A scan pulls each row low in turn and reads all three chips whole. So the chips' own rows are read
back with the columns at no cost. Every scan learns from them without further transfers:

- A chip that does not drive its rows as told has restarted, or has a row with a short. (A brown-out
  leaves power-on registers and no error at all.) Its settings are read to tell the two apart, and
  written again after a restart. A chip that restarts after its rows had their turn is found by the
  next scan: that is a single false sample, and the firmware wants three alike.
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

Where all chips read only zeros, or only ones, SDA is held. A Pi notices that only in a read, since
each acknowledgement is a low bit. Nine clocks free a chip that was cut off in the middle of a byte.
They are given by hand where the pins can be had (:mod:`hal.pi.clock_line`); elsewhere the next
transfers are such clocks. RESET frees the other chips.

A fault is raised once, when it begins (that scan is lost), and stays in `faults` while it lasts. A
single wrong bit is read again first: noise on the bus does not come back.
"""

import errno
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import reduce
from operator import and_, or_
from typing import NamedTuple

from adafruit_mcp230xx.mcp23017 import MCP23017

from hal.contacts import NO_CONTACTS, Contacts, cells_of_rows, contacts_of, members
from hal.errors import OpenError, SenseError
from hal.pi.expander import FIRST_PAUSE, LONGEST_PAUSE, Expander, I2c, Write, latch
from hal.ports import Clock
from hal.snapshot import Snapshot
from hal.trace import SECOND
from wiring import COLUMNS, LAYERS, ROWS, PinMap
from wiring.text import N_, Told, joined, label

BUDGET = 25 * SECOND // 1000  # microseconds after which a scan begins no further retry
REFUSALS = 3  # settings that did not stay, before a chip counts as lost
ATTEMPTS = 3  # of a transaction, before a chip counts as lost
NOISE = 2  # most wrong bits in a scan that are taken for noise and read again
PROOFS = 8  # columns that are proven in a scan; further columns count later
PROVE_AGAIN = SECOND // 4  # microseconds after which a short of two columns is proven again
LINGER = SECOND  # microseconds for which a fault stays named after it was last seen

_ROW = (1 << COLUMNS) - 1
REFERENCE = COLUMNS * len(LAYERS)
_ALL_COLUMNS = (1 << REFERENCE) - 1
_TILTS = _ROW << COLUMNS * LAYERS.index("tilt")
_SETTINGS = ("iodir", "gppu", "ipol")


class _Step(NamedTuple):
    """A row of a scan.

    writes: the writes that pull it low and the row before it high. expected: for each live chip,
    the levels that its own rows then read.
    """

    row: int
    writes: tuple[Write, ...]
    expected: tuple[int, ...]


_CLOSED_WITHOUT = N_(
    "the reference contact ({contact} to row {row}, {pin}) is closed without its row: check that "
    "wire and its diode, then the bus and its rate"
)
_OPEN_WITH = N_(
    "the reference contact ({contact} to row {row}, {pin}) is open with its row: check that wire "
    "and its diode, then the bus and its rate"
)


class MatrixSense:
    """Hal's Sense port.

    Args:
        pins: the map of the table.
        i2c: a bus like `busio.I2C`.
        clock: the clock of the table.
        reset: pulls RESET of all chips low for a moment, None where that cannot be done.
        clear: gives clocks to a bus that hangs, as well as that can be done.

    Raises:
        OpenError: no chip answers. If some answer, the first scan names the others.
    """

    def __init__(
        self,
        pins: PinMap,
        i2c: I2c,
        clock: Clock,
        reset: Callable[[], None] | None = None,
        clear: Callable[[], None] = lambda: None,
    ) -> None:
        self._pins = pins
        self._i2c = i2c
        self._clock = clock
        self._reset = reset
        self._clear = clear
        self._blank = False  # whether chips were reset and not set up since
        self._columns = (*(pin for layer in LAYERS for pin in pins.columns[layer]), pins.reference)
        self._chips = tuple(Expander(name, pins, self._columns) for name in pins.chips)
        self._live: tuple[Expander, ...] = ()
        self._steps: tuple[_Step, ...] = ()
        self._rest: tuple[Write, ...] = ()
        self._deadline = clock.now() + BUDGET
        self._unsure = True  # whether latches may differ from the last write
        self._hung = ""  # why the bus hangs; empty while it does not
        self._hung_until, self._hung_for = 0, FIRST_PAUSE
        self._seen: dict[str, int] = {}  # fault -> when it was last seen
        self._lost: dict[str, str] = {}  # name of a chip -> fault
        self._known = [0] * ROWS  # the columns closed in each row, as last seen
        self._unread = [0] * ROWS  # the columns that could not be read in each row
        self._opened = [0] * ROWS  # the columns that have been open in each row at any time
        self._full: int = 0  # columns closed in all rows, without a short
        self._joined: dict[tuple[int, int], int] = {}  # shorted columns -> when that was proven
        self._bridged: dict[tuple[int, int], int] = {}  # row, column of a diode -> the same
        self._proven = False  # whether the columns of contacts that were closed first are proven
        self._round = 0
        if reset is not None:
            reset()  # a chip may hang since the program before
        try:
            for chip in self._chips:
                self._find(chip)
        except SenseError as error:
            raise OpenError(error.args[0]) from None
        if not self._live:
            at = ", ".join(f"{chip.name} at {chip.address:#x}" for chip in self._chips)
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
        """Return the faults of now; a fault that comes and goes stays for :data:`LINGER`."""
        hung = (self._hung,) if self._hung else ()
        return tuple(sorted({*hung, *self._seen, *self._lost.values()}))

    def unread(self) -> Contacts:
        """Return the contacts that could not be read in the last scan; see :class:`Table`."""
        if not any(self._unread):
            return NO_CONTACTS
        reeds, buttons, tilts = cells_of_rows(self._unread)
        return contacts_of(reeds, tilts, buttons)

    def scan(self) -> Snapshot:
        """Return the contacts as they are now; contacts that cannot be read keep their last state.

        Raise SenseError for a scan without a certain result, and once when a fault begins.
        """
        now = self._clock.now()
        self._deadline = now + BUDGET
        if now < self._hung_until:
            raise SenseError(self._hung)
        self._look_for([chip for chip in self._chips if not chip.driver and now >= chip.retry_at])
        if not self._live:
            raise SenseError(joined(self._lost.values()))
        words = self._read()
        if 1 <= self._wrong_bits(words) <= NOISE:
            words = self._read()
        faults = self._judge(words)
        self._hung, self._hung_for = "", FIRST_PAUSE
        self._name([*faults, *self._lost.values()], now)
        return self._snapshot(now)

    # Talking to the chips

    def _read(self) -> list[list[int]]:
        """Pull each row low in turn and return the words of the live chips, row by row.

        Afterwards all rows are at rest, and a register of a chip is checked.
        """
        if self._unsure:
            for chip in self._live:
                self._write(chip, "gpio", chip.idle)
            self._unsure = False
        live = self._live
        words = []
        self._unsure = True
        for step in self._steps:
            for chip, register, value in step.writes:
                self._write(chip, register, value)
            words.append([self._ask(chip, "gpio") for chip in live])
        for chip, register, value in self._rest:
            self._write(chip, register, value)
        self._unsure = False
        if len({word for read in words for word in read}) == 1:
            self._check_bus()  # rows at rest are high, and a row is low
        self._look_round()
        return words

    def _look_round(self) -> None:
        """Read a setting of a chip, or its pins at rest; another in each scan."""
        self._round += 1
        turn, which = divmod(self._round, len(_SETTINGS) + 1)
        chip = self._live[turn % len(self._live)]
        if which == len(_SETTINGS):
            self._full &= ~chip.closed(self._ask(chip, "gpio"))
        elif not self._is_set(chip, _SETTINGS[which]):
            self._make_again(chip)

    def _is_set(self, chip: Expander, register: str) -> bool:
        """Return whether a register holds its setting; a single wrong bit is read again."""
        wanted = chip.settings[register]
        found = self._ask(chip, register)
        if (found ^ wanted).bit_count() == 1:
            found = self._ask(chip, register)
        return found == wanted

    def _ask(self, chip: Expander, register: str) -> int:
        """Read a register, trying again when the chip does not answer."""
        for rest in range(ATTEMPTS - 1, -1, -1):
            try:
                word: int = getattr(chip.driver, register)
            except OSError as error:
                self._complain(chip, error, rest)
            else:
                return word
        raise AssertionError("the last try returns or raises")

    def _write(self, chip: Expander, register: str, value: int) -> None:
        """Write a register, trying again when the chip does not answer."""
        for rest in range(ATTEMPTS - 1, -1, -1):
            try:
                setattr(chip.driver, register, value)
            except OSError as error:
                self._complain(chip, error, rest)
            else:
                return

    def _complain(self, chip: Expander, error: OSError | ValueError, rest: int) -> None:
        """Note a transaction that failed. Raise SenseError unless it may be tried again."""
        if _hangs(error):
            raise self._hangs_with(
                label(
                    "the I2C bus hangs at {chip} ({address}): check SDA and SCL for a short to "
                    "ground, and the chips' supply",
                    chip=chip.name,
                    address=f"{chip.address:#x}",
                )
            ) from error
        if not rest or self._clock.now() >= self._deadline:
            self._lose(chip)
            fault = self._lost[chip.name]
            self._seen[fault] = self._clock.now()  # it is raised here, so that no scan repeats it
            raise SenseError(fault) from error

    def _hangs_with(self, fault: str) -> SenseError:
        """Leave the bus in peace for a while, and return the error to raise."""
        self._hung = self._hung or fault
        self._hung_until = self._clock.now() + self._hung_for
        self._hung_for = min(2 * self._hung_for, LONGEST_PAUSE)
        self._unsure = True
        return SenseError(self._hung)

    def _check_bus(self) -> None:
        """Raise SenseError if all chips read only zeros or only ones in every register.

        A chip that has restarted has ones in one of these settings and zeros in the other.
        """
        words = {self._ask(chip, name) for chip in self._live for name in ("iodir", "gppu")}
        if len(words) == 1 and words <= {0, 0xFFFF}:
            raise self._hangs_with(
                label(
                    "SDA is held high, and every chip reads ones alone: check SDA for a short to 3.3 V and for a break"
                )
                if words == {0xFFFF}
                else label(
                    "SDA is held low, and every chip reads zeros alone: check SDA for a short to "
                    "ground; then unplug the display, and one chip after the other, until it ends"
                )
            )

    def _lose(self, chip: Expander) -> None:
        chip.driver = None
        chip.retry_at = self._clock.now() + chip.pause
        chip.pause = min(2 * chip.pause, LONGEST_PAUSE)
        if chip.refused >= REFUSALS:
            self._lost[chip.name] = label(
                "{chip} does not keep what is written to it: check that it is an MCP23017, its "
                "supply, its solder joints and that no other chip has its address; contacts that "
                "it reads or drives are out of play",
                chip=chip.named,
            )
        else:
            self._lost[chip.name] = label(
                "{chip} does not answer: check its plug, its supply and its address pins, and "
                "`i2cdetect -y {bus}`; contacts that it reads or drives are out of play",
                chip=chip.named,
                bus=self._pins.i2c_bus,
            )
        self._plan()

    def _look_for(self, lost: Sequence[Expander]) -> None:
        """Look for lost chips; while it may help, all chips are reset and set up anew first.

        A chip that stays lost after some resets is dead or unplugged, and the others are not reset
        again for it. Raise SenseError when the bus hangs, or when a chip that was not lost does not
        answer.
        """
        if self._hung:
            self._clear()
        hangs = bool(self._hung) and self._hung_for < LONGEST_PAUSE
        if self._reset and (hangs or any(chip.pause < LONGEST_PAUSE for chip in lost)):
            self._reset()
            self._blank = True
        self._blank |= bool(self._hung)  # writes to a bus that hangs are lost
        for chip in self._chips if self._blank else lost:
            if chip.driver is None:
                self._find(chip)
            else:
                self._set_up(chip)
        self._unsure |= self._blank
        self._blank = False

    def _find(self, chip: Expander) -> None:
        """Look for a chip and set it up. Raise SenseError only when the bus hangs."""
        try:
            chip.driver = MCP23017(self._i2c, chip.address, reset=False)
        except (OSError, ValueError) as error:  # the driver's own, of a chip that is not there
            if _hangs(error) and chip.name not in self._lost:
                self._complain(chip, error, 0)
            self._lose(chip)
            return
        named = dict(self._seen)
        try:
            self._set_up(chip)
            if chip.refused and not self._keeps_settings(chip):
                self._lose(chip)
                return
        except SenseError:
            if self._clock.now() < self._hung_until:
                chip.driver = None
                raise
            self._seen = named  # it is lost again, and that was not raised
            return
        self._seen.pop(self._lost.pop(chip.name, ""), None)
        chip.pause = FIRST_PAUSE
        chip.refused = 0
        self._plan()

    def _set_up(self, chip: Expander) -> None:
        """Write a chip's settings.

        Latches come first, so that no row is low for a moment when it begins to drive.
        """
        self._write(chip, "io_control", 0)
        self._write(chip, "gpio", chip.idle)
        for register in reversed(_SETTINGS):
            self._write(chip, register, chip.settings[register])

    def _keeps_settings(self, chip: Expander) -> bool:
        return all(self._is_set(chip, register) for register in _SETTINGS)

    def _make_again(self, chip: Expander) -> None:
        """Set up a chip that lost its settings. Raise SenseError: this scan is not valid."""
        for chip.refused in range(REFUSALS + 1):
            if chip.refused == REFUSALS:
                self._lose(chip)
                fault = self._lost[chip.name]
                self._seen[fault] = self._clock.now()
                raise SenseError(fault)
            self._set_up(chip)
            if self._keeps_settings(chip):
                break
            self._check_bus()
        chip.refused = 0
        raise SenseError(
            label(
                "{chip} has restarted and was set up again: check its supply, and that it has 100 nF beside it",
                chip=chip.named,
            )
        )

    def _plan(self) -> None:
        """Work out the steps of a scan with the live chips."""
        self._live = tuple(chip for chip in self._chips if chip.driver is not None)
        self._unsure = True
        steps = []
        release: tuple[Write, ...] = ()
        for chip in self._live:
            state = chip.idle
            for bit, row in sorted((bit, row) for row, bit in chip.rows.items()):
                driven = chip.idle & ~bit
                writes = (*release, latch(chip, state, driven))
                expected = tuple(driven if one is chip else one.idle for one in self._live)
                steps.append(_Step(row, writes, expected))
                state, release = driven, ()
            release = (latch(chip, state, chip.idle),)
        self._steps, self._rest = tuple(steps), release

    # Making sense of their words

    def _judge(self, words: list[list[int]]) -> list[str]:
        """Update the known contacts from a scan, and return the faults in it."""
        closed: dict[int, int] = {}
        astray = set()  # the live chips whose rows are not as told
        for step, read in zip(self._steps, words, strict=True):
            columns = 0
            for number, (chip, word) in enumerate(zip(self._live, read, strict=True)):
                columns |= chip.low[0][word & 0xFF] | chip.low[1][word >> 8]
                if (word ^ step.expected[number]) & chip.idle:
                    astray.add(number)
            closed[step.row] = columns
        for number in astray:
            self._check_settings(self._live[number])
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
        held = ~reduce(or_, (chip.columns for chip in self._live)) | shorted | shared
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
        rows = self._row_faults(low, closed) if astray else ()
        return [
            *rows,
            *self._column_faults(shorted),
            *self._joined_faults(joined),
            *self._diode_faults(),
            *([self._darkness()] if dark else []),
        ]

    def _is_dark(self, words: list[list[int]]) -> bool:
        """Return whether the tilt sensors have no 5 V, by the pin that reads it."""
        pin = self._pins.powered
        for number, chip in enumerate(self._live):
            if pin is not None and chip.name == pin.chip:
                return not any(read[number] >> pin.number & 1 for read in words)
        return False

    def _darkness(self) -> str:
        """Return the fault of tilt sensors without 5 V."""
        return label(
            "the tilt sensors have no 5 V ({pin} is low): check the plug of the pixels' supply and "
            "the fuse; which end of an hourglass is up is not known until then",
            pin=str(self._pins.powered),
        )

    def _wrong_bits(self, words: list[list[int]]) -> int:
        """Return how many bits of rows and reference in these words are certainly wrong."""
        row, pin = self._pins.reference_row, self._pins.reference
        wrong = 0
        for step, read in zip(self._steps, words, strict=True):
            for chip, word, expected in zip(self._live, read, step.expected, strict=True):
                wrong += ((word ^ expected) & chip.idle).bit_count()
                if chip.name == pin.chip:
                    wrong += (chip.closed(word) >> REFERENCE & 1) != (step.row == row)
        return wrong

    def _check_settings(self, chip: Expander) -> None:
        for register in _SETTINGS:
            if not self._is_set(chip, register):
                self._make_again(chip)

    def _low_rows(self, read: Iterable[int]) -> int:
        """Return the rows that are low in these words of the live chips."""
        return sum(
            1 << row
            for chip, word in zip(self._live, read, strict=True)
            for row, bit in chip.rows.items()
            if not word & bit
        )

    def _check_reference(self, closed: Mapping[int, int], low: Mapping[int, int]) -> None:
        """Raise SenseError unless the reference is closed with its row and with no other."""
        row, pin = self._pins.reference_row, self._pins.reference
        if row not in closed or pin.chip in self._lost or not low[row] >> row & 1:
            return
        if any(REFERENCE in pair for pair in self._joined):
            return  # it shows that column too
        for step, columns in closed.items():
            if columns >> REFERENCE & 1 != low[step] >> row & 1:
                for chip in self._live:
                    self._check_settings(chip)
                text = _CLOSED_WITHOUT if columns >> REFERENCE & 1 else _OPEN_WITH
                pins = {"contact": str(pin), "pin": str(self._pins.rows[row])}
                raise SenseError(Told(text, pins | {"row": row}))

    def _shorted(self, closed: Mapping[int, int], low: Mapping[int, int]) -> int:
        """Return the columns that are low while no row is."""
        full = reduce(and_, closed.values()) & _ALL_COLUMNS
        stuck = reduce(and_, low.values())
        for row in closed:
            if stuck >> row & 1:
                full &= ~closed[row]  # low because of that row
        shorted = 0
        self._full &= full
        for chip in self._live:
            if full & ~self._full & chip.columns:
                shorted |= chip.closed(self._ask(chip, "gpio")) & full
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
        chip = next((one for one in self._live if one.columns >> column & 1), None)
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
        self._blank = True  # after an error in between all chips are set up anew
        self._write(chip, "iodir", inputs & ~(1 << self._columns[column].number))
        words = [self._ask(one, "gpio") for one in self._live]
        self._write(chip, "iodir", inputs)
        self._blank = False
        columns = reduce(or_, (one.closed(w) for one, w in zip(self._live, words, strict=True)))
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

    def _row_faults(self, low: Mapping[int, int], closed: Mapping[int, int]) -> Iterable[str]:
        stuck = reduce(and_, low.values())
        rows = self._pins.rows
        pairs = set()
        for step, lows in low.items():
            if stuck >> step & 1:
                yield (
                    label(
                        "row {row} ({pin}) stays low: check it for a short to ground; where it has "
                        "a closed contact the others of that column are out of play",
                        row=step,
                        pin=str(rows[step]),
                    )
                )
            elif not lows >> step & 1:
                yield (
                    label(
                        "row {row} ({pin}) stays high: check it for a short to 3.3 V; its contacts are out of play",
                        row=step,
                        pin=str(rows[step]),
                    )
                )
            pairs |= {
                (min(step, row), max(step, row))
                for row in low
                if row != step and lows >> row & 1 and not stuck >> row & 1
                if not any(at == row and closed[step] >> col & 1 for at, col in self._bridged)
            }
        for one, other in sorted(pairs):
            yield (
                label(
                    "rows {one} and {other} ({first}, {second}) go low together: check them for a "
                    "short, and their diodes; contacts that they may share are out of play",
                    one=one,
                    other=other,
                    first=str(rows[one]),
                    second=str(rows[other]),
                )
            )

    def _column_faults(self, shorted: int) -> Iterable[str]:
        for column in members(shorted):
            yield (
                label(
                    "{column} stays low: check it for a short to ground; its contacts are out of play",
                    column=self._column(column),
                )
            )

    def _joined_faults(self, joined: Iterable[tuple[int, int]]) -> Iterable[str]:
        for one, other in joined:
            yield (
                label(
                    "{one} and {other} are shorted to each other: look for a solder bridge; their "
                    "contacts are out of play",
                    one=self._column(one),
                    other=self._column(other),
                )
            )

    def _diode_faults(self) -> Iterable[str]:
        for row, column in sorted(self._bridged):
            if not self._opened[row] >> column & 1:
                yield label(
                    "row {row} ({pin}) and {column} are shorted to each other: look for a solder "
                    "bridge; the contact where they cross is out of play",
                    row=row,
                    pin=str(self._pins.rows[row]),
                    column=self._column(column),
                )
                continue
            yield (
                label(
                    "the diode of {column} at row {row} conducts both ways: replace it, or look "
                    "for a solder bridge across it",
                    column=self._column(column),
                    row=row,
                )
            )

    def _column(self, column: int) -> str:
        if column == REFERENCE:
            return label("the reference contact ({pin})", pin=str(self._pins.reference))
        layer, at = divmod(column, COLUMNS)
        return label("{layer} column {column} ({pin})", layer=LAYERS[layer], column=at, pin=str(self._columns[column]))

    def _name(self, faults: Sequence[str], now: int) -> None:
        """Note these faults. Raise SenseError for new faults."""
        new = [fault for fault in faults if fault not in self._seen]
        self._seen |= dict.fromkeys(faults, now)
        self._seen = {at: seen for at, seen in self._seen.items() if now - seen <= LINGER}
        if new:
            raise SenseError(joined(new))

    def _snapshot(self, now: int) -> Snapshot:
        return Snapshot(now, *cells_of_rows(self._known))


def _hangs(error: BaseException) -> bool:
    """Return whether a transaction timed out; the driver hides that behind a ValueError."""
    cause = error.__context__ if isinstance(error, ValueError) else error
    return getattr(cause, "errno", None) == errno.ETIMEDOUT
