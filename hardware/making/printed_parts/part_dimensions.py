"""The dimensions of the printed parts, each with its name, in mm. Change them here.

The board file has the pitch, the gap and the magnet, and ``hardware.template`` has the dimensions of the cut sheets:
the rim, the holes. So parts and sheets cannot disagree.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from hardware.magnet_force import FOOT_RIM

LEAST_WALL = 0.8
"""The thinnest wall that a common printer makes well: two lines of a 0.4 mm nozzle."""

RANK_BOARD = 1.6
"""The thickness of a rank board. It lies on the carrier with its sensors and lights up."""
SOT_23_ELEMENT = 0.6
"""The height of the sensing element of a SOT-23 above its board: half a millimetre below its upper side, at 1.1."""
ABOVE_RANK_BOARD = 2.4
"""The height of the tallest part on a rank board, the head of its M3 screw. Pins stand out by 1.8, lights by 1.6."""

BED = 200.0
"""The length and width of the bed of a small printer, and the height that it prints."""


@dataclass(frozen=True, slots=True)
class SheetStack:
    """The layers between a worker and the sensing element below it: the thickness of the rubber under the foot and of
    the face; the depth of the element below the upper side of the carrier; and the thickness of the carrier. Spacers
    make up the rest of the board file's gap. With ``rank_boards`` the sensors are on boards that lie on the carrier."""

    rubber: float = 0.0
    face: float = 4.0
    in_carrier: float = 1.0
    carrier: float = 3.0
    rank_boards: bool = False

    @property
    def element(self) -> float:
        """The depth of the sensing element below the upper side of the carrier; negative above it."""
        return -(RANK_BOARD + SOT_23_ELEMENT) if self.rank_boards else self.in_carrier

    @property
    def least_spacer(self) -> float:
        """The lowest spacer that can be made and leaves room for the parts on the carrier."""
        return RANK_BOARD + ABOVE_RANK_BOARD if self.rank_boards else LEAST_WALL


@dataclass(frozen=True, slots=True)
class FrameDimensions:
    """The frame around the sheets, in four corners.

    ``room`` is the height below the carrier, for electronics and buttons; ``clearance`` is the gap between a sheet and
    the wall on each side. The carrier lies on a ledge and on a post in each corner, which has a hole for a self-tapping
    M3 screw from above and, for the foot, from below. Corners overlap by ``lap``, each with half of the wall, and leave
    ``lap_gap`` between them; an M3 screw with a nut or glue holds them. One corner has an opening for cables, at the
    edge that lies on the bed, so that it needs no support in printing; the plugs of USB and of the supply go through
    it, one after the other.
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
    cable_width: float = 24.0
    cable_height: float = 14.0
    cable_from_corner: float = 30.0


@dataclass(frozen=True, slots=True)
class BoardFootDimensions:
    """A foot below each corner, held by a 10 mm M3 screw whose head is hidden."""

    height: float = 6.0
    upper: float = 14.0
    lower: float = 16.0
    hole: float = 3.4
    head: float = 6.4
    head_depth: float = 3.4


@dataclass(frozen=True, slots=True)
class ScaleFootDimensions:
    """A foot that carries a corner of a plate that weighs on a load cell, and the cap on the free end of that cell.

    The cell is a bar of ``bar`` x ``bar`` mm, with two threads at each end: the usual measures of bars of 1 kg. Below
    its fixed end are countersunk screws of M5 from below, whose heads need ``head``. The cap is held by the inner screw
    of the free end, M4 and countersunk, and has a hole for the plate's self-tapping M3 screw over the outer one; two
    washers of M3 between it and the carrier let the plate rest there and nowhere else. The ``stop`` is a post that ends
    ``stop_gap`` below the carrier. A cable is tied to the tab beside the bar.
    """

    bar: float = 12.7
    bar_length: float = 80.0
    edge_hole: float = 5.0
    hole_spacing: float = 15.0
    play: float = 0.15
    wall: float = 1.6
    floor: float = 3.0
    seat: float = 27.0
    guide: float = 4.0
    hole: float = 5.4
    head: float = 11.4
    head_depth: float = 2.0
    cap: float = 6.0
    cap_skirt: float = 5.0
    cap_hole: float = 4.4
    cap_head: float = 8.4
    washers: float = 1.0
    stop: float = 8.0
    stop_from_bar: float = 3.65
    stop_gap: float = 0.5
    base_hole: float = 4.2
    beyond: float = 13.0
    tab: float = 14.0
    tab_height: float = 16.0
    tab_wall: float = 2.4


@dataclass(frozen=True, slots=True)
class SpacerDimensions:
    """A ring around a screw, between face and carrier; its hole is ``clearance`` wider than the sheets' holes."""

    diameter: float = 8.0
    clearance: float = 0.2


@dataclass(frozen=True, slots=True)
class HolderDimensions:
    """A holder that fixes a TO-92 flat and in the middle of its hole in the carrier, from below.

    The body is 4.0 x 3.15 x 1.52 mm and its legs are 1.27 mm apart (LPG of the data sheet of the DRV5055); ``width``,
    ``length`` and ``depth`` are the pocket's. Its legs bend down through a slot. The plug is thinner than the hole by
    ``clearance``, the flange stays below the carrier.
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

    The recess is wider and deeper than the magnet by ``clearance`` and ``glue``; ``rim`` is the wall around the magnet.
    Grooves in its side show which pole points down, also to a finger: one is north, two are south.
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
    """A ring to glue on a block, which centres a worker's foot. ``clearance`` is its width beyond the foot;
    ``block_width`` is the side or the diameter of the smallest block that gets one."""

    height: float = 1.0
    width: float = 1.6
    clearance: float = 1.0
    block_width: float = 30.0


@dataclass(frozen=True, slots=True)
class PartDimensions:
    """The dimensions of all parts."""

    stack: SheetStack = field(default_factory=SheetStack)
    frame: FrameDimensions = field(default_factory=FrameDimensions)
    board_foot: BoardFootDimensions = field(default_factory=BoardFootDimensions)
    scale_foot: ScaleFootDimensions = field(default_factory=ScaleFootDimensions)
    spacer: SpacerDimensions = field(default_factory=SpacerDimensions)
    holder: HolderDimensions = field(default_factory=HolderDimensions)
    worker_foot: WorkerFootDimensions = field(default_factory=WorkerFootDimensions)
    lip: LipDimensions = field(default_factory=LipDimensions)
