"""The path of the store of a table."""

from collections.abc import Mapping
from pathlib import Path

import platformdirs

FILE = "games.db"
VARIABLE = "SPEELTAFEL_DATA"  # of the environment: the folder in which games are kept


def path_of(folder: Path | None, environment: Mapping[str, str]) -> Path:
    """Return the path of the store in `folder`.

    The default is the folder that :data:`VARIABLE` names in the environment. Without that variable
    it is the folder in which the operating system keeps the data of programs.
    """
    if folder is None and environment.get(VARIABLE):
        folder = Path(environment[VARIABLE])
    return (folder or platformdirs.user_data_path("speeltafel", appauthor=False)) / FILE
