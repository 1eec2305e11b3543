"""Decodes a reading by itself, without a reference: only the expected arrangement is known."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from common.numbers import total
from perception.arrangements import Arrangement, Explanation, PlacedMagnet, StandingMagnet, Verdict, ranked
from perception.counted_work import MINUS, TaskSteps, WorkCount
from perception.fitting.joint_fit import JointFit, JointFitResult, own_likelihood
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel

_SURE = 25.0
_EXTRA = 5.0
_MISSING = 2.0
"""The log-likelihoods that a magnet has to make up that nobody knows of, and one that is missing."""
_LOOKS = 16
_CLOSE = 4
"""How many of the arrangements one change away are fitted in each round, first alone and then together."""

_AFTER = 100
"""The order of what is added, after what is only taken away."""

_Waiting = tuple[float, int, StandingMagnet, list[PlacedMagnet], Residual, float]


class SingleReadingDecoder:
    """Decodes single readings of one board."""

    def __init__(self, squares: SquareModel, joint: JointFit, board: Sequence[int], work: WorkCount) -> None:
        self._work = work
        self._squares = squares
        self._together = joint
        self._board = board
        self._first: tuple[Residual, Arrangement, JointFitResult] | None = None

    def explain_alone(
        self, residual: Residual, arrangement: Arrangement, floor: float = -inf
    ) -> TaskSteps[Explanation]:
        """How well one arrangement explains the residual. The search ends early if the log-likelihood is not going to
        reach ``floor``."""
        return _explained((yield from self._first_fit(residual, arrangement, floor)), residual)

    def _first_fit(
        self, residual: Residual, arrangement: Arrangement, floor: float = -inf
    ) -> TaskSteps[JointFitResult]:
        """An arrangement fitted from the middles of its squares. The last fit is stored, since what is expected is
        often asked about before it is searched from there."""
        if self._first is not None and self._first[:2] == (residual, arrangement):
            return self._first[2]
        placed = [PlacedMagnet(each) for each in _strongest_first(arrangement)]
        fit = yield from self._fit(residual, placed, floor, near=False)
        if floor == -inf:
            self._first = residual, arrangement, fit
        return fit

    def decode(self, residual: Residual, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """The arrangement that explains the residual best, found by single changes that begin with what is expected. If
        it is another arrangement, the search also begins with the empty board, since magnets that are not there can
        hide one another."""
        visited: set[Arrangement] = set()
        found = yield from self._climb(residual, expected, expected, levels, visited)
        if _arrangement(found[0]) != expected:
            found += yield from self._climb(residual, frozenset(), expected, levels, visited)
        return ranked(_explained(each, residual) for each in found)

    def _climb(
        self,
        residual: Residual,
        start: Arrangement,
        expected: Arrangement,
        levels: Sequence[int],
        visited: set[Arrangement],
    ) -> TaskSteps[list[JointFitResult]]:
        """The arrangement that no change of one magnet improves, followed by the best ones that are one change away.
        None where the search comes to an arrangement that was ``visited`` before: from there it would go on as then.
        A closer fit may make an arrangement of this climb better than it was; there it ends, too."""
        before = frozenset(visited)
        current = _with_prior((yield from self._first_fit(residual, start)), expected)
        others: list[JointFitResult] = []
        while _arrangement(current) not in visited:
            visited.add(_arrangement(current))
            rivals = yield from self._neighbours_of(residual, current, expected, levels)
            better = max(rivals, key=lambda each: each.likelihood, default=current)
            if better.likelihood <= current.likelihood:
                return [current, *rivals]
            others = [current, *(each for each in rivals if each is not better)]
            current = better
        return [] if _arrangement(current) in before else [current, *others]

    def _neighbours_of(
        self, residual: Residual, current: JointFitResult, expected: Arrangement, levels: Sequence[int]
    ) -> TaskSteps[list[JointFitResult]]:
        """The best arrangements with one magnet less, more, elsewhere or turned over; only the first that is found to
        be far better, if there is one."""
        floor = current.likelihood - _SURE
        found: list[tuple[float, int, list[PlacedMagnet]]] = []
        waiting: list[_Waiting] = []
        for leaving in (None, *current.members):
            rest = [each for each in current.members if each is not leaving]
            placed = [each for each, _ in rest if isinstance(each, PlacedMagnet)]
            gone = leaving[0].standing if leaving is not None and isinstance(leaving[0], PlacedMagnet) else None
            theirs = total(own_likelihood(trial) for _, trial in rest)
            rest_residual = residual
            for _, trial in rest:
                rest_residual = minus(rest_residual, trial.fields, trial.spread)
            self._work.done += MINUS * len(rest)
            yield
            if leaving is not None and rest_residual.null_likelihood + theirs > floor:
                found.append((-rest_residual.null_likelihood - theirs, len(found), placed))
            for one in self._free_magnets(placed, levels):
                bound = None if one == gone else self._squares.bound(rest_residual, frozenset({one}), floor - theirs)
                if bound is not None:
                    waiting.append((-bound - theirs, len(waiting), one, placed, rest_residual, theirs))
        found += yield from self._looked_at(sorted(waiting)[:_LOOKS], floor)
        fits: list[JointFitResult] = []
        for _, _, placed in sorted(found, key=lambda each: each[:2])[:_CLOSE]:
            fit = _with_prior((yield from self._fit(residual, placed, floor, near=True)), expected)
            fits.append(fit)
            if fit.likelihood > current.likelihood + _SURE:
                break
        return fits

    def _looked_at(
        self, waiting: Iterable[_Waiting], floor: float
    ) -> TaskSteps[list[tuple[float, int, list[PlacedMagnet]]]]:
        """What waits and reaches ``floor`` when it is fitted beside the others, as these stand; of what is better, only
        what is near the best."""
        found: list[tuple[float, int, list[PlacedMagnet]]] = []
        for least, number, one, placed, residual, theirs in waiting:
            if -least < floor:
                break
            best, trial = yield from self._squares.fit(residual, PlacedMagnet(one), near=False, floor=floor - theirs)
            likelihood = trial.likelihood + theirs
            if likelihood > floor:
                found.append((-likelihood, _AFTER + number, [*placed, best]))
                floor = max(floor, likelihood - _SURE)
        return found

    def _free_magnets(self, placed: Sequence[PlacedMagnet], levels: Sequence[int]) -> Iterator[StandingMagnet]:
        """Every magnet that may stand on a square that is free."""
        taken = {each.standing.square for each in placed}
        for square in self._board:
            if square not in taken:
                yield StandingMagnet(square, levels[square], 1)
                yield StandingMagnet(square, levels[square], -1)

    def _fit(
        self, residual: Residual, placed: Sequence[PlacedMagnet], floor: float = -inf, *, near: bool
    ) -> TaskSteps[JointFitResult]:
        return self._together.fit(residual, placed, {}, near=near, floor=floor)


def _with_prior(fit: JointFitResult, expected: Arrangement) -> JointFitResult:
    """The fit with its prior: the magnets that the game has, no more and no fewer."""
    arrangement, prior = _arrangement(fit), 0.0
    for polarity in (1, -1):
        more = sum(each.polarity == polarity for each in arrangement) - sum(
            each.polarity == polarity for each in expected
        )
        prior -= _EXTRA * max(0, more) + _MISSING * max(0, -more)
    return replace(fit, likelihood=fit.likelihood + prior)


def _explained(fit: JointFitResult, residual: Residual) -> Explanation:
    return Explanation(_arrangement(fit), fit.likelihood, fit.misfit, fit.read(residual))


def _arrangement(fit: JointFitResult) -> Arrangement:
    return frozenset(each.standing for each in fit.placed)


def _strongest_first(arrangement: Arrangement) -> list[StandingMagnet]:
    """The magnets of an arrangement by level, those with the strongest fields first."""
    return sorted(arrangement, key=lambda each: (each.level, each.square))
