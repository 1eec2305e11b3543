"""Twenty thousand broken frames; ``make fuzz`` sends a million."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.firmware_bridge.fuzz import PARTS, Fuzz

FRAMES = 20_000 // len(PARTS)


@pytest.mark.parametrize("part", PARTS.values(), ids=PARTS.keys())
def test_whatever_comes_nothing_fails_and_the_next_good_frame_is_read(part: Callable[[Fuzz, int], None]) -> None:
    part(Fuzz(1), FRAMES)
