"""Whoever wants to learn a game finds its rules, and little goes over the network for it."""

import gzip
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from support.nightly import nightly_but
from support.online import Web

from firmware.web.packed import PAGE, pack, packed_file
from firmware.web.scripts import joined
from firmware.words import LANGUAGES
from rules import NAMES


@pytest.mark.parametrize("game", nightly_but(NAMES, "revolution"))
def test_the_rules_of_every_game_are_a_page_of_their_own(web: Web, game: str) -> None:
    pages = {lang: web.get(f"/rules/{game}?lang={lang}") for lang in LANGUAGES}
    for lang, page in pages.items():
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert page.text.startswith(f'<!doctype html>\n<html lang="{lang}">')
        assert f'href="/learn/{game}?lang={lang}"' in page.text
        assert f'href="/rules/{game}/card?lang={lang}"' in page.text
        card = web.get(f"/rules/{game}/card?lang={lang}").text
        assert f'<html lang="{lang}">' in card
        assert f'href="/rules/{game}?lang={lang}"' in card
    assert len({page.text for page in pages.values()}) == len(LANGUAGES)


@pytest.mark.parametrize(
    "path", nightly_but(["/", "/static/main.js", "/sheet/revolution.svg", "/rules/manoeuvre"], "/")
)
def test_it_is_packed_for_who_can_unpack_it(web: Web, path: str) -> None:
    packed = web.get(path, **{"Accept-Encoding": "gzip"})
    plain = web.get(path, **{"Accept-Encoding": "identity"})
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Content-Encoding" not in plain.headers
    assert packed.content == plain.content  # httpx unpacks it
    assert int(packed.headers["Content-Length"]) < 0.5 * len(plain.content)
    assert plain.headers["Vary"] == "Accept-Encoding"


def test_a_browser_may_name_several_copies_and_weak_ones() -> None:
    packed = pack("text", "text/plain")
    assert packed.answer(Headers({"if-none-match": f'"a", W/{packed.tag}'})).status_code == 304
    assert packed.answer(Headers({"if-none-match": '"a"'})).status_code == 200
    assert gzip.decompress(packed.data) == b"text"


@pytest.mark.parametrize("path", nightly_but(["/", "/learn/manoeuvre", "/read", "/replay"], "/", "/read"))
def test_a_browser_asks_again_for_a_document_alone_until_the_page_changes(web: Web, path: str) -> None:
    document = web.get(path)
    assert document.headers["Cache-Control"] == "no-cache"
    needed = re.findall(r'"(/static/[^"]+)"', document.text)
    for one in needed:
        answer = web.get(one)
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable", one
        assert "@import" not in answer.text
    assert {one.rpartition("/")[2] for one in needed} == {"icon.svg", "index.css", "rest.js", "main.js"}
    words = web.get(urljoin(needed[-1], "words/nl.json"))
    assert "immutable" in words.headers["Cache-Control"]
    for old in ("/static/main.js", "/static/0f0f/main.js"):
        assert web.get(old).headers["Cache-Control"] == "no-cache"


def test_each_script_of_the_page_is_in_one_of_the_two_that_are_sent() -> None:
    sent = b"".join(joined(PAGE).values())
    assert [sent.count(b'"%s": async' % path.name.encode()) for path in PAGE.glob("*.js")].count(1) == len(
        list(PAGE.glob("*.js"))
    )
    assert not re.search(rb"^(import|export) (?!const scripts)", sent, re.MULTILINE)


@pytest.mark.parametrize("name", ["../routes.py", "words", "", "nothing.js", "a\0b", "/etc/passwd"])
def test_only_files_of_the_folder_are_sent(name: str) -> None:
    with pytest.raises(HTTPException):
        packed_file(name)


def test_nothing_but_comments_is_left_out_of_a_script(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        "// What is this?\n"
        "/** @type {A} */ (one).two(); // kept\n"
        "/**\n * A comment.\n */\n"
        '  const text = `${a ? `${b}. ` : "// no comment"}`; /* kept */\n'
        "  /* another */\n"
        "  x = y /* kept */ / 2;\n"
    )
    assert gzip.decompress(packed_file("a.js", tmp_path).data).decode() == (
        "/** @type {A} */ (one).two(); // kept\n"
        '  const text = `${a ? `${b}. ` : "// no comment"}`; /* kept */\n'
        "  x = y /* kept */ / 2;\n"
    )
