"""The board editor of Revolution: buildings, cards and stones."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.games.editors import Answers, Editor, Kind, Laid, Question, among
from firmware.games.revolution import LIGHTS, STONE, thing_of
from firmware.words import Text, told
from rules import MalformedError
from rules.revolution import BUILDINGS, CARDS, FIELDS, SEATS, STONES, Position
from rules.revolution_moves import SIDE

_STONES = {"light": "o", "dark": "x"}  # in the text of a position, behind a card or building
_PHASES = ("building", "card", "stones", "again", "last")
_OVER = [f"over:{why}:{seat}" for why in ("flag", "buildings", "stones") for seat in SEATS]


class RevolutionEditor(Editor[Position]):
    """The editor of buildings and cards in the city, and of the stones on them."""

    most = 2

    def fields(self, position: Position) -> Sequence[str]:
        return FIELDS

    def kinds(self, position: Position) -> list[Kind]:
        cards = [f"{seat[0]}{card}" for seat in SEATS for card in CARDS]
        return [
            *(Kind.of(code, thing_of(0, code)) for code in (*BUILDINGS, *cards)),
            *(
                Kind(code, "stone", LIGHTS[seat], Text(STONE[seat], {}), STONES, seat, "1", 1)
                for seat, code in _STONES.items()
            ),
        ]

    def laid(self, position: Position) -> dict[str, list[str]]:
        laid = {}
        for field in FIELDS:
            what = position.on(field)
            if what:
                stone = what[-1] if what[-1] in _STONES.values() else ""
                laid[field] = [what.removesuffix(stone), *stone]
        return laid

    def questions(self, position: Position, players: Mapping[str, Text]) -> list[Question]:
        seat = position.to_move or SEATS[0]
        return [Question("turn", told("To move"), seat, among(players, SEATS))]

    def texts(self, position: Position, laid: Laid, answers: Answers) -> Iterator[str]:
        for codes in laid.values():
            bears = codes[0][0] if codes else "N"
            if bears in "ox" or (len(codes) > 1 and bears in "VB"):
                raise MalformedError(told("a stone lies on a card or on Notre Dame"))
        cells = ["".join(laid.get(field, ())) or "." for field in FIELDS]
        rows = "/".join("".join(cells[at : at + SIDE]) for at in range(0, len(cells), SIDE))
        pieces = sum(map(len, laid.values()))
        _, _, claim, _, *words = repr(position).split(" ")
        seats = sorted(SEATS, key=lambda seat: seat != answers["turn"])
        turns = [f"{seat}:{phase}" for seat in seats for phase in _PHASES]
        claims = sorted(("claim:-", "claim:light", "claim:dark"), key=lambda one: one != claim)
        for turn in (*turns, *_OVER, "over:exhausted:-"):
            for claim in claims:
                yield " ".join((rows, turn, claim, f"plies:{pieces}", *words))


EDITOR = RevolutionEditor()
