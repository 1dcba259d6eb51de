"""The protocol is what its schema says, and a recorded match goes again as it went then.

``python tests/firmware/web/test_wire.py`` lets the host say anew what it says in
``recorded.jsonl``.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from support.feeding import Follows
from support.online import PATIENCE
from support.screens_online import Browser, ScreenWeb
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection

from firmware.match.followed import OTHER_PROTOCOL, PROTOCOL
from firmware.web.schema import declarations, schema
from firmware.web.wire import OTHER, read_message
from firmware.words import LANGUAGES, find_words

Validator = pytest.importorskip("jsonschema").Draft202012Validator
SCHEMA = json.loads(json.dumps(schema()))
RECORDED = Path(__file__).with_name("recorded.jsonl")
OF_THE_RUN = {  # another in each run
    "log",
    "identity",
    "at",
    "late",
    "now",
    "clock",
    "milliseconds",
    "date",
}
QUIET = 0.5  # seconds after which nothing more is said


def messages() -> list[tuple[str, dict[str, Any]]]:
    """The recorded messages, each with who said it: "client" or "host"."""
    lines = map(json.loads, RECORDED.read_text("utf-8").splitlines())
    return [(who, message) for line in lines for who, message in line.items()]


def exchanges() -> Iterator[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """The messages of the client, each with what the host said after it."""
    recorded = messages()
    starts = [at for at, (who, _) in enumerate(recorded) if who == "client"]
    for start, end in zip(starts, [*starts[1:], len(recorded)], strict=True):
        yield recorded[start][1], [told for _, told in recorded[start + 1 : end]]


@contextmanager
def connected(web: ScreenWeb) -> Iterator[ClientConnection]:
    """A connection of who plays both seats of a new match."""
    anna = Browser(web)
    number = anna.begin("revolution", ["Anna", "Bram"], [0, 0])
    with web.socket(f"?game={number}", anna.headers) as socket:
        yield socket


def lasting(value: Any) -> Any:
    """A message without what is another in each run."""
    if isinstance(value, dict):
        return {key: lasting(one) for key, one in value.items() if key not in OF_THE_RUN}
    return [lasting(one) for one in value] if isinstance(value, list) else value


def in_order(told: list[dict[str, Any]]) -> list[str]:
    """Messages in an order of their own: an answer may come before or after its batch."""
    return sorted(json.dumps(lasting(one), sort_keys=True) for one in told)


def test_the_schema_is_one_and_scripts_have_a_type_for_each_part_of_it() -> None:
    Validator.check_schema(SCHEMA)
    names = {line.split(" ")[2] for line in declarations() if line.startswith("export")}
    assert names >= {name for name in SCHEMA["$defs"] if name[0].isupper()} | {"FromClient", "FromHost", "Line"}


@pytest.mark.parametrize("who", ["client", "host"])
def test_what_was_recorded_is_of_the_schema(who: str) -> None:
    valid = Validator({**SCHEMA, "anyOf": [{"$ref": f"#/$defs/from-{who}"}]})
    said = [message for one, message in messages() if one == who]
    assert len(said) > 10
    for message in said:
        valid.validate(message)
        assert not valid.is_valid({**message, "type": "other"})
        assert not valid.is_valid({key: one for key, one in message.items() if key != "type"})


def test_what_was_recorded_is_read_and_leads_to_the_same_end() -> None:
    follows = Follows()
    for who, message in messages():
        if who == "client":
            read_message(json.dumps(message))
        else:
            assert not follows.read([json.dumps(message)])
    assert follows.match is not None
    assert follows.match.ended is not None
    assert follows.match.ended.how == "over"


@pytest.mark.nightly
def test_the_recorded_match_goes_again_as_it_went(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web, connected(web) as socket:
        for said, expected in exchanges():
            socket.send(json.dumps(said))
            told = [json.loads(socket.recv(PATIENCE)) for _ in expected]
            assert in_order(told) == in_order(expected), said


@pytest.mark.parametrize(
    ("hello", "why"),
    [
        ({"view": "pt"}, "no view in 'pt': use one of en, nl, fr, de"),
        ({"seq": -2}, "no message of the protocol: Expected `int` >= -1 - at `$.seq`"),
    ],
)
def test_who_says_a_wrong_hello_is_sent_away_with_the_fault(tmp_path: Path, hello: dict[str, Any], why: str) -> None:
    with ScreenWeb(tmp_path) as web, connected(web) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL, **hello}))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
        assert closed.value.rcvd is not None
        assert (closed.value.rcvd.code, closed.value.rcvd.reason) == (1008, why)


def test_who_speaks_another_version_is_told_so_and_sent_away(tmp_path: Path) -> None:
    with ScreenWeb(tmp_path) as web, connected(web) as socket:
        socket.send(json.dumps({"type": "hello", "protocol": PROTOCOL + 1, "newer": True}))
        with pytest.raises(ConnectionClosed) as closed:
            socket.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == OTHER_PROTOCOL
    assert f"version {PROTOCOL}" in closed.value.rcvd.reason


def test_why_a_connection_is_closed_fits_into_its_frame_in_every_language() -> None:
    for language in LANGUAGES:
        why = find_words(language, {})(OTHER, protocol=PROTOCOL)
        assert len(why.encode()) <= 123  # RFC 6455, 5.5


def record() -> None:
    """Say again what the client says, and write down what the host says now."""
    lines = []
    with TemporaryDirectory() as folder, ScreenWeb(Path(folder)) as web, connected(web) as socket:
        for said, _ in exchanges():
            socket.send(json.dumps(said))
            lines.append({"client": said})
            with suppress(TimeoutError):
                while True:
                    lines.append({"host": json.loads(socket.recv(QUIET))})
    RECORDED.write_text("".join(f"{json.dumps(line)}\n" for line in lines), "utf-8")


if __name__ == "__main__":
    record()
