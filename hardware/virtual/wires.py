"""How a virtual board is wired in truth, beside what it believes: a swapped wire shows on another square."""

from __future__ import annotations

from hardware.board import DARK, Lights
from hardware.calibration import Calibration
from hardware.wiring import Wiring


class Wires:
    """``true`` is where the wires go, ``believed`` which sensor and light the board takes for which square."""

    def __init__(self, true: Wiring) -> None:
        self._true = true
        self.believe(Wiring.straight())

    def believe(self, wiring: Wiring) -> None:
        """Scan and light by this wiring from now on."""
        self.believed = wiring
        self._sensors = tuple(_place(channel, self._true.sensors) for channel in wiring.sensors)
        self._lights = tuple(_place(place, wiring.lights) for place in self._true.lights)
        self._right = wiring == self._true

    def counts(self, felt: tuple[int, ...]) -> tuple[int, ...]:
        """The counts as the board gives them, of those that the sensors under the squares felt; 0 where no sensor is
        connected."""
        if self._right:
            return felt
        return tuple(0 if square is None else felt[square] for square in self._sensors)

    def lights(self, wanted: Lights) -> Lights:
        """What shines under the squares when the board is told to light these."""
        if self._right:
            return wanted
        return Lights(tuple(DARK if square is None else wanted.colours[square] for square in self._lights))

    def calibration(self, own: Calibration) -> Calibration:
        """For the squares as the board has them, what is believed of the sensors under the squares."""
        if self._right:
            return own
        squares = [own_square if square is None else square for own_square, square in enumerate(self._sensors)]
        offsets, gains = (
            tuple(own.offsets[square] for square in squares),
            tuple(own.gains[square] for square in squares),
        )
        return Calibration(offsets, gains, own.full_scale, own.margin)


def _place(number: int, numbers: tuple[int, ...]) -> int | None:
    """The square whose number that is."""
    return numbers.index(number) if number in numbers else None
