"""What a board has to offer so that it can be calibrated and tested."""

from __future__ import annotations

from typing import Protocol

from hardware.board import Identity
from hardware.calibration import Calibration
from hardware.wiring import Wiring


class AdjustableBoard(Protocol):
    """A board that stores its calibration and its wiring (`firmware_bridge.link.SerialBoard`)."""

    @property
    def identity(self) -> Identity | None:
        """Who the board is; None until it has reported it."""

    @property
    def calibration(self) -> Calibration | None:
        """The calibration by which counts become fields now; None while no board is there."""

    @property
    def calibration_stored(self) -> bool | None:
        """Whether a calibration is stored on the board; None until it has reported it."""

    @property
    def wiring(self) -> Wiring | None:
        """The wiring by which the board scans and lights; None while no board is there, or if it cannot report it."""

    def store_calibration(self, calibration: Calibration) -> None:
        """Store this calibration on the board, and convert by it; waits until it is stored.

        :raises BoardRefusedError: if it is not stored; the message says why.
        """

    def store_wiring(self, wiring: Wiring) -> None:
        """Store this wiring on the board, and scan and light by it; waits until it is stored.

        :raises BoardRefusedError: if it is not stored; the message says why.
        """
