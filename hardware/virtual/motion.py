"""What hands do at a board, and what happens to the board itself."""

from __future__ import annotations

from dataclasses import dataclass

from hardware.board import Button
from hardware.virtual.sensors import Failure
from hardware.virtual.world import StrayMagnet


@dataclass(frozen=True, slots=True)
class Lift:
    """Take a worker into the hand: one that stands or lies, is beside the board or in the box.

    ``clearance`` is how many mm its foot is then above the highest blocks on the board; None: as high as the style.
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

    ``spot`` is where on the square, in mm east and north of its middle; None: as near to it as the placement error
    lets hands come.
    """

    piece: str
    square: int
    spot: tuple[float, float] | None = None
    clearance: float | None = None


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
    """Push a standing worker over neighbouring squares of its own height, with a rest of ``rest`` ms on each on the
    way. Its own square alone is a nudge."""

    piece: str
    squares: tuple[int, ...]
    rest: float = 0.0


@dataclass(frozen=True, slots=True)
class Tap:
    """Lift a standing worker, touch the top of a square with it, and put it back; ``clearance`` as for `Lift`.

    ``duration`` is how many ms it is on the wood (None: as long as the style), ``wobble`` how many degrees it rocks
    there.
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
    """Knock a standing worker over: it lies on its side on its own square (None) or on a neighbouring one that is not
    higher. Its head points anywhere."""

    piece: str
    square: int | None = None


@dataclass(frozen=True, slots=True)
class Roll:
    """A worker, knocked over if it stands, rolls to a neighbouring square that is not higher and lies there."""

    piece: str
    square: int


@dataclass(frozen=True, slots=True)
class Stack:
    """Put a block or a dome on top of a square."""

    square: int
    dome: bool


@dataclass(frozen=True, slots=True)
class Unstack:
    """Take the top piece off a square."""

    square: int


@dataclass(frozen=True, slots=True)
class Arrange:
    """Make the wood on the 25 squares so. Whoever stands or lies where it changes does so on top of it then; who would
    be on a dome is put into the box."""

    levels: tuple[int, ...]
    domes: tuple[bool, ...]


@dataclass(frozen=True, slots=True)
class Clear:
    """Put all workers and all wood into the box."""


@dataclass(frozen=True, slots=True)
class Press:
    """Press a rim button."""

    button: Button


@dataclass(frozen=True, slots=True)
class Pause:
    """Keep the hand still for so many ms."""

    duration: float


@dataclass(frozen=True, slots=True)
class PutStray:
    """Bring a stray magnet to its place, from ``start``: mm east and north of the middle of a1 and above the sensors
    (None: from afar)."""

    stray: StrayMagnet
    start: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class MoveStray:
    """Move a stray magnet to mm east and north of the middle of a1, and above the sensors."""

    stray: str
    x: float
    y: float
    height: float


@dataclass(frozen=True, slots=True)
class TakeStray:
    """Take a stray magnet away, to ``end`` (as the ``start`` of `PutStray`)."""

    stray: str
    end: tuple[float, float, float] | None = None


@dataclass(frozen=True, slots=True)
class Tilt:
    """Move or tilt the board in the earth's field: its vertical part changes by ``uniform`` mT everywhere, and by so
    much more per mm towards ``east`` and ``north`` of the board's middle."""

    uniform: float
    east: float = 0.0
    north: float = 0.0


@dataclass(frozen=True, slots=True)
class Break:
    """A sensor begins to fail."""

    failure: Failure


@dataclass(frozen=True, slots=True)
class Mend:
    """The sensor of a square fails no more."""

    square: int


Moving = Lift | Carry | Put | PutBeside | Hover | Slide | Tap | PutInBox | Knock | Roll
Straying = PutStray | MoveStray | TakeStray
Action = Moving | Straying | Stack | Unstack | Arrange | Clear | Press | Pause | Tilt | Break | Mend


@dataclass(frozen=True, slots=True)
class HandStyle:
    """How quick hands are: ms to raise and to lower a worker and to touch with it, mm/s in the air and along the
    board, and how many mm above the playing face they carry (more above high blocks). ``tremor`` is how far in mm
    a worker in the air trembles in each direction (root mean square, at some 8 Hz), ``bounce`` how many mm it jumps
    at most when it comes down, and ``nudging`` how often, from 0 to 1, it is pushed a little once it stands."""

    raising: float = 150.0
    lowering: float = 150.0
    touching: float = 350.0
    carrying_speed: float = 600.0
    sliding_speed: float = 250.0
    carrying_height: float = 100.0
    tremor: float = 0.5
    bounce: float = 0.0
    nudging: float = 0.0

    @classmethod
    def natural(cls) -> HandStyle:
        """Hands as people have them who play: a second and a half for a move, and a millimetre of tremor in space."""
        return cls(raising=350.0, lowering=400.0, carrying_speed=250.0, tremor=0.6, bounce=0.5, nudging=0.1)
