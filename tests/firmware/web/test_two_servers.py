"""Two servers, each with a store of its own, behind one proxy that goes by the name asked for."""

import json
import socket
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any

import httpx
import pytest
from online import PATIENCE, PIN, speeltafel
from websockets.sync.client import connect

NAMES = ("a.table.example", "b.table.example")


def pump(source: socket.socket, target: socket.socket) -> None:
    """Pass on what comes until it ends."""
    with suppress(OSError):
        while data := source.recv(1 << 16):
            target.sendall(data)
    with suppress(OSError):
        target.shutdown(socket.SHUT_WR)


def pass_on(client: socket.socket, ports: Mapping[str, int]) -> None:
    """Serve one connection: its first headers say where it leads."""
    with client:
        head = b""
        while b"\r\n\r\n" not in head and (data := client.recv(1 << 16)):
            head += data
        fields = dict(
            line.split(b": ", 1) for line in head.split(b"\r\n\r\n")[0].split(b"\r\n")[1:]
        )
        name = {key.lower(): value for key, value in fields.items()}[b"host"].decode()
        with socket.create_connection(("127.0.0.1", ports[name])) as server:
            server.sendall(head.replace(b"\r\n", b"\r\nX-Forwarded-For: 192.0.2.7\r\n", 1))
            back = threading.Thread(target=pump, args=(server, client))
            back.start()
            pump(client, server)
            back.join(PATIENCE)


@contextmanager
def proxy(ports: Mapping[str, int]) -> Iterator[int]:
    """A proxy that leads each name to the server at its port; gives its own port."""
    with socket.create_server(("127.0.0.1", 0)) as listening:

        def serve() -> None:
            with suppress(OSError):
                while True:
                    client, _ = listening.accept()
                    threading.Thread(target=pass_on, args=(client, ports), daemon=True).start()

        threading.Thread(target=serve, daemon=True).start()
        yield listening.getsockname()[1]
        listening.shutdown(socket.SHUT_RDWR)


@pytest.mark.slow
def test_each_match_is_at_the_server_that_its_address_names(tmp_path: Path) -> None:
    with ExitStack() as stack:
        ports = {}
        for name in NAMES:
            ports[name] = free_port()
            address = ["--url", f"http://{name}", "--port", str(ports[name])]
            stack.enter_context(
                speeltafel(tmp_path / name, "--table", "screen", "--pin", PIN, *address)
            )
        port = stack.enter_context(proxy(ports))
        matches = {name: begin(port, name) for name in NAMES}
        for name, (number, cookie) in matches.items():
            other = matches[NAMES[name == NAMES[0]]][1]
            assert move(port, name, number, other) == "not-seated"
            assert move(port, name, number, cookie) == "done"


def free_port() -> int:
    """A port that nobody listens at now: behind a proxy, a server does not say its own."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
        return port


def begin(port: int, name: str) -> tuple[int, str]:
    """Begin a match at a server; its number and the cookie of its seats."""
    with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False) as client:
        named = {"Host": name, "Connection": "close"}
        client.post("/api/pin", json={"pin": PIN}, headers=named).raise_for_status()
        asked = {"game": "forum_romanum", "names": ["A", "B"], "seats": [0, 0], "here": True}
        pin = "; ".join(f"{key}={value}" for key, value in client.cookies.items())
        answer = client.post("/api/screen", json=asked, headers={**named, "Cookie": pin})
        seat = answer.raise_for_status().headers["Set-Cookie"].partition(";")[0]
        return answer.json()["id"], seat


def move(port: int, name: str, number: int, cookie: str) -> str:
    """Ask for a move; "done", or why it is not."""
    with connect(
        f"ws://{name}/ws?game={number}&feed=events", additional_headers={"Cookie": cookie},
        sock=socket.create_connection(("127.0.0.1", port)),
    ) as followed:  # fmt: skip
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
