#!/usr/bin/python3
"""Makes the files of the circuit boards again from their KiCad projects in wiring/boards.

    .ci/boards.py [FOLDER]    FOLDER is wiring/boards unless it is said

Each board gets gerbers and drill files as a zip file for a board house, and a picture, and KiCad's
design rule check may find no error. With KiCad 7 or later, kicad-cli does it; with KiCad 6, the
module pcbnew of the system's Python. rsvg-convert makes the picture.
"""

import re
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

BOARDS = Path(__file__).resolve().parents[1] / "wiring" / "boards"
LAYERS = ("F.Cu", "B.Cu", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "F.Paste", "Edge.Cuts")
SHOWN = {"F.Mask": "#d8b25c", "F.SilkS": "#ffffff", "F.Fab": "#9fd3ff", "Edge.Cuts": "#000000"}
DATED = re.compile(rb"^(%TF\.CreationDate|G04 Created by|; DRILL file|; #@! TF\.CreationDate).*\n", re.MULTILINE)


def named(layer: str) -> str:
    """Return the part of a file's name for a layer, in every version of KiCad."""
    return layer.replace(".", "_").replace("Silkscreen", "Silk").replace("SilkS", "Silk")


def with_cli(board: Path, folder: Path) -> str:
    """Write gerbers, drill files and layers as SVG by kicad-cli; return the errors of the rules."""
    cli = ["kicad-cli", "pcb"]
    report = folder / "rules"
    subprocess.run([*cli, "drc", "--severity-error", "-o", report, board], check=True)
    gerber = ["--no-protel-ext", "--use-drill-file-origin", "--layers", ",".join(LAYERS)]
    subprocess.run([*cli, "export", "gerbers", *gerber, "-o", f"{folder}/", board], check=True)
    drill = ["--excellon-separate-th", "--drill-origin", "plot", "-o", f"{folder}/"]
    subprocess.run([*cli, "export", "drill", *drill, board], check=True)
    for layer in SHOWN:
        drawn = ["--black-and-white", "--exclude-drawing-sheet", "--layers", layer]
        picture = folder / f"{board.stem}-{named(layer)}.svg"
        subprocess.run([*cli, "export", "svg", *drawn, "-o", picture, board], check=True)
    return report.read_text()


def with_module(board: Path, folder: Path) -> str:
    """Write the same by pcbnew."""
    import pcbnew

    drawn = pcbnew.LoadBoard(str(board))
    report = folder / "rules"
    pcbnew.WriteDRCReport(drawn, str(report), pcbnew.EDA_UNITS_MILLIMETRES, True)
    plot = pcbnew.PLOT_CONTROLLER(drawn)
    options = plot.GetPlotOptions()
    options.SetOutputDirectory(str(folder))
    options.SetUseGerberX2format(True)
    options.SetIncludeGerberNetlistInfo(True)
    options.SetSvgPrecision(3, False)
    for layers, form, origin in ((LAYERS, pcbnew.PLOT_FORMAT_GERBER, True), (SHOWN, pcbnew.PLOT_FORMAT_SVG, False)):
        options.SetUseAuxOrigin(origin)
        options.SetPlotValue(origin)
        options.SetDrillMarksType(pcbnew.PCB_PLOT_PARAMS.NO_DRILL_SHAPE)
        for layer in layers:
            plot.SetLayer(drawn.GetLayerID(layer))
            plot.OpenPlotfile(named(layer), form, layer)
            plot.PlotLayer()
    plot.ClosePlot()
    drill = pcbnew.EXCELLON_WRITER(drawn)
    drill.SetFormat(True)
    drill.SetOptions(False, False, drawn.GetDesignSettings().GetAuxOrigin(), False)
    drill.CreateDrillandMapFilesSet(str(folder), True, False)
    return report.read_text()


def picture(board: Path, folder: Path) -> bytes:
    """Return the upper side of a board as PNG: pads, print, parts and their names."""
    ends = re.findall(r"\(gr_line\s+\(start (\S+) (\S+)\)\s+\(end", board.read_text())
    across, along = (sorted(map(float, one)) for one in zip(*ends, strict=True))
    left, right, far, near = across[0], across[-1], along[0], along[-1]
    layers = []
    for layer, colour in SHOWN.items():
        drawn = f"{board.stem}-{named(layer)}.svg"
        text = (folder / drawn).read_text()
        wide, units = re.search(r'width="([\d.]+)[cm]m" .*viewBox="0\S* 0\S* ([\d.]+)', text).groups()
        scale = float(wide) * (10 if "cm" in text[:600] else 1) / float(units)
        body = re.search(r"<svg[^>]*>(.*)</svg>", text, re.DOTALL)[1].replace("#000000", colour)
        layers.append(f'<g transform="scale({scale})">{body}</g>')
    size = f'width="{right - left}mm" height="{near - far}mm"'
    view = f"{left} {far} {right - left} {near - far}"
    drawing = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}" {size}><rect x="{left}" '
        f'y="{far}" width="100%" height="100%" fill="#14602b"/>{"".join(layers)}</svg>'
    )
    made = subprocess.run(
        ["rsvg-convert", "--width", "1500"], input=drawing.encode(), stdout=subprocess.PIPE, check=True
    )
    return made.stdout


def make(board: Path, to: Path) -> None:
    """Write the zip file and the picture of a board to a folder."""
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        report = (with_cli if shutil.which("kicad-cli") else with_module)(board, folder)
        if "; Severity: error" in report or "; error" in report:
            sys.exit(f"{board}: KiCad finds errors:\n{report}")
        to.mkdir(parents=True, exist_ok=True)
        (to / f"{board.stem}.png").write_bytes(picture(board, folder))
        with zipfile.ZipFile(to / f"{board.stem}-gerbers.zip", "w", zipfile.ZIP_DEFLATED, compresslevel=9) as file:
            for path in sorted((*folder.glob("*.gbr"), *folder.glob("*.drl"))):
                # no dates: the same board gives the same bytes
                file.writestr(
                    zipfile.ZipInfo(named(path.stem) + path.suffix),
                    DATED.sub(b"", path.read_bytes()),
                    zipfile.ZIP_DEFLATED,
                    9,
                )


def main() -> None:
    """Make the files of all boards."""
    for board in sorted(BOARDS.glob("*/*.kicad_pcb")):
        make(board, (Path(sys.argv[1]) if sys.argv[1:] else BOARDS) / board.stem)


if __name__ == "__main__":
    main()
