"""The self-test of a table: it tries every contact, lamp and key, the buzzer and the voice.

It takes events and returns effects, like a game: it lights each cell in turn and waits for
its contacts, then asks for the keys, then plays the tunes, then speaks where it has a voice. The
builder needs a piece with its magnet and, where holes have tilt sensors, an hourglass of the game,
and follows the lamps:

=======  =============================================================
CONFIRM  go on; the contact that is asked for is dead
UNDO     back to the cell before, to test it again
HINT     its lamp is dark or shows a wrong colour
MENU     end here; untested cells and keys are not judged
=======  =============================================================
"""

from collections import defaultdict
from collections.abc import Container, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from firmware.games import LampState
from firmware.play.effects import Effect, Play, SayAgain, Warn
from firmware.selftest.faults import Faults
from firmware.selftest.lines import Contact
from firmware.selftest.recording import RecordingSense
from firmware.sensing.events import Event, Key, Kind, Touch
from firmware.words import N_, Text, Value
from hal import (
    CELLS,
    KEYS,
    NO_CELLS,
    NO_CONTACTS,
    TILTS,
    Cells,
    Colour,
    Contacts,
    Layer,
    Tune,
    cell_set,
    cells_of,
    one_cell,
)
from hal.trace import SECOND
from wiring import COLUMNS

HANDS_OFF = 60 * SECOND  # without hands, to find contacts that move by themselves
MOMENT = SECOND  # without any change, after which everything is taken off
LONGEST_MOMENT = 10 * SECOND  # the longest such wait; a contact that still moves does so by itself
BRIEF = SECOND // 2  # a reed that closes for less where a press is asked for answers to the press
KEY_PATIENCE = 15 * SECOND  # how long the test waits for a key
TOGETHER = SECOND // 10  # a second key within this time answered to the same press
BLIND = 10 * SECOND  # without a successful scan, after which no more cells are tested
TUNE_PATIENCE = 30 * SECOND  # wait for the answer about buzzer or voice: keys may be dead
PULSE = SECOND // 2  # duration of each of red, green and blue under the cell that is tested

_PLAIN_NAMES = {cell: f"{cell // COLUMNS},{cell % COLUMNS}" for cell in range(CELLS)}  # no sheet: row,column
_PULSES: tuple[Colour, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
_FINE: Colour = (0, 40, 0)
_FAULTY: Colour = (120, 0, 0)

_PARTS = ("lamps", "sound", "display")  # parts that send a warning when they do not work
_FLEETING = ("seconds", "times")  # names of values that change with time

_PROVES = {  # events that a cell should give, and the layer of contacts that each proves
    Kind.PRESS: Layer.BUTTON,
    Kind.PLACE: Layer.REED,
    Kind.LIFT: Layer.REED,
    Kind.A_UP: Layer.TILT,
}


_ORDER = (Kind.PRESS, Kind.PLACE, Kind.A_UP, Kind.LIFT)  # order in which they are asked for


class Stage(Enum):
    """The stage of a self-test."""

    QUIET = "quiet"
    CELLS = "cells"
    KEYS = "keys"
    TUNES = "tunes"
    VOICE = "voice"
    DONE = "done"


_TEXTS = {
    Stage.QUIET: N_("Take everything off the table and do not touch it for {seconds} s."),
    Stage.KEYS: N_("Press the key {key}."),
    Stage.TUNES: N_("Did you hear the buzzer? CONFIRM: yes, MENU: no, HINT: once more."),
    Stage.VOICE: N_("Did you hear this sentence? CONFIRM: yes, MENU: no, HINT: once more."),
    Stage.DONE: N_("The test is over."),
}


class SelfTestView(NamedTuple):
    """The view of a test: lamps by cell, the instruction (a text for `words`), and names of cells.

    hands_off: whether the table must not be touched now.
    """

    glow: dict[int, LampState]
    text: Text
    names: Mapping[int, str] = _PLAIN_NAMES
    hands_off: bool = False

    @property
    def steady(self) -> tuple[str, Mapping[str, Value]]:
        """The instruction without values that change with time alone."""
        values = {name: text for name, text in self.text.values.items() if name not in _FLEETING}
        return self.text.text, values


class SelfTest:
    """The self-test of a table.

    Args:
        recording: the sense port that the loop reads.
        cells: the cells to test, in this order.
        layers: the layers of contacts that should answer at each cell.
        quiet: microseconds without hands at the table before the cells are tested.
        tilts: the cells that have tilt contacts.
        voice: whether the table should speak.
    """

    def __init__(
        self,
        recording: RecordingSense,
        cells: Sequence[int] = tuple(range(CELLS)),
        layers: Sequence[Layer] = tuple(Layer),
        quiet: int = HANDS_OFF,
        tilts: Container[int] = range(CELLS),
        *,
        voice: bool = False,
    ) -> None:
        self._recording = recording
        self._cells = cells
        self._layers = frozenset(layers)
        self._tilts = tilts
        self._quiet = quiet
        self._stage = Stage.QUIET
        self._at = 0  # index of the tested cell or key
        self._since = 0  # when this stage, or the wait for this key, began; microseconds
        self._now = 0
        self._seen: defaultdict[int, set[Kind]] = defaultdict(set)  # events that came, by cell
        self._skipped: defaultdict[int, set[Kind]] = defaultdict(set)  # asked for in vain, by cell
        self._others: defaultdict[Contact, set[Contact]] = defaultdict(set)  # by contact meant
        self._placed = (0, 0)  # the cell whose reed closed last, and when
        self._dark = NO_CELLS
        self._judged: set[int] = set()
        self._keys: defaultdict[str, set[str]] = defaultdict(set)  # answers, by key asked for
        self._keys_asked = 0
        self._voice = voice
        self._parts: dict[str, Text] = {}  # why a part does not work, by its name
        self._heard: dict[Stage, bool | None] = {}  # whether buzzer and voice were, None without an answer
        self._standing = NO_CONTACTS  # contacts closed at the end of the quiet time
        self._restless = NO_CONTACTS  # contacts that moved in the quiet time
        self._lying = NO_CONTACTS  # contacts closed since the beginning
        self._sighted = 0  # time of the last successful scan
        self._cleared: int | None = None  # when an object was taken off; None: the quiet time runs
        self._moved = 0  # when a contact last moved after that

    def _wanted(self, cell: int) -> frozenset[Kind]:
        """Return the events that a cell should give."""
        layers = self._layers if cell in self._tilts else self._layers - {Layer.TILT}
        return frozenset(kind for kind, layer in _PROVES.items() if layer in layers)

    def _missing(self, cell: int) -> frozenset[Kind]:
        """Return the events still due from a cell, except from contacts that cannot be read."""
        deaf = self._recording.was_unread | self._restless
        return frozenset(
            kind
            for kind in self._wanted(cell) - self._seen[cell] - self._skipped[cell]
            if not Contact(_PROVES[kind], cell).bit & deaf
        )

    @property
    def tested(self) -> Cells:
        """The set of cells that were tested so far."""
        return cell_set(self._judged)

    @property
    def done(self) -> bool:
        """Whether the test is over."""
        return self._stage is Stage.DONE

    @property
    def due(self) -> int | None:
        """Always 0, since stages end by time and lamps pulse. None when the test is over."""
        return None if self.done else 0

    @property
    def view(self) -> SelfTestView:
        """The lamps and the text to show now."""
        if self._stage is Stage.CELLS:
            return self._cell_view()
        values: dict[str, Value] = {}
        if self._stage is Stage.QUIET:
            values["seconds"] = -(-max(self._since + self._quiet - self._now, 0) // SECOND)
        if self._stage is Stage.KEYS:
            values["key"] = KEYS[self._at]
        return SelfTestView({}, Text(_TEXTS[self._stage], values), hands_off=self._stage is Stage.QUIET)

    @property
    def faults(self) -> Faults:
        """The faults found so far."""
        recording = self._recording
        resting = NO_CONTACTS if recording.failing else recording.closed & ~recording.moved
        answers: dict[Contact, frozenset[Contact]] = {}
        right = wrong = NO_CONTACTS
        for cell in self._judged:
            for kind in self._wanted(cell) - {Kind.LIFT}:
                contact = Contact(_PROVES[kind], cell)
                itself = {contact} if kind in self._seen[cell] else set()
                found = frozenset(self._others[contact] | itself)
                if found or not contact.bit & (recording.was_unread | self._restless):
                    answers[contact] = found
                    right |= contact.bit if itself else NO_CONTACTS
                    wrong |= NO_CONTACTS if itself else contact.bit
        stuck = self._standing & resting & wrong
        asked = KEYS[: self._keys_asked]
        held = (key for at, key in enumerate(KEYS) if recording.held_keys >> at & 1)
        return Faults(
            {one: found for one, found in answers.items() if not one.bit & stuck},
            stuck,
            resting & right & ~self._standing & ~TILTS,  # a glass may stand there
            resting & right & self._standing,
            self._restless,
            NO_CELLS if "lamps" in self._parts else self._dark,
            self.tested,
            {} if recording.keyless else {key: frozenset(self._keys[key]) for key in asked},
            frozenset(held) if self.done else frozenset(),
            self._unheard,
            tuple(recording.errors),
            tuple(self._parts.values()),
        )

    @property
    def _unheard(self) -> dict[str, bool | None]:
        """The parts that were not heard, except where another fault says why."""
        excused = {Stage.TUNES: "sound" in self._parts, Stage.VOICE: False}
        return {
            stage.value: heard
            for stage, heard in self._heard.items()
            if not heard and not (self._recording.keyless if heard is None else excused[stage])
        }

    def hear(self, effect: Effect) -> None:
        """Note a warning of a part that does not work, or works again."""
        if isinstance(effect, Warn) and effect.about in _PARTS:
            self._parts[effect.about] = Text(effect.text, effect.values)
            if effect.over or (effect.about == "display" and self._recording.failing):
                del self._parts[effect.about]  # the display is on the bus of the contacts

    def begin(self, closed: Contacts, at: int) -> list[Effect]:
        """Begin the test. Which contacts are closed is noted when the quiet time is over."""
        self._since = self._now = self._sighted = at
        self._lying = self._recording.closed
        self._recording.clear()
        return [Play(Tune.QUESTION)]

    def feed(self, event: Event) -> list[Effect]:
        """Take an event and return its effects."""
        if self._stage is Stage.CELLS:
            if isinstance(event, Key):
                return self._cell_key(event.name)
            return self._touch(event) if isinstance(event, Touch) else []
        if not isinstance(event, Key):
            return []
        if self._stage is Stage.KEYS:
            return self._answer_key(event)
        if self._stage in (Stage.TUNES, Stage.VOICE):
            name = self._meant_key(event.name)
            if name != "HINT":
                return self._note_heard(event.at, heard=name != "MENU")
            self._since = event.at
            return [Play(Tune.SCORED) if self._stage is Stage.TUNES else SayAgain()]
        if self._stage is Stage.QUIET and event.name == "MENU":
            return self._test_cells(event.at)
        return []

    def wait(self, at: int) -> list[Effect]:
        """Return the effects of time having passed to `at` (microseconds)."""
        self._now = at
        if not self._recording.failing:
            self._sighted = at
        elif self._stage is Stage.CELLS and at - self._sighted >= BLIND:
            return self._enter(Stage.KEYS, at)
        if self._stage is Stage.CELLS and not self._missing(self._cells[self._at]):
            return self._go_on()  # none of its contacts can be read
        if self._stage is Stage.QUIET:
            self._clear_away(at)
            if at - self._since >= self._quiet:
                return self._test_cells(at)
        if self._stage is Stage.KEYS and at - self._since >= KEY_PATIENCE:
            return self._next_key(at)
        if self._stage in (Stage.TUNES, Stage.VOICE) and at - self._since >= TUNE_PATIENCE:
            return self._note_heard(at, heard=None)
        return []

    def _note_heard(self, at: int, *, heard: bool | None) -> list[Effect]:
        """Note whether the buzzer or the voice was heard, and go on."""
        self._heard[self._stage] = heard
        return self._enter(Stage.VOICE if self._voice and self._stage is Stage.TUNES else Stage.DONE, at)

    def _clear_away(self, at: int) -> None:
        """Start the quiet time again when an object that lay there at the beginning is taken off.

        Each contact does this only once, and the wait for a moment without changes has an end. So a
        contact that chatters by itself does not hold up the test; the quiet time finds it.
        """
        closed = self._recording.closed
        if self._lying & ~closed:
            self._lying &= closed
            self._cleared = self._moved = at
        if self._cleared is None:
            return
        if self._recording.moved:
            self._moved = at
        self._recording.clear()
        self._since = at
        if at - self._moved >= MOMENT or at - self._cleared >= LONGEST_MOMENT:
            self._cleared = None

    def _test_cells(self, at: int) -> list[Effect]:
        """Note the contacts closed or moved in the quiet time, and go on to the cells."""
        self._standing = self._recording.closed
        self._restless = self._recording.moved
        return self._enter(Stage.CELLS if self._cells else Stage.KEYS, at)

    def _enter(self, stage: Stage, at: int) -> list[Effect]:
        self._stage, self._at, self._since = stage, 0, at
        if stage is Stage.KEYS:
            self._keys_asked = 1
        if stage is Stage.VOICE:
            return []  # the sentence itself is the question
        tunes = {Stage.TUNES: Tune.SCORED, Stage.DONE: Tune.GAME_OVER}
        return [Play(tunes.get(stage, Tune.QUESTION))]

    def _next_key(self, at: int) -> list[Effect]:
        self._at, self._since = self._at + 1, at
        if self._at == len(KEYS):
            return self._enter(Stage.TUNES, at)
        self._keys_asked = self._at + 1
        return [Play(Tune.ACCEPTED)]

    def _answer_key(self, event: Key) -> list[Effect]:
        """Note which key answered; a second key soon after an answer belongs to that answer."""
        at = self._at
        if at and event.at - self._since < TOGETHER:
            at -= 1
        self._keys[KEYS[at]].add(event.name)
        if event.name != KEYS[self._at] or at < self._at:
            return [Play(Tune.REFUSED)]
        return self._next_key(event.at)

    def _meant_key(self, name: str) -> str:
        """Return the key that was pressed, given the name reported: wires may be exchanged."""
        if name in self._keys[name]:
            return name
        return next((key for key, names in self._keys.items() if names == {name}), name)

    def _touch(self, touch: Touch) -> list[Effect]:
        cell = self._cells[self._at]
        if touch.kind not in self._wanted(touch.cell):
            return []
        contact = Contact(_PROVES[touch.kind], touch.cell)
        asked, seen = self._asked(cell), self._seen[cell]
        if contact.bit & self._restless or asked is None:
            return []  # it moved by itself
        if touch.kind is Kind.LIFT:
            placed, since = self._placed
            brief = placed == touch.cell and touch.at - since < BRIEF
            answered = self._others[Contact(Layer.BUTTON, cell)] or Kind.A_UP in seen
            if asked is Kind.PRESS and brief and not answered:  # no glass, but the press itself
                if touch.cell == cell:
                    seen.discard(Kind.PLACE)
                self._others[Contact(Layer.REED, cell)].discard(contact)
                return self._stray(Contact(Layer.BUTTON, cell), contact)
            if touch.cell != cell:  # another piece may be taken away there
                return []
            seen.add(Kind.LIFT)
            return self._go_on()
        if touch.kind is Kind.PLACE:
            self._placed = touch.cell, touch.at
        if touch.cell != cell:
            layer = _PROVES[asked] if contact.layer is Layer.BUTTON else contact.layer
            return [] if asked is Kind.LIFT else self._stray(Contact(layer, cell), contact)
        before = {Kind.PRESS: (Kind.PLACE, Kind.A_UP), Kind.A_UP: (Kind.PRESS,)}
        if (
            touch.kind not in seen
            and asked in before.get(touch.kind, ())
            and (touch.kind is Kind.PRESS or Kind.PLACE not in seen)
        ):
            return self._stray(Contact(_PROVES[asked], cell), contact)
        seen.add(touch.kind)
        return self._go_on()

    def _stray(self, meant: Contact, answered: Contact) -> list[Effect]:
        """Note that another contact answered than the contact asked for."""
        self._others[meant].add(answered)
        near = meant.layer is answered.layer is Layer.REED and _beside(meant.cell, answered.cell)
        return [] if near else [Play(Tune.REFUSED)]

    def _asked(self, cell: int) -> Kind | None:
        """Return the event that is asked for now."""
        missing = self._missing(cell)
        return next((kind for kind in _ORDER if kind in missing), None)

    def _go_on(self) -> list[Effect]:
        """Go on to the next cell if this cell has given all its events."""
        self._recording.missed = False
        if self._missing(self._cells[self._at]):
            return []
        self._recording.clear()
        self._judged.add(self._cells[self._at])
        self._at += 1
        if self._at == len(self._cells):
            return self._enter(Stage.KEYS, self._now)
        return [Play(Tune.ACCEPTED)]

    def _cell_key(self, name: str) -> list[Effect]:
        cell = self._cells[self._at]
        if name == "CONFIRM":
            asked = self._asked(cell)
            if asked is not None:
                self._skipped[cell] |= {asked, Kind.LIFT} if asked is Kind.PLACE else {asked}
                if self._recording.missed:  # the answer may have been lost in a failed scan
                    self._recording.was_unread |= Contact(_PROVES[asked], cell).bit
            return self._go_on() or [Play(Tune.ACCEPTED)]
        if name == "MENU":
            return self._enter(Stage.KEYS, self._now)
        if name == "HINT":
            self._dark ^= one_cell(cell)
            return [Play(Tune.ACCEPTED if self._dark >> cell & 1 else Tune.TAKEN_BACK)]
        if self._at:
            self._at -= 1
            again = self._cells[self._at]
            self._judged.discard(again)
            self._seen.pop(again, None)
            self._skipped.pop(again, None)
            for layer in Layer:
                self._others.pop(Contact(layer, again), None)
        return []

    def _cell_view(self) -> SelfTestView:
        cell = self._cells[self._at]
        faulty = self._dark | cells_of(self.faults.unsound)
        glow = {one: LampState(_FAULTY if faulty >> one & 1 else _FINE) for one in self._judged} | {
            cell: LampState(_PULSES[self._now // PULSE % len(_PULSES)])
        }
        asked = self._asked(cell)
        values: dict[str, Value] = {"row": cell // COLUMNS, "column": cell % COLUMNS}
        if asked is Kind.PRESS:
            aloud = Text(N_("Row {row}, column {column}: press the field."), values)
            return SelfTestView(glow, Text(N_("Row {row}, column {column}: press the flashing field."), values, aloud))
        if Kind.A_UP not in self._wanted(cell):  # any magnet will do
            texts = {
                Kind.PLACE: N_("Row {row}, column {column}: put a piece there."),
                Kind.LIFT: N_("Row {row}, column {column}: take the piece away."),
            }
        else:
            texts = {
                Kind.PLACE: N_("Row {row}, column {column}: stand an hourglass there with end A up."),
                Kind.A_UP: N_("Row {row}, column {column}: turn the hourglass over so that end A is up."),
                Kind.LIFT: N_("Row {row}, column {column}: take the hourglass away."),
            }
        return SelfTestView(glow, Text(texts[asked or Kind.LIFT], values))


def _beside(one: int, other: int) -> bool:
    """Return whether two cells touch each other."""
    row, column = divmod(one, COLUMNS)
    other_row, other_column = divmod(other, COLUMNS)
    return max(abs(row - other_row), abs(column - other_column)) == 1
