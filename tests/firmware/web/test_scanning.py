"""A table reads the QR code of a seat in a photograph."""

import random

import pytest

from firmware.web.scanning import code_in
from firmware.words import find_words
from rules import MalformedError

WORDS = find_words("en", {})


def test_a_code_is_read_from_its_pixels() -> None:
    segno = pytest.importorskip("segno")
    pytest.importorskip("zxingcpp")
    link = "http://table.local:8008/game/3#secret"
    rows = [bytes(255 * (1 - bit) for bit in row) for row in segno.make(link).matrix_iter(scale=3)]
    assert code_in(b"".join(rows), len(rows[0]), WORDS) == link


@pytest.mark.parametrize(
    ("size", "width", "says"),
    [
        (60_000, 300, "there is no QR code to be read"),
        (60_000, 299, "no rows of"),
        (60_000, 0, "no rows of"),
        (0, 300, "no rows of"),
    ],
)
def test_a_picture_without_a_code_is_refused(size: int, width: int, says: str) -> None:
    pytest.importorskip("zxingcpp")
    with pytest.raises(MalformedError, match=says):
        code_in(random.Random(1).randbytes(size), width, WORDS)
