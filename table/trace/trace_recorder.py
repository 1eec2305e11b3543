"""Traces as files: writes what a table reports as lines of a trace, and reads lines as items to replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import inf
from pathlib import Path

from hardware.board import BoardEvent, Identity, LinkChanged, LinkState
from hardware.field_model import Measured
from hardware.trace import TraceError, TraceHead, TraceItem, TraceNote, TraceReader, TraceRecording
from table.runtime.trace_events import FieldsMeasured, TraceEvent, TraceSource
from table.session.evolve import replay
from table.session.journal_entries import (
    Entry,
    GameKept,
    GameNamed,
    JournalMended,
    NamesRemembered,
    SeatHandedOver,
    SeatTaken,
    SettingsChosen,
)
from table.session.saved_state import SavedState
from table.storage.entry_format import EntryError, entry_text, parse_entry
from table.trace.trace_replay import RecordedOutcome, ReplayItem

_MEASURED = "measured"
"""The topic of a note about the fields that a calibration has measured."""


def head_of(board_file: str, entries: Iterable[Entry]) -> TraceHead:
    """The head of a trace of a table whose journal has these entries when the recording begins."""
    return TraceHead(board_file, tuple(entry_text(anonymous(entry)) for entry in entries))


def anonymous(entry: Entry) -> Entry:
    """The entry without names, dates and the mark of a phone, since traces are given to others."""
    match entry:
        case SeatTaken(seat):
            return SeatTaken(seat, "", "")
        case NamesRemembered():
            return NamesRemembered(())
        case SeatHandedOver(seat):
            return SeatHandedOver(seat, "")
        case SettingsChosen(settings):
            return SettingsChosen(replace(settings, name=""))
        case GameNamed():
            return GameNamed("game")
        case GameKept():
            return GameKept("game")
        case JournalMended(kept):
            return JournalMended(kept, "journal")
        case _:
            return entry


class TraceRecorder:
    """Writes all that happens at a table through ``put`` (`table.runtime.trace_events.Recorder`); ``identity`` is that
    of its board."""

    def __init__(self, put: Callable[[TraceItem], None], identity: Callable[[], Identity | None]) -> None:
        self._put = put
        self._identity = identity

    def event_received(self, event: BoardEvent) -> None:
        """Write an event, and the identity of the board when it has become ready."""
        if isinstance(event, LinkChanged) and event.state is LinkState.READY:
            identity = self._identity()
            if identity is not None:
                self._put(identity)
        self._put(event)

    def entry_written(self, entry: Entry, source: TraceSource) -> None:
        """Write an entry of the journal."""
        self._put(TraceNote(source.value, entry_text(anonymous(entry))))

    def trusted(self) -> None:
        """Note that a phone said that the workers stand as the game has them."""
        self._put(TraceNote(TraceEvent.TRUSTED.value, "null"))

    def renewed(self) -> None:
        """Note that the board comes back from the workshop."""
        self._put(TraceNote(TraceEvent.RENEWED.value, "null"))

    def measured(self, fields: Measured) -> None:
        """Note by which fields the board is read now."""
        self._put(TraceNote(_MEASURED, json.dumps(fields)))


def record_board(
    events: Iterable[BoardEvent], recording: TraceRecording, identity: Callable[[], Identity | None]
) -> int:
    """Record the events of a board until they end or the recording does; how many there were."""
    recorder = TraceRecorder(recording.put, identity)
    count = 0
    for event in events:
        recorder.event_received(event)
        count += 1
        if recording.over:
            break
    return count


def state_at_start(path: Path, head: TraceHead) -> SavedState:
    """The state of the table when the recording of a trace began.

    :raises TraceError: if it cannot be read, or if the trace is of a board alone.
    """
    if not head.notes:
        raise TraceError(f"{path}: a trace of a board alone, with no game in it; see thera play --record")
    try:
        return replay(parse_entry(note) for note in head.notes)
    except ValueError as error:  # includes those of entries and of the engine
        raise TraceError(f"{path}:1: what the journal held does not fit together: {error}") from error


def replay_items(path: Path, trace: TraceReader) -> Iterator[ReplayItem]:
    """The items of a trace, for `table.trace.trace_replay`.

    :raises TraceError: if it cannot be read.
    """
    for line in trace:
        match line.item:
            case Identity():
                pass
            case TraceNote():
                yield parse_note(path, line.number, line.item)
            case event:
                yield event


def parse_note(path: Path, number: int, note: TraceNote) -> RecordedOutcome | TraceEvent | FieldsMeasured:
    """The item of a note in this line of a trace.

    :raises TraceError: if it cannot be read.
    """
    if note.topic in tuple(TraceEvent):
        return TraceEvent(note.topic)
    if note.topic == _MEASURED:
        return FieldsMeasured(_fields_in(path, number, note.content))
    if note.topic not in tuple(TraceSource):
        raise TraceError(f"{path}:{number}: a note about {note.topic!r} is not known")
    try:
        return RecordedOutcome(parse_entry(note.content), TraceSource(note.topic))
    except EntryError as error:
        raise TraceError(f"{path}:{number}: {error}") from error


def _fields_in(path: Path, number: int, content: str) -> Measured:
    try:
        fields = tuple(None if field is None else float(field) for field in json.loads(content))
    except (ValueError, TypeError) as error:
        raise TraceError(f"{path}:{number}: these are no measured fields: {error}") from error
    if any(field is not None and not 0 < field < inf for field in fields):
        raise TraceError(f"{path}:{number}: measured fields are above 0")
    return fields
