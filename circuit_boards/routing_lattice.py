"""The lattice that tracks run on, and which of its places are open to which net.

It is half as wide as the pins of small chips are apart (0.635 mm), so that one track fits between two pins. A node is a
place on a layer, a place is where both layers may be joined; both are numbered, row by row.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import hypot

from circuit_boards.board_design import BoardDesign, CopperLayer, CopperTrack, PadPlace, Point

STEP = 0.635
TRACK_WIDTH, CLEARANCE = 0.25, 0.2
"""Of tracks, and between copper of two nets: beside a via of 0.6 mm on the lattice a track leaves 0.21 mm."""
VIA_SIZE, VIA_DRILL = 0.6, 0.3
EDGE = 0.6
"""How far tracks stay away from edges, and from holes without copper."""

OPEN, CLOSED = 0, -1
LAYERS = (CopperLayer.TOP, CopperLayer.BOTTOM)
_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class KeepOut:
    """A rectangle of a layer in which only some nets may run."""

    north_west: Point
    south_east: Point
    layer: CopperLayer
    allowed: frozenset[str]

    def holds(self, at: Point) -> bool:
        """Whether a track there would reach into it."""
        return all(self.north_west[axis] - STEP < at[axis] < self.south_east[axis] + STEP for axis in (0, 1))


class RoutingLattice:
    """The lattice over a board. ``tracks`` and ``vias`` say of each node and each place whether it is open, closed, or
    open to the one net of this number only; ``reserved`` adds, for some nodes, the nets that may be there."""

    def __init__(self, design: BoardDesign, keep_outs: tuple[KeepOut, ...]) -> None:
        self._design = design
        outline = design.outline
        self.columns, self.rows = round(outline.width / STEP) + 1, round(outline.height / STEP) + 1
        self.places = self.columns * self.rows
        self.tracks = [OPEN] * (2 * self.places)
        self.vias = [OPEN] * self.places
        self.numbers = {net: number for number, net in enumerate(design.nets, 1)}
        self.reserved: dict[int, frozenset[int]] = {}
        self._keep_from_edges()
        for pad in design.pads:
            self._keep_from(pad)
        for track in design.tracks:
            self._keep_from(_as_pad(track))
        for keep in keep_outs:
            self._reserve(keep)

    # -- places

    def point(self, node: int) -> Point:
        """Where a node or a place is, in mm."""
        row, column = divmod(node % self.places, self.columns)
        return round(self._design.outline.left + column * STEP, 4), round(self._design.outline.top + row * STEP, 4)

    def neighbours(self, place: int) -> Iterator[int]:
        """The places beside a place, none over the edge."""
        row, column = divmod(place, self.columns)
        if column + 1 < self.columns:
            yield place + 1
        if column:
            yield place - 1
        if row + 1 < self.rows:
            yield place + self.columns
        if row:
            yield place - self.columns

    def terminals(self, pad: PadPlace) -> list[int]:
        """The nodes where a track of its net meets a pad: on it or at its very edge."""
        layers = (0, 1) if pad.drilled else (LAYERS.index(pad.layer),)
        number = self.numbers[pad.net]
        return [
            node
            for place in self._near(pad.at, max(pad.half) + STEP)
            if away(self.point(place), pad) < 0.1
            for layer in layers
            if self.is_open(node := layer * self.places + place, number)
        ]

    def is_open(self, node: int, number: int) -> bool:
        """Whether a net may have a track there."""
        return self.tracks[node] in {OPEN, number} and (node not in self.reserved or number in self.reserved[node])

    def may_join(self, place: int, number: int) -> bool:
        """Whether a net may have a via there."""
        both = self.is_open(place, number) and self.is_open(place + self.places, number)
        return both and self.vias[place] in {OPEN, number}

    def open_nodes(self, number: int) -> bytearray:
        """Of every node 1 if a net may have a track there, else 0. The rim is closed, so no way leaves the lattice."""
        found = bytearray(state in {OPEN, number} for state in self.tracks)
        for node, allowed in self.reserved.items():
            found[node] &= number in allowed
        return found

    def open_vias(self, number: int) -> bytearray:
        """Of every place 1 if a net may have a via there, else 0."""
        return bytearray(self.may_join(place, number) for place in range(self.places))

    def _near(self, at: Point, far: float) -> Iterator[int]:
        outline = self._design.outline
        column, row = (at[0] - outline.left) / STEP, (at[1] - outline.top) / STEP
        reach = far / STEP + 1
        for y in range(max(0, int(row - reach)), min(self.rows, int(row + reach) + 2)):
            for x in range(max(0, int(column - reach)), min(self.columns, int(column + reach) + 2)):
                yield y * self.columns + x

    # -- closing

    def _keep_from_edges(self) -> None:
        outline = self._design.outline
        for place in range(self.places):
            x, y = self.point(place)
            if min(x - outline.left, outline.right - x, y - outline.top, outline.bottom - y) < EDGE:
                self.tracks[place] = self.tracks[place + self.places] = self.vias[place] = CLOSED

    def _keep_from(self, pad: PadPlace) -> None:
        layers = (0, 1) if pad.drilled else (LAYERS.index(pad.layer),)
        number = self.numbers.get(pad.net, CLOSED)
        clearance = CLEARANCE if pad.number else EDGE
        for place in self._near(pad.at, max(pad.half) + 1.5):
            gap = away(self.point(place), pad) + _TOLERANCE
            if gap < TRACK_WIDTH / 2 + clearance:
                for layer in layers:
                    _close(self.tracks, place + layer * self.places, number)
            if gap < VIA_SIZE / 2 + clearance:
                _close(self.vias, place, number)
            # The solder of a pad would run away through a via in it.
            if gap < VIA_SIZE / 2 + 0.05:
                self.vias[place] = CLOSED

    def _reserve(self, keep: KeepOut) -> None:
        allowed = frozenset(self.numbers[net] for net in keep.allowed if net in self.numbers)
        offset = LAYERS.index(keep.layer) * self.places
        for place in range(self.places):
            if keep.holds(self.point(place)):
                self.reserved[place + offset] = self.reserved.get(place + offset, allowed) & allowed


def away(at: Point, pad: PadPlace) -> float:
    """How far a point is from the rectangle of a pad; 0 in it."""
    return hypot(*(max(0.0, abs(at[axis] - pad.at[axis]) - pad.half[axis]) for axis in (0, 1)))


def _close(states: list[int], index: int, number: int) -> None:
    """Close it to all but this net; to all, if it was another's."""
    states[index] = number if states[index] in {OPEN, number} else CLOSED


def _as_pad(track: CopperTrack) -> PadPlace:
    """A track along the lattice as the rectangle that it is."""
    middle = (track.start[0] + track.end[0]) / 2, (track.start[1] + track.end[1]) / 2
    half = (
        abs(track.start[0] - track.end[0]) / 2 + track.width / 2,
        abs(track.start[1] - track.end[1]) / 2 + track.width / 2,
    )
    return PadPlace("track", "track", track.net, middle, half, track.layer, drilled=False)
