"""The self-test finds what does not work and says where; a measurement of sand is kept."""

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from io import StringIO
from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.kept import begun
from support.scans import run_until
from support.small_hourglass import SMALL
from support.speaker import Speaker

from firmware.app.loop import Loop
from firmware.cli import main
from firmware.games.kit import find_measurement
from firmware.match.events import Distrusted
from firmware.output.prompts import prompt
from firmware.output.speech import Speech
from firmware.selftest.calibrate import Calibration
from firmware.selftest.check import SelfTest
from firmware.selftest.faults import report
from firmware.selftest.recording import RecordingSense
from firmware.storage.errors import StoreError
from firmware.storage.log import found_in
from firmware.storage.place import FILE
from firmware.storage.settings import BROKEN
from firmware.storage.store import Store
from firmware.words import told
from hal import KEYS, Edge, Layer, Tune, cell_set, one_cell, reed, tilt
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from rules import load_nothing

CELLS = (0, 1, 14, 95)


class Builder:
    """A builder at a table of which four cells are tested; what is broken is given as edges."""

    def __init__(
        self,
        *,
        broken: tuple[Edge, ...] = (),
        layers: tuple[Layer, ...] = tuple(Layer),
        table: SimulatedTable | None = None,
        tilts: Sequence[int] = range(96),
    ) -> None:
        """table: one on which something stands; its builder begins after half a second."""
        self.table = table or SimulatedTable(bounce=0)
        self.table.feed(broken)
        self.deaf: set[tuple[Layer, int]] = set()  # contacts that never close
        recording = RecordingSense(self.table)
        self.self_test = SelfTest(recording, CELLS, layers, 2 * SECOND, tilts)
        self.loop = Loop(replace(self.table.ports, sense=recording), self.self_test, lambda _: None)
        self.advance(2.5 if table is None else 0.5)

    def advance(self, seconds: float) -> None:
        run_until(self.loop, self.table.clock.now() + int(seconds * SECOND))

    def answer(self, cell: int, *, dead: tuple[Layer, ...] = (), at: int | None = None) -> None:
        """Do to a cell what is asked; dead: layers that do not answer; at: the cell that does."""
        answers = cell if at is None else at
        if Layer.BUTTON not in dead:
            self.table.press(answers)
        self.advance(0.3)
        if Layer.REED not in dead:
            self.table.place(answers)
        if Layer.TILT not in dead:
            self.table.turn(answers, end_a_up=True)
        self.advance(0.3)
        if Layer.TILT not in dead:
            self.table.turn(answers, end_a_up=False)
        if Layer.REED not in dead:
            self.table.lift(answers)
        self.advance(0.3)

    def key(self, name: str) -> None:
        self.table.press_key(name)
        self.advance(0.4)

    def finish(self) -> None:
        for name in ("CONFIRM", "UNDO", "HINT", "MENU", "CONFIRM"):
            self.key(name)
        assert self.self_test.done

    @property
    def found(self) -> list[str]:
        return [ENGLISH(line.text, **line.values) for line in report(self.self_test.faults)]

    @property
    def prompt(self) -> str:
        return prompt(self.self_test.view, ENGLISH)


def test_a_sound_table_has_no_fault() -> None:
    builder = Builder()
    for cell in CELLS:
        builder.answer(cell)
    builder.finish()
    assert builder.found == []
    assert builder.self_test.tested == sum(1 << cell for cell in CELLS)


def test_a_piece_that_is_taken_off_in_the_quiet_time_is_no_fault() -> None:
    table = SimulatedTable(seed=1)  # whose contacts bounce
    table.set_up(cell_set((14, 40)), one_cell(40))  # a piece, and an hourglass with end A up
    builder = Builder(table=table)
    for cell in (14, 40):
        table.lift(cell)
        builder.advance(0.2)
        for below in (cell + 1, cell + 2):  # its magnet goes low over other reeds
            table.place(below)
            builder.advance(0.2)
            table.lift(below)
            builder.advance(0.2)
    assert builder.prompt == "Take everything off the table and do not touch it for 2 s."
    builder.advance(4)
    assert builder.prompt.startswith("Row 0, column 0: press")
    assert builder.found == []


@pytest.mark.parametrize("pause", [30_000, 1_300_000], ids=["always", "now and then"])
def test_a_contact_that_chatters_from_the_beginning_is_found_and_holds_up_nothing(pause: int) -> None:
    chatter = [Edge(n * pause, Layer.REED, 40, closed=n % 2 == 0) for n in range(400)]
    builder = Builder(broken=tuple(chatter))
    builder.advance(12)
    assert builder.prompt.startswith("Row 0, column 0: press")
    assert any(one.startswith("reed at (3,4): switches by itself") for one in builder.found)


def test_a_contact_that_answers_for_another_accuses_no_line() -> None:
    builder = Builder()
    builder.answer(0, at=12)
    builder.table.log.assert_tunes(Tune.QUESTION, Tune.QUESTION, Tune.REFUSED, Tune.REFUSED)
    for _ in range(3):
        builder.key("CONFIRM")
    assert [line.split(";")[0] for line in builder.found] == [
        f"{layer} at (0,0): {layer} at (1,0) answered instead" for layer in ("reed", "tilt", "button")
    ]


def test_a_cell_can_be_tested_again() -> None:
    builder = Builder()
    for _ in range(3):  # press, place, turn
        builder.key("CONFIRM")
    assert len(builder.found) == 3
    builder.key("UNDO")
    builder.answer(0)
    assert builder.found == []


def test_a_test_ends_though_no_key_works() -> None:
    builder = Builder()
    builder.key("MENU")  # no more cells
    builder.advance(4 * 15 + 20)
    assert builder.prompt.startswith("Did you hear the buzzer?")
    builder.advance(11)
    assert builder.self_test.done
    assert builder.found == [*(f"key {key}: no answer" for key in sorted(KEYS)), "buzzer: nobody confirmed hearing it"]


# The commands

Typed = Callable[..., list[str]]


@pytest.fixture
def typed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typed:
    def run(lines: str, *arguments: str) -> list[str]:
        monkeypatch.setattr("sys.stdin", StringIO(lines.replace(";", "\n")))
        assert main(arguments) == 0
        return capsys.readouterr().out.splitlines()

    return run


@pytest.mark.parametrize(
    ("acts", "without", "broken", "found"),
    [
        pytest.param("press place turn lift", (), reed(40), 1, marks=pytest.mark.nightly),
        pytest.param("press place lift skip", (), reed(40) | tilt(39), 1, marks=pytest.mark.nightly),
        ("press", ("--without", "reed,tilt"), reed(39) | reed(40), 1 | reed(39)),
    ],
)
def test_what_a_check_finds_is_kept_and_what_it_has_not_tested_stays_as_it_is_known(
    acts: str, without: tuple[str, ...], broken: int, found: int, at_pi: SimulatedTable
) -> None:
    data = Path(os.environ["SPEELTAFEL_DATA"]) / FILE
    with Store(data) as store:
        store.set(BROKEN, f"{reed(39) | reed(40):x}")
        store.add_to(begun(store), Distrusted(1 | reed(39)))
    hands: dict[str, Callable[[int, int], None]] = {
        "press": at_pi.press,
        "place": at_pi.place,
        "lift": at_pi.lift,
        "turn": lambda cell, at: at_pi.turn(cell, True, at),
        "skip": lambda _, at: at_pi.press_key("CONFIRM", at),
    }
    for second, act in enumerate(acts.split(), 3):
        hands[act](39, second * SECOND)
    for second, key in enumerate((*KEYS, "CONFIRM"), 8):
        at_pi.press_key(key, second * SECOND)
    assert main(["check", "--table", "pi", "--quiet", "0", "--cells", "3,3", *without]) == 0
    with Store(data, writes=False) as store:
        assert store.setting(BROKEN) == f"{broken:x}"
        assert found_in(store.game(1).log) == found


@pytest.mark.parametrize("arguments", ["check --quiet 5 --cells 3,3", "check --learn", "check --full", "calibrate"])
def test_nothing_is_saved_of_a_simulated_table(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "!3,3;confirm;confirm" if "cells" in arguments else "~a;wait 30;-a;confirm"
    monkeypatch.setattr("sys.stdin", StringIO(typed.replace(";", "\n")))
    main([*arguments.split(), "--table", "simulated"])
    assert not Path(os.environ["SPEELTAFEL_DATA"]).exists()
    said = capsys.readouterr().out
    assert ("Nothing is saved" in said) is not arguments.startswith(("check --l", "check --f"))
    assert "for 5 s." in said or "--quiet" not in arguments


def test_a_test_that_is_ended_early_is_an_error(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO("wait 2\n!3,3 ~3,3 -3,3\n"))
    arguments = ["check", "--table", "simulated", "--quiet", "1", "--cells", "3,3;3,4"]
    assert main(arguments) == 2
    shown = capsys.readouterr()
    assert "Cells tested: 1 of 2." in shown.out
    assert "stopped before all cells were tested" in shown.err


def test_a_simulated_table_has_no_wires_about_which_to_give_advice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = "wait 1;!0,0;confirm;confirm;confirm;confirm;confirm;confirm"
    monkeypatch.setattr("sys.stdin", StringIO(typed.replace(";", "\n")))
    main(["check", "--table", "simulated", "--quiet", "0", "--cells", "0,0;0,1"])
    shown = capsys.readouterr().out.splitlines()
    assert "reed at (0,0) (0,1): never closed" in shown
    assert "button at (0,1): never closed" in shown
    assert not any(word in line for line in shown for word in ("diode", "solder", "wire", "cable", "map"))
    assert main(["check", "--table", "simulated", "--learn"]) == 2
    assert "no map says where the wires of simulated are" in capsys.readouterr().err


def measure(table: SimulatedTable, hole: str, seconds: int) -> int:
    """Turn over the hourglass in a hole, take it out so many seconds later, and end."""
    begun = table.clock.now() + SECOND
    cell = find_measurement({}, load_nothing).cells[hole]
    table.turn(cell, not table.end_a_up >> cell & 1, begun)
    table.place(cell, begun - SECOND // 2)
    table.lift(cell, begun + seconds * SECOND)
    table.press_key("CONFIRM", begun + (seconds + 1) * SECOND)
    return main(["calibrate", "--table", "pi"])


@pytest.mark.nightly
def test_measured_sand_is_that_of_new_games_and_what_was_measured_before_stays_known(
    typed: Typed, at_pi: SimulatedTable, capsys: pytest.CaptureFixture[str]
) -> None:
    assert [measure(at_pi, *sand) for sand in (("a", 9), ("b", 6), ("a", 7))] == [0, 0, 0]
    assert "Measured: a 7." in capsys.readouterr().out
    typed("start", "run", "hourglass", "--table", "simulated")
    (sand,) = [line for line in typed("", "games", "export", "1") if "sand" in line]
    assert re.fullmatch(r'\[option "sand" "a:7(\.\d)? b:6(\.\d)?"\]', sand)


def test_sand_is_that_of_the_board_on_the_table(typed: Typed, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    own_holes = str.maketrans("abcdABCD", "pqrsPQRS")
    Path("own.toml").write_text(SMALL.translate(own_holes), "utf-8")
    own = ("--table", "simulated", "--option", "board=own.toml")
    with Store(Path(os.environ["SPEELTAFEL_DATA"]) / FILE) as store:
        store.set("sand", "a:118")
    typed("start;menu;menu;confirm", "run", "hourglass", *own)
    assert not any("sand" in line for line in typed("", "games", "export", "1"))
    with Store(Path(os.environ["SPEELTAFEL_DATA"]) / FILE) as store:
        store.set("sand", "a:118 p:60")
    typed("start", "run", "hourglass", "--new", *own)
    assert any('"sand" "p:60' in line for line in typed("", "games", "export", "2"))
    typed("start", "run", "hourglass", "--new", "--table", "simulated")
    assert any('"sand" "a:118' in line for line in typed("", "games", "export", "3"))


@pytest.mark.parametrize("command", ["check", "calibrate"])
def test_a_store_that_cannot_be_written_is_named_before_anything_is_tested_or_measured(
    command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").touch()
    folder = tmp_path / "file" / "games"
    assert main([command, "--table", "pi", "--data", str(folder)]) == 2
    told = capsys.readouterr()
    assert told.err.startswith(str(folder))
    assert not told.out


@pytest.mark.nightly
def test_what_was_measured_is_told_when_it_cannot_be_kept(
    at_pi: SimulatedTable, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise StoreError(told("the disk is full"))

    monkeypatch.setattr(Store, "set", fail)
    assert measure(at_pi, "a", 7) == 2
    assert "the disk is full; measured: --option sand=a:7" in capsys.readouterr().err


def test_a_glass_that_was_hardly_turned_is_not_measured() -> None:
    table = SimulatedTable(bounce=0)
    calibration = Calibration({"a": 0, "b": 1})
    table.set_up(cell_set((0, 1)))
    loop = Loop(table.ports, calibration, lambda _: None)
    run_until(loop, SECOND)
    table.turn(0, end_a_up=True)
    for cell in (0, 1):
        table.lift(cell, 2 * SECOND)
        table.place(cell, 3 * SECOND)
    run_until(loop, 4 * SECOND)
    assert calibration.seconds == {}
    table.lift(0, 100 * SECOND)
    run_until(loop, 101 * SECOND)
    assert calibration.seconds == {"a": 99.0}
    table.press_key("UNDO")
    run_until(loop, 102 * SECOND)
    assert calibration.seconds == {}


@pytest.mark.parametrize(
    ("keys", "found"),
    [
        ("CONFIRM", []),
        ("HINT CONFIRM", []),
        ("MENU", ["voice: silent; is the sound card the default one, and its volume up?"]),
        ("", ["voice: nobody confirmed hearing it"]),
    ],
)
def test_a_voice_is_asked_for_as_the_buzzer_is(keys: str, found: list[str]) -> None:
    speaker, speech = Speaker(), Speech(ENGLISH)
    table = SimulatedTable(bounce=0)
    recording = RecordingSense(table)
    test = SelfTest(recording, (0,), (Layer.BUTTON,), SECOND, voice=True)
    ports = replace(table.ports, sense=recording, voice=speaker)
    loop = Loop(ports, test, speech.hear, speech=speech)

    def advance(seconds: float) -> None:
        run_until(loop, table.clock.now() + int(seconds * SECOND))

    advance(1.5)
    table.press(0)
    advance(0.4)
    for name in ("CONFIRM", "UNDO", "HINT", "MENU", "CONFIRM", *keys.split()):
        table.press_key(name)
        advance(0.4)
    advance(31)
    assert test.done
    assert [ENGLISH(line.text, **line.values) for line in report(test.faults)] == found
    said = [one.text for one in speaker.said]
    asked = "Did you hear this sentence? CONFIRM: yes, MENU: no, HINT: once more."
    assert said.count(asked) == 1 + keys.count("HINT")
    assert said[:2] == [
        "Take everything off the table and do not touch it for 1 s.",
        "Row 0, column 0: press the field.",
    ]
