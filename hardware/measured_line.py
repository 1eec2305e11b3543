"""The fields that a calibration measured, written into a board file as a person would: one line, the rest untouched."""

from __future__ import annotations

import re

from hardware.board_file import parse_board_file
from hardware.field_model import Measured

_TABLE = re.compile(r"^\s*\[\s*magnet\s*\]\s*(#.*)?$")
_ANY_TABLE = re.compile(r"^\s*\[")
_KEY = re.compile(r"^\s*measured_mt\s*=")


def measured_line(measured: Measured) -> str:
    """The line for the table [magnet]: 0 where nothing was measured."""
    return f"measured_mt = [{', '.join(f'{each:.3g}' if each else '0' for each in measured)}]"


def with_measured(text: str, measured: Measured) -> str:
    """A board file with these fields in its table [magnet].

    :raises FaultyFileError: if the text is no board file, or would be none with them.
    """
    parse_board_file(text)
    lines, found = text.splitlines(), measured_line(measured)
    start = next((number for number, line in enumerate(lines) if _TABLE.match(line)), None)
    if start is None:
        lines += ["", "[magnet]", found]
    else:
        end = next((n for n in range(start + 1, len(lines)) if _ANY_TABLE.match(lines[n])), len(lines))
        at = next((n for n in range(start + 1, end) if _KEY.match(lines[n])), None)
        if at is None:
            lines.insert(start + 1, found)
        else:
            lines[at] = found
    made = "\n".join(lines) + "\n"
    parse_board_file(made)
    return made
