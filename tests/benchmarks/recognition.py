"""How well moves are recognised when people slip and contacts fail, beside the usual methods.

    python tests/benchmarks/recognition.py                  # every game with every fault
    python tests/benchmarks/recognition.py --games 20 --game hourglass --faults tilt,bump

Simulated people play whole games with one class of faults at a time (in one of two plans of
touches), or with all of them. A *wrong* move was committed and not meant; a *revised* one too, but
the table replaced it by itself later; a *lost* one was neither committed nor asked about.
The delays are from the last edge of a move's contacts to its commit, in virtual time, without moves
that the table had to ask about. *At once*: of moves that no further touch could make another move;
*may go on*: of the others, as the piece could be slid on to where another move ends, or is only
lifted, like one that is bumped (those wait for a second). CPU is process time a scan in which
something may happen, simulated table included.

The usual methods (usual_methods.py) read the same touches, and begin every plan with the true
position. None of them can take a move back. So where people first rest on a field or change their
minds, the move that ours revised counts neither as wrong nor what follows from it as lost: it is
given in brackets. Their figures are still not quite comparable: none can leave out a broken cell,
and the simulated people wait for our commits before they think of the next move, not for theirs.
"""

import argparse
from bisect import bisect_right
from collections.abc import Iterator
from difflib import SequenceMatcher
from multiprocessing import Pool
from time import process_time
from typing import NamedTuple

from rich.console import Console
from rich.table import Table
from usual_methods import METHODS, Commit, Method

from firmware.app.loop import SCAN_RATE
from firmware.games import REEDS, Gesture
from firmware.recognition.index import Index, Moment
from firmware.sensing.debounce import Debouncer
from firmware.sensing.events import Event
from firmware.simulation.demo import PLAYER_NAMES as PLAYERS
from firmware.simulation.demo import Demo, NotUnderstoodError, PlanResult
from firmware.simulation.faults import FAULTS, UnknownFaultError, find_faults
from firmware.simulation.players import spoken
from hal import CELLS, Layer
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES, find_game, make_header

AFTERWARDS = SECOND  # of rest after a plan, in which the usual methods may still decide
CORES = 2


class Reading(NamedTuple):
    """The results of one method in some games.

    wrong, lost: how many moves. first: how many that ours revised. delays: in microseconds, of
    moves that may go on, or of all. at_once: those of moves that may not.
    """

    wrong: int = 0
    lost: int = 0
    first: int = 0
    delays: tuple[int, ...] = ()
    at_once: tuple[int, ...] = ()

    def and_also(self, other: "Reading") -> "Reading":
        """Both."""
        return Reading(
            self.wrong + other.wrong,
            self.lost + other.lost,
            self.first + other.first,
            self.delays + other.delays,
            self.at_once + other.at_once,
        )


class Result(NamedTuple):
    """The results of some games with one class of faults. stopped: games not played to the end."""

    games: int
    moves: int
    ours: Reading
    questions: int
    corrections: int
    stopped: int
    cpu: float
    scans: int
    usual: tuple[Reading, ...]

    def and_also(self, other: "Result") -> "Result":
        """Both."""
        usual = tuple(a.and_also(b) for a, b in zip(self.usual, other.usual, strict=True))
        return Result(
            self.games + other.games,
            self.moves + other.moves,
            self.ours.and_also(other.ours),
            self.questions + other.questions,
            self.corrections + other.corrections,
            self.stopped + other.stopped,
            self.cpu + other.cpu,
            self.scans + other.scans,
            usual,
        )


class Job(NamedTuple):
    """One game to play.

    fault: "none", "all" or the name of one. moves: at most, None for all. usual: whether the usual
    methods read it too.
    """

    game: str
    fault: str
    seed: int
    moves: int | None = None
    usual: bool = True


class Settled(NamedTuple):
    """An event, when it settled and the picture after it."""

    at: int
    picture: int
    event: Event


class _Timed(Demo):
    """A demo that knows what its firmware costs, from one scan in sixteen: clocks cost too."""

    cpu = 0.0
    steps = scans = 0

    def _step(self, until: int) -> None:
        self.steps += 1
        if self.steps % 16:
            super()._step(until)
            return
        begun = process_time()
        super()._step(until)
        self.cpu += process_time() - begun
        self.scans += 1


def run(job: Job) -> Result:
    """Play one game and return its results."""
    players = find_game(job.game).players
    header = make_header(job.game, PLAYERS[: players[job.seed % len(players)]])
    faults = find_faults(job.fault) if job.fault != "none" else ()
    demo = _Timed(header, job.seed, None, lambda _: None, lambda _: None, faults=faults)
    stopped = 0
    try:
        demo.run(job.moves)
    except NotUnderstoodError:
        stopped = 1
    ours = Reading(demo.wrong, demo.lost, demo.revised)
    for done in demo.results:
        if not done.asked and not done.answered:
            ours = ours.and_also(_delays(demo, done))
    session = demo.session
    return Result(
        1, len(session.plies), ours, session.questions, session.corrections,
        stopped, demo.cpu, demo.scans, _usual(demo) if job.usual else (),
    )  # fmt: skip


def _delays(demo: Demo, done: PlanResult) -> Reading:
    """Return how long after their last edge the moves of a plan were committed."""
    adapter, position, picture = demo.adapter, done.position, done.picture
    reading = Reading()
    for move, end, at in zip(done.plan.moves, done.plan.ends, done.times, strict=False):
        index = Index(Moment(position, picture), adapter, 0)
        ways = [one for one in adapter.gestures(position, picture) if one.move == move]
        if not ways:  # an agreed end
            return reading
        gesture = next((one for one in ways if not _cells(one) & ~done.plan.cells), ways[0])
        delay = (_delay(demo, _cells(gesture), end, at),)
        changed = gesture.flips & REEDS
        position, picture = position.play(move), picture ^ gesture.flips
        lifted = changed and not changed & picture
        goes_on = lifted or index.extendable(gesture, picture)
        one = Reading(delays=delay) if goes_on else Reading(at_once=delay)
        reading = reading.and_also(one)
    return reading


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


def _cells(gesture: Gesture) -> int:
    """Return the set of cells that are touched for a move."""
    return (gesture.flips | gesture.flips >> CELLS | gesture.presses) & REEDS


def _usual(demo: Demo) -> tuple[Reading, ...]:
    """Return the results of each of the usual methods for the touches of a game."""
    settled = list(_events(demo))
    return tuple(_read(demo, method(demo.adapter), iter(settled)) for method in METHODS.values())


def _read(demo: Demo, method: Method, events: Iterator[Settled]) -> Reading:
    """Return the results of one of them."""
    coming = next(events, None)
    total = Reading()
    picture = demo.adapter.start(demo.results[0].position) if demo.results else 0
    begins = [done.plan.begin for done in demo.results]
    for done, next_begins in zip(demo.results, [*begins[1:], None], strict=True):
        while coming is not None and coming.at < done.begun:
            picture, coming = coming.picture, next(events, None)
        method.follow(done.position, done.picture, picture)
        found: list[Commit] = []
        until = done.plan.done + AFTERWARDS
        if next_begins is not None:
            until = min(until, next_begins)
        while coming is not None and coming.at <= until:
            found += method.wait(coming.at)
            found += [one._replace(at=coming.at) for one in method.feed(coming.event)]
            picture, coming = coming.picture, next(events, None)
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
    delays: tuple[int, ...] = ()
    if moves == meant:
        ends, cells = done.plan.ends, done.plan.cells
        delays = tuple(_delay(demo, cells, e, o.at) for o, e in zip(found, ends, strict=True))
    return Reading(len(wrong) - first, max(len(meant) - len(moves), 0), first, delays)


def _events(demo: Demo) -> Iterator[Settled]:
    """Return the events of a game."""
    table = SimulatedTable()
    start = demo.header.start()
    table.set_up(demo.adapter.start(start) & REEDS)
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
            yield Settled(table.clock.now(), debouncer.picture, event)
        scan += 1


def measure(jobs: list[Job]) -> dict[tuple[str, str], Result]:
    """Play these games and return the results by game and fault."""
    results: dict[tuple[str, str], Result] = {}
    with Pool(CORES) as pool:
        for job, result in zip(jobs, pool.imap(run, jobs, chunksize=2), strict=True):
            key = job.game, job.fault
            results[key] = results[key].and_also(result) if key in results else result
    return results


def _percentiles(delays: tuple[int, ...]) -> str:
    """Return the 50th and the 99th percentile in milliseconds, as text."""
    if not delays:
        return "-"
    ordered = sorted(delays)
    half, most = (ordered[min(int(len(ordered) * p), len(ordered) - 1)] for p in (0.5, 0.99))
    return f"{half / 1000:.0f}/{most / 1000:.0f}"


def _row(result: Result) -> list[str]:
    ours = result.ours
    usual = [f"{one.wrong}+{one.lost} ({one.first})" for one in result.usual]
    return [
        str(result.games), str(result.moves), str(ours.wrong), str(ours.lost), str(ours.first),
        f"{result.questions / result.games:.2f}", f"{result.corrections / result.games:.2f}",
        str(result.stopped), _percentiles(ours.at_once), _percentiles(ours.delays),
        f"{result.cpu / max(result.scans, 1) * 1e6:.0f}", *usual,
    ]  # fmt: skip


def show(results: dict[tuple[str, str], Result]) -> Table:
    """Return the results as a table, one game after another, with a line for all."""
    asked = bool(results) and bool(next(iter(results.values())).usual)
    title = "Moves read under faults"
    if asked:
        title += "; of the usual methods: wrong + lost (first choices)"
    table = Table(title=title, padding=(0, 0, 0, 1))
    for name in ("game", "fault"):
        table.add_column(name, no_wrap=True)
    for name in (
        "games", "moves", "wrong", "lost", "revised", "asked a game", "guided a game", "stopped",
        "at once p50/p99 ms", "may go on p50/p99 ms", "CPU a scan us", *(METHODS if asked else ()),
    ):  # fmt: skip
        table.add_column(name, justify="right")
    total: Result | None = None
    last = ""
    for (game, fault), result in results.items():
        if last not in ("", game):
            table.add_section()
        table.add_row(game if game != last else "", fault, *_row(result))
        last = game
        total = total.and_also(result) if total is not None else result
    if total is not None:
        table.add_section()
        table.add_row("all", "", *_row(total))
        if asked:
            delays = [_percentiles(one.delays) for one in total.usual]
            table.add_row("", "p50/p99 ms", *[""] * 11, *delays)
    return table


def main() -> None:
    """Print the table that the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("--games", type=int, default=5, help="of each game with each fault")
    parser.add_argument("--seed", type=int, default=0, help="of the first of them")
    parser.add_argument("--game", choices=NAMES, help="only this one")
    parser.add_argument("--faults", help=f"only these, with a comma between: {', '.join(FAULTS)}")
    parser.add_argument("--moves", type=int, help="of each game at most")
    parser.add_argument("--alone", action="store_true", help="without the usual methods")
    chosen = parser.parse_args()
    names = ["none", *FAULTS, "all"]
    if chosen.faults is not None:
        names = chosen.faults.split(",")
        try:
            find_faults(",".join(name for name in names if name != "none") or "all")
        except UnknownFaultError as error:
            parser.error(str(error))
    jobs = [
        Job(game, fault, seed, chosen.moves, not chosen.alone)
        for game in ([chosen.game] if chosen.game else NAMES)
        for fault in names
        if fault not in FAULTS or FAULTS[fault].possible_in(game)
        for seed in range(chosen.seed, chosen.seed + chosen.games)
    ]
    Console(width=170).print(show(measure(jobs)))


if __name__ == "__main__":
    main()
