"""The residual of a reading, its likelihood, and what is left when the fields of a magnet are subtracted."""

from __future__ import annotations

from math import log

import pytest

from hardware.board import SQUARE_COUNT
from perception.fitting.residual import BOUNDLESS, Residual, minus, plus

VARIANCE = (0.25,) * SQUARE_COUNT


def residual_of(fields: dict[int, float], *clipped: tuple[int, float, float, float, float]) -> Residual:
    variance = list(VARIANCE)
    for sensor, *_ in clipped:
        variance[sensor] = BOUNDLESS
    return Residual(tuple(fields.get(square, 0.0) for square in range(SQUARE_COUNT)), tuple(variance), clipped)


def test_the_misfit_is_the_squared_deviation_in_units_of_its_variance() -> None:
    assert residual_of({}).misfit == 0.0
    assert residual_of({3: 1.0, 4: -0.5}).misfit == pytest.approx(4.0 + 1.0)


def test_the_likelihood_of_no_further_magnet_falls_by_half_the_misfit() -> None:
    empty, changed = residual_of({}), residual_of({3: 1.0})
    assert empty.log_variance == pytest.approx(SQUARE_COUNT * log(0.25))
    assert empty.null_likelihood - changed.null_likelihood == pytest.approx(2.0)


def test_a_clipped_sensor_only_misses_what_is_short_of_its_bound() -> None:
    assert residual_of({7: 40.0}, (7, 1.0, 40.0, 45.0, 1.0)).misfit == pytest.approx(40.0**2 / BOUNDLESS)
    short = residual_of({7: 40.0}, (7, 1.0, 40.0, 38.0, 1.0))
    assert short.misfit == pytest.approx(4.0 + 40.0**2 / BOUNDLESS)
    assert short.unexplained[7] == pytest.approx(2.0)
    assert residual_of({7: -40.0}, (7, -1.0, 40.0, -38.0, 1.0)).unexplained[7] == pytest.approx(-2.0)


def test_a_sensor_that_is_left_out_leaves_nothing_unexplained() -> None:
    out = Residual((5.0,) * SQUARE_COUNT, (BOUNDLESS, *VARIANCE[1:]), ())
    assert out.unexplained[0] == 0.0
    assert out.unexplained[1] == 5.0


def test_sensors_come_by_the_significance_of_what_they_show() -> None:
    assert [sensor for sensor, _, _ in residual_of({5: 1.0, 6: -3.0, 7: 2.0}).by_significance[:3]] == [6, 7, 5]


def test_the_fields_of_a_magnet_are_subtracted_and_add_their_variance() -> None:
    fields = tuple(0.1 * square for square in range(SQUARE_COUNT))
    rest = minus(residual_of({3: 1.0}, (7, 1.0, 40.0, 38.0, 1.0)), fields, (0.5,) * SQUARE_COUNT)
    assert rest.change[3] == pytest.approx(1.0 - 0.3)
    assert rest.variance[3] == 0.75
    assert rest.bounds[0] == pytest.approx((7, 1.0, 40.0, 38.7, 1.5))


def test_fields_of_two_magnets_add_up() -> None:
    assert plus(VARIANCE, VARIANCE) == (0.5,) * SQUARE_COUNT
