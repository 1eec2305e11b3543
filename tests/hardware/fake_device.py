"""A device without physics: the counts, presses and lights are what the test says or asks."""

from __future__ import annotations

import threading
from collections import deque

from hardware.board import ALL_DARK, SQUARE_COUNT, Board, Button, Identity, Lights
from hardware.calibration import Calibration
from hardware.device import UNKNOWN_REVISION, CellCounts, DeviceFault
from hardware.wiring import Wiring
from tests.hardware.board_contract import BoardRig

ZERO = (2048,) * SQUARE_COUNT


class FakeDevice:
    """Shows no magnet unless ``counts`` are set; remembers every picture it was told to show, and stores what it is
    given to store, unless its memory is ``full``."""

    def __init__(self, unique_id: str = "fake-1", boots: int = 1) -> None:
        self.identity = Identity("fake board", unique_id, "0.1.0", boots)
        self.revision = UNKNOWN_REVISION
        self.faults = DeviceFault.NONE
        self.calibration = Calibration.nominal()
        self.calibration_stored = False
        self.wiring = Wiring.straight()
        self.wiring_stored = False
        self.full = False
        self.cells = 0
        self.weighed = deque[tuple[int, ...]]()
        self.counts = ZERO
        self.shown = [ALL_DARK]
        self._changed = threading.Condition()
        self._pressed: deque[Button] = deque()
        self._scans = 0

    def store_calibration(self, calibration: Calibration) -> None:
        self._check_room()
        self.calibration, self.calibration_stored = calibration, True

    def store_wiring(self, wiring: Wiring) -> None:
        self._check_room()
        self.wiring, self.wiring_stored = wiring, True

    def _check_room(self) -> None:
        if self.full:
            raise OSError("no room")

    def scan(self) -> tuple[int, ...]:
        with self._changed:
            self._scans += 1
            self._changed.notify_all()
            return self.counts

    def presses(self) -> tuple[Button, ...]:
        with self._changed:
            pressed = tuple(self._pressed)
            self._pressed.clear()
            return pressed

    def weights(self, elapsed: int) -> tuple[CellCounts, ...]:
        weighed = tuple(CellCounts(elapsed, counts) for counts in self.weighed)
        self.weighed.clear()
        return weighed

    def show(self, lights: Lights) -> None:
        with self._changed:
            self.shown.append(lights)
            self._changed.notify_all()

    def press(self, button: Button) -> None:
        with self._changed:
            self._pressed.append(button)

    def wait_for_lights(self, lights: Lights) -> None:
        """Until the lights are these."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.shown[-1] == lights, timeout=30), f"still {self.shown[-1]}"

    def wait_for_scans(self, more: int) -> None:
        """Until so many more scans were made."""
        with self._changed:
            wanted = self._scans + more
            assert self._changed.wait_for(lambda: self._scans >= wanted, timeout=30), f"only {self._scans} scans"


class FakeDeviceRig(BoardRig):
    """A board at the other end of the wire of a fake device."""

    def __init__(self, board: Board, device: FakeDevice) -> None:
        self.board = board
        self.device = device

    def press(self, button: Button) -> None:
        self.device.press(button)

    def wait_for_lights(self, lights: Lights) -> None:
        self.device.wait_for_lights(lights)

    def shown(self) -> list[Lights]:
        return self.device.shown
