"""A recorded game as a page replays it: its result, and the position after each line."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple
from urllib.parse import urlencode

from firmware.games import AnyAdapter
from firmware.games.naming import names_of
from firmware.match.line import GameLine, read_line
from firmware.output.sentences import moved
from firmware.sheets import Proposal, read_sheet
from firmware.study.game_report import Report, report_of
from firmware.study.history import adapter_of
from firmware.study.report_files import REPORT_FILES, missing_package
from firmware.web.state import snapshot_of
from firmware.words import Words, told
from rules import Header, Reading, Record, RecordError, load_nothing, read_record

MOST_STATES = 32  # in one answer
_KEPT = 8  # games that are kept in memory, as their states are asked for one part after another


class Replayed(NamedTuple):
    """A game to be replayed. adapter: None if the game does not fit on the table."""

    record: Record
    line: GameLine
    adapter: AnyAdapter | None


@lru_cache(maxsize=_KEPT)
def replayed(text: str) -> Replayed:
    """Return the game of a record.

    Raise RecordError for any other text. It is read strictly, as it comes from programs.
    """
    record = read_record(text, reading=Reading(strict=True))
    start = record.header.start(load_nothing)
    line = read_line(start, record.moves)
    return Replayed(record, line, adapter_of(start, record.header.game))


def checked(text: str, words: Words) -> None:  # as all that is made of one
    """Raise RecordError where the text is no record."""
    replayed(text)


def read_kindly(data: bytes, words: Words) -> tuple[Record, list[dict[str, Any]]]:
    """Return the record of a text, and the notes on its lines. Raise RecordError.

    A game that is only proposed is refused, as a person has to accept it first.
    """
    reading = Reading(strict=False)
    record = read_sheet(data, reading=reading)
    if isinstance(record, Proposal):
        why = told("this is no record; look at the game that is proposed for it, and take that")
        raise RecordError(record.lines[0].row, why)
    return record, [{"line": line, "note": words.tell(note)} for line, note in reading.notes.items()]


def summary(text: str, words: Words) -> dict[str, Any]:
    """Return the summary of a game, as plain JSON. Raise RecordError.

    ``series`` is the standing of each seat before the first line and after each line. ``entries``
    are the lines, with the seat that moved (None for time that has passed), the gain by seat, and
    the deed as a sentence in ``done`` (empty for time).
    ``board`` is whether the table can show it, ``reports`` are the kinds of its report files.
    """
    record, _, adapter = replayed(text)
    names = names_of(record.header, record.position, words)
    report = report_of(record, load_nothing, words)
    return {
        "game": record.header.game,
        "title": report.title,
        "result": report.result,
        "why": report.why,
        "over": record.position.outcome is not None,
        "counts": report.counts,
        "about": dict(report.about),
        "options": dict(record.header.options),
        "board": adapter is not None,
        "reports": [kind for kind in ("html", "pdf") if missing_package(kind) is None],
        "players": [_player(report, one.seat) for one in report.players],
        "series": [list(one.values) for one in report.series],
        "entries": [
            {
                "ply": entry.ply,
                "seat": entry.seat,
                "move": entry.move,
                "gained": dict(entry.gained),
                "comment": entry.comment,
                "done": "" if entry.ply is None else moved(record.header.game, ply, names, words),
            }
            for ply, entry in zip(report.history.line.plies, report.history.entries, strict=True)
        ],
    }


def report_file(text: str, kind: str, words: Words) -> str | bytes:
    """Return the report of a game as this kind of file. Raise RecordError."""
    return REPORT_FILES[kind](report_of(replayed(text).record, load_nothing, words))


def _player(report: Report, seat: str) -> dict[str, Any]:
    player = next(one for one in report.players if one.seat == seat)
    return {
        "seat": seat,
        "name": player.name,
        "place": player.place,
        "colours": list(player.colours),
        "score": player.score,
        "rank": player.rank,
        "won": player.won,
        "account": list(player.account),
    }


def states(text: str, first: int, words: Words) -> list[dict[str, Any]]:
    """Return the states of a game after `first` lines and after the following lines, as JSON.

    There are at most :data:`MOST_STATES`, and no state if the table cannot show the game. A state
    is as of :func:`firmware.web.state.snapshot_of`, without the legal moves, and with the address
    of the printed sheet as ``sheet``. Raise RecordError.
    """
    record, line, adapter = replayed(text)
    if adapter is None:
        return []
    last = min(first + MOST_STATES, len(line.positions))
    return [without_moves(record.header, adapter, line.until(at), words) for at in range(first, last)]


def without_moves(header: Header, adapter: AnyAdapter, line: GameLine, words: Words) -> dict[str, Any]:
    """Return the state of a game at the end of a line, without made or legal moves.

    ``sheet``: where the printed sheet comes from.
    """
    state = snapshot_of(header, adapter, line, words, screen=True)
    state["position"]["legal"] = []
    return state | {"moves": (), "sheet": _sheet(header, state["page"], words)}


def _sheet(header: Header, page: Mapping[str, Any], words: Words) -> str:
    """Return the address of the sheet on a screen. page: the data of the game in a snapshot."""
    given = header.options
    options = [("option", f"{name}:{given[name]}") for name in page["printed"] if name in given]
    if page["places"]:
        options.append(("screen", "1"))
    return f"/sheet/{header.game}.svg?{urlencode([('lang', words.language), *options])}"
