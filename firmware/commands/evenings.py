"""How does an evening at a table begin? What ``run`` and ``serve`` share."""

import argparse
import random
from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from firmware.commands import UsageError, options_of, write_file
from firmware.effects import Effect, Warn
from firmware.evening import USUAL, Evening, Offer
from firmware.files import beside, unused
from firmware.games import find_sheet
from firmware.keeper import Keeper
from firmware.store import BROKEN, SAND
from firmware.words import Words, say
from rules import GameError, Header, find_game, make_header, write_record

_OFFERED_NO_MORE = say("game {number} cannot go on: {why}")


def evening_of(
    command: str,
    chosen: argparse.Namespace,
    keeper: Keeper,
    words: Words,
    told: Callable[[Effect], None],
) -> Evening:
    """The evening that the command line asks for; a game left unfinished is offered first."""
    options = options_of(command, chosen.option)
    if chosen.game is None and (options or chosen.players):
        raise UsageError(f"speeltafel {command}: name the GAME that --players and --option are for")
    if chosen.players is not None and len(chosen.names or ()) > chosen.players:
        raise UsageError(f"speeltafel {command}: --names has more than --players says")
    load = beside(Path("game"))
    keeper.begin_with(None, {}, load)
    sand, broken = keeper.setting(SAND), int(keeper.setting(BROKEN) or "0", 16)

    def make(name: str, players: int) -> Header:
        game = find_game(name)
        names = (chosen.names or ())[:players]
        if len(game.players) > 1 or names:
            names += tuple(
                words("Player {number}", number=seat) for seat in range(len(names) + 1, players + 1)
            )
        given = dict(options) if name == chosen.game else {}
        if name == "hourglass":
            given = ({"sand": sand} if sand else {}) | given
            if chosen.table == "pi":  # hands have the real sand before their eyes
                given = {"deaths": "declared"} | given
        given = game.set_up(given, random.Random())
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
            find_sheet(header.start(load), header.game)
    except GameError as error:
        raise UsageError(f"speeltafel {command}: {error}") from None
    kept = keeper.unfinished() if not chosen.new else None
    if kept is not None:
        found = keeper.found_in(kept.id)
        offer = Offer(kept.id, kept.header, kept.lines, kept.clock, kept.load, found)
        try:
            return Evening(
                make, load, offer=offer, game=chosen.game, players=players, broken=broken
            )
        except GameError as error:
            told(Warn(_OFFERED_NO_MORE, {"number": kept.id, "why": str(error)}))
    return Evening(make, load, header=header, game=chosen.game, players=players, broken=broken)


def today() -> datetime:
    """The day and time, where we are."""
    return datetime.now().astimezone()


def rescue(command: str, keeper: Keeper, evening: Evening) -> None:
    """Write the record of a game that could not be kept; `keeper` has been closed."""
    if keeper.missing and evening.session is not None and evening.session.lines:
        header, lines = evening.session.header, evening.session.lines
        record = unused(Path(f"{header.game}.record"))
        write_file(record, write_record(header, lines))
        raise UsageError(
            f"speeltafel {command}: the game could not be kept; its record is in {record}"
        )
