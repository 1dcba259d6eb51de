"""Who has which pins of the header, and how fast the I2C bus is set up."""

from pathlib import Path

import pytest
from support.at_table import ENGLISH
from support.emulation import PINS

from firmware.selftest.machine import Machine, faults_of, notes_of
from hal.pi import device_tree
from hal.pi.device_tree import bus_rate, claims


def node(folder: Path, **properties: bytes) -> None:
    folder.mkdir(parents=True)
    for name, value in properties.items():
        (folder / name.replace("__", ",").replace("_", "-")).write_bytes(value)


@pytest.fixture
def tree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The tree of a Pi as it is delivered: buses on the pins that the table means them to have."""
    monkeypatch.setattr(device_tree, "_TREE", tmp_path)
    groups = {1: (2, 3), 2: (7, 8, 9, 10, 11), 3: (18, 19, 20, 21), 4: (14, 15)}
    for handle, gpios in groups.items():
        pins = b"".join(gpio.to_bytes(4, "big") for gpio in gpios)
        node(tmp_path / f"soc/gpio/{handle}", phandle=handle.to_bytes(4, "big"), brcm__pins=pins)
    node(tmp_path / "soc/i2c@7e804000", pinctrl_0=b"\0\0\0\1", status=b"okay\0")
    node(tmp_path / "soc/spi@7e204000", pinctrl_0=b"\0\0\0\2\0\0\0\2", status=b"okay\0")
    node(tmp_path / "soc/i2s@7e203000", pinctrl_0=b"\0\0\0\3", status=b"disabled\0")
    node(tmp_path / "soc/serial@7e201000", pinctrl_0=b"\0\0\0\4")
    return tmp_path


def test_a_pi_as_it_is_delivered_leaves_the_table_its_pins(tree: Path) -> None:
    assert claims(PINS) == []
    (tree / "soc/i2s@7e203000/status").write_bytes(b"okay\0")
    (claim,) = claims(PINS)
    assert claim.startswith("GPIO 18, where the buzzer is, belongs to a sound card")


def test_a_machine_without_a_device_tree_claims_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(device_tree, "_TREE", tmp_path / "none")
    assert claims(PINS) == []


@pytest.mark.parametrize(
    ("rate", "told"),
    [
        (100_000, "The I2C bus runs at 100000 bits a second instead of 400000: set"),
        (400_000, "The contacts can be read 140 times a second."),
        (None, "The contacts can be read 140 times a second."),
    ],
)
def test_the_rate_of_the_bus_is_read_where_linux_says_it(
    rate: int | None, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(device_tree, "_BUSES", tmp_path)
    if rate is not None:
        node(tmp_path / "i2c-1/of_node", clock_frequency=rate.to_bytes(4, "big"))
    machine = Machine(bus=bus_rate(PINS))
    lines = [*faults_of(machine, 140, 100, PINS), *notes_of(machine, 140, 100, ())]
    assert ENGLISH(lines[0].text, **lines[0].values).startswith(told)
