"""How a table on a network ends, and what the command says."""

import signal
import socket
import sqlite3
import sys
import threading
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from support.online import PATIENCE, Watcher, Web, speeltafel
from websockets.sync.client import connect

from firmware.cli import main
from firmware.storage.place import FILE
from firmware.storage.store import Store


def test_watchers_are_told_when_the_table_ends(web: Web) -> None:
    with web.watching() as anna:
        anna.new("forum_romanum", "Anna", "Bram")
        anna.move("y@d4")
        web.stop()
        assert anna.until_sent_away() == 1012
    with Store(web.path) as store:  # nobody else holds it
        unfinished = store.unfinished()
        assert unfinished is not None
        assert unfinished.lines == ("y@d4",)
    assert [one.name for one in threading.enumerate() if one.name == "matches"] == []


@pytest.mark.nightly
@pytest.mark.skipif(sys.platform == "win32", reason="sends signals")
@pytest.mark.parametrize(("signalled", "status"), [("SIGINT", 130), ("SIGTERM", -15)])
def test_the_command_ends_cleanly(tmp_path: Path, signalled: str, status: int) -> None:
    with speeltafel(tmp_path, "forum_romanum", "--names", "Anna,Bram", "--lang", "nl") as (process, (said,)):
        url = said.rpartition(" ")[2]
        assert httpx.get(f"{url}api/me", timeout=PATIENCE).json()["lang"] == "nl"
        with connect(f"ws{url[4:]}ws") as socket_:
            anna = Watcher(socket_)
            anna.hear()
            anna.move("y@d4")
            anna.move("r@g7")
            anna.ask({"type": "computer", "seats": ["2"]})  # which begins to think
            anna.until(lambda state: state["computer"])
            process.send_signal(getattr(signal, signalled))
            assert anna.until_sent_away() == 1012
        if signalled == "SIGINT" and signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            status = 0  # these tests run in a shell's background, where nobody is interrupted
        assert process.wait(120) == status
        assert process.stderr is not None
        assert process.stderr.read() == ""
    with Store(tmp_path / FILE) as store:
        unfinished = store.unfinished()
        assert unfinished is not None
        assert unfinished.lines[:2] == ("y@d4", "r@g7")


@pytest.mark.nightly
def test_behind_a_proxy_the_command_says_its_address_and_the_pin_is_needed(tmp_path: Path) -> None:
    url = "https://table.example"
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    arguments = ["--url", url, "--port", str(port), "--pin", "135790", "--lang", "en"]
    with speeltafel(tmp_path, *arguments) as (_, said):
        assert said == [f"Open the table in a browser: {url}/", "To play along, enter the PIN 135790"]
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=PATIENCE) as proxy:
            passed = {"Host": "table.example", "X-Forwarded-Proto": "https"}
            assert proxy.get("/api/me", headers=passed).json()["pin_needed"]
            assert proxy.get("/api/me").json()["pin_needed"]


def test_what_cannot_be_served_is_said_in_a_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data", str(tmp_path)]

    def refused(*arguments: str) -> str:
        assert main(["serve", *data, *arguments]) == 2
        return capsys.readouterr().err

    with socket.create_server(("127.0.0.1", 0)) as busy:
        port = str(busy.getsockname()[1])
        assert f"port {port} cannot be used" in refused("--port", port)
    assert "0 to 65535" in refused("--port", "65536")
    assert "6 to 12 digits" in refused("--pin", "1234")
    assert "not allowed with" in refused("--lan", "--host", "127.0.0.1")
    assert "not allowed with" in refused("--pin", "135790", "--pin-file", "x")
    for url in ("table.example", "https://", "https://a/b", "https://[::1", "https://a:x"):
        assert "should look like https://" in refused("--url", url)
    for address in ("nobody", "10.0.0.1/8", ""):
        assert "should be addresses" in refused("--proxy", address)
    assert "2-6 players" in refused("forum_romanum", "--players", "9", "--port", "0")
    (tmp_path / FILE).write_text("no store of games, and long enough to be one" * 9)
    assert "mqtt" in refused("--mqtt", "http://broker", "--port", "0")


def test_where_games_cannot_be_kept_nobody_is_invited(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Store(tmp_path / FILE).close()
    with closing(sqlite3.connect(tmp_path / FILE)) as newer:
        newer.execute("PRAGMA user_version=99")
    assert main(["serve", "--data", str(tmp_path), "--port", "0"]) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert "newer speeltafel" in said.err
