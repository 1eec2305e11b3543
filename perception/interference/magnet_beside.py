"""Explains a reading by workers that all stand and a magnet that has come to lie some way beside the board.

A watch, a phone or a speaker that is no nearer than a hand's breadth has a field that changes little from square to
square, so no worker, no worker on its side and no sensor that fails looks like it. Therefore it can be looked for at
once, and with little work: while a touch lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import inf, log, sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from perception.arrangements import Arrangement, Explanation, PlacedMagnet, Reading, ReferenceReading, outline
from perception.counted_work import DIPOLE, FIELD, PLACE, TaskSteps
from perception.findings import StrayField
from perception.fitting.dipole_fit import DipoleFit, Spot, dipole, fit_basis, orthonormal
from perception.fitting.dipole_search import DipoleSearch
from perception.fitting.residual import Fields, dot
from perception.interference.coincidence import Coincidence, charged
from perception.interference.disturbed_verdict import DisturbedVerdict
from perception.interference.fit_with_doubt import FitSetting, unsure_of_dipole, with_doubt
from perception.interference.interference_decoder import InterferenceDecoder, ScoreHypotheses
from perception.interference.interference_fit import (
    SHIFTED_PRIOR,
    STRAY_PRIOR,
    InterferenceFit,
    taken_off,
)
from perception.interference.weighted_residual import WeightedResidual
from perception.recognition.recogniser import Recogniser

CameDown = Callable[[Explanation, InterferenceFit], TaskSteps[bool]]
"""Whether a hand was seen to put down the worker that came, if this is the magnet beside the board."""

FAINT = 2
"""The least level on which workers have so little field that a magnet beside the board may hide them."""

SEEN = 12.0
"""By how much an arrangement is likelier whose worker was seen on its way down."""

NEAREST, FURTHEST = 1.0, 4.0
"""How far beyond the middles of the outer squares such a magnet lies, in squares."""

_DISTANCES = (1.4, 2.1, 3.0)
_HEIGHT = 20.0
_HIGHEST = 120.0
_MOMENT = 2_000_000.0
STRONGEST = 2.0
"""More than so many mT no sensor feels of a magnet there."""
_CERTAIN = 36.0
_PUSHED, _PUSHES = 1, 4.0
"""How many workers hands push at most in one step where they stand, and the log-likelihood that each of them costs."""
_CLOSER = 1.6
"""By what factor a close fit explains more than a coarse one."""
_SHARE = 0.75
"""What share of the misfit it explains at least where a worker came down: lights have fields that are no magnet's."""
_LEFT = 40.0
"""The misfit up to which a close fit is worth while."""
_CLEARLY = 4.0
"""By how much a magnet has to be likelier than that the board was moved."""
_PLAIN = 45.0
"""The log-likelihood that only a magnet near the rim explains: lights have a field that is nearly even."""
_PROMISING = 4
_FIRST_STEP, _FINEST_STEP = 24.0, 6.0
_ROUNDS = 2
_CLOSELY, _HOPELESS = 6, 20.0
"""How many guesses are fitted closely at most, and by how much less likely than the best none is."""
_AT_ONCE = 32
_ENDS = 12.0
"""How many mm further off than the nearest square others still count as near."""


@dataclass(frozen=True, slots=True)
class PossibleWorkers:
    """What may stand: one of these ``arrangements``, after what stood ``before``. No hand has lifted what is ``left``
    of that."""

    before: Arrangement
    left: Arrangement
    arrangements: tuple[Arrangement, ...]

    def landed(self, arrangement: Arrangement) -> frozenset[int]:
        """The squares of the workers that came down from a hand, if this is what stands."""
        if len(self.left) >= len(arrangement):
            return frozenset()
        return frozenset(square for square, _ in outline(arrangement) - outline(self.left))


@dataclass(frozen=True, slots=True)
class _Guess:
    """An arrangement with a magnet beside the board, and about how likely they are. ``is_even``: its field looks more
    like one that is the same all over the board, and only that is taken off. ``pushed`` are the workers that a hand
    seems to have pushed meanwhile where they stand."""

    value: float
    arrangement: Arrangement
    placed: tuple[PlacedMagnet, ...]
    residual: WeightedResidual
    spot: Spot
    fit: DipoleFit
    is_even: bool
    pushed: Arrangement


class MagnetBeside:
    """Finds magnets beside one board."""

    def __init__(self, recogniser: Recogniser, decoder: InterferenceDecoder) -> None:
        self._recogniser = recogniser
        self._decoder = decoder
        geometry = recogniser.model.geometry
        self._centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
        self._setting = FitSetting(self._centres, _MOMENT, recogniser.work)
        self._search = DipoleSearch(recogniser.work, first=_FIRST_STEP, finest=_FINEST_STEP)
        self._pitch = geometry.pitch
        self._far = (geometry.size - 1) * geometry.pitch
        spots = ((spot, dipole(spot, self._centres)) for spot in _around(geometry))
        self._around = tuple((spot, basis, orthonormal(basis)) for spot, basis in spots)

    def explained(
        self,
        reading: Reading,
        reference: ReferenceReading,
        workers: PossibleWorkers,
        score: ScoreHypotheses,
        came_down: CameDown,
    ) -> TaskSteps[DisturbedVerdict | None]:
        """The best of these arrangements with such a magnet; None if none is explained so. The verdict's margin is over
        all other arrangements with it."""
        coincidence = Coincidence(
            outline(reference.arrangement), outline(workers.before), 0.0, 0.0, frozenset(), frozenset()
        )
        guesses: list[_Guess] = []
        for arrangement in workers.arrangements:
            cost = STRAY_PRIOR + coincidence.least(arrangement)
            landed = workers.landed(arrangement)
            guess = yield from self._guess(reading, reference, arrangement, landed, cost)
            if guess is not None:
                guesses.append(guess)
        tried: list[tuple[float, Arrangement, InterferenceFit]] = []
        for guess in _hopeful(guesses, workers.left):
            explanation, interference = yield from self._closely(reading, reference, guess)
            cost = coincidence.cost(_out_of_reach(interference), guess.arrangement) - interference.prior
            if workers.landed(guess.arrangement) and (yield from came_down(explanation, interference)):
                cost -= SEEN
            tried.append((explanation.likelihood - cost, guess.arrangement, interference))
        if not tried:
            return None
        _, _, interference = max(tried, key=lambda each: each[0])
        if max(map(abs, interference.adds)) > STRONGEST:
            return None  # it is fitted so close only to hide a worker
        verdict = yield from score(interference.reading, interference.reference, -inf)
        found = replace(charged(verdict, _out_of_reach(interference), coincidence), interference=interference)
        if workers.landed(verdict.best.arrangement) and (yield from came_down(verdict.best, interference)):
            found = replace(found, value=found.value + SEEN, was_seen=True)
        shape = outline(verdict.best.arrangement)
        others = [found.value - value for value, arrangement, _ in tried if outline(arrangement) != shape]
        return replace(found, verdict=replace(found.verdict, margin=min([found.verdict.margin, *others])))

    def _guess(
        self,
        reading: Reading,
        reference: ReferenceReading,
        arrangement: Arrangement,
        landed: frozenset[int],
        cost: float,
    ) -> TaskSteps[_Guess | None]:
        """An arrangement with a magnet that is fitted coarsely; None if it explains nothing. On the ``landed`` squares
        a worker came down that was in a hand. It is in the middle of its square, or was fitted to what the magnet does
        elsewhere as well; so what is left at its own sensor says little yet."""
        explanation = in_the_middle = _in_the_middle(arrangement, reference)
        if explanation is None:
            explanation = yield from self._recogniser.explain(reading, reference, arrangement)
            if explanation.misfit == inf:
                return None
        residual = _without(landed, self._decoder.residual(reading, reference, explanation))
        strong = _too_strong(residual)
        pushed = frozenset(each for each in arrangement & reference.arrangement if each.square in strong)
        if len(pushed) != len(strong) or len(strong) > _PUSHED:
            return None
        cost += _PUSHES * len(pushed)
        residual = _without(strong, residual)
        misfits = [weight * field * field for weight, field in zip(residual.weights, residual.fields, strict=True)]
        spot, fit = yield from self._coarsely(residual)
        shifted = self._decoder.fitter.shifted(residual).gain
        is_even = shifted - SHIFTED_PRIOR > fit.gain - STRAY_PRIOR - _CLEARLY
        if is_even and (shifted < SHIFTED_PRIOR or not landed):
            return None  # nothing of the kind, or the board was moved
        if is_even and fit.gain >= _PLAIN and total(misfits) - 2 * shifted > _LEFT:
            is_even = False  # that is not all of it
        gain, closer = (shifted, 1.0) if is_even else (fit.gain, _CLOSER)
        if total(misfits) - 2 * closer * gain > _LEFT or (in_the_middle and 2 * gain < _SHARE * total(misfits)):
            return None
        left = max(0.0, total(misfits) - 2 * gain)
        exact = total(log(weight) for weight in residual.weights if weight)
        return _Guess((exact - left) / 2 - cost, arrangement, explanation.placed, residual, spot, fit, is_even, pushed)

    def _closely(
        self, reading: Reading, reference: ReferenceReading, guess: _Guess
    ) -> TaskSteps[tuple[Explanation, InterferenceFit]]:
        """A guess whose magnet and workers are fitted closely, in turn. Sensors that lean feel near the magnet what no
        fit explains; so each counts by how unsure the magnet's field at it is."""
        residual, spot, fit = guess.residual, guess.spot, guess.fit
        tried: list[tuple[Explanation, InterferenceFit]] = []
        for _ in range(_ROUNDS):
            if guess.is_even:
                even = yield from self._decoder.fitter.shifted(residual).refine()
                found = replace(even, found=StrayField(self._near(spot)), prior=-STRAY_PRIOR)
            else:
                at = with_doubt(residual, spot, fit, self._setting)
                spot, fit = yield from self._search.best_near(spot, at, self._may_lie)
                unsure = unsure_of_dipole(spot, fit, self._centres)
                found = taken_off(residual, StrayField(self._near(spot)), STRAY_PRIOR, fit.fields, unsure)
            explanation = yield from self._recogniser.explain_pushed(
                found.reading, reference, guess.arrangement, guess.placed, guess.pushed
            )
            tried.append((explanation, found))
            residual = self._decoder.residual(reading, reference, explanation)
        return max(tried, key=lambda each: each[0].likelihood)

    def _fit(self, residual: WeightedResidual, basis: Sequence[Fields]) -> DipoleFit:
        """The strength and direction of a magnet at one position that explain most."""
        self._recogniser.work.done += DIPOLE + FIELD
        return fit_basis(residual.fields, residual.weights, basis, (_MOMENT,) * 3)

    def _coarsely(self, residual: WeightedResidual) -> TaskSteps[tuple[Spot, DipoleFit]]:
        """The best of some places around the board, as far as a coarse comparison shows."""
        aims = tuple(sqrt(weight) * field for weight, field in zip(residual.weights, residual.fields, strict=True))
        order: list[tuple[float, int]] = []
        for number, (_, _, units) in enumerate(self._around):
            order.append((-total(dot(each, aims) ** 2 for each in units), number))
            self._recogniser.work.done += PLACE
            if len(order) % _AT_ONCE == 0:
                yield
        found: list[tuple[Spot, DipoleFit]] = []
        for _, number in sorted(order)[:_PROMISING]:
            spot, basis, _ = self._around[number]
            found.append((spot, self._fit(residual, basis)))
        yield
        return max(found, key=lambda each: each[1].gain)

    def _may_lie(self, spot: Spot) -> bool:
        off = max(-spot[0], spot[0] - self._far, -spot[1], spot[1] - self._far) / self._pitch
        return NEAREST <= off <= FURTHEST and 0.0 < spot[2] < _HIGHEST

    def _near(self, spot: Spot) -> frozenset[int]:
        """The squares that are nearest to a place."""
        away = {
            square: sqrt((x - spot[0]) ** 2 + (y - spot[1]) ** 2)
            for square, (x, y) in enumerate(self._centres)
            if square in self._recogniser.squares
        }
        least = min(away.values())
        return frozenset(square for square, each in away.items() if each <= least + _ENDS)


def _hopeful(guesses: Sequence[_Guess], left: Arrangement) -> Iterator[_Guess]:
    """The guesses that are worth a close fit: the best few, and the one in which the workers that were lifted are still
    in hands, with which all others have to be compared."""
    best = max((each.value for each in guesses), default=0.0)
    for place, each in enumerate(sorted(guesses, key=lambda each: -each.value)):
        if each.arrangement == left or (place < _CLOSELY and each.value >= best - _HOPELESS):
            yield each


def _in_the_middle(arrangement: Arrangement, reference: ReferenceReading) -> Explanation | None:
    """The magnets that came down in the middle of their squares, compared with nothing yet; None where one has so
    strong a field that it matters how far off it is."""
    new = arrangement - reference.arrangement
    if not new or any(each.level < FAINT for each in new):
        return None
    kept = tuple(each for each in reference.placed if each.standing in arrangement)
    return Explanation(arrangement, 0.0, 0.0, (*kept, *(PlacedMagnet(each) for each in new)))


def _too_strong(residual: WeightedResidual) -> frozenset[int]:
    """The squares whose sensors certainly feel more than of a magnet beside the board."""
    return frozenset(
        square
        for square, (weight, field) in enumerate(zip(residual.weights, residual.fields, strict=True))
        if weight * field * field > _CERTAIN and abs(field) > STRONGEST
    )


def _without(squares: frozenset[int], residual: WeightedResidual) -> WeightedResidual:
    """The residual without the sensors of these squares."""
    weights = tuple(0.0 if square in squares else weight for square, weight in enumerate(residual.weights))
    return replace(residual, weights=weights)


def _out_of_reach(interference: InterferenceFit) -> InterferenceFit:
    """The same, near to no square: a magnet so far from the board is no worker."""
    return replace(interference, found=StrayField(frozenset()))


def _around(geometry: Geometry) -> Iterator[Spot]:
    """Places around a board, every other one of which is about a square from the next."""
    far = (geometry.size - 1) * geometry.pitch
    along = [far * step / 6 for step in range(7)]
    for squares in _DISTANCES:
        away = squares * geometry.pitch
        sides = [*along, -away, far + away]
        yield from ((x, -away, _HEIGHT) for x in sides)
        yield from ((x, far + away, _HEIGHT) for x in sides)
        yield from ((-away, y, _HEIGHT) for y in along)
        yield from ((far + away, y, _HEIGHT) for y in along)
