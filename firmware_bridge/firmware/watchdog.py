"""The watchdog, which restarts the board when the program hangs."""

import sys

import machine

_TIMEOUT_MS = 2000
_ENABLE = 1 << 30
_CLEAR = 0x3000  # writing here clears the bits of the register


class Watchdog:
    """Starts with the first ``feed``; has to be fed every two seconds from then on."""

    def __init__(self) -> None:
        self._dog: machine.WDT | None = None

    def feed(self) -> None:
        """The program is alive."""
        if self._dog is None:
            self._dog = machine.WDT(timeout=_TIMEOUT_MS)
        self._dog.feed()

    def stop(self) -> None:
        """Let the board run on without it. MicroPython has no call for that; the chip has a bit (RP2040 data sheet
        4.7, CTRL; RP2350 data sheet 12.9)."""
        if self._dog is not None:
            base = 0x400D8000 if "RP2350" in str(sys.implementation) else 0x40058000
            machine.mem32[base + _CLEAR] = _ENABLE
