"""Small answers: content that is packed once, and sent only to browsers without a fresh copy.

Scripts go without their comments, which are half of them, and joined: a browser fetches two, in place of
fifty that name each other. Every answer has an ETag of its content:
a browser asks whether its copy is still good, and gets an empty 304 if it is. Clients that do not
take gzip get the content unpacked.
"""

import gzip
import hashlib
import mimetypes
import re
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from starlette.datastructures import Headers
from starlette.exceptions import HTTPException
from starlette.responses import Response

from firmware.study.pieces import DRAWINGS

PAGE = Path(__file__).parent / "static"  # the pages, with their scripts, styles and pictures
MOST_FILES = 128  # files that are kept packed in memory

SCRIPT = "text/javascript"
_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""A comment that has lines of its own; no text of a script has lines that look so."""
_INCLUDED = re.compile(rb'^@import "\./([\w.]+)";\n', re.MULTILINE)

FIRST, REST = "main.js", "rest.js"  # the script of the page, joined with those of the first page; all others
_FIRST_PAGE = (FIRST, "home.js", "dialogs.js")
_NEEDED = re.compile(r'^import (\{[^}]*\}) from "\./([\w.]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w.]+)"\)')
_GIVEN = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport ?\{([^}]*)\};?")
_BEGIN = f"""
const $run = {{}};
const $use = (name) => $run[name] ??= (async () => {{
  if (!$scripts[name]) Object.assign($scripts, (await import("./{REST}")).scripts($use));
  return $scripts[name]();
}})().catch((error) => {{
  delete $run[name]; // the network may be back when it is wanted again
  throw error;
}});
$use("{FIRST}");
"""

mimetypes.add_type(SCRIPT, ".js")  # independent of the machine's own tables of types
mimetypes.add_type("image/svg+xml", ".svg")


def as_sent(path: Path) -> bytes:
    """Return a file as browsers get it: a script without its comments, a style with all that it imports."""
    data = path.read_bytes()
    if path.suffix == ".css":
        return _INCLUDED.sub(lambda found: as_sent(path.with_name(found[1].decode())), data)
    return _COMMENT.sub(b"", data) if path.suffix == ".js" else data


def imported(folder: Path, *names: str, later: bool = False) -> dict[str, str]:
    """Return scripts of a folder and all that they import, as browsers get them, by name.

    later: whether those are among them that are imported when they are wanted.
    """
    wanted, found = list(names), dict[str, str]()
    for name in wanted:
        found[name] = text = as_sent(folder / name).decode()
        more = [one[2] for one in _NEEDED.finditer(text)] + (_LATER.findall(text) if later else [])
        wanted += [one for one in more if one not in wanted]
    return found


def joined(folder: Path) -> dict[str, bytes]:
    """Return the scripts of the page in two: those of the first page, and all others, by name.

    Each script becomes a function that runs once, when another script needs its exports.
    """
    first = imported(folder, *_FIRST_PAGE)
    rest = {name: text for name, text in imported(folder, FIRST, later=True).items() if name not in first}
    return {
        FIRST: f"const $scripts = {_functions(first)};{_BEGIN}".encode(),
        REST: f"export const scripts = ($use) => ({_functions(rest)});\n".encode(),
    }


def _functions(scripts: dict[str, str]) -> str:
    """Return an object of JavaScript: a function for each script by its name, which returns the exports."""
    return "{\n" + "".join(f'"{name}": async () => {{\n{_body(text)}}},\n' for name, text in scripts.items()) + "}"


def _body(script: str) -> str:
    """Return a script as the body of a function: it uses what it imports, and returns what it exports."""
    listed = [one for found in _LISTED.finditer(script) for one in found[1].split(",")]
    given = [found[1] for found in _GIVEN.finditer(script)]
    given += [": ".join(reversed(one.strip().split(" as "))) for one in listed]
    text = _GIVEN.sub("", _LISTED.sub("", script))
    text = _NEEDED.sub(lambda one: f'const {one[1].replace(" as ", ": ")} = await $use("{one[2]}");\n', text)
    return _LATER.sub(r'$use("\1")', text) + f"\nreturn {{ {', '.join(given)} }};\n"


def page_document(*, board: bool) -> str:
    """Return the document of the page, with the drawings of pieces. board: whether it asks for all scripts at once."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    drawn = text.replace("<svg data-pieces></svg>", DRAWINGS.read_text(encoding="utf-8"))
    return drawn if board else drawn.replace(f'<link rel="modulepreload" href="/static/{REST}">\n', "")


class Packed(NamedTuple):
    """Content that is ready to be sent.

    Attributes:
        data: the content, gzipped.
        tag: its ETag, a hash of the content.
    """

    data: bytes
    tag: str
    media_type: str

    def answer(self, headers: Headers, more: dict[str, str] | None = None) -> Response:
        """Return the answer to a request. headers: of the request. more: of the answer."""
        sent = {"ETag": self.tag, "Vary": "Accept-Encoding", **(more or {})}
        known = (one.strip().removeprefix("W/") for one in headers.get("if-none-match", "").split(","))
        if self.tag in known:
            return Response(status_code=304, headers=sent)
        data = self.data
        if "gzip" in headers.get("accept-encoding", ""):
            sent["Content-Encoding"] = "gzip"
        else:
            data = gzip.decompress(data)
        return Response(data, headers=sent, media_type=self.media_type)


def pack(content: bytes | str, media_type: str) -> Packed:
    """Return content, ready to be sent."""
    data = content.encode() if isinstance(content, str) else content
    tag = f'"{hashlib.sha256(data).hexdigest()[:20]}"'
    return Packed(gzip.compress(data, 9, mtime=0), tag, media_type)


def packed_file(name: str, folder: Path = PAGE) -> Packed:
    """Return a file of a folder, or below it. Raise HTTPException (404)."""
    folder = folder.resolve()
    try:
        path = (folder / name).resolve(strict=True)
        if path.is_file() and path.is_relative_to(folder):
            return _file(path, path.stat().st_mtime_ns)
    except (OSError, ValueError):
        pass
    raise HTTPException(404)


@lru_cache(maxsize=MOST_FILES)
def _file(path: Path, _changed: int) -> Packed:
    """Return a file. _changed: its modification time, so that no old content is sent."""
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return pack(as_sent(path), media_type)
