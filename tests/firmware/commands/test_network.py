"""Where the secrets of a table on a network come from, and that nobody else can list them."""

import argparse
from pathlib import Path

import pytest
from starlette.datastructures import Headers
from support.at_table import ENGLISH

from firmware.cli import command_line, main
from firmware.commands import UsageError
from firmware.commands.network import address_elsewhere, find_broker, find_pin, hosts_of, proxies_of
from firmware.web.access import Access


@pytest.fixture(autouse=True)
def _no_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SPEELTAFEL_PIN", "SPEELTAFEL_MQTT_PASSWORD", "CREDENTIALS_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)


def asked(url: str | None, file: Path | None = None) -> argparse.Namespace:
    return argparse.Namespace(mqtt=url, mqtt_password_file=file)


def test_a_pin_is_in_a_file_or_else_a_credential_or_else_the_environment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert find_pin(None) is None
    monkeypatch.setenv("SPEELTAFEL_PIN", "111111")
    assert find_pin(None) == "111111"
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path))
    assert find_pin(None) == "111111"
    (tmp_path / "pin").write_text("222222\n")
    assert find_pin(None) == "222222"
    (tmp_path / "mine").write_text("  333333\r\n")
    assert find_pin(tmp_path / "mine") == "333333"


@pytest.mark.parametrize("text", ["", "\n", "12345", "123456\n123456", "x" * 2000, "letters"])
def test_a_file_with_no_pin_is_named_and_not_repeated(tmp_path: Path, text: str) -> None:
    file = tmp_path / "mine"
    file.write_text(text)
    with pytest.raises(UsageError, match="should") as refused:
        find_pin(file)
    assert str(file) in str(refused.value)
    assert not text.strip() or text.strip() not in str(refused.value)


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "binary").write_bytes(b"\xff\xfe")
    for file, why in ((tmp_path / "none", "cannot be read"), (tmp_path / "binary", "not UTF-8")):
        assert main(["serve", "--pin-file", str(file), "--data", str(tmp_path)]) == 2
        said = capsys.readouterr().err
        assert str(file) in said
        assert why in said


def test_credentials_that_cannot_be_read_are_not_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPEELTAFEL_PIN", "111111")
    monkeypatch.setenv("CREDENTIALS_DIRECTORY", str(tmp_path / "closed"))
    with pytest.raises(UsageError, match="closed: cannot be read"):
        find_pin(None)


def test_a_brokers_password_is_not_in_its_url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "word").write_text("hush\n")
    broker = find_broker(asked("mqtt://me@broker/attic", tmp_path / "word"))
    assert broker is not None
    assert (broker.username, broker.password, broker.table) == ("me", "hush", "attic")
    monkeypatch.setenv("SPEELTAFEL_MQTT_PASSWORD", "quiet")
    broker = find_broker(asked("mqtt://me@broker"))
    assert broker is not None
    assert broker.password == "quiet"  # of a broker that is not there
    assert find_broker(asked(None)) is None


@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("mqtt://me:hush@broker", "has a password, and there is another"),
        ("mqtt://broker", "whose the password is"),
        (None, "needs --mqtt"),
    ],
)
def test_a_password_that_belongs_to_nothing_is_refused(tmp_path: Path, url: str | None, why: str) -> None:
    (tmp_path / "word").write_text("hush")
    with pytest.raises(UsageError, match=why) as refused:
        find_broker(asked(url, tmp_path / "word"))
    assert "hush" not in str(refused.value)


LOCAL, LAN, NAMED = (f"http://{host}:8008/" for host in ("127.0.0.1", "192.0.2.5", "speeltafel.local"))


@pytest.mark.parametrize(
    ("public", "now", "used", "link"),
    [
        (None, LAN, NAMED, NAMED),
        (None, LAN, LOCAL, LAN),
        (None, LAN, "http://localhost:8008/", LAN),
        (None, LOCAL, NAMED, NAMED),
        (None, LOCAL, LOCAL, ""),
        ("https://table.example/", LAN, NAMED, "https://table.example/"),
    ],
)
def test_links_have_the_address_that_the_browser_used_unless_others_cannot_reach_it(
    public: str | None, now: str, used: str, link: str
) -> None:
    assert address_elsewhere(public, lambda: now, used) == link


def test_a_name_of_the_router_is_answered_and_makes_no_stranger_of_the_owner() -> None:
    given = ["serve", "--allowed-host", "table.lan", "--allowed-host", "A.box."]
    chosen = command_line(ENGLISH).parse_args(given)
    access = Access("123456", hosts_of(chosen), lambda: 0.0, proxies_of(chosen))
    names = {"table.lan:8008": True, "a.box": True, "table.box": False}
    assert {name: access.known_host(Headers({"host": name}), None) for name in names} == names
    assert access.is_own("127.0.0.1")


@pytest.mark.parametrize("name", ["http://table.lan", "table.lan:80", "a b", "[::1]", ""])
def test_what_is_no_name_of_a_host_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["serve", "--allowed-host", name]) == 2
    assert "should look like table.lan" in capsys.readouterr().err
