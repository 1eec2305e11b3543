"""Where MicroPython for this computer is."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable
from pathlib import Path

MODULES = Path(__file__).parent / "modules"
"""The modules that stand in for those of a Pico."""

Engine = Callable[[Path, Path], list[str]]
"""The command that runs a firmware, given the file that describes the emulated hardware, and the folder of the
flash."""

HEAP = "192K"
"""The memory that MicroPython has on a Pico."""

MISSING = "there is no MicroPython for this computer: make micropython gets it (on Debian), or install it so that the"
MISSING += " command micropython is found"


class NoEngineError(OSError):
    """MicroPython is not there; the message says how to get it."""


def find_engine() -> Path:
    """The program that runs MicroPython: the one beside this Python, or else on the search path.

    :raises NoEngineError: if there is none.
    """
    folders = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", os.defpath)])
    found = shutil.which("micropython", path=folders)
    if found is None:
        raise NoEngineError(MISSING)
    return Path(found)


def unix_engine(program: Path) -> Engine:
    """MicroPython for this computer, with the memory that it has on a Pico."""
    return lambda _, __: [str(program), "-X", f"heapsize={HEAP}", str(MODULES / "start.py")]
