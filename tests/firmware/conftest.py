"""What several tests of the firmware need."""

from __future__ import annotations

from pathlib import Path

import pytest

from firmware_bridge.emulated.pico import fill_flash
from firmware_bridge.firmware_image import configuration
from hardware.board_file import BoardFile


@pytest.fixture
def flash(tmp_path: Path) -> Path:
    fill_flash(tmp_path, configuration(BoardFile()))
    return tmp_path
