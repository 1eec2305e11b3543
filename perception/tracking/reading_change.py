"""A reading at rest, and what it is judged by as a change: the last reading that was understood, the game, the rest."""

from __future__ import annotations

from dataclasses import dataclass, replace

from perception.arrangements import Arrangement, Reading, ReferenceReading, Verdict, outline
from perception.expected_arrangements import ExpectedArrangements
from perception.sensors.movement import RestRecord


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """A reading that is judged as a change against ``reference``. ``believed`` is the arrangement that was decoded last
    (None: none since the reference), ``expected`` what the game allows, and ``rest`` what the rest has shown. It
    ``jumped`` if it followed on the reference from one frame to the next, as no hand can do."""

    reading: Reading
    reference: ReferenceReading
    believed: Arrangement | None
    expected: ExpectedArrangements
    rest: RestRecord
    jumped: bool = False

    @property
    def before(self) -> Arrangement:
        """What stood before, as far as is known."""
        return self.reference.arrangement if self.believed is None else self.believed

    def against(self, reference: ReferenceReading) -> ReadingChange:
        """The same reading against another reference."""
        return replace(self, reference=reference)

    def has_jumped(self, verdict: Verdict) -> bool:
        """Whether this verdict moves magnets from one frame to the next."""
        return self.jumped and outline(verdict.best.arrangement) != outline(self.reference.arrangement)

    def leads_to(self, verdict: Verdict) -> bool:
        """Whether other magnets stand in this verdict than before."""
        return outline(verdict.best.arrangement) != outline(self.before)
