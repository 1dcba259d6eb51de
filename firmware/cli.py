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
from pathlib import Path
from typing import Any, NoReturn

from firmware.files import check_writable, unused, write_whole
from firmware.report import as_json, as_text
from hal import TraceError, read_trace
from hal.trace import SECOND
from rules import GameError, RecordError, find_game, make_header, read_record, write_record
from rules.registry import NAMES

RATES = range(50, 1001)  # scans a second that replay can take


class _UsageError(Exception):
    """Input that cannot be used; the message is the line to print."""


class _Parser(argparse.ArgumentParser):
    """Says in one line what is wrong."""

    def error(self, message: str) -> NoReturn:
        raise _UsageError(f"{self.prog}: {message} (see {self.prog} --help)")


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command line and return its exit status."""
    try:
        chosen = _parser().parse_args(arguments)
        chosen.command(chosen)
        sys.stdout.flush()
    except _UsageError as error:
        print(error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # as `| head` expects
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="speeltafel", description="A smart table for four classic board games.")
    commands = parser.add_subparsers(required=True, metavar="COMMAND", parser_class=_Parser)

    demo = commands.add_parser("demo", help="watch simulated people play a whole game")
    demo.set_defaults(command=_demo)
    demo.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    demo.add_argument("--players", type=int, metavar="N", help="how many play")
    demo.add_argument("--seed", type=int, metavar="S", help="replays the same game every time")
    demo.add_argument(
        "--speed", type=_speed, metavar="X",
        help="times as fast as life (default: 10 on a terminal, else as fast as it goes)",
    )  # fmt: skip
    demo.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice of the rules"
    )
    demo.add_argument("--record", type=Path, metavar="FILE", help="where to save the record")
    demo.add_argument("--trace", type=Path, metavar="FILE", help="save what the contacts did, too")

    score = commands.add_parser("score", help="say how recorded games stand")
    score.set_defaults(command=_score)
    score.add_argument("files", nargs="+", metavar="FILE", help="a game record")
    score.add_argument("--json", action="store_true", help="one JSON object a line for each file")

    replay = commands.add_parser("replay", help="play recorded contacts through the firmware")
    replay.set_defaults(command=_replay)
    replay.add_argument("files", nargs="+", metavar="TRACE", help="a sensor trace")
    replay.add_argument("--json", action="store_true", help="one JSON object a line for each file")
    replay.add_argument("--record", type=Path, metavar="OUT", help="save the record of the game")
    replay.add_argument("--rate", type=int, default=100, metavar="HZ", help="scans a second")
    return parser


def _speed(text: str) -> float:
    speed = float(text)
    if not 0 < speed <= 10_000:
        raise ValueError(text)
    return speed


def _read(file: str) -> bytes:
    try:
        return Path(file).read_bytes()
    except OSError as error:
        raise _UsageError(f"{file}: cannot be read: {error.strerror}") from None


def _check_writable(*paths: Path | None) -> None:
    for path in paths:
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


def _score(chosen: argparse.Namespace) -> None:
    for file in chosen.files:
        try:
            record = read_record(_read(file))
        except RecordError as error:
            raise _UsageError(f"{file}:{error.line}: {error}") from None
        if chosen.json:
            _print_json(as_json(file, record.header, record.position))
        else:
            print(f"{file}: {as_text(record.header, record.position)}")


def _replay(chosen: argparse.Namespace) -> None:
    from firmware.replay import replay

    if chosen.rate not in RATES:
        raise _UsageError(
            f"speeltafel replay: --rate {chosen.rate} should be {RATES[0]}-{RATES[-1]} a second"
        )
    if chosen.record is not None and len(chosen.files) > 1:
        raise _UsageError("speeltafel replay: --record takes one TRACE at a time")
    _check_writable(chosen.record)
    for file in chosen.files:
        try:
            session, warnings = replay(read_trace(_read(file)), chosen.rate)
        except (TraceError, RecordError) as error:
            raise _UsageError(f"{file}:{error.line}: {error}") from None
        moves = [move for move, _ in session.committed]
        for warning in warnings:
            print(f"{file}: {warning}", file=sys.stderr)
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
            print(f"{file}: {as_text(session.header, session.position)}")
        if chosen.record is not None:
            _write(chosen.record, write_record(session.header, moves))


def _demo(chosen: argparse.Namespace) -> None:
    from firmware.demo import NAMES as PLAYERS
    from firmware.demo import Demo
    from firmware.screen import Lines, Screen

    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        players = 4 if 4 in game.players else game.players[0]
    seed = chosen.seed if chosen.seed is not None else random.randrange(1_000_000)
    try:
        game.seats(players)
        options = dict(_pair(text) for text in chosen.option)
        header = make_header(
            chosen.game, PLAYERS[:players], options, datetime.now().astimezone().date().isoformat(),
            f"simulated, seed {seed}",
        )  # fmt: skip
    except GameError as error:
        raise _UsageError(f"speeltafel demo: {error}") from None
    record = chosen.record or unused(Path(f"{chosen.game}-{seed}.record"))
    _check_writable(record, chosen.trace)

    on_terminal = sys.stdout.isatty()
    speed = chosen.speed or (10.0 if on_terminal else None)
    interrupted = False
    with Screen() if on_terminal else Lines() as view:
        demo = Demo(header, seed, speed, view.tell, view.watch)
        try:
            demo.run()
        except KeyboardInterrupt:
            interrupted = True
    _write(record, demo.record)
    if chosen.trace is not None:
        _write(chosen.trace, demo.trace)
    print(as_text(header, demo.session.position))
    print(f"The record is in {record}: speeltafel score {record}")
    if interrupted:
        raise KeyboardInterrupt


def _pair(text: str) -> tuple[str, str]:
    name, equals, value = text.partition("=")
    if not equals:
        raise _UsageError(f"speeltafel demo: --option {text!r} should look like NAME=VALUE")
    return name, value


def _print_json(value: dict[str, Any]) -> None:
    print(json.dumps(value, ensure_ascii=False))
