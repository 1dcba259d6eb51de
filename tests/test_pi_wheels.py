"""On each 64-bit Raspberry Pi OS all is installed from wheels, and none of them is a stub."""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from support.pi_systems import SYSTEMS

PROJECT = Path(__file__).parents[1]
EXTRAS = ("emulated", "pi", "serial", "web")


def wanted(python: str) -> list[str]:
    """What the extras of a Pi require there."""
    project = tomllib.loads((PROJECT / "pyproject.toml").read_text("utf-8"))["project"]
    texts = [*project["dependencies"]]
    for extra in EXTRAS:
        texts += project["optional-dependencies"][extra]
    there = {
        "python_version": python, "python_full_version": f"{python}.0", "sys_platform": "linux",
        "platform_machine": "aarch64", "platform_system": "Linux", "os_name": "posix",
    }  # fmt: skip
    found = []
    for requirement in map(Requirement, texts):
        if requirement.name == "speeltafel":
            continue
        if requirement.marker is None or requirement.marker.evaluate(there):
            requirement.marker = None
            found.append(str(requirement))
    return found


def fetched(python: str, glibc: int, folder: Path) -> set[str]:
    """The wheels that pip takes there, by the names of their files. Skips without a network."""
    command = [
        sys.executable, "-m", "pip", "download", "--quiet", "--only-binary=:all:",
        "--python-version", python, "--implementation", "cp", "--dest", str(folder),
    ]  # fmt: skip
    platforms = [f"manylinux_2_{minor}_aarch64" for minor in range(glibc, 16, -1)]
    command += [f"--platform={one}" for one in (*platforms, "manylinux2014_aarch64")]
    try:
        ended = subprocess.run(  # noqa: S603 - pip, for the requirements of this project
            [*command, *wanted(python)], capture_output=True, text=True, check=False, timeout=180
        )
    except subprocess.TimeoutExpired:
        pytest.skip("pip is too slow here")
    if "Could not fetch" in ended.stderr or "Failed to establish" in ended.stderr:
        pytest.skip("pip reaches no index here")
    assert not ended.returncode, ended.stderr[-2000:]
    return {path.name.lower() for path in folder.iterdir()}


@pytest.mark.nightly
@pytest.mark.parametrize("system", SYSTEMS)
def test_all_of_it_is_a_wheel(system: str, tmp_path: Path) -> None:
    python, glibc = SYSTEMS[system]
    files = fetched(python, glibc, tmp_path)
    assert all(file.endswith(".whl") for file in files)
    (lgpio,) = [file for file in files if file.startswith(("lgpio-", "adafruit_lgpio-"))]
    assert "aarch64" in lgpio, "the stub 0.0.0.2 installs and does nothing"
    names = {file.partition("-")[0].replace(".", "_") for file in files}
    assert {"adafruit_blinka", "gpiod", "gpiozero", "luma_oled", "pillow"} <= names
    assert "rpi_gpio" not in names, "it is the same module as rpi-lgpio"


def test_a_pi_has_one_lgpio_and_rpi_gpio_above_it_where_that_is_a_wheel() -> None:
    for python, _ in SYSTEMS.values():
        names = {Requirement(text).name for text in wanted(python)}
        assert len(names & {"lgpio", "adafruit-lgpio"}) == 1
        assert ("rpi-lgpio" in names) == ("lgpio" in names)


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_pi_installs_is_pinned_with_hashes_and_is_what_the_project_requires(
    system: str,
) -> None:
    pinned: dict[str, str] = {}
    text = (PROJECT / ".ci" / "constraints.txt").read_text("utf-8")
    for pin in re.findall(r"^[^#\s].*(?:\n    --hash=sha256:.*)+", text, re.MULTILINE):
        required = Requirement(pin.partition("\\")[0])
        (version,) = required.specifier
        pinned[canonicalize_name(required.name)] = version.version
    for required in map(Requirement, wanted(SYSTEMS[system][0])):
        assert required.specifier.contains(pinned[canonicalize_name(required.name)]), "run .ci/lock"
