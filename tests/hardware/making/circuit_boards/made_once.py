"""Files that take long to make: once in a run, whichever process of pytest-xdist needs them first."""

from __future__ import annotations

import fcntl
import os
import pickle
from collections.abc import Callable
from pathlib import Path

import pytest

from hardware.making.circuit_boards.board_files import BoardFiles


def made_once(factory: pytest.TempPathFactory, name: str, make: Callable[[Path], BoardFiles]) -> BoardFiles:
    """What ``make`` writes of a board into a folder of this run; others wait until it is there."""
    base = factory.getbasetemp()
    shared = base.parent if "PYTEST_XDIST_WORKER" in os.environ else base
    result = shared / f"{name}.pickle"
    with (shared / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not result.exists():
            result.write_bytes(pickle.dumps(make(shared / f"{name}-files")))
        found: BoardFiles = pickle.loads(result.read_bytes())  # noqa: S301 - this run has written it
    return found
