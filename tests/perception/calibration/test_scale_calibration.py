"""What a calibration finds of a scale, and what it says of one that cannot be."""

from __future__ import annotations

from dataclasses import replace

import pytest

from hardware.board import Weighed
from hardware.board_file import parse_board_file, with_scale
from hardware.scale import PieceMasses
from perception.calibration.scale_calibration import (
    LoadRest,
    Loads,
    ScaleMeasurementError,
    calibrated_scale,
    corner_squares,
    with_masses,
)
from tests.perception.calibration.weighed_plate import TRUE_COUNTS, WeighedPlate, plain_scale

KNOWN = 150.0


def placements(plate: WeighedPlate, *, middle: float = KNOWN) -> tuple[Loads, list[Loads]]:
    """The loads of the empty plate, and with the known mass on each of the squares in turn."""
    plate.standing = []
    empty, found = plate.loads(), []
    for square in corner_squares(plate.geometry):
        plate.standing = []
        plate.put(middle if square == 12 else KNOWN, square)
        found.append(plate.loads())
    return empty, found


def test_the_counts_of_each_cell_are_found_and_its_sign() -> None:
    plate = WeighedPlate()
    found = calibrated_scale(plate.scale, plate.geometry, KNOWN, *placements(plate))
    for cell, true in zip(found.cells, TRUE_COUNTS, strict=True):
        assert cell.counts_per_gram == pytest.approx(true, rel=1e-4)


def test_the_known_mass_may_stand_some_mm_off_the_middle() -> None:
    plate = WeighedPlate()
    empty, placed = placements(plate)
    plate.standing = [(KNOWN, 6.0, -4.0)]
    placed[0] = plate.loads()
    found = calibrated_scale(plate.scale, plate.geometry, KNOWN, empty, placed)
    assert [cell.counts_per_gram for cell in found.cells] == pytest.approx(TRUE_COUNTS, rel=1e-4)


def exchanged(plate: WeighedPlate) -> None:
    first, second, third, fourth = plate.scale.cells
    plate.scale = replace(
        plate.scale,
        cells=(
            replace(second, counts_per_gram=first.counts_per_gram),
            replace(first, counts_per_gram=second.counts_per_gram),
            third,
            fourth,
        ),
    )


def test_exchanged_cells_are_named() -> None:
    plate = WeighedPlate()
    measured = placements(plate)
    exchanged(plate)
    with pytest.raises(ScaleMeasurementError, match="cell 1 feels a1 most, and by the board file cell 2 is nearest"):
        calibrated_scale(plate.scale, plate.geometry, KNOWN, *measured)


@pytest.mark.parametrize(
    ("counts", "told"),
    [
        ((0.0, 2147.0, 2147.0, 2147.0), "cell 2 feels a1 most"),
        ((100000.0, 2147.0, 2147.0, 2147.0), "cell 1 feels e1 most"),
    ],
)
def test_a_cell_that_feels_nothing_or_too_much_is_found(counts: tuple[float, ...], told: str) -> None:
    plate = WeighedPlate(counts)
    with pytest.raises(ScaleMeasurementError, match=told):
        calibrated_scale(plate.scale, plate.geometry, KNOWN, *placements(plate))


def test_a_plate_that_bends_or_touches_something_is_found_in_the_middle() -> None:
    plate = WeighedPlate()
    with pytest.raises(ScaleMeasurementError, match=r"in the middle the piece weighs 145\.0 g, and in"):
        calibrated_scale(plate.scale, plate.geometry, KNOWN, *placements(plate, middle=145.0))


def test_a_piece_on_another_square_is_found() -> None:
    plate = WeighedPlate()
    empty, placed = placements(plate)
    plate.standing = []
    plate.put(KNOWN, 6)
    placed[0] = plate.loads()
    with pytest.raises(ScaleMeasurementError, match="the piece on a1 is felt 45 mm east and 45 mm north of a1"):
        calibrated_scale(plate.scale, plate.geometry, KNOWN, empty, placed)


def test_the_masses_of_the_pieces_are_those_that_were_put_down() -> None:
    assert with_masses(plain_scale(), (14.2, 12.0, 9.004, 6.0, 5.0)).masses == PieceMasses(14.2, (12.0, 9.0, 6.0), 5.0)
    with pytest.raises(ScaleMeasurementError, match=r"a block of level 2 weighs -0\.10 g: was it put down"):
        with_masses(plain_scale(), (14.2, 12.0, -0.1, 6.0, 5.0))


def readings(loads: list[float]) -> LoadRest:
    rest = LoadRest(plain_scale())
    for number, load in enumerate(loads):
        rest = rest.after(Weighed(12 * number, number, (load, 150.0, 150.0, 150.0)))
    return rest


def test_loads_count_when_they_rest() -> None:
    noise = [150.0 + 0.018 * (1 if number % 2 else -1) for number in range(40)]
    assert readings(noise[:39]).loads is None, "half a second is too short"
    assert readings(noise).loads == pytest.approx((150.0,) * 4)
    assert readings(noise).noise == pytest.approx(0.018 * 2 * 1.05)
    assert readings([*noise[:30], *(each + 5 for each in noise[:10])]).loads is None, "something has come"
    assert readings([each + 0.02 * number for number, each in enumerate(noise)]).loads is None, "it settles"


FILE = """\
name = "Küche"

[scale]  # from the kitchen scale
cells = [[-30, -30], [210, -30], [-30, 210], [210, 210]]
dome_g = 5.5  # a guess

[workers]
weight_g = 9.5
"""


def test_what_was_found_stands_in_the_board_file_then_and_all_else_as_before() -> None:
    scale = parse_board_file(FILE).scale
    assert scale is not None
    found = replace(with_masses(scale, (14.2, 12.0, 9.0, 6.0, 5.0)), noise=0.031)
    made = with_scale(FILE, found)
    assert parse_board_file(made).scale == found
    kept = [line for line in FILE.splitlines() if not line.startswith("dome_g")]
    assert [line for line in made.splitlines() if line in kept] == kept
    assert with_scale(made, found) == made
