"""On each 64-bit Raspberry Pi OS all is installed from wheels, and none of them is a stub."""

import re
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
        "python_version": python,
        "python_full_version": f"{python}.0",
        "sys_platform": "linux",
        "platform_machine": "aarch64",
        "platform_system": "Linux",
        "os_name": "posix",
    }
    found = []
    for requirement in map(Requirement, texts):
        if requirement.name == "speeltafel":
            continue
        if requirement.marker is None or requirement.marker.evaluate(there):
            requirement.marker = None
            found.append(str(requirement))
    return found


@pytest.mark.parametrize("system", SYSTEMS)
def test_what_a_pi_installs_is_pinned_with_hashes_and_is_what_the_project_requires(system: str) -> None:
    pinned: dict[str, str] = {}
    text = (PROJECT / ".ci" / "constraints.txt").read_text("utf-8")
    for pin in re.findall(r"^[^#\s].*(?:\n    --hash=sha256:.*)+", text, re.MULTILINE):
        required = Requirement(pin.partition("\\")[0])
        (version,) = required.specifier
        pinned[canonicalize_name(required.name)] = version.version
    for required in map(Requirement, wanted(SYSTEMS[system][0])):
        assert required.specifier.contains(pinned[canonicalize_name(required.name)]), "run .ci/lock"
