"""A table plays a seat of a match that is held elsewhere, whatever happens to the line between."""

import re
import stat
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.far_tables import AtFarTable, Line, through
from support.nightly import nightly_but
from support.online import serving
from support.screens_online import Browser, Follower, ScreenWeb

from firmware.app.errors import TableError
from firmware.app.far_link import FILE, FarLink, read_link
from firmware.match.commands import Correct, Play
from firmware.match.far import Ask, FarMatch
from firmware.match.followed import Followed
from firmware.match.match import apply, decide
from firmware.match.refusals import CommandError
from firmware.match.running import at_table
from firmware.match.state import HOST, TABLE
from firmware.output.prompts import prompt
from firmware.recognition.findings import Mismatch
from firmware.words import find_words, message_of
from hal import BUTTONS, Tune
from rules import NAMES, Header

ENGLISH = find_words("en", {})


class Meeting(NamedTuple):
    """A match of two on a server: Anna in a browser, and the link of the other seat.

    line: leads to the server.
    """

    anna: Browser
    number: int
    link: str
    line: Line


@pytest.fixture(scope="module")
def web(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ScreenWeb]:
    with ScreenWeb(tmp_path_factory.mktemp("host")) as running:
        yield running


@contextmanager
def meeting(web: ScreenWeb, game: str = "forum_romanum", clock: str = "") -> Iterator[Meeting]:
    anna = Browser(web)
    number = anna.post("/api/screen", game=game, names=["Anna", "Bram"], seats=[0, 0], here=False, clock=clock).json()[
        "id"
    ]
    (link,) = anna.post(f"/api/screen/{number}/links").json()["links"]
    with Line(web.port) as line:
        yield Meeting(anna, number, through(line, link["link"]), line)


@contextmanager
def met(web: ScreenWeb, folder: Path) -> Iterator[tuple[AtFarTable, Follower]]:
    """Bram's table and Anna's browser."""
    with meeting(web) as at, at.anna.follow(at.number) as anna, AtFarTable(folder, at.link, line=at.line) as bram:
        yield bram, anna


def any_move(follower: Follower) -> str:
    move: str = follower.state["legal"][0]
    return move


def test_a_move_elsewhere_is_shown_until_a_hand_has_made_it(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        assert prompt(bram.session.view, ENGLISH) == "Waiting for Anna."
        move = any_move(anna)
        anna.do(type="move", move=move)
        bram.until(lambda: bram.session.proposed == move)
        assert "please make this move" in prompt(bram.session.view, ENGLISH)
        bram.play(move)
        assert bram.lines == (move,)
        assert bram.session.proposed is None


def test_a_hand_that_makes_another_move_is_led_back(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        move, other = anna.state["legal"][:2]
        anna.do(type="move", move=move)
        bram.until(lambda: bram.session.proposed == move)
        bram.players.carry_out(bram.session.view, other)
        bram.until(lambda: isinstance(bram.session.view.trouble, Mismatch))
        assert not bram.lines
        bram.simulated.lift(bram.session.adapter.fields(other)[-1])
        bram.until(lambda: bram.session.view.trouble is None)
        bram.play(move)
        assert bram.lines == (move,)


def test_a_move_made_here_counts_when_the_host_has_it(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        own = at_turn_of_bram(bram, anna)
        bram.line.cut()
        bram.play(own)
        assert not bram.session.view.kept
        bram.until(lambda: bram.warned("no connection"))
        assert own not in anna.state["moves"]
        bram.line.mend()
        until_there(bram, anna, lambda state: own in state["moves"])
        bram.until(lambda: bram.session.view.kept)
        assert bram.warned("connected to the other players again")


class Overtaken:
    """A link whose host answers in the moment after somebody has looked at the match."""

    def __init__(self, link: FarLink) -> None:
        self._link = link
        self.held = link.held
        self.asked = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._link, name)

    def ask(self, ask: Ask) -> None:
        self.asked += 1
        self._link.ask(ask)

    def answer(self) -> bool | None:
        answer = self._link.answer()
        if answer is not None:
            self.held = self._link.held
        return answer


def test_an_answer_is_never_known_before_what_has_come_of_it(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        own = at_turn_of_bram(bram, anna)
        link = Overtaken(bram.link)
        bram.far._link = link  # type: ignore[assignment]
        bram.play(own)
        bram.until(lambda: bram.session.view.kept)
        assert link.asked == 1
        assert bram.lines[-1] == own


def at_turn_of_bram(bram: AtFarTable, anna: Follower) -> str:
    """Anna moves until it is Bram's turn; a move that he may make."""
    while bram.far.match.waits:
        move, plies = any_move(anna), len(anna.state["moves"])
        anna.ask({"type": "move", "move": move})
        until_there(bram, anna, lambda state: len(state["moves"]) > plies)  # noqa: B023
        bram.until(lambda: bram.session.proposed == move or len(bram.lines) > plies)  # noqa: B023
        if bram.session.proposed is not None:
            bram.play(move)
    return bram.session.position.legal_moves()[0]


def until_there(bram: AtFarTable, anna: Follower, holds: Callable[[dict[str, Any]], object]) -> None:
    """Let time pass at Bram's table until Anna sees something."""

    def seen() -> object:
        with suppress(TimeoutError):
            while True:
                anna.hear(0.001)
        return holds(anna.state)

    bram.until(seen)


def test_a_move_that_was_never_sent_is_sent_after_the_plug_was_pulled(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna:
        with AtFarTable(tmp_path, at.link) as bram:
            own = at_turn_of_bram(bram, anna)
            at.line.cut()
            bram.play(own)
            lines = bram.lines
        file = tmp_path / FILE
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert at.link.partition("#")[2] not in file.read_text()
        at.line.mend()
        with AtFarTable(tmp_path, at.link, bram.simulated) as again:
            assert again.lines == lines
            until_there(again, anna, lambda state: own in state["moves"])
            assert again.session.view.trouble is None


def test_what_is_taken_back_elsewhere_is_led_back_here(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        move = any_move(anna)
        anna.do(type="move", move=move)
        bram.until(lambda: bram.session.proposed == move)
        bram.play(move)
        anna.do(type="propose", what="take back")
        bram.until_asked()
        assert prompt(bram.session.view, ENGLISH).endswith("CONFIRM: yes, UNDO: no.")
        bram.key("CONFIRM")
        bram.until(lambda: bram.lines == ())
        until_there(bram, anna, lambda state: state["moves"] == [])
        bram.until(lambda: bram.session.view.trouble is not None)


def test_a_key_answers_no_question_that_nobody_can_have_read(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        anna.do(type="propose", what="abandon")
        bram.until(lambda: bram.session.view.answers)
        bram.key("CONFIRM")
        assert bram.simulated.log.tunes[-1][1] is Tune.REFUSED
        assert bram.session.view.answers
        bram.until_asked()
        bram.key("CONFIRM")
        bram.until(lambda: bram.session.match.over)


def test_who_resigns_here_loses_there(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        for _ in ("agree", "abandon", "resign"):
            bram.key("MENU")
        assert "Does Bram resign" in prompt(bram.session.view, ENGLISH)
        bram.key("CONFIRM")
        until_there(bram, anna, lambda state: state["screen"]["over"])
        bram.until(lambda: bram.table.lobby.session is None or bram.session.match.over)


def test_the_table_says_who_is_away_since_when_and_who_has_come(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, AtFarTable(tmp_path, at.link) as bram:
        bram.until(lambda: bram.session.view.away == "")
        assert prompt(bram.session.view, ENGLISH) == "Waiting for Anna, who is away."
        with at.anna.follow(at.number) as anna:
            bram.until(lambda: bram.warned("is at the game again"))
            assert prompt(bram.session.view, ENGLISH) == "Waiting for Anna."
            assert anna.until_you(lambda you: you["away"] == [])["since"] == {}
        bram.until(lambda: bram.warned("has left"))
        said = prompt(bram.session.view, ENGLISH)
        assert re.fullmatch(r"Waiting for Anna, away since \d\d:\d\d\.", said)
        played = [tune for _, tune in bram.simulated.log.tunes]
        assert played[-2:] == [Tune.PUT_RIGHT, Tune.WARNING]


@pytest.mark.parametrize("at_the_table", [True, False])
def test_a_rematch_leads_the_table_into_the_new_match(web: ScreenWeb, tmp_path: Path, *, at_the_table: bool) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna:
        with AtFarTable(tmp_path, at.link) as bram:
            anna.do(type="resign", seat="1")
            bram.until(lambda: bram.session.match.over)
            assert "CONFIRM: play once more" in prompt(bram.session.view, ENGLISH)
            if at_the_table:
                bram.key("CONFIRM")
                until_there(bram, anna, lambda state: state["screen"]["proposal"])
                anna.answer(yes=True)
            else:
                anna.do(type="propose", what="rematch")
                bram.until_asked()
                assert "would like to play once more" in prompt(bram.session.view, ENGLISH)
                bram.key("CONFIRM")
            bram.until(lambda: not bram.session.match.over)
            number = anna.until_you(lambda you: you["again"])["again"]
            assert bram.link.file.kept.number == number
        with at.anna.follow(number) as again, AtFarTable(tmp_path, at.link) as back:
            assert again.you["seats"] == ["2"]  # this time Bram begins
            back.play(any_move(again))
            until_there(back, again, lambda state: len(state["moves"]) == 1)


@pytest.mark.parametrize("game", nightly_but(NAMES, "hourglass", "manoeuvre"))
def test_at_a_table_of_keys_each_game_stands_as_elsewhere(web: ScreenWeb, tmp_path: Path, game: str) -> None:
    with (
        meeting(web, game) as at,
        at.anna.follow(at.number) as anna,
        AtFarTable(tmp_path, at.link, contacts=BUTTONS) as bram,
    ):
        for made in range(5):
            if bram.far.match.waits:
                rolls = anna.state["position"]["chance"]
                anna.ask({"type": "roll"} if rolls else {"type": "move", "move": any_move(anna)})
            elif not bram.session.position.chance:  # the host rolls
                bram.press(bram.session.position.legal_moves()[0])
            until_there(bram, anna, lambda state: len(state["moves"]) > made)  # noqa: B023
            bram.until(lambda: len(bram.lines) > made and bram.session.view.kept)  # noqa: B023
            assert bram.session.view.trouble is None
        assert Tune.REFUSED not in [tune for _, tune in bram.simulated.log.tunes]


def test_a_press_while_the_line_is_cut_counts_when_the_host_has_it(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna:
        with AtFarTable(tmp_path, at.link, line=at.line, contacts=BUTTONS) as bram:
            own, before = at_turn_of_bram(bram, anna), bram.lines
            at.line.cut()
            bram.until(lambda: bram.warned("no connection"))
            bram.press(own)
            assert not bram.session.view.kept
            bram.press(own)
            assert bram.simulated.log.tunes[-1][1] is Tune.REFUSED
            assert bram.lines == before
        at.line.mend()
        with AtFarTable(tmp_path, at.link, contacts=BUTTONS) as again:
            until_there(again, anna, lambda state: own in state["moves"])
            again.until(lambda: again.session.view.kept)
            assert again.lines == (*before, own)


def test_sand_in_two_places_is_refused(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web, "hourglass") as at, pytest.raises(TableError) as refused:
        AtFarTable(tmp_path, at.link)
    assert "sand at two places" in str(message_of(refused.value))


def test_a_table_whose_seat_was_given_away_says_so_and_keeps_its_move(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna, AtFarTable(tmp_path, at.link, line=at.line) as bram:
        own = at_turn_of_bram(bram, anna)
        bram.line.cut()
        bram.play(own)
        bram.until(lambda: bram.warned("no connection"))
        anna.until_you(lambda you: you["away"] == ["2"])
        web.let_pass(60)
        new = at.anna.post(f"/api/screen/{at.number}/links", new="2").json()["links"]
        secret = new[0]["link"].partition("#")[2]
        Browser(web).post(f"/api/screen/{at.number}/sit", secret=secret)
        bram.line.mend()
        bram.until(lambda: bram.warned("goes on without this table"))
        assert not bram.warned("connected to the other players again")
        assert bram.link.file.kept.unsent.moves == (own,)
        bram.key("MENU")
        assert bram.table.lobby.session is None


def test_where_somebody_sits_no_other_table_sits_down(web: ScreenWeb, tmp_path: Path) -> None:
    with (
        meeting(web) as at,
        AtFarTable(tmp_path / "a", at.link),
        pytest.raises(TableError, match="somebody else plays"),
    ):
        AtFarTable(tmp_path / "b", at.link)


def test_a_host_of_another_version_is_told_from_one_that_is_away(
    web: ScreenWeb, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Followed, "hello", {"type": "hello", "protocol": 99})
    with meeting(web) as at, pytest.raises(TableError, match="different versions"):
        AtFarTable(tmp_path, at.link)


def test_a_move_that_is_read_as_a_correction_may_be_the_one_that_is_owed() -> None:
    header = Header("forum_romanum", ("A", "B"), {})
    far = FarMatch(at_table(header, header.start()).match, ("2",), lambda _: None)
    for move in ("y@d4", "r@d5"):
        far.held = apply(far.held, decide(far.held, Play(len(far.held.lines) + 1, move), HOST, 0))
    far.do(Play(1, "y@d4"), TABLE, 0)
    with pytest.raises(CommandError):
        far.do(Correct(1, 1, "y@d6"), TABLE, 0)
    far.do(Correct(1, 1, "r@d5"), TABLE, 0)
    assert far.match.lines == ("y@d4", "r@d5")


def test_a_match_that_is_over_is_shown_as_it_ended(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna:
        with AtFarTable(tmp_path / "bram", at.link):
            anna.do(type="resign", seat="1")
        with AtFarTable(tmp_path / "bram", at.link) as bram:
            said = prompt(bram.session.view, ENGLISH)
            assert said.startswith("Bram won: the other side resigned. CONFIRM: play once more")
            bram.key("MENU")
            assert bram.table.lobby.session is None
        web.let_pass(60)
        with pytest.raises(TableError, match="this game is over"):
            AtFarTable(tmp_path / "carla", at.link)


@pytest.mark.nightly
def test_a_link_that_is_given_to_the_page_of_a_table_seats_it_there(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at, at.anna.follow(at.number) as anna, serving(tmp_path) as table, table.watching() as page:
        assert "no link of a seat" in page.refused({"type": "sit", "link": "http://x/y"})
        page.ask({"type": "sit", "link": at.link[:-4] + "none"})
        while page.hear() != "warn":
            pass
        assert "leads to no seat" in page.last["text"]
        page.ask({"type": "sit", "link": at.link})
        page.until(lambda state: state["game"] and state["game"]["players"] == ["Anna", "Bram"])
        assert "where the game is held" in page.refused({"type": "computer", "seats": ["2"]})
        while anna.state["position"]["to_move"] == "1":
            anna.do(type="move", move=any_move(anna))
        for number, move in enumerate(anna.state["moves"]):
            page.until(lambda state: "please make" in state["prompt"])
            page.move(move)
            assert page.state["moves"] == anna.state["moves"][: number + 1]
        own = page.until(lambda state: "place" in state["prompt"])["legal"][0]
        page.move(own)
        anna.until(lambda state: own in state["moves"])
        page.ask({"type": "new", "game": "revolution", "names": ["A", "B"]})
        anna.until_you(lambda you: you["away"] == ["2"])


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no link"),
        ("http://192.168.1.5/game/7", "no link"),
        ("ftp://192.168.1.5/game/7#0123456789abcdef", "no link"),
        ("https://example.org/game/x#0123456789abcdef", "no link"),
        ("http://example.org/game/7#0123456789abcdef", "should begin with https"),
    ],
)
def test_other_texts_are_no_links(text: str, why: str) -> None:
    with pytest.raises(TableError) as refused:
        read_link(text)
    assert why in ENGLISH.tell(message_of(refused.value))


def test_a_link_that_was_replaced_leads_nowhere(web: ScreenWeb, tmp_path: Path) -> None:
    with meeting(web) as at:
        at.anna.post(f"/api/screen/{at.number}/links", new="2")
        with pytest.raises(TableError) as refused:
            AtFarTable(tmp_path, at.link)
    assert "ask for a new one" in str(message_of(refused.value))


def test_a_game_is_called_off_and_ended_by_agreement_from_the_table(web: ScreenWeb, tmp_path: Path) -> None:
    with met(web, tmp_path) as (bram, anna):
        for _ in ("agree", "abandon"):
            bram.key("MENU")
        bram.key("CONFIRM")
        until_there(bram, anna, lambda state: state["screen"]["over"])
        bram.until(lambda: bram.session.match.ended)
        assert bram.session.match.ended is not None
        assert bram.session.match.ended.how == "aborted"
    with met(web, tmp_path / "again") as (bram, anna):
        bram.key("MENU")
        assert "Do you all agree" in prompt(bram.session.view, ENGLISH)
        bram.key("CONFIRM")
        until_there(bram, anna, lambda state: state["screen"]["proposal"])
        anna.answer(yes=True)
        bram.until(lambda: bram.session.match.over)
