"""The contract of a table's ports as tests, which any package that offers a table can run::

    import pytest
    from hal.contract import Backend, TestTable  # pytest finds the tests in this module

    @pytest.fixture
    def backend():
        with board_on_a_fake_line() as board:
            yield Backend(board.ports, press=board.press, press_key=board.press_key)

A test is skipped where nobody can do to the board what it is about: without an action in
:class:`Backend`, or without that layer of contacts. Where an assertion fails its values are shown
after ``pytest.register_assert_rewrite("hal.contract")`` in a conftest.py.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from hal.contacts import ALL_CELLS, NO_CONTACTS, Layer, layer_of, one_cell
from hal.ports import Frame, Table, Tune
from hal.snapshot import KEYS, Snapshot
from hal.trace import SECOND
from wiring import CELLS

_STEP = SECOND // 100  # microseconds between two scans


def _nobody(*_: object) -> None:
    pytest.skip("nobody can do that to this table")


def _nothing() -> None:
    """Do nothing."""


@dataclass
class Backend:
    """A table under test, with all contacts open and all keys up at first, and hands at it.

    Attributes:
        table: its ports.
        place: puts a piece on a cell; lift: takes it off; turn: stands an hourglass there on an
            end, A up if True.
        press: presses a cell, and press_key a key by its name, until the test is over.
        close: ends it.
        settles: microseconds until what was done can be read.
    """

    table: Table
    place: Callable[[int], None] = _nobody
    lift: Callable[[int], None] = _nobody
    press: Callable[[int], None] = _nobody
    turn: Callable[[int, bool], None] = _nobody
    press_key: Callable[[str], None] = _nobody
    close: Callable[[], None] = _nothing
    settles: int = SECOND // 4

    def settle(self) -> Snapshot:
        """Return the contacts once nothing bounces any more."""
        clock = self.table.clock
        until = clock.now() + self.settles
        while clock.now() < until:
            clock.sleep_until(clock.now() + _STEP)
            self.table.sense.scan()
        return self.table.sense.scan()

    def close_contact(self, layer: Layer, cell: int) -> None:
        """Close the contact of this layer at a cell."""
        if layer is Layer.TILT:
            self.turn(cell, True)
        else:
            (self.place if layer is Layer.REED else self.press)(cell)

    def has(self, layer: Layer) -> bool:
        """Return whether the table has these contacts."""
        return bool(self.table.contacts & layer_of(layer, ALL_CELLS))


def frame(*colours: tuple[int, int, int]) -> Frame:
    """Return a frame of these colours for the first cells; the others are dark."""
    return (*colours, *((0, 0, 0),) * (CELLS - len(colours)))


class TestTable:
    """Every table keeps these. The fixture `backend` gives a :class:`Backend`."""

    def test_contacts_come_as_whole_layers_with_something_to_touch(self, backend: Backend) -> None:
        layers = [layer_of(layer, ALL_CELLS) for layer in Layer]
        assert all(backend.table.contacts & one in (NO_CONTACTS, one) for one in layers)
        assert backend.has(Layer.REED) or backend.has(Layer.BUTTON)

    @pytest.mark.parametrize("cell", [0, 11, 12, 40, 84, 95])
    def test_each_contact_of_a_cell_is_sensed_alone(self, backend: Backend, cell: int) -> None:
        closed = [0, 0, 0]  # reeds, buttons, tilt contacts, as a snapshot has them
        assert list(backend.settle()[1:]) == closed
        for number, layer in enumerate(Layer):
            if backend.has(layer):
                backend.close_contact(layer, cell)
                closed[number] = one_cell(cell)
                assert list(backend.settle()[1:]) == closed
        if backend.has(Layer.REED):
            backend.lift(cell)
            assert backend.settle().reeds == 0

    def test_any_number_of_pieces_is_sensed_without_ghosts(self, backend: Backend) -> None:
        if not backend.has(Layer.REED):
            pytest.skip("it has no reeds")
        cells = [cell for cell in range(CELLS) if cell % 7 != 3]
        for cell in cells:
            backend.place(cell)
        assert backend.settle().reeds == sum(one_cell(cell) for cell in cells)

    @pytest.mark.parametrize("key", KEYS)
    def test_each_key_is_sensed_alone(self, backend: Backend, key: str) -> None:
        backend.press_key(key)
        backend.settle()
        assert backend.table.keys.held() == 1 << KEYS.index(key)

    def test_the_time_of_a_scan_never_decreases(self, backend: Backend) -> None:
        times = [backend.settle().at for _ in range(3)]
        assert times == sorted(times)
        assert times[0] < times[-1]

    def test_a_frame_of_96_colours_is_shown(self, backend: Backend) -> None:
        backend.table.lamps.show(frame((255, 0, 1)))

    @pytest.mark.parametrize("bad", [(), ((0, 0, 0),) * 95, frame((256, 0, 0)), frame((-1, 0, 0)), ((0, 0),) * 96])
    def test_any_other_frame_is_refused(self, backend: Backend, bad: Any) -> None:
        with pytest.raises(ValueError, match=r"colours|numbers"):
            backend.table.lamps.show(bad)

    @pytest.mark.parametrize("tune", Tune)
    def test_every_tune_can_be_played(self, backend: Backend, tune: Tune) -> None:
        backend.table.sound.play(tune)

    def test_a_display_takes_any_text(self, backend: Backend) -> None:
        if backend.table.display is not None:
            backend.table.display.write(("Anna: zet één Romein", "", "x" * 100, "ДΩ→"))
            backend.settle()
            backend.table.display.write(())

    def test_a_table_in_order_has_no_faults(self, backend: Backend) -> None:
        backend.settle()
        backend.table.keys.held()
        assert backend.table.faults() == ()
        assert backend.table.unread() == NO_CONTACTS

    def test_the_clock_sleeps_until_it_is_time_whatever_it_has_to_do(self, backend: Backend) -> None:
        clock = backend.table.clock
        backend.table.sound.play(Tune.GAME_OVER)
        start = clock.now()
        for milliseconds in (1, 100, 101, 300):
            clock.sleep_until(start + milliseconds * 1000)
            assert clock.now() >= start + milliseconds * 1000
