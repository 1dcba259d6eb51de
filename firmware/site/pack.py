"""The packer of a site: finds the modules and texts that its browser's Python needs.

It runs in Pyodide under node (``pack.mjs``), the same Python as in the browser. It plays each game
a little; the modules loaded meanwhile are the modules that a browser needs.
"""

import asyncio
import io
import json
import marshal
import pickle
import sys
import zipfile
from collections.abc import AsyncIterator, Iterator
from datetime import UTC, datetime
from importlib import import_module
from importlib.util import MAGIC_NUMBER, source_hash
from pathlib import Path
from pkgutil import iter_modules
from tempfile import TemporaryDirectory
from types import CodeType
from typing import Any

from babel import localedata

from firmware.match.followed import PROTOCOL
from firmware.site.host import Answer, Host, without_threads
from firmware.site.thinking import think
from firmware.words import LANGUAGES, find_words
from rules import NAMES, find_game

PROGRAM = ("firmware", "hal", "rules", "wiring")
BY_NAME = (  # packages with modules imported by name
    "rules",
    "firmware.games",
    "firmware.opponents",
    "wiring.sheets",
    "wiring.score_sheets",
)
MADE_HERE = ("firmware.site.pack", "firmware.teaching", "markdown_it", "mdurl")  # the browser gets the pages
DATA = {".css", ".json", ".mo", ".sql", ".svg", ".toml"}
NOT_PACKED = {"demo.svg", "generated", "hourglass_table", "static", "teaching", "templates"}
BESIDE = ("encodings.cp437", "encodings.idna", "encodings.latin_1", "stringprep")  # by their names
READS_ITSELF = b"install_lazy_importer("  # a part of anyio that reads its own source
LOCALE = {  # the parts of Babel's data that write numbers, lists and times
    *("cldr", "language_aliases", "locale_id", "parent_exceptions", "script_aliases", "variant_aliases"),
    *("decimal_formats", "default_numbering_system", "number_symbols", "numbering_systems", "percent_formats"),
    *("list_patterns", "ordinal_form", "plural_form"),
    *("date_formats", "datetime_formats", "day_periods", "days", "eras", "months", "quarters", "time_formats"),
}
_LEVEL = 2  # without docstrings and assertions
_SAME = 0b01  # PEP 552: the hash of the source is not checked


class _Exercise:
    """An exercise of the program: some moves of each game, and each kind of request."""

    def __init__(self, folder: str) -> None:
        self.host = Host(Path(folder) / "games.db", self._ask)

    def _ask(self, number: int, question: bytes) -> None:
        self.host.thinker.answered(number, think(question))

    async def ask(self, method: str, path: str, body: Any = None) -> Answer:
        """Return the answer of the host. Raise RuntimeError where it refuses."""
        sent = body if isinstance(body, str) else "" if body is None else json.dumps(body)
        answer = await self.host.answer(method, path, sent.encode())
        if answer.status >= 300:
            raise RuntimeError(f"{method} {path}: {answer.status} {answer.body[:300]!r}")
        return answer

    async def play(self, game: str) -> None:
        """Play some moves against a computer, and send each kind of request."""
        seats = find_game(game).seats(find_game(game).players[0])
        levels = [0] + [2] * (len(seats) - 1)
        new = {"game": game, "names": list(seats), "seats": levels}
        number = json.loads((await self.ask("POST", "/api/screen", new)).body)["id"]
        received: list[str | None] = []
        connection = self.host.connect(f"/ws?game={number}&lang=nl", received.append)
        for hello in ({}, {"view": "nl"}):
            connection.hear(json.dumps({"type": "hello", "protocol": PROTOCOL, **hello}))
            await asyncio.sleep(0.1)
        await self.host.answer("POST", f"/api/screen/{number}/hint", b"{}")
        moves = json.loads((await self.ask("GET", f"/api/view?game={number}")).body)["moves"]
        legal = [move for drops in moves["drops"].values() for move in drops.values()]
        for move in [*legal, *moves["buttons"]][:1]:
            connection.hear(json.dumps({"type": "do", "id": "a", "ask": {"type": "move", "move": move}}))
        await asyncio.sleep(0.1)
        record = (await self.ask("GET", f"/api/record?game={number}")).body.decode()
        for path in ("read", "report", "analyse"):
            await self.ask("POST", f"/api/{path}", record)
        await self.ask("GET", f"/api/line?game={number}&stands=1")
        for wanted in ({"head": True}, {"stands": True, "moves": True}, {"stands": True, "apart": True}):
            await self.ask("POST", "/api/line", {"record": record, **wanted})
        for path in (f"/picture/of/{number}.svg", f"/sheet/current.svg?game={number}"):
            await self.ask("GET", path)
        connection.close()


async def made() -> AsyncIterator[tuple[str, str]]:
    """Yield each path with a fixed answer, and that answer as text."""
    without_threads()
    with TemporaryDirectory() as folder:
        exercise = _Exercise(folder)
        await exercise.host.start()
        for game in NAMES:
            await exercise.play(game)
        for path in ("/api/screen", "/api/games", "/api/standings"):
            await exercise.ask("GET", path)
        for path in _paths():
            yield path, (await exercise.ask("GET", path)).body.decode()


def _paths() -> Iterator[str]:
    yield from ("/api/me", "/api/playable")
    yield from (f"/picture/{game}.svg" for game in NAMES)
    for language in LANGUAGES:
        yield f"/static/words/{language}.json"
        yield f"/play?lang={language}"
        for game in NAMES:
            paths = ("/api/lesson/{}", "/sheet/{}.svg", "/rules/{}", "/rules/{}/card")
            for path in paths:
                yield f"{path.format(game)}?lang={language}"
            for players in find_game(game).players:
                yield f"/score-sheet/{game}/{players}?lang={language}"


def archives(library: str) -> tuple[bytes, bytes]:
    """Return the program, and a zip of the modules of Python's library that it needs.

    library: the zip as it is published.
    """
    for package in BY_NAME:
        for module in iter_modules(import_module(package).__path__):
            import_module(f"{package}.{module.name}")
    for language in LANGUAGES:
        words = find_words(language, {})
        words.all_of([words.percent(1), words.number(1), words.moment(datetime.now(UTC))])
    return _program(), _library(library)


def _program() -> bytes:
    """Return all files of the program: their names and sizes as JSON, then their contents."""
    files: dict[str, bytes] = {}
    for name, module in sorted(sys.modules.items()):
        path = Path(getattr(module, "__file__", None) or "/")
        root = _root(name, path)
        if root is None or name.startswith(MADE_HERE):
            continue
        inner = path.relative_to(root).as_posix()
        source = path.read_bytes()
        if path.suffix == ".py" and READS_ITSELF not in source:
            files[f"{inner}c"] = _compiled(source, inner)
        else:
            files[inner] = source
        if name == "babel":
            locales = sorted(localedata._cache)  # the loaded locales
            for data in ("global", *(f"locale-data/{one}" for one in locales)):
                known = pickle.loads((path.parent / f"{data}.dat").read_bytes())
                own = {key: value if key in LOCALE else {} for key, value in known.items()}
                files[f"babel/{data}.dat"] = pickle.dumps(own)
    for name in PROGRAM:
        package = Path(sys.modules[name].__file__ or "").parent
        for path in sorted(package.rglob("*")):
            beside = path.relative_to(package.parent)
            if path.suffix in DATA and not NOT_PACKED & {*beside.parts}:
                files[beside.as_posix()] = path.read_bytes()
    index = json.dumps({name: len(data) for name, data in sorted(files.items())}).encode()
    whole = b"".join(data for _, data in sorted(files.items()))
    return len(index).to_bytes(4, "big") + index + whole


def _root(name: str, path: Path) -> Path | None:
    """Return the folder from which a module was imported. None for modules of Python itself."""
    parts = name.split(".")
    depth = len(parts) if path.stem == "__init__" else len(parts) - 1
    root = path.parents[depth] if depth < len(path.parents) else Path("/")
    library = not path.is_file() or "python3" in path.as_posix().split("site-packages")[-1]
    return None if library or path.suffix not in (".py", ".so") else root


def _library(published: str) -> bytes:
    """Return the zip with the modules of Python's library that are loaded, compiled."""
    packed = io.BytesIO()
    with zipfile.ZipFile(published) as old, zipfile.ZipFile(packed, "w") as new:
        for entry in sorted(old.namelist()):
            module = entry.removesuffix(".py").removesuffix("/__init__").replace("/", ".")
            if not entry.endswith(".py") or not (module in sys.modules or module in BESIDE):
                continue
            new.writestr(zipfile.ZipInfo(f"{entry}c"), _compiled(old.read(entry), entry))
    return packed.getvalue()


def _compiled(source: bytes, name: str) -> bytes:
    """Return a module compiled without its docstrings."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=_LEVEL)
    head = MAGIC_NUMBER + _SAME.to_bytes(4, "little") + source_hash(source)
    return head + marshal.dumps(without_lines(code))


def without_lines(code: CodeType) -> CodeType:
    """Return code with its first line number alone: a fifth of its bytes are line numbers.

    In a table of locations (CPython, InternalDocs/code_objects.md) an entry is for up to 8 units of
    two bytes; all entries here say that the line stays the same, and have no columns.
    """
    whole, rest = divmod(len(code.co_code) // 2, 8)
    lines = b"\xef\0" * whole + (bytes([0xE7 + rest, 0]) if rest else b"")
    inner = (without_lines(one) if isinstance(one, CodeType) else one for one in code.co_consts)
    return code.replace(co_linetable=lines, co_consts=tuple(inner))
