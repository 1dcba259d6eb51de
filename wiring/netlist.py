"""The netlist of the table, and its electrical rules.

The netlist is written as KiCad reads it; :func:`rules` checks the circuit.
"""

import json
from collections.abc import Iterator

from wiring.circuit import BUFFERED, GND, V5, V5_RAW, V33, Circuit, Leg, Part, Use
from wiring.orders import entries

_TYPES = {  # of KiCad
    Use.IN: "input",
    Use.OUT: "output",
    Use.BOTH: "bidirectional",
    Use.PASSIVE: "passive",
    Use.TAKES: "power_in",
    Use.GIVES: "power_out",
    Use.OPEN: "no_connect",
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
    known = entries()["footprints"]
    return str(known.get(part.value) or known[part.kind])


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
