"""A board as KiCad's own file, checked by its design rules, with the files for a board house.

KiCad's Python interface is a part of Debian's package ``kicad`` and of the system's Python. So the
system's Python runs this file as a program, with the board as JSON on its standard input. It
imports nothing else of this project.
"""

import json
import sys
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

LIBRARY = Path("/usr/share/kicad/footprints")
AWAY = 30.0  # mm from the corner of the page to the board's
_INWARD = 0.5  # mm from the outline to the copper of 0 V

Place = list[float]


class _Version:
    """The differences between KiCad's versions: run with 6; for 7 to 9 by their signatures."""

    def __init__(self, kicad: Any) -> None:
        self.kicad = kicad
        self.number = int(kicad.GetMajorMinorVersion().partition(".")[0])

    def place(self, x: float, y: float) -> Any:
        """Return a place. x, y: mm."""
        mm = self.kicad.FromMM
        kind = self.kicad.wxPoint if self.number < 7 else self.kicad.VECTOR2I
        return kind(mm(x), mm(y))

    def size(self, across: float) -> Any:
        """Return a size with equal width and height. across: mm."""
        mm = self.kicad.FromMM(across)
        return self.kicad.wxSize(mm, mm) if self.number < 7 else self.kicad.VECTOR2I(mm, mm)

    def angle(self, degrees: float) -> Any:
        """Return an angle, counterclockwise."""
        if self.number < 7:
            return 10 * degrees
        return self.kicad.EDA_ANGLE(degrees, self.kicad.DEGREES_T)

    def upside_down(self) -> Any:
        """Return the direction in which a part is flipped: from far to near."""
        return False if self.number < 9 else self.kicad.FLIP_DIRECTION_TOP_BOTTOM

    def unit(self) -> Any:
        """Return the unit of reports: mm."""
        return self.kicad.EDA_UNITS_MILLIMETRES if self.number < 9 else self.kicad.EDA_UNITS_MM


def make(given: dict[str, Any], folder: Path) -> None:
    """Write board, design rule report, gerbers, drill file and placement list to a folder."""
    import pcbnew

    folder.mkdir(parents=True, exist_ok=True)
    name = given["name"]
    file = str(folder / f"{name}.kicad_pcb")
    drawing = _Drawing(*given["corners"])
    drawing.outline(*given["corners"])
    for part in given["parts"]:
        drawing.part(*part)
    for track in given["tracks"]:
        drawing.track(*track)
    for via in given["vias"]:
        drawing.via(*via)
    for text in given["texts"]:
        drawing.text(*text)
    drawing.pour(*given["corners"])
    pcbnew.SaveBoard(file, drawing.board)
    board = pcbnew.LoadBoard(file)  # with the settings that a board in memory lacks
    pcbnew.ZONE_FILLER(board).Fill(board.Zones())
    pcbnew.SaveBoard(file, board)
    pcbnew.WriteDRCReport(board, str(folder / f"{name}.drc"), drawing.version.unit(), True)
    _fabricate(board, folder / "gerber")
    pcbnew.IPC356D_WRITER(board).Write(str(folder / f"{name}.d356"))
    _placement(board, folder / f"{name}-placement.csv")
    _pads(board, folder / f"{name}-pads.csv")


class _Drawing:
    """A board that is being made, in mm."""

    def __init__(self, first: Place, last: Place) -> None:
        import pcbnew

        self.kicad: Any = pcbnew
        self.version = _Version(pcbnew)
        self.board = pcbnew.BOARD()
        self._shift = AWAY - first[0], AWAY - first[1]
        # gerbers, drill and placement file count from the near left corner, as the house expects
        self.board.GetDesignSettings().SetAuxOrigin(self._at([first[0], last[1]]))
        self._nets: dict[str, Any] = {}

    def _net(self, name: str) -> Any:
        if name not in self._nets:
            self._nets[name] = self.kicad.NETINFO_ITEM(self.board, name)
            self.board.Add(self._nets[name])
        return self._nets[name]

    def _at(self, place: Place) -> Any:
        return self.version.place(place[0] + self._shift[0], place[1] + self._shift[1])

    def _layer(self, name: str) -> int:
        return int(self.board.GetLayerID(name))

    def outline(self, first: Place, last: Place) -> None:
        """Draw the outline along which the board is cut."""
        (left, top), (right, bottom) = first, last
        corners = [(left, top), (right, top), (right, bottom), (left, bottom), (left, top)]
        for one, other in pairwise(corners):
            line = self.kicad.PCB_SHAPE(self.board)
            line.SetShape(self.kicad.SHAPE_T_SEGMENT)
            line.SetStart(self._at(list(one)))
            line.SetEnd(self._at(list(other)))
            line.SetLayer(self.kicad.Edge_Cuts)
            line.SetWidth(self.kicad.FromMM(0.1))
            self.board.Add(line)

    def part(  # noqa: PLR0917 - as it comes in the JSON
        self, ref: str, name: str, place: Place, turned: int, pads: dict[str, str], hole: Place, value: str, below: bool
    ) -> None:
        """Place a part of the library, or holes with their pads where there is no name."""
        if name:
            library, _, what = name.partition(":")
            part = self.kicad.FootprintLoad(str(LIBRARY / f"{library}.pretty"), what)
        else:
            part = self._holes(pads, *hole)
            part.Value().SetVisible(False)
        part.SetReference(ref)
        part.SetValue(value)
        part.Reference().SetVisible(False)
        part.SetPosition(self._at(place))
        self.board.Add(part)
        if below:
            part.Flip(self._at(place), self.version.upside_down())
        part.SetOrientationDegrees(turned)
        for pad in part.Pads():
            if pad.GetNumber() in pads:
                pad.SetNet(self._net(pads[pad.GetNumber()]))

    def _holes(self, numbers: Iterable[str], drill: float, across: float, apart: float) -> Any:
        part = self.kicad.FOOTPRINT(self.board)
        for at, number in enumerate(numbers):
            pad = self.kicad.PAD(part)
            pad.SetNumber(number)
            pad.SetShape(self.kicad.PAD_SHAPE_CIRCLE)
            pad.SetAttribute(self.kicad.PAD_ATTRIB_PTH)
            pad.SetLayerSet(pad.PTHMask())
            pad.SetSize(self.version.size(across))
            pad.SetDrillSize(self.version.size(drill))
            pad.SetPosition(self.version.place(at * apart, 0.0))
            if self.version.number < 8:
                pad.SetPos0(self.version.place(at * apart, 0.0))
            part.Add(pad)
        return part

    def track(self, net: str, layer: str, width: float, points: list[Place]) -> None:
        """Draw a track through points."""
        for one, other in pairwise(points):
            track = self.kicad.PCB_TRACK(self.board)
            track.SetStart(self._at(one))
            track.SetEnd(self._at(other))
            track.SetWidth(self.kicad.FromMM(width))
            track.SetLayer(self._layer(layer))
            track.SetNet(self._net(net))
            self.board.Add(track)

    def via(self, net: str, place: Place) -> None:
        """Join both layers."""
        via = self.kicad.PCB_VIA(self.board)
        via.SetPosition(self._at(place))
        via.SetDrill(self.kicad.FromMM(0.4))
        via.SetWidth(self.kicad.FromMM(0.8))
        via.SetNet(self._net(net))
        self.board.Add(via)

    def text(self, words: str, place: Place, turned: int, high: float) -> None:
        """Print words on the upper side."""
        text = self.kicad.PCB_TEXT(self.board)
        text.SetText(words)
        text.SetPosition(self._at(place))
        text.SetTextAngle(self.version.angle(turned))
        text.SetLayer(self.kicad.F_SilkS)
        text.SetTextSize(self.version.size(high))
        text.SetTextThickness(self.kicad.FromMM(0.15 * high))
        self.board.Add(text)

    def pour(self, first: Place, last: Place) -> None:
        """Fill the free area of both layers with 0 V."""
        mm = self.kicad.FromMM
        left, right = first[0] + _INWARD, last[0] - _INWARD
        top, bottom = first[1] + _INWARD, last[1] - _INWARD
        for layer in ("F.Cu", "B.Cu"):
            zone = self.kicad.ZONE(self.board)
            zone.SetLayer(self._layer(layer))
            zone.SetNet(self._net("GND"))
            zone.SetLocalClearance(mm(0.3))
            zone.SetMinThickness(mm(0.25))
            outline = zone.Outline()
            outline.NewOutline()
            for x, y in ((left, top), (right, top), (right, bottom), (left, bottom)):
                outline.Append(self.kicad.VECTOR2I(self._at([x, y])))
            self.board.Add(zone)


def _fabricate(board: Any, folder: Path) -> None:
    """Write gerbers and drill file."""
    import pcbnew

    folder.mkdir(exist_ok=True)
    plot = pcbnew.PLOT_CONTROLLER(board)
    options = plot.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetCreateGerberJobFile(True)
    options.SetUseAuxOrigin(True)
    for layer, name in (
        (pcbnew.F_Cu, "F_Cu"),
        (pcbnew.B_Cu, "B_Cu"),
        (pcbnew.F_Mask, "F_Mask"),
        (pcbnew.B_Mask, "B_Mask"),
        (pcbnew.F_SilkS, "F_Silk"),
        (pcbnew.B_SilkS, "B_Silk"),
        (pcbnew.F_Paste, "F_Paste"),
        (pcbnew.Edge_Cuts, "Edge_Cuts"),
    ):
        plot.SetLayer(layer)
        plot.OpenPlotfile(name, pcbnew.PLOT_FORMAT_GERBER, name)
        plot.PlotLayer()
    plot.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(board)
    drill.SetFormat(True)
    drill.SetOptions(False, False, board.GetDesignSettings().GetAuxOrigin(), False)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)


def _placement(board: Any, file: Path) -> None:
    """Write the places of parts that a board house places, in its format; no file without parts."""
    import pcbnew

    origin = board.GetDesignSettings().GetAuxOrigin()
    lines = ["Designator,Footprint,Mid X,Mid Y,Layer,Rotation"]
    for part in sorted(board.GetFootprints(), key=lambda one: one.GetReference()):
        if part.GetAttributes() & pcbnew.FP_SMD:
            pads = [pad.GetPosition() for pad in part.Pads()]  # houses count from their middle
            x, y = (
                pcbnew.ToMM((min(along) + max(along)) // 2 - start)
                for along, start in (([at.x for at in pads], origin.x), ([at.y for at in pads], origin.y))
            )
            name = part.GetFPID().GetLibItemName()
            turned = part.GetOrientationDegrees() % 360
            lines.append(f"{part.GetReference()},{name},{x:.3f},{-y:.3f},top,{turned:g}")
    if len(lines) > 1:
        file.write_text("\n".join(lines) + "\n", "utf-8")


def _pads(board: Any, file: Path) -> None:
    """Write net and place of each pad, as KiCad reads them from the board's file."""
    import pcbnew

    origin = board.GetDesignSettings().GetAuxOrigin()
    lines = []
    for part in board.GetFootprints():
        for pad in part.Pads():
            at = pad.GetPosition() - origin
            x, y = pcbnew.ToMM(at.x), pcbnew.ToMM(-at.y)
            row = part.GetReference(), pad.GetNumber(), pad.GetNetname()
            lines.append(",".join((*row, f"{x:.3f}", f"{y:.3f}")))
    file.write_text("\n".join(["part,pad,net,x,y", *sorted(lines)]) + "\n", "utf-8")


if __name__ == "__main__":
    make(json.load(sys.stdin), Path(sys.argv[1]))
