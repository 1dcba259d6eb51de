"""The codes of errors: a stable word for programs, beside the text for people."""

import re


def code_of(error: BaseException) -> str:
    """Return the code of an error: its class in lower case, as ``illegal`` or ``no-game``.

    Where an error of the rules or of the store is its cause, the code is that of the cause. A
    command that was refused has a code of its own, as ``not-your-turn``. An error of another
    project has the code "".
    """
    while error.__context__ is not None and _is_known(error.__context__):
        error = error.__context__
    if not _is_known(error):
        return ""
    own = getattr(error, "code", "")
    if isinstance(own, str) and own:
        return own
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()


def _is_known(error: BaseException) -> bool:
    """Return whether an error is of this project."""
    return type(error).__module__.partition(".")[0] in ("rules", "hal", "wiring", "firmware")
