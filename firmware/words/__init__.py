"""In which language does the table speak?

The English texts stand in the code and are the keys of the catalogues beside this file (gettext,
one folder a language). Babel finds them where :func:`say`, `words(...)` or `words.plural(...)` is
called with a text, as ``pyproject.toml`` tells it to. After a change of a text::

    words=firmware/words
    pybabel extract -F pyproject.toml --add-location=file --no-wrap -o $words/speeltafel.pot .
    pybabel update -D speeltafel -i $words/speeltafel.pot -d $words --no-wrap
    pybabel compile -D speeltafel -d $words

with the new sentences written into the ``.po`` files before the last command. A text is always a
whole sentence or a whole label, never a part that another language would have to decline.
"""

from collections.abc import Iterable, Mapping
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import NamedTuple

LANGUAGES = ("en", "nl", "fr", "de")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


class UnknownLanguageError(ValueError):
    """A language that the table does not speak."""


class Text(NamedTuple):
    """A text, English and without values as yet, that waits for its language."""

    text: str
    values: Mapping[str, str | int]


Value = str | int | Text
"""What fills in a field of a text; a text of its own is translated, too."""


def say(text: str) -> str:
    """Mark a text, given back as it is, that `words` will be asked for elsewhere."""
    return text


_AND = say("{first} and {second}")
_OR = say("{first} or {second}")


class Words(NamedTuple):
    """Says the table's texts in one language; see :func:`find_words`.

    ``words("{name}, it is your turn.", name="Anna")`` translates first, then fills in the fields.
    """

    language: str
    catalogue: NullTranslations

    def __call__(self, text: str, /, **values: Value) -> str:
        """`text`, English and without values as yet, in this language and with them."""
        told = self.catalogue.gettext(text)
        return told.format(**self._told(values)) if values else told

    def plural(self, one: str, many: str, number: int, /, **values: Value) -> str:
        """Of two English texts the one for `number`, which fills in the field of that name."""
        told = self.catalogue.ngettext(one, many, number)
        return told.format(number=number, **self._told(values))

    def all_of(self, names: Iterable[str | Text]) -> str:
        """The names joined by "and"."""
        return self._joined(_AND, names)

    def one_of(self, names: Iterable[str | Text]) -> str:
        """The names joined by "or"."""
        return self._joined(_OR, names)

    def _joined(self, text: str, names: Iterable[str | Text]) -> str:
        joined, *others = (self._say(name) for name in names)
        for name in others:
            joined = self(text, first=joined, second=name)
        return joined

    def _told(self, values: Mapping[str, Value]) -> dict[str, str | int]:
        return {
            name: value if isinstance(value, int) else self._say(value)
            for name, value in values.items()
        }

    def _say(self, name: str | Text) -> str:
        return name if isinstance(name, str) else self(name.text, **name.values)


def find_words(language: str | None, environment: Mapping[str, str]) -> Words:
    """The words of `language`, or if that is None of the language that the environment names.

    environment: variables as in ``os.environ``. What it names and the table does not speak is
    answered in English. Raises UnknownLanguageError for a `language` that the table does not
    speak.
    """
    if language is None:
        language = _named_by(environment)
    elif language not in LANGUAGES:
        can = ", ".join(LANGUAGES)
        raise UnknownLanguageError(f"{language!r} should be one of {can}")
    if language == "en":
        return Words(language, NullTranslations())
    folder = Path(__file__).parent / language / "LC_MESSAGES"
    with (folder / "speeltafel.mo").open("rb") as file:
        return Words(language, GNUTranslations(file))


def _named_by(environment: Mapping[str, str]) -> str:
    """The first language we speak of those that the first variable set names (``nl_BE.UTF-8``)."""
    named = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    languages = (one.partition(".")[0].partition("_")[0].lower() for one in named.split(":"))
    return next((language for language in languages if language in LANGUAGES), "en")
