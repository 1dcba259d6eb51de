"""The sign in a box: a small network that returns a probability for each sign.

A picture of ink is cut to its writing, brought to one size, and described by the directions of its
edges in a grid of cells; two layers of weights do the rest. The weights are learnt by
``tests/benchmarks/learn_signs.py`` and stand beside this file.
"""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any, TypeAlias

import cv2
import numpy as np
from numpy.typing import NDArray

SIGNS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
"""The signs that the network distinguishes, in the order of its outputs."""
WEIGHTS = "letters.npz"

Picture: TypeAlias = NDArray[Any]
"""How much ink there is, 0 to 1, by row and column, in single precision."""

_SIDE, _ROOM = 32, 24  # pixels of the picture that is described, and of the ink in it
_CELLS = 8  # along each side
_ANGLES = 8  # into which half a turn is parted
_DARK = 0.35  # ink that is no shadow
_SPECK = 0.012  # of the pixels of a box; less is dirt


def is_blank(box: Picture) -> bool:
    """Whether a box is blank."""
    return _ink(box) is None


def features(boxes: Sequence[Picture]) -> NDArray[np.float32]:
    """Return the features of the sign in each box, as a row each; no box may be blank."""
    return np.stack([_features(box) for box in boxes])


def probabilities(boxes: Sequence[Picture]) -> NDArray[np.float32]:
    """Return how probable each of `SIGNS` is, as a row for each box; no box may be blank."""
    if not boxes:
        return np.zeros((0, len(SIGNS)), np.float32)
    mean, *layers = _weights()
    values = features(boxes) - mean
    for weights, offsets in zip(layers[::2], layers[1::2], strict=True):
        values = np.maximum(values, 0) if weights is not layers[0] else values
        values = values @ weights + offsets
    values = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(values / values.sum(axis=1, keepdims=True), np.float32)


@cache
def _weights() -> list[NDArray[np.float32]]:
    with files(__package__).joinpath(WEIGHTS).open("rb") as file, np.load(file) as stored:
        return [stored[name].astype(np.float32) for name in stored.files]


def _ink(box: Picture) -> tuple[slice, slice] | None:
    """Return the rows and columns that a sign takes. None for a blank box.

    Small spots that stand apart, and thin marks that only touch the edge, are left out.
    """
    dark = (box > _DARK).astype(np.uint8)
    count, _, stats, _ = cv2.connectedComponentsWithStats(dark, connectivity=8)
    height, width = box.shape
    kept = []
    for left, top, across, high, area in stats[1:count]:
        edge = left == 0 or top == 0 or left + across == width or top + high == height
        thin = min(across / width, high / height) < 0.12
        if area >= _SPECK * box.size and not (edge and thin and area < 0.06 * box.size):
            kept.append((left, top, left + across, top + high))
    if not kept:
        return None
    corners = np.array(kept)
    left, top = corners[:, :2].min(axis=0)
    right, bottom = corners[:, 2:].max(axis=0)
    return slice(top, bottom), slice(left, right)


def _features(box: Picture) -> NDArray[np.float32]:
    place = _ink(box)
    assert place is not None
    rows, _ = place
    cut = box[place]
    scale = _ROOM / max(cut.shape)
    size = (max(2, round(cut.shape[1] * scale)), max(2, round(cut.shape[0] * scale)))
    way = cv2.INTER_AREA if scale < 1 else cv2.INTER_LINEAR
    sign = cv2.resize(cut, size, interpolation=way)
    picture: Picture = np.zeros((_SIDE, _SIDE), np.float32)
    top, left = (_SIDE - size[1]) // 2, (_SIDE - size[0]) // 2
    picture[top : top + size[1], left : left + size[0]] = np.clip(sign / max(sign.max(), 0.1), 0, 1)
    picture = cv2.GaussianBlur(picture, (3, 3), 0.8)
    across, down = cv2.Sobel(picture, cv2.CV_32F, 1, 0), cv2.Sobel(picture, cv2.CV_32F, 0, 1)
    strength = np.hypot(across, down)
    turn = np.arctan2(down, across) / np.pi % 1 * _ANGLES
    lower = np.floor(turn)
    cells = []
    for angle in range(_ANGLES):
        share = np.where(lower == angle, 1 - (turn - lower), 0)
        share += np.where((lower + 1) % _ANGLES == angle, turn - lower, 0)
        blurred = cv2.GaussianBlur((strength * share).astype(np.float32), (0, 0), 1.8)
        cells.append(cv2.resize(blurred, (_CELLS, _CELLS), interpolation=cv2.INTER_AREA))
    described = np.sqrt(np.concatenate(cells).ravel())
    described /= np.linalg.norm(described) + 1e-6
    coarse = cv2.resize(picture, (_CELLS * 2, _CELLS * 2), interpolation=cv2.INTER_AREA).ravel()
    height, width = box.shape
    placed = [
        rows.start / height,
        rows.stop / height,
        cut.shape[0] / height,
        cut.shape[1] / width,
        cut.shape[1] / (cut.shape[0] + cut.shape[1]),
    ]
    return np.concatenate([8 * described, 0.5 * coarse, 2 * np.array(placed)]).astype(np.float32)
