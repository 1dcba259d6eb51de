"""What holds for every match, in all four games, by all numbers of players, whatever is asked."""

from hypothesis import given
from support.timed_matches import Timed, matches

from firmware.match.commands import Abort, Answer, Command, Play, Propose, Resign, RunClock
from firmware.match.events import Begun, TakenBack
from firmware.match.events import Played as MovePlayed
from firmware.match.match import apply, decide, evolve, fold
from firmware.match.rights import rights_of
from firmware.match.state import COMPUTER, HOST, TABLE, Match, Phase, Place, trusted
from firmware.storage.log import read_events, write_events
from rules import GameError


@given(matches())
def test_a_match_is_what_has_happened_in_it(played: Timed) -> None:
    """A log of batches folds to an equal match, but for the time that has passed since."""
    match, begun = played.match, Begun(played.first.seats)
    kept = [write_events(events) for events in ((begun,), *(one.events for one in played.batches))]
    log = map(read_events, kept)
    again = fold(played.first.header, match.line.start, log)
    assert again.over == match.over
    assert again._replace(now=match.line.start) == match._replace(now=match.line.start)
    assert [batch.seq for batch in played.batches] == list(range(1, match.seq + 1))


@given(matches())
def test_to_take_a_move_back_undoes_it(played: Timed) -> None:
    match = played.match
    if match.phase not in (Phase.OPEN, Phase.DIE):
        return
    legal = match.now.legal_moves()
    if not legal:
        return
    events = decide(match, Play(len(match.line.plies) + 1, legal[0]), HOST, played.now)
    moved = apply(match, events)
    assert isinstance(events[0], MovePlayed)
    back = evolve(moved, TakenBack(events[0].ply, events[0].line))
    plies = match.line.plies
    if plies and back.line.plies[-1].final:  # sand can be turned back once
        plies = (*plies[:-1], plies[-1]._replace(final=True))
    assert back.line.plies == plies
    assert back.now == match.line.later(events[0].milliseconds)
    assert (back.seats, back.ended, back.proposal) == (match.seats, match.ended, None)


ASKED: dict[str, Command] = {
    "take back": Propose("take back"),
    "agree": Propose("agree"),
    "abandon": Propose("abandon"),
    "abort": Abort(),
    "rematch": Propose("rematch"),
    "run": RunClock(),
}


@given(matches())
def test_rights_allow_exactly_what_is_accepted(played: Timed) -> None:
    match = played.match
    places = [Place(seat, "screen") for seat in match.seats.by_name]
    for by in (*places, Place("nobody", "screen"), HOST, COMPUTER, TABLE):
        allowed = rights_of(match, match.acts_for(by), hands=trusted(by))
        for name, command in ASKED.items():
            assert refusal(match, command, by, played.now) == allowed[name], name
        number = 0 if match.proposal is None else match.proposal.number
        assert refusal(match, Answer(yes=True, number=number), by, played.now) == allowed["answer"]
        for seat in match.acts_for(by)[:1]:
            assert refusal(match, Resign(seat), by, played.now) == allowed["resign"]
        if not allowed["withdraw"]:
            assert not refusal(match, Answer(yes=False, number=number), by, played.now)
        for move in match.now.legal_moves()[:1]:
            play = Play(len(match.line.plies) + 1, move)
            assert refusal(match, play, by, played.now) == allowed["play"]


def refusal(match: Match, command: Command, by: Place, at: int) -> str:
    """The code with which a command is refused, "" where it is accepted."""
    try:
        decide(match, command, by, at)
    except GameError as error:
        return getattr(error, "code", "") or repr(error)
    return ""
