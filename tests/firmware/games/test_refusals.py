"""Every reason for which the rules refuse a move has a code, and a sentence for players."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from firmware.games.kit import find_kit
from rules import NAMES, IllegalError, find_game

RULES = Path(__file__).parents[3] / "rules"


def codes_in_the_rules(game: str) -> Iterator[str]:
    """The code of each reason in the source of a game's engine."""
    for path in RULES.glob(f"{game}*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) == "reason":
                code = node.args[0]
                assert isinstance(code, ast.Constant), f"{path.name}:{node.lineno}"
                yield str(code.value)


@pytest.mark.parametrize("game", NAMES)
def test_every_reason_of_the_rules_has_a_sentence_and_every_sentence_a_reason(game: str) -> None:
    codes = set(codes_in_the_rules(game))
    assert codes == set(find_kit(game).screen.refusals)
    assert all(code.startswith(f"{game}.") for code in codes)


def test_a_refusal_says_its_code_whatever_its_text() -> None:
    with pytest.raises(IllegalError) as refused:
        find_game("forum_romanum").start(3).play("y@d4").play("b@d4")
    assert refused.value.why is not None
    assert refused.value.why.code == "forum_romanum.occupied"
