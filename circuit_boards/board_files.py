"""All files of a board, from its data: KiCad's, a fabricator's, and pictures; with what KiCad's rules say of them."""

from __future__ import annotations

import csv
import io
import json
import pickle
import shutil
import zipfile
from collections import defaultdict
from dataclasses import dataclass, replace
from pathlib import Path
from xml.etree import ElementTree

from circuit_boards.board_design import BoardDesign, OrderedPart, PlacedPart
from circuit_boards.kicad_root import SYMBOLS, KicadFolder
from circuit_boards.routing_lattice import CLEARANCE, TRACK_WIDTH, VIA_DRILL, VIA_SIZE
from circuit_boards.schematic_file import LIBRARY, schematic

SCRIPT = Path(__file__).with_name("kicad_script.py")
BOARD_DESIGN = Path(__file__).with_name("board_design.py")
_HANDED_OVER = "design.pickle"
THICKNESS = 1.6
LAYERS = ("F.Cu", "B.Cu", "F.Paste", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
THINNEST_TRACK = 0.2
_PICTURE = ("--width", "2400", "--height", "1200", "--zoom", "1.6", "--quality", "basic", "--background", "transparent")
ACCEPTED = {
    (
        "lib_footprint_mismatch",
        "Footprint 'RaspberryPi_Pico_Common_THT' does not match copy in library 'Module'.: Footprint A1",
    ): "KiCad 9.0.2 says so of its own footprint as soon as it is placed, with nothing changed",
}
"""What KiCad finds and is not wrong, with the reason."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """What KiCad's rules find: its kind, and KiCad's own words about it."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """The files of a board, in a folder, and what is wrong with it by the rules for boards and for schematics."""

    folder: Path
    board_findings: tuple[RuleFinding, ...]
    schematic_findings: tuple[RuleFinding, ...]


def make_files(design: BoardDesign, folder: Path, *, pictures: bool = True) -> BoardFiles:
    """Write all files of a board into a folder, which is emptied first; without the pictures, it takes half as long.

    :raises KicadError: if a program of KiCad fails.
    :raises OSError: if they cannot be written.
    """
    with KicadFolder(design.name) as kicad:
        _write_project(design, kicad)
        sheet, board = f"{design.name}.kicad_sch", f"{design.name}.kicad_pcb"
        kicad.run("kicad-cli", "sch", "erc", "--format", "json", "--severity-all", "-o", "erc.json", sheet)
        kicad.run("kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", "netlist.xml", sheet)
        _write_board(design, kicad, board)
        # Writing a board puts rules of KiCad's own in place of ours.
        _write_project(design, kicad)
        drc = ("kicad-cli", "pcb", "drc", "--format", "json", "--severity-all", "--schematic-parity", "-o", "drc.json")
        kicad.run(*drc, board)
        _export(kicad, design.name)
        if pictures:
            _render(kicad, design.name)
        (kicad.path / "fabrication" / f"{design.name}-bom.csv").write_text(parts_list(design), "utf-8")
        _zip_gerbers(kicad.path / "fabrication", design.name)
        found = BoardFiles(folder, _drc_findings(kicad.path), _erc_findings(kicad.path))
        replace_folder(folder, kicad.path)
        return found


def replace_folder(folder: Path, made: Path) -> None:
    """Put what was made into the folder. If that fails, what was in the folder stays.

    :raises OSError: if it cannot be written, as on a full disk.
    """
    new = folder.with_name(f"{folder.name}.new")
    if new.exists():
        shutil.rmtree(new)
    try:
        shutil.copytree(made, new, ignore=shutil.ignore_patterns("home", SCRIPT.name, _HANDED_OVER, "circuit_boards"))
    except shutil.Error as error:
        shutil.rmtree(new)
        # It has all files, each with its reason: the first one tells enough.
        reason = str(error.args[0][0][2]).partition(": '")[0]
        raise OSError(f"{folder} cannot be written: {reason}") from error
    if folder.exists():
        shutil.rmtree(folder)
    new.rename(folder)


def parts_list(design: BoardDesign) -> str:
    """The bill of materials of one board, as the text of a CSV file: what to order, and who puts it on."""
    lines: dict[tuple[OrderedPart, str, str, str], list[PlacedPart]] = defaultdict(list)
    for part in design.parts:
        for order in part.kind.orders:
            footprint = part.kind.pattern.library.split(":")[1]
            lines[order, part.kind.value, footprint, part.kind.assembly].append(part)
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["Comment", "Designator", "Footprint", "Manufacturer", "Part number", "Quantity", "Assembly"])
    for (order, value, footprint, assembly), parts in lines.items():
        names = ",".join(part.reference for part in parts)
        pieces = order.pieces * len(parts)
        sheet.writerow([value, names, footprint, order.maker, order.number, pieces, assembly])
    return text.getvalue()


# -- what KiCad reads


def _write_project(design: BoardDesign, kicad: KicadFolder) -> None:
    sheet, library = schematic(design, SYMBOLS)
    files = {
        f"{design.name}.kicad_sch": sheet,
        f"{LIBRARY}.kicad_sym": library,
        "sym-lib-table": _table("sym_lib_table", {LIBRARY: f"${{KIPRJMOD}}/{LIBRARY}.kicad_sym"}),
        "fp-lib-table": _table("fp_lib_table", _footprint_libraries(design)),
        f"{design.name}.kicad_pro": json.dumps(_project(design.name), indent=2) + "\n",
    }
    for name, text in files.items():
        (kicad.path / name).write_text(text, "utf-8")


def _footprint_libraries(design: BoardDesign) -> dict[str, str]:
    names = sorted({part.kind.pattern.library.split(":")[0] for part in design.parts})
    return {name: f"/usr/share/kicad/footprints/{name}.pretty" for name in names}


def _table(kind: str, libraries: dict[str, str]) -> str:
    rows = "".join(
        f'  (lib (name "{name}")(type "KiCad")(uri "{place}")(options "")(descr ""))\n'
        for name, place in libraries.items()
    )
    return f"({kind}\n  (version 7)\n{rows})\n"


def _project(name: str) -> dict[str, object]:
    """The rules of the board: what any maker of boards with two layers can make."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_track_width": THINNEST_TRACK,
        "min_via_diameter": VIA_SIZE,
        "min_through_hole_diameter": VIA_DRILL,
        "min_via_annular_width": 0.13,
        "min_copper_edge_clearance": 0.3,
        "min_hole_clearance": 0.2,
        "min_hole_to_hole": 0.25,
        # A pin in poured copper may hang on one bridge above: below it has all four.
        "min_resolved_spokes": 1,
    }
    default = {
        "name": "Default",
        "clearance": CLEARANCE,
        "track_width": TRACK_WIDTH,
        "via_diameter": VIA_SIZE,
        "via_drill": VIA_DRILL,
    }
    return {
        "board": {"design_settings": {"rules": rules}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
    }


def _write_board(design: BoardDesign, kicad: KicadFolder, board: str) -> None:
    """KiCad's board, by KiCad's own Python."""
    package = kicad.path / BOARD_DESIGN.parent.name
    package.mkdir()
    (package / "__init__.py").touch()
    shutil.copy(BOARD_DESIGN, package)
    shutil.copy(SCRIPT, kicad.path)
    (kicad.path / _HANDED_OVER).write_bytes(pickle.dumps(_with_open_pins(design, kicad.path / "netlist.xml")))
    kicad.run("python3", SCRIPT.name, _HANDED_OVER, board)


def _with_open_pins(design: BoardDesign, netlist: Path) -> BoardDesign:
    """The board with the names that the schematic gives to the pins that are left open."""
    named = {pin for pins in design.nets.values() for pin in pins}
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for net in ElementTree.parse(netlist).iter("net"):  # noqa: S314 - KiCad wrote it just now
        for node in net.iter("node"):
            pin = node.attrib["ref"], node.attrib["pin"]
            if pin not in named:
                found[pin[0]].append((pin[1], net.attrib["name"]))
    parts = tuple(replace(part, nets=(*part.nets, *found[part.reference])) for part in design.parts)
    return replace(design, parts=parts)


# -- what KiCad writes


def _export(kicad: KicadFolder, name: str) -> None:
    board, out = f"{name}.kicad_pcb", "fabrication"
    (kicad.path / out).mkdir()
    export = ("kicad-cli", "pcb", "export")
    kicad.run(*export, "gerbers", "--layers", ",".join(LAYERS), "-o", f"{out}/", board)
    kicad.run(*export, "drill", "--excellon-separate-th", "-o", f"{out}/", board)
    kicad.run(*export, "pos", "--format", "csv", "--units", "mm", "-o", f"{out}/{name}-positions.csv", board)
    kicad.run(*export, "ipcd356", "-o", f"{out}/{name}.d356", board)


def _render(kicad: KicadFolder, name: str) -> None:
    kicad.run("kicad-cli", "sch", "export", "pdf", "-o", f"{name}-schematic.pdf", f"{name}.kicad_sch")
    for side in ("top", "bottom"):
        picture = f"{name}-{side}.png"
        kicad.run("kicad-cli", "pcb", "render", "--side", side, *_PICTURE, "-o", picture, f"{name}.kicad_pcb")


def _zip_gerbers(folder: Path, name: str) -> None:
    """What a maker of boards asks for, in one file."""
    sent = sorted(path for path in folder.iterdir() if path.suffix not in {".csv", ".d356"})
    with zipfile.ZipFile(folder / f"{name}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sent:
            archive.write(path, path.name)


def _drc_findings(folder: Path) -> tuple[RuleFinding, ...]:
    report = json.loads((folder / "drc.json").read_text("utf-8"))
    parts = ("violations", "unconnected_items", "schematic_parity")
    found = [_finding(each) for part in parts for each in report[part]]
    return tuple(each for each in found if (each.kind, each.words) not in ACCEPTED)


def _erc_findings(folder: Path) -> tuple[RuleFinding, ...]:
    report = json.loads((folder / "erc.json").read_text("utf-8"))
    return tuple(_finding(each) for sheet in report["sheets"] for each in sheet["violations"])


def _finding(told: dict[str, object]) -> RuleFinding:
    items = told["items"]
    where = [f"{item['description']}" for item in items] if isinstance(items, list) else []
    return RuleFinding(str(told["type"]), f"{told['description']}: {'; '.join(where)}")
