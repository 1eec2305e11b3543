"""Touches that were not understood, since a magnet came to lie beside the board meanwhile, or since the worker rocked.

To find the magnet takes longer than a touch lasts. Once it is known, the touch is judged again, with the magnet's
field; by then the worker may be home again. A worker that rocks on the ground never rests: such a touch is judged once
the board does.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.board import Frame
from perception.arrangements import Arrangement, ReferenceReading, StandingMagnet
from perception.expected_arrangements import ExpectedArrangements
from perception.findings import Interference, SensorFault, Shifted, StrayField
from perception.sensors.movement import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.ended_rest import EndedRest
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rocking_touch import RockingTouch, RockingTouches

_MOST = 3
"""So many rests are judged again at most: the hand may have rested on its way to the touch and on its way home."""


@dataclass(frozen=True, slots=True)
class MissedTouch:
    """A touch that is to be judged now: the ``rest`` in which it was, and its reading as a ``change``. ``on_ground`` is
    the worker that rocked there (None: it rested)."""

    rest: Rest
    change: ReadingChange
    on_ground: StandingMagnet | None = None


class MissedTouches:
    """The longest rests in which a worker seemed to touch a square, while nothing explains what the board shows. Those
    that are ``due`` are to be judged again, in this order. ``rocked`` is the last touch of the ground in which a worker
    rocked, and that was not read (None: there is none)."""

    def __init__(self) -> None:
        self._rocking = RockingTouches()
        self.rocked: RockingTouch | None = None
        self._touches: tuple[EndedRest, ...] = ()
        self.due: tuple[EndedRest, ...] = ()

    def watch(self, change: ReadingChange, rest: Rest, shortest: int) -> None:
        """Keep this rest, if it has lasted for ``shortest`` ms."""
        if change.rest.rested < shortest:
            return
        others = [each for each in self._touches if each.rest.since != rest.since]
        longest = sorted((*others, EndedRest(change, rest)), key=lambda each: each.change.rest.rested)[-_MOST:]
        self._touches = tuple(sorted(longest, key=lambda each: each.rest.since))

    def watch_ground(self, frame: Frame, on_ground: StandingMagnet | None, believed: Arrangement | None) -> None:
        """Take in a frame in which a lifted worker seems to be ``on_ground``; this is ``believed`` to stand."""
        touch = self._rocking.feed(frame, on_ground)
        if touch is not None and not touch.is_in(believed or frozenset()):
            self.rocked = touch

    def explain(self, found: Interference | SensorFault, since: int) -> None:
        """Interference was found in the rest that began at ``since``: in earlier ones it may have been there, too."""
        if isinstance(found, StrayField | Shifted):
            self.due = tuple(each for each in self._touches if each.rest.since != since)

    def take(
        self,
        sensors: SensorFilter,
        reference: ReferenceReading,
        believed: Arrangement | None,
        expected: ExpectedArrangements,
    ) -> MissedTouch | None:
        """The next one that is due; None if none is. It is judged against what the board reads now, where this is
        ``believed`` to stand."""
        if self.due:
            touch, *others = self.due
            self.due = tuple(others)
            return MissedTouch(touch.rest, replace(touch.change, reference=reference, believed=believed))
        rocked, self.rocked = self.rocked, None
        if rocked is None:
            return None
        return MissedTouch(rocked.rest, rocked.change(sensors, reference, believed, expected), rocked.worker)

    def understood(self, arrangement: Arrangement) -> None:
        """The board is understood as this: what is not due yet need not be judged again."""
        self._touches = ()
        if self.rocked is not None and self.rocked.is_in(arrangement):
            self.rocked = None

    def forget(self) -> None:
        """Forget all of it: something else is expected now."""
        self._touches = self.due = ()
        self._rocking, self.rocked = RockingTouches(), None
