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

from firmware.web.packed import PAGE, PackedFiles, pack
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


def test_how_to_play_at_the_table_is_a_page_in_each_language(web: Web) -> None:
    pages = {lang: web.get(f"/play?lang={lang}").text for lang in LANGUAGES}
    for lang, page in pages.items():
        assert f'<html lang="{lang}">' in page
        assert all(f'href="/play?lang={other}"' in page for other in LANGUAGES)
    assert len(set(pages.values())) == len(LANGUAGES)


def test_there_are_no_rules_of_a_game_that_there_is_not(web: Web) -> None:
    for path in ("/rules/chess", "/rules/chess/card"):
        answer = web.get(path)
        assert answer.status_code == 404
        assert "there is no game 'chess'" in answer.json()["error"]


@pytest.mark.parametrize(
    "path", nightly_but(["/", "/static/main.js", "/sheet/revolution.svg", "/rules/manoeuvre"], "/")
)
def test_what_a_browser_has_already_is_not_sent_again(web: Web, path: str) -> None:
    first = web.get(path)
    assert first.status_code == 200
    again = web.get(path, **{"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    assert web.get(path, **{"If-None-Match": '"old"'}).content == first.content


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


@pytest.mark.parametrize("path", ["/", "/learn/manoeuvre", "/read", "/replay"])
def test_a_browser_asks_again_for_a_document_alone_until_the_page_changes(
    web: Web, path: str
) -> None:
    document = web.get(path)
    assert document.headers["Cache-Control"] == "no-cache"
    needed = re.findall(r'"(/static/[^"]+)"', document.text)
    for one in needed:  # and what scripts import, which is added meanwhile
        answer = web.get(one)
        assert answer.headers["Cache-Control"] == "max-age=31536000, immutable", one
        imported = re.findall(r'(?:from|import\() ?"(\./[\w.]+)"', answer.text)
        needed += {urljoin(one, name) for name in imported}.difference(needed)
    assert len(needed) > 10
    words = web.get(urljoin(needed[-1], "words/nl.json"))
    assert "immutable" in words.headers["Cache-Control"]
    for old in ("/static/main.js", "/static/0f0f/main.js"):
        assert web.get(old).headers["Cache-Control"] == "no-cache"


@pytest.mark.parametrize("name", ["../routes.py", "words", "", "nothing.js", "a\0b", "/etc/passwd"])
def test_only_files_of_the_folder_are_sent(name: str) -> None:
    with pytest.raises(HTTPException):
        PackedFiles(PAGE).find(name)


def test_scripts_are_sent_without_their_comments(web: Web) -> None:
    sent, written = web.get("/static/table.js").text, (PAGE / "table.js").read_text()
    assert "\n/**\n" in written
    assert "\n/**\n" not in sent
    assert len(sent) < 0.8 * len(written)
    assert "class Table" in sent
    style = web.get("/static/table.css").text
    assert style == (PAGE / "table.css").read_text()


def test_nothing_but_comments_is_left_out_of_a_script(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text(
        "// What is this?\n"
        "/** @type {A} */ (one).two(); // kept\n"
        "/**\n * A comment.\n */\n"
        '  const text = `${a ? `${b}. ` : "// no comment"}`; /* kept */\n'
        "  /* another */\n"
        "  x = y /* kept */ / 2;\n"
    )
    assert gzip.decompress(PackedFiles(tmp_path).find("a.js").data).decode() == (
        "/** @type {A} */ (one).two(); // kept\n"
        '  const text = `${a ? `${b}. ` : "// no comment"}`; /* kept */\n'
        "  x = y /* kept */ / 2;\n"
    )


def test_no_text_of_a_script_has_more_than_two_lines() -> None:
    """In a longer one a line could be taken for a comment."""
    for script in PAGE.glob("*.js"):
        code = gzip.decompress(PackedFiles(PAGE).find(script.name).data).decode().splitlines()
        odd = [number for number, line in enumerate(code) if line.count("`") % 2]
        assert [end - start for start, end in zip(odd[::2], odd[1::2], strict=True)] == [1] * (
            len(odd) // 2
        ), script.name


def test_a_file_that_has_changed_is_sent_anew(tmp_path: Path) -> None:
    (tmp_path / "a.js").write_text("1")
    files = PackedFiles(tmp_path)
    before = files.find("a.js")
    (tmp_path / "b.js").write_text("2")
    (tmp_path / "b.js").replace(tmp_path / "a.js")
    assert gzip.decompress(files.find("a.js").data) == b"2"
    assert files.find("a.js").tag != before.tag
    assert before.media_type == "text/javascript"
