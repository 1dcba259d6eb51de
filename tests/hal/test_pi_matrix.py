"""The Pi's matrix on emulated chips: what a fault costs, how it is named, how it is over again."""

import errno
from collections.abc import Callable, Iterator
from functools import reduce
from operator import or_
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from support.emulation import MILLISECOND, PICTURES, PINS, Rig, named
from support.lines import cells_of_column, cells_of_row
from support.nightly import nightly_but

from hal import ALL_CELLS, CELLS, NO_CELLS, Cells, Layer, PartError, cell_set, contacts_of, layer_of, members, one_cell
from hal.chips.buses import Chip
from hal.chips.emulated import EmulatedPi
from hal.chips.matrix import Matrix, row_line
from hal.chips.mcp23017 import GPIO, GPPU, IODIR, IPOL
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import cell
from wiring.pins import parse_pins

MAPS = sorted((Path(__file__).parents[2] / "wiring").rglob("table.toml"))

ROWS = st.integers(0, 7)
COLUMNS = st.integers(0, 35)


@given(PICTURES, PICTURES)
def test_every_snapshot_is_seen_as_it_is(first: tuple[Cells, Cells, Cells], then: tuple[Cells, Cells, Cells]) -> None:
    rig = Rig()
    for reeds, buttons, tilts in (first, then):
        rig.close_contacts(reeds, buttons, tilts)
        state = rig.simulated.scan()[1:]
        assert rig.contacts(5) == state  # so many scans prove all columns
    rig.assert_named()
    assert rig.ports.faults() == ()


def test_a_full_scan_costs_at_most_1700_bits() -> None:
    rig = Rig()
    rig.scan()
    for _ in range(20):
        before = rig.simulated.clock.now()
        rig.ports.sense.scan()
        assert (rig.simulated.clock.now() - before) * PINS.i2c_rate <= 1700 * SECOND


@pytest.mark.parametrize("file", MAPS, ids=lambda file: file.parent.name)
def test_a_table_built_after_each_map_that_ships_is_read_cell_by_cell(file: Path) -> None:
    pins = parse_pins(file.read_text("utf-8"))
    simulated = SimulatedTable(bounce=0)
    with EmulatedPi(simulated, pins).open() as table:
        for cell in pins.cells:
            simulated.place(cell)
            simulated.press(cell)
            found = table.ports.sense.scan()
            assert (found.reeds >> cell & 1, found.buttons) == (1, 1 << cell)
            table.ports.clock.sleep_until(table.ports.clock.now() + SECOND // 4)
        assert table.ports.sense.scan().reeds == cell_set(pins.cells)
        assert table.ports.faults() == ()
        table.ports.lamps.show(((1, 2, 3),) * CELLS)


# Chips that do not answer


@pytest.mark.parametrize("chip", PINS.chips)
def test_two_transactions_not_acknowledged_lose_no_scan(chip: str) -> None:
    rig = Rig()
    rig.scan()
    rig.close_contacts(cells_of_row(1), cells_of_row(2), cells_of_row(7))
    rig.pi.i2c.unheard[PINS.chips[chip]] = 2
    assert rig.scan() is not None
    assert rig.contacts(5) == (cells_of_row(1), cells_of_row(2), cells_of_row(7))
    rig.assert_named()


def test_a_scan_that_has_taken_its_time_tries_nothing_again() -> None:
    rig = Rig()
    rig.scan(5)
    rig.pi.i2c.rate = 2_000  # a transaction takes longer than 10 ms
    rig.pi.i2c.unheard[PINS.chips["U3"]] = 1
    with pytest.raises(PartError, match=rf"{named('U3')} .* does not answer"):
        rig.ports.sense.scan()


@pytest.mark.parametrize(
    ("chip", "names", "layer"),
    [
        ("U1", rf"{named('U1')} \(reeds; rows 0, 1, 2\)", 0),
        ("U2", rf"{named('U2')} \(buttons; rows 3, 4, 5\)", 1),
        ("U3", rf"{named('U3')} \(tilts; rows 6, 7\)", 2),
    ],
)
def test_a_dead_chip_costs_its_layer_and_its_rows_until_it_is_back(chip: str, names: str, layer: int) -> None:
    rig = Rig()
    before = (cells_of_row(0) | cells_of_row(4), cells_of_row(4) | cells_of_row(7), cells_of_row(0))
    rig.close_contacts(*before)
    rig.scan()
    rig.pi.chips[chip].powered = False
    assert rig.scan() is None
    rig.assert_named(names + r" does not answer: .*`i2cdetect -y 1`")
    assert rig.contacts(5) == before  # nothing looks like a touch
    away = reduce(or_, (cells_of_row(row) for row, pin in enumerate(PINS.rows) if pin.chip == chip))
    unread = [away, away, away]
    unread[layer] = ALL_CELLS
    assert rig.ports.unread() == contacts_of(unread[0], buttons=unread[1], tilts=unread[2])
    after = [cells_of_column(5), cells_of_column(6), cells_of_column(7)]
    rig.close_contacts(after[0], after[1], after[2])
    state = list(rig.simulated.scan()[1:])
    seen = [now & ~away | was & away for now, was in zip(state, before, strict=True)]
    seen[layer] = before[layer]
    assert rig.contacts(200) == tuple(seen)  # the rest goes on
    assert [chip in fault for fault in rig.ports.faults()] == [True]
    rig.pi.chips[chip].reset()
    rig.pi.chips[chip].powered = True
    assert rig.contacts(110) == tuple(state)
    assert rig.ports.faults() == ()
    assert rig.ports.unread() == 0
    rig.assert_named()


def test_without_5_v_no_tilt_sensor_is_read_and_the_rest_goes_on() -> None:
    rig = Rig()
    rig.close_contacts(cells_of_row(1), cells_of_row(2), cells_of_row(3))
    rig.scan()
    rig.pi.matrix.supplied = False
    assert rig.scan() is None
    rig.assert_named(r"the tilt sensors have no 5 V \(U3 GPB6 is low\)")
    rig.close_contacts(cells_of_row(4), cells_of_row(5), cells_of_row(6))
    reeds, buttons, _ = rig.simulated.scan()[1:]
    assert rig.contacts(20) == (reeds, buttons, cells_of_row(3))  # as they were read last
    assert rig.ports.unread() == contacts_of(tilts=ALL_CELLS)
    rig.pi.matrix.supplied = True
    assert rig.contacts(110) == tuple(rig.simulated.scan()[1:])
    assert (rig.ports.faults(), rig.ports.unread()) == ((), 0)


def test_a_lost_chip_that_makes_the_bus_wait_is_one_fault_and_costs_no_scan() -> None:
    rig = Rig()
    rig.scan()
    rig.pi.chips["U3"].powered = False
    rig.scan(5)
    rig.assert_named(named("U3"))
    reach = rig.pi.i2c._reach

    def waits(address: int, *counts: int) -> Chip:
        if address == PINS.chips["U3"]:
            rig.simulated.clock.sleep_until(rig.simulated.clock.now() + 10 * MILLISECOND)
            raise TimeoutError(errno.ETIMEDOUT, "Connection timed out")
        return reach(address, *counts)

    rig.pi.i2c._reach = waits  # type: ignore[method-assign]
    for _ in range(300):
        assert rig.scan() is not None
    rig.assert_named()
    assert len(rig.ports.faults()) == 1


def test_with_all_chips_away_there_is_no_scan_and_then_there_is() -> None:
    rig = Rig()
    rig.scan()
    for chip in rig.pi.chips.values():
        chip.powered = False
        chip.reset()
    assert rig.scan(50) is None
    assert len(rig.ports.faults()) == 3
    rig.close_contacts(cells_of_row(2))
    for chip in rig.pi.chips.values():
        chip.powered = True
    assert rig.contacts(110) == (cells_of_row(2), 0, 0)
    assert rig.ports.faults() == ()


# Brown-outs


@given(PICTURES, st.sets(st.sampled_from(list(PINS.chips)), min_size=1), st.integers(0, 1), st.integers(0, 4000))
def test_chips_that_restart_give_one_false_snapshot_at_most_and_are_set_up_again(
    snapshot: tuple[Cells, Cells, Cells], chips: set[str], floating: int, after: int
) -> None:
    rig = Rig(floating=floating)
    rig.close_contacts(*snapshot)
    rig.scan()
    moment = rig.simulated.clock.now() + after  # in the middle of a scan, or after it
    reset = set(chips)

    def brown_out() -> int:
        if rig.simulated.clock.now() >= moment:
            while reset:
                rig.pi.chips[reset.pop()].reset()
        return 0

    levels = {name: chip.levels for name, chip in rig.pi.chips.items()}
    for name, chip in rig.pi.chips.items():
        chip.levels = lambda name=name: brown_out() or levels[name]()  # type: ignore[misc]
    seen = [rig.contacts() for _ in range(8)]
    assert len([one for one in seen if one not in (None, snapshot)]) <= 1
    assert seen[-1] == snapshot
    assert rig.named
    assert all("restarted and was set up again" in named for named in rig.named)
    assert rig.ports.faults() == ()


@pytest.mark.parametrize("register", [IODIR, GPPU, IPOL])
@pytest.mark.parametrize("chip", PINS.chips)
def test_settings_that_were_lost_are_made_again(chip: str, register: int) -> None:
    rig = Rig()
    emulated = rig.pi.chips[chip]
    rig.close_contacts(cells_of_row(5))
    rig.scan()
    wanted = emulated.register(register)
    emulated.write(bytes((2 * register, wanted & 0xFF ^ 0x20)))  # one bit of one pin
    rig.scan(12)
    assert emulated.register(register) == wanted
    assert rig.contacts() == (cells_of_row(5), 0, 0)
    assert emulated.register(GPIO) == 0  # reading is left to the pins


# Shorts and diodes


@pytest.mark.parametrize(
    ("breaks", "names"),
    [
        (lambda matrix: matrix.low.add(row_line(4)), r"^row 4 \(U2 GPA7\) stays low: check it for a sh"),
        (lambda matrix: matrix.high_rows.add(4), r"^row 4 \(U2 GPA7\) stays high: check it for a"),
        (lambda matrix: matrix.low.add(12), r"^button column 0 \(U2 GPA0\) stays low"),
        (lambda matrix: matrix.low.add(35), r"^tilt column 11 \(U3 GPB5\) stays low"),
        (lambda matrix: matrix.joined.add((row_line(2), row_line(4))), r"^rows 2 and 4 .* go low together"),
        (lambda matrix: matrix.bridged.add((4, 3)), r"^the diode of reed column 3 .* at row 4 con"),
    ],
)
def test_a_short_is_named_by_its_line(breaks: Callable[[Matrix], None], names: str) -> None:
    rig = Rig()
    rig.scan()
    breaks(rig.pi.matrix)
    rig.close_contacts(one_cell(cell(4, 3)))
    rig.scan(3)
    rig.assert_named(names)


def test_beside_a_bridged_diode_a_contact_is_read_in_a_row_that_drags_another_down() -> None:
    rig = Rig()
    rig.scan()
    rig.pi.matrix.bridged.add((3, 4))
    standing = one_cell(cell(1, 4)) | one_cell(cell(3, 4)) | one_cell(cell(3, 7))
    rig.close_contacts(standing)
    rig.scan(3)
    rig.close_contacts(standing | one_cell(cell(1, 9)))
    found = rig.contacts(3)
    assert found is not None
    assert found[0] >> cell(1, 9) & 1
    assert rig.ports.unread() == contacts_of(cell_set((cell(1, 4), cell(1, 7))))


@pytest.mark.parametrize(
    ("one", "other", "names"),
    nightly_but(
        [
            (3, 4, r"^reed column 3 \(U1 GPA3\) and reed column 4 \(U1 GPA4\)"),
            (3, 17, r"^reed column 3 \(U1 GPA3\) and button column 5"),
            (11, 24, r"^reed column 11 .* and tilt column 0"),
        ],
        (3, 17, r"^reed column 3 \(U1 GPA3\) and button column 5"),
    ),
)
def test_columns_that_are_shorted_are_named_by_the_first_contact_that_closes_and_show_none(
    one: int, other: int, names: str
) -> None:
    rig = Rig()
    standing = one_cell(cell(1, 3)) | one_cell(cell(4, 11)) | one_cell(cell(2, 6))
    rig.close_contacts(standing, NO_CELLS, one_cell(cell(6, 0)))
    before = rig.contacts(3)
    rig.pi.matrix.joined.add((one, other))
    rig.close_contacts(standing | one_cell(cell(6, one)), NO_CELLS, one_cell(cell(6, 0)))
    rig.scan()
    rig.assert_named(names + " .*are shorted to each other")
    for _ in range(300):
        assert rig.contacts() == before
    for column in (one, other):
        layer = tuple(Layer)[column // 12]
        assert rig.ports.unread() & layer_of(layer, cells_of_column(column % 12))
    rig.close_contacts(standing | one_cell(cell(6, one)) | one_cell(cell(5, 9)), NO_CELLS, one_cell(cell(6, 0)))
    frozen = rig.contacts()
    assert frozen is not None
    assert frozen[0] >> cell(5, 9) & 1  # the others go on
    rig.pi.matrix.joined.clear()
    assert rig.contacts(30) == rig.simulated.scan()[1:]
    rig.scan(101)
    assert (rig.ports.faults(), rig.ports.unread()) == ((), 0)
    rig.assert_named()


@given(PICTURES, PICTURES, st.sets(st.tuples(COLUMNS, COLUMNS), min_size=1, max_size=3))
def test_shorted_columns_show_no_contact_that_is_not_closed(
    first: tuple[Cells, Cells, Cells], then: tuple[Cells, Cells, Cells], pairs: set[tuple[int, int]]
) -> None:
    rig = Rig()
    rig.close_contacts(*first)
    rig.contacts(5)
    rig.pi.matrix.joined.update(pairs)
    rig.close_contacts(*then)
    actual = rig.simulated.scan()[1:]
    for _ in range(20):
        seen = rig.contacts()
        if seen is not None:
            for one, now, before in zip(seen, actual, first, strict=True):
                assert not one & ~now & ~before
    assert all("shorted to each other" in named for named in rig.named)


def test_people_who_close_two_contacts_in_the_same_scan_again_and_again_are_no_short() -> None:
    """A glass that is slammed down, a forearm, cards: nobody is accused, nothing is held."""
    rig = Rig()
    rig.scan(20)
    for _ in range(20):
        for snapshot in (
            (one_cell(cell(3, 3)), NO_CELLS, one_cell(cell(3, 3))),
            (NO_CELLS, NO_CELLS, NO_CELLS),
            (one_cell(cell(5, 1)) | one_cell(cell(5, 2)), cell_set(cell(4, at) for at in range(3, 8)), NO_CELLS),
            (NO_CELLS, cell_set(cell(row, 7) for row in range(8)), NO_CELLS),
        ):
            rig.close_contacts(*snapshot)
            state = rig.simulated.scan()[1:]
            assert rig.contacts() == state
            assert rig.ports.unread() == 0
            rig.simulated.clock.sleep_until(rig.simulated.clock.now() + 20 * MILLISECOND)
    rig.scan(400)
    rig.assert_named()
    assert rig.ports.faults() == ()


@pytest.mark.parametrize("chip", PINS.chips)
@pytest.mark.parametrize("bit", [0, 15])
def test_a_single_wrong_bit_on_the_bus_is_noise(chip: str, bit: int) -> None:
    """Whichever byte of a scan it is in: it is read again, and does not come back."""
    rig = Rig()
    snapshot = (cells_of_row(3), cells_of_row(6), NO_CELLS)
    rig.close_contacts(*snapshot)
    rig.scan(2)
    emulated = rig.pi.chips[chip]
    read = emulated.read
    for number in (*range(8), *[8] * 24):  # eight rows, and a setting of one of the chips in turn
        turn = iter(range(1000))

        def noisy(count: int, at: int = number, turn: Iterator[int] = turn) -> bytes:
            data = bytearray(read(count))
            if next(turn) == at:
                data[bit // 8 % count] ^= 1 << bit % 8
            return bytes(data)

        emulated.read = noisy  # type: ignore[method-assign]
        seen = rig.scan()
        assert seen is not None
        differs = sum((a ^ b).bit_count() for a, b in zip(seen[1:], snapshot, strict=True))
        assert differs <= 1  # a contact for one sample, where the firmware wants three alike
        emulated.read = read  # type: ignore[method-assign]
        assert rig.contacts() == snapshot
    rig.assert_named()


Fault = Callable[[Rig], None]

FAULTS: st.SearchStrategy[Fault] = st.one_of(
    ROWS.map(lambda row: lambda rig: rig.pi.matrix.low.add(row_line(row))),
    ROWS.map(lambda row: lambda rig: rig.pi.matrix.high_rows.add(row)),
    COLUMNS.map(lambda column: lambda rig: rig.pi.matrix.low.add(column)),
    st.tuples(ROWS, ROWS)
    .filter(lambda pair: pair[0] != pair[1])
    .map(lambda pair: lambda rig: rig.pi.matrix.joined.add((row_line(pair[0]), row_line(pair[1])))),
    st.sets(st.tuples(ROWS, COLUMNS), min_size=1, max_size=4).map(
        lambda cells: lambda rig: rig.pi.matrix.bridged.update(cells)
    ),
    st.sampled_from(list(PINS.chips)).map(lambda name: lambda rig: setattr(rig.pi.chips[name], "powered", False)),
)


@given(PICTURES, PICTURES, FAULTS)
@example((0, 0, 0), (cells_of_column(3), 0, 0), lambda rig: rig.pi.matrix.low.add(3))
def test_whatever_is_broken_no_contact_is_seen_in_a_state_that_it_never_had(
    before: tuple[Cells, Cells, Cells], after: tuple[Cells, Cells, Cells], fault: Fault
) -> None:
    rig = Rig()
    rig.close_contacts(*before)
    assert rig.contacts() == before
    fault(rig)
    rig.close_contacts(*after)
    now = rig.simulated.scan()[1:]
    for _ in range(6):
        seen = rig.contacts()
        for snapshot, one, other in zip(seen or before, before, now, strict=True):
            assert members((snapshot ^ one) & (snapshot ^ other)) == []
    matrix = rig.pi.matrix
    for broken in (matrix.low, matrix.high_rows, matrix.joined, matrix.bridged):
        broken.clear()
    for chip in rig.pi.chips.values():
        chip.powered = True
    for _ in range(2):
        rig.after(1100)
        rig.scan(5)  # eight columns are proven in each
    assert rig.contacts() == now
    assert rig.ports.faults() == ()
