"""What cannot be printed ends no game, however many lines there are."""

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import httpx
import pytest

from firmware.cli import main
from firmware.commands.output import MOST_WAITING, Aside
from firmware.storage.place import FILE

pytestmark = pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")


def test_nobody_waits_for_who_does_not_read() -> None:
    reads, writes = os.pipe()
    with os.fdopen(writes, "w") as unread:
        aside = Aside(unread)
        for _ in range(3 * MOST_WAITING):
            aside.write("a line that is longer than nothing, so that the pipe is full soon" * 9)
        os.close(reads)
        aside.finish()


def test_what_can_be_written_is() -> None:
    reads, writes = os.pipe()
    with os.fdopen(writes, "w", encoding="cp1252") as stream, os.fdopen(reads) as read:
        aside = Aside(stream)
        print("\N{BLACK CIRCLE} is here", file=aside)
        aside.finish()
        stream.close()
        assert read.read() == "\\u25cf is here\n"


@pytest.mark.parametrize("error", [OSError(24, "Too many open files"), BrokenPipeError(32, "gone")])
def test_an_error_of_the_system_is_not_called_one_of_the_output(
    error: OSError, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_: object) -> None:
        raise error

    monkeypatch.setattr("firmware.commands.score.run", fail)
    assert main(["score", "x"]) == 2
    assert capsys.readouterr().err == f"speeltafel: a system call failed: {error}\n"


@pytest.mark.nightly
@pytest.mark.parametrize("output", [">/dev/null 2>/dev/full", ">/dev/full 2>&1", "2>&1 | head -1"])
def test_a_server_whose_warnings_cannot_be_printed_plays_on(tmp_path: Path, output: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = f"'{sys.executable}' -m firmware serve --port {port} --data '{tmp_path}' {output}"
    with (
        subprocess.Popen(["/bin/sh", "-c", command], start_new_session=True) as server,
        httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=180) as page,
    ):
        try:
            until = time.monotonic() + 180
            while not _answers(page):
                assert time.monotonic() < until
            (tmp_path / FILE).rename(tmp_path / "away")
            new = {"game": "forum_romanum", "names": ["A", "B"], "seats": [0, 0]}
            began = [page.post("/api/screen", json=new).status_code for _ in range(3)]
            assert began == [503, 201, 201]  # and a warning each time that this changes
            assert server.poll() is None
        finally:
            os.killpg(server.pid, signal.SIGKILL)


def _answers(page: httpx.Client) -> bool:
    """Whether the server is there."""
    with suppress(httpx.TransportError):
        return page.get("/api/me").is_success
    return False
