"""The plan of a demo: a new game, or the continuation of an interrupted game."""

import random
from collections.abc import Mapping, Sequence
from datetime import date, datetime
from typing import NamedTuple

from firmware.app.new_game import new_header
from firmware.app.running_table import check_seats
from firmware.match.events import Begun
from firmware.match.seats import Seat, Seats
from firmware.match.state import TABLE
from firmware.play.lobby import USUAL_PLAYERS
from firmware.simulation.demo import PLAYER_NAMES, Interruption
from firmware.simulation.players import Slip
from firmware.simulation.slips import find_slips
from firmware.storage.errors import DamagedGameError
from firmware.storage.log import found_in, seats_of
from firmware.storage.pending import PendingGame
from firmware.storage.recorder import Recorder
from firmware.words import told
from hal import Contacts
from rules import Header, Load, find_game


class DemoPlan(NamedTuple):
    """The plan of a demo.

    Attributes:
        seed: the seed of all its random numbers.
        slips: the slips that may happen.
        load: reads the files that options name.
        notes: notes that the store keeps with the game to resume it.
        levels: seat -> level, for players of another level than simulated people have.
        interruption, number: the state of an interrupted game and its number in the store; None
            for a new game.
    """

    header: Header
    seed: int
    slips: Sequence[Slip]
    load: Load
    notes: Mapping[str, str]
    levels: Mapping[str, int]
    interruption: Interruption | None = None
    number: int | None = None

    def keep(self, recorder: Recorder, now: datetime) -> PendingGame:
        """Keep the demo in the store from now on; a resumed game goes on after its last move."""
        if self.number is None:
            seats = find_game(self.header.game).seats(len(self.header.players))
            levels = Seats({seat: Seat(self.levels.get(seat, 0), TABLE.id) for seat in seats})
            game = PendingGame(recorder, self.header, now, Begun(levels), self.notes, load=self.load)
        else:
            game = PendingGame.of(recorder, recorder.kept(self.number))
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
        faults: names of slips, as :func:`find_slips` reads them; None for no slips.
        day: the date in the record.
        load: reads the files that options name.

    Raises:
        GameError: the game cannot be begun with these players and options.
        UnknownSlipError: there is no such slip in this game.
    """
    rules = find_game(game)
    if players is None:
        players = USUAL_PLAYERS if USUAL_PLAYERS in rules.players else rules.players[0]
    check_seats(computers, game, players)
    header = new_header(
        game,
        PLAYER_NAMES[:players],
        options,
        table=f"simulated, seed {seed}",
        day=day,
        rng=random.Random(seed),
        load=load,
    )
    chosen = {} if faults is None else find_slips(faults, game)
    notes = {"seed": str(seed), "faults": ",".join(chosen)}
    return DemoPlan(header, seed, [*chosen.values()], load, notes, computers)


def interrupted_demo(recorder: Recorder) -> DemoPlan | None:
    """Return the demo that was interrupted last. None if there is none.

    Raises:
        DamagedGameError: it cannot be read.
    """
    kept = recorder.unfinished()
    if kept is None:
        return None
    at, clock = (kept.moves[-1].at, kept.moves[-1].clock) if kept.moves else (0, 0)
    interruption = Interruption(kept.lines, at, clock, Contacts(found_in(kept.log)))
    kept.position()  # raises DamagedGameError
    try:
        seed = int(kept.notes["seed"])
        named = kept.notes["faults"]
        slips = [*find_slips(named, kept.header.game).values()] if named else ()
    except (KeyError, ValueError) as error:
        why = told("game {number} cannot be read: {error} in its notes", number=kept.id, error=str(error))
        raise DamagedGameError(kept.id, why) from error
    levels = seats_of(kept.log).computers
    return DemoPlan(kept.header, seed, slips, kept.load, dict(kept.notes), levels, interruption, kept.id)
