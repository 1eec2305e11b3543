"""Counts and fields: there and back, over the wire as well."""

from __future__ import annotations

from binascii import crc_hqx

import pytest
from hypothesis import given
from hypothesis import strategies as st

from common.numbers import CRC16_START
from hardware.board import SQUARE_COUNT
from hardware.calibration import Calibration

gains = st.floats(1, 500, width=32) | st.floats(-500, -1, width=32)
calibrations = st.builds(
    lambda offsets, gains: Calibration(tuple(offsets), tuple(gains)),
    st.lists(st.floats(0, 4095, width=32), min_size=SQUARE_COUNT, max_size=SQUARE_COUNT),
    st.lists(gains, min_size=SQUARE_COUNT, max_size=SQUARE_COUNT),
)


@given(calibrations, st.lists(st.integers(0, 4095), min_size=SQUARE_COUNT, max_size=SQUARE_COUNT))
def test_counts_come_back_from_their_fields(calibration: Calibration, counts: list[int]) -> None:
    assert calibration.counts(calibration.fields(tuple(counts))) == tuple(counts)


@given(calibrations)
def test_a_calibration_comes_back_from_its_bytes(calibration: Calibration) -> None:
    assert Calibration.unpacked(calibration.packed) == calibration
    assert calibration.checksum == crc_hqx(calibration.packed, CRC16_START)


def test_rounding_to_single_precision_does_not_change_the_checksum() -> None:
    exact = Calibration((2048.1,) * SQUARE_COUNT, (37.24,) * SQUARE_COUNT)
    rounded = Calibration.unpacked(exact.packed)
    assert rounded != exact
    assert rounded.checksum == exact.checksum


def test_a_value_too_large_for_its_field_is_reported() -> None:
    with pytest.raises(ValueError, match="does not fit"):
        _ = Calibration((1e40,) * SQUARE_COUNT, (1.0,) * SQUARE_COUNT).checksum
