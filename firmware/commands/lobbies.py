"""How does an evening at a table begin? What ``run`` and ``serve`` share."""

import argparse
import os
import random
import tempfile
from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from firmware.commands import UsageError, options_of
from firmware.games import find_adapter
from firmware.play.effects import Effect, Warn
from firmware.play.lobby import USUAL, Lobby, Offer
from firmware.selftest.calibrate import as_option, glasses
from firmware.storage.files import beside, unused, write_whole
from firmware.storage.recorder import Recorder
from firmware.storage.store import BROKEN, SAND
from firmware.words import Words, say
from rules import GameError, Header, Load, find_game, make_header, write_record

_OFFERED_NO_MORE = say("game {number} cannot go on: {why}")


def lobby_of(
    command: str,
    chosen: argparse.Namespace,
    recorder: Recorder,
    words: Words,
    told: Callable[[Effect], None],
) -> Lobby:
    """The evening that the command line asks for; a game left unfinished is offered first."""
    options = options_of(command, chosen.option)
    if chosen.game is None and (options or chosen.players):
        raise UsageError(f"speeltafel {command}: name the GAME that --players and --option are for")
    if chosen.players is not None and len(chosen.names or ()) > chosen.players:
        raise UsageError(f"speeltafel {command}: --names has more than --players says")
    load = beside(Path("game"))
    recorder.begin_with(None, {}, load)
    sand, broken = recorder.setting(SAND), int(recorder.setting(BROKEN) or "0", 16)

    def make(name: str, players: int) -> Header:
        game = find_game(name)
        names = (chosen.names or ())[:players]
        if len(game.players) > 1 or names:
            names += tuple(
                words("Player {number}", number=seat) for seat in range(len(names) + 1, players + 1)
            )
        given = dict(options) if name == chosen.game else {}
        if name == "hourglass":
            given = (_known_sand(sand, given, load) if sand else {}) | given
            if chosen.table == "pi":  # hands have the real sand before their eyes
                given = {"deaths": "declared"} | given
        given = game.draw_options(given, random.Random())
        return make_header(name, names or None, given, today().date().isoformat(), chosen.table)

    players = chosen.players or len(chosen.names or ()) or USUAL
    header = None
    try:
        if chosen.game is not None:
            numbers = find_game(chosen.game).players
            if chosen.players is None:
                players = min(max(players, numbers[0]), numbers[-1])
            find_game(chosen.game).seats(players)
            header = make(chosen.game, players)
            find_adapter(header.start(load), header.game)
    except GameError as error:
        raise UsageError(f"speeltafel {command}: {error}") from None
    kept = recorder.unfinished() if not chosen.new else None
    if kept is not None:
        found = recorder.found_in(kept.id)
        offer = Offer(kept.id, kept.header, kept.lines, kept.clock, kept.load, found)
        try:
            return Lobby(make, load, offer=offer, game=chosen.game, players=players, broken=broken)
        except GameError as error:
            told(Warn(_OFFERED_NO_MORE, {"number": kept.id, "why": str(error)}))
    return Lobby(make, load, header=header, game=chosen.game, players=players, broken=broken)


def _known_sand(sand: str, options: Mapping[str, str], load: Load) -> dict[str, str]:
    """What was measured of the glasses that stand on the board which these options name.

    Raises GameError for a board that is none.
    """
    board = {name: value for name, value in options.items() if name == "board"}
    starts = find_game("hourglass").start(2, board, load).board.starts  # type: ignore[attr-defined]
    known = {hole: seconds for hole, seconds in glasses(sand).items() if hole in starts}
    return {"sand": as_option(known)} if known else {}


def today() -> datetime:
    """The day and time, where we are."""
    return datetime.now().astimezone()


def rescue(command: str, recorder: Recorder, lobby: Lobby) -> None:
    """Write the record of a game that could not be kept; `keeper` has been closed."""
    if not recorder.missing or lobby.session is None or not lobby.session.lines:
        return
    header, lines = lobby.session.header, lobby.session.lines
    failed = OSError()
    for folder in _lasting(recorder.folder, os.environ):
        try:
            record = unused(folder / f"{header.game}.record")
            write_whole(record, write_record(header, lines))
        except OSError as error:
            failed = error
            continue
        raise UsageError(
            f"speeltafel {command}: the game could not be kept; its record is in {record}"
        )
    raise UsageError(
        f"speeltafel {command}: the game could not be kept, and its record cannot be written "
        f"anywhere: {failed.strerror}"
    )


def _lasting(store: Path, environment: Mapping[str, str]) -> Iterator[Path]:
    """Folders in which a file lasts, the best first; that of the store may be the one that fails.

    What systemd calls the RuntimeDirectory of a service goes when it stops: systemd.exec(5).
    """
    fleeting = environment.get("RUNTIME_DIRECTORY", "")
    if Path.cwd() not in [Path(folder).resolve() for folder in fleeting.split(":") if folder]:
        yield Path()
    yield store
    yield Path(tempfile.gettempdir())
