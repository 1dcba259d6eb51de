"""What do faults of the hardware cost in a game that is going on?

    pip install -e '.[test]'
    python tests/benchmarks/faults_in_play.py             # each fault once; about two minutes
    python tests/benchmarks/faults_in_play.py --games 4
    python tests/benchmarks/faults_in_play.py --blind     # people who never look at the lamps

In virtual time: three people place ten pieces of Forum Romanum at the drivers on emulated chips. At
some moment a part breaks, for 0.5 to 7 s. People wait until their move is lit; if it is not, until
the fault is over, and then they take the piece off and place it again. Those who are *blind* place
a piece every 1.2 s. *wrong* games have kept a move that nobody made; *noticed* are those of them
at which the table asks for a correction in the end.
"""

import argparse
import random
import re
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, NamedTuple

from rich.console import Console
from rich.table import Table

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.play.session import Session, at_table
from hal.chips.emulated import EmulatedPi
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import make_header
from wiring import read_pins

PINS = read_pins()
PIECES = 10
Change = Callable[[EmulatedPi], object]


class Fault(NamedTuple):
    """A part that breaks, and is mended."""

    breaks: Change
    mends: Change


def _of(part: Callable[[EmulatedPi], object], name: str, broken: object, whole: object) -> Fault:
    """Return the fault of an attribute that has another value."""
    return Fault(
        lambda pi: setattr(part(pi), name, broken), lambda pi: setattr(part(pi), name, whole)
    )


def _in_matrix(name: str, what: object) -> Fault:
    return Fault(
        lambda pi: getattr(pi.matrix, name).add(what), lambda pi: getattr(pi.matrix, name).clear()
    )


def _raising(part: Callable[[EmulatedPi], object], method: str, error: Exception) -> Fault:
    """Return the fault of a driver that raises."""

    def fail(*_: Any, **__: Any) -> None:
        raise error

    return Fault(
        lambda pi: setattr(part(pi), method, fail), lambda pi: vars(part(pi)).pop(method, None)
    )


def _power(pi: EmulatedPi, names: tuple[str, ...], *, on: bool) -> None:
    for name in names:
        pi.chips[name].reset()
        pi.chips[name].powered = on


def _deafen(pi: EmulatedPi, name: str, transactions: int) -> None:
    pi.i2c.unheard[pi.chips[name].address] = transactions


def _hold_sda(pi: EmulatedPi) -> None:
    pi.i2c.low_from, pi.i2c.clocks = 0, 7


def faults() -> Iterator[tuple[str, Fault]]:
    """Yield the faults, by name."""
    for row in range(8):
        yield f"row {row} to ground", _in_matrix("low_rows", row)
        yield f"row {row} to 3.3 V", _in_matrix("high_rows", row)
    for column in (0, 3, 5, 7, 11, 14, 20, 30):
        yield f"column {column} to ground", _in_matrix("low_columns", column)
    for rows in ((0, 1), (1, 5), (2, 6), (3, 7), (0, 7)):
        yield f"rows {rows} joined", _in_matrix("joined", rows)
    for columns in ((3, 4), (0, 1), (5, 6), (10, 11), (3, 16), (0, 24)):
        yield f"columns {columns} joined", _in_matrix("joined_columns", columns)
    for place in ((5, 4), (0, 3), (7, 7), (2, 1)):
        yield f"diode at {place} bridged", _in_matrix("bridged", place)
    every = tuple(PINS.chips)
    for names in (*((name,) for name in every), every):
        away = partial(_power, names=names, on=False), partial(_power, names=names, on=True)
        yield f"{', '.join(names)} unplugged", Fault(*away)
    for name in every:
        yield f"{name} restarts", Fault(partial(_power, names=(name,), on=True), str)
        yield f"{name} misses five", Fault(partial(_deafen, name=name, transactions=5), str)
        deaf = partial(_deafen, name=name, transactions=1 << 30)
        yield f"{name} misses all", Fault(deaf, partial(_deafen, name=name, transactions=0))
    yield "SCL held low", _of(lambda pi: pi.i2c, "held_from", 0, None)
    yield "SDA held low", _of(lambda pi: pi.i2c, "low_from", 0, None)
    yield "SDA held by a chip in a byte", Fault(_hold_sda, str)
    yield "the reference off", _of(lambda pi: pi.matrix, "unreferenced", True, False)
    yield "no SPI", _of(lambda pi: pi.spi, "missing", True, False)
    yield "SPI times out", _raising(lambda pi: pi.spi, "write", Exception("ioctl timeout"))
    odd = _raising(lambda pi: pi.i2c, "writeto_then_readfrom", ZeroDivisionError())
    yield "I2C raises oddly", odd
    yield "the display unplugged", _of(lambda pi: pi.oled, "powered", False, True)
    for part, gpio in {"the buzzer": PINS.buzzer, "a key": PINS.keys["MENU"]}.items():
        taken = partial(lambda pi, gpio: pi.gpio.broken.add(gpio), gpio=gpio)
        yield f"{part} taken", Fault(taken, lambda pi: pi.gpio.broken.clear())


class Game:
    """A game of people at a table at which a part breaks."""

    def __init__(self, fault: Fault, rng: random.Random) -> None:
        self._simulated = SimulatedTable(seed=rng.randrange(1000))
        self._pi = EmulatedPi(self._simulated, PINS)
        self._rng = rng
        begins = rng.uniform(2, 8)
        self._ends = int((begins + rng.uniform(0.5, 7)) * SECOND)
        self._coming = [(int(begins * SECOND), fault.breaks), (self._ends, fault.mends)]
        self.placed_again = 0

    def play(self, *, blind: bool) -> str:
        """Play, and return what became of the moves."""
        header = make_header("forum_romanum", ("Anna", "Bram", "Carla"))
        start = header.start()
        adapter = find_adapter(start, header.game)
        fields = [one for one in adapter.overlay.cells if re.fullmatch("[a-g][1-7]", one)]
        chosen = self._rng.sample(fields, PIECES)
        with self._pi.open() as table:
            self._session = Session(at_table(header, start), adapter)
            self._loop = Loop(table.ports, self._session, lambda _: None)
            self._run(0.3)
            for number, field in enumerate(chosen, 1):
                self._place(adapter.overlay.cells[field], number, blind=blind)
            self._run(3)
        kept = [move.partition("@")[2] for move in self._session.lines]
        if kept == chosen:
            return "all kept"
        if kept == chosen[: len(kept)]:
            return "not all kept"
        return "wrong, noticed" if self._session.view.trouble is not None else "wrong"

    def _place(self, cell: int, number: int, *, blind: bool) -> None:
        self._simulated.place(cell)
        if blind:
            self._run(1.2)
            return
        self._run(4, number)
        if self._coming:
            self._run((self._ends - self._simulated.clock.now()) / SECOND, number)
        self._run(3, number)
        while len(self._session.lines) < number and self.placed_again < PIECES:
            self.placed_again += 1
            self._simulated.lift(cell)
            self._run(1.5)
            self._simulated.place(cell)
            self._run(3, number)
        self._run(self._rng.uniform(0.2, 1))

    def _run(self, seconds: float, moves: int = PIECES + 1) -> None:
        """Let so much time pass, or less if there are so many moves before."""
        clock = self._simulated.clock
        end = clock.now() + int(seconds * SECOND)
        while clock.now() < end and len(self._session.lines) < moves:
            if self._coming and clock.now() >= self._coming[0][0]:
                self._coming.pop(0)[1](self._pi)
            self._loop.step()


def main() -> None:
    """Play the games and print what became of them."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=1, help="with each fault")
    parser.add_argument("--blind", action="store_true", help="people never look at the lamps")
    chosen = parser.parse_args()
    found: Counter[str] = Counter()
    again, named = 0, dict(faults())
    for number in range(chosen.games):
        for name, fault in named.items():
            game = Game(fault, random.Random(f"{number} {name}"))
            found[game.play(blind=chosen.blind)] += 1
            again += game.placed_again
    printed = Table(title=f"{len(named)} faults in play, {found.total()} games")
    printed.add_column("what became of the moves")
    printed.add_column("games", justify="right")
    for what, games in found.most_common():
        printed.add_row(what, str(games))
    printed.add_row("pieces that were placed once more", str(again))
    Console().print(printed)


if __name__ == "__main__":
    main()
