"""How far calibrations of uneven boards are off, and how far they say that they may be."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import sqrt

from common.numbers import seeded
from perception.calibration.calibration_result import PlannedPlacement, placements_of
from perception.calibration.gain_fit import GainFit, fitted_gains
from tests.perception.calibration.uneven_board import Flaws, UnevenBoard, uneven_board


@dataclass
class Errors:
    """Some errors, each with the standard error that was stated for it."""

    true: list[float] = field(default_factory=list)
    stated: list[float] = field(default_factory=list)

    def add(self, true: float, stated: float | None) -> None:
        """One more."""
        assert stated is not None
        self.true.append(true)
        self.stated.append(stated)

    @property
    def rms(self) -> float:
        """What the errors are."""
        return rms(self.true)

    @property
    def rms_stated(self) -> float:
        """What they are said to be."""
        return rms(self.stated)

    @property
    def worst(self) -> float:
        """The largest one."""
        return max(map(abs, self.true))

    def covered(self, times: float) -> float:
        """The share of errors that are at most so many times what was stated."""
        within = [abs(true) <= times * stated for true, stated in zip(self.true, self.stated, strict=True)]
        return sum(within) / len(within)


@dataclass
class Accuracy:
    """The errors of calibrations: of gains (fractions), of the fields of single sensors on one, two and three blocks
    (rms of each board, fractions), and of the heights of workers on them (mm)."""

    gains: Errors = field(default_factory=Errors)
    fields: tuple[Errors, Errors, Errors] = field(default_factory=lambda: (Errors(), Errors(), Errors()))
    feet: tuple[Errors, Errors, Errors] = field(default_factory=lambda: (Errors(), Errors(), Errors()))

    def add(self, board: UnevenBoard, fit: GainFit) -> None:
        """One more board."""
        squares = board.geometry.squares
        mean = sum(board.gains[square] for square in squares) / len(squares)
        for square in squares:
            self.gains.add(fit.factors[square] * mean / board.gains[square] - 1, fit.factor_errors[square])
        for level, (fields, feet) in enumerate(zip(self.fields, self.feet, strict=True), 1):
            believed = fit.fields[level]
            assert believed is not None
            off = [
                believed * fit.factors[square] / (board.gains[square] * _under(board, square, level)) - 1
                for square in squares
            ]
            fields.add(rms(off), fit.field_errors[level])
            feet.add(fit.feet[level] - board.feet[level], fit.feet_errors[level])


def calibrated(seed: int, flaws: Flaws, stands: tuple[PlannedPlacement, ...] = ()) -> tuple[UnevenBoard, GainFit]:
    """A board, and what its calibration finds with a worker on these squares, or on those that it asks for."""
    board = uneven_board(seed, flaws)
    placements = board.placements(stands or placements_of(board.geometry), seeded("placements", seed))
    return board, fitted_gains(board.geometry, 1, placements)


def accuracy(flaws: Flaws, seeds: range) -> Accuracy:
    """The errors of the boards of these seeds."""
    found = Accuracy()
    for seed in seeds:
        found.add(*calibrated(seed, flaws))
    return found


def rms(values: list[float]) -> float:
    """The root mean square."""
    return sqrt(sum(value**2 for value in values) / len(values))


def _under(board: UnevenBoard, square: int, level: int) -> float:
    """The field in mT that a sensor measures of a worker over it."""
    return board.field(square, *board.geometry.centre(square), level)
