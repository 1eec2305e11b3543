"""What a board stores of calibration and wiring, and the policy by which the link decides what it shall store."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.board import Identity
from hardware.calibration import Calibration
from hardware.wiring import Wiring


@dataclass(frozen=True, slots=True)
class StoredState:
    """What a board reports that it stores: its calibration and its wiring (None: it cannot report it), and whether each
    was stored by a host or is the default."""

    calibration: Calibration
    calibration_stored: bool
    wiring: Wiring | None = None
    wiring_stored: bool = False


@dataclass(frozen=True, slots=True)
class ToStore:
    """What a board is to store; None: no change."""

    calibration: Calibration | None = None
    wiring: Wiring | None = None


StoragePolicy = Callable[[Identity, StoredState], ToStore]
"""Decides what a board shall store, whenever it has reported who it is and what it stores. It is called from the link's
thread, may write files, and raises nothing."""


def keep_as_stored(_identity: Identity, _stored: StoredState) -> ToStore:
    """Change nothing."""
    return ToStore()
