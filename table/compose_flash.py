"""The firmware and a board file, put together for the command line."""

from __future__ import annotations

from pathlib import Path

from firmware_bridge.firmware_config import NoPicoError
from firmware_bridge.flash import FlashError, find_pico, flash
from hardware.board_file import BoardFile
from table.compose_boards import load_board_file
from table.errors import CannotPlayError


def flash_board(port: str | None, board_file: Path | None, *, force_new: bool) -> int:
    """Put the firmware on the Pico at ``port`` (None: the only one) and tell what is found and done; the exit code.

    :raises CannotPlayError: if that cannot be.
    """
    board = load_board_file(board_file) or BoardFile()
    try:
        flash(port or find_pico(), board, lambda line: print(line, flush=True), force_new=force_new)  # noqa: T201 - what the command is for
    except (FlashError, NoPicoError) as error:
        raise CannotPlayError(str(error)) from error
    return 0
