"""The standing of a game, as ``score``, ``replay`` and ``games`` print it."""

from collections.abc import Container
from typing import Any

from rich.cells import cell_len, set_cell_size

from firmware.games.kit import find_kit
from firmware.games.naming import names_of, seat_name
from firmware.output.prompts import closed
from firmware.storage.values import how_given_up
from firmware.words import Words
from rules import Header, Position


def as_json(file: str, header: Header, position: Position) -> dict[str, Any]:
    """Return the object that ``score --json`` prints for a record."""
    outcome = position.outcome
    return {
        "file": file,
        "game": header.game,
        "plies": position.plies,
        "to_move": position.to_move,
        "over": outcome is not None,
        "reason": outcome.reason if outcome else None,
        "winners": list(outcome.winners) if outcome else [],
        "scores": position.scores(),
        "detail": position.detail(),
        "legal": sorted(position.legal_moves()),
    }


def as_text(header: Header, position: Position, words: Words) -> str:
    """Return the standing as text: scores, and the seat to move, or the winners and the reason."""
    names = names_of(header, position, words)
    width = max(map(cell_len, names.values()))
    game = words(find_kit(header.game).about.title)
    lines = [words.plural("{game}, {number} move", "{game}, {number} moves", position.plies, game=game)]
    for seat, score in sorted(position.scores().items(), key=lambda item: -item[1]):
        lines.append(f"  {score:5}  {set_cell_size(names[seat], width)}  ({seat_name(header.game, seat, words)})")
    return "\n".join([*lines, result(header, position, words)])


def result(header: Header, position: Position, words: Words) -> str:
    """Return the winners and the reason, or the seat to move."""
    names = names_of(header, position, words)
    outcome = position.outcome
    if outcome is None and (given_up := how_given_up(header)) is not None:
        return closed(given_up, names, words)
    if outcome is None:
        assert position.to_move is not None
        return words("To move: {name}", name=names[position.to_move])
    reason = words(find_kit(header.game).about.reasons[outcome.reason])
    if not outcome.winners:
        return words("Over ({reason}): a draw", reason=reason)
    return words.plural(
        "Over ({reason}): {winners} won",
        "Over ({reason}): {winners} share the win",
        len(outcome.winners),
        reason=reason,
        winners=words.all_of(names[seat] for seat in outcome.winners),
    )


def house_rules(header: Header, words: Words, beside: Container[str] = ()) -> str:
    """Return the options that are not at their default in words, "" if all are.

    beside: names of options that are told elsewhere.
    """
    texts = find_kit(header.game).account.house_rules
    said = (
        words(texts.get(f"{name} {value}") or texts[name], value=value)
        for name, value in header.options.items()
        if name not in beside
    )
    all_said = next(said, "")
    for one in said:
        all_said = words("{first}; {second}", first=all_said, second=one)
    return all_said
