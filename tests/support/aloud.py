"""What a voice says where eyes would read: fields, moves, prompts and where to press."""

import re
from collections.abc import Iterable, Mapping

from firmware.games import field_name, find_adapter, move_name
from firmware.games.kit import find_kit
from firmware.opponents import Advice, Ranked
from firmware.output.prompts import choice_help, prompt
from firmware.play.intensity import SOUND, Intensity
from firmware.play.lobby import Choice
from firmware.play.session import Session, at_table
from firmware.play.view import Hint, Menu
from firmware.words import Words
from rules import Position, find_game, make_header
from support.at_table import NAMES

# What no voice can say: notation, marks of sides and diagonals, a small letter with a number.
NOTATION = re.compile(r"[@*\\/_{}|<>=#]|\b[a-gA-G][1-7]-|\b[a-z]\d|\d-\w|[+\u2212-]\d", re.ASCII)
LAMPS = {
    "en": ("lamp", "blink", "flash", "lit", "light up"),
    "nl": ("lamp", "knipper", "branden"),
    "fr": ("lampe", "clignot", "allum"),
    "de": ("lämpchen", "lampe", "blink", "leucht"),
}


def assert_for_ears(told: str, language: str) -> None:
    """A sentence makes sense to somebody who sees neither lamps nor a screen."""
    assert not NOTATION.search(told), told
    assert not [one for one in LAMPS[language] if one in told.lower()], told


def everything_aloud(words: Words, played: Mapping[str, Iterable[Position]]) -> set[str]:
    """Everything that has a spoken form. played: the positions of a game, by the game's name."""
    aloud = words._replace(aloud=True)
    said = set()
    for game, positions in played.items():
        players = find_game(game).players[0]
        header = make_header(game, NAMES[:players])
        adapter = find_adapter(header.start(), game)
        said |= {aloud.tell(field_name(adapter, cell)) for cell in adapter.overlay.names}
        plain = Session(at_table(header, header.start()), adapter).view
        own = find_kit(game).speech.own
        moves = {"agree"} if game == "forum_romanum" else set()
        for position in positions:
            moves_now = position.legal_moves()
            moves |= set(moves_now)
            moves |= {position.written(move) for move in position.legal_moves()[:1]}
            said.add(prompt(plain._replace(position=position), aloud))
            said.add(prompt(plain._replace(position=position), aloud, brief=True))
            if own is not None:
                said |= {own(position, seat, aloud) for seat in position.seats}
            if len(moves_now) > 1 and not position.chance and position.plies % 3 == 0:
                advice = Advice(moves_now[0], 0, (0.5, 0.5), (), (Ranked(moves_now[-1], 0.5),))
                hinted = plain._replace(position=position, hint=Hint(0, advice=advice))
                said.add(prompt(hinted, aloud))
        said |= {aloud.tell(move_name(game, move)) for move in moves}
        said |= {
            prompt(plain._replace(menu=Menu.VOICE, voice=voice), aloud) for voice in (True, False)
        }
        said |= {
            prompt(plain._replace(menu=Menu.SOUND, intensity=Intensity(sound=sound)), aloud)
            for sound in SOUND
        }
        choice = Choice(None, game, players, tuple(find_game(game).players), voice=True)
        said |= {prompt(choice, aloud), choice_help(choice, aloud)}
        said.add(choice_help(choice._replace(offered=header), aloud))
    said |= {aloud.tell(move_name("hourglass", line)) for line in ("12.4", "90 dead b")}
    return said
