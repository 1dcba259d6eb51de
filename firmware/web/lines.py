"""Lines of moves for pages: how a game that goes on, a recorded one, or one that is tried stood after each move.

==============================  ====================================================================
GET ``/api/line``               the line of the match that goes on, of one of many with ``?game=N``; its query is a
                                :class:`Span`: ``?first=3&last=5&stands=1``; or 404
POST ``/api/line``              a :class:`Wanted` as JSON: a record, and more moves or pieces laid; or 400, 413
==============================  ====================================================================

Both answer with a :class:`Line`. Posted records are read strictly, and cannot name files. The answer is 429 where a
client asks for too much, and 413 where a record takes too long.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta, Struct
from msgspec.structs import replace
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.games import AnyAdapter
from firmware.games.naming import names_of
from firmware.match.line import GameLine, read_line
from firmware.play.lobby import Choice
from firmware.study.game_report import Report, report_of
from firmware.study.history import adapter_of, comments_of
from firmware.web.answers import LONGEST_RECORD, AnswerError, body_of, packed_json, site_of, stream_of
from firmware.web.editor import LaidApart, laid_apart, set_up
from firmware.web.reading import make_of
from firmware.web.stands import Board, Deed, Moves, Stand, board_of, current_of, deed, moves_of, stand_of
from firmware.web.updates import TableState
from firmware.words import Words, told
from rules import Header, MalformedError, Reading, Record, load_nothing, read_record, write_record

LONGEST = LONGEST_RECORD + 16 * 1024  # bytes of what is posted
MOST_STANDS = 32  # in one answer
_KEPT = 8  # games that are kept in memory, as their stands are asked for one part after another
_MOST = 1 << 20  # lines of a record

_Short = Annotated[str, Meta(max_length=120)]
_Count = Annotated[int, Meta(ge=0, le=_MOST)]


class Span(Struct, frozen=True, forbid_unknown_fields=True):
    """The steps of a line that are asked for.

    Attributes:
        first: the first of them: 0 is the beginning, 3 the third line.
        last: the last of them.
        stands: whether each has its stand; then there are :data:`MOST_STANDS` at most.
    """

    first: _Count = 0
    last: _Count = _MOST
    stands: bool = False


class Wanted(Span, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The line of a record that is asked for.

    Attributes:
        record: a record as text.
        lines: the number of its lines that are kept.
        more: more moves after these, without seconds.
        head: whether the answer has the head of the game.
        moves: whether it has the legal moves at its end.
        apart: whether it has the position at its end as pieces; then the line begins there anew.
        laid: the codes of the pieces on each field, bottom to top, in place of those of the position; null for its own.
        answers: answers to the questions about these pieces.
    """

    record: Annotated[str, Meta(max_length=LONGEST_RECORD)]
    lines: _Count = _MOST
    more: Annotated[list[_Short], Meta(max_length=8)] = []
    head: bool = False
    moves: bool = False
    apart: bool = False
    laid: Annotated[dict[_Short, Annotated[list[_Short], Meta(max_length=4)]], Meta(max_length=100)] | None = None
    answers: Annotated[dict[_Short, _Short], Meta(max_length=40)] = {}


class Player(Struct, frozen=True):
    """A player of a game, as of :class:`firmware.study.game_report.Player`."""

    seat: str
    name: str
    place: str
    colours: tuple[str, ...]
    score: int
    won: bool
    account: tuple[str, ...]


class Head(Struct, frozen=True):
    """The head of a game: its players and its end.

    Attributes:
        game: its name in the registry of rules.
        title: its name for players.
        options: its house rules.
        over: whether it is over by its rules.
        result: the winners, or the seat to move, as a sentence.
        why: the reason of its end, "" before.
        counts: the name of what the standings are numbers of.
        players: in seat order.
        shown: whether the table can show it, so that it has stands.
    """

    game: str
    title: str
    options: Mapping[str, str]
    over: bool
    result: str
    why: str
    counts: str
    players: tuple[Player, ...]
    shown: bool


class Step(Struct, frozen=True):
    """A line of a record, and where it has led. The first step is the beginning.

    Attributes:
        ply: the number of the move; null for a line that is no move, as when time has passed.
        deed: the move in sentences, null at the beginning.
        standing: how far each seat has come, by seat.
        comment: the comment behind it, or "".
        stand: how the game stood then, where that is asked for.
    """

    ply: int | None
    deed: Deed | None
    standing: Mapping[str, int]
    comment: str
    stand: Stand | None


class Line(Struct, frozen=True):
    """A line of moves.

    Attributes:
        record: the record of its moves, as text, without comments.
        lines: its lines, as the record has them.
        first: the number of the first of the steps.
        steps: the steps that were asked for, in order.
        board: its board, where stands are asked for and the table can show it.
        head, moves, apart: where they are asked for, see :class:`Wanted`.
    """

    record: str
    lines: tuple[str, ...]
    first: int
    steps: tuple[Step, ...]
    board: Board | None
    head: Head | None = None
    moves: Moves | None = None
    apart: LaidApart | None = None


class Replayed(NamedTuple):
    """A game that was read. adapter: None if the game does not fit on the table."""

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
    return Replayed(record, read_line(start, record.moves), adapter_of(start, record.header.game))


def line_of(
    header: Header,
    adapter: AnyAdapter | None,
    line: GameLine,
    span: Span,
    words: Words,
    *,
    screen: bool = True,
    current: str | None = None,
) -> Line:
    """Return a line of moves, with the steps of a span.

    screen, current: as for :func:`firmware.web.stands.board_of`.
    """
    names, last = names_of(header, line.start, words), min(span.last, len(line.plies))
    stands = span.stands and adapter is not None
    if stands:
        last = min(last, span.first + MOST_STANDS - 1)

    def step(at: int) -> Step:
        until = line.until(at)
        before, now = line.until(at - 1).position if at else None, until.position
        made = None if until.last is None else deed(header.game, line, until.last, names, words)
        stand = stand_of(header, adapter, until, words, screen=screen) if adapter is not None and stands else None
        moved = before is not None and now.plies > before.plies
        standing = now.scores() if adapter is None else adapter.standing(now)
        return Step(now.plies if moved else None, made, standing, "", stand)

    lines = tuple(ply.line for ply in line.plies)
    return Line(
        record=write_record(header._replace(result=None), lines),
        lines=lines,
        first=span.first,
        steps=tuple(step(at) for at in range(span.first, last + 1)),
        board=board_of(header, adapter, line.start, words, screen=screen, current=current)
        if adapter is not None and stands
        else None,
    )


def line_of_match(moment: TableState, span: Span, words: Words) -> Line | None:
    """Return the line of the match that goes on at a moment. Without one return None."""
    view, match = moment.view, moment.match
    if isinstance(view, Choice) or match is None:
        return None
    line, by_time = match.line, moment.lines[len(match.line.plies) :]
    for second in by_time:  # at which time alone has ended it
        line = line.play(second, round(1000 * float(second)))
    return line_of(
        view.header, view.adapter, line, span, words, screen=moment.number is not None, current=current_of(moment)
    )


def line_of_record(data: bytes, words: Words) -> Line:
    """Return the line that is wanted of a record.

    Raises:
        RecordError: the text is no record.
        GameError: the rules forbid a further move.
        MalformedError: the table cannot show the game, the record has fewer lines, or pieces make no position.
    """
    try:
        wanted = msgspec.json.decode(data, type=Wanted)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise MalformedError(told("no line can be shown of this: {error}", error=str(error))) from None
    record, line, adapter = replayed(wanted.record)
    header, changes = record.header, wanted.more or wanted.apart or wanted.laid is not None
    if wanted.lines != _MOST and wanted.lines > len(line.plies):
        raise MalformedError(told("the game has {number} lines", number=len(line.plies)))
    if changes and adapter is None:
        raise MalformedError(told("moves cannot be tried there"))
    line = line.until(wanted.lines)
    for move in wanted.more:
        line = line.play(line.position.written(move), line.milliseconds)
    apart = None
    if wanted.apart:
        header, position = set_up(header, line.position, wanted.laid, wanted.answers)
        line, apart = GameLine(position), laid_apart(header, position, words)
    made = line_of(header, adapter, line, wanted, words)
    if not changes and wanted.lines == _MOST:
        comments = comments_of(record)
        steps = tuple(
            replace(step, comment=" ".join(comments[at - 1, True])) if at else step
            for at, step in enumerate(made.steps, wanted.first)
        )
        made = replace(made, record=wanted.record, steps=steps)
    return replace(
        made,
        head=_head(report_of(record, load_nothing, words), record, adapter) if wanted.head else None,
        moves=moves_of(adapter, line.position) if wanted.moves and adapter is not None else None,
        apart=apart,
    )


def _head(report: Report, record: Record, adapter: AnyAdapter | None) -> Head:
    return Head(
        game=record.header.game,
        title=report.title,
        options=dict(record.header.options),
        over=record.position.outcome is not None,
        result=report.result,
        why=report.why,
        counts=report.counts,
        players=tuple(
            Player(
                one.seat, one.name, one.place, tuple(one.colours), one.score, won=one.won, account=tuple(one.account)
            )
            for one in report.players
        ),
        shown=adapter is not None,
    )


async def _of_match(request: Request) -> Response:
    asked = {name: one for name, one in request.query_params.items() if name in Span.__struct_fields__}
    try:
        span = msgspec.convert(asked, Span, strict=False)
    except msgspec.ValidationError as error:
        raise AnswerError(400, told("no line can be shown of this: {error}", error=str(error))) from None
    moment, words = (await stream_of(request)).moment, site_of(request).words(request)
    found = None if moment is None else await run_in_threadpool(line_of_match, moment, span, words)
    if found is None:
        raise AnswerError(404, told("no game is being played"))
    return packed_json(found, request)


async def _of_record(request: Request) -> Response:
    return packed_json(await make_of(request, line_of_record, await body_of(request, LONGEST)), request)


ROUTES = [Route("/api/line", _of_match, methods=["GET"]), Route("/api/line", _of_record, methods=["POST"])]
