"""What an explanation leaves of a reading, as interference is fitted to it."""

from __future__ import annotations

from dataclasses import dataclass

from perception.arrangements import Reading, ReferenceReading
from perception.fitting.residual import Fields


@dataclass(frozen=True, slots=True)
class WeightedResidual:
    """What an explanation leaves of a reading: ``fields`` in mT, with the inverse variance of each."""

    reading: Reading
    reference: ReferenceReading
    fields: Fields
    weights: Fields
