"""The command line ``speeltafel`` and ``python -m firmware``, run with its own packages.

Other packages on the index are called ``rules``, too. The check runs before any import, so that
people get a clear error instead of a traceback.
"""

import sys
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

_BESIDE = {"rules": "find_game", "hal": "", "wiring": ""}
"""The packages that belong beside this one, and a word in the first file of each."""


def main() -> int:
    """Run the command line and return its exit status; 2 where another package hides ours."""
    for name, word in _BESIDE.items():
        spec = find_spec(name)
        origin = Path(spec.origin) if spec and spec.origin else None
        if (
            origin is None
            or origin.resolve().parents[1] != Path(__file__).resolve().parents[1]
            or (word and word not in origin.read_text("utf-8", errors="replace"))
        ):
            print(
                f"speeltafel: another package called {name} hides its own ({origin or 'no file'}); "
                "install speeltafel in an environment of its own: python3 -m venv, or pipx",
                file=sys.stderr,
            )
            return 2
    status: int = import_module("firmware.cli").main()
    return status


if __name__ == "__main__":
    sys.exit(main())
