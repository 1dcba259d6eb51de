"""From how a game on a screen stands to one line of words: what it waits for."""

from firmware.games.drops import find_screen_module
from firmware.output.prompts import names_of, prompt
from firmware.play.screen_game import Proposal
from firmware.play.view import View
from firmware.words import Text, Words, say

_PROPOSED = {
    "take back": say("{name} would like to take the last move back."),
    "agree": say("{name} asks: do all agree to end the game here?"),
    "abandon": say("{name} would like to give this game up."),
}


def screen_prompt(
    view: View, words: Words, *, proposal: Proposal | None = None, abandoned: bool = False
) -> str:
    """Return a line that says what a game on a screen waits for, in these words."""
    told = _told(view, words, proposal, abandoned=abandoned)
    return told[:1].upper() + told[1:]  # it may begin with the name of a player or of a seat


def _told(view: View, words: Words, proposal: Proposal | None, *, abandoned: bool) -> str:
    position = view.position
    if abandoned:
        return words("This game was given up.")
    if position.outcome is not None or position.to_move is None:
        return prompt(view, words)
    names = names_of(view.header, position, words)
    if proposal is not None:
        return words(_PROPOSED[proposal.what], name=names[proposal.seats[0]])
    if view.paused:
        return words("The sand is paused: let it run on when everyone is ready.")
    turn = find_screen_module(view.header.game).turn_on_screen(position) or view.adapter.turn(
        position
    )
    told = turn if isinstance(turn, Text) else Text(turn, {})
    return words(told.text, **told.values, name=names[position.to_move])
