"""Fits a magnet beside the board together with the doubt that it causes itself.

How much of a magnet's field is unknown goes with its strength and its place. So near it sensors count less, and a fit
that needs much doubt is the less likely for it: otherwise the few sensors next to a strong magnet, which feel most of
what no fit explains, would draw it to where it does not explain the others.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import hypot, log

from perception.counted_work import DOUBT, WorkCount
from perception.fitting.dipole_fit import DipoleFit, Spot, dipole, fit_basis, sideways
from perception.fitting.dipole_search import FitAt
from perception.fitting.residual import Fields
from perception.interference.weighted_residual import WeightedResidual

UNKNOWN_SHARE = 0.15
"""The share of the field of interference that stays unknown when it is fitted."""

LEANS = 0.03
"""What share of a horizontal field a sensor feels: none is quite upright."""

_NOTABLE = 0.05
"""The doubt in mT from which on it matters beside the noise of a sensor."""
_SQUARED_SHARE, _SQUARED_LEAN = UNKNOWN_SHARE**2, LEANS**2


@dataclass(frozen=True, slots=True)
class FitSetting:
    """The sensors at these ``centres``, how strong a magnet is usually in mT mm^3, and what counts the work."""

    centres: Sequence[tuple[float, float]]
    usual: float
    work: WorkCount


def with_doubt(residual: WeightedResidual, spot: Spot, about: DipoleFit, setting: FitSetting) -> FitAt:
    """Fits a dipole at any place. Where one at a ``spot`` that is ``about`` like it causes much doubt, sensors count by
    that, and the gain of each fit counts the doubt that it causes."""
    doubt = unsure_of_dipole(spot, about, setting.centres)
    if max(doubt) < _NOTABLE:
        return partial(_fitted, residual, residual.weights, setting)
    softened = tuple(
        1 / (1 / weight + each * each) if weight else 0.0 for weight, each in zip(residual.weights, doubt, strict=True)
    )
    return partial(_fitted_with_doubt, residual, softened, setting)


def _fitted(residual: WeightedResidual, weights: Fields, setting: FitSetting, spot: Spot) -> DipoleFit:
    """The dipole at one place that explains most."""
    return fit_basis(residual.fields, weights, dipole(spot, setting.centres), (setting.usual,) * 3)


def _fitted_with_doubt(residual: WeightedResidual, softened: Fields, setting: FitSetting, spot: Spot) -> DipoleFit:
    """The same by ``softened`` weights, with what it gains if the sensors are as unsure as it makes them."""
    setting.work.done += DOUBT
    fit = _fitted(residual, softened, setting, spot)
    to_east, to_north, down = fit.shares
    x, y, height = spot
    gain, looser = 0.0, 1.0
    # `unsure_of_dipole` of every sensor in one loop, since searches spend much of their time here.
    for (centre_x, centre_y), weight, field in zip(setting.centres, residual.weights, residual.fields, strict=True):
        away_x, away_y = centre_x - x, centre_y - y
        square = away_x * away_x + away_y * away_y + height * height
        along = 3 * (to_east * away_x + to_north * away_y + down * height) / square
        across_x, across_y = along * away_x - to_east, along * away_y - to_north
        cubed = square * square * square
        explained = (along * height - down) / cubed**0.5
        leaning = (across_x * across_x + across_y * across_y) / cubed
        more = 1 + weight * (_SQUARED_SHARE * explained * explained + _SQUARED_LEAN * leaning)
        left = field - explained
        gain += weight * (field * field - left * left / more)
        looser *= more
    return replace(fit, gain=(gain - log(looser)) / 2)


def unknown_share(fields: Fields) -> Fields:
    """How unsure fitted fields are, in mT."""
    return tuple(UNKNOWN_SHARE * abs(field) for field in fields)


def unsure_of_dipole(spot: Spot, fit: DipoleFit, centres: Sequence[tuple[float, float]]) -> Fields:
    """How unsure the fields of a magnet at this place are, in mT: by what is unknown of it, and since sensors that lean
    feel some of its horizontal field, too."""
    across = sideways(spot, fit.shares, centres)
    return tuple(map(hypot, unknown_share(fit.fields), (LEANS * each for each in across)))
