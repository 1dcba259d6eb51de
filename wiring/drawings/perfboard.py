"""The drawing of both perfboards from above: the hole of every pin that is soldered to them."""

from wiring.circuit import GND, Circuit, Part, circuit, shifter
from wiring.drawings.shapes import BLACK, GREY, Page, Point, ink_of, label
from wiring.pins import PinMap

_HOLE = 0.26  # units from hole to hole, 2.54 mm
_WIDE, _DEEP = 61, 38  # holes of a board of 160 x 100 mm
_CHIPS, _CHIP_ROW = (11, 27, 43), 5  # the columns of pin 1 of each chip, and its row
_HEADER = 57, 2  # pin 1 of the socket for the ribbon of the Pi's header
_BANKS, _APART, _LONG = (23, 31), 4, 4  # the rows of resistors and diodes, and holes from one to the next
_SECOND = 66  # the column at which the second board is drawn
_SMALL = 24, 18  # its holes that are drawn: it is as large, and the rest stays empty


def draw(pins: PinMap) -> str:
    """Return the drawing of both perfboards as SVG."""
    wired = circuit(pins)
    page = Page("The perfboards, from above")
    page.text((0, 1.5), "The perfboards from above, a line a hole; the wires between them are in harness.csv", 13)
    page.text((0, 0.75), f"the chips: {_WIDE} x {_DEEP} holes of 2.54 mm", 10.5)
    _board(page, 0, _WIDE, _DEEP)
    for (chip, _), column in zip(pins.chips.items(), _CHIPS, strict=False):
        _dip(page, wired.parts[chip], column, _CHIP_ROW)
        _standing(page, f"C_{chip}", (column - 6, _CHIP_ROW + 8), 2)
    _socket(page, wired.parts["J1"])
    for n, part in enumerate(_banked(wired)):
        bank, at = divmod(n, (_WIDE - 3) // _APART)
        _standing(page, part.ref, (3 + _APART * at, _BANKS[bank]), _LONG, part.value)
    page.text(_point(_SECOND, -3), "the level shifter", 10.5)
    _board(page, _SECOND - 1, *_SMALL)
    legs = shifter()
    _dip(page, wired.parts["LS1"]._replace(legs=legs), _SECOND + 9, 3)
    _standing(page, "C_LS1", (_SECOND + 2, 3), 2)
    for n, ref in enumerate(("R1", "R_FIVE")):
        if ref in wired.parts:
            _standing(page, ref, (_SECOND + 3 + 6 * n, 12), _LONG, wired.parts[ref].value)
    page.text(
        _point(_SECOND - 1, 24),
        "Sockets of the chips first, notch up, then resistors,\ncapacitors and the diode (band up), last the ribbon's\n"
        "end. Leg 1 of a resistor is the upper one. Take a\nboard whose holes are not joined.",
        9.5,
        "left",
        GREY,
    )
    return page.svg(pins)


def _banked(wired: Circuit) -> list[Part]:
    """Return the resistors of the chips' board, and the reference diode."""
    there = [part for part in wired.parts.values() if part.ref.startswith("R_") and part.ref != "R_FIVE"]
    return [*there, wired.parts["R2"], wired.parts["DREF"]]


def _point(column: float, row: float) -> Point:
    return column * _HOLE, -row * _HOLE


def _board(page: Page, left: int, wide: int, deep: int) -> None:
    """Draw a board with a line for every fifth row and column of holes."""
    page.box(*_point(left, 0), *_point(left + wide + 1, deep + 1), fill="#fbf7ee", ink=GREY, width=1)
    for n in range(5, wide + 1, 5):
        page.text(_point(left + n, -0.8), str(n), 7, "center", GREY)
    for n in range(5, deep + 1, 5):
        page.text(_point(left - 0.4, n), str(n), 7, "right", GREY)


def _dip(page: Page, part: Part, column: int, row: int) -> None:
    """Draw a chip with the net on each of its pins. column, row: of pin 1."""
    half = len(part.legs) // 2
    page.box(*_point(column + 0.5, row - 0.7), *_point(column + 2.5, row + half - 0.3), fill="white", width=1)
    page.ring(_point(column + 1.5, row - 0.7), 0.09, fill="white")
    page.text(_point(column + 1.5, row + half / 2), part.ref, 8, "center")
    for leg in part.legs:
        number = int(leg.number)
        left = number <= half
        at = (column, row + number - 1) if left else (column + 3, row + 2 * half - number)
        ink = ink_of(leg.net)
        page.dot(_point(*at), ink)
        _name(page, at, number, leg.net, left=left)


def _socket(page: Page, part: Part) -> None:
    """Draw the end of the ribbon of the Pi's header: odd pins left, even pins right."""
    column, row = _HEADER
    page.text(_point(column + 0.5, row - 1.1), "J1", 8, "center")
    for leg in part.legs:
        number = int(leg.number)
        at = column + (number + 1) % 2, row + (number - 1) // 2
        ink = ink_of(leg.net)
        page.dot(_point(*at), ink)
        if leg.net is not None:
            _name(page, at, number, leg.net, left=number % 2 == 1)


def _name(page: Page, at: Point, number: int, net: str | None, *, left: bool) -> None:
    """Write the number of a pin and its net beside its hole."""
    said = "" if net is None else "0 V" if net == GND else label(net).replace(" column", "")
    text = f"{said} {number}" if left else f"{number} {said}"
    page.text(_point(at[0] + (-0.5 if left else 0.5), at[1]), text.strip(), 6, "right" if left else "left", ink_of(net))


def _standing(page: Page, ref: str, at: Point, long: int, value: str = "") -> None:
    """Draw a part of two legs from its leg 1 at a hole towards the near edge. long: in holes."""
    end = at[0], at[1] + long
    page.wire(_point(*at), _point(*end), ink=BLACK, width=1)
    if long == _LONG:
        page.box(*_point(at[0] - 0.5, at[1] + 1), *_point(at[0] + 0.5, at[1] + long - 1), fill="white", width=1)
        page.text(_point(end[0], end[1] + 1), value, 6, "center", GREY)
    for hole in (at, end):
        page.dot(_point(*hole))
    page.text(_point(at[0], at[1] - 1), ref, 6, "center")
