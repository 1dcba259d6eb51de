"""Score sheets that somebody has filled in, and photographs of them, made by a program.

A hand is what draws a sign; the sheet is the printed one as it leaves the printer.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

import cv2
import numpy as np
import pypdfium2
from numpy.typing import NDArray
from PIL import Image

from rules import Record, find_game, make_header
from wiring.printing import whole_pdf
from wiring.score_sheet import score_sheets
from wiring.score_sheets.layout import Entry, Sheet, entries
from wiring.sheets.shapes import Box

SCALE = 10  # pixels a mm

Picture: TypeAlias = NDArray[Any]
"""Light by row and column, 0 to 1; or ink, where a hand draws it."""
Hand: TypeAlias = Callable[[str], Picture]
"""Draws a sign: ink in a square whose capitals are half as high, on a line at three quarters."""

HANDS = ("Patrick Hand", "Indie Flower", "Nanum Pen Script")
"""Typefaces that nothing was learnt from, in the rows of ``hands.png`` (SIL Open Font License)."""

_SIGNS = "0123456789abcdefghijklmABCDEFGHIJKLMNOPQRSTUVWXYZ"  # in its columns
_SIDE = 80  # pixels of each


def hand(number: int, file: Path | None = None) -> Hand:
    """Return one of `HANDS`, or of the rows of another such file."""
    rows = Image.open(file or Path(__file__).with_name("hands.png"))

    @cache
    def write(sign: str) -> Picture:
        left, top = _SIGNS.index(sign) * _SIDE, number * _SIDE
        cut = rows.crop((left, top, left + _SIDE, top + _SIDE)).convert("L")
        return np.asarray(cut, np.float32) / 255

    return write


@cache
def printed(game: str, players: int) -> list[Picture]:
    """Return the pages of a blank sheet, as they are printed."""
    pages = pypdfium2.PdfDocument(whole_pdf(*score_sheets(game, players)))
    return [np.asarray(page.render(scale=SCALE * 25.4 / 72).to_pil().convert("L"), np.float32) / 255 for page in pages]


def random_game(name: str, seed: int, most: int = 60) -> Record:
    """Return a game of so many moves at most, made at random; the same seed gives the same."""
    random, rules = Random(f"{name} {seed}"), find_game(name)
    players = ("Anna", "Bram", "Carla", "Dirk", "Els", "Fons")[: random.choice(rules.players)]
    header = make_header(name, players, rules.draw_options({}, random))
    position = header.start()
    moves: list[str] = []
    while position.outcome is None and len(moves) < most:
        if moves:
            position = position.later(100 * random.randrange(5, 60))
        if rules.timed and not moves:
            move = "start"
        elif legal := position.legal_moves():
            move = random.choice(legal)
        else:
            continue
        moves.append(position.written(move))
        position = position.play(move)
    return Record(header, tuple(moves), position)


def texts(record: Record) -> list[list[tuple[Entry, str]]]:
    """Return what is written where on each page of the sheet for a game."""
    name, players = record.header.game, record.header.players
    spelled = import_module(f"wiring.score_sheets.{name}").spelled
    pages: list[list[tuple[Entry, str]]] = [[]]
    left = entries(Sheet(name, len(players), 0))
    for entry in left:
        if entry.key == "name":
            assert entry.seat is not None
            pages[0].append((entry, players[entry.seat].upper()))
    pages[0] += _layout(record, left)
    left = [entry for entry in left if entry.key != "name"]
    further = entries(Sheet(name, len(players), 1))
    keys = {entry.key for entry in (*left, *further)}
    for position, line in zip(record.positions(), record.moves, strict=False):
        seconds, _, step = line.rpartition(" ") if find_game(name).timed else ("", "", line)
        if not any(spelled(step, key) for key in keys):
            continue  # it goes without saying
        seat = find_game(name).mover(position, line)
        while (at := _free(left, step, spelled, position.seats, seat)) is None:
            left = further
            pages.append([])
        pages[-1].append((left[at], _timed(seconds) + spelled(step, left[at].key)[0]))
        left = left[at + 1 :]
    return pages


def _free(
    left: Sequence[Entry],
    step: str,
    spelled: Callable[[str, str], Sequence[str]],
    seats: Sequence[str],
    seat: str | None,
) -> int | None:
    """Return the next entry in which a move can be written, None when the page is full."""
    for at, entry in enumerate(left):
        if spelled(step, entry.key) and entry.seat in (None, seats.index(seat) if seat else None):
            return at
    return None


def _timed(seconds: str) -> str:
    if not seconds:
        return ""
    whole, _, tenths = seconds.partition(".")
    return f"{whole:>3}{tenths or '0'}"


def _layout(record: Record, left: Sequence[Entry]) -> list[tuple[Entry, str]]:
    options = record.header.options
    if "rewards" not in options:
        return []
    rewards = {value: field for field, value in (o.split(":") for o in options["rewards"].split())}
    stones = options["bonuses"].split()
    found = []
    for key, fields in (
        ("rewards", [rewards.get(str(n), "") for n in (1, 2, 3)]),
        ("white", [stone[:-1] for stone in stones if stone.endswith("w")]),
        ("black", [stone[:-1] for stone in stones if stone.endswith("b")]),
    ):
        boxes = [entry for entry in left if entry.key == key]
        found += [(entry, f"{field:>2}") for entry, field in zip(boxes, fields, strict=True)]
    return found


def filled(record: Record, write: Hand, rng: np.random.Generator, *, dark: float = 0.85) -> list[Picture]:
    """Return the pages of a sheet with a game on it. dark: of what it is written with, 0 to 1."""
    blank = printed(record.header.game, len(record.header.players))
    pages = []
    for number, written in enumerate(texts(record)):
        page = blank[min(number, len(blank) - 1)].copy()
        size = rng.uniform(0.62, 0.78)  # of capitals, as a share of a box; a person keeps to it
        for entry, text in written:
            for place, sign in zip(entry.places, text, strict=False):
                if sign != " ":
                    _write(page, place, write(sign), rng, size=size, dark=dark)
        pages.append(page)
    return pages


def _write(page: Picture, place: Box, sign: Picture, rng: np.random.Generator, *, size: float, dark: float) -> None:
    """Write a sign into a box, never twice the same."""
    high, wide = place.bottom - place.top, place.right - place.left
    scale = SCALE * high * size * rng.normal(1, 0.04) / (_SIDE / 2)
    ink = np.argwhere(sign > 0.3)
    across = (ink[:, 1].max() - ink[:, 1].min()) * scale / SCALE
    down = (ink[:, 0].max() - ink[:, 0].min()) * scale / SCALE
    scale *= min(1, 1.02 * wide / max(across, 1e-3), 1.02 * high / max(down, 1e-3))
    turn = np.radians(rng.normal(0, 3))
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn) + rng.normal(0, 0.05)], [np.sin(turn), np.cos(turn)]])
    middle = np.array([(ink[:, 1].min() + ink[:, 1].max()) / 2, 0.75 * _SIDE])
    base = np.array([(place.left + place.right) / 2, place.top + 0.84 * high])
    low = matrix[1, 1] * (ink[:, 0].max() - middle[1]) / SCALE
    top = matrix[1, 1] * (ink[:, 0].min() - middle[1]) / SCALE
    base[1] = min(base[1], place.bottom - low + 0.1)
    base[1] = max(base[1], place.top - top - 0.1)
    base += rng.normal(0, 0.22, 2)
    left, upper = int(place.left * SCALE) - 30, int(place.top * SCALE) - 30
    window = (int(wide * SCALE) + 60, int(high * SCALE) + 60)
    rest = base * SCALE - (left, upper) - matrix @ middle
    drawn = cv2.warpAffine(sign, np.c_[matrix, rest], window, flags=cv2.INTER_AREA)
    part = page[upper : upper + window[1], left : left + window[0]]
    part *= 1 - dark * drawn[: part.shape[0], : part.shape[1]]


def photograph(page: Picture, rng: np.random.Generator, *, quality: int = 85) -> bytes:
    """Return a photograph as JPEG: askew, from aside, unevenly lit, not quite in focus."""
    high, wide = page.shape
    size = np.array([2400, 3200])
    scale = 0.9 * min(size / (wide, high))
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32)
    turn = np.radians(rng.normal(0, 3))
    matrix = scale * np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    seen = (corners - (wide / 2, high / 2)) @ matrix.T + size / 2 + rng.uniform(-40, 40, (4, 2))
    warp = cv2.getPerspectiveTransform(corners, seen.astype(np.float32))
    table = np.full((size[1], size[0]), rng.uniform(0.15, 0.5), np.float32)
    cv2.warpPerspective(page, warp, tuple(size), table, cv2.INTER_AREA, cv2.BORDER_TRANSPARENT)
    rows, columns = np.mgrid[0 : size[1], 0 : size[0]] / size[::-1, None, None]
    slope = rng.normal(0, 0.25, 2)
    light = 0.85 + slope[0] * (rows - 0.5) + slope[1] * (columns - 0.5)
    edge = rng.uniform(0.2, 0.8) + rng.normal(0, 0.4) * rows
    light -= rng.uniform(0, 0.3) / (1 + np.exp(-(columns - edge) * 40))  # somebody's shadow
    picture = table * np.clip(light, 0.2, 1)
    picture = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), rng.uniform(0.5, 1.6))
    picture += rng.normal(0, 0.015, picture.shape)
    image = Image.fromarray((255 * np.clip(picture, 0, 1)).astype(np.uint8))
    file = BytesIO()
    image.save(file, "JPEG", quality=quality)
    return file.getvalue()
