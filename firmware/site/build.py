"""The writer of a site: a folder of files with which games are played in the browser alone."""

import hashlib
import json
import subprocess
import zipfile
from collections.abc import Iterator
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from shutil import copy, rmtree, which
from tempfile import TemporaryDirectory

from firmware.site.vendored import MSGSPEC, NODE, PYODIDE, RELEASED, SiteError, unpacked
from firmware.web.packed import PAGE, as_sent
from firmware.web.scripts import imported, joined, page_document
from firmware.words import Text, told

OWN = Path(__file__).parent / "static"
LIBRARIES = ("anyio", "babel", "itsdangerous", "segno", "starlette", "typing_extensions")
NAME = "speeltafel"
MARK = "py/files.js"  # a file of every site


def write_site(folder: Path, packages: Path, *, force: bool = False) -> None:
    """Write a site.

    Args:
        folder: where to write it.
        packages: the folder that keeps fetched packages, and may have a released site.
        force: whether the contents of the folder are replaced.

    Raises:
        SiteError: the folder is a file or not empty, or a program or package is missing.
        OSError: the folder cannot be written.
    """
    if folder.exists() and not folder.is_dir():
        raise SiteError(told("{path} is a file; name a folder", path=str(folder)))
    if folder.exists() and any(folder.iterdir()):
        if not force:
            raise SiteError(told("{path} is not empty; name another folder, or add --force", path=str(folder)))
        if not (folder / MARK).exists():
            raise SiteError(told("{path} holds something else than a site; name another", path=str(folder)))
    program = which("node")
    if program is None and not (packages / RELEASED).exists():
        raise SiteError(_without_node(packages))
    folder.parent.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(dir=folder.parent, prefix=".site-") as work:
        site = Path(work) / "site"
        if program is None:
            _unpack(packages / RELEASED, site)
        else:
            pyodide = unpacked(PYODIDE, packages) / "package"
            msgspec = unpacked(MSGSPEC, packages)
            _write_static(site, Path(work) / "scripts")
            pages = _write_pages(Path(work) / "pages")
            _pack(program, site, pyodide, [msgspec, *_roots()], pages)
            _write_licences(site, pyodide, msgspec)
            _write_beside(site)
        if folder.exists():
            rmtree(folder)
        site.rename(folder)


def _without_node(packages: Path) -> Text:
    """Return the advice for a machine without Node.js and without a released site."""
    return told(
        "Node.js is not installed; install version {version} or later, or put {archive}, which is "
        "released with this version, into {folder}",
        version=NODE,
        archive=RELEASED,
        folder=str(packages),
    )


def _unpack(archive: Path, site: Path) -> None:
    """Unpack a site that was written elsewhere. Raise SiteError."""
    try:
        with zipfile.ZipFile(archive) as packed:
            packed.extractall(site)
    except zipfile.BadZipFile:
        pass  # then MARK is missing, too
    if not (site / MARK).exists():
        raise SiteError(told("{path} is not a site of this version", path=str(archive)))


def _roots() -> list[Path]:
    """Return the folders from which the program and its libraries are imported."""
    roots = [Path(__file__).parents[2]]
    for name in LIBRARIES:
        spec = find_spec(name)
        assert spec is not None
        assert spec.origin is not None
        above = Path(spec.origin).parents[1 if spec.submodule_search_locations else 0]
        if above not in roots:
            roots.append(above)
    return roots


def _write_static(site: Path, scripts: Path) -> None:
    """Write the scripts, styles and pictures of the pages. scripts: a new folder for the scripts not joined yet."""
    scripts.mkdir()
    for path in (*PAGE.glob("*.js"), *OWN.glob("*.js")):
        copy(path, scripts)
    (scripts / "local.js").replace(scripts / "host.js")
    files = joined(scripts)
    for name, text in imported(scripts, "shell.js", "words.js", "worker.js", "sw.js").items():
        files[name] = text.encode()
    for path in (PAGE / "index.css", PAGE / "rules.css", *PAGE.glob("*.svg"), *OWN.glob("*.css"), *OWN.glob("*.png")):
        files[path.name] = as_sent(path)
    static = site / "static"
    static.mkdir(parents=True)
    for name, data in files.items():
        (static / name).write_bytes(data)


def _write_pages(folder: Path) -> Path:
    """Write the documents of the site; return their folder."""
    folder.mkdir()
    for name in ("home", "game", "replay", "learn", "read"):
        (folder / f"{name}.html").write_text(page_document(board=name != "home"), encoding="utf-8")
    copy(OWN / "index.html", folder)
    return folder


def _pack(program: str, site: Path, pyodide: Path, paths: list[Path], pages: Path) -> None:
    """Let ``pack.mjs`` write the files that take the site's own Python. Raise SiteError."""
    job = {
        "site": str(site),
        "pyodide": str(pyodide),
        "paths": list(map(str, paths)),
        "scripts": str(OWN),
        "pages": str(pages),
    }
    with TemporaryDirectory() as work:
        file = Path(work) / "job.json"
        file.write_text(json.dumps(job))
        script = Path(__file__).parent / "pack.mjs"
        done = subprocess.run([program, script, file], capture_output=True, text=True, check=False)
    if done.returncode:
        raise SiteError(told("node {script} failed: {why}", script=script.name, why=done.stderr[-2000:]))


def _write_licences(site: Path, pyodide: Path, msgspec: Path) -> None:
    """Write the list of other people's software in the site, with licences and sources."""
    version = json.loads((pyodide / "package.json").read_text())["version"]
    lines = [
        "This site contains:",
        "",
        f"Pyodide {version} (MPL-2.0): https://github.com/pyodide/pyodide",
        "in it CPython (PSF-2.0): https://docs.python.org/3.14/license.html",
        "and SQLite (public domain): https://sqlite.org/copyright.html",
    ]
    built = next(msgspec.glob("*.dist-info"))
    names = ("speeltafel", *LIBRARIES)
    for one in (metadata.Distribution.at(built), *map(metadata.distribution, names)):
        lines += ["", f"{one.name} {one.version}"]
        for file in one.files or ():
            if "licenses" in file.parts or file.name.upper().startswith("LICEN"):
                lines += ["", Path(str(file.locate())).read_text(encoding="utf-8")]
    lines += ["", (PAGE / "preact.txt").read_text(encoding="utf-8")]
    (site / "licences.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def _write_beside(site: Path) -> None:
    """Write the files for hosts and browsers; the list of all files comes last."""
    (site / ".nojekyll").touch()
    (site / "404.html").write_bytes((site / "index.html").read_bytes())
    manifest = {
        "name": NAME,
        "short_name": NAME,
        "start_url": "./",
        "scope": "./",
        "display": "standalone",
        "background_color": "#efe8dc",
        "theme_color": "#efe8dc",
        "icons": [
            {"src": f"static/icon-{size}.png", "sizes": f"{size}x{size}", "type": "image/png", "purpose": purpose}
            for size, purpose in ((192, "any"), (512, "any"), (512, "maskable"))
        ],
    }
    (site / "manifest.webmanifest").write_text(json.dumps(manifest))
    worker = (site / "static" / "sw.js").read_text()
    (site / "static" / "sw.js").unlink()
    files = {
        path.relative_to(site).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in _files(site)
        if path.name not in {".nojekyll", "404.html"}
    }
    named = json.dumps(files)
    version = hashlib.sha256(named.encode()).hexdigest()
    (site / "sw.js").write_text(f'const FILES = {named};\nconst VERSION = "{version}";\n{worker}')


def _files(site: Path) -> Iterator[Path]:
    """Yield the files of a site in order."""
    return (path for path in sorted(site.rglob("*")) if path.is_file())
