"""The common parts of the answers on the network: their sources, and how they are sent."""

from collections.abc import Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from firmware.app.settings import Settings
from firmware.match.refusals import CommandError
from firmware.storage.errors import StoreError
from firmware.web.access import Access
from firmware.web.asks import refusal
from firmware.web.match_thread import Runs
from firmware.web.packed import pack
from firmware.web.screens import Screens
from firmware.web.stream import Stream, text_of
from firmware.words import LANGUAGES, Text, Words, message_of, told, without_folders
from rules import NAMES, GameError, RecordError

T = TypeVar("T")

DRAWN = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""The headers of a picture: it may have styles of its own."""

NO_TOUCH = told("enter the PIN to play")
LONGEST_BODY = 8 * 1024  # bytes of a posted value, unless said otherwise
LONGEST_RECORD = 32 * 1024  # bytes


class Site(NamedTuple):
    """The sources of all answers.

    Attributes:
        thread: the thread in which the matches go on.
        stream: the stream of the table; at a host of games on screens it sends nothing.
        access: the decisions about requests.
        settings: the settings of the table.
        screens: the games on screens, None at a table.
    """

    thread: Runs[Any]
    stream: Stream
    access: Access
    settings: Settings
    screens: Screens | None = None

    def language(self, connection: HTTPConnection) -> str:
        """Return the language that a request asks for if the table speaks it, else the default."""
        usual = self.settings.words.language
        asked = connection.query_params.get("lang", usual)
        return asked if asked in LANGUAGES else usual

    def words(self, connection: HTTPConnection) -> Words:
        """Return the words of the language that a request asks for."""
        return self.stream.words(self.language(connection))


def site_of(connection: HTTPConnection) -> Site:
    """Return the sources of the answers of this application."""
    site: Site = connection.app.state.site
    return site


class AnswerError(HTTPException):
    """An error answer: its status, and a text for the language of the client that asked."""

    def __init__(self, status: int, why: Text | str, headers: Mapping[str, str] | None = None) -> None:
        super().__init__(status, str(why), headers)
        self.message = why


def check_touch(request: Request) -> Site:
    """Return the sources of the answers. Raise HTTPException (403) for clients that may not touch."""
    site = site_of(request)
    if not site.access.may_touch(request):
        raise AnswerError(403, NO_TOUCH)
    return site


def why_of(error: GameError) -> Text:
    """Return the text of an error of the rules; of a record, with the number of its line."""
    if isinstance(error, RecordError):
        return told("line {line}: {error}", line=error.line, error=error.plain)
    return error.plain


def reason_of(error: Exception) -> Text | str:
    """Return the text of an error for people, without the folders of this machine."""
    if isinstance(error, CommandError):
        return refusal(error.code)
    if isinstance(error, GameError) and not isinstance(error, StoreError):
        return why_of(error)
    return without_folders(message_of(error))


def refuse(status: int, why: str, headers: Any = None, code: str = "") -> Response:
    """Return an error answer with its reason. code: the name of the error, for programs."""
    return JSONResponse({"error": why} | ({"code": code} if code else {}), status, headers)


def as_answer(value: Any, status: int = 200) -> Response:
    """Return a value as JSON."""
    return Response(text_of(value), status, media_type="application/json")


def packed_json(value: Any, request: Request) -> Response:
    """Return a long value as JSON, packed if the client can unpack it."""
    return pack(text_of(value), "application/json").answer(request.headers)


async def stream_of(connection: HTTPConnection) -> Stream:
    """Return the stream of the game that a request names; at a table, of the game in progress.

    Raise NoGameError for a game that does not exist, RefusedError when too many games are open.
    """
    site = site_of(connection)
    if site.screens is None:
        return site.stream
    return await site.screens.stream(number_of(connection.query_params.get("game", "")))


def number_of(text: str) -> int:
    """Return the number in a path. Raise HTTPException (404) for other text."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise AnswerError(404, told("{text!r} should be a number", text=text[:20]))
    return int(text)


def game_of(request: Request) -> str:
    """Return the game that a path names. Raise HTTPException (404) for another name."""
    game: str = request.path_params["game"]
    if game not in NAMES:
        raise AnswerError(404, told("there is no game {game!r}; there is: {can}", game=game[:40], can=", ".join(NAMES)))
    return game


async def body_of(request: Request, most: int) -> bytes:
    """Return the body of a request.

    Raise HTTPException: 413 for more than `most` bytes, 400 when the connection broke off.
    """
    data = b""
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise AnswerError(413, told("at most {most} bytes are allowed", most=most))
    except ClientDisconnect:
        raise AnswerError(400, told("this was cut off")) from None
    return data


async def read_body(request: Request, kind: type[T]) -> T:
    """Return the posted body as a value. Raise HTTPException (400, 413)."""
    return value_of(await body_of(request, LONGEST_BODY), kind)


def value_of(data: bytes, kind: type[T]) -> T:
    """Return posted JSON as a value. Raise HTTPException (400)."""
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise AnswerError(400, told("not what was expected: {error}", error=str(error))) from None


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request came from, empty if the connection has no address."""
    return connection.client.host if connection.client is not None else ""
