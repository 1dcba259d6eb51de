"""The command ``wiring``: drawings, lists and printed sheets for a builder."""

import argparse
from importlib.resources import files as files_of
from pathlib import Path

from firmware.commands import argument_types as types
from firmware.commands import check_installed, unwritable
from firmware.commands.options import add_data, add_wiring
from firmware.commands.own_map import pins_of
from firmware.commands.parser import Parser
from firmware.words import N_, Number, Words
from rules import NAMES, find_game
from wiring import PinMap, WiringError, read_overlay

_SHEETS = ("reportlab", "font_source_sans_pro", "font_source_serif_pro")
_ALL = (*_SHEETS, "magpylib", "ezdxf", "build123d")
_FUSE = N_(
    "The {fuse} A fuse opens for certain at {opens} A: the supply delivers {amps} A, and every wire to the rows can "
    "carry that."
)


def add_arguments(command: Parser) -> None:
    """Add the arguments of ``wiring``."""
    command.add_file("folder", "FOLDER", "folder to write them to")
    command.add_flag("--check", "also say what was computed, with its limits")
    command.add_value(
        "--pitch",
        "MM",
        "instead: the sheets alone, for a table of keys so far apart (15 for NeoTrellis "
        "tiles), with windows for the keys",
        type=types.number(10, 24),
    )
    add_wiring(command)
    add_data(command)


def run(chosen: argparse.Namespace, words: Words) -> None:
    """Carry out ``wiring``."""
    if chosen.pitch is None:
        check_installed("wiring", *_ALL)
    else:
        check_installed("sheets", *_SHEETS)
    try:
        pins = pins_of(chosen, keeps=False)
        chosen.folder.mkdir(parents=True, exist_ok=True)  # first, as the files take half a minute
        files, checks = _made(chosen, pins, words)
        for name, content in files.items():
            path = chosen.folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise unwritable(Path(error.filename or chosen.folder), error) from None
    pins_of(chosen)  # now it is kept, as it breaks no rule
    for line in checks:
        print(line)
    print(words("Wrote {number} files to {folder}", number=len(files), folder=str(chosen.folder)))
    if chosen.pitch is None:  # sheets for keys follow no map
        print(words("The table is wired as map {mark} says.", mark=pins.mark))


def _made(chosen: argparse.Namespace, pins: PinMap, words: Words) -> tuple[dict[str, bytes], list[str]]:
    """Return all files, by their paths in the folder, and the lines of ``--check``. Raise WiringError."""
    if chosen.pitch is not None:
        return _for_keys(chosen.pitch, words), []
    try:
        return _files(pins, words), _checks(pins, words) if chosen.check else []
    except WiringError as error:
        raise WiringError(f"{chosen.wiring}: {error}" if chosen.wiring else str(error)) from None


def _files(pins: PinMap, words: Words) -> dict[str, bytes]:
    """Return all files, by their paths in the folder."""
    from firmware.sheets.lexicon import spoken
    from wiring.documents import documents
    from wiring.printing import shop_pdf, tiled_pdf, whole_pdf
    from wiring.score_sheet import score_sheets
    from wiring.sheet import editions, printed, svg
    from wiring.sheets.shapes import A3
    from wiring.template import dxf, plate

    files = {name: text.encode() for name, text in documents(pins).items()}
    files["LICENSE"] = files_of("wiring").joinpath("LICENSE").read_bytes()
    gettext = words.catalogue.gettext
    for game in pins.pieces:
        for name, drawn in editions(game, words=gettext).items():
            sheet = printed(drawn, game, pins.cell)
            files[f"sheets/{name}.svg"] = svg(sheet).encode()
            files[f"sheets/{name}.pdf"] = whole_pdf(sheet)
            files[f"sheets/{name}-print-shop.pdf"] = shop_pdf(sheet)
            files[f"sheets/{name}-a4.pdf"] = tiled_pdf(sheet, words=gettext)
            files[f"sheets/{name}-a3.pdf"] = tiled_pdf(sheet, A3, gettext)
        for players in find_game(game).players:
            pages = score_sheets(game, players, gettext, spoken(game, words.language))
            files[f"score-sheets/{game}-{players}.pdf"] = whole_pdf(*pages)
            for number, page in enumerate(pages, 1):
                files[f"score-sheets/{game}-{players}-{number}.svg"] = svg(page).encode()
    files |= _for_players(pins, words)
    for side, below in (("above", False), ("below", True)):
        drawn = plate(pins, below=below, words=gettext)
        files[f"templates/plate-{side}.svg"] = svg(drawn).encode()
        files[f"templates/plate-{side}.pdf"] = whole_pdf(drawn)
        files[f"templates/plate-{side}-a4.pdf"] = tiled_pdf(drawn, words=gettext)
    files["templates/plate.dxf"] = dxf(pins)
    return files | ({} if pins.partial else _boards(pins, words)) | _printed(pins, words)


def _for_keys(pitch: float, words: Words) -> dict[str, bytes]:
    """Return the sheets that lie between keys, by their paths in the folder."""
    from wiring.printing import keys_pdf
    from wiring.sheet import editions

    files = {}
    for game in NAMES:
        for name, drawn in editions(game, words=words.catalogue.gettext).items():
            files[f"keys/{name}.pdf"] = keys_pdf(drawn, read_overlay(game).names, pitch)
    return files


def _for_players(pins: PinMap, words: Words) -> dict[str, bytes]:
    """Return the pages about the table and the rules in short: to print, and to read anywhere."""
    from firmware.teaching.rules_page import as_card
    from firmware.teaching.table_page import as_html, as_sheet
    from wiring.printing import whole_pdf

    sheet = (files_of("firmware.web") / "static" / "rules.css").read_text("utf-8")
    style = f"<style>\n{sheet}</style>"
    pages = {"table": as_html(words, style=style, links=False)} | {
        game: as_card(game, words, style=style, links=False) for game in pins.pieces
    }
    read = {f"playing/{name}.html": page.encode() for name, page in pages.items()}
    return {"playing/table.pdf": whole_pdf(as_sheet(words))} | read


def _boards(pins: PinMap, words: Words) -> dict[str, bytes]:
    """Return the files of the boards. Empty, and a line says why, for a map they do not fit."""
    from wiring.kicad import NAMES as BOARDS
    from wiring.ways import check_boards

    try:
        check_boards(pins)
    except WiringError as error:
        print(words("There are no circuit boards for this map: {why}", why=str(error)))
        return {}
    kept = files_of("wiring") / "boards"
    return {f"boards/{name}/{file.name}": file.read_bytes() for name in BOARDS for file in (kept / name).iterdir()}


def _printed(pins: PinMap, words: Words) -> dict[str, bytes]:
    """Return the parts for a 3D printer. Empty, and a line says why, without OpenGL."""
    try:
        from wiring.printed import parts, step, stl
    except ImportError as error:  # build123d is there, but not a library of the system
        print(words("No printed parts were generated: {error}; sudo apt install libgl1", error=str(error)))
        return {}
    files = {}
    for name, (count, part) in parts(pins).items():
        if count:
            files[f"printed/{name}-x{count}.stl"] = stl(part)
            files[f"printed/{name}-x{count}.step"] = step(name, part)
    return files


def _checks(pins: PinMap, words: Words) -> list[str]:
    """Return the figures of all rules, which `documents` has checked."""
    from wiring.design_rules import design_rules
    from wiring.supply import OPENS

    lines = [words("The electrical rule check found no errors.")]
    lines += [words(one.text, value=_figure(one.value), limit=_figure(one.limit)) for one in design_rules(pins)]
    fuse = pins.supply.fuse
    lines.append(words(_FUSE, fuse=Number(fuse), opens=_figure(OPENS * fuse), amps=Number(pins.supply.amps)))
    return lines


def _figure(value: float) -> Number:
    """Return a measured value rounded to three digits."""
    return Number(float(f"{value:.3g}"))
