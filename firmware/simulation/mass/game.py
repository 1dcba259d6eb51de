"""A game of a mass simulation, played in memory as fast as its players think."""

from collections.abc import Callable, Sequence
from time import perf_counter
from typing import Any, NamedTuple

from firmware.opponents import Search, Turn, WinProbabilities, find_evaluation, find_level, play_on
from firmware.simulation.mass.plan import Plan, Task
from firmware.simulation.mass.rows import Row
from rules import AGREE, Move, Position, write_record

LONGEST = 1000  # plies at which a game is left unfinished


class Wanted(NamedTuple):
    """The results wanted of a game beside its row."""

    leads: bool = False
    record: bool = False
    positions: bool = False


class Played(NamedTuple):
    """A played game.

    Attributes:
        lead: the part of its plies, from 0 to 1, after which the winner expected most to the end;
            None if there is not exactly one winner.
        record: the record as text. Both are present only where they are wanted.
    """

    row: Row
    lead: float | None = None
    record: str | None = None


class Batch(NamedTuple):
    """A number of played games.

    Attributes:
        seconds: the time that they took.
        positions: a table as `positions` describes it, where it is wanted.
    """

    played: list[Played]
    seconds: float
    positions: Any = None


class StoppedError(Exception):
    """The simulation was stopped during a game."""


def play_batch(plan: Plan, tasks: Sequence[Task], wanted: Wanted, stopped: Callable[[], bool] = lambda: False) -> Batch:
    """Play some games. stopped: asked before each move. Raise StoppedError when it returns True."""
    begun = perf_counter()
    games = [play(plan, task, wanted, stopped) for task in tasks]
    positions = None
    if wanted.positions:
        from firmware.simulation.mass.positions import table_of  # it needs pyarrow

        positions = table_of(plan, ((played.row.task, turns) for played, turns in games))
    return Batch([played for played, _ in games], perf_counter() - begun, positions)


def play(
    plan: Plan,
    task: Task,
    wanted: Wanted = Wanted(),  # noqa: B008  # a frozen value
    stopped: Callable[[], bool] = lambda: False,
) -> tuple[Played, list[Turn]]:
    """Play a game; return it, and its turns where its record or positions are wanted.

    The arguments are as for `play_batch`.
    """
    number = task.number
    header = plan.header(task)
    levels = plan.seated(number)
    evaluation = find_evaluation(plan.game, len(levels))
    dice, thoughts = plan.random(number, "dice"), plan.random(number, "thoughts")
    expected: list[WinProbabilities] = []

    def choose(position: Position) -> Move:
        if stopped():
            raise StoppedError
        if position.chance:
            return dice.choice(position.legal_moves())
        level = find_level(plan.game, levels[evaluation.mover(position)])
        search = Search(position, evaluation, thoughts, level)
        search.run(level.simulations)
        probabilities = search.win_probabilities
        if wanted.leads:
            expected.append(probabilities)
        if evaluation.offers(position) and all(
            evaluation.agrees(position, seat, probabilities) for seat in range(len(levels))
        ):
            return AGREE
        return search.best

    last = plan.start(header)
    turns = []
    for turn in play_on(last, evaluation, choose, LONGEST):
        last = turn.after
        if wanted.record or wanted.positions:
            turns.append(turn)
    outcome = last.outcome
    row = Row(
        task,
        levels,
        outcome.winners if outcome else (),
        outcome.reason if outcome else None,
        last.plies,
        tuple(last.scores().values()),
    )
    lead = _lead(expected, plan.seats, row.winners) if wanted.leads else None
    record = write_record(header, [turn.line for turn in turns]) if wanted.record else None
    return Played(row, lead, record), turns


def _lead(expected: Sequence[WinProbabilities], seats: Sequence[str], winners: Sequence[str]) -> float | None:
    """Return the part of a game after which its winner expected most until it won.

    None if there is not exactly one winner.
    """
    if len(winners) != 1:
        return None
    winner = seats.index(winners[0])
    behind = [n for n, probabilities in enumerate(expected, 1) if max(probabilities) > probabilities[winner]]
    return behind[-1] / len(expected) if behind else 0.0
