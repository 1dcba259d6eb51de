"""Small answers: content that is packed once, and sent only to browsers without a fresh copy.

Scripts go without their comments, which are half of them. Every answer has an ETag of its content: a
browser asks whether its copy is still good, and gets an empty 304 if it is. Clients that do not take gzip
get the content unpacked.
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

PAGE = Path(__file__).parent / "static"  # the pages, with their scripts, styles and pictures
MOST_FILES = 128  # files that are kept packed in memory

SCRIPT = "text/javascript"
_COMMENT = re.compile(rb"^[ \t]*(?://[^\n]*|/\*(?:(?!\*/).)*\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
"""A comment that has lines of its own; no text of a script has lines that look so."""
_INCLUDED = re.compile(rb'^@import "\./([\w.]+)";\n', re.MULTILINE)

mimetypes.add_type(SCRIPT, ".js")  # independent of the machine's own tables of types
mimetypes.add_type("image/svg+xml", ".svg")


def as_sent(path: Path) -> bytes:
    """Return a file as browsers get it: a script without its comments, a style with all that it imports."""
    data = path.read_bytes()
    if path.suffix == ".css":
        return _INCLUDED.sub(lambda found: as_sent(path.with_name(found[1].decode())), data)
    return _COMMENT.sub(b"", data) if path.suffix == ".js" else data


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
