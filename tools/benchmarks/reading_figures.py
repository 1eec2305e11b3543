"""Reads and writes the figures behind the tables and plots of ``docs/reading.md``, in
``tools/benchmarks/reading_figures.json``.

``python -m tools.benchmarks.reading_plots`` makes tables and plots of them; ``python -m tools.benchmarks.touch_ratios
--write`` and ``python -m tools.benchmarks.reading_accuracy --write`` measure them again.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import msgspec

from hardware.geometry import Geometry

FILE = Path(__file__).with_suffix(".json")


MEASURED_BOARD = Geometry()
"""The board of the figures of ``docs/reading.md``, unless they name another magnet: that of the build guide."""


@dataclass(frozen=True, slots=True)
class TouchRatio:
    """The margin of log-likelihood of a worker on its new block over one in a hand, by the tremor of a rest of ``rest``
    ms at ``rate`` frames a second, with the new block on a number of others: for a touch, in the middle and one in ten,
    and for a hand that hovers just as high, one in a hundred."""

    blocks: int
    rate: int
    rest: int
    touch: float
    low_touch: float
    high_hover: float


@dataclass(frozen=True, slots=True)
class PlacementAccuracy:
    """The percentages of readings that are decoded rightly, by all sensors together and by thresholds, where hands are
    ``placement`` mm off the middle."""

    placement: float
    right: float
    by_thresholds: float


@dataclass(frozen=True, slots=True)
class DeedAccuracy:
    """The percentages of readings that are decoded wrongly, left unsure, and wrong by thresholds."""

    wrong: float
    unsure: float
    by_thresholds: int


@dataclass(frozen=True, slots=True)
class BoardAccuracy:
    """What becomes of readings of one kind of board, for each deed in the order of the table."""

    board: str
    deeds: tuple[DeedAccuracy, ...]


@dataclass(frozen=True, slots=True)
class ReadingFigures:
    """All figures. ``accuracy_cases`` readings were decoded for each board and deed, and for each placement and deed;
    ``ratio_rests`` rests of each kind were compared."""

    accuracy_cases: int
    boards: tuple[BoardAccuracy, ...]
    placements: tuple[PlacementAccuracy, ...]
    ratio_rests: int
    touch_ratios: tuple[TouchRatio, ...]


def read_figures() -> ReadingFigures:
    """Return the stored figures."""
    return msgspec.json.decode(FILE.read_bytes(), type=ReadingFigures)


def write_figures(figures: ReadingFigures) -> None:
    """Store the figures, one on a line."""
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(figures), indent=1) + b"\n")
