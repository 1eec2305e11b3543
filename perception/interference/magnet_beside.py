"""Explains a reading by workers that all stand and a magnet that has come to lie some way beside the board. Apart from
`tracking`, which decides when such a magnet is looked for and whether it is believed.

A watch, a phone or a speaker that is a hand's breadth away or more has a field that changes little from square to
square. No worker, no worker on its side and no sensor that fails looks like it. So it can be looked for at once and
with little work, while a touch lasts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from math import inf, log, sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.geometry import Geometry
from perception.arrangements import (
    Arrangement,
    Explanation,
    PlacedMagnet,
    Reading,
    ReferenceReading,
    against_weight,
    outline,
)
from perception.counted_work import TaskSteps
from perception.findings import StrayField
from perception.fitting.dipole_fit import DipoleFit, DipoleSearch, Spot, dipole, fit_basis, orthonormal
from perception.fitting.residual import Fields, dot
from perception.interference import limits
from perception.interference.interference_decoder import (
    Coincidence,
    DisturbedVerdict,
    InterferenceDecoder,
    ScoreHypotheses,
    charged,
)
from perception.interference.interference_fit import (
    FitSetting,
    InterferenceFit,
    WeightedResidual,
    taken_off,
    unsure_of_dipole,
    with_doubt,
)
from perception.limits import DIPOLE, FIELD, PLACE
from perception.recognition.recogniser import Recogniser

CameDown = Callable[[Explanation, InterferenceFit], TaskSteps[bool]]
"""Whether a hand was seen to put down the worker that came, if this is the magnet beside the board."""


@dataclass(frozen=True, slots=True)
class PossibleWorkers:
    """What may stand: one of these ``arrangements``, after the one ``before``. ``left`` is the part of that which no
    hand has lifted. Workers weigh on the squares that are ``weighed``, if that is known."""

    before: Arrangement
    left: Arrangement
    arrangements: tuple[Arrangement, ...]
    weighed: frozenset[int] | None = None

    def landed(self, arrangement: Arrangement) -> frozenset[int]:
        """Return the squares of the workers that came down from a hand, if this arrangement stands."""
        if len(self.left) >= len(arrangement):
            return frozenset()
        return frozenset(square for square, _ in outline(arrangement) - outline(self.left))


@dataclass(frozen=True, slots=True)
class _Guess:
    """An arrangement with a magnet beside the board, and about how likely they are. If ``is_even``, the field looks
    more like one that is the same all over the board, and only that is subtracted. A hand seems to have ``pushed`` some
    workers where they stand."""

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
        self._further = geometry.further_channels
        self._setting = FitSetting(self._centres, limits.BESIDE_MOMENT, recogniser.work, self._further)
        first, finest = limits.BESIDE_STEPS
        finest = limits.FURTHER_PLACE if self._further else finest
        self._search = DipoleSearch(recogniser.work, first=first, finest=finest)
        self._pitch = geometry.pitch
        self._far = (geometry.size - 1) * geometry.pitch
        self._around = _fields_around(geometry)

    def explained(
        self,
        reading: Reading,
        reference: ReferenceReading,
        workers: PossibleWorkers,
        score: ScoreHypotheses,
        came_down: CameDown,
    ) -> TaskSteps[DisturbedVerdict | None]:
        """Explain a reading by the best of these arrangements with such a magnet. Gives None if none explains it. The
        verdict's margin is over all other arrangements with the magnet."""
        coincidence = Coincidence(
            outline(reference.arrangement), outline(workers.before), 0.0, 0.0, frozenset(), frozenset()
        )
        guesses: list[_Guess] = []
        for arrangement in workers.arrangements:
            cost = limits.STRAY_PRIOR + coincidence.least(arrangement) + against_weight(arrangement, workers.weighed)
            landed = workers.landed(arrangement)
            guess = yield from self._guess(reading, reference, arrangement, landed, cost)
            if guess is not None:
                guesses.append(guess)
        tried: list[tuple[float, Arrangement, InterferenceFit]] = []
        for guess in _hopeful(guesses, workers.left):
            explanation, interference = yield from self._closely(reading, reference, guess)
            cost = coincidence.cost(_out_of_reach(interference), guess.arrangement) - interference.prior
            cost += against_weight(guess.arrangement, workers.weighed)
            if workers.landed(guess.arrangement) and (yield from came_down(explanation, interference)):
                cost -= limits.DESCENT_SEEN
            tried.append((explanation.likelihood - cost, guess.arrangement, interference))
        if not tried:
            return None
        _, _, interference = max(tried, key=lambda each: each[0])
        if max(map(abs, interference.adds[:SQUARE_COUNT])) > limits.STRONGEST_BESIDE:
            return None  # it is fitted so close only to hide a worker
        verdict = yield from score(interference, -inf)
        if self._further:
            share = SQUARE_COUNT / len(reading.fields)
            verdict = replace(verdict, best=replace(verdict.best, misfit=share * verdict.best.misfit))
        found = replace(charged(verdict, _out_of_reach(interference), coincidence), interference=interference)
        if workers.landed(verdict.best.arrangement) and (yield from came_down(verdict.best, interference)):
            found = replace(found, value=found.value + limits.DESCENT_SEEN, was_seen=True)
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
        """Return an arrangement with a magnet that is fitted coarsely; None if it explains nothing. On the ``landed``
        squares a worker came down that was in a hand. It is in the middle of its square, or was fitted to what the
        magnet does elsewhere as well; so what is left at its own sensor says little yet."""
        explanation = in_the_middle = _in_the_middle(arrangement, reference)
        if explanation is None:
            explanation = yield from self._recogniser.explain(reading.of_squares, reference, arrangement)
            if explanation.misfit == inf:
                return None
        whole = _without(landed, self._decoder.residual(reading, reference, explanation))
        residual = self._softened(whole)
        strong = _too_strong(residual)
        pushed = frozenset(each for each in arrangement & reference.arrangement if each.square in strong)
        if len(pushed) != len(strong) or len(strong) > limits.PUSHED:
            return None
        cost += limits.PUSH_PENALTY * len(pushed)
        residual, whole = _without(strong, residual), _without(strong, whole)
        misfits = [weight * field * field for weight, field in zip(residual.weights, residual.fields, strict=True)]
        misfit_left = limits.MISFIT_LEFT * len(misfits) / SQUARE_COUNT
        spot, fit = yield from self._coarsely(residual)
        shifted = self._decoder.fitter.shifted(residual).gain
        is_even = shifted - limits.SHIFTED_PRIOR > fit.gain - limits.STRAY_PRIOR - limits.LIKELIER_THAN_MOVED
        if is_even and (shifted < limits.SHIFTED_PRIOR or not landed):
            return None  # nothing of the kind, or the board was moved
        if is_even and fit.gain >= limits.RIM_ONLY_GAIN and total(misfits) - 2 * shifted > misfit_left:
            is_even = False  # that is not all of it
        gain, closer = (shifted, 1.0) if is_even else (fit.gain, limits.CLOSER_FIT)
        if total(misfits) - 2 * closer * gain > misfit_left or (
            in_the_middle and 2 * gain < limits.EXPLAINED_SHARE * total(misfits)
        ):
            return None
        left = max(0.0, total(misfits) - 2 * gain)
        exact = total(log(weight) for weight in residual.weights if weight)
        return _Guess((exact - left) / 2 - cost, arrangement, explanation.placed, whole, spot, fit, is_even, pushed)

    def _closely(
        self, reading: Reading, reference: ReferenceReading, guess: _Guess
    ) -> TaskSteps[tuple[Explanation, InterferenceFit]]:
        """Return a guess whose magnet and workers are fitted closely, in turn. Sensors that lean feel near the magnet
        what no fit explains; so each counts by how unsure the magnet's field at it is."""
        residual, spot = guess.residual, guess.spot
        fit = guess.fit
        tried: list[tuple[Explanation, InterferenceFit]] = []
        for _ in range(limits.BESIDE_ROUNDS):
            if guess.is_even:
                even = yield from self._decoder.fitter.shifted(residual).refine()
                found = replace(even, found=StrayField(self._near(spot)), prior=-limits.STRAY_PRIOR)
            else:
                at = with_doubt(residual, spot, fit, self._setting)
                spot, fit = yield from self._search.best_near(spot, at, self._may_lie)
                unsure = unsure_of_dipole(spot, fit, self._centres, self._further)
                found = taken_off(residual, StrayField(self._near(spot)), limits.STRAY_PRIOR, fit.fields, unsure)
            explanation = yield from self._recogniser.explain_pushed(
                found.reading, reference, guess.arrangement, guess.placed, guess.pushed
            )
            tried.append((explanation, found))
            residual = self._decoder.residual(reading, reference, explanation)
        return max(tried, key=lambda each: each[0].likelihood)

    def _fit(self, residual: WeightedResidual, basis: Sequence[Fields]) -> DipoleFit:
        """Return the strength and direction of a magnet at one position that explain most."""
        self._recogniser.work.done += DIPOLE + FIELD
        return fit_basis(residual.fields, residual.weights, basis, (limits.BESIDE_MOMENT,) * 3)

    def _softened(self, residual: WeightedResidual) -> WeightedResidual:
        """Return a residual in which further sensors count by what a magnet at a place that is roughly known may leave
        of their fields."""
        if not self._further:
            return residual
        parts = zip(residual.weights[SQUARE_COUNT:], residual.fields[SQUARE_COUNT:], strict=True)
        further = (weight / (1 + weight * (limits.COARSE_SHARE * field) ** 2) for weight, field in parts)
        return replace(residual, weights=(*residual.weights[:SQUARE_COUNT], *further))

    def _coarsely(self, residual: WeightedResidual) -> TaskSteps[tuple[Spot, DipoleFit]]:
        """Return the best of some places around the board, as far as a coarse comparison shows. Further sensors show
        well on which side a magnet lies; where they are, each place is fitted, since one of them may feel much more
        than all the others."""
        if self._further:
            tried: list[tuple[Spot, DipoleFit]] = []
            for spot, basis, _ in self._around:
                tried.append((spot, self._fit(residual, basis)))
                if len(tried) % limits.SPOTS_AT_ONCE == 0:
                    yield
            return max(tried, key=lambda each: each[1].gain)
        aims = tuple(sqrt(weight) * field for weight, field in zip(residual.weights, residual.fields, strict=True))
        order: list[tuple[float, int]] = []
        for number, (_, _, units) in enumerate(self._around):
            order.append((-total(dot(each, aims) ** 2 for each in units), number))
            self._recogniser.work.done += PLACE
            if len(order) % limits.SPOTS_AT_ONCE == 0:
                yield
        found: list[tuple[Spot, DipoleFit]] = []
        for _, number in sorted(order)[: limits.BESIDE_SPOTS]:
            spot, basis, _ = self._around[number]
            found.append((spot, self._fit(residual, basis)))
        yield
        return max(found, key=lambda each: each[1].gain)

    def _may_lie(self, spot: Spot) -> bool:
        off = max(-spot[0], spot[0] - self._far, -spot[1], spot[1] - self._far) / self._pitch
        return limits.NEAREST <= off <= limits.FURTHEST and 0.0 < spot[2] < limits.HIGHEST_STRAY

    def _near(self, spot: Spot) -> frozenset[int]:
        """Return the squares that are nearest to a place."""
        away = {
            square: sqrt((x - spot[0]) ** 2 + (y - spot[1]) ** 2)
            for square, (x, y) in enumerate(self._centres)
            if square in self._recogniser.squares
        }
        least = min(away.values())
        return frozenset(square for square, each in away.items() if each <= least + limits.NEAR_MARGIN)


def _hopeful(guesses: Sequence[_Guess], left: Arrangement) -> Iterator[_Guess]:
    """Return the guesses that are worth a close fit: the best few, and the one in which the workers that were lifted
    are still in hands, with which all others have to be compared."""
    best = max((each.value for each in guesses), default=0.0)
    for place, each in enumerate(sorted(guesses, key=lambda each: -each.value)):
        if each.arrangement == left or (place < limits.CLOSE_GUESSES and each.value >= best - limits.HOPELESS_GUESS):
            yield each


def _in_the_middle(arrangement: Arrangement, reference: ReferenceReading) -> Explanation | None:
    """Return the magnets that came down in the middle of their squares, compared with nothing yet; None where one has
    so strong a field that it matters how far off it is."""
    new = arrangement - reference.arrangement
    if not new or any(each.level < limits.FAINT_LEVEL for each in new):
        return None
    kept = tuple(each for each in reference.placed if each.standing in arrangement)
    return Explanation(arrangement, 0.0, 0.0, (*kept, *(PlacedMagnet(each) for each in new)))


def _too_strong(residual: WeightedResidual) -> frozenset[int]:
    """Return the squares whose sensors certainly feel more than of a magnet beside the board."""
    return frozenset(
        square
        for square, (weight, field) in enumerate(zip(residual.weights, residual.fields, strict=True))
        if square < SQUARE_COUNT and weight * field * field > limits.CERTAIN and abs(field) > limits.STRONGEST_BESIDE
    )


def _without(squares: frozenset[int], residual: WeightedResidual) -> WeightedResidual:
    """Return the residual without the sensors of these squares."""
    weights = tuple(0.0 if square in squares else weight for square, weight in enumerate(residual.weights))
    return replace(residual, weights=weights)


def _out_of_reach(interference: InterferenceFit) -> InterferenceFit:
    """Return the same, near to no square: a magnet so far from the board is no worker."""
    return replace(interference, found=StrayField(frozenset()))


@cache
def _fields_around(geometry: Geometry) -> tuple[tuple[Spot, tuple[Fields, Fields, Fields], tuple[Fields, ...]], ...]:
    """Return those places with the fields of a dipole there, as they are and orthonormal; made once, not at every
    start."""
    centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
    bases = ((spot, dipole(spot, centres, geometry.further_channels)) for spot in _around(geometry))
    return tuple((spot, basis, orthonormal(basis)) for spot, basis in bases)


def _around(geometry: Geometry) -> Iterator[Spot]:
    """Return places around a board, every other one of which is about a square from the next."""
    far = (geometry.size - 1) * geometry.pitch
    along = [far * step / (limits.RIM_PLACES - 1) for step in range(limits.RIM_PLACES)]
    for squares in limits.BESIDE_DISTANCES:
        away = squares * geometry.pitch
        sides = [*along, -away, far + away]
        yield from ((x, -away, limits.BESIDE_HEIGHT) for x in sides)
        yield from ((x, far + away, limits.BESIDE_HEIGHT) for x in sides)
        yield from ((-away, y, limits.BESIDE_HEIGHT) for y in along)
        yield from ((far + away, y, limits.BESIDE_HEIGHT) for y in along)
