"""Touches that were not understood, since a magnet came to lie beside the board meanwhile.

To find the magnet takes longer than a touch lasts. Once it is known, the touch is judged again, with the magnet's
field; by then the worker may be home again.
"""

from __future__ import annotations

from perception.findings import Interference, SensorFault, Shifted, StrayField
from perception.sensors.movement import Rest
from perception.tracking.change_test import ReadingChange
from perception.tracking.ended_rest import EndedRest

_MOST = 3
"""So many rests are judged again at most: the hand may have rested on its way to the touch and on its way home."""


class MissedTouches:
    """The longest rests in which a worker seemed to touch a square, while nothing explains what the board shows. Those
    that are ``due`` are to be judged again, in this order."""

    def __init__(self) -> None:
        self._touches: tuple[EndedRest, ...] = ()
        self.due: tuple[EndedRest, ...] = ()

    def watch(self, change: ReadingChange, rest: Rest, shortest: int) -> None:
        """Keep this rest, if it has lasted for ``shortest`` ms."""
        if change.rest.rested < shortest:
            return
        others = [each for each in self._touches if each.rest.since != rest.since]
        longest = sorted((*others, EndedRest(change, rest)), key=lambda each: each.change.rest.rested)[-_MOST:]
        self._touches = tuple(sorted(longest, key=lambda each: each.rest.since))

    def explain(self, found: Interference | SensorFault, since: int) -> None:
        """Interference was found in the rest that began at ``since``: in earlier ones it may have been there, too."""
        if isinstance(found, StrayField | Shifted):
            self.due = tuple(each for each in self._touches if each.rest.since != since)

    def understood(self) -> None:
        """The board is understood: what is not due yet need not be judged again."""
        self._touches = ()

    def forget(self) -> None:
        """Forget all of it: something else is expected now."""
        self._touches = self.due = ()
