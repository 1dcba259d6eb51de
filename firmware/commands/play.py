"""What can be played? ``demo`` and ``run``: the one place that picks a table's backend."""

import argparse
import random
import sys
from datetime import datetime
from pathlib import Path

from firmware.commands import (
    Commands,
    UsageError,
    aids,
    check_writable,
    names,
    options_of,
    seed,
    speaks,
    speed,
    words_of,
    write_file,
)
from firmware.files import beside, unused
from firmware.games import find_sheet
from firmware.present import Aids
from firmware.report import as_text
from rules import NAMES, GameError, Header, find_game, make_header


def add(commands: Commands) -> None:
    """Add these commands to the command line."""
    demo = commands.add_parser("demo", help="watch simulated people play a whole game")
    demo.set_defaults(command=_demo)
    demo.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    demo.add_argument("--players", type=int, metavar="N", help="how many play")
    demo.add_argument("--seed", type=seed, metavar="S", help="replays the same game every time")
    demo.add_argument(
        "--speed", type=speed, metavar="X",
        help="times as fast as life (default: 10 on a terminal, else as fast as it goes)",
    )  # fmt: skip
    demo.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice of the rules"
    )
    demo.add_argument("--record", type=Path, metavar="FILE", help="where to save the record")
    demo.add_argument(
        "--without", type=aids, default=Aids(), metavar="AID,...",
        help=f"switch off some of what the table helps with: {', '.join(Aids._fields)}",
    )  # fmt: skip
    demo.add_argument("--trace", type=Path, metavar="FILE", help="save what the contacts did, too")
    demo.add_argument(
        "--faults", metavar="NAME,...", help="let hands slip and contacts fail: names, or all"
    )
    speaks(demo)

    run = commands.add_parser("run", help="play at a table, or type what hands would do at one")
    run.set_defaults(command=_run)
    run.add_argument("game", nargs="?", choices=NAMES, metavar="GAME", help="begin with this one")
    run.add_argument(
        "--table", required=True, choices=("simulated",), help="which table; simulated: no hardware"
    )
    run.add_argument("--players", type=int, metavar="N", help="how many play")
    run.add_argument("--names", type=names, metavar="ANNA,BRAM", help="what they are called")
    run.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a choice of the rules of GAME",
    )  # fmt: skip
    run.add_argument(
        "--without", type=aids, default=Aids(), metavar="AID,...",
        help=f"switch off some of what the table helps with: {', '.join(Aids._fields)}",
    )  # fmt: skip
    speaks(run)


def _demo(chosen: argparse.Namespace) -> None:
    from firmware.demo import NAMES as PLAYERS
    from firmware.demo import Demo, NotUnderstoodError
    from firmware.faults import UnknownFaultError, find_faults
    from firmware.screen import Lines, Screen

    words = words_of("demo", chosen)
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        players = 4 if 4 in game.players else game.players[0]
    seed = chosen.seed if chosen.seed is not None else random.randrange(1_000_000)
    try:
        game.seats(players)
        options = game.set_up(options_of("demo", chosen.option), random.Random(seed))
        header = make_header(
            chosen.game, PLAYERS[:players], options, datetime.now().astimezone().date().isoformat(),
            f"simulated, seed {seed}",
        )  # fmt: skip
        faults = find_faults(chosen.faults, game.name) if chosen.faults is not None else ()
    except (GameError, UnknownFaultError) as error:
        raise UsageError(f"speeltafel demo: {error}") from None
    record = chosen.record or unused(Path(f"{chosen.game}-{seed}.record"))
    check_writable(record, chosen.trace)

    on_terminal = sys.stdout is not None and sys.stdout.isatty()
    speed = chosen.speed or (10.0 if on_terminal else None)
    interrupted: BaseException | None = None
    given_up = ""
    with Screen(words) if on_terminal else Lines(words) as view:
        try:
            demo = Demo(
                header, seed, speed, view.tell,
                lambda demo: view.watch(demo.session.view, demo.table),
                load=beside(record), aids=chosen.without, faults=faults,
            )  # fmt: skip
        except GameError as error:
            raise UsageError(f"speeltafel demo: {error}") from None
        try:
            demo.run()
        except NotUnderstoodError as error:  # only when something is broken
            given_up = str(error)
        except (KeyboardInterrupt, OSError) as error:
            interrupted = error  # what was played is saved all the same
    write_file(record, demo.record)
    if chosen.trace is not None:
        write_file(chosen.trace, demo.trace)
    if interrupted is not None and not isinstance(interrupted, KeyboardInterrupt):
        raise interrupted
    if given_up:
        print(f"speeltafel demo: {given_up}, so the game ends here", file=sys.stderr)
    print(as_text(header, demo.session.position, words))
    print(words("The record is in {file}: speeltafel score {file}", file=str(record)))
    if interrupted is not None:
        raise interrupted


def _run(chosen: argparse.Namespace) -> None:
    from firmware.evening import USUAL, Evening
    from firmware.loop import Loop
    from firmware.run import TypedEvening
    from firmware.screen import Lines, Screen
    from hal.clock import RealClock, VirtualClock
    from hal.simulated import SimulatedTable

    words = words_of("run", chosen)
    options = options_of("run", chosen.option)
    if chosen.game is None and (options or chosen.players):
        raise UsageError("speeltafel run: name the GAME that --players and --option are for")
    load = beside(Path("x"))

    def make(name: str, players: int) -> Header:
        game = find_game(name)
        names = (chosen.names or ())[:players]
        if len(game.players) > 1 or names:
            names += tuple(
                words("Player {number}", number=seat) for seat in range(len(names) + 1, players + 1)
            )
        given = options if name == chosen.game else {}
        today = datetime.now().astimezone().date().isoformat()
        return make_header(
            name, names or None, game.set_up(given, random.Random()), today, "simulated"
        )

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
        raise UsageError(f"speeltafel run: {error}") from None
    live = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
    table = SimulatedTable(RealClock() if live else VirtualClock())
    evening = Evening(make, load, header=header, players=players)
    follower = Screen(words) if live else Lines(words)
    loop = Loop(table.ports, evening, follower.tell, aids=chosen.without)
    typed = TypedEvening(evening, table, loop, follower.note)
    with follower:
        if isinstance(follower, Screen):
            typed.play_live(follower)
        else:
            typed.play_lines(sys.stdin, follower)
