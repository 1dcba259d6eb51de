"""Every cell of the state table: what each command does in each phase of a match."""

import pytest
from support.matches import Played, new_match

from firmware.match import refusals as why
from firmware.match.commands import Abort, Answer, Command, Correct, Play, Propose, Rename, Resign, RunClock, Sit
from firmware.match.events import Stopped, TakenBack
from firmware.match.match import evolve
from firmware.match.refusals import CommandError
from firmware.match.rights import REFUSED, rights_of
from firmware.match.seats import Seat, Seats
from firmware.match.state import TABLE, Match, Phase, Place
from hal.trace import SECOND

OPEN, DIE, STILL, OVER, CLOSED = Phase
PHASES = tuple(Phase)
NOW = 9 * SECOND
SCREEN = Place(TABLE.id, "screen")  # a browser that holds the same seats


def shared(match: Match) -> Match:
    """The same with both seats held by the people round one table."""
    seats = Seats({seat: Seat(0, TABLE.id) for seat in match.seats.by_name})
    return match._replace(seats=seats)


def in_phase(phase: Phase) -> Match:
    """A match between two, at one table, that is in this phase after a move or more."""
    if phase is DIE:
        played = Played(shared(new_match("manoeuvre")))
        played.do(Play(1, "roll 3"), TABLE)
        return played.match
    if phase is STILL:
        played = Played(shared(new_match("hourglass")))
        for number, move in enumerate(("start", "d-e"), 1):
            played.do(Play(number, move), TABLE, number * SECOND)
        old = played.match
        return evolve(old, Stopped(4000))
    played = Played(shared(new_match("forum_romanum")))
    played.do(Play(1, "y@d4"), TABLE)
    if phase is OVER:
        played.do(Propose("agree"), TABLE)
    elif phase is CLOSED:
        played.do(Propose("abandon"), TABLE)
    return played.match


def command_of(what: str, match: Match) -> Command:
    following = len(match.line.plies) + 1
    legal = match.now.legal_moves()
    move = legal[0] if legal else "y@d4"
    last = match.line.plies[-1]
    commands: dict[str, Command] = {
        "play": Play(following, move),
        "correct": Correct(1, following - 1, last.move, NOW),
        "take back": Propose("take back", 1),
        "agree": Propose("agree"),
        "abandon": Propose("abandon"),
        "rematch": Propose("rematch"),
        "resign": Resign(last.seat),
        "abort": Abort(),
        "answer": Answer(yes=True, number=1),
        "run": RunClock(),
        "sit": Sit(last.seat, 3),
        "rename": Rename(last.seat, "Sister"),
    }
    return commands[what]


def outcome(what: str, match: Match) -> Phase | str:
    """The phase to which a command leads, or the code of its refusal."""
    played = Played(match)
    try:
        events = played.do(command_of(what, match), TABLE, NOW)
    except CommandError as error:
        return error.code
    return played.match.phase if events else "no event"


TABLE_OF_STATES = {
    # what:    open             die              still            over             closed
    "play": (OPEN, DIE, why.PAUSED, why.OVER, why.CLOSED),
    "correct": (OPEN, DIE, why.PAUSED, OVER, why.CLOSED),
    "take back": (OPEN, why.FINAL, STILL, OPEN, why.CLOSED),
    "agree": (OVER, why.NO_AGREEMENT, why.NO_AGREEMENT, why.OVER, why.CLOSED),
    "abandon": (CLOSED, CLOSED, CLOSED, why.OVER, why.CLOSED),
    "resign": (CLOSED, CLOSED, CLOSED, why.OVER, why.CLOSED),
    "abort": (CLOSED, CLOSED, CLOSED, why.OVER, why.CLOSED),
    "rematch": (why.NOT_OVER, why.NOT_OVER, why.NOT_OVER, "no event", "no event"),
    "answer": (why.NOT_ASKED,) * 5,
    "run": ("no event", "no event", OPEN, why.OVER, why.CLOSED),
    "sit": (OPEN, DIE, STILL, why.OVER, why.CLOSED),
    "rename": (why.NOT_OVER, why.NOT_OVER, why.NOT_OVER, OVER, CLOSED),
}


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.value)
@pytest.mark.parametrize("what", TABLE_OF_STATES)
def test_each_cell_of_the_state_table(what: str, phase: Phase) -> None:
    match = in_phase(phase)
    assert match.phase is phase
    assert outcome(what, match) == TABLE_OF_STATES[what][PHASES.index(phase)]


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.value)
@pytest.mark.parametrize("what", REFUSED)
def test_what_the_table_refuses_is_no_right(what: str, phase: Phase) -> None:
    code = REFUSED[what].get(phase)
    if code is not None:
        assert rights_of(in_phase(phase), in_phase(phase).acts_for(SCREEN))[what] == code


def test_after_the_end_hands_at_the_table_alone_take_a_move_back() -> None:
    match = in_phase(OVER)
    with pytest.raises(CommandError, match=why.OVER):
        Played(match).do(Propose("take back"), SCREEN)
    assert Played(match).do(Propose("take back", 1), TABLE) == (TakenBack(2, "agree"),)


@pytest.mark.parametrize("phase", PHASES, ids=lambda phase: phase.value)
def test_time_passes_while_it_is_open_or_a_die_is_rolled(phase: Phase) -> None:
    played = Played(in_phase(phase))
    before = played.match
    assert played.running.wait(NOW) == ()
    assert played.match.phase is before.phase
    assert played.match.line == before.line
