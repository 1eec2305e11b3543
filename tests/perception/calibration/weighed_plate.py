"""A plate on four load cells, as it is: what each cell reports of what stands where."""

from __future__ import annotations

from hardware.board_file import parse_board_file
from hardware.geometry import Geometry
from hardware.scale import Scale

TRUE_COUNTS = (2103.0, -2210.5, 2150.0, 2041.25)
"""The counts of the cells for a g; the second is mounted upside down."""


def plain_scale() -> Scale:
    """The scale of a board file that says nothing of it."""
    found = parse_board_file("[scale]\n").scale
    assert found is not None
    return found


class WeighedPlate:
    """A rigid plate on the four corner cells of a board file that says nothing of them."""

    def __init__(self, counts: tuple[float, ...] = TRUE_COUNTS) -> None:
        self.scale = plain_scale()
        self.geometry = Geometry()
        self.counts_per_gram = counts
        self.standing: list[tuple[float, float, float]] = []
        """The mass of each thing in g, and its place in mm east and north of a1."""

    def put(self, mass: float, square: int) -> None:
        self.standing.append((mass, square % 5 * self.geometry.pitch, square // 5 * self.geometry.pitch))

    def counts(self) -> tuple[int, ...]:
        """What the converters measure now; the plate itself weighs 600 g."""
        low, high = self.scale.cells[0], self.scale.cells[3]
        loads = [150.0] * 4
        for mass, east, north in self.standing:
            to_east = (east - low.east) / (high.east - low.east)
            to_north = (north - low.north) / (high.north - low.north)
            for index in range(4):
                share = (to_east if index % 2 else 1 - to_east) * (to_north if index // 2 else 1 - to_north)
                loads[index] += mass * share
        return tuple(round(load * each) for load, each in zip(loads, self.counts_per_gram, strict=True))

    def loads(self) -> tuple[float, ...]:
        """What a table makes of them by a board file that was not calibrated."""
        return self.scale.loads(self.counts())
