"""The home network finds a table by a name; here the network is the loopback device."""

import asyncio
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import httpx
import pytest
from support.online import PATIENCE, speeltafel

from firmware.web import nearby
from firmware.web.nearby import found_as

zeroconf = pytest.importorskip("zeroconf")
SOON = 120_000  # milliseconds

pytestmark = pytest.mark.xdist_group("network")  # a table is called by what others are called


async def address_of(name: str) -> list[str]:
    """Where a name leads, as a phone of the network asks; empty for nowhere."""
    asking = zeroconf.asyncio.AsyncZeroconf(interfaces=["127.0.0.1"])
    try:
        resolver = zeroconf.AddressResolverIPv4(f"{name}.")
        qm = zeroconf.DNSQuestionType.QM
        await resolver.async_request(asking.zeroconf, SOON, qm)
        return list(resolver.parsed_addresses())
    finally:
        await asking.async_close()


@pytest.mark.nightly
def test_the_name_is_printed_and_opens_the_page(tmp_path: Path) -> None:
    with speeltafel(tmp_path, "--host", "127.0.0.13", "--pin", "135790") as (process, said):
        assert process.stdout is not None
        found = re.fullmatch(
            r"In your home network also: http://(speeltafel[-\d]*\.local):(\d+)/\n", process.stdout.readline()
        )
        assert found is not None, said
        name, port = found.groups()
        assert asyncio.run(address_of(name)) == ["127.0.0.13"]
        url = f"http://127.0.0.13:{port}/api/me"
        with httpx.Client(trust_env=False, timeout=PATIENCE) as client:
            assert client.get(url, headers={"Host": f"{name}:{port}"}).status_code == 200
            assert client.get(url, headers={"Host": f"other.local:{port}"}).status_code == 403


def test_the_name_and_what_is_told_follow_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    hosts = ["127.0.0.1", "127.0.0.1", "192.0.2.5", "192.0.2.5", "192.0.2.6"]
    looks = (f"http://{host}:8008/" for host in hosts)
    happened: list[str] = []

    @asynccontextmanager
    async def find(host: str, _port: int) -> AsyncIterator[str]:
        yield "table.local" if host else ""
        happened.append(f"not at {host}")

    monkeypatch.setattr(nearby, "found_as", find)
    monkeypatch.setattr(nearby, "LOOK", 0)
    follows = nearby.found_wherever(looks.__next__, "http://127.0.0.1:8008/", happened.append, happened.append)
    with pytest.raises(RuntimeError, match="StopIteration"):  # the looks are at an end
        asyncio.run(follows)
    named = "http://table.local:8008/"
    assert happened == ["not at ", "http://192.0.2.5:8008/", named, "not at 192.0.2.5", "http://192.0.2.6:8008/", named]


@pytest.mark.filterwarnings("ignore:.*socket:pytest.PytestUnraisableExceptionWarning")  # zeroconf's
@pytest.mark.parametrize("address", ["", "::1", "fe80::1", "table.example", "192.0.2.77"])
def test_an_address_that_cannot_be_announced_has_no_name(address: str) -> None:
    async def name() -> str:
        async with found_as(address, 8008) as called:
            return called

    assert asyncio.run(name()) == ""
