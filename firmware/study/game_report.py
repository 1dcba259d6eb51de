"""The content of a report of a game, for any file format."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.games import colour_text
from firmware.games.kit import find_kit
from firmware.games.naming import names_of, seat_name
from firmware.output.sentences import would_move
from firmware.storage.values import how_given_up
from firmware.study.board import board
from firmware.study.chart import Series, chart, number_text
from firmware.study.history import History, history_of
from firmware.study.pieces import paint_of
from firmware.study.report import house_rules, result
from firmware.words import Text, Words
from rules import Load, Record
from wiring.sheets.shapes import Drawing

_MOMENTS = 3
# The lines of seats whose pieces are unknown to every table.
_PLAIN = ("#c0392b", "#d9a300", "#2f5fb3", "#3f8f4f", "#3a3634", "#e6e6e6")


class Player(NamedTuple):
    """A seat of the game.

    Attributes:
        rank: 1 for the highest score.
        colours: of its pieces, as ``#rrggbb``.
        account: the parts of the score.
    """

    seat: str
    name: str
    place: str
    colours: Sequence[str]
    score: int
    rank: int
    won: bool
    account: Sequence[str]


class Moment(NamedTuple):
    """A move that changed the standing more than others. number: of the move."""

    number: int
    what: str
    scored: str


class Report(NamedTuple):
    """A game, told to people.

    Attributes:
        words: The language.
        title: The name of the game.
        players: In seat order.
        headline: The winners and their lead, or the standing.
        result: The winners, or the seat to move.
        why: The reason for the end, "" while the game goes on.
        about: Labels and texts: the time and place, and the house rules.
        facts: Labels and texts: the standing beside the scores.
        history: The game itself.
        counts: The heading of the standing, which names its count.
        board: The table at the end; None where the game does not fit on the table.
        series: The standing of each seat after each line of the record.
        moments: The moves that changed the standing most, three at most, as they were made.
        record: The text of its record.
    """

    words: Words
    title: str
    players: tuple[Player, ...]
    headline: str
    result: str
    why: str
    about: Mapping[str, str]
    facts: Mapping[str, str]
    history: History
    counts: str
    board: Drawing | None
    series: Sequence[Series]
    moments: Sequence[Moment]
    record: str

    @property
    def ranked(self) -> list[Player]:
        """The players, the highest score first."""
        return sorted(self.players, key=lambda player: player.rank)

    @property
    def heading(self) -> str:
        """The names of all players."""
        return " · ".join(player.name for player in self.players)

    @property
    def after(self) -> str:
        """The heading of the standing: after how many moves."""
        return self.words.plural("After {number} move", "After {number} moves", self.history.last.plies)

    def chart(self) -> Drawing:
        """Return the chart of the standing."""
        return chart(self.series, self.counts, self.words("Moves"))

    def name(self, seat: str | None) -> str:
        """Return the name of a seat's player, empty without a seat."""
        return next((player.name for player in self.players if player.seat == seat), "")

    def scored(self, gained: Mapping[str, int]) -> str:
        """Return the gains of a move as text: ``Anna +7, Dirk −4``."""
        return _scored({player.seat: player.name for player in self.players}, gained)


def _scored(names: Mapping[str, str], gained: Mapping[str, int]) -> str:
    return ", ".join(f"{names[seat]} {signed(by)}" for seat, by in gained.items())


def signed(number: int) -> str:
    """Return a number with its sign: ``+7`` or ``−4``."""
    return f"{number:+}".replace("-", "−")


def report_of(record: Record, load: Load, words: Words) -> Report:
    """Return the report of a record. load: reads the files that its options name."""
    header, history = record.header, history_of(record, load)
    about, players = find_kit(header.game).about, _players(record, history, words)
    adapter, last = history.adapter, history.last
    series = [
        Series(player.name, player.colours, [history.standing(at)[player.seat] for at in range(len(history.positions))])
        for player in players
    ]
    return Report(
        words=words,
        title=words(about.title),
        players=players,
        headline=_headline(players, words, over=bool(last.outcome) or any(p.won for p in players)),
        result=result(header, last, words),
        why=words(find_kit(header.game).account.endings[last.outcome.reason]) if last.outcome else "",
        about=_about(record, words),
        facts=adapter.facts(last, words) if adapter else {},
        history=history,
        counts=words("The standing: {counts}", counts=Text(about.counts, {})),
        board=board(adapter, last, words) if adapter else None,
        series=series,
        moments=_moments(header.game, history, names_of(header, last, words), words),
        record=record.text,
    )


def _players(record: Record, history: History, words: Words) -> tuple[Player, ...]:
    last, adapter = history.last, history.adapter
    scores = last.scores()
    lamps = adapter.colours(last) if adapter else {}
    outcome = last.outcome or how_given_up(record.header)
    winners = outcome.winners if outcome else ()
    account = find_kit(record.header.game).account.account(history.positions, words)
    return tuple(
        Player(
            seat,
            name,
            seat_name(record.header.game, seat, words),
            [paint_of(colour_text(lamp)) for lamp in lamps[seat]] if lamps else [plain],
            scores[seat],
            1 + sum(score > scores[seat] for score in scores.values()),
            seat in winners,
            account[seat],
        )
        for (seat, name), plain in zip(names_of(record.header, last, words).items(), _PLAIN, strict=False)
    )


def _headline(players: Sequence[Player], words: Words, *, over: bool) -> str:
    """Return the winners and the score. The score is left out where it does not decide the win."""
    ranked = sorted(players, key=lambda player: (not player.won, player.rank))
    scores = [player.score for player in ranked]
    between = "\N{NO-BREAK SPACE}:\N{NO-BREAK SPACE}" if min(scores) < 0 else "\N{EN DASH}"
    score = between.join(map(number_text, scores))
    winners = words.all_of(player.name for player in ranked if player.won)
    if not over:
        return words("As it stands: {score}", score=score)
    if not winners:
        return words("A draw, {score}", score=score)
    number = sum(player.won for player in players)
    if number < len(ranked) and scores[number - 1] <= scores[number]:
        return words.plural("{winners} won", "{winners} share the win", number, winners=winners)
    return words.plural(
        "{winners} won {score}", "{winners} share the win, {score}", number, winners=winners, score=score
    )


def _moments(game: str, history: History, names: Mapping[str, str], words: Words) -> Sequence[Moment]:
    def weight(at: int) -> tuple[int, bool, int]:
        before, after = history.standing(at), history.standing(at + 1)
        led = [{seat for seat in one if one[seat] == max(one.values())} for one in (before, after)]
        return sum(map(abs, entries[at].gained.values())), led[0] != led[1], at

    entries = history.entries
    scoring = [at for at, entry in enumerate(entries) if entry.gained and entry.ply]
    return [
        Moment(
            entries[at].ply or 0,
            would_move(game, ply.before, ply.move, names, words),
            _scored(names, entries[at].gained),
        )
        for at in sorted(sorted(scoring, key=weight)[-_MOMENTS:])
        for ply in [history.line.plies[at]]
    ]


def _about(record: Record, words: Words) -> dict[str, str]:
    header = record.header
    about = {
        words("Date"): header.date,
        words("Event"): header.event,
        words("Round"): header.round,
        words("Place"): header.place,
        words("Table"): header.table,
        words("House rules"): house_rules(header, words, find_kit(header.game).account.in_facts),
    }
    return {label: text for label, text in about.items() if text}
