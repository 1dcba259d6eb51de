"""The results of the games as a picture: scores, lengths, wins by seat, how early winners led.

Needs matplotlib: ``pip install 'speeltafel[simulation]'``.
"""

import io
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator, PercentFormatter

from firmware.games.naming import seat_name
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.rows import Row
from firmware.simulation.mass.summary import summary_of
from firmware.simulation.mass.tables import heading
from firmware.words import Words

_COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9")  # Okabe and Ito's
_BARS = 40  # bars at most
_SIZE = (11.0, 8.0)  # inches
_LOOKS: dict[Any, Any] = {
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "svg.hashsalt": "speeltafel",
    "svg.fonttype": "none",
}


def picture_of(
    rows: Mapping[int, Sequence[Row]], leads: Mapping[int, Sequence[float]], plan: Plan, kind: str, words: Words
) -> bytes:
    """Return the picture as the bytes of a file.

    Args:
        rows: the games by variant, at least one of each.
        leads: by variant, the part of each game after which its winner expected most to the end.
        plan: the plan of the games.
        kind: the format of the file, ``png`` or ``svg``.
        words: the words of the labels.
    """
    with rc_context(_LOOKS):
        figure = Figure(_SIZE, layout="constrained")
        ((wins, scores), (lengths, led)) = figure.subplots(2, 2)
        figure.suptitle(heading(sum(map(len, rows.values())), plan, words))
        names = _names(plan)
        _draw_wins(wins, rows, names, plan, words)
        _draw_scores(scores, rows, names, plan, words)
        _draw_lengths(lengths, rows, names, words)
        _draw_leads(led, leads, names, words)
        if len(names) > 1:
            wins.legend(frameon=False)
        drawn = io.BytesIO()
        figure.savefig(drawn, format=kind, dpi=120, metadata={"Date": None} if kind == "svg" else {})
        return drawn.getvalue()


def _names(plan: Plan) -> list[str]:
    """Return the name of each variant."""
    return [" ".join(f"{name}={value}" for name, value in options.items()) for options in plan.variants]


def _draw_wins(axes: Axes, rows: Mapping[int, Sequence[Row]], names: Sequence[str], plan: Plan, words: Words) -> None:
    """Draw the wins of each seat, with the interval of 95 %, and a line at the equal share."""
    axes.set_title(words("won by seat"))
    seats = len(plan.seats)
    for variant, games in rows.items():
        rates = summary_of(games, plan).seats.values()
        places = [seat + 0.15 * (variant - (len(rows) - 1) / 2) for seat in range(seats)]
        values = [rate.value for rate in rates]
        errors = [[rate.value - rate.low for rate in rates], [rate.high - rate.value for rate in rates]]
        axes.errorbar(places, values, errors, fmt="o", capsize=4, color=_colour(variant), label=names[variant])
    axes.axhline(1 / seats, color="0.6", linewidth=1, linestyle="--", zorder=0)
    axes.set_xticks(range(seats), [seat_name(plan.game, seat, words) for seat in plan.seats])
    axes.set_xlim(-0.5, seats - 0.5)
    axes.set_ylim(bottom=0)
    axes.yaxis.set_major_formatter(PercentFormatter(1))


def _draw_scores(axes: Axes, rows: Mapping[int, Sequence[Row]], names: Sequence[str], plan: Plan, words: Words) -> None:
    """Draw the distribution of the scores: by seat, or by variant where there are several."""
    axes.set_title(words("scores"))
    if len(names) > 1:
        values = {n: [score for row in games for score in row.scores] for n, games in rows.items()}
        _draw_spread(axes, values, names)
    else:
        called = [seat_name(plan.game, seat, words) for seat in plan.seats]
        values = {n: [row.scores[n] for row in rows[0]] for n in range(len(called))}
        _draw_spread(axes, values, called)
        axes.legend(frameon=False)
    axes.set_ylabel(words("games"))


def _draw_lengths(axes: Axes, rows: Mapping[int, Sequence[Row]], names: Sequence[str], words: Words) -> None:
    """Draw the distribution of the numbers of moves."""
    axes.set_title(words("moves in a game"))
    _draw_spread(axes, {n: [row.plies for row in games] for n, games in rows.items()}, names)
    axes.set_ylabel(words("games"))


def _draw_spread(axes: Axes, values: Mapping[int, Sequence[int]], names: Sequence[str]) -> None:
    """Draw the distribution of whole numbers, as outlines over each other."""
    together = [value for own in values.values() for value in own]
    least, most = min(together), max(together)
    width = -(-(most - least + 1) // _BARS)
    edges = [least - 0.5 + width * n for n in range((most - least) // width + 2)]
    for number, own in values.items():
        counts = Counter((value - least) // width for value in own)
        axes.stairs([counts[n] for n in range(len(edges) - 1)], edges, fill=True, alpha=0.25, color=_colour(number))
        axes.stairs(
            [counts[n] for n in range(len(edges) - 1)], edges, color=_colour(number), linewidth=1.5, label=names[number]
        )
    axes.xaxis.set_major_locator(MaxNLocator(integer=True))
    axes.yaxis.set_major_locator(MaxNLocator(integer=True))


def _draw_leads(axes: Axes, leads: Mapping[int, Sequence[float]], names: Sequence[str], words: Words) -> None:
    """Draw in how many games the winner was ahead for good after each part of the game."""
    number = sum(map(len, leads.values()))
    axes.set_title(words.plural("winner ahead for good (one game)", "winner ahead for good ({number} games)", number))
    for variant, own in leads.items():
        if own:
            steps = sorted(own)
            axes.step(
                [0.0, *steps, 1.0],
                [0.0, *((n + 1) / len(steps) for n in range(len(steps))), 1.0],
                where="post",
                color=_colour(variant),
                label=names[variant],
            )
    axes.set_xlim(0, 1)
    axes.set_ylim(0, 1)
    axes.set_xlabel(words("part of the game"))
    axes.xaxis.set_major_formatter(PercentFormatter(1))
    axes.yaxis.set_major_formatter(PercentFormatter(1))


def _colour(number: int) -> str:
    return _COLOURS[number % len(_COLOURS)]
