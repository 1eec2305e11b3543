"""The parts that a board needs, made from its board file and checked as a printer needs them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from math import ceil, floor, sqrt

from manifold3d import Error, Manifold

from engine.supply import BLOCKS
from hardware.board_file import SEATS, BoardFile
from hardware.drawing.template import LIGHT_INSET, RIM, check_rank_pitch, plate_side, screws_at
from printed_parts.frame_corner import frame_corner, with_cable_opening
from printed_parts.part_dimensions import BED, LEAST_WALL, PartDimensions
from printed_parts.small_parts import board_foot, centring_lip, foot_diameter, sensor_holder, spacer, worker_foot
from printed_parts.wall_thickness import least_wall

LIGHT_BOARD = 10.0
"""The diameter of the round board of a light, which lies under the carrier, in mm."""

CORNERS = 4
WORKERS = 2
"""Of each seat."""

_ENOUGH = 1.5
"""Walls are measured up to this thickness, in mm."""


class CannotBePrintedError(ValueError):
    """These parts cannot be made; one line for each reason says what it is and what would go."""


class PartName(Enum):
    """The parts, by the names of their files."""

    CORNER = "frame_corner"
    CABLE_CORNER = "frame_corner_with_cable_opening"
    BOARD_FOOT = "board_foot"
    SPACER = "spacer"
    HOLDER = "sensor_holder"
    NORTH_FOOT = "worker_foot_north_down"
    SOUTH_FOOT = "worker_foot_south_down"
    LIP = "centring_lip"


@dataclass(frozen=True, slots=True)
class PrintedPart:
    """A part as it lies on the printer's bed, and how many of it a board needs."""

    name: PartName
    pieces: int
    solid: Manifold

    @property
    def size(self) -> tuple[float, float, float]:
        """How long, wide and high it is, in mm."""
        low_x, low_y, low_z, high_x, high_y, high_z = self.solid.bounding_box()
        return high_x - low_x, high_y - low_y, high_z - low_z

    def faults(self) -> list[str]:
        """What keeps a printer from making it."""
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
    """What is left of the board file's gap for the spacers, in mm, to the thousandth: 5.8 - 4 - 1 is 0.8."""
    stack = dimensions.stack
    return round(board.geometry.gap - stack.rubber - stack.face - stack.element, 3)


def frame_depth(board: BoardFile, dimensions: PartDimensions) -> float:
    """How high the frame is: as high as the upper side of the face, in mm."""
    stack = dimensions.stack
    return dimensions.frame.room + stack.carrier + spacer_height(board, dimensions) + stack.face


def printed_parts(board: BoardFile, dimensions: PartDimensions | None = None) -> tuple[PrintedPart, ...]:
    """Every part of this board.

    :raises CannotBePrintedError: if the board file or a dimension asks for what cannot be made.
    """
    measures = PartDimensions() if dimensions is None else dimensions
    _refuse(_impossible(board, measures))
    parts = _made(board, measures)
    _refuse([fault for part in parts for fault in part.faults()])
    return parts


def _made(board: BoardFile, measures: PartDimensions) -> tuple[PrintedPart, ...]:
    geometry, magnet = board.geometry, board.geometry.magnet
    corner = frame_corner(geometry, frame_depth(board, measures), measures.frame)
    north = WORKERS * len(board.north_down)
    south = WORKERS * len(SEATS) - north
    foot = measures.worker_foot
    height = spacer_height(board, measures)
    return (
        PrintedPart(PartName.CORNER, CORNERS - 1, corner),
        PrintedPart(PartName.CABLE_CORNER, 1, with_cable_opening(corner, measures.frame)),
        PrintedPart(PartName.BOARD_FOOT, CORNERS, board_foot(measures.board_foot)),
        PrintedPart(PartName.SPACER, len(screws_at(geometry)), spacer(height, measures.spacer)),
        *_holders(board, measures),
        PrintedPart(PartName.NORTH_FOOT, north, worker_foot(magnet, 1, foot)),
        PrintedPart(PartName.SOUTH_FOOT, south, worker_foot(magnet, 2, foot)),
        PrintedPart(PartName.LIP, sum(BLOCKS), centring_lip(foot_diameter(magnet, foot), measures.lip)),
    )


def _holders(board: BoardFile, measures: PartDimensions) -> tuple[PrintedPart, ...]:
    if measures.stack.rank_boards:
        return ()
    squares = len(board.geometry.squares)
    return (PrintedPart(PartName.HOLDER, squares, sensor_holder(measures.stack.carrier, measures.holder)),)


def _impossible(board: BoardFile, measures: PartDimensions) -> list[str]:
    """What the board file asks for and no part can give."""
    return [*_corner_faults(board, measures), *_stack_faults(board, measures), *_square_faults(board, measures)]


def _corner_faults(board: BoardFile, measures: PartDimensions) -> list[str]:
    geometry, frame = board.geometry, measures.frame
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
