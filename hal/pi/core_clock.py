"""The core clock, from which most Pis derive the clock of SPI and so of the pixels' data.

On a Pi 3, 4 and Zero 2 W the firmware changes the core clock with the load, and SPI runs slower or
faster with it. At 2.5 MHz instead of 6.4 a WS2812B reads every bit as 1 and shines white at full,
whatever limit the lamps have (rpi_ws281x issues 194, 381 and 447). A line in config.txt holds the
clock. A Pi 5 has SPI on another chip, with a clock of its own.
"""

import re
import shutil
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from wiring.text import label

DIMMED = 0.2  # of the light, while the clock moves: then too little red is better than white

_MODEL = Path("/proc/device-tree/model")
_LINES = (  # a Pi by its model, the setting that holds its core clock, and MHz
    (re.compile(r"Raspberry Pi (3|Zero 2)"), "core_freq", 250),
    (re.compile(r"Raspberry Pi 4"), "core_freq_min", 500),
)
_ASKED = ("core_freq", "core_freq_min")
_PLAY = 1.1  # times as fast as its slowest: WS2812B still read 6.25 MHz as well as 6.88


class CoreClock(NamedTuple):
    """The core clock of a Pi that derives the clock of SPI from it.

    line: the setting for /boot/firmware/config.txt. wanted: MHz at which SPI is right. lowest,
    highest: MHz between which the clock moves now; None when the firmware does not say.
    """

    line: str
    wanted: int
    lowest: int | None = None
    highest: int | None = None

    @property
    def steady(self) -> bool | None:
        """Whether it stays where SPI is right. None when that is not known."""
        if self.lowest is None or self.highest is None:
            return None
        return self.wanted <= self.lowest <= self.highest <= _PLAY * self.wanted

    @property
    def fault(self) -> str:
        """The fault of the clock, for people; empty without fault, or where it is not known."""
        if self.steady is not False:
            return ""
        return label(
            "the core clock varies between {lowest} and {highest} MHz, which can turn all pixels "
            "white: add {line} to /boot/firmware/config.txt and restart the Pi",
            lowest=self.lowest or 0,
            highest=self.highest or 0,
            line=self.line,
        )


def judge(model: str, config: Mapping[str, int]) -> CoreClock | None:
    """Return the core clock of a Pi. None for a Pi whose SPI does not depend on it.

    model: as the device tree has it. config: the firmware's core_freq and core_freq_min in MHz; 0
    or missing where it does not say.
    """
    for known, name, rate in _LINES:
        if known.match(model):
            highest = config.get("core_freq") or None
            lowest = config.get("core_freq_min") or None
            if name == "core_freq" and highest == rate:
                lowest = rate  # core_freq sets both ends, unless core_freq_min stands besides
            return CoreClock(f"{name}={rate}", rate, lowest, highest)
    return None


def read_model() -> str:
    """Return the model of this Raspberry Pi from its device tree; empty for other machines."""
    try:
        model = _MODEL.read_text("utf-8", errors="replace").rstrip("\0")
    except OSError:
        return ""
    return model if model.startswith("Raspberry Pi") else ""


def read_core_clock() -> CoreClock | None:
    """Return the core clock of this machine. None if no SPI depends on it."""
    model = read_model()
    return judge(model, _config()) if model else None


def _config() -> dict[str, int]:
    """Return the firmware's settings, as far as it can be asked (vcgencmd, group video)."""
    program = shutil.which("vcgencmd")
    found: dict[str, int] = {}
    if program is None:
        return found
    for name in _ASKED:
        try:
            ended = subprocess.run(
                [program, "get_config", name], capture_output=True, text=True, check=False, timeout=5
            )
        except (OSError, subprocess.TimeoutExpired):
            continue
        if said := re.fullmatch(rf"{name}=(\d+)\s*", ended.stdout):
            found[name] = int(said[1])
    return found
