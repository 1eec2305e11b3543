"""``thera board template``: where to drill, at true scale."""

from __future__ import annotations

import argparse
from pathlib import Path

from hardware.board_file import BoardFile
from hardware.drawing.pages import over_pages
from hardware.drawing.sheet_formats import pdf, svg
from hardware.drawing.template import plate, seams, template
from table.errors import CannotPlayError
from thera.boards.open_board import load_board_file
from thera.commands.common_arguments import add_board_file_argument, board_file_of

SUFFIXES = (".svg", ".pdf")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Describe the command and its arguments."""
    parser.description = (
        "Draw the plate of the board at true scale: squares, holes for sensors, lights, screws and buttons, and a ruler"
        " to check the printer. As SVG on one sheet (1 unit is 1 mm; cut lines, marks and text are separate layers), or"
        " as PDF on A4 pages to join."
    )
    parser.add_argument(
        "file",
        nargs="?",
        type=_drawing,
        metavar="FILE",
        help="the file to write, ending with .svg or .pdf (default: SVG to standard output)",
    )
    add_board_file_argument(parser)


def _drawing(text: str) -> Path:
    path = Path(text)
    if path.suffix.lower() not in SUFFIXES:
        raise argparse.ArgumentTypeError(f"{text} ends neither with .svg nor with .pdf")
    return path


def run(args: argparse.Namespace) -> int:
    """Draw it; the exit code.

    :raises CannotPlayError: if the board file is wrong, or the drawing cannot be written.
    """
    board = load_board_file(board_file_of(args)) or BoardFile()
    file: Path | None = args.file
    if file is None:
        print(svg(template(board)), end="")
        return 0
    pages = over_pages(plate(board), seams(board))
    as_pdf = file.suffix.lower() == ".pdf"
    try:
        file.write_bytes(pdf(pages) if as_pdf else svg(template(board)).encode())
    except OSError as error:
        raise CannotPlayError(f"{file}: cannot be written: {error.strerror or error}") from error
    size = f"{len(pages)} A4 page{'s' if len(pages) > 1 else ''}" if as_pdf else "one sheet"
    print(f"{file}: {size}. Print at 100 % and hold a ruler against the drawn one.")
    return 0
