"""The results of all games of a variant in a few numbers: wins, lengths and ends."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.rows import Row
from firmware.simulation.mass.statistics import Interval, Spread, spread, wilson


class Summary(NamedTuple):
    """The games of a variant.

    Attributes:
        seats, players: the rate of wins by seat name, and of each player in the order of the
            plan's levels; a draw is divided.
        scores: by seat name.
        reasons: the number of games by reason of the end, the most frequent first; None for
            unfinished games.
    """

    games: int
    seats: Mapping[str, Interval]
    players: Sequence[Interval]
    plies: Spread
    scores: Mapping[str, Spread]
    reasons: Mapping[str | None, int]


def win_values(row: Row, plan: Plan) -> list[float]:
    """Return the win value of each seat in a game; a draw or an unfinished game is divided."""
    winners = row.winners or plan.seats
    return [1 / len(winners) if seat in winners else 0.0 for seat in plan.seats]


def summary_of(rows: Sequence[Row], plan: Plan) -> Summary:
    """Return the summary of games (not empty)."""
    size = len(plan.seats)
    by_seat, by_player = [0.0] * size, [0.0] * size
    for row in rows:
        for seat, won in enumerate(win_values(row, plan)):
            by_seat[seat] += won
            by_player[plan.player(row.task.number, seat)] += won
    games = len(rows)
    return Summary(
        games,
        {seat: wilson(won, games) for seat, won in zip(plan.seats, by_seat, strict=True)},
        [wilson(won, games) for won in by_player],
        spread([row.plies for row in rows]),
        {seat: spread([row.scores[n] for row in rows]) for n, seat in enumerate(plan.seats)},
        dict(Counter(row.reason for row in rows).most_common()),
    )


def as_json(summary: Summary, plan: Plan) -> dict[str, Any]:
    """Return a summary as the object that ``simulate --json`` prints."""
    return {
        "games": summary.games,
        "seats": {seat: _won(won) | {"scores": summary.scores[seat]._asdict()} for seat, won in summary.seats.items()},
        "players": [
            {"player": number, "level": level, **_won(won)}
            for number, (level, won) in enumerate(zip(plan.levels, summary.players, strict=True), 1)
        ],
        "plies": summary.plies._asdict(),
        "reasons": {reason: n for reason, n in summary.reasons.items() if reason is not None},
        "unfinished": summary.reasons.get(None, 0),
    }


def _won(rate: Interval) -> dict[str, Any]:
    return {"share": rate.value, "low": rate.low, "high": rate.high}
