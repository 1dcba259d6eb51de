"""Learn the weights of :mod:`firmware.paper.letters` from typefaces that look like handwriting.

    python tests/benchmarks/learn_signs.py [--test FONT ...] FONT ...

FONT is a file of a typeface (.ttf, .otf, .woff, .woff2). Each sign of each is drawn many times:
turned, slanted, stretched, bent, thicker and thinner, with a pencil, out of focus, in boxes whose
edges show. The handwritten figures of scikit-learn are learnt, too. Typefaces behind ``--test`` are
not learnt: the share of their signs that is read right is printed, which says how well hands are
read that look like none of the others. Needs ``pip install --group learn -e '.[scan]'``.
"""

import argparse
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont
from sklearn.datasets import load_digits
from sklearn.neural_network import MLPClassifier

from firmware.paper.letters import SIGNS, WEIGHTS, Picture, features, is_blank

BOX = (44, 36)  # pixels of a box in a good photograph: height and width
_DRAWN = 96  # pixels of the type that is drawn first
_FIGURES = 10


def drawn(font: Path) -> dict[str, Picture]:
    """Return each sign as a typeface draws it, in a square of one size, on one base line.

    Signs that it lacks are left out.
    """
    face = ImageFont.truetype(str(font), _DRAWN)
    heights = [face.getbbox(sign)[3] - face.getbbox(sign)[1] for sign in "AEH"]
    face = ImageFont.truetype(str(font), max(8, round(_DRAWN * 0.62 * _DRAWN / max(*heights, 1))))
    none = face.getmask("\ufffe").getbbox()
    e, h = (face.getbbox(sign) for sign in "eh")
    small = e[3] - e[1] < 0.9 * (h[3] - h[1])  # else its small letters are capitals, too
    signs = {}
    for sign in SIGNS if small else SIGNS.upper():
        picture = Image.new("L", (2 * _DRAWN, 2 * _DRAWN))
        ImageDraw.Draw(picture).text((_DRAWN, 1.3 * _DRAWN), sign, 255, face, "ms")
        if picture.getbbox() and face.getmask(sign).getbbox() != none:
            signs[sign] = np.asarray(picture, np.float32) / 255
    return signs


def written(sign: Picture, rng: np.random.Generator) -> Picture:
    """Return a sign as it may be found in a box. sign: as `drawn` returns it."""
    high, wide = BOX
    if (thick := int(rng.integers(-2, 4))) > 0:
        sign = cv2.dilate(sign, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * thick + 1,) * 2))
    elif thick < 0:
        thinner = cv2.erode(sign, np.ones((-thick + 1,) * 2))
        sign = thinner if thinner.sum() > 0.35 * sign.sum() else sign
    sign = _bent(sign, rng)
    scale = rng.uniform(0.5, 0.92) * high / (0.62 * _DRAWN)
    slant, turn = rng.normal(0, 0.12), np.radians(rng.normal(0, 5))
    stretch = np.diag([scale * np.exp(rng.normal(0, 0.13)), scale])
    turned = np.array([[np.cos(turn), -np.sin(turn)], [np.sin(turn), np.cos(turn)]])
    matrix = turned @ np.array([[1, slant], [0, 1]]) @ stretch
    ink = matrix @ np.argwhere(sign > 0.3)[:, ::-1].T
    least, most = ink.min(axis=1), ink.max(axis=1)
    room = np.array([wide, high]) * rng.uniform(0.86, 1.02)
    if (fits := min(*(room / (most - least)))) < 1:
        matrix, least, most = fits * matrix, fits * least, fits * most
    base = np.array([wide / 2, 0.82 * high + rng.normal(0, 1)])  # where the letters stand
    rest = base - matrix @ np.array([_DRAWN, 1.3 * _DRAWN])
    rest[0] = wide / 2 - (least[0] + most[0]) / 2
    rest += rng.normal(0, 1.5, 2)
    rest = np.clip(rest, -1 - least, np.maximum([wide + 1, high + 1] - most, -1 - least))
    box = cv2.warpAffine(sign, np.c_[matrix, rest], (wide, high), flags=cv2.INTER_AREA)
    box = np.clip(box, 0, 1) * rng.uniform(0.6, 1)  # a pencil
    if rng.random() < 0.25:
        box *= 1 - rng.uniform(0, 0.5) * rng.random(box.shape)  # on rough paper
    for edge in (np.s_[:1], np.s_[-1:], np.s_[:, :1], np.s_[:, -1:]):
        if rng.random() < 0.12:
            box[edge] = np.maximum(box[edge], rng.uniform(0, 0.6))
    box = cv2.GaussianBlur(box, (0, 0), rng.uniform(0.3, 1.6))
    box = np.clip(box + rng.normal(0, rng.uniform(0, 0.06), box.shape), 0, 1)
    return np.asarray(np.clip(box / max(np.percentile(box, 98), 0.3), 0, 1), np.float32)


def _bent(sign: Picture, rng: np.random.Generator) -> Picture:
    """Return a sign whose strokes are bent somewhat, as no two of one hand are the same."""
    side = sign.shape[0]
    rows, columns = np.mgrid[0:side, 0:side].astype(np.float32)
    across, down = (
        cv2.resize(rng.normal(0, 2.5, (5, 5)).astype(np.float32), (side, side), interpolation=3) for _ in range(2)
    )
    bent = cv2.remap(sign, columns + across, rows + down, cv2.INTER_LINEAR)
    return np.asarray(bent, np.float32)


def samples(font: Path, seed: int, each: int) -> tuple[NDArray[np.float32], list[int]]:
    """Return the features of the signs of a typeface, written so often each, and their numbers."""
    cv2.setNumThreads(1)
    rng = np.random.default_rng((seed, *font.name.encode()))
    return _described(
        (SIGNS.index(sign), written(picture, rng)) for sign, picture in drawn(font).items() for _ in range(each)
    )


def figures(each: int) -> tuple[NDArray[np.float32], list[int]]:
    """Return the features of the handwritten figures of scikit-learn, so often each."""
    rng = np.random.default_rng(0)
    digits = load_digits()

    def boxes() -> Iterator[tuple[int, Picture]]:
        for picture, number in zip(digits.images, digits.target, strict=True):
            large = cv2.resize((picture / 16).astype(np.float32), (60, 60), interpolation=3)
            sign = np.zeros((2 * _DRAWN, 2 * _DRAWN), np.float32)
            at = int(_DRAWN - 30), int(1.3 * _DRAWN - 60)
            sign[at[1] : at[1] + 60, at[0] : at[0] + 60] = np.clip(2 * large - 0.5, 0, 1)
            for _ in range(each):
                yield int(number), written(sign, rng)

    return _described(boxes())


def _described(boxes: Iterator[tuple[int, Picture]]) -> tuple[NDArray[np.float32], list[int]]:
    kept = [(number, box) for number, box in boxes if not is_blank(box)]
    return features([box for _, box in kept]), [number for number, _ in kept]


def main(arguments: Sequence[str] | None = None) -> None:
    """Learn, say how well, and write the weights beside the module that uses them."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("fonts", metavar="FONT", nargs="+", type=Path)
    parser.add_argument("--test", metavar="FONT", nargs="*", type=Path, default=[])
    parser.add_argument("--each", type=int, default=40, help="times that each sign is written")
    parser.add_argument("--hidden", type=int, default=224)
    parser.add_argument("--rounds", type=int, default=14)
    chosen = parser.parse_args(arguments)
    with ProcessPoolExecutor() as pool:
        learnt = list(pool.map(partial(samples, seed=0, each=chosen.each), chosen.fonts))
        tests = list(pool.map(partial(samples, seed=1, each=10), chosen.test))
    learnt.append(figures(3))
    inputs = np.concatenate([one for one, _ in learnt])
    numbers = np.concatenate([number for _, number in learnt])
    mean = inputs.mean(axis=0)
    print(f"{len(inputs)} signs of {len(chosen.fonts)} typefaces", flush=True)
    network = MLPClassifier(
        (chosen.hidden,),
        alpha=2e-5,
        batch_size=256,
        learning_rate_init=1e-3,
        max_iter=1,
        warm_start=True,
        random_state=0,
    )
    for turn in range(chosen.rounds):
        network.set_params(learning_rate_init=1e-3 * 0.5 ** max(0, turn - chosen.rounds // 2))
        network.fit(inputs - mean, numbers)
        shares = [_share(network, one - mean, number) for one, number in tests]
        print(turn, f"{network.loss_:.3f}", *(f"{share:.3f}" for share in shares), flush=True)
    stored = [mean]
    for weights, offsets in zip(network.coefs_, network.intercepts_, strict=True):
        stored += [weights, offsets]
    where = Path(__file__).with_name(WEIGHTS)
    np.savez_compressed(where, *(one.astype(np.float16) for one in stored))
    print(f"{where}: {where.stat().st_size} bytes")


def _share(network: MLPClassifier, inputs: NDArray[np.float32], numbers: list[int]) -> float:
    """Return the share of signs that are read right, capitals and small letters taken together."""
    found = network.predict(inputs)
    pairs = zip(found, numbers, strict=True)
    return sum(SIGNS[a].casefold() == SIGNS[b].casefold() for a, b in pairs) / len(numbers)


if __name__ == "__main__":
    main()
