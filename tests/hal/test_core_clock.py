"""The core clock: which Pis need a line in config.txt, and whether it holds."""

import os
from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.emulation import PINS

from firmware.selftest.machine import Machine, faults_of, notes_of
from hal.pi import core_clock
from hal.pi.core_clock import judge, read_core_clock

THREE = "Raspberry Pi 3 Model B Plus Rev 1.3"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"
FOUR = "Raspberry Pi 4 Model B Rev 1.5"
FIVE = "Raspberry Pi 5 Model B Rev 1.0"


@pytest.mark.parametrize(
    ("model", "config", "line", "steady"),
    [
        (THREE, {"core_freq": 400, "core_freq_min": 250}, "core_freq=250", False),
        (ZERO, {"core_freq": 250}, "core_freq=250", True),
        (ZERO, {"core_freq": 400}, "core_freq=250", None),
        (FOUR, {"core_freq": 500, "core_freq_min": 200}, "core_freq_min=500", False),
        (FOUR, {"core_freq": 500, "core_freq_min": 500}, "core_freq_min=500", True),
        (FOUR, {"core_freq": 600, "core_freq_min": 500}, "core_freq_min=500", False),
        (FOUR, {}, "core_freq_min=500", None),
    ],
)
def test_a_pi_whose_pixels_hang_on_the_core_clock_is_told_its_line(
    model: str, config: dict[str, int], line: str, steady: bool | None
) -> None:
    core = judge(model, config)
    assert core is not None
    assert (core.line, core.steady) == (line, steady)
    machine = Machine(core)
    (told,) = [*faults_of(machine, None, 100, PINS), *notes_of(machine, None, 100, ())]
    assert (line in ENGLISH(told.text, **told.values)) is not (steady is True)


@pytest.mark.parametrize("model", [FIVE, "QEMU Virtual Machine", ""])
def test_a_pi_5_and_what_is_no_pi_need_none(model: str) -> None:
    assert judge(model, {"core_freq": 910, "core_freq_min": 500}) is None


@pytest.mark.skipif(os.name != "posix", reason="the program is a script of a shell")
@pytest.mark.parametrize(
    ("says", "known"),
    [
        ("echo $2=500", (500, 500)),
        ("echo VCHI initialization failed; exit 1", (None, None)),  # not in the group video
    ],
)
def test_the_firmware_of_a_pi_is_asked_by_its_program(
    says: str, known: tuple[int | None, int | None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    model, program = tmp_path / "model", tmp_path / "vcgencmd"
    model.write_text(f"{FOUR}\0")
    program.write_text(f"#!/bin/sh\n[ $1 = get_config ] || exit 2\n{says}\n")
    program.chmod(0o755)
    monkeypatch.setattr(core_clock, "_MODEL", model)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    core = read_core_clock()
    assert core is not None
    assert (core.lowest, core.highest) == known


def test_a_machine_without_a_model_is_no_pi(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(core_clock, "_MODEL", tmp_path / "model")
    assert read_core_clock() is None
