"""A server is killed while many matches go on: it has every move that anybody was told of."""

import asyncio
import json
import random
import re
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from support.page_server import STARTING
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from firmware.match.followed import PROTOCOL
from firmware.storage.place import FILE
from firmware.storage.store import Store
from firmware.web.seating import BROWSER
from rules import find_game

MATCHES = 12
MOVES = 30
PAUSE = 0.05  # seconds: the host takes 20 messages a second
GAME = "forum_romanum"


def any_moves() -> list[str]:
    rng, position, moves = random.Random(1), find_game(GAME).start(2), list[str]()
    while len(moves) < MOVES:
        moves.append(rng.choice(position.legal_moves()))
        position = position.play(moves[-1])
    return moves


class Onlooker:
    """Plays both seats of a match, and notes the moves of which it was told."""

    def __init__(self, client: httpx.Client) -> None:
        client.cookies.clear()
        new = {"game": GAME, "names": ["Anna", "Bram"], "seats": [0, 0]}
        self.number = client.post("/api/screen", json=new).raise_for_status().json()["id"]
        self._headers = {"Cookie": f"{BROWSER}={client.cookies[BROWSER]}"}
        self.told: list[str] = []

    async def play(self, port: int) -> None:
        """Play on as fast as the host lets, until it is gone."""
        moves = any_moves()
        feed = f"ws://127.0.0.1:{port}/ws?game={self.number}"
        with suppress(ConnectionClosed):
            async with connect(feed, additional_headers=self._headers) as socket:
                await socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL}))
                await self._hear(socket, moves=0)
                for number, move in enumerate(moves[len(self.told) :], len(self.told)):
                    ask = {"type": "move", "move": move}
                    do = {"type": "do", "id": f"{number}", "plies": number, "ask": ask}
                    await socket.send(json.dumps(do))
                    await self._hear(socket, moves=number + 1)
                    await asyncio.sleep(PAUSE)

    async def _hear(self, socket: object, *, moves: int) -> None:
        """Take in messages until the match has begun, and has so many moves."""
        async for text in socket:  # type: ignore[attr-defined]
            message = json.loads(text)
            assert message["type"] not in ("refused", "error"), message
            played = [one for one in message.get("events", ()) if one["type"] == "played"]
            assert all(message["kept"] for _ in played)
            self.told += [one["line"] for one in played]
            if message["type"] == "batch" and len(self.told) >= moves:
                return


@pytest.mark.nightly
@pytest.mark.parametrize("seed", list(range(20)))
def test_a_server_that_is_killed_has_every_move_that_anybody_was_told_of(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    command = [sys.executable, "-m", "firmware", "serve", "--port", "0", "--data", str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        assert process.stdout is not None
        found = re.search(r":(\d+)/", process.stdout.readline())
        assert found is not None
        port = int(found[1])
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", trust_env=False, timeout=STARTING) as client:
            watching = [Onlooker(client) for _ in range(MATCHES)]

        async def play_and_kill() -> None:
            async with asyncio.timeout(360):
                played = [asyncio.create_task(one.play(port)) for one in watching]
                most = rng.randrange(MATCHES, MATCHES * MOVES // 2)
                while sum(len(one.told) for one in watching) < most:  # noqa: ASYNC110
                    await asyncio.sleep(rng.uniform(0, 0.02))
                process.kill()
                await asyncio.gather(*played)

        asyncio.run(play_and_kill())
    finally:
        process.kill()
        process.communicate()
    with Store(tmp_path / FILE, writes=False) as store:
        for one in watching:
            kept = store.game(one.number).lines
            assert kept[: len(one.told)] == tuple(one.told)
            assert len(kept) <= len(one.told) + 1
