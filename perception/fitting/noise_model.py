"""The errors of readings and of the field model."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class NoiseModel:
    """The errors of readings and of the field model. Fields in mT, lengths in mm. All but ``reach`` and
    ``unlikely_penalty`` are standard deviations.

    ``noise`` is that of one frame, ``floor`` what averaging does not reduce (steps of the converter, drift), ``zero``
    the error of the baseline, which counts where there is no reference, ``drifted`` how far a sensor's zero may have
    drifted since it was last seen without a magnet near. ``gain`` is the relative error of a single
    sensor, ``strength`` that of a magnet at all sensors alike. ``gap`` is the error of the height of a worker on the
    ground and ``block`` what each block adds to it. ``placement`` is how far off the middle hands put a worker in each
    direction, ``reach`` how far off it a worker still stands on its square. ``unlikely_penalty`` is the log-likelihood
    that an unlikely arrangement has to make up.
    """

    noise: float = 0.03
    floor: float = 0.02
    zero: float = 0.06
    drifted: float = 0.2
    gain: float = 0.07
    strength: float = 0.05
    gap: float = 0.7
    block: float = 0.6
    placement: float = 5.0
    reach: float = 20.0
    unlikely_penalty: float = 3.0

    def rise(self, level: int) -> float:
        """The standard deviation of the height of a worker on so many blocks."""
        return self.gap + self.block * level
