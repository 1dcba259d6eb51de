"""The files that a move passes from a screen, and from a contact, until the store keeps it.

    pip install -e '.[test]'
    python tests/benchmarks/hops.py            # how many
    python tests/benchmarks/hops.py --files    # and which

A profiler notes each function of ``firmware``, ``rules`` and ``hal`` that is called. On a screen it
begins where the thread of the matches is asked for a drop or a button; at a table with the scan in
which the move is decided. Both end where the store writes the move. What is imported or cached with
the first moves does not count: each figure is the most of the later ones. The engine of a game is
several files of ``rules``, of which the middle knows nothing.
"""

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from types import FrameType
from typing import Any

from firmware.app.host import open_host
from firmware.app.running_table import open_table
from firmware.app.settings import SCREEN, Settings
from firmware.app.thinker import ThinkerAtOnce
from firmware.games.ways import way_of
from firmware.match.seats import Seat, Seats
from firmware.simulation.players import SimulatedPlayers
from firmware.storage.place import FILE
from firmware.web import wire
from firmware.web.asks import obey
from firmware.web.match_thread import OnScreens
from firmware.words import find_words
from hal import reeds_of, tilts_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES

ROOT = Path(__file__).parents[2]
ROOMS = tuple(f"{ROOT / room}/" for room in ("firmware", "rules", "hal"))
KEEPS = ("keep", "append")
"""The methods of the store that write a move."""
MOVES, WARM = 24, 8
ENGLISH = find_words("en", {})
NAMES_OF_PEOPLE = ("Anna", "Bram")


class Passed:
    """The files and the functions that are passed by a call until the store keeps a move."""

    def __init__(self) -> None:
        self.files: set[str] = set()
        self.functions: set[Any] = set()
        self.kept = False

    def of(self, do: Callable[[], object]) -> "Passed":
        """Return itself after a call."""
        sys.setprofile(self._note)
        try:
            do()
        finally:
            sys.setprofile(None)
        return self

    def _note(self, frame: FrameType, event: str, _arg: object) -> None:
        code = frame.f_code
        if event != "call" or self.kept or not code.co_filename.startswith(ROOMS):
            return
        self.files.add(str(Path(code.co_filename).relative_to(ROOT)))
        self.functions.add(code)
        self.kept = code.co_name in KEEPS and code.co_filename.endswith("storage/store.py")


def on_screen(game: str, folder: Path) -> Iterator[Passed]:
    """Yield what each move of a game on a screen has passed."""
    settings = Settings(table=SCREEN, store=folder / FILE, words=ENGLISH)
    rng = random.Random(3)
    with open_host(settings, lambda _: None, ThinkerAtOnce(), rng=rng) as host:
        header = host.new_games.from_message(game, NAMES_OF_PEOPLE, {})
        seats = Seats({seat: Seat(0, "anna") for seat in header.start(lambda _: "").seats})
        opened = host.begin(header, seats, 0)
        for number in range(MOVES):
            table = OnScreens(host, number * SECOND // 20)
            host.look(table.at)
            position = opened.match.now
            if opened.match.over:
                return
            move = rng.choice(position.legal_moves())
            made = way_of(opened.adapter, position, move)
            asked: Any = wire.Move(move) if made is None else wire.Drop(made.source, made.target)
            asked = wire.Roll() if position.chance else asked
            yield Passed().of(lambda: obey(table, opened.number, "anna", asked, ENGLISH))  # noqa: B023


def at_table(game: str, folder: Path) -> Iterator[Passed]:
    """Yield what each move of a game at a table has passed."""
    simulated = SimulatedTable(bounce=0)
    settings = Settings(
        table="simulated", store=folder / FILE, words=ENGLISH, game=game, names=NAMES_OF_PEOPLE, offer_unfinished=False
    )
    with open_table(simulated.ports, settings, [], ThinkerAtOnce(), rng=random.Random(3)) as table:
        table.step()
        session = table.lobby.session
        assert session is not None
        closed = session.view.contacts.expected
        simulated.set_up(reeds_of(closed), tilts_of(closed))
        players = SimulatedPlayers(simulated, session.adapter, random.Random(3))
        for _ in range(200):
            table.step()
        for _ in range(MOVES):
            if session.match.over:
                return
            made = len(session.plies)
            players.move(session.position, session.view.contacts.expected)
            for _ in range(3000):
                passed = Passed().of(table.step)
                if len(session.plies) > made:
                    yield passed
                    break


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--files", action="store_true", help="name them")
    given = parser.parse_args()
    for name, play in (("a screen", on_screen), ("a table", at_table)):
        for game in NAMES:
            with TemporaryDirectory() as folder:
                moves = [one for one in play(game, Path(folder)) if one.kept][WARM:]
            most = max(moves, key=lambda one: len(one.files))
            functions = max(len(one.functions) for one in moves)
            rooms = Counter(file.partition("/")[0] for file in most.files)
            parts = ", ".join(f"{number} of {room}" for room, number in sorted(rooms.items()))
            print(f"{name:9} {game:14} {len(most.files):3} files ({parts}), {functions} functions")
            if given.files:
                print("\n".join(f"    {file}" for file in sorted(most.files)))


if __name__ == "__main__":
    main()
