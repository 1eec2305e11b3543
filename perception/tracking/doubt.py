"""What an unclear reading may show."""

from __future__ import annotations

from dataclasses import dataclass

from perception.arrangements import Arrangement, Verdict


@dataclass(frozen=True, slots=True)
class Doubt:
    """``disputed`` are the magnets that an unclear reading may or may not show, ``likely`` those of them that its best
    explanation has, and ``margin`` by how much log-likelihood that is better than its rival, if it explains the reading
    well (0 if not)."""

    disputed: Arrangement = frozenset()
    likely: Arrangement = frozenset()
    margin: float = 0.0

    @classmethod
    def of(cls, verdict: Verdict, misfit: float) -> Doubt:
        """The doubt that a verdict leaves. What explains the reading well has this ``misfit`` at most."""
        best, disputed = verdict.best, verdict.disputed
        return cls(disputed, disputed & best.arrangement, verdict.margin if best.misfit <= misfit else 0.0)


NO_DOUBT = Doubt()
