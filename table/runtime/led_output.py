"""The lights of a board over time: which plan is shown, how bright, and in which orientation of the board."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from hardware.board import DARK, Colour, Lights
from perception.orientation import Orientation
from table.session.interfaces import AnyLightPlan, PassingLights
from table.settings.table_settings import BRIGHTEST

TICK_SECONDS = 0.05
"""Between two frames of moving lights."""


def dimmed(lights: Lights, percent: int) -> Lights:
    """Lights as bright as the table is set to; a light that is on stays on, however faint."""
    if percent == BRIGHTEST:
        return lights

    def channel(value: int) -> int:
        return max(1, round(value * percent / BRIGHTEST)) if value else 0

    return Lights(tuple(Colour(channel(each.red), channel(each.green), channel(each.blue)) for each in lights.colours))


@dataclass(frozen=True, slots=True)
class _Overlay:
    """Lights that are shown once over all others, and when they ``began``."""

    plan: PassingLights
    began: float


class LedOutput:
    """The lights of one board: what they show now, and since when. ``show`` sends lights to the board."""

    def __init__(self, show: Callable[[Lights], None]) -> None:
        self._show = show
        self._began: float | None = None
        self._lit: Lights | None = None
        self._overlay: _Overlay | None = None
        self.drawn: AnyLightPlan | None = None
        """The plan that was drawn last; None: the next one is to be drawn in any case."""
        self.due = inf
        """When to draw it again, in seconds; ``inf``: it does not change by itself."""

    def forget(self) -> None:
        """The board is dark, or nobody knows what it shows: send it lights at the next chance."""
        self._lit = self.drawn = None

    def redraw(self) -> None:
        """Draw the lights again at the next chance, since their brightness has changed."""
        self.drawn = None

    def overlay(self, plan: PassingLights, now: float) -> None:
        """Show these lights once over all others from now on. Where they are dark, the others can be seen."""
        self._overlay = _Overlay(plan, now)
        self.drawn = None

    def show(self, plan: AnyLightPlan, now: float, orientation: Orientation, percent: int) -> None:
        """Show a plan as it is at the time ``now`` in seconds, on a board oriented this way, at this brightness in
        percent. A new plan is to be shown at once, the same one when it is `due`."""
        if self._began is None:
            self._began = now
        seen = self._with_overlay(plan.at(int(1000 * (now - self._began))), now)
        self.drawn = plan
        self.due = now + TICK_SECONDS if plan.animated or self._overlay is not None else inf
        lights = dimmed(orientation.lights(seen) if orientation.quarters else seen, percent)
        if lights != self._lit:
            self._lit = lights
            self._show(lights)

    def _with_overlay(self, lights: Lights, now: float) -> Lights:
        overlay = self._overlay
        if overlay is None:
            return lights
        since = now - overlay.began
        if 1000 * since >= overlay.plan.lasts_ms:
            self._overlay = None
            return lights
        over = overlay.plan.at(int(1000 * since))
        return Lights(
            tuple(under if it == DARK else it for under, it in zip(lights.colours, over.colours, strict=True))
        )
