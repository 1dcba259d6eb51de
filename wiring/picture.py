"""Pictures of the table as it is built: each part in its place, whole, cut open and from below.

A ray for each point of the picture meets all boxes and cylinders of :mod:`wiring.frame`. The
nearest is seen, shaded by how it leans, with a line where parts meet. Holes are seen through. VTK,
of which build123d has an edition, would do the same with 590 MB and OpenGL; the other libraries
here (trimesh, build123d without VTK) draw no shaded picture without a screen.

Needs numpy and Pillow: ``pip install 'speeltafel[wiring]'``.
"""

from collections.abc import Iterable, Iterator
from io import BytesIO
from math import cos, radians, sin
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from wiring.frame import DEEP, WIDE, Body, Box, Round, tiled
from wiring.pins import PinMap, read_pins
from wiring.read import COLUMNS, ROWS, overlay_names, read_overlay

KEPT = Path(__file__).parent / "pictures"
_FINE = 2  # rays for a point, each way
_COLOURS = {  # by the first word of a part's name
    "plate": "#e3c998",
    "edges": "#e3c998",
    "far": "#b98f5d",
    "near": "#b98f5d",
    "left": "#b98f5d",
    "right": "#b98f5d",
    "floor": "#a88457",
    "tile": "#2f7d4f",
    "controller": "#2a6a8f",
    "Raspberry": "#3f9b57",
    "reed": "#9fd6d2",
    "pixel": "#f7f7f2",
    "button": "#4a4a4a",
    "tilt": "#222222",
    "sleeve": "#f2efe6",
    "screw": "#d0a94a",
    "nut": "#d0a94a",
    "plug": "#333a44",
    "ribbon": "#9aa3ad",
    "stand-offs": "#d0a94a",
    "piece": "#c8402f",
    "glass": "#e9a0b4",
}

Floats = NDArray[np.float64]


class View(NamedTuple):
    """The point of view of a picture.

    around, up: degrees, from the near edge to the left, and from the table's plane up. middle: the
    place in the middle, mm as the parts have them. across: mm from left to right. size: points.
    cut: mm from the far edge; all nearer parts are cut away; None: no cut.
    """

    around: float
    up: float
    middle: tuple[float, float, float]
    across: float
    size: tuple[int, int]
    cut: float | None = None


def pictures(pins: PinMap) -> dict[str, bytes]:
    """Return the pictures as PNG, by name."""
    parts = list(_shown(pins))
    middle, down = (WIDE / 2, DEEP / 2), -pins.plate - pins.frame / 2
    opened = [part for part in parts if part.name != "floor"]
    row = ROWS // 2  # in which hourglasses stand
    cut = (row + 0.5) * DEEP / ROWS + pins.places.button[1]
    return {
        "whole.png": picture(parts, View(28, 38, (*middle, down), 690, (1000, 660))),
        "cut.png": picture(parts, View(20, 14, (54.0, cut, -13.0), 132, (1000, 440), cut)),
        "below.png": picture(opened, View(28, -56, (*middle, 12.0), 740, (1000, 660))),
    }


def _shown(pins: PinMap) -> Iterator[Body]:
    """Yield the table of tiles, with hourglasses in their holes and pieces on the near row."""
    game = next(one for one in map(read_overlay, overlay_names()) if one.tilts)
    holes = {game.cells[hole] for hole in "abcdABCD"}
    for body in tiled(pins):
        if not body.name.startswith("piece"):
            yield body
            continue
        row, column = map(int, body.name.split()[1].split(","))
        if COLUMNS * row + column in holes:
            yield body._replace(name="glass")
        elif row == ROWS - 1 and column % 2 and len(body.shapes) == 1:
            yield body


def picture(parts: Iterable[Body], view: View) -> bytes:
    """Return a picture of some parts as PNG."""
    canvas = _Canvas(view)
    for number, body in enumerate(parts, 1):
        colour = _COLOURS.get(body.name.split()[0].rstrip(","), "#888888")
        for shape in body.shapes:
            canvas.draw(number, shape, body.holes, colour)
    return canvas.png()


class _Canvas:
    """The points of a picture: the part that is seen at each, its distance and its colour."""

    def __init__(self, view: View) -> None:
        wide, high = (_FINE * side for side in view.size)
        turn, lean = radians(view.around), radians(view.up)
        # x to the right, y towards the near edge, z up; rays go from the eye into the table
        self.ray = np.array([sin(turn) * cos(lean), -cos(turn) * cos(lean), -sin(lean)])
        self.right = np.array([cos(turn), sin(turn), 0.0])
        self.upward = np.cross(self.ray, self.right)
        if self.upward[2] < 0:
            self.upward = -self.upward
        light = 0.8 * self.upward - 0.45 * self.right - 0.6 * self.ray
        self.light = light / np.hypot.reduce(light)
        self.scale = view.across / wide
        self.middle, self.cut, self.shape = np.array(view.middle), view.cut, (high, wide)
        self.depth = np.full(self.shape, np.inf)
        self.seen = np.zeros(self.shape, dtype=np.int32)
        self.colours = np.full((*self.shape, 3), 1.0)

    def draw(self, number: int, shape: Box | Round, holes: Iterable[Round], colour: str) -> None:
        """Draw a shape where no nearer shape is."""
        window = self._window(shape)
        if window is None:
            return
        rows, columns = window
        y, x = np.mgrid[rows, columns]
        high, wide = self.shape
        start = (
            self.middle
            + self.right * ((x - wide / 2) * self.scale)[..., None]
            + self.upward * ((high / 2 - y) * self.scale)[..., None]
        )
        enters, leaves, shade = self._through(start, shape)
        met = (enters < leaves) & (enters < self.depth[window])
        spot = start + self.ray * enters[..., None]
        for hole in holes:
            met &= np.hypot(spot[..., 0] - hole.at[0], spot[..., 1] - hole.at[1]) > hole.radius
        if not met.any():
            return
        self.depth[window][met] = enters[met]
        self.seen[window][met] = 16 * number + np.rint(10 * shade[met]).astype(np.int32)
        base = np.array([int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)])
        self.colours[window][met] = base * shade[met][:, None]

    def _window(self, shape: Box | Round) -> tuple[slice, slice] | None:
        """Return the rows and columns in which a shape can be seen. None where there are none."""
        if isinstance(shape, Round):
            (x, y), r = shape.at, shape.radius
            low, high = (x - r, y - r, shape.low), (x + r, y + r, shape.high)
        else:
            low, high = shape
        if self.cut is not None and low[1] >= self.cut:
            return None
        corners = np.array(np.meshgrid(*zip(low, high, strict=True))).reshape(3, -1).T - self.middle
        x, y = corners @ self.right / self.scale, -corners @ self.upward / self.scale
        spans = []
        for found, side in ((y, self.shape[0]), (x, self.shape[1])):
            first, last = int(found.min() + side / 2) - 1, int(found.max() + side / 2) + 2
            if last <= 0 or first >= side:
                return None
            spans.append(slice(max(first, 0), min(last, side)))
        return spans[0], spans[1]

    def _through(self, start: Floats, shape: Box | Round) -> tuple[Floats, Floats, Floats]:
        """Return where rays enter and leave a shape, and its brightness where they enter."""
        enters = np.full(start.shape[:-1], -np.inf)
        leaves, shade = -enters, np.ones_like(enters)

        def within(near: Floats, far: Floats, light: Floats | float) -> None:
            later = near > enters
            np.copyto(shade, light, where=later)
            np.copyto(enters, near, where=later)
            np.minimum(leaves, far, out=leaves)

        if isinstance(shape, Round):
            flat, to = self.ray[:2], start[..., :2] - np.array(shape.at)
            a, b = flat @ flat, to @ flat
            root = b * b - a * ((to**2).sum(axis=-1) - shape.radius**2)
            reach = np.sqrt(np.maximum(root, 0.0))
            near, far = (-b - reach) / a, (-b + reach) / a
            far = np.where(root > 0, far, -np.inf)
            leaning = (to + flat * near[..., None]) / shape.radius
            within(near, far, _lit(leaning @ self.light[:2]))
            spans = [(2, shape.low, shape.high)]
        else:
            spans = [(axis, shape.first[axis], shape.last[axis]) for axis in range(3)]
        for axis, low, high in spans:
            ends = np.stack([(end - start[..., axis]) / self.ray[axis] for end in (low, high)])
            sign = -np.sign(self.ray[axis])
            within(ends.min(axis=0), ends.max(axis=0), _lit(sign * self.light[axis]))
        if self.cut is not None:
            near = (self.cut - start[..., 1]) / self.ray[1]
            within(near, np.full_like(near, np.inf), 1.12)
        return enters, leaves, shade

    def png(self) -> bytes:
        """Return the picture, with a line where parts and faces meet."""
        edge = np.zeros(self.shape, dtype=bool)
        edge[:, 1:] |= self.seen[:, 1:] != self.seen[:, :-1]
        edge[1:] |= self.seen[1:] != self.seen[:-1]
        smooth = np.abs(np.diff(self.seen, axis=1, prepend=0)) <= 1  # round a cylinder
        smooth &= np.abs(np.diff(self.seen, axis=0, prepend=0)) <= 1
        self.colours[edge & ~smooth] *= 0.45
        high, wide = (side // _FINE for side in self.shape)
        mean = self.colours.reshape(high, _FINE, wide, _FINE, 3).mean(axis=(1, 3))
        image = Image.fromarray((255 * np.clip(mean, 0, 1)).astype(np.uint8))
        file = BytesIO()
        image.quantize(96, dither=Image.Dither.NONE).save(file, "PNG", optimize=True)
        return file.getvalue()


def _lit(towards: Floats | float) -> Floats:
    """Return the brightness of a face. towards: the cosine of its angle to the light."""
    return np.asarray(0.66 + 0.42 * np.clip(towards, -0.5, 0.8), dtype=np.float64)


def write_kept(folder: Path = KEPT) -> None:
    """Write the pictures that the guide shows."""
    folder.mkdir(exist_ok=True)
    for name, content in pictures(read_pins()).items():
        (folder / name).write_bytes(content)


if __name__ == "__main__":
    write_kept()
