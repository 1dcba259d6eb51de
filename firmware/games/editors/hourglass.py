"""The board editor of Révolution with hourglasses: where each stands, and its sand."""

from collections.abc import Iterator, Mapping, Sequence

from firmware.games.editors import Answers, Editor, Kind, Laid, Question, among
from firmware.games.hourglass import GLASSES, LIGHTS
from firmware.words import Text, told
from rules.hourglass import SEATS, Position
from rules.hourglass_lines import DEAD, milliseconds, seconds

_NEVER = "empty"  # a glass that was never turned, in the text of a position


class HourglassEditor(Editor[Position]):
    """The editor of the eight hourglasses, named by the holes in which they start."""

    def fields(self, position: Position) -> Sequence[str]:
        return position.board.holes

    def kinds(self, position: Position) -> list[Kind]:
        sand = position.side.setup.sand
        return [
            Kind(
                glass.name,
                "hourglass",
                LIGHTS[glass.seat],
                Text(GLASSES[glass.seat], {}),
                1,
                glass.seat,
                glass.name,
                sand=full / 1000,
            )
            for glass, full in zip(position.glasses, sand, strict=True)
        ]

    def laid(self, position: Position) -> dict[str, list[str]]:
        return {glass.hole: [glass.name] for glass in position.glasses if glass.hole is not None}

    def questions(self, position: Position, players: Mapping[str, Text]) -> list[Question]:
        names = among(players, SEATS)
        asked = [Question("turn", told("To move"), position.to_move or SEATS[0], names)]
        for glass, full in zip(position.glasses, position.side.setup.sand, strict=True):
            if glass.dead:
                left = "0"
            elif glass.ends is None:
                left = ""
            else:
                left = seconds(min(glass.remaining, full))
            text = told("{hourglass} {name}: seconds of sand", hourglass=Text(GLASSES[glass.seat], {}), name=glass.name)
            asked.append(Question(f"sand-{glass.name}", text, left, sand=glass.name))
        return asked

    def texts(self, position: Position, laid: Laid, answers: Answers) -> Iterator[str]:
        holes = {codes[0]: hole for hole, codes in laid.items() if codes}
        each = []
        for glass in position.glasses:
            left = answers[f"sand-{glass.name}"].strip()
            hole = holes.get(glass.name)
            if hole is None:
                each.append("-")
            elif not left:
                each.append(f"{hole}:{_NEVER}")
            elif milliseconds(left) == 0 and hole in position.board.homes[glass.seat == SEATS[0]]:
                each.append(f"{hole}:{DEAD}")
            else:
                each.append(f"{hole}:{seconds(milliseconds(left))}")
        front, board, file = repr(position).partition(" board:")
        _, clock, _, _, _, _, *words = front.split(" ")
        begun = any(not one.endswith(_NEVER) for one in each)
        clock = ("0" if clock == "-" else clock) if begun else "-"
        plies = max(1, position.plies) if begun else 0
        words = [f"since:{clock if begun else 0}" if w.startswith("since:") else w for w in words]
        parts = [answers["turn"], clock, ",".join(each[:4]), ",".join(each[4:]), f"plies:{plies}", "stalled:-", *words]
        yield " ".join(parts) + board + file


EDITOR = HourglassEditor()
