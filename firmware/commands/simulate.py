"""The command ``simulate``: thousands of games of the computer against itself."""

import argparse
import os
import re
from collections.abc import Sequence
from contextlib import closing
from functools import partial
from pathlib import Path
from time import perf_counter

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from firmware.commands import (
    ArgumentsError,
    UsageError,
    check_installed,
    check_writable,
    print_json,
    unwritable,
    write_file,
)
from firmware.commands import argument_types as types
from firmware.commands.options import add_game, add_house_rules, add_seed
from firmware.commands.parser import Pairs, Parser
from firmware.commands.printing import print_grid
from firmware.simulation.mass import compare, summary
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.rows import CSV, PARQUET, OtherRunError, Row
from firmware.simulation.mass.run import Kept, Run, Workers
from firmware.simulation.mass.tables import lines_of_ends, table_of_contrasts, table_of_wins, title
from firmware.simulation.mass.workers import LostWorkersError, play_beside, play_here
from firmware.storage.files import under
from firmware.words import N_, Number, Words, message_of, told
from rules import NAMES

PLOTS = (".png", ".svg")
_VALUES = re.compile(r",(?=\S)")


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``simulate``."""
    add_game(command, told("game to play: {games}", games=", ".join(NAMES)))
    text = N_("level of each player, from 1 for a child to 5; after each game everyone moves on by one seat")
    command.add_value("--seats", "LEVEL,...", text, type=types.levels, required=True)
    command.add_value("--games", "N", "number of games", type=types.count, required=True)
    add_house_rules(command)
    text = N_("play every game with each of these house rules, and show what differs beyond chance")
    command.add_value("--compare", "NAME=VALUE,VALUE", text, action=Pairs, default={})
    add_seed(command, N_("the same seed gives the same games (default: 0)"), 0)
    workers = command.add_mutually_exclusive_group()
    text = N_("number of parallel processes (default: all processors)")
    command.add_value("--jobs", "J", text, workers, type=types.count)
    text = N_("play on the workers of this Dask scheduler")
    command.add_value("--cluster", "tcp://HOST:PORT", text, workers, type=types.scheduler)
    text = N_("one row per game, .parquet or .csv; games that the file has already are not played again")
    command.add_value("--out", "FILE", text, type=types.ending(PARQUET, CSV))
    command.add_value("--plot", "FILE", "a chart of the results, .png or .svg", type=types.ending(*PLOTS))
    command.add_file("--records", "FOLDER", "folder for a record of each game")
    text = N_("one row per position with its features, the move and the result, .parquet")
    command.add_value("--positions", "FILE", text, type=types.ending(PARQUET))
    command.add_flag("--json", "the summary as one JSON object")


def run(chosen: argparse.Namespace, words: Words) -> int:
    """Carry out ``simulate``; the status is 130 where it was interrupted."""
    plan = _plan(chosen)
    _check_files(chosen)
    try:
        kept = Kept(chosen.out, chosen.records, chosen.positions)
        run = Run(plan, kept, leads=chosen.plot is not None)
        begun = perf_counter()
        whole = _play(run, plan, _workers(chosen, words), words)
    except OtherRunError as error:
        raise UsageError("{error}; name another file", error=message_of(error)) from None
    except LostWorkersError as error:
        raise ArgumentsError(error) from None
    except OSError as error:
        raise unwritable(Path(error.filename), error) from None
    if not whole:
        console = Console(stderr=True, highlight=False)
        done, games = len(run.done), plan.size
        console.print(words("Interrupted after {done} of {games} games.", done=done, games=games))
        if chosen.out is None:
            console.print(words("Without --out, no games are saved."))
        return 130
    _tell(run, plan, chosen, perf_counter() - begun, words)
    return 0


def _plan(chosen: argparse.Namespace) -> Plan:
    """Return the plan of the requested games. Raise UsageError, GameError."""
    compared = {name: tuple(_VALUES.split(values)) for name, values in chosen.compare.items()}
    return Plan.checked(
        chosen.game,
        chosen.seats,
        chosen.games,
        seed=chosen.seed,
        options=chosen.option,
        compared=compared,
        load=under(Path()),
    )


def _check_files(chosen: argparse.Namespace) -> None:
    """Raise UsageError where a file cannot be written, or a package for it is not installed."""
    check_writable(chosen.out, chosen.positions, chosen.plot)
    if any(path is not None and path.suffix.lower() == PARQUET for path in (chosen.out, chosen.positions)):
        check_installed("simulation", "pyarrow")
    if chosen.plot is not None:
        check_installed("simulation", "matplotlib")
    if chosen.compare:
        check_installed("simulation", "scipy")


def _workers(chosen: argparse.Namespace, words: Words) -> Workers:
    """Return the function that plays the games: here, in processes, or on a cluster."""
    if chosen.cluster is not None:
        check_installed("simulation", "distributed")
        from firmware.simulation.mass.cluster import play_on_cluster

        def waits() -> None:
            text = words("No worker has joined {address} yet: waiting.", address=chosen.cluster)
            Console(stderr=True, highlight=False).print(text)

        return partial(play_on_cluster, address=chosen.cluster, waits=waits)
    jobs = chosen.jobs or _processors()
    return play_here if jobs == 1 else partial(play_beside, jobs=jobs)


def _processors() -> int:
    """Return the number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _play(run: Run, plan: Plan, workers: Workers, words: Words) -> bool:
    """Play the remaining games. Return False if the user interrupted them."""
    console = Console(stderr=True)
    progress = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn(words("left:")),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    try:
        with progress, closing(run.play(workers)) as batches:
            bar = progress.add_task(words("games"), total=plan.size, completed=plan.size - len(run.todo))
            for done in batches:
                progress.advance(bar, done)
    except KeyboardInterrupt:
        return False
    return True


def _tell(run: Run, plan: Plan, chosen: argparse.Namespace, seconds: float, words: Words) -> None:
    """Print the results of the games."""
    by_variant: dict[int, list[Row]] = {n: [] for n in range(len(plan.variants))}
    for row in run.done:
        by_variant[row.task.variant].append(row)
    if chosen.plot is not None:
        from firmware.simulation.mass.plots import picture_of

        kind = chosen.plot.suffix.lower().removeprefix(".")
        write_file(chosen.plot, picture_of(by_variant, run.leads, plan, kind, words))
    found = compare.contrasts(by_variant, plan)
    speed = run.plies / seconds if run.plies else None
    if chosen.json:
        summaries = [
            {"options": plan.variants[variant]} | summary.as_json(summary.summary_of(rows, plan), plan)
            for variant, rows in by_variant.items()
        ]
        print_json(
            {"game": plan.game, "levels": list(plan.levels), "seed": plan.seed}
            | {"options": dict(plan.options)}
            | (
                {"variants": summaries, "differences": [compare.as_json(one, plan) for one in found]}
                if plan.compared
                else summaries[0] | {"options": dict(plan.options)}
            )
            | {"moves_a_second": speed}
        )
    else:
        for variant, rows in by_variant.items():
            _show(rows, plan, variant, words)
        if found:
            print_grid(table_of_contrasts(found, plan, words))
            print()
        if speed is not None:
            print(words("{speed} moves a second", speed=Number(speed, 0)))


def _show(rows: Sequence[Row], plan: Plan, variant: int, words: Words) -> None:
    """Print the results of the games of a variant."""
    summarised = summary.summary_of(rows, plan)
    print(title(summarised, plan, variant, words))
    print()
    print_grid(table_of_wins(summarised, plan, words))
    print()
    for line in lines_of_ends(summarised, plan, words):
        print(line)
    print()
