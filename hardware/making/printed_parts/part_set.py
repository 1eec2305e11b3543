"""The printed parts of a board, made from its board file and checked for printing: the frame's corners, small parts,
and the thickness of their walls."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from math import ceil, degrees, floor, sqrt

from manifold3d import CrossSection, Error, JoinType, Manifold, OpType

from engine.supply import BLOCKS
from hardware.board_file import SEATS, BoardFile
from hardware.geometry import Geometry, Magnet
from hardware.making.printed_parts.part_dimensions import (
    BED,
    LEAST_WALL,
    BoardFootDimensions,
    FrameDimensions,
    HolderDimensions,
    LipDimensions,
    PartDimensions,
    ScaleFootDimensions,
    SpacerDimensions,
    WorkerFootDimensions,
)
from hardware.template import (
    BUTTON_ROOM,
    LIGHT_INSET,
    RIM,
    SCREW_HOLE,
    SENSOR_HOLE,
    check_rank_pitch,
    middle_lines,
    plate_side,
    screws_at,
)

# ---- The set


LIGHT_BOARD = 10.0
"""The diameter of the round board of a light, which lies under the carrier, in mm."""

CORNERS = 4
WORKERS = 2
"""The workers of each seat."""

_ENOUGH = 1.5
"""Walls are measured up to this thickness, in mm."""


class CannotBePrintedError(ValueError):
    """These parts cannot be made; the message has a line for each reason, with the values that are possible."""


class PartName(Enum):
    """The parts, by the names of their files."""

    CORNER = "frame_corner"
    CABLE_CORNER = "frame_corner_with_cable_opening"
    BOARD_FOOT = "board_foot"
    SCALE_FOOT = "scale_foot"
    MIRRORED_SCALE_FOOT = "scale_foot_mirrored"
    SCALE_CAP = "scale_cap"
    SPACER = "spacer"
    HOLDER = "sensor_holder"
    NORTH_FOOT = "worker_foot_north_down"
    SOUTH_FOOT = "worker_foot_south_down"
    LIP = "centring_lip"


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part as it lies on the printer's bed, and the number of them that a board needs."""

    name: PartName
    pieces: int
    solid: Manifold

    @property
    def size(self) -> tuple[float, float, float]:
        """Its length, width and height in mm."""
        low_x, low_y, low_z, high_x, high_y, high_z = self.solid.bounding_box()
        return high_x - low_x, high_y - low_y, high_z - low_z

    def faults(self) -> list[str]:
        """Return why a printer cannot make it."""
        name = self.name.value
        if self.solid.status() is not Error.NoError or self.solid.is_empty():
            return [f"{name} has no closed surface"]
        pieces, wall = len(self.solid.decompose()), least_wall(self.solid, _ENOUGH)
        found = [f"{name} is in {pieces} pieces that nothing joins"] if pieces != 1 else []
        if wall < LEAST_WALL:
            found.append(f"{name} has a wall of {wall:.2f} mm; the thinnest that prints well is {LEAST_WALL:g} mm")
        if max(self.size) > BED:
            found.append(f"{name} is {max(self.size):.1f} mm long; the bed of a printer is {BED:g} mm")
        return found


def spacer_height(board: BoardFile, dimensions: PartDimensions) -> float:
    """Return the rest of the board file's gap for the spacers, in mm, to the thousandth: 5.8 - 4 - 1 is 0.8."""
    stack = dimensions.stack
    return round(board.geometry.gap - stack.rubber - stack.face - stack.element, 3)


def frame_depth(board: BoardFile, dimensions: PartDimensions) -> float:
    """Return the height of the frame, up to the upper side of the face, in mm."""
    stack = dimensions.stack
    return dimensions.frame.room + stack.carrier + spacer_height(board, dimensions) + stack.face


def printed_parts(board: BoardFile, dimensions: PartDimensions | None = None) -> tuple[PrintedPart, ...]:
    """Make every part of this board.

    :raises CannotBePrintedError: if a value of the board file or a dimension is impossible.
    """
    measures = PartDimensions() if dimensions is None else dimensions
    _refuse(_impossible(board, measures))
    parts = _made(board, measures)
    _refuse([fault for part in parts for fault in part.faults()])
    return parts


def _made(board: BoardFile, measures: PartDimensions) -> tuple[PrintedPart, ...]:
    geometry, magnet = board.geometry, board.geometry.magnet
    north = WORKERS * len(board.north_down)
    south = WORKERS * len(SEATS) - north
    foot = measures.worker_foot
    height = spacer_height(board, measures)
    return (
        *(_frame(board, measures) if board.scale is None else _scale_feet(measures)),
        PrintedPart(PartName.SPACER, len(screws_at(geometry)), spacer(height, measures.spacer)),
        *_holders(board, measures),
        PrintedPart(PartName.NORTH_FOOT, north, worker_foot(magnet, 1, foot)),
        PrintedPart(PartName.SOUTH_FOOT, south, worker_foot(magnet, 2, foot)),
        PrintedPart(PartName.LIP, sum(BLOCKS), centring_lip(foot_diameter(magnet, foot), measures.lip)),
    )


def _frame(board: BoardFile, measures: PartDimensions) -> tuple[PrintedPart, ...]:
    corner = frame_corner(board.geometry, frame_depth(board, measures), measures.frame)
    return (
        PrintedPart(PartName.CORNER, CORNERS - 1, corner),
        PrintedPart(PartName.CABLE_CORNER, 1, with_cable_opening(corner, measures.frame)),
        PrintedPart(PartName.BOARD_FOOT, CORNERS, board_foot(measures.board_foot)),
    )


def _scale_feet(measures: PartDimensions) -> tuple[PrintedPart, ...]:
    """Return the parts that carry a plate that weighs; a frame that carries it, too, would take a part of each load."""
    foot = scale_foot(measures.frame.room, measures.scale_foot)
    return (
        PrintedPart(PartName.SCALE_FOOT, CORNERS // 2, foot),
        PrintedPart(PartName.MIRRORED_SCALE_FOOT, CORNERS // 2, foot.mirror((1.0, 0.0, 0.0))),
        PrintedPart(PartName.SCALE_CAP, CORNERS, scale_cap(measures.frame, measures.scale_foot)),
    )


def _holders(board: BoardFile, measures: PartDimensions) -> tuple[PrintedPart, ...]:
    if measures.stack.rank_boards:
        return ()
    squares = len(board.geometry.squares)
    return (PrintedPart(PartName.HOLDER, squares, sensor_holder(measures.stack.carrier, measures.holder)),)


def _impossible(board: BoardFile, measures: PartDimensions) -> list[str]:
    """Return the values of the board file that no part can have."""
    return [*_corner_faults(board, measures), *_stack_faults(board, measures), *_square_faults(board, measures)]


def _corner_faults(board: BoardFile, measures: PartDimensions) -> list[str]:
    geometry, frame = board.geometry, measures.frame
    if board.scale is not None:
        least = 2 * scale_foot_end(measures.scale_foot)
        if plate_side(geometry) >= least:
            return []
        return [
            f"pitch_mm = {geometry.pitch:g}: two feet with load cells meet at the side of the plate; at least"
            f" {ceil(10 * (least - 2 * RIM) / geometry.size) / 10:g}"
        ]
    beyond = frame.clearance + frame.wall + (frame.lap - frame.lap_gap) / 2
    length = plate_side(geometry) / 2 + beyond
    if length <= BED:
        return []
    most = (2 * (BED - beyond) - 2 * RIM) / geometry.size
    return [
        f"pitch_mm = {geometry.pitch:g}: a corner of the frame is {length:.1f} mm long, and the bed of a printer is"
        f" {BED:g} mm; at most {floor(most * 10) / 10:g}"
    ]


def _stack_faults(board: BoardFile, measures: PartDimensions) -> list[str]:
    stack, holder, height = measures.stack, measures.holder, spacer_height(board, measures)
    found = []
    if height < stack.least_spacer:
        rubber = f" and the rubber of {stack.rubber:g} mm" if stack.rubber else ""
        found.append(
            f"gap_mm = {board.geometry.gap:g}: below the face of {stack.face:g} mm{rubber} no spacer of"
            f" {stack.least_spacer:g} mm fits; at least {board.geometry.gap - height + stack.least_spacer:g}"
        )
    if stack.rank_boards:
        return found
    thinnest = holder.depth + LEAST_WALL - holder.flange_thickness
    if stack.carrier < thinnest:
        found.append(
            f"a carrier of {stack.carrier:g} mm: the holder of a sensor has no floor in it; at least"
            f" {ceil(10 * thinnest) / 10:g} (--carrier)"
        )
    return found


def _square_faults(board: BoardFile, measures: PartDimensions) -> list[str]:
    geometry, foot, lip = board.geometry, measures.worker_foot, measures.lip
    found: list[str] = []
    if measures.stack.rank_boards:
        try:
            check_rank_pitch(geometry)
        except ValueError as error:
            found.append(str(error))
    apart = (measures.holder.flange + LIGHT_BOARD) / 2
    if not measures.stack.rank_boards and sqrt(2) * (geometry.pitch / 2 - LIGHT_INSET) < apart:
        found.append(
            f"pitch_mm = {geometry.pitch:g}: the holder of a sensor and the board of its light meet; at least"
            f" {ceil(20 * (apart / sqrt(2) + LIGHT_INSET)) / 10:g}"
        )
    wide = foot_diameter(geometry.magnet, foot) + lip.clearance + 2 * lip.width
    if wide > lip.block_width:
        found.append(
            f"diameter_mm = {geometry.magnet.diameter:g}: the lip for a worker's foot is {wide:g} mm wide, and a block"
            f" {lip.block_width:g} mm; at most {geometry.magnet.diameter - wide + lip.block_width:g}, or wider blocks"
            " (--block)"
        )
    return found


def _refuse(faults: list[str]) -> None:
    if faults:
        raise CannotBePrintedError("\n".join(faults))


# ---- Solids
#
# All measures are mm; z goes up.


SEGMENTS = 64
"""The straight sides that stand for a circle: at 20 mm they are 0.02 mm off it, less than a printer resolves."""

BEYOND = 1.0
"""The distance in mm by which a cut extends beyond a surface, so that no skin without thickness stays."""


def cylinder(diameter: float, height: float, upper: float | None = None) -> Manifold:
    """Make a cylinder that stands on 0, 0, 0, or a cone with another diameter above."""
    return Manifold.cylinder(height, diameter / 2, (diameter if upper is None else upper) / 2, SEGMENTS)


def box(low: tuple[float, float, float], high: tuple[float, float, float]) -> Manifold:
    """Make the box between two of its corners."""
    size = (high[0] - low[0], high[1] - low[1], high[2] - low[2])
    return Manifold.cube(size).translate(low)


def upright(points: Iterable[tuple[float, float]], height: float) -> Manifold:
    """Make a prism over this polygon, counter-clockwise, from z = 0 up."""
    return CrossSection([list(points)]).extrude(height)


def along_x(profile: Iterable[tuple[float, float]], start: float, end: float) -> Manifold:
    """Make a bar along x with this profile in y and z, counter-clockwise as seen from its end."""
    # Upright it has y and z of the profile as x and y; one turn changes z to x, x to y and y to z.
    return upright(profile, end - start).rotate((90.0, 0.0, 90.0)).translate((start, 0.0, 0.0))


def union(solids: Iterable[Manifold]) -> Manifold:
    """Join solids into one."""
    return Manifold.batch_boolean(list(solids), OpType.Add)


def swapped(solid: Manifold) -> Manifold:
    """Exchange x and y: a part along x is then along y."""
    return solid.mirror((1.0, -1.0, 0.0))


# ---- The corner of the frame
#
# Two walls that meet, with a post and a ledge for the carrier, drawn as the south-west corner: the corner of the sheets
# is at 0, 0, x goes east and y north, and z = 0 is the edge that lies on the printer's bed. Turned by a quarter it is
# the next corner, one of whose arms overlaps one of this.


BUTTON_CLEARANCE = 1.0
"""The distance of the ledge from the opening for a button, in mm."""

SHORTEST_LEDGE = 5.0
"""The length in mm below which a piece of ledge is left out."""


def frame_corner(geometry: Geometry, depth: float, frame: FrameDimensions) -> Manifold:
    """Make a corner with this depth: from the edge on the bed up to the upper side of the face."""
    half = plate_side(geometry) / 2
    arms = _arm(half, depth, frame, inner=True) + swapped(_arm(half, depth, frame, inner=False))
    ledges = union(_ledge(start, end, frame) for start, end in _ledge_pieces(geometry, frame))
    solid = (arms + ledges + swapped(ledges) + _post(frame)) ^ _rounded(half, depth, frame)
    screw = _lap_screw(half, frame)
    return solid - _threads(frame) - screw - swapped(screw)


def with_cable_opening(corner: Manifold, frame: FrameDimensions) -> Manifold:
    """Cut an opening for cables into the corner's arm along x, at the edge that lies on the bed."""
    start = frame.cable_from_corner
    outside = -frame.clearance - frame.wall - BEYOND
    return corner - box((start, outside, -BEYOND), (start + frame.cable_width, 0.0, frame.cable_height))


def _arm(half: float, depth: float, frame: FrameDimensions, *, inner: bool) -> Manifold:
    """Make the wall along x as far as the middle of the side; beyond the joint one half continues."""
    inside = -frame.clearance
    outside = inside - frame.wall
    thickness = (frame.wall - frame.lap_gap) / 2
    shoulder = half - (frame.lap + frame.lap_gap) / 2
    tip = half + (frame.lap - frame.lap_gap) / 2
    lap = (inside - thickness, inside) if inner else (outside, outside + thickness)
    wall = box((outside, outside, 0.0), (shoulder, inside, depth))
    return wall + box((shoulder - BEYOND, lap[0], 0.0), (tip, lap[1], depth))


def _rounded(half: float, depth: float, frame: FrameDimensions) -> Manifold:
    """Make everything within the rounded outer edge of the corner."""
    radius, outside = frame.outer_radius, -frame.clearance - frame.wall
    side = half + frame.lap - outside
    square = CrossSection.square((side - 2 * radius, side - 2 * radius)).translate((outside + radius, outside + radius))
    return square.offset(radius, JoinType.Round, circular_segments=SEGMENTS).extrude(depth)


def _ledge_pieces(geometry: Geometry, frame: FrameDimensions) -> list[tuple[float, float]]:
    """Return the ranges of the ledge, without the places of a button and of the laps."""
    lap = plate_side(geometry) / 2 - (frame.lap + frame.lap_gap) / 2
    button, room = middle_lines(geometry)[0], BUTTON_ROOM / 2 + BUTTON_CLEARANCE
    pieces = ((0.0, min(button - room, lap)), (button + room, lap))
    return [(start, end) for start, end in pieces if end - start >= SHORTEST_LEDGE]


def _ledge(start: float, end: float, frame: FrameDimensions) -> Manifold:
    """Make a ledge whose underside rises at 45 degrees, so that it prints without support."""
    deep, top = frame.ledge - frame.clearance, frame.room
    wall, under = -frame.clearance - frame.wall / 2, top - frame.ledge_edge
    profile = ((wall, top), (wall, under - (deep - wall)), (deep, under), (deep, top))
    return along_x(profile, start, end)


def _post(frame: FrameDimensions) -> Manifold:
    """Make the post for the carrier's screw, joined to both walls."""
    at, wall = RIM / 2, -frame.clearance - frame.wall / 2
    block = box((wall, wall, 0.0), (at, at, frame.room))
    sides = box((wall, wall, 0.0), (at + frame.post / 2, at, frame.room))
    return block + sides + swapped(sides) + cylinder(frame.post, frame.room).translate((at, at, 0.0))


def _threads(frame: FrameDimensions) -> Manifold:
    """Make the holes in the post: for the screw through the sheets from above, and for the foot's from below."""
    upper = cylinder(frame.thread_hole, frame.thread_depth + BEYOND).translate((0, 0, frame.room - frame.thread_depth))
    lower = cylinder(frame.thread_hole, frame.foot_thread_depth + BEYOND).translate((0, 0, -BEYOND))
    return (upper + lower).translate((RIM / 2, RIM / 2, 0.0))


def _lap_screw(half: float, frame: FrameDimensions) -> Manifold:
    """Make the hole through the lap at the end of the arm along x."""
    hole = cylinder(frame.lap_hole, frame.wall + frame.clearance + 2 * BEYOND).rotate((90.0, 0.0, 0.0))
    return hole.translate((half, BEYOND, frame.room / 2))


# ---- Small parts
#
# Each lies as on the printer's bed, with its axis at 0, 0.


def board_foot(foot: BoardFootDimensions) -> Manifold:
    """Make a foot of the board, upside down: otherwise the recess for its screw would have a roof without support."""
    hole = cylinder(foot.hole, foot.height + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    head = cylinder(foot.head, foot.head_depth + BEYOND).translate((0.0, 0.0, foot.height - foot.head_depth))
    return cylinder(foot.upper, foot.height, foot.lower) - hole - head


def scale_foot_end(foot: ScaleFootDimensions) -> float:
    """Return how far from the corner of the plate a foot with a load cell ends, in mm along the side."""
    return RIM / 2 - foot.edge_hole + foot.bar_length + foot.beyond


def bar_height(room: float, foot: ScaleFootDimensions) -> float:
    """Return the height of the underside of the bars above the base, for a carrier at the height ``room``."""
    return room - foot.washers - foot.cap - foot.bar


def scale_foot(room: float, foot: ScaleFootDimensions) -> Manifold:
    """Make the foot for the south-west corner: the corner of the plate is at 0, 0, x goes east, y north, and z = 0 is
    the base. The bar lies along the west side, its free end in the corner."""
    middle, start = RIM / 2, RIM / 2 - foot.edge_hole
    end, half, height = start + foot.bar_length, foot.bar / 2 + foot.play, bar_height(room, foot)
    left, right = middle - half - foot.wall, middle + foot.bar / 2 + foot.stop_from_bar
    inside, seat = right + foot.stop, end - foot.seat
    floor = box((left, start, 0.0), (inside, end + foot.beyond, foot.floor))
    block = box((left, seat, 0.0), (middle + half + foot.wall, end + foot.wall, height + foot.guide))
    room_of_bar = box((middle - half, seat - BEYOND, height), (middle + half, end + foot.wall + BEYOND, room))
    stop = box((right, start, 0.0), (inside, start + foot.stop, room - foot.stop_gap))
    outer, inner = end - foot.edge_hole, end - foot.edge_hole - foot.hole_spacing
    screws = union(
        _countersunk(foot.hole, foot.head, foot.head_depth, height).translate((middle, y, 0.0)) for y in (inner, outer)
    )
    to_base = cylinder(foot.base_hole, foot.floor + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    base = to_base.translate((middle, end + foot.beyond / 2 + foot.wall / 2, 0.0)) + to_base.translate(
        ((right + inside) / 2, (start + end) / 2 - foot.tab / 2, 0.0)
    )
    return floor + (block - room_of_bar) + stop + _cable_tab(foot, inside, seat) - screws - base


def _cable_tab(foot: ScaleFootDimensions, inside: float, start: float) -> Manifold:
    """Make the tab for the cable, with a hole for a cable tie that needs no support: a square on its edge."""
    low = inside - foot.tab_wall
    tab = box((low, start, 0.0), (inside, start + foot.tab, foot.tab_height))
    across, middle, size = start + foot.tab / 2, foot.floor + (foot.tab_height - foot.floor) / 2, foot.tab / 4
    profile = ((across - size, middle), (across, middle - size), (across + size, middle), (across, middle + size))
    return tab - along_x(profile, low - BEYOND, inside + BEYOND)


def _countersunk(hole: float, head: float, depth: float, height: float) -> Manifold:
    """Make the room of a countersunk screw from below, whose cone begins at this depth."""
    cone = (head - hole) / 2
    return (
        cylinder(hole, height + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
        + cylinder(head, depth + BEYOND).translate((0.0, 0.0, -BEYOND))
        + cylinder(head, cone, hole).translate((0.0, 0.0, depth))
    )


def scale_cap(frame: FrameDimensions, foot: ScaleFootDimensions) -> Manifold:
    """Make the cap on the free end of a bar, upside down, with the screw of the plate at 0, 0 and the bar along y."""
    half = foot.bar / 2 + foot.play
    end = foot.hole_spacing + foot.cap_head / 2 + foot.wall
    outside = half + foot.wall
    whole = box((-outside, -foot.edge_hole, 0.0), (outside, end, foot.cap + foot.cap_skirt))
    bar = box((-half, -foot.edge_hole - BEYOND, foot.cap), (half, end + BEYOND, foot.cap + foot.cap_skirt + BEYOND))
    plate_screw = cylinder(frame.thread_hole, foot.cap + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    own = _countersunk(foot.cap_hole, foot.cap_head, 0.0, foot.cap).translate((0.0, foot.hole_spacing, 0.0))
    return whole - bar - plate_screw - own


def spacer(height: float, dimensions: SpacerDimensions) -> Manifold:
    """Make a spacer between face and carrier."""
    hole = cylinder(SCREW_HOLE + dimensions.clearance, height + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    return cylinder(dimensions.diameter, height) - hole


def sensor_holder(carrier: float, holder: HolderDimensions) -> Manifold:
    """Make the holder for a carrier of this thickness, with its flange on the bed; the sensor's legs leave to the
    south."""
    top = holder.flange_thickness + carrier
    flange = cylinder(holder.flange, holder.flange_thickness)
    plug = cylinder(SENSOR_HOLE - holder.clearance, top)
    half, edge = holder.width / 2, holder.length / 2
    pocket = box((-half, -edge, top - holder.depth), (half, edge, top + BEYOND))
    # Within the plug the slot is open to the south: a wall beside the legs would be too thin to print.
    leg = holder.slot / 2
    slot = box((-leg, -edge - holder.slot_length, -BEYOND), (leg, 0.0, top + BEYOND))
    under = box((-half, -edge, -BEYOND), (half, edge, top - holder.depth))
    return flange + plug - pocket - (slot - under)


def foot_diameter(magnet: Magnet, foot: WorkerFootDimensions) -> float:
    """Return the diameter of a worker's foot for this magnet."""
    return magnet.diameter + 2 * foot.rim


def worker_foot(magnet: Magnet, grooves: int, foot: WorkerFootDimensions) -> Manifold:
    """Make the foot for this magnet with this number of grooves, upside down: its roof on the bed, the recess above."""
    height = foot.roof + foot.glue + magnet.thickness
    wide = foot_diameter(magnet, foot)
    recess = cylinder(magnet.diameter + foot.clearance, height).translate((0.0, 0.0, foot.roof))
    half, floor = foot.groove_width / 2, foot.groove_depth - wide / 2
    groove = box((-half, -wide, -BEYOND), (half, floor, height + BEYOND))
    # Around the foot, so that all have the same depth, however small the foot is.
    apart = degrees(foot.groove_spacing / (wide / 2))
    cuts = union(groove.rotate((0.0, 0.0, apart * (place - (grooves - 1) / 2))) for place in range(grooves))
    return cylinder(wide, height) - recess - cuts


def centring_lip(foot: float, lip: LipDimensions) -> Manifold:
    """Make the ring for a foot of this diameter."""
    inner = foot + lip.clearance
    return cylinder(inner + 2 * lip.width, lip.height) - cylinder(inner, lip.height + 2 * BEYOND).translate(
        (0.0, 0.0, -BEYOND)
    )


# ---- The thickness of walls
#
# The thinnest wall, floor or roof is measured on the finished solid as it lies on the bed. The part is cut into
# horizontal slices between the heights of its corners. Walls: a slice is made narrower all around by half of a
# thickness. A thinner wall disappears, and does not reappear when the slice is made wider again, as corners do; at a
# thin place of a wall the slice comes apart. Floors and roofs: where the part is above a slice's lower height, but
# neither below it nor above another one, its thickness is the distance between these heights.


STEP = 0.05
"""The step of the measurement of thickness, in mm."""

_VANISHED = 0.003
"""An area in mm^2 that no printer resolves; less is lost by rounding."""

_MITER = 8.0
"""A corner of 15 degrees reappears; a sharper one is a thin wall."""

_ROUND = 32
"""The straight sides that stand for a circle around a corner."""

_SLACK = 1e-3
"""The tolerance in mm of a wall's thickness."""


@dataclass(frozen=True, slots=True)
class _Slice:
    """The part between two heights."""

    low: float
    high: float
    area: CrossSection


def least_wall(part: Manifold, upto: float) -> float:
    """Return the least thickness in mm: exact for floors and roofs, for walls in steps of ``STEP``; at most
    ``upto``."""
    slices = _slices(part)
    # An area that is lost at a thickness is lost at each greater one.
    steps = range(1, round(upto / STEP) + 1)
    thin = bisect_left(steps, 1, key=lambda step: int(any(_loses(cut.area, step * STEP) for cut in slices)))
    wall = thin * STEP if thin < len(steps) else upto
    return min(wall, _least_floor(slices, upto))


def _slices(part: Manifold) -> list[_Slice]:
    heights = sorted({round(float(height), 3) for height in part.to_mesh64().vert_properties[:, 2]})
    return [_Slice(low, high, part.slice((low + high) / 2)) for low, high in pairwise(heights) if high - low > _SLACK]


def _loses(area: CrossSection, thickness: float) -> bool:
    half = thickness / 2 - _SLACK
    narrow = area.offset(-half, JoinType.Round, circular_segments=_ROUND)
    if _pieces_and_contours(area) != _pieces_and_contours(narrow):
        return True
    opened = area.offset(-half, JoinType.Miter, _MITER).offset(half, JoinType.Miter, _MITER)
    return bool((area - opened).area() > _VANISHED)


def _pieces_and_contours(area: CrossSection) -> tuple[int, int]:
    return len(area.decompose()), area.num_contour()


def _least_floor(slices: list[_Slice], upto: float) -> float:
    least = upto
    for first, start in enumerate(slices):
        # The area that begins here, up to the height at which it changes.
        begun = start.area - slices[first - 1].area if first else start.area
        for number in range(first, len(slices)):
            height = slices[number].high - start.low
            if height >= least:
                break
            above = slices[number + 1].area if number + 1 < len(slices) else CrossSection()
            if _is_wide(begun - above):
                least = height
            begun = begun ^ above
    return least


def _is_wide(area: CrossSection) -> bool:
    """Whether an area is more than the slivers that a slanting side, or rounding, leaves between two slices."""
    # Each piece separately, and none without area: slivers may turn inside out when they are made narrower.
    pieces = (piece for piece in area.decompose() if piece.area() > _VANISHED)
    return any(piece.offset(-STEP, JoinType.Miter, _MITER).area() > _VANISHED for piece in pieces)
