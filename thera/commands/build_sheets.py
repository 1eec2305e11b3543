"""What whoever builds a board is given, put together for the command line."""

from __future__ import annotations

from pathlib import Path

from hardware.board_file import BoardFile
from hardware.drawing.pages import over_pages
from hardware.drawing.pdf import pdf
from hardware.drawing.svg import svg
from hardware.template import plate, seams, template
from hardware.wire_table import wire_tables
from table.errors import CannotPlayError
from thera.boards import load_board_file


def draw_template(file: Path | None, board_file: Path | None) -> int:
    """Write the template of a board as PDF or SVG, by the name of the file, or as SVG to standard output; gives
    the exit code.

    :raises CannotPlayError: if the file cannot be written.
    """
    board = load_board_file(board_file) or BoardFile()
    if file is None:
        print(svg(template(board)), end="")  # noqa: T201 - what the command is for
        return 0
    pages = over_pages(plate(board), seams(board))
    content = pdf(pages) if file.suffix.lower() == ".pdf" else svg(template(board)).encode()
    try:
        file.write_bytes(content)
    except OSError as error:
        raise CannotPlayError(f"{file}: cannot be written: {error.strerror or error}") from error
    size = f"{len(pages)} A4 page{'s' if len(pages) > 1 else ''}" if file.suffix.lower() == ".pdf" else "one sheet"
    print(f"{file}: {size}. Print at 100 % and hold a ruler against the drawn one.")  # noqa: T201 - as above
    return 0


def list_wires(board_file: Path | None) -> int:
    """Print the wires of a board; the exit code."""
    print(wire_tables(load_board_file(board_file) or BoardFile()), end="")  # noqa: T201 - what the command is for
    return 0
