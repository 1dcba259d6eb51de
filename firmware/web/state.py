"""What does somebody elsewhere have to know to draw the table? The snapshot, as plain JSON.

The keys are those of the protocol, see :mod:`firmware.web.routes`. All of it can be told in each
of the languages; what is told is what the table believes and shows, nothing is worked out here.
``pairs`` are two cells each: where a piece stands wrongly, and where it belongs, as far as that is
known.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final

from firmware.games import REEDS, AnyAdapter, Thing, tilt
from firmware.games.forum_romanum import ForumRomanumAdapter
from firmware.games.revolution import RevolutionAdapter
from firmware.output.prompts import TITLES, names_of, prompt
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, Choice
from firmware.study.report import as_json
from firmware.web.table_thread import TableState
from firmware.words import Words
from hal import CELLS, Colour, members
from hal.trace import SECOND
from rules import NAMES, Header, Position, find_game
from rules.revolution import FIELDS

VERSION: Final = 1  # of the protocol
MOST_LEGAL = 600  # legal moves that are told


def snapshot(moment: TableState, words: Words) -> dict[str, Any]:
    """All that there is to know at a moment, but for its number."""
    view = moment.view
    told: dict[str, Any] = {
        "v": VERSION,
        "phase": "choice" if isinstance(view, Choice) else "game",
        "time": round(moment.at / SECOND, 3),
        "prompt": prompt(view, words),
        "lamps": [colour_text(colour) for colour in moment.lamps],
        "reeds": members(moment.picture & REEDS),
        "tilts": members(moment.picture >> CELLS),
        "computer": moment.computer,
        "moves": moment.lines,
    }
    if isinstance(view, Choice):
        nothing = dict.fromkeys(("menu", "trouble", "game", "position", "scale", "influence"))
        return told | nothing | {"choice": _choice(view, words), "pieces": [], "pairs": []}
    adapter, position = view.adapter, view.position
    return told | {
        "choice": None,
        "menu": None if view.menu is None else view.menu.value,
        "trouble": None if view.trouble is None else type(view.trouble).__name__.lower(),
        "game": _game(view.header, adapter, position, words),
        "position": _position(view.header, adapter, position, words),
        "pieces": _pieces(adapter, position, view.contacts.expected, words),
        "pairs": view.contacts.pairs,
        "scale": _scale(adapter, position),
        "influence": _influence(adapter, position),
    }


def snapshot_at(moment: TableState, ply: int, words: Words) -> dict[str, Any] | None:
    """How the game of a moment stood after its move number `ply`; None if it has none such."""
    view = moment.view
    if isinstance(view, Choice) or not 0 <= ply < len(moment.played):
        return None
    adapter, position = view.adapter, moment.played[ply]
    return {
        "v": VERSION,
        "at": ply,
        "game": _game(view.header, adapter, position, words),
        "position": _position(view.header, adapter, position, words),
        "pieces": _pieces(adapter, position, moment.pictures[ply], words),
        "lamps": [],
        "moves": moment.lines[:ply],
        "scale": _scale(adapter, position),
        "influence": _influence(adapter, position),
    }


@cache
def colour_text(colour: Colour) -> str:
    """A colour as ``#rrggbb``."""
    return "#{:02x}{:02x}{:02x}".format(*colour)


def _choice(choice: Choice, words: Words) -> dict[str, Any]:
    offered = choice.offered
    return {
        "offered": offered and {"game": offered.game, "players": offered.players},
        "game": choice.game,
        "players": choice.players,
        "numbers": choice.numbers,
        "game_cells": _by_text(GAME_CELLS),
        "number_cells": _by_text(NUMBER_CELLS),
        "games": [
            {
                "name": name,
                "title": words(TITLES[name]),
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
        "title": words(TITLES[header.game]),
        "players": list(names_of(header, position, words).values()),
        "seats": position.seats,
        "options": dict(header.options),
        "date": header.date,
        "colours": {
            seat: [colour_text(colour) for colour in colours]
            for seat, colours in adapter.colours(position).items()
        },
        "fields": dict(adapter.overlay.cells),
        "printed": {str(cell): colour_text(colour) for cell, colour in adapter.printed.items()},
    }


def _position(
    header: Header, adapter: AnyAdapter, position: Position, words: Words
) -> dict[str, Any]:
    told = as_json("", header, position)
    del told["file"], told["game"]
    return told | {
        "legal": told["legal"][:MOST_LEGAL],
        "chance": position.chance,
        "facts": list(adapter.facts(position, words).items()),
        "clock": told["detail"].get("seconds"),
    }


def _pieces(
    adapter: AnyAdapter, position: Position, picture: int, words: Words
) -> list[dict[str, Any]]:
    return [_piece(thing, picture, words) for thing in adapter.things(position, picture)]


def _piece(thing: Thing, picture: int, words: Words) -> dict[str, Any]:
    stack = thing.stack or (thing.colour,)
    told = {
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
        return told
    return told | {
        "end_a_up": bool(picture & tilt(thing.cell)),
        "remaining": sand.remaining / 1000,
        "sand": sand.full / 1000,
        "running": sand.turned and not sand.dead,
        "turned": sand.turned,
        "dead": sand.dead,
    }


def _scale(adapter: AnyAdapter, position: Any) -> dict[str, Any] | None:
    """The senators of Forum Romanum on the popularity scale, which stand there in lamps alone."""
    if not isinstance(adapter, ForumRomanumAdapter):
        return None
    return {
        letter: {
            "field": senator.field,
            "cell": senator.cell,
            "steps": senator.steps,
            "colour": colour_text(senator.colour),
            "seat": senator.seat,
        }
        for letter, senator in adapter.senators(position).items()
    }


def _influence(adapter: AnyAdapter, position: Any) -> dict[str, Any] | None:
    """Each seat's influence on the fields of Revolution (RV-9), by cell, where there is some."""
    if not isinstance(adapter, RevolutionAdapter):
        return None
    by_cell = {adapter.overlay.cells[field]: position.influence(field) for field in FIELDS}
    return _by_text({cell: each for cell, each in by_cell.items() if any(each.values())})


def _by_text(cells: Mapping[int, Any]) -> dict[str, Any]:
    """The same with the cells as texts, as JSON wants its keys."""
    return {str(cell): value for cell, value in cells.items()}
