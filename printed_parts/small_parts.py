"""The small parts, each as it lies on the printer's bed, its axis at 0, 0."""

from __future__ import annotations

from math import degrees

from manifold3d import Manifold

from hardware.drawing.template import SCREW_HOLE, SENSOR_HOLE
from hardware.geometry import Magnet
from printed_parts.part_dimensions import (
    BoardFootDimensions,
    HolderDimensions,
    LipDimensions,
    SpacerDimensions,
    WorkerFootDimensions,
)
from printed_parts.solids import BEYOND, box, cylinder, union


def board_foot(foot: BoardFootDimensions) -> Manifold:
    """A foot of the board, upside down: below, the recess for its screw would have a roof without support."""
    hole = cylinder(foot.hole, foot.height + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    head = cylinder(foot.head, foot.head_depth + BEYOND).translate((0.0, 0.0, foot.height - foot.head_depth))
    return cylinder(foot.upper, foot.height, foot.lower) - hole - head


def spacer(height: float, dimensions: SpacerDimensions) -> Manifold:
    """A spacer between face and carrier."""
    hole = cylinder(SCREW_HOLE + dimensions.clearance, height + 2 * BEYOND).translate((0.0, 0.0, -BEYOND))
    return cylinder(dimensions.diameter, height) - hole


def sensor_holder(carrier: float, holder: HolderDimensions) -> Manifold:
    """The holder for a carrier of this thickness, its flange on the bed; the legs of its sensor leave to the south."""
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
    """How wide the foot of a worker with this magnet is."""
    return magnet.diameter + 2 * foot.rim


def worker_foot(magnet: Magnet, grooves: int, foot: WorkerFootDimensions) -> Manifold:
    """The foot for this magnet with so many grooves, upside down: its roof on the bed and the recess above."""
    height = foot.roof + foot.glue + magnet.thickness
    wide = foot_diameter(magnet, foot)
    recess = cylinder(magnet.diameter + foot.clearance, height).translate((0.0, 0.0, foot.roof))
    half, floor = foot.groove_width / 2, foot.groove_depth - wide / 2
    groove = box((-half, -wide, -BEYOND), (half, floor, height + BEYOND))
    # Around the foot, so that each is as deep as the other, however small the foot is.
    apart = degrees(foot.groove_spacing / (wide / 2))
    cuts = union(groove.rotate((0.0, 0.0, apart * (place - (grooves - 1) / 2))) for place in range(grooves))
    return cylinder(wide, height) - recess - cuts


def centring_lip(foot: float, lip: LipDimensions) -> Manifold:
    """The ring for a foot of this diameter."""
    inner = foot + lip.clearance
    return cylinder(inner + 2 * lip.width, lip.height) - cylinder(inner, lip.height + 2 * BEYOND).translate(
        (0.0, 0.0, -BEYOND)
    )
