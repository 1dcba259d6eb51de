"""A session without a table: events in, effects out."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.at_table import ENGLISH, NAMES, taken_up
from support.small_hourglass import SMALL

from firmware.games import Gesture, find_adapter
from firmware.match.events import Ended, Played, Ran, TakenBack
from firmware.match.running import IN_MEMORY, Keeper
from firmware.opponents import USUAL
from firmware.output.prompts import prompt
from firmware.play.effects import Effect, Play, Warn
from firmware.play.hands import SAND_WAITS
from firmware.play.session import Session
from firmware.play.view import Deviation, Menu
from firmware.recognition.findings import Mismatch
from firmware.sensing.events import Key, Kind, Touch
from hal import CELLS, NO_CONTACTS, Contacts, Tune, members, reed, tilt
from hal.trace import SECOND
from rules import make_header

TENTH = SECOND // 10


class Direct:
    """A session told of touches and of time; what it said stands in `told`."""

    def __init__(
        self,
        game: str = "forum_romanum",
        players: int = 3,
        lines: Sequence[str] | None = None,
        milliseconds: int = 0,
        *,
        options: Mapping[str, str] | None = None,
        stays: bool = True,
        standing: Contacts | None = None,
    ) -> None:
        header = make_header(game, NAMES[:players], options)
        start = header.start(lambda _: SMALL)
        self.adapter = find_adapter(start, game)
        self.session = Session(
            taken_up(header, start, lines or (), milliseconds), self.adapter, stays=stays, resumed=lines is not None
        )
        self.closed = self.session.view.contacts.expected if standing is None else standing
        self.at = SECOND
        self.effects = self.session.begin(self.closed, self.at)

    def wait(self, seconds: float) -> None:
        """Let time pass in steps of a tenth of a second."""
        until = self.at + int(seconds * SECOND)
        while self.at < until:
            self.at = min(self.at + TENTH, until)
            self.effects += self.session.wait(self.at)

    def touch(self, kind: Kind, cell: int) -> None:
        contact = tilt(cell) if kind in (Kind.A_UP, Kind.B_UP) else reed(cell)
        if kind in (Kind.PLACE, Kind.A_UP):
            self.closed |= contact
        elif kind in (Kind.LIFT, Kind.B_UP):
            self.closed &= ~contact
        self.effects += self.session.feed(Touch(self.at, kind, cell))
        self.wait(0.1)

    def flip(self, contacts: Contacts) -> None:
        """Let contacts change: first those that open, as pieces leave before they arrive.

        A glass that is only turned is lifted for that.
        """
        opening, closing = contacts & self.closed, contacts & ~self.closed
        for some, moved, turn in ((opening, Kind.LIFT, Kind.B_UP), (closing, Kind.PLACE, Kind.A_UP)):
            for contact in members(some):
                if contact >= CELLS and not contacts >> contact % CELLS & 1:
                    self.touch(Kind.LIFT, contact % CELLS)
                    self.touch(Kind.PLACE, contact % CELLS)
                self.touch(turn if contact >= CELLS else moved, contact % CELLS)

    def make(self, move: str) -> None:
        """Make a move as its gesture says, and let it be understood."""
        view = self.session.view
        gestures = self.adapter.gestures(view.position, view.contacts.expected)
        way: Gesture = next(way for way in gestures if way.move == move)
        for cell in members(way.presses):
            self.touch(Kind.PRESS, cell)
            self.touch(Kind.RELEASE, cell)
        self.flip(way.flips)
        self.wait(1)

    def key(self, name: str) -> list[Effect]:
        """Press a key, and return what followed at once."""
        effects = self.session.feed(Key(self.at, name))
        self.effects += effects
        self.wait(0.1)
        return effects

    def cell(self, field: str) -> int:
        return self.adapter.overlay.cells[field]

    def tell(self, kind: type[Effect]) -> list[Effect]:
        return [effect for effect in self.effects if isinstance(effect, kind)]

    @property
    def moves(self) -> list[str]:
        return [ply.line for ply in self.session.plies]


class _Full(Keeper):
    """A keeper whose disk is full."""

    kept = False


def test_the_tone_that_confirms_a_move_sounds_once_it_is_on_the_disk() -> None:
    at = Direct()
    at.session.running.keeper = _Full()
    at.make("y@d4")
    at.make("b@e5")
    assert at.session.match.lines == ("y@d4", "b@e5")
    assert not at.tell(Play)
    assert not at.session.view.kept
    at.session.running.keeper = IN_MEMORY
    at.wait(1)
    assert at.tell(Play) == [Play(Tune.ACCEPTED)]
    at.make("r@c3")
    assert at.tell(Play) == [Play(Tune.ACCEPTED)] * 2


@pytest.mark.parametrize("presses", [1, 2])  # it is ended by agreement, or abandoned
def test_the_tone_of_the_end_sounds_once_the_end_is_on_the_disk(presses: int) -> None:
    at = Direct(stays=False)
    at.make("y@d4")
    for _ in range(presses):
        at.key("MENU")
    at.session.running.keeper = _Full()
    at.key("CONFIRM")
    assert at.session.match.over
    assert Play(Tune.GAME_OVER) not in at.effects
    at.session.running.keeper = IN_MEMORY
    at.wait(1)
    assert at.effects.count(Play(Tune.GAME_OVER)) == 1


def test_undo_takes_the_last_move_back_and_shows_the_way() -> None:
    at = Direct()
    at.make("y@d4")
    assert at.key("UNDO") == [TakenBack(1, "y@d4"), Play(Tune.TAKEN_BACK)]
    view = at.session.view
    assert view.last is None
    assert view.contacts == Deviation(expected=NO_CONTACTS, extra=reed(at.cell("d4")))
    assert isinstance(view.trouble, Mismatch)
    at.touch(Kind.LIFT, at.cell("d4"))
    assert at.effects[-1] == Play(Tune.PUT_RIGHT)
    assert at.key("UNDO") == [Play(Tune.REFUSED)]


def test_menu_asks_to_give_up_only_where_another_game_may_follow() -> None:
    assert Direct("revolution", 2).key("MENU") == [Play(Tune.REFUSED)]
    at = Direct("revolution", 2, stays=False)
    asked: list[Menu | None] = []
    for _ in range(3):
        assert at.key("MENU") == ([] if len(asked) == 2 else [Play(Tune.QUESTION)])
        asked.append(at.session.view.menu)
        assert at.session.pending == (asked[-1] is not None)
    assert asked == [Menu.ABANDON, Menu.RESIGN, None]
    at.key("MENU")
    (ended, tune) = at.key("CONFIRM")
    assert isinstance(ended, Ended)
    assert ended.outcome is None
    assert tune == Play(Tune.GAME_OVER)
    assert at.session.abandoned


@given(st.integers(0, 3))
def test_the_side_to_move_can_resign_and_then_no_touch_is_a_move(moves: int) -> None:
    at = Direct("revolution", 2, stays=False)
    for move in ("N@c3", "V@b5", "B@d1")[:moves]:
        at.make(move)
    seats = at.session.position.seats
    resigns = at.session.position.to_move
    at.key("MENU")
    at.key("MENU")
    name = dict(zip(seats, NAMES, strict=False))[resigns or ""]
    assert prompt(at.session.view, ENGLISH).startswith(f"Does {name} resign, ")
    (ended, _) = at.key("CONFIRM")
    assert isinstance(ended, Ended)
    assert ended.outcome is not None
    assert {resigns, *ended.outcome.winners} == set(seats)
    assert " won: the other side resigned." in prompt(at.session.view, ENGLISH)
    for cell in (at.cell("c3"), at.cell("e5")):
        at.flip(reed(cell))
        at.wait(2)
    assert len(at.moves) == moves
    assert at.key("UNDO") == at.key("CONFIRM") == []
    assert at.session.due is None


def test_where_more_than_two_play_the_computer_plays_on_for_who_resigns() -> None:
    at = Direct(players=3, stays=False)
    at.make("y@d4")
    asked = []
    for _ in range(3):
        at.key("MENU")
        asked.append(at.session.view.menu)
    assert asked == [Menu.AGREE, Menu.ABANDON, Menu.LEAVE]
    assert prompt(at.session.view, ENGLISH).startswith("Does Bram stop, ")
    assert at.key("CONFIRM")[-1] == Play(Tune.ACCEPTED)
    assert at.session.match.seats.computers == {"2": USUAL}
    assert at.session.running.level == USUAL


# Sand


@pytest.fixture
def sand() -> Direct:
    """The six glasses are turned over, so the sand has run for a moment."""
    at = Direct("hourglass", 2)
    at.make("start")
    return at


def now_of(at: Direct) -> int:
    """How far the game's own time has come, in milliseconds."""
    now: int = at.session.position.now  # type: ignore[attr-defined]
    return now


def test_a_move_that_is_begun_holds_up_the_sand_for_a_while(sand: Direct) -> None:
    sand.touch(Kind.LIFT, sand.cell("d"))
    lifted = now_of(sand)
    sand.wait(SAND_WAITS / SECOND - 0.3)
    assert now_of(sand) == lifted
    sand.wait(0.6)
    assert now_of(sand) > lifted + 2_000


def test_undoing_the_first_move_stops_the_sand_and_the_next_begins_anew(sand: Direct) -> None:
    sand.wait(20)
    assert sand.key("UNDO")[-1] == Play(Tune.TAKEN_BACK)
    assert sand.session.due != 0
    sand.flip(sand.closed ^ sand.session.view.contacts.expected)
    sand.wait(30)
    assert not sand.session.pending
    sand.effects.clear()
    sand.make("start")
    sand.wait(1)
    assert now_of(sand) < 3_000
    sand.wait(5)
    assert [effect.milliseconds // 1000 for effect in sand.effects if isinstance(effect, Ran)] == [5]


def ended_by_time(keeper: Keeper = IN_MEMORY) -> Direct:
    """All glasses of a seat are dead: nobody moved them for two minutes."""
    at = Direct("hourglass", 2)
    at.session.running.keeper = keeper
    for move in ("start", "d-e", "D-E"):
        at.make(move)
    at.wait(125)
    return at


def test_time_alone_ends_a_game_and_its_second_is_in_the_record() -> None:
    at = ended_by_time()
    (ended,) = at.tell(Ended)
    assert isinstance(ended, Ended)
    assert ended.line is not None
    assert ended.line.startswith("12")
    assert len(at.session.match.lines) == 4
    assert at.session.match.lines[-1] == ended.line
    assert at.session.view.contacts.missing == at.session.view.contacts.extra == 0


def test_a_game_taken_up_again_stands_still_until_somebody_lets_it_run_on() -> None:
    at = Direct("hourglass", 2, ["start"], 7_000)
    assert at.session.view.paused
    assert at.session.due != 0
    at.wait(10)
    assert now_of(at) == 7_000
    assert at.key("CONFIRM") == [Play(Tune.ACCEPTED)]
    assert not at.session.view.paused
    at.wait(1)
    assert 7_900 <= now_of(at) <= 8_100


def test_a_game_taken_up_again_goes_on_with_the_next_move_at_its_own_second() -> None:
    at = Direct("hourglass", 2, ["start"], 7_000)
    at.wait(10)
    at.make("d-e")
    assert at.moves == ["start", "7.1 d-e"]
    (kept,) = at.tell(Played)
    assert isinstance(kept, Played)
    assert 7_100 <= kept.clock < 8_000


def test_sand_is_not_let_run_on_before_the_pieces_stand_as_they_should() -> None:
    at = Direct("hourglass", 2, ["start"], 7_000, standing=NO_CONTACTS)
    assert at.key("CONFIRM") == [Play(Tune.REFUSED)]
    assert at.session.view.paused
    at.flip(at.session.view.contacts.expected)
    assert at.session.view.paused
    assert at.key("CONFIRM") == [Play(Tune.ACCEPTED)]
    assert not at.session.view.paused


def warned_at(at: Direct, seconds: int) -> list[int]:
    """The seconds from now at which a glass was warned of."""
    begun, warned = at.at, []
    for _ in range(seconds):
        at.effects.clear()
        at.wait(1)
        if Play(Tune.WARNING) in at.effects:
            warned.append((at.at - begun) // SECOND)
    return warned


def test_sand_that_runs_out_is_warned_of_but_not_where_it_is_safe_in_the_goal() -> None:
    """Pink's A stands in white's row and runs out at 102 s, pink's B and C do at 120 s."""
    lines = ["start", "5 d-m", "6 m-n", "26 D-m", "31 a-d", "51 A-a", "56 b-n"]
    at = Direct("hourglass", 2, lines, 56_000, options={"board": "small.toml"})
    assert at.session.position.to_move == "pink"
    at.key("CONFIRM")
    assert warned_at(at, 60) == [54]


def test_a_turn_that_will_pass_by_itself_is_warned_of_and_blinks() -> None:
    at = Direct("hourglass", 2, ["start"], 1_000, options={"turn": "20"})
    at.key("CONFIRM")
    assert at.session.view.left == {"white": 19}
    at.wait(13)
    assert not at.session.view.hurries
    assert Play(Tune.WARNING) not in at.effects
    at.wait(2)
    assert at.session.view.hurries
    assert [one.values for one in at.effects if isinstance(one, Warn)] == [{"seconds": 5}]
    at.wait(10)
    assert at.session.position.to_move == "pink"
    assert not at.session.view.hurries
    assert at.effects.count(Play(Tune.WARNING)) == 1


def test_a_button_that_stays_down_is_told_once_and_told_again_when_it_is_up() -> None:
    at = Direct()
    cell = at.cell("d4")
    at.touch(Kind.PRESS, cell)
    at.wait(9)
    assert not any(isinstance(one, Warn) for one in at.effects)
    at.wait(60)
    (stuck,) = (one for one in at.effects if isinstance(one, Warn))
    told = str(stuck.values["field"]), stuck.about, stuck.over
    assert told == ("d4", f"button {cell}", False)
    at.touch(Kind.RELEASE, cell)
    assert isinstance(at.effects[-1], Warn)
    assert at.effects[-1].over
    assert at.moves == []
