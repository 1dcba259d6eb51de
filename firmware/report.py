"""How does a game stand, in the words of ``score`` and ``replay``?"""

from typing import Any

from rules import Header, Position


def as_json(file: str, header: Header, position: Position) -> dict[str, Any]:
    """The object that ``score --json`` prints for one record."""
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


def as_text(header: Header, position: Position) -> str:
    """The standing for people: who leads, whose turn it is, or who won and why."""
    names = dict(zip(position.seats, header.players, strict=True))
    width = max(map(len, names.values()))
    lines = [f"{header.game}, {position.plies} moves"]
    ranking = sorted(position.scores().items(), key=lambda item: -item[1])
    lines += [f"  {score:5}  {names[seat]:{width}}  (seat {seat})" for seat, score in ranking]
    outcome = position.outcome
    if outcome is None:
        assert position.to_move is not None
        lines.append(f"To move: {names[position.to_move]}")
    elif not outcome.winners:
        lines.append(f"Over ({outcome.reason}): a draw")
    else:
        winners = " and ".join(names[seat] for seat in outcome.winners)
        shared = "share the win" if len(outcome.winners) > 1 else "won"
        lines.append(f"Over ({outcome.reason}): {winners} {shared}")
    return "\n".join(lines)
