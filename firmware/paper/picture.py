"""A photograph of a score sheet: its sheet, and the writing in each of its boxes.

The marks in the corners say where the page lies in the photograph. Each box is cut out as it would
be seen from straight above; paper, shadows and light print are taken off, so that ink and pencil
remain.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

from firmware.paper.letters import SIGNS, Picture, is_blank, probabilities
from rules.game import GameError
from rules.text import told
from wiring.read import WiringError
from wiring.score_sheets.layout import MARK, MARKS, Entry, Sheet, entries, sheet_of, unread
from wiring.sheets.shapes import A4, Box

_SCALE = 7  # pixels a mm, seen from above
_CUT = 0.35  # mm that are cut off at each edge of a box, where its line is printed
_PAPER = 41  # pixels round each one in which paper is seen
_FAINTEST = 0.28  # of the light of the paper that is taken away by what counts as written,
_FULL = 0.55  # and by ink
_LETTER = 60  # dark pixels of the smallest one
_COARSEST = 3.2  # pixels a mm in a photograph that can be read
_MOST_PIXELS = 60_000_000


class PhotographError(GameError):
    """A photograph that cannot be read; the message tells the remedy."""


class Written(NamedTuple):
    """The writing in an entry of a sheet.

    Attributes:
        page: The number of its photograph, from 0.
        entry: Its place on the sheet.
        signs: By place, the probability of each sign that may stand there; empty for a blank
            place.
    """

    page: int
    entry: Entry
    signs: tuple[dict[str, float], ...]


class Page(NamedTuple):
    """A page as it was photographed.

    Attributes:
        sheet: The printed sheet.
        written: Its entries that are not blank, in order.
        unread: The labels of written entries for people alone, which are not read.
    """

    sheet: Sheet
    written: tuple[Written, ...]
    unread: tuple[str, ...] = ()


def read_page(data: bytes, number: int = 0) -> Page:
    """Return the writing on the page in a photograph.

    Args:
        data: The file: JPEG, PNG or another format that OpenCV reads.
        number: Of the photograph, from 0.

    Raises:
        PhotographError: It is no picture, or not of a whole score sheet, or too small.
    """
    raw = np.frombuffer(data, np.uint8)
    try:
        picture = cv2.imdecode(raw, cv2.IMREAD_GRAYSCALE) if raw.size else None  # turned by EXIF
    except cv2.error:
        picture = None
    if picture is None:
        raise PhotographError(told("this is no picture; give a photograph as JPEG or PNG"))
    sheet, corners = _find(picture)
    seen = _from_above(picture, corners)
    found = entries(sheet)
    ink = _ink(seen)
    boxes = [[_cut(ink, place) for place in entry.places] for entry in found]
    filled = [box for row in boxes for box in row if not is_blank(box)]
    known = iter(probabilities(filled))
    written = []
    for entry, row in zip(found, boxes, strict=True):
        signs = tuple(
            {} if is_blank(box) else _among(next(known), allowed) for box, allowed in zip(row, entry.signs, strict=True)
        )
        if any(signs):
            written.append(Written(number, entry, signs))
    beside = {label: None for label, place in unread(sheet) if np.count_nonzero(_cut(ink, place) > _FULL) > _LETTER}
    return Page(sheet, tuple(written), tuple(beside))


def _find(picture: NDArray[Any]) -> tuple[Sheet, NDArray[np.float32]]:
    """Return the sheet in a photograph, and the four corners of each mark, in pixels."""
    if picture.size > _MOST_PIXELS:
        raise PhotographError(told("this picture is too large; make it smaller"))
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_ARUCO_ORIGINAL)
    options = cv2.aruco.DetectorParameters()
    options.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    options.minMarkerPerimeterRate = 0.015
    places, numbers, _ = cv2.aruco.ArucoDetector(dictionary, options).detectMarkers(picture)
    sheets: dict[Sheet, dict[int, NDArray[np.float32]]] = {}
    for place, mark in zip(places, [] if numbers is None else numbers.ravel(), strict=True):
        try:
            sheet, corner = sheet_of(int(mark))
        except WiringError:
            continue
        sheets.setdefault(sheet, {})[corner] = place[0]
    if not sheets:
        raise PhotographError(
            told(
                "no score sheet is found in this picture; photograph the whole sheet, with the "
                "black marks in its four corners, in good light and from straight above"
            )
        )
    sheet, marks = max(sheets.items(), key=lambda one: len(one[1]))
    if len(marks) < len(MARKS):
        raise PhotographError(
            told(
                "only {number} of the four marks in the corners are found; photograph the whole "
                "sheet, without a thumb, a fold or a shadow on a mark",
                number=len(marks),
            )
        )
    side = min(cv2.arcLength(place, closed=True) / 4 for place in marks.values())
    if side < _COARSEST * MARK:
        raise PhotographError(told("the sheet is too small in this picture; photograph it from nearer"))
    return sheet, np.concatenate([marks[corner] for corner in range(len(MARKS))])


def _from_above(picture: NDArray[Any], corners: NDArray[np.float32]) -> NDArray[Any]:
    """Return the page as it is seen from straight above, at `_SCALE`."""
    whole = MARK
    real = [(x + dx, y + dy) for x, y in MARKS for dx, dy in ((0, 0), (whole, 0), (whole, whole), (0, whole))]
    turn, _ = cv2.findHomography(corners, _SCALE * np.array(real, np.float32))
    if turn is None:
        raise PhotographError(told("the sheet is bent too much; lay it flat"))
    size = (round(A4[0] * _SCALE), round(A4[1] * _SCALE))
    shrunk = cv2.warpPerspective(picture, turn, size, flags=cv2.INTER_AREA)
    return np.asarray(shrunk, np.uint8)


def _ink(seen: NDArray[Any]) -> Picture:
    """Return the amount of ink at each pixel, 0 to 1, in any light on the paper."""
    paper = cv2.morphologyEx(seen, cv2.MORPH_CLOSE, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (_PAPER, _PAPER)))
    paper = cv2.GaussianBlur(paper, (0, 0), _PAPER / 4)
    taken = 1 - seen.astype(np.float32) / np.maximum(paper, 1)
    return np.asarray(np.clip((taken - _FAINTEST / 2) / (_FULL - _FAINTEST / 2), 0, 1), np.float32)


def _cut(ink: Picture, place: Box) -> Picture:
    left, top = place.left + _CUT, place.top + _CUT
    right, bottom = place.right - _CUT, place.bottom - _CUT
    rows = slice(round(top * _SCALE), round(bottom * _SCALE))
    return ink[rows, round(left * _SCALE) : round(right * _SCALE)]


def _among(known: Iterable[float], allowed: str) -> dict[str, float]:
    """Return the probability of each sign that may stand in a place.

    Where capitals do not matter, both forms of a letter are taken for the same.
    """
    chances = dict(zip(SIGNS, map(float, known), strict=True))
    cased = any(sign.swapcase() in allowed for sign in allowed if sign.isalpha())
    return {sign: chances[sign] + (0 if cased or sign.isdigit() else chances[sign.swapcase()]) for sign in allowed}
