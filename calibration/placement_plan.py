"""Where a worker is placed for a calibration, and in which order: as few placements as are enough.

The gain of a sensor shows only when a magnet is over it, so each square has a placement, all on the same height. Two
blocks are best: a worker on one block has a stronger field, but there a millimetre off the middle changes the field
under it three times as much, and the sensors around feel least of its position. Only a small magnet is too faint on
two. The fields on the other heights are alike on all squares, so a few placements are enough: more of them do not make
the fields known better, since sensors that are displaced and tilted limit that.
"""

from __future__ import annotations

from dataclasses import dataclass

from hardware.field_model import disc_field
from hardware.geometry import Geometry

FAINT = 0.8
"""The least field in mT that still gives a gain to a percent."""


@dataclass(frozen=True, slots=True, order=True)
class PlannedPlacement:
    """A worker on a square, on so many blocks."""

    square: int
    level: int


def main_level(geometry: Geometry) -> int:
    """How many blocks the worker stands on whose field gives the gains."""
    return 2 if disc_field(geometry.magnet, 0.0, geometry.foot_height(2)) >= FAINT else 1


def placements_of(geometry: Geometry) -> tuple[PlannedPlacement, ...]:
    """Every placement in its order: all squares along the ranks, to and fro, then three squares on each other height,
    the ground last."""
    main = main_level(geometry)
    size = geometry.size
    ranks = [[5 * rank + file for file in range(size)] for rank in range(size)]
    every = [square for rank in ranks for square in (rank if rank[0] % 2 == 0 else reversed(rank))]
    few = (5 + 1, 5 * (size - 2) + 1, 5 * (size // 2) + size - 2)
    others = [level for level in (1, 2, 3, 0) if level != main]
    return (
        *(PlannedPlacement(square, main) for square in every),
        *(PlannedPlacement(square, level) for level in others for square in few),
    )
