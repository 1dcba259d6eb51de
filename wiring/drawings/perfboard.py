"""The drawing of both perfboards from above: the hole of every pin that is soldered to them."""

from wiring.circuit import GND, Leg, circuit
from wiring.drawings.shapes import BLACK, GREY, Page, Point, ink_of, label
from wiring.perfboards import DATA, DEEP, LONG, WIDE, Soldered, soldered
from wiring.pins import PinMap

_HOLE = 0.26  # units from hole to hole, 2.54 mm
_SECOND = 65  # the column at which the second board is drawn
_SMALL = 24, 18  # its holes that are drawn: it is as large, and the rest stays empty


def draw(pins: PinMap) -> str:
    """Return the drawing of both perfboards as SVG."""
    page = Page("The perfboards, from above")
    page.text((0, 1.5), "The perfboards from above, a line a hole; the wires between them are in harness.csv", 13)
    page.text((0, 0.75), f"the chips: {WIDE} x {DEEP} holes of 2.54 mm", 10.5)
    _board(page, 0, WIDE, DEEP)
    page.text(_point(_SECOND + 1, -3), "the level shifter", 10.5)
    _board(page, _SECOND, *_SMALL)
    for one in soldered(pins, circuit(pins)):
        if len(one.part.legs) > 2:
            _many_legged(page, one)
        else:
            _standing(page, one)
    page.text(
        _point(_SECOND, 25),
        "Sockets of the chips first, notch up, then resistors,\ncapacitors and the diode (band up), last the ribbon's\n"
        "end. Leg 1 of a resistor is the upper one. Take a\nboard whose holes are not joined.\n"
        "J1 is the Pi's header seen from above, pin 1 at the\nend away from its USB sockets. What is grey stays\n"
        "open: above all its 5 V, pins 2 and 4.",
        9.5,
        "left",
        GREY,
    )
    return page.svg(pins)


def _point(column: float, row: float) -> Point:
    return column * _HOLE, -row * _HOLE


def _on(one: Soldered, hole: tuple[int, int]) -> Point:
    """Return a hole of a part's board as column and row of the drawing."""
    return hole[0] + (_SECOND if one.board == DATA else 0), hole[1]


def _board(page: Page, left: int, wide: int, deep: int) -> None:
    """Draw a board with a line for every fifth row and column of holes."""
    page.box(*_point(left, 0), *_point(left + wide + 1, deep + 1), fill="#fbf7ee", ink=GREY, width=1)
    for n in range(5, wide + 1, 5):
        page.text(_point(left + n, -0.8), str(n), 7, "center", GREY)
    for n in range(5, deep + 1, 5):
        page.text(_point(left - 0.4, n), str(n), 7, "right", GREY)


def _many_legged(page: Page, one: Soldered) -> None:
    """Draw a chip, or the end of the ribbon of the Pi's header, with the net on each of its pins."""
    left, top = _on(one, one.holes["1"])
    right, near = left + 3, top + len(one.part.legs) / 2
    if one.part.kind == "pi":
        page.text(_point(left + 0.5, top - 1.1), one.part.ref, 8, "center")
    else:
        page.box(*_point(left + 0.5, top - 0.7), *_point(right - 0.5, near - 0.3), fill="white", width=1)
        page.ring(_point(left + 1.5, top - 0.7), 0.09, fill="white")
        page.text(_point(left + 1.5, (top + near) / 2), one.part.ref, 8, "center")
    for leg in one.part.legs:
        at = _on(one, one.holes[leg.number])
        page.dot(_point(*at), ink_of(leg.net))
        if leg.net is not None or one.part.kind != "pi":
            _name(page, at, leg, left=at[0] == left)


def _name(page: Page, at: Point, leg: Leg, *, left: bool) -> None:
    """Write the number of a pin and its net beside its hole."""
    net = leg.net
    said = "" if net is None else "0 V" if net == GND else label(net).replace(" column", "")
    text = f"{said} {leg.number}" if left else f"{leg.number} {said}"
    page.text(_point(at[0] + (-0.5 if left else 0.5), at[1]), text.strip(), 6, "right" if left else "left", ink_of(net))


def _standing(page: Page, one: Soldered) -> None:
    """Draw a part of two legs from its leg 1 towards the near edge."""
    at, end = (_on(one, hole) for hole in one.holes.values())
    page.wire(_point(*at), _point(*end), ink=BLACK, width=1)
    if end[1] - at[1] == LONG:
        page.box(*_point(at[0] - 0.5, at[1] + 1), *_point(at[0] + 0.5, end[1] - 1), fill="white", width=1)
        page.text(_point(end[0], end[1] + 1), one.part.value, 6, "center", GREY)
    for hole in (at, end):
        page.dot(_point(*hole))
    page.text(_point(at[0], at[1] - 1), one.part.ref, 6, "center")
