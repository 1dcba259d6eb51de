"""The table says everything in each of its languages, and in the one that was asked for."""

import random
import re
import string
import tomllib
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from gettext import NullTranslations
from io import BytesIO, StringIO
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import Any, get_args

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import extract_from_dir
from babel.messages.frontend import parse_keywords
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po
from rich.console import Console
from support.aloud import assert_for_ears, everything_aloud
from support.at_table import ENGLISH, NAMES, AtTable

from firmware.cli import main
from firmware.games import AnyAdapter, find_adapter
from firmware.games.drops import NOT_A_FIELD, NOT_YOURS, NOTHING, ROLL_FIRST
from firmware.games.kit import find_kit
from firmware.match.commands import What
from firmware.match.events import Ended, How, Proposed, TakenBack
from firmware.opponents import Advice, Ranked
from firmware.output.prompts import prompt
from firmware.output.screen import TUNES, Screen
from firmware.output.sentences import would_move
from firmware.play.effects import Warn
from firmware.play.lobby import Choice
from firmware.play.session import Session, at_table
from firmware.play.view import Deviation, Hint, Menu, View
from firmware.recognition.findings import Mismatch, Question, TakeBack, Unpressed
from firmware.simulation.demo import Demo
from firmware.storage.values import FORFEITS
from firmware.study.report import as_text
from firmware.words import LANGUAGES, Text, UnknownLanguageError, Words, find_words, say
from hal import NO_CONTACTS, Tune, one_cell, reed
from rules import NAMES as GAMES
from rules import Header, Outcome, Position, find_game, make_header

ROOT = Path(__file__).parents[3]
WORDS = ROOT / "firmware" / "words"
OTHERS = LANGUAGES[1:]

Id = str | tuple[str, ...]

# Words of the English texts that are called the same everywhere, or that a language has too.
EVERYWHERE = {
    "fr",  # clauses of the rules
    "gm",
    "hg",
    "rv",
    "forum",
    "romanum",
    "revolution",
    "confirm",
    "undo",
    "hint",
    "menu",
    "score",
    "speeltafel",
    "reed",
    "plus",
}
NAMES_IN_ALL = {"bastille", "dame", "notre", "versailles", "end", "home", "start"} | {
    "das", "glorreiche", "manöver", "révolution",
}  # of buildings, moves and games  # fmt: skip
SHARED = {
    "nl": {
        "contact",
        "computer",
        "die",
        "had",
        "hand",
        "is",
        "min",  # minus
        "open",
        "of",
        "over",
        "per",
        "plant",
        "sensor",
        "sector",
        "stop",
        "variant",
        "was",
        "in",
    },
    "fr": {
        "bonus",
        "buzzer",
        "as",
        "on",
        "influence",
        "six",
        "but",
        "cards",
        "jacobins",
        "part",
        "place",
        "places",
        "point",
        "points",
        "question",
        "stable",
        "table",
        "turquoise",
        "violet",
    },
    "de": {
        "an",
        "computer",
        "die",
        "hand",
        "in",
        "minus",
        "position",
        "sand",
        "sensor",
        "so",
        "was",
    },
}

PROMPTS = "output/prompts.py"  # the module of the prompts, below firmware/


@pytest.fixture(params=OTHERS)
def words(request: pytest.FixtureRequest) -> Words:
    """The words of each language but English."""
    return find_words(request.param, {})


# Catalogues


def texts_in_the_code() -> set[Id]:
    """Each text that Babel finds."""
    found = set()
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    for mapping in project["tool"]["babel"]["mappings"]:
        keywords = parse_keywords(mapping["keywords"])
        folder = ROOT / mapping["pattern"].partition("/")[0]
        for _, _, text, _, context in extract_from_dir(folder, keywords=keywords):
            found.add(in_context(text, context))
    return found


@cache
def template() -> dict[Id, list[str]]:
    """Each text of the template, and the files it stands in: those of firmware without its name."""
    return {
        text: [file.removeprefix("firmware/") for file, _ in message.locations]
        for text, message in messages(read(WORDS / "speeltafel.pot")).items()
    }


def in_context(text: str | Sequence[str], context: str | None) -> Id:
    """What tells a message apart, as in compiled catalogues."""
    if isinstance(text, str):
        return text if context is None else f"{context}\4{text}"
    return tuple(text)


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def po_of(language: str) -> Catalog:
    return read(WORDS / language / "LC_MESSAGES" / "speeltafel.po")


def messages(catalogue: Catalog) -> dict[Id, Message]:
    """The messages of a catalogue by their text, or texts, without the header."""
    return {in_context(message.id, message.context): message for message in catalogue if message.id}


def forms(told: str | Sequence[str] | None) -> tuple[str, ...]:
    """One text, or one for each number that is told apart."""
    return (told,) if isinstance(told, str) else tuple(told or ())


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def test_the_template_has_every_text_of_the_code_and_no_other() -> None:
    code = texts_in_the_code()
    assert template().keys() == code, f"run .ci/words: {template().keys() ^ code}"


@pytest.mark.parametrize("language", OTHERS)
def test_a_catalogue_has_every_text_of_the_template_translated_and_no_other(language: str) -> None:
    catalogue = po_of(language)
    assert messages(catalogue).keys() == template().keys()
    assert not catalogue.obsolete
    assert str(catalogue.locale) == language
    for message in messages(catalogue).values():
        assert not message.fuzzy, message.id
        told = forms(message.string)
        assert all(told), message.id
        assert len(told) == (catalogue.num_plurals if message.pluralizable else 1), message.id


@pytest.mark.parametrize("language", OTHERS)
def test_a_translation_has_the_fields_of_its_text(language: str) -> None:
    for text, message in messages(po_of(language)).items():
        for told, form in zip(forms(message.string), forms(text), strict=True):
            assert fields(told) == fields(form), text


@pytest.mark.parametrize("language", OTHERS)
def test_what_is_wrong_with_a_record_is_told_in_words_of_the_language(language: str) -> None:
    files, told = template(), messages(po_of(language))
    wrong = [text for text in told if all(file.startswith("rules/") for file in files[text])]
    assert len(wrong) > 80
    for text in wrong:
        assert told[text].string != text, text


@pytest.mark.parametrize("language", OTHERS)
def test_the_compiled_catalogue_is_the_one_that_can_be_read(language: str) -> None:
    compiled = BytesIO()
    write_mo(compiled, po_of(language))
    compiled.seek(0)
    with (WORDS / language / "LC_MESSAGES" / "speeltafel.mo").open("rb") as file:
        shipped, expected = read_mo(file), read_mo(compiled)
    assert shipped.plural_forms == expected.plural_forms
    told, reads = (
        {text: forms(message.string) for text, message in messages(catalogue).items()}
        for catalogue in (shipped, expected)
    )
    assert told == reads


# What is said


class RecordingCatalogue(NullTranslations):
    """Returns what another catalogue does, and records the texts that it was asked for."""

    def __init__(self, catalogue: NullTranslations) -> None:
        super().__init__()
        self.catalogue = catalogue
        self.asked: set[Id] = set()

    def gettext(self, message: str) -> str:
        self.asked.add(message)
        return self.catalogue.gettext(message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        self.asked.add((msgid1, msgid2))
        return self.catalogue.ngettext(msgid1, msgid2, n)


def words_in(text: str) -> set[str]:
    letters = "".join(c if c.isalpha() else " " for c in text.lower())
    return set(letters.split())


@cache
def english_words() -> set[str]:
    """The words of the English texts, without the names of their fields.

    Texts about what was typed or written are left out: they quote notation, options and names. So
    are the page's and the prose for newcomers, which have half of all words of every language.
    """
    found = set()
    for text, files in template().items():
        left_out = ("rules/", "commands/", "teaching/", "cli.py", "web/page_texts.py")
        if all(file.startswith(left_out) for file in files):
            continue
        for form in [text] if isinstance(text, str) else text:
            found |= words_in(" ".join(part for part, *_ in string.Formatter().parse(form)))
    return {word for word in found if len(word) > 1} - EVERYWHERE


def assert_no_english(text: str, words: Words) -> None:
    left = words_in(text) & english_words() - SHARED[words.language] - NAMES_IN_ALL
    assert not left, (text, left)


def positions(
    game: str, players: int, seed: int, options: dict[str, str] | None = None
) -> Iterator[Position]:
    """The positions of a random game, to its end or for long enough."""
    rng = random.Random(seed)
    position = find_game(game).start(players, options)
    for _ in range(400):
        yield position
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(position.written(rng.choice(moves)))


def views(header: Header, position: Position, adapter: AnyAdapter) -> Iterator[View]:
    """Everything that a table in this position may have to say something about."""
    start = header.start()
    plain = Session(at_table(header, start), adapter).view._replace(position=position)
    yield plain
    if position.outcome is not None:
        return
    yield plain._replace(menu=Menu.AGREE)
    yield plain._replace(menu=Menu.ABANDON)
    for menu in (Menu.RESIGN, Menu.LEAVE):
        yield plain._replace(menu=menu, leaves=plain.position.seats[0])
    yield plain._replace(paused=True)
    yield plain._replace(paused=True, on_screen=True)
    yield plain._replace(waits=True)
    yield plain._replace(ended=Ended("abandoned", None, {}, None, 0), again=True, stays=False)
    yield plain._replace(waits=True, away="")
    yield plain._replace(waits=True, away="21:05")
    for what in get_args(What):
        asked = plain._replace(proposal=Proposed(what, position.seats[:1], position.seats[1:]))
        yield asked
        yield asked._replace(answers=True)
    for how in get_args(How):
        won = Outcome(how, position.seats[1:]) if how in FORFEITS else None
        yield plain._replace(ended=Ended(how, won, {}, None, 0))
    cells = [cell for cell in adapter.overlay.names if adapter.places >> cell & 1]
    one, other = reed(cells[0]), reed(cells[-1])
    for moves in range(1, min(position.plies, 2) + 1):
        yield plain._replace(trouble=TakeBack(moves))
    astray = plain._replace(trouble=Mismatch())
    pair = Deviation(NO_CONTACTS, pairs=((cells[0], cells[-1]),))
    yield astray._replace(contacts=Deviation(NO_CONTACTS, missing=one, extra=other))
    yield astray._replace(contacts=pair)
    yield astray._replace(contacts=Deviation(NO_CONTACTS, missing=one))
    yield astray._replace(contacts=Deviation(NO_CONTACTS, extra=other))
    yield astray._replace(contacts=Deviation(NO_CONTACTS, extra=other), stubborn=True)
    yield plain._replace(trouble=Mismatch(turn=one_cell(cells[0])))
    yield plain._replace(trouble=Question(tuple(adapter.overlay.names)))
    yield plain._replace(trouble=Unpressed(tuple(adapter.overlay.names)))
    yield plain._replace(trouble=Unpressed(tuple(adapter.pieces(position)) or (cells[0],)))
    yield plain._replace(hint=Hint(0, cells[0]))
    yield plain._replace(hint=Hint(0, asked=True))
    if position.chance:
        return
    move, *others = position.legal_moves()
    for beside in ((), *((Ranked(one, 0.5),) for one in others[:: 1 + len(others) // 6])):
        advice = Advice(move, 0, (0.5,), (), beside)
        yield plain._replace(hint=Hint(0, advice=advice))
    if others:
        beside = (Ranked(others[0], 0.5),)
        lost = (Ranked(others[0], 0.0, certain=True),)
        for sure in (
            Advice(move, 0, (0.9,), (), beside),
            Advice(move, 0, (0.9,), (), lost),
            Advice(move, 0, (1.0,), (), beside, certain=True),
            Advice(move, 0, (0.0,), (), lost, certain=True),
        ):
            yield plain._replace(hint=Hint(0, advice=sure))
    yield plain._replace(proposed=position.legal_moves()[0])


def ended(position: Position, reason: str, winners: tuple[str, ...]) -> Any:
    """The same position, but over."""
    return SimpleNamespace(
        seats=position.seats,
        plies=position.plies,
        scores=position.scores,
        to_move=None,
        outcome=Outcome(reason, winners),
    )


def everything_asked(words: Words) -> set[str]:
    """The prompts of random games of every kind, in every kind of trouble."""
    said = set()
    for game in GAMES:
        for players in find_game(game).players:
            header = make_header(game, NAMES[:players])
            start = header.start()
            adapter = find_adapter(start, game)
            for position in positions(game, players, seed=players):
                some = slice(1 if position.plies % 40 > 2 else None)
                for view in list(views(header, position, adapter))[some]:
                    said.add(prompt(view, words))
                for thing in adapter.things(position, adapter.start(start)):
                    said.add(words(thing.name.text, **thing.name.values))
            for winners in range(3):
                over = ended(start, "agreed", start.seats[:winners])
                view = next(views(header, start, adapter))._replace(position=over)
                said |= {prompt(view._replace(stays=stays), words) for stays in (True, False)}
            said.add(prompt(Choice(None, game, players, ()), words))
            seats = find_game(game).seats(players)
            said.add(prompt(Choice(None, game, players, (), dict.fromkeys(seats, 3)), words))
        said.add(prompt(Choice(header, game, players, ()), words))
    said |= everything_told_of_a_record(words) | everything_on_a_screen(words)
    header = make_header("forum_romanum", NAMES[:2], {"colours": "kwbg"})
    for position in positions("forum_romanum", 2, seed=2, options={"colours": "kwbg"}):
        adapter = find_adapter(position, "forum_romanum")
        said.add(prompt(next(views(header, position, adapter)), words))
    header = make_header("hourglass", NAMES[:2], {"deaths": "declared"})
    start = header.start()
    adapter = find_adapter(start, "hourglass")
    position = start.play("start").play("0 d-e").play("0 D-E")
    said.add(prompt(next(views(header, position, adapter)), words))
    for lines in ("1 d-e;2 D-E;9", "1 d-e;2 D-E;3 b-d;9"):  # white waits, pink waits
        last = find_game("hourglass").start(2, {"sand": "9"})
        for line in ("start", *lines.split(";")):
            before, last = last, last.play(line)
        said |= {words(one.text, **one.values) for one in adapter.incidents(before, last)}
    header = make_header("revolution", NAMES[:2])
    adapter = find_adapter(header.start(), "revolution")
    games = (positions("revolution", 2, seed) for seed in range(20))
    ends = next(one for game in games for one in game if "end" in one.legal_moves())
    ending = next(views(header, ends, adapter))
    said.add(prompt(ending._replace(proposed="end"), words))
    said.add(prompt(ending._replace(hint=Hint(0, advice=Advice("end", 0, (), ()))), words))
    said |= {  # so is what random games do not come to
        words(fact.behind, **(fact.values or {})) for fact in find_kit("revolution").facts
        if fact.behind
    }  # fmt: skip
    return said


def everything_on_a_screen(words: Words) -> set[str]:
    """What random games on a screen are told, and why moves are refused there."""
    said = {words(text, name="Anna") for text in (NOT_A_FIELD, ROLL_FIRST, NOT_YOURS, NOTHING)}
    values = dict.fromkeys(("seat", "other", "top", "name"), "Anna") | {"own": 1, "reach": 4}
    for game in GAMES:
        told = find_kit(game).screen
        said |= {words(text, **values) for text in told.refusals.values()}
        for seed in range(5):
            players = find_game(game).players[0]
            header = make_header(game, NAMES[:players])
            adapter = find_adapter(header.start(), game)
            for before, after in pairwise(positions(game, players, seed=seed)):
                names = dict(zip(before.seats, NAMES, strict=False))
                said.update(told.happened(before, after, names, words))
                legal = before.legal_moves()
                moves = legal[:: 1 + len(legal) // 12]  # of hundreds, some of each kind
                said |= {would_move(game, before, move, names, words) for move in moves}
                view = next(views(header, before, adapter))
                said.add(prompt(view._replace(on_screen=True), words))
    said |= {words(text) for text in misplaced()}
    glasses = find_game("hourglass").start(2).play("start").play("1 d-e").play("2 D-E")
    names = {"white": "Anna", "pink": "Bram"}
    said |= {would_move("hourglass", glasses, move, names, words) for move in ("dead a", "agree")}
    romans = find_game("forum_romanum").start(2, {"colours": "kwbg"})
    for move in ("k@d4", "w@d4"):
        said.add(would_move("forum_romanum", romans, move, {"1": "Anna"}, words))
    said.update(
        find_kit("hourglass").screen.happened(glasses, glasses.later(125_000), names, words)
    )
    waiting = find_game("hourglass").start(2, {"turn": "20"}).play("start")
    said.update(find_kit("hourglass").screen.happened(waiting, waiting.later(21_000), names, words))
    arrived = find_game("hourglass").position(
        "white 1 A:90,-,-,d:5 a:9,k:90,l:90,m:90 plies:9 stalled:-"
    )
    said.update(find_kit("hourglass").screen.happened(glasses, arrived, names, words))
    return said


def misplaced() -> Iterator[str]:
    """Why pieces cannot be dropped where no move of the rules leads."""
    home = find_game("manoeuvre").position(
        "39:21,44:1,45:121,49:1,50:21,54:2,69:2,70:2 1:39,44,45,49,50 home:- taken:21=2,42=2 "
        "players:2 plies:117"
    )
    for game, kind, source, target in (
        ("revolution", "card", "a1", "b1"), ("revolution", "card", "light-1", "dark-1"),
        ("forum_romanum", "roman", "y@", "steps-1"), ("forum_romanum", "roman", "y@", "key-y"),
        ("manoeuvre", "reward", "21", "22"), ("manoeuvre", "recruit", "court-12", "1"),
        ("manoeuvre", "recruit", "45", "court-1"), ("manoeuvre", "recruit", "1", "court-1"),
    ):  # fmt: skip
        position = home if game == "manoeuvre" else find_game(game).start(2)
        told = find_kit(game).screen.misplaced(position, kind, source, target)
        assert told is not None
        yield told


def everything_told_of_a_record(words: Words) -> set[str]:
    """Where the standings of random games come from, by which rules, and how they can end."""
    said = set()
    for game in GAMES:
        told = find_kit(game).account
        said |= {words(text, value="7") for text in told.house_rules.values()}
        said |= {words(text) for text in told.endings.values()}
        for players in find_game(game).players:
            played = list(positions(game, players, seed=1))
            for lines in told.account(played, words).values():
                said.update(lines)
        said |= {words(fact.text, **(fact.values or {})) for fact in find_kit(game).facts}
    hourglass = find_game("hourglass")
    waited = hourglass.start(2, {"sand": "9"})
    for line in ("start", "1 d-e", "2 D-F", "9"):
        waited = waited.play(line)
    arrived = hourglass.position("white 1 A:90,-,-,d:5 a:9,k:90,l:90,m:90 plies:9 stalled:-")
    for position in (waited, arrived):
        for lines in find_kit("hourglass").account.account([position], words).values():
            said.update(lines)
    return said


@pytest.mark.nightly
@pytest.mark.parametrize("words", list(OTHERS), indirect=True)
def test_every_prompt_is_said_without_english(words: Words) -> None:
    assert (ROOT / "firmware" / PROMPTS).exists()
    catalogue = RecordingCatalogue(words.catalogue)
    recording = words._replace(catalogue=catalogue)
    for text in everything_asked(recording):
        assert_no_english(text, words)
    played = {game: positions(game, find_game(game).players[0], seed=1) for game in GAMES}
    for text in everything_aloud(recording, played):
        assert_no_english(text, words)
        assert_for_ears(text, words.language)
    prompts = {
        text
        for text, files in template().items()
        if any(
            file == PROMPTS or (file.startswith("games/") and not file.startswith("games/editors/"))
            for file in files
        )
    }
    hands = {text for name in GAMES for row in find_kit(name).about.hands for text in row}
    for text in hands:
        assert_no_english(words(text), words)
    reasons = {text for name in GAMES for text in find_kit(name).about.reasons.values()}
    never = {text for text in prompts - catalogue.asked - hands - reasons if " " in str(text)}
    assert never == {
        "Jacobins {light}, Royalists {dark}", "Coins left", "White bonus stones (turquoise lamp)",
        "Black bonus stones (violet lamp)", "Time (s)", "rows {sectors}", "columns {sectors}",
        "diagonals {sectors}", "buildings {sectors}", "stones set",
        "hourglasses in the goal", "steps on the popularity scale", "places and reward stones",
        "You have no card left.", "In your hand: the flag.",
        "{hourglass}, seconds of sand: {number}",
        "{name} loses the hourglass in {hole}; please take it out",
        "Player {number}", "the table has {track} fields, so no track of {length} lies on it",
        "{text!r} should look like a:118.0",
        "Do you want the lamps bright again? CONFIRM: yes, MENU: no.",
        "Do you want to dim the lamps for the night? CONFIRM: yes, MENU: no.",
    }, "beside the prompts: the facts, the seats, what a standing counts, and errors"  # fmt: skip


def test_a_game_at_the_table_is_prompted_in_the_language(
    sit_down: Callable[..., AtTable], words: Words
) -> None:
    at_table = sit_down("revolution", players=2)
    at_table.act("-N +a1 2. -dark-5 +c3 2.")
    told = prompt(at_table.session.view, words)
    assert at_table.prompt == "Please put the piece from c3 back to dark-5."
    assert (
        told
        == {
            "nl": "Zet het stuk van c3 terug op plaats 5 van donker.",
            "fr": "Remettez la pièce de c3 sur la place 5 des Royalistes, s\u2019il vous plaît.",
            "de": "Bitte stellt die Figur von c3 zurück auf Platz 5 der Royalisten.",
        }[words.language]
    )


def test_a_turn_of_stones_alone_has_its_prompt_too() -> None:
    """RV-22: when all cards are laid, turns consist of setting stones only."""
    for seed in range(40):
        for position in positions("revolution", 2, seed):
            if position.detail()["phase"] in ("again", "last"):
                turn = str(find_adapter(position, "revolution").turn(position))
                assert ENGLISH(turn, name="Anna").startswith("Anna, set stones")
                return
    pytest.fail("no random game comes to such a turn")


@pytest.mark.parametrize("game", GAMES)
def test_a_standing_is_told_without_english(game: str, words: Words) -> None:
    reasons = {
        "revolution": ("flag", "buildings", "stones", "exhausted"),
        "hourglass": ("finished",),
        "forum_romanum": ("scored", "agreed"),
        "manoeuvre": ("home",),
    }
    for players in find_game(game).players:
        header = make_header(game, NAMES[:players])
        start = header.start()
        assert_no_english(as_text(header, start, words), words)
        nameless = header._replace(players=start.seats)
        assert_no_english(as_text(nameless, start, words), words)
        for reason in reasons[game]:
            for winners in range(3):
                over = ended(start, reason, start.seats[:winners])
                assert_no_english(as_text(header, over, words), words)
                told = find_kit(game).about.reasons[reason]
                assert f"({told})" in as_text(header, over, ENGLISH)


@pytest.mark.parametrize("game", GAMES)
def test_the_screen_is_without_english(game: str, words: Words) -> None:
    out = StringIO()
    console = Console(file=out, force_terminal=True, width=120, height=30, color_system=None)
    with Screen(words, console) as screen:
        header = make_header(game, NAMES[: find_game(game).players[0]])
        demo = Demo(
            header, 1, None, screen.tell, lambda demo: screen.watch(demo.session.view, demo.table)
        )
        for tune in Tune:
            demo.table.log.play(tune)
        screen.tell(TakenBack(9, "d4"))
        screen.tell(Warn(say("lamps: {error}"), {"error": "?"}))
        out.truncate(0)
        screen.watch(demo.session.view, demo.table, now=True)
    assert_no_english(out.getvalue(), words)


def test_every_sound_has_a_name() -> None:
    told = {tune: ENGLISH(text).removeprefix("points ") for tune, text in TUNES.items()}
    assert told == {tune: tune.value for tune in Tune}
    assert TUNES.keys() == set(Tune)


def test_numbers_decline_what_they_count() -> None:
    header = make_header("forum_romanum", NAMES[:3])
    one = header.start().play("y@d4")
    for language, first, second in (
        ("en", "1 move", "2 moves"),
        ("nl", "1 zet", "2 zetten"),
        ("fr", "1 coup", "2 coups"),
        ("de", "1 Zug", "2 Züge"),
    ):
        words = find_words(language, {})
        assert as_text(header, one, words).split("\n")[0].endswith(f", {first}")
        assert as_text(header, one.play("b@d5"), words).split("\n")[0].endswith(f", {second}")


def test_a_value_that_is_a_text_is_translated_and_one_with_braces_left_alone() -> None:
    words = find_words("nl", {})
    field = Text("dark-{number}", {"number": "5"})
    assert words("Which was it? Press {choices}.", choices=field) == (
        "Welke zet was het? Druk op plaats 5 van donker."
    )
    assert words("To move: {name}", name="{Anna}") == "Aan zet: {Anna}"
    assert words.one_of([field, "a1", "b1"]) == "plaats 5 van donker, a1 of b1"


# Which language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({}, "en"),
        ({"LANG": "nl_BE.UTF-8"}, "nl"),
        ({"LANG": "nl_NL", "LC_MESSAGES": "fr_FR.UTF-8"}, "fr"),
        ({"LC_MESSAGES": "fr_FR", "LC_ALL": "de_AT"}, "de"),
        ({"LC_ALL": "de_AT", "LANGUAGE": "nl"}, "nl"),
        ({"LANGUAGE": "it:fr:de"}, "fr"),
        ({"LANGUAGE": "", "LC_ALL": "", "LANG": "de"}, "de"),
        ({"LC_ALL": "C.UTF-8", "LANG": "nl_NL.UTF-8"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "en"),
        ({"LANG": "../../etc"}, "en"),
    ],
)
def test_the_environment_chooses(environment: dict[str, str], language: str) -> None:
    assert find_words(None, environment).language == language
    assert find_words("fr", environment).language == "fr"


@pytest.mark.parametrize("language", ["", "xx", "NL", "nl_NL", "../nl"])
def test_a_language_the_table_does_not_speak_is_refused(language: str) -> None:
    with pytest.raises(UnknownLanguageError, match="should be one of en, nl, fr, de"):
        find_words(language, {"LANG": "nl"})


def score(data: Path, capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["score", str(data / "forum_fr18.record"), *arguments]) == 0
    return capsys.readouterr().out


def test_the_command_speaks_as_the_environment_says_and_lang_beats_it(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "To move: Bram" in score(data, capsys)
    monkeypatch.setenv("LANG", "nl_NL.UTF-8")
    assert "Aan zet: Bram" in score(data, capsys)
    assert "Am Zug: Bram" in score(data, capsys, "--lang", "de")
    assert "To move: Bram" in score(data, capsys, "--lang", "en")


def test_json_is_the_same_in_every_language(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len({score(data, capsys, "--json", "--lang", lang) for lang in LANGUAGES}) == 1


@pytest.mark.nightly
def test_a_demo_and_a_replay_speak(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: Words
) -> None:
    trace, record = str(tmp_path / "1.trace"), str(tmp_path / "1.record")
    speak, save = ["--lang", words.language], ["--record", record, "--trace", trace]
    assert main(["demo", "revolution", "--seed", "1", *save, *speak]) == 0
    assert main(["replay", trace, *speak]) == 0
    told = capsys.readouterr().out.replace(str(tmp_path), "")
    assert_no_english("\n".join(line for line in told.split("\n") if "(" in line), words)
    assert told.count(words("Jacobins")) == 2


@pytest.mark.parametrize(
    "command", [["demo", "forum_romanum"], ["score", "1.record"], ["replay", "1.trace"]]
)
def test_a_wrong_lang_is_one_line_and_status_2(
    command: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*command, "--lang", "xx"]) == 2
    said = capsys.readouterr().err
    assert said == f"speeltafel {command[0]}: --lang 'xx' should be one of en, nl, fr, de\n"


def test_french_breaks_no_line_before_its_signs_and_has_one_apostrophe() -> None:
    for message in messages(po_of("fr")).values():
        for text in forms(message.string):
            assert not re.search(r"[^\W\d_] [:;?!](?:\s|$)", text), text
            if not message.context:  # words that people write are taken with either
                assert not re.search(r"[^\W\d_]'[^\W\d_]", text), text


def test_french_says_vous_but_for_what_players_say_to_each_other() -> None:
    for text, message in messages(po_of("fr")).items():
        if text != "One moment, please." and not message.context:
            for told in forms(message.string):
                assert not re.search(r"\b(tu|toi|ton|tes)\b", told.lower()), told
