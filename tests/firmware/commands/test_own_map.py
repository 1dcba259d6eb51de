"""A table wired in its own way: its map is named once, kept, checked and said."""

from argparse import Namespace
from io import StringIO
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.commands.own_map import MAP, pins_beside
from firmware.commands.service import _bring_along
from firmware.storage.place import FILE
from firmware.storage.store import Store
from wiring import read_pins

OWN = (Path(__file__).parents[2] / "data" / "table.toml").read_text("utf-8")
OWN = OWN.replace("HINT = 22", "HINT = 24")


def written(folder: Path, text: str = OWN) -> str:
    file = folder / "mine.toml"
    file.write_text(text, "utf-8")
    return str(file)


def test_the_map_of_the_program_counts_where_none_is_kept(tmp_path: Path) -> None:
    assert pins_beside(tmp_path / FILE) == read_pins()


def test_a_map_is_named_once_and_counts_from_then_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", StringIO())  # nobody touches anything
    data = str(tmp_path / "data")
    check = ["check", "--table", "emulated", "--cells", "0,0", "--quiet", "0", "--lang", "en"]
    main([*check, "--data", data, "--wiring", written(tmp_path)])
    kept = pins_beside(tmp_path / "data" / FILE)
    assert kept.keys["HINT"] == 24
    assert kept.mark != read_pins().mark
    assert f"as map {kept.mark} says" in capsys.readouterr().out
    main([*check, "--data", data])
    assert f"as map {kept.mark} says" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (OWN.replace("HINT = 24", "HINT = 10"), "mine.toml: keys.HINT: GPIO 10 is SPI MOSI"),
        ("[keys", "mine.toml: "),
        ("\xff", None),
    ],
)
def test_a_wrong_map_is_refused_in_one_line_and_not_kept(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], text: str, says: str | None
) -> None:
    file = Path(written(tmp_path, text))
    if says is None:
        file.write_bytes(b"\xff")
        says = "mine.toml: is not UTF-8 text"
    check = ["check", "--table", "emulated", "--data", str(tmp_path), "--wiring", str(file)]
    assert main(check) == 2
    said = capsys.readouterr().err
    assert says in said
    assert said.count("\n") == 1
    assert not (tmp_path / MAP).exists()


def test_the_service_takes_the_map_along(tmp_path: Path) -> None:
    with Store(tmp_path / "own" / FILE) as store:
        store.set("sand", "a=1")
    (tmp_path / "own" / MAP).write_text(OWN, "utf-8")
    target = tmp_path / "service" / FILE
    assert _bring_along(Namespace(data=tmp_path / "own"), target)
    assert pins_beside(target).keys["HINT"] == 24
