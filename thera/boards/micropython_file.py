"""The option that says where MicroPython's file for a Pico is."""

from __future__ import annotations

import argparse
from pathlib import Path

from firmware_bridge.firmware_image import FirmwareImageError, MicroPythonUf2, find_download, read_micropython
from table.errors import CannotPlayError
from thera.command_parser import CommandParser


def add_micropython_argument(parser: CommandParser) -> None:
    """Add ``--micropython``."""
    parser.add_argument(
        "--micropython",
        type=Path,
        metavar="FILE",
        help="MicroPython's .uf2 file for the Pico, as it was downloaded (default: the one in this folder or in"
        " Downloads)",
    )


def micropython_of(args: argparse.Namespace) -> MicroPythonUf2:
    """MicroPython as the option names it, or as it was downloaded.

    :raises CannotPlayError: if there is none, or the file is none.
    """
    path: Path | None = args.micropython
    try:
        if path is None:
            path = find_download((Path(), Path.home() / "Downloads"))
        return read_micropython(path.read_bytes())
    except OSError as error:
        raise CannotPlayError(f"{path}: cannot be read: {error.strerror or error}") from error
    except FirmwareImageError as error:
        raise CannotPlayError(f"{path}: {error}" if path else str(error)) from error
