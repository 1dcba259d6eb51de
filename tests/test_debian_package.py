"""The Debian package of a table: what its scripts do, and what the card of a Pi does with it.

That it installs, plays, and leaves nothing but games needs a system of its own: see CONTRIBUTING.
"""

import os
import re
import shutil
import subprocess
from itertools import pairwise
from pathlib import Path

import pytest
from support.pi_systems import SYSTEMS

PROJECT = Path(__file__).parents[1]
PACKAGING = PROJECT / ".github" / "packaging"
DEBIAN = PACKAGING / "debian"
CONFIG = """\
[all]
enable_uart=1
[pi4]
arm_boost=1
"""
ANSWERS = """\
db_get() {{ case $1 in */boot) RET={boot} ;; *) RET=none ;; esac; }}
db_purge() {{ :; }}
"""


class Pi:
    """The files of a Pi that scripts of the package change, in a folder of their own."""

    def __init__(self, folder: Path, *, agrees: bool) -> None:
        self.config = folder / "config.txt"
        self.config.write_text(CONFIG)
        self._folder = folder
        (folder / "debconf").write_text(ANSWERS.format(boot=str(agrees).lower()))

    def run(self, script: str, *arguments: str) -> None:
        """Run a script of the package, which sees the files of this Pi alone."""
        text = (DEBIAN / script).read_text("utf-8")
        for theirs, ours in (
            ("/boot/firmware/config.txt", self.config),
            ("/usr/share/debconf/confmodule", self._folder / "debconf"),
            ("/usr/bin/python", self._folder / "none"),
            ("/run/systemd/system", self._folder / "none"),
            ("/etc/", f"{self._folder}/etc/"),
            ("/var/lib/", f"{self._folder}/games/"),
            ("getent passwd", "false"),
        ):
            text = text.replace(str(theirs), str(ours))
        subprocess.run(["/bin/sh", "-c", text, script, *arguments], check=True)


def guide() -> list[str]:
    """The lines for config.txt that the guide names."""
    text = (PROJECT / "wiring" / "program.md").read_text("utf-8")
    return re.findall(r"^dtparam=.*$|(?<=`)core_freq\w*=\d+(?=`)", text, re.MULTILINE)


def test_lines_are_added_to_config_txt_once_and_taken_out_with_the_package(tmp_path: Path) -> None:
    pi = Pi(tmp_path, agrees=True)
    for _ in range(2):
        pi.run("postinst", "configure")
    added = pi.config.read_text().removeprefix(CONFIG)
    assert added.count("dtparam=spi=on") == 1
    lines = added.splitlines()
    assert lines[1] == lines[-2] == "[all]", "what stood before ends in a filter"
    assert {one for one in lines if one[0] not in "#["} == set(guide())
    pi.run("postrm", "remove")
    assert pi.config.read_text() == CONFIG


def test_without_consent_config_txt_stays_as_it_is(tmp_path: Path) -> None:
    pi = Pi(tmp_path, agrees=False)
    pi.run("postinst", "configure")
    pi.run("postrm", "remove")
    pi.run("postrm", "purge")
    assert pi.config.read_text() == CONFIG
    assert not pi.config.with_name("config.txt.speeltafel").exists()


@pytest.mark.parametrize("script", ["config", "postinst", "prerm", "postrm"])
def test_every_script_of_the_package_stops_at_an_error(script: str) -> None:
    path = DEBIAN / script
    assert path.read_text("utf-8").startswith("#!/bin/sh\nset -e\n")
    assert path.stat().st_mode & 0o111


def test_the_package_has_packages_for_the_python_of_each_system() -> None:
    pythons = {python for python, _ in SYSTEMS.values()}
    for file in (PROJECT / ".ci" / "package", DEBIAN / "postinst"):
        (listed,) = re.findall(r"^ *for \w+ in (3\..*); do$", file.read_text("utf-8"), re.MULTILINE)
        assert set(listed.split()) == pythons


@pytest.mark.skipif(shutil.which("dpkg") is None, reason="there is no uv or dpkg-deb here")
def test_a_candidate_gives_way_to_its_release() -> None:
    (line,) = re.findall(r"^version=\$\(sed.*$", (PROJECT / ".ci" / "package").read_text("utf-8"), re.MULTILINE)
    for earlier, later in pairwise(["1.0.0a1", "1.0.0rc1", "1.0.0rc2", "1.0.0", "1.0.1rc1"]):
        compare = f'{line}\nearlier=$version version={later}\n{line}\ndpkg --compare-versions "$earlier" lt "$version"'
        subprocess.run(["bash", "-c", compare], env={**os.environ, "version": earlier}, check=True)


def test_a_card_answers_every_question_of_the_package() -> None:
    card = (PACKAGING / "user-data").read_text("utf-8")
    asked = re.findall(r"^Template: (.*)$", (DEBIAN / "templates").read_text(), re.MULTILINE)
    answered = re.findall(r"^ +speeltafel (\S+) (?:select|boolean) \S+$", card, re.MULTILINE)
    assert answered == asked
    assert card.startswith("#cloud-config\n")
