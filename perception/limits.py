"""The numbers by which the tracker decides, and the price of work: how long it waits, how good an explanation must be.

Each says where it comes from: physics, a measurement, or a choice.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from perception.arrangements import Explanation, PlacedMagnet, ReferenceReading, Verdict

# -- the price of work, in units. Measured: a unit takes 2.5 µs on a desktop machine of 2020 (``make work``).

TRIAL = 20
"""Comparing one position of a magnet with a reading."""

HELD_TRIAL = 18
"""The same for a magnet in a hand."""

PLACE = 1
"""Comparing a tabulated position, or the range of a magnet's field, with a reading."""

HAND_PLACES = 20
"""Comparing the tabulated positions of a hand with a reading."""

HYPOTHESIS = 1
"""Making one hypothesis."""

EXCHANGES = 35
"""Finding which sensors may be exchanged."""

RESIDUAL = 8
"""Subtracting the magnets that stay from a reading."""

MINUS = 1
"""Subtracting the field of one magnet."""

DIPOLE = 6
"""Fitting the strength and direction of a dipole at one position."""

FIELD = 4
"""Computing the fields of a dipole."""

DOUBT = 6
"""Computing how unsure the fields of a dipole are."""

LARGEST_STEP = 120
"""The most work of a task between two of its stops."""

# -- how well a reading is explained

FAIRLY = 16.0
"""The misfit from which on a reading is explained only fairly. Choice: less than the 25
that 25 sensors make on average where only noise differs."""

BADLY = 36.0
"""The misfit from which on a reading is explained so badly that a magnet may lie beside the board. Choice."""


@dataclass(frozen=True, slots=True)
class DecisionThresholds:
    """The thresholds of decisions. Times are in ms of the board's clock. All are choices.

    ``touch`` is how long the board must rest before a reading is decoded. A reading that was not clear is decoded again
    every ``retry``, with more frames in its mean; after ``patience`` ever more rarely, or only after ``tremor_wait`` if
    a hand may be part of it whose tremor would show. Interference is considered after ``interference_after``, and after
    ``doubtful_after`` if an arrangement is clear but doubtful. After ``cold_start_after`` without a decision the board
    is decoded without the reference; each further time takes twice as long. ``lift_period`` is how often a moving board
    is checked for a lift, ``drift_period`` how often a resting one is followed. ``work_per_frame`` is the most work
    that is done in a frame, and all that is done in ``frame`` ms. A computer that takes 30 µs for a unit, ten times as
    long as a desktop machine, needs 30 ms for it, and has the rest of the ``frame`` for everything else.

    ``margin`` is the least log-likelihood ratio between the best arrangement and its rival, ``misfit`` the greatest
    misfit of an arrangement that is believed. An explanation is doubtful, and has to be better than interference, if
    its misfit is above ``doubtful``, if a magnet came down more than ``off_centre`` mm off the middle of its square, or
    if a hand holds one lower than ``low_hand`` mm.
    """

    touch: int = 120
    retry: int = 100
    patience: int = 800
    tremor_wait: int = 3000
    interference_after: int = 350
    doubtful_after: int = 160
    cold_start_after: int = 1500
    lift_period: int = 40
    drift_period: int = 1000
    frame: int = 40
    work_per_frame: int = 1000
    margin: float = 10.0
    misfit: float = 60.0
    doubtful: float = 26.0
    off_centre: float = 15.0
    low_hand: float = 45.0

    def is_clear(self, verdict: Verdict) -> bool:
        """Whether a verdict is good enough to be believed."""
        return verdict.margin >= self.margin and verdict.best.misfit <= self.misfit

    def is_doubtful(self, best: Explanation, reference: ReferenceReading, misfit: float | None = None) -> bool:
        """Whether an explanation, though clear, is poor (from this ``misfit`` on; None: from ``doubtful``) or describes
        what hands hardly do."""
        return best.misfit > (self.doubtful if misfit is None else misfit) or self._is_odd(best, reference)

    def is_off_centre(self, placed: PlacedMagnet) -> bool:
        """Whether hands hardly put a worker so far off the middle of its square."""
        return hypot(placed.east, placed.north) > self.off_centre

    def _is_odd(self, best: Explanation, reference: ReferenceReading) -> bool:
        """Whether an explanation puts a magnet far off the middle, has a hand low and still, or has two hands."""
        if len(best.hands) > 1 or any(hand.height < self.low_hand for hand in best.hands):
            return True
        known = frozenset(reference.placed)
        return any(self.is_off_centre(each) for each in best.placed if each not in known)
