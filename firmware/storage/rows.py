"""The rows of a store as values. Each row is checked, as a disk may return wrong data.

Every function raises an error of :data:`DAMAGE` for a row that the store cannot have written.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec

from firmware.storage.log import Entry, line_of, read_events
from firmware.storage.values import How, KeptGame, Player, Summary
from rules import Comment, Header, Load, Position, find_game, read_header
from rules.text import is_printable

DAMAGE: Final = (ValueError, LookupError, TypeError, OverflowError, RecursionError, msgspec.DecodeError)
"""The errors of reading a damaged row. (An error of a game is a ValueError.)"""

_COMMENTS: Final = "comments"  # the note that holds the comments of a record
_YEARS = range(2, 9999)  # can be expressed in every time zone
_WON: Final = {0: False, 1: True}

Row = Sequence[Any]


def read_summary(number: int, row: Row, players: Iterable[Row], moves: int) -> Summary:
    """Return the summary of a game.

    Args:
        number: The number of the game.
        row: Its ``game``, ``began``, ``ended``, ``how`` and ``reason``.
        players: As for :func:`read_players`.
        moves: The number of its lines.
    """
    game, began, ended, how, reason = row
    if reason is not None:
        check_text(reason)
    return Summary(
        number,
        game,
        read_players(game, players),
        moves,
        read_time(began),
        _read_end(ended),
        msgspec.convert(how, How | None),
        reason,
    )


def read_players(game: str, rows: Iterable[Row]) -> tuple[Player, ...]:
    """Return the players of a game from their ``seat``, ``name``, ``score`` and ``won``."""
    players = tuple(msgspec.convert((seat, name, score, _WON.get(won)), Player) for seat, name, score, won in rows)
    if tuple(player.seat for player in players) != find_game(game).seats(len(players)):
        raise ValueError("its seats are not those of the game")
    for player in players:
        check_text(player.name)
    return players


def read_game(summary: Summary, row: Row, log: tuple[Entry, ...]) -> KeptGame:
    """Return a whole game.

    Args:
        summary: The summary of the game.
        row: Its ``header``, ``files``, ``notes`` and ``clock``.
        log: Its log, as :func:`read_log` returns it.
    """
    head, files, notes, clock = row
    texts = read_texts(files)
    header = _read_header(head, texts)
    if (header.game, header.players) != (summary.game, tuple(p.name for p in summary.players)):
        raise ValueError("its header and its players differ")
    if summary.how is None and summary.began is None:
        raise ValueError("it does not say when it began")
    given = read_texts(notes)
    comments = _read_comments(given.pop(_COMMENTS, "[]"))
    line = line_of(log)
    for move in line.moves + line.taken_back:
        check_text(move.line)
    return KeptGame(
        summary.id,
        header,
        summary.players,
        line,
        msgspec.convert(clock, int),
        summary.began,
        summary.ended,
        summary.how,
        summary.reason,
        given,
        texts,
        comments,
        log,
    )


def read_log(rows: Iterable[Row]) -> tuple[Entry, ...]:
    """Return the log of a game from ``seq``, ``events`` and ``day`` of each batch, in order."""
    log = []
    for expected, (seq, events, day) in enumerate(rows, 1):
        if seq != expected:
            raise ValueError("some of its events are missing")
        log.append(Entry(read_events(events), _read_end(day)))
    return tuple(log)


def write_texts(texts: Mapping[str, str]) -> str:
    """Return texts by name as the text of a database column."""
    return json.dumps(dict(texts), ensure_ascii=False, sort_keys=True)


def read_texts(text: str) -> dict[str, str]:
    """Return the texts by name of a column by :func:`write_texts`."""
    texts = msgspec.convert(json.loads(text), dict[str, str])
    "".join([*texts, *texts.values()]).encode()  # raises UnicodeEncodeError
    return texts


def write_notes(notes: Mapping[str, str], comments: Sequence[Comment] = ()) -> str:
    """Return notes, and the comments of a record, as the text of a database column."""
    return write_texts({**notes, **noted(comments)})


def noted(comments: Sequence[Comment]) -> dict[str, str]:
    """Return comments of a record as notes to keep with its game."""
    return {_COMMENTS: json.dumps(comments, ensure_ascii=False)} if comments else {}


def write_time(time: date | None) -> str | None:
    """Return the text of a day, or of a time in UTC.

    Raise ValueError for a time that :func:`read_time` would refuse. A time of the first or last
    year of the calendar may raise OverflowError.
    """
    if time is None:
        return None
    text = time.astimezone(UTC).isoformat(timespec="microseconds") if isinstance(time, datetime) else time.isoformat()
    read_time(text)
    return text


def read_time(text: str | None) -> date | None:
    """Return the day or time of a text by :func:`write_time`."""
    if text is None:
        return None
    time = datetime.fromisoformat(text)
    if time.year not in _YEARS:
        raise ValueError(f"{text} is no time that can be told")
    return time.date() if len(text) == len("2026-11-21") else time.astimezone(UTC)


def day_of(header: Header) -> date | None:
    """Return the day of a record's header. The result is None if no valid day is there."""
    try:
        day = datetime.fromisoformat(header.date or "").date()
        write_time(day)
    except ValueError:
        return None
    return day


def _read_end(text: str | None) -> datetime | None:
    """Return the time of a text by :func:`write_time`. Raise an error of DAMAGE for a mere day."""
    return msgspec.convert(read_time(text), datetime | None)


def read_start(header: Header, load: Load) -> tuple[dict[str, str], Position]:
    """Return the first position of a header, and before it the texts of the files that its options name.

    Raise GameError if no game can start from it.
    """
    texts: dict[str, str] = {}

    def remember(name: str) -> str:
        texts[name] = load(name)
        return texts[name]

    return texts, header.start(remember)


def _read_comments(text: str) -> tuple[Comment, ...]:
    comments = msgspec.convert(json.loads(text), tuple[Comment, ...])
    for comment in comments:
        if "\n" in comment.text or not comment.text.lstrip().startswith("#"):
            raise ValueError(f"{comment.text!r} is no comment")
    return comments


def _read_header(text: str, files: Mapping[str, str]) -> Header:
    lines = enumerate((line for line in text.split("\n") if line), 1)
    return read_header(lines, files.__getitem__, kept=True)[0]


def check_text(text: str) -> None:
    """Raise ValueError for a text that cannot be printed."""
    if not is_printable(text):
        raise ValueError(f"{text!r} cannot be printed")
