"""What the house's other programs hear of the table over a broker: a real one, Mosquitto."""

import json
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Self

import paho.mqtt.client as paho
import pytest
from paho.mqtt.enums import CallbackAPIVersion
from support.at_table import in_memory
from support.online import NOON, PATIENCE, Serving, speeltafel

from firmware.play.lobby import Lobby
from firmware.web.mqtt import Broker, digest, discovery, publisher, read_broker
from firmware.web.updates import TableState
from firmware.words import find_words
from rules import LONGEST_NAME, make_header

ENGLISH = find_words("en", {})
MOSQUITTO = shutil.which("mosquitto", path="/usr/sbin:/usr/local/sbin:/opt/homebrew/sbin") or (
    shutil.which("mosquitto")
)
needs_a_broker = pytest.mark.skipif(MOSQUITTO is None, reason="no Mosquitto here (Debian's package mosquitto)")


def test_a_broker_is_named_by_a_url() -> None:
    assert read_broker("mqtt://broker", "my table.local") == Broker("broker", 1883, "my-table-local")
    assert read_broker("mqtts://me:p%40ss@10.0.0.2:99/attic", "x") == Broker(
        "10.0.0.2", 99, "attic", "me", "p@ss", secure=True
    )
    assert read_broker("mqtts://broker", "x").port == 8883


@pytest.mark.parametrize("url", ["broker", "http://broker", "mqtt://", "mqtt://b/a/b", "mqtt://b/+", "mqtt://b/t#x"])
def test_what_names_no_broker_is_refused(url: str) -> None:
    with pytest.raises(ValueError, match="should"):
        read_broker(url, "table")


def test_no_state_is_longer_than_home_assistant_takes() -> None:
    jinja2 = pytest.importorskip("jinja2")
    names = [f"{number}{'x' * (LONGEST_NAME - 1)}" for number in range(6)]
    told = {"phase": "game", "to_move": names[0], "scores": dict.fromkeys(names, -12345)}
    sensors = discovery(Broker("b", 1, "My-Attic"), ENGLISH).values()
    for sensor in sensors:
        state = jinja2.Template(sensor["value_template"]).render(value_json=told)
        assert 0 < len(state) <= 255
    assert all(name[:20] in state for name in names)  # the scores are last
    ids = [sensor["default_entity_id"] for sensor in sensors]
    assert ids == [f"sensor.speeltafel_my_attic_{key}" for key in ("phase", "to_move", "scores")]


class Ear:
    """Another program of the house: keeps what was said last about each topic."""

    def __init__(self, port: int) -> None:
        self.said: dict[str, str] = {}
        self._client = paho.Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._hear
        self._client.connect("127.0.0.1", port)
        self._client.subscribe("#", qos=1)
        self._client.loop_start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._client.disconnect()
        self._client.loop_stop()

    def _hear(self, _client: Any, _data: Any, message: paho.MQTTMessage) -> None:
        self.said[message.topic] = message.payload.decode()

    def until(self, topic: str, **wanted: Any) -> dict[str, Any]:
        """Wait until what was said about a topic has these values."""
        end = time.monotonic() + PATIENCE
        while True:
            told: dict[str, Any] = json.loads(self.said.get(topic, "{}"))
            if told and all(told.get(key) == value for key, value in wanted.items()):
                return told
            assert time.monotonic() < end, (topic, told)
            time.sleep(0.01)

    def until_available(self, said: str) -> None:
        end = time.monotonic() + PATIENCE
        while self.said.get("speeltafel/attic/availability") != said:
            assert time.monotonic() < end
            time.sleep(0.01)


@contextmanager
def broker(folder: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    """A Mosquitto on a port of this machine."""
    assert MOSQUITTO is not None
    settings = folder / "mosquitto.conf"
    settings.write_text(f"listener {port} 127.0.0.1\nallow_anonymous true\npersistence false\n")
    with subprocess.Popen([MOSQUITTO, "-c", settings], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        end = time.monotonic() + PATIENCE
        while True:
            assert time.monotonic() < end
            try:
                socket.create_connection(("127.0.0.1", port), 1).close()
                break
            except OSError:
                time.sleep(0.01)
        try:
            yield process
        finally:
            process.terminate()


@pytest.fixture
def port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as free:
        number: int = free.getsockname()[1]
        return number


@needs_a_broker
@pytest.mark.nightly
def test_a_broker_is_told_what_goes_on(tmp_path: Path, serve: Serving, port: int) -> None:
    beside = publisher(Broker("127.0.0.1", port, "attic"), ENGLISH)
    with broker(tmp_path, port), Ear(port) as house:
        with serve(beside=beside) as web, web.watching() as anna:
            house.until_available("online")
            house.until("speeltafel/attic/state", phase="choice")
            anna.new("forum_romanum", "Anna", "Bram", "Carla")
            anna.move("y@d4")
            told = house.until("speeltafel/attic/state", phase="game", plies=1)
            assert told == {
                "phase": "game",
                "prompt": "Bram, place a blue Roman on any free field.",
                "game": "forum_romanum",
                "title": "Forum Romanum",
                "players": ["Anna", "Bram", "Carla"],
                "to_move": "Bram",
                "scores": {"Anna": 0, "Bram": 0, "Carla": 0},
                "winners": [],
                "reason": None,
                "plies": 1,
                "last": "y@d4",
            }
            anna.ask({"type": "move", "move": "agree"})
            told = house.until("speeltafel/attic/state", phase="over", reason="agreed")
            assert told["to_move"] is None
            for key in ("phase", "to_move", "scores"):
                sensor = house.until(f"homeassistant/sensor/speeltafel_attic/{key}/config")
                assert sensor["state_topic"] == "speeltafel/attic/state"
                assert key != "phase" or '"over": "over"}[value_json.phase]' in sensor["value_template"]
                assert sensor["availability_topic"] == "speeltafel/attic/availability"
                assert sensor["device"]["identifiers"] == ["speeltafel_attic"]
            with Ear(port) as late:  # all of it is retained
                assert late.until("speeltafel/attic/state") == told
        house.until_available("offline")


@needs_a_broker
@pytest.mark.nightly
def test_a_broker_that_comes_back_is_told_again(
    tmp_path: Path, serve: Serving, port: int, caplog: pytest.LogCaptureFixture
) -> None:
    beside = publisher(Broker("127.0.0.1", port, "attic"), ENGLISH, pause=0.05)
    with serve(beside=beside) as web, web.watching() as anna:
        anna.new("revolution", "Anna", "Bram")  # the table plays with no broker at all
        for _ in range(2):
            with broker(tmp_path, port), Ear(port) as house:
                house.until_available("online")
                house.until("speeltafel/attic/state", game="revolution", title="Revolution")
    said = [record.getMessage() for record in caplog.records if "mqtt: " in record.getMessage()]
    assert ["works again" in one for one in said[:4]] == [False, True, False, True]


@needs_a_broker
@pytest.mark.nightly
def test_of_a_table_that_dies_the_broker_says_that_it_has_gone(tmp_path: Path, port: int) -> None:
    with broker(tmp_path, port), Ear(port) as house:
        url = f"mqtt://127.0.0.1:{port}/attic"
        with speeltafel(tmp_path, "forum_romanum", "--lang", "fr", "--mqtt", url) as (process, _):
            house.until_available("online")
            told = house.until("speeltafel/attic/state", phase="game")
            assert told["to_move"] == "Joueur 1"
            process.kill()
            house.until_available("offline")


def test_what_goes_on_is_told_in_the_tables_language() -> None:
    lobby = Lobby(in_memory, lambda game, _: make_header(game, ["A", "B"], date=NOON.isoformat()), str)
    moment = TableState(0, lobby.view, None)
    dutch = find_words("nl", {})
    assert digest(moment, dutch)["prompt"].startswith("Revolution, 2 spelers")
    assert len(discovery(Broker("b", 1, "t"), dutch)) == 3
