"""Where computers think, and how they take part in games."""

import os
import signal
import subprocess
import sys
from io import BytesIO, TextIOWrapper
from pathlib import Path
from threading import Thread
from time import monotonic

import pytest

from firmware.app.thinker import Question, Thinker, ThinkerAtOnce
from firmware.cli import main
from firmware.storage.log import seats_of
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.storage.values import KeptGame
from rules import NAMES, MalformedError, find_game

START = {name: repr(find_game(name).start(find_game(name).players[0])) for name in NAMES}


def question(game: str, level: int = 2, seed: str = "1") -> Question:
    return Question(game, START[game], {}, level, seed)


@pytest.mark.parametrize("game", NAMES)
def test_a_question_is_answered_with_a_legal_move_or_a_roll(game: str) -> None:
    advice = ThinkerAtOnce().ask(question(game)).result()
    position = find_game(game).position(START[game])
    assert advice.move in [*position.legal_moves(), "roll"]


def test_the_time_limit_holds() -> None:
    position = find_game("forum_romanum").start(6)
    for field in ("a1", "b2", "c3", "d4", "e5", "f6"):
        position = position.play(f"{'ybrgkw'[position.plies]}@{field}")
    asked = Question("forum_romanum", repr(position), {}, 5, "1")
    asked.answer(0)  # what is remembered of sectors is worked out here
    begun = monotonic()
    assert asked.answer(0.2).move in position.legal_moves()
    assert monotonic() - begun < 0.6  # this machine may be busy


def test_a_file_that_a_position_names_goes_along() -> None:
    with pytest.raises(MalformedError, match="there"):
        Question("hourglass", f"{START['hourglass']} board:own.toml", {}, 1, "1").answer()


def test_another_process_answers_the_same_and_comes_back_when_it_has_died() -> None:
    thinker = Thinker()
    here = ThinkerAtOnce().ask(question("hourglass")).result()
    assert thinker.ask(question("hourglass")).result(60) == here
    thinker.close()
    assert thinker.ask(question("hourglass")).result(60) == here
    thinker.close()


WAITS = """
import os, signal, sys
from firmware.app.thinker import Thinker

class Endless:
    def answer(self):
        print(os.getpid(), flush=True)
        while True:
            pass

if __name__ == "__main__":
    if hasattr(signal, "SIGHUP"):
        signal.signal(signal.SIGHUP, signal.SIG_DFL)  # which nohup has its children ignore
    thinker = Thinker()
    thinker.ask(Endless())
    sys.stdin.readline()
    thinker.close()
"""


@pytest.mark.skipif(sys.platform == "win32", reason="its signals are others")
@pytest.mark.parametrize("how", ["close", "SIGKILL", "SIGHUP", "SIGTERM"])
def test_what_thinks_ends_with_what_asked_it(how: str, tmp_path: Path) -> None:
    script = tmp_path / "waits.py"
    script.write_text(WAITS)
    with subprocess.Popen(
        [sys.executable, script], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        thinking = int(process.stdout.readline())
        if how == "close":
            process.stdin.close()
        else:
            process.send_signal(getattr(signal, how))
        # What thinks has this output, too: it ends when both have ended.
        waiting = Thread(target=process.stdout.read, daemon=True)
        waiting.start()
        waiting.join(120)
        outlives = waiting.is_alive()
        if outlives:
            os.kill(thinking, signal.SIGKILL)
            process.kill()
        assert not outlives


@pytest.mark.parametrize("text", ["white", "white:0", "white:6", ":3", "white:3,white:4", "", "a:b"])
def test_seats_of_computers_that_cannot_be_read_are_refused(text: str, capsys: pytest.CaptureFixture[str]) -> None:
    for command in (["run", "--table", "simulated"], ["serve"], ["demo", "hourglass"]):
        assert main([*command, f"--computer={text}"]) == 2
        assert "should be a seat and its level" in capsys.readouterr().err


def run(monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> int:
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(typed.encode())))
    return main(["run", "--table", "simulated", *arguments])


def test_a_computer_answers_people_and_keeps_its_seat_when_the_game_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = ("--data", str(tmp_path))
    computer = ("--players", "3", "--new", "--computer", "2:1,3:1")
    assert run(monkeypatch, "+d4\n", "forum_romanum", *data, *computer) == 0

    def moves() -> int:
        with Store(tmp_path / FILE, writes=False) as store:
            return len(store.game(next(store.games()).id).line.moves)

    assert moves() == 3
    assert run(monkeypatch, "confirm\nwait 2\n+a1\n", *data) == 0
    assert moves() in (5, 6) or moves() == 3  # a1 may be taken by then


def test_a_computer_is_chosen_by_the_lamps_of_seats_and_comes_back_with_its_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = ("--data", str(tmp_path))
    typed = "forum_romanum\n3\nseat-2\nseat-2\nseat-3\nconfirm\n"
    assert run(monkeypatch, typed, *data, "--new") == 0

    def kept() -> KeptGame:
        with Store(tmp_path / FILE, writes=False) as store:
            return store.game(next(store.games()).id)

    assert seats_of(kept().log).computers == {"2": 2, "3": 1}
    assert run(monkeypatch, "confirm\n+d4\nwait 2\n", *data) == 0
    assert len(kept().line.moves) == 3
