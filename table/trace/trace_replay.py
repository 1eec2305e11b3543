"""Leading a table through a recorded trace again: the same reader, the same session, no thread and no clock.

What the phones brought about is let happen at its place among the frames; what the board brought about then is
compared with what it brings about now. The order counts and not the moment: a reader that has become quicker by a
frame has not become another one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from hardware.board import Board, BoardEvent, ButtonPressed, Frame, Identity, Lights, LinkChanged
from hardware.field_model import Measured
from table.runtime.table_actor import TableActor
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.interfaces import BoardReader, LightOutput, LightsOverTime
from table.session.journal_entries import Entry
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from table.storage.entry_format import entry_text


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """This came of the events before it, or a phone brought it about."""

    entry: Entry
    source: TraceSource


ReplayItem = BoardEvent | RecordedOutcome | TraceEvent | FieldsMeasured
"""What a trace tells, in order."""


@dataclass(frozen=True, slots=True)
class ReplayedOutcome:
    """An entry, and when it came: ms of the board's clock since the trace's first frame."""

    at: int
    entry: Entry

    def words(self) -> str:
        """``acted b2-c3 at 12.34 s``."""
        return f"{entry_text(self.entry)} at {self.at / 1000:.2f} s"


@dataclass(frozen=True, slots=True)
class TraceDifference:
    """The first thing that is not as it was: what the board brought about ``then`` and ``now`` (None: nothing), or, if
    both are the same, ``refused``: why what a phone did then cannot be done now. ``at`` is where the trace was."""

    at: int
    then: ReplayedOutcome | None
    now: ReplayedOutcome | None
    refused: str | None = None

    def words(self) -> str:
        """One line for people."""
        if self.refused is not None:
            return f"at {self.at / 1000:.2f} s: what a phone did then cannot be done now: {self.refused}"
        then = "nothing more" if self.then is None else self.then.words()
        now = "nothing more" if self.now is None else self.now.words()
        return f"at {self.at / 1000:.2f} s: then the board brought about {then}; now {now}"


@dataclass(frozen=True, slots=True)
class ReplayResult:
    """What came of a trace: how long it is in ms, its frames, and where it first went otherwise than then (None:
    nowhere)."""

    duration: int
    frames: int
    difference: TraceDifference | None


class Listener(Protocol):
    """Hears what happens while a trace is gone through."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """This was brought about now; ``at`` is in ms since the trace's first frame."""

    def trusted(self, at: int) -> None:
        """What was read has been taken for the position of the game."""

    def state_changed(self, at: int, state: TableState) -> None:
        """The table's state is now this."""


class NoListener:
    """Hears nothing."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """Let it be."""

    def trusted(self, at: int) -> None:
        """Let it be."""

    def state_changed(self, at: int, state: TableState) -> None:
        """Let it be."""


class NullBoard(Board):
    """A board that nobody looks at, for a table that gets its events from elsewhere."""

    def events(self) -> Iterator[BoardEvent]:
        """None."""
        return iter(())

    def show(self, lights: Lights) -> None:
        """Nobody sees them."""

    @property
    def identity(self) -> Identity | None:
        """None."""
        return None

    def close(self) -> None:
        """Nothing to do."""


class NullJournal:
    """Keeps nothing: what happens again is in the trace already, and a simulated game is forgotten."""

    count = 0

    def append(self, *entries: Entry) -> None:
        """Forget it."""

    def replace_all(self, *entries: Entry) -> None:
        """Forget it."""

    def close(self) -> None:
        """Nothing to do."""


def replay_trace(  # noqa: PLR0913 - the parts of a table
    start: SavedState,
    happenings: Iterable[ReplayItem],
    reader: BoardReader,
    shines: LightOutput,
    listener: Listener | None = None,
    *,
    size: int = 5,
) -> ReplayResult:
    """Go through a trace of a board of ``size`` squares a side, from the evening at its start to its end, or to the
    first difference: after that the trace is one of another game.
    """
    return _Walk(start, reader, shines, listener or NoListener(), size).through(happenings)


class _Walk:
    """One way through a trace; it is also the recorder of its own table."""

    def __init__(
        self, start: SavedState, reader: BoardReader, shines: LightOutput, listener: Listener, size: int
    ) -> None:
        def shown(state: TableState) -> LightsOverTime:
            listener.state_changed(self._at, state)
            return shines(state)

        self._listener = listener
        self._then: deque[ReplayedOutcome] = deque()
        self._now: deque[ReplayedOutcome] = deque()
        self._start: int | None = None
        self._at = 0
        self._frames = 0
        self._table = TableActor(NullBoard(), reader, shown, NullJournal(), start, size=size)
        self._table.recorder = self

    def through(self, happenings: Iterable[ReplayItem]) -> ReplayResult:
        """To the end or the first difference."""
        self._table.begin()
        difference = None
        for happening in happenings:
            difference = self._after(happening)
            if difference is not None:
                break
        return ReplayResult(self._at, self._frames, difference or self._unequal())

    def event_received(self, event: BoardEvent) -> None:
        """Keep the time; a board that started anew counts it from there on."""
        if isinstance(event, Frame):
            self._frames += 1
            before = self._at
            if self._start is None or event.at < before + self._start:
                self._start = event.at - before
            self._at = event.at - self._start

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Something came of it."""
        self._listener.entry_written(self._at, entry, source)
        if source is TraceSource.BOARD:
            self._now.append(ReplayedOutcome(self._at, entry))

    def trusted(self) -> None:
        """A phone has said so."""
        self._listener.trusted(self._at)

    def renewed(self) -> None:
        """The board has come back."""

    def measured(self, fields: Measured) -> None:
        """It has been calibrated."""

    def _after(self, happening: ReplayItem) -> TraceDifference | None:
        """Let it happen; what is not as it was then, if anything."""
        match happening:
            case RecordedOutcome(entry, TraceSource.BOARD):
                self._then.append(ReplayedOutcome(self._at, entry))
            case RecordedOutcome(entry, TraceSource.PHONE):
                return self._unequal() or self._by_phone(lambda: self._table.replay_entry(entry))
            case TraceEvent.TRUSTED:
                return self._unequal() or self._by_phone(self._table.trust)
            case TraceEvent.RENEWED:
                return self._unequal() or self._by_phone(self._table.renew)
            case FieldsMeasured(fields):
                return self._unequal() or self._by_phone(lambda: self._table.read_by(fields))
            case Frame() | ButtonPressed() | LinkChanged():
                self._table.handle_event(happening)
        while self._then and self._now:
            if self._then[0].entry != self._now[0].entry:
                return self._unequal()
            self._then.popleft()
            self._now.popleft()
        return None

    def _by_phone(self, do: Callable[[], None]) -> TraceDifference | None:
        try:
            do()
        except ValueError as error:  # the engine's errors are among these
            return TraceDifference(self._at, None, None, str(error))
        return None

    def _unequal(self) -> TraceDifference | None:
        """The first that is not the same, when all that belongs together has come."""
        if not self._then and not self._now:
            return None
        return TraceDifference(self._at, next(iter(self._then), None), next(iter(self._now), None))
