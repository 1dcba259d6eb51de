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
    """A rule of a game.

    Attributes:
        text: English, for `words`; its fields are those of :meth:`RulesModule.worked`.
        clauses: the clauses of the rulebook, or a decision of the table.
    """

    text: str
    clauses: str = ""


class Steps(NamedTuple):
    """A turn, picture by picture."""

    figures: tuple[Figure, ...]


class Question(NamedTuple):
    """A question that people ask about a game, and the rule that answers it."""

    text: str
    answer: Rule


class Chapter(NamedTuple):
    """Some rules under a title, with the boards that show them."""

    title: str
    parts: tuple[Rule | Figure | Steps | Question, ...]


class RulesPage(NamedTuple):
    """All rules of a game; texts are English and wait for `words`.

    Attributes:
        lead: the subject of the game.
        by: its author.
        minutes: about how long it takes; 0 where unknown.
        card: the points to keep in mind, in short.
    """

    lead: str
    by: str
    minutes: int
    chapters: tuple[Chapter, ...]
    card: tuple[Rule, ...]

    @property
    def turn(self) -> Steps:
        """The pictures of a turn."""
        parts = (part for chapter in self.chapters for part in chapter.parts)
        return next(part for part in parts if isinstance(part, Steps))


class RulesModule(Protocol):
    """The part of a game's module that a page of rules is made from."""

    @property
    def PAGE(self) -> RulesPage:  # noqa: N802  # a constant there
        """The content of the page."""

    def worked(self) -> Mapping[str, Value]:
        """Return the numbers of the examples by the fields of the texts, as the engine has them."""


def find_rules(game: str) -> RulesModule:
    """Return the module of a game. game: its name in the registry of rules."""
    return cast("RulesModule", import_module(f"firmware.teaching.pages.{game}"))


def as_html(game: str, words: Words, *, style: str) -> str:
    """Return the page.

    game: its name in the registry of rules. style: the element of the head that has the style.
    """
    page, values = find_rules(game).PAGE, find_rules(game).worked()
    title = words(find_kit(game).about.title)
    links = {
        f"/learn/{game}": words("Learn it by playing: three minutes"),
        card_address(game): words("On half a page, to print"),
        "/": words("To the table"),
    }
    head = f"<h1>{escape(title)}</h1>", f'<p class="lead">{escape(words(page.lead))}</p>'
    body = [
        language_links(f"/rules/{game}", words),
        f"<header>{''.join(head)}{_facts(game, page, words)}</header>",
        f'<p class="links">{_links(links, words)}</p>',
        *(_chapter(game, chapter, values, words) for chapter in page.chapters),
    ]
    return whole_page(words("{game}: the rules", game=title), body, words, style)


def card_address(game: str) -> str:
    """Return where the card of a game is served."""
    return f"/rules/{game}/card"


def as_card(game: str, words: Words, *, style: str, links: bool = True) -> str:
    """Return the page with the rules in short, half a sheet of A4.

    game, style: as for :func:`as_html`. links: whether the page is served, with the other
    languages and all rules a click away.
    """
    page, values = find_rules(game).PAGE, find_rules(game).worked()
    title = words(find_kit(game).about.title)
    kept = "\n".join(f"<li>{escape(words(rule.text, **values))}</li>" for rule in page.card)
    head = f"<header><h1>{escape(title)}</h1>{_facts(game, page, words)}</header>"
    turn = _part(game, page.turn, values, words)
    body = [f'<article class="card">{head}\n{turn}\n<ul>{kept}</ul></article>']
    if links:
        whole = {f"/rules/{game}": words("{game}: the rules", game=title)}
        other = language_links(card_address(game), words)
        body = [other, *body, f'<p class="links">{_links(whole, words)}</p>']
    return whole_page(words("{game}: in short", game=title), body, words, style)


def _facts(game: str, page: RulesPage, words: Words) -> str:
    """Return the facts of a game: its numbers of players, its author, and its duration."""
    least, most = find_game(game).players[0], find_game(game).players[-1]
    facts = {words("Players"): str(most) if least == most else f"{least}\u2013{most}", words("By"): page.by}
    if page.minutes:
        facts[words("Time")] = words("about {minutes} minutes", minutes=page.minutes)
    return _pairs(facts)


def _links(texts: Mapping[str, str], words: Words) -> str:
    """Return links to these addresses in the language of the page."""
    return " ".join(f'<a href="{address}?lang={words.language}">{escape(text)}</a>' for address, text in texts.items())


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
    rows = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in facts.items())
    return f"<dl>{rows}</dl>"


def _chapter(game: str, chapter: Chapter, values: Mapping[str, Value], words: Words) -> str:
    parts = "\n".join(_part(game, part, values, words) for part in chapter.parts)
    return f"<section><h2>{escape(words(chapter.title))}</h2>\n{parts}</section>"


def _part(game: str, part: Rule | Figure | Steps | Question, values: Mapping[str, Value], words: Words) -> str:
    match part:
        case Rule(text):
            return f"<p>{escape(words(text, **values))}</p>"
        case Question(text, answer):
            return f"<h3>{escape(words(text))}</h3>{_part(game, answer, values, words)}"
        case Steps(figures):
            shown = "\n".join(f"<li>{_part(game, one, values, words)}</li>" for one in figures)
            return f'<ol class="steps">{shown}</ol>'
        case Figure():
            drawing = draw(game, part, words, **values)
            kind = "wide" if drawing.width > 1.2 * drawing.height else "square"
            return f'<figure class="{kind}">{svg(drawing)}<figcaption>{escape(drawing.title)}</figcaption></figure>'
