"""How well moves are recognised when people slip and contacts fail, and what a scan costs.

    PYTHONPATH=tests python tests/benchmarks/recognition.py                  # every game with every fault
    PYTHONPATH=tests python tests/benchmarks/recognition.py --games 20 --game hourglass --faults tilt,bump
    PYTHONPATH=tests python tests/benchmarks/recognition.py --games 200 --done games.jsonl   # goes on where it was
    PYTHONPATH=tests python tests/benchmarks/recognition.py --quick --faults none  # moves 50-100 ms apart
    PYTHONPATH=tests python tests/benchmarks/recognition.py --traces FOLDER  # traces, and expected.jsonl beside them

Simulated people play whole games with one class of faults at a time (in one of two plans of
touches), or with all of them. They play on (playing_on.py): they do not notice when the table has
not understood a move, and act on it only when it asks or shows something. A *wrong* move was
committed and not meant (with the interval in which its share of all moves lies with 95 %, after
Wilson); a *revised* one too, but the table replaced it by itself later; a *lost* one was not
committed at the end, and no other in its place. A *whole* game has no wrong and no lost move.
*Help/50*: questions and leads for 50 moves, in brackets where pieces stand wrong or contacts are
silent, so that there may be some. *In time*: moves that were committed before the next hand acted,
of those after which it waits for 0.35 s. *Found again*: how many moves were made after a wrong or
lost one until the table followed again, asked or led: the most in all games, and how often it never
did. *Stopped*: games that people gave up; *died*: games that ended with an error of the firmware.
The delay is from the last edge of a move's contacts to its commit, in virtual time, without moves
that the table had to ask about.

The cost of a scan is processor time, simulated table and lamps included.
"""

import argparse
import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import monotonic, process_time
from typing import Self

import msgspec
from playing_on import PlayingOn, read_trace_file, until_found
from rich.console import Console
from rich.table import Table
from support.hands.faults import FAULTS, find_faults

from firmware.simulation.demo import PLAYER_NAMES as PLAYERS
from firmware.simulation.demo import NotUnderstoodError
from firmware.simulation.mass.statistics import wilson
from rules import NAMES, find_game, make_header

BUCKETS = 40  # of costs, for each factor of e


class Costs(msgspec.Struct):
    """The costs of scans. buckets: how many cost about e ** (key / BUCKETS) us. worst: in us."""

    buckets: dict[int, int] = {}
    worst: float = 0.0

    def add(self, microseconds: float) -> None:
        """Count one scan."""
        key = round(math.log(max(microseconds, 0.1)) * BUCKETS)
        self.buckets[key] = self.buckets.get(key, 0) + 1
        self.worst = max(self.worst, microseconds)

    def __add__(self, other: Self) -> Self:
        buckets = Counter(self.buckets) + Counter(other.buckets)
        return type(self)(dict(buckets), max(self.worst, other.worst))

    def percentile(self, part: float) -> float:
        """The cost that this part of the scans stays below, in us."""
        left = sum(self.buckets.values()) * part
        for key in sorted(self.buckets):
            left -= self.buckets[key]
            if left <= 0:
                return math.exp(key / BUCKETS)
        return self.worst

    def __str__(self) -> str:
        """The cost at 50 % and at 99.9 % of the scans, and the worst, in ms."""
        parts = [self.percentile(0.5), self.percentile(0.999), self.worst]
        return "/".join(f"{part / 1000:.2f}" for part in parts)


class Result(msgspec.Struct):
    """The results of some games with one class of faults. delays: in microseconds.

    whole: games. in_time, followed: moves committed before the next hand acted, of how many. again:
    see :func:`until_found`.
    """

    games: int
    moves: int
    wrong: int
    lost: int
    revised: int
    asked: int
    led: int
    stopped: int
    died: int
    whole: int
    right: int
    in_time: int
    followed: int
    delays: list[int]
    costs: Costs
    errors: list[str] = []
    again: list[int | None] = []

    def and_also(self, other: "Result") -> "Result":
        """Both."""
        return Result(**{name: getattr(self, name) + getattr(other, name) for name in self.__struct_fields__})


class Job(msgspec.Struct, frozen=True):
    """One game to play.

    fault: "none", "all" or the name of one. moves: at most, None for all. quick: whether people
    follow one another at once.
    """

    game: str
    fault: str
    seed: int
    moves: int | None = None
    quick: bool = False


class Done(msgspec.Struct):
    """A game played, as a line of a file."""

    job: Job
    result: Result


class Timed(PlayingOn):
    """People who play on, with what each scan of theirs costs."""

    costs: Costs

    def _step(self, until: int) -> None:
        begun = process_time()
        super()._step(until)
        self.costs.add((process_time() - begun) * 1e6)


def run(job: Job) -> Done:
    """Play one game and return its results."""
    players = find_game(job.game).players
    header = make_header(job.game, PLAYERS[: players[job.seed % len(players)]])
    faults = find_faults(job.fault, job.game) if job.fault != "none" else ()
    demo = Timed(header, job.seed, None, lambda _: None, lambda _: None, faults=faults)
    demo.costs, demo.quick = Costs({}), job.quick
    stopped, errors = 0, []
    try:
        demo.run(job.moves)
    except NotUnderstoodError:
        stopped = 1
    except Exception as error:  # noqa: BLE001 - one game that dies should not end all others
        errors.append(f"{job.game} {job.fault} {job.seed}: {error!r}")
    session = demo.session
    stopped = stopped or int(session.match.over and session.position.outcome is None)
    result = Result(
        1,
        len(demo.fates),
        demo.wrong,
        demo.lost,
        demo.revised,
        session.questions,
        session.corrections,
        stopped,
        len(errors),
        int(not (demo.wrong or demo.lost or stopped or errors)),
        sum(fate.right for fate in demo.fates),
        demo.in_time,
        demo.followed,
        demo.delays,
        demo.costs,
        errors,
        [*until_found(demo.fates, demo.shown)],
    )
    return Done(job, result)


def measure(
    jobs: Sequence[Job], kept: Path | None, processes: int, minutes: float = math.inf
) -> dict[tuple[str, str], Result]:
    """Play these games and return the results by game and fault.

    kept: a file of lines of games that were played before, and of those played now. minutes: after
    which no more games are waited for.
    """
    results: dict[tuple[str, str], Result] = {}
    known: dict[Job, Result] = {}
    if kept is not None and kept.exists():
        for line in kept.read_bytes().splitlines():
            if line.endswith(b"}"):  # not cut off
                done = msgspec.json.decode(line, type=Done)
                known[done.job] = done.result
    left = [job for job in jobs if job not in known]
    until = monotonic() + 60 * minutes
    with Pool(processes) as pool:
        for done in pool.imap_unordered(run, left, chunksize=1):
            known[done.job] = done.result
            if kept is not None:
                with kept.open("ab") as file:
                    file.write(msgspec.json.encode(done) + b"\n")
            if monotonic() > until:
                break
    for job in jobs:
        if job in known:
            key, result = (job.game, job.fault), known[job]
            results[key] = results[key].and_also(result) if key in results else result
    return results


def _percentiles(delays: Iterable[int]) -> str:
    """Return the 50th and the 99th percentile in milliseconds, as text."""
    ordered = sorted(delays)
    if not ordered:
        return "-"
    half, most = (ordered[min(int(len(ordered) * p), len(ordered) - 1)] for p in (0.5, 0.99))
    return f"{half / 1000:.0f}/{most / 1000:.0f}"


def _help(fault: str, result: Result) -> str:
    """Return how often the table asked or led in 50 moves; in brackets where there was need."""
    found = f"{50 * (result.asked + result.led) / max(result.moves, 1):.1f}"
    need = fault == "all" or (fault in FAULTS and FAULTS[fault].needs_help)
    return f"({found})" if need else found


def _again(again: Sequence[int | None]) -> str:
    """Return the most moves until the table knew again, and how often it never did."""
    never = sum(one is None for one in again)
    most = max((one for one in again if one is not None), default=0)
    return ("" if not again else f"{most}") + (f" never {never}" if never else "")


def _row(fault: str, result: Result) -> list[str]:
    _, low, high = wilson(result.wrong, result.moves)
    in_time = f"{result.in_time / result.followed:.1%}" if result.followed else "-"
    return [
        str(one)
        for one in (
            result.games,
            result.whole,
            result.moves,
            result.right,
            result.wrong,
            f"{low:.2%}-{high:.2%}",
            result.lost,
            result.revised,
            result.asked,
            result.led,
            _help(fault, result),
            _percentiles(result.delays),
            in_time,
            _again(result.again),
            result.stopped,
            result.died,
            result.costs,
        )
    ]


def show(results: Mapping[tuple[str, str], Result]) -> Table:
    """Return the results as a table, with a line for each game and one for all of them."""
    table = Table(title="Moves read under faults", padding=(0, 0, 0, 1))
    for name in ("game", "fault"):
        table.add_column(name, no_wrap=True)
    for name in (
        "games",
        "whole",
        "moves",
        "right",
        "wrong",
        "of moves",
        "lost",
        "revised",
        "asked",
        "led",
        "help/50",
        "delay p50/p99 ms",
        "in time",
        "found again",
        "stopped",
        "died",
        "ms a scan p50/p99.9/max",
    ):
        table.add_column(name, justify="right")
    totals = []
    for name in dict.fromkeys(game for game, _ in results):
        rows = {fault: result for (game, fault), result in results.items() if game == name}
        for number, (fault, result) in enumerate(rows.items()):
            table.add_row("" if number else name, fault, *_row(fault, result))
        totals.append(reduce(Result.and_also, rows.values()))
        if len(rows) > 1:
            table.add_row("", "together", *_row("all", totals[-1]))
        table.add_section()
    if totals:
        table.add_row("all", "", *_row("all", reduce(Result.and_also, totals)))
    return table


class Expected(msgspec.Struct):
    """What must come out of a trace, as a line of a file. ends: seconds of each move's end."""

    file: str
    record: list[str]
    ends: list[float] = []


def show_traces(folder: Path, expected: Path) -> Table:
    """Return what is read of the traces of a folder that a file expects something of."""
    table = Table(title=f"Traces in {folder}", padding=(0, 0, 0, 1))
    table.add_column("trace", no_wrap=True)
    for name in ("read", "moves", "right", "wrong", "lost", "asked", "led"):
        table.add_column(name, justify="right")
    verdicts: Counter[str] = Counter()
    for line in expected.read_bytes().splitlines():
        one = msgspec.json.decode(line, type=Expected)
        if not one.file.endswith(".trace") or not (folder / one.file).exists():
            continue
        reading = read_trace_file(folder / one.file, one.record, one.ends)
        verdicts[reading.verdict] += 1
        table.add_row(one.file, *map(str, reading))
    table.caption = ", ".join(f"{number} {verdict}" for verdict, number in verdicts.most_common())
    return table


def main() -> None:
    """Print the table that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=5, help="of each game with each fault")
    parser.add_argument("--seed", type=int, default=0, help="of the first of them")
    parser.add_argument("--game", choices=NAMES, help="only this one")
    parser.add_argument("--faults", help=f"only these, with a comma between: {', '.join(FAULTS)}")
    parser.add_argument("--moves", type=int, help="of each game at most")
    parser.add_argument("--quick", action="store_true", help="moves are 50-100 ms apart")
    parser.add_argument("--jobs", type=int, default=cpu_count(), help="how many processes")
    parser.add_argument("--done", type=Path, help="a file of games played, to go on with")
    parser.add_argument("--minutes", type=float, default=math.inf, help="print what is done then")
    parser.add_argument("--traces", type=Path, help="read the traces of this folder instead")
    parser.add_argument("--expected", type=Path, help="what must come out; expected.jsonl there")
    chosen = parser.parse_args()
    if chosen.traces is not None:
        expected = chosen.expected or chosen.traces / "expected.jsonl"
        Console(width=100).print(show_traces(chosen.traces, expected))
        return
    games = [chosen.game] if chosen.game else NAMES
    names = ["none", *FAULTS, "all"]
    if chosen.faults is not None:
        names = chosen.faults.split(",")
        try:
            find_faults(",".join(name for name in names if name != "none") or "all")
        except AssertionError as error:
            parser.error(str(error))
    jobs = [
        Job(game, fault, seed, chosen.moves, chosen.quick)
        for seed in range(chosen.seed, chosen.seed + chosen.games)
        for game in games
        for fault in names
        if fault not in FAULTS or FAULTS[fault].possible_in(game)
    ]
    results = measure(jobs, chosen.done, chosen.jobs, chosen.minutes)
    Console(width=230).print(show(results))
    for result in results.values():
        print(*result.errors, sep="\n", end="\n" if result.errors else "")


if __name__ == "__main__":
    main()
