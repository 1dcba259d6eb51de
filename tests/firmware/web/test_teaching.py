"""Whoever wants to learn a game finds its rules, and little goes over the network for it."""

import gzip
from pathlib import Path

import pytest
from online import Web
from starlette.datastructures import Headers
from starlette.exceptions import HTTPException

from firmware.web.packed import PAGE, PackedFiles, pack
from firmware.words import LANGUAGES
from rules import NAMES


@pytest.mark.parametrize("game", NAMES)
def test_the_rules_of_every_game_are_a_page_of_their_own(web: Web, game: str) -> None:
    pages = {lang: web.get(f"/rules/{game}?lang={lang}") for lang in LANGUAGES}
    for lang, page in pages.items():
        assert page.headers["Content-Type"] == "text/html; charset=utf-8"
        assert page.text.startswith(f'<!doctype html>\n<html lang="{lang}">')
        assert f'href="/learn/{game}?lang={lang}"' in page.text
    assert len({page.text for page in pages.values()}) == len(LANGUAGES)


def test_there_are_no_rules_of_a_game_that_there_is_not(web: Web) -> None:
    answer = web.get("/rules/chess")
    assert answer.status_code == 404
    assert "there is no game 'chess'" in answer.json()["error"]


@pytest.mark.parametrize(
    "path", ["/", "/static/main.js", "/sheet/revolution.svg", "/rules/manoeuvre"]
)
def test_what_a_browser_has_already_is_not_sent_again(web: Web, path: str) -> None:
    first = web.get(path)
    assert first.status_code == 200
    again = web.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert web.get(path, **{"If-None-Match": '"old"'}).content == first.content


@pytest.mark.parametrize(
    "path", ["/", "/static/main.js", "/sheet/revolution.svg", "/rules/manoeuvre"]
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


@pytest.mark.parametrize("name", ["../routes.py", "words", "", "nothing.js", "a\0b", "/etc/passwd"])
def test_only_files_of_the_folder_are_sent(name: str) -> None:
    with pytest.raises(HTTPException):
        PackedFiles(PAGE).find(name)


def test_a_file_that_has_changed_is_sent_anew(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    files = PackedFiles(tmp_path)
    before = files.find("a.js")
    (tmp_path / "b.js").write_text("2")
    (tmp_path / "b.js").replace(tmp_path / "a.js")
    assert gzip.decompress(files.find("a.js").data) == b"2"
    assert files.find("a.js").tag != before.tag
    assert before.media_type == "text/javascript"
