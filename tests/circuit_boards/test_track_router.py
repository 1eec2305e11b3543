"""The router finds ways that do not meet, joins every pin, and says which nets it cannot route."""

from __future__ import annotations

from itertools import combinations
from math import hypot

import pytest

from circuit_boards.board_design import (
    Assembly,
    BoardDesign,
    BoardOutline,
    CopperLayer,
    CopperTrack,
    LandPattern,
    Pad,
    PartKind,
    PlacedPart,
)
from circuit_boards.routed_copper import routed
from circuit_boards.routing_lattice import CLEARANCE, STEP, KeepOut
from circuit_boards.track_router import RoutingError

PIN = PartKind("", LandPattern("", (Pad("1", (0.0, 0.0), (0.6, 0.6)),)), "", Assembly.HAND)


def board(pins: dict[str, list[tuple[int, int]]], size: tuple[int, int] = (24, 16)) -> BoardDesign:
    """A board of so many steps with a surface pad at each of these places, by net."""
    places = [(net, at) for net, found in pins.items() for at in found]
    parts = tuple(
        PlacedPart(f"P{number}", PIN, (at[0] * STEP, at[1] * STEP), (("1", net),))
        for number, (net, at) in enumerate(places)
    )
    return BoardDesign("test", "", 1, BoardOutline(0.0, 0.0, size[0] * STEP, size[1] * STEP), parts, ())


def route(design: BoardDesign, *keep_outs: KeepOut) -> BoardDesign:
    return routed(design, (), frozenset(), keep_outs)


def apart(first: CopperTrack, second: CopperTrack) -> float:
    """The gap between two tracks, measured between many points of both."""

    def points(track: CopperTrack) -> list[tuple[float, float]]:
        (x, y), (to_x, to_y) = track.start, track.end
        return [(x + (to_x - x) * step / 20, y + (to_y - y) * step / 20) for step in range(21)]

    nearest = min(hypot(a[0] - b[0], a[1] - b[1]) for a in points(first) for b in points(second))
    return nearest - (first.width + second.width) / 2


def test_nets_that_have_to_cross_take_two_layers_and_keep_their_distance() -> None:
    design = route(board({"a": [(1, 8), (23, 8)], "b": [(11, 1), (11, 15)], "c": [(3, 4), (20, 12), (20, 4)]}))
    assert {via.net for via in design.vias} & {"a", "b", "c"}
    for first, second in combinations(design.tracks, 2):
        if first.net != second.net and first.layer is second.layer:
            assert apart(first, second) > CLEARANCE - 0.001
    for net in ("a", "b", "c"):
        assert _pieces(design, net) == 1


def _pieces(design: BoardDesign, net: str) -> int:
    """Into how many pieces the tracks, vias and pads of a net fall."""
    pieces: list[set[tuple[object, ...]]] = []
    ends = [{(t.layer, *t.start), (t.layer, *t.end)} for t in design.tracks if t.net == net]
    ends += [{(layer, *via.at) for layer in CopperLayer} for via in design.vias if via.net == net]
    ends += [{(CopperLayer.TOP, *pad.at)} for pad in design.pads if pad.net == net]
    for group in ends:
        touched = [each for each in pieces if each & group]
        pieces = [each for each in pieces if not each & group]
        pieces.append(group.union(*touched))
    return len(pieces)


def test_the_same_board_is_routed_in_the_same_way() -> None:
    pins = {"a": [(3, 8), (20, 8)], "b": [(11, 3), (11, 13)], "c": [(4, 4), (18, 12)]}
    assert route(board(pins)) == route(board(pins))


def test_a_pin_that_is_walled_in_is_named() -> None:
    design = board({"a": [(3, 8), (20, 8)]})
    corner = ((9 * STEP, 0.0), (12 * STEP, 16 * STEP))
    walls = [KeepOut(*corner, layer, frozenset()) for layer in CopperLayer]
    with pytest.raises(RoutingError, match="a: no way to all of its pins"):
        route(design, *walls)
    assert route(design, walls[0]).vias, "below the wall there is a way"


def test_nets_that_cannot_pass_each_other_are_named() -> None:
    """A narrow board, closed below: one net goes along it, the other across."""
    design = board({"a": [(1, 3), (23, 3)], "b": [(11, 1), (11, 5)]}, (24, 6))
    below = KeepOut((0.0, 0.0), (24 * STEP, 6 * STEP), CopperLayer.BOTTOM, frozenset())
    with pytest.raises(RoutingError, match="a, b"):
        route(design, below)
