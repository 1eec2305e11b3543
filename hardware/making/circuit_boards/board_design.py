"""The design of a circuit board as data: parts of a kind, each at its place, the nets of their pins, and the copper.

All measures are mm; x goes east and y south, with the playing face seen from above.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from math import cos, hypot, radians, sin

Point = tuple[float, float]

SHEET_OFFSET = 60.0
"""The distance of a board's origin east and south of the upper left corner, where KiCad's sheets begin."""


class CopperLayer(StrEnum):
    """A side of a board, by KiCad's name of its copper."""

    TOP = "F.Cu"
    BOTTOM = "B.Cu"


class Assembly(StrEnum):
    """How a part is mounted: by a machine with paste and an oven, by hand with an iron, or not at all, as holes and
    bare copper."""

    MACHINE = "machine"
    HAND = "hand"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Pad:
    """A pad of a land pattern, from the middle of the part."""

    number: str
    at: Point
    size: Point


@dataclass(frozen=True, slots=True)
class LandPattern:
    """The pads of a part, as in KiCad's footprint ``library``."""

    library: str
    pads: tuple[Pad, ...]


@dataclass(frozen=True, slots=True)
class OrderedPart:
    """What to order for a part: its maker, and the maker's number."""

    maker: str
    number: str


@dataclass(frozen=True, slots=True)
class PartKind:
    """A kind of part: KiCad's symbol, its land pattern, the text printed beside it, and what to order for it."""

    symbol: str
    pattern: LandPattern
    value: str
    assembly: Assembly
    order: OrderedPart | None = None


@dataclass(frozen=True, slots=True)
class PadPlace:
    """A pad of a part on the board. ``half`` has half its width and height."""

    part: str
    number: str
    net: str
    at: Point
    half: Point


@dataclass(frozen=True, slots=True)
class PlacedPart:
    """A part on a board: turned by ``turned`` degrees counter-clockwise and, on the bottom, mirrored from east to west.
    ``nets`` are the nets of its pins by number; a pin without one is open. ``label`` replaces its value in print."""

    reference: str
    kind: PartKind
    at: Point
    nets: tuple[tuple[str, str], ...] = ()
    turned: int = 0
    side: CopperLayer = CopperLayer.TOP
    label: str = ""

    @property
    def value(self) -> str:
        """The text beside it in a schematic."""
        return self.label or self.kind.value

    def net_of(self, number: str) -> str:
        """Return the net of a pin; empty for one that is left open."""
        return dict(self.nets).get(number, "")

    @property
    def pads(self) -> tuple[PadPlace, ...]:
        """Its pads at their places on the board."""
        return tuple(
            PadPlace(self.reference, pad.number, self.net_of(pad.number), self._moved(pad.at), self._half(pad.size))
            for pad in self.kind.pattern.pads
        )

    def pad(self, number: str) -> Point:
        """Return the place of a pad.

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
        """Return the place of a point of the land pattern on the board. Angles grow counter-clockwise while y grows
        down, as in KiCad."""
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
        """The length in mm."""
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
    """An area that is filled with copper of a net, around the copper of other nets."""

    net: str
    layer: CopperLayer
    corners: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class CopperKeepout:
    """A circle without tracks, vias and poured copper on either side, such as below the head of a screw."""

    at: Point
    radius: float


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
        """The distance from west to east."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The distance from north to south."""
        return self.bottom - self.top


@dataclass(frozen=True, slots=True)
class BoardDesign:
    """The design of a board. ``pieces`` boards are needed; ``supplies`` are the nets with outside current."""

    name: str
    title: str
    pieces: int
    outline: BoardOutline
    parts: tuple[PlacedPart, ...]
    supplies: tuple[str, ...]
    tracks: tuple[CopperTrack, ...] = ()
    vias: tuple[CopperVia, ...] = ()
    zones: tuple[CopperZone, ...] = ()
    keepouts: tuple[CopperKeepout, ...] = ()
    texts: tuple[PrintedText, ...] = ()

    @property
    def pads(self) -> tuple[PadPlace, ...]:
        """All pads."""
        return tuple(pad for part in self.parts for pad in part.pads)

    @property
    def nets(self) -> dict[str, frozenset[tuple[str, str]]]:
        """The pins of each net, as the reference of the part and the number of the pin."""
        found: dict[str, set[tuple[str, str]]] = {}
        for part in self.parts:
            for number, net in part.nets:
                found.setdefault(net, set()).add((part.reference, number))
        return {net: frozenset(pins) for net, pins in sorted(found.items())}

    def part(self, reference: str) -> PlacedPart:
        """Return a part by its reference.

        :raises KeyError: if there is none.
        """
        for part in self.parts:
            if part.reference == reference:
                return part
        raise KeyError(f"board {self.name} has no part {reference}")

    @property
    def hand_joints(self) -> int:
        """The number of pads to solder by hand."""
        return sum(len(part.kind.pattern.pads) for part in self.parts if part.kind.assembly is Assembly.HAND)
