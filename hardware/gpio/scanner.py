"""Reads 25 sensors one after another through two multiplexers that share their address lines."""

from __future__ import annotations

from typing import Protocol

from hardware.board import SQUARE_COUNT
from hardware.wiring import INPUTS, Wiring

AT_REST = 2
"""The conversions that make a reading while nothing changes."""

MOVED = 5
"""A reading that differs by more counts than this from the last is of a square where something moves."""

ATTENTIVE = 10
"""For so many scans after something moved, its square is read with all conversions."""

_WAY = tuple(number ^ number >> 1 for number in range(INPUTS))
"""All addresses, so that only one line changes from each to the next (a Gray code)."""


class Multiplexer(Protocol):
    """Both multiplexers: they share their address lines."""

    def choose(self, address: int) -> None:
        """Connect the inputs of this address."""


class ChannelReader(Protocol):
    """Measures what the multiplexers give."""

    def read(self, multiplexer: int) -> int:
        """The counts at the output of multiplexer 0 or 1.

        :raises OSError: if it cannot be read.
        """


class Scanner:
    """Scans by ``wiring``, which may be set again. A reading is the mean of ``samples`` conversions where something
    changes and of fewer where nothing does; the first conversion after an address changed is discarded, since the
    converter still holds a charge of the square before."""

    def __init__(self, multiplexer: Multiplexer, converter: ChannelReader, wiring: Wiring, samples: int) -> None:
        self._multiplexer = multiplexer
        self._converter = converter
        self._samples = samples
        self._counts = [0] * SQUARE_COUNT
        self._attentive = [ATTENTIVE] * SQUARE_COUNT
        self.wiring = wiring

    @property
    def wiring(self) -> Wiring:
        """Which input the sensor of each square is on."""
        return self._wiring

    @wiring.setter
    def wiring(self, wiring: Wiring) -> None:
        self._wiring = wiring
        squares = {channel: square for square, channel in enumerate(wiring.sensors)}
        self._stops = tuple(
            (address, here)
            for address in _WAY
            if (here := tuple((half, squares[c]) for half in (0, 1) if (c := INPUTS * half + address) in squares))
        )

    def scan(self) -> tuple[int, ...]:
        """The counts of the 25 sensors, a1 to e5.

        :raises OSError: if the converter cannot be read.
        """
        for address, here in self._stops:
            self._multiplexer.choose(address)
            for half, square in here:
                self._counts[square] = self._measure(half, square)
        return tuple(self._counts)

    def _measure(self, half: int, square: int) -> int:
        read = self._converter.read
        read(half)
        taken = min(AT_REST, self._samples)
        total = sum(read(half) for _ in range(taken))
        if abs(total - taken * self._counts[square]) > taken * MOVED:
            self._attentive[square] = ATTENTIVE
        if self._attentive[square]:
            self._attentive[square] -= 1
            total += sum(read(half) for _ in range(self._samples - taken))
            taken = self._samples
        return (2 * total + taken) // (2 * taken)
