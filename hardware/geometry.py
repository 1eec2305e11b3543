"""The measures of a board and of its pieces, shared by the physics and by the reading of fields."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import inf

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.sensor_layout import MOST_FURTHER_SENSORS, Channel, PlacedSensor, channels_of

SIZES = (4, 5)
"""The numbers of squares that a board may have on a side."""

REACH = 500.0
"""The reach of hands in mm, to each side of the middle of a1 and up from the sensors. It includes the largest board and
the table around it."""


def square_name(square: int) -> str:
    """Return the name of a square (5 * rank + file), a1 to e5.

    >>> square_name(7)
    'c2'
    """
    return f"{'abcde'[square % 5]}{square // 5 + 1}"


def steps_between(one: int, other: int) -> int:
    """Return the number of steps between two squares, straight or diagonal.

    >>> steps_between(0, 7)
    2
    """
    return max(abs(one % 5 - other % 5), abs(one // 5 - other // 5))


def is_at_rim(square: int, size: int) -> bool:
    """Whether a square is on the perimeter of a board of ``size`` squares on a side."""
    return bool({square % 5, square // 5} & {0, size - 1})


def check_positive(what: str, value: float) -> None:
    """Check that a measure is above 0.

    :raises ValueError: if it is not a number above 0.
    """
    if not 0 < value < inf:
        raise ValueError(f"{what} is a number above 0, not {value}")


@dataclass(frozen=True, slots=True)
class Magnet:
    """The disc in a worker's foot: diameter and thickness in mm, remanence in T (N42: 1.30). The defaults are the
    magnet of the build guide, which a board file without a magnet means."""

    diameter: float = 12.0
    thickness: float = 5.0
    remanence: float = 1.30

    def __post_init__(self) -> None:
        for what in ("diameter", "thickness", "remanence"):
            check_positive(f"the magnet's {what}", getattr(self, what))


@dataclass(frozen=True, slots=True)
class Geometry:
    """A board: squares every ``pitch`` mm, sensors ``gap`` mm under the playing face, and the height in mm of the
    blocks of the first, second and third level. A magnet is flush with its worker's base. ``further`` are sensors
    outside the squares, besides those under them."""

    size: int = 5
    pitch: float = 45.0
    gap: float = 8.0
    block_heights: tuple[float, float, float] = (18.0, 18.0, 18.0)
    magnet: Magnet = Magnet()
    further: tuple[PlacedSensor, ...] = ()

    def __post_init__(self) -> None:
        if self.size not in SIZES:
            raise ValueError(f"a board has 4 or 5 squares on a side, not {self.size}")
        check_positive("the pitch", self.pitch)
        check_positive("the gap", self.gap)
        if len(self.block_heights) != 3:
            raise ValueError(f"the heights of 3 blocks are needed, not of {len(self.block_heights)}")
        for height in self.block_heights:
            check_positive("the height of a block", height)
        if len(self.further) > MOST_FURTHER_SENSORS:
            raise ValueError(f"{MOST_FURTHER_SENSORS} further sensors are the most, not {len(self.further)}")
        for sensor in self.further:
            if self.square_at(sensor.east, sensor.north) is not None:
                raise ValueError(
                    f"a further sensor is outside the squares, not {sensor.east:g} mm east and {sensor.north:g} mm"
                    " north of the middle of a1"
                )

    @property
    def squares(self) -> tuple[int, ...]:
        """The squares of the board, in order: all 25, or the 16 of ranks and files 1 to 4.

        >>> Geometry(size=4).squares[:6]
        (0, 1, 2, 3, 5, 6)
        """
        return tuple(square for square in range(SQUARE_COUNT) if max(square % 5, square // 5) < self.size)

    @property
    def further_channels(self) -> tuple[Channel, ...]:
        """The channels of the further sensors, in order."""
        return channels_of(self.further)

    @property
    def channel_count(self) -> int:
        """The number of values that a frame of this board has: 25, and one for each axis of a further sensor."""
        return SQUARE_COUNT + len(self.further_channels)

    @property
    def of_squares(self) -> Geometry:
        """The same board without further sensors."""
        return replace(self, further=()) if self.further else self

    def turned(self, quarters: int) -> Geometry:
        """Return this board as it lies once it is turned clockwise by quarters: its squares are where others were, and
        its further sensors elsewhere, with axes that point elsewhere."""
        far, further = (self.size - 1) * self.pitch, self.further
        for _ in range(quarters % 4):
            further = tuple(
                replace(each, east=each.north, north=far - each.east, axes=tuple(axis.clockwise for axis in each.axes))
                for each in further
            )
        return replace(self, further=further)

    @property
    def present_sensors(self) -> frozenset[int]:
        """The channels that have a sensor: those of the squares of the board and those of further sensors."""
        return frozenset((*self.squares, *range(SQUARE_COUNT, self.channel_count)))

    def foot_height(self, level: int) -> float:
        """Return the height in mm of the base of a worker on ``level`` blocks above the sensor.

        >>> Geometry().foot_height(0), Geometry().foot_height(3)
        (8.0, 62.0)
        """
        return self.gap + total(self.block_heights[:level])

    def top_height(self, level: int, dome: bool) -> float:  # noqa: FBT001 - a square has a dome or has none
        """Return the height in mm above the sensor of the top of ``level`` blocks, with or without a dome, which is as
        high as the third block."""
        return self.foot_height(level) + (self.block_heights[2] if dome else 0.0)

    def centre(self, square: int) -> tuple[float, float]:
        """Return the middle of a square (5 * rank + file) in mm east and north of the middle of a1."""
        return (square % 5) * self.pitch, (square // 5) * self.pitch

    def square_at(self, east: float, north: float) -> int | None:
        """Return the square at a place in mm east and north of the middle of a1; None beside the board.

        >>> Geometry().square_at(50.0, 100.0)
        11
        """
        file, rank = round(east / self.pitch), round(north / self.pitch)
        return 5 * rank + file if 0 <= file < self.size and 0 <= rank < self.size else None
