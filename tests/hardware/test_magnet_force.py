"""Magnets of neighbours pull and push as two dipoles do, and a maker is told of a pair that friction does not hold."""

from __future__ import annotations

from pathlib import Path

import magpylib
import numpy as np
import pytest

from hardware.geometry import Geometry, Magnet
from hardware.magnet_force import (
    WorkerGrip,
    dipole_moment,
    holding_distance,
    lifting_force,
    pair_warning,
    side_force,
    sideways_force,
)
from thera.cli import main

OFFERED = (Magnet(10.0, 3.0), Magnet(12.0, 5.0), Magnet(15.0, 5.0), Magnet(20.0, 5.0))


def energy(magnet: Magnet, distance: float, rise: float) -> float:
    """The energy in J of a dipole in the field of another of the same kind, both with the same pole down."""
    moment = dipole_moment(magnet)
    other = magpylib.misc.Dipole(moment=(0, 0, -moment))  # type: ignore[no-untyped-call]  # the library has no types
    field = other.getB((distance / 1000, 0.0, rise / 1000))  # type: ignore[no-untyped-call]  # no types
    return float(np.dot((0, 0, moment), field))


@pytest.mark.parametrize("magnet", OFFERED, ids=lambda magnet: f"{magnet.diameter:g}x{magnet.thickness:g}")
@pytest.mark.parametrize(("distance", "rise"), [(45.0, 0.0), (25.0, 0.0), (40.0, 18.0), (45.0, 36.0)])
def test_the_force_is_the_slope_of_the_energy_in_the_other_magnets_field(
    magnet: Magnet, distance: float, rise: float
) -> None:
    step = 0.01
    slope = (energy(magnet, distance + step, rise) - energy(magnet, distance - step, rise)) / (2 * step / 1000)
    assert sideways_force(magnet, distance, rise) == pytest.approx(-slope, rel=1e-3)


@pytest.mark.parametrize("magnet", OFFERED, ids=lambda magnet: f"{magnet.diameter:g}x{magnet.thickness:g}")
def test_a_neighbour_is_lifted_by_the_steepest_slope_of_the_energy_on_the_way_up(magnet: Magnet) -> None:
    step, distance = 0.01, 45.0
    slopes = (
        (energy(magnet, distance, rise + step) - energy(magnet, distance, rise - step)) / (2 * step / 1000)
        for rise in range(1, 45)
    )
    assert lifting_force(magnet, distance) == pytest.approx(max(-slope for slope in slopes), rel=1e-2)


def test_side_by_side_it_falls_with_the_fourth_power_of_the_distance() -> None:
    assert side_force(Magnet(), 22.5) == pytest.approx(16 * side_force(Magnet(), 45.0))
    assert side_force(Magnet(15.0, 5.0), 45.0) * 0.41 == pytest.approx(side_force(Magnet(), 45.0), rel=0.01)


def test_a_heavier_worker_or_a_rougher_foot_holds_nearer_neighbours() -> None:
    usual = holding_distance(Magnet(), WorkerGrip())
    assert holding_distance(Magnet(), WorkerGrip(weight=20.0)) < usual
    assert holding_distance(Magnet(), WorkerGrip(friction=1.0)) < usual
    assert side_force(Magnet(), usual) == pytest.approx(WorkerGrip().holds(Magnet()))


def test_the_board_of_the_guide_holds_its_workers_and_larger_discs_do_not() -> None:
    grip = WorkerGrip()
    assert pair_warning(Geometry(), grip) == ""
    assert "that are 3 mm off the middle of neighbouring" in pair_warning(Geometry(magnet=Magnet(15.0, 5.0)), grip)
    assert "workers on neighbouring squares do not stay" in pair_warning(Geometry(magnet=Magnet(20.0, 5.0)), grip)


def test_who_describes_such_a_board_is_warned(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    own = tmp_path / "own.toml"
    own.write_text("[magnet]\ndiameter_mm = 20.0\n\n[workers]\nweight_g = 8\nfriction = 0.3\n", "utf-8")
    assert main(["board", "describe", str(own)]) == 1
    told = capsys.readouterr()
    assert "weight_g = 8" in told.out
    assert "two workers pull or push each other with 20 g. Friction holds 5.9 g" in told.out
    assert told.err.startswith("thera: refused: workers on neighbouring squares do not stay: 20 g act on them")
    assert main(["board", "describe"]) == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(("weight", "friction"), [(0.0, 0.6), (10.0, -1.0)])
def test_a_worker_has_a_weight_and_some_friction(weight: float, friction: float) -> None:
    with pytest.raises(ValueError, match="a number above 0"):
        WorkerGrip(weight, friction)
