"""The differences between variants of the rules, tested against chance."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.rows import Row
from firmware.simulation.mass.statistics import Difference, beyond_chance, paired
from firmware.simulation.mass.summary import win_values


class Contrast(NamedTuple):
    """A measure in which a variant may differ from the first variant.

    Attributes:
        variant: its number.
        what: the measure: ``wins``, ``ends``, ``plies`` or ``score``.
        of: the seat, or the reason of the end; empty for plies.
        first, here: the means of the first and of this variant.
        sure: whether it differs beyond chance, given the number of all contrasts of all variants.
    """

    variant: int
    what: str
    of: str
    first: float
    here: float
    difference: Difference
    sure: bool


def contrasts(rows: Mapping[int, Sequence[Row]], plan: Plan) -> list[Contrast]:
    """Return the differences between the first variant and each other variant.

    rows: by variant. Only games played in both with the same seed are compared.
    """
    measures = _measures([row for one in rows.values() for row in one], plan)
    first = {row.task.number: row for row in rows.get(0, ())}
    found = []
    for variant in range(1, len(plan.variants)):
        pairs = [(first[row.task.number], row) for row in rows.get(variant, ()) if row.task.number in first]
        if not pairs:
            continue
        for (what, of), measure in measures.items():
            before = [measure(one) for one, _ in pairs]
            here = [measure(other) for _, other in pairs]
            difference = paired([b - a for a, b in zip(before, here, strict=True)])
            found.append(
                Contrast(variant, what, of, sum(before) / len(pairs), sum(here) / len(pairs), difference, sure=False)
            )
    sure = beyond_chance([one.difference.chance for one in found])
    return [one._replace(sure=is_sure) for one, is_sure in zip(found, sure, strict=True)]


def _measures(rows: Sequence[Row], plan: Plan) -> dict[tuple[str, str], Callable[[Row], float]]:
    """Return the measures: kind and seat or reason, and the function of its value in a game."""
    measures: dict[tuple[str, str], Callable[[Row], float]] = {}
    for number, seat in enumerate(plan.seats):
        measures["wins", seat] = lambda row, n=number: win_values(row, plan)[n]  # type: ignore[misc]
    measures["plies", ""] = lambda row: float(row.plies)
    for number, seat in enumerate(plan.seats):
        measures["score", seat] = lambda row, n=number: float(row.scores[n])  # type: ignore[misc]
    for reason in sorted({row.reason for row in rows if row.reason is not None}):
        measures["ends", reason] = lambda row, why=reason: float(row.reason == why)  # type: ignore[misc]
    return measures


def as_json(contrast: Contrast, plan: Plan) -> dict[str, Any]:
    """Return a difference as an object of ``simulate --json``."""
    return {
        "options": plan.variants[contrast.variant],
        "what": contrast.what,
        "of": contrast.of or None,
        "first": contrast.first,
        "here": contrast.here,
        "difference": contrast.difference.interval.value,
        "low": contrast.difference.interval.low,
        "high": contrast.difference.interval.high,
        "chance": contrast.difference.chance,
        "beyond_chance": contrast.sure,
    }
