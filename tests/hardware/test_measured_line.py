"""A calibration writes its fields into a board file and leaves all else as its maker wrote it."""

from __future__ import annotations

import pytest

from common.toml_section import FaultyFileError
from hardware.board_file import BoardFile, describe, parse_board_file
from hardware.measured_line import with_measured

FOUND = (None, 6.94, 1.7, 0.648)
OWN = """\
name = "Mine"  # by hand

[magnet]  # from the shop
diameter_mm = 15.0
measured_mt = [0, 9, 2, 1]  # long ago

[sensor]
supply_v = 3.3
"""


@pytest.mark.parametrize("text", ["", 'name = "Mine"\n', OWN, "[magnet]\n[sensor]\n", describe(BoardFile())])
def test_the_fields_are_read_again_and_all_else_is_as_it_was(text: str) -> None:
    made = with_measured(text, FOUND)
    before, after = parse_board_file(text), parse_board_file(made)
    assert after.measured == FOUND
    assert (after.name, after.geometry, after.sensor) == (before.name, before.geometry, before.sensor)
    kept = [line for line in text.splitlines() if not line.startswith("measured_mt")]
    assert [line for line in made.splitlines() if line in kept][: len(kept)] == kept
    assert with_measured(made, FOUND) == made


def test_what_is_no_board_file_is_left_alone() -> None:
    with pytest.raises(FaultyFileError):
        with_measured("magnet = 3\n", FOUND)
    with pytest.raises(FaultyFileError):
        with_measured("[magnet]\n", (1.0, 2.0, 3.0, 4.0))
