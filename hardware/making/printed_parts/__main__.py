"""Write the printed parts of a board as STL: ``python -m hardware.making.printed_parts``, or ``make printed-parts``."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from trimesh import Trimesh
from trimesh.exchange.stl import export_stl

from hardware.board_file import BoardFile, assumed_lines, read_board_file
from hardware.build_effort import PRINT_SPEED
from hardware.making.printed_parts.part_dimensions import PartDimensions
from hardware.making.printed_parts.part_set import PrintedPart, printed_parts

FOLDER = Path("build") / "printed_parts"

PLASTIC = 1.24
"""The weight of a cm^3 of PLA, in g."""


def stl(part: PrintedPart) -> bytes:
    """Return the part as a binary STL file, in mm. The same part gives the same bytes."""
    mesh = part.solid.to_mesh()
    return bytes(export_stl(Trimesh(mesh.vert_properties[:, :3], mesh.tri_verts, process=False)))


def dimensions_of(options: argparse.Namespace) -> PartDimensions:
    """Return the dimensions of ``part_dimensions``, changed by the options for sheets, rubber and blocks."""
    plain = PartDimensions()
    stack = replace(
        plain.stack,
        face=options.face,
        carrier=options.carrier,
        rubber=options.rubber,
        rank_boards=options.rank_boards,
    )
    return replace(plain, stack=stack, lip=replace(plain.lip, block_width=options.block))


def _thickness(text: str) -> float:
    return _millimetres(text, 0.0, 20.0)


def _face(text: str) -> float:
    return _millimetres(text, 1.0, 20.0)


def _width(text: str) -> float:
    return _millimetres(text, 5.0, 100.0)


def _millimetres(text: str, low: float, high: float) -> float:
    try:
        value = float(text)
    except ValueError:
        value = float("nan")
    if not low <= value <= high:
        raise argparse.ArgumentTypeError(f"a number of mm from {low:g} to {high:g} is needed, not {text!r}")
    return value


def _parser() -> argparse.ArgumentParser:
    plain = PartDimensions()
    parser = argparse.ArgumentParser("make printed-parts", description=__doc__)
    parser.add_argument("--board-file", type=Path, help="the board file; the board of the guide by default")
    parser.add_argument("--out", type=Path, default=FOLDER, help=f"the folder for the files; {FOLDER} if left out")
    parser.add_argument("--rank-boards", action="store_true", help="the sensors are on rank boards on the carrier")
    for name, kind, value, what in (
        ("--face", _face, plain.stack.face, "the thickness of the face"),
        ("--carrier", _thickness, plain.stack.carrier, "the thickness of the carrier"),
        ("--rubber", _thickness, plain.stack.rubber, "the thickness of the rubber under the workers, as in gap_mm"),
        ("--block", _width, plain.lip.block_width, "the width of the smallest block that gets a lip"),
    ):
        parser.add_argument(name, type=kind, default=value, metavar="MM", help=f"{what}; {value:g} if left out")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Write the files and print what to make; returns 2 if the parts cannot be made."""
    options = _parser().parse_args(arguments)
    try:
        board = BoardFile() if options.board_file is None else read_board_file(options.board_file)
        parts = printed_parts(board, dimensions_of(options))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 2
    try:
        options.out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        print(f"--out {options.out}: no folder can be made there: {error.strerror}", file=sys.stderr)
        return 2
    for part in parts:
        file = options.out / f"{part.name.value}.stl"
        try:
            file.write_bytes(stl(part))
        except OSError as error:
            print(f"--out {options.out}: {file.name} cannot be written there: {error.strerror}", file=sys.stderr)
            return 2
        size = " x ".join(f"{length:.1f}" for length in part.size)
        print(f"{part.pieces:3} of {file.name}, {size} mm")
    volume = sum(part.pieces * part.solid.volume() for part in parts) / 1000
    print(
        f"{len(parts)} files in {options.out}: {volume:.0f} cm3, at most {volume * PLASTIC:.0f} g of PLA,"
        f" some {volume / PRINT_SPEED:.0f} hours of a printer"
    )
    for line in assumed_lines(board):
        print(line)
    return 0


if __name__ == "__main__":
    sys.exit(main())
