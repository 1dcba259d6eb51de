"""The parser of the command line: it speaks the user's language, and reads a command's module when it is typed."""

import argparse
import gettext
import os
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
from functools import partial
from importlib import import_module, metadata
from pathlib import Path
from shutil import get_terminal_size
from typing import Any, ClassVar, NoReturn

import firmware.words
from firmware.commands import UsageError
from firmware.words import LANGUAGES, N_, Text, Words, message_of, told

ARGPARSE = (
    N_("usage: "),
    N_("positional arguments"),
    N_("options"),
    N_("show this help message and exit"),
    N_("argument %(argument_name)s: %(message)s"),
    N_("the following arguments are required: %s"),
    N_("one of the arguments %s is required"),
    N_("not allowed with argument %s"),
    N_("unrecognized arguments: %s"),
    N_("ambiguous option: %(option)s could match %(matches)s"),
    N_("ignored explicit argument %r"),
    N_("expected one argument"),
    N_("expected at most one argument"),
    N_("expected at least one argument"),
    N_("invalid %(type)s value: %(value)r"),
    N_("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""The texts of argparse that this command line can print, as in the newest Python."""


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError with a single line, instead of printing the usage.

    Help is an English text, or a Text with its values; it is translated here.

    Attributes:
        words: the language of this parser and of the parsers below it.
        module: the module of ``firmware.commands`` that adds the arguments; "" where they are there.
    """

    words: ClassVar[Words]
    module = ""
    _given: Sequence[str] = ()

    def load(self) -> None:
        """Add the arguments of a command: its module has ``add_arguments``, and ``run`` to carry it out."""
        name, self.module = self.module, ""
        if name:
            module = import_module(f"firmware.commands.{name}")
            module.add_arguments(self)
            self.set_defaults(run=getattr(module, "run", None))  # None where each action has its own
            self.add_language()

    def add_language(self, default: str | None = argparse.SUPPRESS) -> None:
        """Add ``--lang``. default: None for the program itself, argparse.SUPPRESS for the commands below it."""
        text = told(
            "language of the output: {can} (default: from $LANGUAGE, $LC_ALL, $LC_MESSAGES or $LANG)",
            can=", ".join(LANGUAGES),
        )
        self.add_value("--lang", "LANG", text, choices=LANGUAGES, default=default)

    def add_flag(self, name: str, text: str | Text, **settings: Any) -> None:
        """Add an option without a value. text: its help."""
        self.add_argument(name, action="store_true", help=self._help(text), **settings)

    def add_value(
        self, name: str, value: str, text: str | Text, among: argparse._ActionsContainer | None = None, **settings: Any
    ) -> None:
        """Add an argument, or an option with a value.

        value: its name in the help. text: its help. among: the group of options that takes it.
        """
        (among or self).add_argument(name, metavar=value, help=self._help(text), **settings)

    def add_file(self, name: str, value: str, text: str | Text, **settings: Any) -> None:
        """Add the path of a file or folder, as :meth:`add_value` does."""
        self.add_value(name, value, text, type=Path, **settings)

    def _help(self, text: str | Text) -> str:
        return self.words(text) if isinstance(text, str) else self.words.tell(text)

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            if not isinstance(error.__context__, argparse.ArgumentTypeError):
                raise
            why = self.words.tell(message_of(error.__context__))
            raise argparse.ArgumentError(action, why) from None

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        try:
            super()._check_value(action, value)
        except argparse.ArgumentError:
            near = self._nearest(str(value), map(str, action.choices or ()))
            if near is None:
                raise
            raise argparse.ArgumentError(action, near) from None

    def parse_known_args(  # type: ignore[override]  # as argparse itself calls it
        self, args: Sequence[str] | None = None, namespace: argparse.Namespace | None = None
    ) -> tuple[argparse.Namespace, list[str]]:
        """Return the known arguments. Raise UsageError for a mistyped option."""
        self.load()
        self._given = args or ()
        known, unknown = super().parse_known_args(args, namespace)
        self._ask_what_was_meant(unknown)
        return known, unknown

    def _ask_what_was_meant(self, given: Iterable[str]) -> None:
        """Raise UsageError for the first unknown option if it is like a known option."""
        for one in given:
            option = one.split("=")[0]
            known = any(each.startswith(option) for each in self._option_string_actions)
            if option.startswith("--") and not known:
                if near := self._nearest(option, self._option_string_actions):
                    self._refuse(near)
                return

    def _nearest(self, given: str, choices: Iterable[str]) -> str | None:
        """Return the question whether the most similar choice was meant. None if no choice is."""
        for near in get_close_matches(given, list(choices), 1):
            return self.words("there is no {given}; did you mean {near}?", given=given, near=near)
        return None

    def error(self, message: str) -> NoReturn:
        """Raise UsageError for a mistyped option, or else with the message of argparse.

        The value of a mistyped option may be taken for an argument, so that is looked at first.
        """
        self._ask_what_was_meant(self._given)
        self._refuse(message)

    def _refuse(self, message: str) -> NoReturn:
        raise UsageError("{prog}: {message} (see {prog} --help)", prog=self.prog, message=message)


class Pairs(argparse.Action):
    """Gathers the NAME=VALUE pairs of an option in a dictionary."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: argparse.Namespace, values: Any, *_: object) -> None:
        """Add a pair. Raise argparse.ArgumentError for another text, and for a second value of a name."""
        name, equals, value = values.partition("=")
        pairs = getattr(namespace, self.dest)
        if not equals or name in pairs:
            text = N_("{text!r} is given twice") if equals else N_("{text!r} should look like NAME=VALUE")
            assert isinstance(parser, Parser)
            raise argparse.ArgumentError(self, parser.words(text, text=values))
        setattr(namespace, self.dest, {**pairs, name: value})


class Version(argparse.Action):
    """Prints the version and ends."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> None:
        """Print the version. It is looked up only here, as that takes a while."""
        print(parser.prog, metadata.version("speeltafel"))
        parser.exit()


def speaking(words: Words) -> type[Parser]:
    """Return the class of parsers with these words."""
    width = get_terminal_size().columns - 2

    class Speaking(Parser):
        """A parser that speaks these words."""

        def __init__(self, **settings: Any) -> None:  # a formatter is made for each argument
            super().__init__(formatter_class=partial(argparse.HelpFormatter, width=width), **settings)

    Speaking.words = words
    return Speaking


@contextmanager
def texts_of_argparse(words: Words) -> Iterator[None]:
    """Let argparse print its own texts in these words: gettext finds them by its domain and $LANGUAGE."""
    before = gettext.textdomain(), os.environ.get("LANGUAGE")
    gettext.bindtextdomain("speeltafel", Path(firmware.words.__file__).parent)
    gettext.textdomain("speeltafel")
    os.environ["LANGUAGE"] = words.language
    try:
        yield
    finally:
        gettext.textdomain(before[0])
        if before[1] is None:
            del os.environ["LANGUAGE"]
        else:
            os.environ["LANGUAGE"] = before[1]
