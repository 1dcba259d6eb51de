"""The board editor of Forum Romanum: Romans, senators and the coins of the sectors."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.games.editors import Answers, Editor, Kind, Laid, Question, among, number_of
from firmware.games.forum_romanum import LIGHTS, ROMANS, either, owners, sectors_of
from firmware.words import Text, told
from rules.forum_romanum import FIELDS, SECTORS, Position
from rules.forum_romanum_board import SIDE
from rules.forum_romanum_text import FREE, read_description, write_description


class ForumRomanumEditor(Editor[Position]):
    """The editor of Romans of all colours; a field holds a single Roman."""

    def fields(self, position: Position) -> Sequence[str]:
        return FIELDS

    def kinds(self, position: Position) -> list[Kind]:
        hand = position.setup.hand
        return [
            Kind(colour, "roman", LIGHTS[colour], Text(ROMANS[colour], {}), hand, seat)
            for colour, seat in owners(position).items()
        ]

    def laid(self, position: Position) -> dict[str, list[str]]:
        letters = position.setup.letters
        return {field: [colour] for colour in letters for field in position.romans_of(colour)}

    def questions(self, position: Position, players: Mapping[str, Text]) -> list[Question]:
        setup, names = position.setup, among(players, position.seats)
        turns = {
            f"{seat}:{turn.letters}": told(
                "{name}: {pieces}",
                name=names[seat],
                pieces=either([Text(ROMANS[colour], {}) for colour in turn.letters]),
            )
            for turn in setup.turns
            for seat in (setup.seats[turn.seat],)
        }
        now = setup.turns[position.number]
        asked = [Question("turn", told("To move"), f"{setup.seats[now.seat]}:{now.letters}", turns)]
        asked += [
            Question(
                f"steps-{colour}", told("Steps of the senator: {piece}", piece=Text(ROMANS[colour], {})), str(steps)
            )
            for colour, steps in zip(setup.letters, position.steps, strict=True)
        ]
        scored = [name for name in SECTORS if name not in position.unscored]
        label = told("Sectors scored already")
        return [*asked, Question("scored", label, " ".join(scored), sectors_of(SECTORS), several=True)]

    def texts(self, position: Position, laid: Laid, answers: Answers) -> Iterator[str]:
        described = read_description(repr(position))
        assert described is not None, position
        cells = "".join((*laid.get(field, ()), FREE)[0] for field in FIELDS)
        seat, _, colours = answers["turn"].partition(":")
        scored = answers["scored"].split()
        yield write_description(
            described._replace(
                forum=tuple(cells[at : at + SIDE] for at in range(0, len(cells), SIDE)),
                seat=seat,
                colours=colours,
                scored=tuple(name for name in SECTORS if name in scored),
                steps={one: number_of(answers, f"steps-{one}") for one in described.steps},
                plies=len(cells) - cells.count(FREE),
                reason=None,
            )
        )


EDITOR = ForumRomanumEditor()
