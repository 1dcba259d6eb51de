"""The speech of the table: sentences for a voice, from views and effects.

It says the text of the display, in the same words (:mod:`firmware.output.prompts`), whose fields
and moves take the form for the ear. It adds facts that eyes would see on the table: moves, the
standing when it changes, and on HINT the last move and where a hand may begin.
"""

import re
from collections.abc import Iterable, Iterator

from firmware.games import AnyAdapter, DrawnPiece, field_name, move_name
from firmware.games.kit import find_kit
from firmware.games.naming import names_of
from firmware.match.events import Played, TakenBack
from firmware.output.cells import starts_of, targets_of
from firmware.output.prompts import TableView, choice_help, prompt
from firmware.play.effects import Asked, Effect, SayAgain, VoiceSwitched, Warn
from firmware.play.lobby import Choice
from firmware.play.view import Hint, View
from firmware.selftest.check import SelfTestView
from firmware.words import N_, Words
from hal import Importance, Sentence
from rules import Move

PROMPT = "prompt"  # the topic of all prompts: only the newest is worth saying

_PLAYED = N_("{name}: {move}.")
_TAKEN_BACK = N_("taken back: {move}")
_LAST = N_("The last move: {move}.")
_SCORE = N_("Score: {scores}.")
_LEADS = N_("{name} leads by {number}.")
_STANDS = N_("{field}: {pieces}.")
_NOTHING = N_("nothing")
_URGENT = N_("Hurry: {fields}.")
_BEGIN = N_("You can begin with: {fields}.")
_GO_TO = N_("It can go to: {fields}.")
_PAGE = N_("The page is at {address}")
_SWITCHED = {True: N_("The voice is on."), False: N_("The voice is off.")}
_SIGNS = {"+": N_("plus {number}"), "-": N_("minus {number}"), "\N{MINUS SIGN}": N_("minus {number}")}
_SIGNED = re.compile("(?<![\\w.])([+\N{MINUS SIGN}-])(\\d)")
_NUMBERED = re.compile("([a-z]?)([0-9]+)", re.ASCII)  # a field that can stand in a row of fields


class Speech:
    """Collects the sentences to be said. It hears every effect, and sees every view.

    words: the language. on: whether it speaks from the beginning.
    """

    def __init__(self, words: Words, *, on: bool = True) -> None:
        self._words = for_ears(words)
        self._on = on
        self._heard: list[Effect] = []
        self._prompt: object = None  # the prompt that was said last
        self._hint: Hint | None = None
        self._seen: View | None = None  # of the game that is played

    def hear(self, effect: Effect) -> None:
        """Take in an effect that is to be told."""
        if self._on or isinstance(effect, VoiceSwitched):
            self._heard.append(effect)

    def look(self, view: TableView) -> list[Sentence]:
        """Return the sentences to be said now that this view is shown."""
        heard, self._heard = self._heard, []
        if not self._on and not heard:
            return []
        again = any(isinstance(effect, SayAgain) for effect in heard)
        happened = self._effects(heard, view)
        sentences = [Sentence(fitted(one, self._words), rank) for one, rank in happened]
        if not self._on:
            self._prompt = None
            return sentences
        if any(isinstance(effect, Played) for effect in heard):
            self._prompt = None  # it is said again where the same player goes on
        if not any(isinstance(effect, TakenBack) for effect in heard):
            sentences += [Sentence(fitted(one, self._words), Importance.EVENT) for one in self._happened(view)]
        scored = self._scored(view)
        sentences += [Sentence(fitted(one, self._words), Importance.EVENT) for one in scored]
        asked, importance = self._what_to_do(view, again=again)
        if asked:
            sentences.append(Sentence(fitted(asked, self._words), importance, PROMPT))
        self._seen = view if isinstance(view, View) else None
        return sentences

    # Events

    def _effects(self, heard: Iterable[Effect], view: TableView) -> Iterator[tuple[str, Importance]]:
        """Yield the sentence of each effect, and its importance."""
        words = self._words
        game = view if isinstance(view, View) else self._seen
        for effect in heard:
            if isinstance(effect, VoiceSwitched):
                self._on = effect.on
                yield words(_SWITCHED[effect.on]), Importance.ANSWER
            elif isinstance(effect, Warn):
                rank = Importance.EVENT if effect.incident else Importance.ANSWER
                yield _sentence(words(effect.text, **effect.values)), rank
            elif isinstance(effect, Asked) and isinstance(view, View) and _only_asks(view, effect):
                yield self._stands(view, effect.cell), Importance.ANSWER
            elif game is not None and isinstance(effect, Played):
                yield played(game, effect.seat, effect.line, words), Importance.EVENT
            elif game is not None and isinstance(effect, TakenBack):
                move = move_name(game.header.game, effect.line)
                yield _sentence(words(_TAKEN_BACK, move=move)), Importance.EVENT

    def _stands(self, view: View, cell: int) -> str:
        """Return the names of the pieces on a cell, from the bottom to the top."""
        words, adapter = self._words, view.adapter
        pieces = [words.tell(name) for one in _things(view, cell) for name in one.pieces or (one.name,)]
        return words(_STANDS, field=words.tell(field_name(adapter, cell)), pieces=", ".join(pieces) or words(_NOTHING))

    def _happened(self, view: TableView) -> list[str]:
        """Return the consequences of moves or time, as screens tell them."""
        before = self._seen
        if not isinstance(view, View) or before is None or not _follows(before, view):
            return []
        names = names_of(view.header, view.position, self._words)
        happened = find_kit(view.header.game).screen.happened
        told = happened(before.position, view.position, names, self._words)
        return [_sentence(one) for one in [*told, *self._urgent(before, view)]]

    def _urgent(self, before: View, view: View) -> Iterator[str]:
        """Yield the new losses that the seat to move risks by waiting."""
        adapter = view.adapter
        found = adapter.urgent(view.position) - adapter.urgent(before.position)
        if fields := self._fields(adapter, [adapter.overlay.cells[field] for field in found]):
            yield self._words(_URGENT, fields=", ".join(fields))

    def _scored(self, view: TableView) -> list[str]:
        """Return how the game stands, if that has changed or it is over now."""
        before = self._seen
        if not isinstance(view, View) or before is None or not _follows(before, view):
            return []
        over = view.position.outcome is not None and before.position.outcome is None
        return [score(view, self._words)] if over or _standing(before) != _standing(view) else []

    # The next action

    def _what_to_do(self, view: TableView, *, again: bool) -> tuple[str, Importance]:
        """Return the prompt, empty when it was said last, and its importance."""
        text = prompt(view, self._words, brief=_in_haste(view) or (_knows_turns(view) and not again))
        steady = view.steady if isinstance(view, SelfTestView) else text
        asks = again
        if isinstance(view, View):
            hint, self._hint = self._hint, view.hint
            again = again or (_plain(view.hint) and view.hint != hint)
            asks = again or (view.hint, view.trouble, view.menu) != (None, None, None)
        if steady == self._prompt and not again:
            return "", Importance.PROMPT
        self._prompt = steady
        if isinstance(view, View):
            text = " ".join([*self._why_over(view), text])
        if again:
            text = " ".join(self._in_full(view, text))
        return text, Importance.ANSWER if asks else Importance.PROMPT

    def _why_over(self, view: View) -> Iterator[str]:
        """Yield why the game is over, if it is."""
        outcome = view.position.outcome
        if outcome is not None:
            yield _sentence(self._words(find_kit(view.header.game).about.reasons[outcome.reason]))

    def _in_full(self, view: TableView, text: str) -> Iterator[str]:
        """Yield the sentences of HINT beside the prompt: the last move, then the possible moves.

        With a piece in the hand it says where that can go, and nothing else.
        """
        words = self._words
        game = view if isinstance(view, View) and _goes_on(view) else None
        if game is not None and (targets := self._fields(game.adapter, targets_of(game))):
            yield words(_GO_TO, fields=", ".join(targets))
            return
        if isinstance(view, View) and view.last is not None and not _in_haste(view):
            yield words(_LAST, move=move_name(view.header.game, view.last))
        yield text
        if isinstance(view, Choice):
            yield choice_help(view, words)
            if view.address:
                yield words(_PAGE, address=view.address)
        elif game is not None:
            if not _in_haste(game):
                yield score(game, words)
            own, seat = find_kit(game.header.game).speech.own, game.position.to_move
            if own is not None and seat is not None and (told := own(game.position, seat, words)):
                yield told
            if fields := self._fields(game.adapter, starts_of(game)):
                yield words(_BEGIN, fields=", ".join(fields))

    def _fields(self, adapter: AnyAdapter, cells: Iterable[int]) -> list[str]:
        """Return the names of these cells, runs of numbers joined: ``A1 to A4``."""
        numbered: dict[str, list[int]] = {}
        others: list[str] = []
        by_name = {adapter.overlay.names[cell]: field_name(adapter, cell) for cell in cells}
        for name in sorted(by_name, key=_natural):
            found = _NUMBERED.fullmatch(name)
            if found is None:
                others.append(self._words.tell(by_name[name]))
            else:
                numbered.setdefault(found[1], []).append(int(found[2]))
        runs = []
        for letter, numbers in numbered.items():
            for first, last in _runs(sorted(numbers)):
                ends = [self._words.tell(by_name[f"{letter}{end}"]) for end in (first, last)]
                if last - first > 1:
                    runs.append(self._words(N_("{first} to {last}"), first=ends[0], last=ends[1]))
                else:
                    runs += ends[: 1 + last - first]
        return [*runs, *others]


def for_ears(words: Words) -> Words:
    """Return these words as a voice says them."""
    return words._replace(aloud=True)


def played(view: View, seat: str, line: Move, words: Words) -> str:
    """Return the sentence of a seat's move. seat: empty where the move belonged to no seat."""
    name = names_of(view.header, view.position, words).get(seat)
    move = move_name(view.header.game, line)
    return _sentence(words(_PLAYED, name=name, move=move) if name else words.tell(move))


def score(view: View, words: Words) -> str:
    """Return how a game stands, as a sentence."""
    names = names_of(view.header, view.position, words)
    standing = _standing(view)
    scores = [f"{names[seat]} {number}" for seat, number in standing.items()]
    said = [words(_SCORE, scores=", ".join(scores))]
    first, second = sorted(standing, key=standing.__getitem__, reverse=True)[:2]
    if (by := standing[first] - standing[second]) and view.position.outcome is None:
        said.append(words(_LEADS, name=names[first], number=by))
    return fitted(" ".join(said), words)


def fitted(text: str, words: Words) -> str:
    """Return a sentence with words for its signs: not every voice reads a minus."""

    def sign(found: re.Match[str]) -> str:
        return words(_SIGNS[found[1]], number=found[2])

    return _SIGNED.sub(sign, text)


def _sentence(text: str) -> str:
    """Return a text with a capital at its beginning and a stop at its end."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?")) else ".")


def _natural(name: str) -> tuple[str, int]:
    """Return a sort key for names of fields: ``court-9`` comes before ``court-11``."""
    letters = name.rstrip("0123456789")
    return letters, int(name[len(letters) :] or 0)


def _plain(hint: Hint | None) -> bool:
    """Whether HINT shows only the possible moves."""
    return hint is not None and hint == Hint(hint.until)


def _standing(view: View) -> dict[str, int]:
    """Return the count of each seat: the score at the end, before it the standing."""
    if view.position.outcome is not None:
        return view.position.scores()
    return view.adapter.standing(view.position)


def _things(view: View, cell: int) -> list[DrawnPiece]:
    things = view.adapter.things(view.position, view.contacts.expected)
    return [one for one in things if one.cell == cell]


def _only_asks(view: View, asked: Asked) -> bool:
    """Whether a press with nothing in hand asks for the pieces there.

    A press of a stack does so, too, though it may begin a move of the top piece.
    """
    if view.contacts.missing or view.trouble is not None or view.over:
        return False
    if asked.cell not in view.adapter.overlay.names:
        return False
    pressable = view.adapter.pressable(view.position) >> asked.cell & 1
    return not pressable or any(len(one.stack) > 1 for one in _things(view, asked.cell))


def _knows_turns(view: TableView) -> bool:
    """Whether every player has had two turns or more."""
    return isinstance(view, View) and view.position.plies >= 2 * len(view.position.seats)


def _goes_on(view: View) -> bool:
    """Whether a move is to be made, and nothing to be put right before."""
    return view.position.outcome is None and view.trouble is None


def _in_haste(view: TableView) -> bool:
    """Whether seconds count, and every player knows how a turn is made."""
    return isinstance(view, View) and find_kit(view.header.game).speech.in_haste and _knows_turns(view)


def _follows(before: View, after: View) -> bool:
    """Whether the position of the same game has changed."""
    return before.header is after.header and before.position is not after.position


def _runs(numbers: list[int]) -> Iterator[tuple[int, int]]:
    """Yield the first and the last of each run of neighbours. numbers: sorted, at least one."""
    first = last = numbers[0]
    for number in numbers[1:]:
        if number > last + 1:
            yield first, last
            first = number
        last = number
    yield first, last
