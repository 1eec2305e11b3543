"""Decodes a reading by itself, without a reference: only the expected arrangement is known."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from common.numbers import total
from hardware.board import SQUARE_COUNT
from perception.arrangements import Arrangement, Explanation, PlacedMagnet, StandingMagnet, Verdict, ranked
from perception.fitting.joint_fit import JointFit, JointFitResult, own_likelihood
from perception.fitting.residual import Residual, minus
from perception.fitting.square_model import SquareModel
from perception.recognition.incremental_task import FIT_COST, TaskSteps

_SURE = 25.0
_EXTRA = 5.0
_MISSING = 2.0
"""The log-likelihoods that a magnet has to make up that nobody knows of, and one that is missing."""
_LOOKS = 16
_CLOSE = 4
"""How many of the arrangements one change away are fitted in each round, first alone and then together."""
_ROUND = 40 * FIT_COST

_Waiting = tuple[float, int, StandingMagnet, list[PlacedMagnet], Residual, float]


class SingleReadingDecoder:
    """Decodes single readings of one board."""

    def __init__(self, squares: SquareModel, joint: JointFit, board: Sequence[int]) -> None:
        self._squares = squares
        self._together = joint
        self._board = board

    def explain_alone(self, residual: Residual, arrangement: Arrangement) -> Explanation:
        """How well one arrangement explains the residual."""
        return _explained(
            self._fit(residual, [PlacedMagnet(each) for each in _strongest_first(arrangement)], near=False), residual
        )

    def decode(self, residual: Residual, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """The arrangement that explains the residual best, found by single changes that begin with what is expected. If
        it is another arrangement, the search also begins with the empty board, since magnets that are not there can
        hide one another."""
        found = yield from self._climb(residual, expected, expected, levels)
        if _arrangement(found[0]) != expected:
            found += yield from self._climb(residual, frozenset(), expected, levels)
        return ranked(_explained(each, residual) for each in found)

    def _climb(
        self, residual: Residual, start: Arrangement, expected: Arrangement, levels: Sequence[int]
    ) -> TaskSteps[list[JointFitResult]]:
        """The arrangement that no change of one magnet improves, followed by the best ones that are one change away."""
        placed = [PlacedMagnet(each) for each in _strongest_first(start)]
        current = _with_prior(self._fit(residual, placed, near=False), expected)
        for _ in range(2 * SQUARE_COUNT):
            rivals = [_with_prior(each, expected) for each in self._neighbours_of(residual, current, levels)]
            yield _ROUND
            better = max(rivals, key=lambda each: each.likelihood, default=current)
            if better.likelihood <= current.likelihood:
                return [current, *rivals]
            current = better
        return [current]

    def _neighbours_of(
        self, residual: Residual, current: JointFitResult, levels: Sequence[int]
    ) -> list[JointFitResult]:
        """The best arrangements with one magnet less, more, elsewhere or turned over."""
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
            if leaving is not None and rest_residual.null_likelihood + theirs > floor:
                found.append((-rest_residual.null_likelihood - theirs, len(found), placed))
            for one in self._free_magnets(placed, levels):
                bound = None if one == gone else self._squares.bound(rest_residual, frozenset({one}), floor - theirs)
                if bound is not None:
                    waiting.append((-bound - theirs, len(waiting), one, placed, rest_residual, theirs))
        for _, _, one, placed, rest_residual, theirs in sorted(waiting)[:_LOOKS]:
            best, trial = self._squares.fit(rest_residual, PlacedMagnet(one), near=False, floor=floor - theirs)
            if trial.likelihood + theirs > floor:
                found.append((-trial.likelihood - theirs, len(found), [*placed, best]))
        return [self._fit(residual, placed, near=True) for _, _, placed in sorted(found)[:_CLOSE]]

    def _free_magnets(self, placed: Sequence[PlacedMagnet], levels: Sequence[int]) -> Iterator[StandingMagnet]:
        """Every magnet that may stand on a square that is free."""
        taken = {each.standing.square for each in placed}
        for square in self._board:
            if square not in taken:
                yield StandingMagnet(square, levels[square], 1)
                yield StandingMagnet(square, levels[square], -1)

    def _fit(self, residual: Residual, placed: Sequence[PlacedMagnet], *, near: bool) -> JointFitResult:
        return self._together.fit(residual, placed, {}, near=near)


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
