"""The report of a game as a page of HTML without other files: to look at, print or send."""

from collections.abc import Iterable, Iterator, Sequence
from html import escape
from pathlib import Path

from firmware.study.chart import number_text
from firmware.study.game_report import Player, Report
from firmware.study.history import Entry
from wiring.sheet import svg
from wiring.sheets.shapes import Drawing

_STYLE = Path(__file__).with_name("report.css")
_A_TABLE = 25  # moves in each table of moves


def as_html(report: Report) -> str:
    """Return the page."""
    words, history = report.words, report.history
    title = escape(f"{report.title}: {report.heading}")
    body = [
        _head(report),
        f'<div class="end">{_ranking(report)}{_pairs("facts", report.facts.items())}</div>',
        _figure("board", report.board, report.after) if report.board else "",
        _figure("chart", report.chart(), report.counts),
        _section("moments", words("Turning points"), _moments(report)),
        _section("moves", words("Moves"), _moves(report)),
        _section("notes", words("Comments"), _remarks((*history.notes, *history.closing))),
        _record(report),
    ]
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="{words.language}">',
            '<head><meta charset="utf-8">',
            '<meta name="viewport" content="width=device-width, initial-scale=1">',
            '<meta name="color-scheme" content="light dark">',
            f"<title>{title}</title>",
            f"<style>\n{_STYLE.read_text('utf-8')}</style></head>",
            "<body><main>",
            *filter(None, body),
            "</main></body>",
            "</html>",
            "",
        ]
    )


def _record(report: Report) -> str:
    """Return the record, from which the report can be made again."""
    summary = escape(report.words("The game record"))
    return f'<details class="record"><summary>{summary}</summary><pre>{escape(report.record)}</pre></details>'


def _head(report: Report) -> str:
    return (
        f'<header><p class="game">{escape(report.title)}</p>'
        f"<h1>{escape(report.headline)}</h1>"
        f"<p>{' · '.join(map(_name, report.players))}</p>"
        f'<p class="result">{escape(report.result)}</p><p class="faint">{escape(report.why)}</p>'
        f"{_pairs('about', report.about.items())}</header>"
    )


def _name(player: Player) -> str:
    """Return a name marked for its own direction of reading, as its letters need."""
    return f"<bdi>{escape(player.name)}</bdi>"


def _pairs(kind: str, pairs: Iterable[tuple[str, str]]) -> str:
    rows = "".join(f"<div><dt>{escape(label)}</dt><dd>{escape(text)}</dd></div>" for label, text in pairs)
    return f'<dl class="{kind}">{rows}</dl>' if rows else ""


def _ranking(report: Report) -> str:
    words = report.words
    heads = _cells("th", ("", words("Player"), "", words("Score")), scope="col")
    rows = "".join(
        f'<tr{" class=won" if player.won else ""}><td class="number">{player.rank}</td>'
        f'<th scope="row">{_dots(player.colours)}{_name(player)}'
        f"{''.join(f'<small>{escape(line)}</small>' for line in player.account)}</th>"
        f'<td class="faint">{escape(player.place)}</td>'
        f'<td class="number">{number_text(player.score)}</td></tr>'
        for player in report.ranked
    )
    return f'<table class="ranking"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table>'


def _cells(tag: str, texts: Iterable[str], **attributes: str) -> str:
    given = "".join(f' {name}="{value}"' for name, value in attributes.items())
    return "".join(f"<{tag}{given}>{escape(text)}</{tag}>" for text in texts)


def _dots(colours: Sequence[str]) -> str:
    return "".join(f'<i style="background:{colour}"></i>' for colour in colours)


def _figure(kind: str, drawing: Drawing, caption: str) -> str:
    return f'<figure class="{kind}">{svg(drawing)}<figcaption>{escape(caption)}</figcaption></figure>'


def _section(kind: str, title: str, content: str) -> str:
    return f'<section class="{kind}"><h2>{escape(title)}</h2>{content}</section>' if content else ""


def _remarks(texts: Iterable[str]) -> str:
    return "".join(f"<p>{escape(text)}</p>" for text in texts if text)


def _moments(report: Report) -> str:
    return "".join(
        f"<p>{escape(report.words('Move {number}: {what}.', number=one.number, what=one.what))} "
        f"<b>{escape(one.scored)}</b></p>"
        for one in report.moments
    )


def _moves(report: Report) -> str:
    """Return the moves in tables that stand beside each other where the page is wide enough."""
    words, entries = report.words, report.history.entries
    colours = {player.seat: player.colours for player in report.players}
    texts = ("", words("Player"), words("Move"), words("Scored"))
    heads = _cells("th", texts, scope="col")
    return "".join(
        f"<table><thead><tr>{heads}</tr></thead><tbody>"
        + "".join(
            row
            for entry in entries[first : first + _A_TABLE]
            for row in _rows(report, entry, colours.get(entry.seat or "", ()))
        )
        + "</tbody></table>"
        for first in range(0, len(entries), _A_TABLE)
    )


def _rows(report: Report, entry: Entry, colours: Sequence[str]) -> Iterator[str]:
    for remark in filter(None, entry.above):
        yield _remark(remark)
    number = "" if entry.ply is None else str(entry.ply)
    yield (
        f'<tr><td class="number faint">{number}</td>'
        f'<td class="who">{_dots(colours)}<bdi>{escape(report.name(entry.seat))}</bdi></td>'
        f"<td><code>{escape(entry.move)}</code></td>"
        f"<td>{escape(report.scored(entry.gained))}</td></tr>"
    )
    if entry.comment:
        yield _remark(entry.comment)


def _remark(text: str) -> str:
    return f'<tr class="remark"><td></td><td colspan="3">{escape(text)}</td></tr>'
