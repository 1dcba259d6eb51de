"""The part of a build that compiles the catalogues: hatchling calls it for each wheel."""

from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface
from polib import pofile


class CompileWords(BuildHookInterface[Any]):
    """Writes a `.mo` beside each `.po`: a wheel takes it, an editable install reads it there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Compile them; see `BuildHookInterface` for the arguments."""
        for catalogue in Path(self.root).glob("firmware/words/*/LC_MESSAGES/*.po"):
            pofile(str(catalogue)).save_as_mofile(str(catalogue.with_suffix(".mo")))
