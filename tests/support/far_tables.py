"""Tables that play seats of matches on a server that really runs, with hands of their own."""

import random
import socket
import threading
import time
from collections.abc import Callable
from contextlib import ExitStack, closing, suppress
from dataclasses import replace
from pathlib import Path
from typing import Self

from firmware.app.far_link import FarLink, SeatFile, read_link
from firmware.app.far_table import FarTable
from firmware.app.running_table import open_table
from firmware.app.settings import Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games import find_adapter
from firmware.play.effects import Effect, Warn
from firmware.play.layout import lay_out
from firmware.play.session import Session
from firmware.simulation.players import SimulatedPlayers
from firmware.storage.place import FILE
from firmware.words import find_words
from hal import ALL_CONTACTS, Contacts, reeds_of
from hal.simulated import SimulatedTable
from rules import Move
from support.keyed import presses


class AtFarTable:
    """A simulated table at a seat of a match elsewhere, from its link on.

    Args:
        folder: where it keeps what it needs.
        link: of the seat.
        standing: the table with its pieces, None for a new one that is set up.
        line: that leads to the server.
        contacts: those that it has.

    """

    def __init__(
        self,
        folder: Path,
        link: str,
        standing: SimulatedTable | None = None,
        line: "Line | None" = None,
        contacts: Contacts = ALL_CONTACTS,
    ) -> None:
        self._line = line
        self.effects: list[Effect] = []
        seat = read_link(link)
        with ExitStack() as opened:
            self.link = opened.enter_context(closing(FarLink(seat, SeatFile(folder, seat))))
            self.link.start()
            held = self.link.wait(lambda _: None)
            self.simulated = standing or SimulatedTable(bounce=0)
            adapter = find_adapter(held.line.start, held.header.game)
            if standing is None:
                self.simulated.set_up(reeds_of(lay_out(adapter, held.line).closed))
            settings = Settings("simulated", folder / FILE, find_words("en", {}), offer_unfinished=False)
            self.table = opened.enter_context(
                open_table(
                    replace(self.simulated.ports, contacts=contacts), settings, [self.effects.append], ThinkerAtOnce()
                )
            )
            self.far = FarTable(self.table, self.link, settings.words)
            self.players = SimulatedPlayers(self.simulated, adapter, random.Random(1))
            self.pass_time()
            self._opened = opened.pop_all()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._opened.close()

    @property
    def session(self) -> Session:
        session = self.table.lobby.session
        assert session is not None
        return session

    @property
    def lines(self) -> tuple[Move, ...]:
        return self.session.match.lines

    @property
    def line(self) -> "Line":
        assert self._line is not None
        return self._line

    def warned(self, text: str) -> bool:
        """Whether it has warned with such a text."""
        return any(isinstance(one, Warn) and text in one.text for one in self.effects)

    def step(self) -> None:
        self.table.step()
        self.far.look()

    def pass_time(self) -> None:
        """Let a fifth of a second of the table pass, and a moment of the network."""
        for _ in range(20):
            self.step()
        time.sleep(0.001)

    def until(self, holds: Callable[[], object]) -> None:
        """Scan on until something holds, in real time as the network has it."""
        end = time.monotonic() + 120
        while not holds():
            assert time.monotonic() < end, (self.lines, self.session.view.trouble)
            self.pass_time()

    def until_asked(self) -> None:
        """Scan on until those elsewhere ask something, and somebody can have read it."""
        self.until(lambda: self.session.view.answers)
        for _ in range(3):
            self.pass_time()

    def play(self, move: Move) -> None:
        """Let hands make a move, and wait until the table has it."""
        plies = len(self.session.plies)
        self.players.carry_out(self.session.view, move)
        self.until(lambda: len(self.session.plies) != plies and not self.session.pending)

    def press(self, move: Move) -> None:
        """Press what makes a move where fields are keys."""
        for what in presses(self.session.adapter, self.session.position, move):
            if isinstance(what, str):
                self.simulated.press_key(what)
            else:
                self.simulated.press(what)
            self.pass_time()

    def key(self, name: str) -> None:
        self.simulated.press_key(name)
        for _ in range(30):
            self.step()


class Line:
    """A line to a server that can be cut, mended, and led to another server.

    Attributes:
        port: that of the server, or of the one in its place.
        here: the port of the line.

    """

    def __init__(self, port: int) -> None:
        self.port = port
        self._listening = socket.create_server(("127.0.0.1", 0))
        self.here: int = self._listening.getsockname()[1]
        self._whole = True
        self._ends: list[socket.socket] = []
        threading.Thread(target=self._run, daemon=True).start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._listening.close()
        self.cut()

    def cut(self) -> None:
        """Drop all connections, and take no new ones."""
        self._whole = False
        for end in self._ends:
            with suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)  # whoever reads it closes it
        self._ends.clear()

    def mend(self) -> None:
        """Take connections again."""
        self._whole = True

    def _run(self) -> None:
        with suppress(OSError):
            while True:
                near, _ = self._listening.accept()
                if not self._whole:
                    near.close()
                    continue
                try:
                    far = socket.create_connection(("127.0.0.1", self.port))
                except OSError:
                    near.close()
                    continue
                self._ends += [near, far]
                for ends in ((near, far), (far, near)):
                    threading.Thread(target=_pass_on, args=ends, daemon=True).start()


def through(line: Line, link: str) -> str:
    """A link that leads over this line."""
    return link.replace(f":{line.port}/", f":{line.here}/")


def _pass_on(one: socket.socket, other: socket.socket) -> None:
    with suppress(OSError), one:
        while data := one.recv(1 << 16):
            other.sendall(data)
    with suppress(OSError):
        other.shutdown(socket.SHUT_RDWR)
