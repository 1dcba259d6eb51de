"""The reasons for the best move, in words."""

from firmware.games.facts import MOST, Made, facts_of
from firmware.games.kit import find_kit, move_name
from firmware.opponents import ROLL, WAIT, Advice, Ranked
from firmware.words import N_, Text, Words, told
from rules import Move, Outcome, Position, find_game

ALIKE = 0.05  # win probability by which a move is better than one that is about as good
_WINS = N_("it wins the game")
_NO_CHOICE = {ROLL: N_("the die decides"), WAIT: N_("nobody can move now")}
_ONLY = N_("it is the only move")
_CERTAIN = {  # by the certain win probability
    1.0: N_("it wins for certain, if played on well"),
    0.0: N_("every move loses, if others play on well"),
}
_IN_ANY_ORDER = N_("the other moves that were looked at can as well be made after it")


def why(advice: Advice, position: Position, game: str, words: Words) -> list[str]:
    """Return why the move is the best, each reason a text, the strongest first.

    position: the position that the advice is for.
    """
    return [words.tell(text) for text in reasons(advice, position, game)]


def reasons(advice: Advice, position: Position, game: str) -> list[Text]:
    """Return the reasons as texts that are still to be translated.

    Certain results come first. Then the move is compared with the best move beside it. Where
    neither the rules nor the search make it better than that move, the text says so, and the next
    best move is compared.
    """
    move = advice.move
    if move in _NO_CHOICE:
        return [Text(_NO_CHOICE[move], {})]
    if won := what_is_won(position, move, game):
        return won
    if not advice.others:
        return [Text(_ONLY if len(position.legal_moves()) == 1 else _IN_ANY_ORDER, {})]
    certain, alike = _certain(advice, game), list[Text]()
    for other in advice.others:
        facts = what_distinguishes(move, other.move, position, game)
        if facts:
            return [*[*certain, *facts][: MOST - len(alike)], *alike]
        name = move_name(game, other.move)
        if advice.win_probabilities[advice.seat] - other.probability >= ALIKE:
            return [*(certain or [_looked_ahead(advice, other, name)]), *alike]
        alike = alike or [told("nothing that can be counted makes it better than {other}", other=name)]
    return [*certain, *alike]


def _certain(advice: Advice, game: str) -> list[Text]:
    """Return the proven result of the move, or of the best other move, if it decides the game."""
    share = advice.win_probabilities[advice.seat]
    if advice.certain:
        return [Text(_CERTAIN[share], {})] if share in _CERTAIN else []
    second = advice.others[0]
    if not second.certain or second.probability:
        return []
    return [told("{other} loses, if others play on well", other=move_name(game, second.move))]


def _looked_ahead(advice: Advice, other: Ranked, name: Text) -> Text:
    """Return the search's comparison of two moves, where no other reason favours the first."""
    return told(
        "looking ahead, the computer expects a win in {better} of 100 games, after {other} in {share}",
        other=name,
        share=round(100 * other.probability),
        better=round(100 * advice.win_probabilities[advice.seat]),
    )


def what_distinguishes(move: Move, other: Move, position: Position, game: str) -> list[Text]:
    """Return the facts that the rules give for a move and not, or less, for another; may be empty.

    position: a position in which both can be made.
    """
    if won := what_is_won(position, move, game):
        return won
    one, two = (Made(position, each, position.play(each), _mover(position, each, game)) for each in (move, other))
    name = move_name(game, other)
    if two.after.outcome is not None:
        return [_ending(two.after.outcome, name, two.seat)]
    return [] if one.after.outcome else facts_of(find_kit(game).facts, one, two, name)


def what_is_won(position: Position, move: Move, game: str) -> list[Text]:
    """Return the text that a move wins the game, if it does."""
    outcome = position.play(move).outcome
    won = outcome is not None and _mover(position, move, game) in outcome.winners
    return [Text(_WINS, {})] if won else []


def _mover(position: Position, move: Move, game: str) -> str:
    """Return the seat that makes a move; it need not be the seat to move."""
    return find_game(game).mover(position, move) or str(position.to_move)


def _ending(outcome: Outcome, other: Text, seat: str) -> Text:
    """Return the outcome to which another move would bring the game."""
    if not outcome.winners:
        return told("{other} would end the game in a draw", other=other)
    if seat in outcome.winners:
        return told("{other} would end the game", other=other)
    return told("{other} would lose the game", other=other)
