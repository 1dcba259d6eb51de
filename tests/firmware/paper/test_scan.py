"""Photographs of filled-in score sheets become proposed games, or are refused with what to do.

The hands are typefaces that nothing was learnt from; no person has written these sheets.
"""

import sys
from io import BytesIO
from pathlib import Path

import cv2
import numpy as np
import pytest
from PIL import Image
from support.handwriting import filled, hand, photograph, printed, random_game

from firmware.cli import main
from firmware.paper.decoding import Proposal, propose
from firmware.paper.letters import SIGNS
from firmware.paper.picture import PhotographError, read_page
from rules import NAMES, Record, find_game, read_record
from wiring.score_sheets.layout import MARKS, Sheet, cells, entries, marks, sheet_of

pytestmark = pytest.mark.nightly  # sheets are printed, and photographs of them searched


def taken(record: Record, *, seed: int = 0, row: int = 0, dark: float = 0.85) -> list[bytes]:
    rng = np.random.default_rng(seed)
    return [photograph(page, rng) for page in filled(record, hand(row), rng, dark=dark)]


def proposed(pictures: list[bytes], record: Record) -> Proposal:
    return propose([read_page(picture) for picture in pictures], record.header.players)


def moves(record: Record) -> list[str]:
    """The moves of a game, without those that go without saying on paper."""
    return [move for move in record.moves if move != "end"]


@pytest.mark.parametrize("game", NAMES)
def test_a_photograph_becomes_the_game_that_was_written(game: str) -> None:
    record = random_game(game, 1, most=30)
    proposal = proposed(taken(record), record)
    assert proposal.record.header == record.header
    assert moves(proposal.record) == moves(record)


def test_a_photograph_that_lies_on_its_side_is_read() -> None:
    record = random_game("manoeuvre", 3, most=20)
    (picture,) = taken(record)
    image = Image.open(BytesIO(picture)).transpose(Image.Transpose.ROTATE_90)
    turned, exif = BytesIO(), Image.Exif()
    image.save(turned, "JPEG")
    assert moves(proposed([turned.getvalue()], record).record) == moves(record)
    exif[0x112], tagged = 6, BytesIO()  # the camera says how it was held
    image.save(tagged, "JPEG", exif=exif)
    assert moves(proposed([tagged.getvalue()], record).record) == moves(record)


def test_a_blank_sheet_holds_nothing() -> None:
    rng = np.random.default_rng(0)
    for game in NAMES:
        page = read_page(photograph(printed(game, find_game(game).players[0])[0], rng))
        assert page.written == ()
        with pytest.raises(PhotographError, match="no move is written"):
            propose([page])


def test_what_is_no_photograph_of_a_whole_sheet_is_refused() -> None:
    with pytest.raises(PhotographError, match="no picture"):
        read_page(b"y@d4")
    with pytest.raises(PhotographError, match="no score sheet is found"):
        read_page(_png(np.full((900, 700), 0.8, np.float32)))
    page = printed("revolution", 2)[0]
    with pytest.raises(PhotographError, match="only 2 of the four marks"):
        read_page(_png(page[: page.shape[0] // 2]))
    with pytest.raises(PhotographError, match="photograph it from nearer"):
        read_page(_png(page[::4, ::4]))


def test_pages_of_two_games_are_refused() -> None:
    pages = [read_page(_png(printed(game, 2)[0])) for game in ("revolution", "hourglass")]
    with pytest.raises(PhotographError, match="different games"):
        propose(pages)
    with pytest.raises(PhotographError, match="one picture of the first page"):
        propose([read_page(_png(printed("hourglass", 2)[1]))])


def _png(page: np.ndarray) -> bytes:
    file = BytesIO()
    Image.fromarray((255 * page).astype(np.uint8)).save(file, "PNG")
    return file.getvalue()


def test_the_command_proposes_and_takes_it_when_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_game("revolution", 1)
    photo = tmp_path / "sheet.jpg"
    photo.write_bytes(taken(record)[0])
    names = ["--names", "Anna,Bram"]
    assert main(["scan", str(photo), *names]) == 3
    out, err = capsys.readouterr()
    assert out == ""
    assert "--accept" in err
    assert main(["scan", str(photo), "--accept"]) == 3  # whoever played is to be looked at
    out, err = capsys.readouterr()
    assert (out, "--accept=doubts" in err) == ("", True)
    assert main(["scan", str(photo), "--accept=doubts", *names]) == 0
    out, _ = capsys.readouterr()
    assert moves(read_record(out)) == moves(record)


def test_without_the_extra_the_command_says_how_to_install_it(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in [name for name in sys.modules if name.startswith(("cv2", "firmware.paper"))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "cv2", None)
    assert main(["scan", "sheet.jpg"]) == 2
    assert "pip install 'speeltafel[scan]'" in capsys.readouterr().err


def test_marks_are_those_of_aruco_and_say_which_sheet_they_are_on() -> None:
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    for game in NAMES:
        for players in find_game(game).players:
            for page in (0, 1):
                sheet = Sheet(game, players, page)
                for corner, mark in enumerate(marks(sheet)):
                    assert sheet_of(mark) == (sheet, corner)
                    drawn = cv2.aruco.generateImageMarker(dictionary, mark, 7)[1:-1, 1:-1]
                    assert (drawn > 0).tolist() == cells(mark)
    assert len(MARKS) == 4


def test_every_sign_that_may_stand_in_a_box_is_known() -> None:
    for game in NAMES:
        for page in (0, 1):
            for entry in entries(Sheet(game, find_game(game).players[0], page)):
                assert set("".join(entry.signs)) <= set(SIGNS)
                assert len(entry.signs) == len(entry.places)
