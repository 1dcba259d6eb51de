"""The power goes at any moment, and what was not synchronised by then may be there or not.

``test_pull_the_plug.py`` kills the program, which leaves what it wrote to the system. Here the disk
loses that, too: each image of it has all that was confirmed, in the store or in a record.
"""

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple, Self

import pytest
from support import recorded_games
from support.disk import Call, Disk, record, strace
from support.nightly import nightly_but

from firmware.storage.store import Store

SEED = 20261122
PROGRAM = Path(recorded_games.__file__)
STORES = ("data/games.db", "table/games.db")


def why_not_recorded(folder: Path) -> str:
    """Why the calls of a program cannot be recorded here; empty when they can."""
    if shutil.which("strace") is None:
        return "there is no strace: apt-get install strace"
    command = [*strace(folder / "log"), "true"]
    tried = subprocess.run(command, capture_output=True, text=True, check=False)
    return "" if tried.returncode == 0 else f"strace cannot run: {tried.stderr.strip()}"


class Game(NamedTuple):
    """The moves of a game that is kept, and whether it has ended."""

    lines: tuple[str, ...] = ()
    ended: bool = False


class Kept(NamedTuple):
    """What the disk should hold. games: by their store and number. records: by their path."""

    games: dict[tuple[str, int], Game]
    records: dict[str, str]

    def after(self, step: str, where: str, *given: Any) -> Self:
        """What it should hold after a change: its name, its store or file, arguments and result."""
        if step == "write_whole":
            return self._replace(records=self.records | {where: given[0]})
        key = (where, given[-1] if step == "begin" else given[0])
        game = self.games.get(key, Game())
        match step:
            case "append" | "add_to":
                for event in given[-2]:
                    match event["type"]:
                        case "played":
                            game = game._replace(lines=(*game.lines, event["line"]))
                        case "taken_back":
                            game = game._replace(lines=game.lines[:-1])
                        case "ended":
                            game = game._replace(ended=True)
        others = {one: kept for one, kept in self.games.items() if one != key}
        return self._replace(games=others if step == "delete" else others | {key: game})

    @classmethod
    def found(cls, image: Path, records: dict[str, str]) -> Self:
        """What an image holds; of the records, those that were ever written."""
        games = {}
        for name in STORES:
            with Store(image / name) as store:
                for one in store.games():
                    game = store.game(one.id)
                    games[name, one.id] = Game(game.lines, game.how is not None)
        written = {name: image / name for name in records}
        return cls(games, {name: file.read_text("utf-8") for name, file in written.items() if file.exists()})


def images(root: Path, calls: list[Call], rng: random.Random, number: int) -> Iterator[tuple[int, Path]]:
    """Yield what the disk may hold at random moments, and how many steps were confirmed by then.

    Half of the moments are those at which a step has just been confirmed.
    """
    disk = Disk(root)
    moments = [at for at, call in enumerate(calls) if disk.apply(call)]
    confirmed = [at for at, call in enumerate(calls) if is_said(call)]
    cuts = sorted(rng.choice((moments, confirmed)[n % 2]) for n in range(number))
    disk = Disk(root)
    steps = 0
    image = root.parent / "image"
    for at, call in enumerate(calls):
        disk.apply(call)
        steps += is_said(call)
        for _ in range(cuts.count(at)):
            disk.root.write_after_a_power_cut(image, rng, rng.choice((0.0, 0.5, 0.9)))
            yield steps, image
            shutil.rmtree(image)


def is_said(call: Call) -> bool:
    return call.name == "write" and call.path == Path("/dev/null")


@pytest.mark.parametrize("number", nightly_but((12, 300), 12))
def test_no_move_and_no_game_is_lost_when_the_power_goes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    reason = why_not_recorded(tmp_path)
    if reason:
        pytest.skip(reason)
    root = tmp_path / "disk"
    root.mkdir()
    monkeypatch.setenv("PYTHONPATH", str(PROGRAM.parents[1]))
    calls = record([sys.executable, str(PROGRAM), str(root)], tmp_path / "log")
    history = [Kept({}, {})]
    for call in calls:
        if is_said(call):
            step, where, *given = json.loads(call.texts[0])
            history.append(history[-1].after(step, str(Path(where).relative_to(root)), *given))
    records = history[-1].records
    assert len(records) == 3
    lost = []
    for steps, image in images(root, calls, random.Random(SEED), number):
        found = Kept.found(image, records)
        assert found.records.items() <= records.items(), "half a record"
        possible = [kept.games for kept in history[steps : steps + 2]]
        if found.games not in possible or not found.records.keys() >= history[steps].records.keys():
            lost.append(steps)
    assert lost == [], f"{len(lost)} of {number} images lost what was confirmed"
