"""Computers move in no clock that stands, with nothing begun, and never for a person."""

import random
from concurrent.futures import Future
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from support.keyed import at_keys
from support.matches import new_match
from support.timed_matches import Timed, matches

from firmware.app.computers import Computer, Deed, Mover
from firmware.app.thinker import Question
from firmware.match.commands import Answer, Play, Propose
from firmware.match.match import decide
from firmware.match.running import Running
from firmware.match.state import COMPUTER, HOST
from firmware.opponents import Advice
from rules import find_game


class Noting(Mover):
    """Makes nothing, and notes what it should make. begun: whether a move is begun there."""

    def __init__(self, running: Running, *, begun: bool = False) -> None:
        self._running, self._begun = running, begun
        self.deeds: list[Deed] = []

    @property
    def running(self) -> Running:
        return self._running

    def ready(self, at: int) -> bool:
        return at > 0 and not self._begun

    def make(self, deed: Deed, at: int) -> None:
        assert at
        self.deeds.append(deed)


class Hasty:
    """Thinks of the last legal move at once, and agrees to every end for these seats."""

    def __init__(self, *agreed: int) -> None:
        self._agreed = agreed

    def ask(self, question: Question) -> "Future[Advice]":
        position = find_game(question.game).position(question.position)
        move, future = position.legal_moves()[-1], Future[Advice]()
        future.set_result(Advice(move, 0, (1.0,), (move,), (), self._agreed))
        return future


def deeds(played: Timed, *, begun: bool = False, agreed: tuple[int, ...] = ()) -> list[Deed]:
    mover = Noting(played.running, begun=begun)
    Computer(Hasty(*agreed), random.Random(1)).look(mover, played.now)
    return mover.deeds


@given(matches(), st.booleans())
def test_what_computers_do_they_may_do_for_themselves(played: Timed, begun: bool) -> None:
    played.running.wait(played.now)
    match, people = played.match, played.match.seats.people
    stands = match.over or match.paused or (match.for_all is not None and people)
    for deed in (done := deeds(played, begun=begun, agreed=(0, 1, 2, 3, 4, 5))):
        roll = isinstance(deed, Play) and match.now.chance
        decide(match, deed, HOST if roll else COMPUTER, played.now)
        if not isinstance(deed, Answer):
            assert match.now.mover in match.seats.computers
            assert not begun
            assert not stands
            assert isinstance(deed, Play) or not people
    if match.now.mover in match.seats.computers and not (begun or stands):
        assert len(done) == 1


def test_computers_alone_end_a_game_that_leads_nowhere_if_all_agree() -> None:
    played = Timed(new_match("forum_romanum", 2, "33"))
    assert deeds(played, agreed=(0, 1)) == [Propose("agree")]
    assert isinstance(deeds(played, agreed=(0,))[0], Play)
    assert isinstance(deeds(Timed(new_match("forum_romanum", 2, "30")), agreed=(0, 1))[0], Play)


def test_at_a_table_of_keys_they_wait_for_people_to_start_the_sand_and_to_let_it_run_on(tmp_path: Path) -> None:
    with at_keys(tmp_path, "hourglass", computers={"white": 1, "pink": 1}) as at:
        at.session.seat({"pink": 1}, 0)
        at.run(4)
        assert (at.moves, at.view.proposed) == ([], None)
        at.key("CONFIRM")
        at.play(at.session.position.legal_moves()[0])
        at.session.seat({"white": 1, "pink": 1}, 0)
        at.run(3)
        assert len(at.moves) > 2
    with at_keys(tmp_path, "hourglass", new=False) as at:
        at.key("CONFIRM")
        made = at.moves
        at.run(4)
        assert at.view.paused
        assert (at.moves, at.view.proposed) == (made, None)
        at.key("CONFIRM")
        at.run(5)
        assert len(at.moves) > len(made)
