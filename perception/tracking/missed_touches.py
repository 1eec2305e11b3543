"""Touches that were not understood: a magnet came to lie beside the board meanwhile, the worker rocked, or it was so
far off the middle of the square that it might have been lying there.

To find the magnet takes longer than a touch lasts. Once it is known, the touch is judged again, with the magnet's
field; by then the worker may be home again. A worker that rocks on the ground never rests: such a touch is judged once
the board does. One that may have been lying there was held if it is home again soon: a worker that has fallen lies
until somebody has seen it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum, auto

from hardware.board import Frame
from perception.arrangements import Arrangement, ReferenceReading, StandingMagnet, outline
from perception.expected_arrangements import ExpectedArrangements
from perception.findings import Interference, SensorFault, Shifted, StrayField
from perception.sensors.movement import Rest
from perception.sensors.sensor_filter import SensorFilter
from perception.tracking.ended_rest import EndedRest
from perception.tracking.reading_change import ReadingChange
from perception.tracking.rocking_touch import RockingTouch, RockingTouches

_MOST = 3
"""So many rests are judged again at most: the hand may have rested on its way to the touch and on its way home."""
_UNTOUCHED = 1000
"""For how many ms a worker that has fallen lies there at least."""


class MissedBy(Enum):
    """Why a touch was not understood."""

    MAGNET = auto()
    ROCKING = auto()
    DISTANCE = auto()
    """From the middle of its square."""


@dataclass(frozen=True, slots=True)
class MissedTouch:
    """A touch that is to be judged now: the ``rest`` in which it was, its reading as a ``change``, and why it was not
    understood. ``on_ground`` is the worker that rocked there (None: it rested)."""

    rest: Rest
    change: ReadingChange
    by: MissedBy
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
        self._lying: EndedRest | None = None
        self.held: EndedRest | None = None

    def may_lie(self, change: ReadingChange, rest: Rest) -> None:
        """In this rest a worker touched a square, if it did not lie there."""
        self._lying = EndedRest(change, rest)

    def rest_ended(self, rest: Rest) -> None:
        """The board moves after this rest."""
        if self._lying is not None and self._lying.rest.since == rest.since:
            self._lying = EndedRest(self._lying.change, rest)

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
            return _against(touch, reference, believed, MissedBy.MAGNET)
        held, self.held = self.held, None
        if held is not None:
            return _against(held, reference, believed, MissedBy.DISTANCE)
        rocked, self.rocked = self.rocked, None
        if rocked is None:
            return None
        change = rocked.change(sensors, reference, believed, expected)
        return MissedTouch(rocked.rest, change, MissedBy.ROCKING, rocked.worker)

    def understood(self, arrangement: Arrangement) -> None:
        """The board is understood as this: what is not due yet need not be judged again."""
        self._touches = ()
        if self._lying is not None:
            stood = outline(self._lying.change.reference.arrangement)
            is_home = outline(arrangement) == stood
            if is_home and self._lying.rest.until - self._lying.rest.since <= _UNTOUCHED:
                self.held = self._lying
            if is_home or not outline(arrangement) < stood:
                self._lying = None
        if self.rocked is not None and self.rocked.is_in(arrangement):
            self.rocked = None

    def forget(self) -> None:
        """Forget all of it: something else is expected now."""
        self._touches = self.due = ()
        self._lying = self.held = None
        self._rocking, self.rocked = RockingTouches(), None


def _against(touch: EndedRest, reference: ReferenceReading, believed: Arrangement | None, by: MissedBy) -> MissedTouch:
    """A touch that is compared with what the board reads now."""
    return MissedTouch(touch.rest, replace(touch.change, reference=reference, believed=believed), by)
