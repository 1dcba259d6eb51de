"""Tables far from one another play games to their end, whatever the network does."""

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import httpx
import pytest
from support.far_tables import AtFarTable, Line, through
from support.online import PATIENCE

from firmware.storage.place import FILE
from firmware.storage.store import Store
from hal.trace import SECOND
from rules import Move, find_game

MINUTE = 60 * SECOND
KILLED = {4, 8}  # after how many moves the server is killed


class Host:
    """A server in a process of its own, which can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.port = 0
        self.start()

    def start(self) -> None:
        """Begin anew with what was kept."""
        told = f"-m firmware serve --port {self.port} --lang en --data".split()
        command = [sys.executable, *told, str(self.folder)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        said = self._process.stdout.readline()
        self.port = int(said.rpartition(":")[2].strip().strip("/"))

    def kill(self) -> None:
        """End it at once."""
        self._process.kill()
        self._process.communicate()

    def links(self, game: str) -> dict[str, str]:
        """Begin a match of two who are not there, and return the links of their seats."""
        with httpx.Client(base_url=f"http://127.0.0.1:{self.port}", trust_env=False, timeout=PATIENCE) as client:
            new = {"game": game, "names": ["Anna", "Bram"], "seats": [0, 0], "here": False, "options": {}}
            number = client.post("/api/screen", json=new).json()["id"]
            path, first = f"/api/screen/{number}/links", find_game(game).seats(2)[0]
            client.post(path, json={})
            links = client.post(path, json={"new": first}).json()["links"]
            return {one["seat"]: one["link"] for one in links}

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


class TablePlayer(AtFarTable):
    """Hands at a table."""

    @property
    def over(self) -> bool:
        return self.session.match.over

    @property
    def minutes(self) -> int:
        return self.simulated.clock.now() // MINUTE

    def act(self, rng: random.Random) -> None:
        session, far = self.session, self.far.match
        if not (session.pending or self.over or far.unsent.moves):
            if session.proposed is not None:
                self.play(session.proposed)
            elif not far.waits and not session.match.now.chance:
                self.play(rng.choice(session.position.legal_moves()))
        self.pass_time()


@pytest.mark.nightly
@pytest.mark.parametrize("game", ["revolution", "forum_romanum", "manoeuvre"])
def test_a_server_killed_twice_and_a_line_that_drops_every_minute_leave_the_same_record(
    tmp_path: Path, game: str
) -> None:
    rng, minutes = random.Random(5), {0}
    killed: set[int] = set()
    with ExitStack() as opened:
        host = opened.enter_context(hosting(tmp_path / "host"))
        line = opened.enter_context(Line(host.port))
        one, two = (
            opened.enter_context(TablePlayer(tmp_path / seat, through(line, link)))
            for seat, link in host.links(game).items()
        )
        end = time.monotonic() + 3600
        while not (one.over and two.over):
            assert time.monotonic() < end, (one.lines, two.lines)
            one.act(rng)
            two.act(rng)
            moves, minute = len(one.lines), one.minutes
            if minute not in minutes:
                minutes.add(minute)
                line.cut()
                one.act(rng)
                line.mend()
            if due := {one for one in KILLED - killed if moves >= one}:
                killed |= due
                host.kill()
                host.start()
        assert killed == KILLED
        assert minutes
        assert one.lines == two.lines
        assert host.record == list(one.lines)
