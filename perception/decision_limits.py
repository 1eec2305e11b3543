"""When a tracker makes up its mind."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from perception.hypotheses import Explanation, ReferenceReading, Verdict


@dataclass(frozen=True, slots=True)
class DecisionLimits:
    """When the tracker makes up its mind. Times in ms of the board's clock.

    ``touch`` is how long the board must rest for a reading. One that decided nothing is tried again every ``retry``,
    with more frames to its mean, and after ``patience`` ever more rarely, or only after ``tremor_wait`` where there may
    be a hand that would be seen to tremble; from ``interference_after`` on, disturbances are thought of, and from
    ``doubtful_after`` on if a arrangement fits clearly, but poorly. ``cold_start_after`` is the time without a decision
    after which the board is read afresh, and twice as long the next time. ``lift_period`` is how often a moving board
    is looked at, ``drift_period`` how often a resting one is followed. ``work_per_frame`` is about how much work (see
    ``task``) is done in one frame on what needs more.

    ``margin`` is the least log-likelihood ratio between the best arrangement and its rival, ``misfit`` the most squared
    deviation that a believed arrangement may leave; from ``doubtful`` on it has to be better than a disturbance, and so
    has a magnet that came down more than ``off_centre`` mm off the middle of its square or is held lower than
    ``low_hand`` mm.
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
    work_per_frame: int = 60
    margin: float = 10.0
    misfit: float = 60.0
    doubtful: float = 26.0
    off_centre: float = 15.0
    low_hand: float = 45.0

    def is_clear(self, verdict: Verdict) -> bool:
        """Whether a verdict is good enough to be believed."""
        return verdict.margin >= self.margin and verdict.best.misfit <= self.misfit

    def is_doubtful(self, best: Explanation, reference: ReferenceReading) -> bool:
        """Whether an explanation, though clear, is poor or says what hands hardly do."""
        return best.misfit > self.doubtful or self._is_odd(best, reference)

    def _is_odd(self, best: Explanation, reference: ReferenceReading) -> bool:
        """Whether an explanation says what hands hardly do: to put a magnet far off the middle, to hold one low and
        still, or to hold two."""
        if len(best.hands) > 1 or any(hand.height < self.low_hand for hand in best.hands):
            return True
        known = frozenset(reference.placed)
        return any(hypot(each.east, each.north) > self.off_centre for each in best.placed if each not in known)
