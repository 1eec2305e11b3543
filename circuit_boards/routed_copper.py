"""From ways over the lattice to copper: straight tracks with cut corners, vias, and vias that join what is poured."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from itertools import chain

from circuit_boards.board_design import BoardDesign, CopperLayer, CopperTrack, CopperVia, PadPlace, Point
from circuit_boards.routing_lattice import (
    CLEARANCE,
    LAYERS,
    TRACK_WIDTH,
    VIA_DRILL,
    VIA_SIZE,
    KeepOut,
    RoutingLattice,
    away,
)
from circuit_boards.track_router import POUR_RIM, TrackWay, found_ways

_STITCHES = 10
"""Steps from one via that joins poured copper to the next."""


def routed(
    design: BoardDesign, poured: tuple[str, ...], chained: frozenset[str], keep_outs: tuple[KeepOut, ...] = ()
) -> BoardDesign:
    """The board with tracks for all nets that have none; for the ``poured`` ones, whose copper fills the board, and the
    parts ``chained``, see `circuit_boards.track_router.found_ways`.

    :raises RoutingError: if a pin cannot be reached, or some nets cannot pass each other.
    """
    lattice, ways = found_ways(design, poured, chained, keep_outs)
    tracks = chain.from_iterable(_WayTracks(design, lattice, way).tracks() for way in ways)
    vias = [
        CopperVia(way.net, lattice.point(place), VIA_SIZE, VIA_DRILL)
        for way in ways
        for place in sorted(way.vias(lattice.places))
    ]
    stitches = _stitches(design, lattice, ways, poured)
    return replace(design, tracks=(*design.tracks, *tracks), vias=(*design.vias, *vias, *stitches))


class _WayTracks:
    """The tracks of one way."""

    def __init__(self, design: BoardDesign, lattice: RoutingLattice, way: TrackWay) -> None:
        self._design, self._lattice, self._way = design, lattice, way
        self._beside: dict[int, set[int]] = defaultdict(set)
        for start, end in way.steps:
            if start % lattice.places != end % lattice.places:
                self._beside[start].add(end)
                self._beside[end].add(start)
        ends = {node for pad in way.pads for node in lattice.terminals(pad)}
        joined = way.vias(lattice.places)
        self._fixed = ends | {node for node in way.nodes if node % lattice.places in joined}
        self._cuts = {node for node in self._beside if self._may_cut(node)}

    def tracks(self) -> list[CopperTrack]:
        """All of them, in a fixed order."""
        found = [
            self._track(self._end(run[0], run[1]), self._end(run[-1], run[-2]), run[0])
            for run in self._runs()
            if self._end(run[0], run[1]) != self._end(run[-1], run[-2])
        ]
        found += [self._track(*self._corner(node), node) for node in sorted(self._cuts)]
        return found + self._to_pads()

    def _track(self, start: Point, end: Point, node: int) -> CopperTrack:
        layer = LAYERS[node // self._lattice.places]
        return CopperTrack(self._way.net, start, end, TRACK_WIDTH, layer)

    def _runs(self) -> list[list[int]]:
        """Straight runs of nodes, each from one place where something happens to the next."""
        found, seen = [], set[tuple[int, int]]()
        for node in sorted(self._beside):
            if self._goes_straight(node):
                continue
            for beside in sorted(self._beside[node]):
                run = [node, beside]
                while self._goes_straight(run[-1]):
                    run.append(2 * run[-1] - run[-2])
                ends = min(run[0], run[-1]), max(run[0], run[-1])
                if ends not in seen:
                    seen.add(ends)
                    found.append(run)
        return found

    def _goes_straight(self, node: int) -> bool:
        around = self._beside[node]
        return node not in self._fixed and len(around) == 2 and sum(around) == 2 * node

    def _may_cut(self, node: int) -> bool:
        """Whether a corner is cut: nothing else is there, and no pad of another net is too near."""
        around = sorted(self._beside[node])
        if node in self._fixed or len(around) != 2 or sum(around) == 2 * node:
            return False
        middle = _between(*self._corner(node))
        least = TRACK_WIDTH / 2 + CLEARANCE + 0.02
        layer = LAYERS[node // self._lattice.places]
        return all(
            away(middle, pad) >= least
            for pad in self._design.pads
            if pad.net != self._way.net and (pad.drilled or pad.layer is layer)
        )

    def _corner(self, node: int) -> tuple[Point, Point]:
        """From where to where a corner is cut."""
        first, second = sorted(self._beside[node])
        return self._cut(node, first), self._cut(node, second)

    def _cut(self, node: int, beside: int) -> Point:
        return _between(self._lattice.point(node), self._lattice.point(beside))

    def _end(self, node: int, beside: int) -> Point:
        return self._cut(node, beside) if node in self._cuts else self._lattice.point(node)

    def _to_pads(self) -> list[CopperTrack]:
        """From nodes at the edge of a pad to its middle."""
        return [
            self._track(self._lattice.point(node), pad.at, node)
            for pad in self._way.pads
            for node in sorted(set(self._lattice.terminals(pad)) & self._way.nodes)
            if away(self._lattice.point(node), _shrunk(pad)) > 0
        ]


def _shrunk(pad: PadPlace) -> PadPlace:
    return replace(pad, half=(pad.half[0] - 0.1, pad.half[1] - 0.1))


def _between(first: Point, second: Point) -> Point:
    return round((first[0] + second[0]) / 2, 4), round((first[1] + second[1]) / 2, 4)


def _stitches(
    design: BoardDesign, lattice: RoutingLattice, ways: Iterable[TrackWay], poured: tuple[str, ...]
) -> list[CopperVia]:
    """Vias that join the copper of a poured net above and below, wherever there is room for one."""
    taken = {node % lattice.places for way in ways for node in way.nodes}
    found = []
    for place in range(lattice.places):
        row, column = divmod(place, lattice.columns)
        around = {place + down * lattice.columns + right for down in (-1, 0, 1) for right in (-1, 0, 1)}
        if row % _STITCHES != _STITCHES // 2 or column % _STITCHES != _STITCHES // 2 or around & taken:
            continue
        at = lattice.point(place)
        for net in poured:
            zones = [zone for zone in design.zones if zone.net == net]
            both = all(any(zone.layer is layer and zone.holds(at, POUR_RIM) for zone in zones) for layer in CopperLayer)
            if both and lattice.may_join(place, lattice.numbers[net]):
                found.append(CopperVia(net, at, VIA_SIZE, VIA_DRILL))
    return found
