"""The scale of a board that weighs: four load cells that carry its plate, and how heavy the pieces are. Apart from
`hardware.geometry`, which every board has: a board without a scale needs nothing of this.

Each cell reports its load in g. What is put on the plate adds its mass to the sum of the four, and moves their centre
towards its own place.
"""

from __future__ import annotations

from dataclasses import dataclass, field

CELL_COUNT = 4


@dataclass(frozen=True, slots=True)
class LoadCell:
    """A load cell: the place where the plate rests on it, in mm east and north of the middle of a1, and the counts of
    its converter for each g, which a calibration measures. They are negative if it is mounted upside down."""

    east: float
    north: float
    counts_per_gram: float


@dataclass(frozen=True, slots=True)
class PieceMasses:
    """The mass in g of each kind of piece: a worker with its magnet, the blocks of the three levels, and a dome."""

    worker: float = 10.0
    blocks: tuple[float, float, float] = (12.0, 9.0, 6.0)
    dome: float = 5.0


@dataclass(frozen=True, slots=True)
class Scale:
    """The scale of a board: its cells, the load in g that each bears at most, how often all are read in a second, the
    noise of one reading of a cell in g rms, and the masses of the pieces.

    :raises ValueError: if there are not four cells.
    """

    cells: tuple[LoadCell, ...]
    range: float = 1000.0
    rate: int = 80
    noise: float = 0.02
    masses: PieceMasses = field(default_factory=PieceMasses)

    def __post_init__(self) -> None:
        if len(self.cells) != CELL_COUNT:
            raise ValueError(f"a scale has {CELL_COUNT} cells, not {len(self.cells)}")
