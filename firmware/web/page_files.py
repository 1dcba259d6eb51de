"""The files of the page: its document, and its scripts and styles at versioned addresses.

The document names its files below ``/static/VERSION/``; the version is a hash of all files and texts
of the page. Browsers keep a file at an address of the present version for a year (RFC 8246), and ask again for all
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
from firmware.web.packed import PAGE, SCRIPT, Packed, pack, packed_file
from firmware.web.page_words import packed_words
from firmware.web.scripts import joined, page_document
from firmware.words import LANGUAGES, told

KEPT = {"Cache-Control": "max-age=31536000, immutable"}


async def page(request: Request) -> Response:
    """Answer with the page, which is the same at every address; only the first page of screens shows no board."""
    if not (PAGE / "index.html").exists():
        raise AnswerError(404, told("the page is not installed; programs find the table at /api/view"))
    board = site_of(request).screens is None or request.url.path != "/"
    return _document(version(), board=board).answer(request.headers)


def version() -> str:
    """Return the version, which changes with any file or text of the page."""
    return _version(tuple((path.name, path.stat().st_mtime_ns) for path in sorted(PAGE.iterdir())))


@lru_cache(maxsize=1)
def _version(changed: tuple[tuple[str, int], ...]) -> str:
    """Return a hash of all files and texts. changed: the files and their modification times."""
    tags = [f"{name} {packed_file(name).tag}" for name, _ in changed]
    tags += [packed_words(language).tag for language in LANGUAGES]
    return hashlib.sha256("\n".join(tags).encode()).hexdigest()[:12]


@lru_cache(maxsize=2)
def _document(now: str, *, board: bool) -> Packed:
    """Return the document, which names its files by the present version."""
    return pack(page_document(board=board).replace('"/static/', f'"/static/{now}/'), "text/html")


@lru_cache(maxsize=1)
def _scripts(_now: str) -> dict[str, Packed]:
    """Return the scripts of the present version by name."""
    return {name: pack(script, SCRIPT) for name, script in joined(PAGE).items()}


async def _static(request: Request) -> Response:
    name = request.path_params["file"]
    return _answer(request, _scripts(version()).get(name) or packed_file(name))


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
