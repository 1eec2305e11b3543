"""What a board and its host each hold of calibration and wiring, and how the link asks which of them is to be kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.board import Identity
from hardware.calibration import Calibration
from hardware.wiring import Wiring


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a board says that it holds: its calibration and its wiring (None: it cannot say), and whether each was
    stored on it or is its default."""

    calibration: Calibration
    calibration_stored: bool
    wiring: Wiring | None = None
    wiring_stored: bool = False


@dataclass(frozen=True, slots=True)
class ToStore:
    """What a board is to store; None: what it has stands."""

    calibration: Calibration | None = None
    wiring: Wiring | None = None


StoragePolicy = Callable[[Identity, StoredState], ToStore]
"""Decides which is to be kept whenever a board has said who it is and what it holds. It is called from the link's
thread, may keep files, and raises nothing."""


def keep_as_stored(_identity: Identity, _held: StoredState) -> ToStore:
    """Whatever the board holds stands."""
    return ToStore()
