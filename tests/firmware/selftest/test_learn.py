"""What is wired otherwise than the map says is learnt from touches, and the map then proves it."""

from dataclasses import replace
from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.emulation import broken
from support.pixels import decode
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.commands import own_map
from firmware.commands.own_map import keep_learnt, pins_beside
from firmware.output.prompts import prompt
from firmware.selftest.learn import Learning
from firmware.selftest.recording import RecordingSense
from firmware.storage.place import FILE
from hal import CELLS, Layer, PartError, Table, Tune
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import COLUMNS, PinMap, read_pins
from wiring.learnt import rewritten
from wiring.pins import parse_pins, shipped_text

PINS = read_pins()


class Builder:
    """Somebody who does what is asked, at the true cells of a simulated table."""

    def __init__(
        self,
        table: SimulatedTable,
        ports: Table | None = None,
        pins: PinMap = PINS,
        layers: tuple[Layer, ...] = tuple(Layer),
    ) -> None:
        self.table = table
        recording = RecordingSense((ports or table.ports).sense)
        self.learning = Learning(recording, pins, layers)
        self.loop = Loop(replace(ports or table.ports, sense=recording), self.learning, lambda _: None)
        self.wait(0.3)

    def wait(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    @property
    def prompt(self) -> str:
        return prompt(self.learning.view, ENGLISH)

    def touch(self, at: int | None = None) -> None:
        """Do what is asked, at this cell instead of the one that is meant."""
        values = self.learning.view.text.values
        row, column = values["row"], values["column"]
        assert isinstance(row, int)
        assert isinstance(column, int)
        cell = row * COLUMNS + column
        self.act("hourglass" if "hourglass" in self.prompt else self.prompt.split()[4], cell if at is None else at)

    def act(self, how: str, cell: int) -> None:
        if how == "press":
            self.table.press(cell)
            self.wait(0.25)
            return
        self.table.place(cell)
        if how == "hourglass":
            self.table.turn(cell, end_a_up=True)
        self.wait(1)
        self.table.turn(cell, end_a_up=False)
        self.table.lift(cell)
        self.wait(0.25)

    def touch_all(self) -> None:
        while self.prompt.startswith("Row"):
            self.touch()

    def key(self, name: str) -> None:
        self.table.press_key(name)
        self.wait(0.25)

    @property
    def report(self) -> list[str]:
        learnt = self.learning.learnt
        return [ENGLISH(line.text, **line.values) for line in learnt.report(PINS)]


@pytest.mark.nightly
def test_swapped_rows_and_columns_are_learnt_even_between_layers() -> None:
    builder = Builder(broken("row2=row5", "reed3=reed4", "reed8=button8"))
    builder.touch_all()
    builder.key("MENU")
    learnt = builder.learning.learnt.pins
    assert learnt.rows[2] == PINS.rows[5]
    assert learnt.rows[5] == PINS.rows[2]
    assert learnt.columns["reed"][3] == PINS.columns["reed"][4]
    assert learnt.columns["reed"][8] == PINS.columns["button"][8]
    assert learnt.columns["button"][8] == PINS.columns["reed"][8]
    assert builder.report == [
        "row 2 is driven by U2 GPB7, not by U1 GPB7",
        "row 5 is driven by U1 GPB7, not by U2 GPB7",
        "reed column 3 is read by U1 GPA4, not by U1 GPA3",
        "reed column 4 is read by U1 GPA3, not by U1 GPA4",
        "reed column 8 is read by U2 GPB2, not by U1 GPB2",
        "button column 8 is read by U1 GPB2, not by U2 GPB2",
    ]


@pytest.mark.nightly
def test_pixels_are_learnt_by_pressing_those_that_shine() -> None:
    table = broken("pixels1:turned", "row2=row5")
    builder = Builder(table, layers=(Layer.BUTTON,))
    builder.touch_all()
    assert builder.prompt.startswith("Press the lit field: pixel 0 of 95.")
    while not builder.learning.done:
        builder.act("press", next(cell for cell in range(CELLS) if any(table.log.lamp(cell))))
    chain = builder.learning.learnt.pins.chain
    assert chain[:12] == PINS.chain[:12]
    assert chain[12:24] == PINS.chain[12:24][::-1]
    assert chain[24:] == PINS.chain[24:]
    assert "the pixels 12 to 23 are not where the map says: 12 of them" in builder.report


def test_what_does_not_answer_stays_as_the_map_says_and_one_touch_can_be_done_again() -> None:
    builder = Builder(broken("button3=button4"), layers=(Layer.BUTTON,))
    for _ in range(3):
        builder.touch()
    builder.key("CONFIRM")  # column 3 answers nothing
    builder.touch(at=9)  # a mistake
    builder.key("UNDO")
    builder.touch()
    builder.touch_all()
    builder.key("MENU")
    columns = builder.learning.learnt.pins.columns["button"]
    assert columns[4] == PINS.columns["button"][3]
    assert columns[3] == PINS.columns["button"][4]  # the only one left
    assert sorted(columns) == sorted(PINS.columns["button"])


def test_two_contacts_at_once_answer_nothing() -> None:
    table = SimulatedTable(bounce=0)
    builder = Builder(table)
    table.press(0)
    table.press(1)
    builder.wait(0.4)
    table.log.assert_tunes(Tune.QUESTION, Tune.REFUSED)
    assert "column 0" in builder.prompt


def test_a_cell_that_is_touched_twice_is_no_map() -> None:
    builder = Builder(SimulatedTable(), layers=(Layer.BUTTON,))
    builder.touch()
    builder.touch(at=0)
    assert builder.learning.learnt.pins == PINS
    (told,) = builder.report
    assert told.startswith("Two rows or columns answered alike")


def test_a_diode_on_the_wrong_row_is_named() -> None:
    builder = Builder(SimulatedTable(), layers=(Layer.BUTTON,))
    builder.touch()
    builder.touch(at=12 + 1)
    assert builder.report[0].startswith("button at (0,1) answered in row 1 of the map, others of")


# At the emulated chips, with the unmodified drivers


def miswired() -> PinMap:
    """Rows 6 and 7, the one of the reference, and two columns are swapped; the chain runs back."""
    reed = list(PINS.columns["reed"])
    reed[0], reed[6] = reed[6], reed[0]
    return PINS._replace(
        rows=(*PINS.rows[:6], PINS.rows[7], PINS.rows[6]),
        columns={**PINS.columns, "reed": tuple(reed)},
        chain=PINS.chain[::-1],
    )


@pytest.mark.nightly
def test_a_table_of_chips_is_learnt_and_then_read_right() -> None:
    true = miswired()
    simulated = SimulatedTable()
    pi = EmulatedPi(simulated, true)

    with pi.open(PINS) as table, pytest.raises(PartError, match="reference"):
        table.ports.sense.scan()
    assumed = PINS._replace(reference_row=6)  # as `check --learn` finds it
    with pi.open(assumed) as table:
        builder = Builder(simulated, table.ports, assumed)
        builder.touch_all()
        while not builder.learning.done:
            shown = decode(pi.spi.sent, pi.spi.frequency)
            pixel = next(at for at, colour in enumerate(shown) if any(colour))
            builder.act("press", true.chain[pixel])
    learnt = parse_pins(rewritten(shipped_text(), builder.learning.learnt.pins))
    assert learnt._replace(mark="") == true._replace(mark="")
    with pi.open(learnt) as table:
        simulated.place(77)
        simulated.clock.sleep_until(simulated.clock.now() + SECOND // 10)
        assert table.ports.sense.scan().reeds == 1 << 77


def test_the_map_that_was_learnt_is_kept_with_its_comments(tmp_path: Path) -> None:
    store = tmp_path / FILE
    kept = keep_learnt(store, miswired())
    assert kept == pins_beside(store)
    assert kept._replace(mark="") == miswired()._replace(mark="")
    assert kept.mark != PINS.mark
    text = (tmp_path / own_map.MAP).read_text("utf-8")
    assert "A scan pulls one row low" in text or "a scan pulls one row low" in text
