"""Replays a trace: the same reader and the same session, without a thread and a clock.

What phones did is done again at its place among the frames. The entries that the board caused then are compared with
those that it causes now. Their order counts and not their time: a reader that is a frame quicker is not a different
one.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Protocol

from hardware.board import Board, BoardEvent, ButtonPressed, Frame, Identity, Lights, LinkChanged
from hardware.field_model import Measured
from table.runtime.session_runner import SessionRunner
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.interfaces import AnyLightPlan, BoardReader, LightChooser
from table.session.journal_entries import Entry
from table.session.saved_state import SavedState
from table.session.table_state import TableState
from table.storage.entry_format import entry_text


@dataclass(frozen=True, slots=True)
class RecordedOutcome:
    """An entry of the trace, and what caused it."""

    entry: Entry
    source: TraceSource


ReplayItem = BoardEvent | RecordedOutcome | TraceEvent | FieldsMeasured
"""An item of a trace, in the order of recording."""


@dataclass(frozen=True, slots=True)
class ReplayedOutcome:
    """An entry, and its time: ms of the board's clock since the first frame of the trace."""

    at: int
    entry: Entry

    def words(self) -> str:
        """``acted b2-c3 at 12.34 s``."""
        return f"{entry_text(self.entry)} at {self.at / 1000:.2f} s"


@dataclass(frozen=True, slots=True)
class TraceDifference:
    """The first difference: what the board caused ``then`` and ``now`` (None: nothing), or, if both are None,
    ``refused``: why what a phone did then cannot be done now. ``at`` is the time in the trace, in ms."""

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
    """The result of a replay: its length in ms, its number of frames, and the first difference (None: there is
    none)."""

    duration: int
    frames: int
    difference: TraceDifference | None


class Listener(Protocol):
    """Gets what happens during a replay. Times are in ms since the first frame of the trace."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """This entry was caused now."""

    def trusted(self, at: int) -> None:
        """What was read was taken for the position of the game."""

    def state_changed(self, at: int, state: TableState) -> None:
        """The table's state is now this."""


class NoListener:
    """Ignores everything."""

    def entry_written(self, at: int, entry: Entry, source: TraceSource) -> None:
        """Do nothing."""

    def trusted(self, at: int) -> None:
        """Do nothing."""

    def state_changed(self, at: int, state: TableState) -> None:
        """Do nothing."""


class NullBoard(Board):
    """A board without events and lights, for a table that gets its events from a trace or a simulation."""

    def events(self) -> Iterator[BoardEvent]:
        """None."""
        return iter(())

    def show(self, lights: Lights) -> None:
        """Do nothing."""

    @property
    def identity(self) -> Identity | None:
        """None."""
        return None

    def close(self) -> None:
        """Nothing to do."""


class NullJournal:
    """Stores nothing: the entries of a replay are in the trace already, and a simulated game is not stored."""

    count = 0

    def append(self, *entries: Entry) -> None:
        """Do nothing."""

    def replace_all(self, *entries: Entry) -> None:
        """Do nothing."""

    def close(self) -> None:
        """Nothing to do."""


def replay_trace(  # noqa: PLR0913 - the parts of a table
    start: SavedState,
    items: Iterable[ReplayItem],
    reader: BoardReader,
    lights: LightChooser,
    listener: Listener | None = None,
    *,
    size: int = 5,
) -> ReplayResult:
    """Replay a trace of a board of ``size`` squares a side, from the state at its start to its end, or to the first
    difference: after that the trace is of another game.
    """
    return _Replay(start, reader, lights, listener or NoListener(), size).through(items)


class _Replay:
    """One replay; it is also the recorder of its own table."""

    def __init__(
        self, start: SavedState, reader: BoardReader, lights: LightChooser, listener: Listener, size: int
    ) -> None:
        def shown(state: TableState) -> AnyLightPlan:
            listener.state_changed(self._at, state)
            return lights(state)

        self._listener = listener
        self._then: deque[ReplayedOutcome] = deque()
        self._now: deque[ReplayedOutcome] = deque()
        self._start: int | None = None
        self._at = 0
        self._frames = 0
        self._table = SessionRunner(NullBoard(), reader, shown, NullJournal(), start, size=size)
        self._table.recorder = self

    def through(self, items: Iterable[ReplayItem]) -> ReplayResult:
        """Replay these items to the end or the first difference."""
        self._table.begin()
        difference = None
        for item in items:
            difference = self._after(item)
            if difference is not None:
                break
        return ReplayResult(self._at, self._frames, difference or self._unequal())

    def event_received(self, event: BoardEvent) -> None:
        """Follow the time; a board that restarted counts from zero again."""
        if isinstance(event, Frame):
            self._frames += 1
            before = self._at
            if self._start is None or event.at < before + self._start:
                self._start = event.at - before
            self._at = event.at - self._start

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Note an entry that was caused now."""
        self._listener.entry_written(self._at, entry, source)
        if source is TraceSource.BOARD:
            self._now.append(ReplayedOutcome(self._at, entry))

    def trusted(self) -> None:
        """Pass it on."""
        self._listener.trusted(self._at)

    def renewed(self) -> None:
        """Do nothing."""

    def measured(self, fields: Measured) -> None:
        """Do nothing."""

    def _after(self, item: ReplayItem) -> TraceDifference | None:
        """Replay one item; the first difference, if there is one."""
        match item:
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
                self._table.handle_event(item)
        while self._then and self._now:
            if self._then[0].entry != self._now[0].entry:
                return self._unequal()
            self._then.popleft()
            self._now.popleft()
        return None

    def _by_phone(self, do: Callable[[], None]) -> TraceDifference | None:
        try:
            do()
        except ValueError as error:  # includes the errors of the engine
            return TraceDifference(self._at, None, None, str(error))
        return None

    def _unequal(self) -> TraceDifference | None:
        """The first entry that differs; called where as many must have come now as then."""
        if not self._then and not self._now:
            return None
        return TraceDifference(self._at, next(iter(self._then), None), next(iter(self._now), None))
