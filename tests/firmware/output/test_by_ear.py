"""Games are played by hands that know what the table says and where its fields can be felt."""

import random
import re
from collections import Counter
from pathlib import Path

import pytest
from support.aloud import assert_for_ears
from support.speaker import ForEars, for_ears

from firmware.games import field_name, find_adapter
from firmware.output.cells import targets_of
from firmware.output.speech import for_ears as spoken
from firmware.play.session import Session, at_table
from firmware.play.view import Deviation
from firmware.words import find_words
from hal import cell_set, members, reeds_of
from rules import make_header

pytestmark = pytest.mark.nightly

MOST = 400  # turns
RECRUITS = 12  # of two players of Das glorreiche Manöver
FULL = 3  # of them on one field
RUN = re.compile(r"(.*?)(\d+) to (.*?)(\d+)")


class Ears:
    """Hands at a table that have heard every sentence, and find a field by what it is called.

    rng: draws which of the fields that were said they use, and what the die shows.
    """

    def __init__(self, at: ForEars, rng: random.Random) -> None:
        self.at = at
        self.rng = rng
        adapter, words = at.session.adapter, spoken(find_words("en", {}))
        self.felt = {words.tell(field_name(adapter, cell)): cell for cell in adapter.overlay.names}
        standing = reeds_of(adapter.start(at.session.position))
        at.simulated.set_up(standing)
        self.pieces = Counter(members(standing))
        at.advance(0.5)

    @property
    def prompt(self) -> str:
        """What was said last."""
        return self.at.heard[-1]

    def hint(self) -> str:
        """Press HINT, and return what it says in full."""
        return " ".join(self.at.key("HINT"))

    def fields(self, told: str) -> list[str]:
        """Return the fields that a hint names: where to begin, or where to go."""
        found = re.search(r"(?:You can begin with|It can go to): ([^.]*)\.", told)
        names = []
        for part in found[1].split(", ") if found else ():
            run = RUN.fullmatch(part)
            if part in self.felt or run is None:
                names.append(part)
            else:
                names += [f"{run[1]}{number}" for number in range(int(run[2]), int(run[4]) + 1)]
        return names

    def lift(self, field: str) -> None:
        """Take up a piece; one of a stack, whose contact stays closed, is told by a press."""
        cell = self.felt[field]
        self.pieces[cell] -= 1
        if self.pieces[cell]:
            self.at.simulated.press(cell)
        else:
            self.at.simulated.lift(cell)
        self.at.advance(0.6)

    def place(self, field: str) -> None:
        """Put a piece down, on a field or on what stands there, which is told by a press."""
        cell = self.felt[field]
        self.pieces[cell] += 1
        if self.pieces[cell] > 1:
            self.at.simulated.press(cell)
        else:
            self.at.simulated.place(cell)
        self.at.advance(0.9)

    def press(self, field: str) -> None:
        self.at.simulated.press(self.felt[field])
        self.at.advance(0.9)

    def carry(self) -> None:
        """Take up a piece where the table says, and put it down where it says then."""
        self.lift(self.rng.choice(self.fields(self.hint())))
        self.place(self.rng.choice(self.fields(self.hint())))


def assert_played_by_ear(ears: Ears) -> None:
    """The game is over by its rules, and every sentence made sense to somebody who sees nothing."""
    position = ears.at.session.position
    assert position.outcome is not None, (ears.at.heard[-6:], str(position))
    assert "The game is over" in " ".join(ears.at.heard[-3:])
    for told in ears.at.heard:
        assert_for_ears(told, "en")


def test_a_game_of_revolution_is_played_by_ear(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="revolution") as at:
        ears = Ears(at, random.Random(2))
        for _ in range(MOST):
            if at.session.position.outcome is not None:
                break
            if "set stones" in ears.prompt:
                found = ears.fields(ears.hint())
                if found:
                    ears.press(found[0])
                else:
                    at.key("CONFIRM")
            else:
                assert "place a building" in ears.prompt or "lay " in ears.prompt, ears.prompt
                ears.carry()
        assert_played_by_ear(ears)


def test_recruits_come_out_by_ear_and_a_pressed_stack_is_told_where_it_can_go(
    tmp_path: Path,
) -> None:
    with for_ears(tmp_path, game="manoeuvre") as at:
        ears = Ears(at, random.Random(2))
        while "roll the die" in ears.prompt:
            free = [str(n) for n in range(1, 7) if ears.pieces[ears.felt[str(n)]] < FULL]
            ears.lift(ears.rng.choice(ears.fields(ears.hint())))
            ears.place(ears.rng.choice(free))
        assert len(at.session.lines) == RECRUITS
        own = ears.fields(ears.hint())
        (stack, *_) = [field for field in own if ears.pieces[ears.felt[field]] > 1]
        ears.press(stack)
        onto = ears.fields(ears.hint())
        assert onto
        assert stack not in onto
        for told in at.heard:
            assert_for_ears(told, "en")


def test_where_others_may_come_onto_a_stack_it_is_not_told_to_go_there_itself() -> None:
    header = make_header("manoeuvre", ("Anna", "Bram"))
    position = header.start()
    for number in (1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 3):
        position = position.play(f"roll {number}")
    assert {"1-2", "2-4"} <= set(position.legal_moves())
    adapter = find_adapter(position, "manoeuvre")
    view = Session(at_table(header, header.start()), adapter).view
    stack = adapter.overlay.cells["2"]
    standing = Deviation(view.contacts.expected)
    pressed = view._replace(position=position, pressed=cell_set([stack]), contacts=standing)
    assert adapter.overlay.cells["4"] in targets_of(pressed)
    assert stack not in targets_of(pressed)
