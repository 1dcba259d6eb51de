"""What the snapshot tells under ``screen``, of a match that is played on screens; else it is None.

``id`` is the number of the match. ``levels`` are those of the computer's seats, ``taken`` the seats
that a browser holds. ``drops`` are the legal moves by where their piece comes from (a cell, or a
supply's ``moves``) and the cell where it is dropped; ``buttons`` those without a piece, and
``for_all`` the one that anybody may make. ``back`` are the seats for which the last move can be
taken back. ``last`` is as in the snapshot itself.
"""

from typing import Any

from firmware.games.drops import Shown
from firmware.match.rights import rights_of
from firmware.match.state import Match, Phase
from firmware.play.layout import Layout


def screen_part(number: int, match: Match, layout: Layout, last: Any) -> dict[str, Any]:
    """Return what is told of a match on a screen. last: of the snapshot."""
    position, seats = match.now, match.seats
    allowed = {seat: rights_of(match, (seat,)) for seat in seats.by_name}
    shown = Shown(match.header.game, layout.adapter, position, layout.picture)
    drops: dict[str, dict[str, str]] = {}
    for move, source, target in shown.drops():
        drops.setdefault(str(source), {})[str(target)] = move
    made = {move for targets in drops.values() for move in targets.values()}
    others = [] if position.chance else [one for one in position.legal_moves() if one not in made]
    proposal = match.proposal
    return {
        "id": number,
        "levels": seats.computers,
        "taken": tuple(name for name, seat in seats.by_name.items() if seat.holder),
        "proposal": proposal
        and {"what": proposal.what, "seats": proposal.seats, "waits_for": proposal.asked},
        "paused": match.clock.paused,
        "abandoned": match.phase is Phase.CLOSED,
        "over": match.over,
        "can_agree": any(not one.agree for one in allowed.values()),
        "for_all": match.for_all,
        "back": tuple(seat for seat, one in allowed.items() if not one.take_back),
        "drops": {} if match.over else drops,
        "buttons": [] if match.over else others,
        "last": last,
    }
