"""The converter of a Pico and the ground that lights and sensors share, on the virtual board."""

from __future__ import annotations

from dataclasses import replace
from math import log2, sqrt
from statistics import pstdev

import pytest

from common.numbers import seeded
from hardware.board import ALL_DARK, Colour, Lights
from hardware.board_file import BoardFile, parse_board_file
from hardware.electronics import Electronics, PicoPins, PiPins, SpiPins
from hardware.virtual.ambient import AmbientConditions, AmbientField
from hardware.virtual.sensors import Sensors
from hardware.virtual.spread import ConverterErrors, SensorSpread, converter_errors, pico_converter

WIDE = (512, 1536, 2560, 3584)
IDEAL = SensorSpread.none()
PICO_CONVERTER = pico_converter(BoardFile().electronics.samples)


def test_four_codes_are_nine_counts_wide_and_all_others_one() -> None:
    codes = [round(PICO_CONVERTER.read(level / 10)) for level in range(40960)]
    widths = {code: codes.count(code) / 10 for code in (*WIDE, 100, 1000, 2048, 3000)}
    assert {code: width > 8.5 for code, width in widths.items()} == {code: code in WIDE for code in widths}
    assert all(width < 10 for width in widths.values())
    assert codes == sorted(codes)


def test_no_code_is_further_off_than_four_counts_and_the_ends_are_right() -> None:
    errors = [PICO_CONVERTER.read(float(level)) - level for level in range(4097)]
    assert (errors[0], errors[-1]) == pytest.approx((0.0, 0.0))
    assert max(map(abs, errors)) == pytest.approx(4.0, abs=0.3)


def test_a_single_conversion_has_the_effective_bits_that_were_measured() -> None:
    chance = seeded("converter", 1)
    noise = PICO_CONVERTER.noise * sqrt(8)
    off = [round(PICO_CONVERTER.read(level + noise * chance.gauss(0, 1))) - level for level in range(20, 4076)]
    assert log2(4096 / (pstdev(off) * sqrt(12))) == pytest.approx(8.9, abs=0.1)


def test_around_half_the_supply_sensors_read_as_with_an_ideal_converter() -> None:
    """There are the fields of workers on one to three blocks: from 1536 to 2560 counts, up to 13 mT."""
    ideal, errors = Sensors.drawn(0, IDEAL), replace(PICO_CONVERTER, noise=0.0)
    real = Sensors.drawn(0, replace(IDEAL, converter=errors))
    for field in (-5.0, -0.5, 0.0, 0.43, 5.0, 12.0):
        chance = seeded("converter", 2)
        (count, *_), (wanted, *_) = real.counts([field] * 25, chance), ideal.counts([field] * 25, chance)
        assert abs(count - wanted) <= 4
    near = [real.counts([13.75 + step / 100] * 25, seeded("converter", 2))[0] for step in range(-12, 12)]
    assert near.count(2560) > 15, "a field near the wide code reads the same over 0.2 mT"


def test_the_noise_of_the_converter_adds_to_that_of_the_sensors() -> None:
    loud = ConverterErrors(noise=3.0, wide=(), width=0.0)
    sensors, chance = Sensors.drawn(0, replace(IDEAL, noise=4 / 37.24, converter=loud)), seeded("converter", 3)
    counts = [sensors.counts([0.0] * 25, chance)[0] for _ in range(3000)]
    assert pstdev(counts) == pytest.approx(5.0, rel=0.05)


@pytest.mark.parametrize("pins", [PicoPins(spi=SpiPins()), PiPins()], ids=["a Pico with an MCP3208", "a Pi"])
def test_only_the_own_converter_of_a_pico_has_these_errors(pins: PicoPins | PiPins) -> None:
    assert converter_errors(BoardFile().electronics) == PICO_CONVERTER
    assert converter_errors(Electronics(pins=pins)) is None


@pytest.mark.parametrize(("samples", "noise"), [(8, 0.2828), (16, 0.2), (64, 0.1)])
def test_the_more_samples_a_board_file_asks_for_the_less_noise_a_reading_has(samples: int, noise: float) -> None:
    """The wide codes stay: each conversion has them."""
    errors = converter_errors(parse_board_file(f"[electronics]\nsamples = {samples}\n").electronics)
    assert errors is not None
    assert errors.noise == pytest.approx(noise, rel=0.001)
    assert replace(errors, noise=PICO_CONVERTER.noise) == PICO_CONVERTER


def test_a_converter_that_measures_nothing_is_refused() -> None:
    with pytest.raises(ValueError, match="measures nothing"):
        ConverterErrors(noise=-1.0, wide=(), width=0.0)


def test_the_current_of_the_lights_shifts_all_sensors_alike() -> None:
    ambient = AmbientField(AmbientConditions(ground=0.17), BoardFile().geometry, 0)
    dark = ambient.fields(0)
    ambient.set_lights(Lights((Colour(255, 255, 255),) * 10 + ALL_DARK.colours[10:]))
    (shift,) = {round(after - before, 9) for before, after in zip(dark, ambient.fields(0), strict=True)}
    assert shift == pytest.approx(0.17 * 10 * 3 * 255 / 16 / 1000, rel=0.02)
