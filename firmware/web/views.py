"""Views: all that a page shows of a match or a table at a moment, in parts.

A part is told as a whole, and again when it has changed. Texts are in the language of the client.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Final

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from firmware.games import colour_text
from firmware.games.naming import names_of
from firmware.match.followed import Message
from firmware.match.rights import allowed
from firmware.match.state import Match, Phase
from firmware.match.time_control import Clocks
from firmware.output.prompts import prompt, question
from firmware.output.speech import fitted, for_ears, played, score
from firmware.play.lobby import Choice
from firmware.play.view import Deviation
from firmware.play.view import View as TableView
from firmware.recognition.findings import Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.web.stands import Board, Moves, Piece, Stand, board_of, current_of, moves_of, stand_of
from firmware.web.updates import TableState
from firmware.words import Words
from hal import members, reeds_of

_TROUBLES: Final[Mapping[type[Trouble], str]] = {
    Mismatch: "astray",
    Question: "unclear",
    TakeBack: "back",
    Unpressed: "unpressed",
}


class Aloud(Struct, frozen=True):
    """Sentences for a voice: the prompt, the last move, and the score, null where it is unknown."""

    prompt: str
    move: str | None = None
    score: str | None = None


class Timed(Struct, frozen=True):
    """The clocks of two seats.

    Attributes:
        left: the milliseconds that each seat had, by seat.
        seat: the seat whose clock runs.
        since: since when, in microseconds of the host; null while it stands still.
        delay: the milliseconds before it runs.
    """

    left: Mapping[str, int]
    seat: str
    since: int | None
    delay: int


class Proposal(Struct, frozen=True):
    """A proposal that others are asked about.

    Attributes:
        what: its kind.
        number: the number that an answer names.
        seats: the seats of the proposer.
        waits_for: the seats that have not answered.
        asked: the question, as a sentence.
    """

    what: str
    number: int
    seats: tuple[str, ...]
    waits_for: tuple[str, ...]
    asked: str


class OnScreen(Struct, frozen=True):
    """The part of a view that only a match on screens has.

    Attributes:
        id: the number of the match.
        taken: the seats that a browser holds.
        proposal: the open proposal, null without one.
        paused: whether its sand stands still until somebody lets it run on.
        over: whether nothing more is played.
        can_agree: whether an end can be agreed on.
        for_all: the move that any seat may make, null for none.
    """

    id: int
    taken: tuple[str, ...]
    proposal: Proposal | None
    paused: bool
    over: bool
    can_agree: bool
    for_all: str | None


class Now(Struct, frozen=True):
    """The state of a match beside its position.

    Attributes:
        prompt: the sentence that says what to do.
        aloud: the same for a voice.
        kept: whether all moves are on the disk.
        beside: the name of the file in which games are kept since another program has written the store, else "".
        moves: the move lines of the record.
        computers: the levels of the computer's seats, by seat.
        rights: the requests that each seat may make, by seat.
        clocks: the clocks of the seats, null where time is not limited.
        screen: the part of a match on screens, null at a table.
    """

    prompt: str
    aloud: Aloud
    kept: bool
    beside: str
    moves: tuple[str, ...]
    computers: Mapping[str, int]
    rights: Mapping[str, tuple[str, ...]]
    clocks: Timed | None
    screen: OnScreen | None


class Offered(Struct, frozen=True):
    """An unfinished game that is offered at the table."""

    game: str
    players: tuple[str, ...]


class Choosing(Struct, frozen=True):
    """The choice of a game at the table.

    Attributes:
        offered: an unfinished game, null for none.
        game: the game that is chosen.
        players: how many.
    """

    offered: Offered | None
    game: str
    players: int


class Table(Struct, frozen=True):
    """The part of a view that only a table has.

    Attributes:
        lamps: the colours of the 96 lamps.
        missing: the cells of pieces whose magnet is not felt there.
        strange: the magnets where no piece stands, each as the piece that it is, if that is known.
        trouble: the kind of trouble that the table leads out of, null for none.
        menu: the question of the menu, null while it is closed.
        intensity: of its lamps and sounds, null where that cannot be changed.
        choice: the choice of a game, null while one is played.
    """

    lamps: tuple[str, ...]
    missing: tuple[int, ...]
    strange: tuple[Piece, ...]
    trouble: str | None
    menu: str | None
    intensity: Mapping[str, int] | None
    choice: Choosing | None


UNKNOWN: Final = Piece(0, "magnet", "#8d8780", "", 1, ("#8d8780",), "", None)
"""A magnet of which nobody knows the piece."""


PARTS: Final = ("board", "stand", "moves", "now", "table")


class View(Message, frozen=True):
    """The parts of the view that have changed, each whole; at first all of them.

    Attributes:
        seq: the number of the last batch that it shows.
        at: the time of the host's clock in microseconds.
        board: the constants of a match, null without one.
        stand: the position and its pieces, null likewise.
        moves: the legal moves, null likewise.
        now: the state beside the position.
        table: the part of a table, null on screens.
    """

    seq: int
    at: int
    board: Board | UnsetType | None = UNSET
    stand: Stand | UnsetType | None = UNSET
    moves: Moves | UnsetType | None = UNSET
    now: Now | UnsetType = UNSET
    table: Table | UnsetType | None = UNSET


def view_of(moment: TableState, words: Words) -> View:
    """Return the view of a moment with all its parts."""
    view, match, number = moment.view, moment.match, moment.number
    if isinstance(view, Choice) or match is None:
        table = _table(moment, ()) if number is None else None
        return View(0, moment.at, None, None, None, _now(moment, words), table)
    adapter, position, screen = view.adapter, view.position, number is not None
    things = adapter.things(position, None if screen else view.contacts.expected)
    stays = screen and (match.over or match.phase in (Phase.STILL, Phase.CLOSED))
    moves = Moves() if stays else moves_of(adapter, position)
    board = board_of(view.header, adapter, position, words, screen=screen, current=current_of(moment))
    stand = stand_of(view.header, adapter, match.line, words, screen=screen, now=position, things=things)
    magnets = [piece for piece in stand.pieces if piece.kind in board.page.magnets]
    return View(
        match.seq,
        moment.at,
        board,
        stand,
        Moves(moves.drops) if screen and position.chance else moves,  # a roll is not chosen
        _now(moment, words),
        None if screen else _table(moment, magnets),
    )


def _now(moment: TableState, words: Words) -> Now:
    view, match = moment.view, moment.match
    if isinstance(view, Choice) or match is None:
        prompted = prompt(view, words)
        return Now(prompted, _aloud(moment, words), True, moment.beside, (), {}, {}, None, None)
    rights = {seat: allowed(match, (seat,)) for seat in match.seats.by_name}
    return Now(
        prompt=prompt(view, words),
        aloud=_aloud(moment, words),
        kept=view.kept,
        beside=moment.beside,
        moves=moment.lines,
        computers=match.seats.computers,
        rights=rights,
        clocks=_clocks(match.clocks) if match.clocks else _clocks_elsewhere(view),
        screen=None if moment.number is None else _on_screen(moment.number, match, rights, words),
    )


def _aloud(moment: TableState, words: Words) -> Aloud:
    view, spoken = moment.view, for_ears(words)
    said = fitted(prompt(view, spoken), spoken)
    if isinstance(view, Choice) or moment.match is None:
        return Aloud(said)
    last = moment.match.line.last
    return Aloud(said, None if last is None else played(view, last.seat, last.line, spoken), score(view, spoken))


def _clocks(clocks: Clocks) -> Timed:
    return Timed(clocks.left, clocks.seat, clocks.since, 1000 * clocks.control.delay)


def _clocks_elsewhere(view: TableView) -> Timed | None:
    """Return the times of clocks that another host keeps, if there are such clocks."""
    if set(view.left) != set(view.position.seats):
        return None
    return Timed({seat: 1000 * seconds for seat, seconds in view.left.items()}, view.position.to_move or "", None, 0)


def _on_screen(number: int, match: Match, rights: Mapping[str, Collection[str]], words: Words) -> OnScreen:
    seats, proposal = match.seats, match.proposal
    names = names_of(match.header, match.now, words)
    return OnScreen(
        id=number,
        taken=tuple(name for name, seat in seats.by_name.items() if seat.holder),
        proposal=None
        if proposal is None
        else Proposal(proposal.what, proposal.number, proposal.seats, proposal.asked, question(proposal, names, words)),
        paused=match.paused,
        over=match.over,
        can_agree=any("agree" in one for one in rights.values()),
        for_all=match.for_all,
    )


def _table(moment: TableState, pieces: Sequence[Piece]) -> Table:
    view = moment.view
    playing = None if isinstance(view, Choice) else view
    trouble = None if playing is None else playing.trouble
    return Table(
        lamps=tuple(colour_text(colour) for colour in moment.lamps),
        missing=() if playing is None else tuple(members(reeds_of(playing.contacts.missing))),
        strange=() if playing is None else tuple(_strange(playing.contacts, pieces)),
        trouble=None if trouble is None else _TROUBLES[type(trouble)],
        menu=None if playing is None or playing.menu is None else playing.menu.value,
        intensity=None if view.intensity is None else view.intensity._asdict(),
        choice=_choice(view) if isinstance(view, Choice) else None,
    )


def _strange(contacts: Deviation, pieces: Sequence[Piece]) -> Iterator[Piece]:
    """Yield the magnets where no piece should be. Of a stack, the piece on top was moved."""
    home, standing = dict(contacts.pairs), {piece.cell: piece for piece in pieces}
    for cell in members(reeds_of(contacts.extra)):
        piece = standing.get(home.get(cell, -1), UNKNOWN)
        top = piece.colours[-1]
        yield replace(piece, cell=cell, colour=top, colours=(top,), height=1)


def _choice(choice: Choice) -> Choosing:
    offered = choice.offered
    return Choosing(offered and Offered(offered.game, tuple(offered.players)), choice.game, choice.players)
