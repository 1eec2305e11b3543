"""Every dimension of the printed parts, with its name. Change them here; all are mm.

What the board file says is not here: the pitch, the gap, the magnet. What the cut sheets have is in
``hardware.drawing.template``: the rim, the holes. So parts and sheets cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.magnet_force import FOOT_RIM

LEAST_WALL = 0.8
"""Two lines of a nozzle of 0.4 mm: the thinnest wall that a common printer makes well."""

RANK_BOARD = 1.6
"""How thick a rank board is. It lies on the carrier, its sensors and lights up."""
SOT_23_ELEMENT = 0.6
"""How far above its board the sensing element of a SOT-23 is: half a millimetre below its upper side, at 1.1."""
ABOVE_RANK_BOARD = 2.4
"""What is highest on a rank board: the head of its screw M3. Pins stand out by 1.8, lights by 1.6."""

BED = 200.0
"""How long and wide the bed of a small printer is, and how high it prints."""


@dataclass(frozen=True, slots=True)
class SheetStack:
    """What lies between a worker and the sensing element below it: the thickness of the rubber under the foot and of
    the face; how far the element is below the upper side of the carrier; and the thickness of the carrier. Spacers make
    up the rest of the board file's gap. With ``rank_boards`` the sensors are on boards that lie on the carrier."""

    rubber: float = 0.0
    face: float = 4.0
    in_carrier: float = 1.0
    carrier: float = 3.0
    rank_boards: bool = False

    @property
    def element(self) -> float:
        """How far the sensing element is below the upper side of the carrier; above it, it is negative."""
        return -(RANK_BOARD + SOT_23_ELEMENT) if self.rank_boards else self.in_carrier

    @property
    def least_spacer(self) -> float:
        """The lowest spacer that can be made, or that leaves room for what is on the carrier."""
        return RANK_BOARD + ABOVE_RANK_BOARD if self.rank_boards else LEAST_WALL


@dataclass(frozen=True, slots=True)
class FrameDimensions:
    """The frame around the sheets, in four corners.

    ``room`` is the height below the carrier, for electronics and buttons; ``clearance`` is between a sheet and the wall
    on each side of it. The carrier lies on a ledge and on a post in each corner, which has a hole for a screw M3 that
    cuts its own thread, from above and, for the foot, from below. Corners overlap by ``lap``, each with half of the
    wall, and leave ``lap_gap`` between them; a screw M3 with a nut or glue holds them. One corner has an opening for
    cables, at the edge that lies on the bed, so that nothing hangs in the air when it is printed.
    """

    wall: float = 4.0
    room: float = 30.0
    clearance: float = 0.4
    outer_radius: float = 3.0
    ledge: float = 4.0
    ledge_edge: float = 1.2
    post: float = 9.0
    thread_hole: float = 2.7
    thread_depth: float = 14.0
    foot_thread_depth: float = 10.0
    lap: float = 20.0
    lap_gap: float = 0.2
    lap_hole: float = 3.4
    cable_width: float = 16.0
    cable_height: float = 10.0
    cable_from_corner: float = 30.0


@dataclass(frozen=True, slots=True)
class BoardFootDimensions:
    """A foot below each corner, held by a screw M3 of 10 mm whose head is out of sight."""

    height: float = 6.0
    upper: float = 14.0
    lower: float = 16.0
    hole: float = 3.4
    head: float = 6.4
    head_depth: float = 3.4


@dataclass(frozen=True, slots=True)
class SpacerDimensions:
    """A ring around a screw, between face and carrier; its hole is wider than that of the sheets by ``clearance``."""

    diameter: float = 8.0
    clearance: float = 0.2


@dataclass(frozen=True, slots=True)
class HolderDimensions:
    """Holds a TO-92 flat and in the middle of its hole in the carrier, from below.

    The body is 4.0 x 3.15 x 1.52 mm and its legs are 1.27 mm apart (LPG of the data sheet of the DRV5055); ``width``,
    ``length`` and ``depth`` are those of its pocket. Its legs bend down through a slot. The plug is thinner than the
    hole by ``clearance``, the flange stays below the carrier.
    """

    width: float = 4.2
    length: float = 3.35
    depth: float = 1.55
    slot: float = 3.5
    slot_length: float = 2.2
    clearance: float = 0.2
    flange: float = 11.0
    flange_thickness: float = 1.2


@dataclass(frozen=True, slots=True)
class WorkerFootDimensions:
    """A foot to glue under a worker, with a recess for its magnet that is open below.

    The recess is wider and deeper than the magnet by ``clearance`` and ``glue``; ``rim`` is around the magnet. Grooves
    in its side tell which pole points down, also to a finger: one is north, two are south.
    """

    rim: float = FOOT_RIM
    clearance: float = 0.2
    glue: float = 0.1
    roof: float = 1.2
    groove_width: float = 1.2
    groove_depth: float = 0.6
    groove_spacing: float = 3.0


@dataclass(frozen=True, slots=True)
class LipDimensions:
    """A ring to glue on a block, in which a worker's foot stands near the middle. ``clearance`` is how much wider than
    the foot it is; ``block_width`` is the side or the diameter of the smallest block that gets one."""

    height: float = 1.0
    width: float = 1.6
    clearance: float = 1.0
    block_width: float = 30.0


@dataclass(frozen=True, slots=True)
class PartDimensions:
    """All of them."""

    stack: SheetStack = field(default_factory=SheetStack)
    frame: FrameDimensions = field(default_factory=FrameDimensions)
    board_foot: BoardFootDimensions = field(default_factory=BoardFootDimensions)
    spacer: SpacerDimensions = field(default_factory=SpacerDimensions)
    holder: HolderDimensions = field(default_factory=HolderDimensions)
    worker_foot: WorkerFootDimensions = field(default_factory=WorkerFootDimensions)
    lip: LipDimensions = field(default_factory=LipDimensions)
