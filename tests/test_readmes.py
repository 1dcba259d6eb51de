"""Every README: its contents, links and examples."""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from firmware.cli import command_line
from firmware.match.followed import PROTOCOL
from firmware.storage.schema import VERSION
from firmware.words import find_words
from hal import serial_table

ROOT = Path(__file__).parents[1]
FIRST = "README.md"
OTHERS = [
    "firmware/README.md",
    "firmware/opponents/README.md",
    "firmware/simulation/README.md",
    "firmware/web/README.md",
    "hal/README.md",
    "rules/README.md",
    "wiring/README.md",
]
GUIDE_PAGES = ["by-hand", "tiles", "program", "data-sheets", "first-build", "hourglass_table/README", "keys/README"]
GUIDES = [f"wiring/{page}.md" for page in GUIDE_PAGES]
ABOUT = [f".github/{page}.md" for page in ("CHANGELOG", "COMPATIBILITY", "CONTRIBUTING", "SECURITY")]
STAND_FOR = {"FOLDER": "folder", "N": "1", "FILE": "game.record"}


def headings(text: str) -> list[str]:
    """The anchors of all headings, as GitHub makes them."""
    text = re.sub(r"```.*?```", "", text, flags=re.DOTALL)
    found = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return [re.sub(r"[^\w\- ]", "", one.lower()).replace(" ", "-") for one in found]


@pytest.mark.parametrize("readme", [FIRST, "rules/README.md"])
def test_examples_do_what_they_say(readme: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / readme), module_relative=False, optionflags=doctest.ELLIPSIS)
    assert tried
    assert not failed


def test_the_first_page_is_short() -> None:
    assert (ROOT / FIRST).read_text("utf-8").count("\n") <= 120


def test_the_promises_name_the_versions_of_the_program() -> None:
    rows = re.findall(r"^\| ([^|]+) \|.*?version (\d+)", (ROOT / ABOUT[1]).read_text("utf-8"), re.MULTILINE)
    assert dict(rows) == {
        "the protocol": f"{PROTOCOL}",
        "the store": f"{VERSION}",
        "the line protocol": serial_table.VERSION,
    }


@pytest.mark.parametrize("readme", OTHERS)
def test_a_page_begins_with_all_its_parts(readme: str) -> None:
    text = (ROOT / readme).read_text("utf-8")
    contents, _, _ = text.partition("\n## ")
    listed = re.findall(r"\]\(#([^)]+)\)", contents)
    parts = headings("".join(re.findall(r"^## .*\n", text, re.MULTILINE)))
    assert [one for one in listed if one in parts] == parts


@pytest.mark.parametrize("readme", [FIRST, *OTHERS, *GUIDES, *ABOUT, "tests/README.md"])
def test_links_lead_somewhere(readme: str) -> None:
    here = ROOT / readme
    for target, anchor in re.findall(r"\]\((?!https?:)([^)#\s]*)#?([^)\s]*)\)", here.read_text("utf-8")):
        there = (here.parent / target).resolve() if target else here
        assert there.exists(), target
        assert not anchor or anchor in headings(there.read_text("utf-8")), (target, anchor)


@pytest.mark.parametrize("readme", [FIRST, *OTHERS])
def test_every_command_of_a_page_can_be_typed(readme: str) -> None:
    parser = command_line(find_words("en", {}))
    text = (ROOT / readme).read_text("utf-8").replace("\\\n", "")
    for typed in re.findall(r"^(?:sudo |\.venv/bin/)?speeltafel (.+)$", text, re.MULTILINE):
        given = shlex.split(typed, comments=True)
        parser.parse_args([STAND_FOR.get(one, one) for one in given])


@pytest.mark.nightly
@pytest.mark.parametrize("number", [0, 1])
def test_the_environments_begin_as_their_page_says(number: int) -> None:
    pytest.importorskip(("pettingzoo", "pyspiel")[number])
    text = (ROOT / "firmware/simulation/README.md").read_text("utf-8")
    example = re.findall(r"```python\n(.*?)```", text, re.DOTALL)[number]
    made: dict[str, object] = {}
    exec(example, made)
    assert made.get("env") or made.get("game")
