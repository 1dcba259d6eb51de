"""The electrical rules of the circuit."""

from collections.abc import Iterator

from wiring.circuit import BUFFERED, GND, V5, V5_RAW, V33, Circuit, Use

_SUPPLIES = (V33, V5, V5_RAW, GND)
_LOW_VOLTAGE = ("pi", "expander", "display")  # parts that 5 V would destroy


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
