"""A parser of the command line that speaks the language of who typed it."""

import argparse
from typing import Any, ClassVar, NoReturn

from firmware.commands import UsageError
from firmware.words import Words, said, say, told

ARGPARSE = (
    say("usage: "),
    say("positional arguments"),
    say("options"),
    say("show this help message and exit"),
    say("argument %(argument_name)s: %(message)s"),
    say("the following arguments are required: %s"),
    say("one of the arguments %s is required"),
    say("not allowed with argument %s"),
    say("unrecognized arguments: %s"),
    say("ambiguous option: %(option)s could match %(matches)s"),
    say("ignored explicit argument %r"),
    say("expected one argument"),
    say("expected at most one argument"),
    say("expected at least one argument"),
    say("invalid %(type)s value: %(value)r"),
    say("invalid choice: %(value)r (choose from %(choices)s)"),
)
"""What argparse itself says of what this project lets people type, in the newest Python."""


class Parser(argparse.ArgumentParser):
    """A parser that raises UsageError, one line, instead of printing the usage.

    words: in which it speaks, as do the parsers below it.
    """

    words: ClassVar[Words]

    def _get_value(self, action: argparse.Action, arg_string: str) -> Any:
        try:
            return super()._get_value(action, arg_string)
        except argparse.ArgumentError as error:
            if not isinstance(error.__context__, argparse.ArgumentTypeError):
                raise
            why = self.words.tell(said(error.__context__))
            raise argparse.ArgumentError(action, why) from None

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        raise UsageError(
            told("{prog}: {message} (see {prog} --help)", prog=self.prog, message=message)
        )


def speaking(words: Words) -> type[Parser]:
    """Return the class of parsers that speak these words; argparse itself speaks them, too."""
    vars(argparse)["_"] = words.catalogue.gettext  # by which it translates its texts

    class Speaking(Parser):
        """A parser that speaks these words."""

    Speaking.words = words
    return Speaking
