"""The voice of a table, where its machine can speak."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from firmware.play.effects import Effect, Warn
from firmware.words import N_, Words
from hal import OpenError, Table
from hal.espeak import Espeak

_SILENT = N_(
    "the table cannot speak: espeak-ng is missing (sudo apt install espeak-ng); the game goes on without a voice"
)


@contextmanager
def speaking(ports: Table, words: Words, tell: Callable[[Effect], None]) -> Iterator[Table]:
    """Give a table a voice in this language while the context lasts, if it is silent.

    tell: gets a warning if the machine cannot speak; the table then stays silent.
    """
    if ports.voice is not None:
        yield ports
        return
    try:
        voice = Espeak(words.language)
    except OpenError:
        tell(Warn(_SILENT))
        yield ports
        return
    with voice:
        yield replace(ports, voice=voice)
