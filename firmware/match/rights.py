"""The rights of places in a match: its state table, and the legal requests of a place.

======================  =========  ==========  ========  ==========  ==========
request                 open       die         still     over        closed
======================  =========  ==========  ========  ==========  ==========
play                    yes        die-first*  paused    over        closed
correct                 yes        yes         paused    yes         closed
take back               yes        yes         yes       over*       closed
agree, abandon, resign  yes        yes         yes       over        closed
abort                   yes        yes         yes       over        closed
rematch                 not-over   not-over    not-over  yes         yes
answer, withdraw        yes        yes         yes       yes         yes
sit                     yes        yes         yes       over        closed
rename                  not-over   not-over    not-over  yes         yes
run                     no event   no event    yes       over        closed
roll                    no-die     yes         paused    over        closed
hint                    yes        no-choice   paused    over        closed
======================  =========  ==========  ========  ==========  ==========

*: allowed for hands at the host's own table. A real die lies there, and a misread move may have
seemed to end the match. Each "yes" has further conditions, see ``_CONDITIONS``.
"""

from collections.abc import Callable, Collection, Mapping

from firmware.match import refusals as why
from firmware.match.refusals import CommandError
from firmware.match.state import Match, Phase, Place, trusted
from rules import AGREE, GameError

_OPEN, _DIE, _STILL = Phase.OPEN, Phase.DIE, Phase.STILL
_OVER, _CLOSED = {Phase.OVER: why.OVER}, {Phase.CLOSED: why.CLOSED}
_ENDED, _PAUSED = _OVER | _CLOSED, {_STILL: why.PAUSED}
_GOES_ON = dict.fromkeys((_OPEN, _DIE, _STILL), why.NOT_OVER)
REFUSED: Mapping[str, Mapping[Phase, str]] = {
    "play": {_DIE: why.DIE_FIRST} | _PAUSED | _ENDED,
    "correct": _PAUSED | _CLOSED,
    "take back": _ENDED,
    "agree": _ENDED,
    "abandon": _ENDED,
    "resign": _ENDED,
    "abort": _ENDED,
    "rematch": _GOES_ON,
    "answer": {},
    "withdraw": {},
    "sit": _ENDED,
    "rename": _GOES_ON,
    "run": _ENDED,
    "roll": {_OPEN: why.NO_DIE} | _PAUSED | _ENDED,
    "hint": {_DIE: why.NO_CHOICE} | _PAUSED | _ENDED,
}
"""The code of each refusal by request and phase, as in the table above.

A pair that is missing here is subject to the conditions below."""

_BY_HANDS = {"play": why.DIE_FIRST, "take back": why.OVER}
"""The refusals that do not hold for hands at the host's own table."""


def check(match: Match, what: str, place: Place) -> tuple[str, ...]:
    """Return the seats for which a place makes a request. Raise CommandError if it is refused.

    what: the request, a key of :data:`REFUSED`.
    """
    own = match.acts_for(place)
    _check(match, what, own, hands=trusted(place))
    return own


def _check(match: Match, what: str, own: Collection[str], *, hands: bool) -> None:
    """Raise CommandError if a request for these seats is refused. hands: see `trusted`."""
    if not own:
        raise CommandError(why.NOT_SEATED)
    phase = match.phase
    refused = REFUSED[what].get(phase)
    if refused is not None and not (hands and refused == _BY_HANDS.get(what)):
        raise CommandError(refused)
    _CONDITIONS[what](match, own)


def plies_back(match: Match, own: Collection[str], plies: int = 0) -> int:
    """Return the number of moves to take back. Raise CommandError if that is impossible.

    plies: the wanted number; 0 for all up to the last move of the seats in `own`, with it.
    """
    for back, ply in enumerate(reversed(match.line.plies), 1):
        if ply.final:
            raise CommandError(why.FINAL)
        if back == plies or (not plies and ply.seat in own):
            return back
    raise CommandError(why.NOTHING)


def _anything(_match: Match, _own: Collection[str]) -> None:
    """Allow a request always."""


def _turn(match: Match, own: Collection[str]) -> None:
    seat = match.now.mover
    if seat not in own and match.for_all is None:
        raise CommandError(why.NOT_YOUR_TURN, seat=seat or "")


def _unasked(match: Match, _own: Collection[str]) -> None:
    if match.proposal is not None:
        raise CommandError(why.ASKED_ALREADY)


def _take_back(match: Match, own: Collection[str]) -> None:
    plies_back(match, own)
    _unasked(match, own)


def _agree(match: Match, own: Collection[str]) -> None:
    _unasked(match, own)
    try:
        match.now.play(AGREE)
    except GameError:
        raise CommandError(why.NO_AGREEMENT) from None


def _answer(match: Match, own: Collection[str]) -> None:
    proposal = match.proposal
    if proposal is None or not set(proposal.asked) & set(own):
        raise CommandError(why.NOT_ASKED)


def _withdraw(match: Match, own: Collection[str]) -> None:
    proposal = match.proposal
    if proposal is None or not set(proposal.seats) & set(own):
        raise CommandError(why.NOT_ASKED)


def _resign(match: Match, own: Collection[str]) -> None:
    """Refuse for a seat that was taken over, as its player must not lose for another player.

    Such a player may propose to abandon the match.
    """
    if len(match.seats.by_name) > 2:
        raise CommandError(why.RESIGN_SIDES)
    if any(match.seats.by_name[seat].taken for seat in own):
        raise CommandError(why.TAKEN)


def _abort(match: Match, _own: Collection[str]) -> None:
    if match.all_have_moved:
        raise CommandError(why.TOO_LATE)


def _hint(match: Match, own: Collection[str]) -> None:
    _turn(match, own)
    if not match.now.legal_moves():
        raise CommandError(why.NO_CHOICE)


_CONDITIONS: Mapping[str, Callable[[Match, Collection[str]], None]] = {
    "play": _turn,
    "correct": _anything,
    "take back": _take_back,
    "agree": _agree,
    "abandon": _unasked,
    "resign": _resign,
    "abort": _abort,
    "rematch": _unasked,
    "answer": _answer,
    "withdraw": _withdraw,
    "sit": _anything,
    "rename": _anything,
    "run": _anything,
    "roll": _turn,
    "hint": _hint,
}


def rights_of(match: Match, own: Collection[str], *, hands: bool = False) -> dict[str, str]:
    """Return the refusal code of each request for these seats. hands: at the host's own table."""
    return {what: _code(match, what, own, hands=hands) for what in REFUSED}


def allowed(match: Match, own: Collection[str]) -> tuple[str, ...]:
    """Return the names of the allowed requests for these seats. Requests for hands or the host alone are left out."""
    codes = rights_of(match, own)
    return tuple(
        what.replace(" ", "_") for what, code in codes.items() if not code and what not in ("correct", "rename")
    )


def may(match: Match, what: str, place: Place) -> bool:
    """Whether a request of a place is allowed."""
    return not _code(match, what, match.acts_for(place), hands=trusted(place))


def _code(match: Match, what: str, own: Collection[str], *, hands: bool) -> str:
    try:
        _check(match, what, own, hands=hands)
    except CommandError as error:
        return error.code
    return ""
