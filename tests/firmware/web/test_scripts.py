"""Joined scripts do what they do apart; what cannot be joined is refused, and never hangs."""

import json
import shutil
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from firmware.web.packed import PAGE
from firmware.web.scripts import FIRST, joined

RUN = """
const results = [];
for (const folder of ["apart", "joined"]) {
  globalThis.ran = [];
  const result = await new Promise((resolve) => {
    globalThis.end = resolve;
    import(`./${folder}/main.js`);
  });
  results.push([globalThis.ran, result]);
}
console.log(JSON.stringify(results));
"""
SCRIPT = """
/* A comment, which is no import:
import {{ nothing }} from "./nowhere.js"; */
globalThis.ran.push("{name}");
export const value = {needed} + 1;
export async function ask() {{
  return value + {later};
}}
export class Counted {{ static all = value; }}
const own = 2 * value;
export {{ own as twice, ask as again }};
"""


@st.composite
def graphs(draw: st.DrawFn) -> list[tuple[list[int], list[int]]]:
    """For each script those before it that it needs, and those that it imports later."""

    def some(at: int) -> list[int]:
        return draw(st.lists(st.integers(0, at - 1), unique=True, max_size=3)) if at else []

    return [(some(at), some(at)) for at in range(draw(st.integers(1, 7)))]


def write(folder: Path, graph: list[tuple[list[int], list[int]]]) -> None:
    folder.mkdir()
    names = [f"s{at}.js" for at in range(len(graph) - 1)] + [FIRST]
    for name, (needs, later) in zip(names, graph, strict=True):
        lines = [f'import {{ value as v{one}, twice,\n  Counted as C }} from "./{names[one]}";' for one in needs[:1]]
        lines += [f'import {{ value as v{one} }} from "./{names[one]}";' for one in needs[1:]]
        needed = " + ".join([f"v{one}" for one in needs] + ["twice", "C.all"] * bool(needs) or ["0"])
        asked = " + ".join([f'await (await import("./{names[one]}")).again()' for one in later] or ["0"])
        text = SCRIPT.format(name=name, needed=needed, later=asked)
        text += "ask().then(globalThis.end);\n" if name == FIRST else ""
        (folder / name).write_text("\n".join(lines) + text)


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
@given(graphs())
@settings(max_examples=6, deadline=None)
def test_joined_scripts_run_in_the_same_order_with_the_same_result(graph: list[tuple[list[int], list[int]]]) -> None:
    with TemporaryDirectory() as folder:
        work = Path(folder)
        write(work / "apart", graph)
        (work / "joined").mkdir()
        for name, data in joined(work / "apart", (FIRST,)).items():
            (work / "joined" / name).write_bytes(data)
        (work / "package.json").write_text('{"type": "module"}')
        (work / "run.js").write_text(RUN)
        done = subprocess.run(["node", work / "run.js"], capture_output=True, text=True, check=True)
    apart, together = json.loads(done.stdout)
    assert together == apart


@given(graphs(), st.data())
def test_a_circle_of_scripts_is_refused(graph: list[tuple[list[int], list[int]]], data: st.DataObject) -> None:
    length = data.draw(st.integers(1, 4))
    names = [FIRST, *(f"c{at}.js" for at in range(1, length))]
    with TemporaryDirectory() as folder:
        write(Path(folder) / "all", graph)
        for at, name in enumerate(names):
            after = names[(at + 1) % length]
            needs = f'import {{ value }} from "./{after}";\n' if data.draw(st.booleans()) else f'import("./{after}");\n'
            (Path(folder) / "all" / name).write_text(f"{needs}export const value = 1;\n")
        with pytest.raises(ValueError, match=r"in a circle: .*main\.js"):
            joined(Path(folder) / "all", (FIRST,))


@pytest.mark.parametrize(
    "line",
    [
        'import all from "./other.js";',
        'import * as all from "./other.js";',
        'import { one } from "./other.js"; // as all others',
        'import "./other.js";',
        'import { two } from "./other.js";',
        "export default 1;",
        'export * from "./other.js";',
        "export let one = 1;",
        'import("./" + name);',
    ],
)
def test_another_form_is_refused(tmp_path: Path, line: str) -> None:
    (tmp_path / "other.js").write_text("export const one = 1;\n")
    (tmp_path / FIRST).write_text(f"{line}\n")
    with pytest.raises(ValueError, match=r"main\.js"):
        joined(tmp_path, (FIRST,))


def test_the_scripts_of_the_page_can_be_joined() -> None:
    assert all(len(data) > 10_000 for data in joined(PAGE).values())
