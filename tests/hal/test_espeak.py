"""The voice: which sentence comes when, a program that hangs or is missing, and a real sentence."""

import shutil
import threading
import wave
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hal import Importance, OpenError, PartError, Sentence
from hal.espeak import PROGRAM, VOICES, Espeak
from hal.speech_queue import MOST_WAITING, SpeechQueue

PROMPT, EVENT, ANSWER = Importance


def test_a_more_important_sentence_cuts_off_a_less_important_one() -> None:
    queue = SpeechQueue()
    assert not queue.add(Sentence("Bram: yellow Roman on D4.", EVENT))
    assert queue.next() is not None
    assert not queue.add(Sentence("Score: Anna 3.", EVENT))
    assert queue.add(Sentence("Please take the piece off D4.", ANSWER))
    assert [queue.next(), queue.next(), queue.next()] == [
        Sentence("Please take the piece off D4.", ANSWER),
        Sentence("Score: Anna 3.", EVENT),
        None,
    ]


def test_a_new_prompt_cuts_off_the_old_one_and_comes_after_what_has_happened() -> None:
    queue = SpeechQueue()
    queue.add(Sentence("Which was it? Press D4 or D5.", ANSWER, "prompt"))
    queue.next()
    queue.add(Sentence("Anna: yellow Roman on D4.", EVENT))
    assert queue.add(Sentence("Bram, place a Roman.", PROMPT, "prompt"))
    assert [one and one.text for one in (queue.next(), queue.next())] == [
        "Anna: yellow Roman on D4.",
        "Bram, place a Roman.",
    ]


@given(st.lists(st.builds(Sentence, st.text("ab"), st.sampled_from(Importance), st.sampled_from("pq"))))
def test_a_queue_never_grows_and_gives_the_most_important_first(said: list[Sentence]) -> None:
    queue = SpeechQueue()
    for number, sentence in enumerate(said):
        queue.add(sentence._replace(topic="" if number % 2 else sentence.topic))
    given_back = []
    while (one := queue.next()) is not None:
        given_back.append(one)
    assert len(given_back) <= MOST_WAITING
    ranks = [one.importance for one in given_back]
    assert ranks == sorted(ranks, reverse=True)


def test_a_program_that_hangs_holds_nobody_up_is_ended_and_told_of(tmp_path: Path) -> None:
    program = tmp_path / "hangs"
    program.write_text("#!/bin/sh\nexec sleep 600\n")
    program.chmod(0o755)
    with Espeak("en", [str(program)], patience=0.05) as voice:
        for _ in range(20):
            voice.speak(Sentence("", EVENT))  # each would hang for ten minutes
        errors: list[str] = []
        while not errors:
            try:
                voice.speak(Sentence("", PROMPT, "prompt"))
            except PartError as error:
                errors.append(str(error))
        assert errors == ["espeak-ng hung and was ended"]


def test_a_voice_that_is_closed_falls_silent_in_the_middle_of_a_sentence(tmp_path: Path) -> None:
    program = tmp_path / "talks"
    began = tmp_path / "began"
    program.write_text(f"#!/bin/sh\ntouch {began}\nexec sleep 600\n")
    program.chmod(0o755)
    with Espeak("nl", [str(program)]) as voice:
        voice.speak(Sentence("Anna, zet een gele Romein.", EVENT))
        while not began.exists():
            threading.Event().wait(0.01)
    assert "voice" not in {thread.name for thread in threading.enumerate()}


def test_a_quiet_sentence_is_spoken_with_a_part_of_the_usual_amplitude(tmp_path: Path) -> None:
    program, called = tmp_path / "talks", tmp_path / "called"
    program.write_text(f'#!/bin/sh\necho "$@" >>{called}\n')
    program.chmod(0o755)
    with Espeak("nl", [str(program)]) as voice:
        voice.speak(Sentence("-D4.", EVENT))
        voice.speak(Sentence("A1.", EVENT, volume=0.25))
        voice.finish()
    assert called.read_text() == "-v nl -a 100 -- -D4.\n-v nl -a 25 -- A1.\n"


def test_a_missing_program_is_said_at_once() -> None:
    with pytest.raises(OpenError, match="sudo apt install"):
        Espeak("en", ["no-such-program"])


@pytest.mark.nightly
@pytest.mark.skipif(shutil.which(PROGRAM) is None, reason="espeak-ng is not installed")
@pytest.mark.parametrize("language", VOICES)
def test_espeak_itself_speaks_every_language_into_a_file(tmp_path: Path, language: str) -> None:
    file = tmp_path / "said.wav"
    with Espeak(language, [PROGRAM, "-w", str(file)]) as voice:
        voice.speak(Sentence("-D4, A1.", EVENT))
        voice.finish()
    with wave.open(str(file)) as said:
        assert said.getnframes() > said.getframerate() // 2  # more than half a second
