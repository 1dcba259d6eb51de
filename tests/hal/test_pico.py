"""The program that ships for a Raspberry Pi Pico, with switches and with tiles."""

import random
from contextlib import nullcontext

import pytest
from support.pico import Pico

from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Kind, Touch
from hal import BUTTONS, CELLS, KEYS, PartError
from hal.clock import VirtualClock
from hal.sampling import Sampler
from hal.serial_table import SerialTable
from hal.trace import SECOND

DARK = ((0, 0, 0),) * 96


class Board:
    """The program behind its line, and the table that is opened over it."""

    def __init__(self, *, trellis: bool) -> None:
        self.clock = VirtualClock()
        self.pico = Pico(self.clock, trellis=trellis)
        self.table = SerialTable(self.pico.open, self.clock)
        self.ports = self.table.ports
        self.scans(100)  # tiles take half a second to begin

    def scans(self, times: int) -> list[tuple[int, int]]:
        """Cells and keys that are held, as they change through so many scans."""
        seen = [(0, 0)]
        for _ in range(times):
            self.clock.sleep_until(self.clock.now() + SECOND // 100)
            try:
                buttons = self.table.scan().buttons
            except PartError:
                continue
            if seen[-1] != (buttons, self.table.held()):
                seen.append((buttons, self.table.held()))
        return seen[1:]


@pytest.fixture(params=[False, True], ids=["matrix", "trellis"])
def board(request: pytest.FixtureRequest) -> Board:
    return Board(trellis=request.param)


def test_it_has_keys_and_lamps_and_no_reeds(board: Board) -> None:
    assert board.ports.contacts == BUTTONS
    assert board.ports.faults() == ()
    assert board.ports.display is None


@pytest.mark.parametrize("hold", [0.012, 0.06])
@pytest.mark.parametrize("cell", [0, 95])
def test_a_press_is_told_however_short_it_is(board: Board, cell: int, hold: float) -> None:
    board.pico.press(cell, hold)
    assert board.scans(40) == [(1 << cell, 0), (0, 0)]


def tile_of(cell: int) -> tuple[int, int]:
    return cell // 48, cell % 12 // 4


@pytest.mark.parametrize("presses", [200, pytest.param(10_000, marks=pytest.mark.nightly)])
def test_no_press_is_lost_or_told_before_another_however_busy_the_computer_is(board: Board, presses: int) -> None:
    rng = random.Random(1)
    sampler, debouncer = Sampler(board.ports, nullcontext()), Debouncer()
    meant: list[int] = []
    heard: list[int] = []

    def wait(until: int) -> None:
        while board.clock.now() < until:
            busy = rng.choice([0.01] * 60 + [0.05, 0.2, 0.45])  # seconds from a scan to the next
            board.clock.sleep_until(board.clock.now() + int(busy * SECOND))
            sampler.sample()
            while sampler.waiting:
                events = debouncer.feed(sampler.scan(), sampler.held())
                heard.extend(one.cell for one in events if isinstance(one, Touch) and one.kind is Kind.PRESS)

    wait(board.clock.now() + SECOND)
    for _ in range(presses):
        soon = meant and rng.random() < 0.2  # another finger, at the same tile
        wait(board.clock.now() + rng.randrange(*((5_000, 50_000) if soon else (90_000, 150_000))))
        free = [one for one in range(CELLS) if one not in meant[-4:]]  # fingers are on the others
        meant.append(rng.choice([one for one in free if not soon or tile_of(one) == tile_of(meant[-1])]))
        board.pico.press(meant[-1], rng.uniform(0.02, 0.08))
    wait(board.clock.now() + SECOND)
    assert heard == meant


@pytest.mark.parametrize("key", KEYS)
def test_each_key_is_told(board: Board, key: str) -> None:
    board.pico.press_key(key)
    assert board.scans(30) == [(0, 1 << KEYS.index(key)), (0, 0)]


def test_lamps_are_lit_dimmed_and_never_with_more_than_the_supply_gives(board: Board) -> None:
    board.ports.lamps.show(((200, 100, 0), *DARK[1:95], (0, 0, 255)))
    board.scans(30)
    lit = board.pico.lit
    assert (lit[0], lit[1], lit[95]) == ((60, 30, 0), (0, 0, 0), (0, 0, 76))
    board.ports.lamps.show(((255, 255, 255),) * 96)
    board.scans(30)
    assert sum(map(sum, board.pico.lit)) * 0.02 / 255 <= 0.18


def test_lamps_go_out_when_no_computer_speaks_any_more(board: Board) -> None:
    board.ports.lamps.show(((200, 0, 0),) * 96)
    board.scans(400)
    assert board.pico.lit == list(DARK)


def test_a_tile_that_loses_its_supply_is_named_until_it_answers_again() -> None:
    board = Board(trellis=True)
    tile = board.pico.tiles[1]
    board.pico.press(4, hold=2)
    board.scans(20)
    tile.powered = False
    assert board.scans(20)[-1] == (0, 0)
    assert board.ports.faults() == ("no answer from tile 0x2f",)
    tile.powered = True
    tile.reset()
    board.scans(200)
    assert board.ports.faults() == ()
    board.pico.press(5)
    assert board.scans(30) == [(1 << 5, 0), (0, 0)]


def test_keys_of_one_tile_answer_at_once_however_long_the_others_have_been_missing() -> None:
    board = Board(trellis=True)
    for tile in board.pico.tiles[1:]:
        tile.powered = False
    board.scans(1000)
    board.pico.press(0)
    assert board.scans(30) == [(1, 0), (0, 0)]


def test_a_cable_that_is_pulled_and_put_back_costs_nothing_else(board: Board) -> None:
    board.pico.unplugged = True
    board.scans(150)
    with pytest.raises(PartError):
        board.ports.lamps.show(DARK)
    board.pico.unplugged = False
    board.scans(150)
    board.ports.lamps.show(DARK)
    board.pico.press(40)
    assert board.scans(40) == [(1 << 40, 0), (0, 0)]


def test_presses_wait_at_the_board_while_the_computer_takes_nothing_in(board: Board) -> None:
    cells = range(0, 96, 5)
    for cell in cells:
        board.pico.press(cell)
        board.clock.sleep_until(board.clock.now() + SECOND // 5)
    told = [held for held, _ in board.scans(400) if held]
    assert sorted(told) == [1 << cell for cell in cells]  # those of different tiles in another order, perhaps
