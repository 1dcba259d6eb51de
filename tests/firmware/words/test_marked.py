"""Whatever people may see is marked for the catalogues where it stands in the code."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
ROOMS = ("firmware", "hal", "rules", "wiring")

NOT_FOR_PEOPLE = {
    "AssertionError",
    "AttributeError",
    "LookupError",
    "NotImplementedError",  # of the code
    "RuntimeError",
    "OSError",
    "FileNotFoundError",
    "IsADirectoryError",
    "TimeoutError",  # as the system says it
    "EventError",
    "MessageError",  # of the protocol, to programs
    "OtherRunError",
    "LostWorkersError",
    "NotUnderstoodError",  # of thousands of games
    "PulseError",  # of the emulated chips
    "WiringError",  # of the pin map, to who builds a table
    "conflict",  # of the store, to the recorder
    "ArgumentsError",  # in which Babel itself finds the text
    "UsageError",
}
"""Errors, and what makes them, that no player and no visitor of the page is told."""

POSITIONS = {"position", "_described", "later"}
"""Functions of the rules that read a position as text, which no person writes."""

CAUGHT = {  # whose errors another one replaces before anybody is told, or that read positions
    "firmware/storage/log.py",
    "firmware/storage/rows.py",
    "firmware/storage/settings.py",
    "firmware/storage/standings.py",
    "hal/ports.py",  # a frame is made by a program
    "hal/simulated.py",
    "hal/pi/lamps.py",
    "hal/chips/buses.py",
    "rules/hourglass_text.py",
    "rules/manoeuvre_text.py",
    "rules/revolution_text.py",
    "firmware/match/seats.py",
    "firmware/play/intensity.py",
    "firmware/__main__.py",  # says that there is nothing of ours to read catalogues with
}

SHOWN = {"print", "write", "note", "add_argument", "add_parser", "Warn"}
"""Functions that show people what they are given."""


def sources() -> Iterator[tuple[str, ast.Module]]:
    for room in ROOMS:
        for path in sorted((ROOT / room).rglob("*.py")):
            name = str(path.relative_to(ROOT))
            if not name.startswith(("firmware/learning/", "wiring/examples/", "wiring/kicad.py")):  # by programmers
                yield name, ast.parse(path.read_text("utf-8"))


def sentence(node: ast.expr) -> str:
    """The words of a text that stands in the code as it is; nothing where it is none."""
    parts = node.values if isinstance(node, ast.JoinedStr) else [node]
    text = "".join(part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str))
    words = [] if text.startswith("--") else re.findall(r"\b[a-z]{2,}\b", text)
    return text if len(words) > 1 else ""


def called(node: ast.Call) -> str:
    return ast.unparse(node.func).rpartition(".")[2]


def _walk(tree: ast.AST) -> Iterator[ast.AST]:
    """All parts of a file but the functions that read positions."""
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.FunctionDef) and node.name in POSITIONS):
            yield node
            yield from _walk(node)


def unmarked(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that are raised or shown and stand in no catalogue, with their lines."""
    for node in _walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call):
            plain = any(isinstance(one, ast.Lambda) for one in node.exc.args)  # for people
            if called(node.exc) not in NOT_FOR_PEOPLE and not plain:
                yield from ((one.lineno, sentence(one)) for one in node.exc.args)
        elif isinstance(node, ast.Call) and called(node) in SHOWN:
            given = [*node.args, *(word.value for word in node.keywords if word.arg == "help")]
            yield from ((one.lineno, sentence(one)) for one in given)


@pytest.mark.nightly
@pytest.mark.xdist_group("sources")  # which are read once
@pytest.mark.parametrize("room", ROOMS)
def test_what_is_raised_or_shown_is_marked_for_the_catalogues(room: str) -> None:
    found = [
        f"{name}:{line}: {text}"
        for name, tree in sources()
        if name.startswith(f"{room}/") and name not in CAUGHT
        for line, text in unmarked(tree)
        if text
    ]
    assert not found, "\n".join(found)


def test_the_scan_finds_a_text_that_is_not_marked() -> None:
    code = """raise StoreError(f"{path}: cannot be read")\nprint("all is well")\nprint(words("so"))"""
    assert [line for line, text in unmarked(ast.parse(code)) if text] == [1, 2]
