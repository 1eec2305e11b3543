"""The actions of hands at a virtual board and changes of the board itself, as values: lift a worker, put it on a
square, bring a phone near. `hardware.virtual_hands` defines the hands that carry them out."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from hardware.board import Button

LOWEST_STRAY = 3.0
"""The least height of a stray magnet above the sensors, in mm."""


class HandError(ValueError):
    """An action that hands cannot carry out: lift a piece that is missing, stack on a dome, put a worker on another."""


@dataclass(frozen=True, slots=True)
class StrayMagnet:
    """A magnet that does not belong to a worker: in a phone, a watch, a speaker. To the sensors it is a dipole.

    ``x`` and ``y`` are mm east and north of the middle of a1, ``height`` mm above the sensors. ``east``, ``north`` and
    ``down`` are its moment in mT mm^3: a field of M / r^3 beside it and twice that before its poles (a worker's magnet
    of 15 x 5 mm has some 91,000). A ``worn`` magnet, such as a watch, trembles with the hand.
    """

    name: str
    x: float
    y: float
    height: float
    east: float
    north: float
    down: float
    worn: bool = False

    def __post_init__(self) -> None:
        if not all(map(math.isfinite, (self.x, self.y, self.height, self.east, self.north, self.down))):
            raise ValueError(f"the stray magnet {self.name!r} has a place and a moment in numbers, not {self}")
        if self.height < LOWEST_STRAY:
            raise ValueError(
                f"the stray magnet {self.name!r} is {LOWEST_STRAY:g} mm or more above the sensors, not {self.height:g}"
            )


PHONE = "phone"
"""The name of the phone among the stray magnets."""


def phone(x: float, y: float) -> StrayMagnet:
    """Return a phone with its magnet at this place: 0.7 mT at a sensor 50 mm beside it."""
    return StrayMagnet(PHONE, x, y, 5.0, 30_000.0, 0.0, 85_000.0)


def watch(x: float, y: float, height: float) -> StrayMagnet:
    """Return a watch on a wrist, ``height`` mm above the sensors: 0.3 mT at 50 mm beside it."""
    return StrayMagnet("watch", x, y, height, 0.0, 25_000.0, 37_500.0, worn=True)


@dataclass(frozen=True, slots=True)
class MagnetVisit:
    """A magnet that lies for ``stay`` ms at ``x`` and ``y`` in mm east and north of the middle of a1, ``height`` mm
    above the sensors. The sensor that it affects most measures ``field`` mT. ``heading`` (from east towards north) and
    ``dip`` (downwards), in radians, are the direction of its moment; a ``worn`` one trembles."""

    x: float
    y: float
    height: float
    field: float
    heading: float
    dip: float
    stay: float
    worn: bool


class FailureKind(StrEnum):
    """A way for a sensor to fail."""

    DEAD = "dead"
    """It reads half scale whatever the field."""
    GROUNDED = "grounded"
    """It reads 0 counts."""
    STUCK = "stuck"
    """It repeats its last reading before the failure."""
    NOISY = "noisy"
    """It has 20 times the noise."""
    WEAK = "weak"
    """It senses half of the field."""
    SWAPPED = "swapped"
    """Its wire and another's are exchanged."""


@dataclass(frozen=True, slots=True)
class Failure:
    """A failure of the sensor of a square; ``other`` is the square whose wire is exchanged with a swapped sensor's."""

    square: int
    kind: FailureKind
    other: int | None = None

    def __post_init__(self) -> None:
        if (self.other is not None) != (self.kind is FailureKind.SWAPPED):
            raise ValueError(f"a {self.kind} sensor: another square is named for a swapped one, and only then")
        if self.other == self.square:
            raise ValueError(f"sensor {self.square} cannot be swapped with itself")

    @property
    def squares(self) -> frozenset[int]:
        """The squares whose readings are wrong."""
        return frozenset({self.square} if self.other is None else {self.square, self.other})


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a worker into the hand, from its square, from beside the board or from the box.

    ``clearance`` is the height of its foot in mm above the highest blocks on the board; the style decides if it is
    None.
    """

    piece: str
    clearance: float | None = None


@dataclass(frozen=True, slots=True)
class Carry:
    """Hold a lifted worker over a place, in mm east and north of the middle of a1; ``clearance`` as for `Lift`."""

    piece: str
    x: float
    y: float
    clearance: float | None = None


@dataclass(frozen=True, slots=True)
class Put:
    """Put a lifted worker down on a square, carried there with a ``clearance`` as for `Lift`.

    ``spot`` is the place on the square, in mm east and north of its middle; None is the middle, with the placement
    error of the hands.
    """

    piece: str
    square: int
    spot: tuple[float, float] | None = None
    clearance: float | None = None


@dataclass(frozen=True, slots=True)
class SetDown:
    """Put a lifted worker straight down on the square under it, where a hand holds it; ``Put`` raises it first."""

    piece: str


@dataclass(frozen=True, slots=True)
class PutBeside:
    """Put a lifted worker on the table beside the board, in mm east and north of the middle of a1."""

    piece: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class Hover:
    """Hold a lifted worker over a square for ``duration`` ms, its foot ``height`` mm above the square's top."""

    piece: str
    square: int
    height: float
    duration: float


@dataclass(frozen=True, slots=True)
class Slide:
    """Push a standing worker over neighbouring squares of its own height, with a rest of ``rest`` ms on each square on
    the way. Its own square alone is a nudge. ``spot`` is its place on the last square, as for `Put`: two workers that
    magnets pull to each other slide so."""

    piece: str
    squares: tuple[int, ...]
    rest: float = 0.0
    spot: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Tap:
    """Lift a standing worker, touch the top of a square with it, and put it back; ``clearance`` as for `Lift`.

    ``duration`` is the time in ms on the wood; the style decides if it is None. ``wobble`` is the angle in degrees by
    which it rocks there.
    """

    piece: str
    square: int
    clearance: float | None = None
    duration: float | None = None
    wobble: float = 0.0


@dataclass(frozen=True, slots=True)
class PutInBox:
    """Take a worker off the board into the box."""

    piece: str


@dataclass(frozen=True, slots=True)
class Knock:
    """Knock a standing worker over: it lies on its side on its own square, if ``square`` is None, or on a neighbouring
    one that is not higher. Its head points anywhere. ``spot`` is the middle of its foot on the square where it lies,
    in mm east and north of the middle: half the distance to the next square is between both."""

    piece: str
    square: int | None = None
    spot: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """Roll a worker, knocked over first if it stands, to a neighbouring square that is not higher, where it lies."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class Stack:
    """Put a block or a dome on top of a square. On a board that weighs it takes time. ``spot`` is where it comes down,
    in mm east and north of the middle, before the hand pushes it there; None is the middle."""

    square: int
    dome: bool
    spot: tuple[float, float] | None = None


@dataclass(frozen=True, slots=True)
class Unstack:
    """Take the top piece off a square."""

    square: int


@dataclass(frozen=True, slots=True)
class Arrange:
    """Change the wood on the 25 squares. A worker on a changed square is put on top of it again; a worker that would be
    on a dome goes into the box."""

    levels: tuple[int, ...]
    domes: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class SetUp:
    """Change the wood on the 25 squares, and stand a worker of the given seat on each square; ``standing`` has a seat
    for each square that is not empty. It happens at once, with as few workers moved as possible; all other workers go
    into the box. A seat with too few workers stands on fewer squares."""

    levels: tuple[int, ...]
    domes: tuple[bool, ...]
    standing: tuple[tuple[int, str], ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """Put all workers and all wood into the box."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a rim button."""

    button: Button

    @classmethod
    def named(cls, button: str) -> Press:
        """Return the press of the button with this name.

        :raises HandError: if there is none.
        """
        if button not in tuple(Button):
            raise HandError(f"there is no button {button!r}; the buttons are {' and '.join(Button)}")
        return cls(Button(button))


@dataclass(frozen=True, slots=True)
class Pause:
    """Hold the hand still for ``duration`` ms."""

    duration: float


@dataclass(frozen=True, slots=True)
class PutStray:
    """Bring a stray magnet to its place from ``start``, in mm east and north of the middle of a1 and above the sensors;
    from far away if it is None."""

    stray: StrayMagnet
    start: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class MoveStray:
    """Move a stray magnet to a place in mm east and north of the middle of a1, and above the sensors."""

    stray: str
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class TakeStray:
    """Take a stray magnet away to ``end``, given as the ``start`` of `PutStray`."""

    stray: str
    end: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Tilt:
    """Move or tilt the board in the earth's field: its vertical part changes by ``uniform`` mT everywhere, and by
    ``east`` and ``north`` mT per mm east and north of the board's middle."""

    uniform: float
    east: float = 0.0
    north: float = 0.0


@dataclass(frozen=True, slots=True)
class Lean:
    """Lean on the plate with a force of ``force`` g for ``duration`` ms, at a place in mm east and north of the middle
    of a1. Only a board that weighs feels it."""

    x: float
    y: float
    force: float
    duration: float


@dataclass(frozen=True, slots=True)
class PutThing:
    """Put a thing of ``mass`` g, such as a phone or a cup, on the plate, in mm east and north of the middle of a1. Only
    a board that weighs feels it."""

    name: str
    x: float
    y: float
    mass: float


@dataclass(frozen=True, slots=True)
class TakeThing:
    """Take a thing off the plate."""

    name: str


@dataclass(frozen=True, slots=True)
class Break:
    """Make a sensor fail."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class Mend:
    """End the failure of the sensor of a square."""

    square: int


Moving = Lift | Carry | Put | SetDown | PutBeside | Hover | Slide | Tap | PutInBox | Knock | Roll
Straying = PutStray | MoveStray | TakeStray
Loading = Lean | PutThing | TakeThing
HandAction = (
    Moving | Straying | Loading | Stack | Unstack | Arrange | SetUp | Clear | Press | Pause | Tilt | Break | Mend
)
