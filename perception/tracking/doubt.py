"""What an unclear reading may show."""

from __future__ import annotations

from dataclasses import dataclass

from perception.arrangements import Arrangement, Verdict
from perception.decision_limits import DecisionLimits


@dataclass(frozen=True, slots=True)
class Doubt:
    """``disputed`` are the magnets that an unclear reading may or may not show, ``likely`` those of them that its best
    explanation has, and ``margin`` by how much log-likelihood that is better than its rival, if it explains the reading
    well (0 if not)."""

    disputed: Arrangement = frozenset()
    likely: Arrangement = frozenset()
    margin: float = 0.0

    @classmethod
    def of(cls, verdict: Verdict, before: Arrangement | None, limits: DecisionLimits) -> Doubt:
        """The doubt that a verdict leaves, where this was believed ``before``. If no rival comes near the best
        explanation, what has changed in it is in doubt."""
        best = verdict.best
        explains_well = best.misfit <= limits.misfit
        changed = frozenset() if before is None or verdict.margin < limits.margin else best.arrangement ^ before
        disputed = changed or verdict.disputed
        return cls(disputed, disputed & best.arrangement, verdict.margin if explains_well else 0.0)


NO_DOUBT = Doubt()
