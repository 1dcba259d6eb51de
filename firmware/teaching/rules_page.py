"""A page with the rules of a game: HTML without scripts, to read on a phone or to print.

The module of each game, ``firmware.teaching.pages.NAME``, has for this what :class:`RulesModule`
names.
"""

from collections.abc import Iterable, Mapping
from html import escape
from importlib import import_module
from typing import NamedTuple, Protocol, cast

from firmware.games.kit import find_kit
from firmware.teaching.figure import Figure, draw
from firmware.words import LANGUAGES, Value, Words
from rules import find_game
from wiring.sheet import svg

LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}


class Rule(NamedTuple):
    """One rule.

    Attributes:
        text: English, for `words`; its fields are those of :meth:`RulesModule.worked`.
        clauses: where the rulebook, or a decision of the table, says so.
    """

    text: str
    clauses: str = ""


class Chapter(NamedTuple):
    """Some rules under a title, with the boards that show them."""

    title: str
    parts: tuple[Rule | Figure, ...]


class RulesPage(NamedTuple):
    """All rules of a game; texts are English and wait for `words`.

    Attributes:
        lead: what it is about.
        by: who made it.
        minutes: how long it takes, about; 0 where nobody knows.
    """

    lead: str
    by: str
    minutes: int
    chapters: tuple[Chapter, ...]


class RulesModule(Protocol):
    """The part of a game's module that a page of rules is made from."""

    @property
    def PAGE(self) -> RulesPage:  # noqa: N802  # a constant there
        """What the page says."""

    def worked(self) -> Mapping[str, Value]:
        """Return the numbers of the examples by the fields of the texts, as the engine has them."""


def find_rules(game: str) -> RulesModule:
    """Return the module of a game. game: its name in the registry of rules."""
    return cast("RulesModule", import_module(f"firmware.teaching.pages.{game}"))


def as_html(game: str, words: Words, *, style: str) -> str:
    """Return the page.

    game: its name in the registry of rules. style: the address of the style sheet.
    """
    module, rules = find_rules(game), find_game(game)
    page, values = module.PAGE, module.worked()
    title = words(find_kit(game).about.title)
    least, most = rules.players[0], rules.players[-1]
    facts = {
        words("Players"): str(most) if least == most else f"{least}\u2013{most}",
        words("By"): page.by,
    }
    if page.minutes:
        facts[words("Time")] = words("about {minutes} minutes", minutes=page.minutes)
    lesson, table = words("Learn it by playing: three minutes"), words("To the table")
    head = f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(words(page.lead))}</p>'
    links = (
        f'<a href="/learn/{game}?lang={words.language}">{escape(lesson)}</a>',
        f'<a href="/?lang={words.language}">{escape(table)}</a>',
    )
    body = [
        language_links(f"/rules/{game}", words),
        f"<header>{''.join(head)}{_pairs(facts)}</header>",
        f'<p class="links">{" ".join(links)}</p>',
        *(_chapter(game, chapter, values, words) for chapter in page.chapters),
    ]
    sheet = f'<link rel="stylesheet" href="{escape(style)}">'
    return whole_page(words("{game}: the rules", game=title), body, words, sheet)


def whole_page(title: str, body: Iterable[str], words: Words, style: str) -> str:
    """Return a whole page of these elements. style: the element of the head that has the style."""
    return (
        f'<!doctype html>\n<html lang="{words.language}">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f"<title>{escape(title)}</title>\n{style}\n"
        '<link rel="icon" href="/static/icon.svg" type="image/svg+xml">\n'
        f"</head>\n<body>\n<main>\n{chr(10).join(body)}\n</main>\n</body>\n</html>\n"
    )


def language_links(address: str, words: Words) -> str:
    """Return links to the page at an address in each language."""
    here = {words.language: ' aria-current="true"'}
    links = (
        f'<a href="{address}?lang={language}" lang="{language}" hreflang="{language}"'
        f"{here.get(language, '')}>"
        f"{LANGUAGE_NAMES[language]}</a>"
        for language in LANGUAGES
    )
    return f'<nav class="languages">{"".join(links)}</nav>'


def _pairs(facts: Mapping[str, str]) -> str:
    rows = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>"
        for label, text in facts.items()
    )
    return f"<dl>{rows}</dl>"


def _chapter(game: str, chapter: Chapter, values: Mapping[str, Value], words: Words) -> str:
    parts = "\n".join(
        _figure(game, part, values, words)
        if isinstance(part, Figure)
        else _rule(part, values, words)
        for part in chapter.parts
    )
    return f"<section><h2>{escape(words(chapter.title))}</h2>\n{parts}</section>"


def _rule(rule: Rule, values: Mapping[str, Value], words: Words) -> str:
    return f"<p>{escape(words(rule.text, **values))}</p>"


def _figure(game: str, figure: Figure, values: Mapping[str, Value], words: Words) -> str:
    drawing = draw(game, figure, words, **values)
    caption = escape(drawing.title)
    kind = "wide" if drawing.width > 1.2 * drawing.height else "square"
    return f'<figure class="{kind}">{svg(drawing)}<figcaption>{caption}</figcaption></figure>'
