"""The memory of half a minute of play, for table_cost.py: a process of its own.

    python table_memory.py STORE

Plays 18 moves at the emulated chips into a new store. Prints the resident memory in kB (Linux) of
Python alone, before anything of the table is imported, and at the end.
"""

import sys
from pathlib import Path


def resident() -> int:
    """Return the resident memory of this process in kB."""
    with Path("/proc/self/status").open(encoding="ascii") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


def play(path: Path) -> None:
    """Play 18 moves into a store. Raise AssertionError unless it has them then."""
    from datetime import datetime  # noqa: PLC0415 - what is imported here is measured

    from firmware.app.loop import Loop  # noqa: PLC0415
    from firmware.games import find_adapter  # noqa: PLC0415
    from firmware.play.session import Session, at_table  # noqa: PLC0415
    from firmware.storage.recorder import PendingGame, Recorder  # noqa: PLC0415
    from firmware.storage.store import Store  # noqa: PLC0415
    from hal.chips.emulated import EmulatedPi  # noqa: PLC0415
    from hal.simulated import SimulatedTable  # noqa: PLC0415
    from hal.trace import SECOND  # noqa: PLC0415
    from rules import load_nothing, make_header  # noqa: PLC0415
    from wiring import read_pins  # noqa: PLC0415

    simulated = SimulatedTable()
    header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
    start = header.start()
    recorder = Recorder(path, print, lambda: datetime.now().astimezone())
    game = PendingGame(recorder, header, datetime.now().astimezone(), {}, load_nothing)
    recorder.open(game)
    running = at_table(header, start, keeper=game)
    session = Session(running, find_adapter(start, header.game))
    with EmulatedPi(simulated, read_pins()).open() as table:
        loop = Loop(table.ports, session, lambda _: None)
        for number in range(18):
            simulated.place(12 * (number // 6) + number % 6, (number + 1) * SECOND)
        loop.run_until(30 * SECOND)
        with Store(path, writes=False) as store:
            assert game.number is not None
            moves = store.game(game.number).moves
        assert len(moves) == 18, moves


def main() -> None:
    """Print the memory before and after."""
    before = resident()
    play(Path(sys.argv[1]))
    print(before, resident())


if __name__ == "__main__":
    main()
