"""A brief rest that was over before it was understood. What follows it is waited for: it shows whether wood was under
the worker, or a hand that goes on trembling there."""

from __future__ import annotations

from dataclasses import replace

from hardware.board import Frame
from perception.sensors.movement import Rest
from perception.tracking.reading_change import ReadingChange

FOLLOWED = 160
"""For how many ms after its end: a hand in the air trembles up and down once in that time."""


class EndedRest:
    """The ``rest``, and its reading as a ``change`` with the frames that have come since."""

    def __init__(self, change: ReadingChange, rest: Rest) -> None:
        self.change = change
        self.rest = rest

    def feed(self, frame: Frame) -> bool:
        """Take in a frame that came after the rest. True once it can be judged."""
        record = self.change.rest
        self.change = replace(self.change, rest=replace(record, after=(*record.after, frame.fields)))
        return frame.at - self.rest.until >= FOLLOWED
