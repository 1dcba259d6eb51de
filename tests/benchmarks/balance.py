"""Is each game fair? Who wins from which seat, how long games take, and what house rules change.

    python tests/benchmarks/balance.py KEPT                   # one command: all that is missing
    python tests/benchmarks/balance.py KEPT --seconds 60      # stops there, and goes on next time

Computers of one level play each game against themselves, for two and for the most players, and for
two by each house rule with the same seeds. Games are kept in the folder KEPT as `simulate --out`
writes them, so that nothing is played twice; ``firmware/simulation/mass/balance.md`` is written
anew from all that is there, with the number of games and an interval beside each figure.
"""

import argparse
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from itertools import product
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from firmware.games.kit import find_kit
from firmware.simulation.mass.compare import Contrast, contrasts
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.run import Kept, Run
from firmware.simulation.mass.statistics import Interval, paired, wilson
from firmware.simulation.mass.summary import summary_of
from firmware.simulation.mass.workers import play_beside, play_here
from rules import find_game, load_nothing

TABLE = Path(__file__).parents[2] / "firmware" / "simulation" / "mass" / "balance.md"
GAMES = {2: 10_000, 4: 1_000}  # by level
FEWEST = 10  # games with a choice of a house rule from which an interval tells something
FASTEST = ("hourglass", "revolution", "manoeuvre", "forum_romanum")
SHARES = 0.01, 0.03, 0.1, 0.3, 1  # of the games of a part, after which the next has its turn
HOUSE_RULES: dict[str, dict[str, tuple[str, ...]]] = {
    "revolution": {
        "buildings_apart": ("false", "true"),
        "securing": ("strongest_card", "strongest_cards"),
        "notre_dame": ("closed", "early"),
    },
    "hourglass": {
        "stalling": ("noted", "passes", "loses"),
        "equal": ("draw", "living"),
        "turn": ("none", "20"),
        "sand": ("120", "180"),
    },
    "forum_romanum": {"variant": ("false", "true")},
}
HEAD = """# Who wins, how long it takes, and what house rules change

`python tests/benchmarks/balance.py KEPT` plays these games of computers of one level against
themselves and writes this page from all that it has kept; it goes on where it was stopped. Seed 0;
intervals are of 95 %, of a share Wilson's, of a mean Student's. A draw is divided, and so is a game
that is unfinished after 1,000 moves. With hourglasses a move comes every four seconds.
"""

HOUSE = """Two players; each choice beside the first one, with the same seeds: what the first seat
wins, the moves, and what else differs beyond chance. Bold is what does when all figures of its rule
are reckoned with (Holm's method). In brackets stands the difference."""


class Part(NamedTuple):
    """Some of the games. rule: the house rule that is varied, "" for none."""

    game: str
    players: int
    level: int
    rule: str

    @property
    def file(self) -> str:
        """Its name."""
        return f"{self.game}-{self.players}-{self.level}{self.rule and '-'}{self.rule}.csv"

    def plan(self, games: int) -> Plan:
        """The plan of so many games."""
        compared = {self.rule: HOUSE_RULES[self.game][self.rule]} if self.rule else {}
        return Plan.checked(
            self.game, (self.level,) * self.players, games, seed=0, options={}, compared=compared, load=load_nothing
        )


def parts() -> Iterator[Part]:
    """Yield all parts, what is played fastest first."""
    for level in GAMES:
        for game in FASTEST:
            numbers = find_game(game).players
            for players in sorted({numbers[0], numbers[-1]}):
                yield Part(game, players, level, "")
            for rule in HOUSE_RULES.get(game, ()):
                yield Part(game, numbers[0], level, rule)


def play(folder: Path, part: Part, games: int, until: float, jobs: int) -> None:
    """Play what is missing of so many games of a part, and keep it."""
    run = Run(part.plan(games), Kept(folder / part.file))
    workers = play_here if jobs == 1 else partial(play_beside, jobs=jobs)
    with closing(run.play(workers)) as playing:
        for _ in playing:
            if monotonic() > until:
                return


def page(folder: Path) -> str:
    """Return the page of all games that are kept."""
    seats = [
        "| game | players | level | games | won by seat, from the first | moves | ended |",
        "| --- | --- | --- | --- | --- | --- | --- |",
    ]
    rules = ["| game | level | house rule | games | what it changes |", "| --- | --- | --- | --- | --- |"]
    for part in parts():
        if not (folder / part.file).exists():
            continue
        plan = part.plan(GAMES[part.level])
        run = Run(plan, Kept(folder / part.file))
        title = find_kit(part.game).about.title
        if part.rule:
            rules += _changes(run, plan, part, title)
            continue
        told = summary_of(run.done, plan)
        won = ", ".join(_percent(one) for one in told.seats.values())
        ends = ", ".join(
            f"{reason or 'unfinished'} {_percent(wilson(number, told.games))}"
            for reason, number in told.reasons.items()
        )
        mean = paired([float(row.plies) for row in run.done]).interval
        seats.append(
            f"| {title} | {part.players} | {part.level} | {told.games} | {won} | "
            f"{mean.value:.0f} [{mean.low:.0f} to {mean.high:.0f}], "
            f"{told.plies.least:.0f} to {told.plies.most:.0f} | {ends} |"
        )
    return "\n".join(
        [
            HEAD,
            "Moves: the mean, the shortest and the longest game.",
            "",
            *seats,
            "",
            "## House rules",
            "",
            HOUSE,
            "",
            *rules,
            "",
        ]
    )


def _changes(run: Run, plan: Plan, part: Part, title: str) -> Iterator[str]:
    """Yield a row for each choice of a house rule but the first."""
    rows = {variant: [row for row in run.done if row.task.variant == variant] for variant in range(len(plan.variants))}
    found = [
        one
        for one in contrasts(rows, plan)
        if (one.of == plan.seats[0] if one.what == "wins" else one.sure or one.what == "plies")
    ]
    for variant in range(1, len(plan.variants)):
        value = plan.variants[variant][part.rule]
        changes = "; ".join(_change(one) for one in found if one.variant == variant)
        if changes and len(rows[variant]) >= FEWEST:
            yield (f"| {title} | {part.level} | `{part.rule}` `{value}` | {len(rows[variant])} | {changes} |")


def _change(one: Contrast) -> str:
    """Return what a choice changes, as text."""
    form = ".0%" if one.what in {"wins", "ends"} else ".1f"
    difference, low, high = (format(value, f"+{form}") for value in one.difference.interval)
    text = f"{one.what} {one.of}".strip()
    text += f" {one.first:{form}} to {one.here:{form}} ({difference} [{low} to {high}])"
    return f"**{text}**" if one.sure else text


def _percent(rate: Interval) -> str:
    return f"{rate.value:.0%} [{rate.low:.0%} to {rate.high:.0%}]"


def main() -> None:
    """Run what the command line asks for."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kept", type=Path, metavar="KEPT")
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--jobs", type=int, default=1)
    chosen = parser.parse_args()
    chosen.kept.mkdir(parents=True, exist_ok=True)
    until = monotonic() + chosen.seconds
    for share, part in product(SHARES, parts()):
        if monotonic() < until:
            play(chosen.kept, part, round(share * GAMES[part.level]), until, chosen.jobs)
    TABLE.write_text(page(chosen.kept), "utf-8")


if __name__ == "__main__":
    main()
