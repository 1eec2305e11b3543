"""The firmware and a board file, put together for the command line."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.firmware_config import NoPicoError
from firmware_bridge.flash import FlashError, find_pico, flash
from hardware.board_file import BoardFile
from table.errors import CannotPlayError
from thera.boards import SERIAL, SERIAL_ID, load_board_file


def flash_board(name: str, board_file: Path | None, *, force_new: bool) -> int:
    """Put the firmware on the Pico of this name and tell what is found and done; the exit code.

    :raises CannotPlayError: if that cannot be.
    """
    board = load_board_file(board_file) or BoardFile()
    try:
        flash(_port(name), board, _tell, force_new=force_new)
    except (FlashError, NoPicoError) as error:
        raise CannotPlayError(str(error)) from error
    return 0


def _port(name: str) -> str:
    if name == SERIAL:
        return find_pico()
    return find_pico(name.removeprefix(SERIAL_ID)) if name.startswith(SERIAL_ID) else name


def _tell(line: str) -> None:
    print(line, flush=True)  # noqa: T201 - what the command is for
