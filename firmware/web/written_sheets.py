"""The requests of the page that reads a score sheet and shows its lines beside the moves.

==============================  ====================================================================
GET ``/read``                   the page
POST ``/api/read``              a sheet as it was written, or its rows as they were put right: the
                                game that was read, see :func:`read`; or 400, 413, 429
==============================  ====================================================================
"""

from typing import Any

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.sheets import Proposal, Row, propose, read_sheet
from firmware.web.answers import LONGEST_RECORD, as_answer, body_of, value_of
from firmware.web.page_files import page
from firmware.web.reading import make_of
from firmware.words import Words
from rules import Reading, Record, RecordError, read_record
from rules.reading import EncodingError, decode


class PutRight(msgspec.Struct, forbid_unknown_fields=True):
    """The rows of a sheet as a person has put them right.

    Attributes:
        rows: Number and text of each.
        settled: By the number of a row, its moves as settled by the person; 0 settles the checks.
        names: Of the players, in seat order; empty for the names on the sheet.
    """

    rows: list[tuple[int, str]]
    settled: dict[int, tuple[str, ...]] = {}
    names: tuple[str, ...] = ()


def read(data: bytes, words: Words) -> dict[str, Any]:
    """Return the reading of a sheet, as plain JSON.

    ``sheet`` is its text. ``record`` is the text of the game, null where there is none;
    ``proposed`` whether a person has to accept it, ``sure`` whether it can be accepted unchanged.
    ``checks`` are the statements of the sheet that the game contradicts, ``lines`` are the rows of
    a sheet that is proposed, ``{"line", "text", "moves", "doubt"}``, and ``errors`` say why it
    cannot be read, ``{"line", "error"}``.
    """
    reading = Reading(strict=False)
    try:
        found = read_sheet(data, reading=reading)
    except RecordError as error:
        return _refused(data, error, words)
    notes = [{"line": line, "note": words.tell(note)} for line, note in reading.notes.items()]
    return _told(decode(data)[0], found, words) | {"notes": notes}


def read_again(put_right: PutRight, words: Words) -> dict[str, Any]:
    """Return the reading of rows that were put right, as :func:`read`; ``sheet`` is empty."""
    rows = [Row(number, text) for number, text in put_right.rows]
    try:
        return _told("", propose(rows, put_right.settled, put_right.names), words)
    except RecordError as error:
        return _nothing("", [error], words)


def _refused(data: bytes, error: RecordError, words: Words) -> dict[str, Any]:
    """Return the errors of a sheet that cannot be read, by line of the record."""
    reading = Reading(strict=False, every=True)
    try:
        read_record(data, reading=reading)
    except EncodingError:
        return _nothing("", [error], words)
    except RecordError:
        return _nothing(decode(data)[0], [error], words)
    return _nothing(decode(data)[0], reading.faults or [error], words)


def _nothing(sheet: str, errors: list[RecordError], words: Words) -> dict[str, Any]:
    some = [{"line": error.line, "error": words.tell(error.plain)} for error in errors]
    return {
        "sheet": sheet,
        "record": None,
        "proposed": False,
        "sure": False,
        "moves": 0,
        "checks": [],
        "lines": [],
        "errors": some,
    }


def _told(sheet: str, found: Record | Proposal, words: Words) -> dict[str, Any]:
    proposal = found if isinstance(found, Proposal) else None
    record = proposal.record if proposal else found
    assert isinstance(record, Record)
    return _nothing(sheet, [], words) | {
        "record": record.text,
        "proposed": proposal is not None,
        "sure": proposal is None or proposal.sure,
        "moves": len(record.moves),
        "checks": [words.tell(check) for check in (proposal.checks if proposal else ())],
        "lines": [
            {"line": line.row, "text": line.text, "moves": line.moves, "doubt": line.doubt}
            for line in (proposal.lines if proposal else ())
        ],
    }


async def _read(request: Request) -> Response:
    data = await body_of(request, LONGEST_RECORD)
    if not request.headers.get("content-type", "").startswith("application/json"):
        return as_answer(await make_of(request, read, data))
    return as_answer(await make_of(request, read_again, value_of(data, PutRight)))


ROUTES = [Route("/read", page), Route("/api/read", _read, methods=["POST"])]
