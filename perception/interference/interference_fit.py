"""Interference fitted to what an arrangement leaves unexplained: the place and strength of each kind that fits best.

Each fit gives the reading as it would be without the interference. Errors of the fit add to the variance of that
reading.

They grow with the strength of a magnet and as it comes nearer. So sensors near a magnet beside the board count less,
and a fit with great errors is less likely. Otherwise the few sensors next to a strong magnet, which feel most of what
no fit explains, would draw it to where it does not explain the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, lru_cache, partial
from math import dist, hypot, inf, log, pi, sqrt

from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from hardware.sensor_layout import Channel
from perception.arrangements import Arrangement, Explanation, Reading, ReferenceReading, StandingMagnet
from perception.counted_work import TaskSteps, WorkCount
from perception.findings import Fallen, SensorFault, SensorTrouble, Shifted, StrayField
from perception.fitting.dipole_fit import (
    DipoleFit,
    DipoleSearch,
    FitAt,
    Spot,
    dipole,
    fit_basis,
    fit_direction,
    orthonormal,
    sideways,
)
from perception.fitting.residual import BOUNDLESS, NOTHING, Fields, dot, nothing
from perception.interference import limits
from perception.limits import DIPOLE, DOUBT, EXCHANGES, PLACE
from perception.sensors.sensor_filter import rewired


@dataclass(frozen=True, slots=True)
class WeightedResidual:
    """The residual that an explanation leaves of a reading: ``fields`` in mT, with the inverse variance of each."""

    reading: Reading
    reference: ReferenceReading
    fields: Fields
    weights: Fields


_SQUARED_SHARE, _SQUARED_LEAN = limits.UNKNOWN_SHARE**2, limits.LEAN**2


@dataclass(frozen=True, slots=True)
class FitSetting:
    """The ``centres`` of the sensors, the ``usual`` moment of a magnet in mT mm^3, the count of work, and the
    channels of ``further`` sensors."""

    centres: Sequence[tuple[float, float]]
    usual: float
    work: WorkCount
    further: Sequence[Channel] = ()


def with_doubt(residual: WeightedResidual, spot: Spot, about: DipoleFit, setting: FitSetting) -> FitAt:
    """Return a function that fits a dipole at any place. If one at ``spot`` that is ``about`` like it causes notable
    errors, they count in the weights of the sensors and in the gain of each fit."""
    doubt = unsure_of_dipole(spot, about, setting.centres, setting.further)
    if max(doubt) < limits.NOTABLE_DOUBT:
        return partial(_fitted, residual, residual.weights, setting)
    softened = tuple(
        1 / (1 / weight + each * each) if weight else 0.0 for weight, each in zip(residual.weights, doubt, strict=True)
    )
    return partial(_fitted_with_doubt, residual, softened, setting)


def _fitted(residual: WeightedResidual, weights: Fields, setting: FitSetting, spot: Spot) -> DipoleFit:
    """Return the dipole at one place that explains most."""
    return fit_basis(residual.fields, weights, dipole(spot, setting.centres, setting.further), (setting.usual,) * 3)


def _fitted_with_doubt(residual: WeightedResidual, softened: Fields, setting: FitSetting, spot: Spot) -> DipoleFit:
    """Return the same by ``softened`` weights, with what it gains if the sensors are as unsure as it makes them."""
    setting.work.done += DOUBT
    fit = _fitted(residual, softened, setting, spot)
    to_east, to_north, down = fit.shares
    x, y, height = spot
    gain, looser = 0.0, 1.0
    squared_share = limits.FURTHER_SHARE**2 if setting.further else _SQUARED_SHARE
    # `unsure_of_dipole` of every sensor in one loop, since searches spend much of their time here.
    # Those of further sensors follow after it.
    for (centre_x, centre_y), weight, field in zip(setting.centres, residual.weights, residual.fields):  # noqa: B905
        away_x, away_y = centre_x - x, centre_y - y
        square = away_x * away_x + away_y * away_y + height * height
        along = 3 * (to_east * away_x + to_north * away_y + down * height) / square
        across_x, across_y = along * away_x - to_east, along * away_y - to_north
        cubed = square * square * square
        explained = (along * height - down) / cubed**0.5
        leaning = (across_x * across_x + across_y * across_y) / cubed
        more = 1 + weight * (squared_share * explained * explained + _SQUARED_LEAN * leaning)
        left = field - explained
        gain += weight * (field * field - left * left / more)
        looser *= more
    if setting.further:
        doubts, squares = unsure_of_dipole(spot, fit, setting.centres, setting.further), len(setting.centres)
        parts = zip(fit.fields, residual.weights, residual.fields, doubts, strict=True)
        for explained, weight, field, doubt in list(parts)[squares:]:
            more, left = 1 + weight * doubt * doubt, field - explained
            gain += weight * (field * field - left * left / more)
            looser *= more
    return replace(fit, gain=(gain - log(looser)) / 2)


def unknown_share(fields: Fields) -> Fields:
    """Return the errors of fitted fields, in mT."""
    return tuple(limits.UNKNOWN_SHARE * abs(field) for field in fields)


def unsure_of_dipole(
    spot: Spot, fit: DipoleFit, centres: Sequence[tuple[float, float]], further: Sequence[Channel] = ()
) -> Fields:
    """Return the errors of the fields of a magnet at this place, in mT. Part of its field is unknown, and sensors that
    lean feel some of its horizontal field, too. What further sensors feel depends on its exact place as well."""
    across = sideways(spot, fit.shares, centres, further)
    if not further:
        return tuple(map(hypot, unknown_share(fit.fields), (limits.LEAN * each for each in across)))
    doubts = tuple(
        hypot(limits.FURTHER_SHARE * field, limits.LEAN * side) for field, side in zip(fit.fields, across, strict=True)
    )
    squares = len(centres)
    near = tuple(
        limits.FURTHER_PLACE * 3 * hypot(field, side) / dist(spot, (channel.east, channel.north, -channel.below))
        for channel, field, side in zip(further, fit.fields[squares:], across[squares:], strict=True)
    )
    return doubts[:squares] + tuple(map(hypot, doubts[squares:], near))


@dataclass(frozen=True, slots=True)
class InterferenceFit:
    """Interference that a reading may hold, with its log-likelihood before the reading (``prior``). It ``adds`` fields,
    which have the standard deviations ``unsure``, both in mT. Reading and reference are as they would be without it."""

    found: Shifted | StrayField | Fallen | SensorFault
    prior: float
    reading: Reading
    reference: ReferenceReading
    adds: Fields = NOTHING
    unsure: Fields = NOTHING


@dataclass(frozen=True, slots=True)
class InterferenceHint:
    """Interference fitted coarsely: about how much log-likelihood it gains, its ``prior``, and a function that fits it
    closely. A ``rough`` one may gain far more when it is fitted closely."""

    gain: float
    prior: float
    refine: Callable[[], TaskSteps[InterferenceFit]]
    rough: bool = False


@cache
def _rim(geometry: Geometry) -> tuple[tuple[Spot, tuple[Fields, ...]], ...]:
    """Return the places around a board with the orthonormal fields of a dipole there; made once, not at every start."""
    centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
    return tuple((spot, orthonormal(dipole(spot, centres))) for spot in _outside(geometry))


def _outside(geometry: Geometry) -> Iterator[Spot]:
    pitch = geometry.pitch
    far = (geometry.size - 0.5) * pitch - pitch / 2
    along = [far * step / (limits.RIM_PLACES - 1) for step in range(limits.RIM_PLACES)]
    for height in limits.RIM_HEIGHTS:
        for away in (squares * pitch for squares in limits.RIM_DISTANCES):
            sides = [*along, -away, far + away]
            yield from ((x, -away, height) for x in sides)
            yield from ((x, far + away, height) for x in sides)
            yield from ((-away, y, height) for y in along)
            yield from ((far + away, y, height) for y in along)


def _with_further(
    slopes: tuple[Fields, ...], further: Sequence[Channel], middle: float
) -> tuple[tuple[Fields, ...], tuple[float, ...]]:
    """Return the shapes of the field of another place with the channels of further sensors, and how far each varies:
    besides the vertical field and its slopes, a horizontal field to the east and to the north."""
    even, to_east, to_north = slopes
    lines = [tuple(float(each.sign * (each.line == line)) for each in further) for line in range(3)]
    down = lines[2]
    width = middle or 1.0
    shapes = (
        even + down,
        to_east + tuple(part * (each.east - middle) / width for part, each in zip(down, further, strict=True)),
        to_north + tuple(part * (each.north - middle) / width for part, each in zip(down, further, strict=True)),
        *(nothing(SQUARE_COUNT) + horizontal for horizontal in lines[:2]),
    )
    return shapes, (*limits.SHIFTS, limits.SHIFTS[0], limits.SHIFTS[0])


class InterferenceFitter:
    """Fits interference on one board. ``exchanges`` gives the pairs of sensors, the lesser first, that are believed to
    be exchanged. ``work`` counts what fits take."""

    def __init__(
        self,
        model: FieldModel,
        squares: Sequence[int],
        exchanges: Callable[[], frozenset[tuple[int, int]]],
        work: WorkCount | None = None,
    ) -> None:
        self._work = work or WorkCount()
        self.exchanges = exchanges
        geometry = model.geometry
        self._model = model
        self._squares = tuple(squares)
        self._centres = tuple(geometry.centre(square) for square in range(SQUARE_COUNT))
        self._further = geometry.further_channels
        self._search = DipoleSearch(self._work, first=limits.DIPOLE_STEPS[0], finest=limits.DIPOLE_STEPS[1])
        magnet = geometry.magnet
        volume = pi * (magnet.diameter / 2) ** 2 * magnet.thickness
        self._moment = 1000 * magnet.remanence * volume / (4 * pi)
        self._lying = magnet.diameter / 2 + limits.LYING_RIM
        self._edge = (geometry.size - 0.5) * geometry.pitch
        middle = (geometry.size - 1) * geometry.pitch / 2
        self._slopes: tuple[Fields, ...] = (
            (1.0,) * SQUARE_COUNT,
            tuple((x - middle) / (middle or 1.0) for x, _ in self._centres),
            tuple((y - middle) / (middle or 1.0) for _, y in self._centres),
        )
        self._shifts: tuple[float, ...] = limits.SHIFTS
        if self._further:
            self._slopes, self._shifts = _with_further(self._slopes, self._further, middle)
        self._dipole = lru_cache(maxsize=1_000)(self._make_dipole)
        self._around = _rim(geometry)

    def shifted(self, residual: WeightedResidual) -> InterferenceHint:
        """Fit a board that is in another field than before."""
        fit = fit_basis(residual.fields, residual.weights, self._slopes, self._shifts)
        found = Shifted(round(fit.shares[0], 3))
        self._work.done += 2 * DIPOLE
        refined = partial(taken_off, residual, found, limits.SHIFTED_PRIOR, fit.fields, nothing(len(fit.fields)))
        return InterferenceHint(fit.gain, -limits.SHIFTED_PRIOR, partial(_at_once, refined))

    def stray(self, residual: WeightedResidual) -> TaskSteps[InterferenceHint]:
        """Fit a magnet that lies beside the board. Further sensors count only in the close fit: they may be so near to
        it that its exact place matters."""
        weights = residual.weights[:SQUARE_COUNT] + nothing(len(self._further))

        def fit(basis: Sequence[Fields]) -> DipoleFit:
            return fit_basis(residual.fields, weights, basis, (limits.STRAY_MOMENT,) * 3)

        spot, first = (yield from self._best_of((yield from self._likely_outside(residual)), fit))[0]

        def refine() -> TaskSteps[InterferenceFit]:
            at = with_doubt(
                residual, spot, first, FitSetting(self._centres, limits.STRAY_MOMENT, self._work, self._further)
            )
            there, best = yield from self._search.best_near(spot, at, self._is_outside)
            unsure = unsure_of_dipole(there, best, self._centres, self._further)
            return taken_off(residual, StrayField(self._where(best.fields)), limits.STRAY_PRIOR, best.fields, unsure)

        return InterferenceHint(first.gain, -limits.STRAY_PRIOR, refine, rough=True)

    def fallen(
        self, residual: WeightedResidual, missing: StandingMagnet, standing: Arrangement, levels: Sequence[int]
    ) -> TaskSteps[InterferenceHint]:
        """Fit the missing worker where it lies on its side: nearest to a square on which none is ``standing``."""
        taken = {each.square for each in standing}
        usual = (self._moment, self._moment, limits.LEANING_SHARE * self._moment)
        weights = _softened(residual)

        def lean(found: DipoleFit) -> float:
            return 0.5 * (found.shares[2] / usual[2]) ** 2

        def fit(basis: Sequence[Fields]) -> DipoleFit:
            found = fit_direction(residual.fields, weights, basis, usual, self._moment)
            return replace(found, gain=found.gain - lean(found))

        def fit_at(spot: Spot) -> DipoleFit:
            return fit(dipole(spot, self._centres, self._further))

        def low(spot: Spot) -> bool:
            square = self._nearest(spot)
            floor = self._model.height(levels[square])
            lowest, highest = floor + limits.LYING_LOWEST, floor + self._lying + limits.LYING_HIGHEST
            return square not in taken and lowest <= spot[2] <= highest and not self._is_outside(spot)

        middles = {self._spots(square, levels[square])[0]: square for square in self._squares if square not in taken}
        middle = yield from self._best_of(middles, fit)
        around = [
            spot
            for each, _ in middle[: limits.ROUGH_SQUARES]
            for spot in self._spots(middles[each], levels[middles[each]])[1:]
        ]
        spot, first = max([middle[0], *(yield from self._best_of(around, fit))], key=lambda each: each[1].gain)

        def refine() -> TaskSteps[InterferenceFit]:
            place, best = yield from self._search.best_near(spot, fit_at, low)
            found = Fallen(self._nearest(place), missing.polarity)
            return taken_off(residual, found, limits.FALLEN_PRIOR + lean(best), best.fields, unknown_share(best.fields))

        return InterferenceHint(first.gain, -limits.FALLEN_PRIOR, refine, rough=True)

    def _best_of(
        self, spots: Iterable[Spot], fit: Callable[[Sequence[Fields]], DipoleFit]
    ) -> TaskSteps[list[tuple[Spot, DipoleFit]]]:
        """Return the spots with their fits, those that gain most first."""
        found: list[tuple[Spot, DipoleFit]] = []
        for spot in spots:
            found.append((spot, fit(self._dipole(spot))))
            self._work.done += DIPOLE
            yield
        return sorted(found, key=lambda each: -each[1].gain)

    def _likely_outside(self, residual: WeightedResidual) -> TaskSteps[list[Spot]]:
        """Return the spots beside the board whose dipoles explain most if all sensors are equally exact."""
        pairs = zip(residual.weights, residual.fields, strict=True)
        aims = tuple(sqrt(weight) * field for weight, field in pairs)[:SQUARE_COUNT]
        found: list[tuple[float, Spot]] = []
        for spot, units in self._around:
            found.append((-total(dot(each, aims) ** 2 for each in units), spot))
            self._work.done += PLACE
            if len(found) % limits.SPOTS_AT_ONCE == 0:
                yield
        return [spot for _, spot in sorted(found)[: limits.ROUGH_SPOTS]]

    def may_lie(self, best: Explanation, reference: ReferenceReading, floor: Sequence[int]) -> bool:
        """Check whether a magnet that came down may lie on its side: the sensor under it feels no more than it would
        feel of a fallen worker. A worker that lies seems to stand higher, so a magnet above the ``floor``, the least
        level of its square, may lie on that."""
        return any(
            each.strength * self._model.field(hypot(each.east, each.north), each.standing.level)
            < self._felt_lying(min(each.standing.level, floor[each.standing.square]))
            for each in best.placed
            if each.standing not in reference.arrangement
        )

    def _felt_lying(self, level: int) -> float:
        """Return the most that a sensor feels of a worker that lies on its side on a tower of this height, in mT."""
        return limits.LYING_MARGIN * limits.LYING_FACTOR * self._moment / (self._model.height(level) + self._lying) ** 3

    def broken(self, residual: WeightedResidual) -> Iterator[InterferenceHint]:
        """Fit a failure of one of the sensors with the greatest deviations."""
        for square in self._worst(residual):
            weight = _weight(residual, square)
            unknown = 0.5 * log(BOUNDLESS * weight) if weight > 0 else 0.0
            clipped = square in residual.reading.clipped
            gain = inf if clipped and residual.fields[square] else 0.5 * weight * residual.fields[square] ** 2
            yield InterferenceHint(
                gain, -limits.BROKEN_PRIOR - unknown, partial(_at_once, partial(_without, residual, square))
            )

    def exchanged(self, residual: WeightedResidual) -> Iterator[InterferenceHint]:
        """Fit two sensors that are exchanged, since the reference or for longer; or two that are believed to be
        exchanged and never were."""
        now, was = residual.reading.fields, residual.reference.reading.fields
        changes = tuple(after - before for after, before in zip(now, was, strict=True))
        # On a board that was understood, little is explained by much else, too: a phone, say.
        least = 2 * limits.UNKNOWN_ZERO if residual.reference.placed else 0.0
        kinds = ((now, limits.UNKNOWN_ZERO, _just_exchanged), (changes, 0.0, _always_exchanged))
        for felt, unknown, swapped in kinds if max(map(abs, residual.fields)) > least else ():
            pairs = {}
            self._work.done += EXCHANGES
            for one in self._worst(residual):
                others = (square for square in self._squares if square != one)
                best = sorted((-_misfit_saved(residual, felt, (one, other), unknown), other) for other in others)
                for cost, other in best[: limits.EXCHANGE_PARTNERS]:
                    pairs[min(one, other), max(one, other)] = -cost
            for (one, other), misfit_saved in pairs.items():
                if max(abs(residual.fields[one]), abs(residual.fields[other])) > least:
                    refined = partial(swapped, residual, one, other, limits.EXCHANGED_PRIOR)
                    yield InterferenceHint(0.5 * misfit_saved, -limits.EXCHANGED_PRIOR, partial(_at_once, refined))
        for one, other in self.exchanges():
            misfit_saved = _misfit_saved(residual, changes, (one, other), 0.0)
            refined = partial(_always_exchanged, residual, one, other, limits.RIGHTED_PRIOR)
            yield InterferenceHint(0.5 * misfit_saved, -limits.RIGHTED_PRIOR, partial(_at_once, refined))

    def crossed(self, reading: Reading, reference: ReferenceReading, one: int, other: int) -> InterferenceHint:
        """Fit an exchange of the sensors of these two squares."""
        unknown = nothing(len(reading.fields))
        residual = WeightedResidual(reading, reference, unknown, unknown)
        refined = partial(_just_exchanged, residual, min(one, other), max(one, other), limits.EXCHANGED_PRIOR)
        return InterferenceHint(0.0, -limits.EXCHANGED_PRIOR, partial(_at_once, refined))

    def named(self, fields: Fields, found: StrayField | None = None) -> tuple[Shifted | StrayField, ...]:
        """Return the kind of interference that most probably adds these fields. ``found`` is the magnet that was found
        last. Where none was, a smooth field is that of another place of the board."""
        present = [fields[square] for square in self._squares]
        if max(map(abs, present)) < limits.REPORTED_FIELD:
            return ()
        if found is not None:
            return (found,)
        weights = tuple(1.0 if square in self._squares else 0.0 for square in range(len(fields)))
        smooth = fit_basis(fields, weights, self._slopes, (limits.SMOOTH_SPREAD,) * len(self._slopes))
        rest = max(abs(fields[square] - smooth.fields[square]) for square in self._squares)
        if rest < limits.SMOOTH_SHARE * max(map(abs, present)):
            return (Shifted(round(smooth.shares[0], 3)),)
        return (StrayField(self._where(fields)),)

    # -- places

    def _make_dipole(self, spot: Spot) -> tuple[Fields, Fields, Fields]:
        return dipole(spot, self._centres, self._further)

    def _spots(self, square: int, level: int) -> list[Spot]:
        """Return positions in which a worker may lie on a square, its middle first."""
        x, y = self._centres[square]
        height = self._model.height(level) + self._lying
        return [(x + east, y + north, height) for east, north in limits.LYING_PLACES]

    def _is_outside(self, spot: Spot) -> bool:
        low, high = -self._model.geometry.pitch / 2, self._edge
        beside = not (low < spot[0] < high and low < spot[1] < high)
        return beside and 0.0 < spot[2] < limits.HIGHEST_STRAY

    def _nearest(self, spot: Spot) -> int:
        def way(square: int) -> float:
            x, y = self._centres[square]
            return (x - spot[0]) ** 2 + (y - spot[1]) ** 2

        return min(self._squares, key=way)

    def _where(self, fields: Fields) -> frozenset[int]:
        """Return the squares that feel the most of a field."""
        most = max(abs(fields[square]) for square in self._squares)
        return frozenset(square for square in self._squares if abs(fields[square]) > limits.FELT_SHARE * most)

    def _worst(self, residual: WeightedResidual) -> list[int]:
        """Return the sensors with the greatest deviations, first those that are clipped where no such field can be."""

        return sorted(self._squares, key=lambda square: -_weight(residual, square) * residual.fields[square] ** 2)[
            : limits.WORST_SENSORS
        ]


def _at_once(fit: Callable[[], InterferenceFit]) -> TaskSteps[InterferenceFit]:
    """Return a fit that needs no search."""
    yield
    return fit()


def taken_off(
    residual: WeightedResidual, found: Shifted | StrayField | Fallen, prior: float, adds: Fields, unsure: Fields
) -> InterferenceFit:
    """Subtract the fields of interference from a reading. ``unsure`` are their standard deviations."""
    reading = residual.reading
    fields = tuple(value - extra for value, extra in zip(reading.fields, adds, strict=True))
    extra_variance = tuple(more + each * each for more, each in zip(reading.variances, unsure, strict=True))
    without = replace(reading, fields=fields, extra_variance=extra_variance)
    return InterferenceFit(found, -prior, without, residual.reference, adds, unsure)


def _without(residual: WeightedResidual, square: int) -> InterferenceFit:
    """Leave a sensor out of a reading."""
    reading = _with_extra_variance(residual.reading, {square: BOUNDLESS})
    fault, none = SensorFault(square, SensorTrouble.WEAK), nothing(len(reading.fields))
    return InterferenceFit(fault, -limits.BROKEN_PRIOR, reading, residual.reference, none, none)


def _always_exchanged(residual: WeightedResidual, one: int, other: int, prior: float) -> InterferenceFit:
    """Exchange two sensors that have been exchanged since before the reference."""
    none = nothing(len(residual.reading.fields))
    wired = _crossed(one, other, len(none))
    reference = ReferenceReading(rewired(residual.reference.reading, wired), residual.reference.placed)
    fault = SensorFault(one, SensorTrouble.SWAPPED, other)
    return InterferenceFit(fault, -prior, rewired(residual.reading, wired), reference, none, none)


def _just_exchanged(residual: WeightedResidual, one: int, other: int, prior: float) -> InterferenceFit:
    """Exchange two sensors that are exchanged now. Each was calibrated at the other's square, so their baselines are
    off."""
    unknown = limits.UNKNOWN_ZERO**2
    none = nothing(len(residual.reading.fields))
    crossed = rewired(residual.reading, _crossed(one, other, len(none)))
    reading = _with_extra_variance(crossed, {one: unknown, other: unknown})
    fault = SensorFault(one, SensorTrouble.SWAPPED, other)
    return InterferenceFit(fault, -prior, reading, residual.reference, none, none)


def _crossed(one: int, other: int, channels: int) -> tuple[int, ...]:
    wired = list(range(channels))
    wired[one], wired[other] = other, one
    return tuple(wired)


def _with_extra_variance(reading: Reading, more: Mapping[int, float]) -> Reading:
    extra_variances = reading.variances
    return replace(
        reading,
        extra_variance=tuple(
            extra_variance + more.get(square, 0.0) for square, extra_variance in enumerate(extra_variances)
        ),
    )


def _softened(residual: WeightedResidual) -> Fields:
    """Return the weights of the sensors for a fit whose fields are uncertain by a share."""
    return tuple(
        1 / (1 / weight + (limits.UNKNOWN_SHARE * field) ** 2) if weight else 0.0
        for weight, field in zip(residual.weights, residual.fields, strict=True)
    )


def _weight(residual: WeightedResidual, square: int) -> float:
    """Return the weight of the residual at a sensor. A sensor that is clipped where no such field can be has one,
    too."""
    return limits.CLIPPED_WEIGHT if square in residual.reading.clipped else residual.weights[square]


def _misfit_saved(residual: WeightedResidual, felt: Fields, pair: tuple[int, int], unknown: float) -> float:
    """Return how much the misfit falls when two sensors, which felt these fields, are exchanged. Each is then uncertain
    by ``unknown`` mT."""
    one, other = pair
    gap, misfit_saved = felt[other] - felt[one], 0.0
    for here, there, rest in ((one, other, residual.fields[one] + gap), (other, one, residual.fields[other] - gap)):
        value = residual.reading.fields[there]
        enough = there in residual.reading.clipped and rest * value < 0
        misfit_saved += _weight(residual, here) * residual.fields[here] ** 2
        weight = residual.weights[here] or residual.weights[there]
        if weight and not enough:
            misfit_saved -= rest * rest / (1 / weight + unknown * unknown)
    return misfit_saved
