"""Several magnets fitted to one residual: each in turn, with the fields of the others subtracted, until they
converge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import inf

from common.numbers import total
from perception.arrangements import MagnetInHand, PlacedMagnet
from perception.counted_work import MINUS, TaskSteps, WorkCount
from perception.fitting.hand_fit import HandFit
from perception.fitting.position_fit import FitTrial
from perception.fitting.residual import Fields, Residual, minus, plus
from perception.fitting.square_model import MOST_STEPS, SquareModel

_ROUNDS = 5
_SETTLED = 0.1
_SETTLED_SHARE = 0.002
"""A round that gains no more than so much, and this share of the misfit that is left, is the last one."""
_FIRST_STEPS = 1
"""How many steps each magnet takes in the first round, in which the others are not where they belong yet."""
_FIRST_GAIN = 40.0
_FIRST_SHARE = 0.02
"""How much log-likelihood the rounds after the first may gain together: so much, and this share of what there is."""
_FURTHER_GAIN = 2.0
"""The same for the rounds after a later one, as a factor of what that one gained."""

Member = PlacedMagnet | MagnetInHand


@dataclass(frozen=True, slots=True)
class JointFitResult:
    """Magnets as they fit together, the log-likelihood of that, and the misfit that is left."""

    members: tuple[tuple[Member, FitTrial], ...]
    likelihood: float
    misfit: float

    @property
    def placed(self) -> tuple[PlacedMagnet, ...]:
        """The standing magnets."""
        return tuple(each for each, _ in self.members if isinstance(each, PlacedMagnet))

    def read(self, residual: Residual) -> tuple[PlacedMagnet, ...]:
        """The standing magnets with their measured fields.

        What the fit leaves unexplained at a sensor is divided among the magnets by the variance of each one's model
        there.
        """
        known: list[PlacedMagnet] = []
        spreads = [plus(trial.spread, trial.parameter_variance) for _, trial in self.members]
        allowed = residual.variance
        left = residual.change
        for (_, trial), spread in zip(self.members, spreads, strict=True):
            allowed = plus(allowed, spread)
            left = tuple([over - value for over, value in zip(left, trial.fields, strict=True)])
        for (each, trial), spread in zip(self.members, spreads, strict=True):
            if isinstance(each, PlacedMagnet):
                parts = [own / total for own, total in zip(spread, allowed, strict=True)]
                fields = [value + part * over for value, part, over in zip(trial.fields, parts, left, strict=True)]
                variances = [own * (1 - part) for own, part in zip(spread, parts, strict=True)]
                known.append(replace(each, fields=tuple(fields), variance=tuple(variances)))
        return tuple(known)

    @property
    def hands(self) -> tuple[MagnetInHand, ...]:
        """The magnets in hands."""
        return tuple(each for each, _ in self.members if isinstance(each, MagnetInHand))


class JointFit:
    """Fits standing and held magnets of one board. ``work`` counts what fits take."""

    def __init__(self, squares: SquareModel, hand_fit: HandFit, work: WorkCount | None = None) -> None:
        self._work = work or WorkCount()
        self._squares = squares
        self._hand_fit = hand_fit

    def fit(
        self,
        residual: Residual,
        start: Sequence[Member],
        lowest: Mapping[int, float],
        *,
        near: bool,
        floor: float = float("-inf"),
    ) -> TaskSteps[JointFitResult]:
        """These magnets where they fit best together: ``near`` their start, or else anywhere on their squares. The
        search ends early if the log-likelihood is not going to reach ``floor``.

        ``lowest`` gives for some squares the height in mm under which a held magnet counts as standing there.
        """
        if not start:
            return JointFitResult((), residual.null_likelihood, residual.misfit)
        if len(start) == 1 and isinstance(start[0], PlacedMagnet):
            placed, trial = yield from self._squares.fit(residual, start[0], near=near, floor=floor)
            return JointFitResult(((placed, trial),), trial.likelihood, trial.misfit)
        members = list(start)
        patterns = [self.pattern(each) for each in members]
        trials: list[FitTrial] = []
        cost = inf
        for turn in range(_ROUNDS):
            found: list[FitTrial] = []
            for index, member in enumerate(members):
                rest = residual
                for other, pattern in enumerate(patterns):
                    if other != index:
                        rest = minus(rest, *pattern)
                self._work.done += MINUS * len(patterns)
                yield
                steps = MOST_STEPS if near or turn > 0 or len(members) == 1 else _FIRST_STEPS
                members[index], trial = yield from self._fit_member(
                    rest, member, lowest, near=near or turn > 0, steps=steps
                )
                patterns[index] = trial.fields, trial.spread
                found.append(trial)
            trials = found
            before, cost = cost, _cost(trials)
            settled = before - cost < _SETTLED + _SETTLED_SHARE * trials[-1].misfit
            if len(members) == 1 or settled or _most(before, cost) < floor:
                break
        pairs = tuple(zip(members, trials, strict=True))
        unlikely = total(self._hand_fit.stillness_penalty(each) for each in members if isinstance(each, MagnetInHand))
        return JointFitResult(pairs, -0.5 * _cost(trials) - unlikely, trials[-1].misfit)

    def pattern(self, member: Member) -> tuple[Fields, Fields]:
        """The fields of a magnet at all sensors, and their variances."""
        return self._squares.pattern(member) if isinstance(member, PlacedMagnet) else self._hand_fit.pattern(member)

    def _fit_member(
        self, residual: Residual, member: Member, lowest: Mapping[int, float], *, near: bool, steps: int
    ) -> TaskSteps[tuple[Member, FitTrial]]:
        if isinstance(member, PlacedMagnet):
            return (yield from self._squares.fit(residual, member, near=near, steps=steps))
        return (yield from self._hand_fit.fit_near(residual, member, lowest))


def _most(before: float, cost: float) -> float:
    """About the greatest log-likelihood that further rounds reach. ``before`` and ``cost`` are minus twice the
    log-likelihoods of the last two rounds, the first of them infinite before there are two."""
    if before == inf:
        return -0.5 * cost + _FIRST_GAIN + _FIRST_SHARE * abs(0.5 * cost)
    return -0.5 * cost + _FURTHER_GAIN * 0.5 * (before - cost)


def _cost(trials: Sequence[FitTrial]) -> float:
    """Minus twice the log-likelihood: what the last trial leaves on top of the others, and the part of each magnet."""
    last = trials[-1]
    return last.cost - last.prior - 2 * total(own_likelihood(each) for each in trials)


def own_likelihood(trial: FitTrial) -> float:
    """The part of the log-likelihood that does not depend on the reading: prior and volume of the parameters."""
    return -0.5 * (trial.prior + trial.log_information)
