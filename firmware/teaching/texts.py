"""The texts for newcomers: Markdown, a file a language, whose pictures are boards.

``texts/LANGUAGE/NAME.md`` has the rules of a game: what it is about, its chapters, and after a line
the points of the card. ``![caption](board)`` is a board of the game's course, an ordered list the
pictures of a turn. A comment names the clauses of a rule; the English text has them.
``NAME-lesson.md`` has a paragraph for each step of the lesson, a bold one for its button.
``table.md`` has what players want and do at the table, in tables without headings.
"""

from collections.abc import Callable, Iterator, Sequence
from importlib.resources import files
from itertools import pairwise
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

Draw = Callable[[str, str], str]
"""Returns the HTML of a board. Takes the name of the board and its caption."""


class _Renderer(RendererHTML):
    """Renders the tokens of a text; the environment has a :data:`Draw` as ``draw``."""

    def image(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        picture = tokens[idx]
        html: str = env["draw"](str(picture.attrs["src"]), picture.content)
        return html

    def html_inline(self, *_: object) -> str:
        return ""  # the clauses of a rule

    def paragraph_open(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "" if _is_board(tokens[idx + 1]) else self.renderToken(tokens, idx, options, env)

    def paragraph_close(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        return "" if _is_board(tokens[idx - 1]) else self.renderToken(tokens, idx, options, env)

    def ordered_list_open(self, *_: object) -> str:
        return '<ol class="steps">'


_MARKDOWN = MarkdownIt("commonmark", renderer_cls=_Renderer).enable("table")


class RulesText(NamedTuple):
    """The rules of a game in a language.

    Attributes:
        lead: the subject of the game.
        chapters: the tokens of each chapter.
        turn: the tokens of the pictures of a turn.
        card: the tokens of the list of points to keep in mind.
    """

    lead: str
    chapters: tuple[Sequence[Token], ...]
    turn: Sequence[Token]
    card: Sequence[Token]


class StepText(NamedTuple):
    """The text of a step of a lesson. button: the label of the button that makes its move."""

    text: str
    button: str


class TablePart(NamedTuple):
    """A part of the page about the table. rows: pairs of what somebody wants and does."""

    title: str
    rows: tuple[tuple[str, str], ...]


class TableText(NamedTuple):
    """The page on how to play at the table, in a language."""

    title: str
    lead: str
    parts: tuple[TablePart, ...]


def read_rules(game: str, language: str) -> RulesText:
    """Return the rules of a game. game: its name in the registry of rules."""
    tokens = _read(game, language)
    types = [token.type for token in tokens]
    end, turn = types.index("hr"), types.index("ordered_list_open")
    return RulesText(
        lead=_plain(tokens[1]),
        chapters=_chapters(tokens[:end]),
        turn=tokens[turn : types.index("ordered_list_close") + 1],
        card=tokens[end + 1 :],
    )


def read_steps(game: str, language: str) -> tuple[StepText, ...]:
    """Return the texts of a lesson. game: its name in the registry of rules."""
    texts = (text.partition("**") for text in _texts(_read(f"{game}-lesson", language)))
    return tuple(StepText(text.strip(), label.strip("*")) for text, _, label in texts)


def read_table(language: str) -> TableText:
    """Return the page on how to play at the table."""
    tokens = _read("table", language)
    title, lead, *_ = _texts(tokens)
    parts = []
    for chapter in _chapters(tokens):
        heading, _, _, *cells = _texts(chapter)
        parts.append(TablePart(heading, tuple(zip(cells[::2], cells[1::2], strict=True))))
    return TableText(title, lead, tuple(parts))


def render(tokens: Sequence[Token], draw: Draw) -> str:
    """Return these tokens of a text as HTML."""
    html: str = _MARKDOWN.renderer.render(tokens, _MARKDOWN.options, {"draw": draw})
    return html


def first_picture(tokens: Sequence[Token]) -> tuple[str, str]:
    """Return the name of the first board among these tokens, and its caption."""
    inner = (child for token in tokens for child in token.children or ())
    picture = next(token for token in inner if token.type == "image")
    return str(picture.attrs["src"]), picture.content


def _read(name: str, language: str) -> list[Token]:
    folder = files("firmware.teaching") / "texts" / language
    return _MARKDOWN.parse((folder / f"{name}.md").read_text("utf-8"))


def _chapters(tokens: Sequence[Token]) -> tuple[Sequence[Token], ...]:
    """Return the tokens of each chapter; its first is that of the heading."""
    starts = [at for at, token in enumerate(tokens) if token.type == "heading_open"]
    starts = [at for at in starts if tokens[at].tag == "h2"]
    return tuple(tokens[start:end] for start, end in pairwise([*starts, len(tokens)]))


def _texts(tokens: Sequence[Token]) -> Iterator[str]:
    """Yield the texts of headings, paragraphs and cells, without line breaks."""
    return (_plain(token) for token in tokens if token.type == "inline")


def _plain(inline: Token) -> str:
    return inline.content.replace("\n", " ")


def _is_board(inline: Token) -> bool:
    return [token.type for token in inline.children or ()] == ["image"]
