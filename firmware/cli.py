"""What can be typed? The command ``speeltafel`` and the one place that picks a backend.

Exit status: 0 done, 2 for input that cannot be used (one line on standard error says what, where
and what would do), 130 when interrupted.
"""

import argparse
import json
import os
import random
import sys
from collections.abc import Sequence
from datetime import datetime
from io import TextIOWrapper
from pathlib import Path
from typing import Any, NoReturn

from firmware.files import beside, check_writable, unused, write_whole
from firmware.games import find_sheet
from firmware.present import Aids
from firmware.report import as_json, as_text
from firmware.words import LANGUAGES, UnknownLanguageError, Words, find_words
from hal import TraceError, read_trace
from hal.trace import SECOND
from rules import (
    NAMES,
    GameError,
    Header,
    Position,
    Record,
    RecordError,
    find_game,
    make_header,
    read_record,
    write_record,
)
from rules.perft import divide, perft

RATES = range(50, 1001)  # scans a second that replay can take


class _UsageError(Exception):
    """Input that cannot be used; the message is the line to print."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):  # names may have letters that a terminal has not
            stream.reconfigure(errors="backslashreplace")
    try:
        chosen = _parser().parse_args(arguments)
        chosen.command(chosen)
        if sys.stdout is not None:
            sys.stdout.flush()
    except _UsageError as error:
        print(_one_line(str(error)), file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        _hush()  # as `| head` expects
    except OSError as error:  # files are answered for where they are used: this is the output
        _hush()
        print(f"speeltafel: the output cannot be written: {error.strerror}", file=sys.stderr)
        return 2
    return 0


def _hush() -> None:
    """Let what is still to be printed go nowhere, so that the end is quiet."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _one_line(text: str, most: int = 600) -> str:
    """`text` fit for one line of a terminal, whatever somebody's file had in it."""
    shown = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return shown if len(shown) <= most else f"{shown[: most - 40]} ... {shown[-35:]}"


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="speeltafel", description="A smart table for four classic board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    demo = commands.add_parser("demo", help="watch simulated people play a whole game")
    demo.set_defaults(command=_demo)
    demo.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    demo.add_argument("--players", type=int, metavar="N", help="how many play")
    demo.add_argument("--seed", type=_seed, metavar="S", help="replays the same game every time")
    demo.add_argument(
        "--speed", type=_speed, metavar="X",
        help="times as fast as life (default: 10 on a terminal, else as fast as it goes)",
    )  # fmt: skip
    demo.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice of the rules"
    )
    demo.add_argument("--record", type=Path, metavar="FILE", help="where to save the record")
    demo.add_argument(
        "--without", type=_aids, default=Aids(), metavar="AID,...",
        help=f"switch off some of what the table helps with: {', '.join(Aids._fields)}",
    )  # fmt: skip
    demo.add_argument("--trace", type=Path, metavar="FILE", help="save what the contacts did, too")
    demo.add_argument(
        "--faults", metavar="NAME,...", help="let hands slip and contacts fail: names, or all"
    )
    _speaks(demo)

    run = commands.add_parser("run", help="play at a table, or type what hands would do at one")
    run.set_defaults(command=_run)
    run.add_argument("game", nargs="?", choices=NAMES, metavar="GAME", help="begin with this one")
    run.add_argument(
        "--table", required=True, choices=("simulated",), help="which table; simulated: no hardware"
    )
    run.add_argument("--players", type=int, metavar="N", help="how many play")
    run.add_argument("--names", type=_names, metavar="ANNA,BRAM", help="what they are called")
    run.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE",
        help="a choice of the rules of GAME",
    )  # fmt: skip
    run.add_argument(
        "--without", type=_aids, default=Aids(), metavar="AID,...",
        help=f"switch off some of what the table helps with: {', '.join(Aids._fields)}",
    )  # fmt: skip
    _speaks(run)

    score = commands.add_parser("score", help="say how recorded games stand")
    score.set_defaults(command=_score)
    score.add_argument("files", nargs="+", metavar="FILE", help="a game record")
    score.add_argument("--json", action="store_true", help="one JSON object a line for each file")
    _speaks(score)

    replay = commands.add_parser("replay", help="play recorded contacts through the firmware")
    replay.set_defaults(command=_replay)
    replay.add_argument("files", nargs="+", metavar="TRACE", help="a sensor trace")
    replay.add_argument("--json", action="store_true", help="one JSON object a line for each file")
    replay.add_argument("--record", type=Path, metavar="OUT", help="save the record of the game")
    replay.add_argument("--rate", type=int, default=100, metavar="HZ", help="scans a second")
    _speaks(replay)

    perft = commands.add_parser("perft", help="count the ways a game can go on")
    perft.set_defaults(command=_perft)
    perft.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    perft.add_argument("depth", type=int, metavar="DEPTH", help="how many moves ahead")
    perft.add_argument("--players", type=int, metavar="N", help="how many play")
    perft.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice of the rules"
    )
    perft.add_argument("--record", metavar="FILE", help="count from the end of this game record")
    perft.add_argument(
        "--interval", type=_milliseconds, default=5000, metavar="S",
        help="seconds that pass before each move (hourglass; default 5)",
    )  # fmt: skip
    perft.add_argument("--divide", action="store_true", help="count below each first move")
    return parser


def _speaks(command: argparse.ArgumentParser) -> None:
    """Give a command a choice of language."""
    command.add_argument(
        "--lang", metavar="LANG",
        help=f"what people read: {', '.join(LANGUAGES)} (default: as the environment says)",
    )  # fmt: skip


def _words(command: str, chosen: argparse.Namespace) -> Words:
    """The words of the language chosen."""
    try:
        return find_words(chosen.lang, os.environ)
    except UnknownLanguageError as error:
        raise _UsageError(f"speeltafel {command}: --lang {error}") from None


def _milliseconds(text: str) -> int:
    """Seconds with at most three decimals, as a number of milliseconds."""
    whole, _, part = text.partition(".")
    digits = whole + part
    if not (digits.isdecimal() and digits.isascii() and whole and len(part) <= 3):
        raise argparse.ArgumentTypeError(f"{text!r} should be seconds like 5 or 0.125")
    return int(whole[:12]) * 1000 + int(part.ljust(3, "0"))


def _speed(text: str) -> float:
    """How many times as fast as life."""
    try:
        speed = float(text)
    except ValueError:
        speed = 0
    if not 0.01 <= speed <= 10_000:
        raise argparse.ArgumentTypeError(f"{text!r} should be a number from 0.01 to 10000")
    return speed


def _aids(text: str) -> Aids:
    """All aids but those named."""
    unknown = [name for name in text.split(",") if name not in Aids._fields]
    if unknown:
        raise argparse.ArgumentTypeError(
            f"{unknown[0]!r} should be one of {', '.join(Aids._fields)}"
        )
    return Aids(**dict.fromkeys(text.split(","), False))


def _names(text: str) -> tuple[str, ...]:
    """What the players are called, in the order of their seats."""
    names = tuple(name.strip() for name in text.split(","))
    if not all(names):
        raise argparse.ArgumentTypeError(f"{text!r} should be names with a comma between")
    return names


def _seed(text: str) -> int:
    """A number that names one of many games."""
    if not (text.isdecimal() and text.isascii() and len(text) <= 18):
        raise argparse.ArgumentTypeError(f"{text!r} should be a whole number of up to 18 digits")
    return int(text)


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise _UsageError(f"{file}: cannot be read: {error.strerror}") from None


def _check_writable(*paths: Path | None, read: Sequence[str] = ()) -> None:
    """Refuse to write what cannot be written, or over what was named already."""
    named = [Path(file).resolve() for file in read]
    for path in paths:
        if path is not None and path.resolve() in named and (path.is_file() or not path.exists()):
            raise _UsageError(f"{path}: is named twice; name another file to write")
        named += [path.resolve()] if path is not None else []
        if path is not None:
            try:
                check_writable(path)
            except OSError as error:
                raise _UsageError(
                    f"{path}: cannot be written: {error.strerror or error}; name another file"
                ) from None


def _write(path: Path, text: str) -> None:
    try:
        write_whole(path, text)
    except OSError as error:
        raise _UsageError(f"{path}: cannot be written: {error.strerror}") from None


def _record(file: str) -> Record:
    try:
        return read_record(_read(file), beside(Path(file)))
    except RecordError as error:
        raise _UsageError(f"{file}:{error.line}: {error}") from None


def _score(chosen: argparse.Namespace) -> None:
    words = _words("score", chosen)
    for file in chosen.files:
        record = _record(file)
        if chosen.json:
            _print_json(as_json(file, record.header, record.position))
        else:
            print(f"{file}: {as_text(record.header, record.position, words)}")


def _replay(chosen: argparse.Namespace) -> None:
    from firmware.replay import replay

    words = _words("replay", chosen)
    if chosen.rate not in RATES:
        raise _UsageError(
            f"speeltafel replay: --rate {chosen.rate} should be {RATES[0]}-{RATES[-1]} a second"
        )
    if chosen.record is not None and len(chosen.files) > 1:
        raise _UsageError("speeltafel replay: --record takes one TRACE at a time")
    _check_writable(chosen.record, read=chosen.files)
    for file in chosen.files:
        try:
            session, warnings = replay(read_trace(_read(file)), chosen.rate, beside(Path(file)))
        except (TraceError, RecordError) as error:
            raise _UsageError(f"{file}:{error.line}: {error}") from None
        moves = [move for move, _ in session.committed]
        for warning in warnings:
            print(f"{file}: {words(warning.text, **warning.values)}", file=sys.stderr)
        if chosen.json:
            _print_json(
                as_json(file, session.header, session.position)
                | {
                    "record": moves,
                    "committed": [at / SECOND for _, at in session.committed],
                    "questions": session.questions,
                    "corrections": session.corrections,
                    "pending": session.pending,
                }
            )
        else:
            for move, at in session.committed:
                print(f"{at / SECOND:9.3f}  {move}")
            print(f"{file}: {as_text(session.header, session.position, words)}")
        if chosen.record is not None:
            _write(chosen.record, write_record(session.header, session.lines))


def _demo(chosen: argparse.Namespace) -> None:
    from firmware.demo import NAMES as PLAYERS
    from firmware.demo import Demo, NotUnderstoodError
    from firmware.faults import UnknownFaultError, find_faults
    from firmware.screen import Lines, Screen

    words = _words("demo", chosen)
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        players = 4 if 4 in game.players else game.players[0]
    seed = chosen.seed if chosen.seed is not None else random.randrange(1_000_000)
    try:
        game.seats(players)
        options = game.set_up(_options("demo", chosen.option), random.Random(seed))
        header = make_header(
            chosen.game, PLAYERS[:players], options, datetime.now().astimezone().date().isoformat(),
            f"simulated, seed {seed}",
        )  # fmt: skip
        faults = find_faults(chosen.faults, game.name) if chosen.faults is not None else ()
    except (GameError, UnknownFaultError) as error:
        raise _UsageError(f"speeltafel demo: {error}") from None
    record = chosen.record or unused(Path(f"{chosen.game}-{seed}.record"))
    _check_writable(record, chosen.trace)

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
            raise _UsageError(f"speeltafel demo: {error}") from None
        try:
            demo.run()
        except NotUnderstoodError as error:  # only when something is broken
            given_up = str(error)
        except (KeyboardInterrupt, OSError) as error:
            interrupted = error  # what was played is saved all the same
    _write(record, demo.record)
    if chosen.trace is not None:
        _write(chosen.trace, demo.trace)
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

    words = _words("run", chosen)
    options = _options("run", chosen.option)
    if chosen.game is None and (options or chosen.players):
        raise _UsageError("speeltafel run: name the GAME that --players and --option are for")
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
        raise _UsageError(f"speeltafel run: {error}") from None
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


def _perft(chosen: argparse.Namespace) -> None:
    if chosen.depth < 0:
        raise _UsageError(f"speeltafel perft: DEPTH {chosen.depth} should be 0 or more")
    position = _perft_start(chosen)
    if chosen.divide and chosen.depth:
        total = 0
        for move, count in divide(position, chosen.depth, chosen.interval):
            print(move, count)
            total += count
        print(total)
    else:
        print(perft(position, chosen.depth, chosen.interval))


def _perft_start(chosen: argparse.Namespace) -> Position:
    if chosen.record is not None:
        if chosen.players is not None or chosen.option:
            raise _UsageError("speeltafel perft: the record says who plays by which options")
        record = _record(chosen.record)
        if record.header.game != chosen.game:
            raise _UsageError(f"{chosen.record}: this is a game of {record.header.game}")
        return record.position
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        if len(game.players) > 1:
            raise _UsageError(
                f"speeltafel perft: {game.name} needs --players "
                f"{game.players[0]}-{game.players[-1]}"
            )
        players = game.players[0]
    try:
        return game.start(players, _options("perft", chosen.option), beside(Path("record")))
    except GameError as error:
        raise _UsageError(f"speeltafel perft: {error}") from None


def _options(command: str, texts: Sequence[str]) -> dict[str, str]:
    """The options that were given as NAME=VALUE."""
    options = {}
    for text in texts:
        name, equals, value = text.partition("=")
        if not equals or name in options:
            why = "is given twice" if equals else "should look like NAME=VALUE"
            raise _UsageError(f"speeltafel {command}: --option {text!r} {why}")
        options[name] = value
    return options


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))
