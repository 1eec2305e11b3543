"""What a frame led to."""

from __future__ import annotations

from enum import StrEnum


class FrameResult(StrEnum):
    """What a frame led to: nothing new, motion, a reading that was decoded, or one that is unclear."""

    SAME = "same"
    MOVING = "moving"
    READ = "read"
    UNCLEAR = "unclear"
