"""Showing lights on a board: when a picture is due, how bright, and how the board lies."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from hardware.board import DARK, Colour, Lights
from perception.orientation import Orientation
from table.session.interfaces import LightsOverTime
from table.settings.table_settings import BRIGHTEST

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
class _Passing:
    """Lights that run once over all others, for so long, from when they ``began``."""

    plan: LightsOverTime
    seconds: float
    began: float


class LedOutput:
    """The lights of one board: what they show now, and since when. ``show`` gives the board a picture."""

    def __init__(self, show: Callable[[Lights], None]) -> None:
        self._show = show
        self._began: float | None = None
        self._lit: Lights | None = None
        self._drawn: LightsOverTime | None = None
        self._drawn_at = 0.0
        self._passing: _Passing | None = None

    def forget(self) -> None:
        """The board is dark, or shows nobody knows what: the next picture is due at once."""
        self._lit = self._drawn = None

    @property
    def passing(self) -> bool:
        """Whether lights run over the others, or did with the last picture."""
        return self._passing is not None

    def let_pass(self, plan: LightsOverTime, seconds: float, now: float) -> None:
        """Let these lights run once over all others, from now on; what is shown otherwise can be seen meanwhile."""
        self._passing = _Passing(plan, seconds, now)
        self._drawn = None

    def show(self, plan: LightsOverTime, now: float, lying: Orientation, percent: int) -> None:
        """Show a plan as it is at a time in seconds, on a board that lies so, that bright: a new plan at once, moving
        lights no oftener than they need."""
        if self._began is None:
            self._began = now
        if plan is self._drawn and now - self._drawn_at < TICK_SECONDS:
            return
        self._drawn, self._drawn_at = plan, now
        seen = self._passed_over(plan.at(int(1000 * (now - self._began))), now)
        lights = dimmed(lying.lights(seen), percent)
        if lights != self._lit:
            self._lit = lights
            self._show(lights)

    def _passed_over(self, lights: Lights, now: float) -> Lights:
        """These lights, but where others pass."""
        passing = self._passing
        if passing is None:
            return lights
        since = now - passing.began
        if since >= passing.seconds:
            self._passing = None
            return lights
        over = passing.plan.at(int(1000 * since))
        return Lights(
            tuple(under if it == DARK else it for under, it in zip(lights.colours, over.colours, strict=True))
        )
