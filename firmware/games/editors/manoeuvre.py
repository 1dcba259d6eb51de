"""The board editor of Das glorreiche Manöver: stacks, recruits at home, reward stones."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.games.editors import Answers, Editor, Kind, Laid, Question, among
from firmware.games.manoeuvre import LIGHTS, RECRUITS
from firmware.words import Text, told
from rules import MalformedError
from rules.manoeuvre import Position
from rules.manoeuvre_board import RECRUITS as ALL
from rules.manoeuvre_text import Description, free_recruits, write_description

_NOBODY = "-"


class ManoeuvreEditor(Editor[Position]):
    """The editor of the recruits: stacked on the track, single on places of the courtyard."""

    most = 3  # GM-5

    def fields(self, position: Position) -> list[str]:
        track = [str(field) for field in range(1, position.setup.length + 1)]
        return track + [f"court-{place}" for place in range(1, ALL + 1)]

    def kinds(self, position: Position) -> list[Kind]:
        number = ALL // len(position.seats)
        return [
            Kind(seat, "recruit", LIGHTS[letter], Text(RECRUITS[letter], {}), number, seat, layer=None)
            for seat, letter in zip(position.seats, position.setup.colours, strict=True)
        ]

    def laid(self, position: Position) -> dict[str, list[str]]:
        track = position.detail()["track"]
        laid = {str(field): [str(seat) for seat in stack] for field, stack in track.items()}
        home = {f"court-{ALL - place}": [seat] for place, seat in enumerate(position.home)}
        return laid | home

    def questions(self, position: Position, players: Mapping[str, Text]) -> list[Question]:
        names = among(players, position.seats)
        asked = [Question("turn", told("To move"), position.to_move or "1", names)]
        for field, points in position.setup.rewards.items():
            taken = str(position.taken.get(field, _NOBODY))
            text = told("Reward stone worth {points}", points=points)
            lies = {_NOBODY: told("still on its field")}
            asked.append(Question(f"reward-{field}", text, taken, lies | names))
        return asked

    def texts(self, position: Position, laid: Laid, answers: Answers) -> Iterator[str]:
        seats = position.seats
        places = [f"court-{place}" for place in range(ALL, 0, -1)]
        if any(len(laid.get(place, ())) > 1 for place in places):
            raise MalformedError(told("one recruit at most stands on a place of the courtyard"))
        home = "".join(laid[place][0] for place in places if laid.get(place))
        stacks = {int(field): "".join(stack) for field, stack in laid.items() if stack and field.isdigit()}
        taken = {
            field: answers[f"reward-{field}"]
            for field in position.setup.rewards
            if answers[f"reward-{field}"] != _NOBODY
        }
        out = len(home) + sum(map(len, stacks.values()))
        plies = out if out < ALL else ALL + len(home) - (len(home) == ALL)
        first = answers["turn"]
        for seat in (seats[out % len(seats)],) if out < ALL else _first(first, seats):
            movable = free_recruits(stacks, seat) if out == ALL else []
            gone = "" if len(home) == ALL else seat
            if gone and out == ALL and not movable:
                continue
            described = Description(stacks, gone, movable, home, taken, plies)
            yield write_description(position.setup, described)


def _first(seat: str, seats: Sequence[str]) -> list[str]:
    """Return the seats in turn, beginning with a seat."""
    at = seats.index(seat) if seat in seats else 0
    return [*seats[at:], *seats[:at]]


EDITOR = ManoeuvreEditor()
