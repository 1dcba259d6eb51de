"""The rooms of the code: a game is known to its own files alone."""

import ast
import re
from collections.abc import Callable, Iterator
from fnmatch import fnmatch
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from firmware.words import LANGUAGES
from rules import NAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "hal", "wiring", "firmware")

OWN = (  # the files of one game, `{game}` being its name
    "rules/{game}.py",
    "rules/{game}_*.py",
    "firmware/games/{game}.py",
    "firmware/games/facts/{game}.py",
    "firmware/teaching/games/{game}.toml",
    *(f"firmware/teaching/texts/{language}/{{game}}.md" for language in LANGUAGES),
    *(f"firmware/teaching/texts/{language}/{{game}}-lesson.md" for language in LANGUAGES),
    "firmware/learning/boards/{game}.py",
    "firmware/games/editors/{game}.py",
    "firmware/opponents/{game}.py",
    "wiring/overlays/{game}.toml",
    "wiring/sheets/{game}.py",
    "wiring/score_sheets/{game}.py",
)
REGISTRY = "rules/registry.py"  # the one list of the games

# The name of a game that is a word for a piece too: a kind of Thing, and its drawing.
KINDS = {"firmware/study/pieces.py": {"hourglass"}}


def names_in_python(text: str) -> Iterator[str]:
    """The games that a module names: in a text of its own, as a field, or as a module."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Constant) and node.value in NAMES:
            yield node.value
        elif isinstance(node, ast.Import | ast.ImportFrom):
            modules = [alias.name for alias in node.names]
            modules.append(node.module or "" if isinstance(node, ast.ImportFrom) else "")
            for module in modules:
                yield from (part for part in module.split(".") if part in NAMES)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            yield from (name for name in NAMES if name == node.target.id)


def names_in_javascript(text: str) -> Iterator[str]:
    """The games that a script names: in quotes, as a key, or after a dot."""
    code = re.sub(r"//[^\n]*|/\*.*?\*/", "", text, flags=re.DOTALL)
    for name in NAMES:
        if re.search(rf"""["'`.]{name}\b|\b{name}["'`]|\b{name}:""", code):
            yield name


def named_in(path: Path) -> set[str]:
    """The games that a file names and may not."""
    text, file = path.read_text("utf-8"), path.relative_to(ROOT).as_posix()
    if not any(name in text for name in NAMES):  # most need not be parsed
        return set()
    read = names_in_javascript if path.suffix == ".js" else names_in_python
    return {
        game
        for game in read(text)
        if not any(fnmatch(file, own.format(game=game)) for own in OWN) and game not in KINDS.get(file, ())
    }


def files() -> list[Path]:
    found = [path for room in ROOMS for path in (ROOT / room).rglob("*.*")]
    return [path for path in found if path.suffix in (".py", ".js")]


def test_no_file_names_a_game_but_its_own() -> None:
    naming = {path.relative_to(ROOT).as_posix(): named_in(path) for path in files()}
    assert {file for file, games in naming.items() if games} == {REGISTRY}


def test_no_text_of_the_page_names_a_game() -> None:
    for file in (ROOT / "firmware" / "web" / "static").glob("*.*"):
        if file.suffix in (".js", ".html"):
            code = file.read_text("utf-8").lower()
            assert [one for one in NAMES if one in code or one.replace("_", " ") in code] == []


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_its_own_files(game: str) -> None:
    for own in OWN:
        assert "*" in own or (ROOT / own.format(game=game)).exists()


@pytest.mark.parametrize(
    ("names", "text", "games"),
    [
        (names_in_python, "from wiring.sheets import hourglass, shapes", {"hourglass"}),
        (names_in_python, "import firmware.games.manoeuvre", {"manoeuvre"}),
        (names_in_python, 'if game == "hourglass": pass', {"hourglass"}),
        (names_in_python, '"""As in revolution and the hourglass game."""', set()),
        (names_in_python, "class Pieces:\n    manoeuvre: int", {"manoeuvre"}),
        (names_in_javascript, "GAMES.forum_romanum.options", {"forum_romanum"}),
        (names_in_javascript, "const GAMES = { revolution: {} };", {"revolution"}),
        (names_in_javascript, "// how an hourglass is drawn", set()),
        (names_in_javascript, "function hourglass(piece) {}", set()),
    ],
)
def test_a_name_is_found(names: Callable[[str], Iterator[str]], text: str, games: set[str]) -> None:
    assert set(names(text)) == games


def modules_imported(text: str) -> Iterator[str]:
    """The modules that a file imports wherever it does, and names that may be modules."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


@pytest.mark.xdist_group("sources")
def test_no_module_imports_itself_by_way_of_others() -> None:
    found = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in files()
        if path.suffix == ".py"
    }
    imports = {
        module: set(modules_imported(path.read_text("utf-8"))) & found.keys() - {module}
        for module, path in found.items()
    }
    assert "rules.game" in imports["rules.revolution"]
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle


def test_the_decoder_follows_a_match_in_one_place() -> None:
    calls = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "firmware").rglob("*.py")
        if ".follow(" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "follow" and ast.unparse(node.value).endswith("decoder")
    ]
    assert calls == ["firmware/play/hands.py"]
