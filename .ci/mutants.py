"""The small changes of the code that the tests notice.

``--draw`` chooses changes ("mutants") by a fixed seed, equally many in each place, and writes
them into ``mutants.json``. Without it, each change is made in a copy of the tree, and tests run
until one fails: the tests beside the changed file, then those of its room, with ``--all`` all of
them; of each the tests that ``--marked`` selects. A file keeps the results, a line each, and a
mutant with a result is not run again. What the default tests notice, and then what all do::

    python .ci/mutants.py default.txt
    python .ci/mutants.py all.txt --survivors default.txt --marked ""
"""

import argparse
import ast
import copy
import json
import os
import random
import re
import resource
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import cache_from_source
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LIST = Path(__file__).with_suffix(".json")
PLACES = (
    "rules",
    "firmware/match",
    "firmware/play",
    "firmware/recognition",
    "firmware/storage",
    "firmware/web",
    "hal/pi",
)
SEED, EACH = 53, 6
CPU_LIMIT = 900  # seconds of a test run: a change may well make a loop endless

NEAR = {  # the beginning of a file's path: the tests that are run first
    "rules/hourglass": "tests/rules/test_hourglass.py tests/rules/test_hourglass_deaths.py",
    "rules/revolution": "tests/rules/test_revolution.py tests/rules/test_revolution_laws.py",
    "rules/forum_romanum": "tests/rules/test_forum_romanum.py",
    "rules/manoeuvre": "tests/rules/test_manoeuvre.py",
    "rules/": "tests/rules",
    "firmware/recognition/": "tests/firmware/recognition",
    "firmware/match/": "tests/firmware/match",
    "firmware/play/": "tests/firmware/play",
    "firmware/storage/": "tests/firmware/storage",
    "firmware/web/": "tests/firmware/web",
    "hal/pi/": "tests/hal",
}
ROOM = {  # the tests that are run next
    "rules/": "tests/rules tests/firmware/games tests/firmware/storage tests/firmware/commands/test_cli.py"
    " tests/firmware/commands/test_games.py tests/firmware/commands/test_mutated_files.py",
    "firmware/recognition/": "tests/firmware/play tests/firmware/games tests/firmware/app"
    " tests/firmware/commands/test_explaining.py tests/firmware/simulation",
    "firmware/match/": "tests/firmware/app tests/firmware/play tests/firmware/web tests/firmware/storage",
    "firmware/web/": "tests/firmware/commands tests/firmware/site",
    "firmware/play/": "tests/firmware/app tests/firmware/output tests/firmware/web/test_follow.py"
    " tests/firmware/web/test_screens.py tests/firmware/commands tests/firmware/words",
    "firmware/storage/": "tests/firmware/commands tests/firmware/app tests/firmware/web/test_lines.py",
    "hal/pi/": "tests/firmware/selftest tests/firmware/commands tests/firmware/app",
}

OPERATORS = """
    Eq:NotEq NotEq:Eq Is:IsNot IsNot:Is In:NotIn NotIn:In Lt:LtE,GtE LtE:Lt,Gt Gt:GtE,LtE GtE:Gt,Lt
    Add:Sub Sub:Add Mult:FloorDiv FloorDiv:Mult LShift:RShift RShift:LShift BitAnd:BitOr
    BitOr:BitAnd And:Or Or:And
"""  # what takes the place of each; in a comparison its boundary, and its opposite
OTHERS = {old: new.split(",") for old, new in (pair.split(":") for pair in OPERATORS.split())}

Mutant = dict[str, str | int]


def other_operators(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Yield the kind of each change of an operator of a node, and the changed node."""
    operators = node.ops if isinstance(node, ast.Compare) else [getattr(node, "op", None)]
    for n, old in enumerate(operators):
        for name in OTHERS.get(type(old).__name__, []):
            other, new = copy.deepcopy(node), getattr(ast, name)()
            if isinstance(other, ast.Compare):
                other.ops[n] = new
            else:
                other.op = new
            yield type(node).__name__, other


def changes(node: ast.AST, *, tested: bool) -> Iterator[tuple[str, ast.AST]]:
    """Yield the kind of each small change of a node (tested: a condition), and the other node."""
    yield from other_operators(node)
    match node:
        case ast.Constant(value=bool()):
            yield "constant", ast.Constant(not node.value)
        case ast.Constant(value=int()):
            yield "constant", ast.Constant(node.value + 1)
            yield "constant", ast.Constant(node.value - 1)
        case ast.UnaryOp(op=ast.Not()):
            yield "condition", node.operand
        case ast.Name() | ast.Attribute() | ast.Call() if tested:
            yield "condition", ast.UnaryOp(ast.Not(), node)
        case ast.Return(value=ast.expr()):
            yield "return", ast.Return(None)
        case ast.Expr(value=ast.Call()) | ast.Assign(targets=[ast.Attribute()]):
            yield "statement", ast.Pass()
        case ast.AugAssign() | ast.Continue() | ast.Break():
            yield "statement", ast.Pass()


def nodes(tree: ast.AST, within: str = "") -> Iterator[tuple[str, ast.AST]]:
    """Yield the functions and classes around each node of the code that runs, and the node."""
    settings = {"decorator_list", "keywords"} if isinstance(tree, ast.ClassDef) else {"decorator_list"}
    for name, value in ast.iter_fields(tree):
        if name in {"annotation", "returns", *settings}:
            continue
        for node in value if isinstance(value, list) else [value]:
            if not isinstance(node, ast.AST) or isinstance(node, ast.JoinedStr | ast.ImportFrom):
                continue
            inner = within
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                inner = f"{within}.{node.name}".lstrip(".")
            yield within, node
            yield from nodes(node, inner)


def mutants(file: str) -> Iterator[Mutant]:
    """Yield all mutants of a file that change a single line."""
    text = (ROOT / file).read_text(encoding="utf-8")
    tree = ast.parse(text)
    tests = {node.test for node in ast.walk(tree) if isinstance(node, ast.If | ast.IfExp | ast.While)}
    for within, node in nodes(tree):
        for kind, new in changes(node, tested=node in tests):
            if node.lineno != node.end_lineno:
                continue
            number, line = node.lineno - 1, text.splitlines()[node.lineno - 1]
            said = ast.unparse(new)
            said = f"({said})" if isinstance(new, ast.BinOp | ast.BoolOp | ast.Compare) else said
            raw = line.encode()  # in which columns are counted
            after = raw[: node.col_offset].decode() + said + raw[node.end_col_offset :].decode()
            yield {
                "file": file,
                "within": within,
                "nth": find(text, within, line).index(number),
                "kind": kind,
                "before": line.strip(),
                "after": after.strip(),
            }


def find(text: str, within: str, line: str) -> list[int]:
    """Return the numbers, from 0, of a line in a function of that name, or else in the file."""
    lines = [line.strip() for line in text.splitlines()]
    spans = [
        range(node.lineno - 1, node.end_lineno or 0)
        for outside, node in nodes(ast.parse(text))
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and f"{outside}.{node.name}".lstrip(".") == within
    ]
    inside = [n for span in spans for n in span if lines[n] == line.strip()]  # a property and its setter have one name
    return inside or [n for n, other in enumerate(lines) if other == line.strip()]


def draw() -> None:
    """Write the mutants: in each place as many, each of a kind that was drawn first."""
    rng = random.Random(SEED)
    drawn = []
    for place in PLACES:
        pool = defaultdict(list)
        for path in sorted((ROOT / place).rglob("*.py")):
            for mutant in mutants(path.relative_to(ROOT).as_posix()):
                pool[mutant["kind"]].append(mutant)
        for _ in range(EACH):
            kind = rng.choice(sorted(pool))
            drawn.append(pool[kind].pop(rng.randrange(len(pool[kind]))))
    numbered = [{"number": n, **mutant} for n, mutant in enumerate(drawn, 1)]
    LIST.write_text(json.dumps(numbered, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def ask(tree: Path, tests: list[str], marked: str) -> str:
    """Run tests in a tree up to the first that fails, and return which that is, or ""."""
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "-n", "0", "-p", "no:cacheprovider", "-m", marked, *tests],
        cwd=tree,
        env=os.environ | {"PYTHONPATH": str(tree)},
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (CPU_LIMIT, CPU_LIMIT)),
    )
    if done.returncode == 0:
        return ""
    failed = re.search(r"^(?:FAILED|ERROR) (.+?)(?: - .*)?$", done.stdout, re.MULTILINE)
    return failed[1] if failed else f"pytest ended with {done.returncode}"


def judge(mutant: Mutant, tree: Path, marked: str, *, everything: bool) -> str:
    """Return the fate of a mutant: "gone", "survived", or "caught by" a test."""
    file = str(mutant["file"])
    path = tree / file
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    found = find(text, str(mutant["within"]), str(mutant["before"]))
    if len(found) <= int(mutant["nth"]):
        return "gone"
    lines = text.splitlines(keepends=True)
    number = found[int(mutant["nth"])]
    lines[number] = lines[number].replace(str(mutant["before"]), str(mutant["after"]))
    rooms = [NEAR, ROOM, *([{"": "tests"}] if everything else [])]
    for tests in [next(room[start] for start in room if file.startswith(start)) for room in rooms]:
        write(path, "".join(lines))
        test = ask(tree, tests.split(), marked)
        write(path, text)
        if test:
            sound = "::" not in test or not ask(tree, [test], marked)
            return f"caught by {test}" if sound else f"unknown: {test} fails without it, too"
    return "survived"


def write(path: Path, text: str) -> None:
    """Write a file of code, so that it is compiled anew."""
    path.write_text(text, encoding="utf-8")
    Path(cache_from_source(str(path))).unlink(missing_ok=True)


def run(results: Path, only: set[int] | None, marked: str, *, everything: bool) -> None:
    """Judge each mutant that has no result yet, in a copy of the tree."""
    text = results.read_text(encoding="utf-8") if results.exists() else ""
    known = {int(line.split()[0]) for line in text.splitlines()}
    away = shutil.ignore_patterns(".git", ".venv", ".hypothesis", "__pycache__", ".*_cache", "node_modules")
    with tempfile.TemporaryDirectory() as folder, results.open("a", encoding="utf-8") as file:
        tree = Path(folder) / "tree"
        shutil.copytree(ROOT, tree, ignore=away)
        for mutant in json.loads(LIST.read_text(encoding="utf-8")):
            number = mutant["number"]
            if number in known or (only is not None and number not in only):
                continue
            what = judge(mutant, tree, marked, everything=everything)
            line = f"{number:2} {mutant['file']} ({mutant['kind']}): {what}"
            print(line, flush=True)
            print(line, file=file, flush=True)


def main() -> None:
    """Draw the mutants, or run them."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("results", type=Path, nargs="?", default=os.devnull, help="their file")
    parser.add_argument("--draw", action="store_true", help="write the list of mutants anew")
    parser.add_argument("--only", type=int, action="append", default=[], help="a mutant's number")
    parser.add_argument("--survivors", type=Path, help="results: only what survived in them")
    parser.add_argument("--all", action="store_true", help="survivors meet all default tests, too")
    parser.add_argument("--marked", default="not nightly", help="pytest's -m")
    given = parser.parse_args()
    if given.draw:
        draw()
        return
    only = set(given.only) or None
    if given.survivors:
        lines = given.survivors.read_text(encoding="utf-8").splitlines()
        only = {int(line.split()[0]) for line in lines if line.endswith(": survived")}
    run(Path(given.results), only, given.marked, everything=given.all)


if __name__ == "__main__":
    main()
