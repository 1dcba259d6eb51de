"""The option ``colours``: which colours the seats use (FR-8a, GM-2)."""

from collections.abc import Callable, Mapping

from rules.game import MalformedError, Option, OptionError
from rules.text import told

NAME = "colours"


def colours_option(letters: str, usual: Mapping[int, str], meaning: str) -> Option:
    """Return the option for the colours with these letters.

    usual: number of players -> the colours that the seats have by default.
    """
    return Option(NAME, "", meaning, _canonical(letters), by_players=usual)


def _canonical(letters: str) -> Callable[[str], str]:
    def canonical(text: str) -> str:
        """Return the colours as they are. Raises MalformedError."""
        if set(text) - set(letters) or len(set(text)) < len(text):
            raise MalformedError(
                told(
                    "{text!r} should be letters of {letters} in one word, in the order of the seats, each once",
                    text=text,
                    letters=" ".join(letters),
                )
            )
        return text

    return canonical


def colours_of(chosen: str, usual: str) -> str:
    """Return the letters of the colours in play.

    chosen: the canonical text of the option. usual: the default for this number of players. Raises
    OptionError when `chosen` names too many colours, or too few.
    """
    if chosen and len(chosen) != len(usual):
        raise OptionError(
            NAME,
            told("{chosen!r} should be {number} letters, like {usual}", chosen=chosen, number=len(usual), usual=usual),
        )
    return chosen or usual
