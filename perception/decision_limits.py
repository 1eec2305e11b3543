"""When a tracker makes up its mind."""

from __future__ import annotations

from dataclasses import dataclass
from math import hypot

from perception.hypotheses import Explanation, ReferenceReading, Verdict


@dataclass(frozen=True, slots=True)
class DecisionLimits:
    """When the tracker makes up its mind. Times in ms of the board's clock.

    ``touch`` is how long the board must rest for a reading. One that decided nothing is tried again every ``again``,
    with more frames to its mean, and after ``patience`` ever more rarely, or only after ``steadying`` where there may
    be a hand that would be seen to tremble; from ``puzzled`` on, disturbances are thought of, and from ``doubting`` on
    if a world fits clearly, but poorly. ``lost`` is the time without a decision after which the board is read afresh,
    and twice as long the next time. ``glimpse`` is how often a moving board is looked at, ``drift`` how often a resting
    one is followed. ``share`` is about how much work (see ``thinking``) is done in one frame on what needs more.

    ``margin`` is the least log-likelihood ratio between the best world and its rival, ``misfit`` the most squared
    deviation that a believed world may leave; from ``doubtful`` on it has to be better than a disturbance, and so has a
    magnet that came down more than ``edge`` mm off the middle of its square or is held lower than ``low`` mm.
    """

    touch: int = 120
    again: int = 100
    patience: int = 800
    steadying: int = 3000
    puzzled: int = 350
    doubting: int = 160
    lost: int = 1500
    glimpse: int = 40
    drift: int = 1000
    share: int = 60
    margin: float = 10.0
    misfit: float = 60.0
    doubtful: float = 26.0
    edge: float = 15.0
    low: float = 45.0

    def is_clear(self, verdict: Verdict) -> bool:
        """Whether a verdict is good enough to be believed."""
        return verdict.margin >= self.margin and verdict.best.misfit <= self.misfit

    def is_doubtful(self, best: Explanation, anchor: ReferenceReading) -> bool:
        """Whether an explanation, though clear, is poor or says what hands hardly do."""
        return best.misfit > self.doubtful or self._is_odd(best, anchor)

    def _is_odd(self, best: Explanation, anchor: ReferenceReading) -> bool:
        """Whether an explanation says what hands hardly do: to put a magnet far off the middle, to hold one low and
        still, or to hold two."""
        if len(best.hands) > 1 or any(hand.height < self.low for hand in best.hands):
            return True
        known = frozenset(anchor.placed)
        return any(hypot(each.east, each.north) > self.edge for each in best.placed if each not in known)
