"""Where the sensors of a board are and what each measures. Apart from `hardware.geometry`, which has the squares.

A board has one sensor under the middle of each square, which measures the vertical field. It may have further ones
outside its squares, each with up to three axes. Each axis of a sensor is a *channel*. The first 25 channels are those
of the squares, a1, b1, ... e5; those of further sensors follow in the order of the board file.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from math import inf


class Axis(StrEnum):
    """A direction in which a sensor measures. A field is positive if it points there: that of a worker with the north
    pole of its magnet down is positive downwards, right under it."""

    EAST = "east"
    NORTH = "north"
    DOWN = "down"
    WEST = "west"
    SOUTH = "south"
    UP = "up"

    @property
    def line(self) -> int:
        """The line on which it lies: 0 from west to east, 1 from south to north, 2 down."""
        return tuple(Axis).index(self) % 3

    @property
    def sign(self) -> int:
        """1 for east, north and down, -1 for the opposite directions."""
        return 1 if tuple(Axis).index(self) < 3 else -1

    @property
    def clockwise(self) -> Axis:
        """The direction to which it points once the board is turned clockwise by a quarter."""
        return _CLOCKWISE.get(self, self)


_CLOCKWISE = {Axis.EAST: Axis.SOUTH, Axis.SOUTH: Axis.WEST, Axis.WEST: Axis.NORTH, Axis.NORTH: Axis.EAST}
THREE_AXES = (Axis.EAST, Axis.NORTH, Axis.DOWN)


@dataclass(frozen=True, slots=True)
class PlacedSensor:
    """A further sensor: its place in mm ``east`` and ``north`` of the middle of a1 and ``below`` the sensors of the
    squares, its axes, and the field in mT that it measures at most, either way.

    :raises ValueError: without an axis, with two on one line, or with a range that is not above 0.
    """

    east: float
    north: float
    below: float = 0.0
    axes: tuple[Axis, ...] = THREE_AXES
    range: float = 80.0

    def __post_init__(self) -> None:
        if not self.axes or len({axis.line for axis in self.axes}) != len(self.axes):
            axes = ", ".join(self.axes)
            raise ValueError(
                f"a sensor measures along one to three axes, each on another line, not along {axes or 'none'}"
            )
        if not 0 < self.range < inf:
            raise ValueError(f"the range of a sensor is a number above 0, not {self.range}")


@dataclass(frozen=True, slots=True)
class Channel:
    """One axis of a further sensor, at the place of that sensor in mm, with its range in mT."""

    east: float
    north: float
    below: float
    axis: Axis
    range: float
    line: int = field(init=False)
    """The line of its axis: 0 from west to east, 1 from south to north, 2 down."""
    sign: int = field(init=False)
    """Which way its axis points on that line, as in `Axis`."""

    def __post_init__(self) -> None:
        object.__setattr__(self, "line", self.axis.line)
        object.__setattr__(self, "sign", self.axis.sign)


RING_SENSORS = 8
"""How many sensors a ring has."""

RING_RANGES = (40.0, 80.0, 133.0, 266.0)
"""The ranges of a TMAG5273 in mT: the first two of version 1 (TMAG5273A1, B1, C1, D1), the others of version 2."""


CORNER_INSET = 2.5
"""How far along its side a sensor of a ring near a corner is from the edge of the squares, in mm. Outside the corner
itself, where a ring shows a little more, the plate has its screws."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Eight further sensors of three axes around the squares, of the type TMAG5273, ``outside`` mm from the squares and
    ``below`` mm lower than the sensors under them: on each side one near a corner and one at the middle. All are
    mounted the same way round: their X, Y and Z point to these ``axes``. ``range`` is what they measure at most, in mT.

    :raises ValueError: without three axes, or with a range that such a sensor has not.
    """

    outside: float = 12.0
    below: float = 0.0
    axes: tuple[Axis, ...] = THREE_AXES
    range: float = 80.0

    def __post_init__(self) -> None:
        if len(self.axes) != len(THREE_AXES):
            raise ValueError(f"a sensor of a ring has three axes, not {', '.join(self.axes) or 'none'}")
        if self.range not in RING_RANGES:
            raise ValueError(f"the range of a TMAG5273 is 40, 80, 133 or 266 mT, not {self.range:g}")

    def sensors(self, size: int, pitch: float) -> tuple[PlacedSensor, ...]:
        """Return its sensors around a board of ``size`` squares a side: from the one beside a1 along the first rank, up
        the last file, and so on.

        >>> [(each.east, each.north) for each in Ring().sensors(5, 45.0)][:3]
        [(-20.0, -34.5), (90.0, -34.5), (214.5, -20.0)]
        """
        low, high = -pitch / 2, (size - 0.5) * pitch
        middle, near, far = (low + high) / 2, low - self.outside, high + self.outside
        first, last = low + CORNER_INSET, high - CORNER_INSET
        places = (
            *((first, near), (middle, near), (far, first), (far, middle)),
            *((last, far), (middle, far), (near, last), (near, middle)),
        )
        return tuple(PlacedSensor(east, north, self.below, self.axes, self.range) for east, north in places)


FURTHER_FULL_SCALE = 32768
"""The counts of the range of a further sensor, either way: its values are signed and have 16 bits. The least of them,
-32768, also stands for a sensor that does not answer."""

MOST_FURTHER_SENSORS = 16
"""How many further sensors a board may have. The 48 values of so many, and those of the squares, go into one message of
the wire."""


def channels_of(sensors: tuple[PlacedSensor, ...]) -> tuple[Channel, ...]:
    """Return the channels of further sensors, in order."""
    return tuple(Channel(each.east, each.north, each.below, axis, each.range) for each in sensors for axis in each.axes)
