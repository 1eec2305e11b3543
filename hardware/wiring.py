"""The wiring of a board: which sensor and which light belong to which square."""

from __future__ import annotations

from binascii import crc_hqx
from dataclasses import dataclass

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT

INPUTS = 16
"""The inputs of a multiplexer."""

HIGHEST_CHANNEL = 2 * INPUTS - 1
"""The last channel of two multiplexers."""

HIGHEST_PLACE = 99
"""The last place of a strip, which has at most 100 lights."""

WIRING_BYTES = 2 * SQUARE_COUNT


@dataclass(frozen=True, slots=True)
class Wiring:
    """The channel of the sensor of each square, a1, b1, ... e5 (16 times the multiplexer plus the input, 0 to 31), and
    the place of its light on the strip, from 0.

    :raises ValueError: if there are not 25 of each, all different and within their ranges.
    """

    sensors: tuple[int, ...]
    lights: tuple[int, ...]

    def __post_init__(self) -> None:
        _check("sensor channels", self.sensors, HIGHEST_CHANNEL)
        _check("places of lights", self.lights, HIGHEST_PLACE)

    @classmethod
    def straight(cls) -> Wiring:
        """Return channels and places in the order of the squares."""
        return cls(tuple(range(SQUARE_COUNT)), tuple(range(SQUARE_COUNT)))

    @property
    def packed(self) -> bytes:
        """The 50 bytes that are sent and stored."""
        return bytes((*self.sensors, *self.lights))

    @classmethod
    def unpacked(cls, data: bytes) -> Wiring:
        """Unpack the output of ``packed``.

        :raises ValueError: if these are not 50 bytes, or not a wiring.
        """
        if len(data) != WIRING_BYTES:
            raise ValueError(f"a wiring is {WIRING_BYTES} bytes, not {len(data)}")
        return cls(tuple(data[:SQUARE_COUNT]), tuple(data[SQUARE_COUNT:]))

    @property
    def checksum(self) -> int:
        """The CRC-16 of ``packed``, by which both ends compare wirings."""
        return crc_hqx(self.packed, CRC16_START)


def _check(what: str, values: tuple[int, ...], highest: int) -> None:
    if len(values) != SQUARE_COUNT:
        raise ValueError(f"wiring: {SQUARE_COUNT} {what} are needed, not {len(values)}")
    for value in values:
        if not 0 <= value <= highest:
            raise ValueError(f"wiring: {what} are 0 to {highest}, not {value}")
        if values.count(value) > 1:
            raise ValueError(f"wiring: {what} have to differ, but {value} is used twice")
