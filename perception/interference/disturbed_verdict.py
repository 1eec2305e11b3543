"""A verdict together with interference, and how it compares with one without."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

from perception.arrangements import Verdict, outline
from perception.decision_limits import DecisionLimits
from perception.findings import Fallen, SensorFault
from perception.interference.interference_fit import InterferenceFit


@dataclass(frozen=True, slots=True)
class DisturbedVerdict:
    """A reading explained by the best arrangement of a verdict together with interference; ``value`` is the
    log-likelihood of both. ``was_seen``: the worker that is new in it was seen on its way down."""

    verdict: Verdict
    interference: InterferenceFit
    value: float
    was_seen: bool = False

    @property
    def exchange(self) -> bool:
        """Whether the interference is two sensors that are exchanged."""
        return isinstance(self.interference.found, SensorFault) and self.interference.found.other is not None

    def has_arrangement_of(self, plain: Verdict) -> bool:
        """Whether the same magnets stand in it as in a verdict without interference."""
        return outline(plain.best.arrangement) == outline(self.verdict.best.arrangement)

    def lead(self, plain: Verdict) -> float:
        """By how much it is likelier than a verdict without interference. If the same magnets stand in both, one of
        them has to lead the other arrangements of the other one."""
        ahead = self.value - plain.best.likelihood
        if not self.has_arrangement_of(plain):
            return ahead
        return ahead + plain.margin if ahead >= 0 else ahead - self.verdict.margin


def clearer_verdict(
    plain: Verdict, disturbed: DisturbedVerdict | None, limits: DecisionLimits
) -> Verdict | DisturbedVerdict | None:
    """Which of a verdict and one with interference is clear and clearly beats the other; None if neither does."""
    if disturbed is not None and disturbed.exchange and disturbed.verdict.best.misfit > limits.doubtful:
        disturbed = None  # with the wires put right everything fits, or they are right as they are
    lead = -inf if disturbed is None else disturbed.lead(plain)
    if limits.is_clear(plain) and lead <= -limits.margin:
        return plain
    if disturbed is not None and limits.is_clear(disturbed.verdict) and lead >= limits.margin:
        return disturbed
    return None


def possible_verdicts(
    plain: Verdict, disturbed: DisturbedVerdict | None, limits: DecisionLimits
) -> tuple[Verdict, ...]:
    """The verdicts on a change that are possible, the first one for what it says: the plain one, and the one with
    interference if that is not clearly beaten by another arrangement. A worker that fell comes first where that is
    likelier: without a reference it looks like one that stands."""
    if disturbed is None:
        return (plain,)
    lead = disturbed.lead(plain)
    if isinstance(disturbed.interference.found, Fallen) and lead >= 0:
        return (disturbed.verdict,)
    beaten = lead <= -limits.margin and not disturbed.has_arrangement_of(plain)
    return (plain,) if beaten else (plain, disturbed.verdict)
