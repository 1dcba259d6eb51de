"""The command line of ``speeltafel``: its commands, their arguments and their help."""

import argparse
from pathlib import Path
from typing import TypeAlias

from firmware.app.settings import SCREEN
from firmware.commands import argument_types as types
from firmware.commands import keeps, speaks, wired
from firmware.commands.parser import Parser, Version, speaking
from firmware.opponents.levels import LEVELS, USUAL
from firmware.output.assistance import Assistance
from firmware.simulation.miswired_table import MISWIRED
from firmware.words import Words
from rules import NAMES

Commands: TypeAlias = "argparse._SubParsersAction[Parser]"


def command_line(words: Words) -> argparse.ArgumentParser:
    """Return the parser of a whole command line, with help in these words.

    Its result has the attribute ``command``: the module of ``firmware.commands`` and the function
    in it; None where no command was typed.
    """
    parser = speaking(words)(prog="speeltafel", description=words("A smart table for four classic board games."))
    speaks(parser, words, None)
    parser.add_argument("--version", action=Version, nargs=0, help=words("print the version"))
    parser.set_defaults(command=None)
    commands = parser.add_subparsers(metavar="COMMAND")
    _add_play(commands, words)
    _add_records(commands, words)
    _add_simulate(commands, words)
    _add_games(commands, words)
    _add_copies(commands, words)
    _add_selftest(commands, words)
    _add_service(commands, words)
    _add_wiring(commands, words)
    return parser


def first_words(words: Words) -> str:
    """Return the text for a command line without a command: the purpose, and commands to try."""
    tried = {
        "demo forum_romanum": words("watch simulated people play a whole game"),
        "serve --table screen": words("play in the browser, against each other or the computer"),
        "score FILE": words("score a game that was written down"),
    }
    width = max(map(len, tried))
    lines = [f"  speeltafel {command:{width}}  {what}" for command, what in tried.items()]
    return "\n".join(
        [
            words("A smart table for four classic board games."),
            "",
            words("Try:"),
            *lines,
            "",
            words("All commands: {command}", command="speeltafel --help"),
        ]
    )


def _add_play(commands: Commands, words: Words) -> None:
    """Add ``demo``, ``run``, ``serve`` and ``site``."""
    demo = commands.add_parser("demo", help=words("watch simulated people play a whole game"))
    demo.set_defaults(command="play.demo")
    _plays(demo, words("game to play: {games}", games=", ".join(NAMES)), nargs="?")
    demo.add_argument("--resume", action="store_true", help=words("continue the last interrupted demo"))
    _counts(demo, words)
    _draws(demo, words("number of the game: the same number plays the same game"))
    demo.add_argument(
        "--speed",
        type=types.speed,
        metavar="X",
        help=words("speed factor, 1 is real time (default: 10 in a terminal, otherwise as fast as possible)"),
    )
    _chooses(demo, words("a house rule, for example variant=true"))
    demo.add_argument("--record", type=Path, metavar="FILE", help=words("where to save the game record"))
    _helps(demo, words)
    demo.add_argument("--trace", type=Path, metavar="FILE", help=words("also save a trace of all sensor contacts"))
    demo.add_argument(
        "--faults",
        metavar="NAME,...",
        help=words("simulate mistakes and broken contacts: all, or names such as bounce,slide"),
    )
    _seats_computers(demo, words)
    keeps(demo, words)
    speaks(demo, words)

    run = commands.add_parser("run", help=words("play at a real table, or at a simulated one by typing moves"))
    run.set_defaults(command="play.run")
    _sits_at(run, words)
    _begins(run, words)
    run.add_argument(
        "--seat", metavar="LINK", help=words("play a seat of a game elsewhere, by the link that its page shows")
    )
    run.add_argument(
        "--meet",
        type=types.public_url,
        metavar="URL",
        help=words(
            "begin GAME at this server, take its first seat, and print a link for each "
            "other player, who may be anywhere"
        ),
    )
    run.add_argument(
        "--pin-file",
        type=Path,
        metavar="FILE",
        help=words("with --meet: file with the PIN of the server (default: $SPEELTAFEL_PIN)"),
    )
    _add_serve(commands, words)
    _add_site(commands, words)


def _begins(command: Parser, words: Words) -> None:
    """Add the arguments with which a command begins a game and keeps it."""
    _plays(command, words("game to start with: {games}", games=", ".join(NAMES)), nargs="?")
    command.add_argument(
        "--new", action="store_true", help=words("start a new game instead of offering the unfinished one")
    )
    _counts(command, words)
    command.add_argument(
        "--names", type=types.names, metavar="ANNA,BRAM", help=words("names of the players, in order of play")
    )
    _chooses(command, words("a house rule, for example variant=true"))
    _helps(command, words)
    command.add_argument(
        "--explain",
        type=Path,
        metavar="FILE",
        help=words("append to FILE why each move is recognised, as `replay --explain` prints it"),
    )
    _has_voice(command, words)
    _seats_computers(command, words)
    keeps(command, words)
    speaks(command, words)


def _plays(command: Parser, what: str, name: str = "game", nargs: str | None = None) -> None:
    """Add the argument or option of a game's name. what: its help, as in the functions below."""
    command.add_argument(name, nargs=nargs, type=types.game, choices=NAMES, metavar="GAME", help=what)


def _chooses(command: Parser, what: str) -> None:
    """Add the option ``--option``."""
    command.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help=what)


def _counts(command: Parser, words: Words) -> None:
    """Add the option ``--players``."""
    command.add_argument("--players", type=int, metavar="N", help=words("number of players"))


def _numbers(command: Parser, what: str, nargs: str | None = None) -> None:
    """Add the number of a game in the store."""
    command.add_argument("number", nargs=nargs, type=int, metavar="NUMBER", help=what)


def _draws(command: Parser, what: str, default: int | None = None) -> None:
    """Add the option ``--seed``."""
    command.add_argument("--seed", type=types.seed, default=default, metavar="S", help=what)


def _has_level(command: Parser, what: str) -> None:
    """Add the option ``--level``."""
    command.add_argument("--level", type=int, choices=LEVELS, default=USUAL, metavar="N", help=what)


def _prints_json(command: Parser, what: str) -> None:
    """Add the option ``--json``."""
    command.add_argument("--json", action="store_true", help=what)


def _helps(command: Parser, words: Words) -> None:
    """Add the option ``--without`` to a command."""
    command.add_argument(
        "--without",
        type=types.assistance,
        default=Assistance(),
        metavar="AID,...",
        help=words(
            "turn off aids of the table: {aids}; questions and corrections stay", aids=", ".join(Assistance._fields)
        ),
    )


def _sits_at(command: Parser, words: Words) -> None:
    """Add the options ``--table`` and ``--break`` to a command that needs a table."""
    command.add_argument(
        "--table",
        required=True,
        type=types.table,
        metavar="NAME[:WHERE]",
        help=words(
            "pi: the table that this Pi is built into; serial or serial:PORT: a board that "
            "speaks lines over USB; simulated: no hardware needed; emulated: the same with "
            "the Pi's drivers on emulated chips; or the table of an installed package"
        ),
    )
    _breaks(command, words)


def _breaks(command: Parser, words: Words) -> None:
    """Add the option ``--break`` to a command."""
    command.add_argument(
        "--break",
        dest="broken",
        type=types.parts,
        default=(),
        metavar="PART,...",
        help=words("with --table emulated: parts that are broken from the start, for example U1,row3"),
    )


def _has_voice(command: Parser, words: Words) -> None:
    """Add the option ``--voice`` to a command."""
    command.add_argument(
        "--voice",
        action="store_true",
        help=words("let the table speak what it shows and asks, with espeak-ng; MENU switches it off and on"),
    )


def _seats_computers(command: Parser, words: Words) -> None:
    """Add the option ``--computer`` to a command."""
    command.add_argument(
        "--computer",
        type=types.computers,
        default={},
        metavar="SEAT:LEVEL,...",
        help=words("seats that the computer plays, each with its level, from 1 for a child to 5"),
    )


def _add_serve(commands: Commands, words: Words) -> None:
    """Add ``serve``."""
    serve = commands.add_parser("serve", help=words("play in a browser, on screens or at a table"))
    serve.set_defaults(command="serve.serve")
    serve.add_argument(
        "--table",
        default=SCREEN,
        type=types.table_or_screen,
        metavar="NAME[:WHERE]",
        help=words(
            "screen (the default): games on screens, without a table; simulated: a table "
            "of raw contacts without hardware; other tables: as with run"
        ),
    )
    _breaks(serve, words)
    where = serve.add_mutually_exclusive_group()
    where.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="ADDRESS",
        help=words("address to listen on (default: 127.0.0.1, this computer only)"),
    )
    where.add_argument(
        "--lan",
        action="store_const",
        const="0.0.0.0",
        dest="host",
        help=words("let everyone on the network watch; those who know the PIN can play"),
    )
    serve.add_argument(
        "--port",
        type=types.port,
        default=8008,
        metavar="PORT",
        help=words("port to listen on (default: 8008; 0: any free port)"),
    )
    pins = serve.add_mutually_exclusive_group()
    pins.add_argument(
        "--pin",
        type=types.pin,
        metavar="PIN",
        help=words("PIN needed to play from other devices (default: a new one each time)"),
    )
    _tells(serve, pins, words)
    _begins(serve, words)


def _add_site(commands: Commands, words: Words) -> None:
    """Add ``site``."""
    site = commands.add_parser("site", help=words("write a folder that plays in any browser, without a server"))
    site.set_defaults(command="site.site")
    site.add_argument("folder", type=Path, metavar="FOLDER", help=words("where to write it"))
    site.add_argument("--force", action="store_true", help=words("write it over what is in the folder"))
    site.add_argument("--serve", action="store_true", help=words("look at it on this computer at once"))
    site.add_argument(
        "--port",
        type=types.port,
        default=8009,
        metavar="PORT",
        help=words("port at which to look at it (default: 8009; 0: any free port)"),
    )
    site.add_argument(
        "--packages",
        type=Path,
        metavar="FOLDER",
        help=words("where the files of Pyodide and msgspec are, instead of fetching them"),
    )
    speaks(site, words)


def _tells(command: Parser, pins: "argparse._MutuallyExclusiveGroup | Parser", words: Words) -> None:
    """Add the arguments that ``serve`` has in common with the service that runs it.

    pins: takes the options of the PIN.
    """
    pins.add_argument(
        "--pin-file", type=Path, metavar="FILE", help=words("file with the PIN (default: $SPEELTAFEL_PIN)")
    )
    command.add_argument(
        "--url",
        type=types.public_url,
        metavar="URL",
        help=words("public address of the page behind a reverse proxy: https://table.example"),
    )
    command.add_argument(
        "--proxy",
        type=types.networks,
        metavar="ADDRESS,...",
        help=words(
            "addresses of that proxy: visitors from there need the PIN, and its "
            "X-Forwarded-For header is trusted (default with --url: this computer)"
        ),
    )
    command.add_argument(
        "--allowed-host",
        type=types.host_name,
        action="append",
        default=[],
        metavar="NAME",
        help=words(
            "a name that the router gives this computer, such as table.lan or "
            "table.fritz.box, by which browsers may open the page (may be repeated)"
        ),
    )
    command.add_argument(
        "--mqtt",
        metavar="URL",
        help=words("publish the state of the game to an MQTT broker: mqtt://NAME:PASSWORD@HOST/TABLE, or mqtts://"),
    )
    command.add_argument(
        "--mqtt-password-file",
        type=Path,
        metavar="FILE",
        help=words(
            "file with the broker's PASSWORD, which is then left out of URL (default: $SPEELTAFEL_MQTT_PASSWORD)"
        ),
    )


def _accepts(command: Parser, words: Words) -> None:
    """Add the options ``--accept`` and ``--accept=doubts`` to a command."""
    command.add_argument(
        "--accept",
        action="store_const",
        const="sure",
        default="",
        help=words("take a score sheet as its game is proposed, where no line is in doubt"),
    )
    command.add_argument(
        "--accept=doubts",
        action="store_const",
        const="doubts",
        dest="accept",
        help=words("take it with all its doubts"),
    )


def _add_scan(commands: Commands, words: Words) -> None:
    scan = commands.add_parser("scan", help=words("read photographs of a score sheet that was printed here"))
    scan.set_defaults(command="scan.scan")
    scan.add_argument("files", nargs="+", metavar="PHOTO", help=words("a photograph of one page, JPEG or PNG"))
    scan.add_argument(
        "--names", type=types.names, metavar="ANNA,BRAM", help=words("names of the players, in order of play")
    )
    _chooses(scan, words("a house rule, for example variant=true"))
    _accepts(scan, words)
    scan.add_argument("--out", metavar="FILE", help=words("where to write the record (default: standard output)"))
    speaks(scan, words)


def _add_report(commands: Commands, words: Words) -> None:
    report = commands.add_parser("report", help=words("make a report of a game to keep, print or send"))
    report.set_defaults(command="report.write")
    report.add_argument("record", metavar="RECORD", help=words("a game record (-: standard input)"))
    report.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=words("file to write: .html, .pdf or .csv (default: RECORD.html beside the record)"),
    )
    report.add_argument(
        "--page", type=types.count, metavar="N", help=words("only this page, as PDF: 1 is the one to hang up")
    )
    speaks(report, words)


def _add_records(commands: Commands, words: Words) -> None:
    """Add ``score``, ``report``, ``replay``, ``advise``, ``analyse`` and ``perft``."""
    score = commands.add_parser("score", help=words("show the score of recorded games"))
    score.set_defaults(command="records.score")
    score.add_argument("files", nargs="+", metavar="FILE", help=words("a game record (-: standard input)"))
    _prints_json(score, words("one JSON object per line, one per file"))
    score.add_argument("--strict", action="store_true", help=words("accept only the exact record format"))
    score.add_argument(
        "--all", action="store_true", help=words("report every line that cannot be read, not only the first")
    )
    _accepts(score, words)
    score.add_argument(
        "--record",
        type=Path,
        metavar="FILE",
        help=words("write the record that a score sheet becomes; a folder for several sheets"),
    )
    score.add_argument("--at", type=types.plies, metavar="N", help=words("the score after move N"))
    speaks(score, words)

    _add_report(commands, words)
    _add_scan(commands, words)

    replay = commands.add_parser("replay", help=words("replay recorded sensor traces"))
    replay.set_defaults(command="records.replay_traces")
    replay.add_argument("files", nargs="+", metavar="TRACE", help=words("a sensor trace"))
    _prints_json(replay, words("one JSON object per line, one per file"))
    replay.add_argument("--record", type=Path, metavar="OUT", help=words("save the game record"))
    replay.add_argument(
        "--explain",
        action="store_true",
        help=words(
            "show why each move was recognised: what each touch was taken for, its cost, "
            "the runner-up and the margin; and what each question was about"
        ),
    )
    replay.add_argument("--rate", type=int, default=100, metavar="HZ", help=words("scan rate in scans per second"))
    speaks(replay, words)

    advice = commands.add_parser("advise", help=words("show what the computer would play"))
    advice.set_defaults(command="opponents.show_advice")
    advice.add_argument("file", metavar="RECORD", help=words("a game record"))
    what = words("playing strength, from 1 for a child to 5 (default: {level})", level=USUAL)
    _has_level(advice, what)
    advice.add_argument(
        "--simulations",
        type=types.simulations,
        metavar="S",
        help=words("thinking time in simulations (default: that of the level)"),
    )
    _draws(advice, words("the same seed and simulations give the same move (default: 0)"), 0)
    _prints_json(advice, words("one JSON object"))
    speaks(advice, words)

    analysis = commands.add_parser("analyse", help=words("judge every move of a game"))
    analysis.set_defaults(command="opponents.analyse")
    analysis.add_argument("file", metavar="RECORD", help=words("a game record"))
    what = words("how long the computer thinks about each move, from 1 to 5 (default: {level})", level=USUAL)
    _has_level(analysis, what)
    _draws(analysis, words("the same seed and level give the same judgements (default: 0)"), 0)
    _prints_json(analysis, words("one JSON object a line for each move"))
    speaks(analysis, words)

    counted = commands.add_parser("perft", help=words("count the possible continuations of a game, to test the rules"))
    counted.set_defaults(command="records.count")
    _plays(counted, words("game to count in: {games}", games=", ".join(NAMES)))
    counted.add_argument("depth", type=int, metavar="DEPTH", help=words("number of moves ahead"))
    _counts(counted, words)
    _chooses(counted, words("a house rule, for example variant=true"))
    counted.add_argument("--record", metavar="FILE", help=words("count from the end of this game record"))
    counted.add_argument(
        "--interval",
        type=types.milliseconds,
        default=5000,
        metavar="S",
        help=words("seconds between moves (hourglass only; default: 5)"),
    )
    counted.add_argument("--divide", action="store_true", help=words("one count per first move"))
    speaks(counted, words)


def _add_simulate(commands: Commands, words: Words) -> None:
    """Add ``simulate``."""
    simulate = commands.add_parser("simulate", help=words("let the computer play thousands of games"))
    simulate.set_defaults(command="simulate.simulate")
    _plays(simulate, words("game to play: {games}", games=", ".join(NAMES)))
    simulate.add_argument(
        "--seats",
        type=types.levels,
        required=True,
        metavar="LEVEL,...",
        help=words("level of each player, from 1 for a child to 5; after each game everyone moves on by one seat"),
    )
    simulate.add_argument("--games", type=types.count, required=True, metavar="N", help=words("number of games"))
    _chooses(simulate, words("a house rule, for example variant=true"))
    simulate.add_argument(
        "--compare",
        action="append",
        default=[],
        metavar="NAME=VALUE,VALUE",
        help=words("play every game with each of these house rules, and show what differs beyond chance"),
    )
    _draws(simulate, words("the same seed gives the same games (default: 0)"), 0)
    who = simulate.add_mutually_exclusive_group()
    who.add_argument(
        "--jobs", type=types.count, metavar="J", help=words("number of parallel processes (default: all processors)")
    )
    who.add_argument(
        "--cluster",
        type=types.scheduler,
        metavar="tcp://HOST:PORT",
        help=words("play on the workers of this Dask scheduler"),
    )
    simulate.add_argument(
        "--wait",
        type=types.count,
        default=600,
        metavar="S",
        help=words("seconds that a cluster may be without workers (default: {seconds})", seconds=600),
    )
    simulate.add_argument(
        "--out",
        type=Path,
        metavar="FILE",
        help=words("one row per game, .parquet or .csv; games that the file has already are not played again"),
    )
    simulate.add_argument("--plot", type=Path, metavar="FILE", help=words("a chart of the results, .png or .svg"))
    simulate.add_argument("--records", type=Path, metavar="FOLDER", help=words("folder for a record of each game"))
    simulate.add_argument(
        "--positions",
        type=Path,
        metavar="FILE",
        help=words("one row per position with its features, the move and the result, .parquet"),
    )
    _prints_json(simulate, words("the summary as one JSON object"))
    speaks(simulate, words)


def _add_games(commands: Commands, words: Words) -> None:
    """Add ``games`` and ``standings``."""
    games = commands.add_parser("games", help=words("list, show, export, import, check, resume or delete saved games"))
    games.set_defaults(
        command="games.list_games", game=None, player=None, unfinished=None, limit=None, before=None, json=False
    )
    actions = games.add_subparsers(metavar="ACTION")

    listing = actions.add_parser("list", help=words("list games, the newest first (also without ACTION)"))
    listing.set_defaults(command="games.list_games")
    _plays(listing, words("only this game"), "--game")
    listing.add_argument("--player", metavar="NAME", help=words("only games with this player"))
    listing.add_argument("--unfinished", action="store_true", default=None, help=words("only unfinished games"))
    listing.add_argument("--limit", type=types.count, metavar="N", help=words("only the newest N of them"))
    listing.add_argument(
        "--before", type=types.count, metavar="NUMBER", help=words("only those that follow this game in the list")
    )
    _prints_json(listing, words("one JSON object per line, one per game"))

    show = actions.add_parser("show", help=words("show one game"))
    show.set_defaults(command="games.show_game")
    _numbers(show, words("number of the game (see games list)"))

    export = actions.add_parser("export", help=words("write the game record"))
    export.set_defaults(command="games.export_game")
    _numbers(export, words("number of the game (see games list)"))
    export.add_argument(
        "folder",
        nargs="?",
        type=Path,
        metavar="FOLDER",
        help=words("folder for the game record and the files it refers to (default: print it)"),
    )

    bring = actions.add_parser("import", help=words("import game records"))
    bring.set_defaults(command="games.import_games")
    bring.add_argument("files", nargs="+", metavar="FILE", help=words("a game record"))
    _accepts(bring, words)

    check = actions.add_parser("check", help=words("check that all saved games can be read"))
    check.set_defaults(command="games.check_games")
    _numbers(check, words("number of the game (default: all games)"), "?")

    resume = actions.add_parser("resume", help=words("select the unfinished game that run or serve offers next"))
    resume.set_defaults(command="games.resume_game")
    _numbers(resume, words("number of the game (see games list)"))

    delete = actions.add_parser("delete", help=words("delete games permanently"))
    delete.set_defaults(command="games.delete_games")
    delete.add_argument(
        "numbers", nargs="+", type=int, metavar="NUMBER", help=words("number of a game (see games list)")
    )
    delete.add_argument("--yes", action="store_true", help=words("do not ask"))

    forget = actions.add_parser("forget", help=words("give a player a neutral name, in all games and in the standings"))
    forget.set_defaults(command="games.forget_player")
    forget.add_argument("name", metavar="NAME", help=words("the player's name"))
    forget.add_argument("--yes", action="store_true", help=words("do not ask"))

    standings = commands.add_parser("standings", help=words("show the ranking over all saved games"))
    standings.set_defaults(command="games.show_standings")
    _plays(standings, words("only this game"), "--game")
    standings.add_argument("--player", metavar="NAME", help=words("only this player"))
    standings.add_argument("--csv", action="store_true", help=words("as comma-separated values"))

    for command in (games, standings):
        keeps(command, words)
        speaks(command, words)
    for action in (listing, show, export, bring, check, resume, delete, forget):
        keeps(action, words, argparse.SUPPRESS)
        speaks(action, words)


def _add_copies(commands: Commands, words: Words) -> None:
    """Add ``backup`` and ``restore``."""
    backup = commands.add_parser("backup", help=words("copy all games and settings to a file, also while a table runs"))
    backup.set_defaults(command="games.back_up")
    backup.add_argument("file", type=Path, metavar="FILE", help=words("file for the copy"))
    restore = commands.add_parser("restore", help=words("take all games and settings from such a file"))
    restore.set_defaults(command="games.restore")
    restore.add_argument("file", type=Path, metavar="FILE", help=words("file made by backup"))
    restore.add_argument(
        "--replace", action="store_true", help=words("also when there are games; they are kept in a copy")
    )
    for command in (backup, restore):
        keeps(command, words)
        speaks(command, words)


def _add_selftest(commands: Commands, words: Words) -> None:
    """Add ``check`` and ``calibrate``."""
    check = commands.add_parser("check", help=words("test every contact, lamp and key of a table"))
    check.set_defaults(command="selftest.check")
    check.add_argument(
        "--cells",
        type=types.cells,
        metavar="ROW,COLUMN;...",
        help=words("cells to test, for example '0,0;0,1' (default: all 96)"),
    )
    check.add_argument(
        "--without",
        type=types.layers,
        default=(),
        metavar="LAYER,...",
        help=words("skip these kinds of contact: reed, button, tilt"),
    )
    check.add_argument(
        "--quiet",
        type=types.quiet,
        default=60,
        metavar="S",
        help=words("seconds without touching, to find unstable contacts (default: 60)"),
    )
    kind = check.add_mutually_exclusive_group()
    kind.add_argument(
        "--full",
        action="store_true",
        help=words("instead: all lamps white for a minute, to test the supply and its wires"),
    )
    kind.add_argument(
        "--learn",
        action="store_true",
        help=words("instead: learn from your touches which wire is soldered where, and save that map"),
    )
    check.add_argument(
        "--faults",
        type=types.miswired,
        default=(),
        metavar="NAME,...",
        help=words("to practise at a simulated table that is wired wrong: {faults}", faults=", ".join(MISWIRED)),
    )
    calibrate = commands.add_parser("calibrate", help=words("measure how long each hourglass runs"))
    calibrate.set_defaults(command="selftest.calibrate")
    _chooses(calibrate, words("board=FILE: the hourglasses of your own board"))
    check.add_argument(
        "--voice",
        action="store_true",
        help=words("let the table say what to do, with espeak-ng, and ask whether that was heard"),
    )
    wired(check, words)
    for command in (check, calibrate):
        _sits_at(command, words)
        keeps(command, words)
        speaks(command, words)


def _add_service(commands: Commands, words: Words) -> None:
    """Add ``service``."""
    service = commands.add_parser("service", help=words("start the table automatically when the Pi is switched on"))
    actions = service.add_subparsers(required=True, metavar="ACTION")
    install = actions.add_parser("install", help=words("install, enable and start the systemd service"))
    install.add_argument(
        "--table",
        default="pi",
        type=types.real_table,
        metavar="NAME[:WHERE]",
        help=words("the table to play at, as with run (default: pi)"),
    )
    install.add_argument(
        "--lan", "--serve", action="store_true", help=words("also serve the page to devices on the network")
    )
    _tells(install, install, words)
    _has_voice(install, words)
    install.add_argument(
        "--data",
        type=Path,
        metavar="FOLDER",
        help=words("folder to copy existing games, calibration and test results from"),
    )
    for name, action in (
        ("install", install),
        ("status", actions.add_parser("status", help=words("show whether it is installed and running"))),
        ("remove", actions.add_parser("remove", help=words("uninstall it; saved games are kept"))),
    ):
        action.set_defaults(command=f"service.{name}")
        action.add_argument(
            "--root",
            type=Path,
            default=Path("/"),
            metavar="FOLDER",
            help=words("root folder of another system, for example a mounted SD card (nothing is started then)"),
        )
        speaks(action, words)


def _add_wiring(commands: Commands, words: Words) -> None:
    """Add ``wiring``."""
    wiring = commands.add_parser("wiring", help=words("write the drawings, parts lists and printable sheets"))
    wiring.set_defaults(command="wiring.write")
    wiring.add_argument("folder", type=Path, metavar="FOLDER", help=words("folder to write them to"))
    wiring.add_argument(
        "--check",
        action="store_true",
        help=words("also check the electrical rules, and simulate the matrix if ngspice is installed"),
    )
    wiring.add_argument(
        "--pitch",
        type=types.pitch,
        metavar="MM",
        help=words(
            "instead: the sheets alone, for a table of keys so far apart (15 for NeoTrellis "
            "tiles), with windows for the keys"
        ),
    )
    wired(wiring, words)
    keeps(wiring, words)
    speaks(wiring, words)
