"""Shows light plans on a board over time, at a brightness and in the board's orientation. Apart from the runner, since
it knows nothing of a session.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf

from hardware.board import DARK, Colour, Lights
from perception.orientation import Orientation
from table.session.interfaces import AnyLightPlan, PassingLights
from table.settings.options import BRIGHTEST

TICK_SECONDS = 0.05
"""The seconds between two frames of moving lights."""


def dimmed(lights: Lights, percent: int) -> Lights:
    """Return lights at the brightness that is set. A light that is on stays on, however faint."""
    if percent == BRIGHTEST:
        return lights

    def channel(value: int) -> int:
        return max(1, round(value * percent / BRIGHTEST)) if value else 0

    return Lights(tuple(Colour(channel(each.red), channel(each.green), channel(each.blue)) for each in lights.colours))


@dataclass(frozen=True, slots=True)
class _Overlay:
    """Lights that are shown once over all others, and the time when they ``began``."""

    plan: PassingLights
    began: float


class LedOutput:
    """The lights of one board: their present plan, and when it began. ``show`` sends lights to the board."""

    def __init__(self, show: Callable[[Lights], None]) -> None:
        self._show = show
        self._began: float | None = None
        self._lit: Lights | None = None
        self._overlay: _Overlay | None = None
        self.drawn: AnyLightPlan | None = None
        """The plan that was drawn last, or None if the next one has to be drawn in any case."""
        self.due = inf
        """When to draw it again, in seconds; ``inf`` if it does not change by itself."""

    def forget(self) -> None:
        """Send lights at the next chance, since the board is dark or shows something unknown."""
        self._lit = self.drawn = None

    def redraw(self) -> None:
        """Draw the lights again at the next chance, since their brightness has changed."""
        self.drawn = None

    def overlay(self, plan: PassingLights, now: float) -> None:
        """Show these lights once over all others from now on. The others show where these are dark."""
        self._overlay = _Overlay(plan, now)
        self.drawn = None

    def show(self, plan: AnyLightPlan, now: float, orientation: Orientation, percent: int) -> None:
        """Show a plan as it is at the time ``now`` in seconds, on a board oriented this way, at this brightness in
        percent. Call it at once for a new plan, and when it is `due` for the same one."""
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
