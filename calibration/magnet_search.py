"""Which magnets explain what changed on a board whose sensors are not to be trusted yet.

The recogniser's own fit of a magnet on a square serves here too, with wide errors: a sensor may be off by a third. One
that is dead or upside down is found, since all others feel a magnet over it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache
from operator import add, sub

from calibration.rest_average import Fields
from common.numbers import total
from hardware.board import SQUARE_COUNT
from hardware.field_model import FieldModel
from hardware.geometry import Geometry
from perception.arrangements import PlacedMagnet, StandingMagnet
from perception.counted_work import run_to_end
from perception.fitting.noise_model import NoiseModel
from perception.fitting.position_fit import FitTrial
from perception.fitting.residual import BOUNDLESS, Residual
from perception.fitting.square_model import SquareModel

_SENSING = NoiseModel(noise=0.03, floor=0.02, gain=0.15, strength=0.2, gap=1.0, block=1.0)
_FITS = 80.0
"""The squared deviation, in units of what is allowed, up to which a magnet explains what is felt."""
_WELL = 40.0
"""The same, up to which there is no need to look further."""
_FELT = 20.0
"""From which on there is something to explain at all."""
_OUT = 16.0
"""A sensor whose squared deviation is more has to be wrong, if the magnet is where it is tried."""
_MOST_OUT = 3
_LIKELY = 8
"""So many squares are looked at: those that feel most."""


@dataclass(frozen=True, slots=True)
class MagnetChange:
    """What changed against the empty board: 25 fields in mT with their variances, the clipped sensors with the sign of
    what they felt, and the sensors that are not to be asked."""

    fields: Fields
    variance: Fields
    clipped: frozenset[int] = frozenset()
    doubted: frozenset[int] = frozenset()

    def residual(self, without: frozenset[int] = frozenset()) -> Residual:
        """As the recogniser has it, ``without`` some more sensors."""
        silent = self.doubted | without
        deaf = silent | self.clipped
        return Residual(
            tuple(0.0 if square in deaf else field for square, field in enumerate(self.fields)),
            tuple(
                BOUNDLESS if square in deaf else variance + _SENSING.floor**2
                for square, variance in enumerate(self.variance)
            ),
            tuple(
                (square, 1.0 if self.fields[square] > 0 else -1.0, abs(self.fields[square]), 0.0, 0.01)
                for square in sorted(self.clipped - silent)
            ),
        )


@dataclass(frozen=True, slots=True)
class NoMagnet:
    """No magnet is felt."""


@dataclass(frozen=True, slots=True)
class OneMagnet:
    """One magnet; ``share`` is how much of its field the sensor under it feels (1: as all others say; None: it is at
    the end of its range, or not asked)."""

    at: PlacedMagnet
    share: float | None = None


@dataclass(frozen=True, slots=True)
class SeveralMagnets:
    """More than one magnet; these two squares are the likeliest."""

    squares: tuple[int, int]


@dataclass(frozen=True, slots=True)
class UnclearMagnets:
    """Something that no magnets on squares explain: a hand, a worker on its side or on an edge."""


Seen = NoMagnet | OneMagnet | SeveralMagnets | UnclearMagnets


@cache
def seeker(geometry: Geometry) -> MagnetSearch:
    """The seeker of a board; made once, since its tables take some time."""
    return MagnetSearch(geometry)


class MagnetSearch:
    """Finds magnets on one kind of board."""

    def __init__(self, geometry: Geometry) -> None:
        self._model = FieldModel(geometry)
        self._squares = SquareModel(self._model, _SENSING)
        self._all = geometry.squares

    def seek(self, change: MagnetChange, asked: int) -> Seen:
        """What stands there, where a worker was ``asked`` for on a square."""
        residual = change.residual()
        if residual.misfit < _FELT:
            return NoMagnet()
        best = self._best(change, (asked,))
        if best is not None and not best.out and best.trial.misfit <= _WELL:
            return OneMagnet(best.placed, _share(change, best))  # no other square can explain it as well
        felt = sorted(self._all, key=lambda each: (each not in change.clipped, -abs(change.fields[each])))
        squares = (*dict.fromkeys((asked, *felt[:_LIKELY])),)
        best = self._best(change, squares)
        if best is not None and best.trial.misfit <= _FITS:
            return OneMagnet(best.placed, _share(change, best))
        first = min((self._fit(residual, standing) for standing in _standings(squares)), key=_unexplained)
        rest = MagnetChange(
            tuple(map(sub, change.fields, first.trial.fields)),
            tuple(map(add, change.variance, first.trial.spread)),
            doubted=change.doubted | change.clipped,
        )
        other = self._best(rest, self._all)
        if other is not None and other.trial.misfit <= _FITS and other.square != first.square:
            one, two = sorted((first.square, other.square))
            return SeveralMagnets((one, two))
        return UnclearMagnets()

    def _best(self, change: MagnetChange, squares: Iterable[int]) -> _Try | None:
        """The likeliest magnet on one of these squares, if some sensors may be wrong."""
        found = [self._without_wrong(change, standing) for standing in _standings(squares)]
        return max(filter(None, found), key=lambda each: each.trial.likelihood, default=None)

    def _without_wrong(self, change: MagnetChange, standing: StandingMagnet) -> _Try | None:
        """A magnet on this square as all sensors have it but the few that have to be wrong then; None if they are too
        many."""
        out: frozenset[int] = frozenset()
        while True:
            residual = change.residual(out)
            tried = self._fit(residual, standing)
            errors = tried.errors
            worst = max(range(SQUARE_COUNT), key=errors.__getitem__)
            if errors[worst] <= _OUT:
                return replace(tried, out=out)
            left = _MOST_OUT - len(out)
            if left == 0 or total(sorted(errors)[:-left]) > 2 * _FITS:
                return None
            out |= {worst}

    def _fit(self, residual: Residual, standing: StandingMagnet) -> _Try:
        placed, trial = run_to_end(self._squares.fit(residual, PlacedMagnet(standing), near=False))
        return _Try(residual, placed, trial)


@dataclass(frozen=True, slots=True)
class _Try:
    """A magnet where it fits best with the sensors that are ``out`` left aside, and what is left of the residual
    then."""

    residual: Residual
    placed: PlacedMagnet
    trial: FitTrial
    out: frozenset[int] = frozenset()

    @property
    def square(self) -> int:
        return self.placed.standing.square

    @property
    def errors(self) -> list[float]:
        """The squared deviation of each sensor, in units of what is allowed."""
        each = zip(self.residual.change, self.residual.variance, self.trial.fields, self.trial.spread, strict=True)
        return [(change - field) ** 2 / (variance + spread) for change, variance, field, spread in each]


def _standings(squares: Iterable[int]) -> Iterator[StandingMagnet]:
    for square in squares:
        for level in range(4):
            for polarity in (1, -1):
                yield StandingMagnet(square, level, polarity)


def _unexplained(tried: _Try) -> float:
    """What is left beside the sensors that another magnet may be over."""
    return total(sorted(tried.errors)[:-5])


def _share(change: MagnetChange, found: _Try) -> float | None:
    square = found.square
    if square in change.clipped or square in change.doubted:
        return None
    return change.fields[square] / found.trial.fields[square]
