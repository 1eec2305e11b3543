"""The field of a small magnet, and what is found of it in what a reading leaves over."""

from __future__ import annotations

import pytest

from hardware.virtual.magnets import SensorPose, dipole_fields
from perception.fitting.dipole_fit import dipole, fit_basis, fit_direction
from tests.perception.landings import GEOMETRY

CENTRES = tuple(GEOMETRY.centre(square) for square in range(25))
SENSORS = tuple(SensorPose(*centre) for centre in CENTRES)
EVEN = (400.0,) * 25


@pytest.mark.parametrize("spot", [(-40.0, 90.0, 10.0), (200.0, 230.0, 40.0), (95.0, 80.0, 20.0)])
@pytest.mark.parametrize("moment", [(50_000.0, 0.0, 0.0), (0.0, -70_000.0, 20_000.0), (10_000.0, 20_000.0, 90_000.0)])
def test_strength_and_direction_of_a_magnet_are_found_where_it_lies(
    spot: tuple[float, float, float], moment: tuple[float, float, float]
) -> None:
    left = tuple(dipole_fields(moment, spot, SENSORS))
    found = fit_basis(left, EVEN, dipole(spot, CENTRES), (1e6,) * 3)
    assert found.shares == pytest.approx(moment, rel=0.02, abs=300.0)
    assert found.fields == pytest.approx(left, abs=0.01)
    size = sum(each * each for each in moment) ** 0.5
    direction = fit_direction(left, EVEN, dipole(spot, CENTRES), (1e6,) * 3, size)
    assert direction.shares == pytest.approx(moment, rel=0.02, abs=300.0)
    assert direction.gain == pytest.approx(found.gain, rel=0.02)


def test_what_no_sensor_tells_is_not_made_up() -> None:
    spot = (-60.0, 90.0, 10.0)
    left = tuple(dipole_fields((0.0, 0.0, 85_000.0), spot, SENSORS))
    deaf = (0.0,) * 25
    assert fit_basis(left, deaf, dipole(spot, CENTRES), (1e5,) * 3).shares == (0.0, 0.0, 0.0)
