"""What the answers on the network have in common: what they are made from, how they are sent."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, HTTPConnection, Request
from starlette.responses import JSONResponse, Response

from firmware.storage.errors import NoGameError, StoreError
from firmware.web.access import Access
from firmware.web.broadcast import Broadcaster
from firmware.web.match_thread import Runs
from firmware.web.remote import RefusedError
from firmware.web.screens import Screens
from firmware.web.watcher import text_of
from firmware.words import LANGUAGES, Text, Words, said, told, without_folders
from rules import NAMES, GameError, RecordError

DRAWN = {"Content-Security-Policy": "default-src 'none'; style-src 'unsafe-inline'"}
"""The headers of a picture: it may have styles of its own."""

LONGEST_RECORD = 32 * 1024  # bytes


class Meeting(NamedTuple):
    """Where a table begins games for people far away.

    Attributes:
        address: of the server.
        pin: that of the server, None for none.
    """

    address: str
    pin: str | None


class Site(NamedTuple):
    """What the answers are made from.

    Attributes:
        thread: in which it is played.
        path: the file of the store.
        lang: the language for requests that ask for none.
        by_hand: whether people move real pieces.
        table: which table it is, as ``--table`` names it.
        screens: the games on screens, None at a table; where there are some, `broadcaster` tells
            nothing.
        address: returns where browsers elsewhere find it now, given the address that a browser
            has used; empty where they cannot.
        meeting: where games for people far away are begun, None where they cannot.
    """

    thread: Runs[Any]
    broadcaster: Broadcaster
    access: Access
    path: Path
    lang: str
    by_hand: bool
    table: str = "simulated"
    screens: Screens | None = None
    address: Callable[[str], str] = lambda _: ""
    meeting: Meeting | None = None

    def language(self, connection: HTTPConnection) -> str:
        """Return the language that a request asks for if the table speaks it, else its own."""
        asked = connection.query_params.get("lang", self.lang)
        return asked if asked in LANGUAGES else self.lang

    def words(self, connection: HTTPConnection) -> Words:
        """Return the words of the language that a request asks for."""
        return self.broadcaster.channels[self.language(connection)].words


def site_of(connection: HTTPConnection) -> Site:
    """Return what the answers of this application are made from."""
    site: Site = connection.app.state.site
    return site


class AnswerError(HTTPException):
    """There is no answer but this status, and why: a text for the language of who asked."""

    def __init__(
        self, status: int, why: Text | str, headers: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(status, str(why), headers)
        self.message = why


def no_game(number: int) -> AnswerError:
    """Return the answer that there is no game of this number."""
    return AnswerError(404, told("there is no game {number}", number=number))


def why_of(error: GameError) -> Text:
    """Return why something is no record, move or game; of a record, on which line."""
    if isinstance(error, RecordError):
        return told("line {line}: {error}", line=error.line, error=error.plain)
    return error.plain


def refuse(status: int, why: str, headers: Any = None, code: str = "") -> Response:
    """Return an answer that says why there is no other. code: which error it is, for programs."""
    return JSONResponse({"error": why} | ({"code": code} if code else {}), status, headers)


def as_answer(value: Any, status: int = 200) -> Response:
    """Return a value as JSON."""
    return Response(text_of(value), status, media_type="application/json")


async def broadcaster_of(connection: HTTPConnection) -> Broadcaster:
    """Return what tells of the game that a request is about: at a table the one that is played.

    Raise HTTPException (404) where there is none, (503) where too many are open.
    """
    site = site_of(connection)
    if site.screens is None:
        return site.broadcaster
    number = number_of(connection.query_params.get("game", ""))
    try:
        return await site.screens.broadcaster(number)
    except NoGameError:
        raise no_game(number) from None
    except (RefusedError, StoreError) as error:
        raise AnswerError(503, without_folders(said(error))) from None


def number_of(text: str) -> int:
    """Return the number of a path. Raise HTTPException (404) when it is none."""
    if not (text.isascii() and text.isdecimal() and len(text) <= 9):
        raise AnswerError(404, told("{text!r} should be a number", text=text[:20]))
    return int(text)


def game_of(request: Request) -> str:
    """Return the game that a path names. Raise HTTPException (404) for another name."""
    game: str = request.path_params["game"]
    if game not in NAMES:
        raise AnswerError(
            404,
            told(
                "there is no game {game!r}; there is: {can}", game=game[:40], can=", ".join(NAMES)
            ),
        )
    return game


async def body_of(request: Request, most: int) -> bytes:
    """Return what was posted.

    Raise HTTPException: 413 for more than `most` bytes, 400 when it was cut off.
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


def address_of(connection: HTTPConnection) -> str:
    """Return the address that a request came from, empty where it has none."""
    return connection.client.host if connection.client is not None else ""
