"""Two servers, each with a store of its own, behind one Caddy with the Caddyfile of the README."""

import json
import re
import shutil
import socket
import ssl
import subprocess
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.online import PATIENCE, PIN, speeltafel
from websockets.sync.client import connect

README = Path(__file__).parents[3] / "firmware" / "web" / "README.md"
CADDY = shutil.which("caddy")
NAMES = {"a.table.example": 8008, "b.table.example": 8009}  # and their ports, in the README
UNVERIFIED = ssl.create_default_context()  # Caddy is its own authority here
UNVERIFIED.check_hostname = False
UNVERIFIED.verify_mode = ssl.CERT_NONE


@contextmanager
def caddy(folder: Path, ports: dict[str, int]) -> Iterator[int]:
    """Caddy before servers at these ports, with certificates of its own; gives its own port."""
    assert CADDY is not None
    (text,) = re.findall(r"```\n(a\.table\.example \{.*?)```", README.read_text("utf-8"), re.DOTALL)
    for name, written in NAMES.items():
        assert f":{written}\n" in text
        text = text.replace(f":{written}\n", f":{ports[name]}\n")
    file = folder / "Caddyfile"
    for _ in range(3):
        port = free_port()
        own = [
            "admin off", "local_certs", "skip_install_trust", f"https_port {port}",
            "auto_https disable_redirects", f"storage file_system {folder}",
        ]  # fmt: skip
        file.write_text("\n".join(["{", *own, "}", text]))
        with subprocess.Popen(  # noqa: S603
            [CADDY, "run", "--config", file, "--adapter", "caddyfile"], stderr=subprocess.DEVNULL
        ) as process:
            try:
                if answers(port, process):
                    yield port
                    return
            finally:
                process.terminate()
    pytest.fail("Caddy ended three times, perhaps as its port was taken meanwhile")


def answers(port: int, process: subprocess.Popen[bytes]) -> bool:
    """Wait until every name has its certificate; return whether Caddy has not ended before."""
    end = time.monotonic() + PATIENCE
    for name in NAMES:
        while True:
            with suppress(OSError), tls(port, name):
                break
            if process.poll() is not None:
                return False
            assert time.monotonic() < end
            time.sleep(0.05)
    return True


def tls(port: int, name: str) -> ssl.SSLSocket:
    """A connection to this name at the proxy."""
    plain = socket.create_connection(("127.0.0.1", port))
    try:
        return UNVERIFIED.wrap_socket(plain, server_hostname=name)
    except OSError:
        plain.close()
        raise


@pytest.mark.nightly
@pytest.mark.skipif(CADDY is None, reason="no Caddy here (Debian's package caddy)")
def test_each_match_is_at_the_server_that_its_address_names(tmp_path: Path) -> None:
    with ExitStack() as stack:
        ports = {}
        for name in NAMES:
            ports[name] = free_port()
            address = ["--url", f"https://{name}", "--port", str(ports[name])]
            stack.enter_context(
                speeltafel(tmp_path / name, "--table", "screen", "--pin", PIN, *address)
            )
        port = stack.enter_context(caddy(tmp_path, ports))
        matches = {name: begin(port, name) for name in NAMES}
        first, second = matches.values()
        for name, (number, cookie) in matches.items():
            other = second[1] if cookie == first[1] else first[1]
            assert move(port, name, number, other) == "not-seated"
            assert move(port, name, number, cookie) == "done"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def begin(port: int, name: str) -> tuple[int, str]:
    """Begin a match at a server; its number and the cookie of its seats."""
    url, sent = f"https://127.0.0.1:{port}", {"extensions": {"sni_hostname": name}}
    with httpx.Client(base_url=url, trust_env=False, verify=False) as client:  # noqa: S501
        named = {"Host": name}
        pin = client.post("/api/pin", json={"pin": PIN}, headers=named, **sent)  # type: ignore[arg-type]
        asked = {"game": "forum_romanum", "names": ["A", "B"], "seats": [0, 0], "here": True}
        named["Cookie"] = pin.raise_for_status().headers["Set-Cookie"].partition(";")[0]
        answer = client.post("/api/screen", json=asked, headers=named, **sent)  # type: ignore[arg-type]
        seat = answer.raise_for_status().headers["Set-Cookie"]
        assert "Secure" in seat  # the server knows that its page is reached by HTTPS
        return answer.json()["id"], seat.partition(";")[0]


def move(port: int, name: str, number: int, cookie: str) -> str:
    """Ask for a move; "done", or why it is not."""
    with (
        tls(port, name) as line,
        connect(
            f"ws://{name}/ws?game={number}&feed=events", sock=line,
            additional_headers={"Cookie": cookie},
        ) as followed,
    ):  # fmt: skip
        ask = {"type": "move", "move": "y@d4"}
        for message in (
            {"type": "hello", "protocol": 1},
            {"type": "do", "id": cookie[-9:], "plies": 0, "ask": ask},
        ):
            followed.send(json.dumps(message))
        while True:
            told: dict[str, Any] = json.loads(followed.recv(PATIENCE))
            if told["type"] in ("done", "refused"):
                return str(told.get("code", "done"))
