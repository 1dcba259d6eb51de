"""The command line ``speeltafel``; what a command does is imported when it is used.

Exit status: 0 done, 1 when a check has found something, 2 for input that cannot be used (one line
on standard error says what, where and what would do), 130 when interrupted.
"""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, TypeAlias

from firmware.commands import (
    UsageError,
    assistance,
    cells,
    computers,
    count,
    keeps,
    layers,
    levels,
    milliseconds,
    miswired,
    names,
    networks,
    pin,
    plies,
    port,
    public_url,
    quiet,
    scheduler,
    seed,
    simulations,
    speaks,
    speed,
    wired,
)
from firmware.opponents.levels import LEVELS, USUAL
from firmware.output.assistance import Assistance
from firmware.simulation.miswired_table import MISWIRED
from firmware.words import UnknownLanguageError, Words, find_words, told
from firmware.words.terminal import one_line
from rules import NAMES

Commands: TypeAlias = "argparse._SubParsersAction[_Parser]"  # noqa: SLF001

TABLES = ("pi", "simulated")
SCREEN = "screen"


class _Parser(argparse.ArgumentParser):
    """A parser that raises UsageError, one line, instead of printing the usage."""

    def error(self, message: str) -> NoReturn:
        raise UsageError(
            told("{prog}: {message} (see {prog} --help)", prog=self.prog, message=message)
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # a terminal may not have all letters of a name
            stream.reconfigure(errors="backslashreplace")
    try:
        chosen = _parser().parse_args(arguments)
        module, _, name = chosen.command.partition(".")
        status = getattr(import_module(f"firmware.commands.{module}"), name)(chosen)
        if sys.stdout is not None:
            sys.stdout.flush()
    except UsageError as error:
        print(one_line(_words(arguments).tell(error.told)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _hush()  # the reader has gone, as with `| head`
    except OSError as error:  # commands handle the errors of their files: this is the output
        _hush()
        print(f"speeltafel: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    else:
        return status or 0
    return 0


def _words(arguments: Sequence[str] | None) -> Words:
    """Return the words of the language that a command line asks for, as far as it is known.

    Programs, which say --json or --strict, are answered in English.
    """
    if {"--json", "--strict"} & set(sys.argv[1:] if arguments is None else arguments):
        return find_words("en", os.environ)
    asked = argparse.ArgumentParser(add_help=False, allow_abbrev=False, exit_on_error=False)
    speaks(asked, None)
    try:
        return find_words(asked.parse_known_args(arguments)[0].lang, os.environ)
    except (argparse.ArgumentError, UnknownLanguageError):
        return find_words("en", os.environ)


def _hush() -> None:
    """Discard what is still to be printed, so that no error is printed at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="speeltafel", description="A smart table for four classic board games.")
    speaks(parser, None)
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)
    _add_play(commands)
    _add_records(commands)
    _add_simulate(commands)
    _add_games(commands)
    _add_selftest(commands)
    _add_service(commands)
    _add_wiring(commands)
    return parser


def _add_play(commands: Commands) -> None:
    """Add ``demo``, ``run`` and ``serve``."""
    demo = commands.add_parser("demo", help="watch simulated people play a whole game")
    demo.set_defaults(command="play.demo")
    demo.add_argument(
        "game", nargs="?", choices=NAMES, metavar="GAME", help=f"one of {', '.join(NAMES)}"
    )
    demo.add_argument("--resume", action="store_true", help="continue the last interrupted demo")
    demo.add_argument("--players", type=int, metavar="N", help="number of players")
    demo.add_argument(
        "--seed",
        type=seed,
        metavar="S",
        help="number of the game: the same number plays the same game",
    )
    demo.add_argument(
        "--speed", type=speed, metavar="X",
        help="speed factor, 1 is real time (default: 10 in a terminal, else as fast as possible)",
    )  # fmt: skip
    demo.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, for example variant=true",
    )
    demo.add_argument("--record", type=Path, metavar="FILE", help="file for the game record")
    demo.add_argument(
        "--without", type=assistance, default=Assistance(), metavar="AID,...",
        help=f"turn off aids of the table: {', '.join(Assistance._fields)}; "
        "questions and corrections remain",
    )  # fmt: skip
    demo.add_argument(
        "--trace", type=Path, metavar="FILE", help="also save a trace of all sensor contacts"
    )
    demo.add_argument(
        "--faults", metavar="NAME,...", help="simulate mistakes and broken contacts: names, or all"
    )
    _seats_computers(demo)
    keeps(demo)
    speaks(demo)

    run = commands.add_parser(
        "run", help="play at a real table, or at a simulated one by typing moves"
    )
    run.set_defaults(command="play.run")
    run.add_argument(
        "--table",
        required=True,
        choices=TABLES,
        help="pi: the real table; simulated: no hardware needed",
    )
    _begins(run)
    _add_serve(commands)


def _begins(command: _Parser) -> None:
    """Add the arguments with which a command begins a game and keeps it."""
    command.add_argument(
        "game",
        nargs="?",
        choices=NAMES,
        metavar="GAME",
        help=f"game to start with: one of {', '.join(NAMES)}",
    )
    command.add_argument(
        "--new", action="store_true", help="start a new game instead of offering the unfinished one"
    )
    command.add_argument("--players", type=int, metavar="N", help="number of players")
    command.add_argument(
        "--names", type=names, metavar="ANNA,BRAM", help="names of the players, in order of play"
    )
    command.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a house rule of GAME, for example variant=true",
    )  # fmt: skip
    command.add_argument(
        "--without", type=assistance, default=Assistance(), metavar="AID,...",
        help=f"turn off aids of the table: {', '.join(Assistance._fields)}; "
        "questions and corrections remain",
    )  # fmt: skip
    command.add_argument(
        "--explain", type=Path, metavar="FILE",
        help="append to FILE why each move was recognised, as `replay --explain` prints it",
    )  # fmt: skip
    _has_voice(command)
    _seats_computers(command)
    keeps(command)
    speaks(command)


def _has_voice(command: argparse.ArgumentParser) -> None:
    """Add the option ``--voice`` to a command."""
    command.add_argument(
        "--voice", action="store_true",
        help="let the table speak what it shows and asks, with espeak-ng; MENU switches it off and "
        "on",
    )  # fmt: skip


def _seats_computers(command: argparse.ArgumentParser) -> None:
    """Add the option ``--computer`` to a command."""
    command.add_argument(
        "--computer", type=computers, default={}, metavar="SEAT:LEVEL,...",
        help="seats that the computer plays, each with its level, from 1 (a child) to 5",
    )  # fmt: skip


def _add_serve(commands: Commands) -> None:
    """Add ``serve``."""
    serve = commands.add_parser("serve", help="play in a browser, on screens or at a table")
    serve.set_defaults(command="serve.serve")
    serve.add_argument(
        "--table", default=SCREEN, choices=(SCREEN, *TABLES),
        help="screen (the default): games on screens, without a table; simulated: a table without "
        "hardware; pi: the real table",
    )  # fmt: skip
    where = serve.add_mutually_exclusive_group()
    where.add_argument(
        "--host", default="127.0.0.1", metavar="ADDRESS",
        help="address to listen on (default: 127.0.0.1, this computer only)",
    )  # fmt: skip
    where.add_argument(
        "--lan", action="store_const", const="0.0.0.0", dest="host",  # noqa: S104
        help="let everyone on the network watch; those who know the PIN can play",
    )  # fmt: skip
    serve.add_argument(
        "--port", type=port, default=8008, metavar="PORT",
        help="port to listen on (default: 8008; 0: any free port)",
    )  # fmt: skip
    pins = serve.add_mutually_exclusive_group()
    pins.add_argument(
        "--pin",
        type=pin,
        metavar="PIN",
        help="PIN needed to play from other devices (default: a new one each time)",
    )
    _tells(serve, pins)
    _begins(serve)


def _tells(command: _Parser, pins: "argparse._MutuallyExclusiveGroup | _Parser") -> None:
    """Add the arguments that ``serve`` and the service that runs it have in common.

    pins: takes those of the PIN.
    """
    pins.add_argument(
        "--pin-file", type=Path, metavar="FILE",
        help="file that contains the PIN (default: the variable SPEELTAFEL_PIN)",
    )  # fmt: skip
    command.add_argument(
        "--url", type=public_url, metavar="URL",
        help="public address of the page behind a reverse proxy: https://table.example",
    )  # fmt: skip
    command.add_argument(
        "--proxy", type=networks, metavar="ADDRESS,...",
        help="address of that proxy: visitors who come through it need the PIN, and its "
        "X-Forwarded-For is trusted (default with --url: this computer)",
    )  # fmt: skip
    command.add_argument(
        "--mqtt", metavar="URL",
        help="publish the state of the game to a broker: mqtt://NAME:PASSWORD@HOST/TABLE, or mqtts://",
    )  # fmt: skip
    command.add_argument(
        "--mqtt-password-file", type=Path, metavar="FILE",
        help="file that contains the broker's PASSWORD, instead of giving it in the URL (default: "
        "the variable SPEELTAFEL_MQTT_PASSWORD)",
    )  # fmt: skip


def _add_records(commands: Commands) -> None:
    """Add ``score``, ``report``, ``replay``, ``advise``, ``analyse`` and ``perft``."""
    score = commands.add_parser("score", help="show the score of recorded games")
    score.set_defaults(command="records.score")
    score.add_argument("files", nargs="+", metavar="FILE", help="a game record (-: standard input)")
    score.add_argument("--json", action="store_true", help="one JSON object per line, one per file")
    score.add_argument(
        "--strict", action="store_true", help="accept only the exact form that programs write"
    )
    score.add_argument(
        "--all",
        action="store_true",
        help="report every line that cannot be read, not just the first",
    )
    score.add_argument("--at", type=plies, metavar="N", help="the score after move N")
    speaks(score)

    report = commands.add_parser("report", help="make a report of a game to keep, print or send")
    report.set_defaults(command="report.write")
    report.add_argument("record", metavar="RECORD", help="a game record (-: standard input)")
    report.add_argument(
        "--out", type=Path, metavar="FILE",
        help="output file: .html, .pdf or .csv (default: RECORD.html in the same folder)",
    )  # fmt: skip
    speaks(report)

    replay = commands.add_parser("replay", help="replay recorded sensor traces")
    replay.set_defaults(command="records.replay_traces")
    replay.add_argument("files", nargs="+", metavar="TRACE", help="a sensor trace")
    replay.add_argument(
        "--json", action="store_true", help="one JSON object per line, one per file"
    )
    replay.add_argument("--record", type=Path, metavar="OUT", help="also save the game record")
    replay.add_argument(
        "--explain", action="store_true",
        help="explain each recognised move: what each touch was taken for, its cost, the "
        "runner-up and its margin; and what each question had to decide",
    )  # fmt: skip
    replay.add_argument(
        "--rate",
        type=int,
        default=100,
        metavar="HZ",
        help="scan rate in scans per second (default: 100)",
    )
    speaks(replay)

    advice = commands.add_parser("advise", help="show which move the computer would play, and why")
    advice.set_defaults(command="opponents.show_advice")
    advice.add_argument("file", metavar="RECORD", help="a game record")
    advice.add_argument(
        "--level", type=int, choices=LEVELS, default=USUAL, metavar="N",
        help=f"playing strength, from 1 (a child) to 5 (default: {USUAL})",
    )  # fmt: skip
    advice.add_argument(
        "--simulations", type=simulations, metavar="S",
        help="thinking effort, in simulations (default: that of the level)",
    )  # fmt: skip
    advice.add_argument(
        "--seed", type=seed, metavar="S",
        help="the same seed and simulations give the same move (default: random)",
    )  # fmt: skip
    advice.add_argument("--json", action="store_true", help="print one JSON object")
    speaks(advice)

    analysis = commands.add_parser("analyse", help="judge every move of a game")
    analysis.set_defaults(command="opponents.analyse")
    analysis.add_argument("file", metavar="RECORD", help="a game record")
    analysis.add_argument(
        "--level", type=int, choices=LEVELS, default=USUAL, metavar="N",
        help=f"how hard the computer thinks about each move, from 1 to 5 (default: {USUAL})",
    )  # fmt: skip
    analysis.add_argument(
        "--seed", type=seed, default=0, metavar="S",
        help="the same seed and level give the same judgements (default: 0)",
    )  # fmt: skip
    analysis.add_argument(
        "--json", action="store_true", help="one JSON object per line, one per move"
    )
    speaks(analysis)

    counted = commands.add_parser(
        "perft", help="count the possible continuations of a game (to test an engine)"
    )
    counted.set_defaults(command="records.count")
    counted.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    counted.add_argument("depth", type=int, metavar="DEPTH", help="number of moves ahead")
    counted.add_argument("--players", type=int, metavar="N", help="number of players")
    counted.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, for example variant=true",
    )
    counted.add_argument("--record", metavar="FILE", help="count from the end of this game record")
    counted.add_argument(
        "--interval", type=milliseconds, default=5000, metavar="S",
        help="seconds between moves (hourglass only; default: 5)",
    )  # fmt: skip
    counted.add_argument(
        "--divide", action="store_true", help="show the count below each first move"
    )


def _add_simulate(commands: Commands) -> None:
    """Add ``simulate``."""
    simulate = commands.add_parser("simulate", help="let the computer play thousands of games")
    simulate.set_defaults(command="simulate.simulate")
    simulate.add_argument("game", choices=NAMES, metavar="GAME", help=f"one of {', '.join(NAMES)}")
    simulate.add_argument(
        "--seats", type=levels, required=True, metavar="LEVEL,...",
        help="the level of each player, from 1 (a child) to 5; everybody moves on one seat after "
        "each game",
    )  # fmt: skip
    simulate.add_argument("--games", type=count, required=True, metavar="N", help="number of games")
    simulate.add_argument(
        "--option",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="a house rule, for example variant=true",
    )
    simulate.add_argument(
        "--compare", action="append", default=[], metavar="NAME=VALUE,VALUE",
        help="play every game with each of these values, and report what is more than chance",
    )  # fmt: skip
    simulate.add_argument(
        "--seed", type=seed, default=0, metavar="S",
        help="the same seed gives the same games (default: 0)",
    )  # fmt: skip
    who = simulate.add_mutually_exclusive_group()
    who.add_argument(
        "--jobs", type=count, metavar="J", help="number of processes (default: one per processor)"
    )
    who.add_argument(
        "--cluster", type=scheduler, metavar="tcp://HOST:PORT",
        help="play on the workers of this Dask scheduler",
    )  # fmt: skip
    simulate.add_argument(
        "--out", type=Path, metavar="FILE",
        help="write one row per game, .parquet or .csv; games in the file are not played again",
    )  # fmt: skip
    simulate.add_argument(
        "--plot", type=Path, metavar="FILE", help="draw the results, .png or .svg"
    )
    simulate.add_argument(
        "--records", type=Path, metavar="FOLDER", help="folder for a record of each game"
    )
    simulate.add_argument(
        "--positions", type=Path, metavar="FILE",
        help="write one row per position: its features, the move and the result, .parquet",
    )  # fmt: skip
    simulate.add_argument(
        "--json", action="store_true", help="print the summary as one JSON object"
    )
    speaks(simulate)


def _add_games(commands: Commands) -> None:
    """Add ``games`` and ``standings``."""
    games = commands.add_parser(
        "games", help="list, show, export, import, check, resume or delete saved games"
    )
    games.set_defaults(
        command="games.list_games", game=None, player=None, unfinished=None, json=False
    )
    actions = games.add_subparsers(metavar="ACTION", parser_class=_Parser)

    listing = actions.add_parser("list", help="list the games, newest first (also without ACTION)")
    listing.set_defaults(command="games.list_games")
    listing.add_argument("--game", choices=NAMES, metavar="GAME", help="only this game")
    listing.add_argument("--player", metavar="NAME", help="only games with this player")
    listing.add_argument(
        "--unfinished", action="store_true", default=None, help="only unfinished games"
    )
    listing.add_argument(
        "--json", action="store_true", help="one JSON object per line, one per game"
    )

    show = actions.add_parser("show", help="show one game")
    show.set_defaults(command="games.show_game")
    show.add_argument("number", type=int, metavar="NUMBER", help="number of the game")

    export = actions.add_parser("export", help="write the record of a game")
    export.set_defaults(command="games.export_game")
    export.add_argument("number", type=int, metavar="NUMBER", help="number of the game")
    export.add_argument(
        "folder", nargs="?", type=Path, metavar="FOLDER",
        help="folder for the game record and the files it refers to (default: print the record)",
    )  # fmt: skip

    bring = actions.add_parser("import", help="import game records")
    bring.set_defaults(command="games.import_games")
    bring.add_argument("files", nargs="+", metavar="FILE", help="a game record")

    check = actions.add_parser("check", help="find games that can no longer be read")
    check.set_defaults(command="games.check_games")
    check.add_argument(
        "number", nargs="?", type=int, metavar="NUMBER", help="number of the game (default: all)"
    )

    resume = actions.add_parser("resume", help="let run or serve continue an unfinished game")
    resume.set_defaults(command="games.resume_game")
    resume.add_argument("number", type=int, metavar="NUMBER", help="number of the game")

    delete = actions.add_parser("delete", help="delete games permanently")
    delete.set_defaults(command="games.delete_games")
    delete.add_argument("numbers", nargs="+", type=int, metavar="NUMBER", help="number of a game")
    delete.add_argument("--yes", action="store_true", help="do not ask")

    standings = commands.add_parser("standings", help="show the ranking over all saved games")
    standings.set_defaults(command="games.show_standings")
    standings.add_argument("--game", choices=NAMES, metavar="GAME", help="only this game")
    standings.add_argument("--player", metavar="NAME", help="only this player")
    standings.add_argument("--csv", action="store_true", help="print comma-separated values")

    for command in (games, standings):
        keeps(command)
        speaks(command)
    for action in (listing, show, export, bring, check, resume, delete):
        keeps(action, argparse.SUPPRESS)
        speaks(action)


def _add_selftest(commands: Commands) -> None:
    """Add ``check`` and ``calibrate``."""
    check = commands.add_parser("check", help="test every contact, lamp and key of a table")
    check.set_defaults(command="selftest.check")
    check.add_argument(
        "--cells",
        type=cells,
        metavar="ROW,COLUMN;...",
        help='cells to test, for example "0,0;0,1" (default: all 96)',
    )
    check.add_argument(
        "--without", type=layers, default=(), metavar="LAYER,...",
        help="skip these kinds of contact: reed, button, tilt",
    )  # fmt: skip
    check.add_argument(
        "--quiet", type=quiet, default=60, metavar="S",
        help="seconds without touching the table, to find unstable contacts (default: 60)",
    )  # fmt: skip
    kind = check.add_mutually_exclusive_group()
    kind.add_argument(
        "--full", action="store_true",
        help="instead: light all lamps white for a minute, to test the power supply and its wires",
    )  # fmt: skip
    kind.add_argument(
        "--learn", action="store_true",
        help="instead: learn by touch which wire is soldered where, and save that map",
    )  # fmt: skip
    check.add_argument(
        "--faults", type=miswired, default=(), metavar="NAME,...",
        help=f"practise at a simulated table with wiring mistakes: {', '.join(MISWIRED)}",
    )  # fmt: skip
    calibrate = commands.add_parser("calibrate", help="measure how long each hourglass runs")
    calibrate.set_defaults(command="selftest.calibrate")
    calibrate.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="board=FILE: hourglasses of your own board",
    )  # fmt: skip
    check.add_argument(
        "--voice", action="store_true",
        help="let the table say what to do, with espeak-ng, and ask whether that was heard",
    )  # fmt: skip
    wired(check)
    for command in (check, calibrate):
        command.add_argument(
            "--table",
            required=True,
            choices=TABLES,
            help="pi: the real table; simulated: no hardware needed",
        )
        keeps(command)
        speaks(command)


def _add_service(commands: Commands) -> None:
    """Add ``service``."""
    service = commands.add_parser(
        "service", help="start the table automatically when the Pi is switched on"
    )
    actions = service.add_subparsers(required=True, metavar="ACTION", parser_class=_Parser)
    install = actions.add_parser("install", help="write a systemd unit, enable and start it")
    install.add_argument(
        "--lan",
        "--serve",
        action="store_true",
        help="also serve the page to devices on the network",
    )
    _tells(install, install)
    _has_voice(install)
    install.add_argument(
        "--data", type=Path, metavar="FOLDER",
        help="folder to copy existing games, calibration and test results from",
    )  # fmt: skip
    for name, action in (
        ("install", install),
        ("status", actions.add_parser("status", help="show whether it is installed and running")),
        ("remove", actions.add_parser("remove", help="uninstall it; saved games are kept")),
    ):
        action.set_defaults(command=f"service.{name}")
        action.add_argument(
            "--root", type=Path, default=Path("/"), metavar="FOLDER",
            help="root folder of another system, such as a mounted SD card (nothing is started)",
        )  # fmt: skip
        speaks(action)


def _add_wiring(commands: Commands) -> None:
    """Add ``wiring``."""
    wiring = commands.add_parser(
        "wiring", help="write the drawings, parts list and printable sheets"
    )
    wiring.set_defaults(command="wiring.write")
    wiring.add_argument("folder", type=Path, metavar="FOLDER", help="folder to write them to")
    wiring.add_argument(
        "--check", action="store_true",
        help="also run the electrical rule check, and simulate the matrix if ngspice is installed",
    )  # fmt: skip
    wired(wiring)
    keeps(wiring)
    speaks(wiring)
