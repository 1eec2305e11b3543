"""What an unclear reading may show."""

from __future__ import annotations

from dataclasses import dataclass

from perception.arrangements import Arrangement, Verdict
from perception.decision_limits import DecisionLimits


@dataclass(frozen=True, slots=True)
class Doubt:
    """``disputed`` are the magnets that an unclear reading may or may not show, ``likely`` those of them that its best
    explanation has. ``is_explained``: that explains the reading well; then ``margin`` is by how much log-likelihood it
    is better than its rival, else 0."""

    disputed: Arrangement = frozenset()
    likely: Arrangement = frozenset()
    margin: float = 0.0
    is_explained: bool = True

    @classmethod
    def of(cls, verdict: Verdict, before: Arrangement | None, limits: DecisionLimits) -> Doubt:
        """The doubt that a verdict leaves, where this was believed ``before``. If no rival comes near the best
        explanation, what has changed in it is in doubt."""
        best = verdict.best
        is_explained = best.misfit <= limits.misfit
        changed = frozenset() if before is None or verdict.margin < limits.margin else best.arrangement ^ before
        disputed = changed or verdict.disputed
        margin = verdict.margin if is_explained else 0.0
        return cls(disputed, disputed & best.arrangement, margin, is_explained)


NO_DOUBT = Doubt()
