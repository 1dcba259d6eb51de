"""A pin map as text, with a learnt map written into it; comments stay."""

import tomlkit
from tomlkit.items import Array, Table

from wiring.expanders import Pin
from wiring.pins import PinMap
from wiring.read import COLUMNS


def rewritten(text: str, pins: PinMap) -> str:
    """Return a pin map like ``table.toml`` with addresses, rows, columns and chain of `pins`."""
    data = tomlkit.parse(text)
    chips, matrix, lamps = data["chips"], data["matrix"], data["lamps"]
    assert isinstance(chips, Table)
    assert isinstance(matrix, Table)
    assert isinstance(lamps, Table)
    for name, address in pins.chips.items():
        if chips[name] != address:
            chips[name] = tomlkit.value(f"{address:#x}")
    matrix["rows"] = _array(pins.rows)
    for layer, columns in pins.columns.items():
        matrix[layer] = _array(columns)
    matrix["reference"]["row"] = pins.reference_row
    lamps["chain"] = tomlkit.string(_drawn(pins.chain), multiline=True)
    return tomlkit.dumps(data)


def _array(pins: tuple[Pin, ...]) -> Array:
    array = tomlkit.array()
    array.extend(map(str, pins))
    return array.multiline(multiline=True)


def _drawn(chain: tuple[int, ...]) -> str:
    """Return the table as it lies, with the number of each cell's pixel."""
    pixel = {cell: at for at, cell in enumerate(chain)}
    cells = sorted(pixel)
    rows = [cells[at : at + COLUMNS] for at in range(0, len(cells), COLUMNS)]
    return "\n" + "".join(" ".join(f"{pixel[cell]:2}" for cell in row) + "\n" for row in rows)
