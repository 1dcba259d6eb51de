"""The state of the table as plain JSON, with all data that a page needs to draw it.

The keys are those of the protocol, see :mod:`firmware.web.routes`. Texts are in the language of the
client. The values are the beliefs of the session and the colours of the lamps. ``pairs`` are two
cells each: the cell of a misplaced piece, and the cell where it belongs, as far as that is known.
``page`` is the data of this game for the page, see :func:`firmware.web.page.page_of`; ``screen``
the data of a game on screens, else None. ``kept`` is whether all moves are on the disk.
"""

from collections.abc import Mapping
from typing import Any, Final

from msgspec.structs import asdict

from firmware.games import AnyAdapter, colour_text
from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.games.ways import choices
from firmware.match.rights import allowed, rights_of
from firmware.match.state import Match, Phase
from firmware.match.time_control import Clocks
from firmware.output.prompts import prompt, question
from firmware.output.speech import fitted, for_ears, played, score
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.web.updates import TableState
from firmware.web.views import board_of, current_of, stand_of
from firmware.words import Words
from hal import members, reeds_of, tilts_of
from hal.trace import SECOND
from rules import NAMES, find_game

VERSION: Final = 1  # of the protocol
MOST_LEGAL = 600  # legal moves in a message, at most


_TROUBLES: Final[Mapping[type[Trouble], str]] = {  # as the protocol calls them
    Mismatch: "astray",
    Question: "unclear",
    TakeBack: "back",
    Unpressed: "unpressed",
}


def snapshot(moment: TableState, words: Words) -> dict[str, Any]:
    """Return the whole state at a moment, without the number of its message."""
    view = moment.view
    state: dict[str, Any] = {
        "v": VERSION,
        "phase": "choice" if isinstance(view, Choice) else "game",
        "time": round(moment.at / SECOND, 3),
        "prompt": prompt(moment.view, words),
        "aloud": _aloud(moment, words),
        "lamps": [colour_text(colour) for colour in moment.lamps],
        "reeds": members(reeds_of(moment.closed)),
        "tilts": members(tilts_of(moment.closed)),
        "computer": () if moment.match is None else tuple(moment.match.seats.computers),
        "moves": moment.lines,
        "kept": isinstance(view, Choice) or view.kept,
        "intensity": None if view.intensity is None else view.intensity._asdict(),
    }
    if moment.beside:
        state["beside"] = moment.beside
    if isinstance(view, Choice):
        of_games = ("menu", "trouble", "game", "page", "sheet", "position", "last", "rights", "screen", "clocks")
        nothing = dict.fromkeys(of_games) | {"supplies": [], "coins": {}, "extras": {}}
        return state | nothing | {"choice": _choice(view, words), "pieces": [], "pairs": []}
    adapter, position = view.adapter, view.position
    match, number = moment.match, moment.number
    assert match is not None
    closed = view.contacts.expected if number is None else None
    state |= {
        "choice": None,
        "menu": None if view.menu is None else view.menu.value,
        "trouble": None if view.trouble is None else _TROUBLES[type(view.trouble)],
        "pairs": view.contacts.pairs,
        "rights": {seat: allowed(match, (seat,)) for seat in position.seats},
        "screen": number and _screen(number, match, adapter, words),
        "clocks": _clocks(match.clocks) if match.clocks else _clocks_elsewhere(view),
    }
    # a roll is not chosen, and moves are not possible now
    legal = number is None or not (position.chance or match.phase in (Phase.STILL, Phase.CLOSED))
    screen, things = number is not None, adapter.things(position, closed)
    board = board_of(view.header, adapter, position, words, screen=screen, current=current_of(moment))
    stand = stand_of(view.header, adapter, match.line, words, screen=screen, now=position, things=things, legal=legal)
    return state | asdict(board) | asdict(stand)


def _aloud(moment: TableState, words: Words) -> dict[str, str | None]:
    """Return the sentences for a voice: the prompt, the last move, the score, as far as known."""
    view, spoken = moment.view, for_ears(words)
    sentences: dict[str, str | None] = {"prompt": fitted(prompt(view, spoken), spoken)}
    if isinstance(view, Choice) or moment.match is None:
        return sentences | {"move": None, "score": None}
    last = moment.match.line.last
    move = None if last is None else played(view, last.seat, last.line, spoken)
    return sentences | {"move": move, "score": score(view, spoken)}


def _choice(choice: Choice, words: Words) -> dict[str, Any]:
    offered = choice.offered
    return {
        "offered": offered and {"game": offered.game, "players": offered.players},
        "game": choice.game,
        "players": choice.players,
        "numbers": choice.numbers,
        "game_cells": _by_text(GAME_CELLS),
        "number_cells": _by_text(NUMBER_CELLS),
        "seat_cells": _by_text(dict(zip(SEAT_CELLS, choice.seats, strict=False))),
        "computers": dict(choice.computers),
        "games": [
            {
                "name": name,
                "title": words(find_kit(name).about.title),
                "players": list(find_game(name).players),
                "options": [
                    {"name": one.name, "default": one.default, "meaning": one.meaning}
                    for one in find_game(name).options
                ],
            }
            for name in NAMES
        ],
    }


def _screen(number: int, match: Match, adapter: AnyAdapter, words: Words) -> dict[str, Any]:
    """Return the data of a match on screens.

    ``id`` is the number of the match. ``levels`` are the levels of the computer's seats, ``taken``
    the seats that a browser holds. ``proposal`` has the question as a sentence, ``asked``.
    ``drops`` are the legal moves by the source of their piece (a cell, or a supply's ``moves``) and
    the cell where it is dropped; ``buttons`` are the moves without a piece, and ``for_all`` is the
    move that any seat may make. ``back`` are the seats for which the last move can be taken back.
    ``clocks`` are the milliseconds that each seat has ``left``, the ``seat`` whose clock runs
    ``since`` a time in microseconds of the host, or null, and the milliseconds of ``delay``.
    """
    position, seats = match.now, match.seats
    codes = {seat: rights_of(match, (seat,)) for seat in seats.by_name}
    drops, others = choices(adapter, position)
    proposal = match.proposal
    return {
        "id": number,
        "levels": seats.computers,
        "taken": tuple(name for name, seat in seats.by_name.items() if seat.holder),
        "proposal": proposal
        and {
            "what": proposal.what,
            "number": proposal.number,
            "seats": proposal.seats,
            "waits_for": proposal.asked,
            "asked": question(proposal, names_of(match.header, position, words), words),
        },
        "paused": match.paused,
        "abandoned": match.phase is Phase.CLOSED,
        "over": match.over,
        "can_agree": any(not one["agree"] for one in codes.values()),
        "for_all": match.for_all,
        "back": tuple(seat for seat, one in codes.items() if not one["take back"]),
        "drops": {} if match.over else drops,
        "buttons": [] if match.over or position.chance else others,
    }


def _clocks_elsewhere(view: View) -> dict[str, Any] | None:
    """Return the times of clocks that another host keeps, if there are such clocks."""
    if set(view.left) != set(view.position.seats):
        return None
    left = {seat: 1000 * seconds for seat, seconds in view.left.items()}
    return {"left": left, "seat": view.position.to_move or "", "since": None, "delay": 0}


def _clocks(clocks: Clocks) -> dict[str, Any]:
    return {"left": clocks.left, "seat": clocks.seat, "since": clocks.since, "delay": 1000 * clocks.control.delay}


def _by_text(cells: Mapping[int, Any]) -> dict[str, Any]:
    """Return the same values by the cells as texts: keys of JSON are texts."""
    return {str(cell): value for cell, value in cells.items()}
