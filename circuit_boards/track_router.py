"""Tracks between the pins of a board on two layers: ways over a lattice that give way to each other until none meet.

Each net takes the cheapest way from pin to pin (A*). Where two nets meet, the place becomes dearer with each round,
until one of them goes around: the negotiation of PathFinder (McMurchie and Ebeling, 1995). No chance is in it: the same
board is always routed in the same way.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from math import inf

from circuit_boards.board_design import BoardDesign, CopperLayer, PadPlace
from circuit_boards.routing_lattice import KeepOut, RoutingLattice

_VIA_COST, _BOTTOM_COST = 8.0, 1.2
POUR_RIM = 0.9
"""So far within the copper of a net is a via that joins it."""
_ROUNDS = 80
_FIRST_PRESSURE, _MORE_PRESSURE = 0.6, 1.25


class RoutingError(Exception):
    """No way was found; the message names the nets."""


@dataclass(slots=True)
class TrackWay:
    """A net, or of a poured net a part of it, on its way: its pads, and the nodes and steps found for it. ``to_pour``
    says that its way ends at the first via."""

    net: str
    pads: tuple[PadPlace, ...]
    to_pour: bool = False
    nodes: set[int] = field(default_factory=set)
    steps: set[tuple[int, int]] = field(default_factory=set)

    def clear(self) -> None:
        """Take it off the board."""
        self.nodes, self.steps = set(), set()

    def vias(self, places: int) -> set[int]:
        """The places where it changes the layer."""
        return {start % places for start, end in self.steps if start % places == end % places}


def found_ways(
    design: BoardDesign, poured: tuple[str, ...], chained: frozenset[str], keep_outs: tuple[KeepOut, ...]
) -> tuple[RoutingLattice, tuple[TrackWay, ...]]:
    """The ways of all nets without tracks. Copper of the ``poured`` nets fills the board: of them, each pad on the
    surface has a way to a via, and the drilled pads of a part in ``chained``, between which tracks may cut that copper
    into pieces, have one from each to the next.

    :raises RoutingError: if a pin cannot be reached, or some nets cannot pass each other.
    """
    lattice = RoutingLattice(design, keep_outs)
    ways = []
    for net in poured:
        pads = [pad for pad in design.pads if pad.net == net]
        ways += [TrackWay(net, (pad,), to_pour=True) for pad in pads if not pad.drilled]
        for part in sorted(chained):
            own = tuple(pad for pad in pads if pad.part == part and pad.drilled)
            ways += [TrackWay(net, own)] if len(own) > 1 else []
    have_tracks = {track.net for track in design.tracks} | set(poured)
    by_net = {net: tuple(pad for pad in design.pads if pad.net == net) for net in design.nets if net not in have_tracks}
    ordered = sorted(by_net, key=lambda net: (_spread(by_net[net]), net))
    ways += [TrackWay(net, by_net[net]) for net in ordered if len(by_net[net]) > 1]
    _Negotiation(lattice, ways, {net: _poured_below(design, lattice, net) for net in poured}).run()
    return lattice, tuple(ways)


def _poured_below(design: BoardDesign, lattice: RoutingLattice, net: str) -> frozenset[int]:
    """The nodes on the bottom that are well within the copper of a net."""
    zones = [zone for zone in design.zones if zone.net == net and zone.layer is CopperLayer.BOTTOM]
    nodes = range(lattice.places, 2 * lattice.places)
    return frozenset(node for node in nodes if any(zone.holds(lattice.point(node), POUR_RIM) for zone in zones))


def _spread(pads: tuple[PadPlace, ...]) -> float:
    return sum(max(pad.at[axis] for pad in pads) - min(pad.at[axis] for pad in pads) for axis in (0, 1))


class _Negotiation:
    """The rounds in which ways are found, taken off and found again."""

    def __init__(self, lattice: RoutingLattice, ways: list[TrackWay], pours: dict[str, frozenset[int]]) -> None:
        self._lattice, self._ways, self._pours = lattice, ways, pours
        self._at: list[list[TrackWay]] = [[] for _ in range(2 * lattice.places)]
        self._vias: list[list[TrackWay]] = [[] for _ in range(lattice.places)]
        self._history = [0.0] * (2 * lattice.places)
        self._pressure = _FIRST_PRESSURE
        self._open = {net: lattice.open_nodes(lattice.numbers[net]) for net in {way.net for way in ways}}
        self._open_vias = {net: lattice.open_vias(lattice.numbers[net]) for net in self._open}

    def run(self) -> None:
        """Until no two nets meet."""
        again = self._ways
        for _ in range(_ROUNDS):
            for way in again:
                self._take_off(way)
                self._find(way)
            again = self._meeting()
            if not again:
                return
            self._pressure *= _MORE_PRESSURE
        raise RoutingError(f"these nets do not pass each other: {', '.join(sorted({way.net for way in again}))}")

    def _meeting(self) -> list[TrackWay]:
        """The ways that meet another net, and where they do becomes dearer."""
        found = []
        for way in self._ways:
            where = {node for node in way.nodes if self._others(self._at[node], way)}
            for place in way.vias(self._lattice.places):
                if any(self._others(self._vias[beside], way) for beside in self._lattice.neighbours(place)):
                    where |= {place, place + self._lattice.places}
            for node in where:
                self._history[node] += 0.4
            if where:
                found.append(way)
        return found

    @staticmethod
    def _others(ways: Iterable[TrackWay], own: TrackWay) -> int:
        return sum(way.net != own.net for way in ways)

    def _take_off(self, way: TrackWay) -> None:
        for node in way.nodes:
            self._at[node].remove(way)
        for place in way.vias(self._lattice.places):
            self._vias[place].remove(way)
        way.clear()

    def _find(self, way: TrackWay) -> None:
        lattice = self._lattice
        terminals = [lattice.terminals(pad) for pad in way.pads]
        for pad, nodes in zip(way.pads, terminals, strict=True):
            if not nodes:
                raise RoutingError(f"{way.net}: pin {pad.number} of {pad.part} cannot be reached")
        tree = set(terminals[0])
        if way.to_pour:
            self._take(way, self._search(way, tree, self._pours[way.net]))
        waiting = terminals[1:]
        while waiting:
            path = self._search(way, tree, frozenset(node for nodes in waiting for node in nodes))
            self._take(way, path)
            tree |= set(path)
            reached = [nodes for nodes in waiting if path[-1] in nodes]
            waiting = [nodes for nodes in waiting if path[-1] not in nodes]
            for nodes in reached:
                tree |= set(nodes)
        for node in way.nodes:
            self._at[node].append(way)
        for place in way.vias(lattice.places):
            self._vias[place].append(way)

    @staticmethod
    def _take(way: TrackWay, path: list[int]) -> None:
        way.nodes |= set(path)
        way.steps |= {(min(a, b), max(a, b)) for a, b in pairwise(path)}

    def _search(self, way: TrackWay, tree: set[int], targets: frozenset[int]) -> list[int]:
        """The cheapest way from the tree to a target."""
        places, columns = self._lattice.places, self._lattice.columns
        is_open, may_join = self._open[way.net], self._open_vias[way.net]
        left, top, right, bottom = _corners(targets, places, columns)
        best = dict.fromkeys(sorted(tree), 0.0)
        before: dict[int, int] = {}
        queue = [(0.0, node) for node in best]
        done: set[int] = set()
        while queue:
            _, node = heapq.heappop(queue)
            if node in done:
                continue
            done.add(node)
            if node in targets:
                return _back(node, before)
            steps = [node + 1, node - 1, node + columns, node - columns]
            if may_join[node % places]:
                steps.append(node + places if node < places else node - places)
            for onto in steps:
                if not is_open[onto] or onto in done:
                    continue
                cost = best[node] + self._cost(way, onto, node)
                if cost < best.get(onto, inf):
                    best[onto], before[onto] = cost, node
                    row, column = divmod(onto % places, columns)
                    ahead = max(left - column, 0, column - right) + max(top - row, 0, row - bottom)
                    heapq.heappush(queue, (cost + ahead, onto))
        raise RoutingError(f"{way.net}: no way to all of its pins")

    def _cost(self, way: TrackWay, onto: int, start: int) -> float:
        places, there = self._lattice.places, self._at[onto]
        cost = (_BOTTOM_COST if onto >= places else 1.0) * (1.0 + self._history[onto])
        if there:
            cost += self._pressure * self._others(there, way)
        if onto - start in {places, -places}:
            beside = sum(self._others(self._vias[place], way) for place in self._lattice.neighbours(onto % places))
            cost += _VIA_COST + self._pressure * beside
        return cost


def _corners(targets: frozenset[int], places: int, columns: int) -> tuple[int, int, int, int]:
    """The rectangle around the targets, in steps."""
    spots = [divmod(node % places, columns) for node in targets]
    rows, across = [row for row, _ in spots], [column for _, column in spots]
    return min(across), min(rows), max(across), max(rows)


def _back(node: int, before: dict[int, int]) -> list[int]:
    """The nodes up to this one, first to last."""
    path = [node]
    while node in before:
        node = before[node]
        path.append(node)
    return path[::-1]
