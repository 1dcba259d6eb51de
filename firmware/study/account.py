"""The account of a game for people: its board, the standing and the parts of the scores."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from rich.style import Style
from rich.text import Text

from firmware.games import AnyAdapter, colour_text
from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.study.history import adapter_of
from firmware.study.report import as_text, house_rules
from firmware.words import Words
from hal import Colour
from rules import Header, Position
from wiring import COLUMNS

_WIDTH = 5  # letters of a cell
_LABEL: Colour = (128, 124, 118)
_NO_PIECE: Colour = (190, 186, 180)


class Account(NamedTuple):
    """The account of a game: a line, its board if it lies on the table, and lines of standing."""

    head: str
    board: Text | None
    standing: str


def account_of(header: Header, positions: Sequence[Position], words: Words) -> Account:
    """Return the account of a game.

    positions: up to the described position, as :meth:`rules.Record.positions` returns them.
    """
    last = positions[-1]
    game = find_kit(header.game).account
    accounts = game.account(positions, words)
    head, *lines = as_text(header, last, words).split("\n")
    names = names_of(header, last, words)
    by_score = sorted(names, key=lambda seat: -last.scores()[seat])
    seats, rest = lines[: len(names)], lines[len(names) :]
    standing = []
    for line, seat in zip(seats, by_score, strict=True):
        standing += [line, *(f"{'':9}{one}" for one in accounts[seat])]
    standing += rest
    if last.outcome is not None:
        standing.append(words("Why: {why}", why=words(game.endings[last.outcome.reason])))
    rules = house_rules(header, words)
    standing.append(words("House rules: {rules}", rules=rules) if rules else words("House rules: none"))
    adapter = adapter_of(positions[0], header.game)
    if adapter is None:
        return Account(head, None, "\n".join(standing))
    facts = adapter.facts(last, words).items()
    standing += [f"{words('{label}:', label=label)} {text}" for label, text in facts]
    board = _board(adapter, last, game.marks(last, adapter.overlay.cells))
    return Account(head, board, "\n".join(standing))


def _board(adapter: AnyAdapter, position: Position, marks: Mapping[int, str]) -> Text:
    """Return the cells that have a field: the piece on each, and its name below."""
    names = adapter.overlay.names
    pieces = adapter.pieces(position)
    columns = {cell % COLUMNS for cell in names}
    text = Text()
    for row in sorted({cell // COLUMNS for cell in names}):
        upper, lower = Text(), Text()
        for column in range(min(columns), max(columns) + 1):
            cell = COLUMNS * row + column
            ground = colour_text(adapter.printed[cell]) if cell in adapter.printed else None
            colour = colour_text(pieces.get(cell, _NO_PIECE))
            name = names.get(cell, "").rpartition("-")[2]
            upper.append(f"{marks.get(cell, ''):^{_WIDTH}}", Style(color=colour, bgcolor=ground, bold=True))
            lower.append(f"{name:^{_WIDTH}}", Style(color=colour_text(_LABEL), bgcolor=ground, dim=True))
        text.append_text(upper).append("\n").append_text(lower).append("\n")
    return text
