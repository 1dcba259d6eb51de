"""Views: all that a page shows of a match or a table at a moment, in parts.

A part is told as a whole, and again when it has changed. Texts are in the language of the client.
"""

from collections.abc import Mapping
from typing import Final, NamedTuple

from msgspec import Struct

from firmware.games import colour_text
from firmware.games.naming import names_of
from firmware.match.rights import allowed, rights_of
from firmware.match.state import Match, Phase
from firmware.match.time_control import Clocks
from firmware.output.prompts import prompt, question
from firmware.output.speech import fitted, for_ears, played, score
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View as TableView
from firmware.recognition.findings import Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.web.stands import Board, Moves, Stand, board_of, current_of, moves_of, stand_of
from firmware.web.updates import TableState
from firmware.words import Words
from hal import members, reeds_of, tilts_of

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
    """What only a match on screens has.

    Attributes:
        id: the number of the match.
        taken: the seats that a browser holds.
        proposal: the open proposal, null without one.
        paused: whether its sand stands still until somebody lets it run on.
        abandoned: whether it was given up by all.
        over: whether nothing more is played.
        can_agree: whether an end can be agreed on.
        for_all: the move that any seat may make, null for none.
        back: the seats for which the last move can be taken back.
    """

    id: int
    taken: tuple[str, ...]
    proposal: Proposal | None
    paused: bool
    abandoned: bool
    over: bool
    can_agree: bool
    for_all: str | None
    back: tuple[str, ...]


class Now(Struct, frozen=True):
    """What goes on beside the position.

    Attributes:
        prompt: what is to be done.
        aloud: the same for a voice.
        kept: whether all moves are on the disk.
        beside: the name of the file in which games are kept since another program has written the store, else "".
        moves: the move lines of the record.
        computers: the levels of the computer's seats, by seat.
        rights: the requests that each seat may make, by seat.
        clocks: the clocks of the seats, null where time is not limited.
        screen: what only a match on screens has, null at a table.
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
        numbers: how many it may be.
        game_cells, number_cells, seat_cells: what each cell stands for that is pressed.
        computers: the levels of the computer's seats, by seat.
    """

    offered: Offered | None
    game: str
    players: int
    numbers: tuple[int, ...]
    game_cells: Mapping[int, str]
    number_cells: Mapping[int, int]
    seat_cells: Mapping[int, str]
    computers: Mapping[str, int]


class Table(Struct, frozen=True):
    """What only a table has.

    Attributes:
        lamps: the colours of the 96 lamps.
        reeds: the cells whose reeds are closed.
        tilts: the cells whose tilt contacts are closed.
        pairs: the cells of misplaced pieces and where they belong, as far as that is known.
        trouble: the kind of trouble that the table leads out of, null for none.
        menu: the question of the menu, null while it is closed.
        intensity: of its lamps and sounds, null where that cannot be changed.
        choice: the choice of a game, null while one is played.
    """

    lamps: tuple[str, ...]
    reeds: tuple[int, ...]
    tilts: tuple[int, ...]
    pairs: tuple[tuple[int, int], ...]
    trouble: str | None
    menu: str | None
    intensity: Mapping[str, int] | None
    choice: Choosing | None


class Parts(NamedTuple):
    """The parts of a view; None where there is nothing of the kind: no game, or no table."""

    board: Board | None
    stand: Stand | None
    moves: Moves | None
    now: Now
    table: Table | None


def parts_of(moment: TableState, words: Words) -> Parts:
    """Return the parts of the view of a moment."""
    view, match, number = moment.view, moment.match, moment.number
    table = _table(moment, words) if number is None else None
    if isinstance(view, Choice) or match is None:
        return Parts(None, None, None, _now(moment, words), table)
    adapter, position, screen = view.adapter, view.position, number is not None
    things = adapter.things(position, None if screen else view.contacts.expected)
    stays = screen and (match.over or match.phase in (Phase.STILL, Phase.CLOSED))
    moves = Moves() if stays else moves_of(adapter, position)
    return Parts(
        board_of(view.header, adapter, position, words, screen=screen, current=current_of(moment)),
        stand_of(view.header, adapter, match.line, words, screen=screen, now=position, things=things),
        Moves(moves.drops) if screen and position.chance else moves,  # a roll is not chosen
        _now(moment, words),
        table,
    )


def _now(moment: TableState, words: Words) -> Now:
    view, match = moment.view, moment.match
    if isinstance(view, Choice) or match is None:
        prompted = prompt(view, words)
        return Now(prompted, _aloud(moment, words), True, moment.beside, (), {}, {}, None, None)
    return Now(
        prompt=prompt(view, words),
        aloud=_aloud(moment, words),
        kept=view.kept,
        beside=moment.beside,
        moves=moment.lines,
        computers=match.seats.computers,
        rights={seat: allowed(match, (seat,)) for seat in view.position.seats},
        clocks=_clocks(match.clocks) if match.clocks else _clocks_elsewhere(view),
        screen=None if moment.number is None else _on_screen(moment.number, match, words),
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


def _on_screen(number: int, match: Match, words: Words) -> OnScreen:
    seats, proposal = match.seats, match.proposal
    codes = {seat: rights_of(match, (seat,)) for seat in seats.by_name}
    names = names_of(match.header, match.now, words)
    return OnScreen(
        id=number,
        taken=tuple(name for name, seat in seats.by_name.items() if seat.holder),
        proposal=None
        if proposal is None
        else Proposal(proposal.what, proposal.number, proposal.seats, proposal.asked, question(proposal, names, words)),
        paused=match.paused,
        abandoned=match.phase is Phase.CLOSED,
        over=match.over,
        can_agree=any(not one["agree"] for one in codes.values()),
        for_all=match.for_all,
        back=tuple(seat for seat, one in codes.items() if not one["take back"]),
    )


def _table(moment: TableState, words: Words) -> Table:
    view = moment.view
    playing = None if isinstance(view, Choice) else view
    trouble = None if playing is None else playing.trouble
    return Table(
        lamps=tuple(colour_text(colour) for colour in moment.lamps),
        reeds=tuple(members(reeds_of(moment.closed))),
        tilts=tuple(members(tilts_of(moment.closed))),
        pairs=() if playing is None else tuple(playing.contacts.pairs),
        trouble=None if trouble is None else _TROUBLES[type(trouble)],
        menu=None if playing is None or playing.menu is None else playing.menu.value,
        intensity=None if view.intensity is None else view.intensity._asdict(),
        choice=_choice(view) if isinstance(view, Choice) else None,
    )


def _choice(choice: Choice) -> Choosing:
    offered = choice.offered
    return Choosing(
        offered=offered and Offered(offered.game, tuple(offered.players)),
        game=choice.game,
        players=choice.players,
        numbers=tuple(choice.numbers),
        game_cells=dict(GAME_CELLS),
        number_cells=dict(NUMBER_CELLS),
        seat_cells=dict(zip(SEAT_CELLS, choice.seats, strict=False)),
        computers=dict(choice.computers),
    )
