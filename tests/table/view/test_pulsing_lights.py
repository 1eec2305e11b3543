"""Squares that pulse: what the eye sees of one, and what the sensors feel of all."""

from __future__ import annotations

import pytest

from engine import Square, square
from hardware.board import Colour
from hardware.lights import current
from table.view.led_patterns import PULSE_MS, Glow, LightPlan, Pattern

TURQUOISE = Colour(0, 160, 140)
AROUND_C3 = "b2 c2 d2 b3 d3 b4 c4 d4"
ALL = tuple(Square(number) for number in range(25))


def pulsing(squares: tuple[Square, ...]) -> LightPlan:
    return LightPlan(tuple(Glow(each, TURQUOISE, 255, Pattern.PULSE) for each in squares))


def brightness(plan: LightPlan, at: Square) -> list[int]:
    """How bright a square is, every 20 ms of two pulses."""
    return [plan.at(ms).colours[at].green for ms in range(0, 2 * PULSE_MS, 20)]


@pytest.mark.parametrize("name", ["a1", "b1", "c3", "e4"])
def test_each_square_rises_and_falls_and_is_never_dark(name: str) -> None:
    seen = brightness(pulsing((square(name),)), square(name))
    assert max(seen) == TURQUOISE.green
    assert 0 < min(seen) < TURQUOISE.green / 4
    assert seen[: len(seen) // 2] == seen[len(seen) // 2 :]


def test_neighbours_take_turns() -> None:
    plan = pulsing((square("b2"), square("b3")))
    one, other = brightness(plan, square("b2")), brightness(plan, square("b3"))
    assert one[: len(one) // 2] == other[len(one) // 4 : 3 * len(one) // 4]


@pytest.mark.parametrize("squares", [tuple(map(square, AROUND_C3.split())), ALL], ids=["around a worker", "all"])
def test_the_current_through_many_squares_hardly_changes(squares: tuple[Square, ...]) -> None:
    """Its field would move the zeros of the sensors; of one square it is as small."""
    plan, one = pulsing(squares), pulsing(squares[:1])
    assert swing(plan) < 1.5 * swing(one)


def swing(plan: LightPlan) -> float:
    """By how many mA the current of the lights changes."""
    drawn = [current(plan.at(ms)) for ms in range(0, PULSE_MS, 20)]
    return max(drawn) - min(drawn)
