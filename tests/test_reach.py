"""Every module of the product is reached from the command, the site or what packages import."""

import ast
from pathlib import Path

from rules.registry import NAMES

ROOT = Path(__file__).parents[1]
ROOMS = ("rules", "hal", "firmware", "wiring")
DOORS = (
    "firmware.__main__",
    "firmware.site.host",  # in a browser's worker
    "firmware.site.pack",  # in Node.js, by the command `site`
    "firmware.learning.openspiel",  # imported by programs that train
    "firmware.learning.environment",
    "hal.contract",  # imported by the tests of other packages
    "wiring.pico.code",  # on a Pico
)


def name_of(path: Path) -> str:
    """The name of a module; a package is its `__init__`."""
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def modules() -> dict[str, Path]:
    """The modules by name, without the examples that people copy."""
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    return {name_of(path): path for path in paths if "example" not in str(path)}


def names_in(path: Path) -> set[str]:
    """The names that a module imports, and its texts: `import_module` takes some of them."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        elif isinstance(node, ast.JoinedStr):  # f"rules.{name}"
            names |= {ast.unparse(node.values[0]).strip("'") + game for game in NAMES}
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            names |= {node.value, f"firmware.commands.{node.value.partition('.')[0]}"}
            if node.value.endswith(".py"):  # a file beside it is run
                names.add(name_of(path.with_name(node.value)))
    return names


def test_no_module_is_there_that_nobody_reaches() -> None:
    paths = modules()
    reached: set[str] = set()
    new = set(DOORS)
    while new:
        reached |= new
        found = {name.rpartition(".")[0] for name in new}.union(*(names_in(paths[name]) for name in new))
        new = (found & paths.keys()) - reached
    assert paths.keys() - reached == set()
