"""Tracks of circuit boards: what they carry, and how near they are to a place."""

from __future__ import annotations

from math import hypot

from hardware.making.circuit_boards.board_design import Point

OUNCE = 0.035
"""The usual thickness of copper, in mm."""


def carries(width: float) -> float:
    """What a track on the outside may carry in mA so that it gets 20 degrees warmer, by IPC-2221."""
    square_mils = width * OUNCE / 0.0254**2
    return float(1000 * 0.048 * 20**0.44 * square_mils**0.725)


def distance(at: Point, start: Point, end: Point) -> float:
    """How far a place is from a straight line between two others."""
    along = (end[0] - start[0], end[1] - start[1])
    length = along[0] ** 2 + along[1] ** 2
    part = ((at[0] - start[0]) * along[0] + (at[1] - start[1]) * along[1]) / length if length else 0.0
    near = min(1.0, max(0.0, part))
    return hypot(start[0] + near * along[0] - at[0], start[1] + near * along[1] - at[1])
