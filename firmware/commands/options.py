"""The options that several commands have."""

import os
from argparse import _ActionsContainer
from typing import Any

from firmware.commands import argument_types as types
from firmware.commands.parser import Pairs, Parser
from firmware.opponents.levels import LEVELS, USUAL
from firmware.output.assistance import Assistance
from firmware.storage.place import path_of
from firmware.words import N_, Text, told
from rules import NAMES

GAME_RECORD = N_("a game record")
RECORD_OR_INPUT = N_("a game record (-: standard input)")
GAME_NUMBER = N_("number of the game (see games list)")
JSON_PER_FILE = N_("one JSON object per line, one per file")


def add_data(command: Parser, default: str | None = None) -> None:
    """Add ``--data``: the path of the store in a folder.

    default: argparse.SUPPRESS below a command that has the option, too, so that either takes it.
    """
    text = N_("folder for saved games and settings (default: $SPEELTAFEL_DATA, else the data folder of your system)")
    usual = path_of(None, os.environ)
    command.add_value("--data", "FOLDER", text, dest="store", type=types.store, default=default or usual)


def add_wiring(command: Parser) -> None:
    """Add ``--wiring``."""
    command.add_file(
        "--wiring",
        "FILE",
        "how this table is wired, like the table.toml of the program, or `hourglass-table` for "
        "the hourglass table; it is kept with the games and counts from now on",
    )


def add_game(command: Parser, text: str | Text, name: str = "game", **settings: Any) -> None:
    """Add the name of a game, as an argument or option of this name."""
    command.add_value(name, "GAME", text, type=types.game, choices=NAMES, **settings)


def add_players(command: Parser) -> None:
    """Add ``--players``."""
    command.add_value("--players", "N", "number of players", type=int)


def add_names(command: Parser) -> None:
    """Add ``--names``."""
    command.add_value("--names", "ANNA,BRAM", "names of the players, in order of play", type=types.names)


def add_house_rules(command: Parser, text: str = N_("a house rule, for example variant=true")) -> None:
    """Add ``--option``."""
    command.add_value("--option", "NAME=VALUE", text, action=Pairs, default={})


def add_game_options(command: Parser) -> None:
    """Add the arguments with which a table begins a game and keeps it."""
    add_game(command, told("game to start with: {games}", games=", ".join(NAMES)), nargs="?")
    command.add_flag("--new", "start a new game instead of offering the unfinished one")
    add_players(command)
    add_names(command)
    add_house_rules(command)
    add_assistance(command)
    text = N_("append to FILE why each move is recognised, as `replay --explain` prints it")
    command.add_file("--explain", "FILE", text)
    add_voice(command)
    add_computers(command)
    add_data(command)


def add_number(command: Parser, text: str = GAME_NUMBER, **settings: Any) -> None:
    """Add the number of a game in the store."""
    command.add_value("number", "NUMBER", text, type=int, **settings)


def add_seed(command: Parser, text: str, default: int | None = None) -> None:
    """Add ``--seed``."""
    command.add_value("--seed", "S", text, type=types.whole(0, 10**18 - 1), default=default)


def add_level(command: Parser, text: Text) -> None:
    """Add ``--level``."""
    command.add_value("--level", "N", text, type=int, choices=LEVELS, default=USUAL)


def add_assistance(command: Parser) -> None:
    """Add ``--without``."""
    aids = ", ".join(Assistance._fields)
    text = told("turn off aids of the table: {aids}; questions and corrections stay", aids=aids)
    command.add_value("--without", "AID,...", text, type=types.assistance, default=Assistance())


def add_table(command: Parser) -> None:
    """Add ``--table`` and ``--break``."""
    command.add_value(
        "--table",
        "NAME[:WHERE]",
        "pi: the table that this Pi is built into; serial or serial:PORT: a board that "
        "speaks lines over USB; simulated: no hardware needed; emulated: the same with "
        "the Pi's drivers on emulated chips; or the table of an installed package",
        required=True,
        type=types.table,
    )
    add_broken_parts(command)


def add_broken_parts(command: Parser) -> None:
    """Add ``--break``."""
    text = N_("with --table emulated: parts that are broken from the start, for example U1,row3")
    command.add_value("--break", "PART,...", text, dest="broken", type=types.parts, default=())


def add_voice(command: Parser) -> None:
    """Add ``--voice``."""
    command.add_flag(
        "--voice", "let the table speak what it shows and asks, with espeak-ng; MENU switches it off and on"
    )


def add_computers(command: Parser) -> None:
    """Add ``--computer``."""
    text = N_("seats that the computer plays, each with its level, from 1 for a child to 5")
    command.add_value("--computer", "SEAT:LEVEL,...", text, type=types.computers, default={})


def add_acceptance(command: Parser) -> None:
    """Add ``--accept`` and ``--accept=doubts``."""
    words = command.words
    sure = words("take a score sheet as its game is proposed, where no line is in doubt")
    command.add_argument("--accept", action="store_const", const="sure", default="", help=sure)
    doubts = words("take it with all its doubts")
    command.add_argument("--accept=doubts", action="store_const", const="doubts", dest="accept", help=doubts)


def add_serving(command: Parser, pins: _ActionsContainer | None = None) -> None:
    """Add the arguments that ``serve`` has in common with the service that runs it. pins: takes ``--pin-file``."""
    command.add_file("--pin-file", "FILE", "file with the PIN (default: $SPEELTAFEL_PIN)", among=pins)
    text = N_("public address of the page behind a reverse proxy: https://table.example")
    command.add_value("--url", "URL", text, type=types.public_url)
    command.add_value(
        "--proxy",
        "ADDRESS,...",
        "addresses of that proxy: visitors from there need the PIN, and its "
        "X-Forwarded-For header is trusted (default with --url: this computer)",
        type=types.networks,
    )
    command.add_value(
        "--allowed-host",
        "NAME",
        "a name that the router gives this computer, such as table.lan or "
        "table.fritz.box, by which browsers may open the page (may be repeated)",
        type=types.host_name,
        action="append",
        default=[],
    )
    text = N_("publish the state of the game to an MQTT broker: mqtt://NAME:PASSWORD@HOST/TABLE, or mqtts://")
    command.add_value("--mqtt", "URL", text)
    text = N_("file with the broker's PASSWORD, which is then left out of URL (default: $SPEELTAFEL_MQTT_PASSWORD)")
    command.add_file("--mqtt-password-file", "FILE", text)
