"""The texts of the table in each of its languages.

The English texts stand in the code and are the keys of the catalogues beside this file (gettext,
one folder a language). Babel finds them where :func:`N_`, `words(...)` or `words.plural(...)` is
called with a text, and where :func:`rules.text.told` is, as ``pyproject.toml`` says, and in the
texts of the page (``firmware/web/page_texts.toml``). After a change of a text, ``.ci/words`` brings
the ``.po`` files up to date; a build or an install compiles them to the ``.mo`` files that are read
here. A text is always a whole sentence or a whole label, never a part that another language would
have to decline.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from functools import cache
from gettext import NullTranslations, translation
from pathlib import Path, PurePath
from typing import Literal, NamedTuple, Self

from firmware.words.terminal import printable
from rules.text import Number, Text, Value, told
from wiring.text import Told

__all__ = ["LANGUAGES", "N_", "Number", "Text", "Value", "Words", "find_words", "message_of", "told", "without_folders"]

LANGUAGES = ("en", "nl", "fr", "de")
_VARIABLES = ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


class _Printable(str):  # noqa: SLOT000  # a text cannot have slots
    """The value of a field; its unprintable characters are escaped, within quotation marks too."""

    _given: str

    def __new__(cls, given: str) -> Self:
        self = super().__new__(cls, printable(given))
        self._given = given
        return self

    def __repr__(self) -> str:
        return repr(self._given)


def N_(text: str) -> str:  # noqa: N802  # as in the manual of gettext
    """Mark a text for Babel and return it as it is; it is translated elsewhere."""
    return text


def message_of(error: Exception) -> Text | str:
    """Return the message of an error: the text it was raised with, or has as `message`."""
    texts = (getattr(error, "message", None), *error.args)
    return next((text for text in texts if isinstance(text, Text | Told)), str(error))


def without_folders(text: Text | str) -> Text | str:
    """Return a text in which every value `path` is the name of the file alone.

    Readers elsewhere need not know where the files of this machine are.
    """
    if isinstance(text, str):
        return text
    values: dict[str, Value] = {}
    for name, value in text.values.items():
        inner = without_folders(value) if isinstance(value, Text) else value
        values[name] = PurePath(str(value)).name if name == "path" else inner
    return Text(text.text, values)


class Words(NamedTuple):
    """Translates the table's texts into a language; see :func:`find_words`.

    ``words("{name}, it is your turn.", name="Anna")`` translates first, then fills in the fields.

    Attributes:
        aloud: whether a voice says them, so that texts which need eyes take their spoken form.
    """

    language: str
    catalogue: NullTranslations
    aloud: bool = False

    def __call__(self, text: str, /, **values: Value) -> str:
        """Return an English text in this language, its fields filled in."""
        translated = self.catalogue.gettext(text)
        return translated.format(**self._translated(values)) if values else translated

    def tell(self, text: str | Text) -> str:
        """Return the translation of a text with values; unprintable characters are escaped."""
        return str(self._say(text))

    def form(self, text: Text) -> Text:
        """Return the form of a text to be used: for a voice its spoken form, if it has any."""
        return text.aloud if self.aloud and text.aloud is not None else text

    def plural(self, one: str, many: str, number: int, /, **values: Value) -> str:
        """Return the translation of the text that fits `number`, with its fields filled in."""
        translated = self.catalogue.ngettext(one, many, number)
        return translated.format(number=number, **self._translated(values))

    def all_of(self, names: Iterable[str | Text]) -> str:
        """Return the names joined by "and"."""
        return self._listed(names, "standard")

    def one_of(self, names: Iterable[str | Text]) -> str:
        """Return the names joined by "or"."""
        return self._listed(names, "or")

    def load(self) -> None:
        """Load the slow data for numbers and lists, before the first is needed."""
        self.all_of(("", ""))

    def number(self, value: float, *, digits: int | None = None, signed: bool = False) -> str:
        """Return a number. See :class:`Number` for the digits. signed: with a plus, too."""
        from firmware.words.formats import number

        return number(value, self.language, digits=digits, signed=signed)

    def percent(self, fraction: float, *, digits: int = 0, signed: bool = False) -> str:
        """Return a fraction, of which all is 1, as a percentage."""
        from firmware.words.formats import percent

        return percent(fraction, self.language, digits=digits, signed=signed)

    def moment(self, at: date) -> str:
        """Return a day, and the time of day where that is known."""
        from firmware.words.formats import moment

        return moment(at, self.language)

    def _listed(self, names: Iterable[str | Text], style: Literal["standard", "or"]) -> str:
        from firmware.words.formats import listed

        return listed([self._say(name) for name in names], style, self.language)

    def _translated(self, values: Mapping[str, Value]) -> dict[str, str | int]:
        return {name: value if isinstance(value, int) else self._say(value) for name, value in values.items()}

    def _say(self, name: str | Text | Number) -> str:
        """Return the value of a field; unprintable characters are escaped."""
        if isinstance(name, Number):
            return self.number(name.value, digits=name.digits)
        if isinstance(name, Told):
            return self(name.text, **name.values)
        if isinstance(name, str):
            return _Printable(name)
        text = self.form(name)
        return self(text.text, **text.values)


def find_words(language: str | None, environment: Mapping[str, str]) -> Words:
    """Return the words of `language`, or without it those of the environment's language.

    environment: variables as in ``os.environ``. If the table speaks none of the languages that it
    names, the words are English. Raise ValueError for a `language` that the table does not speak.
    """
    if language is None:
        language = _named_by(environment)
    elif language not in LANGUAGES:
        raise ValueError(language)
    return Words(language, _catalogue(language))


@cache  # also for a browser, whose later visits reuse the first catalogue
def _catalogue(language: str) -> NullTranslations:
    if language == "en":
        return NullTranslations()
    return translation("speeltafel", Path(__file__).parent, [language])


def _named_by(environment: Mapping[str, str]) -> str:
    """Return the first language of the table in the first variable set (``nl_BE.UTF-8``)."""
    named = next((environment[name] for name in _VARIABLES if environment.get(name)), "")
    languages = (one.partition(".")[0].partition("_")[0].lower() for one in named.split(":"))
    return next((language for language in languages if language in LANGUAGES), "en")
