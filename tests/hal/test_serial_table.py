"""A table behind a serial line: what it understands, and what it says when the line is bad."""

import fcntl
import os
import pty
from contextlib import suppress
from functools import reduce
from itertools import groupby
from operator import xor
from pathlib import Path

import pytest
from support.serial_line import Line

from firmware.cli import main
from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Key, Touch
from hal import ALL_CONTACTS, NO_CONTACTS, PartError, Tune
from hal.serial_table import GREETING, LONGEST, SerialTable, find_port, read_line
from hal.trace import SECOND

DARK = ((0, 0, 0),) * 96


def scan(board: SerialTable, times: int = 1) -> None:
    clock = board.ports.clock
    for _ in range(times):
        clock.sleep_until(clock.now() + SECOND // 100)
        with suppress(PartError):
            board.scan()


def test_a_damaged_line_is_left_out() -> None:
    check = reduce(xor, b"state 0 1 0 0", 0)
    assert read_line(b"state 0 1 0 0*%02X\r" % check) == ["state", "0", "1", "0", "0"]
    assert read_line(b"state 0 2 0 0*%02x" % check) == []
    assert read_line(b"fault 5 * 3") == []
    assert read_line(b"fault \x1b[2Jtile") == ["fault", "[2Jtile"]


def test_a_line_may_come_in_pieces_and_no_line_is_longer_than_4096_bytes() -> None:
    line = Line("b")
    board = line.board()
    line.silent = True
    for piece in (b"x" * 3 * LONGEST, b"\nstate 0 ", b"1 0", b" 0", b"\n"):
        line.said = piece
        scan(board)
    scan(board, 3)
    assert board.scan().buttons == 1


def test_each_press_is_told_however_short_it_is() -> None:
    line = Line("b")
    board = line.board()
    debouncer = Debouncer(NO_CONTACTS)
    line.said = b"".join(b"state 0 %x 0 %x\nstate 0 0 0 0\n" % (1 << cell, key) for cell, key in ((7, 1), (8, 2)))
    events = []
    for _ in range(20):
        line.table.clock.sleep_until(line.table.clock.now() + SECOND // 100)
        events += debouncer.feed(board.scan(), board.held(), NO_CONTACTS)
    assert [one.cell for one in events if isinstance(one, Touch)] == [7, 7, 8, 8]
    assert [one.name for one in events if isinstance(one, Key)] == ["CONFIRM", "UNDO"]


def test_a_board_that_is_unplugged_is_a_fault_until_it_is_back() -> None:
    line = Line("b")
    board = line.board()
    board.write(("Anna",))
    line.unplugged = True
    with pytest.raises(PartError, match="the table's board is silent: check its USB cable"):
        board.scan()
    assert board.ports.faults() == ("the table's board is silent: check its USB cable",)
    assert board.ports.unread() == ALL_CONTACTS
    with pytest.raises(PartError):
        board.show(DARK)
    scan(board, 150)
    line.unplugged = False
    line.table.press(5, hold=9)
    scan(board, 101)
    assert (board.ports.faults(), board.ports.unread()) == ((), NO_CONTACTS)
    assert board.scan().buttons == 1 << 5
    board.show(DARK)
    assert line.heard[-2:] == ["text Anna", "lamps " + "0" * 576]


def test_a_silent_board_is_a_fault_at_once_and_opened_again_in_time() -> None:
    line = Line("b")
    board = line.board()
    line.silent = True
    scan(board, 49)
    assert board.ports.faults() == ()
    scan(board, 2)
    assert board.ports.faults()
    scan(board, GREETING // (SECOND // 100))
    assert line.opened == 2
    line.silent = False
    scan(board, 2)
    assert board.ports.faults() == ()


def test_a_press_that_ends_a_silence_is_told() -> None:
    line = Line("b")
    board, debouncer = line.board(), Debouncer(NO_CONTACTS)
    line.silent = True
    scan(board, 60)
    debouncer.lose_sight(line.table.clock.now())
    line.said = b"state 0 80 0 0\nstate 0 0 0 0\n"
    events = []
    for _ in range(20):
        line.table.clock.sleep_until(line.table.clock.now() + SECOND // 100)
        events += debouncer.feed(board.scan(), board.held(), board.ports.unread())
    assert [one.cell for one in events if isinstance(one, Touch)] == [7, 7]


def test_a_computer_that_was_busy_for_long_loses_no_press() -> None:
    line = Line("b")
    board = line.board()
    line.said = b"state 0 1 0 0\nstate 0 0 0 0\nstate 0 2 0 0\n"
    board.scan()
    line.table.clock.sleep_until(line.table.clock.now() + 2 * SECOND)
    assert board.ports.unread() == NO_CONTACTS
    seen = [board.scan().buttons for _ in range(12)]
    assert list(dict.fromkeys(seen)) == [0, 1, 2]


def test_a_board_is_not_silent_while_nobody_looks() -> None:
    line = Line("b")
    board = line.board()
    line.said = b"state 0 1 0 0\nstate 0 0 0 0\n"
    board.scan()
    line.silent = True  # as the computer of this test and its stand-in both stand still
    line.table.clock.sleep_until(line.table.clock.now() + 2 * SECOND)
    seen = [board.scan().buttons for _ in range(8)]
    assert [one for one, _ in groupby(seen)] == [0, 1, 0]
    assert board.ports.faults() == ()


def test_presses_of_a_computer_that_stood_still_for_ten_seconds_are_told() -> None:
    line = Line("b")
    board = line.board()
    line.said = b"".join(b"state 0 %x 0 0\nstate 0 0 0 0\n" % (1 << cell) for cell in range(80))
    seen = [board.scan().buttons for _ in range(3 * 2 * 80 + 3)]
    assert [one for one in dict.fromkeys(seen) if one] == [1 << cell for cell in range(80)]


def test_a_board_says_what_does_not_work() -> None:
    line = Line("b")
    board = line.board()
    line.said = b"fault tile 0x32 does not answer\n"
    scan(board)
    assert board.ports.faults() == ("tile 0x32 does not answer",)
    line.said = b"fault\n"
    scan(board)
    assert board.ports.faults() == ()


def test_another_board_in_place_of_it_is_named() -> None:
    line = Line("b")
    board = line.board()
    line.said = b"hello speeltafel 1 other contacts=rbt\n"
    scan(board)
    assert board.ports.faults() == ("another board answers than before: start this program anew",)


def test_nobody_waits_for_a_board_that_takes_nothing_in() -> None:
    line = Line("b")
    board = line.board()
    line.out_waiting = 200
    for red in range(5):
        board.show(((red, 0, 0), *DARK[1:]))
    board.play(Tune.TAKEN_BACK, 0.6)
    heard = len(line.heard)
    line.out_waiting = 0
    scan(board)
    assert line.heard[heard:] == ["lamps 040000" + "0" * 570, "tune taken-back 60"]


def test_the_only_port_is_chosen() -> None:
    assert find_port([("/dev/ttyACM0", "Pico")]) == "/dev/ttyACM0"


@pytest.mark.parametrize("where", ["/dev/nothing", "strange://port"])
@pytest.mark.parametrize("command", ["run", "check", "serve"])
def test_a_port_that_is_not_there_is_named_and_nothing_else_is_said(
    command: str, where: str, *, tmp_path: object, capsys: pytest.CaptureFixture[str], caplog: pytest.LogCaptureFixture
) -> None:
    port = ["--port", "0"] if command == "serve" else []
    assert main([command, "--table", f"serial:{where}", "--data", str(tmp_path), *port]) == 2
    assert caplog.messages == []
    (why,) = capsys.readouterr().err.splitlines()
    assert why.startswith(f"speeltafel {command}: table serial:{where}: ")


def test_a_port_that_another_program_has_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    ends = pty.openpty()
    fcntl.flock(ends[1], fcntl.LOCK_EX)
    where = os.ttyname(ends[1])
    assert main(["check", "--table", f"serial:{where}", "--data", str(tmp_path)]) == 2
    for end in ends:
        os.close(end)
    assert capsys.readouterr().err.endswith("end the other program that has it open\n")
