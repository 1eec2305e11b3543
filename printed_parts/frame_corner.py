"""A corner of the frame: two walls that meet, with a post and a ledge for the carrier.

It is drawn as the south-west corner: the corner of the sheets is at 0, 0, x goes east and y north, and z = 0 is the
edge that lies on the printer's bed. Turned by a quarter it is the next corner, whose one arm laps over one of this.
"""

from __future__ import annotations

from manifold3d import CrossSection, JoinType, Manifold

from hardware.drawing.template import BUTTON_ROOM, RIM, middle_lines, plate_side
from hardware.geometry import Geometry
from printed_parts.part_dimensions import FrameDimensions
from printed_parts.solids import BEYOND, SEGMENTS, along_x, box, cylinder, swapped, union

BUTTON_CLEARANCE = 1.0
"""How far the ledge stays from the opening for a button, in mm."""

SHORTEST_LEDGE = 5.0
"""A piece of ledge that would be shorter is left out, in mm."""


def frame_corner(geometry: Geometry, depth: float, frame: FrameDimensions) -> Manifold:
    """A corner that is so deep: from the edge on the bed up to the upper side of the face."""
    half = plate_side(geometry) / 2
    arms = _arm(half, depth, frame, inner=True) + swapped(_arm(half, depth, frame, inner=False))
    ledges = union(_ledge(start, end, frame) for start, end in _ledge_pieces(geometry, frame))
    solid = (arms + ledges + swapped(ledges) + _post(frame)) ^ _rounded(half, depth, frame)
    screw = _lap_screw(half, frame)
    return solid - _threads(frame) - screw - swapped(screw)


def with_cable_opening(corner: Manifold, frame: FrameDimensions) -> Manifold:
    """The corner with an opening for cables in its arm along x, at the edge that lies on the bed."""
    start = frame.cable_from_corner
    outside = -frame.clearance - frame.wall - BEYOND
    return corner - box((start, outside, -BEYOND), (start + frame.cable_width, 0.0, frame.cable_height))


def _arm(half: float, depth: float, frame: FrameDimensions, *, inner: bool) -> Manifold:
    """The wall along x as far as the middle of the side; beyond the joint its inner or its outer half goes on."""
    inside = -frame.clearance
    outside = inside - frame.wall
    thickness = (frame.wall - frame.lap_gap) / 2
    shoulder = half - (frame.lap + frame.lap_gap) / 2
    tip = half + (frame.lap - frame.lap_gap) / 2
    lap = (inside - thickness, inside) if inner else (outside, outside + thickness)
    wall = box((outside, outside, 0.0), (shoulder, inside, depth))
    return wall + box((shoulder - BEYOND, lap[0], 0.0), (tip, lap[1], depth))


def _rounded(half: float, depth: float, frame: FrameDimensions) -> Manifold:
    """All that is within the rounded outer edge of the corner."""
    radius, outside = frame.outer_radius, -frame.clearance - frame.wall
    side = half + frame.lap - outside
    square = CrossSection.square((side - 2 * radius, side - 2 * radius)).translate((outside + radius, outside + radius))
    return square.offset(radius, JoinType.Round, circular_segments=SEGMENTS).extrude(depth)


def _ledge_pieces(geometry: Geometry, frame: FrameDimensions) -> list[tuple[float, float]]:
    """From where to where the ledge goes: not where a button may be, nor where the corners lap."""
    lap = plate_side(geometry) / 2 - (frame.lap + frame.lap_gap) / 2
    button, room = middle_lines(geometry)[0], BUTTON_ROOM / 2 + BUTTON_CLEARANCE
    pieces = ((0.0, min(button - room, lap)), (button + room, lap))
    return [(start, end) for start, end in pieces if end - start >= SHORTEST_LEDGE]


def _ledge(start: float, end: float, frame: FrameDimensions) -> Manifold:
    """A ledge whose underside rises at 45 degrees, so that it is printed without support."""
    deep, top = frame.ledge - frame.clearance, frame.room
    wall, under = -frame.clearance - frame.wall / 2, top - frame.ledge_edge
    profile = ((wall, top), (wall, under - (deep - wall)), (deep, under), (deep, top))
    return along_x(profile, start, end)


def _post(frame: FrameDimensions) -> Manifold:
    """What the carrier is screwed on, one with both walls."""
    at, wall = RIM / 2, -frame.clearance - frame.wall / 2
    block = box((wall, wall, 0.0), (at, at, frame.room))
    sides = box((wall, wall, 0.0), (at + frame.post / 2, at, frame.room))
    return block + sides + swapped(sides) + cylinder(frame.post, frame.room).translate((at, at, 0.0))


def _threads(frame: FrameDimensions) -> Manifold:
    """The holes in the post: for the screw through the sheets from above, and for that of the foot from below."""
    upper = cylinder(frame.thread_hole, frame.thread_depth + BEYOND).translate((0, 0, frame.room - frame.thread_depth))
    lower = cylinder(frame.thread_hole, frame.foot_thread_depth + BEYOND).translate((0, 0, -BEYOND))
    return (upper + lower).translate((RIM / 2, RIM / 2, 0.0))


def _lap_screw(half: float, frame: FrameDimensions) -> Manifold:
    """The hole through the lap at the end of the arm along x."""
    hole = cylinder(frame.lap_hole, frame.wall + frame.clearance + 2 * BEYOND).rotate((90.0, 0.0, 0.0))
    return hole.translate((half, BEYOND, frame.room / 2))
