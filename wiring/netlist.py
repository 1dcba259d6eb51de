"""The netlist of the table, and its electrical rules.

The netlist is written as KiCad reads it; :func:`rules` checks the circuit.
"""

import json
from collections.abc import Iterator

from wiring.circuit import BUFFERED, GND, V5, V5_RAW, V33, Circuit, Leg, Part, Use

_TYPES = {  # of KiCad
    Use.IN: "input",
    Use.OUT: "output",
    Use.BOTH: "bidirectional",
    Use.PASSIVE: "passive",
    Use.TAKES: "power_in",
    Use.GIVES: "power_out",
    Use.OPEN: "no_connect",
}
_RESISTOR = "Resistor_THT:R_Axial_DIN0207_L6.3mm_D2.5mm_P10.16mm_Horizontal"
_TWO_WIRES = "Connector_PinHeader_2.54mm:PinHeader_1x02_P2.54mm_Vertical"
_TRANSISTOR = "Package_TO_SOT_THT:TO-92_Inline"
_FOOTPRINTS = {  # by kind; pads are numbered like the legs of the circuit
    "pi": "Connector_PinSocket_2.54mm:PinSocket_2x20_P2.54mm_Vertical",
    "expander": "Package_DIP:DIP-28_W7.62mm_Socket",
    "reed": "Resistor_THT:R_Axial_DIN0414_L11.9mm_D4.5mm_P20.32mm_Horizontal",
    "button": "Button_Switch_THT:SW_PUSH_6mm",
    "tilt": _TRANSISTOR,
    "hall": _TRANSISTOR,
    "pull-up": _RESISTOR,
    "470 ohm": _RESISTOR,
    "47 ohm": _RESISTOR,
    "330 ohm": _RESISTOR,
    "1 kohm": _RESISTOR,
    "10 kohm": _RESISTOR,
    "15 kohm": _RESISTOR,
    "47 kohm": _RESISTOR,
    "100 nF": "Capacitor_THT:C_Disc_D5.0mm_W2.5mm_P5.00mm",
    "1000 uF": "Capacitor_THT:CP_Radial_D10.0mm_P5.00mm",
    "supply": "TerminalBlock_Phoenix:TerminalBlock_Phoenix_MKDS-1,5-2-5.08_1x02_P5.08mm_Horizontal",
    "fuse": "Fuse:Fuseholder_Cylinder-5x20mm_Schurter_0031_8201_Horizontal_Open",
    "level shifter": "Package_DIP:DIP-14_W7.62mm_Socket",
    "pixel": "LED_SMD:LED_WS2812B_PLCC4_5.0x5.0mm_P3.2mm",
    "row fuse": _TWO_WIRES,
    "key": _TWO_WIRES,
    "buzzer": _TWO_WIRES,
    "display": "Connector_PinSocket_2.54mm:PinSocket_1x04_P2.54mm_Vertical",
}
_BY_VALUE = {  # of kinds with several footprints
    "1N4148": "Diode_THT:D_DO-35_SOD27_P7.62mm_Horizontal",
    "BAT85": "Diode_THT:D_DO-34_SOD68_P7.62mm_Horizontal",
    "BAT54": "Diode_SMD:D_SOD-323",
    "2N7002": "Package_TO_SOT_SMD:SOT-23",
    "DRV5013AD in SOT-23": "Package_TO_SOT_SMD:SOT-23",
    "47 kohm 0805": "Resistor_SMD:R_0805_2012Metric",
    "100 nF 0805": "Capacitor_SMD:C_0805_2012Metric",
}
_SUPPLIES = (V33, V5, V5_RAW, GND)
_LOW_VOLTAGE = ("pi", "expander", "display")  # parts that 5 V would destroy


def netlist(wired: Circuit) -> str:
    """Return the circuit as a KiCad netlist: a line for each part, and for each leg on a net."""
    lines = ['(export (version "E")', "  (components"]
    for part in wired.parts.values():
        about = f"(value {_quoted(part.value)}) (footprint {_quoted(footprint(part))})"
        lines.append(f"    (comp (ref {_quoted(part.ref)}) {about})")
    lines += ["  )", "  (nets"]
    for code, (name, legs) in enumerate(wired.nets().items(), 1):
        lines.append(f'    (net (code "{code}") (name {_quoted(name)})')
        lines += [f"      {_node(part, leg)}" for part, leg in legs]
        lines[-1] += ")"
    return "\n".join([*lines, "  ))", ""])


def footprint(part: Part) -> str:
    """Return the footprint of KiCad's own library for a part."""
    return _BY_VALUE.get(part.value) or _FOOTPRINTS[part.kind]


def _node(part: Part, leg: Leg) -> str:
    kind = _TYPES[leg.use]
    return (
        f"(node (ref {_quoted(part.ref)}) (pin {_quoted(leg.number)}) "
        f'(pinfunction {_quoted(leg.name)}) (pintype "{kind}"))'
    )


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


def rules(wired: Circuit) -> Iterator[str]:
    """Yield the faults of the circuit, a line for each."""
    for name, legs in wired.nets().items():
        ends = [f"{part.ref} {leg.name}" for part, leg in legs]
        if len(legs) < 2:
            yield f"net {name} goes nowhere: only {ends[0]} is on it"
        drivers = [end for end, (_, leg) in zip(ends, legs, strict=True) if leg.use is Use.OUT]
        if len(drivers) > 1 or (drivers and name in _SUPPLIES):
            yield f"net {name} is driven by {' and '.join(drivers)}"
        if name == BUFFERED or name.startswith((V5, "DATA")):
            for part, leg in legs:
                if part.kind in _LOW_VOLTAGE:
                    yield f"net {name} has 5 V, which {part.ref} {leg.name} does not bear"
        if drivers or name in _SUPPLIES:
            continue
        if not any(leg.use in (Use.BOTH, Use.PASSIVE) for _, leg in legs):
            yield f"net {name} has nothing that drives it: {', '.join(ends)}"
    for part in wired.parts.values():
        for leg in part.legs:
            if leg.net is None and leg.use is not Use.OPEN:
                yield f"{part.ref} {leg.name} (pin {leg.number}) is joined to nothing"
