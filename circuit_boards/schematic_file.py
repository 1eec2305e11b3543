"""A board as a schematic of KiCad, so that its electrical rules can be checked: every part by KiCad's own symbol, with
the name of its net at each pin. Pins that are left open say so."""

from __future__ import annotations

import math
from collections.abc import Iterable
from pathlib import Path
from uuid import NAMESPACE_URL, uuid5

from circuit_boards.board_design import Assembly, BoardDesign, PlacedPart
from circuit_boards.symbol_library import Expression, Symbol, SymbolPin, parsed, quoted, written

LIBRARY = "thera"
_GRID = 2.54
_SHEET = 560.0
"""How wide the parts may lie on a sheet of A2, in mm."""
_MARGIN_X, _MARGIN_Y = 22.86, 12.7
_LABEL_ANGLES = {0: (180, "right"), 180: (0, "left"), 90: (270, "right"), 270: (90, "left")}
_FLAG = "power:PWR_FLAG"


def schematic(design: BoardDesign, symbols: Path) -> tuple[str, str]:
    """The schematic of a board, and the library of its symbols, as the texts of two files; ``symbols`` is the folder of
    KiCad's.

    :raises SymbolError: if that lacks a symbol.
    """
    return _SchematicWriter(design, symbols).texts()


class _SchematicWriter:
    """A schematic while it is written."""

    def __init__(self, design: BoardDesign, symbols: Path) -> None:
        self._design = design
        self._sheet = self._id("sheet")
        kinds = {part.kind.symbol: part.kind.passive for part in design.parts}
        self._symbols = {name: Symbol(symbols, name, passive) for name, passive in kinds.items()}
        self._flag = Symbol(symbols, _FLAG)
        self._drawn: list[str] = []
        self._x, self._y, self._row = 40.64, 40.64, 0.0

    def _id(self, what: str) -> str:
        return quoted(str(uuid5(NAMESPACE_URL, f"thera/{self._design.name}/{what}")))

    def texts(self) -> tuple[str, str]:
        """The schematic and the library."""
        for part in self._design.parts:
            symbol = self._symbols[part.kind.symbol]
            for unit in symbol.units:
                self._draw_part(part, symbol, unit)
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
        """Where a symbol with these pins has room: rows from the upper left corner."""
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

    def _draw_part(self, part: PlacedPart, symbol: Symbol, unit: int) -> None:
        pins = [pin for pin in symbol.pins if pin.unit in {0, unit}]
        at = self._room(pins)
        counted = "no" if part.kind.assembly is Assembly.NONE else "yes"
        self._draw_symbol(symbol, part.reference, part.value, part.kind.pattern.library, at, unit, counted)
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
        unit: int,
        counted: str,
    ) -> None:
        x, y = (round(each, 4) for each in at)
        tops = [pin.at[1] for pin in symbol.pins if pin.unit in {0, unit}]
        above = round(y - max([*tops, 5.08]) - 5.08, 4)
        font = "(effects (font (size 1.27 1.27)))"
        hidden = "(effects (font (size 1.27 1.27)) (hide yes))"
        self._drawn.append(
            f"(symbol (lib_id {quoted(f'{LIBRARY}:{symbol.name}')}) (at {x} {y} 0) (unit {unit})"
            f" (exclude_from_sim no) (in_bom {counted}) (on_board yes) (dnp no)"
            f" (uuid {self._id(f'{reference}/{unit}')})"
            f' (property "Reference" {quoted(reference)} (at {x} {above} 0) {font})'
            f' (property "Value" {quoted(value)} (at {x} {above + 2.54:.4f} 0) {font})'
            f' (property "Footprint" {quoted(footprint)} (at {x} {y} 0) {hidden})'
            f" (instances (project {quoted(self._design.name)} (path"
            f" {quoted('/' + self._sheet.strip(chr(34)))} (reference {quoted(reference)}) (unit {unit})))))"
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
        """Says that a net gets its current from outside the sheet."""
        (pin,) = self._flag.pins
        at = self._room((pin,))
        self._draw_symbol(self._flag, reference, "PWR_FLAG", "", at, 1, "no")
        self._draw_end(reference, pin, at, net)


def _up(length: float) -> float:
    """So long or a little longer, in whole steps of the grid of symbols."""
    return math.ceil(round(length / _GRID, 6)) * _GRID
