"""Hints that are not thought of but given."""

from __future__ import annotations

from common.message import Message
from engine import Build, Move
from engine.seats import Seat
from engine.squares import square
from engine.state import State
from table.session.interfaces import GivenHint, HintsBusy

GOOD = GivenHint(
    (
        (Move(square("b2"), square("b3")), Build(square("b3"), square("c3"))),
        (Move(square("b2"), square("c2")), Build(square("c2"), square("c3"))),
    ),
    Message("hint.stops", (("seat", "orange"), ("square", "c3"))),
)


class FakeHints:
    """A `HintGiver`: ``asked`` are the states that it was asked about; ``against`` is what it has against any turn."""

    def __init__(self, *, busy: bool = False) -> None:
        self.asked: list[State] = []
        self.guarded: list[tuple[State, State, Seat]] = []
        self.against: Message | None = None
        self.busy = busy

    def hint(self, known: State) -> GivenHint:
        if self.busy:
            raise HintsBusy
        self.asked.append(known)
        return GOOD

    def warning(self, before: State, after: State, seat: Seat) -> Message | None:
        if self.busy:
            raise HintsBusy
        self.guarded.append((before, after, seat))
        return self.against
