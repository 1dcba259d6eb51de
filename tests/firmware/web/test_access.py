"""Who may watch and who may touch: the PIN, the cookie, and the tricks of strangers' pages."""

import socket
import time
from ipaddress import ip_network

import pytest
from starlette.requests import Request
from support.online import PIN, Serving, Web
from websockets.exceptions import InvalidStatus

from firmware.web.access import (
    A_LONG_WHILE,
    A_WHILE,
    ALL_TRIES,
    DELAY,
    DIGITS,
    LASTS,
    MORE_TRIES,
    TRIES,
    Access,
    TooManyTriesError,
    make_pin,
)

ELSEWHERE = {"X-Forwarded-For": "192.0.2.7"}  # through a proxy: not who sits at the machine
NEW = {"type": "new", "game": "forum_romanum", "names": ["Anna", "Bram"]}
WRONG = '{"pin": "000000"}'
RIGHT = f'{{"pin": "{PIN}"}}'


def test_a_pin_has_six_digits_and_another_start_another_one() -> None:
    pins = {make_pin() for _ in range(50)}
    assert all(len(pin) == DIGITS and pin.isdecimal() for pin in pins)
    assert len(pins) > 40


def test_from_elsewhere_everybody_watches_and_only_the_pin_lets_touch(web: Web) -> None:
    assert web.get("/api/me", **ELSEWHERE).json()["pin_needed"]
    with web.watching(**ELSEWHERE) as bram:
        assert bram.state["phase"] == "choice"
        assert "PIN" in bram.refused(NEW)
        assert bram.state["phase"] == "choice"
    record = '[game "forum_romanum"]\n[players "A" "B"]\n'
    assert web.post("/api/games", record, **ELSEWHERE).status_code == 403

    answer = web.post("/api/pin", RIGHT, **ELSEWHERE)
    assert answer.status_code == 204
    said = answer.headers["set-cookie"].lower()
    assert "httponly" in said
    assert "samesite=strict" in said
    cookie = {"Cookie": answer.headers["set-cookie"].partition(";")[0]}
    assert web.get("/api/me", **ELSEWHERE, **cookie).json()["may_touch"]
    assert web.post("/api/games", record, **ELSEWHERE, **cookie).status_code == 201
    with web.watching(**ELSEWHERE, **cookie) as bram:
        bram.ask(NEW)
        bram.until(lambda state: state["phase"] == "game")


def with_cookie(cookie: str | None) -> Request:
    return Request({"type": "http", "headers": [(b"cookie", f"speeltafel={cookie}".encode())]})


def test_a_cookie_of_an_earlier_start_is_none() -> None:
    before, now = (Access(PIN, (), lambda: 0.0) for _ in range(2))
    request = with_cookie(before.give(PIN, "192.0.2.7"))
    assert before.may_touch(request)
    assert not now.may_touch(request)


@pytest.mark.parametrize("set_by", [-10, 56 * 365 * 24 * 3600])
def test_a_pin_lasts_for_hours_and_not_longer_however_the_clock_is_set(
    monkeypatch: pytest.MonkeyPatch, set_by: int
) -> None:
    now = [5.0]
    access = Access(PIN, (), lambda: now[0])
    request = with_cookie(access.give(PIN, "192.0.2.7"))
    wall = time.time()
    monkeypatch.setattr("time.time", lambda: wall + set_by)
    now[0] += LASTS
    assert access.may_touch(request)
    now[0] += 1
    assert not access.may_touch(request)


def test_servers_at_two_ports_of_a_host_have_cookies_of_their_own(web: Web) -> None:
    hosts = ("table.example:8008", "table.example:8009", "table.example")
    answers = [web.post("/api/pin", RIGHT, Host=host) for host in hosts]
    cookies = [one.headers["set-cookie"].partition(";")[0] for one in answers]
    names = [cookie.partition("=")[0] for cookie in cookies]
    assert names == ["speeltafel-8008", "speeltafel-8009", "speeltafel"]
    touching = [web.get("/api/me", Host=hosts[0], Cookie=one).json()["may_touch"] for one in cookies]
    assert touching == [True, False, False]


def test_many_wrong_pins_of_one_address_are_looked_at_less_and_less() -> None:
    now = [0.0]
    access = Access(PIN, (), lambda: now[0])
    for guess in range(MORE_TRIES):
        now[0] = guess * A_WHILE
        assert access.give("000000", "192.0.2.200") is None
    with pytest.raises(TooManyTriesError):
        access.give(PIN, "192.0.2.200")
    now[0] = A_LONG_WHILE - 1
    with pytest.raises(TooManyTriesError, match="1 seconds"):
        access.give(PIN, "192.0.2.200")
    now[0] = A_LONG_WHILE + 1
    assert access.give(PIN, "192.0.2.200")


def test_the_wrong_pins_of_others_delay_everybody_and_keep_nobody_out() -> None:
    access = Access(PIN, (), lambda: 0.0)
    for guess in range(250):
        assert access.delay(f"2001:db8:{guess:x}::1") == (DELAY if guess >= ALL_TRIES else 0)
        assert access.give("000000", f"2001:db8:{guess:x}::1") is None
    assert access.delay("192.0.2.200") == DELAY
    assert access.give("000000", "192.0.2.200") is None  # the owner, with a slip of the finger
    assert access.delay("192.0.2.200") == DELAY
    assert access.give(PIN, "192.0.2.200")


def test_a_browser_that_was_let_in_before_is_not_held_up_and_counts_for_itself() -> None:
    access = Access(PIN, (), lambda: 0.0)
    cookie = access.give(PIN, "192.0.2.7")
    assert cookie is not None
    for guess in range(ALL_TRIES):
        assert access.give("000000", f"192.0.2.{guess // TRIES + 7}") is None
    with pytest.raises(TooManyTriesError):
        access.give(PIN, "192.0.2.7")
    assert access.delay("192.0.2.99", "x") == DELAY
    assert access.delay("192.0.2.7", cookie) == 0
    assert access.give(PIN, "192.0.2.7", cookie)
    for _ in range(TRIES):
        assert access.give("000000", "192.0.2.7", cookie) is None
    with pytest.raises(TooManyTriesError):
        access.give(PIN, "192.0.2.7", cookie)


@pytest.mark.nightly
def test_a_proxy_that_says_nobodys_address_puts_nobody_at_the_machine(serve: Serving) -> None:
    with serve(proxies=[ip_network("127.0.0.1")]) as web:
        assert web.get("/api/me").json() | {"may_touch": False, "pin_needed": True} == (web.get("/api/me").json())
        with web.watching() as somebody:
            assert "PIN" in somebody.refused(NEW)
        for claimed in ("127.0.0.1", "", "::1", "nobody", "192.0.2.7, 127.0.0.1"):
            told = web.get("/api/me", **{"X-Forwarded-For": claimed}).json()
            assert told["pin_needed"]


def test_a_proxy_that_nobody_named_is_noticed_by_what_it_leaves(web: Web) -> None:
    for trace in ("X-Forwarded-Proto", "X-Forwarded-Host", "X-Real-IP", "Via", "Forwarded"):
        assert web.get("/api/me", **{trace: "x"}).json()["pin_needed"]
    with socket.create_connection((web.host, web.port), 5) as nginx:  # as it is set by default
        nginx.sendall(b"GET /api/me HTTP/1.0\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")
        assert b'"pin_needed":true' in b"".join(iter(lambda: nginx.recv(4096), b""))


@pytest.mark.nightly
def test_wrong_pins_are_counted_by_the_address_that_a_proxy_says(serve: Serving) -> None:
    with serve(proxies=[ip_network("127.0.0.0/8")]) as web:
        for _ in range(TRIES):
            web.post("/api/pin", WRONG, **{"X-Forwarded-For": "192.0.2.7"})
        late = web.post("/api/pin", RIGHT, **{"X-Forwarded-For": "192.0.2.7"})
        assert late.status_code == 429
        assert web.post("/api/pin", RIGHT, **{"X-Forwarded-For": "192.0.2.8"}).status_code == 204


def test_behind_https_the_cookie_is_sent_over_https_alone(serve: Serving) -> None:
    https = {"X-Forwarded-Proto": "https", "Host": "table.example"}
    with serve(proxies=[ip_network("127.0.0.1")]) as web:
        answer = web.post("/api/pin", RIGHT, Origin="https://table.example", **https)
        assert "secure" in answer.headers["set-cookie"].lower().split("; ")
        answer = web.post("/api/pin", RIGHT)
        assert "secure" not in answer.headers["set-cookie"].lower().split("; ")
    with serve() as web:  # nobody is believed
        answer = web.post("/api/pin", RIGHT, **https)
        assert "secure" not in answer.headers["set-cookie"].lower().split("; ")


def test_addresses_of_one_network_count_as_one() -> None:
    access = Access(PIN, (), lambda: 0.0)
    for guess in range(TRIES):
        assert access.give("000000", f"2001:db8::{guess:x}") is None
    with pytest.raises(TooManyTriesError):
        access.give(PIN, "2001:db8::ffff")
    assert access.give(PIN, "2001:db8:0:1::1")


def test_a_name_that_is_not_the_tables_is_not_answered(web: Web) -> None:
    for host in ("evil.example", "evil.example:80", "127.0.0.1.evil.example"):
        answer = web.get("/api/view", Host=host)
        assert answer.status_code == 403
        assert "lamps" not in answer.text
        with pytest.raises(InvalidStatus), web.watching(Host=host):
            pass
    assert web.get("/api/view", Host="[::1").status_code == 403  # no client can watch so
    assert web.get("/api/view", Host="LOCALHOST.:80").status_code == 200


def test_a_strangers_page_can_neither_post_nor_follow(web: Web) -> None:
    for headers in (
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
        {"Origin": "http://["},  # no URL at all
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
    ):
        assert web.post("/api/pin", RIGHT, **headers).status_code == 403
        with pytest.raises(InvalidStatus), web.watching(**headers):
            pass


def test_every_answer_tells_browsers_to_be_careful(web: Web) -> None:
    for path in ("/", "/api/view", "/api/nothing", "/api/line?first=x"):
        headers = web.get(path).headers
        assert headers["content-security-policy"].startswith("default-src 'none'; script-src 'self'")
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "access-control-allow-origin" not in headers
    picture = web.get("/sheet/manoeuvre.svg").headers["content-security-policy"]
    assert picture.startswith("default-src 'none'")


def test_a_store_that_fails_is_named(web: Web) -> None:
    web.path.write_bytes(b"no store at all, but long enough to be read as one " * 4)
    answer = web.get("/api/games")
    assert answer.status_code == 503
    assert answer.json()["error"].startswith(f"{web.path.name}: is no store of games")
