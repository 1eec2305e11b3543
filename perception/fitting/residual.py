"""What a reading holds beyond the magnets that are known, and the likelihood that nothing more is there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import log, prod
from operator import add, sub

from hardware.board import SQUARE_COUNT

Fields = tuple[float, ...]
"""25 values in mT, or in mT squared for variances."""

NOTHING: Fields = (0.0,) * SQUARE_COUNT

BOUNDLESS = 1e6
"""The variance of a sensor of which nothing is known."""

Bound = tuple[int, float, float, float, float]
"""A clipped sensor: its number, the sign and size of the reading in mT, the field that is known to be there, and its
variance."""


@dataclass(frozen=True)
class Residual:
    """The fields of a reading less those that are known to be there, with their variance.

    Clipped sensors have a boundless variance and are in ``bounds`` instead.
    """

    change: Fields
    variance: Fields
    bounds: tuple[Bound, ...]

    @cached_property
    def by_significance(self) -> tuple[tuple[int, float, float], ...]:
        """The sensors with their residual and its variance, those with the greatest deviation first."""
        each = zip(range(SQUARE_COUNT), self.change, self.variance, strict=True)
        return tuple(sorted(each, key=lambda one: -one[1] * one[1] / one[2]))

    @cached_property
    def log_variance(self) -> float:
        """The logarithm of the product of all variances, which no added field makes smaller."""
        return log(prod(self.variance))

    @cached_property
    def null_likelihood(self) -> float:
        """The log-likelihood that no further magnet is there."""
        return -0.5 * (self.misfit + self.log_variance)

    @cached_property
    def unexplained(self) -> Fields:
        """The residual at each sensor in mT: 0 for a sensor that is left out, and for a clipped one the least that is
        missing."""
        unexplained = [
            change if variance < BOUNDLESS else 0.0 for change, variance in zip(self.change, self.variance, strict=True)
        ]
        for sensor, sign, size, stays, _ in self.bounds:
            unexplained[sensor] = sign * max(0.0, size - sign * stays)
        return tuple(unexplained)

    @cached_property
    def misfit(self) -> float:
        """The squared deviation if no further magnet is there, in units of its variance."""
        total = 0.0
        for change, variance in zip(self.change, self.variance, strict=True):
            total += change * change / variance
        for _, sign, size, stays, variance in self.bounds:
            short = size - sign * stays
            if short > 0:
                total += short * short / variance
        return total


def dot(first: Sequence[float], second: Sequence[float]) -> float:
    """The sum of the products of two fields, added one after another. A loop takes more than twice as long, and fits
    spend much of their time here.

    :raises ValueError: unless each has 25 values.
    """
    a, b, c, d, e, f, g, h, i, j, k, z, m, n, o, p, q, r, s, t, u, v, w, x, y = first
    aa, bb, cc, dd, ee, ff, gg, hh, ii, jj, kk, ll, mm, nn, oo, pp, qq, rr, ss, tt, uu, vv, ww, xx, yy = second
    return (
        a * aa
        + b * bb
        + c * cc
        + d * dd
        + e * ee
        + f * ff
        + g * gg
        + h * hh
        + i * ii
        + j * jj
        + k * kk
        + z * ll
        + m * mm
        + n * nn
        + o * oo
        + p * pp
        + q * qq
        + r * rr
        + s * ss
        + t * tt
        + u * uu
        + v * vv
        + w * ww
        + x * xx
        + y * yy
    )


def minus(residual: Residual, fields: Fields, spread: Fields) -> Residual:
    """The residual with the fields of one more magnet subtracted; ``spread`` is their variance."""
    return Residual(
        tuple(map(sub, residual.change, fields)),
        tuple(map(add, residual.variance, spread)),
        tuple(
            (sensor, sign, size, stays + fields[sensor], variance + spread[sensor])
            for sensor, sign, size, stays, variance in residual.bounds
        ),
    )


def plus(one: Fields, other: Fields) -> Fields:
    """The sum of the fields, or of the variances, of two magnets."""
    return tuple(map(add, one, other))
