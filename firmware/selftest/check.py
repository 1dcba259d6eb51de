"""The self-test of a table: does every contact, every lamp, every key and the buzzer work?

It takes events and returns effects, like a game: it lights one cell after the other and waits for
its contacts, then asks for the keys, then plays the tunes, then speaks where it has a voice. The
builder needs one hourglass of the game (or, for a table without tilt contacts, any magnet), and
follows the lamps:

=======  =============================================================
CONFIRM  go on; the contact that is asked for is dead
UNDO     back to the cell before, to test it again
HINT     its lamp is dark or shows a wrong colour
MENU     end here; what was not tested is not judged
=======  =============================================================
"""

from collections.abc import Callable, Container, Mapping, Sequence
from enum import Enum
from functools import reduce
from operator import or_
from types import MappingProxyType
from typing import NamedTuple

from firmware.games import LampState
from firmware.play.effects import Effect, Play, SayAgain
from firmware.selftest.lines import Contact, open_lines, places, swapped_lines
from firmware.sensing.events import Event, Key, Kind, Touch
from firmware.words import Text, Value, said, say
from hal import CELLS, KEYS, Colour, HalError, Layer, Sense, Snapshot, Tune, contacts_of
from hal.ports import none_unread
from hal.trace import SECOND
from wiring import COLUMNS

HANDS_OFF = 60 * SECOND  # nobody touches the table for so long: which contacts move by themselves?
MOMENT = SECOND  # without any change, after which whoever took something off is done
LONGEST_MOMENT = 10 * SECOND  # the longest wait for that: what still moves moves by itself
BRIEF = SECOND // 2  # a reed that closes for less where a press is asked for answers to the press
KEY_PATIENCE = 15 * SECOND  # how long the test waits for a key
TUNE_PATIENCE = 30 * SECOND  # and for an answer whether buzzer or voice was heard: keys may be dead
PULSE = SECOND // 2  # of each of red, green and blue under the cell that is tested

_PLAIN_NAMES = {
    cell: f"{cell // COLUMNS},{cell % COLUMNS}" for cell in range(CELLS)
}  # no sheet: row,column
_PULSES: tuple[Colour, ...] = ((255, 0, 0), (0, 255, 0), (0, 0, 255))
_FINE: Colour = (0, 40, 0)
_FAULTY: Colour = (120, 0, 0)

_FLEETING = ("seconds", "times")  # fields that change by time

_PROVES = {  # the events that a cell should give, and the layer that each of them proves
    Kind.PRESS: Layer.BUTTON,
    Kind.PLACE: Layer.REED,
    Kind.LIFT: Layer.REED,
    Kind.A_UP: Layer.TILT,
}


_ORDER = (Kind.PRESS, Kind.PLACE, Kind.A_UP, Kind.LIFT)  # in which they are asked for


class Stage(Enum):
    """What is being tested."""

    QUIET = "quiet"
    CELLS = "cells"
    KEYS = "keys"
    TUNES = "tunes"
    VOICE = "voice"
    DONE = "done"


class Faults(NamedTuple):
    """What does not work: sets of cells as integers, bit n for cell n, and keys by name.

    dead: contacts that never closed; stuck: those that are always closed; restless: those that
    moved while nobody touched them; all by layer. dark: cells whose lamp is dark or wrong. strays:
    contacts that answered for another one. near: reeds that closed beside that of their neighbour.
    mute: whether the buzzer is silent. unheard: whether nobody said that it is or is not. dumb,
    unspoken: the same of its voice. judged: the cells of which each contact was judged. sensors:
    what the table itself found meanwhile.
    """

    dead: dict[Layer, int]
    stuck: dict[Layer, int]
    restless: dict[Layer, int]
    dark: int
    strays: frozenset[tuple[Contact, Contact]]
    keys: frozenset[str]
    mute: bool
    unheard: bool
    dumb: bool = False
    unspoken: bool = False
    near: frozenset[tuple[int, int]] = frozenset()
    judged: Mapping[Layer, int] = MappingProxyType({})
    sensors: tuple[Value, ...] = ()

    @property
    def reeds(self) -> int:
        """The cells whose reed is not reliable."""
        return self._unsound(Layer.REED)

    @property
    def contacts(self) -> int:
        """The reeds and tilt contacts that are not reliable."""
        return contacts_of(self.reeds, self._unsound(Layer.TILT))

    def _unsound(self, layer: Layer) -> int:
        return self.dead[layer] | self.stuck[layer] | self.restless[layer]

    @property
    def any(self) -> bool:
        """Whether there is any fault."""
        layers = (*self.dead.values(), *self.stuck.values(), *self.restless.values())
        return any(layers) or bool(
            self.dark or self.strays or self.keys or self.mute or self.unheard
            or self.dumb or self.unspoken or self.near or self.sensors
        )  # fmt: skip


class SelfTestView(NamedTuple):
    """What to show: lamps by cell, what to do (a text for `words`), and the names of cells."""

    glow: dict[int, LampState]
    told: Text
    names: Mapping[int, str] = _PLAIN_NAMES

    @property
    def steady(self) -> tuple[str, Mapping[str, Value]]:
        """What to do, without what changes by time alone."""
        values = {name: told for name, told in self.told.values.items() if name not in _FLEETING}
        return self.told.text, values


class SelfTest:
    """The self-test of one table.

    recording: the sense port that the loop reads. cells: those to test, in this order. layers: the
    contacts of each cell that should answer. tilts: the cells that have tilt contacts. quiet:
    microseconds for which nobody touches the table first. voice: whether the table should speak.
    """

    def __init__(
        self,
        recording: "RecordingSense",
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
        self._at = 0  # the index of the cell or key that is tested
        self._since = 0  # when this stage, or the wait for this key, began; microseconds
        self._now = 0
        self._seen: dict[int, set[Kind]] = {}  # by cell
        self._skipped: dict[int, set[Kind]] = {}  # by cell; what did not come though it was asked
        self._strays: dict[int, set[tuple[Contact, Contact]]] = {}  # by the cell tested
        self._placed = 0  # when the reed of the cell that is tested closed
        self._near: dict[int, set[int]] = {}  # reeds that closed beside that of the cell
        self._dark = 0
        self._judged: set[int] = set()
        self._keys: set[str] = set()
        self._keys_asked = 0
        self._voice = voice
        self._mute = self._unheard = self._dumb = self._unspoken = False
        self._standing = dict.fromkeys(Layer, 0)  # closed at the end of the quiet time
        self._restless = dict.fromkeys(Layer, 0)  # moved in the quiet time
        self._lying = dict.fromkeys(Layer, 0)  # closed since the beginning
        self._cleared: int | None = None  # when something was taken off; None: the quiet time runs
        self._moved = 0  # when a contact last moved after that

    def _wanted(self, cell: int) -> frozenset[Kind]:
        """Return the events that a cell should give."""
        layers = self._layers if cell in self._tilts else self._layers - {Layer.TILT}
        return frozenset(kind for kind, layer in _PROVES.items() if layer in layers)

    def _missing(self, cell: int) -> frozenset[Kind]:
        """Return the events that a cell should still give; unread contacts give none."""
        unread = self._recording.was_unread
        return frozenset(
            kind
            for kind in self._wanted(cell)
            - self._seen.get(cell, set())
            - self._skipped.get(cell, set())
            if not Contact(_PROVES[kind], cell).bit & unread
        )

    @property
    def tested(self) -> int:
        """The set of cells that were tested so far."""
        return sum(1 << cell for cell in self._judged)

    @property
    def done(self) -> bool:
        """Whether the test is over."""
        return self._stage is Stage.DONE

    @property
    def due(self) -> int | None:
        """Always 0, since stages end by time and lamps pulse; None when the test is over."""
        return None if self.done else 0

    @property
    def view(self) -> SelfTestView:
        """What to show now."""
        if self._stage is Stage.CELLS:
            return self._cell_view()
        if self._stage is Stage.QUIET:
            rest = max(self._since + self._quiet - self._now, 0) // SECOND + 1
            return SelfTestView({}, Text(say(
                "Take everything off the table and do not touch it for {seconds} s."
            ), {"seconds": rest}))  # fmt: skip
        if self._stage is Stage.KEYS:
            return SelfTestView({}, Text(say("Press the key {key}."), {"key": KEYS[self._at]}))
        if self._stage is Stage.TUNES:
            told = say("Did you hear the buzzer? CONFIRM: yes, MENU: no, HINT: once more.")
            return SelfTestView({}, Text(told, {}))
        if self._stage is Stage.VOICE:
            told = say("Did you hear this sentence? CONFIRM: yes, MENU: no, HINT: once more.")
            return SelfTestView({}, Text(told, {}))
        return SelfTestView({}, Text(say("The test is over."), {}))

    @property
    def faults(self) -> Faults:
        """What has been found so far."""
        dead = dict.fromkeys(Layer, 0)
        stuck = dict.fromkeys(Layer, 0)
        judged = dict.fromkeys(Layer, 0)
        for cell in self._judged:
            seen = self._seen.get(cell, set())
            for kind in seen:
                judged[_PROVES[kind]] |= 1 << cell
            for kind in self._wanted(cell) - seen:
                layer = _PROVES[kind]
                if Contact(layer, cell).bit & self._recording.was_unread:
                    continue  # why stands among what the table itself found
                judged[layer] |= 1 << cell
                closed = self._standing[layer] >> cell & 1 or (kind is Kind.LIFT)
                if closed and not (kind is Kind.LIFT and Kind.PLACE not in seen):
                    stuck[layer] |= 1 << cell
                else:
                    dead[layer] |= 1 << cell
        for layer in Layer:
            dead[layer] &= ~stuck[layer]
        near = [(one, other) for one, others in self._near.items() for other in others]
        return Faults(
            dead,
            stuck,
            self._restless,
            self._dark,
            frozenset(pair for pairs in self._strays.values() for pair in pairs)
            | {
                (Contact(Layer.REED, one), Contact(Layer.REED, other))
                for one, other in near
                if Kind.PLACE not in self._seen.get(one, set())
            },
            frozenset(KEYS[: self._keys_asked]) - self._keys,
            self._mute,
            self._unheard,
            self._dumb,
            self._unspoken,
            frozenset(
                (one, other) for one, other in near if Kind.PLACE in self._seen.get(one, set())
            ),
            judged,
            tuple(self._recording.errors),
        )

    def begin(self, picture: int, at: int) -> list[Effect]:  # noqa: ARG002
        """Begin the test. Which contacts are closed is noted when the quiet time is over."""
        self._since = self._now = at
        self._lying = self._recording.closed
        self._recording.clear()
        return [Play(Tune.QUESTION)]

    def feed(self, event: Event) -> list[Effect]:
        """Take one event and return its effects."""
        if self._stage is Stage.CELLS:
            if isinstance(event, Key):
                return self._cell_key(event.name)
            return self._touch(event) if isinstance(event, Touch) else []
        if self._stage is Stage.KEYS and isinstance(event, Key):
            self._keys.add(event.name)
            if event.name == KEYS[self._at]:
                return self._next_key(event.at)
        elif self._stage is Stage.TUNES and isinstance(event, Key):
            if event.name == "HINT":
                self._since = event.at
                return [Play(Tune.SCORED)]
            self._mute = event.name == "MENU"
            return self._enter(self._after_tunes, event.at)
        elif self._stage is Stage.VOICE and isinstance(event, Key):
            if event.name == "HINT":
                self._since = event.at
                return [SayAgain()]
            self._dumb = event.name == "MENU"
            return self._enter(Stage.DONE, event.at)
        elif self._stage is Stage.QUIET and isinstance(event, Key) and event.name == "MENU":
            return self._test_cells(event.at)
        return []

    def wait(self, at: int) -> list[Effect]:
        """Return the effects of time having passed to `at` (microseconds)."""
        self._now = at
        if self._stage is Stage.QUIET:
            self._clear_away(at)
            if at - self._since >= self._quiet:
                return self._test_cells(at)
        if self._stage is Stage.KEYS and at - self._since >= KEY_PATIENCE:
            return self._next_key(at)
        if self._stage is Stage.TUNES and at - self._since >= TUNE_PATIENCE:
            self._unheard = True
            return self._enter(self._after_tunes, at)
        if self._stage is Stage.VOICE and at - self._since >= TUNE_PATIENCE:
            self._unspoken = True
            return self._enter(Stage.DONE, at)
        return []

    @property
    def _after_tunes(self) -> Stage:
        return Stage.VOICE if self._voice else Stage.DONE

    def _clear_away(self, at: int) -> None:
        """Start the quiet time again when something that lay there at the beginning is taken off.

        Each contact does this once only, and the wait for a moment without changes has an end. So a
        contact that chatters by itself does not hold up the test, and is found in the quiet time.
        """
        closed = self._recording.closed
        if any(self._lying[layer] & ~closed[layer] for layer in Layer):
            self._lying = {layer: self._lying[layer] & closed[layer] for layer in Layer}
            self._cleared = self._moved = at
        if self._cleared is None:
            return
        if any(self._recording.moved.values()):
            self._moved = at
        self._recording.clear()
        self._since = at
        if at - self._moved >= MOMENT or at - self._cleared >= LONGEST_MOMENT:
            self._cleared = None

    def _test_cells(self, at: int) -> list[Effect]:
        """Note what the contacts did in the quiet time, and go on to the cells."""
        self._standing = self._recording.closed
        self._restless = dict(self._recording.moved)
        return self._enter(Stage.CELLS if self._cells else Stage.KEYS, at)

    def _enter(self, stage: Stage, at: int) -> list[Effect]:
        self._stage, self._at, self._since = stage, 0, at
        if stage is Stage.KEYS:
            self._keys_asked = 1
        if stage is Stage.VOICE:
            return []  # the question is the sentence to be heard
        tunes = {Stage.TUNES: Tune.SCORED, Stage.DONE: Tune.GAME_OVER}
        return [Play(tunes.get(stage, Tune.QUESTION))]

    def _next_key(self, at: int) -> list[Effect]:
        self._at, self._since = self._at + 1, at
        if self._at == len(KEYS):
            return self._enter(Stage.TUNES, at)
        self._keys_asked = self._at + 1
        return [Play(Tune.ACCEPTED)]

    def _touch(self, touch: Touch) -> list[Effect]:
        cell = self._cells[self._at]
        if touch.kind not in self._wanted(touch.cell):
            return []
        layer = _PROVES[touch.kind]
        if self._restless[layer] >> touch.cell & 1:
            return []  # by itself
        asked = self._asked(cell)
        seen = self._seen.setdefault(cell, set())
        if touch.cell != cell:
            if touch.kind is Kind.LIFT:  # what stood there before may be taken away
                return []
            if touch.kind is Kind.PLACE and _beside(cell, touch.cell) and asked is not Kind.PRESS:
                self._near.setdefault(cell, set()).add(touch.cell)
                return []
            return self._stray(Contact(layer, cell), Contact(layer, touch.cell))
        if touch.kind is Kind.PLACE:
            self._placed = touch.at
        if touch.kind is Kind.LIFT and asked is Kind.PRESS and Kind.A_UP not in seen:
            if touch.at - self._placed < BRIEF:
                seen.discard(Kind.PLACE)  # no glass, but a press
                return self._stray(Contact(Layer.BUTTON, cell), Contact(Layer.REED, cell))
        elif touch.kind is Kind.PRESS and asked is Kind.PLACE and Kind.PRESS not in seen:
            return self._stray(Contact(Layer.REED, cell), Contact(Layer.BUTTON, cell))
        seen.add(touch.kind)
        return [] if self._missing(cell) else self._advance()

    def _stray(self, meant: Contact, answered: Contact) -> list[Effect]:
        """Note that another contact answered than the one that was meant."""
        self._strays.setdefault(meant.cell, set()).add((meant, answered))
        return [Play(Tune.REFUSED)]

    def _asked(self, cell: int) -> Kind | None:
        """Return the event that is asked for now."""
        missing = self._missing(cell)
        return next((kind for kind in _ORDER if kind in missing), None)

    def _advance(self) -> list[Effect]:
        self._judged.add(self._cells[self._at])
        self._at += 1
        if self._at == len(self._cells):
            return self._enter(Stage.KEYS, self._now)
        return [Play(Tune.ACCEPTED)]

    def _cell_key(self, name: str) -> list[Effect]:
        cell = self._cells[self._at]
        if name == "CONFIRM":
            asked = self._asked(cell)
            skipped = self._skipped.setdefault(cell, set())
            if asked is not None:
                skipped.add(asked)
            if asked is Kind.PLACE:
                skipped.add(Kind.LIFT)
            return [Play(Tune.ACCEPTED)] if self._missing(cell) else self._advance()
        if name == "MENU":
            return self._enter(Stage.KEYS, self._now)
        if name == "HINT":
            self._dark ^= 1 << cell
        elif self._at:
            self._at -= 1
            again = self._cells[self._at]
            self._judged.discard(again)
            for found in (self._seen, self._skipped, self._strays, self._near):
                found.pop(again, None)
        return []

    def _cell_view(self) -> SelfTestView:
        cell = self._cells[self._at]
        faults = self.faults
        faulty = faults.dark | faults.reeds
        for layer in (Layer.BUTTON, Layer.TILT):
            faulty |= faults.dead[layer] | faults.stuck[layer]
        glow = {one: LampState(_FAULTY if faulty >> one & 1 else _FINE) for one in self._judged} | {
            cell: LampState(_PULSES[self._now // PULSE % len(_PULSES)])
        }
        asked = self._asked(cell)
        values: dict[str, Value] = {"row": cell // COLUMNS, "column": cell % COLUMNS}
        if asked is Kind.PRESS:
            told = say("Row {row}, column {column}: press the flashing field.")
            aloud = Text(say("Row {row}, column {column}: press the field."), values)
            return SelfTestView(glow, Text(told, values, aloud))
        if asked is Kind.PLACE:
            told = say("Row {row}, column {column}: stand an hourglass there with end A up.")
        elif asked is Kind.A_UP:
            told = say("Row {row}, column {column}: turn the hourglass over so that end A is up.")
        else:
            told = say("Row {row}, column {column}: take the hourglass away.")
        return SelfTestView(glow, Text(told, values))


class RecordingSense:
    """A Sense port that records what the contacts do, before any debouncing.

    unread: returns the contacts that cannot be read now. moved: by layer the cells whose contact
    changed since the last :meth:`clear`. was_unread: the contacts that could not be read at any
    time. errors: what scans have raised, each once.
    """

    def __init__(self, sense: Sense, unread: Callable[[], int] = none_unread) -> None:
        self._sense = sense
        self._unread = unread
        self.was_unread = 0
        self.errors: list[Value] = []
        self.last: Snapshot | None = None
        self.clear()

    @property
    def unread(self) -> int:
        """The contacts that cannot be read now."""
        return self._unread()

    @property
    def closed(self) -> dict[Layer, int]:
        """By layer the cells whose contact was closed in the last scan."""
        last = self.last
        if last is None:
            return dict.fromkeys(Layer, 0)
        return {Layer.REED: last.reeds, Layer.BUTTON: last.buttons, Layer.TILT: last.tilts}

    def clear(self) -> None:
        """Forget what moved so far."""
        self.moved = dict.fromkeys(Layer, 0)

    def scan(self) -> Snapshot:
        """Hal's Sense port."""
        try:
            snapshot = self._sense.scan()
        except HalError as error:
            if said(error) not in self.errors:
                self.errors.append(said(error))
            raise
        self.was_unread |= self.unread
        before = self.last or snapshot
        self.moved[Layer.REED] |= snapshot.reeds ^ before.reeds
        self.moved[Layer.BUTTON] |= snapshot.buttons ^ before.buttons
        self.moved[Layer.TILT] |= snapshot.tilts ^ before.tilts
        self.last = snapshot
        return snapshot


def report(faults: Faults) -> list[Text]:
    """Return what to tell the builder, a line for each fault."""
    lines = [Text(say("sensors: {error}"), {"error": fault}) for fault in faults.sensors]
    swapped, answered = swapped_lines(faults.strays)
    opened, dead = open_lines(faults.dead, faults.judged, answered)
    lines += [*swapped, *opened]
    for told, layers in (
        (say("{layer} at {cells}: never closed; check its diode, its solder joints and its line"),
         dead),
        (say(
            "{layer} at {cells}: always closed; look for a solder bridge or something lying on "
            "the cell"
        ),
         faults.stuck),
        (say(
            "{layer} at {cells}: switches by itself; look for a bad solder joint"
        ), faults.restless),
    ):  # fmt: skip
        lines += [
            Text(told, {"layer": layer.value, "cells": places(cells)})
            for layer, cells in layers.items()
            if cells
        ]
    if faults.dark:
        told = say(
            "lamp at {cells}: off or wrong colour; check the data line from the pixel before"
        )
        lines.append(Text(told, {"cells": places(faults.dark)}))
    told = say(
        "a magnet at {one} also closed the reed at {others}: it is too strong or too low, or that "
        "reed is too sensitive; take a weaker magnet or a thicker sheet"
    )
    near: dict[int, int] = {}
    for one, other in faults.near:
        near[one] = near.get(one, 0) | 1 << other
    if near:
        values = {
            "one": places(sum(1 << one for one in near)),
            "others": places(reduce(or_, near.values())),
        }
        lines.append(Text(told, dict(values)))
    lines += [Text(say("key {key}: no answer"), {"key": key}) for key in sorted(faults.keys)]
    if faults.mute:
        lines.append(Text(say("buzzer: silent"), {}))
    if faults.unheard:
        lines.append(Text(say("buzzer: nobody confirmed hearing it"), {}))
    if faults.dumb:
        told = say("voice: silent; is the sound card the default one, and its volume up?")
        lines.append(Text(told, {}))
    if faults.unspoken:
        lines.append(Text(say("voice: nobody confirmed hearing it"), {}))
    return lines


def _beside(one: int, other: int) -> bool:
    """Return whether two cells touch each other."""
    row, column = divmod(one, COLUMNS)
    other_row, other_column = divmod(other, COLUMNS)
    return max(abs(row - other_row), abs(column - other_column)) == 1
