"""Showing lights on a board: when a picture is due, how bright, and how the board lies."""

from __future__ import annotations

from collections.abc import Callable

from hardware.board import Colour, Lights
from table.orientation import Orientation
from table.ports import Plan
from table.settings import BRIGHTEST

TICK_SECONDS = 0.05
"""Between two pictures of moving lights."""


def dimmed(lights: Lights, percent: int) -> Lights:
    """Lights as bright as the table is set to; what is lit stays lit, be it ever so faintly."""
    if percent == BRIGHTEST:
        return lights

    def channel(value: int) -> int:
        return max(1, round(value * percent / BRIGHTEST)) if value else 0

    return Lights(tuple(Colour(channel(each.red), channel(each.green), channel(each.blue)) for each in lights.colours))


class Lamps:
    """The lights of one board: what they show now, and since when. ``show`` gives the board a picture."""

    def __init__(self, show: Callable[[Lights], None]) -> None:
        self._show = show
        self._began: float | None = None
        self._lit: Lights | None = None
        self._drawn: Plan | None = None
        self._drawn_at = 0.0

    def forget(self) -> None:
        """The board is dark, or shows nobody knows what: the next picture is due at once."""
        self._lit = self._drawn = None

    def show(self, plan: Plan, now: float, lying: Orientation, percent: int) -> None:
        """Show a plan as it is at a time in seconds, on a board that lies so, that bright: a new plan at once, moving
        lights no oftener than they need."""
        if self._began is None:
            self._began = now
        if plan is self._drawn and now - self._drawn_at < TICK_SECONDS:
            return
        self._drawn, self._drawn_at = plan, now
        lights = dimmed(lying.lights(plan.at(int(1000 * (now - self._began)))), percent)
        if lights != self._lit:
            self._lit = lights
            self._show(lights)
