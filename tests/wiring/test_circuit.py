"""The circuit: every contact where a scan looks for it, no rule broken."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from wiring import COLUMNS, LAYERS, ROWS, read_pins
from wiring.circuit import Circuit, Leg, Part, Use, circuit, contact, dip_pin
from wiring.electrical_rules import rules
from wiring.pins import parse_pins

PINS = read_pins()
WIRED = circuit(PINS)
TEXT = (Path(__file__).parents[1] / "data" / "table.toml").read_text("utf-8")
ONCE = circuit(parse_pins(TEXT))  # not as wired now: where a test names pins


def rewired(ref: str, nets: Mapping[str, str | None], wired: Circuit = WIRED) -> Circuit:
    """The circuit with pins of one part joined to something else."""
    part = wired.parts[ref]
    assert nets.keys() <= {leg.name for leg in part.legs}
    legs = tuple(leg._replace(net=nets.get(leg.name, leg.net)) for leg in part.legs)
    return Circuit({**wired.parts, ref: part._replace(legs=legs)})


def without(ref: str) -> Circuit:
    return Circuit({name: part for name, part in WIRED.parts.items() if name != ref})


# What is joined to what


def ends(net: str) -> list[str]:
    return [f"{part.ref} {leg.number}" for part, leg in WIRED.nets()[net]]


def test_the_pi_resets_all_chips_and_a_resistor_holds_them_while_it_does_not() -> None:
    assert ends("RESET") == ["J1 7", "U1 18", "U2 18", "U3 18", "R_RESET 1"]
    assert WIRED.parts["R_RESET"].net("2") == "+3V3"
    assert {ONCE.parts[chip].net("RESET") for chip in ("U1", "U2")} == {"+3V3"}


def test_a_free_pin_sees_3_v_of_the_5_v_of_the_tilt_sensors_and_no_pull_up() -> None:
    assert ends("POWERED") == ["U3 7", "R_FIVE 2", "R_ZERO 2"]
    five, zero = WIRED.parts["R_FIVE"], WIRED.parts["R_ZERO"]
    assert (five.net("1"), zero.net("1")) == ("+5V", "GND")
    high = float(five.value.split()[0]), float(zero.value.split()[0])
    assert 0.8 * 3.3 < 5 * high[1] / sum(high) * 0.95 < 5 * high[1] / sum(high) * 1.1 < 3.3 + 0.3
    without = circuit(PINS._replace(powered=None))
    assert not {"R_FIVE", "R_ZERO"} & without.parts.keys()


@pytest.mark.parametrize("layer", LAYERS)
def test_from_each_column_current_flows_through_a_contact_and_a_diode_to_each_row(layer: str) -> None:
    for row in range(ROWS):
        for column in range(COLUMNS):
            if layer == "tilt" and COLUMNS * row + column not in PINS.parts.tilts:
                assert contact(layer, row, column) not in WIRED.parts
                continue
            closed = WIRED.parts[contact(layer, row, column)]
            diode = WIRED.parts[closed.ref.replace("S", "D", 1)]
            pin = PINS.columns[layer][column]
            if layer == "tilt":  # through a resistor, and the transistor on the side of the row
                net = str(diode.net("A"))
                (resistor,) = [p for p in WIRED.of("470 ohm") if p.net("2") == net]
                net, last = str(resistor.net("1")), str(closed.net("S"))
                assert diode.net("K") == closed.net("D")
            else:
                net, last = str(closed.net("1")), str(diode.net("K"))
                assert closed.net("2") == diode.net("A")
            assert f"{pin.chip} {dip_pin(pin)}" in ends(net)
            pin = PINS.rows[row]
            assert f"{pin.chip} {dip_pin(pin)}" in ends(last)


def test_a_latch_on_5_v_switches_the_transistor_of_its_tilt_contact() -> None:
    for closed in WIRED.of("tilt"):
        hall, resistor = (WIRED.parts[f"{letter}{closed.ref[1:]}"] for letter in "HR")
        five = f"+5V_{closed.ref[2]}"  # of its row, behind the fuse of that
        assert (hall.net("VCC"), hall.net("GND")) == (five, "GND")
        assert closed.net("G") == hall.net("OUT") == resistor.net("1")
        assert resistor.net("2") == five  # its output is an open drain


def test_no_hand_reaches_a_pin_but_through_a_resistor() -> None:
    for name in PINS.keys:
        assert WIRED.parts[f"SW_{name}"].net("1") == WIRED.parts[f"R_{name}"].net("2")
        assert WIRED.parts[f"R_{name}"].value == "1 kohm"
    pins = {leg.net for part in WIRED.of("expander") for leg in part.legs}
    diodes = [WIRED.parts[f"D{part.ref[1:]}"] for part in WIRED.of("tilt")]
    assert not pins & {part.net("A") for part in diodes}


def test_the_data_pass_each_pixel_in_the_order_of_the_chain() -> None:
    for pixel in range(len(PINS.chain) - 1):
        out = WIRED.parts[f"LED{pixel}"].net("DOUT")
        assert out == WIRED.parts[f"LED{pixel + 1}"].net("DIN")
    assert WIRED.parts["LED0"].net("DIN") == WIRED.parts["R1"].net("2")


# The rules


def test_the_table_breaks_no_rule() -> None:
    assert list(rules(WIRED)) == []


@pytest.mark.parametrize(
    ("ref", "nets", "says"),
    [
        ("U2", {"GPA6": "ROW0"}, "net ROW0 is driven by U1 GPA6 and U2 GPA6"),
        ("U2", {"GPA6": "+3V3"}, "net +3V3 is driven by U2 GPA6"),
        ("U1", {"GPA0": None}, "U1 GPA0 (pin 21) is joined to nothing"),
        ("U1", {"VDD": "+5V"}, "net +5V has 5 V, which U1 VDD does not bear"),
        ("J1", {"GPIO10": "MOSI_5V"}, "net MOSI_5V has 5 V, which J1 GPIO10 does not bear"),
        ("LED5", {"DIN": "DATA4"}, "net DATA5 goes nowhere: only LED4 DOUT is on it"),
        ("R2", {"2": "BUZZER"}, "net PIEZO goes nowhere: only BZ1 1 is on it"),
        ("R1", {"1": "GND", "2": "GND"}, "net DATA0 goes nowhere: only LED0 DIN is on it"),
    ],
)
def test_a_broken_rule_is_named(ref: str, nets: Mapping[str, str | None], says: str) -> None:
    assert says in list(rules(rewired(ref, nets, ONCE)))


def test_a_net_that_nothing_drives_is_named() -> None:
    assert list(rules(without("C1"))) == []
    lone = Part("T1", "tap", "", (Leg("1", "IN", Use.IN, "TAP"), Leg("2", "TOO", Use.IN, "TAP")))
    found = rules(Circuit({**WIRED.parts, "T1": lone}))
    assert list(found) == ["net TAP has nothing that drives it: T1 IN, T1 TOO"]
