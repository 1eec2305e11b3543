"""Decodes a reading by itself, without a reference. Apart from `scoring`, which compares few hypotheses: this searches
all arrangements."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from math import hypot, inf

from common.numbers import total
from engine.squares import distance
from perception.arrangements import Arrangement, Explanation, PlacedMagnet, StandingMagnet, Verdict, ranked
from perception.counted_work import TaskSteps, WorkCount
from perception.fitting.magnet_fit import JointFit, JointFitResult, SquareModel, own_likelihood
from perception.fitting.residual import Residual, minus
from perception.limits import MINUS
from perception.recognition import limits

_AFTER = 100
"""The order of what is added, after what is only taken away."""

_STOOD_ON = 4
"""Workers stand on up to three blocks."""


@dataclass(frozen=True, slots=True)
class _Search:
    """What is ``expected``, which magnets are ``possible``, the cost of one that is not expected (``extra``), the work
    at which the search ends, and the arrangements that it has ``visited``."""

    expected: Arrangement
    possible: tuple[StandingMagnet, ...]
    extra: float
    end: float = inf
    visited: set[Arrangement] = field(default_factory=set)


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
        """Explain the residual by one arrangement. The search ends early if the log-likelihood is not going to reach
        ``floor``."""
        return _explained((yield from self._first_fit(residual, arrangement, floor)), residual)

    def _first_fit(
        self, residual: Residual, arrangement: Arrangement, floor: float = -inf
    ) -> TaskSteps[JointFitResult]:
        """Return an arrangement fitted from the middles of its squares. The last fit is stored, since what is expected
        is often asked about before it is searched from there."""
        if self._first is not None and self._first[:2] == (residual, arrangement):
            return self._first[2]
        placed = [PlacedMagnet(each) for each in _strongest_first(arrangement)]
        fit = yield from self._fit(residual, placed, floor, near=False)
        if floor == -inf:
            self._first = residual, arrangement, fit
        return fit

    def decode(self, residual: Residual, expected: Arrangement, levels: Sequence[int]) -> TaskSteps[Verdict]:
        """Decode the residual, on towers of these heights. The search goes by single changes and begins with the
        expected arrangement. If it ends with another one, it also begins with the empty board, since magnets that are
        not there can hide one another. On a complete tower it looks for no magnet that is not expected: no step leads
        there, and the field would be too faint to be noticed."""
        heights = ((square, (levels[square],)) for square in self._board if levels[square] < _STOOD_ON)
        search = _Search(expected, tuple(_standings(heights)), limits.EXTRA_COST)
        found = yield from self._climb(residual, expected, search)
        if _arrangement(found[0]) != expected:
            found += yield from self._climb(residual, frozenset(), search)
        return ranked(_explained(each, residual) for each in found)

    def survey(self, residual: Residual) -> TaskSteps[tuple[Explanation, ...]]:
        """Decode the residual where nothing is expected and no height is known. Gives the best explanation, followed by
        those that come near it. What no magnets on squares explain is searched no longer than that is worth."""
        possible = tuple(_standings((square, range(_STOOD_ON)) for square in self._board))
        search = _Search(frozenset(), possible, limits.UNKNOWN_COST, self._work.done + limits.MOST_SURVEY_WORK)
        found = yield from self._climb(residual, frozenset(), search)
        waiting = [found[0]]
        while waiting:
            best = waiting.pop()
            for start in self._other_starts(best.placed):
                if self._work.done > search.end:
                    break
                others = yield from self._climb(residual, start, search)
                found += others
                if others and others[0].likelihood > best.likelihood:
                    waiting = [others[0]]
                    break
        return tuple(_explained(each, residual) for each in sorted(found, key=lambda each: -each.likelihood))

    def _other_starts(self, placed: Sequence[PlacedMagnet]) -> Iterator[Arrangement]:
        """Return where to search again: with another magnet in place of one far off the middle of its square, and
        without those near it. Workers on neighbouring towers can look like one on the ground between them that hides
        another, which no single change puts right."""
        for each in placed:
            if hypot(each.east, each.north) < limits.OFF_CENTRE:
                continue
            at = each.standing
            far = frozenset(
                other.standing for other in placed if distance(at.square, other.standing.square) > limits.HIDING_SQUARES
            )
            near = sorted(self._board, key=lambda square: distance(at.square, square))
            squares = [square for square in near if distance(at.square, square) <= 1]
            for other in _standings((square, range(_STOOD_ON)) for square in squares):
                if other != at:
                    yield far | {other}

    def _climb(self, residual: Residual, start: Arrangement, search: _Search) -> TaskSteps[list[JointFitResult]]:
        """Return the arrangement that no change of one magnet improves, followed by the best ones that are one change
        away. None where the search comes to an arrangement that it visited before: from there it would go on as then. A
        closer fit may make an arrangement of this climb better than it was; there it ends, too, and where the work has
        come to its end."""
        before = frozenset(search.visited)
        current = _with_prior((yield from self._first_fit(residual, start)), search)
        others: list[JointFitResult] = []
        while _arrangement(current) not in search.visited:
            search.visited.add(_arrangement(current))
            rivals = yield from self._neighbours_of(residual, current, search)
            better = max(rivals, key=lambda each: each.likelihood, default=current)
            if better.likelihood <= current.likelihood:
                return [current, *rivals]
            if self._work.done > search.end:
                return [better, current, *(each for each in rivals if each is not better)]
            others = [current, *(each for each in rivals if each is not better)]
            current = better
        return [] if _arrangement(current) in before else [current, *others]

    def _neighbours_of(
        self, residual: Residual, current: JointFitResult, search: _Search
    ) -> TaskSteps[list[JointFitResult]]:
        """Return the best arrangements with one magnet less, more, elsewhere or turned over; only the first that is
        found to be far better, if there is one."""
        floor = current.likelihood - limits.SURE
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
            taken = {each.standing.square for each in placed}
            for one in search.possible:
                if one.square in taken:
                    continue
                bound = None if one == gone else self._squares.bound(rest_residual, frozenset({one}), floor - theirs)
                if bound is not None:
                    waiting.append((-bound - theirs, len(waiting), one, placed, rest_residual, theirs))
        found += yield from self._looked_at(sorted(waiting)[: limits.NEIGHBOURS_ALONE], floor)
        fits: list[JointFitResult] = []
        for _, _, placed in sorted(found, key=lambda each: each[:2])[: limits.NEIGHBOURS_TOGETHER]:
            fit = _with_prior((yield from self._fit(residual, placed, floor, near=True)), search)
            fits.append(fit)
            if fit.likelihood > current.likelihood + limits.SURE:
                break
        return fits

    def _looked_at(
        self, waiting: Iterable[_Waiting], floor: float
    ) -> TaskSteps[list[tuple[float, int, list[PlacedMagnet]]]]:
        """Return what waits and reaches ``floor`` when it is fitted beside the others, as these stand; of what is
        better, only what is near the best."""
        found: list[tuple[float, int, list[PlacedMagnet]]] = []
        for least, number, one, placed, residual, theirs in waiting:
            if -least < floor:
                break
            best, trial = yield from self._squares.fit(residual, PlacedMagnet(one), near=False, floor=floor - theirs)
            likelihood = trial.likelihood + theirs
            if likelihood > floor:
                found.append((-likelihood, _AFTER + number, [*placed, best]))
                floor = max(floor, likelihood - limits.SURE)
        return found

    def _fit(
        self, residual: Residual, placed: Sequence[PlacedMagnet], floor: float = -inf, *, near: bool
    ) -> TaskSteps[JointFitResult]:
        return self._together.fit(residual, placed, {}, near=near, floor=floor)


def _standings(squares: Iterable[tuple[int, Iterable[int]]]) -> Iterator[StandingMagnet]:
    """Return every magnet that may stand on these squares, each on one of its levels."""
    for square, levels in squares:
        for level in levels:
            yield StandingMagnet(square, level, 1)
            yield StandingMagnet(square, level, -1)


def _with_prior(fit: JointFitResult, search: _Search) -> JointFitResult:
    """Return the fit with its prior: the magnets that the game has, no more and no fewer."""
    arrangement, prior = _arrangement(fit), 0.0
    for polarity in (1, -1):
        more = sum(each.polarity == polarity for each in arrangement) - sum(
            each.polarity == polarity for each in search.expected
        )
        prior -= search.extra * max(0, more) + limits.MISSING_COST * max(0, -more)
    return replace(fit, likelihood=fit.likelihood + prior)


def _explained(fit: JointFitResult, residual: Residual) -> Explanation:
    return Explanation(_arrangement(fit), fit.likelihood, fit.misfit, fit.read(residual))


def _arrangement(fit: JointFitResult) -> Arrangement:
    return frozenset(each.standing for each in fit.placed)


def _strongest_first(arrangement: Arrangement) -> list[StandingMagnet]:
    """Return the magnets of an arrangement by level, those with the strongest fields first."""
    return sorted(arrangement, key=lambda each: (each.level, each.square))
