"""Tables and screens far from one another play games to their end, whatever the network does."""

import random
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Protocol

import httpx
import pytest
from circles import full_but
from far_tables import AtFarTable, Line, through

from firmware.app.far_link import FarLink, SeatFile, read_link
from firmware.match.far import Ask
from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal.trace import SECOND
from rules import Move, find_game

MINUTE = 60 * SECOND
KILLED = {8, 16}  # after how many moves the server is killed


class Host:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.start()

    def start(self) -> None:
        """Begin anew with what was kept."""
        self._process = subprocess.Popen(  # noqa: S603
            [
                sys.executable, "-m", "firmware", "serve", "--port", "0",
                "--data", str(self.folder), "--lang", "en",
            ],
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.port = int(said.rpartition(":")[2].strip().strip("/"))

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()

    def links(self, game: str) -> list[str]:
        """Begin a match of two who are not there, and return the links of their seats."""
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False) as client:
            new = {"game": game, "names": ["Anna", "Bram"], "seats": [0, 0], "here": False}
            number = client.post("/api/screen", json=new).json()["id"]
            path, first = f"/api/screen/{number}/links", find_game(game).seats(2)[0]
            client.post(path, json={})
            return [one["link"] for one in client.post(path, json={"new": first}).json()["links"]]

    @property
    def record(self) -> list[Move]:
        """The moves that are kept of the only match."""
        with Store(self.folder / FILE, writes=False) as store:
            (game,) = store.games()
            return store.game(game.id).record.split("\n\n")[1].splitlines()


@contextmanager
def hosting(folder: Path) -> Iterator[Host]:
    """A server, until the end of this."""
    host = Host(folder)
    try:
        yield host
    finally:
        host.kill()


class Player(Protocol):
    """Somebody at a seat."""

    @property
    def lines(self) -> tuple[Move, ...]:
        """The moves as they know them."""

    @property
    def over(self) -> bool:
        """Whether the match is over for them."""

    def act(self, rng: random.Random) -> None:
        """Move if it is their turn, and let a moment pass."""


class TablePlayer(AtFarTable):
    """Hands at a table."""

    @property
    def over(self) -> bool:
        return self.session.match.over

    def act(self, rng: random.Random) -> None:
        session, far = self.session, self.far.match
        if not (session.pending or self.over or far.unsent.moves):
            if session.proposed is not None:
                self.play(session.proposed)
            elif not far.waits and not session.match.now.chance:
                self.play(rng.choice(session.position.legal_moves()))
        self.pass_time()


class ScreenPlayer:
    """A browser without a screen."""

    def __init__(self, folder: Path, link: str) -> None:
        seat = read_link(link)
        self._link = FarLink(seat, SeatFile(folder, seat))
        self._link.start()
        self._link.wait(lambda _: None)
        self._asking = False

    def close(self) -> None:
        self._link.close()

    @property
    def lines(self) -> tuple[Move, ...]:
        return () if self._link.held is None else self._link.held.lines

    @property
    def over(self) -> bool:
        return self._link.held is not None and self._link.held.over

    def act(self, rng: random.Random) -> None:
        held = self._link.held
        if self._asking and self._link.answer() is not None:
            self._asking = False
        elif held is None or self._asking or held.over:
            return
        elif held.now.to_move in self._link.seats:
            move = {"type": "move", "move": rng.choice(held.now.legal_moves())}
            ask = {"type": "roll"} if held.now.chance else move
            self._link.ask(Ask(len(held.line.plies), dict(ask)))
            self._asking = True


GAMES = [
    (game, other)
    for game in ("revolution", "forum_romanum", "manoeuvre")
    for other in ("table", "screen")
]


@pytest.mark.slow
@pytest.mark.parametrize(("game", "other"), full_but(GAMES, ("revolution", "table")))
def test_a_server_killed_twice_and_a_line_that_drops_every_minute_leave_the_same_record(
    tmp_path: Path, game: str, other: str
) -> None:
    rng, minutes = random.Random(5), {0}
    killed: set[int] = set()
    with ExitStack() as opened:
        host = opened.enter_context(hosting(tmp_path / "host"))
        line = opened.enter_context(Line(host.port))
        first, second = (through(line, link) for link in host.links(game))
        one = opened.enter_context(TablePlayer(tmp_path / "one", first))
        two: Player
        if other == "table":
            two = opened.enter_context(TablePlayer(tmp_path / "two", second))
        else:
            two = opened.enter_context(closing(ScreenPlayer(tmp_path / "two", second)))
        while not (one.over and two.over):
            one.act(rng)
            two.act(rng)
            moves, minute = len(one.lines), one.simulated.clock.now() // MINUTE
            if minute not in minutes:
                minutes.add(minute)
                line.cut()
                one.pass_time()
                line.mend()
            if moves in KILLED - killed:
                killed.add(moves)
                host.kill()
                host.start()
                line.port = host.port
        assert killed == KILLED
        assert len(minutes) > 1
        assert one.lines == two.lines
        assert host.record == list(one.lines)
