"""How well moves are recognised when people slip and contacts fail, and what a scan costs.

    python tests/benchmarks/recognition.py                  # every game with every fault
    python tests/benchmarks/recognition.py --games 20 --game hourglass --faults tilt,bump
    python tests/benchmarks/recognition.py --games 200 --done games.jsonl   # goes on where it was
    python tests/benchmarks/recognition.py --quick --faults none  # moves 50-100 ms apart
    python tests/benchmarks/recognition.py --traces FOLDER  # traces, and expected.jsonl beside them

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

With --wait, people wait until each move is understood, and make it again when it is not, as in
``speeltafel demo``. Then lost moves are those of which the table made nothing within 10 s.

The cost of a scan is processor time, simulated table and lamps included, scaled to a machine that
plays 32,000 random chess moves a second with python-chess, which is measured in every process.

With --usual, which means --wait, the usual methods (usual_methods.py) read the same touches, and
begin every plan with the true position. None of them can take a move back. So where people first
rest on a field or change their minds, the move that ours revised counts neither as wrong nor what
follows from it as lost: it is given in brackets. None can leave out a broken cell either, and the
simulated people wait for our commits before they think of the next move, not for theirs.
"""

import argparse
import math
import random
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from functools import cache, reduce
from multiprocessing import Pool, cpu_count
from pathlib import Path
from time import monotonic, process_time
from typing import Self

import chess
import msgspec
from playing_on import PlayingOn, read_trace_file, touched_by, until_found
from rich.console import Console
from rich.table import Table
from usual_methods import METHODS, Commit, Method

from firmware.app.loop import SCAN_RATE
from firmware.match.line import spoken
from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Event
from firmware.simulation.demo import PLAYER_NAMES as PLAYERS
from firmware.simulation.demo import Demo, NotUnderstoodError, PlanResult
from firmware.simulation.faults import FAULTS, UnknownFaultError, find_faults
from hal import NO_CONTACTS, Contacts, Layer, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES, find_game, make_header

AFTERWARDS = SECOND  # of rest after a plan, in which the usual methods may still decide
CHESS_RATE = 32_000  # moves a second of the machine to which costs are scaled
BUCKETS = 40  # of costs, for each factor of e
Z = 1.96  # of a normal distribution: 95 % lie within


class Costs(msgspec.Struct):
    """The costs of scans. buckets: how many cost about e ** (key / BUCKETS) us. worst: in us."""

    buckets: dict[int, int] = {}
    worst: float = 0.0

    def add(self, microseconds: float) -> None:
        """Count one scan."""
        key = round(math.log(max(microseconds, 0.1)) * BUCKETS)
        self.buckets[key] = self.buckets.get(key, 0) + 1
        self.worst = max(self.worst, microseconds)

    def scaled(self, by: float) -> Self:
        """The same on a machine that takes `by` times as long."""
        shift = round(math.log(by) * BUCKETS)
        return type(self)({k + shift: n for k, n in self.buckets.items()}, self.worst * by)

    def and_also(self, other: Self) -> Self:
        """Both."""
        return type(self)(
            dict(Counter(self.buckets) + Counter(other.buckets)), max(self.worst, other.worst)
        )

    @property
    def scans(self) -> int:
        """How many scans."""
        return sum(self.buckets.values())

    def percentile(self, part: float) -> float:
        """The cost that this part of the scans stays below, in us."""
        left = self.scans * part
        for key in sorted(self.buckets):
            left -= self.buckets[key]
            if left <= 0:
                return math.exp(key / BUCKETS)
        return self.worst

    def __str__(self) -> str:
        """The cost at 50 % and at 99.9 % of the scans, and the worst, in ms."""
        parts = [self.percentile(0.5), self.percentile(0.999), self.worst]
        return "/".join(f"{part / 1000:.2f}" for part in parts)


class Reading(msgspec.Struct):
    """What one of the usual methods read in some games; see Result."""

    wrong: int = 0
    lost: int = 0
    first: int = 0
    delays: list[int] = []

    def and_also(self, other: "Reading") -> "Reading":
        """Both."""
        return Reading(
            self.wrong + other.wrong,
            self.lost + other.lost,
            self.first + other.first,
            self.delays + other.delays,
        )


class Result(msgspec.Struct):
    """The results of some games with one class of faults. delays: in microseconds.

    costs: as measured. scaled: on the machine of CHESS_RATE. whole: games. in_time, followed: moves
    committed before the next hand acted, of how many. again: see :func:`until_found`.
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
    delays: list[int]
    costs: Costs
    scaled: Costs
    usual: list[Reading] = []
    errors: list[str] = []
    whole: int = 0
    right: int = 0
    in_time: int = 0
    followed: int = 0
    again: list[int | None] = []

    def and_also(self, other: "Result") -> "Result":
        """Both."""
        usual = [a.and_also(b) for a, b in zip(self.usual, other.usual, strict=True)]
        counts = {
            name: getattr(self, name) + getattr(other, name)
            for name in ("games", "moves", "wrong", "lost", "revised", "asked", "led", "stopped",
                         "died", "delays", "errors", "whole", "right", "in_time", "followed",
                         "again")
        }  # fmt: skip
        return Result(
            **counts, usual=usual, costs=self.costs.and_also(other.costs),
            scaled=self.scaled.and_also(other.scaled),
        )  # fmt: skip


class Job(msgspec.Struct, frozen=True):
    """One game to play.

    fault: "none", "all" or the name of one. moves: at most, None for all. usual: whether the usual
    methods read it too. waits: whether people wait until each move is understood. quick: whether
    they follow one another at once.
    """

    game: str
    fault: str
    seed: int
    moves: int | None = None
    usual: bool = False
    waits: bool = False
    quick: bool = False


class Done(msgspec.Struct):
    """A game played, as a line of a file."""

    job: Job
    result: Result


class Settled(msgspec.Struct, frozen=True):
    """An event, when it settled and the closed contacts after it."""

    at: int
    closed: Contacts
    event: Event


@cache
def chess_rate() -> float:
    """Return how many random moves a second python-chess plays in this process."""
    rng = random.Random(1)
    played, begun = 0, process_time()
    while process_time() - begun < 0.5:
        board = chess.Board()
        for _ in range(200):
            legal = list(board.legal_moves)
            if not legal:
                break
            board.push(rng.choice(legal))
            played += 1
    return played / (process_time() - begun)


class _Timed(Demo):
    """A demo that knows what each of its scans costs."""

    costs: Costs

    def _step(self, until: int) -> None:
        begun = process_time()
        super()._step(until)
        self.costs.add((process_time() - begun) * 1e6)


class _TimedPlayingOn(PlayingOn, _Timed):
    """The same of people who play on."""


def run(job: Job) -> Done:
    """Play one game and return its results."""
    rate = chess_rate()
    players = find_game(job.game).players
    header = make_header(job.game, PLAYERS[: players[job.seed % len(players)]])
    faults = find_faults(job.fault, job.game) if job.fault != "none" else ()
    kind = _Timed if job.waits or job.usual else _TimedPlayingOn
    demo = kind(header, job.seed, None, lambda _: None, lambda _: None, faults=faults)
    demo.costs = Costs({})
    if isinstance(demo, PlayingOn):
        demo.quick = job.quick
    stopped = 0
    errors = []
    try:
        demo.run(job.moves)
    except NotUnderstoodError:
        stopped = 1
    except Exception as error:  # noqa: BLE001 - one game that dies should not end all others
        errors.append(f"{job.game} {job.fault} {job.seed}: {error!r}")
    session = demo.session
    stopped = stopped or int(session.match.over and session.position.outcome is None)
    result = Result(
        1, len(session.plies), demo.wrong, demo.lost, demo.revised, session.questions,
        session.corrections, stopped, len(errors), [], demo.costs,
        demo.costs.scaled(rate / CHESS_RATE), _usual(demo) if job.usual else [], errors,
        whole=int(not (demo.wrong or demo.lost or stopped or errors)),
    )  # fmt: skip
    if isinstance(demo, PlayingOn):
        result.moves = len(demo.fates)
        result.right = sum(fate.right for fate in demo.fates)
        result.delays, result.again = demo.delays, [*until_found(demo.fates, demo.shown)]
        result.in_time, result.followed = demo.in_time, demo.followed
    else:
        result.right = max(result.moves - demo.wrong, 0)
        for done in demo.results:
            if not done.asked and not done.answered:
                result.delays += _delays(demo, done)
    return Done(job, result)


def _delays(demo: Demo, done: PlanResult) -> list[int]:
    """Return how long after their last edge the moves of a plan were committed."""
    adapter, position, closed = demo.adapter, done.position, done.closed
    delays: list[int] = []
    for move, end, at in zip(done.plan.moves, done.plan.ends, done.times, strict=False):
        ways = [one for one in adapter.gestures(position, closed) if one.move == move]
        if not ways:  # an agreed end
            break
        gesture = next((one for one in ways if not touched_by(one) & ~done.plan.cells), ways[0])
        delays.append(_delay(demo, touched_by(gesture), end, at))
        position, closed = position.play(move), closed ^ gesture.flips
    return delays


def _delay(demo: Demo, cells: int, end: int, at: int) -> int:
    """Return the microseconds from the last edge of these cells to a commit.

    end: when the hand was done, but contacts bounce and chatter on. at: when it was committed.
    """
    edges = demo.table.edges
    last = bisect_right(edges, at, key=lambda edge: edge.at) - 1
    while last >= 0 and edges[last].at > end:
        if edges[last].layer is not Layer.BUTTON and cells >> edges[last].number & 1:
            return at - edges[last].at
        last -= 1
    return max(at - end, 0)


def _usual(demo: Demo) -> list[Reading]:
    """Return the results of each of the usual methods for the touches of a game."""
    settled = list(_events(demo))
    return [_read(demo, method(demo.adapter), iter(settled)) for method in METHODS.values()]


def _read(demo: Demo, method: Method, events: Iterator[Settled]) -> Reading:
    """Return the results of one of them."""
    coming = next(events, None)
    total = Reading()
    closed = demo.adapter.start(demo.results[0].position) if demo.results else NO_CONTACTS
    begins = [done.plan.begin for done in demo.results]
    for done, next_begins in zip(demo.results, [*begins[1:], None], strict=True):
        while coming is not None and coming.at < done.begun:
            closed, coming = coming.closed, next(events, None)
        method.follow(done.position, done.closed, closed)
        found: list[Commit] = []
        until = done.plan.done + AFTERWARDS
        if next_begins is not None:
            until = min(until, next_begins)
        while coming is not None and coming.at <= until:
            found += method.wait(coming.at)
            found += [one._replace(at=coming.at) for one in method.feed(coming.event)]
            closed, coming = coming.closed, next(events, None)
        total = total.and_also(_compare([*found, *method.wait(until)], done, demo))
    return total


def _compare(found: list[Commit], done: PlanResult, demo: Demo) -> Reading:
    """Count the moves found that were not meant, and those meant and not found."""
    moves = [spoken(one.move) for one in found]
    meant = list(done.plan.moves)
    blocks = SequenceMatcher(None, moves, meant, autojunk=False).get_matching_blocks()
    right = {at for block in blocks for at in range(block.a, block.a + block.size)}
    wrong = [move for at, move in enumerate(moves) if at not in right]
    first = sum(move in done.revised for move in wrong)
    delays: list[int] = []
    if moves == meant:
        ends, cells = done.plan.ends, done.plan.cells
        delays = [_delay(demo, cells, e, o.at) for o, e in zip(found, ends, strict=True)]
    return Reading(len(wrong) - first, max(len(meant) - len(moves), 0), first, delays)


def _events(demo: Demo) -> Iterator[Settled]:
    """Return the events of a game."""
    table = SimulatedTable()
    start = demo.header.start()
    table.set_up(reeds_of(demo.adapter.start(start)))
    edges = demo.table.edges
    table.feed(edges)
    debouncer = Debouncer()
    moments = iter([*(edge.at for edge in edges), demo.table.clock.now()])
    coming = next(moments)
    scan = 0
    while (now := table.clock.now()) < demo.table.clock.now() - SECOND // SCAN_RATE:
        while coming < now:
            coming = next(moments)
        if debouncer.still:
            scan = max(scan, coming * SCAN_RATE // SECOND)
        table.clock.sleep_until(scan * SECOND // SCAN_RATE)
        for event in debouncer.feed(table.scan(), table.held()):
            yield Settled(table.clock.now(), debouncer.closed, event)
        scan += 1


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


def wilson(found: int, of: int) -> tuple[float, float]:
    """Return the interval in which a share lies with 95 %, after Wilson (1927)."""
    if not of:
        return 0.0, 1.0
    share = found / of
    middle = share + Z * Z / (2 * of)
    half = Z * math.sqrt(share * (1 - share) / of + Z * Z / (4 * of * of))
    whole = 1 + Z * Z / of
    return max((middle - half) / whole, 0.0), (middle + half) / whole


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
    low, high = wilson(result.wrong, result.moves)
    usual = [f"{one.wrong}+{one.lost} ({one.first})" for one in result.usual]
    in_time = f"{result.in_time / result.followed:.1%}" if result.followed else "-"
    return [
        str(result.games), str(result.whole), str(result.moves), str(result.right),
        str(result.wrong), f"{low:.2%}-{high:.2%}", str(result.lost), str(result.revised),
        str(result.asked), str(result.led), _help(fault, result), _percentiles(result.delays),
        in_time, _again(result.again), str(result.stopped), str(result.died),
        str(result.costs), str(result.scaled), *usual,
    ]  # fmt: skip


def show(results: Mapping[tuple[str, str], Result]) -> Table:
    """Return the results as a table, with a line for each game and one for all of them."""
    usual = bool(results) and bool(next(iter(results.values())).usual)
    title = "Moves read under faults"
    if usual:
        title += "; of the usual methods: wrong + lost (first choices)"
    table = Table(title=title, padding=(0, 0, 0, 1))
    for name in ("game", "fault"):
        table.add_column(name, no_wrap=True)
    for name in (
        "games", "whole", "moves", "right", "wrong", "of moves", "lost", "revised", "asked", "led",
        "help/50", "delay p50/p99 ms", "in time", "found again", "stopped", "died",
        "ms a scan p50/p99.9/max", "scaled", *(METHODS if usual else ()),
    ):  # fmt: skip
        table.add_column(name, justify="right")
    games = dict.fromkeys(game for game, _ in results)
    totals = []
    for name in games:
        rows = {fault: result for (game, fault), result in results.items() if game == name}
        for number, (fault, result) in enumerate(rows.items()):
            table.add_row("" if number else name, fault, *_row(fault, result))
        totals.append(reduce(Result.and_also, rows.values()))
        if len(rows) > 1:
            table.add_row("", "together", *_row("all", totals[-1]))
        table.add_section()
    if totals:
        total = reduce(Result.and_also, totals)
        table.add_row("all", "", *_row("all", total))
        if usual:
            delays = [_percentiles(one.delays) for one in total.usual]
            table.add_row("", "p50/p99 ms", *[""] * 18, *delays)
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
    parser.add_argument("--usual", action="store_true", help="the usual methods, too")
    parser.add_argument("--wait", action="store_true", help="people wait for the table")
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
        except UnknownFaultError as error:
            parser.error(str(error))
    jobs = [
        Job(
            game, fault, seed, chosen.moves, chosen.usual, chosen.wait or chosen.usual, chosen.quick
        )
        for seed in range(chosen.seed, chosen.seed + chosen.games)
        for game in games
        for fault in names
        if fault not in FAULTS or FAULTS[fault].possible_in(game)
    ]
    results = measure(jobs, chosen.done, chosen.jobs, chosen.minutes)
    Console(width=250).print(show(results))
    for result in results.values():
        print(*result.errors, sep="\n", end="\n" if result.errors else "")
    print(f"python-chess here: {chess_rate():.0f} moves/s, scaled to {CHESS_RATE}")


if __name__ == "__main__":
    main()
