"""Figures within the sentences of the build guide, from the pin map and the models.

``python -m wiring.documents`` writes them into the pages when table.toml has changed.
"""

import re
from collections.abc import Iterator

import numpy as np

from wiring import cables, levels
from wiring.bill import bill, total
from wiring.design_rules import design_rules
from wiring.frame import (
    BLOCKS,
    LATH_FAR,
    LATH_LONG,
    PERFBOARDS,
    PI,
    PILLAR_AT,
    PILLAR_OF_TILES,
    PLATE,
    WOOD,
    pillar_high,
)
from wiring.harness import harness
from wiring.kicad import board
from wiring.magnetics import felt, play
from wiring.pins import PinMap, read_small
from wiring.places import DRILLED, button_high
from wiring.read import COLUMNS, WiringError
from wiring.rods import COIL
from wiring.ways import TILES, with_boards

FIGURE = r"(\d+(?:,\d{3})*(?:\.\d+)?)"
STENCIL, JOINT, ORDER = 1.5, 0.0017, 8  # USD, of the house's public list

Sentence = tuple[str, list[str]]
"""A part of a sentence with a pair of braces for each figure, and the figures."""


def ways_(pins: PinMap) -> Iterator[Sentence]:
    """Yield the figures of README.md: cost, wires and parts of each way."""
    costs = bill(read_small()), with_boards(pins), bill(pins)
    yield "130 EUR | {} EUR | {} EUR | {} EUR |", [f"{total(items):.0f}" for items in costs]
    yield "some {} wires |", [f"{round(len(harness(read_small())), -2)}"]
    yield "some {} wires of two ends", [f"{round(len(harness(pins)), -2):,}"]
    placed = sum(part.flat for part in board("tile").parts.values())
    yield "a board house places what is flat, {} parts", [f"{TILES * placed:,}"]


def by_hand(pins: PinMap) -> Iterator[Sentence]:
    """Yield the sentences with figures of by-hand.md."""
    yield "bits of {} and {} mm", sorted({f"{hole:g}" for hole in DRILLED.values()}, key=float)
    yield "{} mm from base to cap for one of {} mm", [f"{button_high(pins.cell.plate):g}", f"{pins.cell.plate:g}"]
    yield "{} mm), eight laths of 8 x 10 x {} mm", [f"{pins.cell.plate:g}", f"{LATH_LONG:g}"]
    yield "a plate of {} x {} mm", [f"{side:g}" for side in PLATE]
    yield "an edge of {} mm more on each side", [f"{WOOD:g}"]
    yield "{} mm from the left and {} mm from the far border", [f"{at:g}" for at in PILLAR_AT]
    beside = [f"{(x - 6) / 40:g}" for x in BLOCKS[:-1]]
    yield "left border of columns {}, {}, {} and {}", [*beside, f"{COLUMNS - 1}"]
    yield "The lath's middle is {} mm near of", [f"{pins.cell.button[1] - LATH_FAR:g}"]
    yield "frame under the plate that is {} mm deep", [f"{pins.cell.frame:g}"]
    (data, far), *_ = PERFBOARDS["perfboard, data"]
    (chips, _), *_ = PERFBOARDS["perfboard, chips"]
    yield "{} mm from the frame's far board: that of the level shifter {} mm", [f"{far:g}", f"{data:g}"]
    yield "chips {} mm. The Pi lies {} mm from the far", [f"{chips:g}", f"{PI[0][1]:g}"]
    yield "Pieces are {} mm high", [f"{pins.stack:g}"]


def tiles(pins: PinMap) -> Iterator[Sentence]:
    """Yield the sentences with figures of tiles.md."""
    yield "{} V at the farthest pixel", [f"{cables.farthest(pins):.1f}"]
    joints = sum(len(part.pads) for part in board("tile").parts.values() if part.flat)
    cost = f"{ORDER + STENCIL + JOINT * TILES * joints:.1f}"
    yield "with {} flat joints a tile that is {} USD", [f"{joints}", cost]
    yield "`supply.feed` in `table.toml`, {} mm²", [f"{pins.supply.feed:g}"]
    yield "two wires of `supply.lead`, {} mm²", [f"{pins.supply.lead:g}"]
    yield "a dowel of 8 mm and {} mm stands", [f"{pillar_high(pins, tiles=True):g}"]
    yield "{} mm from the left and {} mm from the far border", [f"{at:g}" for at in PILLAR_OF_TILES]


def data_sheets(pins: PinMap) -> Iterator[Sentence]:
    """Yield the sentences with figures of data-sheets.md: the voltages and the time of the matrix."""
    *_, low, recovers = design_rules(pins)
    yield "should read low | {} V | below {} V", [f"{low.value:.2f}", f"{low.limit:.2f}"]
    yield "recovery of a column | {} us | below {} us", [f"{recovers.value:.0f}", f"{recovers.limit:.0f}"]
    other = levels.low(pins._replace(parts=pins.parts._replace(diode="1N4148")))
    yield "With 1N4148 the table is above the first limit ({} V)", [f"{other:.2f}"]
    pulled = levels.low(pins._replace(parts=pins.parts._replace(pull_up=10_000)))
    yield "far above ({} V)", [f"{pulled:.2f}"]


def first_build(pins: PinMap) -> Iterator[Sentence]:
    """Yield the sentences with figures of first-build.md."""
    own, others, ratio, pulled, stack, stacks, _, hall, *_, low, recovers = (one.value for one in design_rules(pins))
    reed, corner = pins.reed, play(pins)
    least, most = (f"{turns:g}" for turns in reed.pull_in)
    yield "{} mm off it to every side and corner", [f"{corner:g}"]
    yield "yes: {} AT or more at the worst, and {} AT close it", [f"{own:.0f}", most]
    yield ("yes: {} AT at the worst, and it opens at {} AT", [f"{others:.1f}", f"{reed.drop_out:g}"])
    alone = np.abs(felt(pins, [(corner, -corner)], remanence=1.3, lifted=0.2)[0])
    yield "the far reed alone has {} AT, the near one {} AT", [f"{turns:.0f}" for turns in alone]
    yield "not close: {} AT at the worst, and {} AT close it", [f"{stacks:.1f}", least]
    yield "it opens: {} AT at the worst, and it opens at {} AT", [f"{stack:.1f}", f"{reed.drop_out:g}"]
    yield ("right: {} mT at the worst, and it changes over at {} mT", [f"{hall:.1f}", f"{pins.hall.operate[1]:g}"])
    yield "{} mm high, on kitchen scales | {} gf", [f"{pins.stack:g}", f"{pulled:.1f}"]
    yield "allows, {} times in all", [f"{ratio * reed.drop_out / reed.pull_in[1]:.1f}"]
    yield "its maker's, {} mm long and {} mm across", [f"{side:g}" for side in COIL]
    amps = [f"{turns / 100:.2f}" for turns in reed.pull_in]
    yield "{} to {} A for {} to {} AT", [*amps, least, most]
    yield "its voltage at the chip | {} V at the worst, below {} V", [f"{low:.2f}", f"{levels.VIL:.2f}"]
    yield "on an oscilloscope | {} pF; {} us", [f"{pins.parts.line:g}", f"{recovers:.0f}"]


PAGES = {
    "README.md": ways_,
    "by-hand.md": by_hand,
    "tiles.md": tiles,
    "first-build.md": first_build,
    "data-sheets.md": data_sheets,
}


def with_figures(page: str, text: str, pins: PinMap) -> str:
    """Return the text of a page of this folder with its figures as they are for a map.

    Raises WiringError for a sentence that does not stand in the page just once.
    """
    for sentence, figures in PAGES[page](pins):
        words = re.escape(sentence).replace(r"\{\}", FIGURE).replace(r"\ ", r"\s+")
        found = list(re.finditer(words, text))
        if len(found) != 1:
            raise WiringError(f"wiring/{page}: {sentence!r} stands in it {len(found)} times")
        for at, figure in reversed(list(enumerate(figures, 1))):
            text = text[: found[0].start(at)] + figure + text[found[0].end(at) :]
    return text
