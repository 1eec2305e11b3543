"""Calibrates the scale of a board that weighs: the counts of each cell for a g, from a piece of known mass near each
corner, and the mass of each kind of piece. Apart from `perception.calibration.calibrate`, which measures sensors with
workers on lit squares: here anything may stand anywhere, and only the sum of the loads counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import hypot, sqrt
from statistics import fmean, median

from hardware.board import Weighed
from hardware.geometry import Geometry
from hardware.scale import CELL_COUNT, LoadCell, PieceMasses, Scale
from perception.calibration.procedure import name_of
from perception.fitting.dipole_fit import solved

REST_SECONDS = 1.0
"""How long loads have to rest to be taken."""

WANDER = 0.05
"""The g by which the sum of loads at rest may wander besides its noise. Choice: a twentieth of what the lightest pieces
differ by."""

LOUD = 8.0
"""Readings at rest stay within so many times the noise of the board file. Choice: that of data sheets is the least."""

TILT = 0.01
"""The share by which the check in the middle may be off. Choice: kitchen scales are not better."""

FAR_OFF = 15.0
"""The mm by which the centre of a piece of known mass may be off the middle of its square. Choice: it is put there by
hand, and a worse cell or place in the board file gives more."""

LEAST_KNOWN, MOST_KNOWN = 20.0, 1000.0
"""The masses in g that tell the counts for a g: a kitchen scale shows whole g."""

_BY_MEDIAN = 1.05
"""The standard deviation of a normal noise for each median of the differences of neighbours."""

PIECES = ("a worker", "a block of level 1", "a block of level 2", "a block of level 3", "a dome")
"""The kinds of piece, in the order of `PieceMasses`."""

Loads = tuple[float, ...]


class ScaleMeasurementError(ValueError):
    """Loads that no scale as described gives; the message says what to look for."""


@dataclass(frozen=True, slots=True)
class LoadRest:
    """The last readings of a scale, of which a rest is taken as soon as they no longer change."""

    scale: Scale
    readings: tuple[Weighed, ...] = ()

    @property
    def needed(self) -> int:
        """The readings of a rest."""
        return max(4, round(REST_SECONDS * self.scale.rate / 2))

    def after(self, weighed: Weighed) -> LoadRest:
        """With one reading more."""
        return replace(self, readings=(*self.readings[-self.needed + 1 :], weighed))

    @property
    def loads(self) -> Loads | None:
        """The mean loads in g; None until they rest."""
        if len(self.readings) < self.needed:
            return None
        sums = [sum(each.loads) for each in self.readings]
        noise = LOUD * self.scale.noise * sqrt(CELL_COUNT)
        half = len(sums) // 2
        drift = abs(fmean(sums[half:]) - fmean(sums[:half]))
        if max(sums) - min(sums) > 2 * noise + WANDER or drift > noise * sqrt(2 / half) + WANDER:
            return None
        return tuple(map(fmean, zip(*(each.loads for each in self.readings), strict=True)))

    @property
    def noise(self) -> float:
        """The noise of the loudest cell in g rms, from reading to reading."""
        columns = zip(*(each.loads for each in self.readings), strict=True)
        return max(_BY_MEDIAN * float(median(abs(b - a) for a, b in pairwise(column))) for column in columns)


def corner_squares(geometry: Geometry) -> tuple[int, ...]:
    """Return the squares in the corners, and the one in the middle, where the result is checked."""
    last = geometry.size - 1
    return 0, last, 5 * last, 6 * last, 6 * (geometry.size // 2)


def calibrated_scale(scale: Scale, geometry: Geometry, known: float, empty: Loads, placed: Sequence[Loads]) -> Scale:
    """Return the scale with the counts for a g of each cell that make a piece of ``known`` mass in g weigh the same on
    each of the `corner_squares`. ``empty`` and ``placed`` are loads by the scale as it was.

    :raises ScaleMeasurementError: if its cells are exchanged, if one feels nothing, or if the check in the middle
        fails.
    """
    *corners, middle = [tuple(load - before for load, before in zip(loads, empty, strict=True)) for loads in placed]
    squares = corner_squares(geometry)
    _check_order(scale, geometry, squares, corners)
    # The cell that feels a corner most comes first in its equation, which is then solved safely.
    rows = sorted(corners, key=_strongest)
    if len({_strongest(row) for row in rows}) < CELL_COUNT:
        raise ScaleMeasurementError("one cell feels two corners most: put the cells under the corners of the plate")
    factors = solved([list(row) for row in rows], [known] * CELL_COUNT)
    for number, (factor, cell) in enumerate(zip(factors, scale.cells, strict=True), 1):
        if not 0.1 < abs(factor) < 10:
            raise ScaleMeasurementError(
                f"cell {number} would have {cell.counts_per_gram / factor:.3g} counts for a g: look for a loose wire,"
                " or for a plate that rests on something else there"
            )
    cells = tuple(
        replace(cell, counts_per_gram=round(cell.counts_per_gram / factor, 2))
        for cell, factor in zip(scale.cells, factors, strict=True)
    )
    made = replace(scale, cells=cells)
    changes = [tuple(f * load for f, load in zip(factors, change, strict=True)) for change in (*corners, middle)]
    _check_middle(sum(changes[-1]), known)
    for square, change in zip(squares, changes, strict=True):
        _check_place(made, geometry, square, change)
    return made


def with_masses(scale: Scale, masses: Sequence[float]) -> Scale:
    """Return the scale with these masses in g of the `PIECES`.

    :raises ScaleMeasurementError: if one of them weighs nothing.
    """
    for name, mass in zip(PIECES, masses, strict=True):
        if mass < 1.0:
            raise ScaleMeasurementError(f"{name} weighs {mass:.2f} g: was it put down, and nothing taken away?")
    worker, first, second, third, dome = (round(mass, 2) for mass in masses)
    return replace(scale, masses=PieceMasses(worker, (first, second, third), dome))


def _check_order(scale: Scale, geometry: Geometry, squares: Sequence[int], corners: Sequence[Loads]) -> None:
    """Raise ScaleMeasurementError if the cells that feel a piece most are others than those nearest to it."""
    for square, change in zip(squares, corners, strict=False):
        east, north = _middle(geometry, square)

        def away(cell: LoadCell, east: float = east, north: float = north) -> float:
            return hypot(cell.east - east, cell.north - north)

        nearest = min(range(CELL_COUNT), key=lambda index: away(scale.cells[index]))
        felt = _strongest(change)
        if felt != nearest:
            raise ScaleMeasurementError(
                f"cell {felt + 1} feels {name_of(square)} most, and by the board file cell {nearest + 1} is nearest to"
                " it: exchange them in scale_outputs of [electronics.pins]"
            )


def _strongest(change: Loads) -> int:
    """Return the index of the cell whose load has changed most."""
    return max(range(CELL_COUNT), key=lambda index: abs(change[index]))


def _check_middle(found: float, known: float) -> None:
    if abs(found - known) > TILT * known:
        raise ScaleMeasurementError(
            f"in the middle the piece weighs {found:.1f} g, and in the corners {known:.1f} g: the plate touches"
            " something or bends; the cells have to carry it alone"
        )


def _check_place(scale: Scale, geometry: Geometry, square: int, change: Loads) -> None:
    place = scale.centre(change)
    east, north = _middle(geometry, square)
    if place is None or hypot(place[0] - east, place[1] - north) > FAR_OFF:
        where = "nowhere" if place is None else f"{place[0]:.0f} mm east and {place[1]:.0f} mm north of a1"
        raise ScaleMeasurementError(
            f"the piece on {name_of(square)} is felt {where}, which is {east:.0f} and {north:.0f} mm: put it into the"
            " middle of the square, or measure the places of the cells again"
        )


def _middle(geometry: Geometry, square: int) -> tuple[float, float]:
    """Return the middle of a square, in mm east and north of that of a1."""
    return square % 5 * geometry.pitch, square // 5 * geometry.pitch
