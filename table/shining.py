"""Showing lights on a board: when a picture is due, how bright, and how the board lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

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


@dataclass(frozen=True, slots=True)
class _Greeting:
    """A plan that is shown first, for so long; once it ``began``, in place of what it hides."""

    plan: Plan
    seconds: float
    began: float | None = None
    hides: Plan | None = None


class Lamps:
    """The lights of one board: what they show now, and since when. ``show`` gives the board a picture."""

    def __init__(self, show: Callable[[Lights], None]) -> None:
        self._show = show
        self._began: float | None = None
        self._lit: Lights | None = None
        self._drawn: Plan | None = None
        self._drawn_at = 0.0
        self._greeting: _Greeting | None = None

    def forget(self) -> None:
        """The board is dark, or shows nobody knows what: the next picture is due at once."""
        self._lit = self._drawn = None

    @property
    def greeting(self) -> bool:
        """Whether a greeting is shown, or will be with the next picture."""
        return self._greeting is not None

    def greet(self, plan: Plan, seconds: float) -> None:
        """Show this plan first, from its beginning. It ends early when there is something else to show than before."""
        self._greeting = _Greeting(plan, seconds)

    def show(self, plan: Plan, now: float, lying: Orientation, percent: int) -> None:
        """Show a plan as it is at a time in seconds, on a board that lies so, that bright: a new plan at once, moving
        lights no oftener than they need."""
        if self._began is None:
            self._began = now
        plan, since = self._greeted(plan, now) or (plan, self._began)
        if plan is self._drawn and now - self._drawn_at < TICK_SECONDS:
            return
        self._drawn, self._drawn_at = plan, now
        lights = dimmed(lying.lights(plan.at(int(1000 * (now - since)))), percent)
        if lights != self._lit:
            self._lit = lights
            self._show(lights)

    def _greeted(self, plan: Plan, now: float) -> tuple[Plan, float] | None:
        """The greeting in place of a plan, and when it began; None if there is none any more."""
        greeting = self._greeting
        if greeting is None:
            return None
        if greeting.began is None:
            self._greeting = replace(greeting, began=now, hides=plan)
            return greeting.plan, now
        if plan != greeting.hides or now - greeting.began >= greeting.seconds:
            self._greeting = None
            return None
        return greeting.plan, greeting.began
