"""What can be done with records and traces? ``score``, ``replay`` and ``perft``."""

import argparse
import sys
from pathlib import Path

from firmware.commands import (
    Commands,
    UsageError,
    check_writable,
    milliseconds,
    options_of,
    print_json,
    read_file,
    record_of,
    speaks,
    words_of,
    write_file,
)
from firmware.files import beside
from firmware.report import as_json, as_text
from hal import TraceError, read_trace
from hal.trace import SECOND
from rules import NAMES, GameError, Position, RecordError, find_game, write_record
from rules.perft import divide, perft

RATES = range(50, 1001)  # scans a second that replay can take


def add(commands: Commands) -> None:
    """Add these commands to the command line."""
    score = commands.add_parser("score", help="say how recorded games stand")
    score.set_defaults(command=_score)
    score.add_argument("files", nargs="+", metavar="FILE", help="a game record")
    score.add_argument("--json", action="store_true", help="one JSON object a line for each file")
    speaks(score)

    replay = commands.add_parser("replay", help="play recorded contacts through the firmware")
    replay.set_defaults(command=_replay)
    replay.add_argument("files", nargs="+", metavar="TRACE", help="a sensor trace")
    replay.add_argument("--json", action="store_true", help="one JSON object a line for each file")
    replay.add_argument("--record", type=Path, metavar="OUT", help="save the record of the game")
    replay.add_argument("--rate", type=int, default=100, metavar="HZ", help="scans a second")
    speaks(replay)

    counted = commands.add_parser("perft", help="count the ways a game can go on")
    counted.set_defaults(command=_perft)
    counted.add_argument("game", choices=NAMES, metavar="GAME", help=", ".join(NAMES))
    counted.add_argument("depth", type=int, metavar="DEPTH", help="how many moves ahead")
    counted.add_argument("--players", type=int, metavar="N", help="how many play")
    counted.add_argument(
        "--option", action="append", default=[], metavar="NAME=VALUE", help="a choice of the rules"
    )
    counted.add_argument("--record", metavar="FILE", help="count from the end of this game record")
    counted.add_argument(
        "--interval", type=milliseconds, default=5000, metavar="S",
        help="seconds that pass before each move (hourglass; default 5)",
    )  # fmt: skip
    counted.add_argument("--divide", action="store_true", help="count below each first move")


def _score(chosen: argparse.Namespace) -> None:
    words = words_of("score", chosen)
    for file in chosen.files:
        record = record_of(file)
        if chosen.json:
            print_json(as_json(file, record.header, record.position))
        else:
            print(f"{file}: {as_text(record.header, record.position, words)}")


def _replay(chosen: argparse.Namespace) -> None:
    from firmware.replay import replay

    words = words_of("replay", chosen)
    if chosen.rate not in RATES:
        raise UsageError(
            f"speeltafel replay: --rate {chosen.rate} should be {RATES[0]}-{RATES[-1]} a second"
        )
    if chosen.record is not None and len(chosen.files) > 1:
        raise UsageError("speeltafel replay: --record takes one TRACE at a time")
    check_writable(chosen.record, read=chosen.files)
    for file in chosen.files:
        try:
            session, warnings = replay(read_trace(read_file(file)), chosen.rate, beside(Path(file)))
        except (TraceError, RecordError) as error:
            raise UsageError(f"{file}:{error.line}: {error}") from None
        moves = [move for move, _ in session.committed]
        for warning in warnings:
            print(f"{file}: {words(warning.text, **warning.values)}", file=sys.stderr)
        if chosen.json:
            print_json(
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
            write_file(chosen.record, write_record(session.header, session.lines))


def _perft(chosen: argparse.Namespace) -> None:
    if chosen.depth < 0:
        raise UsageError(f"speeltafel perft: DEPTH {chosen.depth} should be 0 or more")
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
            raise UsageError("speeltafel perft: the record says who plays by which options")
        record = record_of(chosen.record)
        if record.header.game != chosen.game:
            raise UsageError(f"{chosen.record}: this is a game of {record.header.game}")
        return record.position
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        if len(game.players) > 1:
            raise UsageError(
                f"speeltafel perft: {game.name} needs --players "
                f"{game.players[0]}-{game.players[-1]}"
            )
        players = game.players[0]
    try:
        return game.start(players, options_of("perft", chosen.option), beside(Path("record")))
    except GameError as error:
        raise UsageError(f"speeltafel perft: {error}") from None
