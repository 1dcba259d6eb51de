"""The examples of the READMEs do what they say."""

import doctest
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("readme", ["README.md", "rules/README.md"])
def test_examples_do_what_they_say(readme: str) -> None:
    failed, tried = doctest.testfile(
        str(ROOT / readme), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried
    assert not failed


def test_the_readme_is_short_and_its_links_lead_somewhere() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    assert text.count("\n") <= 120
    for target in re.findall(r"\]\((?!https?:)([^)#]+)", text):
        assert (ROOT / target).exists(), target
