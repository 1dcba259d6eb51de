"""The scripts of the page, joined: a browser fetches two, in place of forty that name each other.

Each script becomes a function that runs once, when another script needs its exports. That takes scripts of this
form, and any other is refused: imports and exports are statements of their own, from the first column to the end of
the line; exports are named; no script needs itself by way of others, as each would wait for the other.
"""

import re
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

from firmware.study.pieces import DRAWINGS
from firmware.web.packed import PAGE, as_sent

FIRST, REST = "main.js", "rest.js"  # the script of the page, joined with those of the first page; all others
_FIRST_PAGE = (FIRST, "home.js", "dialogs.js")
_NEEDED = re.compile(r'^import \{([^}]*)\} from "\./([\w.]+)";\n', re.MULTILINE)
_LATER = re.compile(r'\bimport\("\./([\w.]+)"\)')
_GIVEN = re.compile(r"^export (?=(?:async )?(?:class|const|function) (\w+))", re.MULTILINE)
_LISTED = re.compile(r"\bexport ?\{([^}]*)\};?")
_OTHER = re.compile(r"^(?:import|export)\b(?!\.).*|\bimport\(.*", re.MULTILINE)
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


def imported(folder: Path, *names: str, later: bool = True) -> dict[str, str]:
    """Return scripts of a folder and all that they import, as browsers get them, by name.

    later: whether those are among them that are imported when they are wanted.
    """
    wanted, found = list(names), dict[str, str]()
    for name in wanted:
        found[name] = as_sent(folder / name).decode()
        wanted += [one for one in _needs(found[name], later=later) if one not in wanted]
    return found


def _needs(script: str, *, later: bool) -> list[str]:
    return [name for _, name in _NEEDED.findall(script)] + (_LATER.findall(script) if later else [])


def joined(folder: Path, first: tuple[str, ...] = _FIRST_PAGE) -> dict[str, bytes]:
    """Return the scripts of the page in two by name: the first ones with all that they need, and all others.

    Raise ValueError for scripts of another form than this module's.
    """
    scripts = imported(folder, *first)
    try:
        TopologicalSorter({name: _needs(text, later=True) for name, text in scripts.items()}).prepare()
    except CycleError as error:
        raise ValueError(f"scripts import each other in a circle: {', '.join(error.args[1])}") from None
    given = {name: _exports(text) for name, text in scripts.items()}
    functions = {name: _function(name, text, given) for name, text in scripts.items()}
    at_once = "".join(functions.pop(name) for name in imported(folder, *first, later=False))
    return {
        FIRST: f"const $scripts = {{\n{at_once}}};{_BEGIN}".encode(),
        REST: f"export const scripts = ($use) => ({{\n{''.join(functions.values())}}});\n".encode(),
    }


def _pairs(listed: str) -> list[list[str]]:
    """Return the names in braces: what is named, and what it is called then, if that is another name."""
    return [one.strip().split(" as ") for one in listed.split(",") if one.strip()]


def _exports(script: str) -> dict[str, str]:
    """Return the exports of a script by name, each with its name there."""
    listed = (pair for found in _LISTED.findall(script) for pair in _pairs(found))
    return {name: name for name in _GIVEN.findall(script)} | {pair[-1]: pair[0] for pair in listed}


def _function(name: str, script: str, given: dict[str, dict[str, str]]) -> str:
    """Return a script as a method of its name, which uses what it imports and returns what it exports."""

    def use(found: re.Match[str]) -> str:
        pairs = _pairs(found[1])
        if missing := {pair[0] for pair in pairs} - given[found[2]].keys():
            raise ValueError(f"{name} imports from {found[2]} what that does not export: {', '.join(sorted(missing))}")
        return f'const {{ {", ".join(": ".join(pair) for pair in pairs)} }} = await $use("{found[2]}");\n'

    text = _NEEDED.sub(use, _GIVEN.sub("", _LISTED.sub("", script)))
    text = _LATER.sub(r'$use("\1")', text)
    if other := _OTHER.search(text):
        raise ValueError(f"{name} cannot be joined: {other[0]}")
    exports = ", ".join(f"{called}: {own}" for called, own in given[name].items())
    return f'"{name}": async () => {{\n{text}\nreturn {{ {exports} }};\n}},\n'


def page_document(*, board: bool) -> str:
    """Return the document of the page, with the drawings of pieces. board: whether it asks for all scripts at once."""
    text = (PAGE / "index.html").read_text(encoding="utf-8")
    drawn = text.replace("<svg data-pieces></svg>", DRAWINGS.read_text(encoding="utf-8"))
    return drawn if board else drawn.replace(f'<link rel="modulepreload" href="/static/{REST}">\n', "")
