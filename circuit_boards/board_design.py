"""What a circuit board is, as data: parts of a kind, each at its place, the nets of their pins, and the copper.

All measures are mm; x goes east and y south, as the playing face is seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import cos, hypot, radians, sin

Point = tuple[float, float]

SHEET_OFFSET = 60.0
"""KiCad's sheets begin at their upper left corner; the origin of a board is so far east and south of it."""


class CopperLayer(StrEnum):
    """A side of a board, by KiCad's name of its copper."""

    TOP = "F.Cu"
    BOTTOM = "B.Cu"


class Assembly(StrEnum):
    """Who puts a part on: a machine with paste and an oven, a hand with an iron, or nobody, as it is a hole."""

    MACHINE = "machine"
    HAND = "hand"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad of a land pattern, from the middle of the part; ``drill`` is 0 for a pad on the surface."""

    number: str
    at: Point
    size: Point
    drill: float = 0.0


@dataclass(frozen=True, slots=True)
class LandPattern:
    """The pads of a part, as KiCad's footprint ``library`` has them."""

    library: str
    pads: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class OrderedPart:
    """A line of the bill of materials: how many of what, by its maker's number."""

    maker: str
    number: str
    pieces: int = 1


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part: KiCad's symbol, its land pattern, what is printed beside it, and what to order for one of them.
    ``passive`` are pins that count as passive, whatever KiCad's symbol says of them."""

    symbol: str
    pattern: LandPattern
    value: str
    assembly: Assembly
    orders: tuple[OrderedPart, ...] = ()
    passive: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class PadPlace:
    """A pad of a part on the board. ``half`` is half its width and height; a drilled pad is on both sides."""

    part: str
    number: str
    net: str
    at: Point
    half: Point
    layer: CopperLayer
    drilled: bool


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part on a board: ``turned`` degrees against the clock, and, on the bottom, mirrored from east to west.
    ``nets`` are the nets of its pins by their numbers; a pin without one is left open. ``label`` is printed beside it
    in place of its value."""

    reference: str
    kind: PartKind
    at: Point
    nets: tuple[tuple[str, str], ...] = ()
    turned: int = 0
    side: CopperLayer = CopperLayer.TOP
    label: str = ""

    @property
    def value(self) -> str:
        """What a schematic says beside it."""
        return self.label or self.kind.value

    def net_of(self, number: str) -> str:
        """The net of a pin; empty for one that is left open."""
        return dict(self.nets).get(number, "")

    @property
    def pads(self) -> tuple[PadPlace, ...]:
        """Its pads where they are on the board."""
        return tuple(
            PadPlace(
                self.reference,
                pad.number,
                self.net_of(pad.number),
                self._moved(pad.at),
                self._half(pad.size),
                self.side,
                pad.drill > 0,
            )
            for pad in self.kind.pattern.pads
        )

    def pad(self, number: str) -> Point:
        """Where a pad is.

        :raises KeyError: if the part has no such pad.
        """
        for pad in self.kind.pattern.pads:
            if pad.number == number:
                return self._moved(pad.at)
        raise KeyError(f"{self.reference} has no pad {number}")

    def _half(self, size: Point) -> Point:
        wide, high = size if self.turned % 180 == 0 else (size[1], size[0])
        return wide / 2, high / 2

    def _moved(self, at: Point) -> Point:
        """A point of the land pattern on the board. Angles grow against the clock while y grows down, as in KiCad."""
        angle = radians(self.turned)
        x = at[0] * cos(angle) + at[1] * sin(angle)
        y = -at[0] * sin(angle) + at[1] * cos(angle)
        if self.side is CopperLayer.BOTTOM:
            x = -x
        return round(self.at[0] + x, 4), round(self.at[1] + y, 4)


@dataclass(frozen=True, slots=True)
class CopperTrack:
    """A straight track."""

    net: str
    start: Point
    end: Point
    width: float
    layer: CopperLayer = CopperLayer.TOP

    @property
    def length(self) -> float:
        """In mm."""
        return hypot(self.end[0] - self.start[0], self.end[1] - self.start[1])


@dataclass(frozen=True, slots=True)
class CopperVia:
    """A plated hole that joins both sides."""

    net: str
    at: Point
    size: float = 0.6
    drill: float = 0.3


@dataclass(frozen=True, slots=True)
class CopperZone:
    """An area that is filled with copper of a net around all that is not of it."""

    net: str
    layer: CopperLayer
    corners: tuple[Point, ...]
    priority: int = 0

    def holds(self, at: Point, rim: float) -> bool:
        """Whether a point is in it, and so far from its edges as seen along the axes."""
        return all(self._inside(at[0] + x, at[1] + y) for x in (-rim, rim) for y in (-rim, rim))

    def _inside(self, x: float, y: float) -> bool:
        """A point is in a polygon if a ray from it to the east crosses the edges an odd number of times."""
        inside = False
        for (x1, y1), (x2, y2) in zip(self.corners, (*self.corners[1:], self.corners[0]), strict=True):
            if (y1 > y) != (y2 > y) and x < x1 + (y - y1) / (y2 - y1) * (x2 - x1):
                inside = not inside
        return inside


@dataclass(frozen=True, slots=True)
class PrintedText:
    """Words printed on a side of the board."""

    text: str
    at: Point
    size: float = 1.0
    side: CopperLayer = CopperLayer.TOP


@dataclass(frozen=True, slots=True)
class BoardOutline:
    """The edges of a board."""

    left: float
    top: float
    right: float
    bottom: float

    @property
    def width(self) -> float:
        """From west to east."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """From north to south."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """A board. ``pieces`` of it are needed; ``supplies`` are the nets that get their current from outside."""

    name: str
    title: str
    pieces: int
    outline: BoardOutline
    parts: tuple[PlacedPart, ...]
    supplies: tuple[str, ...]
    tracks: tuple[CopperTrack, ...] = ()
    vias: tuple[CopperVia, ...] = ()
    zones: tuple[CopperZone, ...] = ()
    texts: tuple[PrintedText, ...] = ()

    @property
    def pads(self) -> tuple[PadPlace, ...]:
        """All pads."""
        return tuple(pad for part in self.parts for pad in part.pads)

    @property
    def nets(self) -> dict[str, frozenset[tuple[str, str]]]:
        """The pins of each net, as reference of the part and number of the pin."""
        found: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for number, net in part.nets:
                found.setdefault(net, set()).add((part.reference, number))
        return {net: frozenset(pins) for net, pins in sorted(found.items())}

    def part(self, reference: str) -> PlacedPart:
        """A part by its reference.

        :raises KeyError: if there is none.
        """
        for part in self.parts:
            if part.reference == reference:
                return part
        raise KeyError(f"board {self.name} has no part {reference}")

    @property
    def hand_joints(self) -> int:
        """How many pads are left to solder by hand."""
        return sum(len(part.kind.pattern.pads) for part in self.parts if part.kind.assembly is Assembly.HAND)
