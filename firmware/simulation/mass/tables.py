"""The results of the games as text and tables for people."""

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from rich.text import Text as Styled

from firmware.games.kit import find_kit
from firmware.games.naming import seat_name
from firmware.simulation.mass.compare import Contrast
from firmware.simulation.mass.plan import Plan
from firmware.simulation.mass.statistics import Interval, Spread
from firmware.simulation.mass.summary import Summary
from firmware.words import N_, Number, Text, Words
from firmware.words.terminal import Grid

_WHAT = {  # the label of each measure
    "wins": N_("{name} wins"),
    "score": N_("score of {name}"),
    "ends": N_("ended: {name}"),
}
_PARTS = ("wins", "ends")  # measures whose mean is a part of the games


def player_name(plan: Plan, player: int, words: Words) -> str:
    """Return the name of a player, a number from 0."""
    return words("player {number}, level {level}", number=player + 1, level=plan.levels[player])


def heading(games: int, plan: Plan, words: Words) -> str:
    """Return the heading of a number of games."""
    game = Text(find_kit(plan.game).about.title, {})
    return words.plural(
        "{game}: one game, seed {seed}", "{game}: {number} games, seed {seed}", games, game=game, seed=plan.seed
    )


def title(summary: Summary, plan: Plan, variant: int, words: Words) -> str:
    """Return the title of the games of a variant, a line."""
    chosen = {**plan.options, **plan.variants[variant]}
    return "  ".join([heading(summary.games, plan, words), *(f"{name}={value}" for name, value in chosen.items())])


def table_of_wins(summary: Summary, plan: Plan, words: Words) -> Grid:
    """Return the wins of each player and each seat, and the scores of the seats."""
    headings = ("", words("won"), words("95% between"), words("score"), words("least"), words("most"))
    players = [
        (player_name(plan, player, words), *_won(won, words), "", "", "") for player, won in enumerate(summary.players)
    ]
    seats = [
        (seat_name(plan.game, seat, words), *_won(won, words), *_score(summary.scores[seat], words))
        for seat, won in summary.seats.items()
    ]
    return Grid(headings, [*players, ("",) * len(headings), *seats], range(1, len(headings)))


def _score(score: Spread, words: Words) -> tuple[str, str, str]:
    mean, deviation = (words.number(one, digits=1) for one in (score.mean, score.deviation))
    return f"{mean} ± {deviation}", words.number(score.least), words.number(score.most)


def _won(rate: Interval, words: Words) -> tuple[str, str]:
    form = partial(words.percent, digits=1)
    return form(rate.value), _between(rate, form)


def _between(interval: Interval, form: Callable[[float], str]) -> str:
    return f"{form(interval.low)} … {form(interval.high)}"


def lines_of_ends(summary: Summary, plan: Plan, words: Words) -> Iterator[str]:
    """Yield lines about the lengths and the ends of the games."""
    plies = summary.plies
    yield words(
        "Moves: {mean} ± {deviation}, median {median}, from {least} to {most}.",
        mean=Number(plies.mean, 1),
        deviation=Number(plies.deviation, 1),
        least=Number(plies.least),
        median=Number(plies.median),
        most=Number(plies.most),
    )
    for reason, number in summary.reasons.items():
        yield words(
            "Ended: {why}, {share}", why=_reason(plan, reason), share=words.percent(number / summary.games, digits=1)
        )


def _reason(plan: Plan, reason: str | None) -> Text:
    if reason is None:
        return Text(N_("unfinished"), {})
    return Text(find_kit(plan.game).about.reasons.get(reason, reason), {})


def table_of_contrasts(found: Sequence[Contrast], plan: Plan, words: Words) -> Grid:
    """Return the differences between variants, with a mark at differences beyond chance."""
    headings = ("", "", words("at first"), words("here"), words("difference"), words("95% between"), "")
    rows = []
    for one in found:
        form = partial(words.percent, digits=1) if one.what in _PARTS else partial(words.number, digits=2)
        signed = partial(form, signed=True)
        interval = one.difference.interval
        row = (
            " ".join(f"{name}={value}" for name, value in plan.variants[one.variant].items()),
            _told(one, plan, words),
            form(one.first),
            form(one.here),
            signed(interval.value),
            _between(interval, signed),
            words("beyond chance") if one.sure else "",
        )
        rows.append([Styled(cell, "bold" if one.sure else "") for cell in row])
    return Grid(headings, rows, range(2, 6))


def _told(one: Contrast, plan: Plan, words: Words) -> str:
    """Return the label of a contrast's measure."""
    if one.what == "ends":
        return words(_WHAT[one.what], name=_reason(plan, one.of))
    if one.what in _WHAT:
        return words(_WHAT[one.what], name=seat_name(plan.game, one.of, words))
    return words("moves")
