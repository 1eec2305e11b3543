"""How thin the thinnest wall, floor or roof of a part is, measured on the finished solid as it lies on the bed.

The part is cut into horizontal slices, one between each two heights at which it has a corner. Walls: a slice is made
narrower all around by half of a thickness. A wall that is thinner has vanished, and does not come back when the slice
is made wider again, as corners do; where a wall has but a thin place, the slice comes apart. Floors and roofs: where
the part is above a slice's lower height, but neither below that nor above another, it is as thick as these are apart.
"""

from __future__ import annotations

from bisect import bisect_left
from dataclasses import dataclass
from itertools import pairwise

from manifold3d import CrossSection, JoinType, Manifold

STEP = 0.05
"""How finely thickness is measured, in mm."""

_VANISHED = 0.003
"""An area in mm^2 that no printer shows: less than this is lost by rounding."""

_MITER = 8.0
"""A corner of 15 degrees comes back; a sharper one is a thin wall."""

_ROUND = 32
"""So many straight pieces stand for a circle around a corner."""

_SLACK = 1e-3
"""A wall is not thinner than a thickness if it is by so little, in mm."""


@dataclass(frozen=True, slots=True)
class _Slice:
    """The part between two heights."""

    low: float
    high: float
    area: CrossSection


def least_wall(part: Manifold, upto: float) -> float:
    """The least thickness in mm: of floors and roofs as it is, of walls in steps of ``STEP``; or ``upto``, if nothing
    is thinner."""
    slices = _slices(part)
    # What is lost at a thickness is lost at each greater one.
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
        # What begins here, as far up as all of it goes on.
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
    """That it is more than the slivers that a slanting side, or rounding, leaves between two slices."""
    # Each piece by itself, and none of no area: slivers may turn inside out when they are made narrower.
    pieces = (piece for piece in area.decompose() if piece.area() > _VANISHED)
    return any(piece.offset(-STEP, JoinType.Miter, _MITER).area() > _VANISHED for piece in pieces)
