"""The part of a build that compiles the catalogues: hatchling calls it for each wheel."""

from typing import Any

from babel.messages.frontend import CommandLineInterface
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileWords(BuildHookInterface[Any]):
    """Writes a `.mo` beside each `.po`: a wheel takes it, an editable install reads it there."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:  # noqa: ARG002
        """Compile them; see `BuildHookInterface` for the arguments."""
        words = f"{self.root}/firmware/words"
        command = ["pybabel", "--quiet", "compile", "-D", "speeltafel", "-d", words]
        CommandLineInterface().run(command)
