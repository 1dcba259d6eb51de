"""The files of the page: its documents, and their scripts and styles at versioned addresses.

A document names its files below ``/static/VERSION/``; the version is a hash of all files and texts
of the page. A script and its imports lie in one folder, so they have the same version. Browsers
keep a file at an address of the present version for a year (RFC 8246), and ask again for all
others.

==========================================  ========================================================
GET ``/static/FILE``                        a file
GET ``/static/words/LANG.json``             the texts by their keys, see
                                            :func:`firmware.web.page_words.page_words`
GET ``/static/VERSION/FILE``                the same; an old version is allowed, too, as pages
GET ``/static/VERSION/words/LANG.json``     that were opened before still ask for their files
==========================================  ========================================================
"""

import hashlib
from functools import lru_cache

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from firmware.web.answers import AnswerError, site_of
from firmware.web.packed import PAGE, Packed, pack, packed_file, preloaded
from firmware.web.page_words import packed_words
from firmware.words import LANGUAGES, told

KEPT = {"Cache-Control": "max-age=31536000, immutable"}
WITHOUT = {  # the scripts that the first page, a page of a game and the page of a replay do not import
    "home": frozenset({"play.js"}),
    "game": frozenset({"home.js", "replay.js"}),
    "replay": frozenset({"home.js"}),
}
_DOCUMENTS = ("index.html", "learn.html", "read.html")


def document(name: str, request: Request, without: frozenset[str] = frozenset()) -> Response:
    """Answer with a document of the page. Raise HTTPException (404).

    name: its file. without: the scripts that it does not import there, though its script can.
    """
    if not (PAGE / name).exists():
        raise AnswerError(404, told("the page is not installed; programs find the table at /api/view"))
    return _document(name, version(), without).answer(request.headers)


async def page(request: Request) -> Response:
    """Answer with the page, which is the same for every table and game."""
    board = site_of(request).screens is None or "number" in request.path_params
    return document("index.html", request, WITHOUT["game" if board else "home"])


def version() -> str:
    """Return the version, which changes with any file or text of the page."""
    return _version(tuple((path.name, path.stat().st_mtime_ns) for path in sorted(PAGE.iterdir())))


@lru_cache(maxsize=1)
def _version(changed: tuple[tuple[str, int], ...]) -> str:
    """Return a hash of all files and texts. changed: the files and their modification times."""
    tags = [f"{name} {packed_file(name).tag}" for name, _ in changed]
    tags += [packed_words(language).tag for language in LANGUAGES]
    return hashlib.sha256("\n".join(tags).encode()).hexdigest()[:12]


@lru_cache(maxsize=len(_DOCUMENTS) + len(WITHOUT))
def _document(name: str, now: str, without: frozenset[str]) -> Packed:
    """Return a document that names its files by the present version."""
    text = preloaded((PAGE / name).read_text(encoding="utf-8"), PAGE, without)
    return pack(text.replace('"/static/', f'"/static/{now}/'), "text/html")


async def _static(request: Request) -> Response:
    return _answer(request, packed_file(request.path_params["file"]))


async def _words(request: Request) -> Response:
    language = request.path_params["language"]
    if language not in LANGUAGES:
        raise AnswerError(404, told("there is no language {language!r}", language=language[:40]))
    return _answer(request, packed_words(language))


def _answer(request: Request, packed: Packed) -> Response:
    if request.path_params.get("version") != version():
        return packed.answer(request.headers)
    answer = packed.answer(request.headers, KEPT)
    del answer.headers["ETag"]  # browsers do not revalidate it
    return answer


ROUTES = [
    Route("/static/words/{language}.json", _words),
    Route("/static/{version}/words/{language}.json", _words),
    Route("/static/{version}/{file}", _static),
    Route("/static/{file}", _static),
]
