"""The commands ``score``, ``replay`` and ``perft``: records and traces."""

import argparse
import sys
from pathlib import Path

from rich.console import Console

from firmware.commands import UsageError, at, check_writable, options_of, print_json, read_file, words_of, write_file
from firmware.commands.sheets import as_proposed, read, record_of, taken
from firmware.sheets import Proposal
from firmware.simulation.replay import replay
from firmware.storage.files import LONGEST_TRACE, beside, make_folder, under
from firmware.study.account import Account, account_of
from firmware.study.explain import Explanations
from firmware.study.report import as_json, as_text
from firmware.words import Words, find_words, said, told
from firmware.words.terminal import one_line, printable
from hal import TraceError, read_trace
from hal.trace import SECOND
from rules import GameError, Position, Record, RecordError, find_game, write_record
from rules.perft import divide, perft

RATES = range(50, 1001)  # scans a second that replay can take


def score(chosen: argparse.Namespace) -> int:
    """Carry out ``score``.

    The status is 2 when a line cannot be read, with ``--all`` too, and 3 when a game is proposed
    and not taken.
    """
    words = words_of("score", chosen)
    if chosen.record is not None:
        return _convert(chosen, words)
    status = 0
    for file in chosen.files:
        found, whole = read(file, words, strict=chosen.strict, every=chosen.all, coded=chosen.json)
        shown = chosen.json and isinstance(found, Proposal) and not found.taken(chosen.accept)
        if isinstance(found, Proposal) and not shown:
            found = taken(file, found, words, accept=chosen.accept)
        _tell(file, found, chosen, words)
        status = max(status, 3 if isinstance(found, Proposal) else 0 if whole else 2)
    return status


def _tell(file: str, found: Record | Proposal, chosen: argparse.Namespace, words: Words) -> None:
    """Print the state of the game in a file. Raise UsageError."""
    record = found.record if isinstance(found, Proposal) else found
    try:
        positions = record.positions(chosen.at, beside(Path(file)))
    except GameError as error:
        raise UsageError(at(file, error)) from None
    if chosen.json:
        more = as_proposed(found) if isinstance(found, Proposal) else {}
        print_json(as_json(file, record.header, positions[-1]) | more)
    else:
        _show(file, account_of(record.header, positions, words))


def _convert(chosen: argparse.Namespace, words: Words) -> int:
    """Write the record of each sheet, and list sheets in doubt at the end.

    A single sheet becomes the named file; several go into that folder under their own names.
    """
    single = len(chosen.files) == 1 and not chosen.record.is_dir()
    status, doubted = 0, list[str]()
    names = [Path(file).with_suffix(".record").name for file in chosen.files]
    if len({*names}) < len(names):
        raise UsageError(told("two of these sheets would become the same record; rename one"))
    for file, name in zip(chosen.files, names, strict=True):
        path = chosen.record if single else chosen.record / name
        try:
            record = record_of(file, words, accept=chosen.accept)
            if not single:
                make_folder(chosen.record)
            check_writable(path, read=[file])
        except UsageError as error:
            if single:
                raise
            print(one_line(words.tell(error.message)), file=sys.stderr)
            status = max(status, error.status) if status != 2 else 2
            doubted.append(file)
            continue
        write_file(path, record.text)
        print(printable(f"{file}: {path}"))
    if doubted:
        some = ", ".join(doubted)
        print(printable(words("not taken, as they are in doubt: {files}", files=some)))
    return status


def _show(file: str, account: Account) -> None:
    """Print the state of a game."""
    print(f"{printable(file)}: {account.head}")
    if account.board is not None:
        Console(highlight=False).print(account.board, no_wrap=True, overflow="ignore", crop=False)
    print(account.standing)


def replay_traces(chosen: argparse.Namespace) -> None:
    """Carry out ``replay``."""
    words = words_of("replay", chosen)
    if chosen.rate not in RATES:
        raise UsageError(
            "speeltafel replay: --rate {rate} should be {low}-{high} a second",
            rate=str(chosen.rate),
            low=RATES[0],
            high=RATES[-1],
        )
    if chosen.record is not None and len(chosen.files) > 1:
        raise UsageError("speeltafel replay: --record takes one TRACE at a time")
    check_writable(chosen.record, read=chosen.files)
    for file in chosen.files:
        explanations = Explanations()
        try:
            session, warnings = replay(
                read_trace(read_file(file, LONGEST_TRACE)), chosen.rate, beside(Path(file)), explanations.tell
            )
        except (TraceError, RecordError) as error:
            why = error.plain if isinstance(error, RecordError) else said(error)
            where = f"{file}:{error.line}"
            raise UsageError(at(where, why)) from None
        moves = [ply.line for ply in session.plies]
        for warning in warnings:
            print(f"{printable(file)}: {words(warning.text, **warning.values)}", file=sys.stderr)
        if chosen.json:
            print_json(
                as_json(file, session.header, session.position)
                | {
                    "record": moves,
                    "committed": [ply.at / SECOND for ply in session.plies],
                    "questions": session.questions,
                    "corrections": session.corrections,
                    "pending": session.pending,
                }
                | (explanations.as_json() if chosen.explain else {})
            )
        else:
            if chosen.explain:
                print(explanations.as_text())
            else:
                for ply in session.plies:
                    print(f"{ply.at / SECOND:9.3f}  {ply.line}")
            print(f"{printable(file)}: {as_text(session.header, session.position, words)}")
        if chosen.record is not None:
            write_file(chosen.record, write_record(session.header, session.lines))


def count(chosen: argparse.Namespace) -> None:
    """Carry out ``perft``."""
    if chosen.depth < 0:
        raise UsageError("speeltafel perft: DEPTH {depth} should be 0 or more", depth=str(chosen.depth))
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
        record = record_of(chosen.record, find_words("en", {}))
        if record.header.game != chosen.game:
            raise UsageError("{record}: this is a game of {game}", record=chosen.record, game=record.header.game)
        return record.position
    game = find_game(chosen.game)
    players = chosen.players
    if players is None:
        if len(game.players) > 1:
            raise UsageError(
                "speeltafel perft: {name} needs --players {low}-{high}",
                name=game.name,
                low=game.players[0],
                high=game.players[-1],
            )
        players = game.players[0]
    try:
        return game.start(players, options_of("perft", chosen.option), under(Path()))
    except GameError as error:
        raise UsageError(at("speeltafel perft", error)) from None
