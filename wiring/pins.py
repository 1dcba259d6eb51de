"""The pin map of the table: the wire on each pin, read from table.toml and checked."""

from collections.abc import Mapping
from hashlib import sha256
from importlib.resources import files
from typing import NamedTuple

import msgspec

from wiring.expanders import Pin, check_pins, check_reach, read_pin, uses
from wiring.places import Cell, check_cell
from wiring.read import CELLS, COLUMNS, ROWS, WiringError, overlay_names, read_overlay, read_toml
from wiring.reeds import Glass, Hall, Magnet, Reed, check_glass, check_hall, check_magnet, check_reed, sensor_current
from wiring.supply import Supply, check_supply

LAYERS = ("reed", "button", "tilt")
_ADDRESSES = range(0x20, 0x28)  # of an MCP23017, set by its pins A0-A2
DIODES = ("BAT85", "BAT54", "1N4148")
LONGEST_LINE = 1000  # pF; no column of a table this size has more
INTERNAL = "internal"
SMALL = "hourglass-table"
"""The name of the map of the hourglass table, which has the holes of that game alone."""
_HOLES, _ALL = "holes", "all"  # the cells that have tilt sensors
_STACK = "stack"  # among the games
HIGH_AT_START = (4, 5, 6)
"""The free GPIOs that the Pi pulls high until a program sets them (BCM2835 peripherals, 6.2)."""
_BUSES = {
    2: "SDA",
    3: "SCL",
    7: "SPI CE1",
    8: "SPI CE0",
    9: "SPI MISO",
    10: "SPI MOSI",
    11: "SPI SCLK",
    0: "the HAT's EEPROM",
    1: "the HAT's EEPROM",
}


class Parts(NamedTuple):
    """The parts of the matrix that can be chosen.

    diode: its type. pull_up: ohms of a resistor from each column to 3.3 V beside the chips' own
    pull-ups, None without such resistors. line: pF of a column's wires. tilts: the cells that have
    a tilt sensor, in order.
    """

    diode: str
    pull_up: int | None
    line: float
    tilts: tuple[int, ...]


class PinMap(NamedTuple):
    """The wire on each pin, and the parts of the table.

    Attributes:
        i2c_bus, i2c_rate, spi_bus, spi_rate: the numbers of the buses and their rates in Hz.
        chips: name -> I2C address, in the order of the file.
        rows: the pins that drive rows 0-7.
        columns: layer (reed, button, tilt) -> the pins that read its columns 0-11.
        reference, reference_row: the column that is joined to a row for good.
        powered: the pin that is high while the tilt sensors have 5 V, None without such a pin.
        chain: for each pixel from the first on, the cell that it lights.
        brightness: 0-1 of full.
        limit: the greatest current of all pixels together, mA.
        keys: name -> GPIO.
        buzzer: its GPIO.
        display: I2C address of the text display, None for a table without display.
        reset: the GPIO for RESET of all chips, None where RESET is on 3.3 V.
        parts: of the matrix. supply: of the pixels. cell: its sizes, and the places of its parts.
        reed, magnet: the reed switches, and the magnet of a piece.
        hall, glass: the tilt sensors, and the hourglasses.
        pieces: game -> number of pieces.
        stack: mm from foot to foot of stacked pieces.
        cells: the built cells: all, or those of the fields of a single game.
        layers: the built contacts of these cells; chips are limited to the chips for them.
        mark: a hash of the whole map except comments.
    """

    i2c_bus: int
    i2c_rate: int
    spi_bus: int
    spi_rate: int
    chips: Mapping[str, int]
    rows: tuple[Pin, ...]
    columns: Mapping[str, tuple[Pin, ...]]
    reference: Pin
    reference_row: int
    powered: Pin | None
    chain: tuple[int, ...]
    brightness: float
    limit: int
    keys: Mapping[str, int]
    buzzer: int
    display: int | None
    reset: int | None
    parts: Parts
    supply: Supply
    cell: Cell
    reed: Reed
    magnet: Magnet
    hall: Hall
    glass: Glass
    pieces: Mapping[str, int]
    stack: int
    cells: tuple[int, ...]
    layers: tuple[str, ...]
    mark: str

    @property
    def partial(self) -> bool:
        """Whether only some cells or contacts are built."""
        return len(self.cells) < CELLS or len(self.layers) < len(LAYERS)


class _Bus(msgspec.Struct, forbid_unknown_fields=True):
    bus: int
    rate: int


class _Reference(msgspec.Struct, forbid_unknown_fields=True):
    column: str
    row: int


class _Matrix(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    rows: list[str]
    reed: list[str]
    button: list[str]
    tilt: list[str]
    reference: _Reference
    powered: str | None = None


class _Lamps(msgspec.Struct, forbid_unknown_fields=True):
    chain: str
    brightness: float
    limit: int


class _Keys(msgspec.Struct, forbid_unknown_fields=True):
    CONFIRM: int
    UNDO: int
    HINT: int
    MENU: int


class _Gpio(msgspec.Struct, forbid_unknown_fields=True):
    gpio: int


class _Display(msgspec.Struct, forbid_unknown_fields=True):
    address: int


class _Parts(msgspec.Struct, forbid_unknown_fields=True):
    diode: str
    pull_up: int | str
    line: float
    tilts: str


class _Built(msgspec.Struct, forbid_unknown_fields=True):
    game: str
    layers: list[str]


class _TableFile(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    i2c: _Bus
    spi: _Bus
    chips: dict[str, int]
    matrix: _Matrix
    lamps: _Lamps
    keys: _Keys
    buzzer: _Gpio
    parts: _Parts
    supply: Supply
    cell: Cell
    reed: Reed
    magnet: Magnet
    hall: Hall
    glass: Glass
    pieces: dict[str, int]
    display: _Display | None = None
    reset: _Gpio | None = None
    built: _Built | None = None


def read_pins() -> PinMap:
    """Return the pin map that ships with the program. Raise WiringError."""
    return parse_pins(shipped_text(), "wiring/table.toml")


def read_small() -> PinMap:
    """Return the map of the hourglass table: the 22 holes of that game. Raise WiringError."""
    return parse_pins(shipped_text(SMALL), "wiring/hourglass_table/table.toml")


def shipped_text(name: str = "") -> str:
    """Return the text of the pin map that ships with the program; of the hourglass table by its name."""
    folder = files("wiring") / name.replace("-", "_") if name else files("wiring")
    return (folder / "table.toml").read_text("utf-8")


def parse_pins(text: str, source: str = "pin map") -> PinMap:
    """Return the pin map that a TOML text describes, as wiring/table.toml does.

    Raise WiringError with the entry of `source`, its fault, and a remedy.
    """
    try:
        data = msgspec.convert(read_toml(text), _TableFile)
        return _checked(data)
    except (msgspec.ValidationError, WiringError) as error:
        raise WiringError(f"{source}: {error}") from None


def _checked(data: _TableFile) -> PinMap:
    _check_buses(data)
    _check_chips(data)
    rows, columns, reference, powered = _matrix(data.matrix, data.chips)
    reed, magnet, hall, glass, supply = data.reed, data.magnet, data.hall, data.glass, data.supply
    check_reed(reed)
    check_magnet(magnet)
    check_hall(hall)
    check_glass(glass, data.cell.foot)
    check_cell(data.cell, reed)
    keys = msgspec.structs.asdict(data.keys)
    reset = data.reset.gpio if data.reset else None
    _check_gpios(keys, data.buzzer.gpio, reset)
    _check_lamps(data.lamps)
    cells, layers = _built(data.built)
    chain = _chain(data.lamps.chain)
    _check_built(cells, chain, data.matrix.reference.row)
    needed = {rows[cell // COLUMNS].chip for cell in cells} | {reference.chip}
    needed |= {columns[layer][cell % COLUMNS].chip for layer in layers for cell in cells}
    parts = _parts(data.parts)
    tilts = tuple(at for at in parts.tilts if at in cells and "tilt" in layers)
    check_supply(supply, data.lamps.limit, sensor_current(len(tilts), hall), len(cells))
    return PinMap(
        i2c_bus=data.i2c.bus,
        i2c_rate=data.i2c.rate,
        spi_bus=data.spi.bus,
        spi_rate=data.spi.rate,
        chips={name: address for name, address in data.chips.items() if name in needed},
        rows=rows,
        columns=columns,
        reference=reference,
        reference_row=data.matrix.reference.row,
        powered=powered if powered and powered.chip in needed else None,
        chain=chain,
        brightness=data.lamps.brightness,
        limit=data.lamps.limit,
        keys=keys,
        buzzer=data.buzzer.gpio,
        display=data.display.address if data.display else None,
        reset=reset,
        parts=parts._replace(tilts=tilts),
        supply=supply,
        cell=data.cell,
        reed=reed,
        magnet=magnet,
        hall=hall,
        glass=glass,
        pieces=_pieces(data.pieces, data.built),
        stack=_stack(data.pieces),
        cells=cells,
        layers=layers,
        mark=sha256(msgspec.json.encode(data)).hexdigest()[:8],
    )


def _matrix(
    matrix: _Matrix, chips: Mapping[str, int]
) -> tuple[tuple[Pin, ...], dict[str, tuple[Pin, ...]], Pin, Pin | None]:
    """Return the pins of the rows, of the columns of each layer, of the reference, and of the supply's sense."""
    columns = {
        layer: tuple(read_pin(f"matrix.{layer}[{at}]", text, chips) for at, text in enumerate(pins))
        for layer, pins in zip(LAYERS, (matrix.reed, matrix.button, matrix.tilt), strict=True)
    }
    rows = tuple(read_pin(f"matrix.rows[{at}]", text, chips) for at, text in enumerate(matrix.rows))
    reference = read_pin("matrix.reference.column", matrix.reference.column, chips)
    if not 0 <= matrix.reference.row < ROWS:
        raise WiringError(f"matrix.reference.row: there is no row {matrix.reference.row}; rows are 0-{ROWS - 1}")
    check_reach(rows, columns)
    powered = None if matrix.powered is None else read_pin("matrix.powered", matrix.powered, chips)
    check_pins([*uses(rows, columns, reference, powered)], chips)
    return rows, columns, reference, powered


def _built(built: _Built | None) -> tuple[tuple[int, ...], tuple[str, ...]]:
    """Return the cells that are built, and their contacts."""
    if built is None:
        return tuple(range(CELLS)), LAYERS
    for layer in built.layers:
        if layer not in LAYERS:
            raise WiringError(f"built.layers: {layer!r} is none of {', '.join(LAYERS)}")
    if "reed" not in built.layers:
        raise WiringError("built.layers: without reed nothing is seen of a piece; name what is built, reed among it")
    if built.game not in overlay_names():
        raise WiringError(f"built.game: {built.game!r} is none of {', '.join(overlay_names())}")
    cells = read_overlay(built.game).names
    return tuple(sorted(cells)), tuple(layer for layer in LAYERS if layer in built.layers)


def _check_built(cells: tuple[int, ...], chain: tuple[int, ...], reference_row: int) -> None:
    """Raise WiringError unless the built cells work without the rest."""
    if set(chain[: len(cells)]) != set(cells):
        raise WiringError(
            "built.game: the pixels of its fields are not the first of lamps.chain; number them "
            f"from 0 to {len(cells) - 1}"
        )
    if reference_row not in {cell // COLUMNS for cell in cells}:
        raise WiringError(f"matrix.reference.row: row {reference_row} has no field of built.game; take one that has")


def _pieces(pieces: dict[str, int], built: _Built | None) -> dict[str, int]:
    """Return the number of pieces of each game that can be played on the built cells."""
    known = overlay_names()
    games = {name: number for name, number in pieces.items() if name != _STACK}
    for game in sorted(set(known) ^ set(games)):
        if game in known:
            raise WiringError(f"pieces: {game} is missing; give how many pieces it has")
        raise WiringError(f"pieces: there is no game {game!r}; there is: {', '.join(known)}")
    return games if built is None else {built.game: games[built.game]}


def _stack(pieces: dict[str, int]) -> int:
    stack = pieces.get(_STACK, 0)
    if not 5 <= stack <= 40:
        raise WiringError(f"pieces.stack: {stack} mm; give how high a piece is that others stand on, 5 to 40")
    return stack


def _parts(parts: _Parts) -> Parts:
    if parts.diode not in DIODES:
        raise WiringError(f"parts.diode: {parts.diode!r} is none of {', '.join(DIODES)}")
    if parts.pull_up != INTERNAL and not (isinstance(parts.pull_up, int) and 1_000 <= parts.pull_up <= 1_000_000):
        raise WiringError(f"parts.pull_up: {parts.pull_up!r} is neither {INTERNAL!r} nor 1000 to 1,000,000 ohms")
    if not 0 < parts.line <= LONGEST_LINE:
        raise WiringError(
            f"parts.line: {parts.line:g} pF is no column of this table; measure one, 200 is usual, "
            f"{LONGEST_LINE} the most"
        )
    if parts.tilts not in (_HOLES, _ALL):
        raise WiringError(f"parts.tilts: {parts.tilts!r} is neither {_HOLES!r} nor {_ALL!r}")
    pull_up = parts.pull_up if isinstance(parts.pull_up, int) else None
    tilts = tuple(range(CELLS)) if parts.tilts == _ALL else _holes()
    return Parts(parts.diode, pull_up, parts.line, tilts)


def _holes() -> tuple[int, ...]:
    """Return the cells in which the overlays have a place for an hourglass."""
    overlays = map(read_overlay, overlay_names())
    return tuple(sorted({at for one in overlays if one.tilts for at in one.names}))


def _check_lamps(lamps: _Lamps) -> None:
    if not 0 < lamps.brightness <= 1:
        raise WiringError(f"lamps.brightness: {lamps.brightness:g} is not above 0 and up to 1")
    if lamps.limit <= 0:
        raise WiringError(f"lamps.limit: {lamps.limit} mA light nothing; give what the supply can spare")


def _check_buses(data: _TableFile) -> None:
    if data.i2c.bus != 1:
        raise WiringError(f"i2c.bus: the Pi's header has bus 1 (GPIO 2 and 3), not {data.i2c.bus}")
    if data.spi.bus != 0:
        raise WiringError(f"spi.bus: the Pi's header has bus 0 (GPIO 10), not {data.spi.bus}")
    if not 0 < data.i2c.rate <= 400_000:
        raise WiringError(
            f"i2c.rate: an MCP23017 at 3.3 V runs at up to 400,000 Hz (1.7 MHz from 4.5 V on), not {data.i2c.rate}"
        )
    if not 5_900_000 <= data.spi.rate <= 6_900_000:
        raise WiringError(f"spi.rate: WS2812B want 6,400,000 Hz (5.9 to 6.9 million do), not {data.spi.rate}")


def _check_chips(data: _TableFile) -> None:
    taken: dict[int, str] = {}
    for name, address in data.chips.items():
        if address not in _ADDRESSES:
            raise WiringError(f"chips.{name}: {address:#x} is no address of an MCP23017; they are 0x20-0x27")
        if address in taken:
            raise WiringError(
                f"chips.{name}: {address:#x} is the address of {taken[address]} already; set A0-A2 differently"
            )
        taken[address] = name
    if data.display is not None and data.display.address not in (0x3C, 0x3D):
        raise WiringError(
            f"display.address: {data.display.address:#x} is no address of an SSD1306; they are 0x3c and 0x3d"
        )


def _check_gpios(keys: Mapping[str, int], buzzer: int, reset: int | None) -> None:
    gpios = {f"keys.{name}": gpio for name, gpio in keys.items()} | {"buzzer.gpio": buzzer}
    if reset is not None:
        gpios["reset.gpio"] = reset
    taken: dict[int, str] = {}
    for entry, gpio in gpios.items():
        if not 0 <= gpio <= 27:
            raise WiringError(f"{entry}: there is no GPIO {gpio}; the Pi's header has 4-27")
        if gpio in _BUSES:
            raise WiringError(f"{entry}: GPIO {gpio} is {_BUSES[gpio]}; take one of 4-6 or 12-27")
        if gpio in taken:
            raise WiringError(f"{entry}: GPIO {gpio} is {taken[gpio]} already; take another")
        taken[gpio] = entry
    if reset is not None and reset not in HIGH_AT_START:
        raise WiringError(
            f"reset.gpio: the Pi pulls GPIO {reset} low while it starts, and holds the chips; "
            f"take one of {', '.join(map(str, HIGH_AT_START))}"
        )


def _chain(drawn: str) -> tuple[int, ...]:
    """Return the cell of each pixel. drawn: 8 lines of 12 numbers, the pixel of each cell."""
    rows = [line.split() for line in drawn.strip().splitlines()]
    if len(rows) != ROWS or any(len(row) != COLUMNS for row in rows):
        shape = ", ".join(str(len(row)) for row in rows)
        raise WiringError(f"lamps.chain: {len(rows)} rows of {shape} pixels; draw {ROWS} rows of {COLUMNS}")
    cells: dict[int, int] = {}
    for at, text in enumerate(text for row in rows for text in row):
        row, column = divmod(at, COLUMNS)
        where = f"lamps.chain, row {row}, column {column}"
        if not (text.isdecimal() and len(text) < 4 and int(text) < CELLS):
            raise WiringError(f"{where}: {text!r} is no pixel; they are 0-{CELLS - 1}")
        if int(text) in cells:
            first = divmod(cells[int(text)], COLUMNS)
            raise WiringError(
                f"{where}: pixel {text} lies at row {first[0]}, column {first[1]} already; give each cell its own"
            )
        cells[int(text)] = at
    return tuple(cells[pixel] for pixel in range(CELLS))
