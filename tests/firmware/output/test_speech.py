"""Somebody with closed eyes can play: what the table says is enough."""

import re
from pathlib import Path

import pytest
from support.aloud import assert_for_ears
from support.speaker import ForEars, for_ears

from firmware.output.speech import Speech
from firmware.play.intensity import Intensity
from firmware.play.lobby import VOICE_CELL
from firmware.storage.place import FILE
from firmware.storage.settings import SILENT, VOICE
from firmware.storage.store import Store
from firmware.words import LANGUAGES, find_words
from hal import Importance, reeds_of
from wiring import cell

FIELD = re.compile(r"\b([A-G])([1-7])\b")
RUN = re.compile(r"\b([A-G])([1-7]) \D+ \1([1-7])\b")


def fields_in(told: str) -> list[str]:
    """The fields that a sentence names, those of runs as ``A1 to A7`` too."""
    found = [
        f"{letter}{number}" for letter, first, last in RUN.findall(told) for number in range(int(first), int(last) + 1)
    ]
    return found + [f"{letter}{number}" for letter, number in FIELD.findall(RUN.sub("", told))]


def choose_forum_romanum(at: ForEars) -> None:
    """Choose the game by what HINT says of where to press."""
    (told,) = at.key("HINT")
    row, columns = re.findall(r"Row (\d) from the far edge: ([^.]*)\.", told)[0]
    column = next(one for one in columns.split(", ") if one.endswith("Forum Romanum"))
    number = re.findall(r"column (\d+)", column)[0]
    (told,) = at.press(cell(int(row) - 1, int(number) - 1))
    assert told.startswith("Forum Romanum, players: 2.")
    assert "CONFIRM starts it" in told
    at.lie("forum_romanum")
    at.key("CONFIRM")


def legal_fields(at: ForEars) -> list[str]:
    """Where HINT says that a hand may begin, or where the piece in it may go."""
    (told,) = at.key("HINT")
    return fields_in(re.split("You can begin with: |It can go to: ", told)[1])


@pytest.mark.nightly
def test_with_closed_eyes_a_whole_game_of_forum_romanum_is_played(tmp_path: Path) -> None:
    with for_ears(tmp_path) as at:
        at.advance(0.2)
        choose_forum_romanum(at)
        assert at.heard[-1].startswith("Anna, place a")
        own = {"Anna": set[str](), "Bram": set[str]()}
        scores = 0
        for _ in range(60):
            if "The game is over" in at.heard[-1]:
                break
            mover = at.heard[-1].partition(",")[0]
            begin = legal_fields(at)
            if ", place a" in at.heard[-1]:
                field = begin[len(begin) // 2]
                said = at.place(field)
            else:
                assert ", move a" in at.heard[-1]
                assert set(begin) <= own[mover]
                start = begin[0]
                said = at.lift(start)
                targets = legal_fields(at)
                field = targets[0]
                assert field not in own["Anna"] | own["Bram"]
                said += at.place(field)
                own[mover].discard(start)
            assert any(one.startswith(f"{mover}: ") and field in one for one in said), said
            own[mover].add(field)
            scores += sum(one.startswith("Score: ") for one in said)
        else:
            for answer in ("MENU", "CONFIRM"):
                at.key(answer)
        over = at.heard[-1]
        assert "The game is over" in over
        assert "MENU: next game." in over
        assert scores
        assert any(one.startswith("Score: Anna ") for one in at.heard)
        for told in at.heard:
            assert_for_ears(told, "en")
        assert len(at.session.match.lines) > 20


@pytest.mark.parametrize("language", list(LANGUAGES))
def test_in_every_language_the_first_moves_can_be_made_by_ear(tmp_path: Path, language: str) -> None:
    with for_ears(tmp_path, language, game="forum_romanum") as at:
        at.lie("forum_romanum")
        for number in range(6):
            said = at.key("HINT")
            fields = fields_in(said[0])
            assert len(set(fields)) >= 49 - number
            field = fields[7 * number % len(fields)]
            said = at.place(field)
            assert any(field in one for one in said), said
            assert any(one.startswith(("Anna", "Bram")) for one in said)
        assert len(at.session.match.lines) == 6
        at.key("UNDO")
        at.key("MENU")
        for told in at.heard:
            assert_for_ears(told, language)


def test_a_mistake_is_put_right_by_ear(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="forum_romanum") as at:
        at.lie("forum_romanum")
        at.place("D4")
        at.place("E5")
        said = at.key("UNDO") + at.advance(2)
        assert "Please take the piece off E5." in said
        asked = next(one for one in at.speaker.said if one.text == "Please take the piece off E5.")
        assert asked.importance is Importance.ANSWER
        assert at.lift("E5")[-1].startswith("Anna, place")


def test_hint_tells_the_last_move_the_standing_and_then_the_best_move(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="forum_romanum") as at:
        at.lie("forum_romanum")
        at.place("D4")
        (told,) = at.key("HINT")
        assert told.startswith("The last move: yellow Roman on D4. Anna, place a red Roman")
        assert "Score: Anna 0, Bram 0." in told
        assert at.key("HINT")[-1].startswith("The best move is red Roman on ")


def test_a_press_asks_what_stands_there(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="forum_romanum") as at:
        at.lie("forum_romanum")
        at.place("D4")
        assert at.press(at.cells["D4"]) == ["D4: yellow Roman."]
        assert at.press(at.cells["E5"]) == ["E5: nothing."]
        at.lift("D4")
        assert not [one for one in at.press(at.cells["E5"]) if "nothing" in one]


def test_after_the_first_round_prompts_are_short_and_hint_tells_all(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="manoeuvre") as at:
        at.simulated.set_up(reeds_of(at.session.adapter.start(at.session.position)))
        at.advance(0.5)
        view, told = at.session.view, Speech(find_words("en", {}))
        (said,) = told.look(view)
        assert said.text == "Anna, roll the die and bring a recruit from the courtyard to that field."
        position = view.position
        for number in (1, 2, 3, 4):
            position = position.play(f"roll {number}")
        (said,) = told.look(view._replace(position=position))
        assert said.text == "Anna, roll the die."


def test_menu_switches_the_voice_off_and_on_and_the_table_keeps_that(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="forum_romanum") as at:
        at.lie("forum_romanum")
        asked = [at.key("MENU") for _ in range(4)]
        (question,) = asked[3]
        assert question.startswith("Do you want the table to stop speaking?")
        assert at.key("CONFIRM") == ["The voice is off."]
        assert at.place("D4") == at.key("HINT") == []
    with Store(tmp_path / FILE) as store:
        assert store.setting(VOICE) == SILENT
    with for_ears(tmp_path, offer_unfinished=False) as at:
        assert at.key("HINT") == []
        said = at.press(VOICE_CELL)
        assert said[0] == "The voice is on."
        assert said[1].startswith("Revolution, players: ")
    with Store(tmp_path / FILE) as store:
        assert store.setting(VOICE) is None


def test_menu_makes_the_table_dim_and_quiet_for_the_night_and_the_table_keeps_that(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="revolution") as at:
        at.lie("revolution")
        asked = [at.key("MENU")[0] for _ in range(4)]
        assert asked[3].startswith("Do you want to dim the lamps for the night?")
        assert at.speaker.volumes[-1] == 1
        at.key("CONFIRM")
        asked = [at.key("MENU")[0] for _ in range(5)]
        assert asked[3].startswith("Do you want the lamps bright again?")
        assert asked[4].startswith("Do you want the table to be quieter?")
        at.key("CONFIRM")
        at.key("HINT")
        assert at.speaker.volumes[-1] == 0.25
    with for_ears(tmp_path, offer_unfinished=False, game="revolution") as at:
        assert at.session.ambience.intensity == Intensity(20, 25)
        assert at.speaker.volumes[-1] == 0.25


def test_a_voice_that_fails_is_told_once_and_stops_no_game(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="forum_romanum") as at:
        at.lie("forum_romanum")
        at.speaker.broken = True
        for field in ("A1", "B2", "C3"):
            at.place(field)
        assert at.session.match.lines == ("y@a1", "r@b2", "b@c3")
        assert sum("hung" in one for one in at.heard) == 1


def test_hint_tells_the_cards_in_hand(tmp_path: Path) -> None:
    with for_ears(tmp_path, game="revolution") as at:
        at.simulated.set_up(reeds_of(at.session.adapter.start(at.session.position)))
        at.advance(0.5)
        (told,) = at.key("HINT")
        assert "In your hand: 9, 8, 7, 6, 5, 4, 3, 2, 1, 0 and the flag." in told
