"""Writing a site: what stands in its way is said, and nothing is written then."""

import sys
import zipfile
from pathlib import Path
from traceback import format_exception
from typing import Any

import pytest
from pytest_mock import MockerFixture

from firmware.cli import main
from firmware.site.pack import without_lines
from firmware.site.vendored import PYODIDE, RELEASED, Package, SiteError, unpacked


def test_a_folder_with_something_in_it_stays_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "letter.txt").write_text("mine")
    for more in ([], ["--force"]):
        assert main(["site", str(tmp_path), *more]) == 2
    first, second = capsys.readouterr().err.splitlines()
    assert "is not empty" in first
    assert "--force" in first
    assert "something else than a site" in second
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_code_without_its_lines_still_says_where_it_failed() -> None:
    source = "def fail(number):\n    " + "number += 1\n    " * 9 + "return 1 / (number - number)\n"
    names: dict[str, Any] = {}
    exec(without_lines(compile(source, "source", "exec")), names)
    with pytest.raises(ZeroDivisionError) as failed:
        names["fail"](1)
    assert "line 1, in fail" in "".join(format_exception(failed.value))


@pytest.fixture
def without_node(mocker: MockerFixture) -> None:
    mocker.patch("firmware.site.build.which", return_value=None)


@pytest.mark.usefixtures("without_node")
def test_without_node_two_ways_are_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["site", str(tmp_path / "site"), "--packages", str(tmp_path)]
    assert main(asked) == 2
    said = capsys.readouterr().err
    assert "install version" in said
    assert f"put {RELEASED}" in said
    assert not any(tmp_path.iterdir())


@pytest.mark.usefixtures("without_node")
def test_without_node_a_released_site_is_unpacked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    site = tmp_path / "site"
    asked = ["site", str(site), "--packages", str(tmp_path)]
    with zipfile.ZipFile(tmp_path / RELEASED, "w") as packed:
        packed.writestr("letter.txt", "mine")
    assert main(asked) == 2
    assert "is not a site" in capsys.readouterr().err
    assert not site.exists()
    with zipfile.ZipFile(tmp_path / RELEASED, "w") as packed:
        packed.writestr("index.html", "play")
        packed.writestr("py/files.js", "")
    assert main(asked) == 0
    assert (site / "index.html").read_text() == "play"


def test_a_file_is_no_folder_for_a_site(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "site").write_text("mine")
    assert main(["site", str(tmp_path / "site"), "--force"]) == 2
    assert "is a file; name a folder" in capsys.readouterr().err
    assert (tmp_path / "site").read_text() == "mine"


def test_another_package_than_the_pinned_one_is_refused(tmp_path: Path) -> None:
    (tmp_path / PYODIDE.file).write_bytes(b"another one")
    with pytest.raises(SiteError, match="another file"):
        unpacked(PYODIDE, tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == [PYODIDE.file]


@pytest.mark.parametrize(
    ("fetch", "why"),
    [
        ((sys.executable, "-c", "exit('Looking.\\nnpm error code E404\\nLogged.')"), "npm error code E404"),
        (("no-such-program",), "it is not installed"),
    ],
)
def test_what_cannot_be_fetched_is_named_with_where_to_put_it(fetch: tuple[str, ...], why: str, tmp_path: Path) -> None:
    with pytest.raises(SiteError) as failed:
        unpacked(Package("python.tgz", "0", fetch), tmp_path)
    said = str(failed.value)
    assert f"cannot fetch python.tgz: {why}; " in said
    assert said.endswith(f"into {tmp_path}")
    assert not any(tmp_path.iterdir())
