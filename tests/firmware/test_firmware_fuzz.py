"""Whatever frames come, the firmware raises nothing, says nothing broken, and answers the next good frame."""

from __future__ import annotations

import os
import subprocess
from pathlib import Path

import pytest

from firmware_bridge.emulated.pico import HEAP, find_engine
from firmware_bridge.firmware_image import FIRMWARE
from tests.firmware.board_code import NEEDS_MICROPYTHON

pytestmark = NEEDS_MICROPYTHON
PROGRAM = Path(__file__).with_name("fuzz.py")


def fuzz(frames: int, seed: int) -> str:
    """What the fuzzing program says at its end."""
    command = [str(find_engine()), "-X", f"heapsize={HEAP}", str(PROGRAM), str(FIRMWARE), str(frames), str(seed)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, env={"PATH": os.defpath})
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_ten_thousand_frames() -> None:
    assert fuzz(10_000, seed=1).startswith("10000 frames")


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_a_million_frames() -> None:
    assert fuzz(1_000_000, seed=2).startswith("1000000 frames")
