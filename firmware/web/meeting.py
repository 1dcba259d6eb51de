"""Games that the page of a table begins for people far away, at the server of ``--meet``.

POST ``/api/meet``, for clients that may touch: ``{"game", "names", "options", "computers"}``;
``computers`` are the seats that computers play. The answer has ``links``: for the seat of each
other person its ``seat``, ``name``, ``link`` and ``code``, a QR code. The table takes the first
seat. 409, with the reason, where the game cannot be begun.
"""

from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.app.errors import TableError
from firmware.app.far_game import begin_elsewhere
from firmware.opponents import USUAL
from firmware.web.answers import AnswerError, as_answer, body_of, site_of
from firmware.web.follow import NO_TOUCH
from firmware.web.messages import Sit
from firmware.web.remote import RefusedError
from firmware.web.seating import code_of_link
from firmware.words import said, told
from rules import GameError, find_game

LONGEST = 8 * 1024  # bytes of a request
_Text = Annotated[str, Meta(max_length=400)]


class _New(msgspec.Struct, forbid_unknown_fields=True):
    game: Annotated[str, Meta(max_length=40)]
    names: Annotated[list[_Text], Meta(max_length=6)]
    options: Annotated[dict[Annotated[str, Meta(max_length=40)], _Text], Meta(max_length=8)] = {}
    computers: Annotated[list[Annotated[str, Meta(max_length=10)]], Meta(max_length=6)] = []


async def _meet(request: Request) -> Response:
    site = site_of(request)
    if not site.access.may_touch(request):
        raise AnswerError(403, NO_TOUCH)
    assert site.meeting is not None
    try:
        new = msgspec.json.decode(await body_of(request, LONGEST), type=_New)
        seats = find_game(new.game).seats(len(new.names))
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise AnswerError(400, told("not what was expected: {error}", error=str(error))) from None
    except GameError as error:
        raise AnswerError(400, error.plain) from None
    levels = {seat: USUAL if seat in new.computers else 0 for seat in seats}
    address, pin = site.meeting
    try:
        links = await run_in_threadpool(begin_elsewhere, address, new.game, levels, new.names, new.options, pin=pin)
        own, *others = links
        await site.thread.answer(lambda remote: remote.obey(Sit(links[own])))
    except (TableError, RefusedError) as error:
        raise AnswerError(409, said(error)) from None
    return as_answer(
        {
            "links": [
                {
                    "seat": seat,
                    "name": new.names[seats.index(seat)],
                    "link": links[seat],
                    "code": code_of_link(links[seat]),
                }
                for seat in others
            ]
        }
    )


ROUTES = [Route("/api/meet", _meet, methods=["POST"])]
