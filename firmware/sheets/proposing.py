"""The game that a sheet tells: every game is tried, and the best proposed for people to check."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import NamedTuple

from firmware.sheets.costs import Bound
from firmware.sheets.doubts import checks_of, doubted_rows, strained_rows, unread_rows
from firmware.sheets.hypotheses import Candidate, colours_of, games_told, games_with_slips
from firmware.sheets.lexicon import speaks_of
from firmware.sheets.numbers import with_figures
from firmware.sheets.sheet import Sheet
from firmware.sheets.signs import Sign, Signs
from firmware.sheets.text import Row
from firmware.sheets.top import players_of, second_game, titles_in
from firmware.sheets.walks import START_ROW, Board, SpentError, StepBudget, Walker, written_second
from rules import NAMES, Game, GameError, Move, Position, Record, RecordError, find_game, make_header
from rules.reading import TwoGamesError
from rules.text import Text, told

_MOST_ROWS, _MOST_CHARACTERS = 400, 12_000  # of a sheet that is looked at for moves
_LINE_WALKS = 4  # that are kept for a line of words
_STEPS = 45_000  # of all walks through a sheet
_SLIP_STEPS = 12_000  # of those with slips of the pen
_FEWEST_MOVES = 8  # of a game that is not found by chance
_FEWEST_TITLED = 2  # of one whose title the sheet has

Settled = Mapping[int, tuple[Move, ...]]
"""The moves of a row, by its number, as somebody says: none of a remark."""


class UnreadError(RecordError):
    """A sheet that tells no game for sure. line: its first row."""


class Line(NamedTuple):
    """A row of a sheet beside its moves.

    Attributes:
        row: Its number.
        text: As it stands there.
        moves: That it tells.
        doubt: Whether somebody has to settle it, for a reason of `doubted_rows`.
    """

    row: int
    text: str
    moves: tuple[Move, ...]
    doubt: bool


@dataclass(frozen=True)
class Proposal:
    """The game that a sheet tells.

    Attributes:
        record: The game.
        lines: All rows of the sheet.
        checks: Statements of the sheet about itself that the game does not bear out.
    """

    record: Record
    lines: Sequence[Line]
    checks: Sequence[Text] = field(default=())

    @property
    def doubts(self) -> list[int]:
        """The numbers of the rows that are in doubt."""
        return [line.row for line in self.lines if line.doubt]

    @property
    def colours(self) -> Sequence[str]:
        """The letters of each player's colours, in seat order; "" in a game without them."""
        header = self.record.header
        number = len(header.players)
        letters = colours_of(header)
        each = len(letters) // number
        return [letters[n * each : (n + 1) * each] for n in range(number)]

    @property
    def sure(self) -> bool:
        """Whether nothing is in doubt."""
        return not (self.checks or self.doubts)

    def taken(self, accept: str) -> bool:
        """Whether it is taken without a question: by ``sure`` in no doubt, by ``doubts`` always, by "" never."""
        return accept == "doubts" or (accept == "sure" and self.sure)


def propose(rows: Sequence[Row], settled: Settled = MappingProxyType({}), names: Sequence[str] = ()) -> Proposal:
    """Return the game that leaves least of a sheet unread.

    Args:
        rows: Of the sheet.
        settled: By the number of a row, the moves that somebody says it tells: it is in no doubt
            where it does, and a remark where these are none. 0 stands for the checks.
        names: Of the players, in seat order; none for those that the sheet names.

    Raises:
        UnreadError: No game is found, or too much of the sheet is left unread, or it is too long.
        TwoGamesError: The sheet tells two games.
    """
    first = rows[0].number if rows else 1
    if len(rows) > _MOST_ROWS or sum(len(row.text) for row in rows) > _MOST_CHARACTERS:
        why = told(
            "this is too long for the sheet of one game: over {lines} lines, or {letters} letters",
            lines=_MOST_ROWS,
            letters=_MOST_CHARACTERS,
        )
        raise UnreadError(first, why)
    texts = with_figures(["" if settled.get(row.number) == () else row.text for row in rows])
    titles = titles_in(texts)
    if (second := second_game(titles, texts)) is not None:
        raise TwoGamesError(rows[second].number)
    found = _likeliest(first, texts, titles)
    if not found or _is_by_chance(found[0], titles):
        why = told("no game is found in this text; write its title, the players, and one move on each line")
        raise UnreadError(first, why)
    best, *others = found
    near = others and others[0].gain > best.gain - Bound.AHEAD
    return _proposal(rows, best, others[0] if near else None, settled, names)


def _likeliest(line: int, texts: Sequence[str], titles: Mapping[int, Sequence[str]]) -> list[Candidate]:
    """Return the games that a sheet may tell, the likeliest first. line: of its first row."""
    found: list[Candidate] = []
    try:
        effort = StepBudget(_STEPS)
        for name in dict.fromkeys(game for games in titles.values() for game in games) or NAMES:
            found += games_told(find_game(name), texts, effort)
        found.sort(key=lambda one: -one.gain)
        if found and not found[0].sheet.game.timed and strained_rows(found[0]):
            found += games_with_slips(found[0], StepBudget(_SLIP_STEPS))
    except SpentError:
        if not found:
            why = told("this takes too long to read; write one move on each line")
            raise UnreadError(line, why) from None
    return sorted(found, key=lambda one: -one.gain)


def _is_by_chance(best: Candidate, titles: Mapping[int, Sequence[str]]) -> bool:
    """Whether a text may be no game at all: few moves, or too much beside them.

    A list or a chat that names several games has no title.
    """
    titled = any(all(game in games for games in titles.values()) for game in NAMES if titles)
    made, least = len(best.walk.steps()), _FEWEST_MOVES
    if titled:
        least = _FEWEST_TITLED if best.sheet.lost is None else 1
    if made < least or best.cost > Bound.BY_CHANCE + Bound.BY_CHANCE_EACH * made:
        return True
    if titles:
        return False
    rolls = {*best.sheet.game.rolls} >= {move for one in best.walk.steps() for move in one.moves}
    no_row_is_sure = unread_rows(best) >= {one.row for one in best.written}
    return rolls or best.gain < 0 or (made < 2 * _FEWEST_MOVES and no_row_is_sure)


def moves_told(game: Game, position: Position, text: str) -> list[Move]:
    """Return the moves that a line may tell in words at a position, without a slip of the pen."""
    signs = Signs(Sheet(game, [text]))
    walker = Walker(game, position, Board(), StepBudget(_STEPS))
    walks = [] if game.timed else walker.walks({None: signs.signs}, _LINE_WALKS)
    found: dict[Move, None] = {}
    for made in (one.steps() for one in walks if one.cost < Bound.SURE_LINE):
        said = {sign.token for one in made for sign in one.said}
        left = (one for at, one in enumerate(signs.sheet.parsed[0]) if at not in said and (one.word or one.number))
        if len(made) == 1 and all(one.is_aside for one in left):
            found[made[0].moves[-1]] = None
    return list(found)


def _last_second(best: Candidate, texts: Sequence[str]) -> Sign | None:
    """Return the second behind the last move at which a glass runs out, as its row says."""
    last = best.written[-1]
    behind = (one for one in best.walked if one.row > last.row and (one.second or 0.0) > last.clock)
    return next((one for one in behind if speaks_of("runs_out", texts[one.row])), None)


def _proposal(
    rows: Sequence[Row], best: Candidate, near: Candidate | None, settled: Settled, given: Sequence[str]
) -> Proposal:
    """Return a game with the rows of the sheet beside their moves. near: one that is as likely."""
    header = best.way.header
    position = start = header.start()
    moves: list[Move] = []
    by_row: dict[int, tuple[Move, ...]] = {}
    for one in best.walk.steps():
        for move in one.moves:
            moves.append(position.written(move))
            by_row[one.row] = (*by_row.get(one.row, ()), moves[-1])
            position = position.play(move)
    texts = with_figures([row.text for row in rows])
    if best.written and (end := _last_second(best, texts)):
        moves.append(written_second(end.second or 0.0))
        by_row[end.row], position = (moves[-1],), position.play(moves[-1])
    tokens = [(text, best.sheet.lexicon.tokens(text)) for text in texts]
    begun = min((one.row for one in best.written), default=0)
    names, agreed = players_of(tokens, begun + 1, best.way.owners, start.seats, colours_of(header))
    with suppress(GameError):
        header = make_header(header.game, tuple(given) or names, header.options)
    record = Record(header, tuple(moves), position)
    doubted = doubted_rows(best, texts, near)
    doubted -= {n for n, row in enumerate(rows) if settled.get(row.number) == by_row.get(n, ())}
    lines = [Line(row.number, row.text, by_row.get(n, ()), n in doubted) for n, row in enumerate(rows)]
    checks = checks_of(record, tokens, by_row.keys() - {START_ROW})
    if best.sheet.lost is not None:
        line = rows[best.sheet.lost].number
        checks.insert(0, told("line {row} cannot be read; write what it says", row=line))
    if best.sheet.columns_were_figures:
        checks.append(told("fields are read as column and row, from the lower left"))
    if not ((agreed and best.named) or given):
        checks.append(told("the sheet gives the players other colours than their moves have"))
    return Proposal(record, lines, () if 0 in settled else checks)
