"""The plan of a demo: a new game, or the continuation of an interrupted game."""

import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from firmware.app.new_game import new_header
from firmware.app.running_table import check_seats
from firmware.play.lobby import USUAL_PLAYERS
from firmware.simulation.demo import PLAYER_NAMES, Interruption
from firmware.simulation.faults import Fault, find_faults
from firmware.storage.computers import COMPUTERS, computers_in, write_computers
from firmware.storage.errors import DamagedGameError
from firmware.storage.recorder import PendingGame, Recorder
from firmware.words import told
from rules import Header, Load, find_game


class DemoPlan(NamedTuple):
    """The plan of a demo.

    Attributes:
        seed: the seed of all its random numbers.
        faults: the classes of faults that may happen.
        load: reads the files that options name.
        notes: notes that the store keeps with the game to resume it.
        levels: seat -> level, for players of another level than simulated people have.
        interruption, number: the state of an interrupted game and its number in the store; None
            for a new game.
    """

    header: Header
    seed: int
    faults: Sequence[Fault]
    load: Load
    notes: Mapping[str, str]
    levels: Mapping[str, int]
    interruption: Interruption | None = None
    number: int | None = None

    def keep(self, recorder: Recorder, now: datetime) -> PendingGame:
        """Keep the demo in the store from now on; a resumed game goes on after its last move."""
        if self.number is None:
            game = PendingGame(recorder, self.header, now, self.notes, self.load)
        else:
            game = PendingGame.of(recorder, recorder.kept(self.number))
        game.timed = False
        recorder.open(game)
        return game


def new_demo(
    game: str,
    players: int | None,
    options: Mapping[str, str],
    *,
    seed: int,
    faults: str | None,
    computers: Mapping[str, int],
    day: date,
    load: Load,
) -> DemoPlan:
    """Return the demo of a new game.

    Args:
        game: its name in the registry of rules.
        players: the number of players, None for the usual number.
        options: name -> text.
        seed: the seed of all random numbers.
        computers: seat -> level of the seats that the computer plays.
        faults: names of faults, as :func:`find_faults` reads them; None for no faults.
        day: the date in the record.
        load: reads the files that options name.

    Raises:
        GameError: the game cannot be begun with these players and options.
        UnknownFaultError: there is no such fault in this game.
    """
    rules = find_game(game)
    if players is None:
        players = USUAL_PLAYERS if USUAL_PLAYERS in rules.players else rules.players[0]
    check_seats(computers, game, players)
    header = new_header(
        game, PLAYER_NAMES[:players], options,
        table=f"simulated, seed {seed}", day=day, rng=random.Random(seed), load=load,
    )  # fmt: skip
    chosen = () if faults is None else find_faults(faults, game)
    notes = {"seed": str(seed), "faults": ",".join(fault.name for fault in chosen)}
    if computers:
        notes[COMPUTERS] = write_computers(computers)
    return DemoPlan(header, seed, chosen, load, notes, computers)


def interrupted_demo(recorder: Recorder) -> DemoPlan | None:
    """Return the demo that was interrupted last. None if there is none.

    Raises:
        DamagedGameError: it cannot be read.
    """
    kept = recorder.unfinished()
    if kept is None:
        return None
    at = kept.moves[-1].at if kept.moves else 0
    interruption = Interruption(kept.lines, at or 0, kept.clock, recorder.found_in(kept.id))
    kept.position()  # raises DamagedGameError
    try:
        seed = int(kept.notes["seed"])
        faults = find_faults(kept.notes["faults"]) if kept.notes["faults"] else ()
    except (KeyError, ValueError) as error:
        why = told(
            "game {number} cannot be read: {error} in its notes", number=kept.id, error=str(error)
        )
        raise DamagedGameError(kept.id, why) from error
    return DemoPlan(
        kept.header, seed, faults, kept.load, dict(kept.notes), computers_in(kept), interruption,
        kept.id,
    )  # fmt: skip
