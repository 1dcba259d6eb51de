"""One game after another: what the keys begin, end and give up, and what comes back after a cut."""

import random
from collections.abc import Sequence

import pytest
from support.at_table import ENGLISH, NAMES, in_memory, taken_up
from support.scans import run_until

from firmware.app.loop import Loop
from firmware.games import find_adapter
from firmware.match.events import Distrusted, Ended, Played, Ran
from firmware.match.far import FarMatch
from firmware.match.match import evolve
from firmware.match.running import at_table
from firmware.output.display import display
from firmware.output.prompts import prompt
from firmware.play.effects import Effect, GameBegun, Warn
from firmware.play.lobby import GAME_CELLS, NUMBER_CELLS, Choice, Lobby, Offer
from firmware.play.session import Session
from firmware.play.view import View
from hal import CELLS, NO_CONTACTS, TILTS, Contacts, contacts_of, members, reed, reeds_of
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import NAMES as RULES
from rules import Header, find_game, load_nothing, make_header


class AtLobby:
    """A simulated table where more than one game may be played."""

    def __init__(
        self,
        *,
        game: str | None = None,
        players: int = 3,
        offer: Offer | None = None,
        standing: Contacts = NO_CONTACTS,
        address: str = "",
    ) -> None:
        self.table = SimulatedTable(bounce=0)
        self.table.set_up(reeds_of(standing))
        self.effects: list[Effect] = []
        header = make(game, players) if game is not None else None
        self.lobby = Lobby(in_memory, make, load_nothing, header=header, offer=offer, address=lambda: address)
        self.loop = Loop(self.table.ports, self.lobby, self.effects.append)
        self.advance(0.1)

    def advance(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def act(self, script: str) -> None:
        """Keys by name, ``+d4 -d4`` for pieces, a game's name or a number to choose, ``.``."""
        for word in script.split():
            if word.isupper():
                self.table.press_key(word)
            elif word[0] in "+-":
                cell = self.session.adapter.overlay.cells[word[1:]]
                (self.table.place if word[0] == "+" else self.table.lift)(cell)
            elif word != ".":
                cells = {name: cell for cell, name in GAME_CELLS.items()}
                cells |= {str(number): cell for cell, number in NUMBER_CELLS.items()}
                if self.lobby.session is not None:
                    cells = dict(self.session.adapter.overlay.cells)
                self.table.press(cells[word])
            self.advance(0.4)

    def set_out(self) -> None:
        expected, missing, *_ = self.session.view.contacts
        for cell in members(missing | expected & TILTS):
            if cell >= CELLS:
                self.table.turn(cell - CELLS, end_a_up=True)
            else:
                self.table.place(cell)
        self.advance(0.4)

    @property
    def session(self) -> Session:
        assert self.lobby.session is not None
        return self.lobby.session

    @property
    def choice(self) -> Choice:
        view = self.lobby.view
        assert isinstance(view, Choice)
        return view

    @property
    def prompt(self) -> str:
        return prompt(self.lobby.view, ENGLISH)

    def heard(self, kind: type[Effect]) -> list[Effect]:
        return [effect for effect in self.effects if isinstance(effect, kind)]


def make(game: str, players: int) -> Header:
    options = find_game(game).draw_options({}, random.Random(1))
    return make_header(game, NAMES[:players], options)


def offer(game: str, moves: Sequence[str], milliseconds: int = 0) -> Offer:
    header = make(game, find_game(game).players[0])
    return Offer(7, taken_up(header, header.start(), moves, milliseconds))


@pytest.mark.parametrize("game", RULES)
def test_every_game_can_be_chosen_set_up_and_begun(game: str) -> None:
    at_lobby = AtLobby()
    at_lobby.act(f"{game} CONFIRM")
    at_lobby.set_out()
    assert not at_lobby.session.pending
    assert at_lobby.session.header.game == game
    assert at_lobby.prompt.endswith(".")


def test_menu_gives_a_game_up_and_leads_to_the_choice_of_the_same_again() -> None:
    at_lobby = AtLobby(game="manoeuvre")
    at_lobby.act("MENU")
    assert at_lobby.prompt == "Do you want to give up this game? CONFIRM: yes, MENU: no."
    at_lobby.act("CONFIRM")
    assert (at_lobby.choice.game, at_lobby.choice.players) == ("manoeuvre", 3)
    (ended,) = at_lobby.heard(Ended)
    assert isinstance(ended, Ended)
    assert ended.outcome is None
    at_lobby.act("CONFIRM")
    assert len(at_lobby.heard(GameBegun)) == 2


def test_who_has_won_by_resignation_is_shown_until_menu_leads_to_the_next_game() -> None:
    at_lobby = AtLobby(game="revolution", players=2)
    at_lobby.act("MENU MENU CONFIRM")
    assert at_lobby.prompt == "Anna won: the other side resigned. MENU: next game."
    at_lobby.act("HINT UNDO CONFIRM +c3 .")
    assert at_lobby.prompt == "Anna won: the other side resigned. MENU: next game."
    at_lobby.act("MENU CONFIRM")
    assert len(at_lobby.heard(GameBegun)) == 2


def test_hint_shows_the_address_of_the_page_until_anything_else_is_done() -> None:
    for other in ("HINT", "UNDO", "manoeuvre"):
        at_lobby = AtLobby(address="http://oak.local:8008/")
        assert len(display(at_lobby.choice, ENGLISH)) > 1
        at_lobby.act("HINT")
        assert display(at_lobby.choice, ENGLISH) == ("http://oak.local:8008/",)
        at_lobby.act(other)
        assert not at_lobby.choice.asked
    alone = AtLobby()
    alone.act("HINT")
    assert not alone.choice.asked


def test_a_match_elsewhere_that_was_given_up_stays_until_menu_is_pressed() -> None:
    at_lobby, header = AtLobby(), make("revolution", 2)
    far = FarMatch(at_table(header, header.start()).match, ("dark",), lambda _: None)
    at_lobby.lobby.join(far, 0)
    far.held = evolve(far.held, Ended("abandoned", "", (), {}, None, 0))
    far.catch_up(0)
    assert at_lobby.session.abandoned
    at_lobby.act("HINT CONFIRM")
    assert at_lobby.session.running is far  # it may be played once more
    at_lobby.act("MENU")
    assert at_lobby.choice.game == "revolution"


STUCK = reed(find_adapter(make("forum_romanum", 2).start(), "forum_romanum").overlay.cells["e5"])


def test_a_reed_found_broken_is_still_known_when_the_game_goes_on() -> None:
    """The reed under e5 is stuck closed: nobody is to take a piece off it, now or later."""
    before = AtLobby(game="forum_romanum", players=2, standing=STUCK)
    assert before.prompt == "Please take the piece off e5."
    before.act("+a1 .")
    said = [type(effect) for effect in before.effects if isinstance(effect, Played | Distrusted)]
    assert said == [Distrusted, Played]  # what the move rests on is kept before it
    assert before.heard(Distrusted) == [Distrusted(STUCK)]
    moves = [ply.line for ply in before.session.plies]

    there = offer("forum_romanum", moves)._replace(found=STUCK)
    after = AtLobby(offer=there, standing=STUCK | contacts_of(before.table.standing))
    after.act("CONFIRM +b1 .")
    assert after.heard(Warn) == before.heard(Warn)  # whoever goes on may not have heard it
    assert len(after.session.plies) == 2
    after.act("e5 .")  # a press in its place
    assert [ply.line[2:] for ply in after.session.plies] == ["a1", "b1", "e5"]
    assert after.heard(Distrusted) == []


def test_a_reed_found_broken_that_works_again_is_trusted_again() -> None:
    there = offer("forum_romanum", ["y@a1"])._replace(found=STUCK)
    at_lobby = AtLobby(offer=there, standing=STUCK)
    at_lobby.act("CONFIRM +a1 -e5 .")
    assert at_lobby.heard(Distrusted) == [Distrusted(NO_CONTACTS)]
    at_lobby.act("+e5 .")
    assert [ply.line[2:] for ply in at_lobby.session.plies] == ["a1", "e5"]


def test_sand_stands_still_until_somebody_lets_it_run_on() -> None:
    at_lobby = AtLobby(offer=offer("hourglass", ["start", "10 d-e"], 34_000))
    at_lobby.act("CONFIRM")
    at_lobby.set_out()
    at_lobby.advance(60)
    assert at_lobby.prompt.startswith("The sand is paused.")
    assert now(at_lobby) == 34_000
    at_lobby.act("CONFIRM")
    at_lobby.advance(10)
    assert 44_000 <= now(at_lobby) <= 45_000
    assert [effect.milliseconds // 1000 for effect in at_lobby.heard(Ran) if isinstance(effect, Ran)]


def now(at_lobby: AtLobby) -> int:
    view = at_lobby.lobby.view
    assert isinstance(view, View)
    milliseconds: int = view.position.now  # type: ignore[attr-defined]
    return milliseconds


@pytest.mark.parametrize("game", RULES)
@pytest.mark.parametrize("seed", range(3))
def test_a_game_taken_up_again_has_the_contacts_that_the_table_had(game: str, seed: int) -> None:
    rng = random.Random(seed)
    header = make(game, find_game(game).players[0])
    start = header.start()
    adapter = find_adapter(start, game)
    alone = Session(at_table(header, start), adapter)
    closed = adapter.start(start)
    position, lines = start, []
    for ply in range(40):
        if not position.legal_moves():
            break
        closed &= ~adapter.loose(position, closed)
        move = rng.choice(position.legal_moves())
        way = next(one for one in adapter.gestures(position, closed) if one.move == move)
        closed ^= way.flips
        lines.append(position.written(move))
        position = position.play(lines[-1])
        if ply % 8 == 0:
            alone = Session(taken_up(header, start, lines), adapter)
            assert alone.view.contacts.expected == closed & ~adapter.loose(position, closed)
            assert repr(alone.position) == repr(position)
