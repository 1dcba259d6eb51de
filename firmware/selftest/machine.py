"""The Raspberry Pi under a table: faults of its core clock, its bus and its pins."""

from collections.abc import Sequence
from typing import NamedTuple

from firmware.words import N_, Text
from hal import HalError, Table
from hal.pi.core_clock import CoreClock, judge, read_core_clock
from hal.pi.device_tree import bus_rate, claims
from hal.simulated import SimulatedTable
from hal.trace import SECOND
from wiring import PinMap

_SCANS = 50  # that are timed


class Machine(NamedTuple):
    """The state of a Raspberry Pi.

    Attributes:
        core: its core clock, None where the table does not depend on it.
        bus: bits a second for which its I2C bus is set up, None if not known.
        claims: sentences about pins of the table that are taken by others.
    """

    core: CoreClock | None = None
    bus: int | None = None
    claims: Sequence[str] = ()


def read_machine(pins: PinMap) -> Machine:
    """Return the state of this machine."""
    return Machine(read_core_clock(), bus_rate(pins), claims(pins))


def emulated_machine(table: SimulatedTable) -> Machine:
    """Return the state of the machine of a simulated table, as its broken parts have it."""
    core = judge("Raspberry Pi 4", {"core_freq": 500, "core_freq_min": 200})
    pins, owners = getattr(table, "pins", None), getattr(table, "owners", {})
    return Machine(core if getattr(table, "moving", False) else None, None, claims(pins, owners) if pins else ())


def scans_a_second(table: Table) -> float | None:
    """Return how many scans a second a table can do in immediate succession.

    None when that cannot be measured: its contacts cannot be read, or its scans take no time, as in
    a simulated table.
    """
    began = table.clock.now()
    try:
        for _ in range(_SCANS):
            table.sense.scan()
    except HalError:
        return None
    took = table.clock.now() - began
    return _SCANS * SECOND / took if took else None


def faults_of(machine: Machine, rate: float | None, least: int, pins: PinMap) -> list[Text]:
    """Return the machine's faults as lines for the builder.

    Args:
        machine: the state of the machine.
        rate: scans a second that the table can do, None if not known.
        least: scans a second that the table needs.
        pins: the map of the table.
    """
    sentences = list(machine.claims)
    if machine.core is not None and machine.core.fault:
        sentences.append(machine.core.fault)
    lines = [Text(N_("machine: {error}"), {"error": one}) for one in sentences]
    values = {"bus": pins.i2c_rate}
    if machine.bus is not None and machine.bus < pins.i2c_rate:
        text = N_(
            "The I2C bus runs at {set} bits a second instead of {bus}: set "
            "dtparam=i2c_arm_baudrate={bus} in /boot/firmware/config.txt and restart the Pi."
        )
        lines.append(Text(text, values | {"set": machine.bus}))
    elif rate is not None and rate < least:
        text = N_(
            "The contacts can be read only {rate} times a second, but {least} are needed. Is "
            "dtparam=i2c_arm_baudrate={bus} set in /boot/firmware/config.txt?"
        )
        lines.append(Text(text, values | {"rate": int(rate), "least": least}))
    return lines


def notes_of(machine: Machine, rate: float | None, least: int, notes: Sequence[str]) -> list[Text]:
    """Return remarks about the machine for the builder; see :func:`faults_of`.

    notes: remarks about the table's parts.
    """
    lines = [Text(N_("{note}."), {"note": note}) for note in notes]
    core = machine.core
    if core is not None and core.steady is None:
        text = N_(
            "Whether the core clock is fixed cannot be read here: is {line} in "
            "/boot/firmware/config.txt? Without it all pixels may light up white."
        )
        lines.append(Text(text, {"line": core.line}))
    elif core is not None and core.steady:
        lines.append(Text(N_("The core clock is fixed, as the data of the pixels require."), {}))
    if rate is not None and rate >= least:
        text = N_("The contacts can be read {rate} times a second.")
        lines.append(Text(text, {"rate": int(rate)}))
    return lines
