"""A game from its record, line by line: the seat that moved, the standing, and the gains."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from firmware.games import AnyAdapter, find_adapter
from firmware.match.line import GameLine, Ply, read_line
from firmware.words.terminal import printable
from rules import Comment, Load, MalformedError, Move, Position, Record


class Entry(NamedTuple):
    """A line of a record, and its result.

    Attributes:
        ply: the number of the move; None for a line that is no move, as when time has passed.
        seat: the seat that made it.
        standing: how far each seat has come, by seat, see
            :meth:`firmware.games.adapter.Adapter.standing`.
        gained: the changes of the standing, by seat, without zeros.
        above: the comments on lines of their own above it.
        comment: the comment behind it, or "".
    """

    ply: int | None
    seat: str | None
    move: Move
    standing: Mapping[str, int]
    gained: Mapping[str, int]
    above: Sequence[str]
    comment: str


class History(NamedTuple):
    """A whole game.

    Attributes:
        line: its moves, one for each entry.
        adapter: None for a game that does not fit on the table (a track of another length).
        notes: the comments among the headers.
        closing: the comments after the last entry.
    """

    line: GameLine
    entries: tuple[Entry, ...]
    adapter: AnyAdapter | None
    notes: Sequence[str]
    closing: Sequence[str]

    @property
    def positions(self) -> tuple[Position, ...]:
        """The first position, and the position after each entry."""
        return self.line.positions

    @property
    def last(self) -> Position:
        """The position at the end of the record."""
        return self.line.position

    def standing(self, at: int) -> Mapping[str, int]:
        """Return how far each seat has come after `at` entries."""
        return _standing(self.adapter, self.positions[at])


def history_of(record: Record, load: Load) -> History:
    """Return the history of a record. load: reads the files that its options name."""
    start = record.header.start(load)
    adapter = adapter_of(start, record.header.game)
    line = read_line(start, record.moves)
    positions = line.positions
    standings = [_standing(adapter, position) for position in positions]
    comments = comments_of(record)
    entries = [
        _entry(ply, positions[at], standings[at : at + 2], comments[at, False], " ".join(comments[at, True]))
        for at, ply in enumerate(line.plies)
    ]
    notes = [_text(comment) for comment in record.comments if isinstance(comment.at, str)]
    closing = comments[len(record.moves), False]
    return History(line, tuple(entries), adapter, notes, closing)


def _entry(
    ply: Ply, before: Position, standings: Sequence[Mapping[str, int]], above: Sequence[str], comment: str
) -> Entry:
    """Return an entry.

    before: right after the entry before. standings: right before and right after this one.
    """
    old, new = standings
    is_move = ply.after.plies > before.plies
    return Entry(
        ply.after.plies if is_move else None,
        ply.seat if is_move else None,
        ply.line,
        new,
        {seat: new[seat] - old[seat] for seat in new if new[seat] != old[seat]},
        above,
        comment,
    )


def comments_of(record: Record) -> defaultdict[tuple[str | int, bool], list[str]]:
    """Return the comments by where they stand: the index of a line, and whether behind it."""
    found = defaultdict[tuple[str | int, bool], list[str]](list)
    for comment in record.comments:
        found[comment.at, comment.behind].append(_text(comment))
    return found


def _text(comment: Comment) -> str:
    """Return the text of a comment, fit for a line."""
    return printable(comment.text.strip().lstrip("#").strip().replace("\t", " "))


def _standing(adapter: AnyAdapter | None, position: Position) -> dict[str, int]:
    return position.scores() if adapter is None else adapter.standing(position)


def adapter_of(start: Position, game: str) -> AnyAdapter | None:
    """Return the adapter of a game. None where it does not fit on the table."""
    try:
        return find_adapter(start, game)
    except MalformedError:
        return None
