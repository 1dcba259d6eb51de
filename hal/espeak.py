"""A voice: the program espeak-ng, started for each sentence in a process of its own.

Install it with ``sudo apt install espeak-ng``. It speaks through the default output of the machine:
a USB or HDMI sound card, or an I2S amplifier. The Pi's header has no sound output to spare, as its
PWM pin drives the buzzer.
"""

import shutil
import subprocess
import threading
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Self

from hal.errors import OpenError, PartError
from hal.ports import Sentence
from hal.speech_queue import SpeechQueue
from wiring.text import label

VOICES: Mapping[str, str] = MappingProxyType({"en": "en-gb", "nl": "nl", "fr": "fr", "de": "de"})
"""The voice of espeak-ng for each language."""

PROGRAM = "espeak-ng"
PATIENCE = 5.0  # seconds for which it may take longer than a sentence needs
PACE = 0.2  # seconds for which a character may sound at most; about 0.07 are usual
FULL = 100  # the usual amplitude, as espeak-ng counts it
CLOSING = 1.0  # seconds that a thread has to end


class Espeak:
    """Speaks with espeak-ng: hal's Voice port. Use as a context manager.

    A thread of its own starts the program and waits for it, so that :meth:`speak` never waits. A
    program that hangs is killed.

    Args:
        language: a key of `VOICES`.
        command: the program and its first arguments.
        patience: seconds for which it may take longer than a sentence needs.

    Raises:
        OpenError: the program is not installed.
    """

    def __init__(self, language: str, command: Sequence[str] = (PROGRAM,), patience: float = PATIENCE) -> None:
        program = shutil.which(command[0])
        if program is None:
            raise OpenError(label("{program} is not installed; sudo apt install {program}", program=command[0]))
        self._command = [program, *command[1:], "-v", VOICES[language]]
        self._patience = patience
        self._queue = SpeechQueue()
        self._changed = threading.Condition()
        self._process: subprocess.Popen[bytes] | None = None
        self._cut = False  # whether the process was ended on purpose
        self._error = ""
        self._closed = self._finishing = False
        self._thread = threading.Thread(target=self._work, name="voice", daemon=True)
        self._thread.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def speak(self, sentence: Sentence) -> None:
        """Hal's Voice port."""
        with self._changed:
            if self._queue.add(sentence):
                self._cut_off()
            self._changed.notify()
            error, self._error = self._error, ""
        if error:
            raise PartError(error)

    def finish(self) -> None:
        """Wait until all sentences are spoken, then end; for callers without a table to scan."""
        with self._changed:
            self._finishing = True
            self._changed.notify()
        self._thread.join()

    def close(self) -> None:
        """Fall silent at once, and drop the waiting sentences."""
        with self._changed:
            self._closed = True
            self._cut_off()
            self._changed.notify()
        self._thread.join(CLOSING)

    def _cut_off(self) -> None:
        self._cut = True
        if self._process is not None:
            self._process.kill()

    def _work(self) -> None:
        while True:
            with self._changed:
                sentence = self._queue.next()
                while sentence is None and not (self._closed or self._finishing):
                    self._changed.wait()
                    sentence = self._queue.next()
                if sentence is None or self._closed:
                    return
                self._cut = False
            error = self._say(sentence)
            with self._changed:
                self._process = None
                if error and not self._cut:
                    self._error = error

    def _say(self, sentence: Sentence) -> str:
        """Speak a sentence, and return its error; empty when it was spoken or cut off."""
        volume = ("-a", str(round(FULL * sentence.volume)))
        try:
            process = subprocess.Popen(  # no shell; the sentence is a single argument
                [*self._command, *volume, "--", sentence.text],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:  # kept, and raised by the next sentence
            return f"{PROGRAM}: {error.strerror or error}"
        with self._changed:
            self._process = process
            if self._cut:
                process.kill()
        try:
            status = process.wait(self._patience + PACE * len(sentence.text))
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
            return f"{PROGRAM} hung and was ended"
        return f"{PROGRAM} ended with status {status}: is there a sound card?" if status else ""
