"""A touch that was not understood, since a magnet came to lie beside the board meanwhile.

To find the magnet takes longer than a touch lasts. Once it is known, the touch is judged again, with the magnet's
field; by then the worker may be home again.
"""

from __future__ import annotations

from perception.findings import Interference, SensorFault, Shifted, StrayField
from perception.sensors.movement import Rest
from perception.tracking.change_test import ReadingChange
from perception.tracking.ended_rest import EndedRest


class MissedTouch:
    """The last rest in which a worker seemed to touch a square, while nothing explains it. Once it is ``due`` (not
    None), it is to be judged again."""

    def __init__(self) -> None:
        self._touch: EndedRest | None = None
        self.due: EndedRest | None = None

    def watch(self, change: ReadingChange, rest: Rest, shortest: int) -> None:
        """Keep this rest, if it has lasted for ``shortest`` ms."""
        if change.rest.rested >= shortest:
            self._touch = EndedRest(change, rest)

    def explain(self, found: Interference | SensorFault, since: int) -> None:
        """Interference was found in the rest that began at ``since``: in an earlier one it may have been there, too."""
        touch = self._touch
        if touch is not None and touch.rest.since != since and isinstance(found, StrayField | Shifted):
            self.due = touch

    def understood(self) -> None:
        """The board is understood: what is not due yet need not be judged again."""
        self._touch = None

    def forget(self) -> None:
        """Forget it: something else is expected now."""
        self._touch = self.due = None
