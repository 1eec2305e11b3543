"""What is about a board besides workers that stand: what disturbs, a worker that fell, a board that lies turned."""

from __future__ import annotations

from hardware.board import SQUARE_COUNT
from perception.findings import Fallen, Interference, SensorFault, Shifted, StrayField, Turned
from perception.hypotheses import Explanation, Reading, ReferenceReading
from perception.interference.interference_fit import InterferenceFit, InterferenceFitter
from perception.sensors.baseline import Baseline, with_added_fields
from perception.sensors.sensor_filter import SensorFilter

_UNKNOWN = 0.15
_NO_STRAY = 10.0
"""So many mT no magnet beside the board adds to one sensor and not to those around it."""


class InterferenceTracker:
    """Remembers what was found about one board. ``fallen`` is a worker that lies on it, ``turned`` how it lies if
    otherwise than it should."""

    def __init__(self, senses: SensorFilter, zeros: Baseline, causes: InterferenceFitter) -> None:
        self._senses = senses
        self._zeros = zeros
        self._causes = causes
        self.fallen: Fallen | None = None
        self.turned: Turned | None = None

    @property
    def disturb(self) -> bool:
        """Whether anything adds to the fields of the workers."""
        return any(self._zeros.ambient)

    @property
    def told(self) -> tuple[Interference, ...]:
        """All that is about, as far as it is worth telling."""
        found = tuple(each for each in (self.fallen, self.turned) if each is not None)
        return (*self._causes.named(self._zeros.ambient), *found)

    def undisturbed(self, anchor: ReferenceReading) -> ReferenceReading:
        """What would have been read before without that which disturbs."""
        return with_added_fields(anchor, tuple(-added for added in self._zeros.ambient), _UNKNOWN)

    def clear(self, anchor: ReferenceReading) -> ReferenceReading:
        """Nothing disturbs any more; gives the anchor without it."""
        before = self.undisturbed(anchor)
        self._zeros.add(tuple(-added for added in self._zeros.ambient), _UNKNOWN)
        return before

    def note(
        self, cause: InterferenceFit, best: Explanation, reading: Reading, anchor: ReferenceReading | None
    ) -> tuple[Reading, ReferenceReading | None]:
        """Remember what was found with this explanation; gives the reading that later ones are to be compared with, and
        the anchor as it would have been read with it."""
        self.fallen = None
        match cause.found:
            case Shifted() if anchor is None:
                self._zeros.learn(cause.adds, _UNKNOWN)
                return reading, None
            case Shifted() | StrayField():
                self._zeros.add(cause.adds, _UNKNOWN)
                return reading, None if anchor is None else with_added_fields(anchor, cause.adds, _UNKNOWN)
            case Fallen():
                self.fallen = cause.found
                return reading, anchor
            case SensorFault(square=square, other=int(other)) if not self._are_exchanged(square, other, best, anchor):
                return reading.without(frozenset({square, other})), anchor
            case SensorFault(square=square, other=int(other)):
                zero = self._zeros.exchanged(cause.reading, best.placed, square, other)
                self._senses.exchange(square, other, zero)
                if anchor is not None and cause.anchor is not anchor:
                    moved = tuple({square: -zero, other: zero}.get(each, 0.0) for each in range(SQUARE_COUNT))
                    anchor = with_added_fields(cause.anchor, moved, _UNKNOWN)
                return self._senses.reading(), anchor
            case SensorFault(square=square):
                self._senses.suspect(square)
                return cause.reading, anchor

    def _are_exchanged(self, one: int, other: int, best: Explanation, anchor: ReferenceReading | None) -> bool:
        """Whether to believe of two sensors that they are exchanged, or are so no longer. Of a board that has been
        understood as it was, not on one reading, unless that shows a magnet on the wrong square; and while a stray is
        about, that rather explains what is less."""
        if (one, other) in self._senses.exchanged:
            return True
        gap = self._zeros.felt(best.placed, one) - self._zeros.felt(best.placed, other)
        if self._senses.jumped or abs(gap) >= _NO_STRAY:
            return True
        return not self.disturb and (anchor is None or self._senses.confuse(one, other, gap))
