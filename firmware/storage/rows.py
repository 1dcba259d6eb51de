"""The rows of a store as values. Each is checked: a disk may give back something else than it got.

Every function raises one of :data:`DAMAGE` for a row that nobody has written so.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, date, datetime
from typing import Any, Final

import msgspec

from firmware.storage.values import How, KeptGame, KeptMove, Player, Standing, Summary
from rules import NAMES, Comment, Header, Load, find_game, read_header
from rules.text import is_printable

DAMAGE: Final = (
    ValueError, LookupError, TypeError, OverflowError, RecursionError, msgspec.ValidationError,
)  # fmt: skip
"""What reading a row raises that is not as it was written. (An error of a game is a ValueError.)"""

_COMMENTS: Final = "comments"  # the note that holds the comments of a record
_YEARS = range(2, 9999)  # that can be told in the time of any place
_WON: Final = {0: False, 1: True}

Row = Sequence[Any]


def read_summary(number: int, row: Row, players: Iterable[Row], moves: int) -> Summary:
    """Return what a list says of a game.

    Args:
        number: Its number.
        row: Its ``game``, ``began``, ``ended``, ``how`` and ``reason``.
        players: As for :func:`read_players`.
        moves: The number of its lines.
    """
    game, began, ended, how, reason = row
    if reason is not None:
        _check_text(reason)
    return Summary(
        number, game, read_players(game, players), moves, read_time(began), _read_end(ended),
        msgspec.convert(how, How | None), reason,
    )  # fmt: skip


def read_standing(row: Row) -> Standing:
    """Return what one player has made of one game so far, from its attributes in order."""
    standing = msgspec.convert(tuple(row), Standing)
    if standing.game not in NAMES:
        raise ValueError(f"{standing.game!r} is no game")
    _check_text(standing.player)
    return standing


def read_players(game: str, rows: Iterable[Row]) -> tuple[Player, ...]:
    """Return who played a game, from ``seat``, ``name``, ``score`` and ``won`` of each."""
    players = tuple(
        msgspec.convert((seat, name, score, _WON.get(won)), Player)
        for seat, name, score, won in rows
    )
    if tuple(player.seat for player in players) != find_game(game).seats(len(players)):
        raise ValueError("its seats are not those of the game")
    for player in players:
        _check_text(player.name)
    return players


def read_game(
    summary: Summary, row: Row, moves: Iterable[Row], taken_back: Iterable[Row]
) -> KeptGame:
    """Return a whole game.

    Args:
        summary: What a list says of it.
        row: Its ``header``, ``files``, ``notes`` and ``clock``.
        moves: ``ply``, ``seat``, ``line``, ``at`` and ``clock`` of each move.
        taken_back: The same of those taken back.
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
    line, dropped = (tuple(map(_read_move, some)) for some in (moves, taken_back))
    if [move.ply for move in line] != list(range(1, len(line) + 1)):
        raise ValueError("some of its moves are missing")
    return KeptGame(
        summary.id, header, summary.players, line, dropped, msgspec.convert(clock, int),
        summary.began, summary.ended, summary.how, summary.reason, given, texts, comments,
    )  # fmt: skip


def write_texts(texts: Mapping[str, str]) -> str:
    """Return texts by name as the text of a column."""
    return json.dumps(dict(texts), ensure_ascii=False, sort_keys=True)


def read_texts(text: str) -> dict[str, str]:
    """Return the texts by name that :func:`write_texts` has written."""
    texts = msgspec.convert(json.loads(text), dict[str, str])
    "".join([*texts, *texts.values()]).encode()  # raises UnicodeEncodeError
    return texts


def write_notes(notes: Mapping[str, str], comments: Sequence[Comment] = ()) -> str:
    """Return notes, and the comments of a record, as the text of a column."""
    return write_texts({**notes, **noted(comments)})


def noted(comments: Sequence[Comment]) -> dict[str, str]:
    """Return comments of a record as notes to keep with its game."""
    return {_COMMENTS: json.dumps(comments, ensure_ascii=False)} if comments else {}


def write_time(time: date | None) -> str | None:
    """Return a day as a text, or a time in UTC. One that cannot be read again raises ValueError.

    A time of the first or last year of the calendar may raise OverflowError.
    """
    if time is None:
        return None
    if isinstance(time, datetime):
        text = time.astimezone(UTC).isoformat(timespec="microseconds")
    else:
        text = time.isoformat()
    read_time(text)
    return text


def read_time(text: str | None) -> date | None:
    """Return the day or time that :func:`write_time` has written."""
    if text is None:
        return None
    time = datetime.fromisoformat(text)
    if time.year not in _YEARS:
        raise ValueError(f"{text} is no time that can be told")
    return time.date() if len(text) == len("2026-11-21") else time.astimezone(UTC)


def _read_end(text: str | None) -> datetime | None:
    """Return the same of an end, of which the hour is known."""
    return msgspec.convert(read_time(text), datetime | None)


def read_files(header: Header, load: Load) -> dict[str, str]:
    """Return the texts of the files that a header's options name. Raise MalformedError."""
    texts: dict[str, str] = {}

    def remember(name: str) -> str:
        texts[name] = load(name)
        return texts[name]

    header.start(remember)
    return texts


def _read_comments(text: str) -> tuple[Comment, ...]:
    comments = msgspec.convert(json.loads(text), tuple[Comment, ...])
    for comment in comments:
        if "\n" in comment.text or not comment.text.lstrip().startswith("#"):
            raise ValueError(f"{comment.text!r} is no comment")
    return comments


def _read_header(text: str, files: Mapping[str, str]) -> Header:
    lines = enumerate((line for line in text.split("\n") if line), 1)
    return read_header(lines, files.__getitem__, kept=True)[0]


def _read_move(row: Row) -> KeptMove:
    move = msgspec.convert(tuple(row), KeptMove)
    _check_text(move.line)
    return move


def _check_text(text: str) -> None:
    if not is_printable(text):
        raise ValueError(f"{text!r} cannot be printed")
