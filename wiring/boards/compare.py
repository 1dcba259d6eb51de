"""The comparison of a board's pads, as KiCad reads them from its file, with the netlist.

KiCad 6 compares a board with a schematic only in its window. Here the netlist of the table's
circuit (:mod:`wiring.netlist`) takes the place of the schematic, and each pad is compared.
"""

import csv
import re
from collections.abc import Iterator, Mapping
from io import StringIO

from wiring.boards.board import Board
from wiring.circuit import Circuit
from wiring.netlist import netlist

Joints = Mapping[tuple[str, str], str]
"""The net on each pad, by part and number."""

_NET = re.compile(r'\(net \(code "\d+"\) \(name "([^"]+)"\)')
_NODE = re.compile(r'\(node \(ref "([^"]+)"\) \(pin "([^"]+)"\)')


def own(board: Board, wired: Circuit) -> Circuit:
    """Return the part of the circuit that is on a board."""
    refs = {part.ref for part in board.parts}
    return Circuit({ref: part for ref, part in wired.parts.items() if ref in refs})


def in_netlist(text: str) -> Joints:
    """Return the joints of a netlist as KiCad reads it."""
    found: dict[tuple[str, str], str] = {}
    net = ""
    for line in text.splitlines():
        if heading := _NET.search(line):
            net = heading[1]
        elif node := _NODE.search(line):
            found[node[1], node[2]] = net
    return found


def on_board(pads: str) -> Joints:
    """Return the joints of a board from the list of its pads."""
    return dict(_read(pads))


def _read(pads: str) -> Iterator[tuple[tuple[str, str], str]]:
    for row in csv.DictReader(StringIO(pads)):
        if row["net"]:
            yield (row["part"], row["pad"]), row["net"]


def differences(wired: Circuit, pads: str, more: Joints) -> list[str]:
    """Return each pad with another net than in the netlist, in words.

    pads: the list of the board's pads. more: joints beside the circuit, as of connectors.
    """
    wanted = {**in_netlist(netlist(wired)), **more}
    found = on_board(pads)
    return [
        f"{ref} pad {pad} is on {found.get((ref, pad)) or 'no net'}, not on {wanted.get((ref, pad)) or 'none'}"
        for ref, pad in sorted(wanted.keys() | found.keys())
        if wanted.get((ref, pad)) != found.get((ref, pad))
    ]
