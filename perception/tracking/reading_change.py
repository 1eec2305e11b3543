"""A reading at rest as a change: with the last reading that was understood, what the game expects, and what the rest
has shown. Apart from `change_decoder`, since touches keep such changes without decoding them."""

from __future__ import annotations

from dataclasses import dataclass, replace

from hardware.board import Frame
from perception.arrangements import Arrangement, ExpectedArrangements, Reading, ReferenceReading, Verdict, outline
from perception.sensors.movement import Rest, RestRecord
from perception.tracking import limits


@dataclass(frozen=True, slots=True)
class ReadingChange:
    """A reading that is decoded as a change against ``reference``. ``believed`` is the arrangement that was decoded
    last, or None if none was since the reference. ``expected`` is what the game allows, and ``rest`` what the rest has
    shown. It ``jumped`` if it followed on the reference from one frame to the next, as no hand can do."""

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

    @property
    def of_squares(self) -> ReadingChange:
        """The same change without further sensors, if the board has any."""
        reading = self.reading.of_squares
        return self if reading is self.reading else replace(self, reading=reading)

    def without(self, squares: frozenset[int]) -> ReadingChange:
        """Return the same change without the sensors of these squares."""
        return replace(self, reading=self.reading.without(squares))

    def against(self, reference: ReferenceReading) -> ReadingChange:
        """Return the same reading against another reference."""
        return replace(self, reference=reference)

    def has_jumped(self, verdict: Verdict) -> bool:
        """Check whether this verdict moves magnets from one frame to the next."""
        return self.jumped and outline(verdict.best.arrangement) != outline(self.reference.arrangement)

    def leads_to(self, verdict: Verdict) -> bool:
        """Check whether other magnets stand in this verdict than before."""
        return outline(verdict.best.arrangement) != outline(self.before)


class EndedRest:
    """A ``rest`` that was over before it was understood, and its reading as a ``change`` with the frames that have come
    since. What follows shows whether wood was under the worker, or a hand that goes on trembling there."""

    def __init__(self, change: ReadingChange, rest: Rest) -> None:
        self.change = change
        self.rest = rest

    def feed(self, frame: Frame) -> bool:
        """Take in a frame that came after the rest. True once it can be decoded."""
        record = self.change.rest
        self.change = replace(self.change, rest=replace(record, after=(*record.after, frame.fields)))
        return frame.at - self.rest.until >= limits.FOLLOWED
