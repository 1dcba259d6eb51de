"""The same games, played by a cluster of real processes."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.simulation.mass import run as running
from firmware.simulation.mass.cluster import play_on_cluster
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.workers import play_here
from rules import load_nothing

ROOT = Path(__file__).parents[3]


class Cluster:
    """A scheduler and its workers, begun as README says."""

    def __init__(self, folder: Path, workers: int = 2) -> None:
        self.processes: list[subprocess.Popen[bytes]] = []
        known = folder / "scheduler.json"
        self._begin("scheduler", "--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--scheduler-file", known)
        while not known.exists() or not known.read_text().endswith("}"):
            assert self.processes[0].poll() is None
        self.address: str = json.loads(known.read_text())["address"]
        for _ in range(workers):
            self._begin(
                "worker", self.address, "--nthreads", "1", "--no-nanny", "--no-dashboard", "--local-directory", folder
            )

    def _begin(self, *arguments: object) -> None:
        self.processes.append(
            subprocess.Popen(
                [sys.executable, "-m", "dask", *map(str, arguments)],
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        )

    def kill_a_worker(self) -> None:
        os.kill(self.processes[1].pid, signal.SIGKILL)
        self.processes[1].wait()

    def end(self) -> None:
        for process in reversed(self.processes):
            process.kill()
            process.wait()


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[Cluster]:
    begun = Cluster(tmp_path)
    yield begun
    begun.end()


@pytest.mark.nightly
@pytest.mark.filterwarnings("ignore")  # of Dask's own
def test_every_game_counts_once_though_a_worker_is_killed(cluster: Cluster, tmp_path: Path) -> None:
    plan = Plan.checked("hourglass", (2, 1), 80, seed=2, options={}, compared={}, load=load_nothing)
    here, there = tmp_path / "here.csv", tmp_path / "there.csv"
    list(running.Run(plan, running.Kept(here)).play(play_here))
    done = 0
    run = running.Run(plan, running.Kept(there))
    for number in run.play(partial(play_on_cluster, address=cluster.address)):
        if not done:
            cluster.kill_a_worker()
        done += number
    assert done == 80
    assert there.read_bytes() == here.read_bytes()


@pytest.mark.parametrize("address", ["127.0.0.1:8786", "tcp://127.0.0.1", "http://127.0.0.1:8786"])
def test_an_address_that_is_none_is_refused(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "hourglass", "--seats", "1,1", "--games", "1", "--cluster", address]) == 2
    assert "tcp://" in capsys.readouterr().err
