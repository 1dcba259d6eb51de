"""The state of the table as plain JSON, with all data that a page needs to draw it.

The keys are those of the protocol, see :mod:`firmware.web.routes`. Texts are in the language of the
client. The values are the beliefs of the session and the colours of the lamps. ``pairs`` are two
cells each: the cell of a misplaced piece, and the cell where it belongs, as far as that is known.
``page`` is the data of this game for the page, see :func:`firmware.web.page.page_of`; ``screen``
the data of a game on screens, else None. ``kept`` is whether all moves are on the disk.
"""

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, Final
from weakref import WeakKeyDictionary

from firmware.games import AnyAdapter, Thing, colour_text, field_name
from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.games.ways import choices, way_of
from firmware.match.line import GameLine, Ply
from firmware.match.rights import allowed, rights_of
from firmware.match.state import Match, Phase
from firmware.match.time_control import Clocks
from firmware.output.prompts import prompt, question
from firmware.output.sentences import brought_about, moved
from firmware.output.speech import fitted, for_ears, played, score
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, SEAT_CELLS, Choice
from firmware.play.view import View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Trouble, Unpressed
from firmware.study.report import as_json
from firmware.web.page import page_of
from firmware.web.updates import TableState
from firmware.words import Words
from hal import members, reeds_of, tilts_of
from hal.trace import SECOND
from rules import NAMES, Header, Position, find_game

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
        of_games = ("menu", "trouble", "game", "position", "page", "last", "rights", "screen")
        nothing = dict.fromkeys((*of_games, "clocks")) | _no_extras()
        return state | nothing | {"choice": _choice(view, words), "pieces": [], "pairs": []}
    adapter, position = view.adapter, view.position
    match, number = moment.match, moment.number
    assert match is not None
    closed = view.contacts.expected if number is None else None
    state |= {
        "choice": None,
        "menu": None if view.menu is None else view.menu.value,
        "trouble": None if view.trouble is None else _TROUBLES[type(view.trouble)],
        "game": _game(view.header, adapter, position, words),
        "position": _position(view.header, adapter, position, words),
        "pieces": _pieces(adapter, adapter.things(position, closed), match.line, words),
        "pairs": view.contacts.pairs,
        "page": page_of(view.header.game, adapter, position, words, screen=number is not None),
        "last": last_move(view.header, adapter, match.line, position, words),
        "rights": {seat: allowed(match, (seat,)) for seat in position.seats},
        "screen": number and _screen(number, match, adapter, words),
        "clocks": _clocks(match.clocks) if match.clocks else _clocks_elsewhere(view),
    }
    if number is not None and (position.chance or match.phase in (Phase.STILL, Phase.CLOSED)):
        state["position"]["legal"] = []  # a roll is not chosen, and moves are not possible now
    return state | _extras(adapter, position)


def _aloud(moment: TableState, words: Words) -> dict[str, str | None]:
    """Return the sentences for a voice: the prompt, the last move, the score, as far as known."""
    view, spoken = moment.view, for_ears(words)
    sentences: dict[str, str | None] = {"prompt": fitted(prompt(view, spoken), spoken)}
    if isinstance(view, Choice) or moment.match is None:
        return sentences | {"move": None, "score": None}
    last = moment.match.line.last
    move = None if last is None else played(view, last.seat, last.line, spoken)
    return sentences | {"move": move, "score": score(view, spoken)}


def last_move(
    header: Header, adapter: AnyAdapter, line: GameLine, now: Position, words: Words
) -> dict[str, Any] | None:
    """Return the way of the last move and its effects. Without a move return None.

    ``seat`` is the seat that made the ``move``. ``from`` (or null) and ``to`` are its cells,
    ``lit`` the cells that it scored or took. Sentences are ``done`` for the deed, ``said`` for its
    effects, and ``meanwhile`` and ``since`` for the effects of time before and after it.

    Args:
        header: the header of the record.
        adapter: the adapter of the game.
        line: the moves.
        now: the current position.
        words: the language.
    """
    ply = line.last
    if ply is None:
        return None
    names = names_of(header, now, words)
    move = {
        "seat": ply.seat,
        "move": ply.move,
        **_deed(header.game, line, ply, names, words),
        "since": _by_time(header.game, ply.after, now, names, words),
        "lit": sorted(adapter.highlight(ply.before, ply.after)),
    }
    way = way_of(adapter, ply.before, ply.move)
    if way is not None:
        source = way.source if isinstance(way.source, int) else None
        return {**move, "from": source, "to": way.target}
    ends = adapter.fields(ply.move) or (None,)
    return {**move, "from": ends[0] if len(ends) > 1 else None, "to": ends[-1]}


def _deed(game: str, line: GameLine, ply: Ply, names: Mapping[str, str], words: Words) -> dict[str, Any]:
    """Return sentences about a move: the effects of time before it, its deed, and its effects."""
    before = line.until(ply.number - 1).position
    return {
        "meanwhile": _by_time(game, before, ply.before, names, words),
        "done": moved(game, ply, names, words),
        "said": brought_about(game, ply.before, ply.after, names, words),
    }


def _by_time(game: str, before: Position, now: Position, names: Mapping[str, str], words: Words) -> list[str]:
    """Return sentences about the effects of passing time: lost pieces, turns that have passed."""
    return [] if now is before else brought_about(game, before, now, names, words)


def log_of(moment: TableState, after: int, words: Words) -> list[dict[str, Any]] | None:
    """Return a log entry for each move after so many moves, in order.

    ``line`` is the line of the record, ``seat`` the seat that made the move; ``meanwhile``,
    ``done`` and ``said`` are as of :func:`last_move`. The end by time alone comes last, without a
    seat. The result is None if the match has fewer moves.
    """
    view, match = moment.view, moment.match
    if isinstance(view, Choice) or match is None or not 0 <= after <= len(match.line.plies):
        return None
    names, plies = names_of(view.header, view.position, words), match.line.plies
    game = view.header.game
    entries = [
        {"line": ply.line, "seat": ply.seat} | _deed(game, match.line, ply, names, words) for ply in plies[after:]
    ]
    if len(moment.lines) > len(plies):  # the second at which time alone ended it
        entries.append(
            {
                "line": moment.lines[-1],
                "seat": "",
                "done": words("Time has run out"),
                "said": [],
                "meanwhile": _by_time(game, match.line.position, view.position, names, words),
            }
        )
    return entries


def snapshot_at(moment: TableState, number: int, words: Words) -> dict[str, Any] | None:
    """Return the state of a match after `number` moves. The result is None if it has fewer."""
    view, match = moment.view, moment.match
    if isinstance(view, Choice) or match is None or not 0 <= number <= len(match.line.plies):
        return None
    line, screen = match.line.until(number), moment.number is not None
    state = snapshot_of(view.header, view.adapter, line, words, screen=screen)
    return state | {"last": last_move(view.header, view.adapter, line, line.position, words)}


def snapshot_of(header: Header, adapter: AnyAdapter, line: GameLine, words: Words, *, screen: bool) -> dict[str, Any]:
    """Return the state of a game after the moves of a line, and their number as ``at``.

    screen: whether it is not a table that is shown.
    """
    position = line.position
    state = {
        "v": VERSION,
        "at": len(line.plies),
        "game": _game(header, adapter, position, words),
        "position": _position(header, adapter, position, words),
        "pieces": _pieces(adapter, adapter.things(position), line, words),
        "lamps": [],
        "moves": tuple(ply.line for ply in line.plies),
        "page": page_of(header.game, adapter, position, words, screen=screen),
    }
    return state | _extras(adapter, position)


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


def _game(header: Header, adapter: AnyAdapter, position: Position, words: Words) -> dict[str, Any]:
    return {
        "name": header.game,
        "title": words(find_kit(header.game).about.title),
        "counts": words(find_kit(header.game).about.counts),
        "players": list(names_of(header, position, words).values()),
        "seats": position.seats,
        "options": dict(header.options),
        "date": header.date,
        "colours": {
            seat: [colour_text(colour) for colour in colours] for seat, colours in adapter.colours(position).items()
        },
        "fields": dict(adapter.overlay.cells),
        "names": _names(adapter, words),
        "printed": {str(cell): colour_text(colour) for cell, colour in adapter.printed.items()},
    }


_known: WeakKeyDictionary[Any, dict[str, dict[str, str]]] = WeakKeyDictionary()


def _names(adapter: AnyAdapter, words: Words) -> dict[str, str]:
    """Return the names of the cells with a field, for screen readers. The dictionary is cached."""
    by_language = _known.setdefault(adapter, {})
    if words.language not in by_language:
        names = {cell: field_name(adapter, cell) for cell in adapter.overlay.names}
        by_language[words.language] = {str(cell): words.tell(name) for cell, name in names.items()}
    return by_language[words.language]


def _position(header: Header, adapter: AnyAdapter, position: Position, words: Words) -> dict[str, Any]:
    state = as_json("", header, position)
    del state["file"], state["game"]
    return state | {
        "legal": state["legal"][:MOST_LEGAL],
        "mover": position.mover,
        "chance": position.chance,
        "standing": adapter.standing(position),
        "facts": list(adapter.facts(position, words).items()),
        "clock": state["detail"].get("seconds"),
        "turn_ends": state["detail"].get("turn_ends"),
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


def _pieces(adapter: AnyAdapter, things: Iterable[Thing], line: GameLine, words: Words) -> list[dict[str, Any]]:
    screen, moves = find_kit(adapter.overlay.game).screen, (ply.move for ply in line.plies)
    up = screen.upturned(line.start, moves, adapter.overlay.cells)
    return [_piece(thing, words, up=thing.cell in up) for thing in things]


def _piece(thing: Thing, words: Words, *, up: bool) -> dict[str, Any]:
    stack = thing.stack or (thing.colour,)
    piece = {
        "cell": thing.cell,
        "kind": thing.kind,
        "colour": colour_text(thing.colour),
        "label": thing.label,
        "height": len(stack),
        "colours": [colour_text(colour) for colour in stack],
        "name": words(thing.name.text, **thing.name.values),
        "seat": thing.seat,
    }
    sand = thing.sand
    if sand is None:
        return piece
    return piece | {
        "end_a_up": up,
        "remaining": sand.remaining / 1000,
        "sand": sand.full / 1000,
        "running": sand.turned and not sand.dead,
        "turned": sand.turned,
        "dead": sand.dead,
    }


def _extras(adapter: AnyAdapter, position: Position) -> dict[str, Any]:
    """Return the data that a page draws for this game alone. Data of other games are None."""
    return _no_extras() | adapter.extras(position)


@cache
def _no_extras() -> dict[str, Any]:
    return dict.fromkeys(extra for game in NAMES for extra in find_kit(game).about.extras)


def _by_text(cells: Mapping[int, Any]) -> dict[str, Any]:
    """Return the same values by the cells as texts: keys of JSON are texts."""
    return {str(cell): value for cell, value in cells.items()}
