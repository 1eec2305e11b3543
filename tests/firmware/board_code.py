"""Modules of the firmware as this Python sees them, for what needs neither pins nor MicroPython; and whether there is
MicroPython for all the rest."""

from __future__ import annotations

import importlib
import os
import sys
from functools import cache
from types import ModuleType

import pytest

from firmware_bridge.emulated.pico import NoEngineError, find_engine
from firmware_bridge.firmware_image import FIRMWARE


@cache
def firmware_module(name: str) -> ModuleType:
    """The firmware's module of this name. It is found by no other name, and leaves nothing behind."""
    names = {path.stem for path in FIRMWARE.glob("*.py")}
    before = {other: sys.modules.pop(other) for other in names & sys.modules.keys()}
    sys.path.insert(0, str(FIRMWARE))
    try:
        return importlib.import_module(name)
    finally:
        sys.path.remove(str(FIRMWARE))
        for other in names & sys.modules.keys():
            del sys.modules[other]
        sys.modules.update(before)


def _reason() -> str:
    try:
        find_engine()
    except NoEngineError as error:
        return str(error)
    return ""


NEEDS_MICROPYTHON = pytest.mark.skipif(bool(_reason()) and "CI" not in os.environ, reason=_reason() or "it is there")
"""For tests that run the firmware itself."""
