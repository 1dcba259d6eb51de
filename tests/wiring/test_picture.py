"""The pictures of the table show what is nearest, cut open what is cut, and are up to date."""

from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from wiring import read_pins
from wiring.documents import KEPT as GENERATED
from wiring.frame import Body, Box
from wiring.picture import KEPT, View, picture, pictures

ABOVE = View(0.01, 89.9, (0.0, 0.0, 0.0), 40.0, (40, 40))
"""A point for each mm, far up."""


def colours(parts: list[Body], view: View = ABOVE) -> np.ndarray:
    return np.asarray(Image.open(BytesIO(picture(parts, view))).convert("RGB"), dtype=float)


def greener(point: np.ndarray) -> bool:
    return bool(point[1] > point[0] + 20)


LOW = Body("tile", (Box((-15.0, -15.0, -5.0), (15.0, 15.0, -3.0)),))
PLATE = Body("plate", (Box((-10.0, -10.0, 0.0), (10.0, 10.0, 3.0)),))


def test_what_is_nearer_hides_what_lies_below_whichever_is_drawn_first() -> None:
    for parts in ([LOW, PLATE], [PLATE, LOW]):
        seen = colours(parts)
        assert not greener(seen[20, 20])
        assert greener(seen[20, 7])
        assert seen[20, 2].min() == 255  # nothing is there


@pytest.mark.nightly
def test_the_kept_pictures_are_those_of_the_map_and_stand_in_the_guide() -> None:
    guide = (GENERATED.parent / "README.md").read_text("utf-8")
    made = pictures(read_pins())
    assert {path.name for path in KEPT.iterdir()} == set(made)
    for name, content in made.items():
        assert f"](pictures/{name})" in guide
        kept, drawn = (
            np.asarray(Image.open(BytesIO(one)).convert("RGB"), dtype=float)
            for one in ((KEPT / name).read_bytes(), content)
        )
        assert kept.shape == drawn.shape
        assert np.abs(kept - drawn).mean() < 1.0, "python -m wiring.picture"
