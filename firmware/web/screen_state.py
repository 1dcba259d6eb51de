"""What the snapshot tells under ``screen``, of a game that is played on screens; else it is None.

``id`` is the number of the game. ``levels`` are those of the computer's seats, ``taken`` the seats
that a browser holds. ``drops`` are the legal moves by where their piece comes from (a cell, or a
supply's ``moves``) and the cell where it is dropped; ``buttons`` those without a piece, and
``for_all`` the one that anybody may make. ``back`` are the seats for which the last move can be
taken back. ``last`` is where the last move led, ``from`` may be null, what was ``done``, as a
sentence, and what that has brought about.
"""

from typing import Any

from firmware.games.drops import Shown, find_screen_module
from firmware.output.moves import sentence
from firmware.output.prompts import names_of
from firmware.output.screen_prompts import screen_prompt
from firmware.play.line import spoken
from firmware.play.view import View
from firmware.web.news import ScreenState, TableState
from firmware.words import Words
from rules import Position


def screen_part(
    moment: TableState, screen: ScreenState, view: View, words: Words
) -> dict[str, Any]:
    """Return what is told of a game on a screen."""
    game, adapter, position = view.header.game, view.adapter, view.position
    shown = Shown(game, adapter, position, view.contacts.expected)
    drops: dict[str, dict[str, str]] = {}
    for move, source, target in shown.drops():
        drops.setdefault(str(source), {})[str(target)] = move
    made = {move for targets in drops.values() for move in targets.values()}
    others = [] if position.chance else [one for one in position.legal_moves() if one not in made]
    over = screen.abandoned or position.outcome is not None
    return {
        "id": screen.number,
        "levels": screen.levels,
        "taken": screen.taken,
        "proposal": screen.proposal and screen.proposal._asdict(),
        "paused": screen.paused,
        "abandoned": screen.abandoned,
        "over": over,
        "can_agree": screen.can_agree,
        "for_all": screen.for_all,
        "back": screen.back,
        "drops": {} if over else drops,
        "buttons": [] if over else others,
        "last": last_move(moment, len(moment.played) - 1, position, view, words),
    }


def prompt_of(screen: ScreenState, view: View, words: Words) -> str:
    """Return what a game on a screen waits for."""
    return screen_prompt(view, words, proposal=screen.proposal, abandoned=screen.abandoned)


def last_move(
    moment: TableState, ply: int, after: Position, view: View, words: Words
) -> dict[str, Any] | None:
    """Return where the move of this number led and what it has brought about by now.

    after: the position that it is told of. None for no move.
    """
    if not 0 < ply <= len(moment.lines):
        return None
    game, adapter = view.header.game, view.adapter
    before, picture = moment.played[ply - 1], moment.pictures[ply - 1]
    move = spoken(moment.lines[ply - 1])
    names = names_of(view.header, after, words)
    said = find_screen_module(game).happened(before, after, names, words)
    fields = adapter.fields(move)
    told = {"move": move, "done": sentence(game, before, move, names, words), "said": said}
    drop = Shown(game, adapter, before, picture).drop_of(move)
    if drop is not None:
        source = drop.source if isinstance(drop.source, int) else None
        return {**told, "from": source, "to": drop.target}
    ends = fields or (None,)
    return {**told, "from": ends[0] if len(ends) > 1 else None, "to": ends[-1]}
