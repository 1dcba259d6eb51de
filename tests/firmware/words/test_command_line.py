"""What is typed is answered in the language of who typed it: help, usage and refusals."""

import argparse
import tomllib
from collections.abc import Iterator

import pytest
from support.at_table import DATA

from firmware.cli import COMMANDS, command_line, main
from firmware.commands.parser import texts_of_argparse
from firmware.words import LANGUAGES, find_words

OTHERS = LANGUAGES[1:]

SubParsers = argparse._SubParsersAction

TABLES = tomllib.loads((DATA / "command_line.toml").read_text("utf-8"))
ENGLISH = frozenset(TABLES["english"])
REFUSED = TABLES["refused"]


def parsers(language: str) -> Iterator[argparse.ArgumentParser]:
    """The parser of the whole command line in this language, and all below it."""
    left: list[argparse.ArgumentParser] = [command_line(find_words(language, {}), COMMANDS)]
    while left:
        one = left.pop()
        yield one
        for action in one._actions:
            if isinstance(action, SubParsers):
                left += action.choices.values()


def helps(parser: argparse.ArgumentParser) -> Iterator[tuple[str, str]]:
    """What a parser says of each of its arguments, and of each command below it."""
    for action in parser._actions:
        below = action._choices_actions if isinstance(action, SubParsers) else ()
        for one in (action, *below):
            if one.help is not None:
                yield f"{parser.prog} {one.dest}", one.help


@pytest.mark.parametrize("language", OTHERS)
def test_all_help_is_told_in_the_language(language: str) -> None:
    english = {where: told for one in parsers("en") for where, told in helps(one)}
    words = find_words(language, {})
    with texts_of_argparse(words):
        for one in parsers(language):
            assert one.format_help().startswith(words("usage: "))
            for where, told in helps(one):
                assert told != english[where], where


@pytest.mark.parametrize("command", REFUSED)
def test_what_cannot_be_done_is_told_in_the_language(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    told = []
    for one in ("en", "fr"):
        assert main(["--lang", one, *command.split()]) == 2
        told.append(capsys.readouterr().err)
    assert told[0].count("\n") == told[1].count("\n") == 1
    left = ENGLISH & set(told[1].replace(",", " ").replace(":", " ").split())
    assert not left, told
    assert told[0] != told[1]
