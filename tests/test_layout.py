"""The rooms of the code: a game is known to its own files alone."""

import ast
import re
from collections.abc import Iterator
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


# What a module imports wherever it does, with names that may be modules. Read by a pattern: that is ten times as fast.
IMPORT = re.compile(r"^ *(?:from ([\w.]+) import (\([^)]*\)|[^\n]*)|import ([\w.]+))", re.MULTILINE)
TEXT = re.compile(r"""f?["']([\w.]+)(?:\{|["'])""")  # `import_module` takes some of them


def name_of(path: Path) -> str:
    """The name of a module; a package is its `__init__`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def imports_of(text: str) -> set[str]:
    found = set()
    for module, names, alone in IMPORT.findall(text):
        found |= {module or alone, *(f"{module}.{name}" for name in re.findall(r"\w+", names))}
    return found


def texts_in(path: Path) -> set[str]:
    """The texts of a module that may name modules, a command or a file beside it that it runs."""
    found = set(TEXT.findall(path.read_text("utf-8")))
    games = {text + game for text in found if text.endswith(".") for game in NAMES}
    commands = {f"firmware.commands.{text.partition('.')[0]}" for text in found}
    return found | games | commands | {name_of(path.with_name(text)) for text in found if text.endswith(".py")}


DOORS = (
    "firmware.__main__",
    "firmware.site.host",  # in a browser's worker
    "firmware.site.pack",  # in Node.js, by the command `site`
    "firmware.learning.openspiel",  # imported by programs that train
    "firmware.learning.environment",
    "hal.contract",  # imported by the tests of other packages
    "wiring.pico.code",  # on a Pico
)


def test_no_module_imports_itself_by_way_of_others_and_none_is_there_that_nobody_reaches() -> None:
    paths = {name_of(path): path for path in files() if path.suffix == ".py" and "examples" not in path.parts}
    imports = {name: imports_of(path.read_text("utf-8")) & paths.keys() - {name} for name, path in paths.items()}
    assert "rules.game" in imports["rules.revolution"]
    TopologicalSorter(imports).prepare()  # raises CycleError, which names the circle
    reached: set[str] = set()
    new = set(DOORS)
    while new:
        reached |= new
        packages = {name.rpartition(".")[0] for name in new}
        new = (packages.union(*(imports[name] | texts_in(paths[name]) for name in new)) & paths.keys()) - reached
    assert paths.keys() - reached == set()


def test_the_decoder_follows_a_match_in_one_place() -> None:
    calls = [
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "firmware").rglob("*.py")
        if ".follow(" in (text := path.read_text("utf-8"))
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Attribute) and node.attr == "follow" and ast.unparse(node.value).endswith("decoder")
    ]
    assert calls == ["firmware/play/hands.py"]
