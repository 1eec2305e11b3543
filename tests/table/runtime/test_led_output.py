"""Which lights a board is sent, and when."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf

import pytest

from hardware.board import ALL_DARK, DARK, SQUARE_COUNT, Colour, Lights
from perception.orientation import Orientation
from table.runtime.led_output import TICK_SECONDS, LedOutput

RED, BLUE = Colour(200, 0, 0), Colour(0, 0, 200)
STRAIGHT = Orientation()


@dataclass(frozen=True)
class OneLight:
    """Lights one square; an animated one goes to the next square every 100 ms."""

    square: int
    colour: Colour = RED
    animated: bool = False
    lasts_ms: int = 1000

    def at(self, ms: int) -> Lights:
        lit = self.square + (ms // 100 if self.animated else 0)
        return Lights(tuple(self.colour if number == lit else DARK for number in range(SQUARE_COUNT)))


class LitBoard:
    """Notes what it is sent."""

    def __init__(self) -> None:
        self.shown: list[Lights] = []
        self.leds = LedOutput(self.shown.append)

    def show(self, plan: OneLight, now: float, orientation: Orientation = STRAIGHT, percent: int = 100) -> None:
        """Show a plan as a table does: when it is new, and when it is due."""
        if plan is not self.leds.drawn or self.leds.due <= now:
            self.leds.show(plan, now, orientation, percent)

    @property
    def lit(self) -> list[tuple[int, Colour]]:
        """The squares that were lit, one for each sending."""
        return [(at, colour) for lights in self.shown for at, colour in enumerate(lights.colours) if colour != DARK]


@pytest.fixture
def board() -> LitBoard:
    return LitBoard()


def test_a_plan_that_stands_still_is_sent_once(board: LitBoard) -> None:
    plan = OneLight(3)
    for now in (0.0, 0.2, 5.0):
        board.show(plan, now)
    assert board.lit == [(3, RED)]
    assert board.leds.due == inf


def test_a_new_plan_is_sent_at_once(board: LitBoard) -> None:
    board.show(OneLight(3), 0.0)
    board.show(OneLight(4), 0.001)
    assert board.lit == [(3, RED), (4, RED)]


def test_moving_lights_are_sent_no_more_often_than_a_tick(board: LitBoard) -> None:
    plan = OneLight(0, animated=True)
    for now in (10.0, 10.09, 10.1 - TICK_SECONDS / 2, 10.11):
        board.show(plan, now)
    assert board.lit == [(0, RED)]
    assert board.leds.due == 10.09 + TICK_SECONDS
    board.show(plan, 10.15)
    assert board.lit == [(0, RED), (1, RED)]


def test_a_board_that_may_be_dark_is_sent_its_lights_again(board: LitBoard) -> None:
    plan = OneLight(3)
    board.show(plan, 0.0)
    board.leds.forget()
    board.show(plan, 0.0)
    assert board.lit == [(3, RED)] * 2


def test_an_overlay_covers_other_lights_until_its_time_is_over(board: LitBoard) -> None:
    below = OneLight(3)
    board.leds.overlay(OneLight(7, BLUE), 0.0)
    board.show(below, 0.5)
    assert board.leds.due == 0.5 + TICK_SECONDS
    assert board.lit == [(3, RED), (7, BLUE)]
    board.show(below, 1.0)
    assert board.lit[2:] == [(3, RED)]
    assert board.leds.due == inf


def test_lights_are_turned_with_the_board(board: LitBoard) -> None:
    board.show(OneLight(1), 0.0, Orientation(1))
    assert board.lit == [(9, RED)]


def test_a_dimmed_light_stays_on(board: LitBoard) -> None:
    board.show(OneLight(0, Colour(1, 0, 100)), 0.0, percent=10)
    assert board.lit == [(0, Colour(1, 0, 10))]
    assert board.shown != [ALL_DARK]
