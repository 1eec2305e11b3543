"""``thera board template``: draws a drilling template at true scale."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.sheets import dxf, over_pages, pdf, svg
from hardware.template import PlateSheet, plate, seams, template
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file
from thera.command_parser import CommandParser, Example
from thera.commands.common_arguments import add_board_file_argument, board_file_of
from thera.exit_codes import ExitCode

SUFFIXES = (".svg", ".pdf", ".dxf")


def add_arguments(parser: CommandParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Draw the plate of the board at true scale: squares, holes for sensors, lights, screws and buttons, and a ruler"
        " to check the printer. As SVG or DXF on one sheet (1 unit is 1 mm; cut lines, marks and text are separate"
        " layers), or as PDF on A4 pages to join. To have the sheets cut, draw each by itself with --sheet."
    )
    parser.examples = (
        Example("thera board template board.pdf", "pages to print, glue together and drill by"),
        Example("thera board template carrier.dxf --sheet carrier", "the lower sheet, for a laser cutter"),
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=_drawing,
        metavar="FILE",
        help="the file to write, ending with .svg, .dxf or .pdf (default: SVG to standard output)",
    )
    parser.add_argument(
        "--sheet",
        type=PlateSheet,
        choices=tuple(PlateSheet),
        default=PlateSheet.BOTH,
        help="both to drill them together (default), the face, an opal face without holes for the lights, the"
        " carrier, or the one on which rank boards lie",
    )
    add_board_file_argument(parser)


def _drawing(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"{text} ends neither with .svg nor with .dxf nor with .pdf")
    return path


def run(args: argparse.Namespace) -> int:
    """Draw it. Return the exit code.

    :raises CannotPlayError: if the board file is wrong, or the drawing cannot be written.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    file: Path | None = args.file
    try:
        whole = template(board, args.sheet)
    except ValueError as error:
        raise CannotPlayError(str(error)) from error
    if file is None:
        print(svg(whole), end="")
        return ExitCode.DONE
    size = "one sheet"
    match file.suffix.lower():
        case ".pdf":
            pages = over_pages(plate(board, args.sheet), seams(board))
            content, size = pdf(pages), f"{len(pages)} A4 page{'s' if len(pages) > 1 else ''}"
        case ".dxf":
            content = dxf(plate(board, args.sheet)).encode("ascii", "replace")
        case _:
            content = svg(whole).encode()
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CannotPlayError(f"{file}: cannot be written: {error.strerror or error}") from error
    check = (
        "1 unit is 1 mm." if file.suffix.lower() == ".dxf" else "Print at 100 % and hold a ruler against the drawn one."
    )
    print(f"{file}: {size}. {check}")
    return ExitCode.DONE
