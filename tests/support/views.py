"""Views made by hand, for the tests of what is shown of them."""

from typing import Any

from firmware.games import find_adapter
from firmware.play.view import Deviation, View
from rules import make_header

PLAYERS = ("Anna", "Bram", "Carla")


def view_of(game: str, *moves: str, players: int = 2, **parts: Any) -> View:
    """What a game shows after these moves, with some parts of its view given."""
    header = make_header(game, PLAYERS[:players])
    start = position = header.start()
    for move in moves:
        position = position.play(move)
    adapter = find_adapter(start, game)
    return View(
        header=header,
        adapter=adapter,
        position=position,
        last=moves[-1] if moves else None,
        **({"contacts": Deviation(adapter.start(start)), "highlight": {}} | parts),
    )


def cell_of(view: View, field: str) -> int:
    return view.adapter.overlay.cells[field]
