"""The command ``analyse``, as other programs and people call it."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest
from support.at_table import DATA
from support.nightly import nightly_but

from firmware.cli import main
from firmware.opponents.analysis import MARKS, Analyst, Judgement
from firmware.study.analysis import JudgedMove, swings_as_text
from firmware.words import LANGUAGES, find_words
from rules import Position, find_game, read_record

RECORDS = (
    "forum_fr18.record",
    "hourglass_hg13_walk.record",
    "manoeuvre_gm18_unfinished.record",
    "revolution_0_flag.record",
)

KEYS = ["ply", "move", "seat", "before", "after", "best", "mark"]

# A position of each game, a move that throws the game away, and one that does not.
BLUNDERS = tomllib.loads((DATA / "blunders.toml").read_text("utf-8"))


def standing(game: str) -> Position:
    """The position of `BLUNDERS`."""
    text, _, _ = BLUNDERS[game]
    if ";" not in text:
        return find_game(game).position(text)
    position = find_game(game).start(2)
    for move in text.split(";"):
        position = position.play(move)
    return position


def judged(game: str, move: str, level: int = 3, seed: str = "1") -> Judgement:
    position = standing(game)
    return Analyst(game, len(position.seats), level, seed).judge(position, move)


def analysed(record: Path, capsys: pytest.CaptureFixture[str], *more: str) -> list[dict[str, Any]]:
    assert main(["analyse", str(record), "--json", *more]) == 0
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def written(text: str, folder: Path) -> Path:
    record = folder / "game.record"
    record.write_text(text)
    return record


# For programs


@pytest.mark.parametrize("level", ["1", pytest.param("2", marks=pytest.mark.nightly)])
@pytest.mark.parametrize("name", list(RECORDS))
def test_every_move_has_an_object_with_shares_that_sum_to_1_and_a_mark_that_says_what_it_cost(
    name: str, level: str, data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    record = read_record((data / name).read_bytes())
    told = analysed(data / name, capsys, "--level", level)
    assert [one["ply"] for one in told] == list(range(1, record.position.plies + 1))
    seats = list(record.position.seats)
    for one in told:
        assert list(one) == KEYS
        assert one["seat"] in seats
        for shares in (one["before"], one["after"]):
            assert list(shares) == seats
            assert sum(shares.values()) == pytest.approx(1)
            assert all(-1e-9 <= share <= 1 + 1e-9 for share in shares.values())
        loss = one["before"][one["seat"]] - one["after"][one["seat"]]
        if one["move"].startswith("roll") or one["move"] == "agree":
            assert one["mark"] is None
        elif one["best"] == one["move"]:
            assert (one["mark"], loss) == (None, 0)
        else:
            assert loss > 0
            assert one["mark"] == next((mark for mark, at in MARKS.items() if loss >= at), None)


def test_the_same_seed_and_level_give_the_same_analysis(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = data / "revolution_rv16_tie_light.record"
    one = analysed(record, capsys, "--level", "2")
    assert one == analysed(record, capsys, "--level", "2", "--seed", "0")
    assert one != analysed(record, capsys, "--level", "2", "--seed", "1")


# What is a mistake


@pytest.mark.parametrize("game", BLUNDERS)
def test_a_blunder_is_marked_and_the_better_move_named(game: str) -> None:
    _, blunder, _ = BLUNDERS[game]
    judgement = judged(game, blunder)
    assert judgement.mark == "blunder"
    assert judgement.best != blunder
    assert judgement.before[judgement.seat] - judgement.after[judgement.seat] == judgement.loss


# For people


def judged_move(ply: int, loss: float, before: float = 0.6) -> JudgedMove:
    judgement = Judgement(0, (before, 1 - before), (before - loss, 1 - before + loss), "best", loss)
    return JudgedMove(ply, f"move{ply}", "best", judgement)


def test_the_three_moves_that_swung_the_game_most_come_worst_first() -> None:
    words = find_words("en", {})
    moves = [judged_move(1, 0.12), judged_move(2, 0.5, 0.95), judged_move(3, 0.06)]
    moves += [judged_move(4, 0.3), judged_move(5, 0.01)]
    assert swings_as_text(moves, {"1": "Anna", "2": "Bram"}, words).splitlines() == [
        "What swung the game most:",
        "  2. Anna: move2 instead of best, a missed win, −50%",
        "  4. Anna: move4 instead of best, −30%",
        "  1. Anna: move1 instead of best, −12%",
    ]


@pytest.mark.parametrize("language", nightly_but(LANGUAGES, "en", "fr"))
def test_people_read_the_table_in_their_language(
    language: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    moves = BLUNDERS["revolution"][0].replace(";", "\n")
    record = written(f'[game "revolution"]\n[players "Anna" "Bram"]\n\n{moves}\n0@a2\n', tmp_path)
    assert main(["analyse", str(record), "--level", "3", "--lang", language]) == 0
    said, err = capsys.readouterr()
    assert not err
    blunder, swung = {
        "en": ("blunder", "a missed win"),
        "nl": ("blunder", "gemiste winst"),
        "fr": ("gaffe", "un gain manqué"),
        "de": ("Patzer", "ein verpasster Sieg"),
    }[language]
    row = next(line for line in said.splitlines() if line.lstrip().startswith("6 "))
    assert row.split()[1:3] == ["Anna", "0@a2"]
    assert blunder in row
    assert swung in said
    words = find_words(language, {})
    assert all(words(text) in said for text in ("player", "move", "better"))
