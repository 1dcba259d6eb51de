"""A page with the rules of a game: HTML without scripts, to read on a phone or to print."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from markdown_it.token import Token

from firmware.games.kit import find_kit
from firmware.teaching.course import read_course
from firmware.teaching.figure import draw
from firmware.teaching.texts import read_rules, render
from firmware.words import LANGUAGES, Words
from rules import find_game
from wiring.sheet import svg
from wiring.sheets.shapes import Drawing

LANGUAGE_NAMES = {"en": "English", "nl": "Nederlands", "fr": "Français", "de": "Deutsch"}


def as_html(game: str, words: Words, *, style: str) -> str:
    """Return the page.

    game: its name in the registry of rules. style: the element of the head that has the style.
    """
    text = read_rules(game, words.language)
    title = words(find_kit(game).about.title)
    links = {
        f"/learn/{game}": words("Learn it by playing: three minutes"),
        card_address(game): words("On half a page, to print"),
        "/": words("To the table"),
    }
    head = f'<h1>{escape(title)}</h1><p class="lead">{escape(text.lead)}</p>'
    body = [
        language_links(f"/rules/{game}", words),
        f"<header>{head}{_facts(game, words)}</header>",
        f'<p class="links">{_links(links, words)}</p>',
        *(f"<section>{_html(game, one, words)}</section>" for one in text.chapters),
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
    text = read_rules(game, words.language)
    title = words(find_kit(game).about.title)
    head = f"<header><h1>{escape(title)}</h1>{_facts(game, words)}</header>"
    turn, kept = (_html(game, tokens, words) for tokens in (text.turn, text.card))
    body = [f'<article class="card">{head}\n{turn}\n{kept}</article>']
    if links:
        whole = {f"/rules/{game}": words("{game}: the rules", game=title)}
        other = language_links(card_address(game), words)
        body = [other, *body, f'<p class="links">{_links(whole, words)}</p>']
    return whole_page(words("{game}: in short", game=title), body, words, style)


def _facts(game: str, words: Words) -> str:
    """Return the facts of a game: its numbers of players, its author, and its duration."""
    course = read_course(game)
    least, most = find_game(game).players[0], find_game(game).players[-1]
    facts = {words("Players"): str(most) if least == most else f"{least}\u2013{most}", words("By"): course.author}
    if course.minutes:
        facts[words("Time")] = words("about {minutes} minutes", minutes=course.minutes)
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


def _html(game: str, tokens: Sequence[Token], words: Words) -> str:
    """Return a part of a text, with its boards."""
    boards = read_course(game).boards

    def figure(name: str, caption: str) -> str:
        return figure_html(draw(game, boards[name], words, caption))

    return render(tokens, figure)


def figure_html(drawing: Drawing) -> str:
    """Return a drawing with its title as its caption."""
    kind = "wide" if drawing.width > 1.2 * drawing.height else "square"
    caption = f"<figcaption>{escape(drawing.title)}</figcaption>"
    return f'<figure class="{kind}">{svg(drawing)}{caption}</figure>'
