"""Writes all files of a board, from its data or from a KiCad project: KiCad's schematic and board, a fabricator's files
and pictures; and checks them with KiCad's rules. Apart from `__main__`, which is only the command."""

from __future__ import annotations

import copy
import csv
import io
import json
import math
import pickle
import re
import shutil
import zipfile
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5
from xml.etree import ElementTree

from hardware.making.circuit_boards.assembly_files import write_assembly_files
from hardware.making.circuit_boards.board_design import Assembly, BoardDesign, OrderedPart, PlacedPart
from hardware.making.circuit_boards.kicad_root import FOR_KICAD, SYMBOLS, KicadError, KicadFolder

# ---- The files of a board


SCRIPT = Path(__file__).with_name("kicad_script.py")
BOARD_DESIGN = Path(__file__).with_name("board_design.py")
_HANDED_OVER = "design.pickle"
LAYERS = ("F.Cu", "B.Cu", "F.Paste", "F.Mask", "B.Mask", "F.SilkS", "B.SilkS", "Edge.Cuts")
TRACK_WIDTH, THINNEST_TRACK, CLEARANCE = 0.25, 0.2, 0.2
VIA_SIZE, VIA_DRILL = 0.6, 0.3
ASSEMBLY_TEXT = 0.9
"""The height of references in the drawing for who places the parts, in mm: parts of 0603 are 2.5 mm apart."""
_PLACED = "placed.csv"
_PARTS_PAGE = "InteractiveHtmlBom"
"""The package that makes a page of a board; it needs KiCad's Python and wxPython, so it runs where KiCad does."""
_OURS = ("home", "hardware", SCRIPT.name, _HANDED_OVER, _PARTS_PAGE, "netlist.xml", "*.kicad_prl")
"""What is left in KiCad's folder and is no file of the board."""
_PICTURE = ("--width", "2400", "--height", "1200", "--zoom", "1.6", "--quality", "basic", "--background", "transparent")
ACCEPTED = {
    (
        "lib_footprint_mismatch",
        "Footprint 'RaspberryPi_Pico_Common_THT' does not match copy in library 'Module'.: Footprint A1",
    ): "KiCad 9.0.2 says so of its own footprint as soon as it is placed, with nothing changed",
    (
        "footprint_filters_mismatch",
        "Fuse:Fuse_1812_4532Metric doesn't match symbol's footprint filters (*polyfuse* *PTC*).: Footprint F1",
    ): "KiCad's footprints for fuses of this size are for both kinds, and named for neither",
}
"""What KiCad reports although it is not wrong, with the reason."""
RULES_OFF_IN_KICAD = (
    *("footprint_filters_mismatch", "footprint_type_mismatch", "missing_courtyard"),
    *("npth_inside_courtyard", "pth_inside_courtyard"),
)
"""The rules for boards that KiCad checks only if a project says so."""


@dataclass(frozen=True, slots=True)
class RuleFinding:
    """A finding of KiCad's rules: its kind, and KiCad's words."""

    kind: str
    words: str


@dataclass(frozen=True, slots=True)
class BoardFiles:
    """The files of a board in a folder, and the findings of the rules for boards and for schematics."""

    folder: Path
    board_findings: tuple[RuleFinding, ...]
    schematic_findings: tuple[RuleFinding, ...]


def make_files(design: BoardDesign, folder: Path, *, pictures: bool = True) -> BoardFiles:
    """Write all files of a board into a folder, which is emptied first; without pictures it takes half as long.

    :raises KicadError: if a program of KiCad fails.
    :raises OSError: if they cannot be written.
    """
    with KicadFolder(design.name) as kicad:
        _write_project(design, kicad)
        _write_board(design, kicad)
        (kicad.path / _bom(design.name)).write_text(parts_list(design), "utf-8")
        return _finished(kicad, design.name, folder, pictures=pictures)


def make_project_files(project: Path, folder: Path, *, pictures: bool = True) -> BoardFiles:
    """Write all files of a board into a folder, which is emptied first, from the KiCad project in a folder of its name.

    :raises KicadError: if a program of KiCad fails.
    :raises OSError: if they cannot be written.
    """
    with KicadFolder(project.name) as kicad:
        shutil.copytree(project, kicad.path, dirs_exist_ok=True)
        return _finished(kicad, project.name, folder, pictures=pictures)


def rule_findings(design: BoardDesign) -> tuple[RuleFinding, ...]:
    """Return the findings of the rules for boards and for schematics, without a fabricator's files.

    :raises KicadError: if a program of KiCad fails.
    """
    with KicadFolder(design.name) as kicad:
        _write_project(design, kicad)
        _write_board(design, kicad)
        return (*_drc_findings(kicad, design.name), *_erc_findings(kicad, design.name))


def _finished(kicad: KicadFolder, name: str, folder: Path, *, pictures: bool) -> BoardFiles:
    """Check a board with the rules, export a fabricator's files, and move everything into the folder."""
    found = BoardFiles(folder, _drc_findings(kicad, name), _erc_findings(kicad, name))
    _export(kicad, name)
    if pictures:
        _render(kicad, name)
    replace_folder(folder, kicad.path)
    return found


def replace_folder(folder: Path, made: Path) -> None:
    """Move the new files into the folder. If that fails, the old ones stay.

    :raises OSError: if it cannot be written, as on a full disk.
    """
    new = folder.with_name(f"{folder.name}.new")
    if new.exists():
        shutil.rmtree(new)
    try:
        shutil.copytree(made, new, ignore=shutil.ignore_patterns(*_OURS))
    except shutil.Error as error:
        shutil.rmtree(new)
        # The error lists all files with their reasons; the first one is enough.
        reason = str(error.args[0][0][2]).partition(": '")[0]
        raise OSError(f"{folder} cannot be written: {reason}") from error
    if folder.exists():
        shutil.rmtree(folder)
    new.rename(folder)


def parts_list(design: BoardDesign) -> str:
    """Return the bill of materials of one board as a CSV file: what to order, and how it is mounted."""
    lines: dict[tuple[OrderedPart, str, str, str], list[str]] = defaultdict(list)
    for part in design.parts:
        if part.kind.order is not None:
            footprint = part.kind.pattern.library.split(":")[1]
            lines[part.kind.order, part.kind.value, footprint, part.kind.assembly].append(part.reference)
    text = io.StringIO()
    sheet = csv.writer(text)
    sheet.writerow(["Comment", "Designator", "Footprint", "Manufacturer", "Part number", "Quantity", "Assembly"])
    for (order, value, footprint, assembly), names in lines.items():
        sheet.writerow([value, ",".join(names), footprint, order.maker, order.number, len(names), assembly])
    return text.getvalue()


def _bom(name: str) -> str:
    return f"{name}-bom.csv"


# ---- The files that KiCad reads


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
    return {name: f"${{KICAD9_FOOTPRINT_DIR}}/{name}.pretty" for name in names}


def _table(kind: str, libraries: dict[str, str]) -> str:
    rows = "".join(
        f'  (lib (name "{name}")(type "KiCad")(uri "{place}")(options "")(descr ""))\n'
        for name, place in libraries.items()
    )
    return f"({kind}\n  (version 7)\n{rows})\n"


def _project(name: str) -> dict[str, object]:
    """Return the rules of the board, which any maker of two-layer boards can meet."""
    rules = {
        "min_clearance": CLEARANCE,
        "min_track_width": THINNEST_TRACK,
        "min_via_diameter": VIA_SIZE,
        "min_through_hole_diameter": VIA_DRILL,
        "min_via_annular_width": 0.13,
        "min_copper_edge_clearance": 0.3,
        "min_hole_clearance": 0.2,
        "min_hole_to_hole": 0.25,
        # A pin in poured copper may have only one bridge above: below it has all four.
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
        "board": {"design_settings": {"rules": rules, "rule_severities": dict.fromkeys(RULES_OFF_IN_KICAD, "error")}},
        "meta": {"filename": f"{name}.kicad_pro", "version": 3},
        "net_settings": {"classes": [default], "meta": {"version": 4}},
    }


def _write_board(design: BoardDesign, kicad: KicadFolder) -> None:
    """Write KiCad's board with KiCad's own Python, from the data and the schematic."""
    netlist = "netlist.xml"
    sheet = f"{design.name}.kicad_sch"
    kicad.run("kicad-cli", "sch", "export", "netlist", "--format", "kicadxml", "-o", netlist, sheet)
    package = kicad.path.joinpath(*BoardDesign.__module__.split(".")[:-1])
    package.mkdir(parents=True)
    shutil.copy(BOARD_DESIGN, package)
    shutil.copy(SCRIPT, kicad.path)
    (kicad.path / _HANDED_OVER).write_bytes(pickle.dumps(_with_open_pins(design, kicad.path / netlist)))
    kicad.run("python3", SCRIPT.name, _HANDED_OVER, f"{design.name}.kicad_pcb")
    # Writing a board replaces our rules with KiCad's.
    _write_project(design, kicad)


def _with_open_pins(design: BoardDesign, netlist: Path) -> BoardDesign:
    """Return the board with the schematic's names for the pins that are left open."""
    named = {pin for pins in design.nets.values() for pin in pins}
    found: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for net in ElementTree.parse(netlist).iter("net"):  # noqa: S314 - KiCad wrote it just now
        for node in net.iter("node"):
            pin = node.attrib["ref"], node.attrib["pin"]
            if pin not in named:
                found[pin[0]].append((pin[1], net.attrib["name"]))
    parts = tuple(replace(part, nets=(*part.nets, *found[part.reference])) for part in design.parts)
    return replace(design, parts=parts)


# ---- The files that KiCad writes


def _export(kicad: KicadFolder, name: str) -> None:
    board, out = f"{name}.kicad_pcb", "fabrication"
    (kicad.path / out).mkdir()
    export = ("kicad-cli", "pcb", "export")
    kicad.run(*export, "gerbers", "--layers", ",".join(LAYERS), "-o", f"{out}/", board)
    kicad.run(*export, "drill", "--excellon-separate-th", "-o", f"{out}/", board)
    kicad.run(*export, "ipcd356", "-o", f"{out}/{name}.d356", board)
    kicad.run(*export, "pos", "--format", "csv", "--units", "mm", "-o", _PLACED, board)
    bill, placed = kicad.path / _bom(name), kicad.path / _PLACED
    write_assembly_files(bill, placed, kicad.path / out, name)
    # They have what is soldered by hand as well: a fabricator would ask for it, or place it.
    bill.unlink()
    placed.unlink()
    _draw_assembly(kicad, name)
    _write_parts_page(kicad, name, out)
    _zip_gerbers(kicad.path / out, name)


def _draw_assembly(kicad: KicadFolder, name: str) -> None:
    """Draw both sides with the reference of each part, large enough to be read beside the board."""
    drawn = parsed((kicad.path / f"{name}.kicad_pcb").read_text("utf-8"))
    for part in children(drawn, "footprint"):
        for text in children(part, "fp_text"):
            if _of_assembly(text):
                _enlarge(text)
        if "_0603_" in str(part[1]):
            # Its body is smaller than the text, which its lines would cross; its pads are drawn, too.
            part[:] = [
                each for each in part if not (isinstance(each, list) and each[0] == "fp_line" and _of_assembly(each))
            ]
    board = f"{name}-assembly.kicad_pcb"
    (kicad.path / board).write_text(written(drawn), "utf-8")
    below = any(["layer", '"B.Cu"'] in part for part in children(drawn, "footprint"))
    sides = (("top", "F.Fab", ()), *([("bottom", "B.Fab", ("--mirror",))] if below else []))
    for side, layer, turned in sides:
        kicad.run(
            *("kicad-cli", "pcb", "export", "svg", "--mode-single", "--page-size-mode", "2", "--black-and-white"),
            *("--exclude-drawing-sheet", "--sketch-pads-on-fab-layers", *turned),
            # Dots of holes would hide the references of sockets.
            *("--drill-shape-opt", "0"),
            *("--layers", f"{layer},Edge.Cuts", "-o", f"{name}-assembly-{side}.svg", board),
        )
    (kicad.path / board).unlink()


def _write_parts_page(kicad: KicadFolder, name: str, out: str) -> None:
    """Write a page for a browser that shows where the parts of each line of the list are."""
    package = FOR_KICAD / _PARTS_PAGE
    if not package.is_dir():
        raise KicadError(f"{_PARTS_PAGE} is not in {FOR_KICAD}, which makes the page of a board; make kicad gets it")
    shutil.copytree(package, kicad.path / _PARTS_PAGE)
    kicad.run(
        *("env", "INTERACTIVE_HTML_BOM_NO_DISPLAY=1", "python3", "-m", f"{_PARTS_PAGE}.generate_interactive_bom"),
        *("--no-browser", "--dest-dir", out, "--name-format", "%f-parts", "--checkboxes", "Placed"),
        *("--include-tracks", f"{name}.kicad_pcb"),
    )


def _of_assembly(item: Expression) -> bool:
    """Return whether an item of a footprint is on a layer for who places the parts."""
    return any(str(layer[1]).endswith('.Fab"') for layer in children(item, "layer"))


def _enlarge(text: Expression) -> None:
    """Make a text at least as high as ``ASSEMBLY_TEXT``, and its lines thick in proportion."""
    for effects in children(text, "effects"):
        for font in children(effects, "font"):
            for size in children(font, "size"):
                size[1:] = [f"{max(float(str(each)), ASSEMBLY_TEXT):g}" for each in size[1:]]
            for thickness in children(font, "thickness"):
                thickness[1] = f"{ASSEMBLY_TEXT * 0.15:g}"


def _render(kicad: KicadFolder, name: str) -> None:
    kicad.run("kicad-cli", "sch", "export", "pdf", "-o", f"{name}-schematic.pdf", f"{name}.kicad_sch")
    for side in ("top", "bottom"):
        picture = f"{name}-{side}.png"
        kicad.run("kicad-cli", "pcb", "render", "--side", side, *_PICTURE, "-o", picture, f"{name}.kicad_pcb")


def _zip_gerbers(folder: Path, name: str) -> None:
    """Pack the files for a maker of boards into one archive."""
    sent = sorted(path for path in folder.iterdir() if path.suffix not in {".csv", ".d356", ".html"})
    with zipfile.ZipFile(folder / f"{name}-gerbers.zip", "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sent:
            archive.write(path, path.name)


def _drc_findings(kicad: KicadFolder, name: str) -> tuple[RuleFinding, ...]:
    """Return what the rules for boards find: on the board itself, and where it differs from the schematic."""
    rules = ("kicad-cli", "pcb", "drc", "--format", "json", "--severity-all", "--schematic-parity", "-o", "drc.json")
    kicad.run(*rules, f"{name}.kicad_pcb")
    report = json.loads((kicad.path / "drc.json").read_text("utf-8"))
    parts = ("violations", "unconnected_items", "schematic_parity")
    found = [_finding(each) for part in parts for each in report[part]]
    return tuple(each for each in found if (each.kind, each.words) not in ACCEPTED)


def _erc_findings(kicad: KicadFolder, name: str) -> tuple[RuleFinding, ...]:
    """Return what the rules for schematics find."""
    rules = ("kicad-cli", "sch", "erc", "--format", "json", "--severity-all", "-o", "erc.json")
    kicad.run(*rules, f"{name}.kicad_sch")
    report = json.loads((kicad.path / "erc.json").read_text("utf-8"))
    return tuple(_finding(each) for sheet in report["sheets"] for each in sheet["violations"])


def _finding(told: dict[str, object]) -> RuleFinding:
    items = told["items"]
    where = [f"{item['description']}" for item in items] if isinstance(items, list) else []
    return RuleFinding(str(told["type"]), f"{told['description']}: {'; '.join(where)}")


# ---- The schematic
#
# A schematic lets KiCad check its electrical rules: every part has KiCad's own symbol, with the name of its net at each
# pin. Open pins are marked.


LIBRARY = "thera"
_GRID = 2.54
_SHEET = 560.0
"""The width of a sheet of A2 for parts, in mm."""
_MARGIN_X, _MARGIN_Y = 22.86, 12.7
_LABEL_ANGLES = {0: (180, "right"), 180: (0, "left"), 90: (270, "right"), 270: (90, "left")}
_FLAG = "power:PWR_FLAG"


def schematic(design: BoardDesign, symbols: Path) -> tuple[str, str]:
    """Return the schematic of a board and the library of its symbols as texts; ``symbols`` is KiCad's folder.

    :raises SymbolError: if the folder lacks a symbol.
    """
    return _SchematicWriter(design, symbols).texts()


class _SchematicWriter:
    """Writes a schematic."""

    def __init__(self, design: BoardDesign, symbols: Path) -> None:
        self._design = design
        self._sheet = self._id("sheet")
        self._symbols = {name: Symbol(symbols, name) for name in {part.kind.symbol: None for part in design.parts}}
        self._flag = Symbol(symbols, _FLAG)
        self._drawn: list[str] = []
        self._x, self._y, self._row = 40.64, 40.64, 0.0

    def _id(self, what: str) -> str:
        return quoted(str(uuid5(NAMESPACE_URL, f"thera/{self._design.name}/{what}")))

    def texts(self) -> tuple[str, str]:
        """Return the schematic and the library."""
        for part in self._design.parts:
            self._draw_part(part, self._symbols[part.kind.symbol])
        for number, net in enumerate(self._design.supplies, 1):
            self._draw_flag(f"#FLG{number}", net)
        used = (*self._symbols.values(), self._flag)
        defined: Expression = ["lib_symbols", *(symbol.definition(f"{LIBRARY}:") for symbol in used)]
        title = f'(title_block (title {quoted(self._design.title)}) (company "Thera"))'
        sheet = (
            f'(kicad_sch (version 20250114) (generator "thera") (generator_version "9.0") (uuid {self._sheet})'
            f' (paper "A2") {title} {written(defined)}\n'
            + "\n".join(self._drawn)
            + '\n(sheet_instances (path "/" (page "1"))) (embedded_fonts no))\n'
        )
        library: Expression = parsed('(kicad_symbol_lib (version 20241209) (generator "thera"))')
        return sheet, written([*library, *(symbol.definition() for symbol in used)]) + "\n"

    def _room(self, pins: Iterable[SymbolPin]) -> tuple[float, float]:
        """Return a place for a symbol with these pins: rows from the upper left corner."""
        xs, ys = [0.0], [0.0]
        for pin in pins:
            xs.append(pin.at[0])
            ys.append(pin.at[1])
        width = _up(max(xs) - min(xs) + 2 * _MARGIN_X)
        height = _up(max(ys) - min(ys) + 2 * _MARGIN_Y)
        if self._x + width > _SHEET:
            self._x, self._y, self._row = 40.64, self._y + self._row, 0.0
        at = self._x + _up(_MARGIN_X - min(xs)), self._y + _up(_MARGIN_Y + max(ys))
        self._x, self._row = self._x + width, max(self._row, height)
        return at

    def _draw_part(self, part: PlacedPart, symbol: Symbol) -> None:
        pins = symbol.pins
        at = self._room(pins)
        counted = "no" if part.kind.assembly is Assembly.NONE else "yes"
        self._draw_symbol(symbol, part.reference, part.value, part.kind.pattern.library, at, counted)
        places = dict[tuple[float, float], str]()
        for pin in pins:
            net = part.net_of(pin.number)
            if places.setdefault(pin.at, net) != net:
                raise ValueError(f"{part.reference}: pin {pin.number} is joined to another in KiCad's symbol")
        for place, net in places.items():
            pin = next(pin for pin in pins if pin.at == place)
            self._draw_end(part.reference, pin, at, net)

    def _draw_symbol(
        self,
        symbol: Symbol,
        reference: str,
        value: str,
        footprint: str,
        at: tuple[float, float],
        counted: str,
    ) -> None:
        x, y = (round(each, 4) for each in at)
        tops = [pin.at[1] for pin in symbol.pins]
        above = round(y - max([*tops, 5.08]) - 5.08, 4)
        font = "(effects (font (size 1.27 1.27)))"
        hidden = "(effects (font (size 1.27 1.27)) (hide yes))"
        self._drawn.append(
            f"(symbol (lib_id {quoted(f'{LIBRARY}:{symbol.name}')}) (at {x} {y} 0) (unit 1)"
            f" (exclude_from_sim no) (in_bom {counted}) (on_board yes) (dnp no)"
            f" (uuid {self._id(f'{reference}/1')})"
            f' (property "Reference" {quoted(reference)} (at {x} {above} 0) {font})'
            f' (property "Value" {quoted(value)} (at {x} {above + 2.54:.4f} 0) {font})'
            f' (property "Footprint" {quoted(footprint)} (at {x} {y} 0) {hidden})'
            f" (instances (project {quoted(self._design.name)} (path"
            f" {quoted('/' + self._sheet.strip(chr(34)))} (reference {quoted(reference)}) (unit 1)))))"
        )

    def _draw_end(self, reference: str, pin: SymbolPin, at: tuple[float, float], net: str) -> None:
        x, y = round(at[0] + pin.at[0], 4), round(at[1] - pin.at[1], 4)
        end = self._id(f"{reference}/{pin.number}/end")
        if not net:
            self._drawn.append(f"(no_connect (at {x} {y}) (uuid {end}))")
            return
        angle, justify = _LABEL_ANGLES[pin.angle]
        self._drawn.append(
            f"(global_label {quoted(net)} (shape passive) (at {x} {y} {angle})"
            f" (effects (font (size 1.27 1.27)) (justify {justify})) (uuid {end}))"
        )

    def _draw_flag(self, reference: str, net: str) -> None:
        """Draw a flag: a net gets its current from outside the sheet."""
        (pin,) = self._flag.pins
        at = self._room((pin,))
        self._draw_symbol(self._flag, reference, "PWR_FLAG", "", at, "no")
        self._draw_end(reference, pin, at, net)


def _up(length: float) -> float:
    """Round a length up to the grid of symbols."""
    return math.ceil(round(length / _GRID, 6)) * _GRID


# ---- KiCad's symbols
#
# They are read from KiCad's libraries, completed where one extends another, and written into our files. KiCad writes
# lists of words and of lists in parentheses (S-expressions). Here a quoted word keeps its quotes.


Expression = list["str | Expression"]
_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|[()]|[^\s()]+')


class SymbolError(Exception):
    """A library lacks a symbol, or is not a library; the message says which."""


@dataclass(frozen=True, slots=True)
class SymbolPin:
    """A pin of a symbol: its number, the place of its connection (mm, y up), and the direction from there to the symbol
    (degrees counter-clockwise, 0 is to the right)."""

    number: str
    at: tuple[float, float]
    angle: int


def parsed(text: str) -> Expression:
    """Parse the only expression of a text.

    :raises SymbolError: if it is not one expression.
    """
    stack: list[Expression] = [[]]
    for word in _WORD.findall(text):
        if word == "(":
            stack.append([])
        elif word == ")":
            if len(stack) < 2:
                raise SymbolError("a parenthesis closes nothing")
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(word)
    if len(stack) != 1 or len(stack[0]) != 1 or isinstance(stack[0][0], str):
        raise SymbolError("this is not one expression in parentheses")
    return stack[0][0]


def written(expression: Expression) -> str:
    """Return the text of an expression."""
    return f"({' '.join(each if isinstance(each, str) else written(each) for each in expression)})"


def children(expression: Expression, name: str) -> Iterator[Expression]:
    """Generate the lists in an expression that begin with this word."""
    return (each for each in expression if isinstance(each, list) and each and each[0] == name)


def quoted(text: str) -> str:
    """Return a text as a quoted word of an expression."""
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


class Symbol:
    """A symbol of KiCad, with the parts that it inherits."""

    def __init__(self, folder: Path, name: str) -> None:
        library, _, self.name = name.partition(":")
        whole = parsed((folder / f"{library}.kicad_sym").read_text("utf-8"))
        self._expression = _whole(whole, self.name)

    def definition(self, prefix: str = "") -> Expression:
        """Return the symbol as a file defines it, with the name of its library before its own."""
        found = copy.deepcopy(self._expression)
        found[1] = quoted(f"{prefix}{self.name}")
        return found

    @property
    def pins(self) -> tuple[SymbolPin, ...]:
        """All its pins."""
        found = []
        for part in children(self._expression, "symbol"):
            style = str(part[1]).strip('"').rsplit("_", 1)[1]
            for pin in children(part, "pin") if int(style) <= 1 else ():
                (at,), (number,) = children(pin, "at"), children(pin, "number")
                x, y, angle = (float(str(each)) for each in at[1:4])
                found.append(SymbolPin(str(number[1]).strip('"'), (x, y), int(angle)))
        return tuple(found)


def _whole(library: Expression, name: str) -> Expression:
    """Return a symbol with everything that it inherits from the one that it extends."""
    for symbol in children(library, "symbol"):
        if symbol[1] != quoted(name):
            continue
        found = copy.deepcopy(symbol)
        for extends in children(symbol, "extends"):
            parent = str(extends[1]).strip('"')
            base = _whole(library, parent)
            own = {str(each[1]) for each in children(found, "property")}
            taken = [each for each in base[2:] if not (isinstance(each, list) and _is_property(each, own))]
            for each in taken:
                if isinstance(each, list) and each[0] == "symbol":
                    each[1] = quoted(name + str(each[1]).strip('"').removeprefix(parent))
            found = ["symbol", found[1], *children(found, "property"), *taken]
        return found
    raise SymbolError(f"no symbol {name} in KiCad's library")


def _is_property(expression: Expression, names: set[str]) -> bool:
    return expression[0] == "property" and str(expression[1]) in names
